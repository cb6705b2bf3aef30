from collections import Counter
from collections.abc import Iterator

from party.models import Party
from party.queries.people.cash_box import cash_box
from party.queries.stored_party import StoredParty
from party.rosters import comparison_key


def name_differences(party: Party) -> list[str]:
    return list(stored_name_differences(StoredParty.read(party)))


def stored_name_differences(stored: StoredParty) -> Iterator[str]:
    keys = {pk: comparison_key(stored.name(pk)) for pk in stored.entrants}
    counts = Counter(keys.values())
    for pk, row in stored.entrants.items():
        if counts[keys[pk]] > 1:
            yield f"Number {row.number} is shown as {stored.name(pk)}, and so is somebody else."
        if row.distinction:
            # The ending is needed if another name begins with this name.
            other_names = (key for entrant, key in keys.items() if entrant != pk)
            if not any(key.startswith(comparison_key(row.name)) for key in other_names):
                yield f"{stored.name(pk)} has an ending, and nobody else has this name."


def money_differences(party: Party) -> list[str]:
    """Return nothing before the prizes are confirmed, because their cash is stored only then."""
    if party.prizes_confirmed_at is None:
        return []
    stored, signs = StoredParty.read(party), {"float": 1, "income": 1, "expense": -1}
    cash = sum(row.paid for row in stored.entrants.values() if row.paid_how == "cash")
    for line in stored.money_lines:
        if line.how == "cash":
            cash += signs.get(line.kind, 0) * line.cents
    for prize in stored.prizes:
        tickets = (row for row in stored.ticket_sales if row.prize_id == prize.id)
        if prize.ticket_price is not None:
            cash += prize.ticket_price * sum(1 + row.last - row.first for row in tickets)
        elif prize.kind == "fifty":
            cash += prize.money or 0
    cash -= sum(row.share or 0 for row in stored.awards)
    sum_shown = cash_box(party).expected
    if sum_shown == cash:
        return []
    return [f"The cash box should hold {cash} cents, and its page says {sum_shown}."]

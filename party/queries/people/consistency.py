from collections import Counter
from collections.abc import Iterator

from party.models import Party, Wish
from party.progression import FACING
from party.queries.people.cash_box import cash_box
from party.queries.people.wishes import wish_lines
from party.queries.stored_party import Chair, StoredParty
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


def wish_differences(party: Party) -> list[str]:
    return list(stored_wish_differences(StoredParty.read(party), party))


def stored_wish_differences(stored: StoredParty, party: Party) -> Iterator[str]:
    shown_as_kept = {each.id: not each.why_not for each in wish_lines(party)}
    for row in stored.wishes:
        if shown_as_kept[row.id] != is_wish_kept(stored, row):
            names = [stored.name(each) for each in (row.one_id, row.other_id) if each]
            state_shown = "kept" if shown_as_kept[row.id] else "not kept"
            yield f"The wish {row.kind} of {names} is wrongly shown as {state_shown}."


def is_wish_kept(stored: StoredParty, row: Wish) -> bool:
    """A wish counts as kept if one of its people is not in the round at all."""
    number = max(stored.rounds, default=0)
    people = [pk for pk in (row.one_id, row.other_id) if pk is not None]
    if not number or any(pk not in stored.chairs[number] for pk in people):
        return True
    if row.kind == "start_partners" and number > 1:
        return True
    chairs = [stored.chairs[number][pk] for pk in people]
    if row.kind == "stay":
        previous = previous_chair(stored, row.one_id, number)
        return previous is None or chairs[0] == previous
    return do_chairs_keep_wish(row.kind, *chairs)


def do_chairs_keep_wish(kind: str, first: Chair, second: Chair) -> bool:
    if first is None or second is None:
        return kind in {"apart", "not_partners"}
    are_together = first[0] == second[0]
    are_partners = are_together and FACING[first[1]] == second[1]
    return {
        "apart": not are_together,
        "together": are_together,
        "partners": are_partners,
        "start_partners": are_partners,
        "not_partners": not are_partners,
    }[kind]


def previous_chair(stored: StoredParty, entrant: int, number: int) -> Chair:
    """Skip rounds that the person sat out."""
    earlier_chairs = (
        stored.chairs[earlier_number].get(entrant) for earlier_number in range(number - 1, 0, -1)
    )
    return next((chair for chair in earlier_chairs if chair), None)

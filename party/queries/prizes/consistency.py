"""Checks that each confirmed prize went to its winners, and its money to the cent."""

from collections import defaultdict
from collections.abc import Iterator

from party.models import Award, Party, Prize
from party.queries.prizes.winners import all_prizes
from party.queries.stored_party import StoredParty
from party.values.log.lines import DRAW_LISTED, PRIZE_DRAWN
from party.values.prizes.draws import drawn_number, fingerprint
from party.values.prizes.prizes import SettledBy


def prize_differences(party: Party) -> list[str]:
    if party.prizes_confirmed_at is None:
        return []
    return list(differences_of_prizes(StoredParty.read(party)))


def differences_of_prizes(stored: StoredParty) -> Iterator[str]:
    """Compare the money of each prize with what its winners got."""
    for prize in stored.prizes:
        awards = [row for row in stored.awards if row.prize_id == prize.id]
        if awards and (prize.money or prize.ticket_price):
            yield from money_differences(stored, prize, awards)


def confirmed_differences(party: Party) -> list[str]:
    """Compare each confirmed prize with the winners now: a correction makes a difference too."""
    if party.prizes_confirmed_at is None:
        return []
    return [
        f"The prize “{line.title}” was confirmed for "
        f"{', '.join(map(str, line.confirmed)) or 'nobody'}, and would now go to "
        f"{line.won_text or 'nobody'}."
        for line in all_prizes(party).changed_lines
        if {each.person for each in line.confirmed} != {each.person for each in line.winners}
    ]


def drawn_prize_differences(party: Party) -> list[str]:
    """Check that each draw follows from its list and its seed.

    A draw of an older program has no list.
    """
    log = party.log.filter(verb__in=[DRAW_LISTED, PRIZE_DRAWN]).order_by("pk")
    lists: dict[str, list[str]] = {}
    drawn_numbers: dict[int, list[int]] = defaultdict(list)
    differences = []
    for words, data in log.values_list("words", "data"):
        if "lines" in data:
            lists[fingerprint(data["lines"])] = data["lines"]
        elif "mark" in data:
            lines = lists.get(data["mark"])
            if lines is None or drawn_number(lines, data["seed"]) != data["number"]:
                differences.append(f"“{words}” does not follow from its list and its seed.")
        if "number" in data:
            drawn_numbers[data["prize"]].append(data["number"])
    for prize in party.prizes.filter(pk__in=drawn_numbers):
        winners = prize.awards.filter(how=SettledBy.DRAWN).values_list(
            "entrant__number", flat=True
        )
        stored_numbers = {*winners} if prize.number is None else {prize.number}
        # If an older program drew as well, the log lacks some numbers.
        if prize.draws == len(drawn_numbers[prize.pk]) and stored_numbers - {
            *drawn_numbers[prize.pk]
        }:
            differences.append(f"The log says that another number was drawn for “{prize.kind}”.")
    return differences


def money_differences(stored: StoredParty, prize: Prize, awards: list[Award]) -> Iterator[str]:
    cents = prize.money or 0
    if prize.ticket_price is not None:
        sales = [row for row in stored.ticket_sales if row.prize_id == prize.id]
        cents = prize.ticket_price * sum(1 + row.last - row.first for row in sales)
    cents = (cents + 1) // 2 if prize.kind == "fifty" else cents
    shares = [row.share for row in awards]
    if None in shares or sum(share or 0 for share in shares) != cents:
        yield f"A prize of {cents} cents was paid out as {shares}."

"""Checks that each confirmed prize went to its winners, and its money to the cent."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from party.models import Award, Party, Prize
from party.queries.prizes.winners import all_prizes
from party.queries.standings.consistency import compute_results, low_ranks, ranks
from party.queries.stored_party import StoredParty
from party.values.log.lines import DRAW_LISTED, PRIZE_DRAWN
from party.values.prizes.draws import drawn_number, fingerprint
from party.values.prizes.prizes import SettledBy

BY_CHANCE_OR_HAND = {"drawn", "given"}


def prize_differences(party: Party) -> list[str]:
    if party.prizes_confirmed_at is None:
        return []
    return list(differences_of_prizes(StoredParty.read(party)))


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


def differences_of_prizes(stored: StoredParty) -> Iterator[str]:
    results = compute_results(stored)
    ranks_by_kind = {"high": ranks(stored, results), "low": low_ranks(stored, results)}
    for prize in stored.prizes:
        awards = [row for row in stored.awards if row.prize_id == prize.id]
        if awards and (prize.money or prize.ticket_price):
            yield from money_differences(stored, prize, awards)
        is_first_place = prize.kind in ranks_by_kind and prize.place == 1 and not prize.group
        # The first person may have gone home, if winners must be here or leavers are passed over.
        is_first_place = is_first_place and not (
            prize.must_be_here or may_pass_over_leavers(stored, prize)
        )
        if is_first_place and awards and awards[0].how not in BY_CHANCE_OR_HAND:
            yield from winner_differences(stored, prize, awards, ranks_by_kind[prize.kind])
    if stored.party.one_prize_each:
        yield from people_with_two_prizes(stored)


def money_differences(stored: StoredParty, prize: Prize, awards: list[Award]) -> Iterator[str]:
    cents = prize.money or 0
    if prize.ticket_price is not None:
        sales = [row for row in stored.ticket_sales if row.prize_id == prize.id]
        cents = prize.ticket_price * sum(1 + row.last - row.first for row in sales)
    cents = (cents + 1) // 2 if prize.kind == "fifty" else cents
    shares = [row.share for row in awards]
    if None in shares or sum(share or 0 for share in shares) != cents:
        yield f"A prize of {cents} cents was paid out as {shares}."


def winner_differences(
    stored: StoredParty, prize: Prize, awards: list[Award], ranked: dict[int, int]
) -> Iterator[str]:
    """A first place must go to somebody ranked first, a shared first place to all of these."""
    ranked_first = {pk for pk, rank in ranked.items() if rank == 1}
    winners = {row.entrant_id for row in awards if row.entrant_id}
    is_shared = awards[0].how == "split"
    others_won = earlier_winners(stored, prize) if stored.party.one_prize_each else set()
    if not others_won and (winners - ranked_first or (is_shared and winners != ranked_first)):
        names = [stored.name(pk) for pk in sorted(winners)]
        yield f"The prize “{prize.kind}” went to {names}, who are not the first."


def may_pass_over_leavers(stored: StoredParty, prize: Prize) -> bool:
    ladder = [row for row in stored.prizes if (row.kind, row.group) == (prize.kind, prize.group)]
    passes_all = stored.party.gone_winners == Party.GoneWinners.NEXT
    return passes_all or any(row.passed_over for row in ladder)


def earlier_winners(stored: StoredParty, prize: Prize) -> set[int | None]:
    earlier_ids = {row.id for row in stored.prizes if row.order < prize.order}
    return {row.entrant_id for row in stored.awards if row.prize_id in earlier_ids}


def people_with_two_prizes(stored: StoredParty) -> Iterator[str]:
    """With one prize each, a second prize must come from a draw, a gift or a shared place."""
    allowed = {*BY_CHANCE_OR_HAND, "split"}
    rows = [row for row in stored.awards if row.how not in allowed]
    for pk, count in Counter(row.entrant_id for row in rows).items():
        if pk and count > 1:
            yield f"{stored.name(pk)} has {count} prizes, and one each was agreed."

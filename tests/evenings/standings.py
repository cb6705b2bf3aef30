"""Standings: everybody's points, credits and ranks, reckoned once more from the rows alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from json import loads

from party.models import Party
from party.models.scores.entries import TOTAL
from party.queries.scores.tables import table_scores
from party.queries.standings.standings import standings
from party.values.standings.standings import StandingLine
from tests.evenings.entries import engine_points, hand_of, was_made
from tests.evenings.snapshots import Row, Snapshot

PLAYED, SAT_OUT, NOT_PLAYED, MISSED, ON_CARD, NO_CARD = (
    "played",
    "sat out",
    "not played",
    "missed",
    "on card",
    "no card",
)


@dataclass(frozen=True)
class Share:
    """What one round was to one person; `sets` None where nobody knows."""

    kind: str
    points: int = 0
    won: bool = False
    sets: int | None = None


Shares = dict[int, dict[int, Share]]  # by entrant and round


def standing_troubles(now: Snapshot, party: Party) -> Iterator[str]:
    """Hold the standings that the program shows against those reckoned here."""
    for number in now.closed:
        yield from page_troubles(now, party, number)
    shares = reckon(now)
    lines = {line.person.id: line for line in standings(party).lines}
    if lines.keys() != (shares.keys() if now.closed else set()):
        yield "The standings do not list those who have played."
        return
    for pk, own in shares.items():
        yield from line_troubles(now, lines[pk], own)
    yield from rank_troubles(now, lines, shares)


def page_troubles(now: Snapshot, party: Party, number: int) -> Iterator[str]:
    """Check that a closed round shows its entries' points, and waits for no table."""
    for score in table_scores(party, number).values():
        if (score.ns, score.ew) != now.points((number, score.number)):
            yield f"Round {number}, table {score.number}: its points are not its entries'."
        if not (score.finished or score.on_cards):
            yield f"Round {number} is closed, but table {score.number} has not finished."


def line_troubles(now: Snapshot, line: StandingLine, own: Mapping[int, Share]) -> Iterator[str]:
    told = {each.round: each.points for each in line.rounds}
    wanted = {number: share.points for number, share in own.items()}
    if told != wanted:
        yield f"{now.name(line.person.id)} has {told}, reckoned are {wanted}."
    if line.total != sum(wanted.values()):
        yield f"The total of {now.name(line.person.id)} is not the sum of the rounds."


def rank_troubles(
    now: Snapshot, lines: Mapping[int, StandingLine], shares: Shares
) -> Iterator[str]:
    ranked = [pk for pk in shares if pk not in now.house]
    for told, wanted, name in (
        ({pk: line.rank for pk, line in lines.items() if line.rank}, ranks(now, shares), "ranks"),
        (
            {pk: line.low_rank for pk, line in lines.items() if line.low_rank},
            low_ranks(now, shares),
            "ranks from the low end",
        ),
    ):
        if told != {pk: rank for pk, rank in wanted.items() if pk in ranked}:
            yield f"The {name} are {told}, reckoned are {wanted}."


def reckon(now: Snapshot) -> Shares:
    """Return what every closed round was to everybody who was there in one of them."""
    everybody = {pk for number in now.closed for pk in now.chairs[number]}
    shares = {pk: {n: share_of(now, pk, n) for n in now.closed} for pk in sorted(everybody)}
    for row in now.rows["tally"].values():
        if row.status == "in force" and row.entrant_id in shares:
            fill_in(shares[row.entrant_id], row, tracked=is_tracked(now))
    if now.format.round_credit == "wins_only":
        shares = {
            pk: {n: replace(share, points=int(share.won)) for n, share in own.items()}
            for pk, own in shares.items()
        }
    room = {number: room_average(now, shares, number) for number in now.closed}
    return {pk: {n: credited(now, own, n, room[n]) for n in own} for pk, own in shares.items()}


def share_of(now: Snapshot, pk: int, number: int) -> Share:
    if pk not in now.chairs[number]:
        return Share(MISSED)
    chair = now.chairs[number][pk]
    if not now.has_tables(number):
        return Share(NO_CARD)
    if chair is None:
        return Share(SAT_OUT)
    at, side = (number, chair[0]), chair[1] in "EW"
    table, rows = now.tables[at], now.counted(at)
    if not rows:
        said = table.ahead == ("EW" if side else "NS")
        to_come = table.capture == "cards" and table.hands is None
        return Share(NO_CARD if to_come else NOT_PLAYED, won=said)
    points = [points_of(now, row) for row in rows]
    mine, theirs = (sum(each[i] for each in points) for i in (side, not side))
    return Share(PLAYED, mine, won=mine > theirs, sets=sets_of(rows, side=side))


def points_of(now: Snapshot, row: Row) -> tuple[int, int]:
    """Return the points of an entry: the engine's for a hand, as typed for a total."""
    if row.hand == TOTAL:
        return row.ns, row.ew
    return engine_points(now.rules, *hand_of(row))


def sets_of(rows: Sequence[Row], *, side: bool) -> int | None:
    """Count the bids that were set; nobody knows where only a total was entered."""
    if any(row.hand == TOTAL for row in rows):
        return None
    mine = "EW" if side else "NS"
    return sum(bool(row.bidder) and row.bidder in mine and not was_made(row) for row in rows)


def is_tracked(now: Snapshot) -> bool:
    """Tell whether anybody knows who sits where, and so who was ahead."""
    return bool(now.party.capture != "untracked")


def fill_in(own: dict[int, Share], row: Row, *, tracked: bool) -> None:
    """Fill the rounds of which only the person's own card tells.

    Where seats are not tracked, an empty box is somebody who sat out.
    """
    boxes, wanted = loads(row.rounds), [n for n, share in own.items() if share.kind == NO_CARD]
    for number in wanted if boxes else ():
        box = boxes[number - 1] if number <= len(boxes) else None
        if box is not None:
            own[number] = replace(own[number], kind=PLAYED, points=box)
        elif not tracked and number <= len(boxes):
            own[number] = replace(own[number], kind=SAT_OUT)
    if wanted and not boxes:
        known = sum(share.points for share in own.values() if share.kind == PLAYED)
        for number in wanted:
            points = row.total - known if number == wanted[-1] else 0
            own[number] = replace(own[number], kind=ON_CARD, points=points)


def room_average(now: Snapshot, shares: Shares, number: int) -> int:
    """Return the mean of the ranked people who played a round, to the nearest ten, halves up."""
    return mean(
        [
            each_on_card(own) if own[number].kind == ON_CARD else Fraction(own[number].points)
            for pk, own in shares.items()
            if own[number].kind in {PLAYED, ON_CARD} and pk not in now.house
        ]
    )


def each_on_card(own: Mapping[int, Share]) -> Fraction:
    """Return what each of the rounds is worth of which only a card's total is known."""
    points = [share.points for share in own.values() if share.kind == ON_CARD]
    return Fraction(sum(points), len(points))


def mean(points: Sequence[Fraction]) -> int:
    count = len(points)
    return int((2 * sum(points) + 10 * count) // (20 * count)) * 10 if count else 0


def credited(now: Snapshot, own: Mapping[int, Share], number: int, room: int) -> Share:
    """Give a round that was sat out its credit."""
    share, chosen = own[number], now.format
    if share.kind in {PLAYED, ON_CARD, NO_CARD}:
        return share
    came_later = all(own[n].kind == MISSED for n in own if n <= number)
    if share.kind == MISSED and not (came_later and chosen.late_arrival_credit == "as_sit_out"):
        return replace(share, points=0)
    if chosen.sit_out_credit == "fixed":
        return replace(share, points=chosen.sit_out_points)
    played = [Fraction(each.points) for each in own.values() if each.kind in {PLAYED, ON_CARD}]
    if chosen.sit_out_credit == "own_average" and played:
        return replace(share, points=mean(played))
    return replace(share, points=room)


def ranks(now: Snapshot, shares: Shares) -> dict[int, int]:
    """Rank 1 2 2 4: by points (or rounds won first), then as equal totals are counted back."""
    points = {pk: sum(share.points for share in own.values()) for pk, own in shares.items()}
    won = {pk: sum(share.won for share in own.values()) for pk, own in shares.items()}
    if not is_tracked(now):
        won = {}
    measures: list[Mapping[int, int]] = [points]
    if now.format.round_credit == "both":
        measures = [won, points]
    back = now.format.count_back
    if "rounds_won" in back:
        measures.append(won)
    if "best_round" in back:
        measures.append(best_rounds(shares))
    if "fewest_sets" in back:
        measures.append(fewest_sets(shares))
    ranked = [pk for pk in shares if pk not in now.house]
    return numbered(list(parted(ranked, measures)))


def best_rounds(shares: Shares) -> dict[int, int]:
    found = {
        pk: [share.points for share in own.values() if share.kind == PLAYED]
        for pk, own in shares.items()
    }
    return {pk: max(points) for pk, points in found.items() if points}


def fewest_sets(shares: Shares) -> dict[int, int]:
    """Only of those of whose rounds all hands are known; fewer is better."""
    found = {}
    for pk, own in shares.items():
        sets = [share.sets for share in own.values() if share.kind in {PLAYED, ON_CARD}]
        if None not in sets:
            found[pk] = -sum(each or 0 for each in sets)
    return found


def parted(tied: list[int], measures: Sequence[Mapping[int, int]]) -> Iterator[list[int]]:
    """Yield groups that nothing parts, best first; a measure must be known for all of a tie."""
    if not measures or len(tied) < 2:
        if tied:
            yield tied
        return
    first, rest = measures[0], measures[1:]
    if not all(pk in first for pk in tied):
        yield from parted(tied, rest)
        return
    by: Callable[[int], int] = lambda pk: -first[pk]  # noqa: E731 -- the key of sort and groups
    for _, group in groupby(sorted(tied, key=by), key=by):
        yield from parted(list(group), rest)


def numbered(groups: Sequence[Sequence[int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for group in groups:
        rank = len(found) + 1
        found |= dict.fromkeys(group, rank)
    return found


def low_ranks(now: Snapshot, shares: Shares) -> dict[int, int]:
    """Rank from the low end those who were seated or credited in every round."""
    totals = {
        pk: -sum(share.points for share in own.values())
        for pk, own in shares.items()
        if pk not in now.house and was_there(now, own)
    }
    return numbered(list(parted(list(totals), [totals])))


def was_there(now: Snapshot, own: Mapping[int, Share]) -> bool:
    """Tell whether somebody counts for the low end; who came late only where that is credited."""
    kinds = [share.kind for share in own.values()]
    if NO_CARD in kinds:
        return False
    if now.format.late_arrival_credit == "as_sit_out":
        while kinds[0] == MISSED:
            kinds.pop(0)
    return MISSED not in kinds

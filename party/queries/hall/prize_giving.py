from collections.abc import Iterator, Mapping, Sequence

from party.models import Party
from party.queries.evening.rounds import night
from party.queries.hall.guests import names_for_guests
from party.queries.hall.reveal import is_corrected
from party.queries.prizes.measures import PrizeData, read_prize_data
from party.queries.prizes.winners import compute_prizes
from party.values.hall.prize_giving import (
    PLACES,
    WHOLE_LIST,
    HonouredWinner,
    PrizeGiving,
    RevealStep,
    place_key,
    prize_key,
)
from party.values.numbers import total
from party.values.people.money import money
from party.values.people.person import Person
from party.values.prizes.prizes import Needs, PrizeKind, PrizeLine, PrizeState, join_names
from party.values.standings.tally import TallyBook


def prize_giving(party: Party, *, for_hall: bool = False) -> PrizeGiving:
    """`for_hall` shows names as the host allows; the desk reads full names aloud."""
    data = read_prize_data(party)
    lines = compute_prizes(data).lines
    names = names_for_guests(party, data.people) if for_hall else data.people
    return PrizeGiving(
        steps=tuple(_steps(data, lines, names)),
        shown=party.reveal_step,
        is_revealed=night(party).is_revealed,
        is_corrected=is_corrected(party, data.standings),
        open_prizes=tuple(line.title for line in lines if not line.is_settled),
    )


def _steps(
    data: PrizeData, prizes: Sequence[PrizeLine], names: Mapping[int, Person]
) -> Iterator[RevealStep]:
    """A prize for place 1, 2 or 3 has no step of its own: the step of that place shows it."""
    place_prizes: set[int] = set()
    book = TallyBook(standings=data.standings, is_finished=True)
    honoured = {
        line.person.id: HonouredWinner(names[line.person.id], book.boxes(line))
        for line in data.standings.lines
    }
    for rank, title in PLACES.items():
        lines = [line for line in data.standings.lines if line.rank == rank]
        ids = {line.person.id for line in lines}
        prizes_of_place = [each for each in prizes if _is_for_place(each, ids)]
        place_prizes |= {each.id for each in prizes_of_place}
        if lines:
            yield RevealStep(
                key=place_key(rank),
                title=f"{title}, shared" if len(lines) > 1 else title,
                note=_gift_text(prizes_of_place, data.party.currency),
                winners=tuple(honoured[line.person.id] for line in lines),
                points=f"{total(lines[0].total)} points{' each' if len(lines) > 1 else ''}",
            )
    for position, line in enumerate(prizes, start=1):
        if line.id not in place_prizes and line.awarded and line.state != PrizeState.GONE:
            yield _prize_step(data, line, prize_key(position), names, honoured)
    has_list = data.party.guest_standings != Party.GuestStandings.NONE
    yield RevealStep(
        key=WHOLE_LIST, title="The whole list" if has_list else "“Thank you for coming”"
    )


def _is_for_place(line: PrizeLine, ids: set[int]) -> bool:
    is_high = line.kind == PrizeKind.HIGH and not line.ladder[1]
    return is_high and {winner.person.id for winner in line.awarded} == ids


def _gift_text(lines: Sequence[PrizeLine], currency: str) -> str:
    """Return "$20", or "$7.50 each" if several people share."""
    shares: dict[int, int] = {}
    for line in lines:
        for winner in line.awarded:
            shares[winner.person.id] = shares.get(winner.person.id, 0) + (winner.share or 0)
    gifts = " and ".join(line.gift for line in lines if line.gift)
    if len(shares) < 2 or not gifts:
        return gifts
    is_equal = len({*shares.values()}) == 1 and 0 not in shares.values()
    each = money(min(shares.values()), currency)
    return f"{each} each" if is_equal else f"{gifts}, shared"


def _prize_step(
    data: PrizeData,
    line: PrizeLine,
    key: str,
    names: Mapping[int, Person],
    honoured: Mapping[int, HonouredWinner],
) -> RevealStep:
    people = [winner.person for winner in line.awarded]
    is_for_total = line.is_won_by_play and line.kind_info.needs == Needs.TOTALS
    scores = {winner.score for winner in line.awarded}
    reason = scores.pop() if len(scores) == 1 else ""
    if line.kept_for:
        kept = join_names([str(names[pk]) for pk in line.kept_for.ids], "Some")
        reason = f"{reason}. Gone home: kept for {kept}".lstrip(". ")
    return RevealStep(
        key=key,
        title=line.title,
        note=_gift_text([line], data.party.currency),
        winners=tuple(
            honoured[person.id]
            if is_for_total and person.id in honoured
            else HonouredWinner(names.get(person.id, person))
            for person in people
        ),
        reason=reason,
        rule=line.rule,
    )

"""Next-move slips as values: where everybody goes after a round, told before it is over."""

from itertools import groupby

from party.engine import SEAT_NAMES
from party.models import Party, Round
from party.progression import CHOICES, Prospect, SeatingError
from party.queries.evening.rounds import people, seatings
from party.queries.prints import heading
from party.queries.seats.seats import next_draw
from party.values.seats.next_moves import READ_OUT, NextMove, NextMoveSheet, first_words, told

TIE = "A tie: {answer}."


def somebody_moves(party: Party, latest: Round | None) -> bool:
    """Tell whether there is a next round to move to, and the results are not known yet."""
    if latest is None or party.finished_at or latest.state == Round.State.CLOSED:
        return False
    if not party.tracks_seats:
        return False
    if party.rounds_planned is not None and latest.number >= party.rounds_planned:
        return False
    try:
        return any(not _stays(each) for each in _Room(party, latest).prospects)
    except SeatingError:
        return False


def next_moves(party: Party, latest: Round) -> NextMoveSheet:
    """Return a slip for everybody who is here, table by table."""
    room = _Room(party, latest)
    slips = groupby(room.prospects, key=lambda prospect: prospect.entrant)
    return NextMoveSheet(
        heading=heading(party),
        slips=tuple(room.slip(list(found)) for _, found in slips),
        notes=tuple(room.notes()),
        sitting_out=room.sitting_out(),
    )


def _stays(prospect: Prospect[int]) -> bool:
    return prospect.old is not None and prospect.old == (prospect.table, *prospect.seats)


class _Room:
    """The round that is on, with all that is known of the next one."""

    def __init__(self, party: Party, latest: Round) -> None:
        self.party, self.number = party, latest.number + 1
        self.people = people(party)
        past = seatings(party, upto=latest.number)
        self.before = past[-1]
        self.draw = next_draw(party, self.before)
        self.prospects = self.draw.outlook(past)

    def slip(self, prospects: list[Prospect[int]]) -> NextMove:
        first = prospects[0]
        stand_ins = self.draw.stand_ins
        leaver = next((old for old, new in stand_ins if new == first.entrant), None)
        chair = self.before.chair(first.entrant if leaver is None else leaver)
        where = f"{SEAT_NAMES[chair[1]]}, round {self.number - 1}" if chair else "No seat yet"
        if first.entrant in self.before.bench:
            where = f"Sitting out round {self.number - 1}"
        return NextMove(
            name=self.name_of(first.entrant),
            table=str(chair[0]) if chair else "",
            place=where if leaver is None else f"{where}, for {self.name_of(leaver)}",
            first=first_words(first, self.name_of, self.number),
            told=tuple(
                told(each, self.name_of, self.number, seated=bool(chair) and leaver is None)
                for each in prospects
            ),
        )

    def notes(self) -> list[str]:
        tie = CHOICES["tie_at_table"].answers[self.party.format.tie_at_table]
        by_result = self.draw.movement.needs_results(len(self.before.tables))
        return [TIE.format(answer=tie), READ_OUT] if by_result else [READ_OUT]

    def sitting_out(self) -> str:
        names = [
            self.name_of(each.entrant)
            for each in self.prospects
            if each.table is None and each.chair != "called"
        ]
        return f"Sitting out round {self.number}: {', '.join(names)}." if names else ""

    def name_of(self, entrant: int) -> str:
        return str(self.people[entrant])

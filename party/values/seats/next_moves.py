"""Each person's next place if ahead and if behind, on slips and guest pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from party.engine import SEAT_NAMES
from party.progression import Format, Prospect, Seating
from party.values.people.names import full_stop
from party.values.people.person import Person
from party.values.seats.words import (
    condition_text,
    may_close_text,
    prospect_text,
    slip_notes,
)


@dataclass(frozen=True, kw_only=True)
class MoveOutcome:
    when: str = ""  # empty: in any case
    text: str = ""  # empty: a line to write on
    table: int | None = None  # None: not known yet


@dataclass(frozen=True, kw_only=True)
class NextMove:
    """An empty name is a line to write on."""

    name: str = ""
    table: str = ""  # the present table; empty: on the bench, or not here yet
    place: str = ""  # "North, round 3"
    first: str = ""  # before the outcomes: "You play round 4 in the place of Alma."
    outcomes: tuple[MoveOutcome, ...]


@dataclass(frozen=True)
class NextMoves:
    """The possible moves into round `number`."""

    number: int
    before: Seating[int]
    people: Mapping[int, Person]
    replacing: Mapping[int, int]  # house players by the leaver whose chair they get
    prospects: tuple[Prospect[int], ...]  # empty: too few people are left to seat anybody

    @property
    def has_moves(self) -> bool:
        return any(
            prospect.old is None or prospect.old != (prospect.table, *prospect.seats)
            for prospect in self.prospects
        )

    def name_of(self, entrant: int) -> str:
        return str(self.people[entrant])

    @property
    def texts(self) -> dict[int, NextMove]:
        """Return slips by entrant; none if nobody moves."""
        shown = self.prospects if self.has_moves else ()
        by_person = groupby(shown, key=attrgetter("entrant"))
        return {entrant: _next_move(self, list(prospects)) for entrant, prospects in by_person}

    def notes(self, format_: Format) -> tuple[str, ...]:
        people_count = len({prospect.entrant for prospect in self.prospects})
        tables = len(self.before.tables)
        may_close = may_close_text(tables, people_count // 4 if people_count else tables)
        return (*filter(None, [may_close]), *slip_notes(format_, tables))

    @property
    def sitting_out(self) -> str:
        names = [
            self.name_of(prospect.entrant)
            for prospect in self.prospects
            if prospect.table is None and prospect.chair != "called"
        ]
        return f"Sitting out round {self.number}: {', '.join(names)}." if names else ""


def _next_move(moves: NextMoves, prospects: Sequence[Prospect[int]]) -> NextMove:
    first = prospects[0]
    leaver = next((old for old, new in moves.replacing.items() if new == first.entrant), None)
    chair = moves.before.chair(first.entrant if leaver is None else leaver)
    place = f"{SEAT_NAMES[chair[1]]}, round {moves.number - 1}" if chair else "No seat yet"
    if first.entrant in moves.before.bench:
        place = f"Sitting out round {moves.number - 1}"
    seated = bool(chair) and leaver is None
    return NextMove(
        name=moves.name_of(first.entrant),
        table=str(chair[0]) if chair else "",
        place=place if leaver is None else f"{place}, for {moves.name_of(leaver)}",
        first=_substitute_text(moves, first),
        outcomes=tuple(
            MoveOutcome(
                when=condition_text(prospect, moves.name_of),
                text=prospect_text(prospect, moves.number, moves.name_of, seated=seated),
                table=prospect.table,
            )
            for prospect in prospects
        ),
    )


def _substitute_text(moves: NextMoves, prospect: Prospect[int]) -> str:
    if prospect.instead is None or prospect.table is None:
        return ""
    place = f"in the place of {moves.name_of(prospect.instead)}"
    return full_stop(f"You play round {moves.number}, {place}")

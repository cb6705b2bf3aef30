"""Next moves in words: where each person goes if ahead and if behind.

The slips that are cut and the pages of guests say the same. The words are made from what the
movement can do, so they fit a changed movement too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from party.engine import SEAT_NAMES
from party.progression import CHOICES, Format, Prospect, Seating
from party.values.people.names import full_stop
from party.values.people.person import Person
from party.values.seats.moves import PATHS

TIE = "A tie: {answer}."
READ_OUT = "If your name is read out, go where it says."
FINDING = {
    "known": ", seat {seats}.",
    "keeper": ". Sit opposite the one who kept the chair.",
    "shifter": ". Sit opposite the one who changed chairs.",
    "free": ", seat {seats}, whichever is free.",
    "called": ". Your chair is called out.",
}
OUT = {
    "on_bench": "You sit out round {round}.",
    "bench_again": "You sit out round {round} again.",
    "arrived_bench": "Welcome. You sit out round {round}.",
}


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What one outcome means: "If you are ahead", "Go up to table 3, seat South."."""

    when: str = ""  # empty: whatever the outcome
    text: str = ""  # empty: a line to write on
    table: int | None = None  # where it leads, if that is known


@dataclass(frozen=True, kw_only=True)
class NextMove:
    """One person's slip; an empty name is a line to write on."""

    name: str = ""
    table: str = ""  # where they sit now; empty: on the bench, or not here yet
    place: str = ""  # "North, round 3"
    first: str = ""  # before the outcomes: "You play round 4 in the place of Alma."
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class NextMoves:
    """Where everybody can go in round `number`, before the results of the round that is on.

    `prospects` come person by person, table by table.
    """

    number: int
    before: Seating[int]
    people: Mapping[int, Person]
    replacing: Mapping[int, int]  # by a leaver, who plays in that place
    prospects: tuple[Prospect[int], ...]  # empty: so few are left that nobody can be seated

    @property
    def somebody_moves(self) -> bool:
        return any(
            each.old is None or each.old != (each.table, *each.seats) for each in self.prospects
        )

    def name_of(self, entrant: int) -> str:
        return str(self.people[entrant])

    @property
    def texts(self) -> dict[int, NextMove]:
        """What everybody reads who is here, table by table; nothing where nobody moves."""
        prospects = self.prospects if self.somebody_moves else ()
        by_person = groupby(prospects, key=lambda prospect: prospect.entrant)
        return {entrant: _next_move(self, list(few)) for entrant, few in by_person}

    def notes(self, chosen: Format) -> tuple[str, ...]:
        """What stands below every slip, by the rule about a tied table."""
        if not chosen.movement.needs_results(len(self.before.tables)):
            return (READ_OUT,)
        tie = CHOICES["tie_at_table"].answers[chosen.tie_at_table]
        return TIE.format(answer=tie), READ_OUT

    @property
    def sitting_out(self) -> str:
        names = [
            self.name_of(each.entrant)
            for each in self.prospects
            if each.table is None and each.chair != "called"
        ]
        return f"Sitting out round {self.number}: {', '.join(names)}." if names else ""


def _next_move(ahead: NextMoves, prospects: Sequence[Prospect[int]]) -> NextMove:
    first = prospects[0]
    leaver = next((old for old, new in ahead.replacing.items() if new == first.entrant), None)
    chair = ahead.before.chair(first.entrant if leaver is None else leaver)
    where = f"{SEAT_NAMES[chair[1]]}, round {ahead.number - 1}" if chair else "No seat yet"
    if first.entrant in ahead.before.bench:
        where = f"Sitting out round {ahead.number - 1}"
    seated = bool(chair) and leaver is None
    return NextMove(
        name=ahead.name_of(first.entrant),
        table=str(chair[0]) if chair else "",
        place=where if leaver is None else f"{where}, for {ahead.name_of(leaver)}",
        first=_first_sentence(ahead, first),
        outcomes=tuple(
            Outcome(
                when=_condition(ahead, each),
                text=_move(ahead, each, seated=seated),
                table=each.table,
            )
            for each in prospects
        ),
    )


def _first_sentence(ahead: NextMoves, prospect: Prospect[int]) -> str:
    """Return what somebody reads first who takes another one's place."""
    if prospect.instead is None or prospect.table is None:
        return ""
    place = f"in the place of {ahead.name_of(prospect.instead)}"
    return full_stop(f"You play round {ahead.number}, {place}")


def _condition(ahead: NextMoves, prospect: Prospect[int]) -> str:
    if prospect.outcome == "either":
        return ""
    who = "you are"
    if prospect.instead is not None and prospect.table is not None:
        who = f"{ahead.name_of(prospect.instead)} is"
    return f"If {who} {prospect.outcome}"


def _move(ahead: NextMoves, prospect: Prospect[int], *, seated: bool) -> str:
    """Return one outcome in words; somebody `seated` has a chair in the round that is on."""
    if prospect.table is None and prospect.chair == "called":
        return "Your place is called out."
    if prospect.table is None:
        out = OUT[prospect.reason].format(round=ahead.number)
        instead = prospect.instead
        return out if instead is None else f"{out} {ahead.name_of(instead)} plays in your place."
    mate = "" if prospect.partner is None else ahead.name_of(prospect.partner)
    way = _way(prospect, seated=seated)
    return full_stop(f"{way} Your partner is {mate}") if mate else way


def _way(prospect: Prospect[int], *, seated: bool) -> str:
    chair = (prospect.table, *prospect.seats)
    if seated and chair == prospect.old:
        return "Stay where you are."
    seats = " or ".join(SEAT_NAMES[seat] for seat in prospect.seats)
    if seated and prospect.old and prospect.old[0] == prospect.table:
        return f"Stay at your table, but change to seat {seats}."
    path = PATHS.get(prospect.reason.partition("_")[2], "go to")
    path = path[0].upper() + path[1:]
    return f"{path} table {prospect.table}{FINDING[prospect.chair].format(seats=seats)}"

"""Reads for guests: whoever has the code of a party, and is not signed in."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from threading import Lock

from party.models import Party, Place, Round
from party.progression import CHOICES, SEATS
from party.queries.evening.rounds import night_after, people
from party.queries.rows import read_rows
from party.queries.seats.moves import has_next_round, moves_of, next_moves
from party.queries.standings.ranks_before import ranks_before
from party.queries.standings.standings import standings
from party.values.evening.live import Stage
from party.values.hall.guests import (
    Chair,
    GuestLine,
    GuestRound,
    Guests,
    GuestStandings,
    OpenParty,
    opposite,
)
from party.values.numbers import counted
from party.values.people.person import Person
from party.values.people.short_names import with_short_names
from party.values.standings.standings import StandingLine, StandingsNow

TOP = 10
PARTIES_KEPT = 32
_readers = [Lock() for _ in range(PARTIES_KEPT)]

Names = Mapping[int, Person]  # by entrant id, named as the host allows
Seats = dict[int, dict[int, Chair | None]]  # by round and entrant id; None: sits out
Sitters = Mapping[tuple[int, int, str], int]  # the entrant by round, table and seat


# Every phone asks for it twice a minute: Django needs longer to put it together than the database.
OPEN_PARTY = """
SELECT party.id, party.code, party.shared_revision, club.time_zone
FROM party_party AS party JOIN party_club AS club ON club.id = party.club_id
WHERE party.code = %s AND party.guests
"""


def party_of_guests(code: str) -> OpenParty | None:
    """Return the party of a code, where its host lets guests look. One query."""
    rows = read_rows(OPEN_PARTY, [code.lower()])
    return OpenParty(*rows[0]) if rows else None


def guests(party: OpenParty) -> Guests:
    """Return what guests may see.

    A hall full of phones asks after every step of the evening: it is read once for all of them,
    and kept until the next step that others may see. Those who ask meanwhile wait for it: to
    read it for each of them would take all the others' time as well. Few parties share a lock.
    """
    with _readers[party.id % PARTIES_KEPT]:
        return read_guests(party.id, party.code, party.version)


@lru_cache(maxsize=PARTIES_KEPT)
def read_guests(party_id: int, _code: str, version: int) -> Guests:
    """Read it. The same few queries for any size; the code and the version tell what is kept."""
    party = Party.objects.select_related("club").get(pk=party_id)
    everybody = people(party)
    names = names_shown(party, everybody)
    rounds = party.rounds.defer("draw", "house_added")
    announced = [row for row in rounds if row.announced_at or row.state != Round.State.DRAWN]
    shown = announced[-1] if announced else None
    seats, now = _seats(party, len(announced)), standings(party)
    sitters = {
        (number, *chair): pk
        for number, chairs in seats.items()
        for pk, chair in chairs.items()
        if chair
    }
    seen = Guests(
        version=version,
        name=party.name,
        club=party.club.name,
        place=party.place,
        starts_at=party.local_start,
        night=night_after(party, shown),
        people={each.number: each for each in names.values()},
        whole_names={each.number: each.name for each in everybody.values()},
        rounds={
            names[line.person.id].number: tuple(_played(line, names, sitters))
            for line in now.lines
        },
    )
    if shown is not None and (seen.night.is_open or seen.night.stage == Stage.SEATED):
        seen = _with_seats(party, announced, seats, names, seen)
    if now.rounds and party.guest_standings != Party.GuestStandings.NONE:
        seen = _with_standings(party, now, names, seen)
    return seen


def names_shown(party: Party, everybody: Names) -> Names:
    """Return people with the names that the host lets everybody read."""
    is_short = party.guest_names == Party.GuestNames.SHORT
    return with_short_names(everybody) if is_short else everybody


def _seats(party: Party, upto: int) -> Seats:
    seats: Seats = {}
    rows = Place.objects.filter(round__party=party, round__number__lte=upto)
    fields = ("round__number", "entrant_id", "table__number", "seat")
    for number, entrant, table, seat in rows.order_by("entrant__rota").values_list(*fields):
        seats.setdefault(number, {})[entrant] = (table, seat) if table and seat else None
    return seats


def _played(line: StandingLine, names: Names, sitters: Sitters) -> Iterator[GuestRound]:
    for each in line.rounds:
        mate = sitters.get((each.round, each.table or 0, opposite(each.seat or SEATS[0])))
        yield GuestRound(each, str(names[mate]) if mate else "")


def _with_seats(
    party: Party, announced: Sequence[Round], seats: Seats, names: Names, seen: Guests
) -> Guests:
    """Return it with the seats of the round announced last, how people came there and go on."""
    shown, before = announced[-1], announced[-2] if len(announced) > 1 else None
    chairs = seats.get(shown.number, {}) if party.tracks_seats else {}
    moves = moves_of(party, before, shown, names) if before and chairs else ()
    ahead = next_moves(party, shown, names) if has_next_round(party, shown) and chairs else None
    credit = CHOICES["sit_out_credit"].answers[party.format.sit_out_credit]
    if party.format.sit_out_credit == "fixed":
        credit = counted(party.format.sit_out_points, "point")
    return replace(
        seen,
        chairs={names[pk].number: chair for pk, chair in chairs.items()},
        moves={move.sitting.person.number: move for move in moves},
        next_moves={names[pk].number: each for pk, each in ahead.texts.items()} if ahead else {},
        notes=ahead.notes(party.format) if ahead else (),
        sitting_out_counts=f"Sitting out counts {credit}.",
    )


def _with_standings(party: Party, now: StandingsNow, names: Names, seen: Guests) -> Guests:
    """Return it with everybody's total, and the lines that the host shows."""
    before = ranks_before(party, now)
    ranks = Counter(line.rank for line in now.lines)
    lines = [
        GuestLine(
            rank=line.rank,
            shared=ranks[line.rank] > 1,
            person=names[line.person.id],
            points=line.total,
            won=line.won,
            moved=before.get(line.person.id, line.rank) - line.rank,
        )
        for line in now.lines
        if line.rank is not None
    ]
    most = TOP if party.guest_standings == Party.GuestStandings.TOP else len(lines)
    return replace(
        seen,
        totals={line.person.number: line.total for line in now.lines},
        standings=GuestStandings(
            lines=tuple(line for line in lines if line.rank <= most),
            ranked=len(lines),
            rounds=now.rounds,
            by_wins=party.format.round_credit == "both",
            provisional=party.finished_at is None and (now.provisional or bool(now.slips)),
        ),
    )

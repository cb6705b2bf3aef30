"""Reads about chairs: who sits where by name, and in which order people sit out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import Count

from party.models import Entrant, Party, Place, Round
from party.progression import Draw, Move, Seating, SeatingError
from party.queries.evening.rounds import SEATS, people, places_of, seatings
from party.queries.people.wishes import wishes_of_draw
from party.values.people.person import Person, Sitting
from party.values.seats.draw import Changes, PersonMove
from party.values.seats.moves import by_rule, sentence

PERSON = ("id", "number", "name", "sort_name", "prize_group", "ranked", "state")


def sittings(party: Party, round_: Round) -> tuple[Sitting, ...]:
    """Return everybody of a round with table and seat, A–Z. Two queries."""
    everybody = people(party)
    found = [Sitting(everybody[pk], table, seat) for pk, table, seat in places_of(round_)]
    return tuple(sorted(found, key=by_name))


def by_name(sitting: Sitting) -> tuple[str, str, int]:
    person = sitting.person
    return (person.sort_name.casefold(), person.name.casefold(), person.number)


def by_table(seated: Iterable[Sitting]) -> dict[int, dict[str, Person]]:
    """Sort people by table and seat, table 1 and North first; those who sit out are left out."""
    placed = [(each.table, each.seat, each.person) for each in seated if each.table and each.seat]
    tables: dict[int, dict[str, Person]] = {}
    for table, seat, person in sorted(placed, key=lambda at: (at[0], SEATS.index(at[1]))):
        tables.setdefault(table, {})[seat] = person
    return tables


def rota(party: Party) -> tuple[Person, ...]:
    """Return the people here in the order in which they sit out. One query."""
    rows = Entrant.objects.filter(party=party).here().in_rota()
    return tuple(Person(*row) for row in rows.values_list(*PERSON))


def sat_out(party: Party) -> dict[int, int]:
    """Count, by entrant, the rounds that people have sat out so far. One query.

    Where a round has no tables, nobody knows who sits out.
    """
    known = Round.objects.filter(party=party, tables__isnull=False)
    rows = Place.objects.filter(round__in=known, table=None).order_by()
    return dict(rows.values_list("entrant_id").annotate(Count("pk")))


def here(party: Party) -> int:
    return Entrant.objects.filter(party=party).here().count()


def cards_printed(party: Party) -> int:
    """Count the numbers of a blind draw; house players hold none."""
    return Entrant.objects.filter(party=party, ranked=True).count()


def moves_of(party: Party, before: Round, after: Round) -> tuple[PersonMove, ...]:
    """Return everybody's move into round `after`, with its reason in words, A–Z.

    Read from what the seats were made of: a later correction changes no sentence.
    """
    seated_before, seated_after = seatings(party, since=before.number, upto=after.number)
    everybody = people(party)
    found = after.made_from.moves(seated_before, seated_after)
    told = (_told(move, everybody) for move in found)
    return tuple(sorted(told, key=lambda move: by_name(move.sitting)))


def _told(move: Move[int], everybody: dict[int, Person]) -> PersonMove:
    table, seat = move.new or (None, None)
    words = sentence(move, lambda entrant: str(everybody[entrant]))
    return PersonMove(Sitting(everybody[move.entrant], table, seat), words, by_rule(move))


def planned_seatings(party: Party) -> tuple[Seating[int], ...]:
    """Return the seats of every round, those to come as well; empty where results decide them.

    They come true as long as nobody comes or goes and nobody is seated by hand.
    """
    past = list(seatings(party))
    if not (past and party.tracks_seats and party.rounds_planned):
        return ()
    if party.format.movement.by_result:
        return ()
    draw = next_draw(party, past[-1])
    try:
        while len(past) < party.rounds_planned:
            past.append(draw.seat(past))
            draw = draw.with_nobody_new()
    except SeatingError:
        pass  # too few are left: the desk is told so when the round is seated
    return tuple(past)


def changes_since(party: Party, round_: Round) -> Changes:
    """Return who came and went since the seats of a round were made. Two queries."""
    everybody = people(party)
    rows = places_of(round_)
    seated = {entrant for entrant, _, _ in rows}
    here_now = [person for person in everybody.values() if person.state == "here"]
    return Changes(
        gone=tuple(
            everybody[pk] for pk in everybody if pk in seated and everybody[pk].state != "here"
        ),
        come=tuple(person for person in here_now if person.id not in seated),
        house=tuple(person for person in here_now if not person.ranked),
        here=len(here_now),
        tables=max((table or 0 for _, table, _ in rows), default=0),
    )


def next_draw(party: Party, seated: Seating[int]) -> Draw[int]:
    """Return what the round after these seats is made from, all but the results. Two queries."""
    rows = _rows_here(party)
    rota = tuple(row.pk for row in rows if row.rota is not None)
    return replace(_changes_draw(party, rows, seated), rota=rota, wishes=wishes_of_draw(party))


def untracked_draw(party: Party, seated: Seating[int]) -> Draw[int]:
    """Return the same for a round in which nobody knows who sits where. One query."""
    rows = _rows_here(party)
    order = tuple(row.pk for row in rows)
    return replace(_changes_draw(party, rows, seated), order=order, tracked=False)


def _rows_here(party: Party) -> list[Entrant]:
    return list(party.entrants.here().order_by("rota", "number"))


def _changes_draw(party: Party, rows: Sequence[Entrant], seated: Seating[int]) -> Draw[int]:
    """Compare who is here with who is seated; people who came are in the order of the rota."""
    here, there = {row.pk for row in rows}, set(seated.everybody())
    new = [row for row in rows if row.pk not in there]
    left = there - here
    stand_ins = ((row.stands_in_for_id, row.pk) for row in new)
    replacing = {old: pk for old, pk in stand_ins if old in left and seated.chair(old)}
    return Draw(
        movement=party.format.movement,
        partners=party.partners,
        leaving=tuple(sorted(left - replacing.keys())),
        arriving=tuple(row.pk for row in new if row.pk not in replacing.values()),
        replacing=replacing,
    )

"""Reads about chairs: who sits where by name, and in which order people sit out."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count

from party.models import Entrant, Party, Place, Round
from party.progression import Move, Seating, SeatingError, moves, next_seating
from party.queries.evening.rounds import SEATS, people, places_of, seatings
from party.queries.people.wishes import asked
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
    found = moves(
        seated_before,
        seated_after,
        ahead={int(number): pair for number, pair in after.draw["ahead"].items()},
        movement=party.format.movement,
        due=after.draw.get("due", ()),
        cuts=frozenset(after.draw["cuts"]),
        replacing=dict(after.draw["replacing"]),
    )
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
    changes, wishes = came_and_went(party, past[-1]), asked(party)
    rota = tuple(party.entrants.here().in_rota().values_list("pk", flat=True))
    try:
        while len(past) < party.rounds_planned:
            after = next_seating(
                past[-1],
                ahead={},
                movement=party.format.movement,
                partners=party.partners,
                past=tuple(past),
                rota=rota,
                leaving=tuple(changes["leaving"]),
                arriving=tuple(changes["arriving"]),
                replacing=dict(changes["replacing"]),
                wishes=wishes,
            )
            past.append(after)
            changes = {"leaving": [], "arriving": [], "replacing": []}
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


def came_and_went(party: Party, seating: Seating[int]) -> dict[str, list[Any]]:
    """Compare the seats of the last round with who is here now."""
    seated = set(seating.everybody())
    rows = party.entrants.here().order_by("rota", "number")
    here = {row.pk: row.stands_in_for_id for row in rows}
    left = {pk for pk in seated if pk not in here}
    stand_ins = [
        [leaver, pk]
        for pk, leaver in here.items()
        if pk not in seated and leaver in left and seating.chair(leaver)
    ]
    replaced = {leaver for leaver, _ in stand_ins}
    standing_in = {pk for _, pk in stand_ins}
    return {
        "leaving": sorted(left - replaced),
        "arriving": [pk for pk in here if pk not in seated and pk not in standing_in],
        "replacing": stand_ins,
    }

from party.models import Entrant, Party, Place, Round
from party.progression import SeatingError, due_next, sit_outs
from party.queries.evening.rounds import people, seatings
from party.queries.people.wishes import wish_lines
from party.values.people.person import Person
from party.values.people.wishes import ConflictingSitOut


def rota(party: Party) -> tuple[Person, ...]:
    """Return the people here in the order in which they sit out."""
    everybody = people(party)
    ids = Entrant.objects.filter(party=party).here().in_rota().values_list("pk", flat=True)
    return tuple(everybody[pk] for pk in ids)


def sit_out_counts(party: Party) -> dict[int, int]:
    return {entrant: len(numbers) for entrant, numbers in rounds_sat_out(party).items()}


def rounds_sat_out(party: Party) -> dict[int, list[int]]:
    """Leave out rounds without tables, whose bench is not known."""
    tracked_rounds = Round.objects.filter(party=party, tables__isnull=False)
    rows = Place.objects.filter(round__in=tracked_rounds, table=None).order_by("round__number")
    rounds: dict[int, list[int]] = {}
    for entrant, number in rows.values_list("entrant_id", "round__number"):
        rounds.setdefault(entrant, []).append(number)
    return rounds


def turns_to_come(party: Party) -> tuple[tuple[Person, ...], int]:
    """Return the people here in the order of their next turns, and how many sit out next."""
    in_rota = {person.id: person for person in rota(party)}
    here = [person.id for person in people(party).values() if person.state == "here"]
    counts = sit_outs(seatings(party), tuple(in_rota), here)
    order = tuple(in_rota[pk] for pk in sorted(counts, key=counts.__getitem__))
    return order, len(here) % 4


def turns_against_wishes(party: Party) -> tuple[ConflictingSitOut, ...]:
    if not party.tracks_seats:
        return ()
    wishes: dict[int, list[str]] = {}
    for wish in [line for line in wish_lines(party) if line.needs_chairs]:
        for entrant in wish.ids:
            wishes.setdefault(entrant, []).append(str(wish))
    past = seatings(party) if wishes else ()
    if not past:
        return ()
    everybody = people(party)
    in_rota = tuple(person.id for person in rota(party))
    people_here = [person.id for person in everybody.values() if person.state == "here"]
    try:
        due = due_next(past, in_rota, people_here)
    except SeatingError:
        return ()  # not enough people can sit out: the verb that seats the round refuses
    counts = sit_outs(past, in_rota, people_here)
    free = [pk for pk in counts if pk not in due and pk not in wishes]
    return tuple(
        ConflictingSitOut(
            everybody[pk], tuple(wishes[pk]), _substitute_for(everybody, free, counts, pk)
        )
        for pk in due
        if pk in wishes
    )


def _substitute_for(
    everybody: dict[int, Person], free: list[int], counts: dict[int, int], due_person: int
) -> Person | None:
    """Return the next person with as many sit-outs as `due_person`: the two may swap turns."""
    return next((everybody[pk] for pk in free if counts[pk] == counts[due_person]), None)

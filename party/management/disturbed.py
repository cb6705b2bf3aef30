"""A disturbed evening: all that goes wrong in a hall, played through the services.

People come late, go home and come back; tables tie, end short or hand in totals; results are typed
wrong and found two rounds later. The same seed tells the same evening. After every step
`invariants` must hold; the first that does not ends the evening with Broken.
"""

from collections.abc import Iterator
from datetime import datetime
from random import Random

from party.engine import PRESETS
from party.management.disturbances import State, arrive, find_wrong_results, leave, somebody
from party.management.disturbed_hands import points_of
from party.management.disturbed_play import play_tables
from party.management.evenings import A_ROUND, recognised, sample_people
from party.management.night import Broken, Night
from party.management.rehearsal import Wish, plan_of, standing_lines
from party.models import Club, Entry, Party, Place, User
from party.models.scores import TOTAL
from party.queries.tables import table_scores
from party.services.arrivals import set_here
from party.services.parties import create_party
from party.services.players import add_entrants
from party.services.rooms import close_table, open_table
from party.services.rota import swap_in_rota
from party.services.rounds import (
    check_round,
    close_round,
    draw_seats,
    finish,
    needs_who_was_ahead,
    reopen_party,
    reopen_round,
    reseat_round,
    ring_bell,
    seat_next_round,
    start_round,
    undo_draw,
)
from party.services.swaps import swap_seats, undo_swap
from party.services.tables import decide_cut
from party.values.people import Person, Sitting
from party.values.spots import Spot
from party.values.swaps import place_words

LATE = 4


def disturbed(club: Club, wish: Wish, *, by: User | None, at: datetime) -> Iterator[str]:
    """Play the evening and yield its lines. Raises Broken at the first thing that is wrong."""
    # By the time of the steps, the evening is over when the command is called.
    night = begin(club, wish, by=by, at=at - 2 * wish.rounds * A_ROUND)
    yield f"{PRESETS[wish.rules].name}, disturbed: {wish.people} people, seed {wish.seed}"
    while not night.closed or more_to_play(night):
        for step in (seat, before_the_start, play, close):
            step(night)
            yield from night.told
            night.told.clear()
    end(night)
    yield from night.told
    yield from ["", "Standings", *standing_lines(night.party)]


def begin(club: Club, wish: Wish, *, by: User | None, at: datetime) -> Night:
    """Make the party; a few of its people are not here yet."""
    party = create_party(club.pk, plan_of(wish, at), by=by, at=at, seed=wish.seed)
    night = Night(party, Random(wish.seed), by, at)
    people = recognised(club, sample_people(wish.people + LATE))
    rows = night.do(add_entrants, party.pk, people, here=True)
    late = night.dice.sample(rows, LATE)
    night.do(set_here, party.pk, [row.pk for row in late], here=False)
    return night


def more_to_play(night: Night) -> bool:
    party = Party.objects.get(pk=night.party.pk)
    return night.round.number < (party.rounds_planned or 0)


def seat(night: Night) -> None:
    """Make the seats; a draw taken back first must leave no trace."""
    party = night.party.pk
    make = seat_next_round if night.closed else draw_seats
    night.told += ["", f"Round {len({number for number, _ in night.closed}) + 1}"]
    if night.chance(0.4):
        night.undone(make, undo_draw)
    night.do(make, party)
    night.seated()


def before_the_start(night: Night) -> None:
    """Somebody comes or goes, two people swap, a table opens or closes; then the round starts."""
    party, number = night.party.pk, night.round.number
    if night.chance(0.3):
        night.dice.choice((arrive, leave))(night)
        night.do(reseat_round, party)
        night.seated()
    if night.chance(0.2):
        open_or_close(night)
    if night.chance(0.3):
        swap_two(night)
    if night.chance(0.2):
        swap_turns(night)
    night.do(start_round, party)
    if number > 1 and night.chance(0.1):
        night.do(reseat_round, party)
        night.seated()


def open_or_close(night: Night) -> None:
    party, number = night.party.pk, night.round.number
    if wanted := -night.party.entrants.here().count() % 4:
        names = [f"House {each}" for each in range(1, wanted + 1)]
        night.do(open_table, party, number, names)
    elif somebody(night, State.HERE, ranked=False):
        night.do(close_table, party, number)
    else:
        return
    night.seated()


def swap_two(night: Night) -> None:
    """Let two seated people change chairs; sometimes it is taken back."""
    party, round_ = night.party.pk, night.round
    places = list(
        round_.places.exclude(table=None).select_related("entrant", "table").order_by("entrant_id")
    )
    one, other = night.dice.sample(places, 2)
    seen = f"{where(one)}; {where(other)}"
    ids = (round_.number, one.entrant_id, other.entrant_id)
    night.refused(swap_seats, party, *ids, seen="elsewhere")
    night.do(swap_seats, party, *ids, seen=seen)
    if night.chance(0.5):
        night.do(undo_swap, party, round_.number)


def where(place: Place) -> str:
    person = Person(place.entrant_id, 0, "")
    return place_words(Sitting(person, place.table.number if place.table else None, place.seat))


def swap_turns(night: Night) -> None:
    people = list(night.party.entrants.here().in_rota().values_list("pk", flat=True))
    night.do(swap_in_rota, night.party.pk, *night.dice.sample(people, 2))


def play(night: Night) -> None:
    play_tables(night)
    if night.chance(0.5) or night.party.format.hands_counted == "at_head":
        night.do(ring_bell, night.party.pk)
    night.do(check_round, night.party.pk)


def close(night: Night) -> None:
    """Settle the ties and close; a round opened once more closes as it was."""
    settle_ties(night)
    night.do(close_round, night.party.pk, night.round.number)
    night.counted()
    if night.chance(0.15):
        night.do(reopen_round, night.party.pk, late=True)
        night.do(close_round, night.party.pk, night.round.number)
        night.counted()


def settle_ties(night: Night) -> None:
    """Let every tied table cut; until then the round cannot be closed."""
    number = night.round.number
    if not needs_who_was_ahead(night.round.party, number):
        return
    tied = [each.number for each in table_scores(night.party, number).values() if each.tied]
    if tied:
        night.refused(close_round, night.party.pk, number)
    for table in tied:
        pair = night.dice.choice(("NS", "EW"))
        night.do(decide_cut, Spot(night.party.pk, number, table), pair)


def end(night: Night) -> None:
    """Finish; what was never found is found now, and the party opened once more for it."""
    party = night.party.pk
    night.told += ["", "The end"]
    night.do(finish, party)
    night.refused(reopen_round, party)
    night.do(reopen_party, party)
    find_wrong_results(night, all_of_them=True)
    night.counted()
    night.do(finish, party)
    compare_with_the_truth(night)


def compare_with_the_truth(night: Night) -> None:
    """Check that what is stored in the end is what the tables really played."""
    for spot, lines in night.truth.items():
        rows = Entry.objects.in_force().exclude(hand=None)
        rows = rows.filter(
            table__round__party=spot.party,
            table__round__number=spot.round,
            table__number=spot.table,
        )
        stored = {row.hand: (row.ns, row.ew) for row in rows}
        wanted = {n: points_of(night.rules, [line]) for n, line in enumerate(lines, start=1)}
        if stored not in (wanted, {TOTAL: points_of(night.rules, lines)}):
            raise Broken(f"Round {spot.round}, table {spot.table}: {stored} is not {lines}.")

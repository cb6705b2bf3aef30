from party.services.hall import clock, screen
from party.values.hall.shared_screens import NUMBERS_NEEDED
from tests.acts.evenings import act
from tests.evening import BY_PROGRAM, drawn_party, party_with, started_party


@act("announced")
def announced():
    party = drawn_party(8)
    screen.announce_seats(party.pk, **BY_PROGRAM)
    return party


@act("hall screen")
def hall_screen():
    party = party_with(8, hall_mode="clock", hall_message="Welcome")
    screen.set_hall_screen(party.pk, "say", "Coffee is ready", **BY_PROGRAM)
    return party


@act("hall screen")
def hall_screen_seats():
    party = party_with(8)
    screen.set_hall_screen(party.pk, "seats", "", **BY_PROGRAM)
    return party


@act("hall screen")
def hall_screens():
    party = party_with(8)
    screen.set_hall_screen(party.pk, "seats", "", NUMBERS_NEEDED, **BY_PROGRAM)
    return party


def ticking():
    return started_party(8, clock_minutes=20)


@act("clock paused")
def clock_paused():
    party = ticking()
    clock.pause_clock(party.pk, **BY_PROGRAM)
    return party


@act("clock goes on")
def clock_goes_on():
    party = clock_paused()
    clock.resume_clock(party.pk, **BY_PROGRAM)
    return party


@act("clock changed")
def clock_changed():
    party = ticking()
    clock.add_minutes(party.pk, 2, **BY_PROGRAM)
    return party

from party.services.hall import prize_giving
from party.services.hall.guests import set_guest_access
from tests.acts.evenings import act
from tests.acts.rounds import party_finished
from tests.evening import BY_PROGRAM, party_with


@act("guests changed")
def guests_changed():
    party = party_with(4, guests=True, guest_names="full", guest_standings="top")
    set_guest_access(party.pk, is_open=False, names="short", standings="all", **BY_PROGRAM)
    return party


@act("winners shown")
def winners_shown():
    party = party_finished()
    prize_giving.show_step(party.pk, "place 1", **BY_PROGRAM)
    return party


@act("winners shown")
def whole_list_shown():
    party = winners_shown()
    prize_giving.show_step(party.pk, "all", **BY_PROGRAM)
    return party


@act("winners shown")
def winners_hidden():
    party = winners_shown()
    prize_giving.show_step(party.pk, "", **BY_PROGRAM)
    return party

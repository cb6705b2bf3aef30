"""Verbs of the guests' pages."""

from party.services.hall.guests import show_guests
from tests.acts.evenings import ME, act
from tests.evening import party_with


@act("guests changed")
def guests_changed():
    party = party_with(4, guests=True, guest_names="full", guest_standings="top")
    show_guests(party.pk, on=False, names="short", standings="all", **ME)
    return party

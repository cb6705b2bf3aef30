"""What a table's phone does that no desk does."""

from uuid import uuid4

from party.engine import read_entry
from party.models import Entry
from party.services.phones import hands
from tests.acts.evenings import ME, act
from tests.acts.rounds import closed
from tests.evening import HANDS, enter, party_with, spot, start


@act("kept late")
def kept_late():
    party = closed()
    late = read_entry(party.rules, "9dw0")
    hands.record_hand(spot(party, 1, 1), late, hand=4, submission=uuid4(), **ME)
    return party


@act("agreed")
def agreed():
    party = party_with(8)
    start(party)
    enter(party, HANDS)
    seen = list(Entry.objects.values_list("pk", flat=True))
    hands.agree(spot(party), seen=seen, yes=True, **ME)
    return party


@act("host called")
def host_called():
    party = party_with(8)
    start(party)
    hands.call_host(spot(party), called=True, **ME)
    return party

from uuid import uuid4

from party.engine import read_entry
from party.models import Entry, TablePhone
from party.services.phones import addresses, hands
from tests.acts.evenings import act, party_with_hands
from tests.acts.rounds import closed
from tests.evening import AT, BY_PROGRAM, HANDS, enter, spot, started_party
from tests.guard import setting_up


@act("kept late")
def kept_late():
    party = closed()
    late = read_entry(party.rules, "9dw0")
    hands.record_hand(spot(party, 1, 1), late, hand=4, submission=uuid4(), **BY_PROGRAM)
    return party


@act("agreed")
def agreed():
    party = started_party(8)
    enter(party, HANDS)
    seen = list(Entry.objects.values_list("pk", flat=True))
    hands.record_agreement(spot(party), shown_entries=seen, is_agreed=True, **BY_PROGRAM)
    return party


@act("host called")
def host_called():
    party = started_party(8)
    hands.call_host(spot(party), is_called=True, **BY_PROGRAM)
    return party


@act("phones changed")
def phones_switched():
    party = party_with_hands()
    addresses.switch_phones(party.pk, "http://192.168.1.20:8000", is_on=True, **BY_PROGRAM)
    return party


@act("phone addresses")
def addresses_renewed():
    party = party_with_hands()
    addresses.renew_addresses(party.pk, 1, **BY_PROGRAM)
    return party


@act("call answered")
def call_answered():
    party = party_with_hands()
    with setting_up():
        TablePhone.objects.create(party=party, number=1, called_at=AT)
    addresses.answer_call(party.pk, 1, **BY_PROGRAM)
    return party

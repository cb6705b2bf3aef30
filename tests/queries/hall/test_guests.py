import pytest

from party.queries.hall.guests import guest_evening, party_of_guests
from tests.evening import set_format, set_party, start
from tests.guests import NAMES, named_party

pytestmark = pytest.mark.django_db
FAMILY_NAMES = [name.split()[-1] for name in NAMES if " " in name]


@pytest.mark.parametrize("names", ["short", "full"])
def test_a_next_move_names_a_partner_as_the_host_allows(names):
    party = set_format(named_party(9, names=names), split="never")
    start(party)
    moves = guest_evening(party_of_guests(party.code)).next_moves.values()
    text = " ".join(outcome.text for move in moves for outcome in move.outcomes)
    assert "Your partner is " in text
    assert any(name in text for name in FAMILY_NAMES) == (names == "full")
    set_party(party, rounds_planned=1, shared_revision=999)
    assert not guest_evening(party_of_guests(party.code)).next_moves

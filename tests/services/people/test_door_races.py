from collections import Counter

import pytest

from party.models import Entrant, LogLine
from tests.evening import add_people, party_with
from tests.services.scores.test_races import race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def alma():
    party = party_with(players=0, fee=1000)
    add_people(party, 1, state=Entrant.State.EXPECTED)
    return party.entrants.get()


def test_four_desks_that_check_in_one_person_at_once_store_one_payment(alma):
    outcomes = race(*[("check_in", alma.party_id, alma.pk, 1000)] * 4)
    assert outcomes == [("ok", 1000)] * 4
    alma.refresh_from_db()
    assert (alma.state, alma.paid) == (Entrant.State.HERE, 1000)
    assert LogLine.objects.count() == 1


def test_only_one_of_four_different_payments_for_one_person_is_stored(alma):
    outcomes = race(*[("check_in", alma.party_id, alma.pk, cents) for cents in (1, 2, 3, 4)])
    kinds = Counter(kind for kind, _ in outcomes)
    assert kinds == {"ok": 1, "refused": 3}
    alma.refresh_from_db()
    assert ("ok", alma.paid) in outcomes

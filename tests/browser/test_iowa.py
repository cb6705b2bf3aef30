"""A round in north-west Iowa: the head table rings, the others say which hand was their last."""

import pytest
from django.urls import reverse

from party.models import Table
from tests.browser.organiser import Organiser
from tests.evening import draw, party_with

pytestmark = pytest.mark.django_db(transaction=True)


def test_head_rings_and_the_others_finish(page, sign_in):
    party = party_with(12, preset="iowa")
    sign_in(party.club.memberships.get().user)
    draw(party)
    ruth = Organiser(page)
    ruth.party = reverse("party_hub", args=[party.pk])

    ruth.open("live/")
    ruth.start_round(1)
    ruth.go_to_desk()
    ruth.type_hands("8hn9 6se6 7cs7 9dw9")  # the head table: exactly four
    assert ruth.heading == "Round 1, table 2"
    ruth.open("live/")
    ruth.press("Ring the bell")
    assert "The bell has rung" in ruth.told
    ruth.go_to_desk()
    ruth.type_hands("8hn9 7se6 8ns8 .")
    assert ruth.heading == "Round 1, table 3"
    ruth.type_hands("8hn9 7ce7 6ds6 7hw7 9cn8 .")
    assert ruth.heading == "Round 1: everything is in"
    assert list(Table.objects.order_by("number").values_list("hands", flat=True)) == [None, 3, 5]

    ruth.close_round()
    ruth.press("Seat round 2")
    assert "Winners at tables 2 to 3: stand, go up one table" in page.inner_text(".aloud")

import pytest
from django.urls import reverse

from party.services.prizes import awards
from party.values.prizes.prizes import PrizeKind
from tests.awards import ALL_LOST, add, party_of, settle
from tests.evening import BY_PROGRAM, seat_next
from tests.reading import printed_pdf, printed_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    """Return a party after one round: numbers 2, 4, 6 and 8 have 590 points."""
    return party_of()


def url_of(party, name, *args):
    return reverse(name, args=[party.pk, *args])


def get(client, party):
    return client.get(url_of(party, "prizes")).content.decode()


@pytest.mark.parametrize("kit", ["prizes", "certificates"])
def test_the_prize_sheet_and_the_certificates_can_be_printed(client, party, kit):
    row = add(party)
    assert "Print the certificates" not in get(client, party)
    awards.give_prize(party.pk, row.pk, party.entrants.get(number=2).pk, why="a cut", **BY_PROGRAM)
    assert "Print the certificates" in get(client, party)
    text = printed_text(client, party, kit)
    assert "Bert" in text
    assert "Not confirmed yet" in text


def test_certificates_of_prizes_by_score_wait_for_the_end_of_a_round(client, ruth):
    party = party_of(hands=("8hn9 7ce7 7sn6 9dw9", ALL_LOST))
    add(party)
    assert "Print the certificates" not in get(client, party)  # partners are tied
    add(party, PrizeKind.BEST_ROUND)
    assert "Print the certificates" in get(client, party)
    assert printed_pdf(client, party, "certificates")
    seat_next(party)
    assert "Print the certificates" not in get(client, party)
    assert client.get(url_of(party, "print_pdf", "certificates")).status_code == 409
    given, alma = add(party, PrizeKind.DOOR), party.entrants.get(number=1)
    awards.give_prize(party.pk, given.pk, alma.pk, why="a hat", **BY_PROGRAM)
    assert len(printed_pdf(client, party, "certificates").pages) == 1


def test_the_list_of_prizes_can_be_downloaded(client, party):
    row = add(party, money=1001)
    add(party, PrizeKind.DOOR)
    settle(party, row, "split")
    answer = client.get(url_of(party, "prizes_file", "csv"))
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Prize,To win,Winner,Score,Money,How"
    assert lines[1].startswith("High,$10.01,Bert,590 points,2.51,")
    assert lines[5].startswith("Door prize,,,,,Drawn from")
    assert client.get(url_of(party, "prizes_file", "xlsx")).content.startswith(b"PK")

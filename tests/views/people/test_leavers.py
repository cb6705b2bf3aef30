import pytest
from django.urls import reverse

from party.models import LogLine
from party.queries.evening.rounds import live, seatings
from tests.evening import draw, party_with, play_round, start
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(20)


def address(party):
    return reverse("leavers", args=[party.pk])


def send(client, party, *names):
    return text_of(client.post(address(party), {"names": "\n".join(names)}, follow=True))


def test_tables_close_after_eight_people_leave_before_the_round(client, party):
    draw(party)
    page_text = send(
        client, party, "Alma", "bert", "", "3", "Dev", "Ed", "Fay", "Gus", "Hilde", "Alma"
    )
    assert "Alma, Bert, Carol, Dev, Ed, Fay, Gus, Hilde: gone home." in page_text
    assert "12 people are here: 3 tables, and nobody sits out. Tables 4 and 5 close." in page_text
    client.post(reverse("reseat_round", args=[party.pk, 1]))
    assert len(live(party).tables) == 3
    words = LogLine.objects.get(verb="went home").words
    assert words == "Alma, Bert, Carol, Dev, Ed, Fay, Gus, Hilde go home in round 1"


def test_people_who_leave_during_a_round_keep_its_points(client, party):
    start(party)
    assert "They keep the points of round 1" in text_of(client.get(address(party)))
    page_text = send(client, party, "Alma")
    assert "Alma: gone home." in page_text
    assert len(seatings(party)[0].everybody()) == 20
    play_round(party)
    assert "After this round" in text_of(client.get(address(party)))
    assert address(party) in text_of(client.get(reverse("moves", args=[party.pk, 1])))


def test_wrong_lines_are_reported_and_nobody_is_marked_as_gone(client, party):
    draw(party)
    page_text = send(client, party, "Alma", "Zoë", "Guest")
    assert "Nobody on tonight’s list is called Zoë." in page_text
    assert "More than one person fits: 9 Guest 9, 10 Guest 10" in page_text
    assert "Alma Zoë Guest</textarea>" in page_text
    assert party.entrants.filter(state="left").count() == 0


def test_empty_field_is_refused(client, party):
    draw(party)
    assert "Type who goes home" in send(client, party, " ")


def test_before_the_draw_the_page_says_to_untick_people_instead(client, party):
    assert "untick the people who are leaving" in text_of(client.get(address(party)))
    assert "before the draw. Tick the people who are here." in send(client, party, "Alma")

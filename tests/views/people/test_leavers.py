"""Several people go home at once."""

import pytest
from django.urls import reverse

from party.models import LogLine
from party.queries.evening.rounds import live, seatings
from party.services.people import arrivals
from party.values.accounts import PROGRAM
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from tests.evening import AT, close, draw, party_with, play, start
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(20)


def address(party):
    return reverse("leavers", args=[party.pk])


def send(client, party, *names):
    return text_of(client.post(address(party), {"names": "\n".join(names)}, follow=True))


def test_two_tables_close(client, party):
    draw(party)
    said = send(client, party, "Alma", "bert", "", "3", "Dev", "Ed", "Fay", "Gus", "Hilde", "Alma")
    assert "Alma, Bert, Carol, Dev, Ed, Fay, Gus, Hilde: gone home." in said
    assert "12 people are here: 3 tables, and nobody sits out. Tables 4 and 5 close." in said
    client.post(reverse("reseat_round", args=[party.pk, 1]))
    assert len(live(party).tables) == 3
    words = LogLine.objects.get(verb="went home").words
    assert words == "Alma, Bert, Carol, Dev, Ed, Fay, Gus, Hilde go home in round 1"


def test_in_the_middle_of_a_round_they_finish_it(client, party):
    start(party)
    assert "They have the points of round 1" in text_of(client.get(address(party)))
    said = send(client, party, "Alma")
    assert "Alma: gone home." in said
    assert len(seatings(party)[0].everybody()) == 20
    play(party)
    close(party)
    assert "At the next move" in text_of(client.get(address(party)))
    assert address(party) in text_of(client.get(reverse("moves", args=[party.pk, 1])))


def test_every_line_that_cannot_be_read_is_told_and_nobody_goes(client, party):
    draw(party)
    said = send(client, party, "Alma", "Zoë", "Guest")
    assert "Nobody on tonight’s list is called Zoë." in said
    assert "More than one person fits: 9 Guest 9, 10 Guest 10" in said
    assert "Alma Zoë Guest</textarea>" in said
    assert party.entrants.filter(state="left").count() == 0


def test_nothing_typed(client, party):
    draw(party)
    assert "Type who goes home" in send(client, party, " ")


def test_before_the_draw_ticks_are_taken(client, party):
    assert "take the ticks away" in text_of(client.get(address(party)))
    assert "before the draw. Tick the people who are here." in send(client, party, "Alma")


def test_one_who_is_not_here_keeps_everybody(party):
    draw(party)
    alma, bert, *_ = party.entrants.order_by("number")
    arrivals.go_home(party.pk, bert.pk, actor=PROGRAM, at=AT)
    with pytest.raises(Refused, match="Bert is not here"):
        arrivals.go_home_together(party.pk, [alma.pk, bert.pk], actor=PROGRAM, at=AT)
    alma.refresh_from_db()
    assert alma.state == "here"


def test_a_stand_in_who_goes_gives_the_chair_up(party):
    start(party)
    alma = party.entrants.get(name="Alma")
    zoe = arrivals.stand_in(party.pk, alma.pk, Newcomer("Zoë"), actor=PROGRAM, at=AT)
    arrivals.go_home_together(party.pk, [zoe.pk], actor=PROGRAM, at=AT)
    words = "Zoë (who does not take the chair of Alma) goes home in round 1"
    assert LogLine.objects.filter(verb="went home").first().words == words

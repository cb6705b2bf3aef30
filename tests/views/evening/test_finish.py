import pytest
from django.urls import reverse

from party.models import Entrant, Party
from party.queries.evening.rounds import latest_round
from party.services.evening import rounds
from party.services.scores import tables
from tests.desk import party_in_play, text_of
from tests.evening import (
    BY_PROGRAM,
    add_people,
    close,
    enter,
    play_round,
    seat_next,
    set_people,
    spot,
    start,
    start_next_round,
)
from tests.guard import setting_up
from tests.pages import page_text, press
from tests.services.scores.test_final_cards import save_card

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return party_in_play(client, 8)


def is_finished(party):
    return Party.objects.get(pk=party.pk).finished_at is not None


def test_an_empty_round_is_deleted(client, party):
    play_round(party)
    seat_next(party)
    assert "is seated but not played. Its seats are dropped" in page_text(client, party, "finish")
    start(party)
    assert "has begun but nothing is in. Its seats are dropped" in page_text(
        client, party, "finish"
    )
    press(client, party, "finish")
    assert latest_round(party).number == 1
    assert is_finished(party)


def test_a_finish_during_a_round_needs_a_choice_between_explained_answers(client, party):
    play_round(party)
    start_next_round(party)
    enter(party, "8hn9")
    text = page_text(client, party, "finish")
    assert "Round 2 is still on. What should happen to it?" in text
    assert "table 1 ends after 1 hand, table 2 counts as not played." in text
    assert "It does not count. Its hands are kept" in text
    response = press(client, party, "finish")
    assert "Say what should happen to round 2." in text_of(response)
    assert "<title>Error: " in text_of(response)
    assert not is_finished(party)
    press(client, party, "finish", still_open="left")
    assert is_finished(party)
    assert "1 round counted, finished at" in page_text(client, party, "finish")
    press(client, party, "reopen_party")
    assert not is_finished(party)


def test_the_only_choice_for_an_open_first_round_is_to_count_it(client, party):
    enter(party, "8hn9")
    text = page_text(client, party, "finish")
    assert "It counts as it stands" in text
    assert "It does not count" not in text
    press(client, party, "finish", still_open="counts")
    assert is_finished(party)


def test_if_a_hand_is_saved_meanwhile_the_finish_asks_about_the_round(client, party, monkeypatch):
    real_finish, calls = rounds.finish, []

    def finish_after_a_hand(*args, **kwargs):
        if not calls:
            enter(party, "8hn9")
        calls.append(1)
        return real_finish(*args, **kwargs)

    monkeypatch.setattr(rounds, "finish", finish_after_a_hand)
    text = text_of(press(client, party, "finish"))
    assert "Round 1 is under way. Say whether it counts." in text
    assert "Round 1 is still on. What should happen to it?" in text


def test_numbers_without_a_name_are_listed(client, party):
    play_round(party)
    add_people(party, 1, state=Entrant.State.HERE)
    set_people(party, 9, name="")
    assert "1 number has no name yet: No. 9." in page_text(client, party, "finish")
    with setting_up():
        party.entrants.filter(number=9).update(state=Entrant.State.EXPECTED)  # a card in the box
    assert "no name yet" not in page_text(client, party, "finish")


def test_missing_final_cards_are_listed(client):
    party = party_in_play(client, 4, capture="cards")
    tables.report_ahead(spot(party), "NS", shown_pair="", **BY_PROGRAM)
    close(party)
    text = page_text(client, party, "finish")
    assert "4 cards are still missing: Alma, Bert, Carol and Dev." in text
    assert reverse("tallies", args=[party.pk]) in text
    for entrant in party.entrants.all():
        save_card(party, entrant.number, total=100)
    assert "still missing" not in page_text(client, party, "finish")

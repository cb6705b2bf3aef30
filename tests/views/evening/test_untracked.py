import pytest
from django.urls import reverse

from party.views.papers.catalogue import BY_SLUG
from tests.evening import close, helper_of, seat_next, start, started_party
from tests.pages import get_page, page_text, press
from tests.reading import text_of
from tests.services.scores.test_final_cards import save_card
from tests.views.papers.cast import paper_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return started_party(9, by=ruth, capture="untracked", rounds_planned=2)


def seat_second_round(party):
    close(party)
    seat_next(party)


def test_a_round_takes_three_presses(client, party):
    assert "Ring the bell" in page_text(client, party, "live")
    press(client, party, "ring_bell", 1)
    live = page_text(client, party, "live")
    assert "Close round 1" in live
    assert "Seats are not tracked after this round" in live
    moves = text_of(press(client, party, "close_round", 1))
    assert "On to round 2" in moves
    assert "Seats are not tracked: nobody’s move is shown." in moves
    assert "Everybody by name" not in moves
    assert "go to the next higher number. From table 2 go to table 1" in moves
    press(client, party, "start_round", 2)
    live = page_text(client, party, "live")
    assert "Ring the bell" in live
    assert "Sitting out" not in live
    press(client, party, "ring_bell", 2)
    response = press(client, party, "close_round", 2)
    assert response.redirect_chain[-1][0] == reverse("tallies", args=[party.pk])
    assert "Type the final cards" in page_text(client, party, "live")
    entrant = party.entrants.first().pk
    assert "an x says that Alma sat out that round" in page_text(client, party, "tally", entrant)
    for number in range(1, 10):
        save_card(party, number, 100, 200)
    assert "Finish the party" in page_text(client, party, "live")
    parties = page_text(client, party, "standings")
    assert "Rounds won" not in parties


def test_the_moves_page_leads_to_the_next_round(client, party):
    close(party)
    assert "Go on to round 2" in page_text(client, party, "moves", 1)
    assert "Go on to the next round" in page_text(client, party, "live")
    client.force_login(helper_of(party))
    assert "will be up in a moment" in page_text(client, party, "moves", 1)


def test_the_moves_page_offers_to_reopen_the_round(client, party):
    seat_second_round(party)
    moves = page_text(client, party, "moves", 1)
    assert "Open round 1 again." in moves
    assert "swap two people by hand" not in moves


def test_the_desk_has_nothing_to_enter(client, party):
    response = get_page(client, party, "entry", 1)
    assert response.redirect_chain[-1][0] == reverse("tallies", args=[party.pk])
    assert "There is nothing to enter" in text_of(response)
    seat_second_round(party)
    start(party)
    assert "There is nothing to enter" in page_text(client, party, "entry", 2)
    assert "no table 3" not in page_text(client, party, "entry", 2, table=3)
    assert "Seats are not tracked in this round" in page_text(client, party, "round", 2)
    response = get_page(client, party, "close_round", 2)
    assert response.redirect_chain[-1][0] == reverse("live", args=[party.pk])


@pytest.mark.parametrize("name", ["swap_seats", "room"])
def test_unknown_seats_cannot_be_changed_by_hand(client, party, name):
    seat_second_round(party)
    assert "Seats are not tracked in round 2." in page_text(client, party, name, 2)


def test_unknown_seats_have_no_file(client, party):
    seat_second_round(party)
    for number, status in ((1, 200), (2, 404)):
        address = reverse("seats_file", args=[party.pk, number, "csv"])
        assert client.get(address).status_code == status


def test_the_page_of_a_player_shows_the_round_instead_of_a_seat(client, party):
    seat_second_round(party)
    entrant = party.rounds.get(number=1).places.exclude(table=None).first().entrant
    shown = page_text(client, party, "player", entrant.pk)
    assert "Plays round 2" in shown
    assert "takes the chair" not in shown


def test_papers_that_need_seats_say_why_they_cannot_be_printed(client, party):
    seat_second_round(party)
    shown = page_text(client, party, "prints")
    assert "Seats are not tracked." in shown
    unready = {slug for slug in BY_SLUG if not paper_of(party, slug).is_ready}
    assert unready == PAPERS_THAT_NEED_SEATS
    answer = client.get(reverse("print_pdf", args=[party.pk, "seats"]))
    assert answer.status_code == 409
    assert "Seats are not tracked." in text_of(answer)


PAPERS_THAT_NEED_SEATS = {
    "seats",
    "slips",
    "tables",
    "script",
    "next-moves",
    "guides",
    "prizes",
    "certificates",
}


def test_the_page_of_pictures_names_the_missing_data(client, party):
    seat_second_round(party)
    start(party)
    close(party)
    shown = page_text(client, party, "pictures")
    assert "Head Table cannot tell partners or moves" in shown
    assert "Who moved where" not in shown

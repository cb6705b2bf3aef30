import pytest
from django.urls import reverse

from party.models import Round
from party.queries.evening.rounds import latest_round, live, seatings
from party.services.people.arrivals import go_home
from party.services.people.wishes import add_wish
from party.views.papers.script import script_of
from tests.evening import (
    BY_PROGRAM,
    drawn_party,
    enter,
    helper_of,
    play_rounds,
    seat_next,
    start_next_round,
)
from tests.guard import setting_up
from tests.lists import organised_party
from tests.pages import get_page, page_text, press
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return closed_party(client)


def closed_party(client, players=8, preset="midway", **fields):
    party = organised_party(client, players=players, preset=preset, **fields)
    play_rounds(party, 1)
    return party


def test_the_next_round_is_seated(client, party):
    assert "Seat round 2" in page_text(client, party, "moves", 1)
    response = press(client, party, "seat_next_round", 2)
    text = text_of(response)
    assert "Round 2 is seated." in text
    assert "Show the moves" in text
    assert "Lower pair: stand, go to the next higher number." in text
    assert len(response.context["page"].moves) == 8


def test_a_helper_reads_the_moves_without_the_buttons(client, party):
    seat_next(party)
    client.force_login(helper_of(party))
    response = get_page(client, party, "moves", 1)
    assert response.context["page"].moves
    assert reverse("announce", args=[party.pk, 2]) not in text_of(response)


@pytest.mark.parametrize("by", ["number", "name"])
def test_a_person_is_found_by_number_or_name(client, party, by):
    seat_next(party)
    somebody = live(party).tables[1].seats["E"]
    who = somebody.number if by == "number" else somebody.name.split()[0][:-1].upper()
    response = client.get(reverse("moves", args=[party.pk, 1]), {"who": who})
    places = [(move.sitting.person, move.sitting.table) for move in response.context["matches"]]
    assert (somebody, 2) in places
    assert len(places) < 8


def test_a_search_says_how_many_more_people_match(client):
    party = closed_party(client, 12)
    with setting_up():
        party.entrants.update(name="Mary Smith")
    seat_next(party)
    response = client.get(reverse("moves", args=[party.pk, 1]), {"who": "mar"})
    assert len(response.context["matches"]) == 8
    assert "And 4 more: type more letters." in text_of(response)


def test_people_who_sit_out_are_listed_separately(client):
    party = closed_party(client, 9)
    seat_next(party)
    response = get_page(client, party, "moves", 1)
    (bench_person,) = live(party).bench
    assert [move.sitting.person for move in response.context["page"].bench] == [bench_person]
    assert "It is your turn to sit out this round." in text_of(response)


def test_the_moves_can_be_read_while_the_next_round_is_played(client, party):
    start_next_round(party)
    enter(party, "8hn9")
    response = get_page(client, party, "moves", 1)
    assert response.context["page"].moves
    assert "Start round 2" not in text_of(response)


def test_an_open_round_has_no_moves(client, party):
    seat_next(party)
    assert get_page(client, party, "moves", 2).status_code == 404
    assert get_page(client, party, "moves", 7).status_code == 404


def test_the_last_round_leads_to_the_finish(client):
    party = closed_party(client, rounds_planned=1)
    response = get_page(client, party, "moves", 1)
    assert "That was the last round." in text_of(response)
    assert reverse("finish", args=[party.pk]) in text_of(response)
    assert "was the last one" in text_of(press(client, party, "seat_next_round", 2))


def test_the_page_says_what_reopening_the_round_takes_away(client, party):
    seat_next(party)
    assert "Take these seats away and open round 1 again" in page_text(client, party, "moves", 1)
    press(client, party, "reopen_round", 1)
    assert (latest_round(party).number, latest_round(party).state) == (1, Round.State.CHECKING)


def test_the_page_lists_leavers_and_wishes_that_are_not_kept(client, party):
    seat_next(party)
    first, last = seatings(party)[-1].tables
    add_wish(party.pk, "apart", *first[:2], **BY_PROGRAM)
    go_home(party.pk, last[0], **BY_PROGRAM)
    text = page_text(client, party, "moves", 1)
    assert "Wishes not kept" in text
    assert f"{party.entrants.get(pk=last[0])} has gone home." in text


def test_the_page_and_the_script_to_read_aloud_have_the_same_lines(client, ruth):
    party = drawn_party(12)
    alma, bert = latest_round(party).places.order_by("pk").values_list("entrant", flat=True)[:2]
    add_wish(party.pk, "not_partners", alma, bert, **BY_PROGRAM)
    play_rounds(party, 1)
    seat_next(party)
    lines = get_page(client, party, "moves", 1).context["page"].lines
    assert lines == script_of(party, latest_round(party)).lines
    assert [line[:20] for line in lines[-3:]] == [f"Newcomers at table {n}" for n in (1, 2, 3)]


def test_people_whose_wish_keeps_them_partners_are_listed_as_exceptions(client, ruth):
    party = drawn_party(12)
    north, south = (
        latest_round(party).places.get(table__number=1, seat=seat).entrant for seat in "NS"
    )
    add_wish(party.pk, "partners", north.pk, south.pk, **BY_PROGRAM)
    play_rounds(party, 1)
    seat_next(party)
    before, after = seatings(party, upto=2)
    same_partner = {each for each in after.chairs if after.partner(each) == before.partner(each)}
    shown = get_page(client, party, "moves", 1).context["page"]
    assert {north.pk, south.pk} <= same_partner
    assert {move.sitting.person.id for move in shown.moves if not move.is_by_rule} >= same_partner
    assert any(line.startswith(f"{north.name}: table ") for line in shown.exceptions)
    assert any(line.startswith(f"{south.name}: table ") for line in shown.exceptions)

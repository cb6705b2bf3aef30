import pytest
from django.urls import reverse

from party.models import Round
from party.services.evening import rounds
from tests.desk import text_of
from tests.evening import AT, BY_PROGRAM, enter_hand, seat_next, started_party
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
TABLES = 102


@pytest.fixture
def party(ruth):
    return started_party(4 * TABLES)


def page(client, name, *args, **query):
    return text_of(client.get(reverse(name, args=args), query))


def test_the_live_page_shows_a_hundred_tables_and_polls_the_chosen_page(client, party):
    first, second = (page(client, "live", party.pk, page=number) for number in (1, 2))
    assert 'id="spot-100"' in first
    assert 'id="spot-101"' not in first
    assert '<a href="?page=2#tables-title">101–102</a>' in first
    assert 'id="spot-101"' in second
    assert f"?v={party.revision + 2}&amp;page=2" in second


def test_after_the_bell_the_live_page_lists_the_first_hundred_tables(client, party):
    rounds.ring_bell(party.pk, **BY_PROGRAM)
    shown = page(client, "live", party.pk)
    assert 'id="enter-100"' in shown
    assert 'id="enter-101"' not in shown
    assert f"These are the first 100 of {TABLES}." in shown


def test_the_desk_lists_a_hundred_open_tables_from_the_chosen_table(client, party):
    shown = page(client, "entry", party.pk, 1, table=101)
    assert f"{TABLES} of {TABLES} tables</span>" in shown
    assert 'href="?table=98"' in shown
    assert 'href="?table=99"' not in shown
    assert f"<kbd>t{TABLES}</kbd>" in shown


def test_the_round_opens_at_the_page_with_the_requested_table(client, party):
    enter_hand(party, "8hn9", table=101)
    first = page(client, "round", party.pk, 1)
    assert 'id="table-100"' in first
    assert 'id="table-101"' not in first
    assert "Choose a hand to correct it." in first
    second = page(client, "round", party.pk, 1, table=101)
    assert 'id="table-101"' in second
    assert "8 Hearts</span></span> by " in second
    assert 'id="table-100"' not in second


def test_the_link_back_from_a_table_leads_to_the_page_with_that_table(client, party):
    enter_hand(party, "8hn9", table=101)
    close_round_unfinished(party)
    shown = page(client, "correct", party.pk, 1, 101, 1)
    assert f"{reverse('round', args=[party.pk, 1])}?table=101#table-101" in shown
    shown = page(client, "late_hand", party.pk, 1, 100)
    assert f"{reverse('round', args=[party.pk, 1])}#table-100" in shown


def test_the_page_that_closes_a_round_shows_a_hundred_totals(client, party):
    first = page(client, "close_round", party.pk, 1)
    assert f"Still missing: {TABLES} tables" in first
    assert 'id="table-101"' not in first
    assert f"These are the first 100 of {TABLES}." in first
    with setting_up():
        Round.objects.get(party=party).tables.update(hands=0, cut="NS")
    plate = '<span class="hush">Table </span>101<'
    assert plate not in page(client, "close_round", party.pk, 1)
    assert plate in page(client, "close_round", party.pk, 1, page=2)


def test_each_page_of_the_moves_lists_a_hundred_people(client, party):
    close_round_unfinished(party)
    seat_next(party)
    first = page(client, "moves", party.pk, 1)
    assert first.count('<li class="card">') == 100
    assert first.count('<li><p class="what">') == 100
    assert '<a href="?names=5#names-title">401–408</a>' in first
    last = page(client, "moves", party.pk, 1, page=2, names=5)
    assert last.count('<li class="card">') == 2
    assert last.count('<li><p class="what">') == 8


def test_each_page_of_the_seats_lists_a_hundred_people(client, party):
    first = page(client, "draw", party.pk)
    assert first.count('<span class="hush">Table </span>') == 100
    assert first.count('<li><p class="what">') == 100
    assert '<a href="?names=5#names-title">401–408</a>' in first
    last = page(client, "draw", party.pk, page=2, names=5)
    assert last.count('<span class="hush">Table </span>') == TABLES - 100
    assert last.count('<li><p class="what">') == 4 * TABLES - 400


def test_each_page_of_the_final_cards_lists_a_hundred_people(client, party):
    close_round_unfinished(party)
    first, last = (page(client, "tallies", party.pk, page=number) for number in (1, 5))
    assert first.count(": type it</span>") == 100
    assert last.count(": type it</span>") == 4 * TABLES - 400
    assert f"{4 * TABLES} cards still to come" in last
    assert '<a href="?page=5#cards-caption">401–408</a>' in first


def close_round_unfinished(party):
    with setting_up():
        Round.objects.filter(party=party).update(state=Round.State.CLOSED, closed_at=AT)
        Round.objects.get(party=party).tables.update(cut="NS")

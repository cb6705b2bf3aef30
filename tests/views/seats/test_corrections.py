import pytest
from django.urls import reverse

from party.models import Entry
from party.queries.evening.rounds import seatings
from party.queries.scores.tables import table_scores
from tests.evening import (
    close,
    enter,
    enter_total,
    play_round,
    seat_next,
    start,
    started_party,
)
from tests.lists import organised_party
from tests.reading import queries_of, text_of

pytestmark = pytest.mark.django_db

MOVES = {"text": "9dw0", "reason": "misread the slip"}


@pytest.fixture
def party(ruth):
    party = started_party(9)
    play_round(party)
    seat_next(party)
    return party


def address(party, hand=4):
    return reverse("correct", args=[party.pk, 1, 1, hand])


def send(client, party, hand=4, **sent):
    forms = client.get(address(party, hand)).context["forms"]
    form = next(each for each in forms if each.kind == sent.get("kind", forms[0].kind))
    typed = {name: form[name].value() or "" for name in form.fields}
    return client.post(address(party, hand), typed | sent, follow=True)


def answer(client, party, shown, **chosen):
    seats_form, fields = shown.context["seats_form"], shown.context["sent"]
    data = {name: fields[name].value() for name in fields.fields} | {"kind": shown.context["kind"]}
    data |= {name: seats_form[name].value() or "" for name in seats_form.fields}
    return client.post(shown.request["PATH_INFO"], data | chosen, follow=True)


def seats(party):
    return seatings(party, since=2, upto=2)


def has_tricks(tricks, hand=4):
    return Entry.objects.in_force().get(table__number=1, hand=hand).tricks == tricks


def test_the_report_of_a_correction_lists_new_seats_and_changes_nothing(client, party):
    before = seats(party)
    response = send(client, party, **MOVES)
    text, count = text_of(response), len(response.context["effects"].shifts)
    assert "Nothing is changed yet." in text
    assert f"Round 2: {count} people would sit elsewhere" in text
    assert "9 Diamonds by West, <mark>no</mark> tricks: <mark>set</mark>" in text
    assert "Let these people change seats" in text
    assert "6 people get up; all others play on." in text or count != 6
    totals = response.context["totals"]
    assert {now.total - was.total for was, now in totals} == {90, -760}
    assert len(totals) == 4
    assert has_tricks(9)
    assert seats(party) == before


@pytest.mark.parametrize(("way", "moved"), [("keep", False), ("reseat", True)])
def test_the_chosen_answer_keeps_or_changes_the_seats(client, party, way, moved):
    before = seats(party)
    response = answer(client, party, send(client, party, **MOVES), seats=way)
    assert "Corrected at table 1" in text_of(response)
    assert has_tricks(0)
    assert (seats(party) != before) == moved


def test_a_circled_correction_is_stored_after_the_question_about_seats(client, party):
    circled = {"kind": "circle", "bidder": "W", "bid": "9D", "tricks": "0"}
    response = send(client, party, **circled, reason="misread the slip")
    answer(client, party, response, seats="keep")
    assert has_tricks(0)


def test_going_back_to_the_form_keeps_the_typed_text(client, party):
    response = send(client, party, **MOVES)
    response = answer(client, party, response, again="1")
    text = text_of(response)
    assert 'value="9dw0"' in text
    assert 'value="misread the slip"' in text
    assert has_tricks(9)


def test_an_answer_that_has_become_impossible_is_no_longer_offered(client, party):
    response = send(client, party, **MOVES)
    start(party)
    enter(party, "8hn9", table=1)
    response = answer(client, party, response, seats="reseat")
    text = text_of(response)
    assert "Hands of round 2 are in already: table 1. Choose another way." in text
    assert "The round cannot be seated again: Round 2 has hands already." in text
    assert "Let these people change seats" not in text
    answer(client, party, response, seats="keep")
    assert has_tricks(0)


def test_an_invalid_answer_about_the_seats_is_refused(client, party):
    response = answer(client, party, send(client, party, **MOVES), seats="somewhere")
    assert "Say what should happen to the seats of round 2." in text_of(response)
    assert has_tricks(9)


@pytest.fixture
def totals(ruth):
    party = started_party(8, capture="totals")
    for table in (1, 2):
        enter_total(party, 200, 590, table)
    close(party)
    return party


TIE = {"ns": "400", "ew": "400", "reason": "added up again"}


def test_a_tie_asks_for_the_cut_and_then_about_the_seats(client, totals):
    assert "all keep their seats" not in text_of(send(client, totals, 0, **TIE))
    seat_next(totals)
    response = send(client, totals, 0, **TIE)
    assert "the points are equal now" in text_of(response)
    assert "Nobody says: all keep their seats" in text_of(response)
    response = answer(client, totals, response, cut="NS")
    assert "would sit elsewhere" in text_of(response)
    answer(client, totals, response, seats="reseat")
    assert table_scores(totals, 1)[1].cut == "NS"


def test_a_tie_may_stay_open_if_the_seats_are_kept(client, totals):
    seat_next(totals)
    answer(client, totals, send(client, totals, 0, **TIE), cut="stay")
    score = table_scores(totals, 1)[1]
    assert (score.ns, score.cut) == (400, "")


def test_the_report_needs_the_same_queries_for_any_number_of_people(client):
    counts = set()
    for people in (8, 20):
        party = organised_party(client, players=people, name=f"{people} people")
        start(party)
        play_round(party)
        seat_next(party)
        form = client.get(address(party)).context["forms"][0]
        typed = {name: form[name].value() or "" for name in form.fields} | MOVES
        counts.add(queries_of(client.post, address(party), typed))
    assert len(counts) == 1

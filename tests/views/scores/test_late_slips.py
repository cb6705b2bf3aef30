import re
from uuid import uuid4

import pytest
from django.urls import reverse

from party.models import Entry
from party.queries.evening.rounds import latest_round
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.scores import tables
from tests.evening import (
    BY_PROGRAM,
    HANDS,
    close,
    enter,
    helper_of,
    party_with,
    seat_next,
    set_format,
    spot,
    start,
    started_party,
)
from tests.pages import get_page, page_text, press
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    """Return a party whose round 1 is checked; table 1 lacks three hands, table 2 none."""
    party = started_party(8, by=ruth)
    enter(party, "7ce7")
    enter(party, HANDS, 2)
    rounds.check_round(party.pk, **BY_PROGRAM)
    return party


@pytest.fixture
def closed(party):
    tables.report_ahead(spot(party), "NS", shown_pair="", **BY_PROGRAM)
    close(party)
    seat_next(party)
    return party


def address(party, name, table=1):
    return reverse(name, args=[party.pk, 1, table])


def test_each_part_of_the_check_page_has_an_id_of_its_own(client, party):
    """Table 1 has two results of a hand, first without and then with a reported pair."""
    typed = client.get(address(party, "type_again")).context["form"]["seen"].value()
    client.post(address(party, "type_again"), {"seen": typed, "hand_1": "7ce8"})
    for ahead in ("", "NS"):
        if ahead:
            tables.report_ahead(spot(party), ahead, shown_pair="", **BY_PROGRAM)
        response = get_page(client, party, "close_round", 1)
        assert "Two different results" in text_of(response)
        ids = re.findall(r' id="([^"]+)"', text_of(response))
        assert sorted(ids) == sorted(set(ids))
        assert "table-1" in ids


def send_late(client, party, **typed):
    sent = {"submission": uuid4(), "source": "slip"}
    return press(client, party, "late_hand", 1, 1, **sent | typed)


def score(party, table=1):
    return table_scores(party, 1)[table]


def test_the_check_page_has_three_answers_for_a_missing_slip(client, party):
    text = page_text(client, party, "close_round", 1)
    assert "One slip is missing. Who was ahead?" in text
    assert "This table’s total." in text
    assert "1 hand entered is then put aside." in text
    assert ">Stopped early<" in text
    assert ">Not played<" not in text


@pytest.mark.measured
def test_the_check_page_names_a_fixed_credit(client, ruth):
    party = party_with(4, by=ruth)
    set_format(party, sit_out_credit="fixed", sit_out_points=250)
    start(party)
    assert "gets 250 points each, as for" in page_text(client, party, "close_round", 1)


def test_the_round_can_close_although_a_slip_follows_later(client, party):
    response = press(client, party, "slip_follows", 1, 1, ahead="NS", close="1")
    assert response.redirect_chain[-1][0].endswith("/close/")  # All other tables are done.
    text = text_of(response)
    assert "Table 1: slip to follow, North-South were ahead." in text
    assert "Slips to follow" in text
    assert 'name="ahead" value="NS" aria-pressed="true">✓' in text
    close_page = reverse("close_round", args=[party.pk, 1])
    client.post(close_page, {"then": "seat"})
    assert latest_round(party).stored_draw.ahead[1] == "NS"
    for page in ("live", "finish"):
        assert "to follow" in text_of(client.get(reverse(page, args=[party.pk])))
    standings = text_of(client.get(reverse("standings", args=[party.pk])))
    assert 'Slip still out: <a href="' in standings
    assert re.search(r'"Round 1: table 1, ahead, \S+ so far, slip still out, with ', standings)
    assert address(party, "late_hand") in text_of(client.get(reverse("live", args=[party.pk])))
    assert "Enter the slip" in text_of(client.get(reverse("round", args=[party.pk, 1])))


def test_a_reported_pair_is_changed_or_removed_on_the_check_page(client, party):
    press(client, party, "slip_follows", 1, 1, ahead="NS", close="1")
    response = press(client, party, "slip_follows", 1, 1, ahead="EW", close="1")
    assert "Another desk has said that North-South were ahead." in text_of(response)
    press(client, party, "slip_follows", 1, 1, ahead="EW", said="NS", close="1")
    assert score(party).provisional_pair == "EW"
    press(client, party, "reopen_table", 1, 1)
    assert not score(party).is_finished
    assert "Choose the pair" in text_of(press(client, party, "slip_follows", 1, 1))


def test_a_helper_reports_a_missing_slip_at_the_desk(client, party):
    client.force_login(helper_of(party))
    desk = f"{reverse('entry', args=[party.pk, 1])}?table=1"
    assert "No slip yet. Who was ahead?" in text_of(client.get(desk))
    text = text_of(press(client, party, "slip_follows", 1, 1, ahead="EW"))
    assert "Its slip is to follow" in text
    assert 'name="text"' in text
    live = text_of(client.get(reverse("live", args=[party.pk])))
    assert "Slips to follow" in live


def test_a_total_is_entered_on_the_check_page(client, party):
    fields = {"submission": uuid4(), "close": "1", "hands": "4"}
    response = press(client, party, "table_total", 1, 1, ns="470", ew="25", **fields)
    assert "Points always end in 0. 25 does not." in text_of(response)
    assert 'value="470"' in text_of(response)
    assert "1 hand entered here is put aside" in text_of(response)
    assert '<input type="hidden" name="close" value="1">' in text_of(response)
    check = reverse("close_round", args=[party.pk, 1])
    assert f'href="{check}#table-1"' in text_of(response)
    response = press(
        client, party, "table_total", 1, 1, ns="300", ew="10", **fields | {"hands": "1"}
    )
    assert "Table 1: round total: N-S 300, E-W 10." in text_of(response)
    assert (score(party).has_total, score(party).hands) == (True, 1)


@pytest.mark.measured
def test_a_total_does_not_replace_a_hand_entered_while_it_is_typed(client, party):
    form = client.get(address(party, "table_total")).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields} | {"ns": "300", "ew": "10"}
    enter(party, "7ce7")
    response = press(client, party, "table_total", 1, 1, **sent)
    assert "Somebody else has changed this since you opened it." in text_of(response)
    assert "Hand 2: 7 Clubs by East, 7 tricks: made" in text_of(response)
    assert score(party).saved == 2
    form = response.context["form"]
    again = {name: form[name].value() or "" for name in form.fields}
    assert "Table 1: round total: N-S 300" in text_of(
        press(client, party, "table_total", 1, 1, **again | {"hands": "1"})
    )


def test_the_desk_has_a_page_for_a_total(client, party):
    response = client.get(address(party, "table_total"))
    assert "Only the total of table 1 in round 1" in text_of(response)
    response = press(
        client, party, "table_total", 1, 1, ns="", ew="10", submission=uuid4(), hands="1"
    )
    assert "Type the points of North and South." in text_of(response)
    response = press(
        client, party, "table_total", 1, 1, ns="300", ew="10", submission=uuid4(), hands="1"
    )
    assert response.redirect_chain[-1][0].endswith("?table=1")


def test_all_missing_hands_of_a_late_slip_are_entered_on_one_page(client, closed):
    text = text_of(client.get(address(closed, "late_hand")))
    assert "At the bell the table said that" in text
    assert "Hand 1 is in: 7 Clubs by East" in text
    assert 'name="hand_1"' not in text
    assert all(f'name="hand_{number}"' in text for number in (2, 3, 4))
    assert 'id="id_reason"' not in text  # An awaited slip needs no reason.
    send_late(client, closed, hand_2="9sn9", hand_3="9sn9", hand_4="9sn9", source="card")
    assert Entry.objects.latest("pk").source == "card"
    assert (score(closed).saved, score(closed).awaits_slip) == (4, False)


def test_each_wrong_hand_of_a_late_slip_has_its_own_error(client, closed):
    response = send_late(client, closed, hand_2="6sn9", hand_3="", hand_4="9sn9")
    errors = response.context["form"].errors
    assert "A bid of six" in str(errors["hand_2"])
    assert "Type hand 3, for example 8hn9." in str(errors["hand_3"])
    assert "hand_4" not in errors
    assert all(f'value="{text}"' in text_of(response) for text in ("6sn9", "9sn9"))
    assert score(closed).saved == 1


def test_a_late_total_asks_about_the_seats_if_the_other_pair_is_ahead(client, closed):
    fields = {"kind": "total", "hands": "1", "source": "card"}
    response = send_late(client, closed, ns="10", ew="300", **fields)
    assert "N-S +10, E-W +300" in text_of(response)
    assert not score(closed).has_total
    send_late(client, closed, ns="300", ew="10", **fields)
    assert (score(closed).has_total, score(closed).ahead) == (True, "NS")
    assert Entry.objects.latest("pk").source == "card"


def test_a_table_of_totals_has_only_a_late_total(client, ruth):
    party = started_party(4, by=ruth, capture="totals", rounds_planned=1)
    tables.report_ahead(spot(party), "NS", shown_pair="", **BY_PROGRAM)
    close(party)
    assert "hand_1" not in text_of(client.get(address(party, "late_hand")))
    send_late(client, party, ns="300", ew="10", hands="1")
    assert score(party).has_total


def test_a_complete_table_has_no_late_slip(client, closed):
    assert "Nothing is missing" in text_of(client.get(address(closed, "late_hand", 2)))
    response = client.post(address(closed, "late_hand", 2), {"reason": "x", "submission": uuid4()})
    assert "Nothing is missing at this table." in text_of(response)


def test_a_party_can_finish_without_a_missing_slip(client, closed):
    page = reverse("finish", args=[closed.pk])
    assert "1 slip is still to follow." in text_of(client.get(page))
    response = client.post(page)
    assert "Enter what they say, or finish without." in text_of(response)
    client.post(page, {"without_slips": "on"})
    closed.refresh_from_db()
    assert closed.finished_at
    text = text_of(client.get(reverse("standings", args=[closed.pk])))
    assert "No slip came from" in text
    assert "slip never came" in text

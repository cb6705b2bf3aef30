from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from party.engine import read_entry
from party.models import Entry, LogLine, Party, TablePhone
from party.queries.evening.live import live_page
from party.queries.scores.late_slips import late_results
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.phones import hands
from party.services.scores import entries, tables
from party.values.accounts import table_actor
from tests.desk import text_of
from tests.evening import (
    AT,
    BY_PROGRAM,
    HANDS,
    close,
    enter,
    enter_total,
    helper_of,
    play,
    report_ahead,
    set_party,
    spot,
    started_party,
)
from tests.guard import setting_up
from tests.pages import get_page, page_text
from tests.reading import queries_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return started_party(8, by=ruth, phones=True, rounds_planned=1)


@pytest.fixture
def late_entry(party):
    """Return the fourth hand of table 1, which its phone sends after round 1 is closed."""
    enter(party, "8hn9 7ce7 7sn6")
    tables.finish_table(spot(party), reason="bell", **BY_PROGRAM)
    enter(party, HANDS, 2)
    close(party)
    return send(party, "9dw9", 4)


def send(party, text, hand, table=1, at=AT):
    entry, who = read_entry(party.rules, text), {"actor": table_actor(table), "at": at}
    hands.record_hand(spot(party, table), entry, hand=hand, submission=uuid4(), **who)
    return Entry.objects.order_by("pk").last()


def call(party, table=1):
    hands.call_host(spot(party, table), is_called=True, actor=table_actor(table), at=AT)


def test_call_is_shown_first_and_a_helper_can_answer_it(client, party):
    send(party, "8hn9", 1)
    hands.record_hand(
        spot(party), read_entry(party.rules, "8hn8"), hand=1, submission=uuid4(), **BY_PROGRAM
    )
    call(party, 2)
    client.force_login(helper_of(party))
    text = page_text(client, party, "live")
    assert text.index("Table 2 calls you") < text.index("two different results came in")
    answer = client.post(reverse("answer_call", args=[party.pk, 2]), follow=True)
    assert "Table 2: you are on your way." in text_of(answer)
    assert "calls you" not in text_of(answer)
    assert LogLine.objects.first().verb == "call answered"
    assert LogLine.objects.first().actor_name == "Hanna"


def test_call_is_shown_on_the_check_page_and_at_parties_without_tracked_seats(client, ruth, party):
    call(party)
    assert "Table 1 calls you" in page_text(client, party, "close_round", 1)
    apart = started_party(9, by=ruth, phones=True, capture="untracked")
    with setting_up():
        TablePhone.objects.create(party=apart, number=3, called_at=AT)
    assert "Table 3 calls you" in page_text(client, apart, "live")


def test_late_slip_fills_in_the_correction_form(client, party, late_entry):
    send(party, "9dw8", 4)
    text = page_text(client, party, "live")
    assert "Late slip of table 1, round 1, hand 4: <b>9 Diamonds by West" in text
    address = reverse("late_hand", args=[party.pk, 1, 1])
    assert f"{address}?slip={late_entry.pk}" in text
    form = client.get(address, {"slip": late_entry.pk}).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    assert (sent["hand_4"], sent["source"]) == ("9dw9", "phone")
    assert sent["reason"] == "its phone sent it late"
    shown = client.post(address, sent, follow=True)
    assert "is corrected" in text_of(shown)
    assert table_scores(party, 1)[1].saved == 4
    assert Entry.objects.in_force().get(hand=4, table__number=1).source == "phone"
    assert "Late slip" not in page_text(client, party, "live")


def test_late_slip_of_a_stored_hand_links_to_its_correction(client, party, late_entry):
    send(party, "8hn10", 1)
    text = page_text(client, party, "live")
    assert "another result is in" in text
    address = f"{reverse('correct', args=[party.pk, 1, 1, 1])}?text=8hn10"
    assert address in text
    assert 'value="8hn10"' in client.get(address).content.decode()


def test_late_total_fills_in_the_form_of_its_table_or_the_correction(client, ruth):
    party = started_party(8, by=ruth, phones=True, capture="totals", rounds_planned=1)
    enter_total(party, 200, 590)
    report_ahead(party, "NS", 2)
    close(party)
    for table, ns in ((1, 210), (2, 220)):
        who = {"actor": table_actor(table), "at": AT}
        hands.record_total(spot(party, table), ns, 590, hands=None, submission=uuid4(), **who)
    address = f"{reverse('correct', args=[party.pk, 1, 1, 0])}?ns=210&amp;ew=590"
    assert address in page_text(client, party, "live")
    corrected = client.get(address.replace("&amp;", "&")).context["forms"][0]
    late = get_page(client, party, "late_hand", 1, 2).context["form"]
    for form, ns in ((corrected, 210), (late, 220)):
        assert (int(form["ns"].value()), int(form["ew"].value())) == (ns, 590)


def test_late_slip_of_a_reopened_round_links_to_the_desk(client, party, late_entry):
    rounds.reopen_round(party.pk, **BY_PROGRAM)
    text = page_text(client, party, "live")
    desk = f"{reverse('entry', args=[party.pk, 1])}?table=1"
    assert f'<a id="late-{late_entry.pk}" href="{desk}"' in text
    assert "Late slips" in page_text(client, party, "close_round", 1)


def test_only_organisers_have_the_button_that_sets_a_late_slip_aside(client, party, late_entry):
    address = reverse("set_aside", args=[party.pk, 1, 1, late_entry.pk])
    client.force_login(helper_of(party))
    shown = page_text(client, party, "live")
    assert "Late slip of table 1" in shown
    assert address not in shown
    client.force_login(party.club.memberships.get(role="organiser").user)
    assert address in page_text(client, party, "live")
    assert "set aside" in text_of(client.post(address, follow=True))
    assert late_results(party) == ()
    assert "has changed this" in text_of(client.post(address, follow=True))
    undo = reverse("log_undo", args=[party.pk, LogLine.objects.first().pk])
    client.post(undo, {"note": "yes", "back": reverse("live", args=[party.pk])})
    assert [each.entry for each in late_results(party)] == [late_entry.pk]


def test_finish_page_and_finished_party_name_the_late_slips(client, party, late_entry):
    shown = page_text(client, party, "finish")
    assert "1 result has come in late" in shown
    rounds.finish(party.pk, **BY_PROGRAM)
    shown = page_text(client, party, "live")
    assert "Late slip of table 1" in shown
    assert "Reopen the party to add it." in shown


def store_poll(party, minutes, table=1):
    with setting_up():
        at = AT + timedelta(minutes=minutes)
        TablePhone.objects.update_or_create(party=party, number=table, defaults={"seen_at": at})


def texts_after(party, minutes):
    live = live_page(Party.objects.get(pk=party.pk), AT + timedelta(minutes=minutes)).live
    return [table.phone_text for table in live.tables]


def test_table_is_called_quiet_if_it_does_not_poll_while_others_do(party):
    store_poll(party, 5)
    assert texts_after(party, 5) == ["", ""]
    assert texts_after(party, 6) == ["", "quiet for 6 min"]
    send(party, "8hn9", 1, table=2, at=AT + timedelta(minutes=7))
    assert texts_after(party, 8) == ["", ""]
    assert texts_after(party, 12) == ["quiet for 7 min", ""]
    assert texts_after(party, 13) == ["", ""]  # no table polls: it is a break


def test_only_playing_tables_with_phones_are_shown_as_quiet(client, party):
    store_poll(party, 9, table=2)
    enter(party, HANDS)
    assert texts_after(party, 10) == ["", ""]  # table 1 is done
    set_party(party, phones=False)
    store_poll(party, 20, table=1)
    assert texts_after(party, 20) == ["", ""]


def test_no_table_is_quiet_while_the_round_is_checked(party):
    store_poll(party, 9)
    assert texts_after(party, 9) == ["", "quiet for 9 min"]
    rounds.check_round(party.pk, **BY_PROGRAM)
    assert texts_after(party, 9) == ["", ""]


def test_finished_table_shows_whether_both_pairs_agree(client, party):
    for hand, text in enumerate(HANDS.split(), start=1):
        send(party, text, hand)
    enter(party, HANDS, 2)
    waits = "all in, waiting for both pairs to agree"
    assert texts_after(party, 1) == [waits, ""]  # table 2 has no phone
    assert waits in page_text(client, party, "live")
    assert waits in page_text(client, party, "close_round", 1)
    seen = list(Entry.objects.filter(table__number=1).values_list("pk", flat=True))
    hands.record_agreement(
        spot(party), shown_entries=seen, is_agreed=True, actor=table_actor(1), at=AT
    )
    assert texts_after(party, 1) == ["all in, agreed", ""]


def test_live_page_gets_news_each_half_minute_while_phones_are_on(client, party, monkeypatch):
    now = timezone.now().replace(second=1)
    for seconds, status in ((0, 204), (20, 204), (30, 200)):
        at = now + timedelta(seconds=seconds)
        monkeypatch.setattr(timezone, "now", lambda at=at: at)
        if not seconds:
            version = get_page(client, party, "live").context["version"]
        assert get_page(client, party, "live", v=version).status_code == status


def test_live_page_needs_the_same_queries_for_any_number_of_tables(client, ruth):
    counts = set()
    for people in (8, 40):
        party = started_party(people, by=ruth, phones=True)
        play(party)
        for table in (1, 2):
            send(party, "8hn10", 1, table)
            call(party, table)
            store_poll(party, 5, table)
        counts.add(queries_of(get_page, client, party, "live"))
    assert len(counts) == 1


def test_three_versions_of_a_hand_name_their_sources_and_one_press_decides(client, ruth, party):
    at = AT + timedelta(minutes=5)
    entry, fields = read_entry(party.rules, "8hn9"), {"submission": uuid4(), "source": "slip"}
    entries.save_hand(spot(party), entry, actor=ruth.actor, at=at, **fields)
    send(party, "8hn8", 1)
    send(party, "8hn7", 1)
    assert "two different results came in" in page_text(client, party, "live")
    shown = get_page(client, party, "checked", 1)
    text = text_of(shown)
    assert "Round 1: different results" in text
    assert "from the slip, Ruth 7:05 p.m." in text
    assert text.count("from the table’s phone 7:00 p.m.") == 2
    assert (text.count("counts now"), text.count(">waits<")) == (1, 2)
    [(found, _)] = shown.context["differences"]
    third = found.versions[2]
    sent = {
        "right": third.line.entry,
        "wrong": ",".join(str(each) for each in third.other_entries),
    }
    assert f'value="{sent["wrong"]}"' in text
    client.post(reverse("decide", args=[party.pk, 1, 1, 1]), sent)
    assert Entry.objects.in_force().get().tricks == 7
    assert "two different results" not in page_text(client, party, "live")


def test_the_finish_page_names_the_tables_with_two_results_of_a_hand(client, party):
    send(party, "8hn9", 1)
    send(party, "8hn8", 1)
    shown = page_text(client, party, "finish")
    assert "Two different results came in at table 1." in shown

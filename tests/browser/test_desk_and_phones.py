"""The live page while phones are at the tables."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from party.engine import read_entry
from party.models import Round, TablePhone
from party.services.phones import hands
from party.services.scores import tables
from party.values.accounts import table_actor
from tests.browser.page_checks import COUNT_TONES, page_faults
from tests.evening import BY_PROGRAM, HANDS, close, enter, party_with, seat_next, spot, start
from tests.guard import setting_up

pytestmark = pytest.mark.django_db(transaction=True)


def send(party, text, hand, table=1, round_number=None):
    hands.record_hand(
        spot(party, table, round_number),
        read_entry(party.rules, text),
        hand=hand,
        submission=uuid4(),
        actor=table_actor(table),
        at=timezone.now(),
    )


@pytest.fixture
def party():
    """Return a party in round 2: a late slip, two results, a quiet table, an unconfirmed hand."""
    party = party_with(24, phones=True)
    start(party)
    for table in range(2, 7):
        enter(party, HANDS, table)
    enter(party, "8hn9 7ce7 7sn6")
    tables.finish_table(spot(party), reason="bell", **BY_PROGRAM)
    close(party)
    send(party, "9dw9", 4)
    seat_next(party)
    start(party)
    for hand, text in enumerate(HANDS.split(), start=1):
        send(party, text, hand)
    for text in ("8hn9", "8hn8", "8hn7"):
        send(party, text, 1, table=2)
    with setting_up():
        now = timezone.now()
        Round.objects.update(started_at=now - timedelta(minutes=9))
        TablePhone.objects.bulk_create(
            TablePhone(party=party, number=number, seen_at=now) for number in (3, 4, 5)
        )
    return party


def test_live_page_shows_what_the_phones_say(page, party, sign_in, assert_accessible, tmp_path):
    sign_in(party.club.memberships.get().user)
    page.clock.install()
    for size in ({"width": 1280, "height": 800}, {"width": 360, "height": 740}):
        page.set_viewport_size(size)
        page.goto(reverse("live", args=[party.pk]))
        call_host(party)
        page.clock.fast_forward(11_000)
        expect(page.get_by_text("Table 6 calls you")).to_be_visible()
        expect(page.get_by_text("quiet for 9 min")).to_be_visible()
        expect(page.get_by_text("Late slip of table 1, round 1")).to_be_visible()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=tmp_path / f"live-{size['width']}-{scheme}.png", full_page=True)
            assert_accessible()
        assert page_faults(page) == []
        page.get_by_role("button", name="I’m on my way to table 6").click()
        expect(page.get_by_text("Table 6: you are on your way.")).to_be_visible()
    page.get_by_role("link", name="Compare table 2").click()
    page.set_viewport_size({"width": 360, "height": 740})
    page.screenshot(path=tmp_path / "differ-360.png", full_page=True)
    assert_accessible()
    assert page_faults(page) == []
    page.get_by_role("button", name="This is right").last.click()
    expect(page.get_by_text("Table 2: decided.")).to_be_visible()


def test_a_call_rings_on_any_page_after_the_bell_is_switched_on(page, party, sign_in):
    page.add_init_script(COUNT_TONES)
    sign_in(party.club.memberships.get().user)
    page.clock.install()
    page.goto(reverse("players", args=[party.pk]))
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Ring when a table calls").click()
    page.goto(reverse("standings", args=[party.pk]))
    assert page.evaluate("window.tones") == 0
    call_host(party)
    page.clock.fast_forward(11_000)
    expect(page.locator("#bar-call summary")).to_contain_text("Table 6 calls")
    assert page.evaluate("window.tones") > 0


def call_host(party):
    hands.call_host(spot(party, 6), is_called=True, actor=table_actor(6), at=timezone.now())

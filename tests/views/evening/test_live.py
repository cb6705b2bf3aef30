from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from party.engine import read_entry
from party.models import Party, Round
from party.queries.evening.rounds import latest_round
from party.services.evening import rounds
from party.services.hall import screen
from party.services.scores import entries
from party.values.accounts import PROGRAM
from party.values.scores.tables import Spot
from tests.evening import (
    HANDS,
    close,
    create_user,
    draw,
    drawn_party,
    enter,
    helper_of,
    play,
    play_rounds,
    run_verb,
    seat_next,
    start,
    start_next_round,
    started_party,
)
from tests.pages import get_page, page_text, press
from tests.reading import text_of

pytestmark = pytest.mark.django_db
TIE = "8hn9 8he9 7sn7 7se7"  # both pairs have the same points


def test_a_helper_sees_the_page_without_the_buttons(client, party):
    start(party)
    client.force_login(helper_of(party))
    assert "Ring the bell" not in get_page(client, party, "live").content.decode()


def test_an_up_to_date_page_gets_an_empty_answer(client, party, django_assert_num_queries):
    start(party)
    revision = Party.objects.get(pk=party.pk).revision
    with django_assert_num_queries(3):  # of the session, the user, the version
        assert get_page(client, party, "live", v=revision).status_code == 204
    assert get_page(client, party, "live", v=revision - 1).status_code == 200
    client.force_login(create_user("Mallory"))
    assert get_page(client, party, "live", v=revision).status_code == 404


@pytest.mark.parametrize(
    ("stage", "button"),
    [
        ("setup", "Draw the seats"),
        ("seated", "Show the seats"),
        ("shown", "Start round 1"),
        ("playing", "Enter hands"),
        ("all in", "Stop and check the round"),
        ("bell", "Stop and check the round"),
        ("checking", "Check and close the round"),
        ("moving", "Seat round 2"),
        ("seated again", "Show the moves"),
        ("over", "Finish the party"),
    ],
)
def test_the_page_has_the_next_action_in_each_state(client, party, stage, button):
    bring_to(party, stage)
    text = get_page(client, party, "live").content.decode()
    assert text.count("btn-next") == 1
    assert button in text.partition("btn-next")[2].partition("</")[0]


def test_the_bell_is_the_next_step_if_the_bell_ends_the_round(client, ruth):
    party = started_party(8, preset="iowa")
    text = get_page(client, party, "live").content.decode()
    assert "Ring the bell" in text.partition("btn-next")[2].partition("</")[0]
    assert text.count("Enter hands") == text.count("Ring the bell") == 1


def test_the_last_round_leads_to_the_finish(client, party):
    start(party)
    play(party)
    assert "close it and show the moves" in get_page(client, party, "live").content.decode()
    client.post(reverse("last_round", args=[party.pk]))
    assert "close it and finish the party" in get_page(client, party, "live").content.decode()


def step(verb):
    return lambda party: run_verb(verb, party)


def bring_to(party, stage):
    steps = {
        "setup": (),
        "seated": (draw,),
        "shown": (draw, step(screen.announce_seats)),
        "playing": (start,),
        "all in": (start, play),
        "bell": (start, step(rounds.ring_bell)),
        "checking": (start, step(rounds.check_round)),
        "moving": (start, play, close),
        "seated again": (start, play, close, seat_next),
        "over": (lambda party: play_rounds(party, 3),),
    }
    for each in steps[stage]:
        each(party)


def test_a_button_for_an_earlier_round_is_refused(client, party):
    play_rounds(party, 1)
    start_next_round(party)
    shown = press(client, party, "ring_bell", 1)
    assert "Round 1 is over" in shown.content.decode()
    assert latest_round(party).state == Round.State.PLAYING


def test_a_long_list_can_show_only_the_tables_with_missing_hands(client, ruth):
    party = started_party(56, by=ruth)
    for table in range(1, 13):
        enter(party, HANDS, table)
    shown = get_page(client, party, "live")
    assert len(shown.context["board"]) == 14
    assert "Not in 2" in text_of(shown)
    assert "show=not-in&" not in text_of(shown)
    shown = get_page(client, party, "live", show="not-in")
    assert [table.number for table in shown.context["board"]] == [13, 14]
    assert "v=" in (polled := text_of(shown).partition('hx-get="')[2].partition('"')[0])
    assert polled.endswith("&amp;show=not-in")
    for table in (13, 14):
        enter(party, HANDS, table)
    assert "All tables are in.</p>" in page_text(client, party, "live", show="not-in")


def test_after_the_bell_the_page_lists_tables_with_missing_hands(client, party):
    start(party)
    enter(party, "8hn9 7ce7 7sn6 9dw9", table=1)
    run_verb(rounds.ring_bell, party)
    text = get_page(client, party, "live").content.decode()
    assert "Table 2 has 0 of 4 hands." in text
    assert f"{reverse('entry', args=[party.pk, 1])}?table=2" in text


def test_ties_and_unusual_hands_need_attention(client, party):
    start(party)
    enter(party, TIE, table=1)
    enter(party, "10nn2", table=2)
    needs = [
        (need.kind, need.table.number)
        for need in get_page(client, party, "live").context["page"].live.needs
    ]
    assert ("tied", 1) in needs
    assert ("unusual", 2) in needs


def test_a_tie_in_the_last_round_needs_no_attention(client, ruth):
    party = started_party(8, rounds_planned=1)
    enter(party, TIE, table=1)
    assert get_page(client, party, "live").context["page"].live.needs == ()


@pytest.mark.parametrize("typed", ["many", "1"])
def test_an_impossible_number_of_rounds_is_refused_beside_the_field(client, party, typed):
    play_rounds(party, 1)
    seat_next(party)
    response = press(client, party, "set_rounds", rounds=typed)
    assert response.context["form"].errors["rounds"]
    assert "<title>Error: " in response.content.decode()
    assert Party.objects.get(pk=party.pk).rounds_planned == 3


def test_only_the_last_closed_round_can_be_reopened(client, party):
    play_rounds(party, 2)
    shown = press(client, party, "reopen_round", 1)
    assert "Only the round closed last" in shown.content.decode()
    assert latest_round(party).state == Round.State.CLOSED
    press(client, party, "reopen_round", 2)
    assert latest_round(party).state == Round.State.CHECKING


def test_only_the_desk_sees_which_tables_are_behind(client, ruth):
    party = drawn_party(12, phones=True, guests=True, starts_at=timezone.now())
    rounds.start_round(party.pk, actor=PROGRAM, at=timezone.now())
    hand = read_entry(party.rules, "8hn9")
    for table in (1, 1, 1, 2, 2, 2, 3):
        entries.save_hand(
            Spot(party.pk, 1, table),
            hand,
            submission=uuid4(),
            source="phone",
            actor=PROGRAM,
            at=timezone.now(),
        )
    assert "Table 3 is two hands behind" in page_text(client, party, "live")
    for public in ("hall", "guest"):
        assert "behind" not in text_of(client.get(reverse(public, args=[party.code])))

import re
from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from party.models import Party
from party.services.evening import rounds
from party.services.people import cash_box, door
from party.services.prizes import awards, prizes
from party.services.scores import tables
from party.values.people.fees import Payment
from party.values.prizes.prizes import PrizeKind
from tests.awards import finish_party, pk
from tests.desk import text_of
from tests.evening import (
    AT,
    BY_PROGRAM,
    HANDS,
    close,
    create_user,
    enter,
    party_after_rounds,
    party_with,
    set_party,
    spot,
    started_party,
)
from tests.guard import setting_up
from tests.pages import get_page, page_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    """Return a party of eight: No. 2, 4, 6 and 8 have 590 points; two people paid the $5 fee."""
    party = party_after_rounds(1, 8, rounds_planned=1, fee=500)
    for number in (1, 2):
        door.take_money(party.pk, pk(party, number), Payment(500), **BY_PROGRAM)
    return party


def steps(answer):
    return {step.key: step.is_done for step in answer.context["page"].steps}


def test_winners_and_open_steps_are_shown(client, party):
    prizes.add_prize(party.pk, PrizeKind.HIGH, money=3000, **BY_PROGRAM)
    finish_party(party)
    answer = get_page(client, party, "finish")
    text = text_of(answer)
    assert re.search(r"\w+, \w+, \w+ and \w+ have won", text)
    assert "590 points · 8 people, 1 round counted, finished at" in text
    assert "0 settled, 1 open" in text
    assert "Settle the tie: High" in text
    assert "still to pay $30.00" in text
    assert steps(answer) == {"results": True, "prizes": False, "papers": False, "money": False}


def test_a_single_winner_is_named(client, party):
    with setting_up():
        party.entrants.exclude(number=2).update(ranked=False)
    finish_party(party)
    assert "Bert has won" in page_text(client, party, "finish")


def test_the_steps_after_the_finish_are_done_one_after_another(client, party):
    row = prizes.add_prize(party.pk, PrizeKind.OTHER, money=3000, **BY_PROGRAM)
    finish_party(party)
    awards.give_prize(party.pk, row.pk, pk(party, 3), why="a hat", **BY_PROGRAM)
    assert "1 settled, 0 open" in page_text(client, party, "finish")
    box = get_page(client, party, "finish").context["page"].box
    assert ("Prizes in cash", -3000) in [(line.label, line.cents) for line in box.lines]
    assert "Confirm 1 prize" in page_text(client, party, "finish")
    sent = {"seen": Party.objects.get().revision, "then": "end"}
    answer = client.post(reverse("prizes_confirm", args=[party.pk]), sent, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("finish", args=[party.pk])
    assert "1 prize confirmed" in text_of(answer)
    assert (
        "still to print: standings, prize sheet and certificates, in one file"
        in text_of(answer).lower()
    )
    assert "Print the results" in text_of(answer)
    client.post(reverse("print_end", args=[party.pk]))
    answer = get_page(client, party, "finish")
    assert steps(answer)["papers"]
    assert "Count the money" in text_of(answer)
    client.post(reverse("print_kit", args=[party.pk, "money"]))
    answer = get_page(client, party, "finish")
    assert not answer.context["page"].open_steps
    assert 'id="next"' not in answer.content.decode()


def test_a_result_changed_after_the_prizes_were_confirmed_is_shown(client, party):
    row = prizes.add_prize(party.pk, PrizeKind.BEST_CALL, **BY_PROGRAM)
    finish_party(party)
    awards.give_prize(party.pk, row.pk, pk(party, 3), why="so it is", **BY_PROGRAM)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    with setting_up():
        row.awards.update(score="another score")
    answer = get_page(client, party, "finish")
    assert "A result was changed after they were confirmed" in text_of(answer)
    assert "Look at the prizes" in text_of(answer)
    assert not steps(answer)["prizes"]


@pytest.mark.measured
def test_a_party_without_money_or_rounds_has_fewer_steps(client, ruth):
    party = party_with(8)
    set_party(party, finished_at=AT)
    text = page_text(client, party, "finish")
    assert "No round counts" in text
    assert "Money" not in text
    assert "Standings are final" not in text


def test_a_missing_slip_is_named(client, ruth):
    party = started_party(8, rounds_planned=1)
    enter(party, HANDS, 1)
    tables.report_ahead(spot(party, 2), "NS", shown_pair="", **BY_PROGRAM)
    close(party)
    rounds.finish(party.pk, without_slips=True, **BY_PROGRAM)
    assert "standings are final; no slip came from 1 table" in page_text(client, party, "finish")


def test_prize_winners_who_have_gone_home_are_marked(client, party):
    for kind in (PrizeKind.HEAD_TABLE, PrizeKind.DOOR):
        prizes.add_prize(party.pk, kind, **BY_PROGRAM)
    finish_party(party)
    text = page_text(client, party, "finish")
    assert "Last at the head table" in text
    assert "gone home" not in text
    with setting_up():
        party.entrants.update(state="left")
    text = page_text(client, party, "finish")
    assert "gone home" in text
    assert "To be drawn" in text


def test_the_next_party_can_copy_this_one(client, ruth, party):
    finish_party(party)
    party_with(4, by=ruth, name="Spring party", rounds_planned=3)
    like = reverse("party_new") + f"?like={party.pk}"
    assert f'href="{like}"' in get_page(client, party, "finish").content.decode()
    assert client.get(like).context["last"] == party
    assert client.get(reverse("party_new")).context["last"].name == "Spring party"
    other_party = party_with(4, by=create_user("Mallory"))
    page_of_stranger = client.get(reverse("party_new") + f"?like={other_party.pk}")
    assert page_of_stranger.context["last"].name == "Spring party"
    assert client.get(reverse("party_new") + "?like=x").status_code == 200


def test_the_evening_file_is_one_workbook(client, party):
    prizes.add_prize(party.pk, PrizeKind.HEAD_TABLE, **BY_PROGRAM)
    finish_party(party)
    address = reverse("evening_file", args=[party.pk])
    assert f'href="{address}"' in get_page(client, party, "finish").content.decode()
    book = load_workbook(BytesIO(client.get(address).content))
    assert book.sheetnames == [
        "Standings",
        "Prizes",
        "Money",
        "Cash box",
        "Hands",
        "Running totals",
        "Chairs",
        "Partners",
    ]
    sizes = {sheet.title: sheet.max_row - 1 for sheet in book.worksheets}
    assert (sizes["Standings"], sizes["Hands"], sizes["Money"]) == (8, 8, 8)
    scores = [row[3].value for row in book["Prizes"].iter_rows(min_row=2)]
    assert scores == ["'+590 in round 1"] * 2


def test_the_page_says_how_much_is_missing_from_the_cash_box(client, party):
    finish_party(party)
    cash_box.count_box(party.pk, 0, **BY_PROGRAM)
    assert "$10.00 is missing from the box." in page_text(client, party, "finish")

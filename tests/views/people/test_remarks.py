import re
from html import unescape

import pytest
from django.urls import reverse

from party.models import LogLine, Player
from party.services.people import players
from party.values.people.attendance import Newcomer
from tests.evening import BY_PROGRAM
from tests.lists import confirm, organised_party, send, send_list
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return organised_party(client, fee=1000)


def rows_stored(party):
    rows = party.entrants.order_by("number")
    return list(rows.values_list("name", "notes", "paid", "paid_how"))


def fields_of(page):
    """Return the fields that a browser sends for the form of the page, unchanged."""
    form = text_of(page).partition('<form method="post" enctype')[2].partition("</form>")[0]
    form = form or text_of(page).partition('id="list"')[2].partition("</form>")[0]
    form += "".join(re.findall(r'<input type="hidden" form="list"[^>]*>', text_of(page)))
    sent = {}
    for tag in re.findall(r"<input [^>]*>", form):
        each = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        is_box = each.get("type") in {"checkbox", "radio"}
        if "name" in each and (not is_box or " checked" in tag):
            sent.setdefault(each["name"], []).append(unescape(each.get("value", "on")))
    sent.pop("csrfmiddlewaretoken", None)
    return sent


def mark_of(page, name):
    return next(line.mark for line in page.context["list"].reading.lines if line.name == name)


def test_remark_about_the_fee_leads_to_a_question_and_not_to_a_note(client, party):
    page = send_list(
        client, party, "Alma Ek - paid\nBert Oh (paid, needs a ride)\nCy Dahl\nDi Ek pd"
    )
    assert [field.label for field in page.context["about"].asked] == [
        f"Your list says {words}. Have they paid the fee?"
        for words in (
            "“paid” beside Alma Ek in line 1; Bert Oh in line 2",
            "“pd” beside Di Ek in line 4",
        )
    ]
    assert "Yes, $10: card" in text_of(page)
    page = confirm(client, party, page)
    assert set(page.context["about"].errors) == {"about-fee-paid", "about-fee-pd"}
    answers = {"about-fee-paid": "card-1000", "about-fee-pd": "later"}
    confirm(client, party, page, **answers)
    assert rows_stored(party) == [
        ("Alma Ek", "", 1000, "card"),
        ("Bert Oh", "needs a ride", 1000, "card"),
        ("Cy Dahl", "", 0, "cash"),
        ("Di Ek", "", 0, "cash"),
    ]
    words = LogLine.objects.get(party=party, verb="names added").words
    assert words == "4 names added, 2 of them paid $20 in all"


def test_other_remarks_are_notes_for_tonight(client, party):
    confirm(
        client, party, send_list(client, party, "Alma Ek (vegetarian)\nBert Oh - leaves at nine")
    )
    assert [row[:2] for row in rows_stored(party)] == [
        ("Alma Ek", "vegetarian"),
        ("Bert Oh", "leaves at nine"),
    ]
    assert set(Player.objects.values_list("notes", flat=True)) == {""}
    assert "<small>vegetarian</small>" in text_of(client.get(reverse("checkin", args=[party.pk])))
    assert "<small>vegetarian</small>" in text_of(client.get(reverse("players", args=[party.pk])))


def test_guest_without_a_name_leads_to_a_question(client, party):
    page = send_list(client, party, "Alma Ek + 1\nBert Oh")
    text = text_of(page)
    assert "Line 1, “Alma Ek + 1”: the guest’s name" in text
    assert "cannot be read" not in text
    [(mark, _)] = page.context["about"].guests
    page = confirm(client, party, page)
    assert page.context["about"].errors == {
        f"guest-{mark}": ["Type the guest’s name, or leave the guest out."]
    }
    page = confirm(client, party, page, **{f"guest-{mark}": "Zoë Holm"})
    assert "from “Alma Ek + 1”" in text_of(page)
    confirm(client, party, page, **{f"guest-{mark}": "Zoë Holm"})
    assert [row[0] for row in rows_stored(party)] == ["Alma Ek", "Zoë Holm", "Bert Oh"]


def test_any_line_can_be_left_out_with_one_press(client, party):
    players.add_entrants(party.pk, [Newcomer("Cora Dahl")], **BY_PROGRAM)
    page = send_list(client, party, "Alma Ek\nBert Oh\nBert Oh\nCora Dal")
    assert text_of(page).count('name="drop"') == 3
    marks = [line.mark for line in page.context["list"].reading.lines]
    assert len(set(marks)) == 4
    page = confirm(client, party, page, drop=[marks[0], marks[3]])
    assert [row[0] for row in rows_stored(party)] == ["Cora Dahl", "Bert Oh"]
    page = send_list(client, party, "Di Ek\nEd Ek")
    marks = [line.mark for line in page.context["list"].reading.lines]
    assert "Nobody was added." in text_of(confirm(client, party, page, drop=marks))


def test_answers_survive_an_edit_of_the_text(client, party):
    players.add_entrants(party.pk, [Newcomer("Cora Dahl")], **BY_PROGRAM)
    text = "Alma Ek - paid\nBert Oh + 1\nCora Dal\nDi Ek"
    page = send_list(client, party, text)
    [(guest, _)] = page.context["about"].guests
    answers = fields_of(page) | {
        "about-fee-paid": "cash-1000",
        f"guest-{guest}": "Zoë Holm",
        "drop": mark_of(page, "Di Ek"),
        "who-2": "new",
    }
    page = send(client, party, "players_add", text, change="yes", **answers)
    assert page.context["form"]["names"].value() == text

    edited = f"Ed Holm\n{text}"
    page = send(client, party, "players_add", edited, **fields_of(page))
    assert "Nothing is added yet." in text_of(page)
    sent = fields_of(page)
    assert sent["about-fee-paid"] == ["cash-1000"]
    assert sent[f"guest-{guest}"] == ["Zoë Holm"]
    assert sent["drop"] == [mark_of(page, "Di Ek")]
    assert sent["who-4"] == ["new"]
    send(client, party, "players_add", edited, **sent)
    assert [row[:3:2] for row in rows_stored(party)] == [
        ("Cora Dahl", 0),
        ("Ed Holm", 0),
        ("Alma Ek", 1000),
        ("Bert Oh", 0),
        ("Zoë Holm", 0),
        ("Cora Dal", 0),
    ]


def test_note_for_tonight_is_changed_on_the_page_of_the_person(client, party):
    confirm(client, party, send_list(client, party, "Alma Ek (vegetarian)"))
    alma = party.entrants.get()
    address = reverse("player", args=[party.pk, alma.pk])
    assert client.get(address).context["form"]["tonight"].value() == "vegetarian"
    sent = {"name": "Alma Ek", "prize_group": "", "notes": ""}
    page = client.post(address, sent | {"tonight": "x" * 501})
    assert page.context["form"].errors["tonight"]
    client.post(address, sent | {"tonight": "leaves at nine"})
    assert rows_stored(party)[0][1] == "leaves at nine"
    assert LogLine.objects.get(verb="notes tonight").words == "Alma Ek: note for tonight changed"
    assert "<dt>Tonight</dt><dd>leaves at nine" in text_of(client.get(address))

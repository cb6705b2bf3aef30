import re
from html import unescape

import pytest

from party.models import LogLine
from party.services.evening import rounds
from tests.door import (
    EXPECTED,
    HERE,
    organised_party,
    person_row,
    person_url,
    press,
    shown_names,
    url_of,
    walk_in,
)
from tests.evening import BY_PROGRAM, add_people, helper_of, play_round, set_people, start
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return organised_party(client)


def names_of_people_here(page):
    return re.findall(r'<li class="is-here">.*?<a [^>]*>(.*?)</a>', text_of(page), re.DOTALL)


def test_door_shows_everybody_and_how_many_are_here(client, party):
    add_people(party, 1)
    page = client.get(url_of(party))
    assert shown_names(page) == ["Alma", "Bert", "Carol", "Dev"]
    assert "<b>1</b> of 4 are here" in text_of(page)
    assert 'viewBox="0 0 4 1"' in text_of(page)
    assert '<path d="M0 0H1V1H0z"/>' in text_of(page)
    assert "<b>$0</b> taken" in text_of(page)
    page = client.get(url_of(party), {"q": "alm"})  # Enter again lets Alma in
    assert "autofocus data-hit>Here, $10" in text_of(page)
    page = client.get(url_of(party), {"q": "Zoë Ek"})
    assert page.context["form"]["name"].value() == "Zoë Ek"


def test_people_who_are_here_keep_their_place_in_the_list(client, party):
    assert names_of_people_here(client.get(url_of(party))) == []
    for name in ("Carol", "Alma"):
        page = press(client, party, "pay", name)
        assert shown_names(page) == ["Alma", "Bert", "Carol"]
        assert names_of_people_here(page) == (["Carol"] if name == "Carol" else ["Alma", "Carol"])
    assert text_of(page).count("✓ paid") == 2


def test_the_list_stays_at_the_same_page_after_somebody_is_let_in(client, party):
    add_people(party, 60, state=EXPECTED)
    page = client.get(url_of(party), {"page": "2"})
    assert '<input type="hidden" name="page" value="2">' in text_of(page)
    page = press(client, party, "here", "Guest 50", page="2")
    assert page.redirect_chain == [(f"{url_of(party)}?how=cash&page=2", 302)]


def test_one_button_lets_a_person_in_and_takes_the_fee(client, party):
    page = press(client, party, "pay", "Alma", how="card", show="expected")
    assert "Alma is here, paid $10." in text_of(page)
    assert person_row(party, "Alma") == (HERE, 1000, "card", None)
    assert shown_names(page) == ["Bert", "Carol"]
    assert '<input type="radio" name="how" value="card" checked>' in text_of(page)


def undo_of(page, name):
    page_text = text_of(page).partition('id="said"')[2].partition('id="alarm"')[0]
    address = re.search(r'action="([^"]*)"', page_text)[1]
    assert f'Undo<span class="hush">: {name}' in page_text
    fields = dict(re.findall(r'name="(note|back)" value="([^"]*)"', unescape(page_text)))
    return address, fields


def test_undo_of_a_check_in_changes_only_this_person(client, party):
    press(client, party, "here", "Bert")
    page = press(client, party, "pay", "Alma", how="card", show="expected")
    address, fields = undo_of(page, "Alma is here, paid $10")
    press(client, party, "pay", "Carol")
    client.force_login(helper_of(party))
    page = client.post(address, fields, follow=True)
    assert person_row(party, "Alma") == (EXPECTED, 0, "cash", None)
    assert (person_row(party, "Bert")[0], person_row(party, "Carol")[0]) == (HERE, HERE)
    assert "Give Alma back $10." in text_of(page)
    assert page.redirect_chain[-1][0] == f"{url_of(party)}?show=expected&how=card"


def test_undo_at_the_door_is_refused_after_a_newer_change(client, party):
    address, fields = undo_of(press(client, party, "pay", "Alma"), "Alma is here")
    client.post(
        person_url(party, "Alma"), {"paid": "5", "how": "cash", "was": "1000", "owes": "fee"}
    )
    page = client.post(address, fields | {"back": "https://elsewhere.example/"}, follow=True)
    assert person_row(party, "Alma")[:2] == (HERE, 500)
    assert page.redirect_chain == [(url_of(party, "log"), 302)]


def test_undo_of_a_walk_in_takes_the_person_off_the_list(client, party):
    client.force_login(helper_of(party))
    address, fields = undo_of(walk_in(client, party, "Zoë"), "Zoë is on the list")
    page = client.post(address, fields, follow=True)
    assert not party.entrants.filter(name="Zoë").exists()
    assert page.redirect_chain[-1][0] == url_of(party)


def test_checking_in_a_person_twice_offers_no_undo(client, party):
    press(client, party, "here", "Alma")
    page_text = text_of(press(client, party, "here", "Alma")).partition('id="alarm"')[0]
    assert "Undo" not in page_text


def test_somebody_pays_later(client, party):
    page = text_of(client.get(url_of(party), {"how": "later"}))
    assert 'name="how" value="later" checked>' in page
    assert "Here, $10" not in page
    page = press(client, party, "here", "Alma", how="later")
    assert "Alma is here." in text_of(page)
    assert "owes $10</span>" in text_of(page)
    page = client.get(url_of(party), {"show": "owing"})
    assert shown_names(page) == ["Alma"]
    page = press(client, party, "pay", "Alma")
    assert "Alma, paid $10." in text_of(page)
    assert shown_names(client.get(url_of(party), {"show": "owing"})) == []
    assert shown_names(client.get(url_of(party), {"show": "all"})) == ["Alma", "Bert", "Carol"]


def test_page_of_a_person_saves_the_payment_and_a_fee_of_their_own(client, party):
    page = client.get(person_url(party, "Alma"))
    assert page.context["form"]["paid"].value() == "0.00"
    sent = {"paid": "7,50", "how": "other", "was": "0", "owes": "own", "own": "7.50"}
    page = client.post(person_url(party, "Alma"), sent, follow=True)
    assert "Saved: Alma." in text_of(page)
    assert undo_of(page, "Alma paid $7.50")
    assert person_row(party, "Alma") == (EXPECTED, 750, "other", 750)
    client.post(person_url(party, "Alma"), {**sent, "was": "750", "owes": "free", "own": ""})
    assert person_row(party, "Alma")[3] == 0
    assert "Nothing: free tonight</dd>" in text_of(client.get(person_url(party, "Alma")))
    client.post(person_url(party, "Alma"), {**sent, "was": "750", "owes": "fee"})
    assert person_row(party, "Alma")[3] is None


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"paid": ""}, "Type the amount taken, 0 for nothing."),
        ({"paid": "ten"}, "Type an amount such as 10 or 7.50."),
        ({"owes": "own"}, "Type the amount."),
        ({"how": "shells"}, "Paid by: choose one of those shown."),
        ({"was": "5"}, "Somebody changed this while you had the page open: Alma has paid $0."),
    ],
)
def test_wrong_amount_is_refused_and_stays_in_the_field(client, party, sent, words):
    sent = {"paid": "8", "how": "card", "was": "0", "owes": "fee", "own": "", **sent}
    page = client.post(person_url(party, "Alma"), sent)
    assert words in text_of(page)
    assert page.context["form"]["paid"].value() == sent["paid"]
    assert person_row(party, "Alma") == (EXPECTED, 0, "cash", None)


def test_helpers_can_take_money_but_cannot_free_anybody_from_the_fee(client, party):
    client.force_login(helper_of(party))
    page = client.get(person_url(party, "Alma"))
    assert "owes" not in page.context["form"].fields
    client.post(
        person_url(party, "Alma"), {"paid": "10", "how": "cash", "was": "0", "owes": "free"}
    )
    assert person_row(party, "Alma") == (EXPECTED, 1000, "cash", None)


def test_check_in_is_taken_back_before_the_draw(client, party):
    press(client, party, "here", "Alma")
    assert "Not here after all?" in text_of(client.get(person_url(party, "Alma")))
    page = client.post(person_url(party, "Alma", "checkin_not_here"), follow=True)
    assert "Alma is not here yet." in text_of(page)
    assert person_row(party, "Alma")[0] == EXPECTED


def test_door_lets_people_in_after_the_draw_and_not_after_the_finish(client):
    party = organised_party(client, players=4, expected=1)
    start(party)
    press(client, party, "here", party.entrants.get(state=EXPECTED).name)
    assert party.entrants.get(number=5).rota == 5
    play_round(party)
    rounds.finish(party.pk, **BY_PROGRAM)
    page = client.get(url_of(party), {"show": "all"})
    assert "Walk-in" not in text_of(page)
    people = text_of(page).split('id="people"')[1].split("</main>")[0]
    assert people.count("<button") == people.count("Paid $10") == 5
    assert "Not here yet" not in text_of(client.get(person_url(party, "Alma")))


def test_money_is_taken_and_corrected_after_the_finish(client):
    party = organised_party(client, players=4, expected=2)
    start(party)
    play_round(party)
    set_people(party, 1, state="left")
    rounds.finish(party.pk, **BY_PROGRAM)
    page = press(client, party, "pay", "Alma")
    assert person_row(party, "Alma") == ("left", 1000, "cash", None)
    client.force_login(helper_of(party))
    client.post(*undo_of(page, "Alma, paid $10"))
    assert person_row(party, "Alma")[1] == 0

    client.force_login(party.club.memberships.get(role="organiser").user)
    client.post(
        person_url(party, "Alma"), {"paid": "5", "how": "cash", "was": "0", "owes": "free"}
    )
    assert person_row(party, "Alma") == ("left", 500, "cash", 0)
    assert LogLine.objects.filter(party=party, verb__in=["money taken", "owes"]).count() == 3
    page = press(client, party, "here", "Bert")
    assert "is finished. Nothing can be changed any more." in text_of(page)


@pytest.mark.parametrize("sent", [{}, {"here": "99999999999"}, {"pay": "12345"}])
def test_a_press_without_a_known_person_answers_404(client, party, sent):
    assert client.post(url_of(party), sent).status_code == 404

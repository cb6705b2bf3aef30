import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook

from party.models import Entrant, Player
from party.services import players, rounds
from tests.evening import AT, add_people, close, draw, helper_of, party_with, person, play, start
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
EXPECTED, HERE, LEFT = Entrant.State


@pytest.fixture
def party(client):
    return ours(client)


def ours(client, *, expected=3, **made):
    party = party_with(**{"players": 0, "fee": 1000, **made})
    add_people(party, expected, state=EXPECTED)
    client.force_login(party.club.memberships.get().user)
    return party


def at(party, page="checkin", *more):
    return reverse(page, args=[party.pk, *more])


def of(party, name, page="checkin_person"):
    return at(party, page, party.entrants.get(name=name).pk)


def press(client, party, button, name, **sent):
    pk = party.entrants.get(name=name).pk
    return client.post(at(party), {button: pk, f"was-{pk}": "0", **sent}, follow=True)


def walk_in(client, party, name, **sent):
    sent = {"name": name, "prize_group": "", "paid": "cash", **sent}
    return client.post(at(party, "walk_in"), sent, follow=True)


def row(party, name):
    return party.entrants.values_list("state", "paid", "paid_how", "owed").get(name=name)


def shown(page):
    return [str(payer) for payer in page.context["people"]]


def text_of(page):
    return " ".join(page.content.decode().split())


def test_door_shows_who_is_not_here_yet(client, party):
    add_people(party, 1)
    page = client.get(at(party))
    assert shown(page) == ["Alma", "Bert", "Carol"]
    assert "4 on the list · <b>1 here</b> · taken $0" in text_of(page)


def test_one_button_lets_in_and_takes_the_fee(client, party):
    page = press(client, party, "pay", "Alma", how="card", show="expected")
    assert "Alma is here, paid $10." in text_of(page)
    assert row(party, "Alma") == (HERE, 1000, "card", None)
    assert shown(page) == ["Bert", "Carol"]
    assert '<option value="card" selected>' in text_of(page)


def test_somebody_pays_later(client, party):
    page = press(client, party, "here", "Alma")
    assert "Alma is here." in text_of(page)
    page = client.get(at(party), {"show": "owing"})
    assert shown(page) == ["Alma"]
    page = press(client, party, "pay", "Alma")
    assert "Alma, paid $10." in text_of(page)
    assert shown(client.get(at(party), {"show": "owing"})) == []
    assert shown(client.get(at(party), {"show": "all"})) == ["Alma", "Bert", "Carol"]


def test_money_that_another_desk_took_is_not_taken_twice(client, party):
    client.post(of(party, "Alma"), {"paid": "5", "how": "cash", "was": "0", "owes": "fee"})
    page = press(client, party, "pay", "Alma")
    assert "Somebody else has changed this meanwhile: Alma has paid $5. Look again." in text_of(
        page
    )
    assert row(party, "Alma") == (EXPECTED, 500, "cash", None)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("lukasz", ["Łukasz Nguyễn"]),
        ("NGUYEN", ["Łukasz Nguyễn"]),
        ("ng lu", ["Łukasz Nguyễn"]),
        ("3", ["Carol"]),
        ("#3", ["Carol"]),
        ("x", []),
    ],
)
def test_search_needs_neither_accents_nor_capitals(client, party, typed, names):
    with setting_up():
        party.entrants.filter(name="Bert").update(name="Łukasz Nguyễn")
    page = client.get(at(party), {"q": typed})
    assert shown(page) == names


def test_enter_finds_one_person_and_enter_again_lets_them_in(client, party):
    focused = 'autofocus>Here, paid $10<span class="hush">: Alma'
    page = text_of(client.get(at(party), {"q": "alm"}))
    assert focused in page
    assert page.count("autofocus") == 1
    typing = text_of(client.get(at(party), {"q": "alm"}, headers={"HX-Request": "true"}))
    assert focused not in typing
    assert 'aria-describedby="id_q_helptext" autofocus' in typing


def test_search_finds_who_is_here_already(client, party):
    press(client, party, "here", "Alma")
    assert shown(client.get(at(party), {"q": "alm"})) == ["Alma"]


def test_search_without_a_match_offers_the_walk_in(client, party):
    page = client.get(at(party), {"q": "Zoë Ek"})
    assert "Nobody on the list is “Zoë Ek”" in text_of(page)
    assert page.context["form"]["name"].value() == "Zoë Ek"


def test_long_lists_have_pages(client, party):
    add_people(party, 60, state=EXPECTED)
    assert len(shown(client.get(at(party)))) == 40
    page = client.get(at(party), {"page": "2"})
    assert len(shown(page)) == 23
    assert "Page 2 of 2" in text_of(page)


def test_door_has_the_same_queries_for_one_and_three_people_more(client):
    counts = []
    for expected in (5, 7):
        party = ours(client, expected=expected)
        with CaptureQueriesContext(connection) as queries:
            client.get(at(party))
        counts.append(len(queries))
        client.logout()
    assert counts[0] == counts[1]


def test_walk_in_is_here_at_once(client, party):
    page = walk_in(client, party, "Ek, Zoë", prize_group="women")
    assert "Zoë Ek is on the list and here." in text_of(page)
    assert row(party, "Zoë Ek") == (HERE, 1000, "cash", None)
    walk_in(client, party, "Dev", paid="later")
    assert row(party, "Dev") == (HERE, 0, "cash", None)


def test_walk_in_after_the_draw_is_seated_from_the_next_move_on(client):
    party = ours(client, players=4, expected=0)
    start(party)
    page = walk_in(client, party, "Zoë")
    assert "Seated from the next move on." in text_of(page)
    assert party.entrants.get(name="Zoë").rota == 5


def test_walk_in_where_nothing_is_collected(client):
    party = ours(client, fee=0)
    assert "paid" not in client.get(at(party)).context["form"].fields
    walk_in(client, party, "Zoë")
    assert row(party, "Zoë") == (HERE, 0, "cash", None)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"name": ""}, "Type a name."),
        ({"name": "x" * 121}, "Name: at most 120 letters."),
        ({"paid": ""}, "Say whether the fee is paid."),
        ({"prize_group": "g" * 41}, "A prize group has at most 40 letters."),
    ],
)
def test_walk_in_that_is_refused_keeps_what_was_typed(client, party, sent, words):
    sent = {"name": "Zoë", "prize_group": "women", **sent}
    page = walk_in(client, party, **sent)
    assert words in text_of(page)
    assert page.context["form"]["prize_group"].value() == sent["prize_group"]
    assert party.entrants.count() == 3


def test_walk_in_whom_the_club_knows_is_asked_about(client):
    party_with(players=4)
    party = ours(client, expected=0)
    page = walk_in(client, party, "Carol", paid="card")
    assert "The club knows those with a tick." in text_of(page)
    assert party.entrants.count() == 0
    walk_in(client, party, "Carol", paid="card", asked="yes", same="0")
    assert row(party, "Carol") == (HERE, 1000, "card", None)
    assert Player.objects.filter(name="Carol").count() == 1


def test_walk_in_who_is_on_the_list_is_looked_for(client, party):
    page = walk_in(client, party, "alma")
    assert "Same person as the alma on tonight’s list: look for them on the list" in text_of(page)
    page = walk_in(client, party, "alma", asked="yes", **{"who-0": "leave-out"})
    assert shown(page) == ["Alma"]
    assert party.entrants.count() == 3


def test_walk_in_is_refused_in_words(client):
    party = ours(client, expected=0, cards="blind")
    page = walk_in(client, party, "Zoë")
    assert page.context["form"]["name"].value() == "Zoë"
    assert "Type names against the numbers." in text_of(page)


def test_numbers_of_a_blind_draw_pay(client):
    party = ours(client, expected=0, cards="blind")
    players.make_numbers(party.pk, 4, by=None, at=AT)
    page = client.get(at(party))
    assert "Walk-in" not in text_of(page)
    assert "here</b>" not in text_of(page)
    two = party.entrants.get(number=2)
    client.post(at(party), {"pay": two.pk, "how": "cash"})
    two.refresh_from_db()
    assert (two.state, two.paid) == (EXPECTED, 1000)


def test_page_of_one_person_takes_amount_and_exemption(client, party):
    page = client.get(of(party, "Alma"))
    assert page.context["form"]["paid"].value() == "0.00"
    sent = {"paid": "7,50", "how": "other", "was": "0", "owes": "own", "own": "7.50"}
    page = client.post(of(party, "Alma"), sent, follow=True)
    assert "Saved: Alma." in text_of(page)
    assert row(party, "Alma") == (EXPECTED, 750, "other", 750)
    client.post(of(party, "Alma"), {**sent, "was": "750", "owes": "free", "own": ""})
    assert row(party, "Alma")[3] == 0
    assert "Nothing: free tonight</dd>" in text_of(client.get(of(party, "Alma")))
    client.post(of(party, "Alma"), {**sent, "was": "750", "owes": "fee"})
    assert row(party, "Alma")[3] is None


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"paid": ""}, "Type what was taken, 0 for nothing."),
        ({"paid": "ten"}, "Type an amount such as 10 or 7.50."),
        ({"paid": "999999"}, "At most 100,000."),
        ({"owes": "own"}, "Type the amount."),
        ({"owes": "own", "own": "x"}, "Type an amount such as 10 or 7.50."),
        ({"how": "shells"}, "Paid by: choose one of those shown."),
        ({"was": "5"}, "Somebody else has changed this meanwhile: Alma has paid $0."),
    ],
)
def test_money_that_is_wrong_is_kept_and_refused(client, party, sent, words):
    sent = {"paid": "8", "how": "card", "was": "0", "owes": "fee", "own": "", **sent}
    page = client.post(of(party, "Alma"), sent)
    assert words in text_of(page)
    assert page.context["form"]["paid"].value() == sent["paid"]
    assert row(party, "Alma") == (EXPECTED, 0, "cash", None)


def test_helpers_take_money_and_exempt_nobody(client, party):
    client.force_login(helper_of(party))
    page = client.get(of(party, "Alma"))
    assert "owes" not in page.context["form"].fields
    client.post(of(party, "Alma"), {"paid": "10", "how": "cash", "was": "0", "owes": "free"})
    assert row(party, "Alma") == (EXPECTED, 1000, "cash", None)


def test_somebody_is_not_here_after_all(client, party):
    press(client, party, "here", "Alma")
    assert "Not here after all?" in text_of(client.get(of(party, "Alma")))
    page = client.post(of(party, "Alma", "checkin_not_here"), follow=True)
    assert "Alma is not here yet." in text_of(page)
    assert row(party, "Alma")[0] == EXPECTED


def test_door_after_the_draw_and_after_the_end(client):
    party = ours(client, players=4, expected=1)
    start(party)
    press(client, party, "here", party.entrants.get(state=EXPECTED).name)
    assert party.entrants.get(number=5).rota == 5
    play(party)
    close(party)
    rounds.finish(party.pk, by=None, at=AT)
    page = client.get(at(party), {"show": "all"})
    assert "Walk-in" not in text_of(page)
    assert "<button" not in text_of(page).split('id="people"')[1].split("</main>")[0]
    assert (
        "Save" not in text_of(client.get(of(party, "Alma"))).split("<main")[1].split("</main")[0]
    )


@pytest.mark.parametrize("page", ["checkin", "money"])
def test_pages_are_for_the_partys_own_people(client, page):
    party = party_with(fee=1000)
    assert client.get(at(party, page)).url == f"{reverse('login')}?next={at(party, page)}"
    client.force_login(helper_of(party))
    assert client.get(at(party, page)).status_code == 200
    client.force_login(person("Mallory"))
    assert client.get(at(party, page)).status_code == 404


def test_strangers_change_nothing(client, party):
    client.force_login(person("Mallory"))
    alma = party.entrants.get(name="Alma").pk
    assert client.post(at(party), {"pay": alma}).status_code == 404
    for page in ("checkin_person", "checkin_not_here"):
        assert client.post(of(party, "Alma", page)).status_code == 404
    assert walk_in(client, party, "Zoë").status_code == 404
    assert client.get(at(party, "money_file", "csv")).status_code == 404
    assert row(party, "Alma") == (EXPECTED, 0, "cash", None)


@pytest.mark.parametrize("sent", [{}, {"pay": "x"}, {"here": "99999999999"}, {"pay": "12345"}])
def test_button_of_nobody_is_not_found(client, party, sent):
    assert client.post(at(party), sent).status_code == 404


def with_money(client):
    """Alma has paid by card, Bert owes, Carol is free, Dev paid too much and did not come."""
    party = ours(client, expected=4)
    press(client, party, "pay", "Alma", how="card")
    press(client, party, "here", "Bert")
    press(client, party, "here", "Carol")
    sent = {"how": "cash", "was": "0", "own": ""}
    client.post(of(party, "Carol"), {**sent, "paid": "0", "owes": "free"})
    client.post(of(party, "Dev"), {**sent, "paid": "12.50", "owes": "fee"})
    with setting_up():
        party.entrants.filter(name="Bert").update(sort_name="=1+1, Bert")
    add_people(party, 1, state=EXPECTED)
    return party


def test_treasurers_sheet(client):
    page = client.get(at(with_money(client), "money"))
    assert page.context["accounts"].totals == (
        ("People", "4"),
        ("Of whom free", "1"),
        ("Owed", "$30.00"),
        ("Taken", "$22.50"),
        ("Taken: cash", "$12.50"),
        ("Taken: card", "$10.00"),
        ("Still owing", "$10.00"),
        ("Paid beyond what was owed", "$2.50"),
    )
    assert "Ed" not in text_of(page).split("Person by person")[1].split("</table>")[0]


def test_treasurers_sheet_of_an_empty_room(client, party):
    assert "Nobody is here yet." in text_of(client.get(at(party, "money")))
    assert client.get(at(party, "print_pdf", "money")).status_code == 409


def test_treasurers_sheet_as_files(client):
    party = with_money(client)
    answer = client.get(at(party, "money_file", "csv"))
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert lines[0] == "No.,Name,Prize group,Owed,Paid,Paid by,Owing"
    assert "1,Alma,,10.00,10.00,Card,0.00" in lines
    assert any(line.startswith('2,"\'=1+1, Bert"') for line in lines)
    answer = client.get(at(party, "money_file", "xlsx"))
    sheet = load_workbook(io.BytesIO(answer.content)).active
    assert [cell.value for cell in sheet[1]][:3] == ["No.", "Name", "Prize group"]
    assert sheet.max_row == 5
    assert 10 in [cell.value for cell in sheet[2]]
    assert client.get(f"/parties/{party.pk}/money.ods").status_code == 404


def test_treasurers_sheet_on_paper(client):
    answer = client.get(at(with_money(client), "print_pdf", "money"))
    assert answer.content.startswith(b"%PDF")


def test_fee_is_set_in_the_plan(client, party):
    address = at(party, "party_settings")
    form = client.get(address).context["form"]
    assert form["fee"].value() == "10.00"
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    sent |= {"fee": "7,5", "currency": "€"}
    page = client.post(address, sent, follow=True)
    assert "The plan is saved." in text_of(page)
    party.refresh_from_db()
    assert (party.fee, party.currency) == (750, "€")
    page = client.post(address, {**sent, "fee": "much"})
    assert "Type an amount such as 10 or 7.50." in text_of(page)
    assert 'value="much"' in text_of(page)


def test_house_player_owes_nothing(client):
    party = ours(client, players=4, expected=0)
    client.post(at(party, "player_house"), {"house-name": "Ivy"})
    draw(party)
    assert shown(client.get(at(party), {"show": "owing"})) == ["Alma", "Bert", "Carol", "Dev"]
    assert "owes" not in client.get(of(party, "Ivy")).context["form"].fields

import re

import pytest

from tests.door import EXPECTED, organised_party, person_url, press, url_of
from tests.evening import add_people, party_with, set_people
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return organised_party(client)


def party_with_money(client):
    """Return a party: Alma paid by card, Bert owes, Carol is free, absent Dev paid too much."""
    party = organised_party(client, expected=4)
    press(client, party, "pay", "Alma", how="card")
    press(client, party, "here", "Bert")
    press(client, party, "here", "Carol")
    sent = {"how": "cash", "was": "0", "own": ""}
    client.post(person_url(party, "Carol"), {**sent, "paid": "0", "owes": "free"})
    client.post(person_url(party, "Dev"), {**sent, "paid": "12.50", "owes": "fee"})
    set_people(party, 2, sort_name="=1+1, Bert")
    add_people(party, 1, state=EXPECTED)
    return party


def test_the_treasurers_sheet_has_all_sums(client):
    page = client.get(url_of(party_with_money(client), "money"))
    assert page.context["box"].accounts.totals == (
        ("People", "4"),
        ("Free", "1"),
        ("Fees", "$30.00"),
        ("Taken", "$22.50"),
        ("Taken: cash", "$12.50"),
        ("Taken: card", "$10.00"),
        ("Still to pay", "$10.00"),
        ("Paid too much", "$2.50"),
    )
    fees = text_of(page).split(">Fees<")[1].split("</ul></form>")[0]
    assert not re.search(r"\bEd\b", fees)  # a CSRF token may contain these letters


def test_the_treasurers_sheet_can_be_saved_as_a_csv_file(client):
    party = party_with_money(client)
    answer = client.get(url_of(party, "money_file", "csv"))
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert lines[0] == "No.,Name,Prize group,Owed,Paid,Paid by,Owing"
    assert "1,Alma,,10.00,10.00,Card,0.00" in lines
    assert client.get(f"/parties/{party.pk}/money.ods").status_code == 404


def test_fee_is_set_in_the_plan(client, party):
    address = url_of(party, "party_settings")
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


def save(client, party, form, **typed):
    sent = {f"{form}-{name}": value for name, value in typed.items()}
    return client.post(url_of(party, "money"), {"save": form, **sent}, follow=True)


def test_the_float_the_count_and_other_money_are_typed_on_the_page(client, party):
    assert "$20.00 at the start" in text_of(save(client, party, "float", cents="$20"))
    other = {"kind": "expense", "word": "Coffee", "how": "cash", "submission": "1" * 32}
    page = save(client, party, "other", cents="12,50", **other)
    assert "Coffee" in text_of(page)
    assert "$7.50" in text_of(page)
    assert "Undo" in text_of(page)
    assert "It balances." in text_of(save(client, party, "count", cents="7.50"))
    assert "$0.50 is missing from the box." in text_of(save(client, party, "count", cents="7"))
    number = page.context["box"].others[0].id
    page = client.post(url_of(party, "money"), {"remove": number}, follow=True)
    assert not page.context["box"].others
    page = client.post(url_of(party, "money"), {"remove": number}, follow=True)
    assert "This line was removed already." in text_of(page)


@pytest.mark.parametrize("typed", ["twelve", "-5"])
def test_wrong_amount_stays_in_its_field_with_an_error_beside_it(client, party, typed):
    other = {"kind": "income", "word": "Hat", "how": "card", "submission": "1" * 32}
    page = text_of(save(client, party, "other", cents=typed, **other))
    assert "Type an amount such as 10 or 7.50." in page
    assert f'value="{typed}"' in page
    assert 'value="Hat"' in page
    assert "Type an amount" in text_of(save(client, party, "count", cents=typed))


def test_without_a_fee_the_page_says_so_in_one_line(client, ruth):
    page = text_of(client.get(url_of(party_with(4), "money")))
    assert page.count("No fee tonight. Set one in the plan.") == 1
    assert ">Fees<" not in page


def test_a_long_list_begins_with_people_who_owe_and_has_40_people_a_page(client, ruth):
    party = party_with(160, fee=500)
    with setting_up():
        party.entrants.filter(number__gt=7).update(paid=500)
    page = client.get(url_of(party, "money"))
    assert (page.context["kind"], len(page.context["people"])) == ("owing", 7)
    page = client.get(url_of(party, "money"), {"show": "all", "page": 2})
    assert len(page.context["people"]) == 40
    assert "41 to 80 of 160" in text_of(page)
    assert len(page.context["pages"]) == 4
    assert [names.count(" – ") for _, names in page.context["pages"]] == [1] * 4
    few = client.get(url_of(party_with(12, fee=500, club=party.club), "money"))
    assert (few.context["kind"], few.context["pages"]) == ("all", [])


def test_one_press_on_the_page_records_a_payment_in_cash(client, ruth):
    party = party_with(4, fee=500)
    first = party.entrants.first()
    sent = {"pay": first.pk, f"was-{first.pk}": 0, "back": "money"}
    answer = client.post(url_of(party, "checkin"), sent)
    assert answer.url == url_of(party, "money")
    assert client.get(answer.url).context["box"].expected == 500


def test_the_cash_box_can_be_saved_as_a_file(client, party):
    save(client, party, "float", cents="20")
    lines = client.get(url_of(party, "list_file", "cash-box", "csv")).content.decode("utf-8-sig")
    assert "Float at the start,,20.00" in lines
    assert "Should be in the box,,20.00" in lines

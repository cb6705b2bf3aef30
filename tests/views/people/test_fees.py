"""The treasurer's sheet: the page, the files, the paper, and the fee of the plan."""

import io

import pytest
from openpyxl import load_workbook

from tests.door import EXPECTED, at, of, ours, press
from tests.evening import add_people
from tests.guard import setting_up
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(client):
    return ours(client)


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
        ("Free", "1"),
        ("Fees", "$30.00"),
        ("Taken", "$22.50"),
        ("Taken: cash", "$12.50"),
        ("Taken: card", "$10.00"),
        ("Still to pay", "$10.00"),
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

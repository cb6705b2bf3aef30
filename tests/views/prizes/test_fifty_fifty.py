from uuid import uuid4

import pytest
from django.urls import reverse

from party.models import Prize, TicketSale
from party.services.prizes import fifty_fifty
from tests.evening import BY_PROGRAM, helper_of, party_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_with(8, fee=500)


@pytest.fixture
def row(party):
    return fifty_fifty.set_ticket_price(party.pk, None, 100, **BY_PROGRAM)


def url_of(party, name, *args):
    return reverse(name, args=[party.pk, *args])


def get(client, party, name, *args):
    answer = client.get(url_of(party, name, *args))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def post(client, party, name, *args, **sent):
    return " ".join(
        client.post(url_of(party, name, *args), sent, follow=True).content.decode().split()
    )


def sell(client, party, row, tickets, **options):
    sent = {"submission": uuid4(), "tickets": tickets, **options}
    return post(client, party, "tickets", row.pk, **sent)


def test_tickets_are_sold_after_their_price_is_set(client, party):
    assert url_of(party, "tickets_begin") in get(client, party, "checkin")
    assert url_of(party, "tickets_begin") in get(client, party, "prizes")
    assert "What does a ticket cost?" in get(client, party, "tickets_begin")
    assert "fill this in" in post(client, party, "tickets_begin", price="")
    assert "Type an amount" in post(client, party, "tickets_begin", price="a lot")
    assert "costs at most" in post(client, party, "tickets_begin", price="9999")
    page = post(client, party, "tickets_begin", price="1.50")
    assert "0 tickets at $1.50." in page
    row = Prize.objects.get()
    page = sell(client, party, row, 3, holder="alma")
    assert "3 tickets sold: 1 to 3, to Alma." in page
    assert "3 tickets at $1.50: <b>$4.50</b> in the pot, $2.25 for the winner." in page
    assert "<b>1 to 3</b><small>3 tickets · Alma</small>" in page
    answer = client.get(url_of(party, "tickets_begin"))
    assert answer.headers["Location"] == url_of(party, "tickets", row.pk)
    assert "You typed" not in post(client, party, "tickets_begin", price="1.50")
    page = post(client, party, "tickets_begin", price="2.50")
    assert "has begun already. Check what a ticket costs. You typed: 2.50." in page


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"tickets": ""}, "Type how many tickets."),
        ({"tickets": "99999"}, "at most 2000"),
        ({"holder": "Zacharias"}, "Nobody on tonight’s list is called Zacharias."),
        ({"first": "x"}, "Type the number on the first ticket."),
        ({"first": "2"}, "3 tickets, 1 to 3: sold already. The next free number is 4."),
    ],
)
def test_errors_are_beside_fields_and_what_was_typed_is_kept(client, party, row, sent, expected):
    sell(client, party, row, 3)
    page = sell(client, party, row, **{"tickets": "7", "holder": "Bert", "first": "9", **sent})
    assert expected in page
    assert all(f'value="{text}"' in page for text in sent.values() if text)
    assert TicketSale.objects.count() == 1


def test_the_price_can_change_until_a_ticket_is_sold(client, party, row):
    assert "0 tickets at $2." in post(client, party, "ticket_price", row.pk, price="2")
    page = post(client, party, "ticket_price", row.pk, price="two")
    assert "Type an amount" in page
    assert 'value="two"' in page
    sell(client, party, row, 1)
    page = post(client, party, "ticket_price", row.pk, price="3")
    assert "sold at $2 already" in page
    assert "Nothing was saved. You typed: What does a ticket cost? 3." in page
    assert "#id_price" not in page
    fifty_fifty.take_back_tickets(party.pk, row.pk, TicketSale.objects.get().pk, **BY_PROGRAM)
    page = post(client, party, "ticket_price", row.pk, price="")
    assert "the pot is counted and typed" in page
    assert "Sell tickets here" in get(client, party, "prize", row.pk)


def test_a_ticket_is_drawn_by_hand_or_by_the_program(client, party, row):
    sell(client, party, row, 3, holder="Bert")
    page = get(client, party, "prize", row.pk)
    assert "Draw a ticket" in page
    assert "3 tickets are sold." in page
    assert "The whole pot" not in page
    assert "Ticket 9 is not sold" in post(client, party, "prize_ticket", row.pk, ticket="9")
    assert "Type the number" in post(client, party, "prize_ticket", row.pk, ticket="nine")
    page = post(client, party, "prize_ticket", row.pk, ticket="2")
    assert '<p class="lead"><b>Bert</b></p>' in page
    assert "Ticket 2 was drawn by hand." in page
    assert "Which ticket came" not in page
    assert "Ticket 2 is drawn: Bert. No more tickets are sold." in get(
        client, party, "tickets", row.pk
    )
    post(client, party, "prize_act", row.pk, "unsettle")
    assert "Not drawn yet." in get(client, party, "prize", row.pk)
    assert " was drawn." in post(client, party, "prize_act", row.pk, "draw")


@pytest.mark.parametrize("typed", ["7", "many"])
def test_a_sale_after_the_drawing_is_refused_and_what_was_typed_is_shown(
    client, party, row, typed
):
    sell(client, party, row, 3)
    post(client, party, "prize_ticket", row.pk, ticket="2")
    page = sell(client, party, row, typed, holder="Bert")
    assert "Ticket 2 is drawn" in page
    notice = f"Nothing was saved. You typed: How many tickets? {typed}, To whom? Bert."
    assert notice in page
    assert "#id_" not in page
    page = post(client, party, "ticket_price", row.pk, price="3")
    assert "sold at $1 already" in page
    assert "You typed: What does a ticket cost? 3." in page


def test_money_for_a_prize_with_tickets_has_an_error_beside_its_field(client, party, row):
    page = post(client, party, "prize_change", row.pk, money="50", gift="a ham", title="")
    assert "The pot is what the tickets brought in." in page
    assert 'value="50"' in page
    assert 'value="a ham"' in page


def test_a_sale_without_its_submission_number_is_refused(client, party, row):
    sent = {"tickets": 3, "submission": ""}
    assert client.post(url_of(party, "tickets", row.pk), sent).status_code == 400


def test_the_prize_of_a_ticket_without_a_holder_can_go_to_a_guest(client, party, row):
    sell(client, party, row, 3)
    page = post(client, party, "prize_ticket", row.pk, ticket="2")
    assert "Ticket 2: who has it?" in page
    both = {"entrant": party.entrants.get(number=1).pk, "guest": "Mrs Cook", "why": ""}
    assert "Choose one person" in post(client, party, "prize_give", row.pk, **both)
    assert "Choose who has the prize." in post(client, party, "prize_give", row.pk, guest="")
    page = post(client, party, "prize_give", row.pk, guest="Mrs Cook")
    assert "<b>Mrs Cook</b>" in page


def test_the_file_of_tickets_has_all_sales(client, party, row):
    sell(client, party, row, 3, holder="Bert")
    rows = client.get(url_of(party, "tickets_file", row.pk, "csv")).content.decode("utf-8-sig")
    assert rows.splitlines() == [
        "First ticket,Last ticket,Tickets,Sold to,Money",
        "1,3,3,Bert,3.00",
    ]


def test_helpers_sell_tickets_but_cannot_set_the_price(client, party):
    client.force_login(helper_of(party))
    pages = ("checkin", "prizes", "money")
    assert not any(url_of(party, "tickets_begin") in get(client, party, page) for page in pages)
    row = fifty_fifty.set_ticket_price(party.pk, None, 100, **BY_PROGRAM)
    assert url_of(party, "tickets", row.pk) in get(client, party, "prizes")
    assert all(url_of(party, "tickets_begin") in get(client, party, page) for page in pages[::2])
    page = sell(client, party, row, 2)
    assert "2 tickets sold" in page
    assert f'href="{url_of(party, "prize", row.pk)}"' not in page
    sale = TicketSale.objects.get()
    assert "taken back" in post(client, party, "tickets_back", row.pk, sale.pk)

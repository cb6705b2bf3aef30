from uuid import uuid4

import pytest

from party.models import LogLine, MoneyLine, Party
from party.queries.people.cash_box import cash_box
from party.queries.people.consistency import money_differences
from party.services.evening import rounds
from party.services.people import cash_box as verbs
from party.services.people import door
from party.services.prizes import awards, draws, fifty_fifty, prizes
from party.values.people.cash_box import MoneyKind, OtherMoney
from party.values.people.fees import Payment
from party.values.prizes.prizes import PrizeKind
from party.values.refusals import Refused
from party.views.papers.money import treasurers_sheet
from tests.awards import pk
from tests.evening import BY_PROGRAM, party_with, play_rounds, set_people
from tests.guard import setting_up

pytestmark = pytest.mark.django_db
COFFEE = OtherMoney(MoneyKind.EXPENSE, 1250, "Coffee")
RAFFLE = OtherMoney(MoneyKind.INCOME, 3000, "Raffle")
CARD = OtherMoney(MoneyKind.INCOME, 700, "Donation", "card")


def add(party, line, submission=None):
    return verbs.add_money_line(party.pk, line, submission=submission or uuid4(), **BY_PROGRAM)


def box_of(party):
    return cash_box(Party.objects.get(pk=party.pk))


@pytest.fixture
def party():
    """Return a party: two people paid $5 in cash, one by card; the house player owes nothing."""
    party = party_with(8, rounds_planned=1, fee=500)
    set_people(party, 8, ranked=False)
    for number, method in ((1, "cash"), (2, "cash"), (3, "card")):
        door.take_money(party.pk, pk(party, number), Payment(500, method), **BY_PROGRAM)
    verbs.set_cash_float(party.pk, 4000, **BY_PROGRAM)
    for line in (COFFEE, RAFFLE, CARD):
        add(party, line)
    return party


def test_the_cash_box_adds_up_to_the_cent(party):
    row = fifty_fifty.set_ticket_price(party.pk, None, 101, **BY_PROGRAM)
    fifty_fifty.sell_tickets(party.pk, row.pk, 5, submission=uuid4(), **BY_PROGRAM)  # for $5.05
    hat = prizes.add_prize(party.pk, PrizeKind.OTHER, money=600, **BY_PROGRAM)
    play_rounds(party, 1)
    rounds.finish(party.pk, **BY_PROGRAM)
    awards.give_prize(party.pk, hat.pk, pk(party, 4), why="a hat", **BY_PROGRAM)
    before = box_of(party)
    assert before.expected == 4000 + 1000 + 505 - 600 - 1250 + 3000
    assert before.remainder == before.expected - 4000 - 253 + 500 + 700
    draws.record_drawn_ticket(party.pk, row.pk, 3, **BY_PROGRAM)
    awards.give_prize(party.pk, row.pk, pk(party, 5), why="it was hers", **BY_PROGRAM)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    box = box_of(party)
    assert [(line.label, line.cents) for line in box.lines] == [
        ("Float at the start", 4000),
        ("Fees, 2 paid in cash", 1000),
        ("50/50: 5 tickets", 505),
        ("50/50: the winner’s half", -253),
        ("Prizes in cash", -600),
        ("Coffee", -1250),
        ("Raffle", 3000),
    ]
    assert (box.expected, box.remainder) == (6402, before.remainder)
    assert box.accounts.unpaid == 4 * 500  # the house player owes nothing
    assert money_differences(Party.objects.get(pk=party.pk)) == []


@pytest.mark.parametrize(
    ("counted", "words"),
    [
        (6750, "It balances."),
        (6400, "$3.50 is missing from the box."),
        (7000, "There is $2.50 more in the box than there should be."),
        (0, "$67.50 is missing from the box."),
        (None, ""),
    ],
)
def test_the_counted_cash_is_compared_on_the_page_and_the_sheet(party, counted, words):
    verbs.count_box(party.pk, counted, **BY_PROGRAM)
    box = box_of(party)
    assert (box.expected, box.difference_text) == (6750, words)
    sheet = treasurers_sheet(Party.objects.get(pk=party.pk))
    assert ("Should be in the box", "$67.50") in sheet.totals
    assert ((words, "") in sheet.totals) is (counted is not None)
    assert ("Counted in the box" in sheet.blanks) is (counted is None)


def test_every_change_of_the_cash_box_is_logged(party):
    lines = [
        verbs.set_cash_float(party.pk, 5000, **BY_PROGRAM),
        verbs.set_cash_float(party.pk, 0, **BY_PROGRAM),
        verbs.count_box(party.pk, 0, **BY_PROGRAM),
        verbs.remove_money_line(party.pk, MoneyLine.objects.get(word="Coffee").pk, **BY_PROGRAM),
    ]
    assert [LogLine.objects.get(pk=line).words for line in lines] == [
        "Float at the start: $50 (before: $40)",
        "Float at the start: nothing (before: $50)",
        "Counted in the box: $0",
        "Removed: Coffee: $12.50 out, cash",
    ]


def test_an_amount_that_is_sent_twice_is_logged_once(party):
    submission = uuid4()
    assert verbs.set_cash_float(party.pk, 4000, **BY_PROGRAM) is None
    assert verbs.count_box(party.pk, None, **BY_PROGRAM) is None
    assert add(party, COFFEE, submission) is not None
    assert add(party, COFFEE, submission) is None
    assert MoneyLine.objects.filter(word="Coffee").count() == 2


@pytest.mark.parametrize(
    "verb",
    [
        lambda pk: verbs.remove_money_line(pk, 0, **BY_PROGRAM),
        lambda pk: verbs.add_money_line(
            pk, OtherMoney(MoneyKind.INCOME, 0, "Hat"), submission=uuid4(), **BY_PROGRAM
        ),
    ],
)
def test_an_empty_amount_and_a_line_that_is_gone_are_refused(party, verb):
    before = MoneyLine.objects.count()
    with pytest.raises(Refused):
        verb(party.pk)
    assert MoneyLine.objects.count() == before


def test_a_wrong_sum_on_the_page_of_the_cash_box_is_reported(party, monkeypatch):
    # This pot has no tickets.
    prizes.add_prize(party.pk, PrizeKind.FIFTY_FIFTY, money=700, **BY_PROGRAM)
    with setting_up():
        Party.objects.update(finished_at=BY_PROGRAM["at"], prizes_confirmed_at=BY_PROGRAM["at"])
    party = Party.objects.get()
    assert money_differences(party) == []
    right = cash_box(party)
    monkeypatch.setattr(
        "party.queries.people.consistency.cash_box",
        lambda _: type("Box", (), {"expected": right.expected + 1}),
    )
    [difference] = money_differences(party)
    assert difference == "The cash box should hold 7450 cents, and its page says 7451."

from uuid import uuid4

import pytest

from party.models import Award, Entrant, LogLine, TicketSale
from party.queries.prizes.consistency import drawn_prize_differences
from party.services.people import players
from party.services.people.wishes import add_wish
from party.services.prizes import awards, draws, fifty_fifty, prizes
from party.values.prizes.draws import drawn_number, list_lines
from party.values.prizes.prizes import PrizeKind, PrizeState, SettledBy
from party.views.papers.money import treasurers_sheet
from tests.awards import add, draw_prize, finish_party, money, numbers, party_of, pk, prize_line
from tests.evening import BY_PROGRAM, party_with, refusal_of, reload_party, set_people
from tests.guard import setting_up
from tests.logbook import changes_of_line
from tests.services.scores.test_races import race

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_of(8)


@pytest.fixture
def row(party):
    return fifty_fifty.set_ticket_price(party.pk, None, 125, **BY_PROGRAM)


def sell(party, row, tickets, who=None, **more):
    entrant = pk(party, who) if who else None
    more = {"submission": uuid4(), **more}
    return fifty_fifty.sell_tickets(
        party.pk, row.pk, tickets, entrant_id=entrant, **more, **BY_PROGRAM
    )


def sold_runs():
    return list(TicketSale.objects.values_list("first", "last"))


def record_drawn_ticket(party, row, ticket):
    draws.record_drawn_ticket(party.pk, row.pk, ticket, **BY_PROGRAM)


def test_tickets_have_numbers_one_after_the_other(party, row):
    sell(party, row, 3, 1)
    sell(party, row, 2)
    assert sold_runs() == [(1, 3), (4, 5)]
    sold = prize_line(party, row).fifty_fifty
    assert (sold.sold, sold.pot, sold.half) == (5, 625, 313)
    assert LogLine.objects.first().words == "50/50: 2 tickets, 4 to 5 sold"
    assert LogLine.objects.all()[1].words == "50/50: 3 tickets, 1 to 3, to Alma sold"


def test_a_ticket_price_that_is_sent_twice_adds_one_fifty_fifty_prize(party, row):
    assert fifty_fifty.set_ticket_price(party.pk, None, 125, **BY_PROGRAM) == row
    assert party.prizes.count() == 1


def test_the_first_sale_may_begin_at_any_number(party, row):
    sell(party, row, 2, first=4711)
    sell(party, row, 1)
    assert sold_runs() == [(4711, 4712), (4713, 4713)]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"first": 99_999_999}, "first"),
        ({"first": 2}, "first"),
        ({"entrant_id": 0}, "holder"),
    ],
)
def test_an_impossible_sale_is_refused(party, row, more, field):
    sell(party, row, 3)
    sold = {"tickets": 2, "submission": uuid4(), **more}
    with pytest.raises(prizes.Refused) as error:
        fifty_fifty.sell_tickets(party.pk, row.pk, sold.pop("tickets"), **sold, **BY_PROGRAM)
    assert [fault.field for fault in error.value.faults] == [field]
    assert sold_runs() == [(1, 3)]


def test_a_sale_that_is_sent_twice_is_stored_once(party, row):
    same = uuid4()
    assert sell(party, row, 3, submission=same) == sell(party, row, 3, submission=same)
    assert sold_runs() == [(1, 3)]


def test_a_house_player_cannot_buy_a_ticket(party, row):
    set_people(party, 1, ranked=False)
    assert "tonight’s list" in refusal_of(sell, party, row, 1, 1)


def test_a_sale_taken_back_frees_its_money_and_numbers(party, row):
    first = sell(party, row, 3, 1)
    sell(party, row, 3, 2)
    fifty_fifty.take_back_tickets(party.pk, row.pk, first.pk, **BY_PROGRAM)
    assert LogLine.objects.first().words == "50/50: 3 tickets, 1 to 3, to Alma taken back"
    assert prize_line(party, row).fifty_fifty.pot == 375
    assert "already" in refusal_of(
        fifty_fifty.take_back_tickets, party.pk, row.pk, first.pk, **BY_PROGRAM
    )
    sell(party, row, 1)
    sell(party, row, 2, first=2)
    assert sold_runs() == [(2, 3), (4, 6), (7, 7)]


def test_the_ticket_price_cannot_change_once_a_ticket_is_sold(party, row):
    sale = sell(party, row, 1)
    assert "sold at $1.25 already" in refusal_of(
        fifty_fifty.set_ticket_price, party.pk, row.pk, 200, **BY_PROGRAM
    )
    fifty_fifty.take_back_tickets(party.pk, row.pk, sale.pk, **BY_PROGRAM)
    fifty_fifty.set_ticket_price(party.pk, row.pk, 200, **BY_PROGRAM)
    lines = LogLine.objects.count()
    fifty_fifty.set_ticket_price(party.pk, row.pk, 200, **BY_PROGRAM)
    assert LogLine.objects.count() == lines
    fifty_fifty.set_ticket_price(party.pk, row.pk, None, **BY_PROGRAM)
    assert LogLine.objects.first().words == "50/50: no tickets"
    assert "what a ticket costs" in refusal_of(sell, party, row, 1)
    assert "No tickets are sold" in refusal_of(record_drawn_ticket, party, row, 1)


@pytest.mark.parametrize("price", [0, 100_001])
def test_a_price_of_nothing_or_too_much_is_refused(party, price):
    assert "at most $1,000" in refusal_of(
        fifty_fifty.set_ticket_price, party.pk, None, price, **BY_PROGRAM
    )
    assert not party.prizes.exists()


def test_only_a_fifty_fifty_has_tickets(party):
    high = add(party)
    assert "High has no tickets." in refusal_of(
        fifty_fifty.set_ticket_price, party.pk, high.pk, 100, **BY_PROGRAM
    )


def test_a_ticket_is_drawn_and_its_holder_has_half(party, row):
    for who in range(1, 9):
        sell(party, row, 5, who)
    drawn = draw_prize(party, row)
    shown = prize_line(party, row)
    ticket = shown.fifty_fifty.ticket
    assert numbers(party, row) == [(ticket - 1) // 5 + 1]
    assert drawn == f"ticket {ticket}, {shown.winners[0].person}"
    assert shown.rule == (f"Half of 40 tickets at $1.25. Ticket {ticket} was drawn.")
    assert money(party, row) == [2500]
    assert shown.gift == "$25, half of $50"


def test_the_list_has_a_line_for_each_sale(party, row):
    for tickets in (3, 1, 6):
        sell(party, row, tickets)
    draw_prize(party, row, seed="of the press")
    listed = LogLine.objects.get(verb="draw listed").data["lines"]
    assert listed == ["1 to 3", "4", "5 to 10"]
    first = prize_line(party, row).fifty_fifty.ticket
    assert first == drawn_number(listed, "of the press")
    draw_prize(party, row)
    again = LogLine.objects.filter(verb="draw listed").first().data["lines"]
    assert again == [*list_lines([(1, 3), (4, 4), (5, 10)], excluded=first)]
    assert (
        f"Ticket {prize_line(party, row).fifty_fifty.ticket} was drawn. This was the second draw."
        in (prize_line(party, row).rule)
    )
    record_drawn_ticket(party, row, first)
    assert LogLine.objects.first().words.endswith("drawn by hand, third draw")
    assert "was drawn by hand. This was the third draw." in prize_line(party, row).rule
    assert drawn_prize_differences(party) == []
    with setting_up():
        party.prizes.update(number=11)
    assert "another number was drawn" in drawn_prize_differences(party)[0]


def test_a_second_draw_needs_another_ticket(party, row):
    assert "No ticket of 50/50 is sold." in refusal_of(draw_prize, party, row)
    sell(party, row, 1)
    draw_prize(party, row)
    assert "No other ticket" in refusal_of(draw_prize, party, row)


def test_a_ticket_drawn_by_hand_is_recorded(party, row):
    sell(party, row, 3, 1)
    sell(party, row, 3, 2)
    record_drawn_ticket(party, row, 5)
    assert LogLine.objects.first().words == "50/50: ticket 5, Bert drawn by hand"
    assert (numbers(party, row), prize_line(party, row).how) == ([2], SettledBy.DRAWN)
    assert prize_line(party, row).rule == "Half of 6 tickets at $1.25. Ticket 5 was drawn by hand."
    assert "Ticket 7 is not sold" in refusal_of(record_drawn_ticket, party, row, 7)
    assert numbers(party, row) == [2]
    draw_prize(party, row)
    assert prize_line(party, row).rule.endswith("was drawn. This was the second draw.")


def test_the_odd_cent_belongs_to_the_winner(party, row):
    sell(party, row, 1, 1)
    draw_prize(party, row)
    assert money(party, row) == [63]
    assert "The odd cent is the winner’s." in prize_line(party, row).rule


def test_a_ticket_without_a_name_waits_for_its_holder(party, row):
    sell(party, row, 100)
    record_drawn_ticket(party, row, 37)
    assert (prize_line(party, row).state, numbers(party, row)) == (PrizeState.TO_GIVE, [])
    finish_party(party)
    assert "nobody has it yet" in refusal_of(awards.confirm_prizes, party.pk, **BY_PROGRAM)
    awards.give_prize(party.pk, row.pk, pk(party, 3), why="", **BY_PROGRAM)
    assert (
        prize_line(party, row).rule == "Half of 100 tickets at $1.25. Ticket 37 was drawn by hand."
    )
    assert (numbers(party, row), money(party, row)) == ([3], [6250])


def test_a_pot_without_tickets_may_be_given_by_hand(party):
    row = add(party, PrizeKind.FIFTY_FIFTY, money=500)
    awards.give_prize(party.pk, row.pk, pk(party, 3), why="her ticket", **BY_PROGRAM)
    assert prize_line(party, row).rule == "Half of the pot. Given by hand. her ticket"


def test_a_guest_may_hold_the_drawn_ticket(party, row):
    sell(party, row, 100)
    record_drawn_ticket(party, row, 37)
    awards.give_prize(
        party.pk, row.pk, None, guest=" Mrs Cook ", why="in the kitchen", **BY_PROGRAM
    )
    assert LogLine.objects.first().words == "50/50 given to Mrs Cook: in the kitchen"
    finish_party(party)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    award = Award.objects.get()
    assert (award.entrant, award.name, award.share) == (None, "Mrs Cook", 6250)
    assert not prize_line(party, row).is_changed
    awards.reopen_prizes(party.pk, **BY_PROGRAM)
    assert [str(each.person) for each in prize_line(party, row).winners] == ["Mrs Cook"]
    awards.give_prize(party.pk, row.pk, pk(party, 1), why="", **BY_PROGRAM)
    assert changes_of_line() == [("50/50", "Mrs Cook", "Alma")]


def test_a_prize_won_by_playing_cannot_go_to_a_guest(party):
    high, hat = add(party), add(party, PrizeKind.OTHER)
    give = awards.give_prize
    refusal = refusal_of(give, party.pk, high.pk, None, guest="Mrs Cook", why="x", **BY_PROGRAM)
    assert "won by playing" in refusal
    assert "Type the name" in refusal_of(
        give, party.pk, hat.pk, None, guest="x" * 121, why="", **BY_PROGRAM
    )
    assert "Type the name" in refusal_of(
        give, party.pk, hat.pk, None, guest=" , ", why="", **BY_PROGRAM
    )


def test_after_the_draw_no_ticket_is_sold_or_taken_back(party, row):
    sale = sell(party, row, 5, 1)
    record_drawn_ticket(party, row, 2)
    assert "Ticket 2 is drawn" in refusal_of(sell, party, row, 1)
    assert "is drawn" in refusal_of(
        fifty_fifty.take_back_tickets, party.pk, row.pk, sale.pk, **BY_PROGRAM
    )
    awards.unsettle_prize(party.pk, row.pk, **BY_PROGRAM)
    assert prize_line(party, row).state == PrizeState.TO_DRAW
    sell(party, row, 1)


def test_no_ticket_is_sold_once_the_prizes_are_confirmed(party, row):
    sell(party, row, 5, 1)
    draw_prize(party, row)
    finish_party(party)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    for verb, args in (
        (sell, (party, row, 1)),
        (record_drawn_ticket, (party, row, 1)),
        (draw_prize, (party, row)),
    ):
        assert "Reopen them" in refusal_of(verb, *args)


def test_a_pot_with_sold_tickets_cannot_be_removed_or_typed(party, row):
    sale = sell(party, row, 5)
    assert "Take those sales back" in refusal_of(
        prizes.remove_prize, party.pk, row.pk, **BY_PROGRAM
    )
    typed = {"money": 500, **BY_PROGRAM}
    assert "tickets brought in" in refusal_of(prizes.change_prize, party.pk, row.pk, **typed)
    fifty_fifty.take_back_tickets(party.pk, row.pk, sale.pk, **BY_PROGRAM)
    prizes.remove_prize(party.pk, row.pk, **BY_PROGRAM)
    assert not party.prizes.exists()


def test_with_one_prize_each_a_fifty_fifty_does_not_count(party, row):
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    set_people(party, 2, prize_group="women")
    set_people(party, *{*range(1, 9)} - {2}, state=Entrant.State.LEFT)
    sell(party, row, 5, 2)
    draw_prize(party, row)
    women, door = add(party, group="women"), add(party, PrizeKind.DOOR)
    assert (numbers(party, row), numbers(party, women)) == ([2], [2])
    assert "Nobody is left" in refusal_of(draw_prize, party, door)


def test_with_one_prize_each_the_winner_of_the_pot_may_have_a_door_prize(party, row):
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    set_people(party, *{*range(1, 9)} - {2}, state=Entrant.State.LEFT)
    sell(party, row, 5, 2)
    draw_prize(party, row)
    door = add(party, PrizeKind.DOOR)
    draw_prize(party, door)
    assert numbers(party, door) == [2]


def test_prizes_are_copied_to_a_party_that_has_sold_fifty_fifty_tickets(party, row):
    sell(party, row, 5)
    last = party_with(4)
    prizes.add_preset(last.pk, "podium", **BY_PROGRAM)
    add(last, PrizeKind.FIFTY_FIFTY, money=9000)
    second = add(last, PrizeKind.FIFTY_FIFTY)
    fifty_fifty.set_ticket_price(last.pk, second.pk, 200, **BY_PROGRAM)
    prizes.copy_prizes(party.pk, **BY_PROGRAM)
    assert [(each.order, str(each)) for each in party.prizes.all()] == [
        (1, "High"),
        (2, "2nd high"),
        (3, "3rd high"),
        (4, "50/50"),
        (5, "50/50 2"),
    ]
    both = party.prizes.filter(kind=PrizeKind.FIFTY_FIFTY).order_by("place")
    assert [(each.ticket_price, each.money) for each in both] == [(125, None), (200, None)]


def test_a_ticket_holder_cannot_be_removed():
    party = party_with(8)
    row = fifty_fifty.set_ticket_price(party.pk, None, 100, **BY_PROGRAM)
    sell(party, row, 1, 1)
    sell(party, row, 1, 1)
    add_wish(party.pk, "apart", pk(party, 1), pk(party, 2), **BY_PROGRAM)
    refusal = refusal_of(players.remove_entrant, party.pk, pk(party, 1), **BY_PROGRAM)
    assert refusal.count("Alma holds tickets of the 50/50") == 1


def test_the_treasurers_sheet_has_the_sums_of_the_tickets(party, row):
    assert "50/50 tickets sold" in treasurers_sheet(reload_party(party)).blanks
    sell(party, row, 5)
    sheet = treasurers_sheet(reload_party(party))
    assert sheet.totals[-4:] == (
        ("50/50: 5 tickets", "$6.25"),
        ("Should be in the box", "$6.25"),
        ("50/50: the winner’s half (not drawn yet)", "−$3.13"),
        ("Left tonight", "$3.12"),
    )
    assert sheet.blanks == ("Counted in the box",)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_four_sellers_at_once_sell_no_number_twice():
    party = party_with(8)
    row = fifty_fifty.set_ticket_price(party.pk, None, 100, **BY_PROGRAM)
    outcomes = race(*[("sell_tickets", party.pk, row.pk, 5)] * 4)
    assert [kind for kind, _ in outcomes] == ["ok"] * 4
    assert sorted(sold_runs()) == [(1, 5), (6, 10), (11, 15), (16, 20)]

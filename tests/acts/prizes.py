from uuid import uuid4

from party.models import Award
from party.services.prizes import awards, draws, fifty_fifty, prizes
from party.services.prizes.gone_winners import decide_for_gone_winners, mark_winner_gone
from party.values.prizes.prizes import PrizeKind, SettledBy
from tests.acts.evenings import act
from tests.awards import UNEVEN, add, draw_prize, finish_party, party_of, pk, prize_line, settle
from tests.evening import BY_PROGRAM


@act("prizes added")
def prizes_added():
    party = party_of()
    prizes.add_preset(party.pk, "podium", **BY_PROGRAM)
    return party


@act("prizes copied")
def prizes_copied():
    prizes_added()
    party = party_of()
    prizes.copy_prizes(party.pk, **BY_PROGRAM)
    return party


@act("prize added")
def prize_added():
    party = party_of()
    add(party, money=500)
    return party


@act("prize changed")
def prize_changed():
    party = party_of()
    row = add(party, money=500, gift="a cake")
    values = {"title": "Top of the hall", "money": 1250, "gift": ""}
    prizes.change_prize(party.pk, row.pk, **values, **BY_PROGRAM)
    return party


@act("draw listed")
def draw_listed():
    party = party_of()
    draws.log_draw_list(party.pk, add(party, PrizeKind.DOOR).pk, **BY_PROGRAM)
    return party


@act("winner left")
def winner_gone():
    party = party_of(hands=UNEVEN)
    row = add(party, PrizeKind.BEST_ROUND)
    finish_party(party)
    mark_winner_gone(party.pk, row.pk, pk(party, 2), **BY_PROGRAM)
    return party


@act("winner gone")
def winner_passed_over():
    party = winner_gone()
    row, bert = party.prizes.get(), pk(party, 2)
    decide_for_gone_winners(party.pk, row.pk, is_kept=True, winner_ids=[bert], **BY_PROGRAM)
    decide_for_gone_winners(party.pk, row.pk, is_kept=False, winner_ids=[bert], **BY_PROGRAM)
    return party


@act("prize removed")
def prize_removed():
    party = prizes_added()
    top = party.prizes.first()
    awards.give_prize(party.pk, top.pk, pk(party, 1), why="by hand", **BY_PROGRAM)
    prizes.remove_prize(party.pk, top.pk, **BY_PROGRAM)
    return party


@act("prize moved")
def prize_moved():
    party = party_of()
    add(party)
    prizes.move_prize(party.pk, add(party, PrizeKind.LOW).pk, up=True, **BY_PROGRAM)
    return party


@act("one prize each")
def one_each():
    party = party_of()
    prizes.set_one_prize_each(party.pk, is_one_each=True, **BY_PROGRAM)
    return party


@act("tie settled")
def tie_settled():
    party = party_of()
    settle(party, add(party), SettledBy.CUT, winner=2)
    return party


@act("prize given")
def prize_given():
    party = party_of()
    row = add(party)
    awards.give_prize(party.pk, row.pk, pk(party, 3), why="by the jury", **BY_PROGRAM)
    awards.give_prize(party.pk, row.pk, pk(party, 4), why="by the jury", **BY_PROGRAM)
    return party


@act("prize drawn")
def prize_drawn():
    party = party_of()
    row = add(party, PrizeKind.DOOR)
    draw_prize(party, row)
    draw_prize(party, row)
    return party


@act("prize drawn")
def number_drawn():
    party = party_of()
    row = add(party, PrizeKind.MYSTERY)
    draw_prize(party, row)
    return party


@act("prize unsettled")
def prize_unsettled():
    party = party_of()
    row = add(party)
    settle(party, row, SettledBy.SPLIT)
    awards.unsettle_prize(party.pk, row.pk, **BY_PROGRAM)
    return party


@act("prizes confirmed")
def prizes_confirmed():
    party = party_of()
    row = add(party, money=1000)
    add(party, PrizeKind.OTHER)
    settle(party, row, SettledBy.SPLIT)
    awards.give_prize(party.pk, party.prizes.last().pk, pk(party, 1), why="", **BY_PROGRAM)
    finish_party(party)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)
    return party


@act("prizes reopened")
def prizes_reopened():
    party = prizes_confirmed()
    awards.reopen_prizes(party.pk, **BY_PROGRAM)
    assert Award.objects.exists()
    return party


@act("ticket price")
def ticket_price():
    party = party_of()
    row = fifty_fifty.set_ticket_price(party.pk, None, 125, **BY_PROGRAM)
    fifty_fifty.set_ticket_price(party.pk, row.pk, 200, **BY_PROGRAM)
    return party


@act("tickets sold")
def tickets_sold():
    party = ticket_price()
    values = {"submission": uuid4(), "entrant_id": pk(party, 1)}
    fifty_fifty.sell_tickets(party.pk, party.prizes.get().pk, 3, **values, **BY_PROGRAM)
    return party


@act("tickets back")
def tickets_back():
    party = tickets_sold()
    row = party.prizes.get()
    fifty_fifty.take_back_tickets(party.pk, row.pk, row.sales.get().pk, **BY_PROGRAM)
    assert not prize_line(party, row).fifty_fifty.sold
    return party

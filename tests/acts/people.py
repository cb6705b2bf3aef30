from uuid import uuid4

from party.services.people import arrivals, cash_box, door, players, wishes
from party.services.seats import swaps
from party.values.people.attendance import Newcomer
from party.values.people.cash_box import MoneyKind, OtherMoney
from party.values.people.fees import Payment
from tests.acts.evenings import act, alma, party_with_expected, party_with_hands
from tests.awards import pk
from tests.evening import (
    BY_PROGRAM,
    close,
    drawn_party,
    party_with,
    play,
    seat_next,
    start,
    started_party,
)


@act("names added")
def names_added():
    party = party_with(8)
    players.add_entrants(party.pk, [Newcomer("Zoë Ng", "Women"), Newcomer("Yan Li")], **BY_PROGRAM)
    return party


@act("names added")
def walked_in():
    party = party_with(8)
    players.add_walk_in(party.pk, Newcomer("Zoë Ng"), payment=Payment(1000), **BY_PROGRAM)
    return party


@act("renamed")
def renamed():
    party = party_with(8)
    players.rename_entrant(party.pk, alma(party).pk, "Alma Rasmussen", **BY_PROGRAM)
    return party


@act("prize group")
def prize_group():
    party = party_with(8)
    players.set_prize_group(party.pk, alma(party).pk, "Ladies", **BY_PROGRAM)
    players.set_prize_group(party.pk, alma(party).pk, "Women", **BY_PROGRAM)
    return party


@act("notes")
def notes():
    party = party_with(8)
    players.set_notes(party.pk, alma(party).pk, "hard of hearing", **BY_PROGRAM)
    players.set_notes(party.pk, alma(party).pk, "sits near the front", **BY_PROGRAM)
    return party


@act("notes tonight")
def notes_tonight():
    party = party_with(8)
    players.set_notes_tonight(party.pk, alma(party).pk, "comes at eight", **BY_PROGRAM)
    players.set_notes_tonight(party.pk, alma(party).pk, "leaves at nine", **BY_PROGRAM)
    return party


@act("word")
def word():
    party = party_with(8)
    players.set_word(party.pk, alma(party).pk, "Oak St", **BY_PROGRAM)
    players.set_word(party.pk, alma(party).pk, "Elm St", **BY_PROGRAM)
    return party


@act("name removed")
def name_removed():
    party = party_with(8)
    wishes.add_wish(party.pk, "stay", alma(party).pk, None, **BY_PROGRAM)
    players.remove_entrant(party.pk, alma(party).pk, **BY_PROGRAM)
    return party


@act("numbers made")
def numbers_made():
    party = party_with(0, cards="blind")
    players.make_numbers(party.pk, 8, **BY_PROGRAM)
    return party


@act("numbers named")
def numbers_named():
    party = numbers_made()
    players.name_numbers(party.pk, {1: Newcomer("Zoë Ng"), 2: Newcomer("Yan Li")}, **BY_PROGRAM)
    return party


@act("here")
def ticked():
    party, guests = party_with_expected(2)
    ids = [guest.pk for guest in guests]
    arrivals.set_attendance(party.pk, ids, here=True, **BY_PROGRAM)
    return party


@act("here")
def not_here():
    party = party_with(8)
    arrivals.set_attendance(party.pk, [alma(party).pk], here=False, **BY_PROGRAM)
    return party


@act("checked in")
def checked_in():
    party, [guest] = party_with_expected(fee=1000)
    door.check_in(party.pk, guest.pk, payment=Payment(1000), **BY_PROGRAM)
    return party


@act("checked in")
def checked_in_late():
    party, [guest] = party_with_expected()
    start(party)
    door.check_in(party.pk, guest.pk, **BY_PROGRAM)
    return party


@act("money taken")
def money_taken():
    party = party_with(8, fee=1000)
    door.take_money(party.pk, alma(party).pk, Payment(500), **BY_PROGRAM)
    door.take_money(party.pk, alma(party).pk, Payment(1000, "card", paid_before=500), **BY_PROGRAM)
    return party


@act("owes")
def owes():
    party = party_with(8, fee=1000)
    door.set_owed(party.pk, alma(party).pk, 500, **BY_PROGRAM)
    door.set_owed(party.pk, alma(party).pk, 0, **BY_PROGRAM)
    return party


@act("arrived late")
def arrived_late():
    party, [guest] = party_with_expected()
    start(party)
    arrivals.arrive_late(party.pk, guest.pk, **BY_PROGRAM)
    return party


@act("went home")
def went_home():
    party = party_with_hands()
    arrivals.go_home_together(party.pk, [alma(party).pk, pk(party, 2)], **BY_PROGRAM)
    return party


@act("came back")
def came_back():
    party = party_with_hands()
    arrivals.give_chair(
        party.pk, alma(party).pk, Newcomer("Host"), as_house_player=True, **BY_PROGRAM
    )
    arrivals.come_back(party.pk, alma(party).pk, **BY_PROGRAM)
    return party


@act("came back")
def came_back_to_wait():
    party = play_with_leaver()
    arrivals.come_back(party.pk, alma(party).pk, **BY_PROGRAM)
    return party


def play_with_leaver():
    party = started_party(9)
    arrivals.go_home(party.pk, alma(party).pk, **BY_PROGRAM)
    play(party)
    close(party)
    seat_next(party)
    return party


@act("house player")
def house_player():
    party = party_with(7)
    arrivals.add_house_player(party.pk, "Host", **BY_PROGRAM)
    return party


@act("stand-in")
def stood_in():
    party = party_with_hands()
    arrivals.give_chair(party.pk, alma(party).pk, Newcomer("Zoë Ng"), **BY_PROGRAM)
    return party


@act("wish added")
def wish_added():
    party = party_with(8)
    wishes.add_wish(party.pk, "apart", alma(party).pk, pk(party, 2), **BY_PROGRAM)
    return party


@act("wish removed")
def wish_removed():
    party = wish_added()
    wishes.remove_wish(party.pk, party.wishes.get().pk, **BY_PROGRAM)
    return party


@act("rota swapped")
def turns_swapped():
    party = drawn_party(9)
    second, third = party.entrants.in_rota()[1:3]
    swaps.swap_in_rota(party.pk, second.pk, third.pk, **BY_PROGRAM)
    return party


@act("float set")
def float_set():
    party = party_with(8)
    cash_box.set_cash_float(party.pk, 2000, **BY_PROGRAM)
    cash_box.set_cash_float(party.pk, 4000, **BY_PROGRAM)
    return party


@act("box counted")
def box_counted():
    party = party_with(8)
    cash_box.count_box(party.pk, 9200, **BY_PROGRAM)
    return party


@act("money added")
def money_added():
    party = party_with(8)
    coffee = OtherMoney(MoneyKind.EXPENSE, 1250, "Coffee")
    cash_box.add_money_line(party.pk, coffee, submission=uuid4(), **BY_PROGRAM)
    return party


@act("money removed")
def money_removed():
    party = money_added()
    cash_box.remove_money_line(party.pk, party.money_lines.get().pk, **BY_PROGRAM)
    return party

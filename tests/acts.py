"""Every verb done once, each at an evening of its own: for tests that go over all of them.

`ACTS` has one act for each verb of the log; it makes an evening, does the verb last, and returns
the party. Where the verb changes something, what was before is something as well.
"""

from uuid import uuid4

from party.engine import PRESETS, read_entry
from party.models import (
    Award,
    Club,
    Entrant,
    Entry,
    LogLine,
    Party,
    Printout,
    Record,
    Series,
    Tally,
    User,
)
from party.progression import FORMATS
from party.queries.checks import differences
from party.queries.merges import MERGED, PARTED
from party.queries.recounts import recount
from party.services import (
    accounts,
    arrivals,
    awards,
    checkin,
    checks,
    clubs,
    late,
    merges,
    parties,
    players,
    pots,
    printouts,
    prizes,
    records,
    rooms,
    rota,
    rounds,
    rules,
    scores,
    series,
    swaps,
    tables,
    tallies,
    undos,
    wishes,
)
from party.values.fees import Payment
from party.values.parties import Plan
from party.values.players import Newcomer
from party.values.printouts import Marks
from party.values.prints import Look
from party.values.prizes import How, Kind
from party.values.series import SeriesPlan
from party.values.shifts import Choice, Seats
from party.values.tallies import Tally as Card
from tests.awards import add, finished, line, party_of, pk, settle
from tests.evening import (
    AT,
    add_people,
    close,
    draw,
    enter,
    enter_total,
    party_with,
    person,
    play,
    play_rounds,
    seat_next,
    spot,
    start,
)
from tests.hands import WHOLE
from tests.pdf.cast import card_sheet
from tests.services.shifting import choose

ME = {"by": None, "at": AT}
ACTS = {}
TIE = "8hn9 8he9 9dn9 9de9"


def act(verb):
    def keep(function):
        ACTS.setdefault(verb, []).append(function)
        return function

    return keep


def fresh(party):
    return Party.objects.get(pk=party.pk)


def alma(party):
    return party.entrants.get(name="Alma")


def expected(count=1, **fields):
    """Make a party at which eight are here and so many are expected."""
    party = party_with(8, **fields)
    add_people(party, count, state=Entrant.State.EXPECTED)
    return party, list(party.entrants.filter(state=Entrant.State.EXPECTED))


def playing(hands="8hn9 7ce7", **fields):
    party = party_with(8, **fields)
    start(party)
    enter(party, hands)
    return party


# People


@act("names added")
def names_added():
    party = party_with(8)
    players.add_entrants(party.pk, [Newcomer("Zoë Ng", "Women"), Newcomer("Yan Li")], **ME)
    return party


@act("names added")
def walked_in():
    party = party_with(8)
    players.add_entrants(party.pk, [Newcomer("Zoë Ng")], here=True, payment=Payment(1000), **ME)
    return party


@act("renamed")
def renamed():
    party = party_with(8)
    players.rename(party.pk, alma(party).pk, "Alma Rasmussen", **ME)
    return party


@act("prize group")
def prize_group():
    party = party_with(8)
    players.set_prize_group(party.pk, alma(party).pk, "Ladies", **ME)
    players.set_prize_group(party.pk, alma(party).pk, "Women", **ME)
    return party


@act("notes")
def notes():
    party = party_with(8)
    players.set_notes(party.pk, alma(party).pk, "hard of hearing", **ME)
    players.set_notes(party.pk, alma(party).pk, "sits near the front", **ME)
    return party


@act("name removed")
def name_removed():
    party = party_with(8)
    wishes.add_wish(party.pk, "stay", alma(party).pk, None, **ME)
    players.remove_entrant(party.pk, alma(party).pk, **ME)
    return party


@act("numbers made")
def numbers_made():
    party = party_with(0, cards="blind")
    players.make_numbers(party.pk, 8, **ME)
    return party


@act("numbers named")
def numbers_named():
    party = numbers_made()
    players.name_numbers(party.pk, {1: Newcomer("Zoë Ng"), 2: Newcomer("Yan Li")}, **ME)
    return party


@act("here")
def ticked():
    party, late_ones = expected(2)
    ids = [each.pk for each in late_ones]
    arrivals.set_here(party.pk, ids, here=True, **ME)
    return party


@act("here")
def not_here():
    party = party_with(8)
    arrivals.set_here(party.pk, [alma(party).pk], here=False, **ME)
    return party


@act("checked in")
def checked_in():
    party, [guest] = expected(fee=1000)
    checkin.check_in(party.pk, guest.pk, payment=Payment(1000), **ME)
    return party


@act("checked in")
def checked_in_late():
    party, [guest] = expected()
    start(party)
    checkin.check_in(party.pk, guest.pk, **ME)
    return party


@act("money taken")
def money_taken():
    party = party_with(8, fee=1000)
    checkin.take_money(party.pk, alma(party).pk, Payment(500), **ME)
    checkin.take_money(party.pk, alma(party).pk, Payment(1000, "card", was=500), **ME)
    return party


@act("owes")
def owes():
    party = party_with(8, fee=1000)
    checkin.set_owed(party.pk, alma(party).pk, 500, **ME)
    checkin.set_owed(party.pk, alma(party).pk, 0, **ME)
    return party


@act("arrived late")
def arrived_late():
    party, [guest] = expected()
    start(party)
    arrivals.arrive_late(party.pk, guest.pk, **ME)
    return party


@act("went home")
def went_home():
    party = playing()
    arrivals.go_home_together(party.pk, [alma(party).pk, pk(party, 2)], **ME)
    return party


@act("came back")
def came_back():
    party = playing()
    arrivals.stand_in(party.pk, alma(party).pk, Newcomer("Host"), house=True, **ME)
    arrivals.come_back(party.pk, alma(party).pk, **ME)
    return party


@act("came back")
def came_back_to_wait():
    party = play_with_leaver()
    arrivals.come_back(party.pk, alma(party).pk, **ME)
    return party


def play_with_leaver():
    party = party_with(9)
    start(party)
    arrivals.go_home(party.pk, alma(party).pk, **ME)
    play(party)
    close(party)
    seat_next(party)
    return party


@act("house player")
def house_player():
    party = party_with(7)
    arrivals.add_house_player(party.pk, "Host", **ME)
    return party


@act("stand-in")
def stood_in():
    party = playing()
    arrivals.stand_in(party.pk, alma(party).pk, Newcomer("Zoë Ng"), **ME)
    return party


@act("wish added")
def wish_added():
    party = party_with(8)
    wishes.add_wish(party.pk, "apart", alma(party).pk, pk(party, 2), **ME)
    return party


@act("wish removed")
def wish_removed():
    party = wish_added()
    wishes.remove_wish(party.pk, party.wishes.get().pk, **ME)
    return party


@act("rota swapped")
def turns_swapped():
    party = party_with(9)
    draw(party)
    second, third = party.entrants.in_rota()[1:3]
    rota.swap_in_rota(party.pk, second.pk, third.pk, **ME)
    return party


# Rounds and tables


@act("party created")
def created():
    ruth = User.objects.filter(name="Ruth").first() or person()
    plan = Plan.of_preset("midway", name="Spring party", starts_at=AT)
    return parties.create_party(ruth.memberships.get().club_id, plan, **ME)


def plan_of(party, **changed):
    kept = {"name": party.name, "starts_at": party.starts_at, "rounds": party.rounds_planned}
    chosen = {"rules": party.rules, "format": party.format, "preset": party.preset}
    return Plan(**{**kept, **chosen, **changed})


@act("party changed")
def settings_changed():
    party = party_with(8, place="Hall")
    other = {"preset": "iowa", "rules": PRESETS["iowa"], "format": FORMATS["iowa"]}
    plan = plan_of(party, name="Iowa night", place="", capture="totals", fee=750, **other)
    parties.change_party(party.pk, plan, **ME)
    return party


@act("party changed")
def capture_changed():
    party = playing()
    parties.change_party(party.pk, plan_of(party, capture="totals"), **ME)
    return party


@act("rounds")
def rounds_planned():
    party = playing()
    parties.set_rounds(party.pk, 5, **ME)
    return party


@act("draw")
def drawn():
    party = party_with(9)
    draw(party)
    return party


@act("draw undone")
def draw_undone():
    party = party_with(7)
    draw(party, house_names=["Host"])
    host = party.entrants.get(name="Host")
    wishes.add_wish(party.pk, "stay", host.pk, None, **ME)
    rounds.undo_draw(party.pk, **ME)
    return party


@act("round started")
def started():
    party = party_with(8)
    start(party)
    return party


@act("round started")
def started_with_a_stand_in():
    party = playing("")
    arrivals.stand_in(party.pk, alma(party).pk, Newcomer("Zoë Ng"), **ME)
    play(party)
    close(party)
    seat_next(party)
    start(party)
    return party


@act("bell")
def rang():
    party = playing()
    rounds.ring_bell(party.pk, **ME)
    return party


@act("checking")
def checking():
    party = rang()
    rounds.check_round(party.pk, **ME)
    return party


@act("round closed")
def closed():
    party = party_with(8)
    play_rounds(party, 1)
    return party


@act("round reopened")
def round_reopened():
    party = closed()
    rounds.reopen_round(party.pk, **ME)
    return party


@act("reseated")
def reseated():
    party = closed()
    seat_next(party)
    rounds.reseat_round(party.pk, **ME)
    return party


@act("finished")
def party_finished():
    party = closed()
    rounds.finish(party.pk, **ME)
    return party


@act("reopened")
def party_reopened():
    party = party_finished()
    rounds.reopen_party(party.pk, **ME)
    return party


@act("seats swapped")
def seats_swapped():
    party = party_with(8)
    draw(party)
    one, other = party.rounds.get().places.filter(seat="E").order_by("table__number")
    seen = "table 1, East; table 2, East"
    swaps.swap_seats(party.pk, 1, one.entrant_id, other.entrant_id, seen=seen, **ME)
    return party


@act("swap undone")
def swap_undone():
    party = seats_swapped()
    swaps.undo_swap(party.pk, 1, **ME)
    return party


@act("table opened")
def table_opened():
    party = party_with(9)
    draw(party)
    rooms.open_table(party.pk, 1, ["Host", "Hostess", "Cook"], **ME)
    return party


@act("table closed")
def table_closed():
    party = table_opened()
    rooms.close_table(party.pk, 1, **ME)
    return party


@act("table finished")
def table_finished():
    party = playing()
    tables.finish_table(spot(party), why="Alma ill", **ME)
    return party


@act("table finished")
def full_stop():
    party = playing("6hn6", preset="iowa")
    enter(party, "7hn7", 2)
    enter(party, ".", 2)
    return party


@act("table reopened")
def table_reopened():
    party = table_finished()
    tables.reopen_table(spot(party), **ME)
    return party


@act("cut decided")
def cut_decided():
    party = playing(TIE)
    tables.decide_cut(spot(party), "NS", **ME)
    tables.decide_cut(spot(party), "EW", why="cut again", seen="NS", **ME)
    return party


@act("ahead said")
def ahead_said():
    party = playing("", capture="cards")
    tables.say_ahead(spot(party), "NS", seen="", **ME)
    tables.say_ahead(spot(party), "EW", seen="NS", **ME)
    return party


@act("table capture")
def table_captured():
    party = playing("")
    tables.set_table_capture(spot(party), "totals", **ME)
    return party


# Hands


@act("hand saved")
def hand_saved():
    return playing("8hn9")


@act("thrown in")
def thrown_in():
    return playing("p")


@act("total saved")
def total_saved():
    party = playing("", capture="totals")
    enter_total(party, 200, 590)
    return party


@act("hand undone")
def hand_undone():
    party = playing()
    scores.undo_hand(spot(party), **ME)
    return party


def entry(party, hand=1):
    return Entry.objects.in_force().get(
        table__round__party=party, table__number=1, table__round__number=1, hand=hand
    )


@act("corrected")
def corrected():
    party = closed()
    seat_next(party)
    choose(party, Seats.RESEAT)
    return party


@act("corrected")
def came_late():
    party = playing("8hn9 7ce7 7sn6")
    enter(party, "8hn9 7ce7 7sn6 9dw9", 2)
    tables.finish_table(spot(party), why="bell", **ME)
    close(party)
    hand = read_entry(party.rules, "8hn8")
    told = {"submission": uuid4(), "reason": "the slip lay under the cake", "choice": Choice()}
    late.add_late_hand(spot(party), entry=hand, **told, **ME)
    return party


@act("looked at")
def looked_at():
    party = playing("10nn10")
    checks.look_at(spot(party), 1, seen=entry(party).pk, **ME)
    return party


@act("typed again")
def typed_again():
    party = playing()
    typed = [read_entry(party.rules, text) for text in ("8hn8", "7ce7")]
    seen = [entry(party, 1).pk, entry(party, 2).pk]
    checks.type_hands_again(spot(party), typed, seen=seen, **ME)
    return party


@act("kept both")
def kept_both():
    party = playing()
    hand = read_entry(party.rules, "8hn8")
    seen = entry(party).pk
    checks.keep_both(spot(party), 1, hand, seen=seen, submission=uuid4(), **ME)
    return party


@act("decided")
def decided():
    party = typed_again()
    [found] = differences(party, 1)
    right, wrong = found.second.entry, found.first.entry
    checks.decide(spot(party), 1, right=right, wrong=wrong, **ME)
    return party


@act("records attached")
def record_attached():
    party = playing("")
    records.attach_records(spot(party), [WHOLE], first=1, submission=uuid4(), **ME)
    return party


@act("record replaced")
def record_replaced():
    party = record_attached()
    seen, text = Record.objects.get().pk, WHOLE.replace("8H", "9H")
    records.replace_record(spot(party), 1, text, seen=seen, submission=uuid4(), **ME)
    return party


@act("record removed")
def record_removed():
    party = record_attached()
    records.remove_record(spot(party), 1, seen=Record.objects.get().pk, **ME)
    return party


@act("card")
def card_typed():
    party = closed()
    first = tallies.save_tally(
        party.pk, alma(party).pk, Card((200,), 200), seen=None, submission=uuid4(), **ME
    )
    told = {"seen": first.pk, "submission": uuid4()}
    tallies.save_tally(party.pk, alma(party).pk, Card((590,), 590), **told, **ME)
    return party


@act("card removed")
def card_removed():
    party = card_typed()
    tallies.remove_tally(party.pk, alma(party).pk, **ME)
    assert Tally.objects.exists()
    return party


# Rules


@act("rules changed")
def rules_changed():
    party = party_with(8)
    changed = PRESETS["midway"].replace(slam_rule="none", misere_allowed="yes")
    rules.change_rules(party.pk, "midway", changed, **ME)
    return party


@act("rules overridden")
def rules_overridden():
    party = playing("7sn10 8hn9")
    changed = PRESETS["midway"].replace(slam_rule="none")
    told = {"seen": recount(party, changed).last, "reason": "announced at the start"}
    rules.override_rules(party.pk, "midway", changed, **told, **ME)
    return party


# Prizes


@act("prizes added")
def prizes_added():
    party = party_of()
    prizes.add_preset(party.pk, "podium", **ME)
    return party


@act("prizes copied")
def prizes_copied():
    prizes_added()
    party = party_of()
    prizes.copy_prizes(party.pk, **ME)
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
    told = {"title": "Top of the hall", "money": 1250, "gift": ""}
    prizes.change_prize(party.pk, row.pk, **told, **ME)
    return party


@act("prize removed")
def prize_removed():
    party = prizes_added()
    top = party.prizes.first()
    awards.give_prize(party.pk, top.pk, pk(party, 1), why="by hand", **ME)
    prizes.remove_prize(party.pk, top.pk, **ME)
    return party


@act("prize moved")
def prize_moved():
    party = party_of()
    add(party)
    prizes.move_prize(party.pk, add(party, Kind.LOW).pk, up=True, **ME)
    return party


@act("one prize each")
def one_each():
    party = party_of()
    prizes.set_one_each(party.pk, one_each=True, **ME)
    return party


@act("tie settled")
def tie_settled():
    party = party_of()
    settle(party, add(party), How.CUT, winner=2)
    return party


@act("prize given")
def prize_given():
    party = party_of()
    row = add(party)
    awards.give_prize(party.pk, row.pk, pk(party, 3), why="by the jury", **ME)
    awards.give_prize(party.pk, row.pk, pk(party, 4), why="by the jury", **ME)
    return party


@act("prize drawn")
def prize_drawn():
    party = party_of()
    row = add(party, Kind.DOOR)
    awards.draw_prize(party.pk, row.pk, **ME)
    awards.draw_prize(party.pk, row.pk, **ME)
    return party


@act("prize drawn")
def number_drawn():
    party = party_of()
    row = add(party, Kind.MYSTERY)
    awards.draw_prize(party.pk, row.pk, **ME)
    return party


@act("prize unsettled")
def prize_unsettled():
    party = party_of()
    row = add(party)
    settle(party, row, How.SPLIT)
    awards.unsettle(party.pk, row.pk, **ME)
    return party


@act("prizes confirmed")
def prizes_confirmed():
    party = party_of()
    row = add(party, money=1000)
    add(party, Kind.OTHER)
    settle(party, row, How.SPLIT)
    awards.give_prize(party.pk, party.prizes.last().pk, pk(party, 1), why="", **ME)
    finished(party)
    awards.confirm_prizes(party.pk, **ME)
    return party


@act("prizes reopened")
def prizes_reopened():
    party = prizes_confirmed()
    awards.reopen_prizes(party.pk, **ME)
    assert Award.objects.exists()
    return party


@act("ticket price")
def ticket_price():
    party = party_of()
    row = pots.set_ticket_price(party.pk, None, 125, **ME)
    pots.set_ticket_price(party.pk, row.pk, 200, **ME)
    return party


@act("tickets sold")
def tickets_sold():
    party = ticket_price()
    told = {"submission": uuid4(), "entrant_id": pk(party, 1)}
    pots.sell_tickets(party.pk, party.prizes.get().pk, 3, **told, **ME)
    return party


@act("tickets back")
def tickets_back():
    party = tickets_sold()
    row = party.prizes.get()
    pots.take_back_tickets(party.pk, row.pk, row.sales.get().pk, **ME)
    assert not line(party, row).pot.sold
    return party


# The log, paper, the club


@act("taken back")
def taken_back():
    party = prize_group()
    newest = party.log.first()
    undos.take_back(party.pk, newest.pk, seen=fresh(party).revision, **ME)
    return party


@act("wish taken back")
def wish_taken_back():
    party = wish_added()
    undos.take_back(party.pk, party.log.first().pk, seen=fresh(party).revision, **ME)
    return party


@act("printed")
def printed():
    party = party_with(8)
    marks = Marks.of(card_sheet(4))
    printouts.record_printout(party.pk, "cards", Look(), marks, called="Seat cards", **ME)
    return party


@act("not printed")
def not_printed():
    party = printed()
    row = Printout.objects.get()
    printouts.forget_printout(party.pk, row.pk, called="Seat cards", **ME)
    return party


@act("helper added")
def helper_added():
    ruth = person()
    party = party_with(4, by=ruth)
    clubs.add_helper(party.club_id, "Hanna", by=ruth, at=AT, party_id=party.pk)
    return party


@act("helper removed")
def helper_removed():
    party = helper_added()
    hanna, ruth = User.objects.get(name="Hanna"), User.objects.get(name="Ruth")
    clubs.remove_helper(party.club_id, hanna.pk, by=ruth, at=AT)
    return party


@act("organiser")
def organiser():
    accounts.create_organiser("Nora", club_name="Tuesday cards", time_zone="UTC", at=AT)


@act("account")
def account():
    accounts.change_account(person(), name="Ruth Moe", email=None, at=AT)


@act("link made")
def link_made():
    return accounts.make_link(person(), at=AT)


@act("link used")
def link_used():
    accounts.use_link(link_made(), at=AT)


@act("password")
def password():
    accounts.set_password(person(), "seven spades by north", at=AT)


@act(MERGED)
def merged():
    first, second = party_with(4), party_with(4)
    one, other = (player_of(party) for party in (first, second))
    merges.merge_players(first.club_id, one, other, **ME)


def player_of(party):
    return alma(party).player_id


@act(PARTED)
def parted():
    merged()
    newest = LogLine.objects.first()
    merges.part_players(newest.club_id, newest.pk, **ME)


@act("series created")
def series_created():
    party = party_with(4)
    plan = SeriesPlan(name="Winter", parties=(party.pk,))
    series.create_series(party.club_id, plan, **ME)


@act("series changed")
def series_changed():
    series_created()
    plan = SeriesPlan(name="Winter 2026", counting="ranks", attendance=2, best=3)
    series.change_series(Series.objects.get().pk, plan, **ME)


@act("series removed")
def series_removed():
    series_created()
    series.remove_series(Series.objects.get().pk, **ME)
    assert Club.objects.exists()

from party.engine import PRESETS
from party.models import User
from party.progression import FORMATS
from party.queries.seats.wrong_chairs import wrong_chairs
from party.services.evening import parties, rounds
from party.services.people import arrivals, wishes
from party.services.scores import tables
from party.services.seats import extra_tables, swaps
from party.services.seats.wrong_chairs import record_wrong_chairs
from party.values.evening.parties import PartyPlan
from party.values.people.attendance import Newcomer
from party.values.seats.corrections import SeatsAnswer, SeatsChoice
from party.values.seats.wrong_chairs import ChairExchange
from tests.acts.evenings import TIE, act, alma, party_with_hands
from tests.evening import (
    AT,
    BY_PROGRAM,
    close,
    create_user,
    draw,
    drawn_party,
    enter,
    party_after_rounds,
    party_with,
    play,
    seat_next,
    spot,
    start,
    started_party,
)


@act("party created")
def created():
    ruth = User.objects.filter(name="Ruth").first() or create_user()
    plan = PartyPlan.of_preset("midway", name="Spring party", starts_at=AT)
    return parties.create_party(ruth.memberships.get().club_id, plan, **BY_PROGRAM)


def plan_of(party, **changed):
    unchanged = {"name": party.name, "starts_at": party.starts_at, "rounds": party.rounds_planned}
    rules = {"rules": party.rules, "format": party.format, "preset": party.preset}
    return PartyPlan(**{**unchanged, **rules, **changed})


@act("party changed")
def settings_changed():
    party = party_with(8, place="Hall")
    iowa = {"preset": "iowa", "rules": PRESETS["iowa"], "format": FORMATS["iowa"]}
    plan = plan_of(party, name="Iowa night", place="", capture="totals", fee=750, **iowa)
    parties.change_party(party.pk, plan, **BY_PROGRAM)
    return party


@act("party changed")
def capture_changed():
    party = party_with_hands()
    parties.change_party(party.pk, plan_of(party, capture="totals"), **BY_PROGRAM)
    return party


@act("archived")
def archived():
    return parties.archive_party(party_with(8).pk, **BY_PROGRAM)


@act("brought back")
def brought_back():
    return parties.unarchive_party(archived().pk, **BY_PROGRAM)


@act("rounds")
def rounds_planned():
    party = party_with_hands()
    parties.set_rounds(party.pk, 5, **BY_PROGRAM)
    return party


@act("draw")
def drawn():
    return drawn_party(9)


@act("draw undone")
def draw_undone():
    party = party_with(7)
    draw(party, house_names=["Host"])
    host = party.entrants.get(name="Host")
    wishes.add_wish(party.pk, "stay", host.pk, None, **BY_PROGRAM)
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    return party


@act("round started")
def started():
    return started_party(8)


@act("round started")
def started_with_a_stand_in():
    party = party_with_hands("")
    arrivals.give_chair(party.pk, alma(party).pk, Newcomer("Zoë Ng"), **BY_PROGRAM)
    play(party)
    close(party)
    seat_next(party)
    start(party)
    return party


@act("bell")
def bell_rung():
    party = party_with_hands()
    rounds.ring_bell(party.pk, **BY_PROGRAM)
    return party


@act("checking")
def checking():
    party = bell_rung()
    rounds.check_round(party.pk, **BY_PROGRAM)
    return party


@act("round closed")
def closed():
    return party_after_rounds(1, 8)


@act("round reopened")
def round_reopened():
    party = closed()
    rounds.reopen_round(party.pk, **BY_PROGRAM)
    return party


@act("reseated")
def reseated():
    party = closed()
    seat_next(party)
    rounds.reseat_round(party.pk, **BY_PROGRAM)
    return party


@act("finished")
def party_finished():
    party = closed()
    rounds.finish(party.pk, **BY_PROGRAM)
    return party


@act("reopened")
def party_reopened():
    party = party_finished()
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    return party


@act("seats swapped")
def seats_swapped():
    party = drawn_party(8)
    first, second = party.rounds.get().places.filter(seat="E").order_by("table__number")
    mark = "table 1, East; table 2, East"
    swaps.swap_seats(party.pk, 1, first.entrant_id, second.entrant_id, mark=mark, **BY_PROGRAM)
    return party


@act("swap undone")
def swap_undone():
    party = seats_swapped()
    swaps.undo_swap(party.pk, 1, **BY_PROGRAM)
    return party


@act("wrong chairs")
def wrong_chairs_recorded():
    """Record that the person on the bench played at table 1 while the chair's owner sat out."""
    party = started_party(9)
    places = party.rounds.get().places
    bench, seated = places.get(table=None), places.get(table__number=1, seat="N")
    record_chairs(party, 1, ChairExchange(bench.entrant_id, seated.entrant_id))
    return party


@act("wrong chairs")
def wrong_chairs_of_two_pairs_recorded():
    party = party_after_rounds(1, 12)
    seat_next(party)
    places = party.rounds.get(number=1).places
    first, second = (places.get(table__number=table, seat="N").entrant_id for table in (1, 2))
    record_chairs(party, 1, ChairExchange(first, second, partners=True), SeatsChoice.RESEAT)
    return party


def record_chairs(party, number, exchange, seats=None):
    changes = wrong_chairs(party, party.rounds.get(number=number), exchange)
    choice = SeatsAnswer(seats, mark=changes.effects.mark) if changes.effects else SeatsAnswer()
    record_wrong_chairs(
        party.pk,
        number,
        exchange,
        mark=changes.mark,
        reason="they said so",
        choice=choice,
        **BY_PROGRAM,
    )


@act("table opened")
def table_opened():
    party = drawn_party(9)
    extra_tables.open_table(party.pk, 1, ["Host", "Hostess", "Cook"], **BY_PROGRAM)
    return party


@act("table closed")
def table_closed():
    party = table_opened()
    extra_tables.close_table(party.pk, 1, **BY_PROGRAM)
    return party


@act("table finished")
def table_finished():
    party = party_with_hands()
    tables.finish_table(spot(party), reason="Alma ill", **BY_PROGRAM)
    return party


@act("tables stopped")
def tables_stopped():
    party = party_with_hands()
    rounds.stop_tables(party.pk, 1, **BY_PROGRAM)
    return party


@act("table finished")
def full_stop():
    party = party_with_hands("6hn6", preset="iowa")
    enter(party, "7hn7", 2)
    enter(party, ".", 2)
    return party


@act("table reopened")
def table_reopened():
    party = table_finished()
    tables.reopen_table(spot(party), **BY_PROGRAM)
    return party


@act("cut decided")
def cut_decided():
    party = party_with_hands(TIE)
    tables.decide_cut(spot(party), "NS", **BY_PROGRAM)
    tables.decide_cut(spot(party), "EW", reason="cut again", shown_pair="NS", **BY_PROGRAM)
    return party


@act("ahead said")
def ahead_said():
    party = party_with_hands("", capture="cards")
    tables.report_ahead(spot(party), "NS", shown_pair="", **BY_PROGRAM)
    tables.report_ahead(spot(party), "EW", shown_pair="NS", **BY_PROGRAM)
    return party


@act("slip follows")
def slip_follows():
    party = party_with_hands("8hn9")
    tables.report_ahead(spot(party), "NS", shown_pair="", **BY_PROGRAM)
    return party


@act("table capture")
def table_captured():
    party = party_with_hands("")
    tables.set_table_capture(spot(party), "totals", **BY_PROGRAM)
    return party

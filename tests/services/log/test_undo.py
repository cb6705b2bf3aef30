from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest

from party.models import Club, Entrant, LogLine, Prize
from party.queries.log import undo as reads
from party.queries.log.row_changes import MODELS, columns, rows_in
from party.queries.log.undo_rules import CHANGED_AGAIN, HELPER_RULES, NEWER_ROWS, UNDO_RULES
from party.queries.scores.tables import table_scores
from party.services.evening import rounds
from party.services.log import row_changes
from party.services.log.undo import undo_line
from party.services.people import arrivals, players, wishes
from party.services.prizes import awards, fifty_fifty, prizes
from party.services.scores import tables
from party.values.log.row_changes import steps_of
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from tests import acts
from tests.awards import add, pk
from tests.evening import (
    BY_PROGRAM,
    HANDS,
    close,
    draw,
    drawn_party,
    enter,
    enter_total,
    party_with,
    play_round,
    refusal_of,
    reload_party,
    run_verb,
    seat_next,
    spot,
    start,
)
from tests.guard import setting_up
from tests.logbook import changes_of_line

pytestmark = pytest.mark.django_db
UNDOABLE = [(verb, act) for verb in UNDO_RULES for act in acts.ACTS[verb]]


def all_rows(party):
    """Return every row of the party that a log line can restore, as the line stores it."""
    return {
        (name, row.pk): columns(row)
        for name in MODELS
        for row in rows_in(name)
        if getattr(row, "party_id", party.pk) == party.pk
    }


def newest(party):
    return LogLine.objects.filter(party=party).first()


def run_undo(party, line=None):
    seen = reload_party(party).revision
    return undo_line(party.pk, (line or newest(party)).pk, shown_revision=seen, **BY_PROGRAM)


def refusal(party, line=None):
    return refusal_of(run_undo, party, line)


def undo_of(party, line=None):
    line = line or newest(party)
    return reads.undos(reload_party(party), [line]).get(line.pk)


@pytest.mark.parametrize(("verb", "act"), UNDOABLE, ids=[act.__name__ for _, act in UNDOABLE])
def test_undo_restores_every_row(verb, act):
    party = act()
    line = newest(party)
    assert line.verb == verb
    expected = all_rows(party)
    for step in steps_of(line.data):
        row = expected.pop((step.row, step.id), {})
        if step.before is not None:
            expected[step.row, step.id] = {**row, **step.before}

    undo = undo_of(party)
    assert undo.is_for_helpers == (verb in HELPER_RULES)
    assert undo.effects
    run_undo(party)

    assert all_rows(party) == expected
    undo_log = newest(party)
    assert undo_log.words == f"Took back: {line.words}"
    assert undo_log.verb in {"taken back", "wish taken back"}
    assert (undo_log.round, undo_log.table) == (line.round, line.table)
    assert undo_log.data["what"] == verb
    assert undo_of(party, line) is None
    assert undo_of(party, undo_log) is None


def test_line_of_an_undo_has_old_and_new_values():
    party = acts.prize_group()
    run_undo(party)
    assert changes_of_line() == [("Prize group", "Women", "Ladies")]
    assert LogLine.objects.first().data["about"] == {str(acts.alma(party).pk): "Alma"}


def test_two_changes_of_one_row_are_undone_newest_first():
    party = acts.prize_group()
    second, first = party.log.all()[:2]
    assert refusal(party, first).startswith("It has been changed again since.")
    run_undo(party, second)
    run_undo(party, first)
    assert acts.alma(party).prize_group == ""


def seat_two(party):
    if party.rounds.get().state == "drawn":
        start(party)
    for number, score in table_scores(party, 1).items():
        if not score.is_finished:
            enter(party, " ".join(HANDS.split()[score.saved :]), number)
    close(party)
    seat_next(party)


def seat_four(party):
    seat_two(party)
    for _ in range(2):
        start(party)
        play_round(party)
        seat_next(party)


def first_hand(party):
    start(party)
    enter(party, "8hn9")


def add_name(name):
    return lambda party: players.add_entrants(party.pk, [Newcomer(name)], **BY_PROGRAM)


def make_wish(name):
    def add_wish(party):
        wishes.add_wish(party.pk, "stay", party.entrants.get(name=name).pk, None, **BY_PROGRAM)

    return add_wish


def give_first_prize(party):
    awards.give_prize(
        party.pk, party.prizes.first().pk, pk(party, 1), why="for luck", **BY_PROGRAM
    )


def sell_tickets(party):
    row = party.prizes.get()
    fifty_fifty.sell_tickets(party.pk, row.pk, 2, submission=uuid4(), **BY_PROGRAM)


def confirm_all_prizes(party):
    for row in party.prizes.all():
        awards.give_prize(party.pk, row.pk, pk(party, 1), why="for luck", **BY_PROGRAM)
    rounds.finish(party.pk, **BY_PROGRAM)
    awards.confirm_prizes(party.pk, **BY_PROGRAM)


def remove_second_person(party):
    players.remove_entrant(party.pk, pk(party, 2), **BY_PROGRAM)


def replace_alma(party):
    arrivals.give_chair(
        party.pk, acts.alma(party).pk, Newcomer("Host"), as_house_player=True, **BY_PROGRAM
    )


def decide_cut(party):
    tables.decide_cut(spot(party), "NS", **BY_PROGRAM)


def close_round(party):
    enter(party, "8hn9 8he9 9dn9 9de9", 2)
    tables.decide_cut(spot(party, 2), "NS", **BY_PROGRAM)
    close(party)


def play_and_finish(party):
    start(party)
    play_round(party)
    rounds.finish(party.pk, **BY_PROGRAM)


def not_played():
    party = acts.party_with_hands("")
    tables.finish_table(spot(party), reason="nobody came", **BY_PROGRAM)
    return party


def stand_in_goes_home():
    """Zoë is to take Alma's chair; then Zoë and Bert go home."""
    party = acts.stood_in()
    zoe = party.entrants.get(name="Zoë Ng")
    arrivals.go_home_together(party.pk, [zoe.pk, pk(party, 2)], **BY_PROGRAM)
    return party


@pytest.mark.parametrize(
    ("act", "next_verb", "text"),
    [
        (acts.ticked, draw, "The seats are drawn. Mark people as arrived late or gone home."),
        (acts.checked_in, start, "Guest 9 has a seat now. Mark that Guest 9 goes home instead"),
        (acts.walked_in, start, "Zoë Ng has a seat now."),
        (acts.walked_in, make_wish("Zoë Ng"), "Zoë Ng has been asked for something."),
        (acts.arrived_late, seat_two, "Guest 9 has a seat now."),
        (acts.went_home, seat_two, "The seats of round 2 were made since: change it on"),
        (acts.went_home, replace_alma, "Host takes the chair of Alma. Take that back first."),
        (stand_in_goes_home, replace_alma, "Host takes the chair of Alma."),
        (acts.came_back, seat_two, "The seats of round 2 were made since"),
        (acts.stood_in, seat_two, "The seats of round 2 were made since"),
        (acts.renamed, add_name("Alma"), "Somebody else is now on the list as Alma."),
        (acts.house_player, make_wish("Host"), "Host has been asked for something."),
        (acts.house_player, start, "Host has a seat now."),
        (acts.rounds_planned, seat_four, "Round 4 is seated: so many rounds have to be"),
        (acts.settings_changed, start, "The seats are drawn: the rules and how seats are drawn"),
        (acts.rules_changed, first_hand, "Hands have been entered, so the rules are locked."),
        (acts.started, lambda party: enter(party, "8hn9"), "Round 1 has hands already"),
        (acts.started, partial(run_verb, rounds.undo_draw), CHANGED_AGAIN),
        (acts.bell_rung, partial(run_verb, rounds.check_round), CHANGED_AGAIN),
        (not_played, decide_cut, "Table 1: who was high on the cut has been entered."),
        (acts.table_reopened, lambda party: enter(party, "7sn6"), "Table 1 has had entries since"),
        (acts.table_captured, lambda party: enter_total(party, 200, 590), "Table 1 has had entri"),
        (acts.capture_changed, lambda party: enter_total(party, 200, 590, 2), "Table 2 has had"),
        (acts.cut_decided, close_round, "Round 1 is not open any more: correct the table on"),
        (acts.prize_added, give_first_prize, "High has been given to somebody. Take that"),
        (acts.prizes_added, confirm_all_prizes, "The prizes are confirmed. Reopen them to change"),
        (acts.ticket_price, sell_tickets, "50/50: tickets are sold at this price."),
        (acts.prizes_reopened, partial(run_verb, rounds.reopen_party), "Finish the party first"),
        (acts.wish_removed, remove_second_person, CHANGED_AGAIN),
        (acts.prize_group, play_and_finish, "Autumn party is finished. Take the finish"),
    ],
)
def test_a_line_with_newer_dependent_rows_cannot_be_undone(act, next_verb, text):
    party = act()
    line = newest(party)
    assert undo_of(party, line)
    next_verb(reload_party(party))
    rows = all_rows(party)
    assert text in refusal(party, line)
    assert all_rows(party) == rows
    assert undo_of(party, line) is None


def test_a_removed_prize_is_not_restored_while_another_prize_has_its_place():
    party = acts.prize_removed()
    line = newest(party)
    add(party)
    assert refusal(party, line) == CHANGED_AGAIN
    assert [row.place for row in party.prizes.order_by("place")] == [1, 2, 3]

    prizes.remove_prize(party.pk, Prize.objects.get(party=party, place=3).pk, **BY_PROGRAM)
    run_undo(party, line)
    assert [row.place for row in party.prizes.all()] == [1, 2, 3]
    assert party.prizes.first().awards.get().entrant_id == pk(party, 1)


def test_undo_after_a_newer_revision_is_refused():
    party = acts.renamed()
    line, seen = newest(party), reload_party(party).revision
    arrivals.set_attendance(party.pk, [pk(party, 2)], here=False, **BY_PROGRAM)
    with pytest.raises(Refused, match="Something changed while"):
        undo_line(party.pk, line.pk, shown_revision=seen, **BY_PROGRAM)
    assert party.entrants.filter(name="Alma Rasmussen").exists()


def test_undoing_a_line_without_steps_or_of_another_party_is_refused():
    party = acts.hand_saved()
    assert refusal(party) == "This cannot be taken back from the log."
    assert reads.undo_refusal(party, newest(party)) == ""
    other = party_with(8)
    with pytest.raises(Refused, match="cannot be taken back from the log"):
        undo_line(other.pk, newest(party).pk, shown_revision=0, **BY_PROGRAM)


def test_old_line_without_steps_has_no_undo():
    party = acts.rounds_planned()
    line = newest(party)
    line.data = {"before": 3, "after": 5}
    assert line.pk not in reads.undos(party, [line])
    assert changes_of_line(line) == []


def test_line_with_too_many_rows_stores_no_steps(monkeypatch):
    monkeypatch.setattr(row_changes, "MAX_STEPS", 1)
    party = acts.ticked()
    assert "steps" not in newest(party).data
    assert undo_of(party) is None
    assert undo_of(acts.not_here()) is not None


def test_the_table_of_newer_rows_has_every_relation_of_entrants_and_prizes():
    kept = {("entrant", "logline"), ("entrant", "stand_in")}
    for row, model in (("entrant", Entrant), ("prize", Prize)):
        related = {
            (row, each.get_accessor_name().removesuffix("_set"))
            for each in model._meta.related_objects
        }
        looked_at = {
            (each.row, name.removesuffix("__isnull"))
            for each in NEWER_ROWS
            for name, _ in each.newer.children
            if each.row == row
        }
        assert related - kept == looked_at


def test_undo_of_a_payment_says_how_much_to_give_back():
    assert "Give Zoë Ng back $10." in undo_of(acts.walked_in()).effects
    assert "Give Guest 9 back $10." in undo_of(acts.checked_in()).effects


def test_undo_of_a_refund_says_how_much_to_take():
    party = acts.money_taken()
    acts.door.take_money(
        party.pk, acts.alma(party).pk, acts.Payment(0, paid_before=1000), **BY_PROGRAM
    )
    assert "Take $10 from Alma again." in undo_of(party).effects


def test_effects_of_an_undo_are_sentences():
    effects_by_act = {
        acts.renamed: ["Alma Rasmussen: Name: Alma Rasmussen → Alma."],
        acts.wish_added: [
            "No longer asked for: Alma and Bert never sit at one table.",
            "Seats that were made with it stay.",
        ],
        acts.rounds_planned: ["Rounds: 5 → 3."],
        acts.went_home: ["Alma: gone home → here.", "Bert: gone home → here."],
        acts.prize_drawn: None,
        acts.prizes_confirmed: ["The prizes are open again: who has what may still change."],
    }
    for act, effects in effects_by_act.items():
        found = undo_of(act()).effects
        assert effects is None or list(found) == effects


def test_the_start_time_is_shown_in_the_time_zone_of_the_club():
    party = party_with(8)
    with setting_up():
        Club.objects.update(time_zone="America/Chicago")
    later = party.starts_at + timedelta(hours=1, minutes=30)
    acts.parties.change_party(party.pk, acts.plan_of(party, starts_at=later), **BY_PROGRAM)
    old, new = "Sat 14 Nov 2026, 1:00 p.m.", "Sat 14 Nov 2026, 2:30 p.m."
    assert changes_of_line() == [("Start", old, new)]
    assert list(undo_of(party).effects)[:1] == [f"Start: {new} → {old}"]


def test_a_swap_of_turns_that_moved_people_to_other_chairs_has_no_undo():
    party = drawn_party(9)
    first, second = party.entrants.in_rota()[:2]
    acts.swaps.swap_in_rota(party.pk, first.pk, second.pk, **BY_PROGRAM)
    assert undo_of(party) is None

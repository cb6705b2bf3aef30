"""Late slips: a table reports which pair is ahead, its round closes, and its hands come later."""

from uuid import uuid4

import pytest

from party.engine import PRESETS
from party.models import Entry, LogLine, Party, Round
from party.queries.evening.live import closing, finish_page, live_page
from party.queries.evening.rounds import latest_round, live, seatings
from party.queries.log.undo import undo_refusal, undos
from party.queries.scores.late_slips import slips_to_follow
from party.queries.scores.tables import table_scores
from party.queries.standings.consistency import standing_differences
from party.queries.standings.standings import standings
from party.services.evening import rounds
from party.services.people.arrivals import go_home
from party.services.rules import override_rules
from party.services.scores import entries, late_hands, tables
from party.values.evening.live import OpenRound
from party.values.refusals import Refused
from party.values.scores.tables import SavedAs
from party.values.seats.corrections import SeatsAnswer, SeatsChoice, SeatsInQuestion
from party.values.standings.standings import RoundKind
from tests.evening import (
    AT,
    BY_PROGRAM,
    HANDS,
    close,
    enter,
    enter_hand,
    report_ahead,
    seat_next,
    spot,
    start,
    started_party,
)
from tests.services.scores.test_late_hands import (
    add_late,
    correct_ahead,
    mark_of_question,
    remove_last,
)

pytestmark = pytest.mark.django_db

FOR_NS = "9sn9 9sn9 9sn9 9sn9"


def add_late_total(party, ns, ew, *, table=1, hands=None, submission=None, choice=None):
    late_hands.add_late_total(
        spot(party, table, 1),
        ns,
        ew,
        hands=hands,
        submission=submission or uuid4(),
        reason="only the sum is on it",
        choice=choice or SeatsAnswer(),
        **BY_PROGRAM,
    )


def total(party, ns, ew, *, submission=None, hands=None, table=1):
    options = {"submission": submission or uuid4(), "replaces_hands": True, **BY_PROGRAM}
    return entries.save_total(spot(party, table), ns, ew, hands=hands, **options)


def score(party, table=1, number=1):
    return table_scores(party, number)[table]


def line_of_verb(verb):
    return LogLine.objects.filter(verb=verb).first()


def in_force(table=1):
    rows = Entry.objects.counted().filter(table__number=table, table__round__number=1)
    return list(rows.order_by("hand").values_list("hand", flat=True))


@pytest.fixture
def party():
    """Return a party in round 1: table 1 has one hand, and E-W are ahead by it."""
    party = started_party(8)
    enter(party, "7ce7")
    enter(party, HANDS, 2)
    return party


@pytest.fixture
def closed_party(party):
    """Round 1 is closed; table 1 sent no slip but reported N-S ahead; round 2 is seated."""
    report_ahead(party, "NS")
    close(party)
    seat_next(party)
    return party


def test_a_round_closes_and_people_move_by_the_reported_pair(party):
    with pytest.raises(Refused, match="Table 1 has not finished"):
        close(party)
    report_ahead(party, "NS")
    assert score(party).awaits_slip
    assert (score(party).ahead, score(party).higher_pair) == ("NS", "EW")
    close(party)
    seat_next(party)
    assert party.rounds.get(number=2).stored_draw.ahead[1] == "NS"


def test_a_repeated_report_changes_nothing_and_another_desks_report_stays(party):
    report_ahead(party, "NS")
    assert report_ahead(party, "NS").outcome == SavedAs.ALREADY
    with pytest.raises(Refused, match="Another desk has said that North-South were ahead"):
        report_ahead(party, "EW")
    report_ahead(party, "EW", seen="NS")
    assert score(party).ahead == "EW"
    assert line_of_verb("slip follows").words == "Table 1: slip to follow, East-West were ahead"


def test_a_closed_round_keeps_the_reported_pair(closed_party):
    assert "is not open any more" in undo_refusal(closed_party, line_of_verb("slip follows"))
    with pytest.raises(Refused, match="Round 1 is closed"):
        tables.report_ahead(spot(closed_party, 1, 1), "EW", shown_pair="NS", **BY_PROGRAM)


def test_a_reopened_table_waits_for_its_slip_again(party):
    report_ahead(party, "NS")
    tables.reopen_table(spot(party), **BY_PROGRAM)
    assert not score(party).is_finished
    assert line_of_verb("table reopened").words == "Table 1: waiting for its slip again"


def test_a_slip_before_the_close_is_entered_as_usual(party):
    report_ahead(party, "NS")
    enter(party, "7sn6 9dw9")
    assert score(party).awaits_slip
    enter_hand(party, "9dw9")
    assert not score(party).awaits_slip
    assert score(party).ahead == "EW"
    with pytest.raises(Refused, match="everything in"):
        report_ahead(party, "NS")


def test_the_reported_pair_is_ahead_if_the_slip_ties():
    party = started_party(8)
    report_ahead(party, "EW")
    enter(party, "8hn9 8he9 7sn7 7se7")
    assert (score(party).higher_pair, score(party).ahead) == ("", "EW")


def test_undoing_the_last_hand_of_a_slip_makes_the_table_unfinished_again(party):
    report_ahead(party, "NS")
    enter(party, "7sn6 9dw9 9dw9")
    entries.undo_hand(spot(party), **BY_PROGRAM)
    assert (score(party).awaits_slip, score(party).is_finished) == (False, False)
    with pytest.raises(Refused, match="Table 1 has not finished"):
        close(party)


def test_a_table_still_waits_for_its_slip_after_a_hand_is_undone(party):
    report_ahead(party, "NS")
    enter(party, "7sn6")
    entries.undo_hand(spot(party), **BY_PROGRAM)
    assert score(party).awaits_slip


def test_a_table_whose_slip_is_awaited_may_be_finished_early(party):
    report_ahead(party, "NS")
    tables.finish_table(spot(party), reason="ill", **BY_PROGRAM)
    assert (score(party).awaits_slip, score(party).hands, score(party).ahead) == (False, 1, "EW")


def test_pages_list_missing_slips(closed_party):
    (slip,) = live_page(closed_party, AT).slips
    assert (slip.round, slip.number, slip.is_open) == (1, 1, False)
    assert slip.ahead == slip.ns != slip.ew
    assert finish_page(closed_party).slips == (slip,)
    start(closed_party)
    assert closing(closed_party).slips == (slip,)
    report_ahead(closed_party, "EW", table=2)
    second = closing(closed_party).slips[1]
    assert (str(second), second.is_open, second.ahead) == ("table 2 in round 2", True, second.ew)
    assert live(closed_party).tables[1].hand_signs == "○○○○"
    assert live_page(closed_party, AT).tally_text == "0 tables in, 1 playing, 1 slip to follow"


def test_reading_missing_slips_takes_at_most_four_queries(closed_party, django_assert_num_queries):
    with django_assert_num_queries(4):
        slips_to_follow(closed_party)
    with django_assert_num_queries(1):
        slips_to_follow(closed_party, round=[2])


def test_standings_are_provisional_until_the_slip_comes(closed_party):
    provisional = standings(closed_party)
    assert provisional.slips == ((1, 1),)
    of_table = [each for each in provisional.lines if each.rounds[0].kind == RoundKind.FOLLOWS]
    assert {each.note for each in of_table} == {"slip from table 1, round 1, to follow"}
    assert len(of_table) == 4
    assert sum(each.won for each in of_table) == 2
    assert all(each.low_rank is None and each.played for each in of_table)
    assert standing_differences(closed_party) == []
    add_late(closed_party, FOR_NS[5:])
    assert standings(closed_party).slips == ()


def test_a_name_can_have_two_notes_beside_it(closed_party):
    go_home(closed_party.pk, seatings(closed_party)[0].tables[0][0], **BY_PROGRAM)
    notes = {each.note for each in standings(closed_party).lines}
    assert "left after round 1, slip from table 1, round 1, to follow" in notes


def test_a_table_without_hands_whose_slip_is_awaited_counts_no_points():
    party = started_party(8)
    report_ahead(party, "EW")
    enter(party, HANDS, 2)
    close(party)
    kinds = {each.rounds[0].kind for each in standings(party).lines}
    assert kinds == {RoundKind.FOLLOWS, RoundKind.PLAYED}
    assert standing_differences(party) == []


def test_the_finish_asks_for_missing_slips(closed_party):
    with pytest.raises(Refused, match="Still to follow: table 1 in round 1") as refused:
        rounds.finish(closed_party.pk, **BY_PROGRAM)
    assert refused.value.faults[0].field == "without_slips"
    rounds.finish(closed_party.pk, without_slips=True, **BY_PROGRAM)
    assert line_of_verb("finished").words.endswith(
        "1 round; without the slips of table 1 in round 1"
    )
    closed_party.refresh_from_db()
    notes = {each.note for each in standings(closed_party).lines}
    assert "no slip from table 1 in round 1" in notes
    assert finish_page(closed_party).slips == ()


def test_the_finish_does_not_ask_for_slips_of_an_uncounted_round(closed_party):
    add_late(closed_party, FOR_NS[5:])
    start(closed_party)
    report_ahead(closed_party, "NS")
    rounds.finish(closed_party.pk, still_open=OpenRound.LEFT, **BY_PROGRAM)
    assert Party.objects.get(pk=closed_party.pk).finished_at == AT


def test_the_party_cannot_finish_while_a_slip_of_the_last_round_is_missing():
    party = started_party(4, rounds_planned=1)
    report_ahead(party, "NS")
    assert closing(party).can_close
    assert not closing(party).can_finish


def test_all_hands_of_a_late_slip_are_added_once(closed_party):
    before, submission = seatings(closed_party), uuid4()
    add_late(closed_party, FOR_NS[5:], first=2, submission=submission)
    add_late(closed_party, FOR_NS[5:], first=2, submission=submission)
    assert (in_force(), score(closed_party).awaits_slip) == ([1, 2, 3, 4], False)
    assert seatings(closed_party) == before
    rows = Entry.objects.counted().filter(table__number=1, table__round__number=1)
    assert [row.sequence for row in rows.order_by("hand")] == [1, 2, 3, 4]
    assert "hand 2 came late" in line_of_verb("corrected").words
    assert "hand 4 came late" in line_of_verb("corrected").words


def test_a_late_slip_with_the_other_pair_ahead_asks_about_the_seats(closed_party):
    with pytest.raises(SeatsInQuestion) as question:
        add_late(closed_party, "7ce7 7ce7 9dw9")
    assert (question.value.effects.before, question.value.effects.after) == ("NS", "EW")
    assert in_force() == [1]
    choice = SeatsAnswer(SeatsChoice.RESEAT, mark=question.value.effects.mark)
    add_late(closed_party, "7ce7 7ce7 9dw9", first=2, choice=choice)
    assert closed_party.rounds.get(number=2).stored_draw.ahead[1] == "EW"
    assert line_of_verb("corrected").pk not in undos(closed_party, LogLine.objects.all())
    with pytest.raises(Refused, match="can no longer be taken back"):
        late_hands.undo_late_entries(closed_party.pk, line_of_verb("corrected").pk, **BY_PROGRAM)


def test_the_rest_of_a_slip_is_awaited_after_its_first_part(closed_party):
    add_late(closed_party, "7ce7", first=2)
    assert (score(closed_party).awaits_slip, score(closed_party).saved) == (True, 2)
    add_late(closed_party, "9sn9", is_all=True)
    assert (score(closed_party).hands, score(closed_party).why_short) == (
        3,
        "slip found",
    )


def test_a_late_slip_of_a_table_without_a_limit_is_complete():
    party = started_party(8, "iowa", rounds_planned=1)
    enter(party, HANDS)
    report_ahead(party, "NS", table=2)
    close(party)
    add_late(party, "8hn9 8hn9 8hn9", table=2)
    assert (score(party, 2).hands, score(party, 2).awaits_slip) == (3, False)


def test_late_hands_that_another_desk_entered_are_refused(closed_party):
    with pytest.raises(Refused, match="Somebody else has changed this"):
        add_late(closed_party, "7ce7", first=1)


def test_the_reported_pair_is_corrected(closed_party):
    mark = mark_of_question(closed_party, "EW", seen="NS")
    keep = SeatsAnswer(SeatsChoice.KEEP, mark=mark)
    correct_ahead(closed_party, "EW", seen="NS", choice=keep)
    assert score(closed_party).provisional_pair == "EW"


def test_late_hands_are_undone_from_the_log(closed_party):
    add_late(closed_party, FOR_NS[5:])
    undo = undos(closed_party, LogLine.objects.all())[line_of_verb("corrected").pk]
    assert undo.kind == "late"
    late_hands.undo_late_entries(closed_party.pk, undo.line, **BY_PROGRAM)
    assert (in_force(), score(closed_party).awaits_slip) == ([1], True)
    assert line_of_verb("hand undone").words == "Table 1: late results taken back"
    with pytest.raises(Refused, match="can no longer be taken back"):
        late_hands.undo_late_entries(closed_party.pk, undo.line, **BY_PROGRAM)


def test_an_undone_slip_that_is_sent_again_is_refused(closed_party):
    submission = uuid4()
    add_late(closed_party, "9sn9", first=2, submission=submission)
    late_hands.undo_late_entries(closed_party.pk, line_of_verb("corrected").pk, **BY_PROGRAM)
    with pytest.raises(Refused, match="Somebody else has changed this"):
        add_late(closed_party, "9sn9", first=2, submission=submission)
    add_late(closed_party, "9sn9", first=2)
    assert in_force() == [1, 2]


def test_late_hands_that_moved_people_are_not_undone(party):
    report_ahead(party, "NS")
    close(party)
    add_late(party, "7ce7 7ce7 9dw9")
    seat_next(party)
    assert party.rounds.get(number=2).stored_draw.ahead[1] == "EW"
    with pytest.raises(Refused, match="and so the seats"):
        late_hands.undo_late_entries(party.pk, line_of_verb("corrected").pk, **BY_PROGRAM)
    assert in_force() == [1, 2, 3, 4]


def test_late_hands_are_undone_in_a_reopened_round(party):
    report_ahead(party, "NS")
    close(party)
    add_late(party, FOR_NS[5:])
    rounds.reopen_round(party.pk, **BY_PROGRAM)
    late_hands.undo_late_entries(party.pk, line_of_verb("corrected").pk, **BY_PROGRAM)
    assert score(party).awaits_slip


def test_a_late_hand_is_not_undone_before_a_newer_late_hand(party):
    report_ahead(party, "NS")
    close(party)
    add_late(party, "8hn9")
    rounds.reopen_round(party.pk, **BY_PROGRAM)
    enter_hand(party, "7sn6")
    assert line_of_verb("corrected").pk not in undos(party, LogLine.objects.all())
    with pytest.raises(Refused, match="can no longer be taken back"):
        late_hands.undo_late_entries(party.pk, line_of_verb("corrected").pk, **BY_PROGRAM)
    entries.undo_hand(spot(party), **BY_PROGRAM)
    late_hands.undo_late_entries(party.pk, line_of_verb("corrected").pk, **BY_PROGRAM)
    enter_hand(party, "7sn6")
    assert in_force() == [1, 2]


def test_a_table_still_waits_for_its_slip_after_a_hand_is_removed(closed_party):
    add_late(closed_party, FOR_NS[15:])
    remove_last(closed_party, table=1)
    assert (in_force(), score(closed_party).awaits_slip, score(closed_party).hands) == (
        [1],
        True,
        None,
    )


def test_a_total_replaces_hands_and_its_undo_restores_the_hands(party):
    enter(party, "p 9sn9")
    submission = uuid4()
    saved = total(party, 300, 10, hands=1, submission=submission)
    assert total(party, 300, 10, hands=1, submission=submission).outcome == SavedAs.ALREADY
    assert (saved.ns, saved.ew) == (300, 10)
    assert (in_force(), score(party).capture, score(party).is_finished) == ([0], "totals", True)
    assert "2 hands entered before put aside" in line_of_verb("total saved").words
    undo = undos(party, LogLine.objects.all())[line_of_verb("total saved").pk]
    assert "Table 1: the total goes, and 2 hands entered earlier will count again." in undo.effects
    entries.undo_hand(spot(party), shown_entry=saved.entry, **BY_PROGRAM)
    assert (in_force(), score(party).capture, score(party).hands) == ([1, 2], "hands", None)


def test_a_total_for_a_finished_table_is_refused(party):
    with pytest.raises(Refused, match="Table 2 is done"):
        total(party, 300, 10, table=2)
    tables.finish_table(spot(party), reason="ill", **BY_PROGRAM)
    with pytest.raises(Refused, match="Table 1 is done"):
        total(party, 300, 10)


def test_an_impossible_total_changes_nothing(party):
    with pytest.raises(Refused, match="1 hand cannot give"):
        total(party, 470, 20, hands=1)
    assert (in_force(), score(party).capture) == ([1], "hands")


def test_the_slip_of_a_table_that_reported_may_be_one_total(party):
    report_ahead(party, "NS")
    total(party, 300, 10, hands=1)
    assert (score(party).awaits_slip, score(party).ahead) == (False, "NS")
    entries.undo_hand(spot(party), **BY_PROGRAM)
    assert score(party).awaits_slip


def test_a_late_total_is_undone_from_the_log(closed_party):
    submission = uuid4()
    add_late_total(closed_party, 300, 10, hands=1, submission=submission)
    add_late_total(closed_party, 300, 10, hands=1, submission=submission)
    assert (in_force(), score(closed_party).hands) == ([0], 1)
    with pytest.raises(Refused, match="is complete"):
        add_late_total(closed_party, 310, 10, hands=1)
    undo = undos(closed_party, LogLine.objects.all())[line_of_verb("corrected").pk]
    assert "1 hand entered earlier will count again." in undo.effects
    late_hands.undo_late_entries(closed_party.pk, undo.line, **BY_PROGRAM)
    assert (in_force(), score(closed_party).capture, score(closed_party).awaits_slip) == (
        [1],
        "hands",
        True,
    )


def test_a_late_total_is_undone_at_the_desk_in_a_reopened_round(party):
    report_ahead(party, "NS")
    close(party)
    add_late_total(party, 300, 10, hands=1)
    rounds.reopen_round(party.pk, **BY_PROGRAM)
    entries.undo_hand(spot(party), **BY_PROGRAM)
    assert (in_force(), latest_round(party).state) == ([1], Round.State.CHECKING)


def play_with_total_and_other_rules(text, preset):
    """Replace a hand by a total, then change the rules of the party to another preset."""
    party = started_party(8, preset="australian")
    enter(party, text)
    total(party, 500, 100, hands=4)
    override_rules(
        party.pk, preset, PRESETS[preset], newest_entry=10**6, reason="agreed", **BY_PROGRAM
    )


def test_a_restored_hand_is_scored_by_the_current_rules():
    play_with_total_and_other_rules("7hn10", "youngstown")
    entries.undo_hand(spot(latest_party()), **BY_PROGRAM)
    row = Entry.objects.in_force().get()
    assert (row.ns, row.ew) == (300, 0)  # the Australian rules give 250 for this slam


def test_a_hand_that_the_current_rules_refuse_is_not_restored():
    play_with_total_and_other_rules("mn0", "midway")
    with pytest.raises(Refused, match=r"The rules have changed since hand 1 .* Correct the total"):
        entries.undo_hand(spot(latest_party()), **BY_PROGRAM)
    assert Entry.objects.in_force().get().hand == 0


def latest_party():
    return Party.objects.latest("pk")

"""A slip that is missing at the bell: it follows, its table has one total, or was not played."""

from uuid import uuid4

import pytest

from party.engine import PRESETS, read_entry
from party.models import Entry, LogLine, Party, Round
from party.queries.evening.live import closing, finish_page, live_page
from party.queries.evening.rounds import latest_round, live, seatings
from party.queries.log.undo import undo_refusal, undos
from party.queries.scores.late_slips import slips_to_follow
from party.queries.scores.tables import table_scores
from party.queries.standings.consistency import standing_differences
from party.queries.standings.standings import standings
from party.services.evening import rounds
from party.services.log.undo import undo_line
from party.services.people.arrivals import go_home
from party.services.rules import override_rules
from party.services.scores import entries, late_hands, tables
from party.values.accounts import PROGRAM
from party.values.evening.live import StillOpen
from party.values.refusals import Refused
from party.values.scores.tables import SavedAs
from party.values.seats.corrections import Seats, SeatsAnswer, SeatsInQuestion
from party.values.standings.standings import RoundKind
from tests.evening import AT, HANDS, close, enter, enter_hand, party_with, seat_next, spot, start

pytestmark = pytest.mark.django_db

ME = {"actor": PROGRAM, "at": AT}
FOR_NS = "9sn9 9sn9 9sn9 9sn9"


def report(party, pair, *, seen="", table=1):
    return tables.report_ahead(spot(party, table), pair, seen=seen, **ME)


def late(party, text, *, table=1, number=1, choice=None, submission=None, first=1, is_all=False):
    late_hands.add_late_hands(
        spot(party, table, number),
        [read_entry(party.rules, each) for each in text.split()],
        first=first,
        is_all=is_all,
        submission=submission or uuid4(),
        reason="the slip lay under a cup",
        choice=choice or SeatsAnswer(),
        **ME,
    )


def late_total(party, ns, ew, *, table=1, hands=None, submission=None, choice=None):
    late_hands.add_late_total(
        spot(party, table, 1),
        ns,
        ew,
        hands=hands,
        submission=submission or uuid4(),
        reason="only the sum is on it",
        choice=choice or SeatsAnswer(),
        **ME,
    )


def total(party, ns, ew, *, submission=None, hands=None, table=1):
    known = {"submission": submission or uuid4(), "instead": True, **ME}
    return entries.save_total(spot(party, table), ns, ew, hands=hands, **known)


def score(party, table=1, number=1):
    return table_scores(party, number)[table]


def line(verb):
    return LogLine.objects.filter(verb=verb).first()


def take_back_line(party, verb):
    party.refresh_from_db()
    undo_line(party.pk, line(verb).pk, seen=party.revision, **ME)


def in_force(table=1):
    rows = Entry.objects.counted().filter(table__number=table, table__round__number=1)
    return list(rows.order_by("hand").values_list("hand", flat=True))


@pytest.fixture
def party():
    """Round 1 is on, table 2 is in; one hand of table 1 is, and East-West have its points."""
    party = party_with(8)
    start(party)
    enter(party, "7ce7")
    enter(party, HANDS, 2)
    return party


@pytest.fixture
def closed(party):
    """Round 1 is closed without the slip of table 1, where N-S were ahead; round 2 is seated."""
    report(party, "NS")
    close(party)
    seat_next(party)
    return party


# It follows.


def test_round_closes_and_moves_by_what_was_said(party):
    with pytest.raises(Refused, match="Table 1 has not finished"):
        close(party)
    report(party, "NS")
    assert score(party).awaits_slip
    assert (score(party).ahead, score(party).higher_pair) == ("NS", "EW")
    close(party)
    seat_next(party)
    assert party.rounds.get(number=2).made_from.ahead[1] == "NS"


def test_same_word_twice_is_one_and_another_desk_is_not_overwritten(party):
    report(party, "NS")
    assert report(party, "NS").outcome == SavedAs.ALREADY
    with pytest.raises(Refused, match="Another desk has said that North-South were ahead"):
        report(party, "EW")
    report(party, "EW", seen="NS")
    assert score(party).ahead == "EW"
    assert line("slip follows").words == "Table 1: slip to follow, East-West were ahead"


def test_reported_pair_is_taken_back_from_the_log(party):
    report(party, "NS")
    assert line("slip follows").pk in undos(party, LogLine.objects.all())
    take_back_line(party, "slip follows")
    assert not score(party).finished


def test_closed_round_keeps_what_was_said(closed):
    assert "is not open any more" in undo_refusal(closed, line("slip follows"))
    with pytest.raises(Refused, match="Round 1 is closed"):
        tables.report_ahead(spot(closed, 1, 1), "EW", seen="NS", **ME)


def test_slip_is_waited_for_again(party):
    report(party, "NS")
    tables.reopen_table(spot(party), **ME)
    assert not score(party).finished
    assert line("table reopened").words == "Table 1: waiting for its slip again"


def test_slip_that_comes_before_the_close_is_entered_as_always(party):
    report(party, "NS")
    enter(party, "7sn6 9dw9")
    assert score(party).awaits_slip
    enter_hand(party, "9dw9")
    assert not score(party).awaits_slip
    assert score(party).ahead == "EW"
    with pytest.raises(Refused, match="everything in"):
        report(party, "NS")


def test_slip_that_came_in_is_waited_for_once_its_last_hand_is_taken_back(party):
    report(party, "NS")
    enter(party, "7sn6 9dw9 9dw9")
    entries.undo_hand(spot(party), **ME)
    assert (score(party).awaits_slip, score(party).finished) == (False, False)
    with pytest.raises(Refused, match="Table 1 has not finished"):
        close(party)


def test_slip_still_follows_when_a_hand_of_it_is_taken_back(party):
    report(party, "NS")
    enter(party, "7sn6")
    entries.undo_hand(spot(party), **ME)
    assert score(party).awaits_slip


def test_table_that_followed_may_turn_out_to_have_stopped(party):
    report(party, "NS")
    tables.finish_table(spot(party), reason="ill", **ME)
    assert (score(party).awaits_slip, score(party).hands, score(party).ahead) == (False, 1, "EW")


def test_pages_list_what_is_to_follow(closed):
    (slip,) = live_page(closed, AT).slips
    assert (slip.round, slip.number, slip.is_open) == (1, 1, False)
    assert slip.ahead == slip.ns != slip.ew
    assert finish_page(closed).slips == (slip,)
    start(closed)
    assert closing(closed).slips == (slip,)
    report(closed, "EW", table=2)
    second = closing(closed).slips[1]
    assert (str(second), second.is_open, second.ahead) == ("table 2 in round 2", True, second.ew)
    assert live(closed).tables[1].marks == "○○○○"
    assert live_page(closed, AT).tally_text == "0 tables in, 1 playing, 1 slip to follow"


def test_slips_are_two_queries_and_one_where_none_follows(closed, django_assert_num_queries):
    with django_assert_num_queries(2):
        slips_to_follow(closed)
    with django_assert_num_queries(1):
        slips_to_follow(closed, round=[2])


def test_standings_are_provisional_until_it_comes(closed):
    now = standings(closed)
    assert now.slips == ((1, 1),)
    of_table = [each for each in now.lines if each.rounds[0].kind == RoundKind.FOLLOWS]
    assert {each.note for each in of_table} == {"slip of table 1 in round 1 to follow"}
    assert len(of_table) == 4
    assert sum(each.won for each in of_table) == 2
    assert all(each.low_rank is None and each.played for each in of_table)
    assert standing_differences(closed) == []
    late(closed, FOR_NS[5:], first=2)
    assert standings(closed).slips == ()


def test_note_stands_beside_another_one(closed):
    go_home(closed.pk, seatings(closed)[0].tables[0][0], **ME)
    notes = {each.note for each in standings(closed).lines}
    assert "left after round 1, slip of table 1 in round 1 to follow" in notes


def test_untouched_table_that_follows_counts_nothing_yet():
    party = party_with(8)
    start(party)
    report(party, "EW")
    enter(party, HANDS, 2)
    close(party)
    kinds = {each.rounds[0].kind for each in standings(party).lines}
    assert kinds == {RoundKind.FOLLOWS, RoundKind.PLAYED}
    assert standing_differences(party) == []


# The finish asks for it.


def test_finish_asks_for_it(closed):
    with pytest.raises(Refused, match="Still to follow: table 1 in round 1") as refused:
        rounds.finish(closed.pk, **ME)
    assert refused.value.faults[0].field == "without_slips"
    rounds.finish(closed.pk, without_slips=True, **ME)
    assert line("finished").words.endswith("1 round; without the slips of table 1 in round 1")
    closed.refresh_from_db()
    notes = {each.note for each in standings(closed).lines}
    assert "no slip of table 1 in round 1" in notes
    assert finish_page(closed).slips == ()


def test_slip_of_a_round_that_does_not_count_is_not_asked_for(closed):
    late(closed, FOR_NS[5:], first=2)
    start(closed)
    report(closed, "NS")
    rounds.finish(closed.pk, still_open=StillOpen.LEFT, **ME)
    assert Party.objects.get(pk=closed.pk).finished_at == AT


def test_last_round_is_not_finished_in_one_press_without_it():
    party = party_with(4, rounds_planned=1)
    start(party)
    report(party, "NS")
    assert closing(party).is_clear
    assert not closing(party).may_finish


# It comes later.


def test_all_hands_of_a_slip_come_at_once_and_once(closed):
    before, submission = seatings(closed), uuid4()
    late(closed, FOR_NS[5:], first=2, submission=submission)
    late(closed, FOR_NS[5:], first=2, submission=submission)
    assert (in_force(), score(closed).awaits_slip) == ([1, 2, 3, 4], False)
    assert seatings(closed) == before
    rows = Entry.objects.counted().filter(table__number=1, table__round__number=1)
    assert [row.sequence for row in rows.order_by("hand")] == [1, 2, 3, 4]
    assert "hand 2 came late" in line("corrected").words
    assert "hand 4 came late" in line("corrected").words


def test_slip_that_says_the_other_pair_was_ahead_asks_first(closed):
    with pytest.raises(SeatsInQuestion) as asked:
        late(closed, "7ce7 7ce7 9dw9", first=2)
    assert (asked.value.effects.before, asked.value.effects.after) == ("NS", "EW")
    assert in_force() == [1]
    choice = SeatsAnswer(Seats.RESEAT, mark=asked.value.effects.mark)
    late(closed, "7ce7 7ce7 9dw9", first=2, choice=choice)
    assert closed.rounds.get(number=2).made_from.ahead[1] == "EW"
    assert line("corrected").pk not in undos(closed, LogLine.objects.all())
    with pytest.raises(Refused, match="can no longer be taken back"):
        late_hands.undo_late_entries(closed.pk, line("corrected").pk, **ME)


def test_part_of_a_slip_leaves_the_rest_to_follow(closed):
    late(closed, "7ce7", first=2)
    assert (score(closed).awaits_slip, score(closed).saved) == (True, 2)
    late(closed, "9sn9", first=3, is_all=True, choice=SeatsAnswer())
    assert (score(closed).hands, score(closed).why_short) == (3, "the slip lay under a cup")


def test_slip_of_a_table_that_plays_until_a_bell_is_all_there_is():
    party = party_with(8, "iowa", rounds_planned=1)
    start(party)
    enter(party, HANDS)
    report(party, "NS", table=2)
    close(party)
    late(party, "8hn9 8hn9 8hn9", table=2)
    assert (score(party, 2).hands, score(party, 2).awaits_slip) == (3, False)


def test_hands_that_another_desk_has_entered_are_not_entered_again(closed):
    with pytest.raises(Refused, match="Somebody else has changed this"):
        late(closed, "7ce7")
    with pytest.raises(Refused, match="has all 4 hands"):
        late(closed, HANDS, first=2)


def test_reported_pair_is_corrected(closed):
    late_hands.correct_ahead(
        spot(closed, 1, 1),
        pair="EW",
        seen="NS",
        reason="heard wrong",
        choice=SeatsAnswer(Seats.KEEP, mark=mark_of(closed)),
        **ME,
    )
    assert score(closed).provisional_pair == "EW"


def mark_of(party):
    with pytest.raises(SeatsInQuestion) as asked:
        late_hands.correct_ahead(
            spot(party, 1, 1), pair="EW", seen="NS", reason="x", choice=SeatsAnswer(), **ME
        )
    return asked.value.effects.mark


def test_late_hands_are_taken_back_from_the_log(closed):
    late(closed, FOR_NS[5:], first=2)
    undo = undos(closed, LogLine.objects.all())[line("corrected").pk]
    assert undo.kind == "late"
    late_hands.undo_late_entries(closed.pk, undo.line, **ME)
    assert (in_force(), score(closed).awaits_slip) == ([1], True)
    assert line("hand undone").words == "Table 1: late results taken back"
    with pytest.raises(Refused, match="can no longer be taken back"):
        late_hands.undo_late_entries(closed.pk, undo.line, **ME)


def test_slip_that_was_taken_back_is_not_said_to_be_in_when_it_is_sent_again(closed):
    submission = uuid4()
    late(closed, "9sn9", first=2, submission=submission)
    late_hands.undo_late_entries(closed.pk, line("corrected").pk, **ME)
    with pytest.raises(Refused, match="Somebody else has changed this"):
        late(closed, "9sn9", first=2, submission=submission)
    late(closed, "9sn9", first=2)
    assert in_force() == [1, 2]


def test_late_hands_that_people_moved_by_are_not_taken_back(party):
    report(party, "NS")
    close(party)
    late(party, "7ce7 7ce7 9dw9", first=2)
    seat_next(party)
    assert party.rounds.get(number=2).made_from.ahead[1] == "EW"
    with pytest.raises(Refused, match="and so the seats"):
        late_hands.undo_late_entries(party.pk, line("corrected").pk, **ME)
    assert in_force() == [1, 2, 3, 4]


def test_late_hands_are_taken_back_in_a_round_opened_again(party):
    report(party, "NS")
    close(party)
    late(party, FOR_NS[5:], first=2)
    rounds.reopen_round(party.pk, **ME)
    late_hands.undo_late_entries(party.pk, line("corrected").pk, **ME)
    assert score(party).awaits_slip


def test_late_hand_is_not_taken_back_from_under_a_newer_one(party):
    report(party, "NS")
    close(party)
    late(party, "8hn9", first=2)
    rounds.reopen_round(party.pk, **ME)
    enter_hand(party, "7sn6")
    assert line("corrected").pk not in undos(party, LogLine.objects.all())
    with pytest.raises(Refused, match="can no longer be taken back"):
        late_hands.undo_late_entries(party.pk, line("corrected").pk, **ME)
    entries.undo_hand(spot(party), **ME)
    late_hands.undo_late_entries(party.pk, line("corrected").pk, **ME)
    enter_hand(party, "7sn6")
    assert in_force() == [1, 2]


def test_slip_still_follows_when_a_hand_is_taken_out(closed):
    late(closed, FOR_NS[15:], first=2)
    last = Entry.objects.counted().filter(table__number=1).latest("hand")
    why = {"reason": "of another table", "choice": SeatsAnswer()}
    late_hands.remove_last_hand(spot(closed, 1, 1), seen=last.pk, **why, **ME)
    assert (in_force(), score(closed).awaits_slip, score(closed).hands) == ([1], True, None)


# One total.


def test_total_puts_hands_aside_and_brings_them_back(party):
    enter(party, "p 9sn9")
    submission = uuid4()
    saved = total(party, 300, 10, hands=1, submission=submission)
    assert total(party, 300, 10, hands=1, submission=submission).outcome == SavedAs.ALREADY
    assert (saved.ns, saved.ew) == (300, 10)
    assert (in_force(), score(party).capture, score(party).finished) == ([0], "totals", True)
    assert "2 hands entered before put aside" in line("total saved").words
    undo = undos(party, LogLine.objects.all())[line("total saved").pk]
    assert "Table 1: 2 hands put aside for the total count again." in undo.effects
    entries.undo_hand(spot(party), seen=saved.entry, **ME)
    assert (in_force(), score(party).capture, score(party).hands) == ([1, 2], "hands", None)


def test_total_is_of_a_table_that_is_not_done(party):
    with pytest.raises(Refused, match="Table 2 is done"):
        total(party, 300, 10, table=2)
    tables.finish_table(spot(party), reason="ill", **ME)
    with pytest.raises(Refused, match="Table 1 is done"):
        total(party, 300, 10)


def test_total_that_cannot_be_changes_nothing(party):
    with pytest.raises(Refused, match="1 hand cannot give"):
        total(party, 470, 20, hands=1)
    assert (in_force(), score(party).capture) == ([1], "hands")


def test_total_of_a_slip_that_was_to_follow(party):
    report(party, "NS")
    total(party, 300, 10, hands=1)
    assert (score(party).awaits_slip, score(party).ahead) == (False, "NS")
    entries.undo_hand(spot(party), **ME)
    assert score(party).awaits_slip


def test_late_total_is_taken_back_from_the_log(closed):
    submission = uuid4()
    late_total(closed, 300, 10, hands=1, submission=submission)
    late_total(closed, 300, 10, hands=1, submission=submission)
    assert (in_force(), score(closed).hands) == ([0], 1)
    with pytest.raises(Refused, match="is complete"):
        late_total(closed, 310, 10, hands=1)
    undo = undos(closed, LogLine.objects.all())[line("corrected").pk]
    assert "1 hand entered before count again." in undo.effects
    late_hands.undo_late_entries(closed.pk, undo.line, **ME)
    assert (in_force(), score(closed).capture, score(closed).awaits_slip) == ([1], "hands", True)


def test_late_total_goes_at_the_desk_once_the_round_is_open_again(party):
    report(party, "NS")
    close(party)
    late_total(party, 300, 10, hands=1)
    rounds.reopen_round(party.pk, **ME)
    entries.undo_hand(spot(party), **ME)
    assert (in_force(), latest_round(party).state) == ([1], Round.State.CHECKING)


# It was not played.


def test_table_with_hands_was_played(party):
    tables.finish_table(spot(party), reason="ill", **ME)
    assert score(party).hands == 1


def test_table_that_is_not_there_has_no_slip(party):
    with pytest.raises(Refused, match="There is no table 9"):
        report(party, "NS", table=9)


def with_total_and_other_rules(text, preset):
    """Put a hand aside for a total, then play by the rules of another evening."""
    party = party_with(8, preset="australian")
    start(party)
    enter(party, text)
    total(party, 500, 100, hands=4)
    override_rules(party.pk, preset, PRESETS[preset], newest_entry=10**6, reason="agreed", **ME)


def test_hand_that_counts_again_has_the_points_of_the_rules_of_now():
    with_total_and_other_rules("7hn10", "youngstown")
    entries.undo_hand(spot(latest_party()), **ME)
    row = Entry.objects.in_force().get()
    assert (row.ns, row.ew) == (300, 0)  # a slam: 250 by the Australian rules


def test_hand_that_the_rules_of_now_do_not_know_stays_aside():
    with_total_and_other_rules("mn0", "midway")
    with pytest.raises(Refused, match=r"The rules have changed since hand 1 .* Correct the total"):
        entries.undo_hand(spot(latest_party()), **ME)
    assert Entry.objects.in_force().get().hand == 0


def latest_party():
    return Party.objects.latest("pk")

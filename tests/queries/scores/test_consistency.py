import pytest

from party.models import Entry, Round, Table
from party.models.scores.entries import TOTAL
from party.queries.scores.consistency import is_made, score_differences
from party.services.scores.tables import set_table_capture
from tests.evening import (
    BY_PROGRAM,
    enter,
    enter_total,
    party_after_rounds,
    spot,
    start_next_round,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def entries(round_number, table, **kept):
    of_table = {"table__round__number": round_number, "table__number": table}
    return Entry.objects.filter(**of_table, **kept)


def test_an_evening_with_hands_and_totals_has_no_fault():
    party = party_after_rounds(1, 9)
    start_next_round(party)
    enter(party, "8hn9 p 8hn7")
    set_table_capture(spot(party, 2), "totals", **BY_PROGRAM)
    enter_total(party, 100, 50, 2, hands=4)

    assert score_differences(party) == []


def test_tables_that_play_until_the_head_table_ends_have_no_fault():
    party = party_after_rounds(1, 9, "iowa")

    assert score_differences(party) == []


@pytest.mark.parametrize(
    ("hand", "changes", "words"),
    [
        (1, {"ns": 520}, ", hand 1: 520 and 10 are not the engine's points."),
        (1, {"bid": "6H"}, ", hand 1: 300 and 10 are not the engine's points."),
        (1, {"bid": "nonsense"}, ", hand 1: 300 and 10 are not the engine's points."),
        (2, {"status": Entry.Status.UNDONE}, ": the hands in force are [1, 3, 4]."),
        (
            4,
            {"hand": TOTAL, "bid": "", "tricks": None, "bidder": ""},
            ": a total and single hands are in force together.",
        ),
    ],
)
def test_a_wrong_entry_is_found(played_party, hand, changes, words):
    with setting_up():
        entries(1, 2, hand=hand).update(**changes)

    assert score_differences(played_party) == [f"Round 1, table 2{words}"]


def test_a_hand_with_an_impossible_bid_does_not_count_as_made(played_party):
    with setting_up():
        entries(1, 2, hand=1).update(bid="nonsense")

    assert not is_made(entries(1, 2).get(hand=1))
    assert is_made(entries(1, 2).get(hand=2))


def test_a_hand_beyond_the_number_of_hands_is_found(played_party):
    with setting_up():
        row = entries(2, 1).get(hand=4)
        row.pk, row.hand, row.submission = None, 5, "12345678123456781234567812345678"
        row.save(force_insert=True)
        Table.objects.filter(pk=row.table_id).update(hands=9)

    assert score_differences(played_party) == [
        "Round 2, table 1: more than 4 hands.",
        "Round 2, table 1: the table says 9 hands, and has 5.",
    ]


def test_a_hand_at_a_table_that_has_only_final_cards_is_found(played_party):
    with setting_up():
        Table.objects.filter(round__number=2, number=1).update(capture="cards")

    assert score_differences(played_party) == [
        "Round 2, table 1: hands, although its points are on the cards."
    ]


def test_a_hand_before_the_round_has_begun_is_found(played_party):
    start_next_round(played_party)
    enter(played_party, "8hn9")
    with setting_up():
        Round.objects.filter(number=3).update(state=Round.State.DRAWN)

    assert score_differences(played_party) == [
        "Round 3, table 1: entries before the round has begun."
    ]


def test_an_undecided_second_version_in_a_closed_round_is_found(played_party):
    with setting_up():
        row = entries(2, 1).get(hand=4, status=Entry.Status.IN_FORCE)
        row.pk, row.submission = None, "a" * 32
        row.status = Entry.Status.DISPUTED
        row.save(force_insert=True)

    assert score_differences(played_party) == [
        "Round 2, table 1: closed, but two versions of a hand are left."
    ]


def test_a_second_version_of_a_hand_without_a_first_version_is_found(played_party):
    start_next_round(played_party)
    enter(played_party, "8hn9")
    with setting_up():
        entries(3, 1).update(status=Entry.Status.DISPUTED)

    assert score_differences(played_party) == [
        "Round 3, table 1: a second version of a hand that is not in force."
    ]


def test_points_that_do_not_end_in_0_are_found(played_party, monkeypatch):
    monkeypatch.setattr("party.queries.stored_party.StoredParty.points", lambda *_: (105, 0))

    assert score_differences(played_party)[0] == "Round 1, table 1: points that do not end in 0."

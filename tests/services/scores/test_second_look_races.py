from collections import Counter

import pytest

from party.engine import read_entry
from party.models import Entry, Place, Tally
from party.queries.scores.second_look import differences
from party.queries.scores.tables import table_scores
from party.services.scores import second_look, tables
from tests.evening import (
    BY_PROGRAM,
    enter,
    play_round,
    spot,
    start_next_round,
    started_party,
)
from tests.services.scores.test_races import race
from tests.services.shifting import effects

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def in_force(hand=1, table=1):
    return Entry.objects.in_force().get(table__round__number=1, table__number=table, hand=hand)


@pytest.mark.parametrize("_time", range(3))
def test_a_hand_is_saved_and_at_most_one_of_two_corrections_succeeds(_time):
    party = started_party(8)
    play_round(party)
    start_next_round(party)
    seen = in_force(4).pk
    mark = effects(party).mark
    changed, saved, other = race(
        ("correct", party.pk, 1, 4, "9dw0", seen, "reseat", mark),
        ("save_hand_of_round_2", party.pk, 1, "8hn9"),
        ("correct", party.pk, 1, 4, "9dw0", seen, "keep", mark),
    )
    assert saved == ("ok", "saved")
    assert "refused" in {changed[0], other[0]}
    assert Place.objects.filter(round__number=2).values("table", "seat").distinct().count() == 8
    assert Place.objects.filter(round__number=2).values("entrant").distinct().count() == 8
    after = party.rounds.get(number=2).stored_draw.ahead[1]
    assert after == ("NS" if changed[0] == "ok" else "EW")


@pytest.fixture
def party():
    return started_party(4, rounds_planned=2)


def test_only_one_of_two_reports_of_the_pair_ahead_is_stored(party):
    tables.set_table_capture(spot(party), "cards", **BY_PROGRAM)
    outcomes = race(*[("report_pair", party.pk, 1, pair) for pair in ("NS", "EW")])
    assert sorted(kind for kind, _ in outcomes) == ["ok", "refused"]
    assert table_scores(party, 1)[1].provisional_pair in {"NS", "EW"}


def test_only_one_of_four_cards_of_one_person_is_stored():
    party = started_party(4, rounds_planned=2)
    play_round(party)
    entrant = party.entrants.first().pk
    outcomes = race(*[("save_tally", party.pk, entrant, total) for total in (10, 20, 30, 40)])
    assert Counter(kind for kind, _ in outcomes) == {"ok": 1, "refused": 3}
    assert Tally.objects.filter(status=Tally.Status.IN_FORCE).count() == Tally.objects.count() == 1


def test_a_second_version_during_a_correction_leaves_no_difference_open(party):
    seen = enter(party, "8hn9")[0].entry
    race(
        ("type_again", party.pk, 1, "8hn8", [seen]),
        ("correct", party.pk, 1, 1, "8hn10", seen),
    )
    assert in_force().tricks == 10
    assert differences(party, 1) == ()


def test_two_decisions_leave_one_result_in_force(party):
    seen = enter(party, "8hn9")[0].entry
    typed = [read_entry(party.rules, "8hn8")]
    second_look.type_again(spot(party), typed, shown_entries=[seen], **BY_PROGRAM)
    (found,) = differences(party, 1)
    first, second = found.first.entry, found.others[0].entry
    outcomes = race(
        ("choose_right_entry", party.pk, 1, 1, first, second),
        ("choose_right_entry", party.pk, 1, 1, second, first),
    )
    assert Counter(outcomes) == {("ok", "decided"): 1, ("refused", ("changed",)): 1}
    assert in_force().checked == Entry.Checked.TYPED_AGAIN

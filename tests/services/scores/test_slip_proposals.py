from uuid import uuid4, uuid5

import pytest

from party.engine import read_entry
from party.models import Entry, LogLine
from party.queries.scores.second_look import differences
from party.queries.scores.tables import lines_of_table, table_scores
from party.services.scores.entries import undo_hand
from party.services.scores.second_look import keep_second_version
from party.services.scores.slip_proposals import accept_hands
from party.values.refusals import Refused
from tests.evening import BY_PROGRAM, enter, enter_total, spot, started_party

pytestmark = pytest.mark.django_db

FOUR = "8hn9 7ce7 9sw10 7ns6"


@pytest.fixture
def party():
    return started_party(8)


def accept(party, texts=FOUR, *, submission=None, table=1, shown_hand=1):
    submission = submission or uuid4()
    hands = {
        hand: (read_entry(party.rules, text), uuid5(submission, str(hand)))
        for hand, text in enumerate(texts.split(), start=1)
    }
    return accept_hands(spot(party, table), hands, shown_hand=shown_hand, **BY_PROGRAM)


def sources(party):
    return [line.source for line in lines_of_table(party, 1, 1)]


def test_accepted_hands_finish_the_table_and_have_a_log_line_each(party):
    accepted = accept(party)
    assert [saved.hand for saved in accepted.saved] == [1, 2, 3, 4]
    assert sources(party) == ["photo"] * 4
    assert table_scores(party, 1)[1].is_finished
    words = LogLine.objects.filter(verb="hand saved").values_list("words", flat=True)
    assert all(each.endswith(", from a photographed slip") for each in words)
    assert len(words) == 4


def test_accepting_a_slip_a_second_time_stores_nothing_even_after_an_undo(party):
    submission = uuid4()
    accept(party, submission=submission)
    undo_hand(spot(party), **BY_PROGRAM)
    again = accept(party, submission=submission)
    assert (again.saved, again.different_hands) == ((), ())
    assert Entry.objects.count() == 4


def test_hands_of_the_desk_stay_and_a_different_hand_becomes_a_second_version(party):
    enter(party, "8hn9 7ce8")
    submission = uuid4()
    for _ in range(2):
        accepted = accept(party, submission=submission)
        assert accepted.different_hands in {(2,), ()}
    assert sources(party) == ["desk", "desk", "photo", "photo"]
    [difference] = differences(party, 1)
    assert (difference.hand, difference.first.text) == (2, "7ce8")
    assert [(each.text, each.source) for each in difference.others] == [("7ce7", "photo")]


def test_a_hand_that_was_stored_when_the_slip_was_shown_is_not_compared(party):
    enter(party, "8hn9 7ce8")
    accepted = accept(party, shown_hand=3)
    assert (len(accepted.saved), accepted.different_hands) == (2, ())
    assert sources(party) == ["desk", "desk", "photo", "photo"]


def test_accepting_is_refused_if_a_hand_is_missing_or_the_table_has_a_total(party):
    hand = read_entry(party.rules, "8hn9")
    with pytest.raises(Refused, match="Hand 1 of table 1 comes first"):
        accept_hands(spot(party), {2: (hand, uuid4())}, shown_hand=1, **BY_PROGRAM)
    enter_total(party, 400, 600, replaces_hands=True)
    with pytest.raises(Refused, match="as a round total"):
        accept(party)
    assert Entry.objects.filter(source=Entry.Source.PHOTO).count() == 0


@pytest.mark.parametrize("stored", ["", FOUR])
def test_last_hand_finishes_a_table_that_plays_until_the_bell(stored):
    party = started_party(8, "iowa")
    enter(party, stored, 2)
    accept(party, f"{FOUR}.", table=2)
    score = table_scores(party, 1)[2]
    assert (score.saved, score.hands, score.is_finished) == (4, 4, True)


def test_the_same_slip_read_twice_does_not_count_as_a_second_look(party):
    accept(party)
    entry = Entry.objects.get(hand=1)
    differs = keep_second_version(
        spot(party),
        1,
        read_entry(party.rules, "8hn9"),
        shown_entry=entry.pk,
        submission=uuid4(),
        source=Entry.Source.PHOTO,
        **BY_PROGRAM,
    )
    entry.refresh_from_db()
    assert (differs, entry.checked) == (False, "")

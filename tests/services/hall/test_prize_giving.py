import pytest

from party.models import LogLine, Party
from party.queries.hall.prize_giving import prize_giving
from party.queries.prizes.winners import all_prizes
from party.services.evening import rounds
from party.services.hall.prize_giving import NOT_A_STEP, show_step
from party.services.log.undo import undo_line
from party.services.prizes import awards, prizes
from party.values.hall.prize_giving import WHOLE_LIST
from party.values.prizes.prizes import PrizeKind, SettledBy
from party.values.prizes.words import FINISH_FIRST
from party.values.refusals import Refused
from tests.evening import (
    BY_PROGRAM,
    close,
    enter,
    party_after_rounds,
    set_people,
    start_next_round,
)
from tests.guard import setting_up
from tests.prize_giving import finish_party, reveal

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    """Return a party of eight in which no two pairs have the same total."""
    party = party_after_rounds(1, 8, rounds_planned=2)
    start_next_round(party)
    enter(party, "8hn9 9de9 10se10 7ns8", 1)
    enter(party, "10ne10 8ne9 7cn7 7sw7", 2)
    close(party)
    return party


def stored(party):
    """Return the step on the screen, whether the list is open, and whether standings are kept."""
    reloaded_party = Party.objects.get(pk=party.pk)
    return (
        reloaded_party.reveal_step,
        reloaded_party.revealed_at is not None,
        reloaded_party.first_revealed != "",
    )


def steps(party):
    return prize_giving(Party.objects.get(pk=party.pk)).steps


def giving(party):
    return prize_giving(Party.objects.get(pk=party.pk))


@pytest.fixture
def tied():
    """Return a party of eight in which four people are first with 590."""
    return party_after_rounds(1, 8, rounds_planned=1)


def test_places_are_shown_from_the_third_to_the_first(party):
    finish_party(party)
    titles = [step.title for step in steps(party)]
    assert titles == ["Third place", "Second place", "First place", "“Thank you for coming”"]
    totals = [int(step.points.split()[0].replace(",", "")) for step in steps(party)[:-1]]
    assert totals == sorted(totals)
    (winner,) = steps(party)[-2].winners
    assert [box.state for box in winner.boxes] == ["ahead", "ahead"]


def test_people_who_share_a_place_are_shown_on_one_screen(tied):
    finish_party(tied)
    first, whole_list = steps(tied)
    assert (first.title, first.points) == ("First place, shared", "590 points each")
    assert len(first.winners) == 4
    assert first.summary.endswith(", 590 points each")
    assert whole_list.key == WHOLE_LIST


def test_a_prize_for_a_place_is_shown_with_the_place(tied):
    prizes.add_prize(tied.pk, PrizeKind.HIGH, money=2000, **BY_PROGRAM)
    prizes.add_prize(tied.pk, PrizeKind.HIGH, gift="a ham", **BY_PROGRAM)
    finish_party(tied)
    assert "High" in giving(tied).open_prizes
    assert steps(tied)[0].note == ""
    (line, _) = all_prizes(tied).lines
    awards.settle_tie(
        *(tied.pk, line.id, SettledBy.SPLIT),
        tied_ids=[winner.person.id for winner in line.winners],
        **BY_PROGRAM,
    )
    assert [step.note for step in steps(tied)] == ["$5 each", ""]


def test_other_prizes_are_shown_after_the_places_with_their_reasons(party):
    prizes.add_prize(party.pk, PrizeKind.HIGH, money=2000, **BY_PROGRAM)
    prizes.add_prize(party.pk, PrizeKind.LOW, gift="a pie", **BY_PROGRAM)
    prizes.add_prize(party.pk, PrizeKind.BEST_CALL, money=500, **BY_PROGRAM)
    prizes.add_prize(party.pk, PrizeKind.DOOR, **BY_PROGRAM)
    finish_party(party)
    order = {step.title: step for step in steps(party)}
    assert [*order][2:] == ["First place", "Low", "Best call", "“Thank you for coming”"]
    assert order["First place"].note == "$20"
    assert order["Low"].note == "a pie"
    assert len(order["Low"].winners[0].boxes) == 2
    call = order["Best call"]
    assert (call.note, len(call.winners)) == ("$2.50 each", 2)
    assert call.reason.startswith("10")
    assert call.rule == "The highest bid that was made. Both partners win it."
    assert not any(winner.boxes for winner in call.winners)
    assert giving(party).open_prizes == ("Door prize",)


def test_a_gift_won_by_two_people_is_shared_even_if_a_winner_has_left(party):
    prizes.add_prize(party.pk, PrizeKind.BEST_CALL, gift="a ham", **BY_PROGRAM)
    with setting_up():
        Party.objects.filter(pk=party.pk).update(gone_winners="keep")
    finish_party(party)
    (call,) = [step for step in steps(party) if step.title == "Best call"]
    assert call.note == "a ham, shared"
    set_people(party, call.winners[0].person.number, state="left")
    (call,) = [step for step in steps(party) if step.title == "Best call"]
    assert call.reason.endswith(f"Gone home: kept for {call.winners[0].person}")


def test_a_shown_step_is_stored_and_its_undo_hides_the_winners(party):
    finish_party(party)
    first = reveal(party, "place 1")
    assert stored(party) == ("place 1", False, True)
    everything = reveal(party)
    assert stored(party) == (WHOLE_LIST, True, True)
    undo_line(party.pk, everything, **BY_PROGRAM)
    assert stored(party) == ("place 1", False, True)
    undo_line(party.pk, first, **BY_PROGRAM)
    assert stored(party) == ("", False, False)
    words = LogLine.objects.get(pk=first).words
    assert words == "Shown in the hall: First place"


def test_names_are_hidden_in_the_hall_while_guests_still_see_the_list(party):
    finish_party(party)
    reveal(party)
    reveal(party, "")
    assert stored(party) == ("", True, True)


def test_a_step_shown_twice_is_logged_once(party):
    finish_party(party)
    reveal(party, "place 1")
    assert reveal(party, "place 1") is None
    assert LogLine.objects.filter(verb="winners shown").count() == 1


def test_a_step_before_the_finish_or_outside_the_order_is_refused(party):
    with pytest.raises(Refused, match=FINISH_FIRST):
        show_step(party.pk, "place 1", **BY_PROGRAM)
    finish_party(party)
    for key in ("place 4", "prize 1", "nonsense", "all "):
        with pytest.raises(Refused, match=NOT_A_STEP[:20]):
            show_step(party.pk, key, **BY_PROGRAM)
    assert stored(party) == ("", False, False)


def test_reopening_hides_the_winners_and_their_step_cannot_be_undone(party):
    finish_party(party)
    line = reveal(party)
    rounds.reopen_party(party.pk, **BY_PROGRAM)
    assert stored(party) == ("", False, True)
    with pytest.raises(Refused, match=FINISH_FIRST):
        undo_line(party.pk, line, **BY_PROGRAM)
    finish_party(party)
    assert not giving(party).is_revealed


def test_a_change_after_the_first_shown_step_counts_as_a_correction(party):
    finish_party(party)
    reveal(party, "place 3")
    assert not giving(party).is_corrected
    set_people(party, 1, ranked=False)
    assert giving(party).is_corrected


def test_the_previous_and_next_steps_depend_on_the_step_on_the_screen(party):
    finish_party(party)
    shown = giving(party)
    assert (shown.current, shown.next.key, shown.previous_key) == (
        None,
        "place 3",
        "",
    )
    reveal(party, "place 1")
    shown = giving(party)
    assert (shown.current.key, shown.next.key, shown.previous_key) == (
        "place 1",
        WHOLE_LIST,
        "place 2",
    )
    assert [mark for _, mark in shown.marked_steps] == ["done", "done", "now", "to come"]
    reveal(party)
    assert giving(party).next is None

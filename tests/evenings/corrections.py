"""Incidents: wrong results are corrected, and the seats may change."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

from party.engine import read_entry
from party.models import Round
from party.models.scores.entries import TOTAL
from party.services.evening.rounds import close_round, reopen_round
from party.services.scores.corrections import correct_entry
from party.services.scores.late_hands import add_late_hands, correct_ahead, remove_last_hand
from party.values.refusals import Refused
from party.values.seats.corrections import SeatsAnswer, SeatsChoice, SeatsInQuestion
from tests.evenings.hands import any_hand, points_of
from tests.evenings.incidents import Moment, incident
from tests.evenings.new_seats import pair_ahead
from tests.evenings.night import CheckError, Night
from tests.evenings.snapshots import TableKey

MOST_ANSWERS = 30
MOST_TRIED_HANDS = 12
REASON = "the slip says so"


def correct_found_hands(night: Night, *, all_of_them: bool = False) -> None:
    """Correct the wrong hands that somebody has noticed by now."""
    for (key, hand), found_in in list(night.wrong_hands.items()):
        if night.is_finished:
            return
        if all_of_them or found_in <= night.number:
            del night.wrong_hands[key, hand]
            correct_hand(night, key, hand)


def correct_hand(
    night: Night, key: TableKey, hand: int, wanted_seats: SeatsChoice | None = None
) -> bool:
    """Correct a hand to what was played; hand 0 is the total of a table.

    Return whether the question about the seats got the answer `wanted_seats`.
    """
    [seen] = [row.id for row in night.snapshot.scoring_entries(key) if row.hand == hand]
    reason = REASON if night.snapshot.rounds[key[0]].state == Round.State.CLOSED else ""

    def correct(choice: SeatsAnswer) -> None:
        options: dict[str, Any] = {"shown_entry": seen, "submission": uuid4(), "reason": reason}
        play = night.plays[key]
        typed = play.points if hand == TOTAL else read_entry(night.rules, play.lines[hand - 1])
        night.try_verb(correct_entry, night.spot(key), hand, typed, **options, choice=choice)

    return correct_and_answer(night, correct, wanted_seats)


def correct_and_answer(
    night: Night, correct: Callable[..., None], wanted_seats: SeatsChoice | None = None
) -> bool:
    """Call `correct`; if it asks a question about the seats, answer it and call `correct` again.

    Return whether the answer was `wanted_seats`.
    """
    choice = SeatsAnswer()
    for _ in range(MOST_ANSWERS):
        try:
            correct(choice=choice)
        except SeatsInQuestion as question:
            choice = choose_answer(night, question, choice, wanted_seats)
            night.add_to_story(f"Chosen: {choice.seats or choice.cut}")
        except Refused:
            # The round cannot be reseated while another table is tied.
            choice = SeatsAnswer()
            wanted_seats = None
        else:
            return choice.seats == wanted_seats
    raise CheckError("No offered answer lets the result be corrected.")


def choose_answer(
    night: Night, question: SeatsInQuestion, choice: SeatsAnswer, wanted_seats: SeatsChoice | None
) -> SeatsAnswer:
    effects = question.effects
    if effects.is_tied and not choice.cut:
        return SeatsAnswer(cut=night.dice.choice(("NS", "EW")))
    ways = [wanted_seats] if wanted_seats in effects.open_choices else list(effects.open_choices)
    return SeatsAnswer(seats=night.dice.choice(ways), cut=choice.cut, mark=effects.mark)


def turn_pair_ahead(wanted_seats: SeatsChoice) -> Callable[[Night], bool]:
    """Return an incident: after the next round is seated, a correction puts another pair ahead."""

    def correct_result(night: Night) -> bool:
        for key in [key for key in night.snapshot.tables if key[0] == night.number - 1]:
            if (change := hand_that_turns_result(night, key)) is not None:
                hand, line = change
                night.plays[key].lines[hand - 1] = line
                night.wrong_hands.pop((key, hand), None)
                if correct_hand(night, key, hand, wanted_seats):
                    return True
        return False

    return correct_result


for choice, name, words in (
    (SeatsChoice.KEEP, "seats-kept", "the seats are kept"),
    (SeatsChoice.RESEAT, "tables-reseated", "these tables are seated again"),
    (SeatsChoice.REDRAW, "round-redrawn", "the round is seated again"),
):
    sentence = f"The other pair was ahead in the round before: {words}"
    incident(name, sentence, Moment.SEATED)(turn_pair_ahead(choice))


def hand_that_turns_result(night: Night, key: TableKey) -> tuple[int, str] | None:
    """Return a hand, and another result of it that puts the other pair ahead."""
    rows, ahead = night.snapshot.scoring_entries(key), pair_ahead(night.snapshot, key)
    if not rows or night.snapshot.has_total(key):
        return None
    (ns, ew), row = night.snapshot.points(key), night.dice.choice(rows)
    for _ in range(MOST_TRIED_HANDS):
        line = any_hand(night.rules, night.dice)
        hand_ns, hand_ew = points_of(night.rules, [line])
        new_ns, new_ew = ns - row.ns + hand_ns, ew - row.ew + hand_ew
        if new_ns != new_ew and ("NS" if new_ns > new_ew else "EW") != ahead:
            return row.hand, line
    return None


def tables_of_last_closed_round(night: Night) -> list[TableKey]:
    """Return the tables whose results were entered as hands."""
    last_number = max(night.snapshot.closed_rounds, default=0)
    return [
        key
        for key in night.snapshot.tables
        if key[0] == last_number
        and night.snapshot.scoring_entries(key)
        and not night.snapshot.has_total(key)
    ]


@incident("never-played", "A hand was never played", Moment.MOVING)
def take_out_unplayed_hand(night: Night) -> bool:
    """Remove the last hand of a table, as if it was never played."""
    tables = tables_of_last_closed_round(night)
    keys = [key for key in tables if len(night.snapshot.scoring_entries(key)) > 1]
    if not keys:
        return False
    key = night.dice.choice(keys)
    spot = night.spot(key)
    last_hand = max(night.snapshot.scoring_entries(key), key=lambda row: row.hand)
    options: dict[str, Any] = {"shown_entry": last_hand.id, "reason": "it was of another table"}
    night.expect_refusal(
        remove_last_hand, spot, **(options | {"reason": ""}), choice=SeatsAnswer()
    )
    correct_and_answer(night, partial(night.try_verb, remove_last_hand, spot, **options))
    del night.plays[key].lines[last_hand.hand - 1 :]
    night.wrong_hands.pop((key, last_hand.hand), None)
    return True


@incident("never-entered", "A hand was never entered", Moment.MOVING)
def add_missing_hand(night: Night) -> bool:
    keys = [
        key
        for key in tables_of_last_closed_round(night)
        if len(night.snapshot.scoring_entries(key)) < (night.format.hands_at(key[1]) or 9)
    ]
    if not keys and not (
        take_out_unplayed_hand(night) and (keys := tables_of_last_closed_round(night)[:1])
    ):
        return False
    line, key = any_hand(night.rules, night.dice), night.dice.choice(keys)
    if len(night.snapshot.scoring_entries(key)) >= (night.format.hands_at(key[1]) or 9):
        return False
    hands, first = [read_entry(night.rules, line)], len(night.snapshot.scoring_entries(key)) + 1
    options: dict[str, Any] = {"first": first, "submission": uuid4(), "reason": "below a cup"}
    spot = night.spot(key)
    correct_and_answer(night, partial(night.try_verb, add_late_hands, spot, hands, **options))
    night.plays[key].lines.append(line)
    return True


@incident("wrong-pair", "The wrong pair was said to be ahead", Moment.MOVING)
def correct_pair_ahead(night: Night) -> bool:
    """Correct the winner of a cut, or the pair that is ahead by the final cards."""
    last_number = max(night.snapshot.closed_rounds, default=0)
    for key in [key for key in night.snapshot.tables if key[0] == last_number]:
        table, (ns, ew) = night.snapshot.tables[key], night.snapshot.points(key)
        stated_pair = table.ahead if table.capture == "cards" else table.cut
        if ns == ew and stated_pair:
            pair = {"NS": "EW", "EW": "NS"}[stated_pair]
            options: dict[str, Any] = {
                "pair": pair,
                "shown_pair": stated_pair,
                "reason": "they told us so",
            }
            spot = night.spot(key)
            night.expect_refusal(
                correct_ahead, spot, **(options | {"shown_pair": pair}), choice=SeatsAnswer()
            )
            correct_and_answer(night, partial(night.try_verb, correct_ahead, spot, **options))
            if table.capture == "cards":
                night.plays[key].ahead = pair
            return True
    return False


@incident("opened-again", "A round is opened once more", Moment.MOVING)
def reopen_and_close(night: Night) -> bool:
    if night.round.state != Round.State.CLOSED:
        return False
    night.run(reopen_round, night.party_id)
    if any(
        night.snapshot.entries.get(key) for key in night.snapshot.tables if key[0] == night.number
    ):
        night.expect_refusal(reopen_round, night.party_id)
    night.run(close_round, night.party_id, night.number)
    return True

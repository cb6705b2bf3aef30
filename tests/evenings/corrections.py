"""Incidents with results that turn out to be wrong, and what becomes of the seats."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from party.engine import read_entry
from party.models import Round
from party.models.scores.entries import TOTAL
from party.services.evening.rounds import close_round, reopen_round
from party.services.scores.corrections import correct_entry
from party.services.scores.late_hands import add_late_hands, correct_ahead, remove_last_hand
from party.values.refusals import Refused
from party.values.seats.corrections import Seats, SeatsAnswer, SeatsInQuestion
from tests.evenings.hands import any_hand, points_of
from tests.evenings.incidents import Incident, Moment
from tests.evenings.new_seats import pair_ahead
from tests.evenings.night import Broken, Night
from tests.evenings.snapshots import At

MOST_ANSWERS = 30
MOST_HANDS_TRIED = 12
REASON = "the slip says so"


def find_wrong_results(night: Night, *, all_of_them: bool = False) -> None:
    """Correct what was typed wrong, as far as it is found by now."""
    for (at, hand), found_in in list(night.wrong.items()):
        if night.finished:
            return
        if all_of_them or found_in <= night.number:
            del night.wrong[at, hand]
            put_right(night, at, hand)


def put_right(night: Night, at: At, hand: int, wanted: Seats | None = None) -> bool:
    """Correct a hand (0: the total) to what was played; tell whether seats went as wanted."""
    [seen] = [row.id for row in night.now.counted(at) if row.hand == hand]
    reason = REASON if night.now.rounds[at[0]].state == Round.State.CLOSED else ""

    def correct(choice: SeatsAnswer) -> None:
        how: dict[str, Any] = {"seen": seen, "submission": uuid4(), "reason": reason}
        play = night.plays[at]
        typed = play.points if hand == TOTAL else read_entry(night.rules, play.lines[hand - 1])
        night.ask(correct_entry, night.spot(at), hand, typed, **how, choice=choice)

    return answered(night, correct, wanted)


def answered(
    night: Night, correct: Callable[[SeatsAnswer], None], wanted: Seats | None = None
) -> bool:
    """Do a correction. Where seats are in question, choose one of the ways that are offered.

    Tells whether that was the way `wanted`.
    """
    choice = SeatsAnswer()
    for _ in range(MOST_ANSWERS):
        try:
            correct(choice)
        except SeatsInQuestion as question:
            choice = answer(night, question, choice, wanted)
            night.tell(f"Chosen: {choice.seats or choice.cut}")
        except Refused:
            # Seating the round again may be impossible while somebody else is tied.
            choice = SeatsAnswer()
            wanted = None
        else:
            return choice.seats == wanted
    raise Broken("A result cannot be corrected in any way that was offered.")


def answer(
    night: Night, question: SeatsInQuestion, choice: SeatsAnswer, wanted: Seats | None
) -> SeatsAnswer:
    effects = question.effects
    if effects.tied and not choice.cut:
        return SeatsAnswer(cut=night.dice.choice(("NS", "EW")))
    ways = [wanted] if wanted in effects.ways else list(effects.ways)
    return SeatsAnswer(seats=night.dice.choice(ways), cut=choice.cut, mark=effects.mark)


def other_pair_was_ahead(wanted: Seats) -> Callable[[Night], bool]:
    """Return what finds out, when the next round is seated, that the other pair was ahead."""

    def find_out(night: Night) -> bool:
        for at in [at for at in night.now.tables if at[0] == night.number - 1]:
            if (change := hand_that_turns(night, at)) is not None:
                hand, line = change
                night.plays[at].lines[hand - 1] = line
                night.wrong.pop((at, hand), None)
                if put_right(night, at, hand, wanted):
                    return True
        return False

    return find_out


def hand_that_turns(night: Night, at: At) -> tuple[int, str] | None:
    """Return a hand of a table and what it would be, had the other pair been ahead."""
    rows, ahead = night.now.counted(at), pair_ahead(night.now, at)
    if not rows or night.now.has_total(at):
        return None
    (ns, ew), row = night.now.points(at), night.dice.choice(rows)
    for _ in range(MOST_HANDS_TRIED):
        line = any_hand(night.rules, night.dice)
        more_ns, more_ew = points_of(night.rules, [line])
        ns_then, ew_then = ns - row.ns + more_ns, ew - row.ew + more_ew
        if ns_then != ew_then and ("NS" if ns_then > ew_then else "EW") != ahead:
            return row.hand, line
    return None


def tables_closed(night: Night) -> list[At]:
    """Return the tables of the round closed last of which the hands are known."""
    last = max(night.now.closed, default=0)
    return [
        at
        for at in night.now.tables
        if at[0] == last and night.now.counted(at) and not night.now.has_total(at)
    ]


def never_played(night: Night) -> bool:
    """The last hand of a table was never played."""
    ats = [at for at in tables_closed(night) if len(night.now.counted(at)) > 1]
    if not ats:
        return False
    at = night.dice.choice(ats)
    last = max(night.now.counted(at), key=lambda row: row.hand)
    how: dict[str, Any] = {"seen": last.id, "reason": "it was of another table"}
    night.refused(remove_last_hand, night.spot(at), **(how | {"reason": ""}), choice=SeatsAnswer())
    answered(night, lambda c: night.ask(remove_last_hand, night.spot(at), **how, choice=c))
    del night.plays[at].lines[last.hand - 1 :]
    night.wrong.pop((at, last.hand), None)
    return True


def came_after_all(night: Night) -> bool:
    """A hand was played and never entered."""
    ats = [
        at
        for at in tables_closed(night)
        if len(night.now.counted(at)) < (night.format.hands_at(at[1]) or 9)
    ]
    if not ats and not (never_played(night) and (ats := tables_closed(night)[:1])):
        return False
    line, at = any_hand(night.rules, night.dice), night.dice.choice(ats)
    if len(night.now.counted(at)) >= (night.format.hands_at(at[1]) or 9):
        return False
    hands, first = [read_entry(night.rules, line)], len(night.now.counted(at)) + 1
    how: dict[str, Any] = {"first": first, "submission": uuid4(), "reason": "it lay below a cup"}
    answered(night, lambda c: night.ask(add_late_hands, night.spot(at), hands, **how, choice=c))
    night.plays[at].lines.append(line)
    return True


def wrong_pair_on_the_cut(night: Night) -> bool:
    """The other pair was high on the cut, or was ahead by the final cards."""
    for at in [at for at in night.now.tables if at[0] == max(night.now.closed, default=0)]:
        table, (ns, ew) = night.now.tables[at], night.now.points(at)
        said = table.ahead if table.capture == "cards" else table.cut
        if ns == ew and said:
            pair = {"NS": "EW", "EW": "NS"}[said]
            how: dict[str, Any] = {"pair": pair, "seen": said, "reason": "they told us so"}
            spot = night.spot(at)
            night.refused(correct_ahead, spot, **(how | {"seen": pair}), choice=SeatsAnswer())
            answered(night, lambda c: night.ask(correct_ahead, spot, **how, choice=c))  # noqa: B023 -- it is done before the next turn
            if table.capture == "cards":
                night.plays[at].ahead = pair
            return True
    return False


def open_again(night: Night) -> bool:
    """A round that was closed is opened once more, and closed as it was."""
    if night.round.state != Round.State.CLOSED:
        return False
    night.do(reopen_round, night.party_id)
    if any(night.now.entries.get(at) for at in night.now.tables if at[0] == night.number):
        night.refused(reopen_round, night.party_id)
    night.do(close_round, night.party_id, night.number)
    return True


OTHER_PAIR = "The other pair was ahead in the round before: "
INCIDENTS = (
    Incident(
        "seats-kept",
        f"{OTHER_PAIR}the seats are kept",
        Moment.SEATED,
        other_pair_was_ahead(Seats.KEEP),
    ),
    Incident(
        "tables-reseated",
        f"{OTHER_PAIR}these tables are seated again",
        Moment.SEATED,
        other_pair_was_ahead(Seats.RESEAT),
    ),
    Incident(
        "round-redrawn",
        f"{OTHER_PAIR}the round is seated again",
        Moment.SEATED,
        other_pair_was_ahead(Seats.REDRAW),
    ),
    Incident("never-played", "A hand was never played", Moment.MOVING, never_played),
    Incident("never-entered", "A hand was never entered", Moment.MOVING, came_after_all),
    Incident(
        "wrong-pair", "The wrong pair was said to be ahead", Moment.MOVING, wrong_pair_on_the_cut
    ),
    Incident("opened-again", "A round is opened once more", Moment.MOVING, open_again),
)

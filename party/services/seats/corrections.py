"""What a correction in a closed round does to the seats that were made from it.

Used by the verbs of corrections, under their lock. Nobody moves before the desk has chosen.
"""

from collections.abc import Mapping
from typing import Any

from party.engine import PAIR_NAMES
from party.models import Party, Place, Round, Table
from party.queries.evening.rounds import needs_who_was_ahead, seatings
from party.queries.scores.tables import table_scores
from party.queries.seats.corrections import effects_on, tables_of
from party.services.seats.draw import NOTHING_SAID, seat_again
from party.values.refusals import Fault, Refused
from party.values.scores.tables import TableScore
from party.values.seats.corrections import Choice, Effects, Seats, SeatsInQuestion

CHANGED = "The night has gone on since you looked at this. Look at it again, then choose."


def settle_seats(party: Party, closed: Round, was: TableScore, choice: Choice) -> dict[str, Any]:
    """Do what was chosen about the seats after a table's points have changed.

    `was` is the table before. Returns what the log says; raises SeatsInQuestion while the choice
    is still to be made.
    """
    now = table_scores(party, closed.number)[was.number]
    if now.ahead == was.ahead:
        return {}
    after = Round.objects.filter(party=party, number=closed.number + 1).first()
    if after is not None and not after.tables.exists():  # nobody knows who sits where in it
        return {"ahead_before": was.ahead, "ahead_after": now.ahead}
    pair = now.ahead or _cut(party, closed, after, was, choice)
    data = {"ahead_before": was.ahead, "ahead_after": pair}
    if after is None or not pair:
        return data | ({"seats": Seats.KEEP.value} if after else {})
    effects = effects_on(party, after, table=was.number, pair=pair)
    if pair == effects.before or not effects.shifts:
        return data
    refuse_open_question(effects, choice)
    return data | change_seats(party, after, {was.number: pair}, effects, choice)


def change_seats(
    party: Party, after: Round, pairs: Mapping[int, str], effects: Effects, choice: Choice
) -> dict[str, Any]:
    """Seat people as if these pairs had been ahead, where that was chosen; return what to log."""
    if choice.seats == Seats.RESEAT:
        scores = table_scores(party, after.number - 1)
        cuts = frozenset(number for number in pairs if _is_cut(scores[number]))
        _reseat(after, effects, pairs, cuts)
    elif choice.seats == Seats.REDRAW:
        seat_again(party, after)
    shifts = [[each.person.id, each.now, each.instead] for each in effects.shifts]
    return {"seats": str(choice.seats), "round": after.number, "shifts": shifts}


def _is_cut(score: TableScore) -> bool:
    """Return whether nothing but a cut says who was ahead."""
    return not (score.won or score.said or score.by_rule)


def _cut(party: Party, closed: Round, after: Round | None, was: TableScore, choice: Choice) -> str:
    """Return the pair that was high on the cut, now that points are equal; "" if not needed."""
    if after is None:
        matters = needs_who_was_ahead(party, closed.number)
    else:
        matters = party.format.movement.needs_results(len(after.made_from.ahead))
    if not matters or (after is not None and choice.seats == Seats.KEEP and not choice.cut):
        return ""
    if choice.cut not in {"NS", "EW"}:
        unseated = {} if after else {Seats.KEEP: f"Round {closed.number + 1} has no seats yet."}
        effects = Effects(closed.number + 1, was.ahead, "", why_not=unseated)
        text = f"The points of table {was.number} are equal now. {party.tie_question}"
        raise SeatsInQuestion(effects, text, "cut")
    Table.objects.filter(round=closed, number=was.number).update(cut=choice.cut, cut_why="")
    return choice.cut


def refuse_open_question(effects: Effects, choice: Choice) -> None:
    if choice.seats is None:
        text = f"Say what becomes of the seats of round {effects.round}."
    elif choice.mark != effects.mark:
        text = CHANGED
    elif choice.seats in effects.why_not:
        text = f"{effects.why_not[choice.seats]} Choose another way."
    else:
        return
    raise SeatsInQuestion(effects, text)


def _reseat(
    after: Round, effects: Effects, pairs: Mapping[int, str], cuts: frozenset[int]
) -> None:
    """Let those who would sit elsewhere change chairs, and nobody else."""
    *past, _ = seatings(after.party, upto=after.number)
    tables = dict(after.tables.values_list("number", "pk"))
    moving = [each.person.id for each in effects.shifts]
    Place.objects.filter(round=after, entrant__in=moving).delete()
    places = [
        Place(round=after, entrant_id=each.person.id, **_chair(each.instead, tables))
        for each in effects.shifts
    ]
    Place.objects.bulk_create(places, batch_size=2000)
    # What was said about a table was said about the people who sat there.
    said = after.tables.filter(number__in=tables_of(effects.shifts))
    said.update(**NOTHING_SAID)
    after.made_from = after.made_from.corrected(past, pairs, cuts)
    after.save(update_fields=["draw"])


def _chair(chair: tuple[int, str] | None, tables: dict[int, int]) -> dict[str, Any]:
    return {"table_id": tables[chair[0]], "seat": chair[1]} if chair else {}


def require_reason(round_: Round, reason: str) -> None:
    """Refuse a correction of a closed round without a reason: people have moved on its results."""
    if round_.state == Round.State.CLOSED and not reason:
        text = f"Round {round_.number} is closed. Say why this is corrected."
        raise Refused(Fault(text, "reason"))


SEATS_TEXTS = {
    Seats.KEEP: "; the seats are kept",
    Seats.RESEAT: "; {count} people change seats in round {round}",
    Seats.REDRAW: "; round {round} is seated again",
}


def ahead_words(effects: dict[str, Any]) -> str:
    """Return what the correction does to the move; empty when the same pair is still ahead."""
    if not effects:
        return ""
    was, now = (
        PAIR_NAMES.get(effects[which], "nobody") for which in ("ahead_before", "ahead_after")
    )
    return f". Ahead before: {was}, now: {now}{seats_words(effects)}"


def seats_words(effects: Mapping[str, Any]) -> str:
    """Return what became of the seats; empty when there was no question."""
    text = SEATS_TEXTS[Seats(effects["seats"])] if "seats" in effects else ""
    return text.format(count=len(effects.get("shifts", ())), round=effects.get("round"))

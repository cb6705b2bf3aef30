"""The effect of a correction in a closed round on the seats that followed from it.

Verbs of corrections call this under their lock. Nobody moves until the desk has chosen.
"""

from collections.abc import Mapping
from typing import Any

from party.engine import PAIR_NAMES
from party.models import Party, Place, Round, Table
from party.queries.evening.rounds import needs_who_was_ahead, seatings
from party.queries.scores.tables import table_scores
from party.queries.seats.corrections import effects_on, tables_of
from party.services.seats.draw import NO_REPORT, reseat
from party.values.refusals import Fault, Refused
from party.values.scores.tables import TableScore
from party.values.scores.words import SAY_WHY
from party.values.seats.corrections import Effects, Seats, SeatsAnswer, SeatsInQuestion

CHANGED = "The night has gone on since you looked at this. Look at it again, then choose."


def settle_seats(
    party: Party, closed: Round, before: TableScore, choice: SeatsAnswer
) -> dict[str, Any]:
    """Apply the choice about the seats after a table's points have changed.

    `before` is the table before the correction. Returns data for the log; raises SeatsInQuestion
    while the choice is missing.
    """
    current = table_scores(party, closed.number)[before.number]
    if current.ahead == before.ahead:
        return {}
    after = Round.objects.filter(party=party, number=closed.number + 1).first()
    if after is not None and not after.tables.exists():  # the next round does not track seats
        return {"ahead_before": before.ahead, "ahead_after": current.ahead}
    pair = current.ahead or _require_cut(party, closed, after, before, choice)
    data = {"ahead_before": before.ahead, "ahead_after": pair}
    if after is None or not pair:
        return data | ({"seats": Seats.KEEP.value} if after else {})
    effects = effects_on(party, after, table=before.number, pair=pair)
    if pair == effects.before or not effects.shifts:
        return data
    refuse_open_question(effects, choice)
    return data | change_seats(party, after, {before.number: pair}, effects, choice)


def change_seats(
    party: Party, after: Round, pairs: Mapping[int, str], effects: Effects, choice: SeatsAnswer
) -> dict[str, Any]:
    if choice.seats == Seats.RESEAT:
        scores = table_scores(party, after.number - 1)
        cuts = frozenset(number for number in pairs if scores[number].is_decided_by_cut)
        _reseat(after, effects, pairs, cuts)
    elif choice.seats == Seats.REDRAW:
        reseat(party, after)
    shifts = [[each.person.id, each.now, each.instead] for each in effects.shifts]
    return {"seats": str(choice.seats), "round": after.number, "shifts": shifts}


def _require_cut(
    party: Party, closed: Round, after: Round | None, before: TableScore, choice: SeatsAnswer
) -> str:
    """Return the pair that won the cut, now that points are equal; "" if no cut is needed."""
    if after is None:
        matters = needs_who_was_ahead(party, closed.number)
    else:
        matters = party.format.movement.needs_results(len(after.made_from.ahead))
    if not matters or (after is not None and choice.seats == Seats.KEEP and not choice.cut):
        return ""
    if choice.cut not in {"NS", "EW"}:
        unseated = {} if after else {Seats.KEEP: f"Round {closed.number + 1} has no seats yet."}
        effects = Effects(closed.number + 1, before.ahead, "", why_not=unseated)
        text = f"The points of table {before.number} are equal now. {party.tie_question}"
        raise SeatsInQuestion(effects, text, "cut")
    Table.objects.filter(round=closed, number=before.number).update(cut=choice.cut, cut_why="")
    return choice.cut


def refuse_open_question(effects: Effects, choice: SeatsAnswer) -> None:
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
    *past, _ = seatings(after.party, upto=after.number)
    move_people(after, effects)
    after.made_from = after.made_from.corrected(past, pairs, cuts)
    after.save(update_fields=["draw"])


def move_people(after: Round, effects: Effects) -> None:
    tables = dict(after.tables.values_list("number", "pk"))
    moving = [each.person.id for each in effects.shifts]
    Place.objects.filter(round=after, entrant__in=moving).delete()
    places = [
        Place(round=after, entrant_id=each.person.id, **_chair(each.instead, tables))
        for each in effects.shifts
    ]
    Place.objects.bulk_create(places, batch_size=2000)
    # The desk's reports were about the people who sat there before.
    tables_reset = after.tables.filter(number__in=tables_of(effects.shifts))
    tables_reset.update(**NO_REPORT)


def _chair(chair: tuple[int, str] | None, tables: dict[int, int]) -> dict[str, Any]:
    return {"table_id": tables[chair[0]], "seat": chair[1]} if chair else {}


def require_reason(round_: Round, reason: str) -> None:
    if round_.state == Round.State.CLOSED and not reason:
        text = f"Round {round_.number} is closed. {SAY_WHY}"
        raise Refused(Fault(text, "reason"))


SEATS_TEXTS = {
    Seats.KEEP: "; the seats are kept",
    Seats.RESEAT: "; {count} people change seats in round {round}",
    Seats.REDRAW: "; round {round} is seated again",
}


def ahead_words(effects: dict[str, Any]) -> str:
    if not effects:
        return ""
    before, after = (
        PAIR_NAMES.get(effects[key], "nobody") for key in ("ahead_before", "ahead_after")
    )
    return f". Ahead before: {before}, now: {after}{seats_words(effects)}"


def seats_words(effects: Mapping[str, Any]) -> str:
    text = SEATS_TEXTS[Seats(effects["seats"])] if "seats" in effects else ""
    return text.format(count=len(effects.get("shifts", ())), round=effects.get("round"))

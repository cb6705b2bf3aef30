"""Changes the next round's seats after a correction in a closed round."""

from collections.abc import Mapping
from typing import Any

from party.engine import PAIR_NAMES
from party.models import Party, Round, Table
from party.queries.evening.rounds import needs_pair_ahead, seatings
from party.queries.scores.tables import table_scores
from party.queries.seats.corrections import effects_of_table, tables_of
from party.services.seats.draw import NO_REPORT, put_in_chairs, reseat
from party.values.refusals import Fault, Refused
from party.values.scores.tables import TableScore
from party.values.scores.words import SAY_WHY
from party.values.seats.corrections import Effects, SeatsAnswer, SeatsChoice, SeatsInQuestion

CHANGED = "The evening has moved on since you opened this page. Check again, then choose."


def apply_seats_answer(
    party: Party, closed: Round, old_score: TableScore, choice: SeatsAnswer
) -> dict[str, Any]:
    """Change the seats as chosen after a correction; return data for the log.

    `old_score` is the score before the correction. Raises SeatsInQuestion while the choice is
    missing.
    """
    current = table_scores(party, closed.number)[old_score.number]
    if current.ahead == old_score.ahead:
        return {}
    next_round = Round.objects.filter(party=party, number=closed.number + 1).first()
    has_seats = next_round is None or next_round.tables.exists()
    if not has_seats:
        return {"ahead_before": old_score.ahead, "ahead_after": current.ahead}
    pair = current.ahead or _require_cut(party, closed, next_round, old_score, choice)
    data = {"ahead_before": old_score.ahead, "ahead_after": pair}
    if next_round is None:
        return data
    if not pair:
        return data | {"seats": SeatsChoice.KEEP.value}
    effects = effects_of_table(party, next_round, table=old_score.number, pair=pair)
    if pair == effects.before or not effects.shifts:
        return data
    require_seats_answer(effects, choice)
    return data | change_seats(party, next_round, {old_score.number: pair}, effects, choice)


def change_seats(
    party: Party,
    next_round: Round,
    pairs: Mapping[int, str],
    effects: Effects,
    choice: SeatsAnswer,
) -> dict[str, Any]:
    if choice.seats == SeatsChoice.RESEAT:
        scores = table_scores(party, next_round.number - 1)
        cuts = frozenset(number for number in pairs if scores[number].is_decided_by_cut)
        *past, _ = seatings(party, upto=next_round.number)
        move_people(next_round, effects)
        next_round.stored_draw = next_round.stored_draw.corrected(past, pairs, cuts)
        next_round.save(update_fields=["draw"])
    elif choice.seats == SeatsChoice.REDRAW:
        reseat(party, next_round)
    return seats_log_data(effects, choice)


def seats_log_data(effects: Effects, choice: SeatsAnswer) -> dict[str, Any]:
    shifts = [
        [each.person.id, each.current_chair, each.corrected_chair] for each in effects.shifts
    ]
    return {"seats": str(choice.seats), "round": effects.round, "shifts": shifts}


def _require_cut(
    party: Party,
    closed: Round,
    next_round: Round | None,
    old_score: TableScore,
    choice: SeatsAnswer,
) -> str:
    """Return the pair that won the cut; "" if no cut is needed."""
    if next_round is None:
        is_needed = needs_pair_ahead(party, closed.number)
    else:
        is_needed = party.format.movement.needs_results(len(next_round.stored_draw.ahead))
    keeps_seats = next_round is not None and choice.seats == SeatsChoice.KEEP
    if not is_needed or (keeps_seats and not choice.cut):
        return ""
    if choice.cut not in {"NS", "EW"}:
        text = f"Round {closed.number + 1} has no seats yet."
        refused_choices = {} if next_round else {SeatsChoice.KEEP: text}
        effects = Effects(closed.number + 1, old_score.ahead, "", refused_choices=refused_choices)
        text = f"The points of table {old_score.number} are equal now. {party.tie_question}"
        raise SeatsInQuestion(effects, text, "cut")
    Table.objects.filter(round=closed, number=old_score.number).update(cut=choice.cut, cut_why="")
    return choice.cut


def require_seats_answer(effects: Effects, choice: SeatsAnswer) -> None:
    if choice.seats is None:
        text = f"Say what should happen to the seats of round {effects.round}."
    elif choice.mark != effects.mark:
        text = CHANGED
    elif choice.seats in effects.refused_choices:
        text = f"{effects.refused_choices[choice.seats]} Choose another way."
    else:
        return
    raise SeatsInQuestion(effects, text)


def move_people(next_round: Round, effects: Effects) -> None:
    put_in_chairs(next_round, {each.person.id: each.corrected_chair for each in effects.shifts})
    # The desk's reports were about the people who sat here before.
    tables_reset = next_round.tables.filter(number__in=tables_of(effects.shifts))
    tables_reset.update(**NO_REPORT)


def require_reason(round_: Round, reason: str) -> None:
    if round_.state == Round.State.CLOSED and not reason:
        text = f"Round {round_.number} is closed. {SAY_WHY}"
        raise Refused(Fault(text, "reason"))


SEATS_TEXTS = {
    SeatsChoice.KEEP: "; the seats are kept",
    SeatsChoice.RESEAT: "; {count} people change seats in round {round}",
    SeatsChoice.REDRAW: "; round {round} is seated again",
}


def ahead_words(effects: dict[str, Any]) -> str:
    if not effects:
        return ""
    before, after = (
        PAIR_NAMES.get(effects[key], "nobody") for key in ("ahead_before", "ahead_after")
    )
    return f". Ahead before: {before}, now: {after}{seats_words(effects)}"


def seats_words(effects: Mapping[str, Any]) -> str:
    text = SEATS_TEXTS[SeatsChoice(effects["seats"])] if "seats" in effects else ""
    return text.format(count=len(effects.get("shifts", ())), round=effects.get("round"))

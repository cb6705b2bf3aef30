"""The lines of the log with a button to undo them, and what undoing does.

Most verbs store their steps (values.log.row_changes): the rules for these are in `undo_rules`.
Lines without steps have a verb of their own that undoes them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from party.models import Entrant, Entry, LogLine, Party, Round
from party.queries.log.change_words import Wording
from party.queries.log.evening_state import EveningState
from party.queries.log.undo_rules import HELPER_RULES, OWN_LINES_ONLY, UNDO_RULES, blocking_reason
from party.queries.scores.tables import PLAYED, ScoredHand, entry_text, table_scores
from party.queries.seats.wrong_chairs import (
    records_in_force,
    take_back_text,
    take_back_text_of_round,
)
from party.values.log.lines import WRONG_CHAIRS
from party.values.log.row_changes import Step, steps_of
from party.values.people.money import money
from party.values.people.words import COUNTS_FROM_NEXT_SEATS
from party.values.scores.tables import TableScore, count_hands
from party.values.seats.corrections import SeatsChoice

# What undoing a verb does. A verb that is missing here gets a sentence for each changed row.
EFFECTS = {
    "late set aside": "It waits for you again on the live page.",
    "announced": "The hall does not see these seats any more.",
    "winners shown": "Hall, guests and phones see again only what they saw before.",
    "prizes confirmed": "The prizes are open again: who has what may still change.",
    WRONG_CHAIRS: "Seats and points are again as the list had them.",
    "prizes reopened": "The prizes are confirmed again, as they were.",
}
AS_PRINTED = "Papers that are already printed do not change."
# One more effect of undoing a verb, after those above.
MORE_EFFECTS = {
    "wish added": "Seats that were made with it stay.",
    "wish removed": COUNTS_FROM_NEXT_SEATS,
    "names added": "The club’s list of players keeps the names.",
    "stand-in": "The chair is empty from the next round unless somebody else takes it.",
    "prize removed": "Prizes below it move down again.",
    "party changed": AS_PRINTED,
    "rules changed": AS_PRINTED,
}


@dataclass(frozen=True, slots=True)
class Undo:
    """With `is_for_writer_only`, no helper may undo the line except the one who wrote it."""

    line: int
    kind: str
    effects: tuple[str, ...]
    round: int = 0
    table: int | None = None
    entry: int | None = None
    entrant: int | None = None
    is_for_helpers: bool = False
    is_for_writer_only: bool = False


def undos(party: Party, lines: Sequence[LogLine]) -> dict[int, Undo]:
    """Return the undos by line id."""
    with_steps = [(line, steps_of(line.data)) for line in lines if line.verb in UNDO_RULES]
    evening = EveningState(party, [step for _, steps in with_steps for step in steps])
    undos = _undos_by_own_verbs(evening, lines)
    for line, steps in with_steps:
        if steps and line.pk not in undos and not blocking_reason(evening, line, steps):
            undos[line.pk] = _undo_of_steps(line, steps, Wording(party, evening.names))
    return undos


def undo_refusal(party: Party, line: LogLine) -> str:
    """Return why a line cannot be undone; "" if it can, or if it has no steps."""
    if line.verb in {"draw", "seats swapped"}:
        return take_back_text(records_in_force(party), range((line.round or 0) + 1), since=line.pk)
    steps = steps_of(line.data)
    if not steps or line.verb not in UNDO_RULES:
        return ""
    return blocking_reason(EveningState(party, steps), line, steps)


def _undo_of_steps(line: LogLine, steps: Iterable[Step], wording: Wording) -> Undo:
    if line.verb in EFFECTS:
        effects = [EFFECTS[line.verb]]
    else:
        effects = [each for step in steps for each in wording.undo_sentences(step)]
    effects += _money_effects(steps, wording)
    if line.verb in MORE_EFFECTS:
        effects.append(MORE_EFFECTS[line.verb])
    permissions = {
        "is_for_helpers": line.verb in HELPER_RULES,
        "is_for_writer_only": line.verb in OWN_LINES_ONLY,
    }
    return Undo(line.pk, "steps", tuple(effects), line.round or 0, **permissions)


def _money_effects(steps: Iterable[Step], wording: Wording) -> Iterable[str]:
    currency = wording.party.currency
    for step in steps:
        before = int((step.before or {}).get("paid", 0))
        after = int((step.after or {}).get("paid", 0))
        if after > before:
            yield f"Give {step.name} back {money(after - before, currency)}."
        elif before > after:
            yield f"Take {money(before - after, currency)} from {step.name} again."


ENTRY_VERBS = ("hand saved", "thrown in", "total saved")


def _undos_by_own_verbs(evening: EveningState, lines: Iterable[LogLine]) -> dict[int, Undo]:
    """Return the undos that need a verb of their own, such as reopening a round, by line id."""
    party, round_ = evening.party, evening.latest_round
    if round_ is None:
        return {}
    if party.finished_at is not None:
        text = f"{party.name} goes on: results can be corrected, and the standings may change."
        undos = _newest_line_undo(party, "finished", None, "reopen-party", text)
    else:
        undos = [
            *_round_undos(evening, round_, lines),
            *_late_undos(party),
            *_leaver_undos(party, round_),
        ]
    return {undo.line: undo for undo in undos}


def _round_undos(evening: EveningState, round_: Round, lines: Iterable[LogLine]) -> Iterator[Undo]:
    party, number = evening.party, round_.number
    if round_.state == Round.State.CLOSED:
        text = f"Round {number} is open again: you can change hands, and then close it once more."
        yield from _newest_line_undo(party, "round closed", number, "reopen-round", text)
        return
    if not evening.fixed_seats_reason and not take_back_text_of_round(party, round_):
        text = f"The seats of round {number} are taken away; papers with them are void."
        yield from _newest_line_undo(party, "draw", number, "draw", text)
    if round_.state == Round.State.DRAWN and round_.stored_draw.last_swaps:
        text = f"Both have the places again that they had before, in round {number}."
        yield from _newest_line_undo(party, "seats swapped", number, "swap", text)
    if round_.is_open:
        yield from _entry_undos(party, number, lines)


def _newest_line_undo(
    party: Party, verb: str, number: int | None, kind: str, text: str
) -> list[Undo]:
    rows = LogLine.objects.filter(party=party, verb=verb, round=number).values_list(
        "pk", flat=True
    )
    return [Undo(pk, kind, (text,), round=number or 0) for pk in rows[:1]]


def _entry_undos(party: Party, number: int, lines: Iterable[LogLine]) -> Iterator[Undo]:
    """Offer to undo the last entry of a table, unless a correction wrote it."""
    entry_lines = [line for line in lines if line.round == number and line.verb in ENTRY_VERBS]
    tables = {line.table or 0 for line in entry_lines}
    rows = Entry.objects.in_force().in_round(party, number).filter(table__number__in=tables)
    columns = ("table__number", "pk", "ns", "ew", *PLAYED)
    in_order = rows.order_by("sequence").values_list(*columns, named=True)
    last = {row.table__number: row for row in in_order}
    scores = table_scores(party, number, tables) if last else {}
    for line in entry_lines:
        row = last.get(line.table or 0)
        if row is not None and line.data.get("entry") == row.pk:
            effects = tuple(_entry_effects(party, row, scores[line.table or 0], line.data))
            yield Undo(
                line.pk, "hand", effects, number, line.table, entry=row.pk, is_for_helpers=True
            )


def _entry_effects(
    party: Party, row: ScoredHand, score: TableScore, data: Mapping[str, Any]
) -> Iterator[str]:
    yield f"Taken back: {entry_text(party.rules, row)}."
    if row.hand == 0 and data.get("aside"):
        earlier = f"{count_hands(len(data['aside']))} entered earlier"
        yield f"Table {score.number}: the total goes, and {earlier} will count again."
        return
    hands_left = 0 if row.hand == 0 else score.saved - (row.hand is not None)
    ns, ew = score.ns - (row.ns or 0), score.ew - (row.ew or 0)
    yield (
        f"Table {score.number} then has {count_hands(hands_left)}: N-S {score.ns} → {ns}, "
        f"E-W {score.ew} → {ew}."
    )
    if score.hands is not None:
        yield f"Table {score.number} plays on."


def late_lines(party: Party) -> Iterator[LogLine]:
    """Yield the newest line about late results of each table, if it can be undone.

    The line's entries must still be in force and the last of their table, and the line must have
    changed no seats.
    """
    newest: dict[tuple[int | None, int | None], LogLine] = {}
    for line in LogLine.objects.filter(party=party, verb="corrected").order_by("pk"):
        if "late" in line.data:
            newest[line.round, line.table] = line
    rows = Entry.objects.counted().filter(table__round__party=party).order_by("hand")
    tables = dict(rows.values_list("pk", "table")) if newest else {}
    last = {table: pk for pk, table in tables.items()}
    for line in newest.values():
        late = line.data["late"]
        seats_changed = line.data.get("seats") in {SeatsChoice.RESEAT, SeatsChoice.REDRAW}
        is_last = tables.keys() >= set(late) and late[-1] in last.values()
        if is_last and not seats_changed:
            yield line


def _late_undos(party: Party) -> Iterator[Undo]:
    for line in late_lines(party):
        effects = [f"Taken back: {line.words}."]
        if aside := line.data.get("aside"):
            effects.append(
                f"{count_hands(len(aside)).capitalize()} entered earlier will count again."
            )
        yield Undo(line.pk, "late", tuple(effects), line.round or 0, line.table)


def _leaver_undos(party: Party, round_: Round) -> Iterator[Undo]:
    leavers = {row.pk: row for row in party.entrants.filter(state=Entrant.State.LEFT)}
    rows = LogLine.objects.filter(party=party, verb="went home", entrant__in=leavers)
    for pk, entrant in rows.values_list("pk", "entrant"):
        if (row := leavers.pop(entrant, None)) is not None:
            text = f"{row} is here again, in round {round_.number}."
            seated = round_.places.filter(entrant=row).exists()
            chair_text = (
                "The chair is kept." if seated else f"{row} gets a chair from the next round."
            )
            yield Undo(pk, "come-back", (text, chair_text), entrant=row.pk)

"""Which lines of the log can be taken back, and what that changes.

Most verbs keep their steps (values.log.row_changes): they are taken back as undo_rules says.
Others have a verb of their own for it (undo_by_verb).
"""

from collections.abc import Iterable

from party.models import LogLine, Party
from party.queries.log.change_words import Wording
from party.queries.log.evening_now import Now
from party.queries.log.undo_by_verb import undos_by_verb
from party.queries.log.undo_rules import BY_HELPERS, BY_THEMSELVES, REASONS, blocking_reason
from party.values.log.lines import Undo
from party.values.log.row_changes import Step, steps_of
from party.values.people.money import money

# The effect of taking a line back, where its rows alone would say too much.
EFFECTS = {
    "prizes confirmed": "The prizes are open again: who has what may still change.",
    "prizes reopened": "The prizes are confirmed again, as they were.",
}
# What people may want to know besides.
MORE_EFFECTS = {
    "wish added": "Seats that were made with it stay.",
    "wish removed": "It counts from the next seats that are made.",
    "names added": "The club’s list of players keeps the names.",
    "stand-in": "The chair is empty from the next move on, unless somebody is found.",
    "prize removed": "Prizes below it move down again.",
    "party changed": "What is printed already shows it as it was printed.",
    "rules changed": "What is printed already shows it as it was printed.",
}


def undos(party: Party, lines: Iterable[LogLine]) -> dict[int, Undo]:
    """Return what can be taken back of these lines, by their ids. A fixed number of queries."""
    undoable = undos_by_verb(party)
    left = [line for line in lines if line.verb in REASONS and line.pk not in undoable]
    steps = {line.pk: steps_of(line.data) for line in left}
    now = Now(party, [step for each in steps.values() for step in each])
    for line in left:
        if steps[line.pk] and not blocking_reason(now, line, steps[line.pk]):
            undoable[line.pk] = _undo(line, steps[line.pk], Wording(party, now.names))
    return undoable


def undo_refusal(party: Party, line: LogLine) -> str:
    """Return why a line cannot be taken back; "" where it can, or has no steps that could."""
    steps = steps_of(line.data)
    if not steps or line.verb not in REASONS:
        return ""
    return blocking_reason(Now(party, steps), line, steps)


def _undo(line: LogLine, steps: Iterable[Step], wording: Wording) -> Undo:
    if line.verb in EFFECTS:
        effects = [EFFECTS[line.verb]]
    else:
        effects = [each for step in steps for each in wording.undo_sentences(step)]
    effects += _money_effects(steps, wording)
    effects += [MORE_EFFECTS[line.verb]] if line.verb in MORE_EFFECTS else []
    who = {"helpers": line.verb in BY_HELPERS, "own_only": line.verb in BY_THEMSELVES}
    return Undo(line.pk, "steps", tuple(effects), line.round or 0, **who)


def _money_effects(steps: Iterable[Step], wording: Wording) -> Iterable[str]:
    currency = wording.party.currency
    for step in steps:
        now, then = (int((each or {}).get("paid", 0)) for each in (step.after, step.before))
        if now > then:
            yield f"Give {step.name} back {money(now - then, currency)}."
        elif then > now:
            yield f"Take {money(then - now, currency)} from {step.name} again."

"""Reads about what can be taken back: from which lines, and what it changes.

Most verbs keep their steps (values.steps): they are taken back as long as every row is still as
they left it and nothing newer depends on it. Others have a verb of their own for the way back.
"""

from collections.abc import Iterable

from party.models import LogLine, Party
from party.queries.log.change_words import Wording
from party.queries.log.evening_now import Now
from party.queries.log.own_undo import own_ways
from party.queries.log.undo_rules import AGAINST, BY_HELPERS, BY_THEMSELVES, why_not
from party.values.log.lines import Undo
from party.values.log.row_changes import Step, steps_of
from party.values.people.money import money

# What it comes to, where the rows alone would say too much; {name} is the party.
COMES_TO = {
    "prizes confirmed": "The prizes are open again: who has what may still change.",
    "prizes reopened": "The prizes are confirmed again, as they were.",
}
# What people may want to know besides.
BESIDES = {
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
    found = own_ways(party)
    kept = {line.pk: steps_of(line.data) for line in lines if line.verb in AGAINST}
    known = [line for line in lines if kept.get(line.pk) and line.pk not in found]
    now = Now(party, [step for line in known for step in kept[line.pk]])
    wording = Wording(party, now.names) if known else None
    for line in known:
        if wording and not why_not(now, line, kept[line.pk]):
            found[line.pk] = _undo(line, kept[line.pk], wording)
    return found


def against(party: Party, line: LogLine) -> str:
    """Say why a line cannot be taken back; "" where it can, or has no steps that could."""
    steps = steps_of(line.data)
    return why_not(Now(party, steps), line, steps) if steps and line.verb in AGAINST else ""


def _undo(line: LogLine, steps: Iterable[Step], wording: Wording) -> Undo:
    told = [each for step in steps for each in wording.undone(step)]
    told = [COMES_TO[line.verb]] if line.verb in COMES_TO else told
    effects = (*told, *_paid(steps, wording), *filter(None, [BESIDES.get(line.verb)]))
    who = {"helpers": line.verb in BY_HELPERS, "own": line.verb in BY_THEMSELVES}
    return Undo(line.pk, "steps", effects, line.round or 0, **who)


def _paid(steps: Iterable[Step], wording: Wording) -> Iterable[str]:
    """Say what goes back out of the box, or into it again."""
    currency = wording.party.currency
    for step in steps:
        now, then = (int((each or {}).get("paid", 0)) for each in (step.after, step.before))
        if now > then:
            yield f"Give {step.name} back {money(now - then, currency)}."
        elif then > now:
            yield f"Take {money(then - now, currency)} from {step.name} again."

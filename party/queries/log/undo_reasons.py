"""Reasons of the game's own why a line of the log stays; undo_rules says which verb has which.

A reason looks at the evening as it is now, and returns a sentence, or "" where it blocks nothing.
"""

from collections.abc import Callable, Sequence

from party.models import LogLine, Round, Wish
from party.queries.log.evening_now import Now
from party.queries.log.row_changes import row_name
from party.values.log.row_changes import Columns, Step
from party.values.people.names import same_name

Steps = Sequence[Step]
Reason = Callable[[Now, LogLine, Steps], str]


def blocks_while(holds: Callable[[Now], bool], sentence: str) -> Reason:
    """Return the reason that blocks every line while something holds for the whole evening."""

    def reason(now: Now, _line: LogLine, _steps: Steps) -> str:
        return sentence.format(now=now) if holds(now) else ""

    return reason


def steps_on(row: str, steps: Steps) -> Steps:
    return [step for step in steps if step.row == row]


# People.


def new_seats_reason(now: Now, line: LogLine, steps: Steps) -> str:
    """Block for people who were here or away when the next seats were made."""
    if now.latest > (line.round or 0):
        who = ", ".join(step.name for step in steps_on("entrant", steps))
        return f"The seats of round {now.latest} were made since: change it on the page of {who}."
    return ""


CHAIR = "stands_in_for_id"


def chair_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block for chairs that somebody else takes at the next move."""
    chairs = [(step.id, step.name) for step in steps_on("entrant", steps)]
    chairs += [(pk, now.names.get(pk, "")) for step in steps if (pk := step.changed.get(CHAIR))]
    for chair, name in chairs:
        if chair in now.stand_ins:
            return f"{now.stand_ins[chair]} takes the chair of {name}. Take that back first."
    for step in steps:
        owner = step.changed.get(CHAIR)
        if owner and owner in now.here:
            name = now.names.get(owner, "Who had the chair")
            return f"{name} is here again. Let {step.name} come back as anybody does."
    return ""


def name_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    for step in steps_on("entrant", steps):
        name = str(step.changed.get("name", ""))
        others = [other for pk, other in now.names.items() if pk != step.id]
        if name and any(same_name(name) == same_name(other) for other in others):
            return f"Somebody else is on the list as {name} by now."
    return ""


def newer_wish_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block for wishes that do not go with a wish there is by now."""
    for gone in [step.before for step in steps if step.before and step.after is None]:
        people = {gone["one_id"], gone["other_id"]}
        for wish in now.wishes:
            others = {wish.one_id, wish.other_id}
            partners = gone["kind"] == wish.kind == Wish.Kind.PARTNERS
            if people == others or (partners and people & others):
                return f"{row_name(wish)}: that is asked for by now. Take it back first."
    return ""


# Tables and rounds.


def closed_reason(now: Now, line: LogLine, _steps: Steps) -> str:
    if now.states.get(line.round or 0) in Round.OPEN:
        return ""
    return f"Round {line.round} is not open any more: correct the table on its own page."


def entries_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block for tables that were entered otherwise before, or had said how many hands."""
    for step in steps_on("table", steps):
        hands, finished = now.hands.get(step.id, 0), step.changed.get("hands")
        if ("capture" in step.changed and hands) or (finished is not None and hands != finished):
            return f"{step.name} has had entries since."
    return ""


# Settings of the party.

TABLES = {"untracked": "cards"}  # how tables are entered where the plan has a word of its own
SETTLED = {"preset", "rules_values", "format_values", "cards"}


def old_settings(steps: Steps) -> Columns:
    return {name: old for step in steps_on("party", steps) for name, old in step.changed.items()}


def capture_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block for tables that have been closed or seated since, entered as the plan says by now."""
    own = {step.id for step in steps_on("table", steps)}
    settings = old_settings(steps)
    for pk, (number, state, capture) in now.tables.items() if settings else ():
        if pk in own and state == Round.State.CLOSED:
            return f"Round {number} is closed: its tables stay as they were entered."
        is_newer = pk not in own and state != Round.State.CLOSED
        old = settings.get("capture", capture)
        if is_newer and capture == now.party.table_capture != TABLES.get(old, old):
            return f"Round {number} was seated since: change it in the settings."
    return ""


def settled_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block for settings that the draw has settled, and for fewer rounds than are played."""
    old = old_settings(steps)
    if now.latest and SETTLED & old.keys():
        return "The seats are drawn: the rules and how seats are drawn stay as they are."
    rounds = old.get("rounds_planned", now.latest)
    if now.latest and (rounds is None or rounds < now.latest):
        return f"Round {now.latest} is seated: so many rounds have to be planned."
    return ""


def untracked_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block settings that are impossible now that seats are tracked, or are not."""
    old = old_settings(steps)
    if now.party.tracks_seats:
        return ""
    if "capture" in old and not now.has_tables:
        return f"Nobody knows who sits where in round {now.latest}: it stays at final cards."
    wins = old.get("format_values", {}).get("round_credit", "net_points") != "net_points"
    stays = "capture" not in old
    return "Seats are not tracked by now. Take that back first." if wins and stays else ""


# Prizes.


def new_winner_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block for prizes that others have been given since."""
    made = {step.id for step in steps_on("award", steps) if step.before is None}
    for step in steps_on("award", steps):
        prize = step.before["prize_id"] if step.before and step.after is None else 0
        if prize and now.awards.get(prize, set()) - made:
            return f"{step.name.rpartition(': ')[0]} has been settled anew. Take that back first."
    return ""

"""Why a line of the log cannot be taken back any more: what newer depends on it.

A reason is a question about the evening as it is now; it answers with a sentence, or "" where it
has nothing against it.
"""

from collections.abc import Callable, Mapping, Sequence

from party.models import LogLine, Round, Table, Wish
from party.queries.log.evening_now import Now
from party.queries.log.row_changes import called, stands
from party.values.log.row_changes import Step
from party.values.people.names import same_name

Steps = Sequence[Step]
Reason = Callable[[Now, LogLine, Steps], str]


def is_over(now: Now, _line: LogLine, _steps: Steps) -> str:
    over = now.party.finished_at is not None
    return f"{now.party.name} is finished. Take the finish back first." if over else ""


def is_drawn(now: Now, _line: LogLine, _steps: Steps) -> str:
    drawn = "The seats are drawn. Mark people as arrived late or gone home."
    return drawn if now.latest else ""


def is_seated(now: Now, _line: LogLine, steps: Steps) -> str:
    """Answer for people who are here, or are on the list at all, only because of this line."""
    for step in of("entrant", steps):
        came = step.before is None or "state" in step.before
        if came and step.id in now.last_seats:
            return f"{step.name} has a seat by now. Mark that {step.name} goes home instead."
    return ""


def is_held(now: Now, _line: LogLine, steps: Steps) -> str:
    """Answer for rows that this line made and that something newer hangs on."""
    for step in steps:
        if step.before is None and (words := now.held.get((step.row, step.id))):
            return f"{step.name} {words}. Take that back first."
    return ""


def has_moved_on(now: Now, line: LogLine, steps: Steps) -> str:
    """Answer for people who were here or away when the next seats were made."""
    if now.latest > (line.round or 0):
        who = ", ".join(step.name for step in of("entrant", steps))
        return f"The seats of round {now.latest} were made since: change it on the page of {who}."
    return ""


def is_replaced(now: Now, _line: LogLine, steps: Steps) -> str:
    """Answer for chairs that somebody else takes at the next move."""
    chairs = [(step.id, step.name) for step in of("entrant", steps)]
    chairs += [(pk, now.names.get(pk, "")) for step in steps if (pk := step.changed.get(CHAIR))]
    for chair, name in chairs:
        if chair in now.stand_ins:
            return f"{now.stand_ins[chair]} takes the chair of {name}. Take that back first."
    for step in steps:
        whose = step.changed.get(CHAIR)
        if whose and whose in now.here:
            name = now.names.get(whose, "Who had the chair")
            return f"{name} is here again. Let {step.name} come back as anybody does."
    return ""


CHAIR = "stands_in_for_id"


def is_name_taken(now: Now, _line: LogLine, steps: Steps) -> str:
    for step in of("entrant", steps):
        name = str(step.changed.get("name", ""))
        others = [other for pk, other in now.names.items() if pk != step.id]
        if name and any(same_name(name) == same_name(other) for other in others):
            return f"Somebody else is on the list as {name} by now."
    return ""


def is_closed(now: Now, line: LogLine, _steps: Steps) -> str:
    if now.states.get(line.round or 0) in Round.OPEN:
        return ""
    return f"Round {line.round} is not open any more: correct the table on its own page."


def has_entries(now: Now, _line: LogLine, steps: Steps) -> str:
    """Answer for tables that were entered otherwise before, or had said how many hands."""
    for step in of("table", steps):
        hands, finished = now.hands.get(step.id, 0), step.changed.get("hands")
        if ("capture" in step.changed and hands) or (finished is not None and hands != finished):
            return f"{step.name} has had entries since."
    return ""


def is_entered_so(now: Now, _line: LogLine, steps: Steps) -> str:
    """Answer for tables that were entered as the plan says by now, or have been seated since."""
    for step in of("party", steps):
        own = {each.id for each in of("table", steps)}
        for pk, (number, state, capture) in now.tables.items():
            if pk in own and state == Round.State.CLOSED:
                return f"Round {number} is closed: its tables stay as they were entered."
            since = pk not in own and state != Round.State.CLOSED
            old = step.changed.get("capture", capture)
            if since and capture == now.party.table_capture != TABLES.get(old, old):
                return f"Round {number} was seated since: change it in the settings."
    return ""


TABLES = {"untracked": "cards"}  # how tables are entered where the plan has a word of its own


def is_cut(now: Now, _line: LogLine, steps: Steps) -> str:
    for step in of("table", steps):
        table = now.rows.get((step.row, step.id))
        if isinstance(table, Table) and table.cut and "cut" not in step.changed:
            return f"{step.name}: who was high on the cut has been entered. Take that back first."
    return ""


def has_begun(now: Now, _line: LogLine, _steps: Steps) -> str:
    return f"Round {now.latest} {now.begun}" if now.begun else ""


SETTLED = {"preset", "rules_values", "format_values", "cards"}


def is_settled(now: Now, _line: LogLine, steps: Steps) -> str:
    """Answer for settings that the draw has settled, and for fewer rounds than are played."""
    before = {name: old for step in of("party", steps) for name, old in step.changed.items()}
    if now.latest and SETTLED & before.keys():
        return "The seats are drawn: the rules and how seats are drawn stay as they are."
    rounds = before.get("rounds_planned", now.latest)
    if now.latest and (rounds is None or rounds < now.latest):
        return f"Round {now.latest} is seated: so many rounds have to be planned."
    return ""


def is_untracked(now: Now, _line: LogLine, steps: Steps) -> str:
    """Answer for settings that do not go with whether seats are tracked by now."""
    before = {name: old for step in of("party", steps) for name, old in step.changed.items()}
    if now.party.tracks_seats:
        return ""
    if "capture" in before and not now.has_tables:
        return f"Nobody knows who sits where in round {now.latest}: it stays at final cards."
    wins = before.get("format_values", {}).get("round_credit", "net_points") != "net_points"
    stays = "capture" not in before
    return "Seats are not tracked by now. Take that back first." if wins and stays else ""


def is_locked(now: Now, _line: LogLine, _steps: Steps) -> str:
    locked = "Hands have been entered, so the rules are locked. Choose them on their own page."
    return locked if now.entries else ""


def is_confirmed(now: Now, _line: LogLine, _steps: Steps) -> str:
    confirmed = now.party.prizes_confirmed_at is not None
    return "The prizes are confirmed. Reopen them to change anything." if confirmed else ""


def is_sold(now: Now, _line: LogLine, steps: Steps) -> str:
    """Answer for the price of tickets that somebody has bought."""
    for step in of("prize", steps):
        if step.id in now.sold:
            return f"{step.name}: tickets are sold at this price. Take those sales back first."
    return ""


def is_settled_anew(now: Now, _line: LogLine, steps: Steps) -> str:
    """Answer for prizes that others have been given since."""
    unmade = {step.id for step in of("award", steps) if step.before is None}
    for step in of("award", steps):
        prize = step.before["prize_id"] if step.before and step.after is None else 0
        if prize and now.holders.get(prize, set()) - unmade:
            return f"{step.name.rpartition(': ')[0]} has been settled anew. Take that back first."
    return ""


def is_changed(now: Now, line: LogLine, _steps: Steps) -> str:
    """Answer for all prizes at once, and for what they are worth."""
    changed = now.newest_of(OF_PRIZES) > line.pk
    return "The prizes have been changed since. Confirm them anew." if changed else ""


def is_asked_otherwise(now: Now, _line: LogLine, steps: Steps) -> str:
    """Answer for wishes against which something is asked by now."""
    for told in [step.before for step in steps if step.before and step.after is None]:
        people = {told["one_id"], told["other_id"]}
        for wish in now.wishes:
            theirs = {wish.one_id, wish.other_id}
            partners = told["kind"] == wish.kind == Wish.Kind.PARTNERS
            if people == theirs or (partners and people & theirs):
                return f"{called(wish)}: that is asked for by now. Take it back first."
    return ""


def is_unfinished(now: Now, _line: LogLine, _steps: Steps) -> str:
    unfinished = now.party.finished_at is None
    return "Finish the party first: the standings are final then." if unfinished else ""


def of(row: str, steps: Steps) -> Steps:
    return [step for step in steps if step.row == row]


# By verb: what may speak against taking it back. A verb that is not here has another way back, or
# none.
AGAINST: Mapping[str, tuple[Reason, ...]] = {
    "renamed": (is_over, is_name_taken),
    "prize group": (is_over,),
    "notes": (is_over,),
    "numbers named": (is_over,),
    "names added": (is_over, is_seated, is_held),
    "house player": (is_over, is_seated, is_held),
    "here": (is_over, is_drawn),
    "checked in": (is_over, is_seated),
    "arrived late": (is_over, is_seated),
    "went home": (is_over, has_moved_on, is_replaced),
    "came back": (is_over, has_moved_on),
    "stand-in": (is_over, has_moved_on, is_held),
    "money taken": (is_over,),
    "owes": (is_over,),
    "wish added": (is_over,),
    "wish removed": (is_over, is_asked_otherwise),
    "rota swapped": (is_over,),
    "round started": (is_over, has_begun),
    "bell": (is_over,),
    "checking": (is_over,),
    "table finished": (is_over, is_closed, is_cut),
    "table reopened": (is_over, is_closed, has_entries),
    "cut decided": (is_over, is_closed),
    "ahead said": (is_over, is_closed),
    "table capture": (is_over, is_closed, has_entries),
    "rounds": (is_over, is_settled),
    "party changed": (is_over, is_settled, is_untracked, is_entered_so, has_entries),
    "rules changed": (is_over, is_locked),
    "prizes added": (is_confirmed, is_held),
    "prizes copied": (is_confirmed, is_held),
    "prize added": (is_confirmed, is_held),
    "prize changed": (is_confirmed,),
    "prize removed": (is_confirmed,),
    "prize moved": (is_confirmed,),
    "one prize each": (is_confirmed,),
    "tie settled": (is_confirmed, is_settled_anew),
    "prize given": (is_confirmed, is_settled_anew),
    "prize drawn": (is_confirmed, is_settled_anew),
    "prize unsettled": (is_confirmed, is_settled_anew),
    "ticket price": (is_confirmed, is_held, is_sold),
    "prizes confirmed": (),
    "prizes reopened": (is_confirmed, is_unfinished, is_changed),
}
# What changes a list of prizes, who has them, or how much there is to win.
OF_PRIZES = (
    *(verb for verb, reasons in AGAINST.items() if is_confirmed in reasons),
    "prizes confirmed",
    "tickets sold",
    "tickets back",
)
# What helpers do themselves they take back as well.
BY_HELPERS = {
    "renamed",
    "prize group",
    "notes",
    "numbers named",
    "names added",
    "house player",
    "here",
    "checked in",
    "arrived late",
    "went home",
    "came back",
    "stand-in",
    "money taken",
    "owes",
    "table finished",
    "table reopened",
    "cut decided",
    "ahead said",
    "table capture",
}
# Taking people off the list is an organiser's, apart from those whom one has just added oneself.
BY_THEMSELVES = {"names added", "house player"}
NEWER = "It has been changed again since. Take back the newer change first."


# Columns that name somebody, or a prize: who is brought back has to be there.
NAMING = {
    "entrant_id": "entrant",
    "one_id": "entrant",
    "other_id": "entrant",
    "stands_in_for_id": "entrant",
    "prize_id": "prize",
}


def is_missing(now: Now, steps: Steps) -> bool:
    """Tell whether somebody or something that these rows named before is not there any more."""
    back = {(step.row, step.id) for step in steps if step.after is None}
    named = {
        (row, told[column])
        for step in steps
        for told in [step.before or {}]
        for column, row in NAMING.items()
        if told.get(column)
    }
    return bool(named - back - now.there)


def why_not(now: Now, line: LogLine, steps: Steps) -> str:
    """Say why a line cannot be taken back; "" where it can."""
    told = (reason(now, line, steps) for reason in AGAINST[line.verb])
    if said := next(filter(None, told), ""):
        return said
    return "" if stands(steps, now.rows) and not is_missing(now, steps) else NEWER

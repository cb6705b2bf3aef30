"""Why a line of the log whose rows are kept cannot be taken back.

Lines that a verb of their own takes back, such as a table's last hand, are in `undo`.

For every line alike:

1. The rows are no longer as the line left them, or a row that they name is gone.
2. A newer row refers to one of them (NEWER_ROWS).

For some verbs also a reason of the game's own (OF_THE_EVENING, OF_PRIZES, OTHERS). These come
first, since their sentences say more. Such a reason looks at the evening as it is now, and returns
a sentence, or "" where it blocks nothing.
"""

from collections.abc import Callable, Mapping, Sequence

from django.db.models import Q

from party.models import LogLine, Round, Table
from party.queries.log.evening_now import NewerRow, Now
from party.queries.log.row_changes import are_unchanged, row_name
from party.queries.people.wishes import conflicting_wishes
from party.queries.seats.wrong_chairs import record_to_take_back
from party.rosters import same_name
from party.values.evening.words import SEATS_UNKNOWN
from party.values.log.lines import WRONG_CHAIRS
from party.values.log.row_changes import Columns, Step
from party.values.people.words import GOES_HOME_INSTEAD, MARK_LATE_OR_GONE
from party.values.prizes.words import CONFIRMED, FINISH_FIRST, TAKE_SALES_BACK
from party.values.rules.words import LOCKED
from party.values.seats.words import SEATS_ARE_SEEN

SEATED_SINCE = (
    "Seats were made since. If the list was right after all, record the same people once more, "
    "on the page of round {round}."
)
NEWER = "It has been changed again since. Take back the newer change first."

Steps = Sequence[Step]
Reason = Callable[[Now, LogLine, Steps], str]


def blocks_while(holds: Callable[[Now], bool], sentence: str) -> Reason:
    """Return a rule that blocks every line while a condition holds for the whole evening."""

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
        if owner and owner in now.people_here:
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
    """Block for wishes that contradict a newer one."""
    for wish_row in [step.before for step in steps if step.before and step.after is None]:
        people = (wish_row["one_id"], wish_row["other_id"])
        same = [each for each in now.wishes if (each.one_id, each.other_id) == people]
        ids = tuple(pk for pk in people if pk is not None)
        for wish in same or conflicting_wishes(now.party, wish_row["kind"], ids, now.wishes):
            return f"Another wish is against it: {row_name(wish)}. Take that back first."
    return ""


# Tables and rounds.


def closed_reason(now: Now, line: LogLine, _steps: Steps) -> str:
    if now.states.get(line.round or 0) in Round.OPEN:
        return ""
    return f"Round {line.round} is not open any more: correct the table on its own page."


def entries_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block for tables that had entries, or had said how many hands."""
    for step in steps_on("table", steps):
        hands, finished = now.hands.get(step.id, 0), step.changed.get("hands")
        if ("capture" in step.changed and hands) or (finished is not None and hands != finished):
            return f"{step.name} has had entries since."
    return ""


def ahead_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block for tables whose report of who was ahead would lose or change its meaning."""
    for step in steps_on("table", steps):
        table, new = now.rows.get(("table", step.id)), (step.after or {}).get("capture")
        on_cards = Table.Capture.CARDS in {step.changed.get("capture"), new}
        if on_cards and isinstance(table, Table) and table.ahead:
            return f"{step.name} has said who was ahead: change how it is entered on its own page."
    return ""


def shown_reason(now: Now, line: LogLine, _steps: Steps) -> str:
    """Block for a round that has begun: its players must see their seats."""
    if now.states.get(line.round or 0) == Round.State.DRAWN:
        return ""
    return SEATS_ARE_SEEN.format(round=line.round)


def newer_chairs_reason(now: Now, line: LogLine, _steps: Steps) -> str:
    """Block for people whose chairs a newer record of wrong chairs changed as well."""
    return record_to_take_back(now.chair_records, range(now.latest + 1), since=line.pk)


def seats_since_reason(now: Now, line: LogLine, steps: Steps) -> str:
    """Block for chairs from which people have moved on since, or were seated again."""
    changed = {step.id for step in steps_on("round", steps)}
    changed |= {each["round_id"] for step in steps_on("place", steps) if (each := step.after)}
    later = {pk for pk, number in now.rounds_with_tables.items() if number > (line.round or 0)}
    if later <= changed and are_unchanged(steps, now.rows):
        return ""
    return SEATED_SINCE.format(round=line.round)


def moved_reason(now: Now, line: LogLine, steps: Steps) -> str:
    """Block for people whom the line moved in the next round, once that has hands or is over."""
    latest = now.latest_round
    moved = {each["round_id"] for step in steps_on("place", steps) if (each := step.after)}
    if latest is None or latest.number == line.round or latest.pk not in moved:
        return ""
    if now.seats_stay:
        return f"Round {latest.number} {now.seats_stay}"
    return f"Round {latest.number} is over." if latest.state == Round.State.CLOSED else ""


# Settings of the party.

TABLES = {"untracked": "cards"}  # how tables are entered where the plan has a word of its own
SETTLED = {"preset", "rules_values", "format_values", "cards"}


def old_settings(steps: Steps) -> Columns:
    return {name: old for step in steps_on("party", steps) for name, old in step.changed.items()}


def capture_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block for tables closed or seated since, whose capture the plan now decides."""
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
    """Block for settings that the draw has fixed, and for fewer rounds than are played."""
    old = old_settings(steps)
    if now.latest and SETTLED & old.keys():
        return "The seats are drawn: the rules and how seats are drawn stay as they are."
    rounds = old.get("rounds_planned", now.latest)
    if now.latest and (rounds is None or rounds < now.latest):
        return f"Round {now.latest} is seated: so many rounds have to be planned."
    return ""


def untracked_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block settings that are impossible with the present tracking of seats."""
    old = old_settings(steps)
    if now.party.tracks_seats:
        return ""
    if "capture" in old and not now.has_tables:
        return SEATS_UNKNOWN.format(round=now.latest)
    wins = old.get("format_values", {}).get("round_credit", "net_points") != "net_points"
    stays = "capture" not in old
    return "Seats are no longer tracked. Take that back first." if wins and stays else ""


# Prizes.


def new_winner_reason(now: Now, _line: LogLine, steps: Steps) -> str:
    """Block for prizes that were given to others since."""
    made = {step.id for step in steps_on("award", steps) if step.before is None}
    for step in steps_on("award", steps):
        prize = step.before["prize_id"] if step.before and step.after is None else 0
        if prize and now.awards.get(prize, set()) - made:
            return f"{step.name.rpartition(': ')[0]} has been settled again. Take that back first."
    return ""


# Which verb has which of them.

while_finished = blocks_while(
    lambda now: now.party.finished_at is not None,
    "{now.party.name} is finished. Take the finish back first.",
)
while_unfinished = blocks_while(
    lambda now: now.party.finished_at is None,
    FINISH_FIRST,
)
while_confirmed = blocks_while(
    lambda now: now.party.prizes_confirmed_at is not None,
    CONFIRMED,
)
while_drawn = blocks_while(lambda now: now.latest > 0, MARK_LATE_OR_GONE)
while_begun = blocks_while(lambda now: now.seats_stay != "", "Round {now.latest} {now.seats_stay}")
while_hands_are_in = blocks_while(
    lambda now: now.entries > 0,
    f"{LOCKED} Choose them on their own page.",
)


def changed_prizes_reason(now: Now, line: LogLine, _steps: Steps) -> str:
    """Block a second confirmation if the list or the winners have changed since."""
    verbs = (*OF_PRIZES, "prizes confirmed", "tickets sold", "tickets back")
    is_changed = now.newest_line(verbs) > line.pk
    return "The prizes have been changed since. Confirm them again." if is_changed else ""


# The cash box is counted when everybody has gone.
OF_THE_BOX: Mapping[str, tuple[Reason, ...]] = {
    "float set": (),
    "box counted": (),
    "money added": (),
    "money removed": (),
}
# None of these is possible once the party is finished. Each verb may have more reasons of its own.
# The first table has what helpers may do: they may take it back too.
BY_HELPERS: Mapping[str, tuple[Reason, ...]] = {
    "renamed": (name_reason,),
    "prize group": (),
    "notes": (),
    "notes tonight": (),
    "word": (),
    "numbers named": (),
    "names added": (),
    "house player": (),
    "here": (while_drawn,),
    "checked in": (),
    "arrived late": (),
    "came back": (new_seats_reason,),
    "money taken": (),
    "owes": (),
    **OF_THE_BOX,
    "table finished": (closed_reason,),
    "table reopened": (closed_reason, entries_reason),
    "cut decided": (closed_reason,),
    "ahead said": (closed_reason,),
    "slip follows": (closed_reason,),
    "table capture": (closed_reason, entries_reason, ahead_reason),
}
OF_THE_EVENING: Mapping[str, tuple[Reason, ...]] = {
    **BY_HELPERS,
    "went home": (new_seats_reason, chair_reason),
    "stand-in": (new_seats_reason,),
    "wish added": (),
    "wish removed": (newer_wish_reason,),
    "rota swapped": (),
    WRONG_CHAIRS: (newer_chairs_reason, seats_since_reason, moved_reason),
    "round started": (while_begun,),
    "announced": (shown_reason,),
    "bell": (),
    "checking": (),
    "tables stopped": (closed_reason,),
    "rounds": (settled_reason,),
    "party changed": (
        *(settled_reason, untracked_reason, capture_reason),
        *(entries_reason, ahead_reason),
    ),
    "rules changed": (while_hands_are_in,),
}
# None of these is possible while the prizes are confirmed. Each verb may have more reasons.
OF_PRIZES: Mapping[str, tuple[Reason, ...]] = {
    "prizes added": (),
    "prizes copied": (),
    "prize added": (),
    "prize changed": (),
    "prize removed": (),
    "prize moved": (),
    "one prize each": (),
    "tie settled": (new_winner_reason,),
    "prize given": (new_winner_reason,),
    "prize drawn": (new_winner_reason,),
    "prize unsettled": (new_winner_reason,),
    "winner gone": (),
    "winner left": (),
    "ticket price": (),
    "prizes reopened": (while_unfinished, changed_prizes_reason),
}
# Possible at any time: people pay after the finish, too.
OTHERS: Mapping[str, tuple[Reason, ...]] = {
    "prizes confirmed": (),
    "late set aside": (),
    "hall screen": (),
    "guests changed": (),
    "money taken": (),
    "owes": (),
    **OF_THE_BOX,
}

# By verb, all reasons in their order; what is among the others has only those. A verb that is not
# here has another way back, or none.
REASONS: Mapping[str, tuple[Reason, ...]] = {
    **{verb: (while_finished, *reasons) for verb, reasons in OF_THE_EVENING.items()},
    **{verb: (while_confirmed, *reasons) for verb, reasons in OF_PRIZES.items()},
    **OTHERS,
}


def is_new(step: Step) -> bool:
    return step.before is None


def came(step: Step) -> bool:
    return is_new(step) or step.changed.get("state") == "expected"


def has_new_price(step: Step) -> bool:
    return "ticket_price" in step.changed


def is_finished(step: Step) -> bool:
    """Return whether this step finished a table."""
    return step.changed.get("hands", 0) is None


# Newer rows that refer to a row of the line: a database table, what the line did to its row, and
# which newer rows block. The first one that exists gives the sentence.
NEWER_ROWS = (
    NewerRow(
        "entrant",
        came,
        Q(places__isnull=False),
        f"{{name}} has a seat by now. {GOES_HOME_INSTEAD}",
    ),
    *(
        NewerRow(row, is_new, newer, f"{{name}} {words}. Take that back first.")
        for row, newer, words in (
            ("entrant", Q(wishes_of_others__isnull=False), "has been asked for something"),
            ("entrant", Q(wishes__isnull=False), "has been asked for something"),
            ("entrant", Q(tickets__isnull=False), "has bought tickets"),
            ("entrant", Q(awards__isnull=False), "has a prize"),
            ("entrant", Q(tallies__isnull=False), "has handed in a card"),
            ("prize", Q(sales__isnull=False), "has sold tickets"),
            ("prize", Q(awards__isnull=False), "has been given to somebody"),
        )
    ),
    NewerRow(
        "prize",
        has_new_price,
        Q(sales__isnull=False),
        f"{{name}}: tickets are sold at this price. {TAKE_SALES_BACK}",
    ),
    NewerRow(
        "table",
        is_finished,
        ~Q(cut=""),
        "{name}: who was high on the cut has been entered. Take that back first.",
    ),
)


def newer_row_reason(now: Now, steps: Steps) -> str:
    for newer in NEWER_ROWS:
        for step in steps:
            if (step.row, step.id) in now.rows_with(newer) and newer.applies(step):
                return newer.sentence.format(name=step.name)
    return ""


# Columns that hold the id of somebody, or of a prize.
NAMING = {
    "entrant_id": "entrant",
    "one_id": "entrant",
    "other_id": "entrant",
    "stands_in_for_id": "entrant",
    "prize_id": "prize",
}


def is_missing(now: Now, steps: Steps) -> bool:
    """Return whether one of the people or prizes in these rows has been deleted."""
    back = {(step.row, step.id) for step in steps if step.after is None}
    named = {
        (row, before[column])
        for before in [step.before or {} for step in steps]
        for column, row in NAMING.items()
        if before.get(column)
    }
    return bool(named - back - now.people_and_prizes)


def blocking_reason(now: Now, line: LogLine, steps: Steps) -> str:
    """Return why a line cannot be taken back; "" if it can."""
    for reason in REASONS[line.verb]:
        if sentence := reason(now, line, steps):
            return sentence
    if sentence := newer_row_reason(now, steps):
        return sentence
    is_as_left = are_unchanged(steps, now.rows) and not is_missing(now, steps)
    return "" if is_as_left else NEWER


# Taking people off the list is for organisers, apart from those whom one has just added oneself.
BY_THEMSELVES = {"names added", "house player"}

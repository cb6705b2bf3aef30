"""The rules that forbid undoing a log line with stored steps.

A line can be undone only if its rows have not changed since, and if no newer row refers to
them. Some verbs have further rules. These are checked first, because their sentences say more. A
rule returns its sentence if it forbids the undo, and "" otherwise.
"""

from collections.abc import Callable, Mapping, Sequence

from django.db.models import Q

from party.models import LogLine, Round, Table
from party.queries.log.evening_state import EveningState, NewerRow
from party.queries.log.row_changes import are_unchanged
from party.queries.people.wishes import conflicting_wishes
from party.queries.seats.wrong_chairs import take_back_text
from party.rosters import casefolded_name
from party.values.evening.words import SEATS_UNKNOWN
from party.values.log.lines import WRONG_CHAIRS
from party.values.log.row_changes import Columns, Step
from party.values.people.former_players import FORMER_KEY, LINE_STAYS
from party.values.people.words import GOES_HOME_INSTEAD, MARK_LATE_OR_GONE
from party.values.prizes.words import CONFIRMED, FINISH_FIRST, TAKE_SALES_BACK
from party.values.rules.words import LOCKED
from party.values.seats.words import SEATS_ARE_SEEN

SEATED_SINCE = (
    "Seats were made since. If the list was right after all, record the same people once more, "
    "on the page of round {round}."
)
CHANGED_AGAIN = "It has been changed again since. Take back the newer change first."

Steps = Sequence[Step]
Rule = Callable[[EveningState, LogLine, Steps], str]


def rule_while(is_true: Callable[[EveningState], bool], sentence: str) -> Rule:
    """Return a rule that forbids every undo while a condition is true for the evening."""

    def rule(evening: EveningState, _line: LogLine, _steps: Steps) -> str:
        return sentence.format(evening=evening) if is_true(evening) else ""

    return rule


def select_steps(row: str, steps: Steps) -> Steps:
    return [step for step in steps if step.row == row]


def new_seats_reason(evening: EveningState, line: LogLine, steps: Steps) -> str:
    if evening.latest_number > (line.round or 0):
        names = ", ".join(step.name for step in select_steps("entrant", steps))
        text = f"The seats of round {evening.latest_number} were made since: change it on the page"
        return f"{text} of {names}."
    return ""


CHAIR_OWNER = "stands_in_for_id"


def chair_reason(evening: EveningState, _line: LogLine, steps: Steps) -> str:
    """Forbid the undo if another stand-in takes the chair, or if its owner is back."""
    chairs = [(step.id, step.name) for step in select_steps("entrant", steps)]
    owners = [step.changed[CHAIR_OWNER] for step in steps if step.changed.get(CHAIR_OWNER)]
    chairs += [(owner, evening.names.get(owner, "")) for owner in owners]
    for owner, name in chairs:
        if owner in evening.stand_ins:
            return f"{evening.stand_ins[owner]} takes the chair of {name}. Take that back first."
    for step in steps:
        owner_now = evening.people.get(step.changed.get(CHAIR_OWNER, 0))
        if owner_now and owner_now.state == "here":
            name = owner_now.name or "Who had the chair"
            return f"{name} is here again. Let {step.name} come back as anybody does."
    return ""


def name_reason(evening: EveningState, _line: LogLine, steps: Steps) -> str:
    for step in select_steps("entrant", steps):
        name = str(step.changed.get("name", ""))
        others = [other for pk, other in evening.names.items() if pk != step.id]
        if name and any(casefolded_name(name) == casefolded_name(other) for other in others):
            return f"Somebody else is now on the list as {name}."
    return ""


def newer_wish_reason(evening: EveningState, _line: LogLine, steps: Steps) -> str:
    """Forbid restoring a wish that contradicts a newer wish."""
    for deleted in [step.before for step in steps if step.before and step.after is None]:
        people = (deleted["one_id"], deleted["other_id"])
        ids = tuple(pk for pk in people if pk is not None)
        against = [each for each in evening.wishes if (each.one_id, each.other_id) == people]
        if not against:
            against = conflicting_wishes(evening.party, deleted["kind"], ids, evening.wishes)
        if against:
            return f"Another wish is against it: {against[0]}. Take that back first."
    return ""


def closed_reason(evening: EveningState, line: LogLine, _steps: Steps) -> str:
    if evening.round_states.get(line.round or 0) in Round.OPEN:
        return ""
    return f"Round {line.round} is not open any more: correct the table on its own page."


def entries_reason(evening: EveningState, _line: LogLine, steps: Steps) -> str:
    for step in select_steps("table", steps):
        hands = evening.hand_counts.get(step.id, 0)
        hands_restored = step.changed.get("hands")
        has_entries = "capture" in step.changed and hands > 0
        if has_entries or hands_restored not in {None, hands}:
            return f"{step.name} has had entries since."
    return ""


def ahead_reason(evening: EveningState, _line: LogLine, steps: Steps) -> str:
    """Forbid the undo if it would change what a table's report of the pair ahead means."""
    for step in select_steps("table", steps):
        table = evening.rows.get(("table", step.id))
        captures = {step.changed.get("capture"), (step.after or {}).get("capture")}
        on_cards = Table.Capture.CARDS in captures
        if on_cards and isinstance(table, Table) and table.ahead:
            return f"{step.name} has said who was ahead: change how it is entered on its own page."
    return ""


def begun_round_reason(evening: EveningState, line: LogLine, _steps: Steps) -> str:
    """Forbid the undo once the round has begun: from then on its players must see their seats."""
    if evening.round_states.get(line.round or 0) == Round.State.DRAWN:
        return ""
    return SEATS_ARE_SEEN.format(round=line.round)


def newer_chairs_reason(evening: EveningState, line: LogLine, _steps: Steps) -> str:
    return take_back_text(evening.chair_records, range(evening.latest_number + 1), since=line.pk)


def seats_since_reason(evening: EveningState, line: LogLine, steps: Steps) -> str:
    """Forbid the undo once people have moved on from these chairs or were seated again."""
    changed = {step.id for step in select_steps("round", steps)}
    changed |= _rounds_of_new_places(steps)
    later = {pk for pk, number in evening.rounds_with_tables.items() if number > (line.round or 0)}
    if later <= changed and are_unchanged(steps, evening.rows):
        return ""
    return SEATED_SINCE.format(round=line.round)


def _rounds_of_new_places(steps: Steps) -> set[int]:
    return {step.after["round_id"] for step in select_steps("place", steps) if step.after}


def moved_reason(evening: EveningState, line: LogLine, steps: Steps) -> str:
    """Forbid the undo if it would move people of a round that has hands or is over."""
    latest = evening.latest_round
    if latest is None or latest.number == line.round:
        return ""
    if latest.pk not in _rounds_of_new_places(steps):
        return ""
    if evening.fixed_seats_reason:
        return f"Round {latest.number} {evening.fixed_seats_reason}"
    return f"Round {latest.number} is over." if latest.state == Round.State.CLOSED else ""


# A party that captures "untracked" has tables that capture "cards".
TABLE_CAPTURES = {"untracked": "cards"}
FIXED_BY_DRAW = {"preset", "rules_values", "format_values", "cards"}


def old_settings(steps: Steps) -> Columns:
    return {
        name: old for step in select_steps("party", steps) for name, old in step.changed.items()
    }


def capture_reason(evening: EveningState, _line: LogLine, steps: Steps) -> str:
    """Forbid the undo if closed or newer tables would then differ from the party's capture."""
    changed_tables = {step.id for step in select_steps("table", steps)}
    settings = old_settings(steps)
    for pk, (number, state, capture) in evening.tables.items() if settings else ():
        if pk in changed_tables and state == Round.State.CLOSED:
            return f"Round {number} is closed: its tables stay as they were entered."
        is_newer = pk not in changed_tables and state != Round.State.CLOSED
        old = settings.get("capture", capture)
        if is_newer and capture == evening.party.table_capture != TABLE_CAPTURES.get(old, old):
            return f"Round {number} was seated since: change it in the settings."
    return ""


def settled_reason(evening: EveningState, _line: LogLine, steps: Steps) -> str:
    old = old_settings(steps)
    if evening.latest_number and FIXED_BY_DRAW & old.keys():
        return "The seats are drawn: the rules and how seats are drawn stay as they are."
    rounds = old.get("rounds_planned", evening.latest_number)
    if evening.latest_number and (rounds is None or rounds < evening.latest_number):
        return f"Round {evening.latest_number} is seated: so many rounds have to be planned."
    return ""


def untracked_reason(evening: EveningState, _line: LogLine, steps: Steps) -> str:
    """Forbid restoring settings that need tracked seats while seats are not tracked."""
    old = old_settings(steps)
    if evening.party.tracks_seats:
        return ""
    if "capture" in old and not evening.has_tables:
        return SEATS_UNKNOWN.format(round=evening.latest_number)
    counts_wins = old.get("format_values", {}).get("round_credit", "net_points") != "net_points"
    if counts_wins and "capture" not in old:
        return "Seats are no longer tracked. Take that back first."
    return ""


def new_winner_reason(evening: EveningState, _line: LogLine, steps: Steps) -> str:
    new_awards = {step.id for step in select_steps("award", steps) if step.before is None}
    for step in select_steps("award", steps):
        prize = step.before["prize_id"] if step.before and step.after is None else 0
        if prize and evening.awards.get(prize, set()) - new_awards:
            return f"{step.name.rpartition(': ')[0]} has been settled again. Take that back first."
    return ""


finished_reason = rule_while(
    lambda evening: evening.party.finished_at is not None,
    "{evening.party.name} is finished. Take the finish back first.",
)
unfinished_reason = rule_while(
    lambda evening: evening.party.finished_at is None,
    FINISH_FIRST,
)
confirmed_reason = rule_while(
    lambda evening: evening.party.prizes_confirmed_at is not None,
    CONFIRMED,
)
drawn_reason = rule_while(lambda evening: evening.latest_number > 0, MARK_LATE_OR_GONE)
begun_reason = rule_while(
    lambda evening: evening.fixed_seats_reason != "",
    "Round {evening.latest_number} {evening.fixed_seats_reason}",
)
entered_hands_reason = rule_while(
    lambda evening: evening.entry_count > 0,
    f"{LOCKED} Choose them on their own page.",
)


def changed_prizes_reason(evening: EveningState, line: LogLine, _steps: Steps) -> str:
    verbs = (*PRIZE_RULES, "prizes confirmed", "tickets sold", "tickets back")
    is_changed = evening.newest_line_id(verbs) > line.pk
    return "The prizes have been changed since. Confirm them again." if is_changed else ""


# Nothing forbids these undos: the cash box is counted after the party is finished.
BOX_RULES: Mapping[str, tuple[Rule, ...]] = {
    "float set": (),
    "box counted": (),
    "money added": (),
    "money removed": (),
}
# A finished party forbids the undo of all verbs in these two tables. Helpers may use the verbs in
# HELPER_RULES, so they may also undo them.
HELPER_RULES: Mapping[str, tuple[Rule, ...]] = {
    "renamed": (name_reason,),
    "prize group": (),
    "notes": (),
    "notes tonight": (),
    "word": (),
    "numbers named": (),
    "names added": (),
    "house player": (),
    "here": (drawn_reason,),
    "checked in": (),
    "arrived late": (),
    "came back": (new_seats_reason,),
    "money taken": (),
    "owes": (),
    **BOX_RULES,
    "table finished": (closed_reason,),
    "table reopened": (closed_reason, entries_reason),
    "cut decided": (closed_reason,),
    "ahead said": (closed_reason,),
    "slip follows": (closed_reason,),
    "table capture": (closed_reason, entries_reason, ahead_reason),
}
EVENING_RULES: Mapping[str, tuple[Rule, ...]] = {
    **HELPER_RULES,
    "went home": (new_seats_reason, chair_reason),
    "stand-in": (new_seats_reason,),
    "wish added": (),
    "wish removed": (newer_wish_reason,),
    "rota swapped": (),
    WRONG_CHAIRS: (newer_chairs_reason, seats_since_reason, moved_reason),
    "round started": (begun_reason,),
    "announced": (begun_round_reason,),
    "bell": (),
    "checking": (),
    "tables stopped": (closed_reason,),
    "rounds": (settled_reason,),
    "party changed": (
        *(settled_reason, untracked_reason, capture_reason),
        *(entries_reason, ahead_reason),
    ),
    "rules changed": (entered_hands_reason,),
}
# Confirmed prizes forbid the undo of all verbs in this table.
PRIZE_RULES: Mapping[str, tuple[Rule, ...]] = {
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
    "prizes reopened": (unfinished_reason, changed_prizes_reason),
}
# Verbs that can be undone at any time: people pay after the finish, too.
OTHER_RULES: Mapping[str, tuple[Rule, ...]] = {
    "prizes confirmed": (),
    "late set aside": (),
    "hall screen": (),
    "winners shown": (unfinished_reason,),
    "guests changed": (),
    "money taken": (),
    "owes": (),
    **BOX_RULES,
}

# The rules of each verb, in the order in which they are checked. OTHER_RULES comes last, so it
# replaces rules of the other tables. A verb that is missing here has an undo of its own, or none.
UNDO_RULES: Mapping[str, tuple[Rule, ...]] = {
    **{verb: (finished_reason, *rules) for verb, rules in EVENING_RULES.items()},
    **{verb: (confirmed_reason, *rules) for verb, rules in PRIZE_RULES.items()},
    **OTHER_RULES,
}


def is_new(step: Step) -> bool:
    return step.before is None


def is_arrival(step: Step) -> bool:
    return is_new(step) or step.changed.get("state") == "expected"


def has_new_price(step: Step) -> bool:
    return "ticket_price" in step.changed


def finishes_table(step: Step) -> bool:
    return step.changed.get("hands", 0) is None


# Newer rows that forbid the undo of a step. Each has the kind of the step's row, a condition on
# the step, a query for newer rows, and a sentence. The first match gives its sentence.
NEWER_ROWS = (
    NewerRow(
        "entrant",
        is_arrival,
        Q(places__isnull=False),
        f"{{name}} has a seat now. {GOES_HOME_INSTEAD}",
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
        finishes_table,
        ~Q(cut=""),
        "{name}: who was high on the cut has been entered. Take that back first.",
    ),
)


def newer_row_reason(evening: EveningState, steps: Steps) -> str:
    for newer in NEWER_ROWS:
        for step in steps:
            if (step.row, step.id) in evening.rows_with_newer(newer) and newer.applies(step):
                return newer.sentence.format(name=step.name)
    return ""


# The columns with the id of an entrant or a prize.
ID_COLUMNS = {
    "entrant_id": "entrant",
    "one_id": "entrant",
    "other_id": "entrant",
    "stands_in_for_id": "entrant",
    "prize_id": "prize",
}


def has_missing_row(evening: EveningState, steps: Steps) -> bool:
    restored = {(step.row, step.id) for step in steps if step.after is None}
    named = {
        (row, before[column])
        for before in [step.before or {} for step in steps]
        for column, row in ID_COLUMNS.items()
        if before.get(column)
    }
    return bool(named - restored - evening.people_and_prizes)


def blocking_reason(evening: EveningState, line: LogLine, steps: Steps) -> str:
    """Return "" for a line that can be undone."""
    if label := line.data.get(FORMER_KEY):
        return LINE_STAYS.format(label=label)
    for rule in UNDO_RULES[line.verb]:
        if sentence := rule(evening, line, steps):
            return sentence
    if sentence := newer_row_reason(evening, steps):
        return sentence
    is_intact = are_unchanged(steps, evening.rows) and not has_missing_row(evening, steps)
    return "" if is_intact else CHANGED_AGAIN


# A helper may undo only lines of their own with these verbs, because only organisers may take
# other people off the list.
OWN_LINES_ONLY = {"names added", "house player"}

"""What blocks taking a line of the log back: this page is the whole answer.

For every line alike:

1. The rows are no longer as the line left them, or a row that they name is gone.
2. A newer row hangs on one of them (NEWER_ROWS).

For some verbs also a reason of the game's own (OF_THE_EVENING, OF_PRIZES, OTHERS). These come
first, since their sentences say more.
"""

from collections.abc import Mapping

from django.db.models import Q

from party.models import LogLine
from party.queries.log.evening_now import NewerRow, Now
from party.queries.log.row_changes import are_unchanged
from party.queries.log.undo_reasons import (
    Reason,
    Steps,
    blocks_while,
    capture_reason,
    chair_reason,
    closed_reason,
    entries_reason,
    name_reason,
    new_seats_reason,
    new_winner_reason,
    newer_wish_reason,
    settled_reason,
    untracked_reason,
)
from party.values.log.row_changes import Step

NEWER = "It has been changed again since. Take back the newer change first."

while_finished = blocks_while(
    lambda now: now.party.finished_at is not None,
    "{now.party.name} is finished. Take the finish back first.",
)
while_unfinished = blocks_while(
    lambda now: now.party.finished_at is None,
    "Finish the party first: the standings are final then.",
)
while_confirmed = blocks_while(
    lambda now: now.party.prizes_confirmed_at is not None,
    "The prizes are confirmed. Reopen them to change anything.",
)
while_drawn = blocks_while(
    lambda now: now.latest > 0, "The seats are drawn. Mark people as arrived late or gone home."
)
while_begun = blocks_while(lambda now: now.begun != "", "Round {now.latest} {now.begun}")
while_hands_are_in = blocks_while(
    lambda now: now.entries > 0,
    "Hands have been entered, so the rules are locked. Choose them on their own page.",
)


def changed_prizes_reason(now: Now, line: LogLine, _steps: Steps) -> str:
    """Block confirming prizes again when their list or their winners changed since."""
    verbs = (*OF_PRIZES, "prizes confirmed", "tickets sold", "tickets back")
    is_changed = now.newest_line(verbs) > line.pk
    return "The prizes have been changed since. Confirm them anew." if is_changed else ""


# None of these is possible once the party is finished. Each verb may have more reasons of its own.
# The first table has what helpers may do: they may take it back too.
BY_HELPERS: Mapping[str, tuple[Reason, ...]] = {
    "renamed": (name_reason,),
    "prize group": (),
    "notes": (),
    "numbers named": (),
    "names added": (),
    "house player": (),
    "here": (while_drawn,),
    "checked in": (),
    "arrived late": (),
    "went home": (new_seats_reason, chair_reason),
    "came back": (new_seats_reason,),
    "stand-in": (new_seats_reason,),
    "money taken": (),
    "owes": (),
    "table finished": (closed_reason,),
    "table reopened": (closed_reason, entries_reason),
    "cut decided": (closed_reason,),
    "ahead said": (closed_reason,),
    "table capture": (closed_reason, entries_reason),
}
OF_THE_EVENING: Mapping[str, tuple[Reason, ...]] = {
    **BY_HELPERS,
    "wish added": (),
    "wish removed": (newer_wish_reason,),
    "rota swapped": (),
    "round started": (while_begun,),
    "bell": (),
    "checking": (),
    "rounds": (settled_reason,),
    "party changed": (settled_reason, untracked_reason, capture_reason, entries_reason),
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
    "ticket price": (),
    "prizes reopened": (while_unfinished, changed_prizes_reason),
}
OTHERS: Mapping[str, tuple[Reason, ...]] = {"prizes confirmed": ()}

# By verb, all reasons in their order. A verb that is not here has another way back, or none.
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
    """Tell whether a table said how many hands it played, and had not said so before."""
    return step.changed.get("hands", 0) is None


# Newer rows that refer to a row of the line: a database table, what the line did to its row, and
# which newer rows block. The first one that exists gives the sentence.
NEWER_ROWS = (
    NewerRow(
        "entrant",
        came,
        Q(places__isnull=False),
        "{name} has a seat by now. Mark that {name} goes home instead.",
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
        "{name}: tickets are sold at this price. Take those sales back first.",
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
    """Tell whether somebody or something that these rows named before is not there any more."""
    back = {(step.row, step.id) for step in steps if step.after is None}
    named = {
        (row, before[column])
        for before in [step.before or {} for step in steps]
        for column, row in NAMING.items()
        if before.get(column)
    }
    return bool(named - back - now.there)


def blocking_reason(now: Now, line: LogLine, steps: Steps) -> str:
    """Return why a line cannot be taken back; "" where it can."""
    for reason in REASONS[line.verb]:
        if sentence := reason(now, line, steps):
            return sentence
    if sentence := newer_row_reason(now, steps):
        return sentence
    is_as_left = are_unchanged(steps, now.rows) and not is_missing(now, steps)
    return "" if is_as_left else NEWER


# Taking people off the list is for organisers, apart from those whom one has just added oneself.
BY_THEMSELVES = {"names added", "house player"}

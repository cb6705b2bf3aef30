"""Why a line of the log cannot be taken back any more: what newer depends on it.

A reason is a question about the evening as it is now; it answers with a sentence, or "" where it
has nothing against it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from django.db.models import Count

from party.models import Entrant, Entry, LogLine, Party, Place, Round, Table, TicketSale
from party.queries.recounts import count_entries
from party.queries.rounds import latest_round, what_is_in
from party.queries.steps import Rows, rows_in, rows_of, stands
from party.values.names import same_name
from party.values.steps import Step

Steps = Sequence[Step]


class Now:
    """The evening as it is; each thing is read once, however many lines ask for it."""

    def __init__(self, party: Party, steps: Iterable[Step]) -> None:
        told = list(steps)
        self.party = party
        self.rows: Rows = rows_of(told)
        self.made = {(step.row, step.id) for step in told if step.before is None}

    @cached_property
    def latest_round(self) -> Round | None:
        return latest_round(self.party)

    @property
    def latest(self) -> int:
        """The number of the latest round; 0 before the draw."""
        return self.latest_round.number if self.latest_round else 0

    @cached_property
    def states(self) -> dict[int, str]:
        return dict(Round.objects.filter(party=self.party).values_list("number", "state"))

    @cached_property
    def last_seats(self) -> dict[int, int]:
        """Return the last round in which each of these people has a place."""
        ids = [pk for row, pk in self.rows if row == "entrant"]
        rows = Place.objects.filter(entrant__in=ids).order_by("round__number")
        return dict(rows.values_list("entrant_id", "round__number"))

    @cached_property
    def stand_ins(self) -> dict[int, str]:
        """Return who takes whose chair, by the id of whoever left it."""
        rows = Entrant.objects.here().filter(party=self.party, stands_in_for__isnull=False)
        return {row.stands_in_for_id or 0: str(row) for row in rows}

    @cached_property
    def hands(self) -> dict[int, int]:
        """Return how many hands the tables of the latest round have, where they have any."""
        rows = Entry.objects.counted().filter(table__round=self.latest_round)
        return dict(rows.values("table").annotate(hands=Count("pk")).values_list("table", "hands"))

    @cached_property
    def entries(self) -> int:
        return count_entries(self.party)

    @cached_property
    def held(self) -> dict[tuple[str, int], str]:
        """Return which of the rows that were made here hold something newer, and what."""
        found: dict[tuple[str, int], str] = {}
        for row, related, words in HOLDING:
            ids = [pk for name, pk in self.made if name == row]
            rows = rows_in(row).filter(pk__in=ids, **{f"{related}__isnull": False}) if ids else ()
            found |= {(row, each.pk): words for each in rows}
        return found

    @cached_property
    def sold(self) -> set[int]:
        """Return the prizes for which tickets are sold."""
        rows = TicketSale.objects.filter(prize__party=self.party)
        return set(rows.values_list("prize", flat=True))

    @cached_property
    def there(self) -> set[tuple[str, int]]:
        """Return everybody on the list, and every prize."""
        people = self.party.entrants.values_list("pk", flat=True)
        prizes = self.party.prizes.values_list("pk", flat=True)
        return {("entrant", pk) for pk in people} | {("prize", pk) for pk in prizes}

    @cached_property
    def names(self) -> dict[int, str]:
        rows = Entrant.objects.filter(party=self.party)
        return {pk: name for pk, name in rows.values_list("pk", "name") if name}


# What would go along with a row, or keep it: nothing of it is taken back in passing.
HOLDING = (
    ("entrant", "places", "has a seat by now"),
    ("entrant", "tallies", "has handed in a card"),
    ("entrant", "awards", "has a prize"),
    ("entrant", "tickets", "has bought tickets"),
    ("entrant", "wishes", "has been asked for something"),
    ("entrant", "wishes_of_others", "has been asked for something"),
    ("prize", "awards", "has been given to somebody"),
    ("prize", "sales", "has sold tickets"),
)
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


def is_cut(now: Now, _line: LogLine, steps: Steps) -> str:
    for step in of("table", steps):
        table = now.rows.get((step.row, step.id))
        if isinstance(table, Table) and table.cut and "cut" not in step.changed:
            return f"{step.name}: who was high on the cut has been entered. Take that back first."
    return ""


def has_begun(now: Now, _line: LogLine, _steps: Steps) -> str:
    found = what_is_in(now.latest_round) if now.latest_round else ""
    return f"Round {now.latest} {found}" if found else ""


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
    "wish removed": (is_over,),
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
    "party changed": (is_over, is_settled, has_entries),
    "rules changed": (is_over, is_locked),
    "prizes added": (is_confirmed, is_held),
    "prizes copied": (is_confirmed, is_held),
    "prize added": (is_confirmed, is_held),
    "prize changed": (is_confirmed,),
    "prize removed": (is_confirmed,),
    "prize moved": (is_confirmed,),
    "one prize each": (is_confirmed,),
    "tie settled": (is_confirmed,),
    "prize given": (is_confirmed,),
    "prize drawn": (is_confirmed,),
    "prize unsettled": (is_confirmed,),
    "ticket price": (is_confirmed, is_held, is_sold),
    "prizes confirmed": (),
    "prizes reopened": (is_confirmed, is_unfinished),
}
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

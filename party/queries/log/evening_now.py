"""The evening as it is now, as the reasons ask about it that speak against taking a line back."""

from collections.abc import Collection, Iterable
from functools import cached_property

from django.db.models import Count, Max, Q

from party.models import (
    Award,
    Entrant,
    Entry,
    LogLine,
    Party,
    Place,
    Round,
    Table,
    TicketSale,
    Wish,
)
from party.queries.evening.rounds import latest_round, what_is_in
from party.queries.log.row_changes import Rows, rows_in, rows_of
from party.queries.rules import count_entries
from party.values.log.lines import TAKEN_BACK
from party.values.log.row_changes import Step


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
    def here(self) -> set[int]:
        return set(self.party.entrants.here().values_list("pk", flat=True))

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
    def holders(self) -> dict[int, set[int]]:
        """Return the awards that each prize has."""
        found: dict[int, set[int]] = {}
        rows = Award.objects.filter(prize__party=self.party).order_by()
        for prize, pk in rows.values_list("prize", "pk"):
            found.setdefault(prize, set()).add(pk)
        return found

    def newest_of(self, verbs: Collection[str]) -> int:
        """Return the newest line of one of these verbs, or that took one of them back."""
        about = Q(verb__in=verbs) | Q(verb=TAKEN_BACK, data__what__in=[*verbs])
        newest = LogLine.objects.filter(about, party=self.party).aggregate(pk=Max("pk"))
        return newest["pk"] or 0

    @cached_property
    def wishes(self) -> list[Wish]:
        return list(Wish.objects.filter(party=self.party).select_related("one", "other"))

    @cached_property
    def begun(self) -> str:
        """Say what has come in for the latest round; "" where nothing has."""
        return what_is_in(self.latest_round) if self.latest_round else ""

    @cached_property
    def tables(self) -> dict[int, tuple[int, str, str]]:
        """Return round, state of the round, and capture of these tables and the latest ones."""
        asked = Q(pk__in=[pk for row, pk in self.rows if row == "table"])
        rows = Table.objects.filter(asked | Q(round=self.latest_round), round__party=self.party)
        told = rows.values_list("pk", "round__number", "round__state", "capture")
        return {pk: (number, state, capture) for pk, number, state, capture in told}

    @cached_property
    def has_tables(self) -> bool:
        """Tell whether it is known who sits where in the latest round, or none is seated yet."""
        return self.latest_round is None or self.latest_round.tables.exists()

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

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Max, Q

from party.models import Award, Entrant, Entry, LogLine, Party, Round, Table, Wish
from party.queries.evening.rounds import latest_round, people, seats_stay_reason
from party.queries.log.row_changes import Rows, current_rows, rows_in
from party.queries.rules import count_entries
from party.queries.seats.wrong_chairs import records_in_force
from party.values.log.lines import TAKEN_BACK
from party.values.log.row_changes import Step
from party.values.people.person import Person


@dataclass(frozen=True, eq=False, slots=True)
class NewerRow:
    """A kind of newer row, such as a sold ticket, that forbids the undo of a step.

    The step must have changed a row of kind `row`, and `applies(step)` must be true. The query
    `newer` matches the changed row if something newer depends on it.
    """

    row: str
    applies: Callable[[Step], bool]
    newer: Q
    sentence: str


class EveningState:
    """The evening as it is now, read once for the undo of many lines."""

    def __init__(self, party: Party, steps: Iterable[Step]) -> None:
        self.party = party
        self.steps = list(steps)
        self.rows: Rows = current_rows(self.steps)
        self._rows_with_newer: dict[NewerRow, set[tuple[str, int]]] = {}

    @cached_property
    def latest_round(self) -> Round | None:
        return latest_round(self.party)

    @property
    def latest_number(self) -> int:
        """Return 0 before the draw."""
        return self.latest_round.number if self.latest_round else 0

    @cached_property
    def round_states(self) -> dict[int, str]:
        return dict(Round.objects.filter(party=self.party).values_list("number", "state"))

    @cached_property
    def stand_ins(self) -> dict[int, str]:
        """Return the names of the people who take a leaver's chair, by the leaver's id."""
        rows = Entrant.objects.here().filter(party=self.party, stands_in_for__isnull=False)
        return {row.stands_in_for_id or 0: str(row) for row in rows}

    @cached_property
    def people(self) -> dict[int, Person]:
        return people(self.party)

    @cached_property
    def hand_counts(self) -> dict[int, int]:
        """Return the hands of each table in the latest round, by table id."""
        rows = Entry.objects.counted().filter(table__round=self.latest_round)
        return dict(rows.values("table").annotate(hands=Count("pk")).values_list("table", "hands"))

    @cached_property
    def entry_count(self) -> int:
        return count_entries(self.party)

    def rows_with_newer(self, newer: NewerRow) -> set[tuple[str, int]]:
        """Return kind and id of the rows to which newer rows refer."""
        if newer not in self._rows_with_newer:
            steps = [step for step in self.steps if step.row == newer.row]
            ids = {step.id for step in steps if newer.applies(step)}
            rows = rows_in(newer.row).filter(newer.newer, pk__in=ids) if ids else None
            blocked = () if rows is None else rows.values_list("pk", flat=True)
            self._rows_with_newer[newer] = {(newer.row, pk) for pk in blocked}
        return self._rows_with_newer[newer]

    @cached_property
    def people_and_prizes(self) -> set[tuple[str, int]]:
        """Return kind and id of each person and prize."""
        prizes = self.party.prizes.values_list("pk", flat=True)
        return {("entrant", pk) for pk in self.people} | {("prize", pk) for pk in prizes}

    @cached_property
    def awards(self) -> dict[int, set[int]]:
        awards: dict[int, set[int]] = {}
        rows = Award.objects.filter(prize__party=self.party).order_by()
        for prize, pk in rows.values_list("prize", "pk"):
            awards.setdefault(prize, set()).add(pk)
        return awards

    def newest_line_id(self, verbs: Collection[str]) -> int:
        """Return the id of the newest line that has, or undoes, one of these verbs; 0 for none."""
        matches_verbs = Q(verb__in=verbs) | Q(verb=TAKEN_BACK, data__what__in=[*verbs])
        newest = LogLine.objects.filter(matches_verbs, party=self.party).aggregate(pk=Max("pk"))
        return newest["pk"] or 0

    @cached_property
    def wishes(self) -> list[Wish]:
        return list(Wish.objects.filter(party=self.party).select_related("one", "other"))

    @cached_property
    def fixed_seats_reason(self) -> str:
        return seats_stay_reason(self.latest_round) if self.latest_round else ""

    @cached_property
    def tables(self) -> dict[int, tuple[int, str, str]]:
        """Return by id the round number, the round state, and the capture of each table.

        These are the tables of the steps and of the latest round.
        """
        tables_of_steps = Q(pk__in=[pk for row, pk in self.rows if row == "table"])
        rows = Table.objects.filter(
            tables_of_steps | Q(round=self.latest_round), round__party=self.party
        )
        # The first table that forbids an undo gives the reason; the oldest table comes first.
        in_order = rows.order_by("round__number", "number")
        columns = in_order.values_list("pk", "round__number", "round__state", "capture")
        return {pk: (number, state, capture) for pk, number, state, capture in columns}

    @cached_property
    def chair_records(self) -> list[LogLine]:
        return records_in_force(self.party)

    @cached_property
    def rounds_with_tables(self) -> dict[int, int]:
        """Return numbers by id."""
        rows = Round.objects.filter(party=self.party, tables__number=1)
        return dict(rows.values_list("pk", "number"))

    @cached_property
    def has_tables(self) -> bool:
        """Return True also before the draw."""
        return self.latest_round is None or self.latest_round.tables.exists()

    @cached_property
    def names(self) -> dict[int, str]:
        return {pk: person.name for pk, person in self.people.items() if person.name}

"""The second look: a second person types a table's slip again, and the results are compared."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

from django.db.models import Count, F, Q

from party.models import Entry, Party, Table
from party.models.scores.entries import TOTAL
from party.queries.scores.tables import hand_line, total_refusal
from party.values.accounts import shown_label
from party.values.scores.second_look import CheckedTable, word_parts
from party.values.scores.tables import HandLine, hand_name

IN_FORCE = Q(entries__status=Entry.Status.IN_FORCE, entries__hand__isnull=False)
CHECKED = (Entry.Checked.TYPED_AGAIN, Entry.Checked.PHOTOGRAPHED)
TYPED_AGAIN = IN_FORCE & Q(entries__checked__in=CHECKED)
# Entries that one person typed twice. A photograph counts as another reader.
BY_ONE_PERSON = (
    IN_FORCE
    & Q(entries__checked=Entry.Checked.TYPED_AGAIN, entries__checked_by=F("entries__actor"))
    & ~Q(entries__source=Entry.Source.PHOTO)
)
NOBODY = "nobody signed in"
FROM_PHOTOGRAPH = " from a photograph"
Names = dict[int, tuple[str, ...]]  # by table
DIFFERENT = Q(entries__status=Entry.Status.DISPUTED)


@dataclass(frozen=True, slots=True)
class Version:
    """One of several results of a hand, compared with `other`.

    `other_entries` are all other versions, which are wrong if this version is right.
    """

    line: HandLine
    other: HandLine
    label: str
    other_entries: tuple[int, ...]

    @property
    def parts(self) -> Iterator[tuple[str, bool]]:
        return word_parts(self.line.words, self.other.words)


@dataclass(frozen=True, slots=True)
class HandDifference:
    """The first result counts until somebody decides."""

    table: int
    first: HandLine
    others: tuple[HandLine, ...]

    @property
    def hand(self) -> int:
        return self.first.hand or 0

    @property
    def hand_name(self) -> str:
        return hand_name(self.hand)

    @property
    def versions(self) -> tuple["Version", ...]:
        lines = (self.first, *self.others)
        names = ("Came first", "Came second", "Came third")
        if all(line.source != "phone" for line in lines):
            names = ("Typed first", "Typed again", "Typed again")
        return tuple(
            Version(
                line,
                lines[1] if line is self.first else self.first,
                names[min(place, len(names) - 1)],
                tuple(other.entry for other in lines if other is not line),
            )
            for place, line in enumerate(lines)
        )


def second_versions(**conditions: object) -> dict[int, list[Entry]]:
    """Return by hand the differing results that do not count yet; hand 0 is the total."""
    versions: dict[int, list[Entry]] = {}
    for row in Entry.objects.filter(**conditions, status=Entry.Status.DISPUTED):
        versions.setdefault(row.hand or 0, []).append(row)
    return versions


def differences(party: Party, round_number: int) -> tuple[HandDifference, ...]:
    """Return the hands that wait for a decision."""
    disputed = Entry.objects.in_round(party, round_number).filter(status=Entry.Status.DISPUTED)
    with_tables = disputed.annotate(number=F("table__number"), hands=F("table__hands"))
    rows = list(with_tables.order_by("number", "hand", "pk"))
    if not rows:
        return ()
    in_force = Entry.objects.in_force().filter(table__in=[row.table_id for row in rows])
    firsts = {(row.table_id, row.hand): row for row in in_force}
    return tuple(
        HandDifference(
            number,
            hand_line(party.rules, firsts[table, hand]),
            tuple(
                _second_line(party, row, row.hands or 0)  # type: ignore[attr-defined]
                for row in others
            ),
        )
        for (number, table, hand), others in groupby(
            rows, key=attrgetter("number", "table_id", "hand")
        )
    )


def _second_line(party: Party, row: Entry, hands: int) -> HandLine:
    """Return the line of a second version. New rules may refuse a total: see its `refusal`."""
    line = hand_line(party.rules, row)
    if row.hand != TOTAL:
        return line
    return replace(line, refusal=total_refusal(party.rules, hands, row.ns or 0, row.ew or 0))


def checked_tables(party: Party, round_number: int) -> tuple[CheckedTable, ...]:
    tables = Table.objects.filter(round__party=party, round__number=round_number)
    rows = tables.annotate(
        counted=Count("entries", filter=IN_FORCE),
        equal_count=Count("entries", filter=TYPED_AGAIN),
        different_count=Count("entries", filter=DIFFERENT),
        same_person_count=Count("entries", filter=BY_ONE_PERSON),
    )
    counts = rows.order_by("number").values_list(
        "number", "capture", "counted", "equal_count", "different_count", "same_person_count"
    )
    first, second = _typists_by_table(party, round_number)
    return tuple(
        CheckedTable(
            *row, first_typists=first.get(row[0], ()), second_typists=second.get(row[0], ())
        )
        for row in counts
    )


def _typists_by_table(party: Party, round_number: int) -> tuple[Names, Names]:
    """Return by table the first typists of its entries, and the second typists."""
    rows = Entry.objects.counted().in_round(party, round_number)
    first: dict[int, set[str]] = {}
    second: dict[int, set[str]] = {}
    fields = ("table__number", "actor_kind", "actor_label", "source")
    typists = rows.values_list(*fields, "checked", "checked_by__name")
    for number, kind, label, source, checked, checked_by in typists.distinct().order_by():
        ending = FROM_PHOTOGRAPH if source == Entry.Source.PHOTO else ""
        first.setdefault(number, set()).add((shown_label(kind, label) or NOBODY) + ending)
        if checked in CHECKED:
            ending = FROM_PHOTOGRAPH if checked == Entry.Checked.PHOTOGRAPHED else ""
            second.setdefault(number, set()).add((checked_by or NOBODY) + ending)
    return _sorted_names(first), _sorted_names(second)


def _sorted_names(names: dict[int, set[str]]) -> Names:
    return {number: tuple(sorted(each)) for number, each in names.items()}

"""Suffixes that distinguish people of one name; every verb that changes names updates them."""

from collections.abc import Iterable

from party.models import Entrant, Party
from party.values.people.names import Named, distinctions

FIELDS = ("pk", "name", "word", "number", "distinction")


def update_distinctions(party: Party, rows: Iterable[Entrant] = ()) -> None:
    """Store everybody's suffix, and set it in these rows, which are stored already.

    One query, and a second if a suffix changes.
    """
    named = list(party.entrants.exclude(name="").values_list(*FIELDS))
    suffixes = distinctions(
        Named(pk, name, word, str(number)) for pk, name, word, number, _ in named
    )
    changed = [
        Entrant(pk=pk, distinction=suffixes[pk]) for pk, *_, old in named if suffixes[pk] != old
    ]
    Entrant.objects.bulk_update(changed, ["distinction"], batch_size=500)
    for row in rows:
        row.distinction = suffixes.get(row.pk, "")


def set_distinctions(rows: Iterable[Entrant]) -> None:
    """Set the suffixes in rows that are not stored yet; they must be all people of the party."""
    rows_by_id = {row.pk: row for row in rows if row.name}
    suffixes = distinctions(
        Named(row.pk, row.name, row.word, str(row.number)) for row in rows_by_id.values()
    )
    for pk, row in rows_by_id.items():
        row.distinction = suffixes[pk]

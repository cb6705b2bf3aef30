"""Keeping what tells people of one name apart up to date, in every verb that changes names."""

from collections.abc import Iterable

from party.models import Entrant, Party
from party.values.people.names import Named, distinctions

FIELDS = ("pk", "name", "word", "number", "distinction")


def tell_apart(party: Party, rows: Iterable[Entrant] = ()) -> None:
    """Write what follows everybody's name, and set it in these rows, which are stored already.

    Two queries, of which the second is needed only where something changes.
    """
    named = list(party.entrants.exclude(name="").values_list(*FIELDS))
    ends = distinctions(Named(pk, name, word, str(number)) for pk, name, word, number, _ in named)
    changed = [Entrant(pk=pk, distinction=ends[pk]) for pk, *_, was in named if ends[pk] != was]
    Entrant.objects.bulk_update(changed, ["distinction"], batch_size=500)
    for row in rows:
        row.distinction = ends.get(row.pk, "")


def set_distinctions(rows: Iterable[Entrant]) -> None:
    """Set what follows the names of all people of a party, who are not stored yet."""
    named = {row.pk: row for row in rows if row.name}
    ends = distinctions(
        Named(row.pk, row.name, row.word, str(row.number)) for row in named.values()
    )
    for pk, row in named.items():
        row.distinction = ends[pk]

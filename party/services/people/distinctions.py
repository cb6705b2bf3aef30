"""A suffix distinguishes people of one name. Verbs that change names update the suffixes."""

from collections.abc import Iterable

from party.models import Entrant, Party
from party.values.people.names import NameBearer, distinctions

FIELDS = ("pk", "name", "word", "number", "distinction")


def update_distinctions(party: Party, rows: Iterable[Entrant] = ()) -> None:
    """Store the suffixes of the whole party, and set them on the loaded `rows` too."""
    rows_with_name = list(party.entrants.exclude(name="").values_list(*FIELDS))
    suffixes = distinctions(
        NameBearer(pk, name, word, str(number)) for pk, name, word, number, _ in rows_with_name
    )
    changed = [
        Entrant(pk=pk, distinction=suffixes[pk])
        for pk, *_, old_suffix in rows_with_name
        if suffixes[pk] != old_suffix
    ]
    Entrant.objects.bulk_update(changed, ["distinction"], batch_size=500)
    for row in rows:
        row.distinction = suffixes.get(row.pk, "")


def set_distinctions_of_new_rows(rows: Iterable[Entrant]) -> None:
    rows_by_id = {row.pk: row for row in rows if row.name}
    suffixes = distinctions(
        NameBearer(row.pk, row.name, row.word, str(row.number)) for row in rows_by_id.values()
    )
    for pk, row in rows_by_id.items():
        row.distinction = suffixes[pk]

from collections.abc import Iterable

from django.utils.text import get_text_list

from party.models import Party, SlipPicture, Table
from party.queries.scores.tables import table_scores
from party.values.numbers import counted
from party.values.scores.slip_pictures import (
    PhotographedSlip,
    PhotographReceipt,
    place_of_slip,
)


def receipt_of(party_id: int, photograph: str) -> PhotographReceipt | None:
    """Return None if the photograph has not been sent."""
    rows = SlipPicture.objects.filter(party=party_id, photograph=photograph).order_by("pk")
    places = rows.values_list("table__round__number", "table__number")
    if not places:
        return None
    words = f"{counted(len(places), 'slip')} photographed: {_places_text(places)}"
    return PhotographReceipt(words, ())


def _places_text(places: Iterable[tuple[int | None, int | None]]) -> str:
    """Return for example "round 1, table 2; round 3, tables 1, 2 and 4"."""
    tables: dict[int, list[str]] = {}
    for number, table in places:
        tables.setdefault(number or 0, []).append(str(table))
    return "; ".join(
        f"round {number}, tables {get_text_list(each, 'and')}"
        if number and len(each) > 1
        else place_of_slip(number, int(each[0]) if number else 0)
        for number, each in tables.items()
    )


def slip_tables(party: Party) -> dict[tuple[int, int], int]:
    """Return table ids by round and number."""
    rows = Table.objects.filter(round__party=party)
    return {
        (number, table): pk
        for number, table, pk in rows.values_list("round__number", "number", "pk")
    }


def photographed_slips(party: Party) -> tuple[PhotographedSlip, ...]:
    """Return all pictures of a party, newest first."""
    pictures = SlipPicture.objects.filter(party=party).defer("cutout", "reading")
    rows = list(pictures.select_related("table__round"))
    rounds = {row.table.round.number for row in rows if row.table and row.table.round.is_open}
    scores = {number: table_scores(party, number) for number in rounds}
    unfinished_tables = {
        (number, score.number)
        for number in rounds
        for score in scores[number].values()
        if not score.is_finished
    }
    tables_seen: set[int] = set()
    slips = []
    for row in rows:
        place = (row.table.round.number, row.table.number) if row.table else (0, 0)
        is_aside = row.status == SlipPicture.Status.PUT_ASIDE
        slips.append(
            PhotographedSlip(
                id=row.pk,
                round=place[0],
                table=place[1],
                sender=row.actor_name,
                at=row.at,
                is_aside=is_aside,
                is_outdated=not is_aside and row.table_id in tables_seen,
                awaits_hands=place in unfinished_tables,
            )
        )
        if row.table_id and not is_aside:
            tables_seen.add(row.table_id)
    return tuple(slips)

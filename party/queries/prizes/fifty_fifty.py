from collections.abc import Collection, Mapping

from party.models import Party, Prize, TicketSale
from party.values.people.person import Person
from party.values.prizes.fifty_fifty import FiftyFifty, Sale
from party.values.prizes.prizes import PrizeKind


def fifty_fifties(party: Party, people_by_id: Mapping[int, Person]) -> dict[int, FiftyFifty]:
    """Return the 50/50s by prize id, in the order of the list."""
    return fifty_fifties_of(
        Prize.objects.filter(party=party, kind=PrizeKind.FIFTY_FIFTY), people_by_id
    )


def fifty_fifties_of(
    rows: Collection[Prize], people_by_id: Mapping[int, Person]
) -> dict[int, FiftyFifty]:
    if not rows:
        return {}
    sales: dict[int, list[Sale]] = {}
    sold = TicketSale.objects.filter(prize__in=rows).order_by("first")
    for pk, prize, first, last, holder in sold.values_list(
        "pk", "prize_id", "first", "last", "entrant_id"
    ):
        sales.setdefault(prize, []).append(Sale(pk, first, last, people_by_id.get(holder)))
    return {
        row.pk: FiftyFifty(
            prize=row.pk,
            title=str(row),
            price=row.ticket_price,
            counted=row.money,
            sales=tuple(sales.get(row.pk, ())),
            ticket=row.number,
            by_hand=row.by_hand,
        )
        for row in rows
    }


def has_fifty_fifty(party: Party) -> bool:
    return party.prizes.filter(kind=PrizeKind.FIFTY_FIFTY).exists()

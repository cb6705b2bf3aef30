"""Reads about 50/50s: the tickets that were sold, and what is in each pot."""

from collections.abc import Collection, Mapping

from party.models import Party, Prize, TicketSale
from party.values.people.person import Person
from party.values.prizes.prizes import PrizeKind, title_of
from party.values.prizes.tickets import Pot, Sale


def pots(party: Party, everybody: Mapping[int, Person]) -> dict[int, Pot]:
    """Return the pots of a party by their prizes, in the order of the list. Two queries."""
    return pots_of(Prize.objects.filter(party=party, kind=PrizeKind.FIFTY), everybody)


def pots_of(rows: Collection[Prize], everybody: Mapping[int, Person]) -> dict[int, Pot]:
    """Return the pots of these 50/50s. One query, or none."""
    if not rows:
        return {}
    sales: dict[int, list[Sale]] = {}
    sold = TicketSale.objects.filter(prize__in=rows).order_by("first")
    for pk, prize, first, last, who in sold.values_list(
        "pk", "prize_id", "first", "last", "entrant_id"
    ):
        sales.setdefault(prize, []).append(Sale(pk, first, last, everybody.get(who)))
    return {
        row.pk: Pot(
            prize=row.pk,
            title=title_of(PrizeKind.FIFTY, row.group, row.place, row.title),
            price=row.ticket_price,
            counted=row.money,
            sales=tuple(sales.get(row.pk, ())),
            ticket=row.number,
            by_hand=row.by_hand,
        )
        for row in rows
    }


def has_pot(party: Party) -> bool:
    """Return whether there is a 50/50 to sell tickets of."""
    return party.prizes.filter(kind=PrizeKind.FIFTY).exists()

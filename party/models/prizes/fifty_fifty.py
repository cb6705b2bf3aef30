"""Tickets of a 50/50, sold in runs of numbers, with or without the holder's name."""

from django.db import models
from django.db.models import F, Q

from party.models.accounts import USER_OR_NOT, DoneBy
from party.models.people.players import Entrant
from party.models.prizes.prizes import Prize


class TicketSale(DoneBy):
    """The tickets `first` to `last` of a 50/50; services.prizes.fifty_fifty prevents overlaps."""

    prize = models.ForeignKey(Prize, on_delete=models.PROTECT, related_name="sales")
    # A ticket holder cannot be taken off the list (services.people.entrants). Null: no name.
    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, null=True, blank=True, related_name="tickets"
    )
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    submission = models.UUIDField(unique=True)

    class Meta:
        ordering = ["first"]
        constraints = [
            USER_OR_NOT,
            models.CheckConstraint(
                condition=Q(first__gte=1, last__gte=F("first")), name="ticket_sale_is_a_run"
            ),
        ]

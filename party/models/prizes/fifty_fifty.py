from django.db import models
from django.db.models import F, Q

from party.models.accounts import ACTOR_MATCHES_KIND, DoneBy
from party.models.people.players import Entrant
from party.models.prizes.prizes import Prize


class TicketSale(DoneBy):
    """The tickets `first` to `last` of a 50/50, sold to one person."""

    prize = models.ForeignKey(Prize, on_delete=models.PROTECT, related_name="sales")
    # Null: no name. `services.people.entrants` refuses to delete a ticket holder.
    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, null=True, blank=True, related_name="tickets"
    )
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    submission = models.UUIDField(unique=True)

    class Meta:
        ordering = ["first"]
        constraints = [
            ACTOR_MATCHES_KIND,
            models.CheckConstraint(
                condition=Q(first__gte=1, last__gte=F("first")), name="ticket_sale_is_a_run"
            ),
        ]

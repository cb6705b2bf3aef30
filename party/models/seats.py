from django.db import models
from django.db.models import Q

from party.models.evening import Round, Table
from party.models.people.players import Entrant


class Place(models.Model):
    """One entrant's seat in one round. Without table and seat the entrant sits out."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="places")
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, null=True, blank=True, related_name="places"
    )
    seat = models.CharField(max_length=1, blank=True, null=True)  # noqa: DJ001 -- null with table

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="place_one_for_each"),
            models.UniqueConstraint(fields=["table", "seat"], name="place_one_in_each_chair"),
            models.CheckConstraint(
                condition=Q(table=None, seat=None)
                | Q(table__isnull=False, seat__in=["N", "E", "S", "W"]),
                name="place_has_table_and_seat_or_neither",
            ),
        ]

from django.db import models
from django.db.models import Q

from party.models.evening import Party


class TablePhone(models.Model):
    """The phone of one table, for all rounds. A table without a row has never polled."""

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="table_phones")
    number = models.PositiveIntegerField()
    # Part of the token: raising the series gives this table a new address.
    series = models.PositiveIntegerField(default=0)
    # The last poll, written at most once a minute.
    seen_at = models.DateTimeField(null=True, blank=True)
    # When the table called the host; null once the host has answered.
    called_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["party", "number"], name="table_phone_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1), name="table_phone_numbers_from_one"
            ),
        ]

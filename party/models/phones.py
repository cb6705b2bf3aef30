"""Phones of tables: the state of the address on a table's tent."""

from django.db import models
from django.db.models import Q

from party.models.evening import Party


class TablePhone(models.Model):
    """The phone of one table, all evening; its address is `queries.phones.tokens`.

    A table without a row has never been heard of, and has series 0.
    """

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="table_phones")
    number = models.PositiveIntegerField()
    # Raised to make the address of this table alone a new one.
    series = models.PositiveIntegerField(default=0)
    # Written at most once a minute: a poll must cost next to nothing.
    seen_at = models.DateTimeField(null=True, blank=True)
    # The table called the host, who has not come yet.
    called_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["party", "number"], name="table_phone_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1), name="table_phone_numbers_from_one"
            ),
        ]

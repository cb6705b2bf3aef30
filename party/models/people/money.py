from uuid import uuid4

from django.db import models
from django.db.models import Q

from party.models.accounts import ACTOR_MATCHES_KIND, DoneBy
from party.models.evening import Party
from party.values.people.cash_box import LONGEST_REASON, MoneyKind

BOX_KINDS = [MoneyKind.FLOAT.value, MoneyKind.COUNT.value]
NAMED_KINDS = [MoneyKind.INCOME.value, MoneyKind.EXPENSE.value]


class MoneyLine(DoneBy):
    """An income, an expense, the float or the counted money; the last two once for each party."""

    party = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="money_lines")
    kind = models.CharField(max_length=8)
    word = models.CharField(max_length=LONGEST_REASON, blank=True)
    cents = models.PositiveIntegerField()
    how = models.CharField(max_length=5, default="cash")
    submission = models.UUIDField(unique=True, default=uuid4)

    class Meta:
        ordering = ["pk"]
        constraints = [
            ACTOR_MATCHES_KIND,
            models.UniqueConstraint(
                fields=["party", "kind"],
                condition=Q(kind__in=BOX_KINDS),
                name="money_of_box_once",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=BOX_KINDS, word="", how="cash")
                | (Q(kind__in=NAMED_KINDS, how__in=["cash", "card"]) & ~Q(word="")),
                name="money_line_says_what",
            ),
            models.CheckConstraint(
                condition=Q(cents__gte=1) | Q(kind=MoneyKind.COUNT.value),
                name="money_line_is_an_amount",
            ),
        ]

    def __str__(self) -> str:
        return self.word or MoneyKind(self.kind).words

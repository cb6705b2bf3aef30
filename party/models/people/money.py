"""Money of an evening that no fee, ticket or prize says: the float, other lines, the count."""

from uuid import uuid4

from django.db import models
from django.db.models import Q

from party.models.accounts import USER_OR_NOT, DoneBy
from party.models.evening import Party
from party.values.people.cash_box import LONGEST_WORD, MoneyKind

OF_THE_BOX = [MoneyKind.FLOAT.value, MoneyKind.COUNT.value]
OTHERS = [MoneyKind.INCOME.value, MoneyKind.EXPENSE.value]


class MoneyLine(DoneBy):
    """An amount: a party's one float or count, or one of its other incomes or expenses."""

    party = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="money_lines")
    kind = models.CharField(max_length=8)
    word = models.CharField(max_length=LONGEST_WORD, blank=True)
    cents = models.PositiveIntegerField()
    how = models.CharField(max_length=5, default="cash")
    submission = models.UUIDField(unique=True, default=uuid4)

    class Meta:
        ordering = ["pk"]
        constraints = [
            USER_OR_NOT,
            models.UniqueConstraint(
                fields=["party", "kind"],
                condition=Q(kind__in=OF_THE_BOX),
                name="money_of_box_once",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=OF_THE_BOX, word="", how="cash")
                | (Q(kind__in=OTHERS, how__in=["cash", "card"]) & ~Q(word="")),
                name="money_line_says_what",
            ),
            models.CheckConstraint(
                condition=Q(cents__gte=1) | Q(kind=MoneyKind.COUNT.value),
                name="money_line_is_an_amount",
            ),
        ]

    def __str__(self) -> str:
        return self.word or MoneyKind(self.kind).words

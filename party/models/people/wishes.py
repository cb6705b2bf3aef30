from django.db import models
from django.db.models import F, Q

from party.models.evening import Party
from party.models.people.players import Entrant
from party.values.people.wishes import WISH_TEXTS


class Wish(models.Model):
    """Two people who must or must not meet, or one person who keeps the chair.

    `one` has the smaller id. Two people share at most one wish.
    """

    class Kind(models.TextChoices):
        APART = "apart", "Never at one table"
        TOGETHER = "together", "Always at one table"
        PARTNERS = "partners", "Always partners"
        START_PARTNERS = "start_partners", "Start as partners in round 1"
        NOT_PARTNERS = "not_partners", "Never partners"
        STAY = "stay", "Keeps table and chair"

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=16, choices=Kind)
    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="wishes")
    other = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, null=True, blank=True, related_name="wishes_of_others"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="stay", other=None)
                | Q(
                    kind__in=["apart", "together", "partners", "start_partners", "not_partners"],
                    other__isnull=False,
                    other__gt=F("one"),
                ),
                name="wish_of_two_or_to_stay",
            ),
            models.UniqueConstraint(fields=["one", "other"], name="wish_of_two_once"),
            models.UniqueConstraint(
                fields=["one"], condition=Q(kind="stay"), name="wish_to_stay_once"
            ),
        ]

    def __str__(self) -> str:
        return WISH_TEXTS[self.kind].format(one=self.one, other=self.other)

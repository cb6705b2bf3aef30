from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q

from party.models.clubs import Club
from party.models.evening import Party
from party.values.standings.series import LONGEST_SERIES_NAME, Counting

if TYPE_CHECKING:
    from party.models.accounts import User


class SeriesQuerySet(models.QuerySet["Series"]):
    def for_user(self, user: "User") -> Self:
        # A helper of one party sees no series.
        return self.filter(club__memberships__user=user, club__memberships__party=None).distinct()


class Series(models.Model):
    """A season of a club. Its standings are computed from its parties, and not stored."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="series")
    name = models.CharField(max_length=LONGEST_SERIES_NAME)
    counting = models.CharField(max_length=8)
    # The points for each rank of an evening, the first rank first.
    ladder = models.JSONField(default=list)
    # Additional points for every party attended.
    attendance = models.PositiveSmallIntegerField(default=0)
    # The number of best parties that count for a player; null: all.
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    # People at fewer parties have no rank.
    least = models.PositiveSmallIntegerField(default=1)
    parties = models.ManyToManyField(Party, through="SeriesParty", related_name="series")

    objects = SeriesQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(counting__in=[each.value for each in Counting]),
                name="series_counting_is_known",
            ),
            models.CheckConstraint(
                condition=Q(best=None) | Q(best__gte=1), name="series_counts_a_party"
            ),
            models.CheckConstraint(condition=Q(least__gte=1), name="series_asks_for_a_party"),
            models.UniqueConstraint(fields=["club", "name"], name="series_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class SeriesParty(models.Model):
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="links")
    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="series_links")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "party"], name="series_party_once"),
        ]

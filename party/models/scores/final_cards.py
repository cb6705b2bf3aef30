from django.db import models
from django.db.models import Q

from party.models.accounts import ACTOR_MATCHES_KIND, DoneBy
from party.models.evening import Party
from party.models.people.players import Entrant


class Tally(DoneBy):
    """One person's score card as it was handed in.

    Only a row's status changes. Deleting a person deletes the person's rows that do not count.
    """

    class Status(models.TextChoices):
        IN_FORCE = "in force"
        REPLACED = "replaced"
        REMOVED = "removed"

    party = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="tallies")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="tallies")
    # The points of each round; empty if only the total was typed.
    rounds = models.JSONField(default=list, blank=True)
    total = models.IntegerField()
    submission = models.UUIDField()
    status = models.CharField(max_length=10, choices=Status, default=Status.IN_FORCE)

    class Meta:
        ordering = ["pk"]
        constraints = [
            ACTOR_MATCHES_KIND,
            models.UniqueConstraint(
                fields=["entrant"],
                condition=Q(status="in force"),
                name="tally_one_in_force",
            ),
            models.UniqueConstraint(fields=["submission", "entrant"], name="tally_sent_once"),
        ]

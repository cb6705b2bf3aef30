"""The log: one line for every verb."""

from django.db import models

from party.models.accounts import ACTOR_MATCHES_KIND, DoneBy
from party.models.clubs import Club
from party.models.evening import Party
from party.models.people.players import Entrant


class LogLine(DoneBy):
    """One verb that somebody carried out. An undo adds a line of its own and keeps this one."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="log")
    party = models.ForeignKey(
        Party, on_delete=models.PROTECT, null=True, blank=True, related_name="log"
    )
    # Numbers and not foreign keys: undoing a draw deletes those rows.
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.PositiveIntegerField(null=True, blank=True)
    # Null after the entrant is taken off the list; `words` keep the name.
    entrant = models.ForeignKey(Entrant, on_delete=models.SET_NULL, null=True, blank=True)
    verb = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    words = models.TextField()

    class Meta:
        ordering = ["-pk"]
        constraints = [ACTOR_MATCHES_KIND]
        indexes = [
            models.Index(fields=["party", "verb", "round"], name="log_by_verb"),
            models.Index(
                fields=["club", "verb"], condition=models.Q(party=None), name="log_of_club"
            ),
        ]

"""The log: one line for every verb. Lines are only ever added."""

from django.db import models

from party.models.accounts import USER_OR_NOT, DoneBy
from party.models.clubs import Club
from party.models.evening import Party
from party.models.people.players import Entrant


class LogLine(DoneBy):
    """A verb that was done, with its actor and its changes.

    `round` and `table` are numbers and not foreign keys: undoing a draw deletes those rows, and
    its lines must still name them.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="log")
    party = models.ForeignKey(
        Party, on_delete=models.PROTECT, null=True, blank=True, related_name="log"
    )
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.PositiveIntegerField(null=True, blank=True)
    # Null after the entrant is taken off the list; `words` and `data` keep the name.
    entrant = models.ForeignKey(Entrant, on_delete=models.SET_NULL, null=True, blank=True)
    verb = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    words = models.TextField()

    class Meta:
        ordering = ["-pk"]
        constraints = [USER_OR_NOT]
        indexes = [
            models.Index(fields=["party", "verb", "round"], name="log_by_verb"),
            models.Index(
                fields=["club", "verb"], condition=models.Q(party=None), name="log_of_club"
            ),
        ]

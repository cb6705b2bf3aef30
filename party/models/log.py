"""The log: one line for every verb, only ever added to."""

from django.db import models

from party.models.accounts import USER_OR_NOT, DoneBy
from party.models.clubs import Club
from party.models.evening import Party
from party.models.people.players import Entrant


class LogLine(DoneBy):
    """A verb that was done, its actor, and its changes.

    Round and table are kept as their numbers: an undone draw takes its rows away, and the line
    about it must still say where it was.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="log")
    party = models.ForeignKey(
        Party, on_delete=models.PROTECT, null=True, blank=True, related_name="log"
    )
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.PositiveIntegerField(null=True, blank=True)
    # Before the draw somebody may be taken off the list again; `words` and `data` keep the name.
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

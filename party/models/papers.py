"""Printouts: the papers printed, and their contents."""

from django.db import models

from party.models.accounts import USER_OR_NOT, DoneBy
from party.models.evening import Party


class Printout(DoneBy):
    """One printing of a paper, or of some of its pieces.

    `marks` describe the whole sheet at that time (values/papers.py), even if only some pieces
    were printed again: the others were still up to date.
    """

    party = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="printouts")
    # The slug of the document: "small-cards".
    kit = models.CharField(max_length=40)
    # A number, not a key: undoing a draw deletes the round. Null: the paper belongs to no round.
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    paper = models.CharField(max_length=10, choices=Party.Paper)
    large = models.BooleanField(default=False)
    blank = models.BooleanField(default=False)
    marks = models.JSONField()
    # The pieces that were printed, by their keys; null: all of them.
    only = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            USER_OR_NOT,
            models.CheckConstraint(
                condition=models.Q(paper__in=Party.Paper.values), name="printout_paper_is_known"
            ),
        ]
        indexes = [models.Index(fields=["party", "kit", "round"], name="printout_latest")]

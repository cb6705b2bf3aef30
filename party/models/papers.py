from django.db import models

from party.models.accounts import ACTOR_MATCHES_KIND, DoneBy
from party.models.evening import Party


class Printout(DoneBy):
    """One printing of a paper, or of some of its pieces."""

    party = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="printouts")
    # The slug of the document: "small-cards".
    kit = models.CharField(max_length=40)
    # A number, not a key: undoing a draw deletes the round. Null: a paper of the whole party.
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    paper = models.CharField(max_length=10, choices=Party.Paper)
    large = models.BooleanField(default=False)
    blank = models.BooleanField(default=False)
    # Marks of the whole paper, even if only some pieces were printed again (values/papers.py).
    marks = models.JSONField()
    # The keys of the printed pieces; null: all.
    only = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            ACTOR_MATCHES_KIND,
            models.CheckConstraint(
                condition=models.Q(paper__in=Party.Paper.values), name="printout_paper_is_known"
            ),
        ]
        indexes = [models.Index(fields=["party", "kit", "round"], name="printout_latest")]

"""A table's results. The points of tables are stored nowhere else."""

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import Exact

from party.models.accounts import ACTOR_MATCHES_KIND, DoneBy, User
from party.models.evening import Party, Round, Table

TOTAL = 0  # the hand number of an entry for a whole round


class EntryQuerySet(models.QuerySet["Entry"]):
    def in_force(self) -> Self:
        return self.filter(status=Entry.Status.IN_FORCE)

    def counted(self) -> Self:
        return self.in_force().exclude(hand=None)  # None: thrown in

    def of_closed_rounds(self, party: Party) -> Self:
        closed = {"table__round__party": party, "table__round__state": Round.State.CLOSED}
        return self.counted().filter(**closed)

    def in_round(self, party: Party, number: int) -> Self:
        return self.filter(table__round__party=party, table__round__number=number)


class Entry(DoneBy):
    """One hand, the total of a round (hand 0), or a thrown-in hand (no number).

    Rows are never deleted; only their status changes.
    """

    class Status(models.TextChoices):
        IN_FORCE = "in force"
        REPLACED = "replaced"
        DISPUTED = "disputed"
        LATE = "late"
        UNDONE = "undone"

    class Source(models.TextChoices):
        DESK = "desk"
        SLIP = "slip"
        PHONE = "phone"
        CARD = "card"  # a player's score card
        PHOTO = "photo"

    class Checked(models.TextChoices):
        NOT_YET = "", "Not checked"
        LOOKED_AT = "looked at", "Looked at again"
        AT_TABLE = "at the table", "Asked at the table before it was saved"
        TYPED_AGAIN = "typed again", "Typed again by a second person"
        PHOTOGRAPHED = "photographed", "Compared with a photograph of the slip"

    # Null after the draw was undone.
    table = models.ForeignKey(
        Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    # The place in the order of play at the table. A correction keeps this place.
    sequence = models.PositiveIntegerField(default=1)
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    bid = models.CharField(max_length=8, blank=True)
    bidder = models.CharField(max_length=1, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    # "slam" or "declare", if the bidder announced all ten tricks in that way; otherwise "".
    announced = models.CharField(max_length=8, blank=True)
    ns = models.IntegerField(null=True, blank=True)
    ew = models.IntegerField(null=True, blank=True)
    source = models.CharField(max_length=10, choices=Source, default=Source.DESK)
    submission = models.UUIDField(unique=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.IN_FORCE)
    # How the entry was confirmed: by a second look at the paper, or by asking the table.
    checked = models.CharField(max_length=12, choices=Checked, blank=True, default="")
    checked_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="checked_entries"
    )
    checked_at = models.DateTimeField(null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            ACTOR_MATCHES_KIND,
            models.UniqueConstraint(
                fields=["table", "hand"],
                condition=Q(status="in force"),
                name="entry_one_result_in_force",
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=False) | ~Q(status="in force"),
                name="entry_in_force_has_a_table",
            ),
            models.CheckConstraint(
                condition=Q(hand=None, ns=None, ew=None, bid="")
                | Q(hand__isnull=False, ns__isnull=False, ew__isnull=False),
                name="entry_points_unless_thrown_in",
            ),
            models.CheckConstraint(
                condition=Q(ns=None) | Q(Exact(F("ns") % 10, 0)), name="entry_ns_in_tens"
            ),
            models.CheckConstraint(
                condition=Q(ew=None) | Q(Exact(F("ew") % 10, 0)), name="entry_ew_in_tens"
            ),
            models.CheckConstraint(
                condition=Q(tricks=None) | Q(tricks__lte=10), name="entry_ten_tricks_at_most"
            ),
            models.CheckConstraint(
                condition=~Q(hand=TOTAL) | Q(bid="", tricks=None), name="entry_totals_have_no_bid"
            ),
            models.CheckConstraint(
                condition=Q(bidder__in=["", "N", "E", "S", "W"]), name="entry_bidder_has_a_seat"
            ),
        ]

"""Whole hands, card by card, as the text that was typed or uploaded."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual

from party.models.accounts import ACTOR_MATCHES_KIND, DoneBy
from party.models.evening import Party, Table
from party.values.scores.records import LONGEST_RECORD


class RecordQuerySet(models.QuerySet["Record"]):
    def in_force(self) -> Self:
        return self.filter(status=Record.Status.IN_FORCE)

    def in_round(self, party: Party, number: int) -> Self:
        return self.filter(table__round__party=party, table__round__number=number)


class Record(DoneBy):
    """The record of one hand, in PTN. It scores nothing: the entry counts.

    Rows are never deleted; only their status changes.
    """

    class Status(models.TextChoices):
        IN_FORCE = "in force"
        REPLACED = "replaced"
        REMOVED = "removed"

    # Null after the draw was undone.
    table = models.ForeignKey(
        Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="records"
    )
    hand = models.PositiveSmallIntegerField()
    text = models.TextField()
    # All records sent with one form have the same value.
    submission = models.UUIDField()
    status = models.CharField(max_length=10, choices=Status, default=Status.IN_FORCE)

    objects = RecordQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            ACTOR_MATCHES_KIND,
            models.UniqueConstraint(
                fields=["table", "hand"],
                condition=Q(status="in force"),
                name="record_one_in_force",
            ),
            models.UniqueConstraint(fields=["submission", "hand"], name="record_sent_once"),
            models.CheckConstraint(
                condition=Q(table__isnull=False) | ~Q(status="in force"),
                name="record_in_force_has_a_table",
            ),
            models.CheckConstraint(condition=Q(hand__gte=1), name="record_hands_from_one"),
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("text"), LONGEST_RECORD),
                name="record_text_of_bearable_length",
            ),
        ]

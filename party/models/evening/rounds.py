"""Rounds, the tables of a round, and who sits where."""

from django.db import models
from django.db.models import Q

from party.models.evening.parties import Party
from party.models.people.players import Entrant
from party.progression import Draw


class Round(models.Model):
    """One round. `draw` is what the seats were made from, as JSON; `made_from` is its value."""

    class State(models.TextChoices):
        DRAWN = "drawn", "Seated"
        PLAYING = "playing", "Playing"
        BELL = "bell", "Bell: finish this hand"
        CHECKING = "checking", "Checking"
        CLOSED = "closed", "Closed"

    OPEN = (State.PLAYING, State.BELL, State.CHECKING)

    party = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAWN)
    draw = models.JSONField()
    # What was done for the draw of round 1 beside seating, and is undone with it.
    house_added = models.JSONField(default=list)
    rounds_settled = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # Since when guests see the seats: on phones and on the hall screen. A start announces too.
    announced_at = models.DateTimeField(null=True, blank=True)
    # The clock runs until a time, or stands with so many seconds left; without both there is none.
    clock_ends_at = models.DateTimeField(null=True, blank=True)
    clock_left = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["party", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_numbers_from_one"),
            models.CheckConstraint(
                condition=Q(state__in=["drawn", "playing", "bell", "checking", "closed"]),
                name="round_state_known",
            ),
            models.CheckConstraint(
                condition=Q(clock_ends_at=None) | Q(clock_left=None),
                name="round_clock_runs_or_stands",
            ),
            # The database makes sure that a party plays one round at a time.
            models.UniqueConstraint(
                fields=["party"], condition=~Q(state="closed"), name="round_one_open_at_a_time"
            ),
        ]

    @property
    def made_from(self) -> Draw[int]:
        """All that the seats were made from, enough to make them again."""
        return Draw.from_json(self.draw)

    @made_from.setter
    def made_from(self, draw: Draw[int]) -> None:
        self.draw = draw.to_json()

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN


class Table(models.Model):
    """One table in one round.

    `hands` is how many the table says it played: null while it plays, 0 when it was not played.
    Who was ahead is worked out from the points; `cut` only says who won the cut after a tie.
    """

    class Capture(models.TextChoices):
        HANDS = "hands", "Hand by hand"
        TOTALS = "totals", "Round totals"
        CARDS = "cards", "Final cards only"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    capture = models.CharField(max_length=10, choices=Capture, default=Capture.HANDS)
    hands = models.PositiveSmallIntegerField(null=True, blank=True)
    why_short = models.CharField(max_length=200, blank=True)
    # Which pair the table says was ahead: with final cards, or while its slip is to follow. The
    # points are not known yet; once they are, they decide.
    ahead = models.CharField(max_length=2, blank=True, default="")
    cut = models.CharField(max_length=2, blank=True)
    cut_why = models.CharField(max_length=200, blank=True)
    # When both pairs said on the table's phone that what is in is right.
    agreed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_numbers_from_one"),
            models.CheckConstraint(
                condition=Q(cut__in=["", "NS", "EW"]), name="table_cut_names_a_pair"
            ),
            models.CheckConstraint(
                condition=Q(ahead__in=["", "NS", "EW"]), name="table_ahead_names_a_pair"
            ),
        ]


class Place(models.Model):
    """Where one entrant sits in one round; without table and seat she sits out."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="places")
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, null=True, blank=True, related_name="places"
    )
    seat = models.CharField(max_length=1, blank=True, null=True)  # noqa: DJ001 -- null with table

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="place_one_for_each"),
            models.UniqueConstraint(fields=["table", "seat"], name="place_one_in_each_chair"),
            models.CheckConstraint(
                condition=Q(table=None, seat=None)
                | Q(table__isnull=False, seat__in=["N", "E", "S", "W"]),
                name="place_has_table_and_seat_or_neither",
            ),
        ]

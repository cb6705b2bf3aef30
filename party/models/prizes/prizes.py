from django.db import models
from django.db.models import Q

from party.models.accounts import ACTOR_MATCHES_KIND, DoneBy
from party.models.evening import Party
from party.models.people.players import Entrant
from party.values.prizes.prizes import (
    LONGEST_GIFT,
    LONGEST_HOLDER,
    LONGEST_TITLE,
    LONGEST_WHY,
    PrizeKind,
    SettledBy,
    title_of,
)


class Prize(models.Model):
    """Place 2 of the kind "high" is the second high prize."""

    party = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="prizes")
    order = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12)
    group = models.CharField(max_length=40, blank=True)
    place = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    # In cents; null: no money.
    money = models.PositiveIntegerField(null=True, blank=True)
    gift = models.CharField(max_length=LONGEST_GIFT, blank=True)
    # People who have gone home are passed over.
    must_be_here = models.BooleanField(default=False)
    # Ids of winners who have gone home: those for whom the prize waits, and those passed over.
    kept_for = models.JSONField(default=list, blank=True)
    passed_over = models.JSONField(default=list, blank=True)
    # The price of a 50/50's ticket, in cents; null: the tickets are not recorded.
    ticket_price = models.PositiveIntegerField(null=True, blank=True)
    # The drawn mystery number or 50/50 ticket.
    number = models.IntegerField(null=True, blank=True)
    # The ticket was drawn in the hall, not by the program.
    by_hand = models.BooleanField(default=False)
    # The number of draws. Undoing a draw does not lower it.
    draws = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["party", "kind", "group", "place"], name="prize_place_once"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in PrizeKind]),
                name="prize_kind_is_known",
            ),
            models.CheckConstraint(condition=Q(place__gte=1), name="prize_places_from_one"),
            models.CheckConstraint(
                condition=Q(number=None)
                | Q(kind="mystery")
                | Q(kind="fifty", ticket_price__isnull=False),
                name="prize_number_is_drawn",
            ),
            models.CheckConstraint(
                condition=Q(ticket_price=None) | Q(kind="fifty", ticket_price__gte=1),
                name="prize_tickets_are_of_a_fifty",
            ),
            models.CheckConstraint(
                condition=Q(by_hand=False) | Q(kind="fifty", number__isnull=False),
                name="prize_by_hand_is_a_ticket",
            ),
        ]

    def __str__(self) -> str:
        return title_of(PrizeKind(self.kind), self.group, self.place, self.title)


class Award(DoneBy):
    """One person's prize, or share of a prize.

    Before the prizes are confirmed, only settled prizes have awards: a cut, a share, a draw, a
    gift. Confirming writes an award for every winner.
    """

    prize = models.ForeignKey(Prize, on_delete=models.CASCADE, related_name="awards")
    # `services.people.entrants` refuses to delete a winner.
    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, null=True, blank=True, related_name="awards"
    )
    # The name of a winner who does not play, such as a guest.
    name = models.CharField(max_length=LONGEST_HOLDER, blank=True)
    how = models.CharField(max_length=10)  # a SettledBy
    # Ids of the entrants whose tie was settled. If others tie later, the award does not count.
    among = models.JSONField(default=list)
    why = models.CharField(max_length=LONGEST_WHY, blank=True)
    score = models.CharField(max_length=80, blank=True)  # in words
    share = models.PositiveIntegerField(null=True, blank=True)  # in cents

    class Meta:
        ordering = ["pk"]
        constraints = [
            ACTOR_MATCHES_KIND,
            models.UniqueConstraint(fields=["prize", "entrant"], name="award_once"),
            models.CheckConstraint(
                condition=Q(how__in=[how.value for how in SettledBy]), name="award_how_is_known"
            ),
            models.CheckConstraint(
                condition=(Q(entrant=None) & ~Q(name="")) | Q(entrant__isnull=False, name=""),
                name="award_has_one_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prize}: {self.entrant or self.name}"

"""Players of a club, and entrants: the people of one party."""

from typing import Self

from django.db import models
from django.db.models import F, Q

from party.models.clubs import Club
from party.models.evening import Party
from party.rosters import LONGEST_WORD
from party.values.people.fees import PAYMENT_METHODS


class Player(models.Model):
    """A person on a club's list. Two may have the same name."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=120)
    # "Surname, First" is a comma longer than the name.
    sort_name = models.CharField(max_length=122, db_index=True)
    prize_group = models.CharField(max_length=40, blank=True)
    notes = models.TextField(blank=True)
    # Distinguishes people of one name: "Oak St".
    word = models.CharField(max_length=LONGEST_WORD, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def here(self) -> Self:
        return self.filter(state=Entrant.State.HERE)

    def in_rota(self) -> Self:
        return self.exclude(rota=None).order_by("rota")


class Entrant(models.Model):
    """A person at one party. At a blind draw the name is typed after the card is drawn."""

    class State(models.TextChoices):
        EXPECTED = "expected", "Expected"
        HERE = "here", "Here"
        LEFT = "left", "Gone home"

    party = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="entrants")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entrants"
    )
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120, blank=True)
    sort_name = models.CharField(max_length=122, blank=True)
    prize_group = models.CharField(max_length=40, blank=True)
    word = models.CharField(max_length=LONGEST_WORD, blank=True)
    # Suffix where people of the party share a name: ", Oak St" or " (12)". Stored, because names
    # are read often; `update_distinctions` recomputes those of a whole party.
    distinction = models.TextField(blank=True)
    # False for house players: they win nothing.
    ranked = models.BooleanField(default=True)
    # Place in the order of sitting out; null for house players.
    rota = models.PositiveIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.EXPECTED)
    # In cents. Null: the party's fee, or nothing for a house player. 0: free tonight.
    owed = models.PositiveIntegerField(null=True, blank=True)
    paid = models.PositiveIntegerField(default=0)
    paid_how = models.CharField(max_length=10, choices=PAYMENT_METHODS, default="cash")
    # For this evening only.
    notes = models.TextField(blank=True)
    # The leaver whose chair this person takes, until the next move.
    stands_in_for = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="stand_in"
    )

    objects = EntrantQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["party", "number"], name="entrant_number_once"),
            models.UniqueConstraint(fields=["party", "player"], name="entrant_player_once"),
            models.UniqueConstraint(fields=["party", "rota"], name="entrant_rota_place_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entrant_numbers_from_one"),
            models.CheckConstraint(
                condition=Q(stands_in_for=None) | ~Q(stands_in_for=F("pk")),
                name="entrant_stands_in_for_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}{self.distinction}" if self.name else f"No. {self.number}"

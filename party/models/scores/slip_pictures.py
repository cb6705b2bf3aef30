from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual

from party.models.accounts import ACTOR_MATCHES_KIND, DoneBy
from party.models.evening import Party, Table
from party.slip_reader.results import MOST_CUTOUT


class SlipPicture(DoneBy):
    """One slip cut out of a photograph. It scores nothing: a person accepts what it proposes.

    It is kept as long as its party, unless a player is removed (services/people/former_players).
    A party file has no slip pictures, and a backup may leave them out.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        PUT_ASIDE = "put aside"

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="slip_pictures")
    # Null for a blank slip without a table yet, and after the draw was undone.
    table = models.ForeignKey(
        Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="slip_pictures"
    )
    # See values.scores.slip_pictures: `reading_as_json` and `stored_reading`.
    reading = models.JSONField()
    cutout = models.BinaryField()  # a grey JPEG without metadata
    photograph = models.CharField(max_length=64)  # the SHA-256 of the file that was sent
    place_in_photograph = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            ACTOR_MATCHES_KIND,
            models.UniqueConstraint(
                fields=["party", "photograph", "place_in_photograph"],
                name="slippicture_stored_once",
            ),
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("cutout"), MOST_CUTOUT),
                name="slippicture_cutout_is_small",
            ),
        ]

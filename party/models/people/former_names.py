from django.db import models

from party.models.clubs import Club


class FormerName(models.Model):
    """The hashed name of a removed player, to notice when a backup or a file brings it back.

    The hash is keyed with the secret of the installation, which no backup contains.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="former_names")
    name_hash = models.CharField(max_length=64)
    # The number in "Former player 31".
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name_hash"], name="former_name_once"),
        ]

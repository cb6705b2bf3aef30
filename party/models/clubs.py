"""Clubs, the tenants. Each party, player and series belongs to exactly one club."""

from django.db import models
from django.db.models import Q

from party.models.accounts import User
from party.values.clubs import work_text


class Club(models.Model):
    name = models.CharField(max_length=120)
    time_zone = models.CharField(max_length=64, default="UTC")
    # Part of the sign-in page's address, such as "midtown". The sample has no address.
    address = models.SlugField(max_length=40, null=True, blank=True, unique=True)
    # Created at the first start, for trying the program out.
    is_sample = models.BooleanField(default=False)
    # The layout of the results for a newspaper; "": the standard layout.
    newspaper_layout = models.TextField(max_length=2000, blank=True, default="")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A user's access to a club, or a helper's access to one party."""

    class Role(models.TextChoices):
        ORGANISER = "organiser"
        HELPER = "helper"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    party = models.ForeignKey("party.Party", on_delete=models.CASCADE, null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "club"], condition=Q(party=None), name="membership_once_a_club"
            ),
            models.UniqueConstraint(
                fields=["user", "party"],
                condition=Q(party__isnull=False),
                name="membership_once_a_party",
            ),
            models.CheckConstraint(
                condition=Q(role="helper") | Q(role="organiser", party=None),
                name="membership_organisers_have_the_whole_club",
            ),
        ]


class Invitation(models.Model):
    """A link that makes somebody a member of a club once. Only its hash is stored."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Membership.Role)
    party = models.ForeignKey("party.Party", on_delete=models.CASCADE, null=True, blank=True)
    # The invitee's name, as the inviter typed it.
    name = models.CharField(max_length=80)
    invited_by = models.ForeignKey(User, on_delete=models.CASCADE)
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    # The time at which the invitation was used or taken back.
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(role="helper") | Q(role="organiser", party=None),
                name="invitation_organisers_have_the_whole_club",
            ),
        ]

    @property
    def work(self) -> str:
        return work_text(self.role, str(self.party or self.club))

"""People who sign in: organisers and their helpers. Players need no account."""

from typing import ClassVar, Self

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Lower

from party.values.accounts import Actor


class UserManager(BaseUserManager["User"]):
    def known_as(self, typed: str) -> models.QuerySet["User"]:
        """Find by name or e-mail address, whatever the case: people mix up which one they gave.

        Compared as the constraints below compare, else an address could be free and yet refused.
        """
        same = Lower(Value(typed))
        rows = self.alias(lower_name=Lower("name"), lower_email=Lower("email"))
        return rows.filter(Q(lower_name=same) | Q(lower_email=same))

    def signing_in(self, typed: str, club: str = "") -> "User | None":
        """Return the one person whom this names; None where there is nobody, or several.

        A name belongs to one person of a club, but each club may have somebody of that name:
        with the name or the address of a `club` it is looked for there. An e-mail address belongs
        to one person everywhere.
        """
        rows = self.known_as(typed).filter(is_active=True)
        if club and "@" not in typed:
            same = Q(memberships__club__name__iexact=club)
            rows = rows.filter(same | Q(memberships__club__address=club.lower()))
        found = rows.distinct()[:2]
        return found[0] if len(found) == 1 else None


class User(AbstractBaseUser):
    # Unique among those who work for a club: the verbs that change either lock the club.
    name = models.CharField(max_length=80)
    email = models.EmailField(null=True, blank=True, unique=True)
    is_active = models.BooleanField(default=True)
    # Raised to end the sessions of this person on all devices.
    sign_outs = models.PositiveIntegerField(default=0)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"  # what Django wants to be unique

    class Meta:
        indexes = [models.Index(Lower("name"), name="user_by_name")]
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_once"),
            # Else one person could take another's address as a name, and sign-in be ambiguous.
            models.CheckConstraint(
                condition=~Q(name__contains="@") & ~Q(name=""), name="user_name_is_no_address"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_session_auth_hash(self) -> str:
        """Return what a session must still have: as Django's, and how often all were ended."""
        return f"{super().get_session_auth_hash()}{self.sign_outs or ''}"

    @property
    def actor(self) -> Actor:
        return Actor("user", self.pk, self.name)


# To be among the constraints of every model that is DoneBy somebody.
USER_OR_NOT = models.CheckConstraint(
    condition=Q(actor_kind="user", actor__isnull=False)
    | Q(actor_kind__in=["person", "table", "program"], actor=None),
    name="%(class)s_actor_is_a_user_or_not",
)


class DoneBy(models.Model):
    """A row that says who wrote it, and when: `services.write.Act.columns`.

    A "person" is a user of another Head Table, from where the party was brought in a file.
    """

    actor_kind = models.CharField(max_length=10, default="program")
    actor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True)
    # The user's name as it was then, or what the table is called.
    actor_label = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField()

    class Meta:
        abstract = True

    @property
    def actor_name(self) -> str:
        """The name that pages show: as it was then, in a file as well; the program has none."""
        return shown_label(self.actor_kind, self.actor_label)


def shown_label(kind: str, label: str) -> str:
    """Return the name that pages show where there is no user."""
    if kind == "person" and label:
        return f"{label} (elsewhere)"
    return "" if kind == "program" else label


class SignInLinkQuerySet(models.QuerySet["SignInLink"]):
    def unused(self) -> Self:
        return self.filter(used_at=None)


class SignInLink(models.Model):
    """A link that signs somebody in once. Only a hash is kept: the database opens no door."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    objects = SignInLinkQuerySet.as_manager()


class SignInTries(models.Model):
    """How often a password was tried, or a public address guessed, in a quarter of an hour.

    The key is a hash of the name at a club, of the address it was tried from, or of both.
    """

    key = models.CharField(max_length=64, unique=True)
    tries = models.PositiveIntegerField()
    since = models.DateTimeField(db_index=True)

"""People who sign in: organisers and their helpers. Players need no account."""

from typing import Any, ClassVar, Self

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q

from party.rosters import same_name
from party.values.accounts import Actor, shown_label


class KeyField(models.CharField):  # type: ignore[type-arg]
    """Stores `same_name` of the column `source`; Python computes it, never the database.

    PostgreSQL and SQLite fold letter case differently. QuerySet.update() does not compute the key,
    so its caller must.
    """

    def __init__(self, *args: Any, source: str = "", **kwargs: Any) -> None:
        self.source = source
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", [*args], {**kwargs}

    def pre_save(self, model_instance: models.Model, add: bool) -> str | None:  # noqa: ARG002, FBT001 -- Django's own
        text = getattr(model_instance, self.source)
        key = same_name(text) if text else None
        setattr(model_instance, self.attname, key)
        return key


class UserManager(BaseUserManager["User"]):
    def by_name_or_email(self, typed: str) -> models.QuerySet["User"]:
        """Find by name or e-mail address, ignoring case: people mix up the two."""
        key = same_name(typed)
        return self.filter(Q(name_key=key) | Q(email_key=key))

    def find_for_sign_in(self, typed: str, club: str = "") -> "User | None":
        """Return the one person of this name or address; None for nobody, or for several.

        An e-mail address belongs to one person. A name belongs to one person in each club, so
        several people may have it, unless `club` is the name or the address of their club.
        """
        rows = self.by_name_or_email(typed).filter(is_active=True)
        if club and "@" not in typed:
            by_name = Q(memberships__club__name__iexact=club)
            rows = rows.filter(by_name | Q(memberships__club__address=club.lower()))
        matches = rows.distinct()[:2]
        return matches[0] if len(matches) == 1 else None


class User(AbstractBaseUser):
    # Unique among those who work for a club: the verbs that change either lock the club.
    name = models.CharField(max_length=80)
    name_key = KeyField(source="name", max_length=240, db_index=True)
    email = models.EmailField(null=True, blank=True, unique=True)
    email_key = KeyField(source="email", max_length=762, null=True, unique=True)
    is_active = models.BooleanField(default=True)
    # Raised to end the sessions of this person on all devices.
    sign_outs = models.PositiveIntegerField(default=0)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"  # what Django wants to be unique

    class Meta:
        constraints = [
            # Otherwise a name equal to another's address would make sign-in ambiguous.
            models.CheckConstraint(
                condition=~Q(name__contains="@") & ~Q(name=""), name="user_name_is_no_address"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_session_auth_hash(self) -> str:
        """Add the sign-outs to Django's hash, so that raising them ends all sessions."""
        return f"{super().get_session_auth_hash()}{self.sign_outs or ''}"

    @property
    def actor(self) -> Actor:
        return Actor("user", self.pk, self.name)


# Only an actor of kind "user" has a user. Every subclass of DoneBy lists this constraint.
USER_OR_NOT = models.CheckConstraint(
    condition=Q(actor_kind="user", actor__isnull=False)
    | Q(actor_kind__in=["person", "table", "program"], actor=None),
    name="%(class)s_actor_is_a_user_or_not",
)


class DoneBy(models.Model):
    """A row that says who wrote it, and when: `services.write.Act.columns`.

    An actor of kind "person" was a user of another Head Table: the row comes from its party file.
    """

    actor_kind = models.CharField(max_length=10, default="program")
    actor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True)
    # The user's name at that time, or the table's name.
    actor_label = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField()

    class Meta:
        abstract = True

    @property
    def actor_name(self) -> str:
        """The actor's name at that time; "" for the program."""
        return shown_label(self.actor_kind, self.actor_label)


class SignInLinkQuerySet(models.QuerySet["SignInLink"]):
    def unused(self) -> Self:
        return self.filter(used_at=None)


class SignInLink(models.Model):
    """A link that signs somebody in once. Only its hash is stored, so a backup has no links."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    # Requested on the public page, where anybody who knows the e-mail address can ask.
    is_mailed = models.BooleanField(default=False)

    objects = SignInLinkQuerySet.as_manager()


class SignInTries(models.Model):
    """The number of password tries, or guesses at a public address, in a quarter of an hour.

    The key is a keyed hash of the account, of the address it was tried from, or of both.
    """

    key = models.CharField(max_length=64, unique=True)
    tries = models.PositiveIntegerField()
    since = models.DateTimeField(db_index=True)


class SignInLine(models.Model):
    """A line in the list of sign-ins, which the organisers of the user's clubs see."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_ins")
    at = models.DateTimeField(db_index=True)
    address = models.CharField(max_length=45)
    browser = models.CharField(max_length=60)

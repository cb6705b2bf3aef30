"""People who sign in. Players need no account."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q

from party.rosters import casefolded_name
from party.values.accounts import Actor, shown_label


class KeyField(models.CharField):  # type: ignore[type-arg]
    """Stores the comparison key of another column. QuerySet.update() does not update the key."""

    def __init__(self, *args: Any, source: str = "", **kwargs: Any) -> None:
        self.source = source
        super().__init__(*args, **kwargs)

    # Migrations see a plain CharField.
    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", [*args], {**kwargs}

    def pre_save(self, model_instance: models.Model, add: bool) -> str | None:  # noqa: ARG002, FBT001 -- Django's own
        # Not in SQL: PostgreSQL and SQLite fold letter case differently.
        text = getattr(model_instance, self.source)
        key = casefolded_name(text) if text else None
        setattr(model_instance, self.attname, key)
        return key


class UserManager(BaseUserManager["User"]):
    def by_name_or_email(self, typed: str) -> models.QuerySet["User"]:
        """Ignore upper and lower case, which people mix up."""
        key = casefolded_name(typed)
        return self.filter(Q(name_key=key) | Q(email_key=key))

    def find_for_sign_in(self, typed: str, club: str = "") -> "User | None":
        """Return the only match; None for nobody, or for several.

        A name is unique in a club only, so `club` (its name or address) may be needed.
        """
        rows = self.by_name_or_email(typed).filter(is_active=True)
        if club and "@" not in typed:
            by_name = Q(memberships__club__name__iexact=club)
            rows = rows.filter(by_name | Q(memberships__club__address=club.lower()))
        matches = rows.distinct()[:2]
        return matches[0] if len(matches) == 1 else None


class User(AbstractBaseUser):
    # Unique within a club: the verbs that change a name or a membership lock the club.
    name = models.CharField(max_length=80)
    name_key = KeyField(source="name", max_length=240, db_index=True)
    email = models.EmailField(null=True, blank=True, unique=True)
    email_key = KeyField(source="email", max_length=762, null=True, unique=True)
    is_active = models.BooleanField(default=True)
    # Each increment ends the sessions of this person on all devices.
    sign_outs = models.PositiveIntegerField(default=0)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"  # Django requires a unique column here

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
        """Include `sign_outs`: when that number rises, all sessions of the user end."""
        return f"{super().get_session_auth_hash()}{self.sign_outs or ''}"

    @property
    def actor(self) -> Actor:
        return Actor("user", self.pk, self.name)


# A row refers to a user exactly if its actor is a user. Every subclass of DoneBy lists this
# constraint.
ACTOR_MATCHES_KIND = models.CheckConstraint(
    condition=Q(actor_kind="user", actor__isnull=False)
    | Q(actor_kind__in=["person", "table", "program"], actor=None),
    name="%(class)s_actor_is_a_user_or_not",
)


class DoneBy(models.Model):
    """A row that says who wrote it, and when.

    A party file has no accounts: its users become actors of kind "person".
    """

    actor_kind = models.CharField(max_length=10, default="program")
    actor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True)
    # The name of the user or the table at that time.
    actor_label = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField()

    class Meta:
        abstract = True

    @property
    def actor_name(self) -> str:
        return shown_label(self.actor_kind, self.actor_label)


class SignInLink(models.Model):
    """A link that signs somebody in once. Only its hash is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    # Anybody who knows the e-mail address can request such a link on the public page.
    is_mailed = models.BooleanField(default=False)


class SignInTries(models.Model):
    """The number of tries in a quarter of an hour, of passwords or of secret addresses."""

    # A keyed hash, such as that of the account, of the client's address, or of both.
    key = models.CharField(max_length=64, unique=True)
    tries = models.PositiveIntegerField()
    since = models.DateTimeField(db_index=True)


class SignInLine(models.Model):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_ins")
    at = models.DateTimeField(db_index=True)
    address = models.CharField(max_length=45)
    browser = models.CharField(max_length=60)

"""Verbs about people who sign in: a new organiser, one-time links, passwords.

A link's token is known only to its holder: the database keeps its SHA-256. Passwords are hashed
before the transaction begins, so that nobody waits for the hashing.
"""

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError
from django.db.models import F

from party.models import Club, Membership, SignInLink, User
from party.models.accounts import user_actor
from party.services.write import ClubAct, write
from party.values.accounts import PROGRAM, Actor
from party.values.people.names import clean_name
from party.values.refusals import Fault, Refused

USED_UP = "This link has been used, or is too old. Ask for a new one, or sign in with a password."


def create_organiser(
    name: str,
    *,
    club_name: str,
    time_zone: str,
    at: datetime,
    email: str | None = None,
    joins: bool = False,
) -> User:
    """Create an organiser, who has no password: a link signs them in; and the club.

    Who `joins` runs the club of that name with those who do, where there is one.
    """
    name, email = _checked(name, email)
    _refuse_club(club_name, time_zone)
    password = make_password(None)
    with _unless_taken(name, email):
        user = User.objects.create(name=name, email=email, password=password)
        _let_run(user, club_name, time_zone, at, joins=joins)
    return user


def run_another_club(user: User, *, club_name: str, time_zone: str, at: datetime) -> None:
    """Let an organiser run one club more: the one of that name, else a new one."""
    _refuse_club(club_name, time_zone)
    with write():
        _let_run(user, club_name, time_zone, at, joins=True)


def _refuse_club(name: str, time_zone: str) -> None:
    if not is_time_zone(time_zone):
        text = f"“{time_zone}” is not a time zone such as America/Chicago."
        raise Refused(Fault(text, "time_zone"))
    if not name.strip():
        raise Refused(Fault("Type the name of the club.", "club_name"))


def _let_run(user: User, club_name: str, time_zone: str, at: datetime, *, joins: bool) -> None:
    name = club_name.strip()
    same = (
        Club.objects.filter(name__iexact=name, is_sample=False) if joins else Club.objects.none()
    )
    if len(same) > 1:
        raise Refused(Fault(f"There are {len(same)} clubs named {name}.", "club_name"))
    club = same.first() or Club.objects.create(name=name, time_zone=time_zone)
    # Who helped at all its parties runs it now.
    role = {"role": Membership.Role.ORGANISER}
    Membership.objects.update_or_create(user=user, club=club, party=None, defaults=role)
    ClubAct.of(club, PROGRAM, at).log("organiser", f"{user} runs {club}", user=user.pk)


def is_time_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def change_account(user: User, *, name: str, email: str | None, at: datetime) -> User:
    name, email = _checked(name, email)
    with _unless_taken(name, email, besides=user.pk):
        before = user.name
        User.objects.filter(pk=user.pk).update(name=name, email=email)
        user.name, user.email = name, email
        words = f"{before} is now {name}" if name != before else f"{name} changed the account"
        _act(user, user_actor(user), at).log("account", words, user=user.pk)
    return user


def make_link(user: User, *, actor: Actor, at: datetime, minutes: int = 60) -> str:
    """Return the token of a new link that signs this person in once. Older links end."""
    token = secrets.token_urlsafe(24)
    with write():
        SignInLink.objects.unused().filter(user=user).update(used_at=at)
        SignInLink.objects.create(
            user=user, token_hash=_hash(token), expires_at=at + timedelta(minutes=minutes)
        )
        words = f"Sign-in link made for {user.name}"
        _act(user, actor, at).log("link made", words, user=user.pk)
    return token


def use_link(token: str, *, at: datetime) -> User:
    """Return the user of the link, and mark it as used. Raises Refused when used or too old."""
    with write():
        link = (
            SignInLink.objects.unused()
            .select_for_update(of=("self",))
            .select_related("user")
            .filter(token_hash=_hash(token), expires_at__gt=at, user__is_active=True)
            .first()
        )
        if link is None:
            raise Refused(USED_UP)
        link.used_at = at
        link.save(update_fields=["used_at"])
        words = f"{link.user.name} signed in with a link"
        _act(link.user, user_actor(link.user), at).log("link used", words)
        return link.user


def set_password(user: User, raw: str, *, at: datetime) -> None:
    try:
        validate_password(raw, user)
    except ValidationError as error:
        raise Refused(*(Fault(text, "password") for text in error.messages)) from error
    hashed = make_password(raw)
    with write():
        user.password = hashed
        user.save(update_fields=["password"])
        _act(user, user_actor(user), at).log("password", f"{user.name} set a password")


def sign_out_everywhere(user: User, *, at: datetime) -> None:
    """End this person's sessions on all devices, and the links that would begin another."""
    with write():
        User.objects.filter(pk=user.pk).update(sign_outs=F("sign_outs") + 1)
        user.refresh_from_db(fields=["sign_outs"])
        SignInLink.objects.unused().filter(user=user).update(used_at=at)
        words = f"{user.name} signed out on all devices"
        _act(user, user_actor(user), at).log("signed out", words)


def club_of(user: User) -> Club:
    """Return the club whose log has the lines about this person's account."""
    club = Club.objects.filter(memberships__user=user).order_by("memberships__pk").first()
    if club is None:
        raise Refused(f"{user} works for no club any more.")
    return club


def _act(user: User, actor: Actor, at: datetime) -> ClubAct:
    """Return the act of a verb about an account. It locks no club: the account is the user's."""
    return ClubAct.of(club_of(user), actor, at)


def _checked(name: str, email: str | None) -> tuple[str, str | None]:
    name, email = clean_name(name), (email or "").strip() or None
    if not name or len(name) > 80:
        raise Refused(Fault("Type a name of up to 80 letters.", "name"))
    if "@" in name:
        raise Refused(Fault("A name has no “@”. The e-mail address has its own field.", "name"))
    try:
        if email:
            validate_email(email)
    except ValidationError as error:
        text = f"“{email}” is not an e-mail address such as ruth@example.org."
        raise Refused(Fault(text, "email")) from error
    return name, email


@contextmanager
def _unless_taken(name: str, email: str | None, besides: int = 0) -> Iterator[None]:
    """Run the block that writes an account; refuse a name or address that is taken.

    Of two people who take one name at one moment, one is refused. `besides` is the account's id.
    """
    try:
        with write():
            _refuse_taken(name, email, besides)
            yield
    except IntegrityError:
        _refuse_taken(name, email, besides)
        raise


def _refuse_taken(name: str, email: str | None, besides: int) -> None:
    if User.objects.known_as(name).exclude(pk=besides).exists():
        raise Refused(Fault(f"There is an account named {name} already.", "name"))
    if email and User.objects.known_as(email).exclude(pk=besides).exists():
        raise Refused(Fault("There is an account with this e-mail address already.", "email"))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

"""Accounts, passwords and sign-in links. The database keeps only the SHA-256 of a link's token."""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, connection
from django.db.models import F, Q

from party.models import Club, Membership, SignInLink, User
from party.queries.clubs import works_for_this_club_alone
from party.rosters import casefolded_name, clean_name
from party.services.accounts.sign_in_throttle import hashing_turn
from party.services.write import ClubAct, write
from party.values.accounts import PROGRAM, Actor, hash_of
from party.values.clubs import NO_CLUB_NAME, free_address
from party.values.refusals import Fault, Refused, require

USED_UP = "This link has been used, or is too old. Ask for a new one, or sign in with a password."

# At sign-in a user types the name or the address of a club, so no name may be the address of
# another club. No constraint can check that, so a new name locks the table.
LOCK_CLUB_NAMES = {
    "postgresql": "LOCK TABLE party_club IN SHARE ROW EXCLUSIVE MODE",
    "sqlite": "SELECT 1",  # SQLite has one writer at a time
}


def create_organiser(
    name: str,
    *,
    club_name: str,
    time_zone: str,
    at: datetime,
    email: str | None = None,
    join_existing: bool = False,
) -> User:
    """With `join_existing` the organiser joins the club of that name, if there is one."""
    name, email = clean_name_and_email(name, email)
    _refuse_invalid_club(club_name, time_zone)
    password = make_password(None)
    with _account_write(email):
        user = User.objects.create(name=name, email=email, password=password)
        _make_organiser(user, club_name, time_zone, at, join_existing=join_existing)
    return user


def run_another_club(user: User, *, club_name: str, time_zone: str, at: datetime) -> None:
    _refuse_invalid_club(club_name, time_zone)
    with write():
        _make_organiser(user, club_name, time_zone, at, join_existing=True)
        end_sessions(user, at)


def _refuse_invalid_club(name: str, time_zone: str) -> None:
    if not is_time_zone(time_zone):
        text = f"“{time_zone}” is not a time zone such as America/Chicago."
        raise Refused(Fault(text, "time_zone"))
    if not name.strip():
        raise Refused(Fault(NO_CLUB_NAME, "club_name"))


def _make_organiser(
    user: User, club_name: str, time_zone: str, at: datetime, *, join_existing: bool
) -> None:
    name = club_name.strip()
    locked = Club.objects.select_for_update(no_key=True).filter(is_sample=False)
    namesakes = list(locked.filter(name__iexact=name)) if join_existing else []
    if len(namesakes) > 1:
        raise Refused(Fault(f"There are {len(namesakes)} clubs named {name}.", "club_name"))
    club = namesakes[0] if namesakes else _new_club(name, time_zone)
    refuse_same_name(user.name, [club.pk], own_id=user.pk)
    # A helper of the whole club becomes its organiser.
    role = {"role": Membership.Role.ORGANISER}
    Membership.objects.update_or_create(user=user, club=club, party=None, defaults=role)
    ClubAct.of(club, PROGRAM, at).log("organiser", f"{user} runs {club}", user=user.pk)


def _new_club(name: str, time_zone: str) -> Club:
    refuse_same_club(name, "club_name")
    names = Club.objects.values_list("name", flat=True)
    addresses = Club.objects.exclude(address=None).values_list("address", flat=True)
    address = free_address(name, {text.lower() for text in [*names, *addresses] if text})
    return Club.objects.create(name=name, time_zone=time_zone, address=address)


def is_time_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def change_account(user: User, *, name: str, email: str | None, at: datetime) -> User:
    name, email = clean_name_and_email(name, email)
    with _account_write(email, own_id=user.pk):
        before = user.name
        clubs = Club.objects.select_for_update(no_key=True).order_by("pk")
        own_clubs = clubs.filter(pk__in=user.memberships.values("club"))
        refuse_same_name(name, [club.pk for club in own_clubs], own_id=user.pk)
        user.name, user.email = name, email
        user.save(update_fields=["name", "name_key", "email", "email_key"])
        words = f"{before} is now {name}" if name != before else f"{name} changed the account"
        _account_act(user, user.actor, at).log("account", words, user=user.pk)
    return user


def make_link(
    user: User, *, actor: Actor, at: datetime, minutes: int = 60, club: Club | None = None
) -> str:
    """Return the token of a new link; older links end.

    With `club`, the actor must be its organiser, and the user must work for no other club.
    """
    token = secrets.token_urlsafe(24)
    with write():
        if club:
            # Otherwise a link could be created while its creator is being removed, and survive.
            club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
            refuse_unless_organiser(club, actor, "make a sign-in link")
        # When a user joins a second club, `end_sessions` takes this lock too. If it commits first,
        # we refuse below; otherwise it ends this link.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if club and not works_for_this_club_alone(club, user.pk):
            raise Refused(f"{user} works elsewhere too, so you cannot make a link for them.")
        SignInLink.objects.filter(used_at=None, user=user).update(used_at=at)
        SignInLink.objects.create(
            user=user, token_hash=hash_of(token), expires_at=at + timedelta(minutes=minutes)
        )
        words = f"Sign-in link made for {user.name}"
        _account_act(user, actor, at).log("link made", words, user=user.pk)
    return token


def store_mailed_link(user_id: int, email: str, token: str, *, at: datetime) -> User | None:
    """Return None if the account may not sign in now.

    Anybody can ask for a mail, so it ends no link that an organiser made, and nothing is logged.
    """
    with write():
        rows = User.objects.select_for_update(no_key=True).filter(pk=user_id, is_active=True)
        user = rows.filter(email_key=casefolded_name(email)).first()
        if user is None or not user.memberships.exists():
            return None
        SignInLink.objects.filter(used_at=None, user=user, is_mailed=True).update(used_at=at)
        SignInLink.objects.create(
            user=user,
            token_hash=hash_of(token),
            expires_at=at + timedelta(hours=1),
            is_mailed=True,
        )
    return user


def refuse_unless_organiser(club: Club, actor: Actor, action: str = "say who helps") -> None:
    organisers = Membership.objects.filter(club=club, role=Membership.Role.ORGANISER)
    if not organisers.filter(user=actor.user_id).exists():
        raise Refused(f"Only an organiser of the club can {action}.")


def use_link(token: str, *, at: datetime) -> User:
    with write():
        rows = SignInLink.objects.select_for_update(of=("self",)).select_related("user")
        valid = rows.filter(
            used_at=None, token_hash=hash_of(token), expires_at__gt=at, user__is_active=True
        )
        link = require(valid.first(), USED_UP)
        link.used_at = at
        link.save(update_fields=["used_at"])
        words = f"{link.user.name} signed in with a link"
        _account_act(link.user, link.user.actor, at).log("link used", words)
        return link.user


def set_password(user: User, password: str, *, at: datetime) -> None:
    password_hash = hashed_password(password, user)
    with write():
        user.password = password_hash
        user.save(update_fields=["password"])
        SignInLink.objects.filter(used_at=None, user=user).update(used_at=at)
        _account_act(user, user.actor, at).log("password", f"{user.name} set a password")


def hashed_password(password: str, user: User) -> str:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refused(*(Fault(text, "password") for text in error.messages)) from error
    with hashing_turn("password"):
        return make_password(password)


def sign_out_everywhere(user: User, *, at: datetime) -> None:
    with write():
        end_sessions(user, at)
        words = f"{user.name} signed out on all devices"
        _account_act(user, user.actor, at).log("signed out", words)


def end_sessions(user: User, at: datetime) -> None:
    """End the sessions and unused sign-in links of a user.

    This also happens when a user joins a second club: an organiser of the first club may hold a
    link of this user, which must not open the second club.
    """
    User.objects.filter(pk=user.pk).update(sign_outs=F("sign_outs") + 1)
    user.refresh_from_db(fields=["sign_outs"])
    SignInLink.objects.filter(used_at=None, user=user).update(used_at=at)


def club_of(user: User) -> Club:
    clubs = Club.objects.filter(memberships__user=user).order_by("memberships__pk")
    return require(clubs.first(), f"{user} works for no club any more.")


def _account_act(user: User, actor: Actor, at: datetime) -> ClubAct:
    return ClubAct.of(club_of(user), actor, at)


def clean_name_and_email(name: str, email: str | None = None) -> tuple[str, str | None]:
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


def refuse_same_name(name: str, clubs: Collection[int], own_id: int = 0) -> None:
    """The caller must hold the locks of these clubs."""
    namesakes = User.objects.by_name_or_email(name).filter(memberships__club__in=clubs)
    if namesakes.exclude(pk=own_id).exists():
        text = f"Somebody named {name} works here already. Add a letter of the surname."
        raise Refused(Fault(text, "name"))


def refuse_same_club(typed: str, field: str, own_id: int = 0) -> None:
    """Also keep other requests from taking the name until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK_CLUB_NAMES[connection.vendor])
    matches = Club.objects.filter(Q(name__iexact=typed) | Q(address=typed.lower()))
    if matches.exclude(pk=own_id).exists():
        raise Refused(Fault("Another club has this name or address.", field))


@contextmanager
def _account_write(email: str | None, own_id: int = 0) -> Iterator[None]:
    try:
        with write():
            _refuse_taken_email(email, own_id)
            yield
    except IntegrityError:
        _refuse_taken_email(email, own_id)
        raise


def _refuse_taken_email(email: str | None, own_id: int) -> None:
    if email and User.objects.by_name_or_email(email).exclude(pk=own_id).exists():
        raise Refused(Fault("There is an account with this e-mail address already.", "email"))

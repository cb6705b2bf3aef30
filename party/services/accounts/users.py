"""Verbs about people who sign in: a new organiser, one-time links, passwords.

A link's token is known only to its holder: the database keeps its SHA-256. Passwords are hashed
before the transaction begins, so that nobody waits for the hashing.
"""

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

from party.models import Club, Membership, Party, SignInLink, User
from party.queries.clubs import helper_of_this_club_alone
from party.services.accounts.throttle import BUSY, BusyError, turn_to_hash
from party.services.write import ClubAct, write
from party.values.accounts import PROGRAM, Actor, hash_of
from party.values.clubs import free_address
from party.values.people.names import clean_name
from party.values.refusals import Fault, Refused

USED_UP = "This link has been used, or is too old. Ask for a new one, or sign in with a password."

# Who signs in by a name may mean the name or the address of a club: no constraint compares both.
ONE_NAMES_A_CLUB = {
    "postgresql": "LOCK TABLE party_club IN SHARE ROW EXCLUSIVE MODE",
    "sqlite": "SELECT 1",  # it has one writer at a time
}


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
    name, email = checked(name, email)
    _refuse_club(club_name, time_zone)
    password = make_password(None)
    with _unless_taken(email):
        user = User.objects.create(name=name, email=email, password=password)
        _let_run(user, club_name, time_zone, at, joins=joins)
    return user


def run_another_club(user: User, *, club_name: str, time_zone: str, at: datetime) -> None:
    """Let an organiser run one club more: the one of that name, else a new one."""
    _refuse_club(club_name, time_zone)
    with write():
        _let_run(user, club_name, time_zone, at, joins=True)
        end_sessions(user, at)


def _refuse_club(name: str, time_zone: str) -> None:
    if not is_time_zone(time_zone):
        text = f"“{time_zone}” is not a time zone such as America/Chicago."
        raise Refused(Fault(text, "time_zone"))
    if not name.strip():
        raise Refused(Fault("Type the name of the club.", "club_name"))


def _let_run(user: User, club_name: str, time_zone: str, at: datetime, *, joins: bool) -> None:
    name = club_name.strip()
    named = Club.objects.select_for_update(no_key=True).filter(is_sample=False)
    same = list(named.filter(name__iexact=name)) if joins else []
    if len(same) > 1:
        raise Refused(Fault(f"There are {len(same)} clubs named {name}.", "club_name"))
    club = same[0] if same else _new_club(name, time_zone)
    refuse_same_name(user.name, [club.pk], besides=user.pk)
    # Who helped at all its parties runs it now.
    role = {"role": Membership.Role.ORGANISER}
    Membership.objects.update_or_create(user=user, club=club, party=None, defaults=role)
    ClubAct.of(club, PROGRAM, at).log("organiser", f"{user} runs {club}", user=user.pk)


def _new_club(name: str, time_zone: str) -> Club:
    refuse_same_club(name, "club_name")
    taken = Club.objects.values_list("name", "address")
    address = free_address(name, {(word or "").lower() for words in taken for word in words})
    return Club.objects.create(name=name, time_zone=time_zone, address=address)


def is_time_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def change_account(user: User, *, name: str, email: str | None, at: datetime) -> User:
    name, email = checked(name, email)
    with _unless_taken(email, besides=user.pk):
        before, own = user.name, user.memberships.values("club")
        clubs = Club.objects.select_for_update(no_key=True).filter(pk__in=own).order_by("pk")
        refuse_same_name(name, [club.pk for club in clubs], besides=user.pk)
        User.objects.filter(pk=user.pk).update(name=name, email=email)
        user.name, user.email = name, email
        words = f"{before} is now {name}" if name != before else f"{name} changed the account"
        _act(user, user.actor, at).log("account", words, user=user.pk)
    return user


def make_link(
    user: User, *, actor: Actor, at: datetime, minutes: int = 60, party: Party | None = None
) -> str:
    """Return the token of a new link that signs this person in once. Older links end.

    An organiser makes one for a helper at a `party`, who works for no other club.
    """
    token = secrets.token_urlsafe(24)
    with write():
        if party:
            # Else a link could begin while who makes it is removed, and last.
            club = Club.objects.select_for_update(no_key=True).get(pk=party.club_id)
            refuse_unless_organiser(club, actor, "make a sign-in link")
        # The lock that `end_sessions` takes: who begins to work elsewhere is done before, or ends
        # this link.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if party and not helper_of_this_club_alone(party, user.pk):
            raise Refused(f"{user} no longer helps here alone: no link is made here.")
        SignInLink.objects.unused().filter(user=user).update(used_at=at)
        SignInLink.objects.create(
            user=user, token_hash=hash_of(token), expires_at=at + timedelta(minutes=minutes)
        )
        words = f"Sign-in link made for {user.name}"
        _act(user, actor, at).log("link made", words, user=user.pk)
    return token


def refuse_unless_organiser(club: Club, actor: Actor, to: str = "say who helps") -> None:
    runs = Membership.objects.filter(user=actor.user_id, role=Membership.Role.ORGANISER)
    if not runs.filter(club=club).exists():
        raise Refused(f"Only an organiser of the club can {to}.")


def use_link(token: str, *, at: datetime) -> User:
    """Return the user of the link, and mark it as used. Raises Refused when used or too old."""
    with write():
        link = (
            SignInLink.objects.unused()
            .select_for_update(of=("self",))
            .select_related("user")
            .filter(token_hash=hash_of(token), expires_at__gt=at, user__is_active=True)
            .first()
        )
        if link is None:
            raise Refused(USED_UP)
        link.used_at = at
        link.save(update_fields=["used_at"])
        words = f"{link.user.name} signed in with a link"
        _act(link.user, link.user.actor, at).log("link used", words)
        return link.user


def user_with(name: str, password: str, club: str = "") -> User | None:
    """Return who signs in with this name, or address, and password; None where nobody does.

    One password is hashed, whoever it is for: the time says nothing about which names there are.
    """
    user = User.objects.signing_in(name, club)
    if user is None:
        make_password(password)
        return None
    return user if user.check_password(password) else None


def set_password(user: User, raw: str, *, at: datetime) -> None:
    """Set a password. Sessions on other devices end with the old one, and so do links."""
    hashed = hashed_password(raw, user)
    with write():
        user.password = hashed
        user.save(update_fields=["password"])
        SignInLink.objects.unused().filter(user=user).update(used_at=at)
        _act(user, user.actor, at).log("password", f"{user.name} set a password")


def hashed_password(raw: str, user: User) -> str:
    """Return the hash of a new password. Raises Refused for one that others guess."""
    try:
        validate_password(raw, user)
    except ValidationError as error:
        raise Refused(*(Fault(text, "password") for text in error.messages)) from error
    try:
        with turn_to_hash():
            return make_password(raw)
    except BusyError:
        raise Refused(Fault(BUSY, "password")) from None


def sign_out_everywhere(user: User, *, at: datetime) -> None:
    """End this person's sessions on all devices, and the links that would begin another."""
    with write():
        end_sessions(user, at)
        words = f"{user.name} signed out on all devices"
        _act(user, user.actor, at).log("signed out", words)


def end_sessions(user: User, at: datetime) -> None:
    """End somebody's sessions and links, within a verb.

    Who begins to work for a club more may have links, and sessions that began with one, in the
    hands of an organiser of the other.
    """
    User.objects.filter(pk=user.pk).update(sign_outs=F("sign_outs") + 1)
    user.refresh_from_db(fields=["sign_outs"])
    SignInLink.objects.unused().filter(user=user).update(used_at=at)


def club_of(user: User) -> Club:
    """Return the club whose log has the lines about this person's account."""
    club = Club.objects.filter(memberships__user=user).order_by("memberships__pk").first()
    if club is None:
        raise Refused(f"{user} works for no club any more.")
    return club


def _act(user: User, actor: Actor, at: datetime) -> ClubAct:
    """Return the act of a verb about an account. It locks no club: the account is the user's."""
    return ClubAct.of(club_of(user), actor, at)


def checked(name: str, email: str | None = None) -> tuple[str, str | None]:
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


def refuse_same_name(name: str, clubs: Collection[int], besides: int = 0) -> None:
    """Refuse a name that somebody else at one of these clubs has; the clubs are locked."""
    others = User.objects.known_as(name).filter(memberships__club__in=clubs)
    if others.exclude(pk=besides).exists():
        text = f"Somebody named {name} works here already. Add a letter of the surname."
        raise Refused(Fault(text, "name"))


def refuse_same_club(typed: str, field: str, besides: int = 0) -> None:
    """Refuse a club's name or address by which people of another club sign in.

    Nobody else names a club until the transaction ends: of two at one moment, one is refused.
    """
    with connection.cursor() as cursor:
        cursor.execute(ONE_NAMES_A_CLUB[connection.vendor])
    same = Club.objects.filter(Q(name__iexact=typed) | Q(address=typed.lower()))
    if same.exclude(pk=besides).exists():
        raise Refused(Fault("Another club has this name or address.", field))


@contextmanager
def _unless_taken(email: str | None, besides: int = 0) -> Iterator[None]:
    """Run the block that writes an account; refuse an address that is taken.

    Of two who take one address at one moment, one is refused. `besides` is the account's id.
    """
    try:
        with write():
            _refuse_taken(email, besides)
            yield
    except IntegrityError:
        _refuse_taken(email, besides)
        raise


def _refuse_taken(email: str | None, besides: int) -> None:
    if email and User.objects.known_as(email).exclude(pk=besides).exists():
        raise Refused(Fault("There is an account with this e-mail address already.", "email"))

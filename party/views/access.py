"""Who may see and change which party: every view of a party calls one of these first."""

from contextlib import suppress
from datetime import datetime
from http import HTTPStatus
from typing import TypedDict, TypeVar

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest
from django.utils import timezone

from party.models import Club, Membership, Party, Series, User
from party.services.accounts.throttle import may_guess
from party.values.accounts import Actor

T = TypeVar("T")
GUESSED = "Too many wrong addresses came from here. Wait 15 minutes, or scan the code once more."


def signed_in(request: HttpRequest) -> User:
    """Return the signed-in user. The login middleware keeps everybody else off these pages."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


class ActorAndTime(TypedDict):
    """Who does something, and when: every verb takes both."""

    actor: Actor
    at: datetime


def done_by(request: HttpRequest) -> ActorAndTime:
    """Return the signed-in user and the present time, for `verb(…, **done_by(request))`."""
    return {"actor": signed_in(request).actor, "at": timezone.now()}


def party_or_404(request: HttpRequest, party_id: int) -> Party:
    """Return a party that this person organises or helps at; a stranger gets a 404."""
    party = Party.objects.with_role(signed_in(request), party_id)
    if party is None or party.role is None:
        raise Http404
    return party


def or_404(value: T | None) -> T:
    """Return what was looked up; raise Http404 where there is none."""
    if value is None:
        raise Http404
    return value


def organises(request: HttpRequest, owned: Party | Series | Club) -> bool:
    """Return whether the signed-in user is an organiser; helpers enter hands only."""
    if isinstance(owned, Party):
        return owned.organised
    club_id = owned.pk if isinstance(owned, Club) else owned.club_id
    memberships = signed_in(request).memberships.filter(club=club_id)
    return memberships.filter(role=Membership.Role.ORGANISER).exists()


def refuse_helpers(request: HttpRequest, owned: Party | Series | Club) -> None:
    """Answer with a 403 that says why, except to an organiser."""
    if not organises(request, owned):
        raise PermissionDenied("Only an organiser can do this. Ask the organiser at the desk.")


def party_of_club(request: HttpRequest, party_id: int) -> Party:
    """Return a party to those who work for the whole club, and may see the people of it."""
    party = party_or_404(request, party_id)
    if not party.club_is_known:
        raise PermissionDenied("You help at this party only: ask the organiser at the desk.")
    return party


def organised_party(request: HttpRequest, party_id: int) -> Party:
    """Return a party to its organiser; a helper gets a 403 with the reason, a stranger a 404."""
    party = party_or_404(request, party_id)
    refuse_helpers(request, party)
    return party


def client_address(request: HttpRequest) -> str:
    """Return where a visitor comes from: behind the proxy, the address that the proxy added."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def wrong_address(request: HttpRequest, words: str, status: int) -> tuple[str, int]:
    """Return what to say to whoever opens nothing: `words`, after too many of them to wait.

    What the host has closed answers and counts as what never was: nothing tells them apart.
    """
    with suppress(OperationalError):  # the disk may be full
        if not may_guess(client_address(request), timezone.now()):
            return GUESSED, HTTPStatus.TOO_MANY_REQUESTS
    return words, status

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
from party.services.accounts.sign_in_throttle import permit_guess
from party.values.accounts import Actor

T = TypeVar("T")
TOO_MANY_GUESSES = (
    "Too many wrong addresses came from here. Wait 15 minutes, or scan the code once more."
)


def signed_in_user(request: HttpRequest) -> User:
    """Return the user. No Http404 is raised: the login middleware refuses strangers first."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


class ActorAndTime(TypedDict):
    actor: Actor
    at: datetime


def actor_and_time(request: HttpRequest) -> ActorAndTime:
    """Return the arguments that every verb takes: `verb(…, **actor_and_time(request))`."""
    return {"actor": signed_in_user(request).actor, "at": timezone.now()}


def party_or_404(request: HttpRequest, party_id: int) -> Party:
    """Return the party if the user organises it or helps there."""
    party = Party.objects.with_role(signed_in_user(request), party_id)
    if party is None or party.role is None:
        raise Http404
    return party


def or_404(value: T | None) -> T:
    if value is None:
        raise Http404
    return value


def can_organise(request: HttpRequest, owned: Party | Series | Club) -> bool:
    if isinstance(owned, Party):
        return owned.user_is_organiser
    club_id = owned.pk if isinstance(owned, Club) else owned.club_id
    memberships = signed_in_user(request).memberships.filter(club=club_id)
    return memberships.filter(role=Membership.Role.ORGANISER).exists()


def refuse_helpers(request: HttpRequest, owned: Party | Series | Club) -> None:
    if not can_organise(request, owned):
        raise PermissionDenied("Only an organiser can do this. Ask the organiser at the desk.")


def party_of_club(request: HttpRequest, party_id: int) -> Party:
    """Return the party if the user may see all people of its club."""
    party = party_or_404(request, party_id)
    if not party.user_sees_club:
        raise PermissionDenied("You help at this party only: ask the organiser at the desk.")
    return party


def organised_party(request: HttpRequest, party_id: int) -> Party:
    """Return the party to an organiser; a helper gets a 403 with the reason, others a 404."""
    party = party_or_404(request, party_id)
    refuse_helpers(request, party)
    return party


def client_address(request: HttpRequest) -> str:
    """Behind the proxy, trust only the last address, which the proxy added."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def answer_to_wrong_address(request: HttpRequest, text: str, status: int) -> tuple[str, int]:
    """Count the guess; return the text and status of the answer.

    A page that the host has closed gets the same answer and counts like a page that never existed:
    otherwise guesses would find out which codes exist.
    """
    with suppress(OperationalError):  # on a full disk, answer without counting
        if not permit_guess(client_address(request), timezone.now()):
            return TOO_MANY_GUESSES, HTTPStatus.TOO_MANY_REQUESTS
    return text, status

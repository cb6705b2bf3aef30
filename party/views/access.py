"""Whose party is it? Every page of a party begins here."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from party.models import Membership, Party, User
from party.models.accounts import user_actor
from party.values.accounts import Actor


def signed_in(request: HttpRequest) -> User:
    """Return who asks. The login middleware lets nobody else through to these pages."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def actor_of(request: HttpRequest) -> Actor:
    return user_actor(signed_in(request))


def party_or_404(request: HttpRequest, party_id: int) -> Party:
    """Return a party that this person organises or helps at; a stranger learns nothing."""
    parties = Party.objects.for_user(signed_in(request)).select_related("club")
    return get_object_or_404(parties, pk=party_id)


def organises(user: User, party: Party) -> bool:
    """Tell organisers from helpers: helpers enter hands, they do not change the party itself."""
    return user.memberships.filter(club=party.club_id, role=Membership.Role.ORGANISER).exists()


def organised_party(request: HttpRequest, party_id: int) -> Party:
    """Return a party for what only organisers do; a helper is told so, a stranger gets a 404."""
    party = party_or_404(request, party_id)
    if not organises(signed_in(request), party):
        raise PermissionDenied("Only an organiser can do this. Ask the organiser at the desk.")
    return party

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from party.forms.plain_form import TypedNameForm
from party.models import Club, Player
from party.queries.people.former_players import removal_page
from party.queries.people.person_file import person_file
from party.queries.people.players import players_of_club
from party.services.people import former_players
from party.values.people.person import ClubPlayer
from party.views.access import actor_and_time
from party.views.downloads import attachment, file_name
from party.views.people.merge_players import club_or_404
from party.views.refusals import Attempt


@require_safe
def club_player(request: HttpRequest, club_id: int, player_id: int) -> HttpResponse:
    club, player = _club_and_player(request, club_id, player_id)
    entrants = player.entrants.select_related("party").order_by("-party__starts_at", "-pk")
    context = {"club": club, "player": _listed_player(player), "evenings": entrants}
    return render(request, "people/club_player.html", context)


@never_cache
@require_safe
def club_player_file(request: HttpRequest, club_id: int, player_id: int) -> HttpResponse:
    _, player = _club_and_player(request, club_id, player_id)
    text = json.dumps(person_file(player), ensure_ascii=False, indent=2)
    return attachment(f"{file_name(player.name, None)}.json", text, "application/json")


@never_cache
def remove_player(request: HttpRequest, club_id: int, player_id: int) -> HttpResponse:
    club, player = _club_and_player(request, club_id, player_id)
    form = TypedNameForm(request.POST or None, noun="person", expected=player.name)
    if form.is_valid():
        with Attempt(request):
            label = former_players.remove_player(club.pk, player.pk, **actor_and_time(request))
            messages.success(request, f"The name is gone: it is {label} everywhere now.")
            return redirect("club_players", club.pk)
        return redirect("remove_player", club.pk, player.pk)
    context = {"club": club, "player": player, "person": _listed_player(player)}
    context |= {"page": removal_page(player), "form": form}
    return render(request, "people/remove_player.html", context)


@require_POST
def keep_name(request: HttpRequest, club_id: int, player_id: int) -> HttpResponse:
    club, player = _club_and_player(request, club_id, player_id)
    with Attempt(request, success=f"{player} stays on the list."):
        former_players.keep_name(club.pk, player.pk, **actor_and_time(request))
    return redirect("club_players", club.pk)


def _club_and_player(request: HttpRequest, club_id: int, player_id: int) -> tuple[Club, Player]:
    club = club_or_404(request, club_id)
    return club, get_object_or_404(club.players.select_related("club"), pk=player_id)


def _listed_player(player: Player) -> ClubPlayer:
    """Return the player as on the club's list, which distinguishes equal names."""
    return next(each for each in players_of_club(player.club) if each.id == player.pk)

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from party.forms.people.merge_players import MergeForm
from party.models import Club
from party.queries.people import merge_players as reads
from party.queries.people.former_players import returned_players
from party.queries.people.players import players_of_club
from party.rosters import shortened
from party.services.people import merge_players
from party.tables.people.club_players import ClubTable
from party.views.access import actor_and_time, or_404, refuse_helpers, signed_in_user
from party.views.downloads import download_table
from party.views.paging import configure_table
from party.views.refusals import Attempt

ROWS_A_PAGE = 100
MOST_CANDIDATES = 20


@require_safe
def club_players(request: HttpRequest, club_id: int) -> HttpResponse:
    club = club_or_404(request, club_id)
    people = players_of_club(club)
    typed_name = request.GET.get("q", "").strip()
    people_shown = reads.players_by_name(people, typed_name) if typed_name else people
    table = ClubTable(people_shown, club=club.pk, zone=club.time_zone)
    configure_table(request, table, ROWS_A_PAGE)
    context = {
        "club": club,
        "typed": shortened(typed_name),
        "people": people,
        "table": table,
        "pairs": () if typed_name else reads.similar_pairs(club, people),
        "done": reads.recent_merges(club),
        "returned": () if typed_name else returned_players(club),
    }
    return render(request, "people/club_players.html", context)


@require_safe
def club_file(request: HttpRequest, club_id: int, kind: str) -> HttpResponse:
    club = club_or_404(request, club_id)
    table = ClubTable(players_of_club(club), club=club.pk, zone=club.time_zone)
    return download_table("players", kind, table, club)


@require_safe
def same_player(request: HttpRequest, club_id: int, player_id: int) -> HttpResponse:
    """Offer players with a similar name, or with the name that was typed."""
    club = club_or_404(request, club_id)
    people = players_of_club(club)
    player = or_404(next((each for each in people if each.id == player_id), None))
    typed_name = request.GET.get("q", "").strip()
    others = [each for each in people if each.id != player.id]
    found = reads.players_by_name(others, typed_name)
    candidates = found if typed_name else reads.similar_players(player, others)
    context = {
        "club": club,
        "player": player,
        "typed": shortened(typed_name),
        "candidates": candidates[:MOST_CANDIDATES],
        "more": len(candidates) > MOST_CANDIDATES,
    }
    return render(request, "people/same_player.html", context)


def merge(request: HttpRequest, club_id: int, player_id: int, other_id: int) -> HttpResponse:
    club = club_or_404(request, club_id)
    effects = or_404(reads.merge_of(club, player_id, other_id))
    form = MergeForm(request.POST if request.method == "POST" else None, merge=effects)
    if form.is_valid():
        kept_id = form.value
        duplicate_id = other_id if kept_id == player_id else player_id
        with Attempt(request, form):
            kept = merge_players.merge_players(
                club.pk, kept_id=kept_id, duplicate_id=duplicate_id, **actor_and_time(request)
            )
            messages.success(request, f"Merged into {kept}.")
            return redirect("club_players", club.pk)
    context = {"club": club, "merge": effects, "form": form}
    return render(request, "people/merge_players.html", context)


@require_POST
def unmerge_players(request: HttpRequest, club_id: int, line_id: int) -> HttpResponse:
    club = club_or_404(request, club_id)
    with Attempt(request, success="They are two players again."):
        merge_players.unmerge_players(club.pk, line_id, **actor_and_time(request))
    return redirect("club_players", club.pk)


def club_or_404(request: HttpRequest, club_id: int) -> Club:
    """Return the club to an organiser; a helper gets a 403, a stranger a 404."""
    user = signed_in_user(request)
    clubs = Club.objects.filter(memberships__user=user, memberships__party=None).distinct()
    club = get_object_or_404(clubs, pk=club_id)
    refuse_helpers(request, club)
    return club

from datetime import date
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from party.forms.evening.parties import MOST_PEOPLE, MOVEMENTS, NewPartyForm, SettingsForm
from party.forms.people.name_lists import newcomer_of_player
from party.models import Club, Party
from party.queries.backups.kept_copies import backup_folder, organises_everything
from party.queries.evening import parties as reads
from party.queries.evening.forecast import club_paces
from party.queries.people.players import entrants_who_played, players_of_last_party
from party.queries.people.wishes import wishes_to_confirm
from party.queries.standings.series import newest_series, season
from party.services.backups.updates import pop_update
from party.services.evening import parties
from party.services.people import players
from party.tables.evening import PARTY_HEADINGS, party_rows
from party.values.evening.usual_evenings import next_evening
from party.values.numbers import counted, number_of
from party.views.access import (
    actor_and_time,
    can_organise,
    organised_party,
    party_or_404,
    signed_in_user,
)
from party.views.downloads import download
from party.views.hosting import may_stop
from party.views.refusals import Attempt

MOST_SHOWN = 500


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    shown = MOST_SHOWN if request.GET.get("all") else reads.SHOWN
    organised = list(reads.clubs_organised_by(user))
    backups = backup_folder() is not None and organises_everything(user)
    series = newest_series(user)
    context = {
        "home": reads.home(user, timezone.now(), shown=shown),
        "clubs": [club for club in organised if not club.is_sample],
        "runs": {club.pk for club in organised},
        "series": series,
        "season": season(series) if series else None,
        "backups": backups,
        "update": pop_update() if backups else None,
        "may_stop": may_stop(request),
    }
    return render(request, "evening/home.html", context)


@require_safe
def parties_file(request: HttpRequest, kind: str) -> HttpResponse:
    rows = party_rows(reads.parties_of(signed_in_user(request)))
    return download("parties", kind, PARTY_HEADINGS, rows, None)


def new_party(request: HttpRequest) -> HttpResponse:
    """The query names the party to copy as `like`; the default is the latest party of the club.

    With `empty` nothing is copied.
    """
    clubs = list(reads.real_clubs_organised_by(signed_in_user(request)))
    if not clubs:
        raise PermissionDenied("Only an organiser can start a party.")
    chosen = reads.party_of(clubs, number_of(request.GET.get("like")) or 0)
    chosen_clubs = [club for club in clubs if club.pk == number_of(request.GET.get("club"))]
    latest = chosen or reads.latest_party(*(chosen_clubs or clubs))
    first_club_id = latest.club_id if latest else [*chosen_clubs, *clubs][0].pk
    clubs.sort(key=lambda club: club.pk != first_club_id)
    last = None if "empty" in request.GET else latest
    players_before = (
        entrants_who_played(last).exclude(player=None).count() if last and chosen else 0
    )
    form = NewPartyForm(
        None if _is_preview(request) else request.POST or None,
        clubs=clubs,
        last=reads.plan_to_repeat(last) if last else None,
        players_before=players_before,
        next_evening=next_evening(reads.latest_starts(clubs[0]), _today_at(clubs[0])),
        typed=_shown_answers(request, people=reads.count_people(last).listed if last else 0),
        paces=club_paces(clubs[0]),
    )
    if form.is_valid():
        with Attempt(request, form):
            source_id = last.pk if last else None
            party = parties.create_party(
                form.club.pk, form.plan(), source_party_id=source_id, **actor_and_time(request)
            )
            if form.is_everybody_expected and last:
                return _add_players_of_last_party(request, party, last)
            messages.success(request, f"{party} is ready. Next, add your players.")
            return redirect("party_hub", party.pk)
    context = {"form": form, "last": last, "latest": latest, "clubs": clubs}
    return render(request, "evening/new_party.html", context)


def _add_players_of_last_party(request: HttpRequest, party: Party, last: Party) -> HttpResponse:
    people = [newcomer_of_player(each) for each in players_of_last_party(last, party)]
    with Attempt(request):
        players.add_entrants(party.pk, people, **actor_and_time(request))
        text = f"{party} is ready. {counted(len(people), 'person', 'people')} expected."
        if wishes := wishes_to_confirm(party):
            text += f" {counted(len(wishes), 'wish', 'wishes')} from last time to confirm."
        messages.success(request, text)
    return redirect("party_hub", party.pk)


def _today_at(club: Club) -> date:
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()


def _is_preview(request: HttpRequest) -> bool:
    return "look" in request.POST


def _shown_answers(request: HttpRequest, *, people: int) -> dict[str, object]:
    if _is_preview(request):
        return dict(request.POST.items())
    # The form must accept its initial number of people, even if more are on the list.
    values: dict[str, object] = {"people": min(people, MOST_PEOPLE)} if people else {}
    values["again"] = True
    if request.GET.get("movement") in MOVEMENTS:
        values["movement"] = request.GET["movement"]
    return values


@require_safe
def hub(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    may_run = can_organise(request, party)
    page = reads.hub_page(party, for_organiser=may_run)
    context = {"party": party, "page": page, "may_run": may_run}
    return render(request, "evening/hub.html", context)


@require_POST
def archive(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(
        request, success=f"{party} is archived: it is in the list at the end of this page."
    ):
        parties.archive_party(party.pk, **actor_and_time(request))
        return redirect("home")
    return redirect("party_hub", party.pk)


@require_POST
def bring_back(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, success=f"{party} is back on this page."):
        parties.unarchive_party(party.pk, **actor_and_time(request))
    return redirect("home")


def settings(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    before = reads.plan_of(party)
    tables = reads.tables_drawn(party)
    form = SettingsForm(
        None if _is_preview(request) else request.POST or None,
        club=party.club,
        before=before,
        tables=tables,
        typed=_shown_answers(request, people=reads.count_people(party).listed),
        paces=club_paces(party.club),
    )
    if form.is_valid():
        with Attempt(request, form, success="The plan is saved."):
            parties.change_party(party.pk, form.plan(), **actor_and_time(request))
            return redirect("party_hub", party.pk)
    context = {
        "party": party,
        "form": form,
        "drawn": tables > 0,
        "plan": reads.plan_rows(party),
    }
    return render(request, "evening/settings.html", context)

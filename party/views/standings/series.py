from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from party.forms.standings import SeriesForm
from party.models import Series
from party.pdf.standings.series import season_sheet
from party.queries.clubs import in_several_clubs
from party.queries.evening.parties import latest_party, real_clubs_organised_by
from party.queries.standings import series as reads
from party.services.standings import series as verbs
from party.tables.standings.series import HEADINGS, SeasonTable, series_rows
from party.values.papers import Heading, Look, PaperSize
from party.views.access import actor_and_time, can_organise, refuse_helpers, signed_in_user
from party.views.downloads import download, download_table, show_pdf
from party.views.paging import configure_table
from party.views.papers.paper import requested_look
from party.views.refusals import Attempt

ROWS_A_PAGE = 100


@require_safe
def series_list(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    context = {
        "series": reads.series_of(user),
        "clubs": real_clubs_organised_by(user),
        "several": in_several_clubs(user),
    }
    return render(request, "standings/series_list.html", context)


def new_series(request: HttpRequest, club_id: int) -> HttpResponse:
    club = get_object_or_404(real_clubs_organised_by(signed_in_user(request)), pk=club_id)
    form = SeriesForm(request.POST or None, parties=reads.parties_to_choose(club))
    if form.is_valid():
        with Attempt(request, form):
            series = verbs.create_series(club.pk, form.plan(), **actor_and_time(request))
            messages.success(request, f"{series} is created.")
            return redirect("series", series.pk)
    context = {"form": form, "club": club, "several": in_several_clubs(signed_in_user(request))}
    return render(request, "standings/new_series.html", context)


@require_safe
def series_file(request: HttpRequest, kind: str) -> HttpResponse:
    rows = series_rows(reads.series_of(signed_in_user(request)))
    return download("series", kind, HEADINGS, rows, None)


@require_safe
def season_page(request: HttpRequest, series_id: int) -> HttpResponse:
    series = _series_or_404(request, series_id)
    season = reads.season(series)
    table = SeasonTable(season)
    configure_table(request, table, ROWS_A_PAGE)
    context = {
        "series": series,
        "season": season,
        "table": table,
        "may_run": can_organise(request, series),
        "several": in_several_clubs(signed_in_user(request)),
    }
    return render(request, "standings/season.html", context)


@require_safe
def season_file(request: HttpRequest, series_id: int, kind: str) -> HttpResponse:
    series = _series_or_404(request, series_id)
    return download_table("standings", kind, SeasonTable(reads.season(series)), series)


@require_safe
def season_pdf(request: HttpRequest, series_id: int) -> HttpResponse:
    """Use the paper size of the club's latest party."""
    series = _series_or_404(request, series_id)
    last = latest_party(series.club)
    usual = PaperSize(last.paper) if last else PaperSize.LETTER
    look = requested_look(request.GET, Look(paper=usual))
    heading = Heading(party=series.name, place=series.club.name)
    content = season_sheet(reads.season(series), heading, look)
    return show_pdf("series", content)


def change_series(request: HttpRequest, series_id: int) -> HttpResponse:
    series = _organised_series(request, series_id)
    plan = reads.plan_of(series)
    choices = reads.parties_to_choose(series.club, plan.parties)
    form = SeriesForm(request.POST or None, parties=choices, plan=plan)
    if form.is_valid():
        with Attempt(request, form, success="The season is saved."):
            verbs.change_series(series.pk, form.plan(), **actor_and_time(request))
            return redirect("series", series.pk)
    return render(request, "standings/change_series.html", {"form": form, "series": series})


@require_POST
def remove_series(request: HttpRequest, series_id: int) -> HttpResponse:
    series = _organised_series(request, series_id)
    with Attempt(request, success=f"{series} is removed."):
        verbs.remove_series(series.pk, **actor_and_time(request))
    return redirect("series_list")


def _series_or_404(request: HttpRequest, series_id: int) -> Series:
    rows = Series.objects.for_user(signed_in_user(request)).select_related("club")
    return get_object_or_404(rows, pk=series_id)


def _organised_series(request: HttpRequest, series_id: int) -> Series:
    series = _series_or_404(request, series_id)
    refuse_helpers(request, series)
    return series

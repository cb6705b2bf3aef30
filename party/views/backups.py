"""Backups: what is kept, tonight as one file, and a file opened in the place of everything."""

import tempfile
from pathlib import Path
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from party.forms.backups import BackupForm, OpenPartyForm, PartyFileForm
from party.models import Club
from party.queries.backups.check import damaged_tables, told_differences
from party.queries.backups.contents import read_contents
from party.queries.backups.kept import (
    backup_folder,
    copies_in,
    organises_everything,
    places,
)
from party.queries.backups.party_contents import has_party, known_players, read_party
from party.queries.evening.parties import clubs_run_by
from party.services.accounts.sessions import begin_session
from party.services.accounts.users import club_of
from party.services.backups.copies import write_copy
from party.services.backups.party_files import (
    drop_file,
    export_party,
    import_party,
    keep_file,
    kept_file,
)
from party.services.backups.restore import OPENED, keep_upload, organiser_after, restore
from party.values.backups import LARGEST_PARTY, POLICY, Place
from party.values.numbers import counted, moment
from party.values.refusals import Refused
from party.views.access import done_by, organised_party, signed_in
from party.views.downloads import file_name
from party.views.refusals import Attempt

SHOWN = 20
KEPT = "party_file"  # in the session: the key of the file that was chosen last
CHANGED = "Another file has been chosen since. Look once more at what is in it."


def backups(request: HttpRequest) -> HttpResponse:
    """Show what is kept, and take a file, which is shown before it is opened."""
    folder, zone = _folder(request)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = BackupForm(*sent)
    if form.is_valid():
        try:
            return redirect("backup", keep_upload(form.value.chunks()))
        except Refused as refused:
            form.add_error("file", str(refused))
    now = timezone.now()
    context = {
        "form": form,
        "places": kept_lines(zone),
        "copies": [(each, moment(each.at, now, zone)) for each in copies_in(folder)[:SHOWN]],
        "policy": POLICY,
    }
    return render(request, "backups/backups.html", context)


@never_cache
@require_POST
def backup_now(request: HttpRequest) -> HttpResponse:
    """Answer with everything as it is now, in one file."""
    _, zone = _folder(request)
    with Attempt(request), tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "copy.sqlite3"
        write_copy(file)
        answer = HttpResponse(file.read_bytes(), content_type="application/vnd.sqlite3")
        called = f"Head Table {timezone.now().astimezone(zone):%Y-%m-%d %H%M}.sqlite3"
        answer["Content-Disposition"] = content_disposition_header(
            as_attachment=True, filename=called
        )
        return answer
    return redirect("backups")


@never_cache
def backup(request: HttpRequest, name: str) -> HttpResponse:
    """Show what is in a copy, and open it in the place of everything that is here."""
    folder, zone = _folder(request)
    if name != OPENED and name not in {copy.name for copy in copies_in(folder)}:
        raise Http404
    file = folder / name
    if not file.is_file():
        raise Http404
    try:
        contents, mark = read_contents(file), _mark(file)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("backups")
    problems: list[str] = []
    if request.method == "POST":
        try:
            return _open(request, file, mark)
        except Refused as refused:
            problems = refused.texts
    last = contents.last_written
    context = {
        "contents": contents,
        "parties": [(each, each.starts_at.astimezone(zone)) for each in contents.parties],
        "last": moment(last, timezone.now(), zone) if last else "",
        "mark": mark,
        "problems": problems,
        "then": contents.organiser_after(signed_in(request).name),
        "who": [name for name, _ in contents.organisers],
        "clubs_here": list(Club.objects.values_list("name", flat=True)),
    }
    return render(request, "backups/backup.html", context)


def _open(request: HttpRequest, file: Path, mark: str) -> HttpResponse:
    """Restore, and let whoever did it go on as the organiser of what is there now."""
    if request.POST.get("seen") != mark:
        raise Refused(CHANGED)
    before = signed_in(request)
    opened = restore(file, at=timezone.now())
    if (user := organiser_after(before)) is None:
        return redirect("login")
    begin_session(request, user)
    parties = counted(opened.parties, "party", "parties")
    done = f"The backup is open: {parties}. You are signed in as {user}."
    messages.success(request, f"{done} What was here before is kept among the copies.")
    for line in opened.differences:
        messages.error(request, line)
    return redirect("home")


@require_GET
def check_party(request: HttpRequest, party_id: int) -> HttpResponse:
    """Work the party out once more from its rows, and say what differs."""
    party = organised_party(request, party_id)
    differences = [*damaged_tables(), *told_differences(party)]
    context = {"party": party, "differences": differences}
    return render(request, "backups/check_party.html", context)


def kept_lines(zone: ZoneInfo) -> list[tuple[Place, str]]:
    """Return the places of copies, each with the time of the last good one in words."""
    now = timezone.now()
    return [(place, moment(place.good, now, zone) if place.good else "") for place in places()]


def _folder(request: HttpRequest) -> tuple[Path, ZoneInfo]:
    """Return the folder of the copies and the clock of who asks: an organiser of every club.

    On a database that many clubs share there are no such pages.
    """
    folder, user = backup_folder(), signed_in(request)
    if folder is None:
        raise Http404
    if not organises_everything(user):
        raise PermissionDenied("Only an organiser of all clubs here may copy or replace them.")
    return folder, ZoneInfo(club_of(user).time_zone)


def _mark(file: Path) -> str:
    state = file.stat()
    return f"{state.st_size}-{state.st_mtime_ns}"


@never_cache
@require_GET
def party_file(request: HttpRequest, party_id: int) -> HttpResponse:
    """Answer with a party as one file, which opens in another club."""
    party = organised_party(request, party_id)
    answer = HttpResponse(export_party(party.pk), content_type="application/json")
    answer["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"{file_name('', party)}.party.json"
    )
    return answer


def open_party(request: HttpRequest) -> HttpResponse:
    """Take the file of a party, which is shown before it is stored."""
    clubs = _clubs(request)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = PartyFileForm(*sent, clubs=clubs)
    if form.is_valid():
        file, club = form.value
        try:
            text = file.read(LARGEST_PARTY + 1)
            read_party(text)
        except Refused as refused:
            form.add_error("file", str(refused))
        else:
            drop_file(request.session.get(KEPT, ""))
            request.session[KEPT] = keep_file(text, club)
            return redirect("party_look")
    return render(request, "backups/open_party.html", {"form": form})


@never_cache
def look_at_party(request: HttpRequest) -> HttpResponse:
    """Show what is in the file of a party, and put it into the club."""
    clubs, key = {club.pk: club for club in _clubs(request)}, request.session.get(KEPT, "")
    kept = kept_file(key)
    if kept is None or kept[1] not in clubs:
        messages.error(request, "Choose the file once more.")
        return redirect("party_open")
    file, club = read_party(kept[0]), clubs[kept[1]]
    players = known_players(club, file)
    sent, first = request.POST or None, {"seen": key}
    form = OpenPartyForm(sent, known=len(players.known), edited=file.is_edited, initial=first)
    if form.is_whole():
        seen, same = form.value
        with Attempt(request):
            if seen != key:
                raise Refused(CHANGED)
            who = done_by(request)
            party, differences = import_party(club.pk, file, same_people=same, kept=key, **who)
            messages.success(request, f"{party} is open in {club}, and goes on from here.")
            for line in differences:
                messages.error(request, line)
            return redirect("party_hub", party.pk)
        return redirect("party_look")
    starts = file.inside.starts_at.astimezone(ZoneInfo(club.time_zone))
    twice = has_party(club, file)
    context = {"form": form, "file": file, "club": club, "starts": starts, "players": players}
    context["back"] = reverse("party_open")
    return render(request, "backups/look_at_party.html", context | {"twice": twice})


def _clubs(request: HttpRequest) -> list[Club]:
    clubs = list(clubs_run_by(signed_in(request)))
    if not clubs:
        raise PermissionDenied("Only an organiser can open a party.")
    return clubs

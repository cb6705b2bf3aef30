import tempfile
from pathlib import Path
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from party.forms.backups import BackupForm, OpenPartyForm, PartyFileForm
from party.models import Club, SlipPicture
from party.queries.backups.check import damaged_tables, readable_differences
from party.queries.backups.contents import read_contents
from party.queries.backups.kept_copies import (
    BackupPlace,
    backup_folder,
    backup_places,
    copies_in,
    organises_everything,
)
from party.queries.backups.party_contents import (
    LARGEST_PARTY,
    has_party,
    match_players,
    read_party,
)
from party.queries.evening.parties import real_clubs_organised_by
from party.queries.people.former_players import returned_text
from party.services.accounts.sessions import begin_session
from party.services.accounts.users import club_of
from party.services.backups.copies import POLICY, write_copy
from party.services.backups.party_files import (
    delete_pending_file,
    export_party,
    import_party,
    pending_file,
    store_pending_file,
)
from party.services.backups.restore import UPLOAD_NAME, next_organiser, restore, store_upload
from party.values.numbers import counted, moment
from party.values.refusals import Refused
from party.views.access import actor_and_time, client_address, organised_party, signed_in_user
from party.views.downloads import attachment, file_name
from party.views.refusals import Attempt, NoteButton, report_success

MOST_COPIES_SHOWN = 20
SESSION_KEY = "party_file"  # the session has the key of the chosen file under this name
CHANGED = "Another file has been chosen since. Look at its contents once more."


def backups(request: HttpRequest) -> HttpResponse:
    folder, zone = _folder_and_zone(request)
    form_data = (request.POST, request.FILES) if request.method == "POST" else ()
    form = BackupForm(*form_data)
    if form.is_valid():
        try:
            return redirect("backup", store_upload(form.value.chunks()))
        except Refused as refused:
            form.add_error("file", str(refused))
    at = timezone.now()
    context = {
        "form": form,
        "places": copy_lines(zone),
        "copies": [
            (each, moment(each.at, at, zone)) for each in copies_in(folder)[:MOST_COPIES_SHOWN]
        ],
        "policy": POLICY,
        "has_pictures": SlipPicture.objects.exists(),
        "command": settings.COMMAND,
    }
    return render(request, "backups/backups.html", context)


@never_cache
@require_POST
def backup_now(request: HttpRequest) -> HttpResponse:
    _, zone = _folder_and_zone(request)
    with Attempt(request), tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "copy.sqlite3"
        write_copy(file, without_pictures="without_pictures" in request.POST)
        name = f"Head Table {timezone.now().astimezone(zone):%Y-%m-%d %H%M}.sqlite3"
        return attachment(name, file.read_bytes(), "application/vnd.sqlite3")
    return redirect("backups")


@never_cache
def backup(request: HttpRequest, name: str) -> HttpResponse:
    folder, zone = _folder_and_zone(request)
    if name != UPLOAD_NAME and name not in {copy.name for copy in copies_in(folder)}:
        raise Http404
    file = folder / name
    if not file.is_file():
        raise Http404
    try:
        contents, mark = read_contents(file), _version_of_file(file)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("backups")
    problems: list[str] = []
    if request.method == "POST":
        try:
            return _restore_backup(request, file, mark)
        except Refused as refused:
            problems = refused.texts
    last_written = contents.last_written
    context = {
        "contents": contents,
        "command": settings.COMMAND,
        "parties": [(each, each.starts_at.astimezone(zone)) for each in contents.parties],
        "last_written": moment(last_written, timezone.now(), zone) if last_written else "",
        "mark": mark,
        "problems": problems,
        "next_organiser": contents.next_organiser(signed_in_user(request).name),
        "organisers": [name for name, _ in contents.organisers],
        "clubs_here": list(Club.objects.values_list("name", flat=True)),
    }
    return render(request, "backups/backup.html", context)


def _restore_backup(request: HttpRequest, file: Path, mark: str) -> HttpResponse:
    if request.POST.get("seen") != mark:
        raise Refused(CHANGED)
    previous = signed_in_user(request)
    result = restore(file, at=timezone.now())
    if (user := next_organiser(previous)) is None:
        return redirect("login")
    begin_session(request, user, address=client_address(request))
    parties = counted(result.parties, "party", "parties")
    text = f"The backup is open: {parties}. You are now signed in as {user}."
    messages.success(request, f"{text} The previous state is kept among the copies.")
    for line in result.differences:
        messages.error(request, line)
    for club_id, line in result.returned_texts.items():
        report_returned_names(request, club_id, line)
    return redirect("home")


@require_safe
def check_party(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    differences = [*damaged_tables(), *readable_differences(party)]
    context = {"party": party, "differences": differences}
    return render(request, "backups/check_party.html", context)


def copy_lines(zone: ZoneInfo) -> list[tuple[BackupPlace, str]]:
    at = timezone.now()
    return [
        (place, moment(place.last_copy_at, at, zone) if place.last_copy_at else "")
        for place in backup_places()
    ]


def _folder_and_zone(request: HttpRequest) -> tuple[Path, ZoneInfo]:
    """Raises Http404 on PostgreSQL, which has no folder of backups."""
    folder, user = backup_folder(), signed_in_user(request)
    if folder is None:
        raise Http404
    if not organises_everything(user):
        raise PermissionDenied("Only an organiser of all clubs here may copy or replace them.")
    return folder, ZoneInfo(club_of(user).time_zone)


def report_returned_names(request: HttpRequest, club_id: int, text: str) -> None:
    players = reverse("club_players", args=[club_id])
    report_success(request, text, NoteButton("Look at them", "", players))


def _version_of_file(file: Path) -> str:
    """Return a text that changes with the file: the form must be about the file that was shown."""
    state = file.stat()
    return f"{state.st_size}-{state.st_mtime_ns}"


@never_cache
@require_safe
def party_file(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    name = f"{file_name('', party)}.party.json"
    return attachment(name, export_party(party.pk), "application/json")


def open_party(request: HttpRequest) -> HttpResponse:
    clubs = _own_clubs(request)
    form_data = (request.POST, request.FILES) if request.method == "POST" else ()
    form = PartyFileForm(*form_data, clubs=clubs)
    if form.is_valid():
        file, club = form.value
        try:
            text = file.read(LARGEST_PARTY + 1)
            read_party(text)
        except Refused as refused:
            form.add_error("file", str(refused))
        else:
            delete_pending_file(request.session.get(SESSION_KEY, ""))
            request.session[SESSION_KEY] = store_pending_file(text, club)
            return redirect("party_look")
    return render(request, "backups/open_party.html", {"form": form})


@never_cache
def look_at_party(request: HttpRequest) -> HttpResponse:
    clubs = {club.pk: club for club in _own_clubs(request)}
    key = request.session.get(SESSION_KEY, "")
    text, club_id = pending_file(key) or (b"", 0)
    if club_id not in clubs:
        messages.error(request, "Choose the file once more.")
        return redirect("party_open")
    file, club = read_party(text), clubs[club_id]
    players = match_players(club, file)
    form = OpenPartyForm(
        request.POST or None,
        known_names=len(players.ids),
        is_edited=file.is_edited,
        initial={"seen": key},
    )
    if form.is_valid_with_hidden_fields():
        seen, same_people = form.value
        with Attempt(request):
            if seen != key:
                raise Refused(CHANGED)
            party, differences = import_party(
                club.pk, file, same_people=same_people, pending_key=key, **actor_and_time(request)
            )
            messages.success(request, f"{party} is open in {club}, and goes on from here.")
            for line in differences:
                messages.error(request, line)
            if returned_texts := returned_text(club):
                report_returned_names(request, club.pk, returned_texts)
            return redirect("party_hub", party.pk)
        return redirect("party_look")
    context = {
        "form": form,
        "file": file,
        "club": club,
        "starts_at": file.summary.starts_at.astimezone(ZoneInfo(club.time_zone)),
        "players": players,
        "is_second": has_party(club, file),
        "back": reverse("party_open"),
    }
    return render(request, "backups/look_at_party.html", context)


def _own_clubs(request: HttpRequest) -> list[Club]:
    clubs = list(real_clubs_organised_by(signed_in_user(request)))
    if not clubs:
        raise PermissionDenied("Only an organiser can open a party.")
    return clubs

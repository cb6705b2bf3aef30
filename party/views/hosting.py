"""The checks of a proxy or a monitor, and the page that stops the server of a laptop."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from party.process_state import PROCESS
from party.queries.backups.kept_copies import backup_folder
from party.queries.evening.parties import real_clubs_organised_by
from party.queries.hosting import missing_migrations
from party.services.backups.copies import copy_now
from party.values.refusals import Refused
from party.views.access import client_address, signed_in_user

THIS_LAPTOP = {"127.0.0.1", "::1"}


@login_not_required
@require_safe
def health(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- a view
    """Answer 200 while this worker runs, even without a database."""
    return HttpResponse("ok\n", content_type="text/plain")


@login_not_required
@require_safe
def ready(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- a view
    """Answer 503 while the database is unreachable or not migrated."""
    try:
        missing = missing_migrations()
    except DatabaseError:
        return HttpResponse("no database\n", content_type="text/plain", status=503)
    words, status = ("not migrated\n", 503) if missing else ("ready\n", 200)
    return HttpResponse(words, content_type="text/plain", status=status)


def may_stop(request: HttpRequest) -> bool:
    is_here = PROCESS.stop_server is not None and client_address(request) in THIS_LAPTOP
    return is_here and real_clubs_organised_by(signed_in_user(request)).exists()


@never_cache
def stop(request: HttpRequest) -> HttpResponse:
    """Make a backup, then stop. If the backup fails, ask whether to stop without one."""
    if PROCESS.stop_server is None or not may_stop(request):
        raise Http404
    folder, copy, problem = backup_folder(), "", ""
    if request.method == "POST":
        try:
            if folder is not None and request.POST.get("backup") != "no":
                copy = copy_now("before stopping")
        except Refused as refused:
            problem = str(refused)
        else:
            PROCESS.stop_server()
            return render(request, "hosting/stopped.html", {"copy": copy, "folder": folder})
    context = {"problem": problem, "backups": folder is not None}
    return render(request, "hosting/stop.html", context)

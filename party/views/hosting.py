"""The checks of a proxy or a monitor: whether a worker runs, and whether it can serve."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from party.queries.hosting import missing_migrations


@login_not_required
@require_safe
def health(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- a view
    """Answer 200 while this worker runs, also without a database."""
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

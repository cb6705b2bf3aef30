"""What a proxy or a watchman asks of a worker: whether it runs, and whether it can serve."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from party.queries.hosting import missing_migrations


@login_not_required
@require_safe
def health(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- a view
    """Answer while this worker runs, whatever has become of the database."""
    return HttpResponse("ok\n", content_type="text/plain")


@login_not_required
@require_safe
def ready(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- a view
    """Answer 503 as long as the database is not there, or not migrated."""
    try:
        missing = missing_migrations()
    except DatabaseError:
        return HttpResponse("no database\n", content_type="text/plain", status=503)
    words, status = ("not migrated\n", 503) if missing else ("ready\n", 200)
    return HttpResponse(words, content_type="text/plain", status=status)

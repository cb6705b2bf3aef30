"""Messages on the next page, which say what was done or why it was refused; pages for errors."""

import json
import re
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from http import HTTPStatus
from types import TracebackType
from typing import Self

from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.db import Error
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views import csrf, defaults

from party.forms.refusals import add_faults
from party.queries.backups.damage import database_damage, last_copy, missing_column
from party.queries.evening.rounds import latest_round
from party.values.refusals import DAMAGED, Refused, storage_trouble
from party.views.access import party_or_404

TOO_MUCH = (
    "That was more text than a page can take, and nothing was saved. "
    "Your browser's Back button may still show it: send less at once."
)


@dataclass(frozen=True)
class NoteButton:
    """A button that posts `fields`, or a link if they are None. Screen readers say `about`."""

    words: str
    about: str
    url: str
    fields: dict[str, str] | None = None


def report_success(request: HttpRequest, text: str, *buttons: NoteButton) -> None:
    tags = json.dumps([asdict(button) for button in buttons]) if buttons else ""
    messages.success(request, text, extra_tags=tags)


class Attempt:
    """The next page shows `success` and its `buttons`, or why the verb in the block was refused.

    With a `form` the reasons stand beside its fields; `add_faults` explains `hidden`.
    """

    def __init__(
        self,
        request: HttpRequest,
        form: Form | None = None,
        *,
        success: str = "",
        **hidden: object,
    ) -> None:
        self.request, self.form, self.text, self.hidden = request, form, success, hidden
        self.succeeded = False
        self.buttons: list[NoteButton] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> bool:
        if isinstance(error, Refused) and self.form is not None:
            add_faults(self.form, error, **self.hidden)
            return True
        if isinstance(error, Refused):
            for text in error.texts:
                messages.error(self.request, text)
            return True
        self.succeeded = error is None
        if self.succeeded and self.text:
            report_success(self.request, self.text, *self.buttons)
        return False


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A signed-in user who pasted too much gets the page again, with the reason.

    Django never reads text beyond DATA_UPLOAD_MAX_MEMORY_SIZE, so no form can refuse it.
    """
    if isinstance(exception, RequestDataTooBig) and request.user.is_authenticated:
        messages.error(request, TOO_MUCH)
        return redirect(request.get_full_path())
    return defaults.bad_request(request, exception)


PARTY_PATH = re.compile(r"/parties/(\d{1,9})/")


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 -- Django's
    """A user who may see the party gets a link to the round."""
    context: dict[str, object] = {}
    if match := PARTY_PATH.match(request.path_info):
        with suppress(Http404):
            party = party_or_404(request, int(match[1]))
            context = {"party": party, "latest": latest_round(party)}
    return render(request, "404.html", context, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 with the reason if the database cannot answer, 500 for any other error.

    A damaged file returns impossible rows, so it can cause any kind of error.
    """
    error = sys.exc_info()[1]
    words = storage_trouble(error) if isinstance(error, Error) else ""
    if not words and (database_damage() or missing_column()):
        words = DAMAGED
    if not words:
        return defaults.server_error(request)
    context: dict[str, object] = {"words": words, "sent": _fields_to_resend(request)}
    if words == DAMAGED:
        file_and_copy = last_copy()
        copy = file_and_copy[1] if file_and_copy else None
        context |= {"damaged": True, "copy": copy, "sent": None}
    return render(request, "503.html", context, status=503)


def _fields_to_resend(request: HttpRequest) -> list[tuple[str, str]] | None:
    sent = request.POST
    if request.method != "POST" or request.FILES or any("password" in name for name in sent):
        return None
    return [
        (name, value)
        for name in sent
        if name != "csrfmiddlewaretoken"
        for value in sent.getlist(name)
    ]


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if reason.startswith(("Origin checking failed", "Referer checking failed")):
        return _answer_other_site(request)
    return csrf.csrf_failure(request, reason)


def _answer_other_site(request: HttpRequest) -> HttpResponse:
    sent = request.headers.get("Origin") or request.headers.get("Referer", "")
    context = {"sent": sent, "own": f"{request.scheme}://{request.get_host()}"}
    return render(request, "403_origin.html", context, status=HTTPStatus.FORBIDDEN)

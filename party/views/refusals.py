"""What the next page says of a request: that it was done, or why it was refused."""

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
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views import csrf, defaults

from party.forms.refusals import add_faults
from party.queries.backups.damage import damage, last_copy, lost_column
from party.queries.evening.rounds import latest_round
from party.values.refusals import DAMAGED, Refused, storage_trouble
from party.views.access import party_or_404

TOO_MUCH = (
    "That was more text than a page can take, and nothing was saved. "
    "Your browser's Back button may still show it: send less at once."
)


@dataclass(frozen=True)
class NoteButton:
    """A button in the sentence that says what was done: for `about`, and nothing else.

    With `fields` it is sent, without it is a link.
    """

    words: str
    about: str
    url: str
    fields: dict[str, str] | None = None


def report_done(request: HttpRequest, text: str, *buttons: NoteButton) -> None:
    """Let the next page say what was done, with the buttons that take it back or mend it."""
    tags = json.dumps([asdict(button) for button in buttons]) if buttons else ""
    messages.success(request, text, extra_tags=tags)


class Attempt:
    """Run a verb; the next page says `done`, or each reason why it was refused.

    With a `form` the reasons stand beside its fields, and `now` is what `add_faults` takes.
    `buttons` are those that stand with `done`.
    """

    def __init__(
        self, request: HttpRequest, form: Form | None = None, *, done: str = "", **now: object
    ) -> None:
        self.request, self.form, self.text, self.now = request, form, done, now
        self.done = False
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
            add_faults(self.form, error, **self.now)
            return True
        if isinstance(error, Refused):
            for text in error.texts:
                messages.error(self.request, text)
            return True
        self.done = error is None
        if self.done and self.text:
            report_done(self.request, self.text, *self.buttons)
        return False


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what cannot be read; whoever pasted too much gets the page back, and the reason.

    Text beyond DATA_UPLOAD_MAX_MEMORY_SIZE is never read, so no form can say it.
    """
    if isinstance(exception, RequestDataTooBig) and request.user.is_authenticated:
        messages.error(request, TOO_MUCH)
        return redirect(request.get_full_path())
    return defaults.bad_request(request, exception)


OF_A_PARTY = re.compile(r"/parties/(\d{1,9})/")


def no_such_page(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 -- Django's
    """Say that there is no such page; whoever may see its party is led back to the round."""
    context: dict[str, object] = {}
    if found := OF_A_PARTY.match(request.path_info):
        with suppress(Http404):
            party = party_or_404(request, int(found[1]))
            context = {"party": party, "latest": latest_round(party)}
    return render(request, "404.html", context, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Say in words what keeps the database from answering; any other error is the program's.

    A damaged file gives rows that no program can make sense of: any error may come from it.
    """
    error = sys.exc_info()[1]
    words = storage_trouble(error) if isinstance(error, Error) else ""
    if not words and (damage() or lost_column()):
        words = DAMAGED
    if not words:
        return defaults.server_error(request)
    context: dict[str, object] = {"words": words, "sent": _sent_again(request)}
    if words == DAMAGED:
        found = last_copy()
        context |= {"damaged": True, "copy": found and found[1], "sent": None}
    return render(request, "503.html", context, status=503)


def _sent_again(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return what was sent, to be sent once more; None where it cannot be shown in a page."""
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
    """Answer a form without its token: a page, and to the script of a phone what it can read."""
    if request.resolver_match and request.resolver_match.url_name == "phone_send":
        return JsonResponse({"outcome": "csrf"}, status=HTTPStatus.FORBIDDEN)
    return csrf.csrf_failure(request, reason)

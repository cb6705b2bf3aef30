"""What every answer carries."""

import logging
import re
from collections.abc import Callable
from http import HTTPStatus
from time import perf_counter
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import MiddlewareNotUsed
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
)
from django.shortcuts import redirect, render

from party.values.hosting import ACCESS
from party.values.phones.addresses import without_tokens

METHODS = ["GET", "HEAD", "POST"]
NOT_ALLOWED = 405
NOTHING_DONE = "Nothing was changed by that. Press the button again."
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store, private",
    "Permissions-Policy": ", ".join(
        f"{each}=()"
        for each in ("camera", "microphone", "geolocation", "payment", "usb", "display-capture")
    ),
}
# Bytes: pages that need nobody take a name or a hand. To take apart two megabytes of a form takes
# half a second, so that a few strangers would have every thread.
MOST_FROM_STRANGERS = 100_000
SECRET_PARTS = {"token", "code"}

REQUEST_NAME = re.compile(r"[\w.-]{1,64}")
Answer = Callable[[HttpRequest], HttpResponse]


class AccessLog:
    """Write a line for each answer, and give each request a name that its errors carry too.

    A proxy may have named it, in X-Request-ID; the answer says the name. The line knows who is
    signed in only where somebody looked: a phone that polls needs no session for it.
    """

    def __init__(self, get_response: Answer) -> None:
        if not settings.LOG_AS_JSON:
            raise MiddlewareNotUsed
        self.get_response, self.log = get_response, logging.getLogger(ACCESS)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = perf_counter()
        given = REQUEST_NAME.fullmatch(request.headers.get("X-Request-ID", ""))
        name = given[0] if given else uuid4().hex
        request.name = name  # type: ignore[attr-defined]
        response = self.get_response(request)
        response.headers["X-Request-ID"] = name
        path, user = without_tokens(request.path), getattr(request, "_cached_user", None)
        self.log.info(
            "%s %s",
            request.method,
            path,
            extra={
                "status": response.status_code,
                "ms": round((perf_counter() - begun) * 1000, 1),
                "user": user.pk if user else None,
                "request": name,
            },
        )
        return response


def safe_headers(get_response: Answer) -> Answer:
    """Only our own files run: a name pasted as <script> stays a name.

    No browser keeps a page: the next one at this laptop must not see names by going back. And
    what leads on from an address with a key in it does not say where it comes from.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        match = request.resolver_match
        if match and SECRET_PARTS & match.kwargs.keys():
            # Not "no-referrer": browsers then hide from our own forms where they come from, too.
            response.headers["Referrer-Policy"] = "strict-origin"
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return answer


def browsers_methods(get_response: Answer) -> Answer:
    """Refuse the methods that no browser uses: most views take them for looking at a page.

    HEAD gets the headers alone. The server of a hall would send what is below them too, and on a
    connection that stays open it would be read as the next answer.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in METHODS:
            return HttpResponseNotAllowed(METHODS)
        response = get_response(request)
        if request.method == "HEAD":
            response.content = b""
        return response

    return answer


def way_back_from_buttons(get_response: Answer) -> Answer:
    """Redirect those who open the address of a button as a page to the party.

    A browser does so after signing in again, when the button was pressed signed out, and when
    somebody goes there by the address bar: the answer would be an empty page.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != NOT_ALLOWED or not _opens_a_page(request):
            return response
        messages.warning(request, NOTHING_DONE)
        match = request.resolver_match
        if match and "party_id" in match.kwargs:
            return redirect("party_hub", match.kwargs["party_id"])
        return redirect("home")

    return answer


class SignInRequired(LoginRequiredMiddleware):
    """Ask everybody to sign in, but for the pages that say they need nobody.

    Django looks up who it is for those as well, in the session: a phone that polls needs neither.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        if not getattr(view_func, "login_required", True):
            length = str(request.META.get("CONTENT_LENGTH") or "")
            if length.isdecimal() and int(length) > MOST_FROM_STRANGERS:
                return render(request, "400.html", status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)


def _opens_a_page(request: HttpRequest) -> bool:
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from time import perf_counter, time
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import MiddlewareNotUsed
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
)
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.shortcuts import redirect, render
from django.urls import get_callable
from django.utils.deprecation import MiddlewareMixin

from party.values.accounts import BEGAN
from party.values.hosting import ACCESS
from party.values.phones.addresses import without_tokens

METHODS = ["GET", "HEAD", "POST"]
NOTHING_DONE = "Nothing was changed by that. Press the button again."
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    # With the Back button, the next person at the laptop must not see pages with names.
    "Cache-Control": "no-store, private",
    "Permissions-Policy": ", ".join(
        f"{feature}=()"
        for feature in ("camera", "microphone", "geolocation", "payment", "usb", "display-capture")
    ),
}
# Parsing two megabytes takes half a second, so a few anonymous clients could occupy all threads.
LARGEST_ANONYMOUS_REQUEST = 100_000  # bytes
READ_AT_ONCE = 100_000  # bytes
USED = "used"  # session key: the time of the last use, in seconds since 1970
SECRET_PARTS = {"token", "code"}

REQUEST_ID = re.compile(r"[\w.-]{1,64}")
Handler = Callable[[HttpRequest], HttpResponse]


class AccessLog:
    """Log each response with a request id, which the log lines of its errors have too.

    A proxy may have set the id. The line names the user only if the view has read the session.
    """

    def __init__(self, get_response: Handler) -> None:
        if not settings.LOG_AS_JSON:
            raise MiddlewareNotUsed
        self.get_response, self.log = get_response, logging.getLogger(ACCESS)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        start = perf_counter()
        proxy_id = REQUEST_ID.fullmatch(request.headers.get("X-Request-ID", ""))
        request_id = proxy_id[0] if proxy_id else uuid4().hex
        request.name = request_id  # type: ignore[attr-defined]
        response = self.get_response(request)
        response.headers["X-Request-ID"] = request_id
        path, user = without_tokens(request.path), getattr(request, "_cached_user", None)
        self.log.info(
            "%s %s",
            request.method,
            path,
            extra={
                "status": response.status_code,
                "ms": round((perf_counter() - start) * 1000, 1),
                "user": user.pk if user else None,
                "request": request_id,
            },
        )
        return response


def safe_headers(get_response: Handler) -> Handler:
    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        match = request.resolver_match
        if match and SECRET_PARTS & match.kwargs.keys():
            # Do not send the token to other sites. With "no-referrer", browsers would not send the
            # origin of our own forms either.
            response.headers["Referrer-Policy"] = "strict-origin"
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return handle


def read_whole_request(get_response: Handler) -> Handler:
    """Read the part of a request that no view has read.

    Otherwise gunicorn closes the connection with data unread, and the proxy answers 502.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        with suppress(OSError):  # the client has gone
            while request.read(READ_AT_ONCE):
                pass
        return response

    return handle


def end_idle_sessions(get_response: Handler) -> Handler:
    """End a session some hours after its last use, and always after SESSION_COOKIE_AGE."""
    if not settings.IDLE_SECONDS:
        raise MiddlewareNotUsed

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session, now = request.session, int(time())
        # `v` marks the poll of an open page, which is not use.
        if not session.accessed or "v" in request.GET or SESSION_KEY not in session:
            return response
        if now - session.get(USED, 0) > settings.IDLE_SECONDS / 12:  # not at every request
            seconds_left = session.get(BEGAN, now) + settings.SESSION_COOKIE_AGE - now
            session[USED] = now
            session.set_expiry(max(1, min(settings.IDLE_SECONDS, seconds_left)))
        return response

    return handle


def only_browser_methods(get_response: Handler) -> Handler:
    """Refuse methods that browsers do not use: most views would answer them like GET."""

    def handle(request: HttpRequest) -> HttpResponse:
        if request.method not in METHODS:
            return HttpResponseNotAllowed(METHODS)
        response = get_response(request)
        if request.method == "HEAD":
            # Waitress would send the content, which the client would take for the next response.
            response.content = b""
        return response

    return handle


def redirect_get_of_post_only_views(get_response: Handler) -> Handler:
    """Redirect a GET of a button's address to the party, instead of an empty 405 page.

    A browser sends such a GET after a sign-in, if a signed-out user had pressed the button.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_refused = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
        if not is_refused or not _wants_page(request):
            return response
        messages.warning(request, NOTHING_DONE)
        match = request.resolver_match
        if match and "party_id" in match.kwargs:
            return redirect("party_hub", match.kwargs["party_id"])
        return redirect("home")

    return handle


class SignInRequired(LoginRequiredMiddleware):
    """Require sign-in, except for views marked `login_not_required`."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        # Return before Django reads the session, which polls of phones do not need.
        if not getattr(view_func, "login_required", True):
            length = str(request.META.get("CONTENT_LENGTH") or "")
            if length.isdecimal() and int(length) > LARGEST_ANONYMOUS_REQUEST:
                return render(request, "400.html", status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)


class OwnFormsOnly(MiddlewareMixin):
    """Refuse forms from other sites where a view needs no CSRF token.

    The phones' views need none, because a browser that refuses cookies has none: the address holds
    a secret key, which another site does not know.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        _view_args: tuple[Any, ...],
        _view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        is_exempt = getattr(view_func, "csrf_exempt", False)
        if not (is_exempt and request.method == "POST" and _is_from_other_site(request)):
            return None
        refuse = get_callable(settings.CSRF_FAILURE_VIEW)
        refusal: HttpResponse = refuse(request, reason=REASON_BAD_ORIGIN)
        return refusal


def _is_from_other_site(request: HttpRequest) -> bool:
    own_origin = f"{request.scheme}://{request.get_host()}"
    site = request.headers.get("Sec-Fetch-Site", "same-origin")  # browsers send it only with https
    is_own_origin = request.headers.get("Origin", own_origin) == own_origin
    return not is_own_origin or site not in {"same-origin", "none"}


def _wants_page(request: HttpRequest) -> bool:
    return request.method in {"GET", "HEAD"} and "text/html" in request.headers.get("Accept", "")

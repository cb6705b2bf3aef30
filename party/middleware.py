"""What every answer carries."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
)
from django.shortcuts import redirect

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
SECRET_PARTS = {"token", "code"}

Answer = Callable[[HttpRequest], HttpResponse]


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
    """Refuse the methods that no browser uses: most views take them for looking at a page."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in METHODS:
            return HttpResponseNotAllowed(METHODS)
        return get_response(request)

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
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)


def _opens_a_page(request: HttpRequest) -> bool:
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")

"""What every answer carries."""

from collections.abc import Callable
from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

NOT_ALLOWED = 405


class ContentSecurityPolicy:
    """Only our own files run: a name pasted as <script> stays a name."""

    policy: ClassVar[str] = (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
    )

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", self.policy)
        return response


class WayBackFromButtons:
    """Redirect those who open the address of a button as a page to the party.

    A browser does so after signing in again, when the button was pressed signed out, and when
    somebody goes there by the address bar: the answer would be an empty page.
    """

    nothing_done: ClassVar[str] = "Nothing was changed by that. Press the button again."

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != NOT_ALLOWED or not _opens_a_page(request):
            return response
        messages.warning(request, self.nothing_done)
        match = request.resolver_match
        if match and "party_id" in match.kwargs:
            return redirect("party_hub", match.kwargs["party_id"])
        return redirect("home")


def _opens_a_page(request: HttpRequest) -> bool:
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")

"""How a page does a verb: in the name of who asks, now, and saying what came of it."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone

from party.values.refusals import Refused
from party.views.access import signed_in

T = TypeVar("T")


def do(request: HttpRequest, verb: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Do it. Raises Refused, for pages that show the faults beside their fields."""
    return verb(*args, by=signed_in(request), at=timezone.now(), **kwargs)


def attempt(
    request: HttpRequest, verb: Callable[..., object], *args: Any, done: str = "", **kwargs: Any
) -> bool:
    """Do it, and say on the next page what was done or why not. Tells whether it was done."""
    try:
        do(request, verb, *args, **kwargs)
    except Refused as refused:
        for fault in refused.faults:
            messages.error(request, fault.text)
        return False
    if done:
        messages.success(request, done)
    return True

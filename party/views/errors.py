"""What is too much for one page: said in a sentence on the page itself."""

from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views import defaults

TOO_MUCH = (
    "That was more text than a page can take, and nothing was saved. "
    "Your browser's Back button may still show it: send less at once."
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what cannot be read; whoever pasted too much gets the page back, and the reason.

    Text beyond DATA_UPLOAD_MAX_MEMORY_SIZE is never read, so no form can say it.
    """
    if isinstance(exception, RequestDataTooBig) and request.user.is_authenticated:
        messages.error(request, TOO_MUCH)
        return redirect(request.get_full_path())
    return defaults.bad_request(request, exception)

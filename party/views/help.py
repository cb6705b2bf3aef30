"""The one-page checklist for the night, at the same place on every page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET


@require_GET
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "help/help_page.html")

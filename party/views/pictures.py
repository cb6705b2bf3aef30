"""The pictures of an evening, each with the table that says the same in words."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from party.queries.pictures import pictures
from party.views.access import party_or_404


@require_GET
def shown(request: HttpRequest, party_id: int) -> HttpResponse:
    """Show the pictures; `?who=` marks one player besides those who lead."""
    party = party_or_404(request, party_id)
    who = request.GET.get("who", "")
    mark = int(who) if who.isdecimal() and len(who) < 18 else None
    context = {"party": party, "shown": pictures(party, mark=mark), "who": mark}
    return render(request, "pictures/shown.html", context)

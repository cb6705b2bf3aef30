"""The pictures of an evening, each with the table that says the same in words."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from party.queries.standings.pictures import pictures
from party.values.numbers import number_of
from party.views.access import party_or_404


@require_GET
def pictures_page(request: HttpRequest, party_id: int) -> HttpResponse:
    """Show the pictures; `?who=` marks one player besides those who lead."""
    party = party_or_404(request, party_id)
    mark = number_of(request.GET.get("who"))
    context = {"party": party, "shown": pictures(party, mark=mark), "who": mark}
    return render(request, "standings/pictures.html", context)

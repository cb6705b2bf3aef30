"""The pictures of an evening, and the numbers that each of them shows."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from party.queries.standings.pictures import pictures
from party.values.numbers import number_of
from party.views.access import party_or_404
from party.views.paging import hundred

# The lists beside the pictures, by the names under which they are files too.
NUMBERS = {
    "totals": "Total after each round",
    "bids": "Bids by trump in numbers",
    "partners": "Partner in each round",
    "chairs": "Table and chair in each round",
}


@require_GET
def pictures_page(request: HttpRequest, party_id: int) -> HttpResponse:
    """Show the pictures; `?who=` is marked in them, `?all=1` draws everybody's running total.

    With `?numbers=` of one of the lists, that list.
    """
    party = party_or_404(request, party_id)
    everybody, numbers = "all" in request.GET, request.GET.get("numbers", "")
    shown = pictures(party, mark=number_of(request.GET.get("who")), everybody=everybody)
    is_list = bool(shown.rounds) and numbers in NUMBERS
    who = f"who={shown.marked.id}" if shown.marked else ""
    context = {
        "party": party,
        "shown": shown,
        "who": who,
        "everybody": everybody,
        "pages": f"{who}&{f'numbers={numbers}' if is_list else 'all=1'}&page",
        "numbers": numbers,
        "caption": NUMBERS.get(numbers),
        "tiles": hundred(request, shown.tiles),
        "lines": hundred(request, shown.lines),
    }
    page = "picture_numbers" if is_list else "pictures"
    return render(request, f"standings/{page}.html", context)

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from party.queries.standings.pictures import read_pictures
from party.values.numbers import number_of
from party.views.access import party_or_404
from party.views.paging import page_of_rows

# Lists with the numbers of the pictures: the name of each file, and the caption.
LIST_CAPTIONS = {
    "totals": "Total after each round",
    "bids": "Bids by trump in numbers",
    "partners": "Partner in each round",
    "chairs": "Table and chair in each round",
}


@require_safe
def pictures_page(request: HttpRequest, party_id: int) -> HttpResponse:
    """`?who=` marks a person, `?all=1` draws every running total, `?numbers=` shows a list."""
    party = party_or_404(request, party_id)
    draws_all, list_name = "all" in request.GET, request.GET.get("numbers", "")
    album = read_pictures(party, mark=number_of(request.GET.get("who")), everybody=draws_all)
    is_list = bool(album.rounds) and list_name in LIST_CAPTIONS
    mark_query = f"who={album.marked.id}" if album.marked else ""
    context = {
        "party": party,
        "shown": album,
        "who": mark_query,
        "everybody": draws_all,
        "pages": f"{mark_query}&{f'numbers={list_name}' if is_list else 'all=1'}&page",
        "list_name": list_name,
        "caption": LIST_CAPTIONS.get(list_name),
        "tiles": page_of_rows(request, album.tiles),
        "lines": page_of_rows(request, album.lines),
    }
    page = "picture_numbers" if is_list else "pictures"
    return render(request, f"standings/{page}.html", context)

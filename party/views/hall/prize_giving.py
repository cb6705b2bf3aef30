from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from party.queries.hall import prize_giving as reads
from party.services.hall.prize_giving import show_step
from party.values.hall.prize_giving import HIDDEN, WHOLE_LIST
from party.values.prizes.words import FINISH_FIRST
from party.views.access import actor_and_time, organised_party
from party.views.log import report_with_undo
from party.views.refusals import Attempt


def prize_giving(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if party.finished_at is None:
        messages.error(request, FINISH_FIRST)
        return redirect("live", party_id)
    if request.method == "POST":
        key, back = request.POST.get("step", HIDDEN), reverse("prize_giving", args=[party_id])
        with Attempt(request):
            line = show_step(party_id, key, **actor_and_time(request))
            report_with_undo(request, party, line, _success_text(key), back)
        return redirect(back)
    context = {"party": party, "giving": reads.prize_giving(party)}
    return render(request, "hall/prize_giving.html", context)


def _success_text(key: str) -> str:
    if key == WHOLE_LIST:
        return "All winners are shown."
    return "The hall sees it in a moment." if key else "The names are off the hall screen."

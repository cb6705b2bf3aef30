from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from party.engine import settle
from party.forms.rules.disputes import DisputeForm
from party.views.access import party_or_404


@require_safe
def dispute(request: HttpRequest, party_id: int | None = None) -> HttpResponse:
    """Without a party, the rules are those of a preset."""
    party = None if party_id is None else party_or_404(request, party_id)
    # The form is sent by GET: the address can be shared, and Back keeps the cards.
    sent = request.GET if "game" in request.GET else None
    form = DisputeForm(sent, rules=party.rules if party else None)
    page: dict[str, object] = {"form": form, "party": party}
    if form.is_valid():
        page |= {"dispute": form.value, "ruling": settle(form.value)}
    return render(request, "rules/dispute.html", page)

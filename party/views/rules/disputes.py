"""Settle a dispute: from the known cards of a trick, show what was legal and who wins."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from party.engine import Rules, settle
from party.forms.rules.disputes import DisputeForm
from party.models import Party
from party.views.access import party_or_404


@require_GET
def dispute(request: HttpRequest) -> HttpResponse:
    """Settle a dispute under rules chosen by name."""
    return answer(request)


@require_GET
def party_dispute(request: HttpRequest, party_id: int) -> HttpResponse:
    """Settle a dispute under the rules of a party."""
    party = party_or_404(request, party_id)
    return answer(request, party.rules, party)


def answer(
    request: HttpRequest, rules: Rules | None = None, party: Party | None = None
) -> HttpResponse:
    # The address holds what was laid out: it can be sent, and going back keeps everything.
    form = DisputeForm(request.GET if "game" in request.GET else None, rules=rules)
    page: dict[str, object] = {"form": form, "party": party}
    if form.is_valid():
        laid_out = form.cleaned_data["dispute"]
        page |= {"dispute": laid_out, "ruling": settle(laid_out)}
    return render(request, "rules/dispute.html", page)

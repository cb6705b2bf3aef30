"""Parties: the first page, a new one, its set-up and its settings."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from party.forms.evening.parties import MOVEMENTS, NewPartyForm, SettingsForm
from party.queries.evening import parties as reads
from party.services.evening import parties
from party.tables.evening import PARTY_HEADINGS, party_rows
from party.values.evening.parties import MOST_PEOPLE
from party.views.access import done_by, organised_party, organises, party_or_404, signed_in
from party.views.downloads import download
from party.views.refusals import Attempt

MOST_SHOWN = 500


def home(request: HttpRequest) -> HttpResponse:
    """Open tonight's party, another one, or start one."""
    user = signed_in(request)
    shown = MOST_SHOWN if request.GET.get("all") else reads.SHOWN
    clubs = list(reads.clubs_run_by(user))
    context = {"home": reads.home(user, timezone.now(), shown=shown), "clubs": clubs}
    return render(request, "evening/home.html", context)


@require_GET
def parties_file(request: HttpRequest, kind: str) -> HttpResponse:
    """Answer with all parties that this person may see as CSV or XLSX."""
    rows = party_rows(reads.parties_of(signed_in(request)))
    return download("parties", kind, PARTY_HEADINGS, rows, None)


def new(request: HttpRequest) -> HttpResponse:
    """Start a party; its plan starts as a copy of that of the club's last party."""
    clubs = list(reads.clubs_run_by(signed_in(request)))
    if not clubs:
        raise PermissionDenied("Only an organiser can start a party.")
    last = reads.latest_party(clubs[0])
    form = NewPartyForm(
        None if _is_preview(request) else request.POST or None,
        clubs=clubs,
        last=reads.plan_of(last) if last else None,
        now=timezone.now(),
        typed=_typed(request, people=reads.door(last).listed if last else 0),
    )
    if form.is_valid():
        with Attempt(request, form):
            party = parties.create_party(form.club.pk, form.plan(), **done_by(request))
            messages.success(request, f"{party} is created. Now the players.")
            return redirect("party_hub", party.pk)
    return render(request, "evening/new_party.html", {"form": form})


def _is_preview(request: HttpRequest) -> bool:
    """Return whether the form was sent only to see rounds and finish; nothing is saved then."""
    return "look" in request.POST


def _typed(request: HttpRequest, *, people: int) -> dict[str, object]:
    """Return the answers that the form shows instead of its initial values."""
    if _is_preview(request):
        return dict(request.POST.items())
    # A list may be longer than the form allows: its initial value is never one that it refuses.
    shown: dict[str, object] = {"people": min(people, MOST_PEOPLE)} if people else {}
    if request.GET.get("movement") in MOVEMENTS:
        shown["movement"] = request.GET["movement"]
    return shown


def hub(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    may_run = organises(request, party)
    page = reads.hub_page(party, for_organiser=may_run)
    context = {"party": party, "page": page, "may_run": may_run}
    return render(request, "evening/hub.html", context)


def settings(request: HttpRequest, party_id: int) -> HttpResponse:
    """Show and change the plan. After the draw what is settled is shown, not offered."""
    party = organised_party(request, party_id)
    before = reads.plan_of(party)
    tables = reads.tables_drawn(party)
    form = SettingsForm(
        None if _is_preview(request) else request.POST or None,
        club=party.club,
        before=before,
        tables=tables,
        typed=_typed(request, people=reads.door(party).listed),
    )
    if form.is_valid():
        with Attempt(request, form, done="The plan is saved."):
            parties.change_party(party.pk, form.plan(), **done_by(request))
            return redirect("party_hub", party.pk)
    context = {
        "party": party,
        "form": form,
        "drawn": tables > 0,
        "plan": reads.plan_rows(party),
    }
    return render(request, "evening/settings.html", context)

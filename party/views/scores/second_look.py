"""Checks: the paper typed a second time, the differences side by side, and who is right."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from party.forms.scores.corrections import (
    CorrectionForm,
    HandCorrectionForm,
    TotalCorrectionForm,
    typed_text,
)
from party.forms.scores.second_look import (
    AgainForm,
    DecideForm,
    HandsAgainForm,
    LookForm,
    TotalAgainForm,
)
from party.models import Party, Round
from party.models.scores.entries import TOTAL
from party.queries.scores.second_look import checked_tables, differences
from party.services.scores import second_look
from party.templatetags.party_tags import count
from party.values.refusals import Refused
from party.values.scores.second_look import TypedAgain
from party.values.scores.tables import Sheet, Spot
from party.views.access import done_by, organised_party, organises, party_or_404, signed_in
from party.views.refusals import Attempt
from party.views.scores.entry import remember_source, source_of
from party.views.scores.tables import sheet_or_404


@require_GET
def checked(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Show how far the check of a round is, and what two people typed differently."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    context = {
        "party": party,
        "round": round_,
        "tables": checked_tables(party, number),
        "differences": differences(party, number),
        "may_run": organises(request, party),
    }
    return render(request, "scores/checked.html", context)


def type_again(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """Type a table's paper a second time; what is in is not shown here."""
    party = party_or_404(request, party_id)
    round_, at = sheet_or_404(party, number, table)
    if not round_.is_open or not at.score.played:
        what = "has nothing in yet" if round_.is_open else "is in a round that is not open"
        messages.error(request, f"Table {table} {what}: there is nothing to compare with.")
        return redirect("checked", party_id, number)
    form = _form(request, party, at)
    if form.is_valid():
        with Attempt(request, form, seen=form.initial["seen"]):
            spot, who = Spot(party.pk, number, table), done_by(request)
            typed = form.hands if isinstance(form, HandsAgainForm) else [form.result]
            seen, source = form.value
            result = second_look.type_again(spot, typed, seen=seen, source=source, **who)
            remember_source(request, party, source)
            _report(request, table, result)
            return redirect(_next_address(party, number, table, result))
    is_same_typist = [line.typist == signed_in(request).pk for line in at.hands]
    context = {
        "party": party,
        "round": round_,
        "sheet": at,
        "form": form,
        "typists": sorted({line.by or "nobody signed in" for line in at.hands}),
        "all_by_same_person": all(is_same_typist),
        "some_by_same_person": any(is_same_typist),
    }
    return render(request, "scores/type_again.html", context)


def _form(request: HttpRequest, party: Party, at: Sheet) -> AgainForm:
    sent = request.POST or None
    entries = [line.entry for line in at.hands]
    initial = {
        "seen": ",".join(str(entry) for entry in entries),
        "source": source_of(request, party),
    }
    if at.score.has_total:
        return TotalAgainForm(sent, initial=initial)
    return HandsAgainForm(sent, initial=initial, rules=party.rules, hands=len(entries))


def _report(request: HttpRequest, table: int, result: TypedAgain) -> None:
    if result.differing:
        what = count(len(result.differing), "result")
        messages.warning(request, f"Table {table}: {what} typed differently. Look below.")
    else:
        messages.success(request, f"Table {table} is checked: everything agrees.")
    for each in result.dropped:
        messages.warning(request, f"What was kept beside it before is kept no longer: {each}.")


def _next_address(party: Party, number: int, table: int, result: TypedAgain) -> str:
    """Go on to the next table that waits; to the list where something differs or none waits."""
    overview = reverse("checked", args=[party.pk, number])
    if result.differing:
        return f"{overview}#table-{table}"
    waiting = [each.number for each in checked_tables(party, number) if each.waits]
    later = [other for other in waiting if other > table] or waiting
    return reverse("type_again", args=[party.pk, number, later[0]]) if later else overview


@require_POST
def decide(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Say which of two entries of one hand is right: an organiser's word."""
    party = organised_party(request, party_id)
    form = DecideForm(request.POST)
    if form.is_valid():
        spot = Spot(party.pk, number, table)
        right, wrong = form.value
        with Attempt(request, done=f"Table {table}: decided."):
            second_look.decide(spot, hand, right=right, wrong=wrong, **done_by(request))
    else:
        messages.error(request, "Choose which of them is right.")
    return redirect("checked", party_id, number)


@require_POST
def keep_both(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Keep another result beside the one that is in: the table is asked which is right."""
    party = party_or_404(request, party_id)
    form: CorrectionForm
    if hand == TOTAL:
        form = TotalCorrectionForm(request.POST, ask_reason=False)
    else:
        form = HandCorrectionForm(request.POST, ask_reason=False, rules=party.rules)
    if not form.is_valid():
        raise BadRequest("This page was sent without what was typed. Open it again.")
    seen, new, _, source = form.correction
    spot, who = Spot(party.pk, number, table), done_by(request)
    try:
        differ = second_look.keep_both(
            spot, hand, form.result, seen=seen, submission=new, source=source, **who
        )
    except Refused as refused:
        typed, why = typed_text(party.rules, form), " ".join(refused.texts)
        messages.error(request, f"Table {table}: {why} You typed: {typed}. It is not stored.")
    else:
        both = "both are kept. The one that was in counts until this is decided."
        what = both if differ else "yours says the same as what is in, which is checked now."
        messages.success(request, f"Table {table}: {what}")
    return redirect(f"{reverse('checked', args=[party_id, number])}#table-{table}")


@require_POST
def look_at(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Say that an unusual result was compared with the slip and stands."""
    party = party_or_404(request, party_id)
    form = LookForm(request.POST)
    if form.is_valid():
        spot = Spot(party.pk, number, table)
        with Attempt(request, done=f"Table {table}, hand {hand}: looked at, it stands."):
            second_look.look_at(spot, hand, seen=form.value, **done_by(request))
    else:
        messages.error(request, "Choose the hand that was looked at.")
    to = "close_round" if request.POST.get("back") == "close" else "live"
    return redirect(to, *([party_id, number] if to == "close_round" else [party_id]))

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from party.engine import pair_points
from party.forms.refusals import add_faults
from party.forms.scores.corrections import (
    CircleCorrectionForm,
    CorrectionForm,
    HandCorrectionForm,
    SeatsForm,
    TotalCorrectionForm,
    circle_values,
    typed_text,
)
from party.models import Party, Round
from party.models.scores.entries import TOTAL
from party.queries.standings.standings import standings, standings_with_points
from party.services.scores import corrections
from party.values.refusals import Refused
from party.values.scores.tables import HandLine, SavedAs, Sheet, Spot, hand_name
from party.values.seats.corrections import SeatsInQuestion
from party.values.standings.standings import StandingLine
from party.views.access import actor_and_time, can_organise, party_or_404
from party.views.paging import table_anchor
from party.views.scores.entry import remember_source, source_of
from party.views.scores.tables import sheet_or_404
from party.views.seats.corrections import ask_about_seats

FINISHED = (
    "The party is finished. To correct a result, reopen the party first: "
    "it is under “Change the plan, or go back a step”."
)


def correct(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Hand 0 is the round's total."""
    party = party_or_404(request, party_id)
    round_, sheet = sheet_or_404(party, number, table)
    if not round_.is_open and not can_organise(request, party):
        raise PermissionDenied("Only an organiser can correct a closed round.")
    if party.finished_at and request.method != "POST":
        messages.warning(request, FINISHED)
        return redirect("live", party.pk)
    old = next((line for line in sheet.hands if line.hand == hand), None)
    if old is None:
        return _report_missing_hand(request, party, round_, table, hand)
    forms = _correction_forms(request, party, sheet, old)
    context = {
        "party": party,
        "round": round_,
        "sheet": sheet,
        "old": old,
        "forms": forms,
        "back": _previous_page(party, round_, table),
        "echo_url": f"{reverse('echo', args=[party.pk, number])}?table={table}&hand={hand}",
        **{form.kind: form for form in forms},
    }
    sent = next((form for form in forms if form.is_bound), None)
    if sent is not None and sent.is_valid() and "again" not in request.POST:
        response = _store_correction(request, context, sent)
        if response is not None:
            return response
    return render(request, "scores/correct.html", context)


def _report_missing_hand(
    request: HttpRequest, party: Party, round_: Round, table: int, hand: int
) -> HttpResponse:
    """Answer the correction of a hand that another desk has undone."""
    if request.method != "POST":
        raise Http404
    typed = " ".join(filter(None, (request.POST.get(each, "") for each in ("text", "ns", "ew"))))
    name = hand_name(hand).capitalize()
    text = f"{name} of table {table} is no longer entered. Nothing was saved"
    messages.error(request, f"{text}. You typed: {typed}" if typed else f"{text}.")
    return redirect(_previous_page(party, round_, table))


def _correction_forms(
    request: HttpRequest, party: Party, sheet: Sheet, old: HandLine
) -> list[CorrectionForm]:
    sent = request.POST or None
    kind = request.POST.get("kind")
    initial: dict[str, Any] = {
        "seen": old.entry,
        "submission": uuid4(),
        "source": source_of(request, party),
    }
    needs_reason = not sheet.is_open
    # Links from a record, or from a late result of a phone, carry the new values.
    if old.hand == TOTAL:
        initial |= {name: request.GET.get(name) or getattr(old, name) for name in ("ns", "ew")}
        return [TotalCorrectionForm(sent, initial=initial, needs_reason=needs_reason)]
    text = request.GET.get("text") or old.text
    line = HandCorrectionForm(
        sent if kind != "circle" else None,
        initial=initial | {"text": text},
        needs_reason=needs_reason,
        rules=party.rules,
    )
    circle = CircleCorrectionForm(
        sent if kind == "circle" else None,
        initial=initial | circle_values(old.result),
        auto_id="circle_%s",
        needs_reason=needs_reason,
        rules=party.rules,
        seats=sheet.seats,
    )
    return [line, circle]


def _store_correction(
    request: HttpRequest, context: dict[str, Any], form: CorrectionForm
) -> HttpResponse | None:
    """Return a redirect or the question about seats; None if refused."""
    party, sheet, old = context["party"], context["sheet"], context["old"]
    spot = Spot(party.pk, sheet.round, sheet.score.number)
    seen, submission, reason, source = form.correction
    try:
        saved = corrections.correct_entry(
            spot,
            old.hand,
            form.result,
            shown_entry=seen,
            submission=submission,
            reason=reason,
            source=source,
            choice=SeatsForm.read_choice(request.POST),
            **actor_and_time(request),
        )
    except SeatsInQuestion as question:
        words = typed_text(party.rules, form)
        return ask_about_seats(
            request,
            context,
            form,
            question,
            previous=old.words,
            corrected=words,
            totals=_changed_totals(party, sheet, old, form),
        )
    except Refused as refused:
        add_faults(form, refused, seen=old.entry)
        return None
    remember_source(request, party, source)
    text = f"Corrected at table {saved.table}: {saved.text}"
    if saved.outcome == SavedAs.ALREADY:
        text = "Nothing changed: it says the same as before."
    messages.success(request, text)
    return redirect(context["back"])


def _changed_totals(
    party: Party, sheet: Sheet, old: HandLine, form: CorrectionForm
) -> list[tuple[StandingLine, StandingLine]]:
    typed = form.result
    if isinstance(typed, tuple):
        points = typed
    else:
        points = pair_points(party.rules, typed.result) if typed.result else (0, 0)
    ns, ew = (
        total - (previous or 0) + new
        for total, previous, new in zip(
            (sheet.score.ns, sheet.score.ew), (old.ns, old.ew), points, strict=True
        )
    )
    corrected = standings_with_points(party, sheet.round, sheet.score.number, ns, ew)
    present_lines = {line.person.id: line for line in standings(party).lines}
    seated = {person.id for person in sheet.seats.values()} & present_lines.keys()
    pairs = [
        (present_lines[line.person.id], line)
        for line in corrected.lines
        if line.person.id in seated
    ]
    return [(old_line, line) for old_line, line in pairs if old_line.total != line.total]


def _previous_page(party: Party, round_: Round, table: int) -> str:
    if round_.is_open:
        return f"{reverse('entry', args=[party.pk, round_.number])}?table={table}"
    return f"{reverse('round', args=[party.pk, round_.number])}{table_anchor(table)}"

"""Correct what was entered: the old value in sight, the reason beside the new one."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from party.engine import pair_points
from party.forms.refusals import add_faults
from party.forms.scores.corrections import (
    CircleCorrectionForm,
    CorrectionForm,
    HandCorrectionForm,
    SeatsForm,
    TotalCorrectionForm,
    circled,
    typed_text,
)
from party.models import Party, Round
from party.models.scores.entries import TOTAL
from party.queries.scores.desk import sheet
from party.queries.scores.tables import table_scores
from party.queries.standings.standings import standings_if
from party.services.scores import corrections
from party.values.refusals import Refused
from party.values.scores.tables import HandLine, Outcome, Sheet, Spot, hand_name
from party.values.seats.corrections import SeatsInQuestion
from party.values.standings.standings import StandingLine
from party.views.access import done_by, or_404, organises, party_or_404
from party.views.paging import at_table
from party.views.scores.entry import remember_source, source_of
from party.views.seats.corrections import ask_about_seats

FINISHED = (
    "The party is finished. To correct a result, reopen the party first: "
    "it is under “Change the plan, or go back a step”."
)


def correct(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Correct hand `hand` of a table; hand 0 is the round's total."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    if not round_.is_open and not organises(request, party):
        raise PermissionDenied("In a closed round only an organiser corrects.")
    if party.finished_at and request.method == "GET":
        messages.warning(request, FINISHED)
        return redirect("live", party.pk)
    at = sheet(party, round_, or_404(table_scores(party, number, [table]).get(table)))
    old = next((line for line in at.hands if line.hand == hand), None)
    if old is None:
        return _gone(request, party, round_, table, hand)
    forms = _forms(request, party, at, old)
    context = {
        "party": party,
        "round": round_,
        "sheet": at,
        "old": old,
        "forms": forms,
        "back": _back(party, round_, table),
        "echo_url": f"{reverse('echo', args=[party.pk, number])}?table={table}",
        **{form.kind: form for form in forms},
    }
    sent = next((form for form in forms if form.is_bound), None)
    if sent is not None and sent.is_valid() and "again" not in request.POST:
        answer = _store_correction(request, context, sent)
        if answer is not None:
            return answer
    return render(request, "scores/correct.html", context)


def _gone(
    request: HttpRequest, party: Party, round_: Round, table: int, hand: int
) -> HttpResponse:
    """Say that there is no such hand: another desk may have taken it back meanwhile."""
    if request.method != "POST":
        raise Http404
    typed = " ".join(filter(None, (request.POST.get(each, "") for each in ("text", "ns", "ew"))))
    what = hand_name(hand).capitalize()
    text = f"{what} of table {table} is not in any more. Nothing was stored"
    messages.error(request, f"{text}. You typed: {typed}" if typed else f"{text}.")
    return redirect(_back(party, round_, table))


def _forms(request: HttpRequest, party: Party, at: Sheet, old: HandLine) -> list[CorrectionForm]:
    """Make the forms of a hand or total; the one that was sent is bound to what was sent."""
    sent = request.POST or None
    kind = request.POST.get("kind")
    known: dict[str, Any] = {
        "seen": old.entry,
        "submission": uuid4(),
        "source": source_of(request, party),
    }
    ask_reason = not at.is_open
    # A full record, or what a phone sent too late: the link from it brings along what it says.
    if old.hand == TOTAL:
        known |= {name: request.GET.get(name) or getattr(old, name) for name in ("ns", "ew")}
        return [TotalCorrectionForm(sent, initial=known, ask_reason=ask_reason)]
    text = request.GET.get("text") or old.text
    line = HandCorrectionForm(
        sent if kind != "circle" else None,
        initial=known | {"text": text},
        ask_reason=ask_reason,
        rules=party.rules,
    )
    circle = CircleCorrectionForm(
        sent if kind == "circle" else None,
        initial=known | circled(old.result),
        auto_id="circle_%s",
        ask_reason=ask_reason,
        rules=party.rules,
        seats=at.seats,
    )
    return [line, circle]


def _store_correction(
    request: HttpRequest, context: dict[str, Any], form: CorrectionForm
) -> HttpResponse | None:
    """Correct it. Returns where to go on or what to ask, or None when it was refused."""
    party, at, old = context["party"], context["sheet"], context["old"]
    spot = Spot(party.pk, at.round, at.score.number)
    seen, submission, reason, source = form.correction
    try:
        saved = corrections.correct_entry(
            spot,
            old.hand,
            form.result,
            seen=seen,
            submission=submission,
            reason=reason,
            source=source,
            choice=SeatsForm.answer(request.POST),
            **done_by(request),
        )
    except SeatsInQuestion as question:
        words = typed_text(party.rules, form)
        return ask_about_seats(
            request,
            context,
            form,
            question,
            it_says=old.words,
            corrected=words,
            totals=_totals(party, at, old, form),
        )
    except Refused as refused:
        add_faults(form, refused, seen=old.entry)
        return None
    remember_source(request, party, source)
    done = f"Corrected at table {saved.table}: {saved.text}"
    if saved.outcome == Outcome.ALREADY:
        done = "Nothing changed: it says the same as before."
    messages.success(request, done)
    return redirect(context["back"])


def _totals(
    party: Party, at: Sheet, old: HandLine, form: CorrectionForm
) -> list[tuple[StandingLine, StandingLine]]:
    """Return the lines of those at the table whose totals would change, as they are and then."""
    typed = form.result
    if isinstance(typed, tuple):
        points = typed
    else:
        points = pair_points(party.rules, typed.result) if typed.result else (0, 0)
    ns, ew = (
        before - (was or 0) + now
        for before, was, now in zip(
            (at.score.ns, at.score.ew), (old.ns, old.ew), points, strict=True
        )
    )
    now, then = standings_if(party, at.round, at.score.number, ns, ew)
    known = {line.person.id: line for line in now.lines}
    pairs = [(known[line.person.id], line) for line in then.lines]
    seated = {person.id for person in at.seats.values()}
    return [
        (was, line) for was, line in pairs if was.person.id in seated and was.total != line.total
    ]


def _back(party: Party, round_: Round, table: int) -> str:
    """Go back to the desk while the round is open, else to the round's own page."""
    if round_.is_open:
        return f"{reverse('entry', args=[party.pk, round_.number])}?table={table}"
    return f"{reverse('round', args=[party.pk, round_.number])}{at_table(table)}"

"""The second look: results typed again from the slips, and unusual results confirmed."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from party.forms.scores.corrections import (
    CorrectionForm,
    HandCorrectionForm,
    TotalCorrectionForm,
    typed_text,
)
from party.forms.scores.second_look import (
    ConfirmEntryForm,
    RetypedForm,
    RetypedHandsForm,
    RetypedTotalForm,
    RightEntryForm,
    SlipComparisonForm,
)
from party.models import Entry, Party, Round
from party.models.scores.entries import TOTAL
from party.queries.evening.rounds import seats_and_bench
from party.queries.scores.second_look import checked_tables, differences
from party.queries.scores.slip_proposals import slip_comparisons
from party.services.scores import second_look
from party.services.scores.second_look import ComparisonResult
from party.templatetags.party_tags import count
from party.values.people.person import short_pair_names
from party.values.refusals import Refused
from party.values.scores.tables import Sheet, Spot
from party.views.access import (
    actor_and_time,
    can_organise,
    organised_party,
    party_or_404,
    signed_in_user,
)
from party.views.refusals import Attempt
from party.views.scores.entry import remember_source, source_of
from party.views.scores.tables import sheet_or_404


@require_safe
def checked(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    seats, _ = seats_and_bench(party, round_)
    context = {
        "party": party,
        "round": round_,
        "tables": checked_tables(party, number),
        "slips": slip_comparisons(party, round_) if round_.is_open else {},
        "differences": [
            (each, short_pair_names(seats.get(each.table, {})))
            for each in differences(party, number)
        ],
        "may_run": can_organise(request, party),
    }
    return render(request, "scores/checked.html", context)


def check_table(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """Ask for a second typing, on a page that does not show the first entries."""
    party = party_or_404(request, party_id)
    round_, sheet = sheet_or_404(party, number, table)
    if not round_.is_open or not sheet.score.has_entries:
        reason = "has nothing in yet" if round_.is_open else "is in a round that is not open"
        messages.error(request, f"Table {table} {reason}: there is nothing to compare with.")
        return redirect("checked", party_id, number)
    form = _retyped_form(request, party, sheet)
    if form.is_valid():
        with Attempt(request, form, seen=form.initial["seen"]):
            spot, actor_args = Spot(party.pk, number, table), actor_and_time(request)
            typed = form.hands if isinstance(form, RetypedHandsForm) else [form.result]
            seen, source = form.value
            result = second_look.type_again(
                spot, typed, shown_entries=seen, source=source, **actor_args
            )
            remember_source(request, party, source)
            _report_comparison(request, table, result)
            return redirect(_next_address(party, number, table, result))
    is_same_typist = [line.entered_by_id == signed_in_user(request).pk for line in sheet.hands]
    context = {
        "party": party,
        "round": round_,
        "sheet": sheet,
        "form": form,
        "typists": sorted({line.entered_by or "nobody signed in" for line in sheet.hands}),
        "all_by_same_person": all(is_same_typist),
        "some_by_same_person": any(is_same_typist),
    }
    return render(request, "scores/check_table.html", context)


@require_POST
def compare_slip(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    form = SlipComparisonForm(request.POST)
    shown = slip_comparisons(party, round_).get(table)
    if not form.is_valid() or shown is None or form.value != (shown.picture, list(shown.entries)):
        messages.error(request, f"Table {table} or its picture has changed. Please check again.")
        return redirect("checked", party_id, number)
    with Attempt(request):
        result = second_look.type_again(
            Spot(party.pk, number, table),
            shown.slip_hands,
            shown_entries=shown.entries,
            source=Entry.Source.PHOTO,
            picture=shown.picture,
            **actor_and_time(request),
        )
        _report_comparison(request, table, result)
    return redirect(f"{reverse('checked', args=[party_id, number])}#table-{table}")


def _retyped_form(request: HttpRequest, party: Party, sheet: Sheet) -> RetypedForm:
    sent = request.POST or None
    entries = [line.entry for line in sheet.hands]
    initial = {
        "seen": ",".join(str(entry) for entry in entries),
        "source": source_of(request, party),
    }
    if sheet.score.has_total:
        return RetypedTotalForm(sent, initial=initial)
    return RetypedHandsForm(sent, initial=initial, rules=party.rules, hands=len(entries))


def _report_comparison(request: HttpRequest, table: int, result: ComparisonResult) -> None:
    if result.different_hands:
        results = count(len(result.different_hands), "result")
        messages.warning(request, f"Table {table}: {results} typed differently. Look below.")
    else:
        messages.success(request, f"Table {table} is checked: everything agrees.")
    for each in result.replaced:
        messages.warning(request, f"This earlier second version is no longer kept: {each}.")


def _next_address(party: Party, number: int, table: int, result: ComparisonResult) -> str:
    """Return the page of the next unchecked table; the list if results differ or none is left."""
    overview = reverse("checked", args=[party.pk, number])
    if result.different_hands:
        return f"{overview}#table-{table}"
    waiting = [each.number for each in checked_tables(party, number) if each.needs_check]
    later = [each for each in waiting if each > table] or waiting
    return reverse("type_again", args=[party.pk, number, later[0]]) if later else overview


@require_POST
def choose_right_entry(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    party = organised_party(request, party_id)
    form = RightEntryForm(request.POST)
    if form.is_valid():
        spot = Spot(party.pk, number, table)
        right, wrong = form.value
        with Attempt(request, success=f"Table {table}: decided."):
            second_look.choose_right_entry(
                spot, hand, right_entry=right, wrong_entries=wrong, **actor_and_time(request)
            )
    else:
        messages.error(request, "Choose which of them is right.")
    return redirect("checked", party_id, number)


@require_POST
def keep_second_version(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Keep a second result of a hand, so that the table is asked which one is right."""
    party = party_or_404(request, party_id)
    form: CorrectionForm
    if hand == TOTAL:
        form = TotalCorrectionForm(request.POST, needs_reason=False)
    else:
        form = HandCorrectionForm(request.POST, needs_reason=False, rules=party.rules)
    if not form.is_valid():
        raise BadRequest("This page was sent without its hands. Open it again.")
    seen, submission, _, source = form.correction
    spot, actor_args = Spot(party.pk, number, table), actor_and_time(request)
    try:
        differ = second_look.keep_second_version(
            spot,
            hand,
            form.result,
            shown_entry=seen,
            submission=submission,
            source=source,
            **actor_args,
        )
    except Refused as refused:
        typed, reasons = typed_text(party.rules, form), " ".join(refused.texts)
        messages.error(request, f"Table {table}: {reasons} You typed: {typed}. It is not stored.")
    else:
        text = "yours agrees; the hand is checked now."
        if differ:
            text = "both are kept. The first one counts until this is decided."
        messages.success(request, f"Table {table}: {text}")
    return redirect(f"{reverse('checked', args=[party_id, number])}#table-{table}")


@require_POST
def confirm_entry(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Record that somebody has compared an unusual result with the slip, and that it is right."""
    party = party_or_404(request, party_id)
    form = ConfirmEntryForm(request.POST)
    if form.is_valid():
        spot = Spot(party.pk, number, table)
        with Attempt(request, success=f"Table {table}, hand {hand}: checked, it is right."):
            second_look.confirm_entry(
                spot, hand, shown_entry=form.value, **actor_and_time(request)
            )
    else:
        messages.error(request, "Choose the hand that was looked at.")
    if request.POST.get("back") == "close":
        return redirect("close_round", party_id, number)
    return redirect("live", party_id)

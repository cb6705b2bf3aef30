from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from party.forms.scores.records import (
    AttachRecordForm,
    EnterRecordForm,
    RemoveRecordForm,
    ReplaceRecordForm,
)
from party.models import Party, Round
from party.queries.scores.records import record_sheet, table_records
from party.services.scores import entries, records
from party.templatetags.party_tags import joined_names
from party.values.scores.tables import Sheet, Spot
from party.views.access import actor_and_time, can_organise, or_404, party_or_404
from party.views.refusals import Attempt
from party.views.scores.tables import sheet_or_404


def attach_records(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    round_, sheet = sheet_or_404(party, number, table)
    lines = table_records(party, sheet)
    taken = {line.hand for line in lines}
    free = next(hand for hand in range(1, len(taken) + 2) if hand not in taken)
    initial = {"first": free, "submission": uuid4()}
    sent = (request.POST or None, request.FILES or None)
    form = AttachRecordForm(*sent, initial=initial, rules=party.rules)
    if form.is_valid_with_hidden_fields():
        with Attempt(request, form):
            return _store_records(request, Spot(party.pk, number, table), form)
    context = _page_context(party, round_, sheet) | {"lines": lines, "form": form}
    return render(request, "scores/attach_records.html", context)


@require_safe
def show_record(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    party = party_or_404(request, party_id)
    round_, sheet = sheet_or_404(party, number, table)
    context = _page_context(party, round_, sheet) | {
        "record": or_404(record_sheet(party, sheet, hand)),
        "submission": uuid4(),
        "may_correct": round_.is_open or can_organise(request, party),
    }
    return render(request, "scores/record.html", context)


def replace_record(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    party = party_or_404(request, party_id)
    round_, sheet = sheet_or_404(party, number, table)
    old = or_404(record_sheet(party, sheet, hand))
    initial = {"text": old.text, "seen": old.line.id, "submission": uuid4()}
    sent = (request.POST or None, request.FILES or None)
    form = ReplaceRecordForm(*sent, initial=initial, rules=party.rules)
    if form.is_valid_with_hidden_fields():
        seen, submission = form.value
        spot, actor_args = Spot(party.pk, number, table), actor_and_time(request)
        with Attempt(request, form, success=f"The record of hand {hand} is replaced."):
            records.replace_record(
                spot, hand, form.texts[0], shown_record=seen, submission=submission, **actor_args
            )
            return redirect("record", party.pk, number, table, hand)
    context = _page_context(party, round_, sheet) | {"record": old, "form": form}
    return render(request, "scores/replace_record.html", context)


@require_POST
def remove_record(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Remove only the record: the entered result of the hand stays."""
    party = party_or_404(request, party_id)
    form = RemoveRecordForm(request.POST)
    if form.is_valid_with_hidden_fields():
        spot, seen = Spot(party.pk, number, table), form.value
        with Attempt(request, success=f"The record of hand {hand} is taken off."):
            records.remove_record(spot, hand, shown_record=seen, **actor_and_time(request))
    return redirect("records", party_id, number, table)


@require_POST
def enter_result(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    party = party_or_404(request, party_id)
    _, sheet = sheet_or_404(party, number, table)
    form, line = EnterRecordForm(request.POST), or_404(record_sheet(party, sheet, hand)).line
    if not form.is_valid_with_hidden_fields() or line.id != form.value[0] or line.outcome is None:
        messages.error(request, "The record has changed since you opened it. Please check again.")
        return redirect("record", party_id, number, table, hand)
    with Attempt(request):
        saved = entries.save_hand(
            Spot(party.pk, number, table),
            line.outcome.entry,
            submission=form.value[1],
            hand=hand,
            **actor_and_time(request),
        )
        messages.success(request, f"Entered as hand {saved.hand}: {saved.text}")
        for flag in saved.flags:
            messages.warning(request, f"{flag} Please check again.")
    return redirect("record", party_id, number, table, hand)


def _page_context(party: Party, round_: Round, sheet: Sheet) -> dict[str, Any]:
    return {
        "party": party,
        "round": round_,
        "sheet": sheet,
        "may_write": party.finished_at is None and round_.state != Round.State.DRAWN,
        "back": reverse("records", args=[party.pk, round_.number, sheet.score.number]),
    }


def _store_records(request: HttpRequest, spot: Spot, form: AttachRecordForm) -> HttpResponse:
    first, submission = form.value
    hands = records.attach_records(
        spot, form.texts, first=first, submission=submission, **actor_and_time(request)
    )
    address_args = (spot.party, spot.round, spot.table)
    if len(hands) == 1:
        messages.success(request, f"Hand {first} has its record now.")
        return redirect("record", *address_args, first)
    messages.success(request, f"Hands {joined_names(hands)} have their records now.")
    return redirect("records", *address_args)

"""The full records of a table's hands: attach them, go through one trick by trick, enter it."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from party.forms.scores.records import AttachForm, EnterForm, ReplaceForm, SeenForm
from party.models import Party, Round
from party.queries.scores.records import record_sheet, table_records
from party.services.scores import entries, records
from party.templatetags.party_tags import joined_names
from party.values.scores.tables import Sheet, Spot
from party.views.access import done_by, or_404, organises, party_or_404
from party.views.refusals import Attempt
from party.views.scores.tables import sheet_or_404


def attach(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """List the hands of a table that carry a record, and take the records of others."""
    party = party_or_404(request, party_id)
    round_, at = sheet_or_404(party, number, table)
    lines = table_records(party, at)
    taken = {line.hand for line in lines}
    free = next(hand for hand in range(1, len(taken) + 2) if hand not in taken)
    initial = {"first": free, "submission": uuid4()}
    sent = (request.POST or None, request.FILES or None)
    form = AttachForm(*sent, initial=initial, rules=party.rules)
    if form.is_whole():
        with Attempt(request, form):
            return _attach(request, Spot(party.pk, number, table), form)
    context = _context(party, round_, at) | {"lines": lines, "form": form}
    return render(request, "scores/attach_records.html", context)


@require_GET
def record(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Show one record trick by trick, and how it stands to what was entered."""
    party = party_or_404(request, party_id)
    round_, at = sheet_or_404(party, number, table)
    context = _context(party, round_, at) | {
        "record": or_404(record_sheet(party, at, hand)),
        "submission": uuid4(),
        "may_correct": round_.is_open or organises(request, party),
    }
    return render(request, "scores/record.html", context)


def replace(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Put another record in the place of a hand's."""
    party = party_or_404(request, party_id)
    round_, at = sheet_or_404(party, number, table)
    old = or_404(record_sheet(party, at, hand))
    initial = {"text": old.text, "seen": old.line.id, "submission": uuid4()}
    sent = (request.POST or None, request.FILES or None)
    form = ReplaceForm(*sent, initial=initial, rules=party.rules)
    if form.is_whole():
        seen, new = form.value
        spot, who = Spot(party.pk, number, table), done_by(request)
        with Attempt(request, form, done=f"The record of hand {hand} is replaced."):
            records.replace_record(spot, hand, form.texts[0], seen=seen, submission=new, **who)
            return redirect("record", party.pk, number, table, hand)
    context = _context(party, round_, at) | {"record": old, "form": form}
    return render(request, "scores/replace_record.html", context)


@require_POST
def remove(
    request: HttpRequest, party_id: int, number: int, table: int, hand: int
) -> HttpResponse:
    """Take a record off its hand; what was entered for the hand stays."""
    party = party_or_404(request, party_id)
    form = SeenForm(request.POST)
    if form.is_whole():
        spot, seen = Spot(party.pk, number, table), form.value
        with Attempt(request, done=f"The record of hand {hand} is taken off."):
            records.remove_record(spot, hand, seen=seen, **done_by(request))
    return redirect("records", party_id, number, table)


@require_POST
def enter(request: HttpRequest, party_id: int, number: int, table: int, hand: int) -> HttpResponse:
    """Enter what the record says, as if it had been typed at the desk."""
    party = party_or_404(request, party_id)
    _, at = sheet_or_404(party, number, table)
    form, line = EnterForm(request.POST), or_404(record_sheet(party, at, hand)).line
    if not form.is_whole() or line.id != form.value[0] or line.outcome is None:
        messages.error(request, "The record has changed since you opened it. Look at it again.")
        return redirect("record", party_id, number, table, hand)
    with Attempt(request):
        saved = entries.save_hand(
            Spot(party.pk, number, table),
            line.outcome.entry,
            submission=form.value[1],
            hand=hand,
            **done_by(request),
        )
        messages.success(request, f"Entered as hand {saved.hand}: {saved.text}")
        for flag in saved.flags:
            messages.warning(request, f"{flag} Look at it again.")
    return redirect("record", party_id, number, table, hand)


def _context(party: Party, round_: Round, at: Sheet) -> dict[str, Any]:
    return {
        "party": party,
        "round": round_,
        "sheet": at,
        "may_write": party.finished_at is None and round_.state != Round.State.DRAWN,
        "back": reverse("records", args=[party.pk, round_.number, at.score.number]),
    }


def _attach(request: HttpRequest, spot: Spot, form: AttachForm) -> HttpResponse:
    """Attach the records; go on to the one that was sent, of several to the list of them."""
    first, new = form.value
    hands = records.attach_records(
        spot, form.texts, first=first, submission=new, **done_by(request)
    )
    where = (spot.party, spot.round, spot.table)
    if len(hands) == 1:
        messages.success(request, f"Hand {first} carries its record now.")
        return redirect("record", *where, first)
    messages.success(request, f"Hands {joined_names(hands)} carry their record now.")
    return redirect("records", *where)

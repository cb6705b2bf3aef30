"""Results that come, or are taken out, after the round is closed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from party.engine import PAIR_NAMES, describe
from party.forms.refusals import add_faults
from party.forms.scores.corrections import SeatsForm
from party.forms.scores.late_hands import (
    AheadCorrectionForm,
    LastHandForm,
    LateHandsForm,
    LateReasonForm,
    LateTotalForm,
)
from party.models import Party, Table
from party.queries.scores.late_slips import late_results
from party.services.scores import late_hands
from party.values.numbers import number_of, signed
from party.values.refusals import Refused
from party.values.scores.tables import Sheet, Spot, TableScore
from party.values.seats.corrections import SeatsAnswer, SeatsInQuestion
from party.views.access import ActorAndTime, actor_and_time, organised_party
from party.views.log import report_with_undo
from party.views.paging import table_anchor
from party.views.refusals import Attempt
from party.views.scores.entry import source_of
from party.views.scores.tables import sheet_or_404
from party.views.seats.corrections import ask_about_seats


class CorrectionDetails(ActorAndTime):
    reason: str
    choice: SeatsAnswer


@dataclass(frozen=True)
class LateCorrectionPage:
    title: str
    button: str
    previous_text: str
    correct: Callable[[Spot, CorrectionDetails], None]
    corrected_text: Callable[[], str]
    hint: str = ""
    total: LateReasonForm | None = None
    has_hands: bool = True


MOST_BEFORE_A_BELL = 6  # fields on the page of a table that plays until a bell


def late_hand(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party, sheet = _party_and_sheet(request, party_id, number, table)
    score = sheet.score
    is_total = score.capture == Table.Capture.TOTALS or request.POST.get("kind") == "total"
    hands, total = _late_forms(request, party, sheet, is_total=is_total)

    def correct(spot: Spot, details: CorrectionDetails) -> None:
        if is_total:
            ns, ew, played, submission, _, source = total.value
            late_hands.add_late_total(
                spot, ns, ew, hands=played, submission=submission, source=source, **details
            )
            return
        late, is_all, submission, source = hands.value
        late_hands.add_late_hands(
            spot,
            late,
            first=sheet.next_hand,
            is_all=is_all,
            submission=submission,
            source=source,
            **details,
        )

    def corrected_text() -> str:
        if is_total:
            return f"N-S {signed(total.value.ns)}, E-W {signed(total.value.ew)}"
        return "; ".join(describe(party.rules, each.result) for each in hands.value[0])

    page = LateCorrectionPage(
        title=f"What came late from table {table} in round {number}",
        button="Add these hands",
        previous_text=_previous_text(score),
        correct=correct,
        corrected_text=corrected_text,
        hint="8hn9 is 8 Hearts by North, 9 tricks.",
        total=total if score.has_room else None,
        has_hands=score.capture != Table.Capture.TOTALS,
    )
    return _show_late_hands(request, party, sheet, total if is_total else hands, page, hands=hands)


def _previous_text(score: TableScore) -> str:
    return f"{PAIR_NAMES[score.provisional_pair]} were ahead" if score.awaits_slip else "nothing"


def _late_forms(
    request: HttpRequest, party: Party, sheet: Sheet, *, is_total: bool
) -> tuple[LateHandsForm, LateTotalForm]:
    """Make the forms for the hands and for their total; the posted one is bound.

    The forms show the results that the table's phone sent too late. If there are several for one
    hand, they show the one whose entry is `slip` in the address.
    """
    score, sent = sheet.score, request.POST or None
    late = late_results(party, Spot(party.pk, sheet.round, score.number))
    slip = number_of(request.GET.get("slip"))
    sent_late: dict[str, Any] = {}
    for each in sorted(late, key=lambda each: each.entry == slip):
        result = {f"hand_{each.hand}": each.text} if each.hand else {"ns": each.ns, "ew": each.ew}
        sent_late |= result | {"reason": "its phone sent it late"}
    last = score.limit or max(MOST_BEFORE_A_BELL, sheet.next_hand)
    initial = {"submission": uuid4(), "source": source_of(request, party), **sent_late}
    hands = LateHandsForm(
        None if is_total else sent,
        initial=initial,
        rules=party.rules,
        numbers=range(sheet.next_hand, last + 1),
        allows_fewer_hands=score.awaits_slip and score.limit is not None,
    )
    total = LateTotalForm(
        sent if is_total else None,
        initial=initial,
        auto_id="total_%s",
        limit=score.limit,
        ns=sheet.ns,
        ew=sheet.ew,
    )
    if score.awaits_slip:
        hands.waive_reason()
        total.waive_reason()
    if late:
        hands.offer_phone()
        total.offer_phone()
    return hands, total


@require_POST
def discard_late_result(
    request: HttpRequest, party_id: int, number: int, table: int, entry: int
) -> HttpResponse:
    party = organised_party(request, party_id)
    text, live = f"Table {table}, round {number}: set aside.", reverse("live", args=[party.pk])
    with Attempt(request):
        line = late_hands.discard_late_result(party.pk, entry, **actor_and_time(request))
        report_with_undo(request, party, line, text, live)
    return redirect(live)


def last_hand(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party, sheet = _party_and_sheet(request, party_id, number, table)
    hands = [line for line in sheet.hands if line.hand]
    if not hands:
        raise Http404

    def correct(spot: Spot, details: CorrectionDetails) -> None:
        late_hands.remove_last_hand(spot, shown_entry=form.value, **details)

    form = LastHandForm(request.POST or None, initial={"seen": hands[-1].entry})
    page = LateCorrectionPage(
        title=f"Take hand {hands[-1].hand} out of table {table} in round {number}",
        button="Take it out",
        previous_text=hands[-1].words,
        correct=correct,
        corrected_text=lambda: "not played",
        hint=f"It says: {hands[-1].words}. Its points go, and the table has one hand fewer.",
    )
    return _show_late_hands(request, party, sheet, form, page)


def correct_ahead(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    party, sheet = _party_and_sheet(request, party_id, number, table)
    ahead = sheet.score.provisional_pair or sheet.score.cut
    pairs = [("NS", sheet.ns), ("EW", sheet.ew)]

    def correct(spot: Spot, details: CorrectionDetails) -> None:
        pair, seen = form.value
        late_hands.correct_ahead(spot, pair=pair, shown_pair=seen, **details)

    initial = {"seen": ahead, "pair": ahead}
    form = AheadCorrectionForm(request.POST or None, initial=initial, pairs=pairs)
    page = LateCorrectionPage(
        title=f"Who was ahead at table {table} in round {number}?",
        button="Correct it",
        previous_text=PAIR_NAMES.get(ahead, "nobody"),
        correct=correct,
        corrected_text=lambda: PAIR_NAMES[form.value[0]],
    )
    return _show_late_hands(request, party, sheet, form, page)


def _party_and_sheet(
    request: HttpRequest, party_id: int, number: int, table: int
) -> tuple[Party, Sheet]:
    party = organised_party(request, party_id)
    _, sheet = sheet_or_404(party, number, table)
    return party, sheet


def _show_late_hands(
    request: HttpRequest,
    party: Party,
    sheet: Sheet,
    form: LateReasonForm,
    page: LateCorrectionPage,
    **forms: LateReasonForm,
) -> HttpResponse:
    back = f"{reverse('round', args=[party.pk, sheet.round])}{table_anchor(sheet.score.number)}"
    round_ = {"number": sheet.round}
    context = {
        "party": party,
        "round": round_,
        "sheet": sheet,
        "back": back,
        "form": form,
        **forms,
    }
    if form.is_valid() and "again" not in request.POST:
        spot = Spot(party.pk, sheet.round, sheet.score.number)
        choice = SeatsForm.read_choice(request.POST)
        try:
            page.correct(
                spot, {"reason": form.reason_text, "choice": choice, **actor_and_time(request)}
            )
        except SeatsInQuestion as question:
            words = page.corrected_text()
            return ask_about_seats(
                request, context, form, question, previous=page.previous_text, corrected=words
            )
        except Refused as refused:
            add_faults(form, refused, seen=form.initial.get("seen"))
        else:
            messages.success(
                request, f"Table {sheet.score.number} in round {sheet.round} is corrected."
            )
            return redirect(back)
    return render(request, "scores/late_hands.html", context | {"page": page})

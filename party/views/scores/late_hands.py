"""What is found out about a table after its round was closed: an organiser's pages."""

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
    LateForm,
    LateHandsForm,
    LateTotalForm,
)
from party.models import Party, Table
from party.queries.scores.late_slips import late_results
from party.services.scores import late_hands
from party.values.numbers import number_of, signed
from party.values.refusals import Refused
from party.values.scores.tables import Sheet, Spot
from party.values.seats.corrections import Choice, SeatsInQuestion
from party.views.access import ActorAndTime, done_by, organised_party
from party.views.log import undo_buttons
from party.views.paging import at_table
from party.views.refusals import Attempt, report_done
from party.views.scores.entry import source_of
from party.views.scores.tables import sheet_or_404
from party.views.seats.corrections import ask_about_seats


class WhyAndHow(ActorAndTime):
    reason: str
    choice: Choice


@dataclass(frozen=True)
class Page:
    """One of these pages: its words, its verb, and what the correction says."""

    title: str
    button: str
    it_says: str
    correct: Callable[[Spot, WhyAndHow], None]
    corrected: Callable[[], str]
    hint: str = ""
    total: LateForm | None = None
    has_hands: bool = True


MOST_BEFORE_A_BELL = 6  # fields on the page of a table that plays until a bell


def late_hand(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """Add all that a late slip says: the hands that were never entered, or their total."""
    party, at = _table(request, party_id, number, table)
    is_total = at.score.capture == Table.Capture.TOTALS or request.POST.get("kind") == "total"
    hands, total = _late_forms(request, party, at, is_total=is_total)

    def correct(spot: Spot, why: WhyAndHow) -> None:
        if is_total:
            ns, ew, played, new, _, source = total.value
            late_hands.add_late_total(
                spot, ns, ew, hands=played, submission=new, source=source, **why
            )
            return
        late, is_all, new, source = hands.value
        late_hands.add_late_hands(
            spot, late, first=at.next_hand, is_all=is_all, submission=new, source=source, **why
        )

    def corrected() -> str:
        if is_total:
            return f"N-S {signed(total.value.ns)}, E-W {signed(total.value.ew)}"
        return "; ".join(describe(party.rules, each.result) for each in hands.value[0])

    said = f"{PAIR_NAMES[at.score.said]} were ahead" if at.score.follows else "nothing"
    page = Page(
        title=f"What came late from table {table} in round {number}",
        button="Add these hands",
        it_says=said,
        correct=correct,
        corrected=corrected,
        hint="8hn9 is 8 Hearts by North, 9 tricks.",
        total=total if at.score.short else None,
        has_hands=at.score.capture != Table.Capture.TOTALS,
    )
    return _show(request, party, at, total if is_total else hands, page, hands=hands)


def _late_forms(
    request: HttpRequest, party: Party, at: Sheet, *, is_total: bool
) -> tuple[LateHandsForm, LateTotalForm]:
    """Make the forms for the hands and for their total; one is bound to what was sent.

    What the table's phone sent too late stands in them: the chosen `slip`, where two differ.
    """
    score, sent = at.score, request.POST or None
    late = late_results(party, Spot(party.pk, at.round, score.number))
    slip = number_of(request.GET.get("slip"))
    sent_late: dict[str, Any] = {}
    for each in sorted(late, key=lambda each: each.entry == slip):
        what = {f"hand_{each.hand}": each.text} if each.hand else {"ns": each.ns, "ew": each.ew}
        sent_late |= what | {"reason": "its phone sent it late"}
    most = score.limit or max(MOST_BEFORE_A_BELL, at.next_hand)
    initial = {"submission": uuid4(), "source": source_of(request, party), **sent_late}
    hands = LateHandsForm(
        None if is_total else sent,
        initial=initial,
        rules=party.rules,
        numbers=range(at.next_hand, most + 1),
        may_be_all=score.follows and score.limit is not None,
    )
    total = LateTotalForm(
        sent if is_total else None,
        initial=initial,
        auto_id="total_%s",
        limit=score.limit,
        ns=at.ns,
        ew=at.ew,
    )
    if late:
        hands.offer_phone()
        total.offer_phone()
    return hands, total


@require_POST
def set_aside(
    request: HttpRequest, party_id: int, number: int, table: int, entry: int
) -> HttpResponse:
    """Say that a result which came too late is not needed."""
    party = organised_party(request, party_id)
    done, live = f"Table {table}, round {number}: set aside.", reverse("live", args=[party.pk])
    with Attempt(request):
        line = late_hands.set_aside(party.pk, entry, **done_by(request))
        report_done(request, done, *undo_buttons(party, line, about=done, back=live))
    return redirect(live)


def last_hand(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """Take out a table's last hand, which was never played."""
    party, at = _table(request, party_id, number, table)
    hands = [line for line in at.hands if line.hand]
    if not hands:
        raise Http404

    def correct(spot: Spot, why: WhyAndHow) -> None:
        late_hands.take_out_last_hand(spot, seen=form.value, **why)

    form = LastHandForm(request.POST or None, initial={"seen": hands[-1].entry})
    page = Page(
        title=f"Take hand {hands[-1].hand} out of table {table} in round {number}",
        button="Take it out",
        it_says=hands[-1].words,
        correct=correct,
        corrected=lambda: "not played",
        hint=f"It says: {hands[-1].words}. Its points go, and the table has a hand less.",
    )
    return _show(request, party, at, form, page)


def correct_ahead(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """Correct who won the cut, or who a table on final cards said was ahead."""
    party, at = _table(request, party_id, number, table)
    said = at.score.said or at.score.cut
    pairs = [("NS", at.ns), ("EW", at.ew)]

    def correct(spot: Spot, why: WhyAndHow) -> None:
        pair, seen = form.value
        late_hands.correct_ahead(spot, pair=pair, seen=seen, **why)

    initial = {"seen": said, "pair": said}
    form = AheadCorrectionForm(request.POST or None, initial=initial, pairs=pairs)
    page = Page(
        title=f"Who was ahead at table {table} in round {number}?",
        button="Correct it",
        it_says=PAIR_NAMES.get(said, "nobody"),
        correct=correct,
        corrected=lambda: PAIR_NAMES[form.value[0]],
    )
    return _show(request, party, at, form, page)


def _table(request: HttpRequest, party_id: int, number: int, table: int) -> tuple[Party, Sheet]:
    party = organised_party(request, party_id)
    _, at = sheet_or_404(party, number, table)
    return party, at


def _show(
    request: HttpRequest,
    party: Party,
    at: Sheet,
    form: LateForm,
    page: Page,
    **forms: LateForm,
) -> HttpResponse:
    back = f"{reverse('round', args=[party.pk, at.round])}{at_table(at.score.number)}"
    round_ = {"number": at.round}
    context = {"party": party, "round": round_, "sheet": at, "back": back, "form": form, **forms}
    if form.is_valid() and "again" not in request.POST:
        spot = Spot(party.pk, at.round, at.score.number)
        choice = SeatsForm.answer(request.POST)
        try:
            page.correct(spot, {"reason": form.why, "choice": choice, **done_by(request)})
        except SeatsInQuestion as question:
            words = page.corrected()
            return ask_about_seats(
                request, context, form, question, it_says=page.it_says, corrected=words
            )
        except Refused as refused:
            add_faults(form, refused, seen=form.initial.get("seen"))
        else:
            messages.success(request, f"Table {at.score.number} in round {at.round} is corrected.")
            return redirect(back)
    return render(request, "scores/late_hands.html", context | {"page": page})

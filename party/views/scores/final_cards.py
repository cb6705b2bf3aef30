from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from party.forms.scores.final_cards import FinalCardForm
from party.queries.scores.card_comparison import tally_lines
from party.queries.scores.final_cards import stray_cards, tally_id
from party.services.scores import final_cards
from party.values.scores.final_cards import TallyLine
from party.views.access import actor_and_time, or_404, party_or_404
from party.views.paging import page_of_rows
from party.views.refusals import Attempt


@require_safe
def list_final_cards(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    lines = tally_lines(party)
    context = {
        "party": party,
        "lines": lines,
        "shown": page_of_rows(request, lines),
        "missing": [line for line in lines if line.card is None],
        "doubtful": [line for line in lines if line.faults],
        "stray": stray_cards(party, {line.person.id for line in lines}),
    }
    return render(request, "scores/final_cards.html", context)


def type_final_card(request: HttpRequest, party_id: int, entrant_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    lines = tally_lines(party)
    line = or_404(next((each for each in lines if each.person.id == entrant_id), None))
    initial = {"seen": tally_id(party, entrant_id), "submission": uuid4()}
    form = FinalCardForm(
        request.POST or None, initial=initial | FinalCardForm.initial_of(line.card)
    )
    if _is_saved(request, party_id, entrant_id, form):
        return _show_next_card(request, party_id, line)
    context = {"party": party, "line": line, "form": form, "rounds": len(line.boxes)}
    return render(request, "scores/final_card.html", context)


def _is_saved(request: HttpRequest, party_id: int, entrant_id: int, form: FinalCardForm) -> bool:
    if not form.is_valid_with_hidden_fields():
        return False
    card, seen, submission = form.value
    with Attempt(request, form, seen=form.initial["seen"] or "") as attempt:
        final_cards.save_tally(
            party_id,
            entrant_id,
            card,
            shown_tally=seen,
            submission=submission,
            **actor_and_time(request),
        )
    return attempt.succeeded


def _show_next_card(request: HttpRequest, party_id: int, line: TallyLine) -> HttpResponse:
    party = party_or_404(request, party_id)
    lines = tally_lines(party)
    saved_line = next(each for each in lines if each.person.id == line.person.id)
    if saved_line.card is not None:
        messages.success(request, f"{line.person}'s card: {saved_line.card.words}.")
    for fault in saved_line.faults:
        messages.warning(request, f"{line.person}: {fault}")
    waiting = [each.person.id for each in lines if each.card is None]
    place = [each.person.id for each in lines].index(line.person.id)
    later = [each.person.id for each in lines[place + 1 :] if each.card is None] or waiting
    return redirect("tally", party_id, later[0]) if later else redirect("tallies", party_id)


@require_POST
def remove_final_card(request: HttpRequest, party_id: int, entrant_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    with Attempt(request, success="The card is taken back."):
        final_cards.remove_tally(party.pk, entrant_id, **actor_and_time(request))
    return redirect("tallies", party_id)

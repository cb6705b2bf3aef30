"""The desk, where results are typed. It stays at a table until the table has finished."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from party.engine import HandEntry
from party.forms.refusals import add_faults
from party.forms.scores.entries import (
    USUAL_SOURCE,
    CircleForm,
    DeskEntry,
    EntryForm,
    Jump,
    LineForm,
    MatchingHands,
    desk_form,
    desk_forms,
    read_line,
    sent_form,
    unfinished_line,
)
from party.forms.scores.entry_echo import (
    conflict_of,
    echo_of,
    examples,
    question_of,
    unfinished_circles,
)
from party.forms.scores.slip_proposals import AcceptSlipForm, shown_slip
from party.models import Entry, Party, Round
from party.queries.evening.rounds import round_numbered
from party.queries.scores.desk import Desk, DeskPage, desk_page, read_desk
from party.queries.scores.tables import table_with_lines, table_with_people
from party.services.scores import entries, tables
from party.services.scores.slip_proposals import AcceptedHands, accept_hands
from party.values.evening.words import NOT_STARTED
from party.values.numbers import number_of
from party.values.refusals import Code, Refused
from party.values.scores.tables import Receipt, SavedAs, Sheet, Spot, count_hands, hand_name
from party.views.access import actor_and_time, can_organise, or_404, party_or_404
from party.views.accounts import YEAR
from party.views.paging import page_of_rows
from party.views.refusals import Attempt, NoteButton, report_success

LARGEST_TABLE_NUMBER = 99_999
FORM_COOKIE = "desk_form"  # line or pad; without the cookie, the kind of screen decides
PART_HEADER = "X-Desk"  # the script sends it to get part of the page, not a redirect


@vary_on_headers(PART_HEADER)
def entry(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    wanted = number_of(request.GET.get("table"), LARGEST_TABLE_NUMBER)
    after = number_of(request.GET.get("after"), LARGEST_TABLE_NUMBER)
    party = party_or_404(request, party_id)
    round_ = or_404(round_numbered(party, number))
    if not round_.is_open or party.finished_at is not None:
        return _refuse_entry(request, party, round_)
    is_sent = request.method == "POST"
    # Another desk may have finished this table meanwhile: the form is still about this table.
    if is_sent and party.tracks_seats and (sheet := table_with_people(party, round_, wanted)):
        return _post_entry(request, party, round_, sheet)
    desk = read_desk(party, round_, wanted=wanted, after=after)
    if not party.tracks_seats and desk.is_on_cards_only:
        text = "There is nothing to enter: the points come with the final cards."
        messages.error(request, text)
        return redirect("tallies", party.pk)
    if wanted is not None and wanted not in desk.scores:
        messages.error(request, _no_table_text(wanted, desk))
    if is_sent and desk.sheet:
        return _post_entry(request, party, round_, desk.sheet)
    response = _show_desk(request, party, round_, desk, after=after)
    if (kind := request.GET.get("form")) in FORM_KINDS:
        response.set_cookie(FORM_COOKIE, kind, max_age=YEAR, samesite="Lax", httponly=True)
    return response


def _post_entry(request: HttpRequest, party: Party, round_: Round, sheet: Sheet) -> HttpResponse:
    source, sent = source_of(request, party), _sent_data(request)
    form = sent_form(party.rules, sheet, source, sent)
    if form is None:
        return _refuse_other_capture(request, party, sheet)
    if not form.is_valid_with_hidden_fields():
        return _show_form(request, party, round_, sheet, form)
    jump_or_points = form.jump_or_points
    if isinstance(jump_or_points, MatchingHands):
        question = question_of(party.rules, sheet, jump_or_points)
        return _show_form(request, party, round_, sheet, form, question=question)
    if isinstance(jump_or_points, Jump):
        desk = read_desk(party, round_, wanted=jump_or_points.table, after=None)
        if jump_or_points.table in desk.scores:
            return redirect(_desk_address(party, sheet, table=jump_or_points.table))
        form.add_error("text", _no_table_text(jump_or_points.table, desk))
        return _show_form(request, party, round_, sheet, form)
    return _store_entry(request, party, round_, sheet, form, entry=form.value)


def _sent_data(request: HttpRequest) -> QueryDict:
    sent = request.POST.copy()
    # Enter on the empty line accepts the hand of the photographed slip.
    if sent.get("proposed") and not sent.get("text", "").strip():
        sent["text"], sent["source"] = str(sent["proposed"]), Entry.Source.PHOTO
    elif sent.get("source") == Entry.Source.PHOTO:
        sent["source"] = USUAL_SOURCE  # the desk has typed over a refused proposal
    # The answer to "which hand was it?" replaces the points.
    if sent.get("choice") and sent.get("text") == sent.get("asked"):
        sent["text"] = str(sent["choice"])
    return sent


def _store_entry(
    request: HttpRequest,
    party: Party,
    round_: Round,
    sheet: Sheet,
    form: EntryForm,
    *,
    entry: DeskEntry,
) -> HttpResponse:
    try:
        saved = _save_entry(request, Spot(party.pk, sheet.round, sheet.score.number), entry)
    except Refused as refused:
        desk, clash = read_desk(party, round_, wanted=sheet.score.number, after=None), None
        if any(fault.code == Code.CONFLICT for fault in refused.faults):
            clash = conflict_of(party.rules, desk.sheet or sheet, form)
        else:
            add_faults(form, refused)
        return _show_desk(request, party, round_, desk, sent=form, sheet=sheet, clash=clash)
    if entry.source and entry.source != Entry.Source.PHOTO:
        remember_source(request, party, entry.source)
    _report_saved(request, party, sheet, saved)
    return _show_next_table(request, party, round_, sheet)


def _save_entry(request: HttpRequest, spot: Spot, entry: DeskEntry) -> Receipt:
    typed, submission, source = entry.typed, entry.submission, entry.source
    actor_args = actor_and_time(request)
    if isinstance(typed, str):
        return tables.report_ahead(spot, typed, shown_pair=entry.said, **actor_args)
    if isinstance(typed, tuple):
        hands = entry.hands
        return entries.save_total(
            spot, *typed, hands=hands, submission=submission, source=source, **actor_args
        )
    return entries.save_hand(
        spot, typed, hand=entry.hand, submission=submission, source=source, **actor_args
    )


def _report_saved(request: HttpRequest, party: Party, sheet: Sheet, saved: Receipt) -> None:
    buttons = _undo_and_correct_buttons(party, sheet, saved)
    spot_text = f"Table {saved.table}" + (f", hand {saved.hand}" if saved.hand else "")
    if saved.outcome == SavedAs.ALREADY:
        report_success(request, f"{spot_text} was already in: {saved.text}", *buttons)
    elif saved.outcome == SavedAs.TABLE_DONE:
        report_success(request, f"Saved: {spot_text} has finished.", *buttons)
    else:
        report_success(request, f"Saved: {spot_text}: {saved.text}", *buttons)
    for flag in saved.flags:
        messages.warning(request, f"{spot_text}: {flag} Look at the slip again.")


def _undo_and_correct_buttons(party: Party, sheet: Sheet, saved: Receipt) -> list[NoteButton]:
    spot, about, buttons = [party.pk, sheet.round, saved.table], f"table {saved.table}", []
    if saved.outcome == SavedAs.TABLE_DONE:
        url = reverse("reopen_table", args=spot)
        buttons.append(NoteButton("Undo", f"{about} has finished", url, {}))
    if saved.entry is None:
        return buttons
    if saved.hand is not None:
        about += f", {hand_name(saved.hand)}"
    if saved.outcome == SavedAs.SAVED:
        url, seen = reverse("undo_hand", args=spot), {"seen": str(saved.entry)}
        buttons.append(NoteButton("Undo", about, url, seen))
    if saved.hand is not None:
        url = reverse("correct", args=[*spot, saved.hand])
        buttons.append(NoteButton("Correct", about, url))
    return buttons


def _show_next_table(
    request: HttpRequest, party: Party, round_: Round, sheet: Sheet
) -> HttpResponse:
    after = sheet.score.number
    address = _desk_address(party, sheet, after=after)
    if PART_HEADER not in request.headers:
        return redirect(address)
    desk = read_desk(party, round_, wanted=None, after=after, known_sheet=sheet)
    response = _show_desk(request, party, round_, desk, after=after)
    response.headers["Content-Location"] = address
    return response


def _show_form(
    request: HttpRequest, party: Party, round_: Round, sheet: Sheet, form: EntryForm, **reply: Any
) -> HttpResponse:
    desk = read_desk(party, round_, wanted=sheet.score.number, after=None)
    return _show_desk(request, party, round_, desk, sent=form, sheet=sheet, **reply)


def _refuse_other_capture(request: HttpRequest, party: Party, sheet: Sheet) -> HttpResponse:
    typed = _typed_text(request)
    text = f"Table {sheet.score.number} is entered in another way now. Nothing was saved"
    messages.error(request, f"{text}. You typed: {typed}" if typed else f"{text}.")
    return redirect(_desk_address(party, sheet, table=sheet.score.number))


def _refuse_entry(request: HttpRequest, party: Party, round_: Round) -> HttpResponse:
    page = reverse("round", args=[party.pk, round_.number])
    if round_.state == Round.State.DRAWN:
        page, reason = reverse("live", args=[party.pk]), NOT_STARTED.format(round=round_.number)
    elif party.finished_at is not None:
        reason = f"{party.name} is finished."
    elif request.method == "POST":
        reason = f"Round {round_.number} was closed while you typed. A hand that was played "
        reason += "can still be added: an organiser does it in the row of its table."
    else:
        reason = f"Round {round_.number} is closed. Choose the hand to correct."
    messages.error(request, reason)
    if typed := _typed_text(request):
        table = number_of(request.GET.get("table"), LARGEST_TABLE_NUMBER)
        subject = f"Table {table}: nothing" if table else "Nothing"
        messages.error(request, f"{subject} was stored. You typed: {typed}")
    return redirect(page)


def _typed_text(request: HttpRequest) -> str:
    names = ("text", "ns", "ew", "bid", "bidder", "tricks")
    return " ".join(filter(None, (request.POST.get(name, "") for name in names)))


def _no_table_text(number: int, desk: Desk) -> str:
    return f"There is no table {number} tonight: tables go from 1 to {len(desk.scores)}."


def _show_desk(
    request: HttpRequest,
    party: Party,
    round_: Round,
    desk: Desk,
    *,
    sent: EntryForm | None = None,
    sheet: Sheet | None = None,
    after: int | None = None,
    **reply: Any,
) -> HttpResponse:
    """`sent` is the posted form of the table `sheet`. `reply` is added to the context."""
    source, sheet = source_of(request, party), sheet or desk.sheet
    forms = desk_forms(party.rules, sheet, source, sent) if sheet else []
    page = desk_page(party, round_, desk, after=after)
    context = {
        "party": party,
        "round": round_,
        "page": page,
        "forms": forms,
        "slip": shown_slip(party.rules, sheet, page.slip) if sheet and page.slip else None,
        "refused": sent is not None and bool(sent.errors),
        "may_run": can_organise(request, party),
        "chosen": _chosen_form(request, sent),
        "skeleton": "parts/part.html" if PART_HEADER in request.headers else "base.html",
        "closing": page.closing,
        "totals": page_of_rows(request, page.closing.live.tables) if page.closing else (),
        **_desk_links(party, page),
        **{form.kind: form for form in forms},
    }
    return render(request, "scores/entry.html", context | reply)


FORM_KINDS = (LineForm.kind, CircleForm.kind)


def _chosen_form(request: HttpRequest, sent: EntryForm | None) -> str:
    kinds = (sent.kind if sent else "", request.GET.get("form"), request.COOKIES.get(FORM_COOKIE))
    return next((kind for kind in kinds if kind in FORM_KINDS), "")


def _desk_links(party: Party, page: DeskPage) -> dict[str, object]:
    sheet = page.sheet
    if sheet is None:
        return {}
    table, previous = sheet.score.number, ""
    if hands := sheet.hands:
        previous = reverse("correct", args=[party.pk, sheet.round, table, hands[-1].hand])
    elif page.after and page.after != table:
        previous = _desk_address(party, sheet, table=page.after)
    return {
        "where": f"Round {sheet.round}, hand {sheet.next_hand}",
        "examples": examples(party.rules, limit=sheet.score.limit),
        "echo_url": f"{reverse('echo', args=[party.pk, sheet.round])}?table={table}",
        "previous_url": previous,
    }


@require_POST
def accept_slip(request: HttpRequest, party_id: int, number: int, table: int) -> HttpResponse:
    """Store all hands of a photographed slip, which a person has seen."""
    party = party_or_404(request, party_id)
    round_ = or_404(round_numbered(party, number))
    sheet = or_404(table_with_people(party, round_, table))
    form = AcceptSlipForm(request.POST, rules=party.rules)
    if not form.is_valid():
        raise BadRequest("The hands of this slip did not arrive. Open the page again.")
    with Attempt(request):
        spot = Spot(party.pk, number, table)
        hands, shown_hand = form.value
        accepted = accept_hands(spot, hands, shown_hand=shown_hand, **actor_and_time(request))
        _report_accepted(request, party, sheet, accepted)
    return _show_next_table(request, party, round_, sheet)


def _report_accepted(
    request: HttpRequest, party: Party, sheet: Sheet, accepted: AcceptedHands
) -> None:
    table, saved = sheet.score.number, accepted.saved
    if saved:
        buttons = _undo_and_correct_buttons(party, sheet, saved[-1])
        text = f"Saved: {count_hands(len(saved))} of table {table}, from a photographed slip."
        report_success(request, text, *buttons)
    elif not accepted.different_hands:
        report_success(request, f"The hands of table {table} were already in.")
    for hand in accepted.different_hands:
        text = f"Table {table}, hand {hand} is different on the slip. Both results are kept: "
        messages.warning(request, f"{text}an organiser says which is right.")
    for each in saved:
        for flag in each.flags:
            messages.warning(request, f"Table {table}, hand {each.hand}: {flag}")


def _desk_address(party: Party, sheet: Sheet, **query: Any) -> str:
    return f"{reverse('entry', args=[party.pk, sheet.round])}?{urlencode(query)}"


def source_of(request: HttpRequest, party: Party) -> str:
    source: str = request.session.get(_source_key(party), USUAL_SOURCE)
    return source


def remember_source(request: HttpRequest, party: Party, source: str) -> None:
    if source_of(request, party) != source:
        request.session[_source_key(party)] = source


def _source_key(party: Party) -> str:
    return f"source-{party.pk}"


@require_safe
def echo(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Show the meaning of the desk's line so far, without storing anything."""
    party = party_or_404(request, party_id)
    round_ = or_404(round_numbered(party, number))
    wanted = number_of(request.GET.get("table"), LARGEST_TABLE_NUMBER)
    sheet = or_404(table_with_people(party, round_, wanted))
    if "hand" in request.GET:
        sheet = table_with_lines(party, round_, sheet.score)
    echo_context = _echo_of_pad if request.GET.get("kind") == "circle" else _echo_of_line
    return render(request, "scores/_echo.html", echo_context(request, party, sheet))


def _echo_of_line(request: HttpRequest, party: Party, sheet: Sheet) -> dict[str, object]:
    text = request.GET.get("text", "")
    context: dict[str, object] = {"with_card": "card" in request.GET}
    try:
        typed = read_line(party.rules, text) if text.strip() else None
    except ValidationError as error:
        return context | {"asked": unfinished_line(party.rules, text) or " ".join(error.messages)}
    echoed = echo_of(party.rules, sheet, typed)
    hand = number_of(request.GET.get("hand"), LARGEST_TABLE_NUMBER)
    old = next((line for line in sheet.hands if hand and line.hand == hand), None)
    if old is not None and echoed is not None and echoed.ns is not None:
        change = (echoed.ns - (old.ns or 0), (echoed.ew or 0) - (old.ew or 0))
        context["corrected"] = (sheet.score.ns + change[0], sheet.score.ew + change[1])
    return context | {"echo": echoed, "so_far": _points_so_far(sheet)}


def _echo_of_pad(request: HttpRequest, party: Party, sheet: Sheet) -> dict[str, object]:
    form = desk_form(CircleForm.kind, party.rules, sheet, "", request.GET)
    if not form.is_valid():
        return {"asked": unfinished_circles(party.rules, sheet, request.GET)}
    typed = form.value.typed
    echo = echo_of(party.rules, sheet, typed) if isinstance(typed, HandEntry) else None
    return {"echo": echo, "so_far": _points_so_far(sheet)}


def _points_so_far(sheet: Sheet) -> tuple[int, int] | None:
    return (sheet.score.ns, sheet.score.ew) if sheet.score.has_entries else None

"""Desk entry: one line for each hand, hand after hand, table after table.

The page stays at a table until the table has finished, then goes on to the next one that has not.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from party.engine import HandEntry
from party.forms.refusals import add_faults
from party.forms.scores.entries import (
    USUAL,
    AheadForm,
    CircleForm,
    DeskEntry,
    EntryForm,
    Fits,
    Jump,
    LineForm,
    TotalForm,
    read_line,
    unfinished_line,
)
from party.forms.scores.entry_echo import (
    clash_of,
    echo_of,
    examples,
    question_of,
    unfinished_circles,
)
from party.models import Party, Round, Table
from party.queries.evening.rounds import round_numbered
from party.queries.scores.desk import desk_page, people_at, read_desk
from party.queries.scores.tables import table_with_score
from party.services.scores import entries, tables
from party.values.numbers import number_of
from party.values.refusals import Code, Refused
from party.values.scores.desk import Desk, DeskPage
from party.values.scores.tables import Outcome, Saved, Sheet, Spot, hand_name
from party.views.access import done_by, or_404, organises, party_or_404
from party.views.paging import hundred
from party.views.refusals import NoteButton, report_done

PART = "X-Desk"  # a header: a script that has the page wants its part alone, without a redirect


@vary_on_headers(PART)
def entry(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Show the table that is to be typed in, and take what was typed or circled."""
    party = party_or_404(request, party_id)
    round_ = or_404(round_numbered(party, number))
    if not round_.is_open or party.finished_at is not None:
        return _not_now(request, party, round_)
    # What was typed while another desk finished the table must still be read.
    if request.method == "POST" and party.tracks_seats and (at := _named(request, party, round_)):
        return _take(request, party, round_, at)
    desk = _desk(request, party, round_)
    if not party.tracks_seats and desk.is_on_cards_only:
        text = "There is nothing to enter: the points come with the final cards."
        messages.error(request, text)
        return redirect("tallies", party.pk)
    _report_unknown_table(request, desk)
    if request.method == "POST" and desk.sheet:
        return _take(request, party, round_, desk.sheet)
    after, circling = _number(request, "after"), request.GET.get("form") == CircleForm.kind
    return _show_empty(request, party, round_, desk, after=after, circling=circling)


def _named(request: HttpRequest, party: Party, round_: Round) -> Sheet | None:
    """Return the table that the address names with its people; what it has played stays away."""
    wanted = _number(request, "table")
    found = table_with_score(party, Spot(party.pk, round_.number, wanted)) if wanted else None
    return people_at(round_, found[1]) if found else None


def _desk(request: HttpRequest, party: Party, round_: Round) -> Desk:
    """Return the desk at the table that the address names, else at one that plays on."""
    wanted, after = _number(request, "table"), _number(request, "after")
    return read_desk(party, round_, wanted=wanted, after=after)


def _report_unknown_table(request: HttpRequest, desk: Desk) -> None:
    wanted = _number(request, "table")
    if wanted is not None and wanted not in desk.scores:
        messages.error(request, _no_table(wanted, desk))


def _show_empty(
    request: HttpRequest, party: Party, round_: Round, desk: Desk, **how: Any
) -> HttpResponse:
    """Show the page of the desk with nothing typed yet."""
    at = desk.sheet
    is_typed = at is not None and (at.score.takes_hands or at.score.on_cards)
    forms = _forms(request, party, at) if at and is_typed else []
    return _show(request, party, round_, desk, forms, **how)


def _show(
    request: HttpRequest,
    party: Party,
    round_: Round,
    desk: Desk,
    forms: list[EntryForm],
    *,
    after: int | None = None,
    circling: bool = False,
    **answer: Any,
) -> HttpResponse:
    """Show the page of the desk; `answer` is what it says to what was typed."""
    page = desk_page(party, round_, desk, after=after)
    context = {
        "party": party,
        "round": round_,
        "page": page,
        "forms": forms,
        "refused": any(form.errors for form in forms),
        "may_run": organises(request, party),
        "circling": circling
        or any(form.is_bound and form.kind == CircleForm.kind for form in forms),
        "skeleton": "parts/part.html" if PART in request.headers else "base.html",
        **_addresses(party, page),
        "closing": page.closing,
        "totals": hundred(request, page.closing.live.tables) if page.closing else (),
        **{form.kind: form for form in forms},
    }
    return render(request, "scores/entry.html", context | answer)


@require_GET
def echo(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Say in words what is in the desk's line so far; nothing is stored."""
    party = party_or_404(request, party_id)
    round_ = or_404(round_numbered(party, number))
    at = or_404(_named(request, party, round_))
    said = _echo_of_pad if request.GET.get("kind") == "circle" else _echo_of_line
    return render(request, "scores/_echo.html", said(request, party, at))


def _echo_of_line(request: HttpRequest, party: Party, at: Sheet) -> dict[str, object]:
    text = request.GET.get("text", "")
    said: dict[str, object] = {"with_card": "card" in request.GET}
    try:
        typed = read_line(party.rules, text) if text.strip() else None
    except ValidationError as error:
        return said | {"asked": unfinished_line(party.rules, text) or " ".join(error.messages)}
    return said | {"echo": echo_of(party.rules, at, typed), "so_far": _so_far(at)}


def _echo_of_pad(request: HttpRequest, party: Party, at: Sheet) -> dict[str, object]:
    form = _circle_form(party, at, request.GET, {})
    if not form.is_valid():
        return {"asked": unfinished_circles(party.rules, at, request.GET)}
    typed = form.result
    echo = echo_of(party.rules, at, typed) if isinstance(typed, HandEntry) else None
    return {"echo": echo, "so_far": _so_far(at)}


def _so_far(at: Sheet) -> tuple[int, int] | None:
    return (at.score.ns, at.score.ew) if at.score.played else None


def _circle_form(
    party: Party, at: Sheet, sent: QueryDict | None, blank: dict[str, Any]
) -> CircleForm:
    return CircleForm(
        sent,
        initial=blank,
        auto_id="circle_%s",
        rules=party.rules,
        seats=at.seats,
        ask_last=at.score.limit is None,
    )


def _addresses(party: Party, page: DeskPage) -> dict[str, object]:
    """Return where the line is, what can be typed, and the addresses of echo and hand before."""
    at = page.sheet
    if at is None:
        return {}
    table, previous = at.score.number, ""
    if hands := at.hands:
        previous = reverse("correct", args=[party.pk, at.round, table, hands[-1].hand])
    elif page.after and page.after != table:
        previous = _address(party, at, table=page.after)
    return {
        "where": f"Round {at.round}, hand {at.next_hand}",
        "examples": examples(party.rules, limit=at.score.limit),
        "echo_url": f"{reverse('echo', args=[party.pk, at.round])}?table={table}",
        "previous_url": previous,
    }


def _not_now(request: HttpRequest, party: Party, round_: Round) -> HttpResponse:
    """Say why nothing is entered here now, and give back what was typed meanwhile."""
    page = reverse("round", args=[party.pk, round_.number])
    if round_.state == Round.State.DRAWN:
        page, why = reverse("live", args=[party.pk]), f"Round {round_.number} has not started yet."
    elif party.finished_at is not None:
        why = f"{party.name} is finished."
    elif request.method == "POST":
        why = f"Round {round_.number} was closed while you typed. A hand that was played "
        why += "can still be added: an organiser does it in the row of its table."
    else:
        why = f"Round {round_.number} is closed. Choose the hand to correct."
    messages.error(request, why)
    if typed := _typed(request):
        table = _number(request, "table")
        where = f"Table {table}: nothing" if table else "Nothing"
        messages.error(request, f"{where} was stored. You typed: {typed}")
    return redirect(page)


def _typed(request: HttpRequest) -> str:
    names = ("text", "ns", "ew", "bid", "bidder", "tricks")
    return " ".join(filter(None, (request.POST.get(name, "") for name in names)))


def _number(request: HttpRequest, name: str) -> int | None:
    return number_of(request.GET.get(name), 99_999)


def _no_table(number: int, desk: Desk) -> str:
    return f"There is no table {number} tonight: tables go from 1 to {len(desk.scores)}."


def _kinds(at: Sheet) -> tuple[str, ...]:
    """Return the kinds of forms that a table is entered in."""
    if at.score.on_cards:
        return (AheadForm.kind,)
    if at.score.capture == Table.Capture.TOTALS:
        return (TotalForm.kind,)
    return LineForm.kind, CircleForm.kind


def _forms(
    request: HttpRequest, party: Party, at: Sheet, sent: EntryForm | None = None
) -> list[EntryForm]:
    """Make the forms of a table, with the one that was `sent` in its place."""
    blank = _blank(request, party, at)
    known = {sent.kind: sent} if sent else {}
    return [known.get(kind) or _form(kind, party, at, blank) for kind in _kinds(at)]


def _blank(request: HttpRequest, party: Party, at: Sheet) -> dict[str, Any]:
    source = source_of(request, party)
    return {"hand": at.next_hand, "submission": uuid4(), "source": source}


def _form(
    kind: str, party: Party, at: Sheet, blank: dict[str, Any], sent: QueryDict | None = None
) -> EntryForm:
    if kind == AheadForm.kind:
        return AheadForm(sent, initial=blank | {"said": at.score.said})
    if kind == TotalForm.kind:
        return TotalForm(sent, initial=blank, limit=at.score.limit, ns=at.ns, ew=at.ew)
    if kind == CircleForm.kind:
        return _circle_form(party, at, sent, blank)
    return LineForm(sent, initial=blank, rules=party.rules)


def source_of(request: HttpRequest, party: Party) -> str:
    """Return what was typed from last at this party."""
    source: str = request.session.get(_source_key(party), USUAL)
    return source


def remember_source(request: HttpRequest, party: Party, source: str) -> None:
    if source_of(request, party) != source:
        request.session[_source_key(party)] = source


def _source_key(party: Party) -> str:
    return f"source-{party.pk}"


def _sent(request: HttpRequest) -> QueryDict:
    """Return what was sent; the answer to "which hand was it?" takes the place of the points."""
    sent = request.POST.copy()
    if sent.get("choice") and sent.get("text") == sent.get("asked"):
        sent["text"] = str(sent["choice"])
    return sent


def _take(request: HttpRequest, party: Party, round_: Round, at: Sheet) -> HttpResponse:
    """Read what was sent: a hand or points to store, a question to ask, or another table."""
    kinds = _kinds(at)
    kind = request.POST.get("kind", kinds[0])
    if kind not in kinds:
        return _entered_otherwise(request, party, at)
    # Only the form that was sent: all of them are made for a page that shows it again.
    form = _form(kind, party, at, _blank(request, party, at), _sent(request))
    if not form.is_whole():
        return _show_again(request, party, round_, at, form)
    detour = form.detour
    if isinstance(detour, Fits):
        question = question_of(party.rules, at, detour)
        return _show_again(request, party, round_, at, form, question=question)
    if isinstance(detour, Jump):
        desk = read_desk(party, round_, wanted=detour.table, after=None)
        if detour.table in desk.scores:
            return redirect(_address(party, at, table=detour.table))
        form.add_error("text", _no_table(detour.table, desk))
        return _show_again(request, party, round_, at, form)
    return _store(request, party, round_, at, form)


def _store(
    request: HttpRequest, party: Party, round_: Round, at: Sheet, form: EntryForm
) -> HttpResponse:
    """Store what the form holds and go on; else show the page again and say why not."""
    entry = form.value
    try:
        saved = _save(request, Spot(party.pk, at.round, at.score.number), entry)
    except Refused as refused:
        desk, clash = read_desk(party, round_, wanted=at.score.number, after=None), None
        if any(fault.code == Code.CONFLICT for fault in refused.faults):
            clash = clash_of(party.rules, desk.sheet or at, form)
        else:
            add_faults(form, refused)
        forms = _forms(request, party, at, form)
        return _show(request, party, round_, desk, forms, clash=clash)
    if entry.source:
        remember_source(request, party, entry.source)
    _report_saved(request, party, at, saved)
    return _go_on(request, party, round_, at, form)


def _go_on(
    request: HttpRequest, party: Party, round_: Round, at: Sheet, form: EntryForm
) -> HttpResponse:
    """Lead to the table that plays on: by a redirect, or for a script at once."""
    after = at.score.number
    address = _address(party, at, after=after, form=form.kind)
    if PART not in request.headers:
        return redirect(address)
    desk = read_desk(party, round_, wanted=None, after=after, known=at)
    circling = form.kind == CircleForm.kind
    shown = _show_empty(request, party, round_, desk, after=after, circling=circling)
    shown.headers["Content-Location"] = address
    return shown


def _show_again(
    request: HttpRequest,
    party: Party,
    round_: Round,
    at: Sheet,
    form: EntryForm,
    **answer: Any,
) -> HttpResponse:
    """Show the same table as it is by now, with what was sent still in its form."""
    desk = read_desk(party, round_, wanted=at.score.number, after=None)
    forms = _forms(request, party, at, form)
    return _show(request, party, round_, desk, forms, **answer)


def _entered_otherwise(request: HttpRequest, party: Party, at: Sheet) -> HttpResponse:
    """Give back what was typed for a table that is entered in another way by now."""
    typed = _typed(request)
    text = f"Table {at.score.number} is entered in another way now. Nothing was stored"
    messages.error(request, f"{text}. You typed: {typed}" if typed else f"{text}.")
    return redirect(_address(party, at, table=at.score.number))


def _save(request: HttpRequest, spot: Spot, entry: DeskEntry) -> Saved:
    typed, new, source = entry.typed, entry.submission, entry.source
    who = done_by(request)
    if isinstance(typed, str):
        return tables.say_ahead(spot, typed, seen=entry.said, **who)
    if isinstance(typed, tuple):
        hands = entry.hands
        return entries.save_total(spot, *typed, hands=hands, submission=new, source=source, **who)
    return entries.save_hand(spot, typed, hand=entry.hand, submission=new, source=source, **who)


def _report_saved(request: HttpRequest, party: Party, at: Sheet, saved: Saved) -> None:
    """Say what was saved, with its points, and what is unusual about it."""
    buttons = _buttons(party, at, saved)
    where = f"Table {saved.table}" + (f", hand {saved.hand}" if saved.hand else "")
    if saved.outcome == Outcome.ALREADY:
        report_done(request, f"{where} was in already: {saved.text}", *buttons)
    elif saved.outcome == Outcome.TABLE_DONE:
        report_done(request, f"Saved: {where} has finished.", *buttons)
    else:
        report_done(request, f"Saved: {where}: {saved.text}", *buttons)
    for flag in saved.flags:
        messages.warning(request, f"{where}: {flag} Look at the slip again.")


def _buttons(party: Party, at: Sheet, saved: Saved) -> Iterator[NoteButton]:
    """Yield what takes back exactly what was saved, and what corrects it."""
    spot, about = [party.pk, at.round, saved.table], f"table {saved.table}"
    if saved.outcome == Outcome.TABLE_DONE:
        yield NoteButton("Undo", f"{about} has finished", reverse("reopen_table", args=spot), {})
    if saved.entry is None:
        return
    if saved.hand is not None:
        about += f", {hand_name(saved.hand)}"
    if saved.outcome == Outcome.SAVED:
        url, seen = reverse("undo_hand", args=spot), {"seen": str(saved.entry)}
        yield NoteButton("Undo", about, url, seen)
    if saved.hand is not None:
        yield NoteButton("Correct", about, reverse("correct", args=[*spot, saved.hand]))


def _address(party: Party, at: Sheet, **query: Any) -> str:
    """Return the address of the desk."""
    known = {name: value for name, value in query.items() if value not in {None, "line", "total"}}
    return f"{reverse('entry', args=[party.pk, at.round])}?{urlencode(known)}"

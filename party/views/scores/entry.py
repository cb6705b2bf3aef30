"""Desk entry: one line for each hand, hand after hand, table after table.

The page stays at a table until the table has finished, then goes on to the next one that has not.
"""

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from party.forms.refusals import add_faults
from party.forms.scores.entries import (
    AheadForm,
    CircleForm,
    EntryForm,
    Fits,
    Jump,
    LineForm,
    TotalForm,
    read_line,
)
from party.forms.scores.entry_echo import clash_of, echo_of, question_of
from party.models import Party, Round, Table
from party.queries.evening.rounds import live
from party.queries.scores.desk import last_entry, next_table, sheet
from party.queries.scores.records import carrying_hands, disagreements
from party.queries.scores.tables import table_scores
from party.services.scores import scores, tables
from party.templatetags.party_tags import points
from party.values.numbers import number_of
from party.values.refusals import Refused
from party.values.scores.table_key import Spot
from party.values.scores.tables import Disagreement, Outcome, Saved, Sheet, TableScore
from party.views.access import actor_of, organises, party_or_404, signed_in
from party.views.evening.rounds import closing
from party.views.scores.entry_source import remember_source, source_of

Board = dict[int, TableScore]


def entry(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Show the table that is to be typed in, and take what was typed or circled."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    if not round_.is_open or party.finished_at is not None:
        return _not_now(request, party, round_)
    board = table_scores(party, number)
    if not party.tracks_seats and all(score.on_cards for score in board.values()):
        return _nothing_to_enter(request, party)
    table = _table(request, board)
    at = sheet(party, round_, board[table]) if table else None
    posted = request.method == "POST"
    # What was typed while another desk finished the table must still be read.
    typing = at is not None and (posted or at.score.on_cards or not at.score.finished)
    forms = _forms(request, party, at) if at and typing else []
    asked: dict[str, object] = {}
    if at and posted:
        answer = _take(request, party, at, forms, board)
        if isinstance(answer, HttpResponse):
            return answer
        at = sheet(party, round_, table_scores(party, number)[at.score.number])
        asked = _asked(party, at, answer)
    after = _number(request.GET.get("after"))
    context = {
        "party": party,
        "round": round_,
        "sheet": at,
        "forms": forms,
        "refused": any(form.errors for form in forms),
        "last": after,
        "last_entry": last_entry(party, number, after) if after else None,
        "may_run": organises(signed_in(request), party),
        "told": _told(party, number, {table, after}),
        "circling": request.GET.get("form") == "circle",
        **_waiting(board, table or 0),
        **(_around(party, at, after) if at else closing(party, live(party))),
        **{form.kind: form for form in forms},
    }
    return render(request, "scores/entry.html", context | asked)


def _waiting(board: Board, table: int) -> dict[str, object]:
    """Return which tables are still to come, and which of them is next."""
    return {
        "open_tables": [score.number for score in board.values() if not score.finished],
        "tables": len(board),
        "next_table": next_table(board.values(), table),
    }


def _asked(party: Party, at: Sheet, answer: Fits | EntryForm | None) -> dict[str, object]:
    """Return what is asked back: which hand it was, or which of two versions is right."""
    if isinstance(answer, Fits):
        return {"question": question_of(party.rules, at, answer)}
    clash = clash_of(party.rules, at, answer) if answer else None
    return {"clash": clash, "problems": [clash.told]} if clash else {}


@require_GET
def echo(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Say in words what is in the desk's line so far; nothing is stored."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(Round, party=party, number=number)
    board = table_scores(party, number)
    at = sheet(party, round_, board[_table(request, board) or 1])
    text = request.GET.get("text", "")
    try:
        typed = read_line(party.rules, text) if text.strip() else None
    except ValidationError as error:
        return render(request, "scores/_echo.html", {"faults": error.messages})
    return render(request, "scores/_echo.html", {"echo": echo_of(party.rules, at, typed)})


def _told(party: Party, number: int, tables: set[int | None]) -> list[tuple[int, Disagreement]]:
    """Return what records say against the entries of this table and the one just left."""
    found = disagreements(party, number)
    return [(table, each) for table in sorted(found.keys() & tables) for each in found[table]]


def _around(party: Party, at: Sheet, after: int | None) -> dict[str, object]:
    """Return what stands around the line: where it is, its echo, and the hand before."""
    table = at.score.number
    before = at.hands[-1] if at.hands else None
    if before is not None:
        previous = reverse("correct", args=[party.pk, at.round, table, before.hand])
    else:
        previous = _desk(party, at, table=after) if after and after != table else ""
    return {
        "where": f"Round {at.round}, hand {at.next_hand}",
        "recorded": carrying_hands(party, at),
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
        why = (
            f"Round {round_.number} was closed while you typed. A hand that was played can still "
        )
        why += "be added: an organiser does it in the row of its table."
    else:
        why = f"Round {round_.number} is closed. Choose the hand to correct."
    messages.error(request, why)
    if typed := _typed(request):
        table = _number(request.GET.get("table"))
        where = f"Table {table}: nothing" if table else "Nothing"
        messages.error(request, f"{where} was stored. You typed: {typed}")
    return redirect(page)


def _nothing_to_enter(request: HttpRequest, party: Party) -> HttpResponse:
    """Where seats are not tracked, lead to the cards."""
    text = "There is nothing to enter: the points come with the final cards."
    messages.error(request, text)
    return redirect("tallies", party.pk)


def _typed(request: HttpRequest) -> str:
    names = ("text", "ns", "ew", "bid", "bidder", "tricks")
    return " ".join(filter(None, (request.POST.get(name, "") for name in names)))


def _number(text: str | None) -> int | None:
    return number_of(text, 99_999)


def _table(request: HttpRequest, board: Board) -> int | None:
    """Find the table the page is about: the one asked for, else the next that has not finished."""
    asked = _number(request.GET.get("table"))
    if asked in board:
        return asked
    if asked is not None:
        messages.error(request, _no_table(asked, board))
    after = _number(request.GET.get("after"))
    if after in board and after is not None and not board[after].finished:
        return after
    return next_table(board.values(), after or 0)


def _no_table(number: int, board: Board) -> str:
    return f"There is no table {number} tonight: tables go from 1 to {len(board)}."


def _forms(request: HttpRequest, party: Party, at: Sheet) -> list[EntryForm]:
    """Make the forms of a table; the one that was sent is bound to what was sent."""
    source = source_of(request, party)
    blank = {"hand": at.next_hand, "submission": uuid4(), "source": source}
    sent = _sent(request)
    kind = request.POST.get("kind")
    if at.score.on_cards:
        return [AheadForm(sent, initial=blank | {"said": at.score.said})]
    if at.score.capture == Table.Capture.TOTALS:
        limit = at.score.limit
        return [TotalForm(sent, initial=blank, limit=limit, ns=at.ns, ew=at.ew)]
    line = LineForm(sent if kind != "circle" else None, initial=blank, rules=party.rules)
    circle = CircleForm(
        sent if kind == "circle" else None,
        initial=blank,
        auto_id="circle_%s",
        rules=party.rules,
        seats=[(seat, f"{at.seats[seat]} ({seat})") for seat in "NESW" if seat in at.seats],
        ask_last=at.score.limit is None,
    )
    return [line, circle]


def _sent(request: HttpRequest) -> QueryDict | None:
    """Return what was sent; the answer to "which hand was it?" takes the place of the points."""
    if request.method != "POST":
        return None
    sent = request.POST.copy()
    if sent.get("choice") and sent.get("text") == sent.get("asked"):
        sent["text"] = str(sent["choice"])
    return sent


def _take(
    request: HttpRequest, party: Party, at: Sheet, forms: list[EntryForm], board: Board
) -> HttpResponse | Fits | EntryForm | None:
    """Store what was sent. Returns where to go on, a question, or None when it was refused.

    Returned as it is, the form says something else than another desk did.
    """
    if request.POST.get("kind", forms[0].kind) not in {form.kind for form in forms}:
        return _entered_otherwise(request, party, at)
    form = next(form for form in forms if form.is_bound)
    if not form.is_valid():
        if {"hand", "submission"} & form.errors.keys():
            raise BadRequest("This page was sent without its number. Open it again.")
        return None
    typed = form.cleaned_data.get("text")
    if isinstance(typed, Fits):
        return typed
    if isinstance(typed, Jump):
        return _jump(party, at, form, typed, board)
    return _store(request, party, at, form)


def _entered_otherwise(request: HttpRequest, party: Party, at: Sheet) -> HttpResponse:
    """Give back what was typed for a table that is entered in another way by now."""
    typed = _typed(request)
    text = f"Table {at.score.number} is entered in another way now. Nothing was stored"
    messages.error(request, f"{text}. You typed: {typed}" if typed else f"{text}.")
    return redirect(_desk(party, at, table=at.score.number))


def _jump(party: Party, at: Sheet, form: EntryForm, to: Jump, board: Board) -> HttpResponse | None:
    if to.table not in board:
        form.add_error("text", _no_table(to.table, board))
        return None
    return redirect(_desk(party, at, table=to.table))


def _store(
    request: HttpRequest, party: Party, at: Sheet, form: EntryForm
) -> HttpResponse | EntryForm | None:
    try:
        saved = _save(request, party, at, form)
    except Refused as refused:
        if any(fault.code == "conflict" for fault in refused.faults):
            return form
        add_faults(form, refused)
        return None
    if source := form.cleaned_data.get("source"):
        remember_source(request, party, source)
    _tell(request, saved)
    return redirect(_desk(party, at, after=at.score.number, form=form.kind))


def _save(request: HttpRequest, party: Party, at: Sheet, form: EntryForm) -> Saved:
    spot = Spot(party.pk, at.round, at.score.number)
    data = form.cleaned_data
    if isinstance(form, AheadForm):
        return tables.say_ahead(
            spot, data["text"], seen=data["said"], actor=actor_of(request), at=timezone.now()
        )
    known = {"submission": data["submission"], "source": data["source"]}
    if isinstance(form, TotalForm):
        return scores.save_total(
            spot,
            data["ns"],
            data["ew"],
            hands=data["hands"],
            actor=actor_of(request),
            at=timezone.now(),
            **known,
        )
    hand = data["entry"] if isinstance(form, CircleForm) else data["text"]
    return scores.save_hand(
        spot, hand, hand=data["hand"], actor=actor_of(request), at=timezone.now(), **known
    )


def _tell(request: HttpRequest, saved: Saved) -> None:
    """Say what was saved, with its points, and what is unusual about it."""
    where = f"Table {saved.table}" + (f", hand {saved.hand}" if saved.hand else "")
    sums = f" N-S {points(saved.ns)}, E-W {points(saved.ew)}." if saved.ns is not None else ""
    if saved.outcome == Outcome.ALREADY:
        messages.success(request, f"{where} was in already: {saved.words}.{sums}")
    elif saved.outcome == Outcome.TABLE_DONE:
        messages.success(request, f"Saved: {where} has finished.")
    else:
        messages.success(request, f"Saved: {where}: {saved.words}.{sums}")
    for flag in saved.flags:
        messages.warning(request, f"{where}: {flag} Look at the slip again.")


def _desk(party: Party, at: Sheet, **query: Any) -> str:
    known = {name: value for name, value in query.items() if value not in {None, "line", "total"}}
    return f"{reverse('entry', args=[party.pk, at.round])}?{urlencode(known)}"

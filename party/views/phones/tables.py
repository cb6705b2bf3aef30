"""A table's own page: the page itself, its polls, and the requests of its phone.

The address is the only permission. No view here reads a session or a user.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.contrib.auth.decorators import login_not_required
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from party.engine import HandEntry, describe
from party.forms.phones import PhoneAct, PhoneCircleForm, PhoneTotalForm, Sent, SentForm
from party.forms.refusals import add_faults
from party.forms.scores.entries import DeskEntry
from party.models import Party
from party.queries.phones.table import Phone, PhoneState, pad_of, party_of, phone_at, table_state
from party.services.phones import hands
from party.services.phones.hands import KEPT_FOR_DESK, Answer, Reply
from party.values.accounts import table_actor
from party.values.phones.addresses import GONE
from party.values.refusals import Refused
from party.values.scores.tables import Spot, hand_name, total_text
from party.views.access import ActorAndTime, wrong_address

STATUS = {
    Reply.SAVED: HTTPStatus.OK,
    Reply.ALREADY: HTTPStatus.OK,
    Reply.KEPT: HTTPStatus.CONFLICT,
    Reply.LATE: HTTPStatus.LOCKED,
    Reply.REFUSED: HTTPStatus.UNPROCESSABLE_ENTITY,
}
SAID: dict[str, str] = {
    Reply.SAVED: "It is saved.",
    Reply.ALREADY: "It is in already.",
    Reply.KEPT: "Two different results came in. Both are kept, and the desk asks you.",
    Reply.LATE: f"The table takes this no more. {KEPT_FOR_DESK}",
}


@dataclass(frozen=True)
class TableRequest:
    """A request by the address of a table's page."""

    code: str
    table: int
    token: str
    phone: Phone
    at: datetime

    @property
    def party(self) -> Party:
        return party_of(self.phone)

    @property
    def actor_and_time(self) -> ActorAndTime:
        return {"actor": table_actor(self.table), "at": self.at}

    def state(self, party: Party) -> PhoneState:
        return table_state(party, self.table, self.phone, timezone.now())

    def reread(self) -> "TableRequest":
        phone = phone_at(self.code, self.table, self.token, self.at) or self.phone
        return replace(self, phone=phone)


View = Callable[..., HttpResponse]


def of_table(view: Callable[[HttpRequest, TableRequest], HttpResponse]) -> View:
    """Give a view the table of its address; answer 410 to any other address."""

    @wraps(view)
    def opened(request: HttpRequest, code: str, table: int, token: str) -> HttpResponse:
        at = timezone.now()
        phone = phone_at(code, table, token, at)
        if phone is None:
            return _missing_table(request)
        if not phone.heard:
            # Answer even if this write fails (disk full).
            with suppress(OperationalError):
                hands.note_poll(phone.party, table, at=at)
        try:
            return view(request, TableRequest(code, table, token, phone, at))
        except Party.DoesNotExist:  # removed since the address was looked up
            return _missing_table(request)

    return login_not_required(cache_control(no_store=True)(opened))


def _missing_table(request: HttpRequest) -> HttpResponse:
    """Give one answer for a wrong key, a missing table or party, and phones switched off."""
    words, status = wrong_address(request, GONE, HTTPStatus.GONE)
    if request.resolver_match and request.resolver_match.url_name == "phone_table":
        return render(request, "hall/gone.html", {"words": words}, status=status)
    return JsonResponse({"words": words}, status=status)


@require_GET
@of_table
def state(request: HttpRequest, opened: TableRequest) -> HttpResponse:
    """Answer a poll; 204 if nothing is new."""
    wants_token = "csrf" in request.GET
    if request.GET.get("v") == opened.phone.version and not wants_token:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    token = {"csrf": get_token(request)} if wants_token else {}
    return JsonResponse(opened.state(opened.party).as_json | token)


@require_POST
@of_table
def send(request: HttpRequest, opened: TableRequest) -> HttpResponse:
    """Take a request of the page's script; answer with its outcome and the new state."""
    sent, party = _sent(request), opened.party
    form = SentForm(sent, rules=party.rules)
    answer = _answer(form, opened, party)
    found = {"id": sent.get("id"), "outcome": answer.outcome, "words": answer.words}
    found["entry"] = answer.entry
    after = opened.reread()
    # The party may have been finished while this request waited for the lock.
    is_same = after.phone.shared_revision == party.shared_revision
    state = after.state(party if is_same else after.party).as_json
    return JsonResponse(found | {"state": state}, status=STATUS[answer.outcome])


def _sent(request: HttpRequest) -> dict[str, Any]:
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError):
        sent = None
    return sent if isinstance(sent, dict) else {}


def _answer(form: SentForm, opened: TableRequest, party: Party) -> Answer:
    if not form.is_valid():
        return Answer(
            Reply.REFUSED, " ".join(str(each) for texts in form.errors.values() for each in texts)
        )
    sent = form.value
    try:
        return _do(sent, opened, party)
    except Refused as refused:
        words = " ".join(refused.texts)
        if result := _result_words(party, sent):
            words += f" It is not stored. Write it on the slip, or tell the desk: {result}."
        return Answer(Reply.REFUSED, words)


def _result_words(party: Party, sent: Sent) -> str:
    if isinstance(sent.result, tuple):
        return total_text(*sent.result)
    if sent.result is None or sent.result.result is None:
        return ""
    return f"{hand_name(sent.hand)}, {describe(party.rules, sent.result.result)}"


def _do(sent: Sent, opened: TableRequest, party: Party) -> Answer:
    spot, seen, act = Spot(party.pk, sent.round, opened.table), sent.seen, sent.act
    if sent.result is not None:
        return _store(sent, sent.result, spot, opened.actor_and_time)
    if act == PhoneAct.UNDO:
        return hands.undo(spot, seen=seen[0], **opened.actor_and_time)
    if act == PhoneAct.AGREE:
        return hands.agree(spot, seen=seen, yes=sent.yes, **opened.actor_and_time)
    if act == PhoneAct.CUT:
        return hands.say_cut(spot, sent.pair, seen=sent.was, **opened.actor_and_time)
    return hands.call_host(spot, called=act == PhoneAct.CALL, **opened.actor_and_time)


def _store(
    sent: Sent, result: HandEntry | tuple[int, int], spot: Spot, act: ActorAndTime
) -> Answer:
    hand, new, seen = sent.hand, sent.id, sent.seen[0] if sent.seen else None
    if isinstance(result, tuple):
        return hands.record_total(
            spot, *result, hands=sent.hands, submission=new, seen=seen, **act
        )
    if sent.act == PhoneAct.HAND or seen is None:
        return hands.record_hand(spot, result, hand=hand, submission=new, **act)
    return hands.change_hand(spot, hand, result, seen=seen, submission=new, **act)


@require_http_methods(["GET", "HEAD", "POST"])
@of_table
def page(request: HttpRequest, opened: TableRequest) -> HttpResponse:
    """Show the page of a table. In a browser without scripts its forms are posted here."""
    party = opened.party
    state = opened.state(party)
    form = _form(request, party, state)
    answer = _posted(request, opened, party, form) if request.method == "POST" else None
    if answer is not None and answer.outcome != Reply.REFUSED:
        return redirect(f"{request.path}?said={answer.outcome}")
    context = {
        "state": state.as_json | {"csrf": get_token(request)},
        "pad": pad_of(party.rules),
        "form": form,
        "submission": uuid4(),
        "said": answer.words if answer else SAID.get(request.GET.get("said", "")),
        "refused": answer is not None,
    }
    return render(request, "phones/table.html", context)


def _form(
    request: HttpRequest, party: Party, state: PhoneState
) -> PhoneCircleForm | PhoneTotalForm | None:
    kind = request.POST.get("kind")
    sent = request.POST if kind else None
    if kind is None and not state.can.hands:
        return None
    blank = {"hand": state.saved + 1, "submission": uuid4(), "round": state.round}
    if kind == "total" or (kind is None and state.capture == Party.Capture.TOTALS):
        pairs = {"ns": state.pairs["NS"], "ew": state.pairs["EW"]}
        return PhoneTotalForm(sent, initial=blank, limit=state.limit, **pairs)
    return PhoneCircleForm(sent, initial=blank, rules=party.rules, state=state)


def _posted(
    request: HttpRequest,
    opened: TableRequest,
    party: Party,
    form: PhoneCircleForm | PhoneTotalForm | None,
) -> Answer | None:
    if form is None or not form.is_bound:
        sent = SentForm(request.POST, rules=party.rules)
        return _answer(sent, opened, party)
    if not form.is_whole():
        return None
    entry, result, act = form.value, form.result, opened.actor_and_time
    spot, new = Spot(party.pk, entry.round, opened.table), _submission_of(entry)
    try:
        if isinstance(result, tuple):
            return hands.record_total(spot, *result, hands=entry.hands, submission=new, **act)
        return hands.record_hand(spot, result, hand=entry.hand, submission=new, **act)
    except Refused as refused:
        add_faults(form, refused)
        return None


def _submission_of(entry: DeskEntry) -> UUID:
    """Return one submission id for one content of a form, however often it is sent.

    The browser's Back button shows the old form with its id, and another result may be circled
    there.
    """
    return uuid5(entry.submission, repr((entry.typed, entry.hands)))

"""A table's page on a phone. Its address is the only permission: no session, no cookie is read."""

import json
from collections.abc import Callable, Mapping
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
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from party.engine import HandEntry, describe
from party.forms.phones import (
    PhoneAct,
    PhoneCircleForm,
    PhoneRequest,
    PhoneRequestForm,
    PhoneTotalForm,
)
from party.forms.refusals import add_faults
from party.forms.scores.entries import DeskEntry
from party.models import Party
from party.queries.phones.table import (
    Phone,
    PhoneState,
    pad_of,
    read_phone,
    table_state,
)
from party.services.phones import hands
from party.services.phones.hands import KEPT_FOR_DESK, Answer, Reply
from party.values.accounts import table_actor
from party.values.phones.addresses import GONE
from party.values.refusals import Refused
from party.values.scores.tables import Spot, hand_name, total_text
from party.views.access import ActorAndTime, answer_to_wrong_address

STATUS = {
    Reply.SAVED: HTTPStatus.OK,
    Reply.ALREADY: HTTPStatus.OK,
    Reply.KEPT: HTTPStatus.CONFLICT,
    Reply.LATE: HTTPStatus.LOCKED,
    Reply.REFUSED: HTTPStatus.UNPROCESSABLE_ENTITY,
}
NOT_STORED = "Phones are off, so it is not stored. Write it on the slip."
SAVED_TEXTS: dict[str, str] = {
    Reply.SAVED: "It is saved.",
    Reply.ALREADY: "It is already in.",
    Reply.KEPT: "Two different results came in. Both are kept, and the desk asks you.",
    Reply.LATE: f"The table takes no more results. {KEPT_FOR_DESK.format('It')}",
}


@dataclass(frozen=True)
class TableRequest:
    code: str
    table: int
    token: str
    phone: Phone
    at: datetime

    @property
    def party(self) -> Party:
        return Party.objects.get(pk=self.phone.party)

    @property
    def actor_and_time(self) -> ActorAndTime:
        return {"actor": table_actor(self.table), "at": self.at}

    def state(self, party: Party) -> PhoneState:
        return table_state(party, self.table, self.phone, timezone.now())

    def reread(self) -> "TableRequest":
        phone = read_phone(self.code, self.table, self.token, self.at) or self.phone
        return replace(self, phone=phone)


View = Callable[..., HttpResponse]


def table_view(view: Callable[[HttpRequest, TableRequest], HttpResponse]) -> View:
    """Give the view the table of its address, even while phones are off; 410 for a wrong token."""

    @wraps(view)
    def view_of_table(request: HttpRequest, code: str, table: int, token: str) -> HttpResponse:
        at = timezone.now()
        phone = read_phone(code, table, token, at)
        if phone is None:
            return _missing_table(request)
        if not phone.seen_recently:
            # Answer even if this write fails (disk full).
            with suppress(OperationalError):
                hands.note_poll(phone.party, table, at=at)
        try:
            return view(request, TableRequest(code, table, token, phone, at))
        except Party.DoesNotExist:  # deleted since read_phone
            return _missing_table(request)

    return login_not_required(csrf_exempt(cache_control(no_store=True)(view_of_table)))


def _missing_table(request: HttpRequest) -> HttpResponse:
    """The answer is the same for a wrong token and for a missing table or party."""
    words, status = answer_to_wrong_address(request, GONE, HTTPStatus.GONE)
    if request.resolver_match and request.resolver_match.url_name == "phone_table":
        return render(request, "hall/gone.html", {"words": words}, status=status)
    return JsonResponse({"words": words}, status=status)


@require_safe
@table_view
def state(request: HttpRequest, table_request: TableRequest) -> HttpResponse:
    """Answer 204 if nothing is new."""
    if request.GET.get("v") == table_request.phone.version:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return JsonResponse(table_request.state(table_request.party).as_json)


@require_POST
@table_view
def send(request: HttpRequest, table_request: TableRequest) -> HttpResponse:
    """Answer with the outcome and the new state."""
    fields, party = _read_json(request), table_request.party
    if not party.phones:
        # The answer has no id, so the phone keeps its request.
        state = table_request.state(party).as_json
        return JsonResponse({"state": state}, status=HTTPStatus.CONFLICT)
    answer = _answer_request(fields, table_request, party)
    reply = {"id": fields.get("id"), "outcome": answer.outcome, "words": answer.words}
    reply["entry"] = answer.entry
    request_now = table_request.reread()
    # The party may have been finished while this request waited for the lock.
    is_unchanged = request_now.phone.shared_revision == party.shared_revision
    state = request_now.state(party if is_unchanged else request_now.party).as_json
    return JsonResponse(reply | {"state": state}, status=STATUS[answer.outcome])


def _read_json(request: HttpRequest) -> dict[str, Any]:
    try:
        fields = json.loads(request.body)
    except (ValueError, RecursionError):
        fields = None
    return fields if isinstance(fields, dict) else {}


def _answer_request(
    fields: Mapping[str, Any], table_request: TableRequest, party: Party
) -> Answer:
    form = PhoneRequestForm(fields, rules=party.rules)
    if not form.is_valid():
        return Answer(
            Reply.REFUSED, " ".join(str(each) for texts in form.errors.values() for each in texts)
        )
    sent = form.value
    try:
        return _run_verb(sent, table_request, party)
    except Refused as refused:
        words = " ".join(refused.texts)
        if result := _result_words(party, sent):
            words += f" It is not stored. Write it on the slip, or tell the desk: {result}."
        return Answer(Reply.REFUSED, words)


def _result_words(party: Party, sent: PhoneRequest) -> str:
    if isinstance(sent.result, tuple):
        return total_text(*sent.result)
    if sent.result is None or sent.result.result is None:
        return ""
    return f"{hand_name(sent.hand)}, {describe(party.rules, sent.result.result)}"


def _run_verb(sent: PhoneRequest, table_request: TableRequest, party: Party) -> Answer:
    spot, seen, act = Spot(party.pk, sent.round, table_request.table), sent.seen, sent.act
    if sent.result is not None:
        return _store_sent_result(sent, sent.result, spot, table_request)
    if act == PhoneAct.UNDO:
        return hands.undo_entry(spot, shown_entry=seen[0], **table_request.actor_and_time)
    if act == PhoneAct.AGREE:
        return hands.record_agreement(
            spot, shown_entries=seen, is_agreed=sent.yes, **table_request.actor_and_time
        )
    if act == PhoneAct.SETTLE:
        return hands.settle_result(
            spot,
            sent.hand,
            right_entry=seen[0],
            wrong_entries=seen[1:],
            **table_request.actor_and_time,
        )
    if act == PhoneAct.CUT:
        return hands.report_cut(
            spot, sent.pair, shown_pair=sent.was, **table_request.actor_and_time
        )
    return hands.call_host(spot, is_called=act == PhoneAct.CALL, **table_request.actor_and_time)


def _store_sent_result(
    sent: PhoneRequest,
    result: HandEntry | tuple[int, int],
    spot: Spot,
    table_request: TableRequest,
) -> Answer:
    hand, new, seen = sent.hand, sent.id, sent.seen[0] if sent.seen else None
    actor_args = table_request.actor_and_time
    if isinstance(result, tuple):
        return hands.record_total(
            spot, *result, hands=sent.hands, submission=new, shown_entry=seen, **actor_args
        )
    if sent.act == PhoneAct.HAND or seen is None:
        return hands.record_hand(
            spot, result, hand=hand, submission=new, is_sure=sent.sure, **actor_args
        )
    return hands.change_hand(
        spot, hand, result, shown_entry=seen, submission=new, is_sure=sent.sure, **actor_args
    )


@require_http_methods(["GET", "HEAD", "POST"])
@table_view
def page(request: HttpRequest, table_request: TableRequest) -> HttpResponse:
    """A browser without scripts posts its forms to the same address."""
    party = table_request.party
    state = table_request.state(party)
    form = _pad_form(request, party, state)
    answer = (
        _answer_post(request, table_request, party, form) if request.method == "POST" else None
    )
    if answer is not None and answer.outcome != Reply.REFUSED:
        return redirect(f"{request.path}?said={answer.outcome}")
    context = {
        "state": state.as_json,
        "pad": pad_of(party.rules),
        "form": form,
        "submission": uuid4(),
        "said": answer.words if answer else SAVED_TEXTS.get(request.GET.get("said", "")),
        "refused": answer is not None,
        "guest_path": reverse("guest", args=[party.code]) if party.guests else "",
    }
    return render(request, "phones/table.html", context)


def _pad_form(
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


def _answer_post(
    request: HttpRequest,
    table_request: TableRequest,
    party: Party,
    form: PhoneCircleForm | PhoneTotalForm | None,
) -> Answer | None:
    if not party.phones:
        return Answer(Reply.REFUSED, NOT_STORED)
    if form is None or not form.is_bound:
        return _answer_request(request.POST, table_request, party)
    if not form.is_valid_with_hidden_fields():
        return None
    entry, result, actor_args = form.value, form.result, table_request.actor_and_time
    spot, new = Spot(party.pk, entry.round, table_request.table), _submission_of(entry)
    try:
        if isinstance(result, tuple):
            return hands.record_total(
                spot, *result, hands=entry.hands, submission=new, **actor_args
            )
        return hands.record_hand(spot, result, hand=entry.hand, submission=new, **actor_args)
    except Refused as refused:
        add_faults(form, refused)
        return None


def _submission_of(entry: DeskEntry) -> UUID:
    """Return an id that is the same only for the same form with the same content.

    The browser's Back button shows the old form with its old id, and people may then circle
    another result.
    """
    return uuid5(entry.submission, repr((entry.typed, entry.hands)))

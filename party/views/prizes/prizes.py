"""Prizes on a page: the list with who has what, and one prize with all that can be done to it."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from party.forms.prizes.prizes import (
    AmongForm,
    GiveForm,
    PresetForm,
    PrizeForm,
    TieForm,
    WordsForm,
)
from party.forms.prizes.tickets import TicketForm
from party.models import Party, Prize
from party.queries.one_reading import one_reading
from party.queries.prizes import winners as reads
from party.services.prizes import awards, gone_winners, prizes
from party.tables.prizes import PRIZE_HEADINGS, prize_rows
from party.values.accounts import Actor
from party.values.numbers import number_of
from party.values.people.money import typed_money
from party.values.prizes.prizes import PrizeKind, PrizeLine, PrizesNow, PrizeState
from party.views.access import done_by, or_404, organised_party, organises, party_or_404
from party.views.downloads import download
from party.views.log import undo_buttons
from party.views.refusals import Attempt, report_done


@require_GET
@one_reading()
def prize_list(request: HttpRequest, party_id: int) -> HttpResponse:
    return _list(request, party_or_404(request, party_id))


@require_GET
def prizes_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    """Answer with who has what as CSV or XLSX; a prize that is open has no winner."""
    party = party_or_404(request, party_id)
    return download("prizes", kind, PRIZE_HEADINGS, prize_rows(reads.prizes_now(party)), party)


@require_POST
def add_preset(request: HttpRequest, party_id: int) -> HttpResponse:
    """Add prizes that are often given together."""
    party = organised_party(request, party_id)
    form = PresetForm(request.POST)
    if form.is_valid():
        with Attempt(request, form):
            prizes.add_preset(party.pk, preset=form.value, **done_by(request))
            return redirect("prizes", party_id)
    return _list(request, party, presets=form)


@require_POST
def copy(request: HttpRequest, party_id: int) -> HttpResponse:
    """Give the same prizes as last time."""
    party = organised_party(request, party_id)
    with Attempt(request, done="The prizes are those of last time."):
        prizes.copy_prizes(party.pk, **done_by(request))
    return redirect("prizes", party_id)


@require_POST
def add_prize(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = PrizeForm(request.POST, currency=party.currency, groups=reads.prize_groups(party))
    if form.is_valid():
        typed = form.value
        with Attempt(request, form):
            prizes.add_prize(
                party.pk,
                typed.kind,
                group=typed.group,
                title=typed.title,
                money=typed.money,
                gift=typed.gift,
                must_be_here=typed.must_be_here,
                **done_by(request),
            )
            return redirect("prizes", party_id)
    return _list(request, party, form=form)


@require_POST
def one_each(request: HttpRequest, party_id: int) -> HttpResponse:
    """Say whether one person may have several prizes."""
    party = organised_party(request, party_id)
    with Attempt(request):
        prizes.set_one_each(
            party.pk, one_each=request.POST.get("one") == "yes", **done_by(request)
        )
    return redirect("prizes", party_id)


@require_POST
def confirm(request: HttpRequest, party_id: int) -> HttpResponse:
    """Confirm what the page showed; `seen` is the party's revision it was made from."""
    party = organised_party(request, party_id)
    seen = number_of(request.POST.get("seen")) or 0
    with Attempt(request, done="The prizes are confirmed."):
        awards.confirm_prizes(party.pk, seen=seen, **done_by(request))
    return redirect("finish" if request.POST.get("then") == "end" else "prizes", party_id)


@require_POST
def reopen(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, done="The prizes are open. What was settled by hand is kept."):
        awards.reopen_prizes(party.pk, **done_by(request))
    return redirect("prizes", party_id)


@require_GET
@one_reading()
def prize(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    """Show one prize, with the forms to settle, draw, give and change it."""
    party, row, line = _prize_or_404(request, party_id, prize_id)
    return _prize(request, party, row, line)


@require_POST
def change(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    party, row, line = _prize_or_404(request, party_id, prize_id)
    form = _words_form(party, row, request.POST)
    if form.is_valid():
        typed = form.value
        with Attempt(request, form):
            prizes.change_prize(
                party.pk,
                line.id,
                title=typed.title,
                money=typed.money,
                gift=typed.gift,
                must_be_here=typed.must_be_here,
                **done_by(request),
            )
            return redirect("prizes", party_id)
    return _prize(request, party, row, line, words=form)


@require_POST
def settle(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    """Settle a tie as it was looked at; when others are tied by now, nothing is settled."""
    party, row, line = _prize_or_404(request, party_id, prize_id)
    among = AmongForm(request.POST)
    if line.state != PrizeState.TIED or not among.is_valid():
        gone = f"There is no tie for {line.title} as you saw it. Look at it again."
        messages.error(request, gone)
        return redirect("prize", party_id, prize_id)
    form = TieForm(request.POST, line=line)
    if form.is_valid():
        how, winner = form.value
        with Attempt(request, form):
            awards.settle_tie(
                party.pk, line.id, how=how, among=among.ids, winner=winner, **done_by(request)
            )
            return redirect("prizes", party_id)
    return _prize(request, party, row, line, tie=form)


@require_POST
def give(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    party, row, line = _prize_or_404(request, party_id, prize_id)
    form = GiveForm(request.POST, people=reads.winners_to_choose(party), kind=line.kind)
    if form.is_valid():
        entrant, guest, why = form.value
        with Attempt(request, form):
            awards.give_prize(party.pk, line.id, entrant, guest=guest, why=why, **done_by(request))
            return redirect("prizes", party_id)
    return _prize(request, party, row, line, gift=form)


@require_POST
def pass_on(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    """Keep a prize for winners who have gone home, or pass it on to the next in line."""
    party = organised_party(request, party_id)
    keep = request.POST.get("answer") == "keep"
    # Text that is not a number matches nobody.
    who = [number_of(text) or 0 for text in request.POST.get("who", "").split()]
    with Attempt(request):
        line = gone_winners.answer_for_gone(
            party.pk, prize_id, keep=keep, who=who, **done_by(request)
        )
        _report_winner(request, party, prize_id, line)
    return redirect("prizes", party_id)


@require_POST
def winner_gone(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    """Mark a winner as gone home; the prize then asks who has it."""
    party = organised_party(request, party_id)
    who = number_of(request.POST.get("who")) or 0
    back = reverse("prize", args=[party_id, prize_id])
    with Attempt(request):
        line = gone_winners.mark_winner_gone(party.pk, prize_id, who, **done_by(request))
        done = "Marked as gone home."
        report_done(request, done, *undo_buttons(party, line, about=done, back=back))
    return redirect(back)


@require_POST
def gone_rule(request: HttpRequest, party_id: int) -> HttpResponse:
    """Set what happens to the prizes of all winners who have gone home."""
    party = organised_party(request, party_id)
    with Attempt(request):
        rule = request.POST.get("rule", "")
        gone_winners.set_gone_winners(party.pk, rule, **done_by(request))
    return redirect("prizes", party_id)


def _report_winner(request: HttpRequest, party: Party, prize_id: int, line: int) -> None:
    """Say who has the prize now, with an Undo."""
    _, prize = or_404(reads.prize_now(party, prize_id))
    done = f"{prize.title}: {prize.won_text or 'nobody'}."
    if prize.state == PrizeState.TIED:
        done = f"{prize.title}: a tie of {prize.equal}."
    back = reverse("prizes", args=[party.pk])
    report_done(request, done, *undo_buttons(party, line, about=done, back=back))


@require_POST
def write_ticket(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    """Write down the ticket that came out of the drum."""
    party, row, line = _prize_or_404(request, party_id, prize_id)
    form = TicketForm(request.POST)
    if form.is_valid():
        with Attempt(request, form):
            awards.write_ticket(party.pk, line.id, ticket=form.value, **done_by(request))
            return redirect("prize", party_id, prize_id)
    return _prize(request, party, row, line, ticket=form)


@require_POST
def draw(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    """Draw a prize in two acts: its list is in the log before anything is drawn."""
    party = organised_party(request, party_id)
    with Attempt(request):
        listed = awards.list_draw(party.pk, prize_id, **done_by(request))
        awards.draw_prize(party.pk, prize_id, listed=listed, **done_by(request))
    return redirect("prize", party_id, prize_id)


@require_POST
def act(request: HttpRequest, party_id: int, prize_id: int, verb: str) -> HttpResponse:
    """Do one of the verbs without a form: take back, take off, up, down."""
    party = organised_party(request, party_id)
    service, here = or_404(VERBS.get(verb))
    with Attempt(request):
        service(party.pk, prize_id, **done_by(request))
    return redirect("prize", party_id, prize_id) if here else redirect("prizes", party_id)


class PrizeVerb(Protocol):
    """A verb that takes nothing but the prize."""

    def __call__(
        self, party_id: int, prize_id: int, /, *, actor: Actor, at: datetime
    ) -> object: ...


# The verb, and whether one stays on the prize's own page.
VERBS: dict[str, tuple[PrizeVerb, bool]] = {
    "unsettle": (awards.unsettle, True),
    "remove": (prizes.remove_prize, False),
    "up": (partial(prizes.move_prize, up=True), False),
    "down": (partial(prizes.move_prize, up=False), False),
}


def _prize_or_404(
    request: HttpRequest, party_id: int, prize_id: int
) -> tuple[Party, Prize, PrizeLine]:
    party = organised_party(request, party_id)
    return party, *or_404(reads.prize_now(party, prize_id))


def _list(
    request: HttpRequest,
    party: Party,
    *,
    presets: PresetForm | None = None,
    form: PrizeForm | None = None,
) -> HttpResponse:
    now = reads.prizes_now(party)
    may_run = organises(request, party)
    groups = reads.prize_groups(party)
    presets = presets or PresetForm(offered=reads.presets_left(groups, now.lines))
    form = form or PrizeForm(currency=party.currency, groups=groups)
    context = {
        "party": party,
        "now": now,
        "next": _next(now),
        "presets": presets,
        "last_time": None if now.lines else reads.last_with_prizes(party),
        "form": form,
        "forms": [presets],
        "may_run": may_run,
        "gone_rules": Party.GoneWinners.choices,
        "may_begin_tickets": may_run and not any(line.pot for line in now.lines),
    }
    return render(request, "prizes/prize_list.html", context)


def _next(now: PrizesNow) -> str:
    """Return the name of the one thing to do next."""
    if not now.lines:
        return ""
    if now.confirmed_at:
        return "look" if now.changed else "print"
    if not now.finished:
        return ""
    return "settle" if now.open else "confirm"


def _prize(
    request: HttpRequest,
    party: Party,
    row: Prize,
    line: PrizeLine,
    *,
    tie: TieForm | None = None,
    gift: GiveForm | None = None,
    words: WordsForm | None = None,
    ticket: TicketForm | None = None,
) -> HttpResponse:
    tickets = line.pot is not None and line.pot.price is not None
    tie = tie or (TieForm(line=line) if line.state == PrizeState.TIED else None)
    gift = gift or GiveForm(people=reads.winners_to_choose(party), kind=line.kind)
    words = words or _words_form(party, row)
    ticket = ticket or (TicketForm() if tickets else None)
    context = {
        "party": party,
        "line": line,
        "tie": tie,
        "gift": gift,
        "words": words,
        "ticket": ticket,
        "forms": [form for form in (tie, gift, words, ticket) if form is not None],
        "settled": line.how != "best" or line.drawn,
    }
    return render(request, "prizes/prize.html", context)


def _words_form(party: Party, row: Prize, data: Mapping[str, str] | None = None) -> WordsForm:
    return WordsForm(
        data,
        initial={
            "title": row.title,
            "gift": row.gift,
            "money": typed_money(row.money),
            "must_be_here": row.must_be_here,
        },
        currency=party.currency,
        kind=PrizeKind(row.kind),
        tickets=row.ticket_price is not None,
    )

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from party.forms.prizes.fifty_fifty import DrawnTicketForm
from party.forms.prizes.prizes import (
    GivePrizeForm,
    PresetForm,
    PrizeForm,
    PrizeWordsForm,
    TiedEntrantsForm,
    TieForm,
)
from party.models import Party, Prize
from party.queries.evening.parties import setup_step
from party.queries.evening.rounds import latest_round
from party.queries.prizes import winners as reads
from party.queries.shared_reads import share_reads
from party.services.prizes import awards, draws, gone_winners, prizes
from party.values.numbers import number_of
from party.values.people.money import typed_money
from party.values.prizes.prizes import PrizeKind, PrizeLine, PrizeList, PrizeState
from party.views.access import actor_and_time, can_organise, or_404, organised_party, party_or_404
from party.views.log import report_with_undo
from party.views.papers.prizes import has_certificates
from party.views.refusals import Attempt


@require_safe
@share_reads()
def prize_list(request: HttpRequest, party_id: int) -> HttpResponse:
    return _render_prize_list(request, party_or_404(request, party_id))


@require_POST
def add_preset(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = PresetForm(request.POST)
    if form.is_valid():
        with Attempt(request, form):
            prizes.add_preset(party.pk, preset=form.value, **actor_and_time(request))
            return redirect("prizes", party_id)
    return _render_prize_list(request, party, presets=form)


@require_POST
def copy_prizes(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, success="The prizes are those of last time."):
        prizes.copy_prizes(party.pk, **actor_and_time(request))
    return redirect("prizes", party_id)


@require_POST
def add_prize(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = PrizeForm(request.POST, currency=party.currency, groups=reads.prize_groups(party))
    if form.is_valid():
        words = form.value
        with Attempt(request, form):
            prizes.add_prize(
                party.pk,
                words.kind,
                group=words.group,
                title=words.title,
                money=words.money,
                gift=words.gift,
                must_be_here=words.must_be_here,
                **actor_and_time(request),
            )
            return redirect("prizes", party_id)
    return _render_prize_list(request, party, form=form)


@require_POST
def set_one_prize_each(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request):
        prizes.set_one_prize_each(
            party.pk, is_one_each=request.POST.get("one") == "yes", **actor_and_time(request)
        )
    return redirect("prizes", party_id)


@require_POST
def confirm_prizes(request: HttpRequest, party_id: int) -> HttpResponse:
    """`seen` is the party's revision on the page."""
    party = organised_party(request, party_id)
    seen = number_of(request.POST.get("seen")) or 0
    with Attempt(request, success="The prizes are confirmed."):
        awards.confirm_prizes(party.pk, shown_revision=seen, **actor_and_time(request))
    return redirect("finish" if request.POST.get("then") == "end" else "prizes", party_id)


@require_POST
def reopen_prizes(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request, success="The prizes are open. Decisions made by hand are kept."):
        awards.reopen_prizes(party.pk, **actor_and_time(request))
    return redirect("prizes", party_id)


@require_safe
@share_reads()
def show_prize(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    party, row, line = _prize_or_404(request, party_id, prize_id)
    return _render_prize(request, party, row, line)


@require_POST
def change_prize(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    party, row, line = _prize_or_404(request, party_id, prize_id)
    form = _words_form(party, row, request.POST)
    if form.is_valid():
        words = form.value
        with Attempt(request, form):
            prizes.change_prize(
                party.pk,
                line.id,
                title=words.title,
                money=words.money,
                gift=words.gift,
                must_be_here=words.must_be_here,
                **actor_and_time(request),
            )
            return redirect("prizes", party_id)
    return _render_prize(request, party, row, line, words=form)


@require_POST
def settle_tie(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    party, row, line = _prize_or_404(request, party_id, prize_id)
    among = TiedEntrantsForm(request.POST)
    if line.state != PrizeState.TIED or not among.is_valid():
        text = f"The tie for {line.title} has changed. Please check again."
        messages.error(request, text)
        return redirect("prize", party_id, prize_id)
    form = TieForm(request.POST, line=line)
    if form.is_valid():
        method, winner = form.value
        with Attempt(request, form):
            awards.settle_tie(
                party.pk,
                line.id,
                how=method,
                tied_ids=among.ids,
                winner_ids=winner,
                **actor_and_time(request),
            )
            return redirect("prizes", party_id)
    return _render_prize(request, party, row, line, tie=form)


@require_POST
def give_prize(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    party, row, line = _prize_or_404(request, party_id, prize_id)
    form = GivePrizeForm(request.POST, people=reads.winners_to_choose(party), kind=line.kind)
    if form.is_valid():
        entrant, guest, reason = form.value
        with Attempt(request, form):
            awards.give_prize(
                party.pk, line.id, entrant, guest=guest, why=reason, **actor_and_time(request)
            )
            return redirect("prizes", party_id)
    return _render_prize(request, party, row, line, gift=form)


@require_POST
def pass_on(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    """Keep the prize of a winner who has gone home, or pass it on to the next in line."""
    party = organised_party(request, party_id)
    keep = request.POST.get("answer") == "keep"
    # Text that is not a number matches no winner.
    winners = [number_of(text) or 0 for text in request.POST.get("who", "").split()]
    with Attempt(request):
        line = gone_winners.decide_for_gone_winners(
            party.pk, prize_id, is_kept=keep, winner_ids=winners, **actor_and_time(request)
        )
        _report_winner(request, party, prize_id, line)
    return redirect("prizes", party_id)


@require_POST
def mark_winner_gone(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    winner = number_of(request.POST.get("who")) or 0
    back = reverse("prize", args=[party_id, prize_id])
    with Attempt(request):
        line = gone_winners.mark_winner_gone(party.pk, prize_id, winner, **actor_and_time(request))
        report_with_undo(request, party, line, "Marked as gone home.", back)
    return redirect(back)


@require_POST
def set_gone_winners(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    with Attempt(request):
        rule = request.POST.get("rule", "")
        gone_winners.set_gone_winners(party.pk, rule, **actor_and_time(request))
    return redirect("prizes", party_id)


def _report_winner(request: HttpRequest, party: Party, prize_id: int, line: int) -> None:
    _, prize = or_404(reads.prize_with_tie_choices(party, prize_id))
    text = f"{prize.title}: {prize.won_text or 'nobody'}."
    if prize.state == PrizeState.TIED:
        text = f"{prize.title}: a tie of {prize.tie_text}."
    report_with_undo(request, party, line, text, reverse("prizes", args=[party.pk]))


@require_POST
def record_drawn_ticket(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    party, row, line = _prize_or_404(request, party_id, prize_id)
    form = DrawnTicketForm(request.POST)
    if form.is_valid():
        with Attempt(request, form):
            draws.record_drawn_ticket(
                party.pk, line.id, ticket=form.value, **actor_and_time(request)
            )
            return redirect("prize", party_id, prize_id)
    return _render_prize(request, party, row, line, ticket=form)


@require_POST
def draw_prize(request: HttpRequest, party_id: int, prize_id: int) -> HttpResponse:
    """Log the list of chances first, in its own transaction: it stays even if the draw fails."""
    party = organised_party(request, party_id)
    with Attempt(request):
        list_line_id = draws.log_draw_list(party.pk, prize_id, **actor_and_time(request))
        draws.draw_prize(party.pk, prize_id, list_line_id=list_line_id, **actor_and_time(request))
    return redirect("prize", party_id, prize_id)


@require_POST
def run_prize_verb(request: HttpRequest, party_id: int, prize_id: int, verb: str) -> HttpResponse:
    party = organised_party(request, party_id)
    service, stays = or_404(PRIZE_VERBS.get(verb))
    with Attempt(request):
        service(party.pk, prize_id, **actor_and_time(request))
    return redirect("prize", party_id, prize_id) if stays else redirect("prizes", party_id)


# The values are the verb, and whether the page of the prize is shown next.
PRIZE_VERBS: dict[str, tuple[Callable[..., object], bool]] = {
    "unsettle": (awards.unsettle_prize, True),
    "remove": (prizes.remove_prize, False),
    "up": (partial(prizes.move_prize, up=True), False),
    "down": (partial(prizes.move_prize, up=False), False),
}


def _prize_or_404(
    request: HttpRequest, party_id: int, prize_id: int
) -> tuple[Party, Prize, PrizeLine]:
    party = organised_party(request, party_id)
    return party, *or_404(reads.prize_with_tie_choices(party, prize_id))


def _render_prize_list(
    request: HttpRequest,
    party: Party,
    *,
    presets: PresetForm | None = None,
    form: PrizeForm | None = None,
) -> HttpResponse:
    prizes_now = reads.all_prizes(party)
    may_run = can_organise(request, party)
    groups = reads.prize_groups(party)
    can_go_on = may_run and bool(prizes_now.lines) and not prizes_now.rounds
    presets = presets or PresetForm(preset_names=reads.presets_to_add(groups, prizes_now.lines))
    form = form or PrizeForm(currency=party.currency, groups=groups)
    context = {
        "party": party,
        "now": prizes_now,
        "next": _next_step(prizes_now),
        # Before the draw, the next step of the set-up follows the choice of prizes.
        "setup": setup_step(party) if can_go_on and not latest_round(party) else None,
        "presets": presets,
        "last_time": None if prizes_now.lines else reads.latest_party_with_prizes(party),
        "form": form,
        "forms": [presets],
        "may_run": may_run,
        "has_certificates": has_certificates(party, latest_round(party)),
        "gone_rules": Party.GoneWinners.choices,
        "may_begin_fifty_fifty": may_run
        and not any(line.fifty_fifty for line in prizes_now.lines),
    }
    return render(request, "prizes/prize_list.html", context)


def _next_step(prizes_now: PrizeList) -> str:
    if not prizes_now.lines:
        return ""
    if prizes_now.confirmed_at:
        return "look" if prizes_now.changed_lines else "print"
    if not prizes_now.is_finished:
        return ""
    return "settle" if prizes_now.open_lines else "confirm"


def _render_prize(
    request: HttpRequest,
    party: Party,
    row: Prize,
    line: PrizeLine,
    *,
    tie: TieForm | None = None,
    gift: GivePrizeForm | None = None,
    words: PrizeWordsForm | None = None,
    ticket: DrawnTicketForm | None = None,
) -> HttpResponse:
    tickets = line.fifty_fifty is not None and line.fifty_fifty.price is not None
    tie = tie or (TieForm(line=line) if line.state == PrizeState.TIED else None)
    gift = gift or GivePrizeForm(people=reads.winners_to_choose(party), kind=line.kind)
    words = words or _words_form(party, row)
    ticket = ticket or (DrawnTicketForm() if tickets else None)
    context = {
        "party": party,
        "line": line,
        "tie": tie,
        "gift": gift,
        "words": words,
        "ticket": ticket,
        "forms": [form for form in (tie, gift, words, ticket) if form is not None],
        "settled": line.how != "best" or line.is_drawn,
    }
    return render(request, "prizes/prize.html", context)


def _words_form(party: Party, row: Prize, data: Mapping[str, str] | None = None) -> PrizeWordsForm:
    return PrizeWordsForm(
        data,
        initial={
            "title": row.title,
            "gift": row.gift,
            "money": typed_money(row.money),
            "must_be_here": row.must_be_here,
        },
        currency=party.currency,
        kind=PrizeKind(row.kind),
        has_tickets=row.ticket_price is not None,
    )

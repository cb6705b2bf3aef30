"""Seats: the draw with its odd numbers, the order of sitting out, the moves between rounds."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from party.forms.refusals import add_faults
from party.forms.seats.draw import CardsForm, OddForm, SwapForm
from party.models import Party, Round
from party.progression import default_rounds
from party.queries.evening import rounds as reads
from party.queries.evening.parties import tables_drawn
from party.queries.people.wishes import unkept_wishes, wish_lines
from party.queries.seats.draw import cards_printed, changes_since, here
from party.queries.seats.moves import moves_of
from party.queries.seats.rota import rota, turns_against_wishes
from party.queries.seats.sittings import by_table, sittings
from party.services.evening import rounds
from party.services.seats import rota as turns
from party.tables.seats import HEADINGS, seat_rows
from party.values.evening.live import Stage
from party.values.evening.rounds_offered import Evening
from party.values.people.wishes import WishLine
from party.values.refusals import Refused
from party.values.seats.draw import PersonMove, Turnout
from party.values.seats.moves import announcement, exceptions, who_moves
from party.views.access import actor_of, organised_party, organises, party_or_404, signed_in
from party.views.downloads import download
from party.views.evening.rounds import latest_or_gone
from party.views.refusals import Attempt


def draw(request: HttpRequest, party_id: int) -> HttpResponse:
    """Show who is here and draw the seats; once they are drawn, show them.

    At a blind draw the page first asks, by GET, how many cards went out.
    """
    party = party_or_404(request, party_id)
    if reads.latest_round(party) is not None:
        return _drawn(request, party)
    party = organised_party(request, party_id)
    sent = request.POST if request.method == "POST" else request.GET
    blind = party.cards == Party.Cards.BLIND
    cards = CardsForm(sent or None, printed=cards_printed(party)) if blind else None
    turnout = _turnout(party, cards)
    odd = OddForm(request.POST if request.method == "POST" else None, turnout=turnout)
    if request.method == "POST" and turnout.enough and odd.is_valid():
        try:
            _draw(request, party, turnout if blind else None, odd)
        except Refused as refused:
            add_faults(odd, refused)
        else:
            messages.success(request, "The seats are drawn.")
            return redirect("draw", party_id)
    tables = max(turnout.tables(), 1)
    evening = Evening(party.format, turnout.tables(turnout.usual))
    context = {
        "party": party,
        "cards": cards,
        "odd": odd,
        "turnout": turnout,
        "nobody_moves": evening.nobody_moves,
        "rounds": party.rounds_planned or default_rounds(party.format, tables),
        "hands": hands_words(party),
        "wishes": party.wishes.count(),
        "need_chairs": chair_wishes(wish_lines(party)) if turnout.over else (),
        "forms": [form for form in (cards, odd) if form is not None],
    }
    return render(request, "seats/draw.html", context)


def hands_words(party: Party) -> str:
    """Say how long a round is: "4 hands each", or at Iowa until the head table rings."""
    limit = party.format.hands_at(2)
    return f"{limit} hands each" if limit else "as many hands as fit until the head table rings"


def _turnout(party: Party, cards: CardsForm | None) -> Turnout:
    policy = party.format.non_multiple_of_4
    if cards is None:
        return Turnout(here(party), policy)
    return Turnout(cards.cleaned_data["handed_out"] if cards.is_valid() else 0, policy)


def _draw(request: HttpRequest, party: Party, cards: Turnout | None, odd: OddForm) -> None:
    handed_out = cards.here if cards else None
    names = odd.house_names
    rounds.draw_seats(
        party.pk,
        handed_out=handed_out,
        counted=None if cards else odd.turnout.here,
        house_names=names,
        actor=actor_of(request),
        at=timezone.now(),
    )


def _drawn(request: HttpRequest, party: Party, swap: SwapForm | None = None) -> HttpResponse:
    first = get_object_or_404(Round, party=party, number=1)
    order = rota(party)
    night = reads.night(party)
    seated = sittings(party, first)
    may_run = organises(signed_in(request), party)
    may_undo = night.stage == Stage.SEATED and night.round_number == 1
    offered = offers(party, len(seated) // 4) if may_undo else []
    asked = wish_lines(party) if may_run else ()
    context = {
        "party": party,
        "night": night,
        "people": seated,
        "bench": [sitting.person for sitting in seated if sitting.table is None],
        "tables": by_table(seated),
        "rota": order,
        "form": swap or SwapForm(rota=order),
        "may_run": may_run,
        "may_undo": may_undo,
        "unkept": [wish for wish in asked if wish.why_not and may_undo],
        "need_chairs": chair_wishes(asked),
        "changes": changes_since(party, first) if may_run and may_undo else None,
        "finish_at": reads.estimated_finish(party, night, timezone.now()),
        "offers": offered,
        "ask_rounds": len(offered) > 1 or night.planned is None,
    }
    return render(request, "seats/drawn.html", context)


def chair_wishes(asked: Iterable[WishLine]) -> list[WishLine]:
    """Return the wishes that sitting out would stand against."""
    return [wish for wish in asked if wish.needs_chairs]


def offers(party: Party, tables: int) -> list[dict[str, object]]:
    """Return the usual numbers of rounds for so many tables, with the time they would end."""
    evening = Evening(party.format, tables, reads.finish_after(party, 0, timezone.now()))
    return [{"rounds": rounds, "words": evening.told(rounds)} for rounds in evening.offered]


@require_POST
def undo_draw(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Take the seats of the latest round away; the page to draw or seat anew comes next."""
    party = organised_party(request, party_id)
    if latest_or_gone(request, party, number) is None:
        return redirect("live", party_id)
    with Attempt(request, done=f"The seats of round {number} are gone."):
        rounds.undo_draw(party.pk, actor=actor_of(request), at=timezone.now())
    return redirect("draw", party_id) if number == 1 else redirect("live", party_id)


@require_POST
def swap_turns(request: HttpRequest, party_id: int) -> HttpResponse:
    """Let two people exchange their turns to sit out."""
    party = organised_party(request, party_id)
    form = SwapForm(request.POST, rota=rota(party))
    if form.is_valid():
        one, other = form.cleaned_data["one"], form.cleaned_data["other"]
        try:
            turns.swap_in_rota(party.pk, one, other, actor=actor_of(request), at=timezone.now())
        except Refused as refused:
            add_faults(form, refused)
        else:
            messages.success(request, "They have swapped their turns.")
            latest = reads.latest_round(party) if "from_moves" in request.POST else None
            if latest is None:
                return redirect("draw", party_id)
            return redirect("close_round" if latest.is_open else "moves", party_id, latest.number)
    return _drawn(request, party, form)


def moves(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Show who goes where after round `number`, in words to read aloud."""
    party = party_or_404(request, party_id)
    last = get_object_or_404(Round, party=party, number=number, state=Round.State.CLOSED)
    after = Round.objects.filter(party=party, number=number + 1).first()
    may_run = organises(signed_in(request), party)
    waiting = may_run and after is not None and after.state == Round.State.DRAWN
    context = {
        "party": party,
        "number": number,
        "next_number": number + 1,
        "seat_words": f"{'Seat' if party.tracks_seats else 'Go on to'} round {number + 1}",
        "start_words": f"Start round {number + 1}",
        "night": reads.night(party),
        "after": after,
        **_moves(party, last, after),
        "may_run": may_run,
        "unkept": unkept_wishes(party) if waiting else (),
        "turns": turns_against_wishes(party) if may_run and after is None else (),
        "changes": changes_since(party, after) if waiting and after else None,
    }
    return render(request, "seats/moves.html", context)


def _moves(party: Party, last: Round, after: Round | None) -> dict[str, object]:
    """Return what is read aloud; where nobody tracks seats, only by which rule people move."""
    tracked = after.tables.exists() if after else party.tracks_seats
    if tracked:
        return {"tracked": True, **(_told(party, last, after) if after else {})}
    return {"tracked": False, "lines": who_moves(party.format, tables_drawn(party))}


@require_GET
def seats_file(request: HttpRequest, party_id: int, number: int, kind: str) -> HttpResponse:
    """Answer with the seats of a round as CSV or XLSX, from round 2 on with everybody's move."""
    party = party_or_404(request, party_id)
    round_ = get_object_or_404(party.rounds.filter(tables__number=1), number=number)
    before = Round.objects.filter(party=party, number=number - 1).first()
    moved = moves_of(party, before, round_) if before else ()
    seated = sittings(party, round_)
    words = {move.sitting.person.id: move.words for move in moved}
    rows = seat_rows(number, seated, by_table(seated), words)
    return download(f"seats of round {number}", kind, HEADINGS, rows, party)


def _told(party: Party, last: Round, after: Round) -> dict[str, object]:
    """Return what is read aloud and posted: the lines, each table's people, everybody A–Z."""
    by_name = moves_of(party, last, after)
    tables: dict[int | None, list[PersonMove]] = {}
    for move in by_name:
        tables.setdefault(move.sitting.table, []).append(move)
    bench = tables.pop(None, [])
    in_order = {table: sorted(tables[table], key=_chair) for table in sorted(filter(None, tables))}
    return {
        "lines": (*exceptions(by_name), *announcement(party.format, last.tables.count())),
        "moves": by_name,
        "tables": in_order,
        "bench": bench,
    }


def _chair(move: PersonMove) -> int:
    return "NESW".index(move.sitting.seat or "N")


def seats_page(party: Party, number: int) -> str:
    """Return the page that shows the seats of a round."""
    if number > 1:
        return reverse("moves", args=[party.pk, number - 1])
    return reverse("draw", args=[party.pk])


@require_POST
def seat_next_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    """Work out the seats of round `number`, the one after the round closed last."""
    party = organised_party(request, party_id)
    if number < 2:
        raise Http404
    if latest_or_gone(request, party, number - 1) is None:
        return redirect("live", party_id)
    with Attempt(request, done=f"Round {number} is seated."):
        rounds.seat_next_round(party.pk, actor=actor_of(request), at=timezone.now())
    return redirect("moves", party_id, number - 1)


@require_POST
def reseat_round(request: HttpRequest, party_id: int, number: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if latest_or_gone(request, party, number) is None:
        return redirect("live", party_id)
    done = f"The seats of round {number} are worked out again."
    with Attempt(request, done=done):
        rounds.reseat_round(party.pk, actor=actor_of(request), at=timezone.now())
    return redirect(seats_page(party, number))

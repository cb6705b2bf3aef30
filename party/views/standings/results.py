"""Pictures of the results to send, once the party is finished. Nothing is sent from here."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from party.models import Party
from party.pdf.drawing.picture_names import (
    NUMBERS_NOTE,
    drawable_card,
    drawable_heading,
    drawable_names,
)
from party.pdf.drawing.rasters import png_of
from party.pdf.standings.standings import standings_sheet
from party.pdf.standings.tally import card_sheet
from party.queries.papers import heading
from party.queries.standings.best_hands import best_hands
from party.queries.standings.results import shown_names
from party.queries.standings.standings import standings
from party.queries.standings.tally import tally_book
from party.values.numbers import number_of
from party.values.papers import Heading
from party.values.people.person import Person
from party.values.standings.tally import TallyCard
from party.views.access import organised_party
from party.views.downloads import attachment, file_name
from party.views.papers.standings import results_sheet

RESULTS_WIDTH, CARD_WIDTH = 1240, 1080  # pixels


@require_safe
def results_picture(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if party.finished_at is None:
        return redirect("finish", party.pk)
    names = shown_names(party)
    drawn = drawable_names(names)
    sheet = results_sheet(party, standings(party), drawn)
    rule = sheet.rule if drawn == names else f"{sheet.rule} {NUMBERS_NOTE}".strip()
    sheet = replace(sheet, heading=drawable_heading(sheet.heading), rule=rule)
    return _picture_response("results", png_of(standings_sheet(sheet), RESULTS_WIDTH), party)


@require_safe
def card_picture(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    if party.finished_at is None:
        return redirect("finish", party.pk)
    current, names = standings(party), shown_names(party)
    card = tally_book(party, current, names).card_of(number_of(request.GET.get("person")) or 0)
    if card is None:
        raise Http404
    hands = best_hands(party, current, names)
    card = replace(card, best_hand=hands.get(card.person.id, ""))
    png = card_png(card, heading(party), names.values())
    return _picture_response(f"card of {card.person}", png, party)


def card_png(card: TallyCard, heading: Heading, people: Iterable[Person]) -> bytes:
    """`people` are all people whom the card may name."""
    drawn = drawable_card(card, people)
    return _card_png(drawn, drawable_heading(heading), "" if drawn == card else NUMBERS_NOTE)


@lru_cache(maxsize=200)  # after the reveal, a whole hall asks for cards
def _card_png(card: TallyCard, heading: Heading, note: str) -> bytes:
    return png_of(card_sheet(card, heading, note), CARD_WIDTH)


def _picture_response(name: str, png: bytes, party: Party) -> HttpResponse:
    return attachment(f"{file_name(name, party)}.png", png, "image/png")

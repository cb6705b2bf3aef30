"""The print centre: what there is to print, and each piece as a PDF."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from party.models import Party, Round
from party.pdf.cards import seat_cards, sheets_of_cards
from party.pdf.certificates import certificate_sheet
from party.pdf.fees import money_sheet
from party.pdf.fonts import names_to_check
from party.pdf.pack import bound
from party.pdf.pictures import pictures_sheet
from party.pdf.places import place_cards_pdf
from party.pdf.prizes import prize_sheet
from party.pdf.rota import rota_sheet
from party.pdf.rules import rule_sheet_pdf
from party.pdf.script import script_pdf
from party.pdf.seats import seat_list
from party.pdf.slips import round_slips
from party.pdf.standings import standings_sheet
from party.pdf.tables import table_list_pdf
from party.pdf.tents import table_tents
from party.queries import fees as fee_reads
from party.queries import prints as reads
from party.queries import sheets as more
from party.queries.pictures import pictures
from party.queries.prize_sheets import blank_certificates, certificates
from party.queries.prize_sheets import prize_sheet as prizes_on_paper
from party.queries.rounds import latest_round, people
from party.queries.standings import standings
from party.values.numbers import number_of
from party.values.prints import Paper
from party.values.rules import printed
from party.views.access import party_or_404


@dataclass(frozen=True)
class Kit:
    """One piece of paper: its name, what it is for, when there is one, how it is made."""

    title: str
    words: str
    ready: Callable[[Party, Round | None], bool]
    make: Callable[[Party, Round, Paper], bytes]
    not_ready: str = "First draw the seats."


def drawn(_party: Party, latest: Round | None) -> bool:
    return latest is not None


def cards_known(party: Party, latest: Round | None) -> bool:
    """Blind-draw cards are printed before anybody sits; named ones need the seats."""
    blind = party.cards == Party.Cards.BLIND
    return party.entrants.exists() if blind else latest is not None


def has_moves(_party: Party, latest: Round | None) -> bool:
    return latest is not None and latest.number > 1


def somebody_has_a_name(party: Party, _latest: Round | None) -> bool:
    return party.entrants.exclude(name="").exists()


def round_closed(party: Party, _latest: Round | None) -> bool:
    return party.rounds.filter(state=Round.State.CLOSED).exists()


def prizes_chosen(party: Party, _latest: Round | None) -> bool:
    return party.prizes.exists()


def somebody_has_a_prize(party: Party, _latest: Round | None) -> bool:
    return party.prizes.exists() and bool(certificates(party).certificates)


def somebody_rotates(party: Party, _latest: Round | None) -> bool:
    return party.rounds.filter(places__table=None).exists()


def somebody_came(party: Party, _latest: Round | None) -> bool:
    return party.entrants.here().exists() or party.entrants.filter(paid__gt=0).exists()


KITS = {
    "cards": Kit(
        "Seat cards",
        "One for each player: the first seat, and boxes for every round's points.",
        cards_known,
        lambda party, _latest, paper: seat_cards(reads.card_sheet(party), paper),
    ),
    "seats": Kit(
        "Find my seat",
        "Everybody from A to Z, to hang on the wall.",
        drawn,
        lambda party, latest, paper: seat_list(reads.seat_list(party, latest), paper),
    ),
    "slips": Kit(
        "Table slips",
        "One for each table of the round that is seated: circle, don't write.",
        drawn,
        lambda party, _latest, paper: round_slips(reads.slip_sheet(party), paper),
    ),
    "tables": Kit(
        "By table",
        "Who sits at which table, and who sits out: for your clipboard.",
        drawn,
        lambda party, latest, paper: table_list_pdf(more.table_list(party, latest), paper),
    ),
    "script": Kit(
        "What to read aloud",
        "The moves into the round that is seated, in large letters.",
        has_moves,
        lambda party, latest, paper: script_pdf(more.script(party, latest), paper),
        "From round 2 on.",
    ),
    "blank": Kit(
        "Blank slips",
        "Two sheets without names, to go on by hand.",
        drawn,
        lambda party, latest, paper: round_slips(more.blank_slips(party, latest), paper),
    ),
    "places": Kit(
        "Place cards",
        "Names on ready-cut cards: Avery 5371, or 85 by 54 mm on A4.",
        somebody_has_a_name,
        lambda party, latest, paper: place_cards_pdf(more.place_cards(party, latest), paper),
        "Nobody has a name yet.",
    ),
    "rota": Kit(
        "Sitting out",
        "The order in which people sit out.",
        somebody_rotates,
        lambda party, _latest, paper: rota_sheet(reads.rota_sheet(party), paper),
        "Nobody sits out.",
    ),
    "tents": Kit(
        "Table tents",
        "Fold once and stand one on each table: its number, the bids, who moves.",
        drawn,
        lambda party, latest, paper: table_tents(reads.tent_sheet(party, latest), paper),
    ),
    "rules": Kit(
        "The rules",
        "This party’s rules in plain sentences, to hang up.",
        lambda _party, _latest: True,
        lambda party, _latest, paper: rule_sheet_pdf(
            printed(party.rules, reads.heading(party)), paper
        ),
    ),
    "money": Kit(
        "Treasurer’s sheet",
        "Who owed and paid what, with the sums and lines to sign on.",
        somebody_came,
        lambda party, _latest, paper: money_sheet(fee_reads.money_sheet(party), paper),
        "Nobody is here yet.",
    ),
    "standings": Kit(
        "Standings",
        "Everybody, the prize groups and the low end, with a line to sign on.",
        round_closed,
        lambda party, _latest, paper: standings_sheet(
            reads.standings_sheet(party, standings(party)), paper
        ),
        "First close a round.",
    ),
    "pictures": Kit(
        "Pictures of the evening",
        "Running totals, bids by trump, partners and moves, with their numbers.",
        round_closed,
        lambda party, _latest, paper: pictures_sheet(pictures(party), reads.heading(party), paper),
        "First close a round.",
    ),
    "prizes": Kit(
        "Prize sheet",
        "Each prize, who has it and by which rule, with a line to sign for it.",
        prizes_chosen,
        lambda party, _latest, paper: prize_sheet(prizes_on_paper(party), paper),
        "First choose the prizes.",
    ),
    "certificates": Kit(
        "Certificates",
        "Half a sheet for everybody who has a prize.",
        somebody_has_a_prize,
        lambda party, _latest, paper: certificate_sheet(certificates(party), paper),
        "Nobody has a prize yet.",
    ),
    "certificates-blank": Kit(
        "Blank certificates",
        "Two on a sheet, to fill in by hand.",
        lambda _party, _latest: True,
        lambda party, _latest, paper: certificate_sheet(blank_certificates(party), paper),
    ),
}

# All that is needed to finish the round, and the evening, with a pen.
PACK = ("tables", "seats", "script", "slips", "blank", "rota", "standings", "rules")


def pack(party: Party, latest: Round, paper: Paper) -> bytes:
    parts = [
        (KITS[name].title, KITS[name].make(party, latest, paper))
        for name in PACK
        if KITS[name].ready(party, latest)
    ]
    return bound(f"Without the laptop: {party.name}, round {latest.number}", parts)


KITS["pack"] = Kit(
    "Without the laptop",
    "One file with all that finishes the evening by hand: print it before each round.",
    drawn,
    pack,
)


@require_GET
def prints(request: HttpRequest, party_id: int) -> HttpResponse:
    """List what can be printed, and the names that may not come out as they are written."""
    party = party_or_404(request, party_id)
    latest = latest_round(party)
    kits = [(name, kit, kit.ready(party, latest)) for name, kit in KITS.items()]
    sheets = sheets_of_cards(reads.card_sheet(party)) if cards_known(party, latest) else 0
    page = {
        "party": party,
        "kits": kits,
        "papers": Party.Paper.choices,
        "sheets": sheets,
        "to_check": names_to_check(str(person) for person in people(party).values()),
    }
    return render(request, "prints/prints.html", page)


@require_GET
def print_pdf(request: HttpRequest, party_id: int, kit: str) -> HttpResponse:
    """Answer with one piece as a PDF, on the party's paper or the one asked for."""
    party = party_or_404(request, party_id)
    if kit not in KITS:
        raise Http404
    latest = latest_round(party)
    if number := request.GET.get("round", ""):
        latest = get_object_or_404(party.rounds, number=number_of(number) or 0)
    if not KITS[kit].ready(party, latest):
        page = {"party": party, "kit": KITS[kit]}
        return render(request, "prints/not_ready.html", page, status=409)
    asked = request.GET.get("paper", party.paper)
    paper = Paper(asked if asked in set(Paper) else party.paper)
    content = KITS[kit].make(party, latest, paper)  # type: ignore[arg-type]
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{kit}.pdf"'
    return response

"""What there is to print: each piece of paper with its name, when there is one, how it is made.

A kit belongs to a *moment* of the evening. It *reads* a sheet (values) and *draws* it. Its blank
variant reads another sheet of the same kind, with lines to write on, and is drawn the same way:
before anybody is seated too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from party.models import Party, Round
from party.pdf.evening.checklist import checklist_pdf
from party.pdf.papers.pack import bound
from party.pdf.papers.trial import outlines, trial_page
from party.pdf.people.money import money_sheet
from party.pdf.prizes.certificates import certificate_sheet
from party.pdf.prizes.prize_sheet import prize_sheet
from party.pdf.rules.rule_sheet import rule_sheet_pdf
from party.pdf.rules.tents import table_tents
from party.pdf.scores.slips import round_slips
from party.pdf.seats.cards import seat_cards
from party.pdf.seats.guides import guide_cards
from party.pdf.seats.next_moves import next_move_slips
from party.pdf.seats.place_cards import place_cards_pdf
from party.pdf.seats.rota import rota_sheet
from party.pdf.seats.script import script_pdf
from party.pdf.seats.seat_list import seat_list
from party.pdf.seats.small_cards import eight_cards, index_cards, small_cards
from party.pdf.seats.table_list import table_list_pdf
from party.pdf.standings.pictures import pictures_sheet
from party.pdf.standings.standings import standings_sheet
from party.queries import blanks
from party.queries import prints as reads
from party.queries import sheets as more
from party.queries.evening.parties import plan_of
from party.queries.people import fees as fee_reads
from party.queries.seats.next_moves import next_moves, somebody_moves
from party.queries.standings.pictures import pictures
from party.queries.standings.standings import standings
from party.values.evening.checklist import checklist
from party.values.papers import Moment
from party.values.prints import Look, Pack, PackPart, TrialSheet
from party.values.rules.sheets import printed
from party.views.papers.guides import everybody_goes_a_fixed_way, guide_sheet
from party.views.papers.prizes import certificates
from party.views.papers.prizes import prize_sheet as prizes_on_paper
from party.views.papers.readiness import (
    NO_ROOM,
    Ready,
    cards_known,
    drawn,
    few_rounds,
    has_moves,
    prizes_chosen,
    round_closed,
    seated,
    somebody_came,
    somebody_has_a_name,
    somebody_has_a_prize,
    somebody_rotates,
)

Sheet = Any  # a kit's own kind of values: what its `read` gives, its `draw` takes


@dataclass(frozen=True, kw_only=True)
class Kit:
    """One piece of paper: its name, what it is for, when there is one, how it is made."""

    title: str
    words: str
    ready: Ready
    read: Callable[[Party, Any], Sheet]  # the round may be None where `ready` asks for none
    draw: Callable[[Sheet, Look], bytes]
    moment: Moment
    by_round: bool = False  # each round has its own
    blank: Callable[[Party], Sheet] | None = None
    not_ready: str = "First draw the seats."

    def called(self, look: Look) -> str:
        return f"{self.title}, blank" if look.blank else self.title

    def has(self, party: Party, latest: Round | None, look: Look) -> bool:
        """Whether it can be printed now, in this look."""
        return self.blank is not None if look.blank else self.ready(party, latest)

    def sheet(self, party: Party, latest: Round | None, look: Look) -> Sheet:
        return self.blank(party) if look.blank and self.blank else self.read(party, latest)

    def make(self, party: Party, latest: Round | None, look: Look) -> bytes:
        return self.draw(self.sheet(party, latest, look), look)


KITS = {
    "checklist": Kit(
        title="Checklist for the night",
        words="One page for whoever runs the evening, step by step.",
        moment=Moment.BEFORE,
        ready=lambda _party, _latest: True,
        read=lambda party, _latest: checklist(plan_of(party), reads.heading(party)),
        draw=checklist_pdf,
    ),
    "cards": Kit(
        title="Seat cards",
        words="One for each player: the first seat, and boxes for every round's points.",
        moment=Moment.DOOR,
        ready=cards_known,
        read=lambda party, _latest: reads.card_sheet(party),
        draw=seat_cards,
        blank=blanks.blank_cards,
    ),
    "small-cards": Kit(
        title="Small seat cards",
        words="Ten to a sheet: Avery 5371, or 85 by 54 mm on A4. A box for each round.",
        moment=Moment.DOOR,
        ready=few_rounds,
        read=lambda party, _latest: reads.card_sheet(party),
        draw=small_cards,
        blank=blanks.blank_small_cards,
        not_ready=NO_ROOM,
    ),
    "eight-cards": Kit(
        title="Seat cards, eight to a sheet",
        words="The small ones on plain paper, to cut: saves paper where slips are collected.",
        moment=Moment.DOOR,
        ready=few_rounds,
        read=lambda party, _latest: reads.card_sheet(party),
        draw=eight_cards,
        blank=blanks.blank_small_cards,
        not_ready=NO_ROOM,
    ),
    "index-cards": Kit(
        title="Index cards",
        words="Three tallies to a sheet: Avery 5388, 3 by 5 in. On A4 they are cut by hand.",
        moment=Moment.DOOR,
        ready=few_rounds,
        read=lambda party, _latest: reads.card_sheet(party),
        draw=index_cards,
        blank=blanks.blank_small_cards,
        not_ready=NO_ROOM,
    ),
    "seats": Kit(
        title="Find my seat",
        words="Everybody from A to Z, to hang on the wall.",
        moment=Moment.ROUND,
        by_round=True,
        ready=seated,
        read=reads.seat_list,
        draw=seat_list,
        blank=blanks.blank_seats,
    ),
    "slips": Kit(
        title="Table slips",
        words="One for each table: circle, don't write.",
        moment=Moment.ROUND,
        by_round=True,
        ready=seated,
        read=reads.slip_sheet,
        draw=round_slips,
        blank=blanks.blank_slips,
    ),
    "next-moves": Kit(
        title="Next-move slips",
        words="Where each person goes if ahead and if behind: cut, and hand out before the bell.",
        moment=Moment.ROUND,
        by_round=True,
        ready=somebody_moves,
        read=next_moves,
        draw=next_move_slips,
        blank=blanks.blank_next_moves,
        not_ready="Nobody moves from here, or it is known who goes where.",
    ),
    "tables": Kit(
        title="By table",
        words="Who sits at which table, and who sits out: for your clipboard.",
        moment=Moment.ROUND,
        by_round=True,
        ready=seated,
        read=more.table_list,
        draw=table_list_pdf,
        blank=blanks.blank_tables,
    ),
    "script": Kit(
        title="What to read aloud",
        words="The moves into this round, in large letters.",
        moment=Moment.ROUND,
        by_round=True,
        ready=has_moves,
        read=more.script,
        draw=script_pdf,
        not_ready="From round 2 on.",
    ),
    "trial": Kit(
        title="Test page",
        words="Print it first: does the printer keep to the size, and reach the edges?",
        moment=Moment.BEFORE,
        ready=lambda _party, _latest: True,
        read=lambda party, _latest: TrialSheet(heading=reads.heading(party)),
        draw=trial_page,
    ),
    "outlines": Kit(
        title="Outlines of ready-cut cards",
        words="To lay on a sheet of Avery 5371, or 85 by 54 mm: does your printer meet the cards?",
        moment=Moment.BEFORE,
        ready=lambda _party, _latest: True,
        read=lambda party, _latest: TrialSheet(
            heading=reads.heading(party), title="Outlines of ready-cut cards"
        ),
        draw=outlines,
    ),
    "places": Kit(
        title="Place cards",
        words="Names on ready-cut cards: Avery 5371, or 85 by 54 mm on A4.",
        moment=Moment.BEFORE,
        ready=somebody_has_a_name,
        read=more.place_cards,
        draw=place_cards_pdf,
        blank=blanks.blank_places,
        not_ready="Nobody has a name yet.",
    ),
    "rota": Kit(
        title="Sitting out",
        words="The order in which people sit out.",
        moment=Moment.DOOR,
        ready=somebody_rotates,
        read=lambda party, _latest: reads.rota_sheet(party),
        draw=rota_sheet,
        blank=blanks.blank_rota,
        not_ready="Nobody sits out.",
    ),
    "tents": Kit(
        title="Table tents",
        words="Fold once and stand one on each table: its number, the bids, who moves.",
        moment=Moment.BEFORE,
        ready=drawn,
        read=reads.tent_sheet,
        draw=table_tents,
        blank=blanks.blank_tents,
    ),
    "guides": Kit(
        title="Guide cards",
        words="One for each table: who is expected in every round, and where each seat goes next.",
        moment=Moment.DOOR,
        ready=everybody_goes_a_fixed_way,
        read=lambda party, _latest: guide_sheet(party),
        draw=guide_cards,
        not_ready="Only where the way is fixed.",
    ),
    "rules": Kit(
        title="The rules",
        words="This party’s rules in plain sentences, to hang up.",
        moment=Moment.BEFORE,
        ready=lambda _party, _latest: True,
        read=lambda party, _latest: printed(party.rules, reads.heading(party)),
        draw=rule_sheet_pdf,
    ),
    "money": Kit(
        title="Treasurer’s sheet",
        words="Who owed and paid what, with the sums and lines to sign on.",
        moment=Moment.DOOR,
        ready=somebody_came,
        read=lambda party, _latest: fee_reads.money_sheet(party),
        draw=money_sheet,
        blank=blanks.blank_money,
        not_ready="Nobody is here yet.",
    ),
    "standings": Kit(
        title="Standings",
        words="Everybody, the prize groups and the low end, with a line to sign on.",
        moment=Moment.END,
        ready=round_closed,
        read=lambda party, _latest: reads.standings_sheet(party, standings(party)),
        draw=standings_sheet,
        blank=blanks.blank_standings,
        not_ready="First close a round.",
    ),
    "pictures": Kit(
        title="Pictures of the evening",
        words="Running totals, bids by trump, partners and moves, with their numbers.",
        moment=Moment.END,
        ready=round_closed,
        read=lambda party, _latest: (pictures(party), reads.heading(party)),
        draw=lambda sheet, look: pictures_sheet(sheet[0], sheet[1], look),
        not_ready="First close a round.",
    ),
    "prizes": Kit(
        title="Prize sheet",
        words="Each prize, who has it and by which rule, with a line to sign for it.",
        moment=Moment.END,
        ready=prizes_chosen,
        read=lambda party, _latest: prizes_on_paper(party),
        draw=prize_sheet,
        blank=blanks.blank_prizes,
        not_ready="First choose the prizes.",
    ),
    "certificates": Kit(
        title="Certificates",
        words="Half a sheet for everybody who has a prize.",
        moment=Moment.END,
        ready=somebody_has_a_prize,
        read=lambda party, _latest: certificates(party),
        draw=certificate_sheet,
        blank=blanks.blank_certificates,
        not_ready="Nobody has a prize yet.",
    ),
}

# All that is needed to finish the round, and the evening, with a pen.
PACK = (
    "tables",
    "seats",
    "script",
    "slips",
    "slips_blank",
    "next-moves",
    "rota",
    "standings",
    "rules",
)


def pack(party: Party, latest: Round) -> Pack:
    """Read the papers of the pack that are ready."""
    parts = []
    for piece in PACK:
        name, _, blank = piece.partition("_")
        kit, look = KITS[name], Look(blank=bool(blank))
        if kit.has(party, latest, look):
            sheet = kit.sheet(party, latest, look)
            part = PackPart(kit=name, title=kit.called(look), blank=look.blank, sheet=sheet)
            parts.append(part)
    title = f"Without the laptop: {party.name}, round {latest.number}"
    return Pack(title=title, parts=tuple(parts))


def draw_pack(whole: Pack, look: Look) -> bytes:
    return bound(
        whole.title,
        [(part.title, KITS[part.kit].draw(part.sheet, look)) for part in whole.parts],
    )


KITS["pack"] = Kit(
    title="Without the laptop",
    words="One file with all that finishes the evening by hand: print it before each round.",
    moment=Moment.ROUND,
    by_round=True,
    ready=drawn,
    read=pack,
    draw=draw_pack,
)

"""Example data for papers: people with all kinds of names, and bid values."""

from party.pdf.seats.cards import CardSheet, SeatCard
from party.values.papers import Heading, Look, PaperSize
from party.values.rules.bids import BidRow, BidValues

LETTER, A4 = PAPERS = tuple(Look(paper=paper) for paper in PaperSize)
LARGE = tuple(Look(paper=paper, large=True) for paper in PaperSize)
HEADING = Heading(party="St Ann’s 500 party", date="Sat 14 Nov, 7 pm", place="Church hall")
LONG = "Maria-Magdalena Theodora von Hohenfels-Schillingsfürst Bergen"
NAMES = ("Alma Rasmussen", "Łukasz Nguyễn", "Þór Jónsson", "Ōtani Ayumi", "O’Brien-Smith", LONG)
BIDS = BidValues(
    strains=("S", "C", "D", "H", "NT"),
    rows=tuple(
        BidRow(level=str(level), values=tuple(str(100 * level - 560 + 20 * n) for n in range(5)))
        for level in range(7, 11)
    ),
)
REMINDER = "Lower pair moves to the next table. Higher pair stays. Everyone gets a new partner."


def name(number):
    return NAMES[number] if number < len(NAMES) else f"Guest {number:03}"


def seat_card(number):
    seat = number % 4
    return SeatCard(
        name=name(number),
        number=str(number + 1),
        table=str(number // 4 + 1),
        seat="NESW"[seat],
        partner="SWNE"[seat],
    )


def card_sheet(people=22, rounds=8, **changes):
    cards = tuple(map(seat_card, range(people)))
    return CardSheet(
        **{
            "heading": HEADING,
            "cards": cards,
            "rounds": rounds,
            "bid_values": BIDS,
            "reminder": REMINDER,
            **changes,
        }
    )

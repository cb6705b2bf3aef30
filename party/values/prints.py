"""What a sheet of paper is made from: everything in words already, nothing left to look up.

A *card* is one person's seat card, which is also the score card kept all evening. A *slip* is one
table's result of one round, circled rather than written. A *line* is one person in a list. A
*strain* is a suit or no trumps, by its letters: S, C, D, H, NT; the paper draws the suit's shape
beside the letter. Whoever makes these values has sorted them: a sheet keeps the order it is given.
"""

from dataclasses import dataclass
from enum import StrEnum


class Paper(StrEnum):
    """The two papers that printers in a hall hold."""

    LETTER = "letter"
    A4 = "a4"


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a sheet is wanted: on which paper, in large letters, with lines instead of names.

    Ready-cut cards are shifted to the right and down, in millimetres, where a printer needs it.
    """

    paper: Paper = Paper.LETTER
    large: bool = False
    blank: bool = False
    right: float = 0.0
    down: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Heading:
    """What stands at the top of every sheet of a party."""

    party: str
    date: str = ""  # "Sat 14 Nov, 7 pm"
    place: str = ""


@dataclass(frozen=True, kw_only=True)
class BidRow:
    """One level of the table of bids, in the order of the strains."""

    level: str
    values: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BidValues:
    """What each bid counts under the rules of the party: the 40 to 520 table, or its own."""

    strains: tuple[str, ...]  # "S", "C", "D", "H", "NT"
    rows: tuple[BidRow, ...]
    specials: tuple[tuple[str, str], ...] = ()  # ("Nullo", "250")
    note: str = ""  # "All ten tricks on a smaller bid: 250."


@dataclass(frozen=True, kw_only=True)
class SeatCard:
    """One person's card; an empty name is a line to write on (the blind draw)."""

    name: str = ""
    number: str = ""  # "27", printed as "No. 27"
    table: str = ""  # "7"
    seat: str = ""  # "N"
    partner: str = ""  # the partner's seat, "S"
    start_note: str = ""  # instead of table and seat: "You sit out round 1"
    path: tuple[str, ...] = ()  # fixed movements only: "7 N" for every round

    @property
    def called(self) -> str:
        """What a card is found by; a blank one has neither name nor number."""
        return self.name or (f"No. {self.number}" if self.number else "")


@dataclass(frozen=True, kw_only=True)
class CardSheet:
    """All cards of a party, in the order the cut pile shall have.

    Named cards come A–Z, cards of a blind draw in the order they are handed out.
    `spares` None means one blank card for every ten, at least one; blank corners of the last
    sheets are always filled with more.
    """

    heading: Heading
    cards: tuple[SeatCard, ...]
    rounds: int
    hands: int = 4  # columns to write in: 4, Iowa 5
    breaks: tuple[int, ...] = ()  # a double rule after these rounds
    bid_values: BidValues | None = None
    reminder: str = ""  # "Lower pair: next table. Higher pair stays."
    spares: int | None = None
    backs: bool = False  # after every sheet its back, for printers that turn the paper over


@dataclass(frozen=True, kw_only=True)
class SeatLine:
    """One person in the list that says where to sit; without a table they sit out."""

    name: str  # "Rasmussen, Alma"
    table: str = ""
    seat: str = ""
    note: str = "sits out"  # printed where there is no table


@dataclass(frozen=True, kw_only=True)
class SeatList:
    """Find my seat: everybody of one round, A–Z."""

    heading: Heading
    round: str  # "Round 3"
    lines: tuple[SeatLine, ...]


@dataclass(frozen=True, kw_only=True)
class SlipRules:
    """What there is to circle: the bids these rules have, and no other."""

    levels: tuple[str, ...]  # "7", "8", "9", "10"
    strains: tuple[str, ...] = ("S", "C", "D", "H", "NT")
    specials: tuple[str, ...] = ()  # "Nullo", "Open nullo"
    tricks: int = 10  # 0 up to this number
    hands: int = 4  # rows; Iowa 5
    more: bool = False  # tables may play more hands than there are rows (Iowa)
    thrown_in: bool = True  # a box to tally hands that everybody passed


@dataclass(frozen=True, kw_only=True)
class Slip:
    """One table in one round; names left empty are lines to write on."""

    table: str
    round: str  # "Round 3"
    ns: tuple[str, str] = ("", "")  # North, South
    ew: tuple[str, str] = ("", "")  # East, West
    note: str = ""  # "Ring the bell after hand 4."


@dataclass(frozen=True, kw_only=True)
class SlipSheet:
    """Slips in the order the cut pile shall have."""

    heading: Heading
    rules: SlipRules
    slips: tuple[Slip, ...]


@dataclass(frozen=True, kw_only=True)
class StandingRow:
    """One person's place; rank and total as they are to be read."""

    rank: str  # "1", shared "2="
    name: str
    total: str  # "1,240", "−120"
    rounds_won: str = ""
    group: str = ""  # prize group
    sat_out: str = ""  # the rounds: "2, 5"
    note: str = ""  # "left after round 3"


@dataclass(frozen=True, kw_only=True)
class StandingsSection:
    """One list of a standings sheet: all, one prize group, or the low end."""

    title: str
    rows: tuple[StandingRow, ...]
    note: str = ""  # "Only those who were there in every round."


@dataclass(frozen=True, kw_only=True)
class StandingsSheet:
    """Standings to post on the wall and to sign."""

    heading: Heading
    title: str  # "Final standings", "After round 3 of 8"
    sections: tuple[StandingsSection, ...]
    rule: str = ""  # how ties were settled, in words
    signatures: tuple[str, ...] = ()  # "Organiser", "Witness"


@dataclass(frozen=True, kw_only=True)
class RotaLine:
    """Who sits out in one round."""

    label: str  # "Round 2", or "1." in the order of the rota
    names: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RotaSheet:
    """The order in which people sit out."""

    heading: Heading
    title: str  # "Sitting out"
    lines: tuple[RotaLine, ...]
    note: str = ""  # "Each gets the room's average."


@dataclass(frozen=True, kw_only=True)
class RulePart:
    """A part of the rule sheet: a title and whole sentences."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RuleSheet:
    """The rules of a game or a party, to hang up."""

    heading: Heading
    title: str  # "The rules: St Paul Midway"
    parts: tuple[RulePart, ...]


@dataclass(frozen=True, kw_only=True)
class TentSheet:
    """A tent for each table: it stands there all evening, people move."""

    heading: Heading
    tables: tuple[str, ...]
    bid_values: BidValues
    reminder: str
    head_note: str = ""  # for table 1: "Ring the bell after hand 4."


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """The four people of a table; an empty name is a free chair."""

    table: str
    north: str = ""
    east: str = ""
    south: str = ""
    west: str = ""


@dataclass(frozen=True, kw_only=True)
class TableList:
    """Who sits at which table, for the organiser's clipboard."""

    heading: Heading
    round: str  # "Round 3"
    lines: tuple[TableLine, ...]
    bench: tuple[str, ...] = ()  # who sits out


@dataclass(frozen=True, kw_only=True)
class Script:
    """What is read aloud between two rounds."""

    heading: Heading
    title: str  # "Read aloud: the moves to round 4"
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlaceCard:
    """A name to stand or lie at a place."""

    name: str
    below: str = ""  # "No. 27"


@dataclass(frozen=True, kw_only=True)
class PlaceCards:
    """Everybody's place card, A–Z."""

    heading: Heading
    cards: tuple[PlaceCard, ...]


@dataclass(frozen=True, kw_only=True)
class TrialSheet:
    """What shows whether the printer prints at 100 % and reaches as far as it should."""

    heading: Heading
    title: str = "Test page"


@dataclass(frozen=True, kw_only=True)
class PackPart:
    """One paper of a pack: the kit it is of, and what is on it."""

    kit: str
    title: str
    blank: bool
    sheet: object


@dataclass(frozen=True, kw_only=True)
class Pack:
    """Several papers bound into one file."""

    title: str
    parts: tuple[PackPart, ...]

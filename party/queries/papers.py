"""Reads about papers: the heading of all, the last printing of each, the words on any."""

from collections.abc import Iterator

from party.models import Party, Printout, Round
from party.queries.evening.rounds import people
from party.queries.one_reading import read_once
from party.queries.rows import read_rows
from party.values.numbers import clock
from party.values.papers import Heading, Look, PaperSize

CARD_KITS = ("cards", "small-cards", "eight-cards", "index-cards")
# The print centre asks all of them: as query sets they took as long as what it shows.
LAST_LOOK = "SELECT paper, large FROM party_printout WHERE party_id = %s ORDER BY id DESC LIMIT 1"
LAST_OF_EACH = """
SELECT * FROM party_printout WHERE id IN (
    SELECT MAX(id) FROM party_printout
    WHERE party_id = %s AND paper = %s AND large = %s GROUP BY kit, round, blank)
"""
PRIZE_NAMES = """
SELECT title, gift, "group" FROM party_prize WHERE party_id = %s ORDER BY "order", id
"""
CLOSED = f"""
SELECT 1 FROM party_round WHERE party_id = %s AND state = '{Round.State.CLOSED.value}' LIMIT 1
"""  # noqa: S608 -- a constant of ours
CARDS = """
SELECT COUNT(*) FROM party_place p JOIN party_round r ON r.id = p.round_id
WHERE r.party_id = %s AND r.number = 1
"""
TABLES = "SELECT 1 FROM party_table WHERE round_id = %s LIMIT 1"
SITTING_OUT = """
SELECT 1 FROM party_place p JOIN party_round r ON r.id = p.round_id
WHERE r.party_id = %s AND p.table_id IS NULL
    AND EXISTS (SELECT 1 FROM party_table t WHERE t.round_id = r.id) LIMIT 1
"""


def heading(party: Party) -> Heading:
    """Return what stands at the top of every sheet. No query."""
    start = party.local_start
    date = f"{start:%a} {start.day} {start:%b}, {clock(start)}"
    return Heading(party=party.name, date=date, place=party.place)


def last_printouts(party: Party, look: Look) -> dict[tuple[str, int | None, bool], Printout]:
    """Return the last printing of each kit on this paper in this size, by kit, round and blank.

    One query, whatever was printed how often.
    """
    rows = Printout.objects.raw(LAST_OF_EACH, [party.pk, look.paper, look.large])
    return {(row.kit, row.round, row.blank): row for row in rows}


def has_printed_cards(party: Party) -> bool:
    """Return whether seat cards were printed, of any size."""
    return party.printouts.filter(kit__in=CARD_KITS, blank=False).exists()


def usual_look(party: Party) -> Look:
    """Return the paper and the letters that were used last. One query."""
    rows = read_rows(LAST_LOOK, [party.pk])
    if not rows:
        return Look(paper=PaperSize(party.paper))
    paper, large = rows[0]
    return Look(paper=PaperSize(paper), large=bool(large))


def count_cards(party: Party) -> int:
    """Count everybody who was there for the draw; before it the numbers of a blind one."""
    return read_rows(CARDS, [party.pk])[0][0] or party.entrants.filter(ranked=True).count()


@read_once
def has_closed_round(party: Party) -> bool:
    return bool(read_rows(CLOSED, [party.pk]))


@read_once
def has_tables(round_: Round) -> bool:
    return bool(read_rows(TABLES, [round_.pk]))


def has_sitting_out(party: Party) -> bool:
    """Return whether anybody sits out a round whose seats are known."""
    return bool(read_rows(SITTING_OUT, [party.pk]))


@read_once
def prize_names(party: Party) -> list[tuple[str, ...]]:
    """Return title, gift and prize group of each prize. One query."""
    return read_rows(PRIZE_NAMES, [party.pk])


def names_on_paper(party: Party) -> Iterator[tuple[str, str]]:
    """Yield every name that people have typed, each with what it names ("" for a person)."""
    yield "The party’s name", party.name
    yield "The place", party.place
    yield from (("", str(person)) for person in people(party).values())
    for title, gift, group in prize_names(party):
        yield "A prize", title
        yield "A prize", gift
        yield "A prize group", group

"""Parties with known totals, their winners, and ways to settle ties."""

from party.queries.prizes.winners import prize_with_tie_choices
from party.services.evening import rounds
from party.services.prizes import awards, draws, prizes
from party.values.prizes.prizes import PrizeKind
from tests.evening import BY_PROGRAM, HANDS, close, draw, enter, party_with, reload_party, start
from tests.once import once

ALL_LOST = "7sn0 7sn0 7sn0 7sn0"  # N-S −560, E-W +400
# Numbers 2 and 4 have 590, 6 and 8 have 400, 1 and 3 have 200.
UNEVEN = (HANDS, ALL_LOST)


@once
def party_of(players=8, hands=(HANDS, HANDS), **fields):
    """Make a party with a blind draw, and play one round.

    The numbers sit in order: 1 to 4 are N, E, S, W of table 1, and so on. By default 1, 3, 5 and 7
    have 200 points, and 2, 4, 6 and 8 have 590.
    """
    party = party_with(players, cards="blind", **{"rounds_planned": 2, **fields})
    draw(party, handed_out=players)
    start(party)
    for table, entered in enumerate(hands, start=1):
        enter(party, entered, table)
    close(party)
    return party


@once
def add(party, kind=PrizeKind.HIGH, **more):
    return prizes.add_prize(party.pk, kind, **more, **BY_PROGRAM)


def prize_line(party, row):
    """Return a prize as its page shows it."""
    return prize_with_tie_choices(reload_party(party), row.pk)[1]


def numbers(party, row):
    return [winner.person.number for winner in prize_line(party, row).winners]


def money(party, row):
    return [winner.share for winner in prize_line(party, row).winners]


def pk(party, number):
    return party.entrants.get(number=number).pk


def settle(party, row, how, winner=None, among=None):
    tied = [each.person.id for each in prize_line(party, row).winners] if among is None else among
    numbers = winner if isinstance(winner, tuple) else (winner,) if winner else ()
    chosen = [pk(party, number) for number in numbers]
    awards.settle_tie(party.pk, row.pk, how, tied_ids=tied, winner_ids=chosen, **BY_PROGRAM)


def draw_prize(party, row, **more):
    """Draw as the page does: store the list first, then draw a number from the list."""
    listed = draws.log_draw_list(party.pk, row.pk, **BY_PROGRAM)
    return draws.draw_prize(party.pk, row.pk, list_line_id=listed, **more, **BY_PROGRAM)


def finish_party(party):
    rounds.finish(party.pk, **BY_PROGRAM)

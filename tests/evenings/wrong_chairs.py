"""Incidents with people who sat in each other's chairs, found out at once or later."""

from functools import partial

from party.models import Round
from party.queries.backups.check import party_differences
from party.queries.seats.wrong_chairs import wrong_chairs
from party.services.log.undo import undo_line
from party.services.seats.wrong_chairs import record_wrong_chairs
from party.values.refusals import Refused
from party.values.seats.corrections import SeatsAnswer
from party.values.seats.wrong_chairs import ChairExchange
from tests.evenings.footprints import EVERY_VERB
from tests.evenings.incidents import Incident, Moment
from tests.evenings.night import Broken, Night

MOST_TRIED = 12


def sat_wrong(night: Night, *, closed: bool, back: bool = False) -> bool:
    """Record an exchange of the round that is on, or of any that is closed."""
    numbers = [number for number in night.now.rounds if night.now.has_tables(number)]
    numbers = [number for number in numbers if (number in night.now.closed) == closed]
    if not closed:
        numbers = [n for n in numbers if night.now.rounds[n].state in Round.OPEN]
    for _ in range(MOST_TRIED if numbers else 0):
        number = night.dice.choice(numbers)
        one, other = night.dice.sample(sorted(night.now.chairs[number]), 2)
        exchange = ChairExchange(one, other, night.chance(0.3), night.chance(0.2))
        before = night.now
        if (line := recorded(night, number, exchange)) is not None:
            if back:
                take_back(night, line, before)
            return True
    return False


def recorded(night: Night, number: int, exchange: ChairExchange) -> int | None:
    """Look at what it changes, choose, and record it; None for people who cannot have sat so."""
    party = night.party()
    try:
        shown = wrong_chairs(party, party.rounds.get(number=number), exchange)
    except Refused:
        return None
    effects, choice = shown.effects, SeatsAnswer()
    if effects is not None:
        choice = SeatsAnswer(night.dice.choice(effects.ways), mark=effects.mark)
    how = {"mark": shown.mark, "reason": "they told us", "choice": choice}
    night.refused(record_wrong_chairs, party.pk, number, exchange, **(how | {"mark": "elsewhere"}))
    try:
        line = night.ask(record_wrong_chairs, party.pk, number, exchange, **how)
    except Refused:
        return None
    expect_nothing_wrong(night)
    return line


def take_back(night: Night, line: int, before: object) -> None:
    night.do(undo_line, night.party_id, line)
    if left := night.touched(before) - EVERY_VERB:
        raise Broken(f"Taking back the chairs did not bring back {sorted(left)}.")
    expect_nothing_wrong(night)


def expect_nothing_wrong(night: Night) -> None:
    if troubles := party_differences(night.party()):
        raise Broken("\n".join(troubles))


INCIDENTS = (
    Incident(
        "chairs-open",
        "Two people sit in each other's chairs",
        Moment.PLAYING,
        partial(sat_wrong, closed=False),
    ),
    Incident(
        "chairs-closed",
        "People sat in each other's chairs in a round that is closed",
        Moment.SEATED,
        partial(sat_wrong, closed=True),
    ),
    Incident(
        "chairs-back",
        "People are said to have sat in each other's chairs, and had not",
        Moment.MOVING,
        partial(sat_wrong, closed=True, back=True),
    ),
)

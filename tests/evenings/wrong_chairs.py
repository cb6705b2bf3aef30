"""Incidents with people who sat in the wrong chairs."""

from party.models import Round
from party.queries.backups.check import party_differences
from party.queries.seats.wrong_chairs import wrong_chairs
from party.services.log.undo import undo_line
from party.services.seats.wrong_chairs import record_wrong_chairs
from party.values.refusals import Refused
from party.values.seats.corrections import SeatsAnswer
from party.values.seats.wrong_chairs import ChairExchange
from tests.evenings.footprints import EVERY_VERB
from tests.evenings.incidents import Moment, incident
from tests.evenings.night import CheckError, Night

MOST_TRIED = 12


def record_exchange(night: Night, *, in_closed_round: bool, is_undone: bool = False) -> bool:
    numbers = [number for number in night.snapshot.rounds if night.snapshot.has_tables(number)]
    numbers = [
        number for number in numbers if (number in night.snapshot.closed_rounds) == in_closed_round
    ]
    if not in_closed_round:
        numbers = [n for n in numbers if night.snapshot.rounds[n].state in Round.OPEN]
    for _ in range(MOST_TRIED if numbers else 0):
        number = night.dice.choice(numbers)
        one, other = night.dice.sample(sorted(night.snapshot.chairs[number]), 2)
        exchange = ChairExchange(one, other, night.chance(0.3), night.chance(0.2))
        before = night.snapshot
        if (line := try_exchange(night, number, exchange)) is not None:
            if is_undone:
                undo_exchange(night, line, before)
            return True
    return False


@incident("chairs-open", "Two people sit in each other's chairs", Moment.PLAYING)
def exchange_in_open_round(night: Night) -> bool:
    return record_exchange(night, in_closed_round=False)


@incident(
    "chairs-closed",
    "People sat in each other's chairs in a round that is closed",
    Moment.SEATED,
)
def exchange_in_closed_round(night: Night) -> bool:
    return record_exchange(night, in_closed_round=True)


@incident(
    "chairs-back",
    "People are said to have sat in each other's chairs, and had not",
    Moment.MOVING,
)
def exchange_and_undo(night: Night) -> bool:
    return record_exchange(night, in_closed_round=True, is_undone=True)


def try_exchange(night: Night, number: int, exchange: ChairExchange) -> int | None:
    """Record an exchange and return its log line; None if it is refused."""
    party = night.party()
    try:
        changes = wrong_chairs(party, party.rounds.get(number=number), exchange)
    except Refused:
        return None
    effects, choice = changes.effects, SeatsAnswer()
    if effects is not None:
        choice = SeatsAnswer(night.dice.choice(effects.open_choices), mark=effects.mark)
    options = {"mark": changes.mark, "reason": "they told us", "choice": choice}
    night.expect_refusal(
        record_wrong_chairs, party.pk, number, exchange, **(options | {"mark": "elsewhere"})
    )
    try:
        line = night.try_verb(record_wrong_chairs, party.pk, number, exchange, **options)
    except Refused:
        return None
    expect_no_differences(night)
    return line


def undo_exchange(night: Night, line: int, before: object) -> None:
    night.run(undo_line, night.party_id, line)
    if differences := night.changes_since(before) - EVERY_VERB:
        raise CheckError(f"Taking back the chairs did not bring back {sorted(differences)}.")
    expect_no_differences(night)


def expect_no_differences(night: Night) -> None:
    if troubles := party_differences(night.party()):
        raise CheckError("\n".join(troubles))

"""The kitty: who picks it up, and what may be announced before and after burying.

A grand slam is announced with the kitty in the hand (T54), "declare" after burying (T55); either
way one more card comes from the partner and one more is buried.
"""

from functools import partial

from party.engine.play.announcing import offered
from party.engine.play.kitty import After, Burying, kitty_of, leaves_kitty, to_bury
from party.engine.play.nominating import to_nominate
from party.engine.play.partner import to_call
from party.engine.play.stage import Stage
from party.engine.play.table import Table


def to_kitty(table: Table) -> Stage:
    """Let the declarer pick up the kitty, unless his contract leaves it."""
    return to_slam(table if leaves_kitty(table) else table.give(table.lead, kitty_of(table)))


def to_slam(table: Table) -> Stage:
    """S10: the declarer may announce a grand slam; then he buries one card more."""
    rest = to_bury(table, table.lead, handed_on(table))
    if table.rules.grand_slam == "off":
        return rest
    return offered(table, "slam", rest, alone)


def handed_on(table: Table) -> After:
    """Return what follows the declarer's burying: in grand misère his partner's (T47).

    The partner picks up what was buried and buries as many; of two partners (six players) one
    after the other: our reading.
    """
    then: After = to_declare
    if table.strain == "GRAND":
        for partner in reversed(table.partners):
            then = partial(handed_to, partner, then)
    return then


def handed_to(partner: str, then: After, table: Table) -> Stage:
    return to_bury(table.give(partner, table.buried), partner, then)


def to_declare(table: Table) -> Stage:
    """T55: after burying the declarer may "declare"; then he buries another card."""
    rest = to_call(table)
    if table.rules.declare == "off":
        return rest
    return offered(table, "declare", rest, alone)


def alone(table: Table) -> Stage:
    """Go on with the partner's card in the hand of the declarer, who plays without him."""
    return Burying(table, table.lead, to_nominate)

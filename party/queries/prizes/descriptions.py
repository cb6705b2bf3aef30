"""What is said about a prize: what there is to win, by which rule, and what is not known."""

from collections.abc import Mapping

from party.models import Party, Prize
from party.queries.prizes.measures import Evening
from party.values.people.money import money
from party.values.prizes.prizes import (
    KINDS,
    OF_SEATS,
    TIES,
    How,
    Kind,
    Needs,
    PrizeLine,
    State,
    at_place,
    named,
)
from party.values.prizes.tickets import Pot

MOST_TABLES_NAMED = 4
WITHOUT_HANDS: Mapping[str, str] = {
    Party.Capture.TOTALS: "Only totals",
    Party.Capture.CARDS: "Only final cards",
    Party.Capture.UNTRACKED: "Only final cards",
}
NOT_DONE = {
    Kind.LOW: "Nobody was there in every round.",
    Kind.HEAD_TABLE: "Nobody who can win played at table 1 in the last round.",
}


def what_is_won(evening: Evening, row: Prize) -> str:
    """Say what there is to win: "$10 and a ham"."""
    cents, currency = evening.money_of(row), evening.party.currency
    amount = "" if cents is None else money(cents, currency)
    pot = evening.pots.get(row.pk)
    if pot is not None and pot.cents is not None:
        amount = f"{amount}, half of {money(pot.cents, currency)}"
    return " and ".join(filter(None, (amount, row.gift)))


def missing(evening: Evening, row: Prize, state: State) -> str:
    """Say what is not known that would count, or why nobody is left to win it."""
    about = KINDS[Kind(row.kind)]
    if about.needs == Needs.HANDS and (why := _without_hands(evening)):
        return why
    if Kind(row.kind) in OF_SEATS and not evening.party.tracks_seats:
        return "Seats are not tracked at this party. Ask who it was, and give it by hand."
    if about.needs == Needs.ROUNDS and evening.on_cards:
        told = named([*map(str, evening.on_cards)], f"{len(evening.on_cards)} people")
        return f"No single rounds are known of {told}, only final cards."
    return _why_nobody(evening, row) if state == State.NOBODY else ""


def _without_hands(evening: Evening) -> str:
    by_hand = "Look at the cards and give it by hand."
    if not evening.now.rounds:
        only = WITHOUT_HANDS.get(evening.party.capture, "")
        return f"{only} are entered at this party, no hands. {by_hand}" if only else ""
    if not evening.unknown:
        return ""
    if not evening.measured[Kind.BIDS_MADE].values and not evening.measured[Kind.SETS].values:
        return f"Only totals were entered, no hands. {by_hand}"
    tables = [
        f"round {number} table {table}" if table else f"round {number}"
        for number, table in evening.unknown
    ]
    told = f"{len(tables)} tables" if len(tables) > MOST_TABLES_NAMED else ", ".join(tables)
    return f"Only a total is known of {told}: those hands are not in this."


def _why_nobody(evening: Evening, row: Prize) -> str:
    who = [each for each in evening.everybody.values() if each.ranked]
    if row.group:
        who = [each for each in who if each.prize_group == row.group]
    if not who:
        return f"Nobody is in the prize group {row.group}."
    if any(each.id in evening.measure_of(row).values for each in who):
        return "Everybody who could win it has a prize already."
    return NOT_DONE.get(Kind(row.kind), "Nobody has done it.")


def rule_of(evening: Evening, row: Prize, line: PrizeLine) -> str:
    """Say what the prize is for, or how it was settled."""
    if line.pot is not None:
        return _pot_rule(evening, row, line, line.pot)
    if line.how == How.GIVEN:
        return f"Given by hand. {line.why}".strip()
    if line.how == How.DRAWN:
        return f"Drawn from the party’s seed {evening.party.seed}, draw {row.draws}."
    words = at_place(_words_of(evening, line.kind), line.kind, row.place)
    if row.number is not None:
        words = f"The mystery number is {row.number}."
    if line.how == How.SPLIT:
        uneven = len({winner.share for winner in line.winners}) > 1
        cents = " Odd cents go by player number." if uneven else ""
        return f"{words} Equal: they share it.{cents}"
    if line.how in TIES:
        won = {winner.person.id for winner in line.winners}
        others = [str(evening.everybody[pk]) for pk in line.among if pk not in won]
        told = named(others, f"{len(others)} others")
        return f"{words} Equal with {told}: {line.why or 'cards were cut'}."
    return words


def _pot_rule(evening: Evening, row: Prize, line: PrizeLine, pot: Pot) -> str:
    """Say what the pot is made of, which ticket it was, and how it was drawn."""
    told = [f"Half of {pot.told(evening.party.currency)}."]
    if (pot.cents or 0) % 2:
        told.append("The odd cent is the winner’s.")
    seed = f"from the party’s seed {evening.party.seed}, draw {row.draws}"
    if pot.ticket is not None:
        drawn = "by hand" if pot.by_hand else seed
        told.append(f"Ticket {pot.ticket} was drawn {drawn}.")
    elif line.how == How.DRAWN:
        told.append(f"Drawn {seed}.")
    if line.how == How.GIVEN and pot.ticket is None:
        told.append("Given by hand.")
    return " ".join(filter(None, (*told, line.why)))


def _words_of(evening: Evening, kind: Kind) -> str:
    if kind == Kind.HIGH and evening.party.format.round_credit == "both":
        return "The most rounds won, then the highest total."
    return KINDS[kind].words

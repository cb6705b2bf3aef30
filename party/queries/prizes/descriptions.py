from collections.abc import Mapping

from django.utils.text import capfirst

from party.models import Party, Prize
from party.queries.prizes.measures import PrizeData
from party.values.people.money import money
from party.values.prizes.draws import draw_name
from party.values.prizes.fifty_fifty import FiftyFifty
from party.values.prizes.prizes import (
    KINDS,
    NEEDS_SEATS,
    TIES,
    Needs,
    PrizeKind,
    PrizeLine,
    PrizeState,
    SettledBy,
    join_names,
    place_text,
)
from party.values.prizes.words import DRAWN_AMONG_HERE

MOST_TABLES_NAMED = 4
WITHOUT_HANDS: Mapping[str, str] = {
    Party.Capture.TOTALS: "Only totals",
    Party.Capture.CARDS: "Only final cards",
    Party.Capture.UNTRACKED: "Only final cards",
}
NOT_DONE = {
    PrizeKind.LOW: "Nobody was there in every round.",
    PrizeKind.HEAD_TABLE: "Nobody who can win played at table 1 in the last round.",
}


def prize_text(data: PrizeData, row: Prize) -> str:
    """Return for example "$10 and a ham"."""
    cents, currency = data.money_of(row), data.party.currency
    amount = "" if cents is None else money(cents, currency)
    fifty_fifty = data.fifty_fifties.get(row.pk)
    if fifty_fifty is not None and fifty_fifty.pot is not None:
        amount = f"{amount}, half of {money(fifty_fifty.pot, currency)}"
    return " and ".join(filter(None, (amount, row.gift)))


def missing_text(data: PrizeData, row: Prize, state: PrizeState) -> str:
    """Return the missing facts, or why nobody can win the prize."""
    kind_info = KINDS[PrizeKind(row.kind)]
    if kind_info.needs == Needs.HANDS and (reason := _no_hands_text(data)):
        return reason
    if PrizeKind(row.kind) in NEEDS_SEATS and not data.party.tracks_seats:
        return "Seats are not tracked at this party. Ask who it was, and give it by hand."
    if kind_info.needs == Needs.ROUNDS and (people := data.people_without_rounds):
        return f"Not counted for {join_names([*map(str, people)])}: no scores by round."
    return _nobody_text(data, row) if state == PrizeState.NOBODY else ""


def _no_hands_text(data: PrizeData) -> str:
    by_hand = "Look at the cards and give it by hand."
    if not data.standings.rounds:
        entered = WITHOUT_HANDS.get(data.party.capture, "")
        return f"{entered} are entered at this party, no hands. {by_hand}" if entered else ""
    if not data.tables_without_hands:
        return ""
    if not data.measures[PrizeKind.BIDS_MADE].values and not data.measures[PrizeKind.SETS].values:
        return f"Only totals were entered, no hands. {by_hand}"
    tables = [
        f"round {number} table {table}" if table else f"round {number}"
        for number, table in data.tables_without_hands
    ]
    if len(tables) == 1:
        return f"{capfirst(tables[0])} came as a total; its hands are not counted."
    words = f"{len(tables)} tables" if len(tables) > MOST_TABLES_NAMED else ", ".join(tables)
    return f"{capfirst(words)} came as totals; their hands are not counted."


def _nobody_text(data: PrizeData, row: Prize) -> str:
    rankable = [each for each in data.people.values() if each.ranked]
    if row.group:
        rankable = [each for each in rankable if each.prize_group == row.group]
    if not rankable:
        return f"Nobody is in the prize group {row.group}."
    candidates = [each for each in rankable if each.id in data.measure_of(row).values]
    if row.must_be_here and candidates and all(each.state == "left" for each in candidates):
        return "Everybody who could win it has gone home."
    if candidates:
        return "Everybody who could win it has a prize already."
    return NOT_DONE.get(PrizeKind(row.kind), "Nobody did.")


def rule_text(data: PrizeData, row: Prize, line: PrizeLine) -> str:
    """Return the rule of the prize, or how the prize was settled."""
    presence = "For those who are still here." if row.must_be_here else ""
    return " ".join(filter(None, (_rule_text(data, row, line), presence)))


def _rule_text(data: PrizeData, row: Prize, line: PrizeLine) -> str:
    if line.fifty_fifty is not None:
        return _fifty_fifty_rule(data, row, line, line.fifty_fifty)
    if line.how == SettledBy.GIVEN:
        return f"Given by hand. {line.why}".strip()
    if line.how == SettledBy.DRAWN:
        return " ".join((KINDS[line.kind].words, *_draw_sentences(row)))
    words = place_text(_kind_words(data, line.kind), line.kind, row.place)
    if row.number is not None:
        words = " ".join((f"The mystery number is {row.number}.", *_draw_sentences(row)))
    if line.how == SettledBy.SPLIT:
        parts = {part for side in line.sides for part in side.shares}
        odd_cents = " Odd cents go by player number." if len(parts) > 1 else ""
        return f"{words} A tie: they share it.{odd_cents}"
    if line.how in TIES:
        winner_ids = {winner.person.id for winner in line.winners}
        others = [str(data.people[pk]) for pk in line.among if pk not in winner_ids]
        names = join_names(others, f"{len(others)} others")
        return f"{words} Tied with {names}: {line.why or 'cards were cut'}."
    return words


def _draw_sentences(row: Prize) -> list[str]:
    return [f"This was the {draw_name(row.draws)}."] if row.draws > 1 else []


def _fifty_fifty_rule(
    data: PrizeData, row: Prize, line: PrizeLine, fifty_fifty: FiftyFifty
) -> str:
    sentences = [f"Half of {fifty_fifty.content_text(data.party.currency)}."]
    if (fifty_fifty.pot or 0) % 2:
        sentences.append("The odd cent is the winner’s.")
    if fifty_fifty.ticket is not None:
        by_hand = " by hand" if fifty_fifty.by_hand else ""
        sentences += [f"Ticket {fifty_fifty.ticket} was drawn{by_hand}.", *_draw_sentences(row)]
    elif line.how == SettledBy.DRAWN:
        sentences += [DRAWN_AMONG_HERE, *_draw_sentences(row)]
    if line.how == SettledBy.GIVEN and fifty_fifty.ticket is None:
        sentences.append("Given by hand.")
    return " ".join(filter(None, (*sentences, line.why)))


def _kind_words(data: PrizeData, kind: PrizeKind) -> str:
    if kind == PrizeKind.HIGH and data.party.format.round_credit == "both":
        return "The most rounds won, then the highest total."
    return KINDS[kind].words

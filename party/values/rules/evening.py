"""The rules of an evening in sentences. OUR_READING marks a sentence that no source states."""

from collections.abc import Iterator, Mapping

from party.engine import OUR_READING, Rules, Section
from party.progression import CHOICES, Format
from party.values.evening.words import LEFT_OVER, credit_text
from party.values.numbers import counted, counted_in_words
from party.values.seats.words import NEWCOMERS, STAYING_PAIR, movement_lines, reminder

TITLE = "The card party"
TOURNAMENTS = ("midway", "youngstown", "iowa")  # presets whose sources describe an evening
UNSOURCED = frozenset({STAYING_PAIR, *NEWCOMERS.values()})
NEXT_TABLE = "go to the next higher number"
EACH_DEALS = "everybody deals once"
TOTALS: Mapping[str, str] = {
    "net_points": "Everybody writes down the points of their own side in every round, minus "
    "points too. The highest total of all rounds wins.",
    "wins_only": "A round won counts one, whatever the points. The most rounds won wins.",
    "both": "The most rounds won wins; if those are equal, the most points.",
}
TIES: Mapping[str, str] = {
    "cut": "If the two pairs at a table tie, they cut the cards: the high card is ahead.",
    "extra_hand": "If the two pairs at a table tie, they play one more hand, "
    "which does not count: its winners are ahead.",
    "last_contract": "If the two pairs at a table tie, the pair that made the last contract "
    "is ahead; if nobody did, they cut the cards.",
    "north_south": "If the two pairs at a table tie, North and South are ahead.",
}
WALKER = (
    "In Walker Ultimate 500 a game ends at exactly 500, at 1,000 or at minus 500; "
    "none of these ends a round here. "
    "The tens for tricks always count; the highest total wins."
)
THROWN_IN: Mapping[str, str] = {
    "no": "At a party a hand that is thrown in is dealt again by the same dealer "
    "and does not count.",
    "yes": "At a party a hand that is thrown in counts as one of the hands.",
}
ROUNDS: Mapping[str, str] = {
    "tables": "There are as many rounds as tables.",
    "organiser": "The host says how many rounds are played, or when the time is up.",
}
PARTNERS_BRIEFLY: Mapping[str, str] = {
    "both_pairs_at_every_table": "Partners split up and play against each other.",
    "all_but_head": "Partners split up, except at table 1.",
    "never": "Partners stay together.",
}
TIES_BRIEFLY: Mapping[str, str] = {
    "cut": "Tie: cut the cards.",
    "extra_hand": "Tie: one more hand, not counted.",
    "last_contract": "Tie: the last contract’s pair is ahead.",
    "north_south": "Tie: North and South are ahead.",
}

PARTNERS_ON_A_CARD: Mapping[str, str] = {
    "both_pairs_at_every_table": "Partners become opponents.",
    "all_but_head": "Elsewhere partners become opponents.",
    "never": "Partners stay together.",
}
TIES_ON_A_CARD: Mapping[str, str] = {
    "cut": "Tie: cut.",
    "extra_hand": "Tie: one more hand.",
    "last_contract": "Tie: last contract.",
    "north_south": "Tie: North and South.",
}


def evening_section(
    rules: Rules, format_: Format, rounds: int | None = None, tables: int | None = None
) -> Section:
    """`rounds` replaces the number in the format. If `tables` is None, any number is possible."""
    lines = (
        *_hand_lines(rules, format_),
        _rounds_line(format_, rounds),
        *map(_with_mark, movement_lines(format_, tables)),
        *([f"{TIES[format_.tie_at_table]}{OUR_READING}"] if format_.movement.is_by_result else []),
        TOTALS[format_.round_credit],
        *_ending_lines(format_),
    )
    return Section(TITLE, lines)


def _with_mark(line: str) -> str:
    return f"{line}{OUR_READING}" if line in UNSOURCED or NEXT_TABLE in line else line


def _hand_lines(rules: Rules, format_: Format) -> Iterator[str]:
    hands = format_.hands_per_round
    hands_text = counted_in_words(hands, "hand").lower()
    if format_.hands_at(2) is None:
        yield f"When table 1, the head table, has played {hands_text}, it rings."
        yield "The other tables finish the hand they are on. That ends the round."
    else:
        deals = f": {EACH_DEALS}.{OUR_READING}" if hands == 4 else "."
        yield f"A round is {hands_text}{deals}"
        yield f"If the bell rings before that, finish the hand you are on.{OUR_READING}"
    yield "A round can bring any number of points, even more than 500. No total ends it."
    if rules.walker_bust == "1000_loses":
        yield WALKER
    if rules.all_pass not in {"dealer_stuck", "play_nt_10_per_trick"}:
        yield THROWN_IN[format_.thrown_in_hand_counts]


def _rounds_line(format_: Format, rounds: int | None) -> str:
    if number := rounds or (format_.rounds if isinstance(format_.rounds, int) else None):
        verb = "is" if number == 1 else "are"
        return f"{counted_in_words(number, 'round')} {verb} played."
    return ROUNDS[str(format_.rounds)]


def _ending_lines(format_: Format) -> Iterator[str]:
    decided = CHOICES["count_back"].answers[format_.count_back]
    by_rounds = f"are decided by {decided}" if format_.count_back_measures else decided
    yield f"Equal totals {by_rounds}.{OUR_READING}"
    if format_.final_rank == "highest_and_lowest_total":
        yield "The lowest total may get a prize too."
    left_over = LEFT_OVER[format_.non_multiple_of_4].format(credit=credit_text(format_))
    yield f"{left_over}{OUR_READING}"


def tent_text(format_: Format) -> str:
    hands = counted_in_words(format_.hands_per_round, "hand")
    ends = (
        f"{hands} at table 1, then the bell: finish your hand."
        if format_.hands_at(2) is None
        else f"{hands} a round."
    )
    partners, tie = PARTNERS_BRIEFLY[format_.split], TIES_BRIEFLY[format_.tie_at_table]
    return _brief_text(format_, ends, partners, tie)


def card_text(format_: Format) -> str:
    """Return `tent_text` in fewer words: each line leaves less room for the points."""
    hands = counted(format_.hands_per_round, "hand")
    rings = format_.hands_at(2) is None
    ends = f"{hands} at table 1, then the bell." if rings else f"{hands} a round."
    return _brief_text(
        format_, ends, PARTNERS_ON_A_CARD[format_.split], TIES_ON_A_CARD[format_.tie_at_table]
    )


def _brief_text(format_: Format, ends: str, partners: str, tie: str) -> str:
    is_by_result = format_.movement.is_by_result
    return " ".join((ends, reminder(format_), *([partners, tie] if is_by_result else [])))

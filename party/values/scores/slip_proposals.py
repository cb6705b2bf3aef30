"""From a photographed slip to proposals: each hand as the table circled it, or a question."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice, product
from operator import attrgetter

from party.engine import (
    HandEntry,
    RuleError,
    Rules,
    announcements_of,
    bid_name,
    biddable,
    pair_points,
    read_entry,
    slip_entry,
)
from party.slip_reader.layout import Question
from party.slip_reader.results import Area, GroupReading, ReadingState
from party.values.scores.tables import count_hands

MOST_CHOICES = 4  # hands that a question offers; with more, a person types faster
MOST_READINGS = 100  # so many readings of one hand are tried
DOUBTS: Mapping[tuple[ReadingState, Question], str] = {
    (ReadingState.CROSSED_OUT, Question.BIDDER): "A bidder is crossed out.",
    (ReadingState.CROSSED_OUT, Question.LEVEL): "The number of a bid is crossed out.",
    (ReadingState.CROSSED_OUT, Question.SUIT): "A suit is crossed out.",
    (ReadingState.CROSSED_OUT, Question.ANNOUNCED): "An announcement is crossed out.",
    (ReadingState.CROSSED_OUT, Question.TRICKS): "A number of tricks is crossed out.",
    (ReadingState.DOUBLED, Question.BIDDER): "Two bidders are circled.",
    (ReadingState.DOUBLED, Question.LEVEL): "Two numbers are circled for the bid.",
    (ReadingState.DOUBLED, Question.SUIT): "Two suits are circled.",
    (ReadingState.DOUBLED, Question.ANNOUNCED): "Two announcements are circled.",
    (ReadingState.DOUBLED, Question.TRICKS): "Two numbers of tricks are circled.",
    (ReadingState.UNSURE, Question.BIDDER): "The bidder is hard to read.",
    (ReadingState.UNSURE, Question.LEVEL): "The number of the bid is hard to read.",
    (ReadingState.UNSURE, Question.SUIT): "The suit is hard to read.",
    (ReadingState.UNSURE, Question.ANNOUNCED): "The announcement is hard to read.",
    (ReadingState.UNSURE, Question.TRICKS): "The number of tricks is hard to read.",
}
FAULTS = {
    ("slip-missing", "bidder"): "No bidder is circled.",
    ("slip-missing", "level"): "No number is circled for the bid.",
    ("slip-missing", "suit"): "No suit is circled.",
    ("slip-missing", "tricks"): "No number of tricks is circled.",
    ("slip-both", "special"): "A number is circled beside a special bid.",
}


@dataclass(frozen=True, slots=True)
class SlipProposal:
    """`entries` are the hands that the slip can mean.

    A hand without a `question` is sure. If there is no hand and no question, the slip says nothing
    about this hand.
    """

    hand: int
    area: Area  # in the cut-out
    entries: tuple[HandEntry, ...] = ()
    question: str = ""

    @property
    def entry(self) -> HandEntry | None:
        """Return the hand, if it is sure."""
        return None if self.question or not self.entries else self.entries[0]

    @property
    def is_empty(self) -> bool:
        return not self.entries and not self.question


def slip_proposals(
    rules: Rules, groups: Iterable[GroupReading], *, limit: int | None, has_more: bool = False
) -> tuple[SlipProposal, ...]:
    """`limit` is None for a table that plays until the bell.

    The last hand on its slip is then the last of the round, unless more hands follow on a second
    slip (`has_more`).
    """
    by_hand = groupby(sorted(groups, key=attrgetter("hand")), key=attrgetter("hand"))
    in_order = [_proposal(rules, hand, groups_of_hand) for hand, groups_of_hand in by_hand]
    proposals = list(_with_questions_of_order(in_order, limit))
    played = [index for index, proposal in enumerate(proposals) if not proposal.is_empty]
    if limit is None and played and not has_more:
        last = proposals[played[-1]]
        entries = tuple(replace(entry, last=True) for entry in last.entries)
        proposals[played[-1]] = replace(last, entries=entries)
    return tuple(proposals)


def _with_questions_of_order(
    proposals: Sequence[SlipProposal], limit: int | None
) -> Iterator[SlipProposal]:
    """Ask about hands after an empty line, and after the last hand of the round."""
    has_gap = False
    for proposal in proposals:
        question = proposal.question
        if not proposal.is_empty and limit is not None and proposal.hand > limit:
            question = f"This table plays only {count_hands(limit)} in this round."
        elif not proposal.is_empty and has_gap:
            question = f"A line before it is empty. {question}".rstrip()
        has_gap = has_gap or proposal.is_empty
        yield replace(proposal, question=question)


def _proposal(rules: Rules, hand: int, groups_of_hand: Iterable[GroupReading]) -> SlipProposal:
    groups = tuple(groups_of_hand)
    lefts, tops, rights, bottoms = zip(*(group.area for group in groups), strict=True)
    area = (min(lefts), min(tops), max(rights), max(bottoms))
    if all(group.answer == ReadingState.EMPTY for group in groups):
        return SlipProposal(hand, area)
    doubts = [DOUBTS[group.answer, group.question] for group in groups if group.must_be_asked]
    entries, refusals = _possible_entries(rules, groups)
    if not doubts and not entries:
        doubts = refusals
    question = " ".join(doubts)
    return SlipProposal(hand, area, entries if len(entries) <= MOST_CHOICES else (), question)


def _possible_entries(
    rules: Rules, groups: Sequence[GroupReading]
) -> tuple[tuple[HandEntry, ...], list[str]]:
    """Return the hands that the rules allow, and why they refuse the others."""
    options: list[tuple[str | None, ...]] = []
    for group in groups:
        # The table may have circled nothing in this group: a special bid has no number.
        may_be_none = group.must_be_asked or not group.choices
        options.append((*group.choices, None) if may_be_none else group.choices)
    entries: list[HandEntry] = []
    refusals: list[str] = []
    for words in islice(product(*options), MOST_READINGS):
        circled = {group.question: word for group, word in zip(groups, words, strict=True)}
        try:
            entry = _entry(rules, circled)
            if entry.result:
                pair_points(rules, entry.result)
        except RuleError as error:
            texts = [FAULTS.get((fault.code, fault.place), fault.text) for fault in error.faults]
            refusals += [text for text in texts if text not in refusals]
        else:
            entries.append(entry)
    return tuple(dict.fromkeys(entries)), refusals


def _entry(rules: Rules, circled: Mapping[Question, str | None]) -> HandEntry:
    """`circled` has the words as `slip_rules` prints them."""
    specials = {bid_name(rules, bid): bid.strain for bid in biddable(rules) if bid.is_special}
    announcements = {words: key for key, words in announcements_of(rules).items()}
    level, tricks = circled.get(Question.LEVEL), circled.get(Question.TRICKS)
    suit, bidder = circled.get(Question.SUIT), circled.get(Question.BIDDER)
    if tricks and not (level or suit or bidder):  # nobody bid, and the hand was played
        return read_entry(rules, f"p{tricks}")
    return slip_entry(
        rules,
        bidder=bidder,
        tricks=int(tricks) if tricks else None,
        level=int(level) if level else None,
        suit=None if suit in specials else suit,
        special=specials.get(suit or ""),
        announced=announcements.get(circled.get(Question.ANNOUNCED) or ""),
    )

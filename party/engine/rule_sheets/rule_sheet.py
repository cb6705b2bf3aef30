"""The rules of a game in plain sentences, for a page or for paper.

Each function in TOPICS yields the sentences of one subject. The *bidder* is the player who won the
bidding; the *other side* are all players who are not partners of the bidder.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from party.engine.rule_sheets import bidding, cards, kitty, play, scores, special_bids
from party.engine.rules.rules import Rules

Topic = Callable[[Rules], Iterator[str]]


@dataclass(frozen=True)
class Section:
    """A part of the rule sheet: whole sentences, each a line or a paragraph."""

    title: str
    lines: tuple[str, ...]


TOPICS: tuple[tuple[str, tuple[Topic, ...]], ...] = (
    ("Players and cards", (cards.players, cards.contents, cards.trumps, cards.plain_suits)),
    ("The deal", (cards.dealing, cards.dealers, cards.ace_no_face)),
    ("The bidding", (bidding.turns, bidding.raising, bidding.sixes, bidding.no_bid)),
    ("The bids and their worth", (bidding.worth,)),
    ("Special bids", (special_bids.miseres, special_bids.other_bids)),
    ("The kitty", (kitty.taking, kitty.announcing)),
    ("The bidder’s partner", (kitty.partner,)),
    ("The play", (play.tricks, play.sitting_out, play.two_hands)),
    ("The joker without trumps", (play.named_joker, play.free_joker)),
    ("The score of a hand", (scores.contract, scores.defenders, scores.miseres, scores.ralphing)),
    ("The end of the game", (scores.winning, scores.losing)),
)


def rule_sheet(rules: Rules) -> tuple[Section, ...]:
    """Return the rules in plain sentences, section by section; no section is empty."""
    sections = (
        Section(title, tuple(line for topic in topics for line in topic(rules)))
        for title, topics in TOPICS
    )
    return tuple(section for section in sections if section.lines)

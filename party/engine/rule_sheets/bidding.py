# ruff: noqa: S105 -- all_pass and pass_final are rules of the auction, not passwords
from collections.abc import Iterator, Mapping
from itertools import groupby

from party.engine.auction.bids import (
    STRAIN_NAMES,
    Bid,
    are_sixes_signals,
    biddable,
    levels_of_no,
    lowest_level,
    value,
)
from party.engine.auction.calls import bid_message
from party.engine.auction.legal_calls import forced_level
from party.engine.rule_sheets.words import NUMBERS, OUR_READING
from party.engine.rules.house_rules import ONE_TURN
from party.engine.rules.rules import Rules

MANY_ROUNDS = "until_3_pass"
PASS_SENTENCES: Mapping[str, str] = {
    "yes": "A player who has passed may not bid again. "
    "The bidding ends when all but one have passed: the last bid stands.",
    "pass_and_rebid": "A player who has passed may bid again. "
    "The bidding ends when everybody else passes in a row: the last bid stands.",
    "re_entry_only_when_someone_changes_strain": "A player who has passed may bid again only "
    "after somebody has changed the suit. The last bid stands when all the others have passed.",
}
NO_BID_CLAUSES: Mapping[str, str] = {
    "throw_in_next_dealer": "the cards are thrown in and the next player deals",
    "same_dealer": "the cards are thrown in and the same player deals again",
    "redeal_max_twice_then_next": "the same player deals again, but at most twice; "
    "then the next player deals",
    "dealer_stuck": "the dealer must bid: at least {least}",
    "play_nt_10_per_trick": "the hand is played at no trump, "
    "and everybody scores 10 for each trick",
    "next_dealer_without_reshuffling": "the next player deals, without shuffling",
}


def turns(rules: Rules) -> Iterator[str]:
    yield (
        "The player who did not deal bids first, then the dealer."
        if rules.players == 2
        else "The player on the dealer’s left bids first, then the turn passes to the left."
    )
    yield (
        f"A bid says how many tricks you will take, from {NUMBERS[lowest_level(rules)]} to ten, "
        "and in which trump suit or at no trump. It must be higher than the bid before: "
        "more tricks, or as many in a higher suit. From the lowest up: "
        "spades, clubs, diamonds, hearts, no trump."
    )
    if rules.rounds_of_bidding == MANY_ROUNDS:
        yield PASS_SENTENCES[rules.pass_final]
    else:
        yield f"{ONE_TURN} The highest bid stands."


def raising(rules: Rules) -> Iterator[str]:
    if rules.rounds_of_bidding != MANY_ROUNDS:
        return
    if rules.raise_after_passes == "no":
        if rules.self_raise_without_intervening_bid == "allowed":
            yield "You may raise your own bid even if nobody has bid since."
        return
    condition = (
        " if another player has bid as well" if rules.raise_needs_rival_bid == "yes" else ""
    )
    yield f"When all the others have passed, the bidder may go higher once more{condition}."
    if rules.raise_new_strain_reopens == "yes":
        yield "If that changes the suit, the others may bid again."
    if rules.raise_same_strain_closed == "no":
        yield "If it is in the same suit, the others may bid again."


def sixes(rules: Rules) -> Iterator[str]:
    if are_sixes_signals(rules):
        seats_allowed = {"any": "anyone", "first_two_players": "the first two players only"}
        yield (
            f"A bid of six is a signal to partner, for {seats_allowed[rules.inkle_seats]}. "
            f"It is never played.{youngstown_mark(rules)}"
        )
        yield (
            "A six must be higher than a six before it. "
            "The partner of the player who bid it then bids more than six, or passes."
        )
        yield from signal_meanings(rules)
        if rules.no_six_played == "on":
            yield "If nobody bids above six, the same player deals again."
    yield from no_meanings(rules)


def signal_meanings(rules: Rules) -> Iterator[str]:
    """Describe the messages of sixes; at Youngstown no trump has its own (T26, T27)."""
    spades = Bid(6, "S")
    yield (
        f"{bid_in_words(spades)}, for example, tells partner: {bid_message(rules, spades)}."
        f"{youngstown_mark(rules)}"
    )
    if rules.no_vs_no_trump_signal == "youngstown":
        for bid in (Bid(6, "NT"), Bid(7, "NT")):
            if message := bid_message(rules, bid):
                yield f"{bid_in_words(bid)} tells partner: {message}."


def youngstown_mark(rules: Rules) -> str:
    """Return our mark for Youngstown, whose sources differ on who bids a six and why."""
    return OUR_READING if rules.no_vs_no_trump_signal == "youngstown" else ""


def bid_in_words(bid: Bid) -> str:
    return f"{NUMBERS[bid.level].title()} {STRAIN_NAMES[bid.strain]}"


def no_meanings(rules: Rules) -> Iterator[str]:
    """Describe the messages of “no”, once if all levels have the same."""
    for level in levels_of_no(rules):
        message = bid_message(rules, Bid(level, "NO"))
        if rules.no_vs_no_trump_signal == "st_paul":
            yield (
                "The first two players may say “no” instead of “no trump”. It is the same bid, "
                f"and tells partner: {message}."
            )
            return
        yield f"“{NUMBERS[level].title()} No” is no trump, and tells partner: {message}."


def no_bid(rules: Rules) -> Iterator[str]:
    least = NUMBERS[forced_level(rules)]
    condition = "the others pass" if rules.all_pass == "dealer_stuck" else "everybody passes"
    if are_sixes_signals(rules) and rules.no_six_played == "off":
        condition = "nobody bids above six"
    yield f"If {condition}, {NO_BID_CLAUSES[rules.all_pass].format(least=least)}."


def worth(rules: Rules) -> Iterator[str]:
    ordinary = [bid for bid in biddable(rules) if not bid.is_special]
    for level, bids in groupby(ordinary, key=lambda bid: bid.level):
        strains = (f"{STRAIN_NAMES[bid.strain]} {value(rules, bid)}" for bid in bids)
        yield f"{NUMBERS[level].title()}: {', '.join(strains)}."

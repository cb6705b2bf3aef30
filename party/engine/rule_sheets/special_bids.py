from collections.abc import Iterator, Mapping

from party.engine.auction.bids import (
    MISERES,
    SPECIALS,
    Bid,
    bid_name,
    biddable,
    precondition,
    value,
)
from party.engine.rule_sheets.ladder import misere_names, rank_text
from party.engine.rule_sheets.words import OUR_READING, join_words
from party.engine.rules.rules import Rules

AIM_CLAUSES: Mapping[str, str] = {
    "MIS": "the bidder takes no tricks",
    "NOPICK": "the bidder takes no tricks and leaves the kitty alone; nobody looks at it",
    "OPEN": "the bidder takes no tricks and lays their cards face up after the first trick",
    "SUPER": "the bidder lays their cards face up after the first trick, and the other side "
    "chooses what the bidder plays; the bidder must not take a trick",
    "BLIND": "bid before looking at the cards; the bidder takes no tricks",
    "GRAND": "both partners play and neither takes a trick",
    "PAT": "both partners play, lay their cards face up after the first trick, "
    "and neither takes a trick",
    "HILO": "the bidder takes exactly five tricks, alone",
}
WILKINSON_CHAMBERS: Mapping[str, str] = {  # T42
    "MIS": "the bidder takes no tricks and lays their cards face up after the first trick",
    "OPEN": "the bidder takes no tricks, leaves the kitty alone, "
    "and lays their cards face up after the first trick",
}
NULLO = "Nullo"  # the word of the American games; some of them do not allow the bid
PRECONDITION_SENTENCES: Mapping[str, str] = {
    "any_time": "",
    "a_seven": "It may be bid only after somebody has bid seven or more.",
    "an_eight_bid": "It may be bid only after somebody has bid eight or more.",
    "partner_bid_nullo": "It may be bid only when partner has bid {misere}.",
    "may_be_called_alone": "It may be bid at any time, and partner must join in.",
}


def miseres(rules: Rules) -> Iterator[str]:
    if rules.misere_word == NULLO and misere_names(rules):
        yield f"{join_words(misere_names(rules))} may be bid only if that was agreed beforehand."
    for bid in biddable(rules):
        if bid.strain in MISERES:
            yield describe_special(rules, bid)
    if "GRAND" in {bid.strain for bid in biddable(rules)} and rules.kitty_size:
        name = bid_name(rules, Bid(0, "GRAND"))
        yield (
            f"In {name} the bidder takes the kitty and puts the same number away; partner picks "
            "these up and puts the same number away."
        )


def other_bids(rules: Rules) -> Iterator[str]:
    for bid in biddable(rules):
        if bid.strain in SPECIALS.keys() - MISERES:
            yield describe_special(rules, bid)
    if rules.j5 == "on":
        yield (
            "J5 is no trump with the jacks above the aces. "
            f"It is worth as much as no trump and ranks just above it.{OUR_READING}"
        )


def describe_special(rules: Rules, bid: Bid) -> str:
    """Return "Misère (250): the bidder takes no tricks. …"."""
    aims = {**AIM_CLAUSES, **(WILKINSON_CHAMBERS if rules.wilkinson_chambers == "on" else {})}
    parts = [
        f"{bid_name(rules, bid)} ({value(rules, bid):,}): {aims[bid.strain]}.",
        f"It ranks {rank_text(rules, bid)}.",
        PRECONDITION_SENTENCES[precondition(rules, bid)].format(misere=rules.misere_word),
    ]
    return " ".join(part for part in parts if part) + is_rank_ours(rules, bid) * OUR_READING


def is_rank_ours(rules: Rules, bid: Bid) -> bool:
    """Return whether our reading ranks the bid, because no source does."""
    is_low_open = bid.strain == "OPEN" and rules.in_force.open_misere_rank == "7nt_o_8s"
    return is_low_open or bid.strain in {"BLIND", "PAT", "SUPER"}

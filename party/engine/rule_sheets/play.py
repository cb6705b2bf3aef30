from collections.abc import Iterator, Mapping

from party.engine.auction.bids import bid_name, biddable, is_misere, is_played_alone
from party.engine.cards.deal import has_piles
from party.engine.rule_sheets.cards import joker_names
from party.engine.rule_sheets.ladder import misere_names
from party.engine.rule_sheets.words import OUR_READING, join_words
from party.engine.rules.rules import Rules
from party.engine.seats import fixed_partners, seats_of

FIRST_LEAD_SENTENCES: Mapping[str, str] = {
    "declarer": "The bidder leads to the first trick.",
    "left_of_dealer": "The player on the dealer’s left leads to the first trick, "
    "no matter who won the bidding.",
}
VOID_SENTENCES: Mapping[str, str] = {
    "optional_nt_compulsory_misere": "At no trump nobody has to play it; "
    "in {miseres} a player without a card of the suit led must.",
    "always_compulsory": "A player without a card of the suit led must play it.",
    "never_compulsory": "Nobody has to play it.",
}
UNLED_CLAUSE = (
    "it may be led naming a suit that has not been led before, and the others must follow that "
    "suit. Once all four suits have been led it may be led only to the last trick."
)
LEAD_SENTENCES: Mapping[str, str] = {
    "unled_suit_only_then_only_trick_10": f"{UNLED_CLAUSE[0].upper()}{UNLED_CLAUSE[1:]}",
    "any_suit_not_shown_void": "It may be led to any trick, naming a suit that the others "
    "must follow: any suit that the leader is not known to be out of.",
    "any_trick_any_suit": "It may be led to any trick, naming any suit. "
    "The others must follow that suit.",
    "never_except_trick_10": "At no trump it may be led only to the last trick.",
}
RENEGE_SENTENCES: Mapping[str, str] = {
    "off": "",
    "on_nt_only": "At no trump it may not be played to a suit that its holder has failed to "
    "follow before.",
    "on_nt_and_misere": "It may not be played to a suit that its holder has failed to follow "
    "before.",
}
PARTNERS_OF_MISERE: Mapping[tuple[str, int], str] = {
    ("sits_out", 1): "the bidder is alone: partner lays the cards face down and sits out.",
    ("sits_out", 2): "the bidder is alone: both partners lay the cards face down and sit out.",
    ("plays", 1): "partner plays on, but only the bidder’s tricks count.",
    ("plays", 2): "both partners play on, but only the bidder’s tricks count.",
}
POWERLESS_SENTENCES = (  # for one joker, for two jokers
    "If it is then the last card, it wins nothing: the highest card of the suit led wins.",
    "If only jokers are left, one is played and wins nothing: the best card of the suit led wins.",
)
GADD_SENTENCES = (
    "It may be led naming a suit that has not been led before, and the others must follow it.",
    "It may be played to the first lead of a suit, even by a player who holds other cards of it.",
    "A player with no card of a suit may play it to that suit, or lead it naming that suit.",
    "But it may not go to a suit that its holder has failed to follow before.",
)


def tricks(rules: Rules) -> Iterator[str]:
    yield FIRST_LEAD_SENTENCES[rules.first_lead]
    yield (
        "Follow the suit led if you can; if not, play any card. The highest trump wins the "
        "trick, or else the highest card of the suit led. The winner leads to the next."
    )


def sitting_out(rules: Rules) -> Iterator[str]:
    partners = len(fixed_partners(rules, seats_of(rules)[0]))
    names_by_way: dict[str, list[str]] = {}
    for bid in biddable(rules):
        if partners and is_played_alone(bid):
            partner_rule = rules.nullo_partner if is_misere(bid) else "sits_out"
            names_by_way.setdefault(partner_rule, []).append(bid_name(rules, bid))
    for partner_rule, names in names_by_way.items():
        yield f"In {join_words(names)} {PARTNERS_OF_MISERE[partner_rule, partners]}"
    if rules.stop_when_misere_fails == "stop" and misere_names(rules):
        yield "Once a bidder who must take no tricks has taken one, the hand may stop."


def two_hands(rules: Rules) -> Iterator[str]:
    """Describe the play with table piles (S6); the order of play is our reading."""
    if not has_piles(rules):
        return
    yield (
        "Each trick, whatever was bid, has four cards: one from each hand and one face-up card of "
        "each player’s table. They are played in this order: bidder’s hand, the other hand, "
        "bidder’s table, the other table. Whichever of the four won the trick begins the next, "
        f"and the others follow in the same order.{OUR_READING}"
    )
    yield (
        "Each card must follow suit by itself; on the table only the cards that lie face up "
        "count. When a card is played from a pile, the one beneath it is turned up after the "
        "trick."
    )


def named_joker(rules: Rules) -> Iterator[str]:
    if rules.jokers and can_joker_be_named(rules):
        is_misere_only = rules.joker_nt_nomination == "misere_only"
        game = f" of {join_words(misere_names(rules), 'or')}" if is_misere_only else ""
        yield (
            f"Before the first lead{game} a bidder who holds the joker may name a suit for it, "
            "for the whole hand. It is then the highest card of that suit."
        )
        if misere_names(rules) and rules.renege_rule != "on_nt_and_misere":
            names = join_words(misere_names(rules), "or")
            yield f"A bidder who keeps it in {names} and names no suit will fail: it wins a trick."


def can_joker_be_named(rules: Rules) -> bool:
    nomination = rules.joker_nt_nomination
    return nomination != "never" and (nomination != "misere_only" or bool(misere_names(rules)))


def free_joker(rules: Rules) -> Iterator[str]:
    """Describe the play of a suitless joker (T59 to T62); the higher of two wins (T4)."""
    if not rules.jokers:
        return
    if rules.jokers == 2:
        yield (
            "The jokers belong to no suit and are the highest cards of all, "
            f"{' above '.join(joker_names(rules))}; if both fall on one trick, the higher wins. "
            "The rules below apply to each of them."
        )
    else:
        subject = "Otherwise it" if can_joker_be_named(rules) else "The joker"
        yield f"{subject} belongs to no suit and is the highest card of all."
    if rules.gadd_joker == "on":
        yield from GADD_SENTENCES
        return
    yield "It may be played to a trick only by a player who has no card of the suit led."
    yield void_sentence(rules)
    yield LEAD_SENTENCES[rules.joker_lead]
    miseres = misere_names(rules)
    if rules.joker_lead == "never_except_trick_10" and miseres:
        yield f"In {join_words(miseres)} {UNLED_CLAUSE}"
    if RENEGE_SENTENCES[rules.renege_rule]:
        yield f"{RENEGE_SENTENCES[rules.renege_rule]} {POWERLESS_SENTENCES[rules.jokers - 1]}"


def void_sentence(rules: Rules) -> str:
    rule, miseres = rules.joker_follow_when_void, misere_names(rules)
    if rule == "optional_nt_compulsory_misere" and not miseres:
        rule = "never_compulsory"
    return VOID_SENTENCES[rule].format(miseres=join_words(miseres) if miseres else "")

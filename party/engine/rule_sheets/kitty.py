"""The kitty, the announcements and the call for a partner in words."""

from collections.abc import Iterator, Mapping

from party.engine.cards.deal import has_piles
from party.engine.rule_sheets.cards import is_kitty_shared
from party.engine.rule_sheets.ladder import misere_names
from party.engine.rule_sheets.words import quantity
from party.engine.rules.rules import Rules

CARDS_TO_NAME: Mapping[str, str] = {
    "not_jk_nor_bower": "any card but the joker or a bower",
    "no_trump_at_all": "any card that is not a trump",
    "anything_but_jk": "any card but the joker",
    "not_in_own_hand": "any card that is not in the bidder’s own hand",
}
WITHOUT_JOKER = {
    "not_jk_nor_bower": "any card but a bower",
    "anything_but_jk": "any card",
}
PARTNER_KNOWN_SENTENCES: Mapping[str, str] = {
    "secret_until_played": "Nobody says so; the partner is known when the card is played.",
    "at_once": "The partner says so at once.",
}
ALONE_SENTENCES: Mapping[str, str] = {
    "announced": "To play alone against four the bidder says so instead.",
    "secret_by_naming_own_or_buried_card": "To play alone against four in secret the bidder "
    "names a card of their own hand, or one that was put away.",
}
PICK_SENTENCE = (
    "Before the first lead of a bid of tricks the bidder picks any player as partner, "
    "or says that nobody is."
)
FIXED_PAIRS_SENTENCE = (
    "Two pairs are fixed for each hand: the dealer has no partner; of the other four, the players "
    "who sit two places apart are partners."
)
PARTNER_SENTENCES: Mapping[str, tuple[str, ...]] = {
    "pick_player": (PICK_SENTENCE,),
    "pick_two_players_at_8": (
        PICK_SENTENCE,
        "For a bid of eight or more the bidder may pick two partners.",
    ),
    "rotating_fixed_pairs": (FIXED_PAIRS_SENTENCE,),
    "alone": ("The bidder always plays alone against the other four.",),
}


def taking(rules: Rules) -> Iterator[str]:
    if not rules.kitty_size:
        return
    if is_kitty_shared(rules):
        size, share = rules.kitty_size // 2, "their own half of the kitty"
    else:
        size, share = rules.kitty_size, "the kitty"
    yield (
        f"The bidder takes {share} without showing it and puts {quantity(size, 'card')} face down "
        "in its place. They may include cards from the kitty."
    )
    if has_piles(rules):
        yield "The kitty is for the hand only: the cards on the table cannot be exchanged."
    if rules.jokers == 2:  # only the source on French Canada has this rule
        yield "Nobody may look at the cards put away again, not even the bidder."


def announcing(rules: Rules) -> Iterator[str]:
    if rules.players not in {4, 6}:
        return
    if rules.grand_slam == "on":
        yield (
            "Having taken the kitty for a bid of tricks, the bidder may announce a grand slam: "
            "all ten tricks alone. Partner gives one card and puts the others away; the bidder "
            "then puts away one more card."
        )
    if rules.declare == "on":
        yield (
            "Having put cards away for a bid of tricks, the bidder may “declare”: all ten tricks "
            "alone. Partner gives the best card and puts the others away; the bidder then puts "
            "away one more card."
        )


def partner(rules: Rules) -> Iterator[str]:
    if rules.players == 5:
        yield from PARTNER_SENTENCES.get(rules.partner_mode) or called_card(rules)
        if misere_names(rules):
            yield "Bids to take no tricks are always played one against four."


def called_card(rules: Rules) -> Iterator[str]:
    yield (
        "Before the first lead of a bid of tricks the bidder names a card: "
        f"{cards_to_name(rules)}. The player who holds it is the bidder’s partner."
    )
    yield PARTNER_KNOWN_SENTENCES[rules.partner_reveal]
    yield ALONE_SENTENCES[rules.alone_five_hand]


def cards_to_name(rules: Rules) -> str:
    words = CARDS_TO_NAME if rules.jokers else {**CARDS_TO_NAME, **WITHOUT_JOKER}
    return words[rules.call_restriction]

"""Players, pack and deal in words."""

from collections.abc import Iterator, Mapping

from party.engine.cards.cards import RANKS, Suit, high_ranks, pack
from party.engine.cards.deal import KITTY, PILE_COUNT, has_dead_hand, has_piles, packets
from party.engine.rule_sheets.ladder import misere_names
from party.engine.rule_sheets.words import join_words, quantity
from party.engine.rules.fields import pack_text
from party.engine.rules.rules import Rules
from party.engine.seats import seats_of

OPPOSITE_SENTENCE = "Partners sit opposite each other."
PLAYERS_SENTENCES: Mapping[int | str, str] = {
    2: "Two people play against each other.",
    3: "Three people play, each keeping a score of their own. "
    "The player who wins the bidding plays alone against the other two.",
    4: f"Four people play as two pairs. {OPPOSITE_SENTENCE}",
    5: "Five people play, each keeping a score of their own.",
    "2x3": "Six people play as two sides of three. Partners and opponents sit alternately.",
    "3x2": f"Six people play as three pairs. {OPPOSITE_SENTENCE}",
}
PACKET_TEXTS: Mapping[str, str] = {
    "hand": "{n} to each hand",
    "down": "{n} face down in front of each player",
    "up": "{n} face up in front of each player",
}
FIRST_DEALER_SENTENCES: Mapping[str, str] = {
    "random": "The first dealer is chosen at random.",
    "first_jack_drawn": "Draw cards until somebody draws a jack: that player deals first.",
}
TRUMP_SENTENCES = (  # by the number of jokers
    "The left bower is a trump in every way.",
    "The joker and the left bower are trumps in every way.",
    "The jokers and the left bower are trumps in every way. Agree first which joker is which.",
)
PARTNER_DECIDES = "exactly_one_ace_no_face_no_jk_partner_decides"
JOKER_NAMES: Mapping[str, tuple[str, str]] = {
    "red_top": ("the red joker", "the black joker"),
    "black_top": ("the black joker", "the red joker"),
}


def players(rules: Rules) -> Iterator[str]:
    yield PLAYERS_SENTENCES[rules.six_teams if rules.players == 6 else rules.players]


def contents(rules: Rules) -> Iterator[str]:
    if rules.second_pack_sixes == "off":
        yield f"The pack has {rules.pack} cards: {pack_text(rules.pack, rules.jokers)}."
        return
    yield (
        f"The pack has {rules.pack} cards: {pack_text(52 + rules.jokers, rules.jokers)}, "
        "with the 2s, the 3s and the red 4s of a second pack. "
        "If two identical cards fall on one trick, the first one played is the higher."
    )


def trumps(rules: Rules) -> Iterator[str]:
    order = [
        *joker_names(rules),
        "the right bower (the jack of trumps)",
        "the left bower (the other jack of the same colour)",
        "ace",
        "king",
        "queen",
    ]
    yield f"Trumps rank from the top: {', '.join(order)}, {low_ranks_text(rules)}."
    yield TRUMP_SENTENCES[rules.jokers]


def joker_names(rules: Rules) -> tuple[str, ...]:
    return JOKER_NAMES[rules.joker_order] if rules.jokers == 2 else ("the joker",) * rules.jokers


def low_ranks_text(rules: Rules) -> str:
    """Return "10 and so on down to 4 (to 5 in the black suits)"."""
    cards = pack(rules)
    lowest = {red: lowest_rank(rules, suits) for red, suits in ((True, "DH"), (False, "SC"))}
    words = (
        f"{', '.join([*high_ranks(rules, Suit.HEARTS), '10'])} and so on down to {lowest[True]}"
    )
    if lowest[False] != lowest[True]:
        words += f" (to {lowest[False]} in the black suits)"
    if "13H" in cards and "13S" not in cards:
        words += "; only the red suits have a 13"
    return words


def lowest_rank(rules: Rules, suits: str) -> str:
    ranks = {card.rank for card in pack(rules) if card.suit in set(suits)}
    return next(rank for rank in RANKS if rank in ranks)


def plain_suits(rules: Rules) -> Iterator[str]:
    order = ["ace", "king", "queen", "jack", *high_ranks(rules, Suit.HEARTS), "10"]
    yield (
        f"The other suits, and all suits at no trump, rank {', '.join(order)} and so on down. "
        "The suit of the same colour as trumps has no jack."
    )


def dealing(rules: Rules) -> Iterator[str]:
    in_hand = " in hand" if has_piles(rules) else ""
    yield f"Everybody is dealt ten cards{in_hand}: {', '.join(packet_texts(rules))}."
    if has_piles(rules):
        yield (
            f"In front of each player are {quantity(PILE_COUNT, 'pile')} of two cards: one face "
            "down, and one face up on top of it."
        )
    if has_dead_hand(rules):
        yield "One extra hand is dealt on the dealer’s left. Nobody plays it or looks at it."
    if rules.kitty_size and is_kitty_shared(rules):
        cards = quantity(rules.kitty_size, "card")
        yield f"The {cards} left over are the kitty, half for each player."
    elif rules.kitty_size:
        yield f"The {quantity(rules.kitty_size, 'card')} left over are the kitty."
    else:
        yield "No cards are left over: there is no kitty."


def is_kitty_shared(rules: Rules) -> bool:
    return rules.players == 2 and rules.two_hand_form == "24_cards_with_2_each"


def packet_texts(rules: Rules) -> Iterator[str]:
    """Yield the packets in order, for only one player: "3 to each hand", "1 to the kitty"."""
    any_seat = seats_of(rules)[0]
    for packet in packets(rules, seats_of(rules)[-1]):
        if packet.recipient == KITTY:
            yield f"{packet.count} to the kitty"
        elif packet.recipient == any_seat:
            yield PACKET_TEXTS[packet.face].format(n=packet.count)


def dealers(rules: Rules) -> Iterator[str]:
    yield FIRST_DEALER_SENTENCES[rules.first_dealer]
    next_dealer = "other player" if rules.players == 2 else "player on the dealer’s left"
    yield f"After each hand the {next_dealer} deals."


def ace_no_face(rules: Rules) -> Iterator[str]:
    if rules.ace_no_face == "off":
        return
    redeals = {
        "same_dealer": "the same dealer deals again",
        "next_dealer": "the next player deals",
    }
    redeal = redeals[rules.ace_no_face_redealer]
    if rules.ace_no_face == PARTNER_DECIDES:
        yield (
            f"A player with exactly one ace and no {faces(rules)} may say “Ace, no face” "
            "when it is their turn to bid. Only their partner answers. "
            f"If the partner agrees, {redeal}; if not, the bidding goes on."
        )
        barred = misere_names(rules) if rules.refused_ace_no_face_bars_nullo == "on" else []
        if barred:
            yield f"A side that was refused may not bid {join_words(barred, 'or')} on that hand."
    else:
        yield (
            f"A player with no ace, {faces(rules)} may say so on their turn to bid; then {redeal}."
        )


def faces(rules: Rules) -> str:
    return "king, queen, jack or joker" if rules.jokers else "king, queen or jack"

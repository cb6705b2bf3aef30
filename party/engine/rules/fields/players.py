"""What only two, three, five or six players need (T82 to T93)."""

from dataclasses import dataclass
from typing import ClassVar

from party.engine.rules.choice import OFF_ON, toggle


@dataclass(frozen=True)
class PlayerRules:
    """Partners for five, teams of six, the third hand of three, the form for two."""

    section: ClassVar[str] = "Other numbers of players"

    partner_mode: str = toggle(
        "T82",
        "The bidder’s partner",
        {
            "call_card": "is whoever holds a card that the bidder names",
            "pick_player": "is picked by the bidder",
            "pick_two_players_at_8": "is picked by the bidder; two partners from eight tricks on",
            "rotating_fixed_pairs": "is fixed for the hand: each player in turn has none",
            "alone": "nobody: the bidder is alone against four",
        },
        "0 1 4",
        also={
            "pick two players at 8+": "pick_two_players_at_8",
            "rotating": "rotating_fixed_pairs",
            "rotating fixed pairs, one player partnerless in turn": "rotating_fixed_pairs",
        },
        players=(5,),
    )
    call_restriction: str = toggle(
        "T83",
        "The card that is named may be",
        {
            "not_jk_nor_bower": "any but the joker and the bowers",
            "no_trump_at_all": "any that is not a trump",
            "anything_but_jk": "any but the joker",
            "not_in_own_hand": "any that is not in the bidder’s own hand",
        },
        "0 1 4",
        players=(5,),
    )
    partner_reveal: str = toggle(
        "T84",
        "The partner is known",
        {"secret_until_played": "when the card is played", "at_once": "at once"},
        "0 1 4",
        players=(5,),
    )
    partner_share: str = toggle(
        "T85",
        "Bidder and partner each score",
        {"half_each": "half of the bid", "full_each": "the whole bid"},
        "0 1 4",
        players=(5,),
    )
    misere_5p: str = toggle(
        "T87",
        "Misère with five players",
        {"1_v_4": "one against four", "barred": "not played"},
        "0 1",
        players=(5,),
    )
    six_teams: str = toggle(
        "T89",
        "Six players play as",
        {"2x3": "two sides of three", "3x2": "three pairs"},
        "0 1",
        players=(6,),
    )
    three_hand_dead_hand: str = toggle(
        "T91",
        "A fourth hand is dealt and not used",
        OFF_ON,
        "1",
        "For three players with the pack of four.",
        players=(3,),
    )
    three_hand_misere_before_seven: str = toggle(
        "T92",
        "With three players misère may come before any seven",
        OFF_ON,
        "1",
        "Open misère as well.",
        players=(3,),
    )
    two_hand_form: str = toggle(
        "T93",
        "Two players play",
        {
            "table_piles": "with ten cards in hand and five piles of two on the table each",
            "dead_third_hand": "the game of three, with a third hand that is not used",
            "24_cards_with_4_widow": "with 24 cards and a kitty of four",
            "24_cards_with_2_each": "with 24 cards and a kitty of two for each player",
        },
        "0 1",
        players=(2,),
    )

import pytest

from party.engine import TOGGLES

PRINTED = {
    "joker_order": ("red top", "black top"),
    "deal_pattern": ("3+1,4+1,3+1", "3+3,4,3", "3+3,2+2,3,2", "3+3,4+2,3", "3+3,3+3,4"),
    "first_dealer": ("random", "first jack drawn"),
    "six_pack_thirteens": ("two red 13s", "four 13s"),
    "ace_no_face": (
        "off",
        "exactly one ace, no face, no Jk, partner decides",
        "no ace, no face",
    ),
    "ace_no_face_redealer": ("same dealer", "next dealer"),
    "rounds_of_bidding": ("until 3 pass", "one turn each"),
    "pass_final": ("yes", "pass_and_rebid", "re-entry only when someone changes strain"),
    "all_pass": (
        "throw in next dealer",
        "same dealer",
        "redeal max twice then next",
        "dealer stuck",
        "play NT 10 per trick",
        "next dealer without reshuffling",
    ),
    "six_bid_meaning": ("real contract", "inkle"),
    "inkle_seats": ("any", "first two players"),
    "no_vs_no_trump_signal": ("off", "St Paul", "Youngstown"),
    "youngstown_six_suit_meaning": ("right bower", "any bower"),
    "misere_after": ("a seven", "any time"),
    "misere_rank": ("7NT<m<8S", "8S<m<8C", "7S<m<7C", "9NT<m<10S"),
    "open_misere_after": ("any time", "an eight bid"),
    "open_misere_rank": (
        "10D<o<10H",
        "9NT<o<10S",
        "above all",
        "below 10NT only",
        "=10H",
        "=10NT first come",
        "8S<o<8C",
        "7NT<o<8S",
    ),
    "roger_knights_schedule": ("off", "150-250-350"),
    "blind_misere": ("off", "bid before looking"),
    "grand_nullo_precondition": (
        "partner bid Nullo",
        "may be called alone, partner drafted",
    ),
    "nullo_partner": ("sits out", "plays"),
    "stop_when_misere_fails": ("play on", "stop"),
    "alone_five_hand": ("announced", "secret by naming own or buried card"),
    "joker_nt_nomination": ("declarer any no-trump game", "misere only", "never"),
    "joker_follow_when_void": (
        "optional NT, compulsory misere",
        "always compulsory",
        "never compulsory",
    ),
    "joker_lead": (
        "unled suit only, then only trick 10",
        "any suit not shown void",
        "any trick any suit",
        "never except trick 10 (McNabb)",
    ),
    "renege_rule": ("off", "NT only", "NT and misere"),
    "first_lead": ("declarer", "left of dealer"),
    "defenders_score": ("10 per trick always", "only if contract fails", "never"),
    "defenders_cap": ("none", "capped at 490", "capped at 460", "none while at 400+"),
    "slam_rule": ("250 minimum", "none", "+100 under ten (Youngstown)"),
    "fail_rule": ("minus own value", "value to opponents, no negatives"),
    "misere_defenders_score": ("0", "10 per declarer trick"),
    "target": ("500", "1000", "exactly 500", "none (fixed hands)"),
    "both_cross": ("declaring side wins", "higher total"),
    "defenders_race": ("off", "first to 500 in trick order"),
    "back_door": ("<= -500", "< -500", "only if other side not negative", "off"),
    "walker_bust": ("off", "1000+ loses"),
    "target_inclusive": (">= 500", "> 500"),
    "two_hand_misere": ("allowed without seven", "barred"),
    "partner_mode": (
        "call card",
        "pick player",
        "pick two players at 8+",
        "rotating fixed pairs, one player partnerless in turn",
        "alone",
    ),
    "call_restriction": (
        "not Jk nor bower",
        "no trump at all",
        "anything but Jk",
        "not in own hand",
    ),
    "partner_reveal": ("secret until played", "at once"),
    "partner_share": ("half each", "full each"),
    "misere_5p": ("1 v 4", "barred"),
    "six_teams": ("2x3", "3x2"),
    "two_hand_form": (
        "table piles",
        "dead third hand",
        "24 cards with 4 widow",
        "24 cards with 2 each",
    ),
}
ON = {
    "ace_no_face": "exactly_one_ace_no_face_no_jk_partner_decides",
    "misere_without_pickup": 350,
    "roger_knights_schedule": "150_250_350",
    "super_open_misere": 430,
    "blind_misere": "bid_before_looking",
    "patastrophe": 1000,
    "grand_nullo": 510,
    "hi_lo": 350,
    "renege_rule": "on_nt_only",
    "defenders_race": "first_to_500_in_trick_order",
    "walker_bust": "1000_loses",
}


@pytest.mark.parametrize("name", PRINTED)
def test_printed_values_are_read_in_order(name):
    assert tuple(map(TOGGLES[name].read, PRINTED[name])) == TOGGLES[name].values


@pytest.mark.parametrize("name", ON)
def test_the_text_on_means_the_usual_form(name):
    assert TOGGLES[name].read("on") == ON[name]


def test_an_ambiguous_spelling_is_not_read():
    assert TOGGLES["back_door"].read("500") is None
    assert TOGGLES["target_inclusive"].read("500") is None


def test_toggles_are_in_the_order_and_sections_of_the_catalogue():
    numbers = [int(toggle.number[1:]) for toggle in TOGGLES.values() if toggle.number]
    assert numbers == sorted(numbers)

    sections = [toggle.section for toggle in TOGGLES.values()]
    assert list(dict.fromkeys(sections)) == [
        "Deck and deal",
        "Auction",
        "Misère and its family",
        "Other special bids",
        "Joker without trumps, first lead",
        "Scoring",
        "End of the game",
        "Other numbers of players",
    ]
    assert sections == sorted(sections, key=list(dict.fromkeys(sections)).index)

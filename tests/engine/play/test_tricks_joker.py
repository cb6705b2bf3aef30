"""The joker without trumps: every value of T58 to T62, and the suits of earlier tricks."""

import pytest

from party.engine import PRESETS, Bid, legal_cards, may_nominate, nameable_suits, trick_winner
from party.engine.play.ranking import ranking
from party.engine.play.tricks import EarlierSuits, earlier_suits, is_powerless
from party.engine.rule_sheets.cards import joker_names

S1, S6, S15, S17 = (PRESETS[name] for name in ("australian", "two-handed", "canadian", "two2six"))
NEVER = S1.replace(joker_nt_nomination="never")
GADD = NEVER.replace(gadd_joker="on")
NT, MISERE, HILO = Bid.parse("7NT"), Bid.parse("MIS"), Bid.parse("HILO")
ANY, LED_ONCE, VOID_ONCE = (
    "any_trick_any_suit",
    "unled_suit_only_then_only_trick_10",
    "any_suit_not_shown_void",
)


def legal_text(rules, bid, hand, trick="", **options):
    return " ".join(sorted(legal_cards(rules, bid, hand.split(), trick.split(), **options)))


def nameable_text(rules, bid, hand, history=(), seat="N"):
    return "".join(sorted(nameable_suits(rules, bid, hand.split(), history, seat)))


def tricks(*texts):
    """Return earlier tricks, each written as its leader and its cards: "N 5S 6S 7S 8S"."""
    return tuple((text[0], text.split()[1:]) for text in texts)


@pytest.mark.parametrize(
    ("value", "in_no_trump", "in_misere"),
    [
        ("declarer_any_no_trump_game", True, True),
        ("misere_only", False, True),
        ("never", False, False),
    ],
)
def test_t58_the_joker_may_be_nominated_in_the_contracts_of_the_rule(
    value, in_no_trump, in_misere
):
    rules = S1.replace(joker_nt_nomination=value)
    assert may_nominate(rules, NT) is in_no_trump
    assert may_nominate(rules, HILO) is in_no_trump
    assert may_nominate(rules, MISERE) is in_misere
    assert not may_nominate(rules, Bid.parse("7H"))
    assert not may_nominate(rules, None)


def test_t58_a_nominated_joker_is_the_top_card_of_its_suit():
    assert legal_text(S1, MISERE, "Jo 5S", "9H", nominated="H") == "Jo"
    assert legal_text(S1, MISERE, "Jo 5S", "9C", nominated="H") == "5S Jo"
    assert (
        legal_text(S1, NT, "Jo 5S 6S", nominated="H", history=tricks("N 5H 6H 7H 8H"))
        == "5S 6S Jo"
    )
    assert trick_winner(S1, NT, ["9H", "AH", "Jo"], nominated="H") == 2
    assert trick_winner(S1, NT, ["9C", "AC", "Jo"], nominated="H") == 1
    assert legal_text(S1, NT, "5H 6S", "Jo", nominated="H") == "5H"


@pytest.mark.parametrize(
    ("value", "in_no_trump", "in_misere"),
    [
        ("optional_nt_compulsory_misere", False, True),
        ("always_compulsory", True, True),
        ("never_compulsory", False, False),
    ],
)
def test_t59_the_rule_decides_whether_a_hand_without_the_suit_must_play_the_joker(
    value, in_no_trump, in_misere
):
    rules = S1.replace(joker_follow_when_void=value)
    for bid, must in ((NT, in_no_trump), (HILO, in_no_trump), (MISERE, in_misere)):
        assert legal_text(rules, bid, "Jo 5S 6H", "9C") == ("Jo" if must else "5S 6H Jo")
        assert legal_text(rules, bid, "Jo 5S 6C", "9C") == "6C"
    assert legal_text(rules, Bid.parse("7H"), "Jo 5S 6H", "9C") == "5S 6H Jo"


@pytest.mark.parametrize("bid", ["MIS", "OPEN", "BLIND", "NOPICK", "SUPER", "GRAND", "PAT"])
def test_t59_the_joker_is_compulsory_in_every_misere(bid):
    assert legal_text(S1, bid, "Jo 5S 6H", "9C") == "Jo"


def test_t59_one_of_two_jokers_is_compulsory():
    rules = S15.replace(joker_follow_when_void="always_compulsory")
    assert legal_text(rules, NT, "Jo Jo2 5S", "9C") == "Jo Jo2"


PAST = tricks("N 5S 6S 7S 8H", "S 5C 6C 7C 8C")  # West has no spades


@pytest.mark.parametrize(
    ("value", "of_north", "of_west"),
    [
        (LED_ONCE, "DH", "DH"),
        (VOID_ONCE, "CDHS", "CDH"),
        (ANY, "CDHS", "CDHS"),
        ("never_except_trick_10", "", ""),
    ],
)
def test_t60_the_rule_decides_which_suits_a_joker_may_name_when_it_leads(value, of_north, of_west):
    rules = NEVER.replace(joker_lead=value)
    assert nameable_text(rules, NT, "Jo 9H", PAST, "N") == of_north
    assert nameable_text(rules, NT, "Jo 9H", PAST, "W") == of_west
    assert legal_text(rules, NT, "Jo 9H", history=PAST, seat="W") == ("9H Jo" if of_west else "9H")


def test_t60_after_a_lead_of_every_suit_the_joker_leads_only_to_the_last_trick():
    past = (*PAST, *tricks("N 5D 6D 7D 8D", "N 5H 6H 7H 9H"))
    assert nameable_text(S1, NT, "Jo 10H", past) == ""
    assert legal_text(S1, NT, "Jo 10H", history=past) == "10H"
    assert nameable_text(S1, NT, "Jo", past) == "CDHS"
    assert legal_text(S1, NT, "Jo", history=past) == "Jo"
    assert nameable_text(S1, NT, "Jo", PAST) == "DH"  # these suits were never led


def test_t60_a_last_joker_may_lead_although_its_seat_is_void_in_all_suits():
    rules = NEVER.replace(joker_lead=VOID_ONCE)
    past = tricks("N 5S 6D 7S", "N 5C 6H 7C", "N 5D 6S 7D", "N 5H 6C 7H")
    three = rules.replace(players=3, pack=33)
    assert nameable_text(three, NT, "Jo 9S", past, "E") == ""
    assert nameable_text(three, NT, "Jo", past, "E") == "CDHS"


def test_t60_mcnabbs_rule_applies_only_at_no_trump():
    rules = NEVER.replace(joker_lead="never_except_trick_10")
    assert nameable_text(rules, HILO, "Jo 9H") == ""
    assert nameable_text(rules, MISERE, "Jo 9H", PAST) == "DH"


@pytest.mark.parametrize("bid", ["7NT", "7J5", "HILO", "MIS", "OPEN"])
def test_s18_nobody_nominates_the_joker_at_lodige(bid):
    """A player who cannot follow may play the joker; nobody names its suit before the play."""
    lodige = PRESETS["lodige"]

    assert not may_nominate(lodige, Bid.parse(bid))
    assert legal_text(lodige, bid, "Jo 5S 6C", "9C") == "6C"
    assert legal_text(lodige, bid, "Jo 5S 6H", "9C") == "5S 6H Jo"
    assert nameable_text(lodige, bid, "Jo 9H", PAST, "W") == "CDHS"
    assert trick_winner(lodige, bid, ["AC", "JC", "Jo", "5C"]) == 2


def test_t60_a_suit_named_by_a_joker_counts_as_led():
    rules = S15.replace(joker_lead=LED_ONCE)
    past = tricks("N Jo2/H 5H 6H 7H")
    assert nameable_text(rules, NT, "Jo 9H", past, "N") == "CDS"
    free = S15.replace(joker_lead=VOID_ONCE)
    assert nameable_text(free, NT, "Jo 9H", past, "N") == "CDHS"  # a leader shows no void
    assert nameable_text(free, NT, "Jo 9S", tricks("E Jo2/H 5H 6H 7C"), "N") == "CDS"


def test_t60_a_joker_that_names_no_suit_allows_every_card():
    must = S15.replace(joker_follow_when_void="always_compulsory")
    assert legal_text(must, NT, "5H 6S Jo2", "Jo") == "5H 6S Jo2"
    assert (
        nameable_text(S15.replace(joker_lead=LED_ONCE), NT, "Jo", tricks("N Jo2 5H 6S 7H"))
        == "CDHS"
    )


@pytest.mark.parametrize(
    ("value", "in_no_trump", "in_misere"),
    [("off", False, False), ("on_nt_only", True, False), ("on_nt_and_misere", True, True)],
)
def test_t61_the_rule_decides_in_which_contracts_a_shown_void_bars_the_joker(
    value, in_no_trump, in_misere
):
    rules = NEVER.replace(renege_rule=value, joker_follow_when_void="always_compulsory")
    for bid, barred in ((NT, in_no_trump), (HILO, in_no_trump), (MISERE, in_misere)):
        spades = legal_text(rules, bid, "Jo 9H", "9S", history=PAST, seat="W")
        assert spades == ("9H" if barred else "Jo")
        clubs = legal_text(rules, bid, "Jo 9H", "9C", history=PAST, seat="W")
        assert clubs == "Jo"  # West has not shown void in clubs, so T59 applies
        assert legal_text(rules, bid, "Jo", "9S", history=PAST, seat="W") == "Jo"
        ranked = ranking(rules, bid)
        assert ranked.is_joker_barred_after_void is barred


def test_t61_a_powerless_joker_wins_nothing():
    assert trick_winner(S17, NT, ["9S", "Jo", "10S"], dead=frozenset({1})) == 2
    assert trick_winner(S17, NT, ["9S", "Jo", "10S"]) == 1


def test_t61_no_void_is_known_if_the_seat_is_not_given():
    assert legal_text(S17, NT, "Jo 9H", "9S", history=PAST) == "9H Jo"


@pytest.mark.parametrize("bid", [NT, MISERE])
def test_t62_gadds_joker_may_be_the_first_card_of_a_suit(bid):
    assert legal_text(GADD, bid, "Jo 6S 9H", "9S") == "6S Jo"
    assert legal_text(GADD, bid, "Jo 6S 9H", "9S", history=PAST, seat="N") == "6S"
    assert nameable_text(GADD, bid, "Jo 6S 6C 6D 6H", PAST) == "DH"


@pytest.mark.parametrize("bid", [NT, MISERE])
def test_t62_gadds_joker_may_be_the_last_card_of_a_suit(bid):
    assert legal_text(GADD, bid, "Jo 9H", "9S", history=PAST, seat="N") == "9H Jo"
    assert legal_text(GADD, bid, "Jo 9H", "9S", history=PAST, seat="W") == "9H"  # West is void
    assert nameable_text(GADD, bid, "Jo 9H", PAST, "N") == "CDHS"
    assert nameable_text(GADD, bid, "Jo 9H", PAST, "W") == "CDH"


def test_t62_gadds_rule_replaces_t59_and_t61():
    rules = GADD.replace(
        joker_follow_when_void="always_compulsory", renege_rule="on_nt_and_misere"
    )
    assert legal_text(rules, NT, "Jo 9H", "9S") == "9H Jo"
    assert not ranking(rules, NT).is_joker_barred_after_void


def test_t62_gadds_joker_counts_as_a_card_of_the_suit():
    rules = GADD.replace(pack=46, jokers=2, deal_pattern="3_3_3_3_4")
    past = tricks("N 5S Jo2 6S 7S")  # East may have spades
    assert nameable_text(rules, NT, "Jo 9H", past, "E") == "CDHS"


def test_t4_the_rule_sheet_names_the_jokers():
    for order, top in (("red_top", "red"), ("black_top", "black")):
        rules = S15.replace(joker_order=order)
        named = dict(zip(("Jo", "Jo2"), joker_names(rules), strict=True))
        played = ["Jo2", "Jo"]
        assert top in named[played[trick_winner(rules, Bid.parse("7H"), played)]]


def void_of(rules, seat, *past, bid="7NT"):
    ranked = ranking(rules, Bid.parse(bid))
    return "".join(sorted(ranked.suits_in(earlier_suits(rules, ranked, tricks(*past), seat).void)))


def test_a_seat_is_known_as_void_although_a_partner_sits_out():
    assert void_of(S1, "W", "N 5S 6S 7H", bid="MIS") == "S"  # South is out
    assert void_of(S1, "S", "E 5S 6S 7H", "S 6C 7C 8C", bid="MIS") == ""  # West is out
    assert void_of(S1, "N", "E 5S 6S 7H", bid="MIS") == "S"
    assert void_of(S1, "W", "N 5S - 6S 7H", bid="MIS") == "S"
    assert void_of(S1, "S", "N 5S - 6H 7S", bid="MIS") == "S"


def test_a_table_of_two_players_is_known_as_void_in_a_suit():
    assert void_of(S6, "n", "N 5S 6S 7H 8S") == "S"
    assert void_of(S6, "n", "s 5S 7H 6S 8S", "N 5C 6C 7C 8C") == "S"


def test_a_seat_that_sits_out_is_not_known_as_void():
    assert void_of(S1, "S", "N 5S - 6H 7S", "W 5C 6C - 7C") == "S"
    assert void_of(S1, "E", "N 5S - 6H 7S", "W 5C 6C - 7C") == ""
    assert void_of(S1, "S", "E 5S 6H 7S 8S", "E 5C 6C", bid="MIS") == "S"
    assert void_of(S1, "E", "N 5S 6H") == ""  # no complete trick of four players has two cards
    assert earlier_suits(S1, ranking(S1, NT), (), "N") == EarlierSuits()


def test_two_jokers_at_no_trump_are_played_as_the_canadian_sheet_says():
    shown = tricks("N 5H 9S 6H 7H")
    # A joker may be played only by a hand without the suit led; a joker that leads names a suit.
    assert legal_text(S15, NT, "5H 9S Jo Jo2", "4H") == "5H"
    assert legal_text(S15, NT, "9S Jo Jo2", "4H") == "9S Jo Jo2"
    assert legal_text(S15, NT, "5H 9S Jo", "Jo2/H") == "5H"
    assert legal_text(S15, NT, "9S Jo", "Jo2/H") == "9S Jo"
    assert nameable_text(S15, NT, "9S Jo Jo2", shown, "E") == "CDS"
    # If both jokers are on one trick, the higher joker wins.
    assert trick_winner(S15, NT, ["Jo2/H", "AH", "Jo", "KH"]) == 2
    assert trick_winner(S15, NT, ["4H", "Jo", "Jo2", "AH"]) == 1
    # On a suit shown void only a hand of jokers may play a joker, and that joker wins nothing.
    assert legal_text(S15, NT, "9C Jo Jo2", "4H", history=shown, seat="E") == "9C"
    assert legal_text(S15, NT, "Jo Jo2", "4H", history=shown, seat="E") == "Jo Jo2"
    ranked = ranking(S15, NT)
    assert is_powerless(ranked, ranked.bit("Jo2"), ranked.suits["H"], ranked.suits["H"])

import pytest

from party.engine import PRESETS, Bid, Card, Dispute, RuleError, Suit, settle
from party.engine.play.rulings import JOKER_WHEN_VOID

AUSTRALIAN = PRESETS["australian"]
AMERICAN = PRESETS["american"]
NO_TRUMP = Bid(7, "NT")
MISERE = Bid(0, "MIS")


def cards(text):
    return tuple(map(Card.parse, text.split()))


def ruling(strain="H", trick="", hand="", rules=AUSTRALIAN, **facts):
    bid = strain if isinstance(strain, Bid) else Bid(7, strain)
    return settle(Dispute(rules, bid, cards(trick), cards(hand), **facts))


def reasons_text(answer):
    return " ".join(answer.reasons)


def test_a_ruling_explains_the_left_bower():
    answer = ruling("H", "AC JD 7C 5C")
    assert answer.winner == 1
    assert "The Jack of Diamonds wins: it is the highest trump" in reasons_text(answer)


def test_a_left_bower_that_is_led_must_be_followed_with_trumps():
    answer = ruling("H", "JD 9S", hand="4H KD", index_in_question=1)
    assert answer.is_revoke
    assert answer.legal == {"4H"}
    assert "counts as Hearts" in reasons_text(answer)
    assert "A player with Hearts must play Hearts." in answer.reasons


def test_a_player_without_the_suit_led_may_play_any_card():
    answer = ruling("S", "10C", hand="JC 9H")
    assert answer.legal == {"JC", "9H"}
    assert answer.winner == 0
    assert "nobody is forced to trump" in reasons_text(answer)


def test_the_leader_may_play_any_card():
    answer = ruling("S", hand="JC 9H")
    assert answer.legal == {"JC", "9H"}
    assert answer.winner is None
    assert "The leader may play any card." in answer.reasons


def test_a_joker_that_names_a_suit_led_before_is_a_revoke():
    facts = {"named": Suit.SPADES, "index_in_question": 0, "hand": "9H"}
    assert not ruling("NT", "Jo 9S AS", **facts).is_revoke
    after = ruling("NT", "Jo 9S AS", led={Suit.SPADES}, **facts)
    assert after.is_revoke
    assert after.winner == 0
    assert "The joker may be led for Clubs or Diamonds or Hearts." in reasons_text(after)


def test_a_joker_may_not_lead_after_every_suit_has_been_led():
    answer = ruling("NT", hand="Jo 9H", led=set(Suit))
    assert answer.legal == {"9H"}
    assert "The joker may not be led now" in reasons_text(answer)


def test_a_joker_led_without_a_suit_is_refused():
    with pytest.raises(RuleError, match="Say which suit the joker was led for") as refused:
        ruling("NT", "Jo 9S")
    assert refused.value.faults[0].place == "named"


@pytest.mark.parametrize(
    ("case", "bid", "rules", "hand", "void", "legal"),
    [
        ("free", NO_TRUMP, AUSTRALIAN, "Jo 9H", (), "Jo 9H"),
        ("compulsory", MISERE, AUSTRALIAN, "Jo 9H", (), "Jo"),
        ("barred", NO_TRUMP, AUSTRALIAN.replace(renege_rule="on"), "Jo 9H", "C", "9H"),
    ],
)
def test_a_joker_without_the_suit_led_is_explained(case, bid, rules, hand, void, legal):
    answer = ruling(bid, "10C", hand, rules=rules, void=frozenset(map(Suit, void)))
    assert answer.legal == set(legal.split())
    assert JOKER_WHEN_VOID[case].format(suit="Clubs") in answer.reasons


def test_the_last_joker_wins_nothing_on_a_suit_that_its_player_has_shown_void():
    rules = AUSTRALIAN.replace(renege_rule="on")
    answer = ruling("NT", "10C Jo", rules=rules, index_in_question=1, void={Suit.CLUBS})
    assert not answer.is_revoke
    assert answer.winner == 0
    assert JOKER_WHEN_VOID["last"].format(suit="Clubs") in answer.reasons


def test_gadds_joker_may_be_played_to_the_first_lead_of_a_suit():
    rules = AUSTRALIAN.replace(gadd_joker="on", joker_nt_nomination="never")
    first = ruling("NT", "10C", "6C Jo", rules=rules)
    assert first.legal == {"6C", "Jo"}
    assert "first lead of Clubs" in reasons_text(first)
    second = ruling("NT", "10C", "6C Jo", rules=rules, led={Suit.CLUBS})
    assert second.legal == {"6C"}


def test_a_nominated_joker_is_the_top_of_its_suit():
    answer = ruling("NT", "AC Jo", "9D", index_in_question=1, nominated=Suit.CLUBS)
    assert (answer.winner, answer.is_revoke) == (1, False)
    assert "The joker was named the highest card of Clubs." in reasons_text(answer)
    assert "The Joker wins: it is the highest card of the suit led." in answer.reasons


def test_a_joker_that_belongs_to_no_suit_wins_the_trick():
    assert "The joker wins the trick." in ruling("NT", "AC Jo").reasons
    assert "it takes the trick" in reasons_text(ruling(MISERE, "AC 10C"))


def test_two_equal_cards_are_refused_unless_there_is_a_second_pack():
    with pytest.raises(RuleError, match="2 of Clubs is there twice"):
        ruling("H", "2C 2C")
    six = PRESETS["australian-six"].replace(second_pack_sixes="on")
    assert ruling("H", "2C 2C 3D", rules=six).winner == 0


def test_a_joker_led_at_trumps_needs_no_suit():
    answer = ruling("H", "Jo 9S", hand="10H", index_in_question=1, rules=AMERICAN)
    assert answer.is_revoke
    assert "The joker was led for Hearts." in answer.reasons


@pytest.mark.parametrize(
    ("preset", "trick", "hand", "message", "place"),
    [
        ("midway", "3H", "", "The 3 of Hearts .* its Hearts begin at the 4.", "trick"),
        ("australian", "9S", "4S", "The 4 of Spades .* its Spades begin at the 5.", "hand"),
        ("australian", "13H", "", "its Hearts have no 13.", "trick"),
        ("australian", "9S Jo2", "", "it has only one joker.", "trick"),
        ("leaflet-4", "9S Jo", "", "it has no joker.", "trick"),
        ("australian", "9S 8S 7S 6S 5S", "", "5 cards on the table, .* at most 4.", "trick"),
        ("australian-three", "9S 8S KS AS", "", "4 cards on the table, .* at most 3.", "trick"),
    ],
)
def test_impossible_cards_are_refused_in_a_dispute(preset, trick, hand, message, place):
    with pytest.raises(RuleError, match=message) as refused:
        ruling("S", trick, hand, rules=PRESETS[preset])
    assert [fault.place for fault in refused.value.faults] == [place]


def test_a_trick_of_two_players_with_piles_has_four_cards():
    assert ruling("S", "9S 8S KS AS", rules=PRESETS["two-handed"]).winner == 3


@pytest.mark.parametrize(
    ("preset", "top"),
    [("leaflet-4", "From the top: the Jack"), ("canadian", "From the top: the jokers, the Jack")],
)
def test_a_ruling_names_only_the_jokers_of_the_pack(preset, top):
    assert top in reasons_text(ruling("S", "9S", rules=PRESETS[preset]))
    no_trump = reasons_text(ruling("NT", "9S", rules=PRESETS[preset]))
    assert ("oker" in no_trump) == (preset == "canadian")


def test_s5_cards_from_11_to_13_rank_between_the_ten_and_the_pictures():
    six = PRESETS["australian-six"]
    assert "then Ace, King, Queen, 13, 12, 11, 10 and down." in (
        reasons_text(ruling("H", "9S", rules=six))
    )
    assert "then Ace, King, Queen, 12, 11, 10 and down." in (
        reasons_text(ruling("S", "9S", rules=six))
    )
    assert "Queen, 10 and down." in reasons_text(ruling("H", "9S"))


def test_t53_a_ruling_at_j5_says_that_jacks_are_high():
    answer = ruling("J5", "AC JC KC 9C", rules=PRESETS["lodige"])
    assert answer.winner == 1
    assert "Jacks are high: each ranks above the Ace of its suit." in answer.reasons

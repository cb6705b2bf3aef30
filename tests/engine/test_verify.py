"""A whole legal record, and what verify says when one thing in it is changed or left out."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from party.engine import (
    PRESETS,
    Bid,
    Card,
    Hand,
    Record,
    Suit,
    deal,
    play_out,
    read_ptn,
    record_of,
    result_of,
    verify,
)
from party.engine.verify import every_fault

MIDWAY, AUSTRALIAN = PRESETS["midway"], PRESETS["australian"]
GOOD = Path("fixtures/hand-midway.ptn").read_text(encoding="utf-8")
NO_TRUMP = Path("fixtures/hand-no-trump.ptn").read_text(encoding="utf-8")


def only(text):
    (record,) = read_ptn(text)
    return record


def cards(text):
    return tuple(map(Card, text.split()))


def faults(text, rules=MIDWAY):
    return verify(only(text), rules)


def changed(old, new):
    assert old in GOOD
    return GOOD.replace(old, new)


def without(*names):
    """The good record without these tags, and without what stands under them."""
    kept, keep = [], True
    for line in GOOD.splitlines(keepends=True):
        if line.startswith("["):
            keep = line[1:].split(" ")[0] not in names
        kept += [line] * keep
    return "".join(kept)


def the_fault(text, rules=MIDWAY):
    (fault,) = faults(text, rules)
    return fault


@pytest.mark.parametrize(("text", "rules"), [(GOOD, MIDWAY), (NO_TRUMP, AUSTRALIAN)])
def test_a_legal_record_has_no_fault(text, rules):
    assert verify(only(text), rules) == []
    assert every_fault(only(text), rules) == []


@pytest.mark.parametrize(
    "missing",
    [
        ["Event", "Dealer"],
        ["Deal", "Undealt"],
        ["Undealt"],
        ["Deal"],
        ["Undealt", "CardsAdded"],
        ["CardsAdded", "CardsRemoved"],
        ["CardsRemoved"],
        ["Auction"],
        ["Contract", "Declarer"],
        ["Auction", "Declarer"],
        ["Auction", "Declarer", "Deal", "Undealt", "CardsAdded", "CardsRemoved", "Dealer"],
        ["Auction", "Contract"],
        ["Play", "CardsAdded", "CardsRemoved"],
        ["Play", "CardsAdded", "CardsRemoved", "Contract", "Declarer"],
        ["Play"],
    ],
)
def test_what_is_missing_is_not_held_against_a_record(missing):
    assert faults(without(*missing)) == []


def test_an_unfinished_play_is_no_fault():
    lines = GOOD.splitlines()

    assert faults("\n".join(lines[:-3])) == []
    assert faults("\n".join([*lines[:-8], "H8 -"])) != []
    assert faults(GOOD.replace("HK DA DK DQ\n", "HK - - -\n")) == []


# Seats and cards


def test_the_number_of_players_must_be_that_of_the_game():
    fault = the_fault(GOOD, PRESETS["american-three"])

    assert (fault.place, fault.code) == ("players", "record-players")
    assert result_of(only(GOOD), PRESETS["american-three"]) is None


def test_a_seat_of_another_game_is_told():
    fault = the_fault('[Players "4"]\n[Dealer "5"]\n')

    assert (fault.place, fault.legal) == ("dealer", ("N", "E", "S", "W"))


def test_a_hand_of_eleven_is_told():
    found = faults(changed("N:K.Q65", "N:KA.Q65"))

    assert {each.place for each in found} >= {"deal N", "kitty"}
    assert found[0].text == "North: 11 cards; 10 are dealt at Midway."
    assert found[0].rule == "T5"


def test_two_identical_cards_are_told():
    found = faults(changed("N:K.Q65", "N:K.QQ5"))

    assert ("deal N", "The Queen of Hearts is there a second time.") in {
        (each.place, each.text) for each in found
    }


def test_a_card_that_is_not_in_the_pack_is_told():
    found = faults(changed("N:K.Q65", "N:2.Q65"))

    (fault,) = (each for each in found if each.code == "record-pack")
    assert (fault.place, fault.rule) == ("deal N", "T1")


def test_a_pack_of_another_game_is_told_card_by_card():
    found = faults(GOOD, AUSTRALIAN)

    assert [each.place for each in found if each.code == "record-pack"] == [
        "deal W",
        "deal N",
    ] or [each.place for each in found if each.code == "record-pack"]
    assert any(each.place == "kitty" and each.rule == "T5" for each in found)


# Calls


def test_a_bid_that_does_not_outbid_is_told_with_what_was_legal():
    found = faults(changed("8C Pass 8H Pass", "8C Pass 7H Pass"))

    assert found[0].place == "call 3"
    assert "8H" in found[0].legal
    assert "7H" not in found[0].legal


def test_a_call_that_is_none_is_told():
    found = faults(changed("8C Pass 8H Pass", "8C Pass 8X Pass"))

    assert found[0].place == "call 3"
    assert "P" in found[0].legal


def test_calls_after_the_end_are_told_once():
    found = faults(changed("8C Pass 8H Pass", "8C Pass 8H Pass Pass 9H"))

    assert [each.place for each in found] == ["call 5"]


def test_an_auction_that_is_not_over_is_told():
    fault = the_fault(changed("8C Pass 8H Pass", "8C Pass 8H"))

    assert fault.place == "auction"
    assert "9H" in fault.legal


def test_a_contract_that_was_not_bid_is_told():
    found = faults(changed('[Contract "8H"]', '[Contract "8D"]'))

    assert (found[0].place, found[0].legal) == ("contract", ("8H",))
    assert "The calls led to 8 Hearts, not to 8 Diamonds." in found[0].text


@pytest.mark.parametrize(("contract", "place"), [("6H", "contract"), ("tall", "contract")])
def test_a_contract_that_is_not_played_is_told(contract, place):
    text = f'[Declarer "W"]\n[Contract "{contract}"]\n'

    assert the_fault(text).place == place


def test_a_contract_in_other_words_than_the_calls_is_told():
    found = faults(changed('[Contract "8H"]', '[Contract "tall"]'))

    assert {each.place for each in found} == {"contract"}


def test_a_declarer_who_did_not_win_is_told():
    found = faults(changed('[Declarer "W"]', '[Declarer "N"]'))

    assert (found[0].place, found[0].legal) == ("declarer", ("W",))


def test_a_declarer_where_nobody_bid_is_told():
    found = faults('[Auction "E"]\nPass Pass Pass Pass\n[Declarer "W"]\n[Play "W"]\nHA\n')

    assert [each.place for each in found] == ["declarer", "play"]


def test_who_calls_first_sits_left_of_the_dealer():
    fault = the_fault('[Dealer "N"]\n[Auction "S"]\n8C Pass Pass Pass\n')

    assert (fault.place, fault.legal) == ("auction", ("E",))


def test_a_hand_that_all_pass_has_no_contract():
    assert faults('[Auction "E"]\nPass Pass Pass Pass\n[Contract "Pass"]\n') == []


def test_passes_may_be_written_for_those_who_have_passed():
    text = (
        '[Auction "E"]\n7S 7C Pass Pass 8S Pass {}8C\n{}Pass\n[Contract "8C"]\n[Declarer "{}"]\n'
    )

    assert faults(text.format("", "", "S").replace(" Pass 8C", " 8C"), AUSTRALIAN) == []
    assert faults('[Auction "E"]\n7S 7C Pass Pass\n8S 8C Pass Pass\nPass\n', AUSTRALIAN) == []
    found = faults('[Auction "E"]\n7S 7C Pass Pass\n8S 8C 9S\n', AUSTRALIAN)
    assert found == []


def test_ace_no_face_needs_such_cards():
    """T10: at Midway with exactly one ace and no face card or joker."""
    anf = changed("8C Pass 8H Pass", "ANF Refuse 8C Pass 8H Pass")

    fault = the_fault(anf)
    assert (fault.place, fault.rule) == ("call 1", "T10")
    assert "ANF" not in fault.legal


def test_ace_no_face_with_such_cards_is_legal():
    text = '[Deal "E:.654.A765.T98 - - -"]\n[Auction "E"]\nANF Refuse 7S Pass Pass Pass\n'

    assert faults(text) == []


def test_whoever_is_asked_must_answer():
    found = faults('[Auction "E"]\nANF 7S Pass Pass Pass Pass\n')

    assert found[0].place == "call 2"
    assert found[0].legal == ("AGREE", "REFUSE")


def test_a_dealer_who_must_bid_may_not_pass():
    fault = the_fault('[Auction "E"]\nPass Pass Pass Pass\n', PRESETS["iowa"])

    assert (fault.place, fault.rule) == ("call 4", "T20")


def test_an_answer_nobody_asked_for_counts_as_a_pass():
    found = faults('[Auction "E"]\nAgree 7S Pass Pass\n')

    assert [each.place for each in found] == ["call 1"]


# Kitty and discard


def test_other_cards_than_the_kitty_are_told():
    found = faults(changed('[CardsAdded "W:C7D5S4SAS7"]', '[CardsAdded "W:C7D5S4SAS8"]'))

    assert ("kitty", ("7C", "5D", "4S", "AS", "7S")) in {(f.place, f.legal) for f in found}


def test_a_seat_that_takes_up_nothing_is_told():
    found = faults(changed('[CardsAdded "W:', '[CardsAdded "N:'))

    assert ("kitty", "North takes up no cards here.") in {(f.place, f.text) for f in found}


def test_too_few_buried_are_told():
    found = faults(changed("W:C9CKC7D5S4", "W:C9CKC7D5"))

    fault = found[0]
    assert fault.place == "discard"
    assert fault.text == "West buries 4 cards; it must be 5."
    assert len(fault.legal) == 15


def test_a_buried_card_that_was_not_held_is_told():
    found = faults(changed("W:C9CKC7D5S4", "W:C9CKC7D5CQ"))

    assert found[0].text == "West buries the Queen of Clubs and does not hold it."
    assert found[0].place == "discard"


def test_a_buried_card_that_is_played_is_told():
    fault = the_fault(changed("W:C9CKC7D5S4", "W:C9CKC7D5H4"))

    assert (fault.place, fault.code) == ("trick 7 W", "record-not-held")


def test_a_seat_that_buries_nothing_is_told():
    found = faults(changed('[CardsRemoved "W:', '[CardsRemoved "N:'))

    assert ("discard", "North buries no cards here.") in {(f.place, f.text) for f in found}


def test_a_kitty_that_stays_where_it_is_is_told():
    """T39: without pick-up nobody looks at the kitty."""
    rules = AUSTRALIAN.replace(misere_without_pickup=350)
    text = '[Declarer "W"]\n[Contract "NOPICK"]\n[CardsAdded "W:C7D5S4"]\n'

    assert the_fault(text, rules).rule == "T39"
    assert faults('[Declarer "W"]\n[Contract "NOPICK"]\n', rules) == []


# Tricks


def test_a_revoke_is_told_with_what_was_legal():
    """K2: who holds a card of the suit led plays one."""
    found = faults(changed("S5 D4 SJ SQ", "S5 D4 HJ SQ").replace("HJ H6 HA S6", "SJ H6 HA S6"))

    revoke = [each for each in found if each.code == "record-revoke"]
    assert [each.place for each in revoke]
    assert all(each.legal and each.rule == "core" for each in revoke)


def test_a_card_that_was_not_there_is_told():
    fault = faults(changed("JH H5 H8 H7", "JH S5 H8 H7"))[0]

    assert (fault.place, fault.code) == ("trick 1 N", "record-not-held")
    assert fault.legal == ("5H", "6H", "QH")


def test_a_seat_that_follows_later_has_revoked():
    record = only('[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSA S5 C7 S6\nSK S7 S8 S9\n')

    (fault,) = verify(record, PRESETS["american"])
    assert (fault.place, fault.code, fault.legal) == ("trick 1 S", "record-revoke", ("8S",))
    assert result_of(record, PRESETS["american"]) is None


def test_the_left_bower_and_the_joker_are_trumps_when_they_come_later():
    """K1, K2: hearts are trumps, and led; who plays the left bower later has revoked."""
    start = '[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nHA H5 C7 H6\n'

    assert the_fault(start + "SK S7 DJ S9\n").place == "trick 1 S"
    assert the_fault(start + "SK S7 JH S9\n").legal == ("Jo",)
    assert faults(start + "SK S7 DQ S9\n") == []


def test_a_card_played_twice_is_told():
    found = faults('[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSA S5 S8 S6\nSA S7 ST S9\n')

    assert ("trick 2 N", "record-not-held") in {(each.place, each.code) for each in found}


def test_who_won_leads():
    """Whoever plays no card where he leads is told; then nothing more can be judged."""
    text = '[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSK SA S8 S6\nDA - D5 D6\nC4 C5 C6 C7\n'

    (fault,) = faults(text)
    assert (fault.place, fault.text) == ("trick 2 E", "East leads and plays no card.")


def test_a_card_that_is_missing_is_told():
    fault = the_fault('[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSK - S8 S6\nDA D5\n')

    assert (fault.place, fault.text) == ("trick 1 E", "East plays no card.")


def test_without_a_declarer_the_leader_is_who_leaves_the_fewest_faults():
    text = '[Contract "8H"]\n[Play "N"]\nS5 HA S8 S6\n{} SK S7 S9\n'

    assert faults(text.format("SA")) == []
    assert [each.code for each in faults(text.format("HK"))] == ["record-revoke"]


def test_eleven_tricks_are_one_too_many():
    found = faults(GOOD + "SA SK SQ SJ\n")

    assert [(each.place, each.text) for each in found] == [
        ("trick 11", "11 tricks: a hand has ten.")
    ]


def test_five_cards_to_a_trick_of_four_are_told():
    found = faults(changed("HK DA DK DQ", "HK DA DK DQ D2"))

    assert [each.place for each in found] == ["trick 10"]


def test_tricks_without_a_first_column_are_told():
    found = faults('[Contract "8H"]\n[Declarer "N"]\n[Play "?"]\nHA HK HQ H9\n')

    assert [each.place for each in found] == ["line 3", "play"]


def test_a_partner_who_sits_out_plays_no_card():
    """S1, T48: in misère partner's cards lie face down."""
    text = '[Contract "MIS"]\n[Declarer "N"]\n[Play "N"]\nS5 S6 {} S7\n'

    assert faults(text.format("-"), AUSTRALIAN) == []
    fault = the_fault(text.format("S8"), AUSTRALIAN)
    assert (fault.place, fault.rule) == ("trick 1 S", "T48")


@pytest.mark.parametrize(
    ("rules", "rule", "text"),
    [
        (
            PRESETS["australian-six"],
            "T90",
            '[Players "6"]\n[Contract "MIS"]\n[Declarer "1"]\n[Play "1"]\nS5 S6 S8 S7 - S9\n',
        ),
        (
            PRESETS["lodige"],
            "T52",
            '[Contract "HILO"]\n[Declarer "N"]\n[Play "N"]\nS5 S6 S8 S7\n',
        ),
        (
            PRESETS["grand-slam"],
            "T54",
            '[Contract "8H"]\n[Declarer "N"]\n[Announced "slam"]\n[Play "N"]\nS5 S6 S8 S7\n',
        ),
        (
            PRESETS["declare"],
            "T55",
            '[Contract "8H"]\n[Declarer "N"]\n[Announced "declare"]\n[Play "N"]\nS5 S6 S8 S7\n',
        ),
    ],
)
def test_who_sits_out_depends_on_the_bid(rules, rule, text):
    assert [each.rule for each in faults(text, rules)] == [rule]


def test_a_slam_is_seen_by_the_partner_who_sits_out():
    """S10: the record says nothing of the slam, but partner plays no card."""
    text = '[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nS9 S6 - S7\n'

    assert faults(text, PRESETS["grand-slam"]) == []
    assert faults(text, PRESETS["declare"]) == []
    assert the_fault(text, AUSTRALIAN).place == "trick 1 S"


def test_a_hand_that_stops_when_misere_fails_has_no_more_tricks():
    """T50: the hand ends with the declarer's first trick."""
    rules = AUSTRALIAN.replace(stop_when_misere_fails="stop")
    text = '[Contract "MIS"]\n[Declarer "N"]\n[Play "N"]\nSA S6 - S7\n'

    assert faults(text, rules) == []
    assert result_of(only(text), rules).tricks == 1
    assert the_fault(text + "SK S9 - S8\n", rules).rule == "T50"


# The joker at no trump


def test_a_joker_led_without_a_suit_may_name_any_that_makes_the_rest_legal():
    named = only(NO_TRUMP)
    silent = replace(named, joker_leads={})

    assert named.joker_leads == {10: Suit.CLUBS}
    assert verify(silent, AUSTRALIAN) == []


JOKER = '[Contract "7NT"]\n[Declarer "N"]\n[JokerSuit "-"]\n{}[Play "N"]\n'


def test_a_joker_led_is_illegal_when_no_suit_makes_the_rest_legal():
    """K10: the others follow the suit that the joker names."""
    tricks = "JH S6 S8 S7\nDA D5 SK D6\nSA S9 SQ D7\n"

    assert faults(JOKER.format("") + "JH S6 S8 S7\n", AUSTRALIAN) == []
    found = faults(JOKER.format("") + tricks, AUSTRALIAN)
    assert found == []
    found = faults(JOKER.format('[JokerLeads "1:D"]\n') + tricks, AUSTRALIAN)
    assert [each.place for each in found] == ["trick 1 E", "trick 1 W"]


def test_a_joker_may_not_name_a_suit_that_was_led():
    """K10, T60."""
    tricks = "SA S6 S8 S7\nJH S9 SK ST\n"

    fault = the_fault(JOKER.format('[JokerLeads "2:S"]\n') + tricks, AUSTRALIAN)
    assert (fault.place, fault.rule) == ("trick 2 N", "T60")
    assert faults(JOKER.format('[JokerLeads "2:S"]\n') + tricks, PRESETS["iowa"]) == []


def test_a_joker_that_may_not_be_led_at_all():
    """K14, T60: McNabb."""
    rules = AUSTRALIAN.replace(joker_lead="never_except_trick_10")

    found = faults(JOKER.format("") + "JH S6 S8 S7\nSA S9 SK ST\n", rules)
    assert [(each.place, each.rule) for each in found] == [("trick 1 N", "T60")]


def test_a_joker_is_followed_with_only_when_void():
    """K7: who holds a card of the suit led plays it."""
    text = JOKER.format("") + "SA JH S8 S7\nDA DK SK D7\n"

    assert faults(text, AUSTRALIAN) == []
    found = faults(JOKER.format("") + "SA JH S8 S7\nDA S9 SK D7\n", AUSTRALIAN)
    assert [each.place for each in found] == ["trick 1 E"]


def test_in_misere_the_joker_is_compulsory_when_void():
    """K8, T59."""
    text = '[Contract "MIS"]\n[Declarer "N"]\n[Play "N"]\nS5 D6 - S7\nH5 JH - H6\n'

    found = faults(text, AUSTRALIAN)
    assert [(each.place, each.rule, each.legal) for each in found] == [
        ("trick 1 E", "T59", ("Jo",))
    ]


def test_a_joker_on_a_suit_failed_before_is_told():
    """T61: the renege rule."""
    rules = PRESETS["two2six"]
    text = '[Contract "7NT"]\n[Declarer "N"]\n[Play "N"]\nSA D6 S8 S7\nSK JH S9 ST\nH5 H9 H6 H7\n'

    found = faults(text, rules)
    assert [(each.place, each.rule) for each in found][:1] == [("trick 2 E", "T61")]


def test_a_suit_nominated_is_the_jokers_own():
    """T58: a joker that is a heart follows hearts."""
    head = '[Contract "7NT"]\n[Declarer "N"]\n{}[Play "N"]\n'
    tricks = "HA H5 H6 H7\nSA S5 S6 S7\nCA C5 C6 C7\nDA D5 D6 D7\nJH H9 HT D8\nHK HQ HJ D9\n"

    assert faults(head.format('[JokerSuit "H"]\n') + tricks, AUSTRALIAN) == []
    assert faults(head.format("") + tricks, AUSTRALIAN) == []
    found = faults(head.format('[JokerSuit "-"]\n') + tricks, AUSTRALIAN)
    assert [(each.place, each.rule) for each in found] == [("trick 5 N", "T60")]


def test_a_suit_may_be_nominated_only_where_the_rules_have_it():
    """T58."""
    text = '[Contract "7NT"]\n[Declarer "N"]\n[JokerSuit "H"]\n'

    assert faults(text, AUSTRALIAN) == []
    assert the_fault(text, PRESETS["american"]).rule == "T58"


def test_only_who_holds_the_joker_nominates():
    """T58."""
    text = NO_TRUMP.replace('[JokerSuit "-"]', '[JokerSuit "H"]').replace(
        "KQ6.4.K54.95.H", "KQ6.4.K54.95J."
    )
    found = faults(text.replace("AT976.KQ ", "AT976.KQ. "), AUSTRALIAN)

    assert "joker suit" in {each.place for each in found}


def test_a_suit_named_where_no_joker_was_led_is_told():
    fault = the_fault(GOOD.replace("[Play", '[JokerLeads "2:S"]\n[Play'))

    assert (fault.place, fault.rule) == ("trick 2", "T60")


# What the declarer says


def test_a_slam_where_nobody_plays_it_is_told():
    """T54."""
    text = '[Contract "8H"]\n[Declarer "N"]\n[Announced "slam"]\n'

    assert faults(text, PRESETS["grand-slam"]) == []
    assert the_fault(text).rule == "T54"


def test_one_card_is_handed_over():
    """T54."""
    head = '[Contract "8H"]\n[Declarer "N"]\n{}[CardGiven "{}"]\n'
    slam = '[Announced "slam"]\n'

    assert faults(head.format(slam, "HA"), PRESETS["grand-slam"]) == []
    assert the_fault(head.format(slam, "HAHK"), PRESETS["grand-slam"]).place == "given"
    assert the_fault(head.format("", "HA"), PRESETS["grand-slam"]).place == "given"


def test_a_card_that_partner_does_not_hold_cannot_be_handed_over():
    text = '[Deal "S:AKQJT.AKQJT.. - - -"]\n[Contract "8H"]\n[Declarer "N"]\n[Announced "slam"]\n'

    assert faults(text + '[CardGiven "HA"]\n', PRESETS["grand-slam"]) == []
    fault = the_fault(text + '[CardGiven "DA"]\n', PRESETS["grand-slam"])
    assert (fault.place, len(fault.legal)) == ("given", 10)


# Scores


def test_the_scores_of_the_hand_must_be_right():
    right = GOOD.replace("[Play", '[HandScores "N:20 240 20 240"]\n[Play')
    result = result_of(only(GOOD), MIDWAY)

    assert (result.bid, result.declarer, result.tricks) == (Bid(8, "H"), "W", 8)
    wrong = right.replace("20 240 20 240", "20 200 20 240")
    found = faults(wrong)
    assert [each.place for each in found if each.code == "record-score"]


def test_scores_are_not_checked_where_they_depend_on_the_totals():
    """T65."""
    text = GOOD.replace("[Play", '[HandScores "N:1 1 1 1"]\n[Play')

    assert faults(text, MIDWAY.replace(defenders_cap="capped_at_490")) == []


def test_a_record_made_by_hand_is_verified_too():
    assert verify(Record(), MIDWAY) == []
    assert result_of(Record(), MIDWAY) is None


# Two, five and six players, and hands without a bid


def test_a_hand_that_all_pass_may_be_played():
    """T20, T70: at no trump, the player left of the dealer leads."""
    rules = PRESETS["american"].replace(all_pass="play_nt_10_per_trick")
    passed = '[Dealer "N"]\n[Auction "E"]\nPass Pass Pass Pass\n'
    tricks = '[Play "E"]\nSA S7 S8 S6\n'

    assert faults(passed + tricks, rules) == []
    assert faults('[Contract "Pass"]\n' + tricks, rules) == []
    assert [each.place for each in faults('[Contract "Pass"]\n' + tricks)] == []
    assert [each.place for each in faults(passed + tricks, PRESETS["american"])] == ["play"]


def test_in_grand_misere_partner_takes_up_what_was_buried():
    """S9, T47."""
    rules = PRESETS["lodige"]
    text = (
        '[Declarer "N"]\n[Contract "GRAND"]\n[Undealt "SASKSQ"]\n'
        '[CardsAdded "N:SASKSQ S:{}"]\n[CardsRemoved "N:SAHAHK S:SAHAHK"]\n'
    )

    assert faults(text.format("SAHAHK"), rules) == []
    fault = the_fault(text.format("SAHAHQ"), rules)
    assert (fault.place, fault.legal) == ("kitty", ("AS", "AH", "KH"))
    fault = the_fault(text.format("SAHAHK E:S5"), rules)
    assert (fault.place, fault.rule) == ("kitty", "T47")


def test_grand_misere_is_written_down_as_it_was_played():
    """T47: the partner takes up what the declarer buried."""
    rules, rng = PRESETS["lodige"], Random(1)
    hand = Hand.dealt(rules, deal(rules, rng, "N")).play_out(["GRAND", "P", "P", "P"])
    record = record_of(play_out(hand, rng))

    assert record.added == {"E": hand.kitty, "W": record.removed["E"]}
    assert verify(record, rules) == []


FIVE = (
    '[Players "5"]\n[Deal "1:AKQJT98765... .AKQJT98765.. ..AKQJT98765. ...AKQJT98765 '
    '432.432.43.43"]\n[Undealt "D2C2JH"]\n'
)


def test_a_card_is_called_only_as_the_rules_have_it():
    """T83: neither the joker nor a bower."""
    rules = PRESETS["australian-five"]
    text = FIVE + '[Declarer "1"]\n[Contract "8S"]\n[CardsRemoved "1:D2C2JH"]\n[Called "{}"]\n'

    assert faults(text.format("HA"), rules) == []
    assert faults(text.format("alone"), rules) == []
    fault = the_fault(text.format("CJ"), rules)
    assert (fault.place, fault.rule) == ("called", "T83")
    assert "call AH" in fault.legal


def test_nobody_is_called_where_partners_are_fixed():
    """T82."""
    fault = the_fault('[Declarer "N"]\n[Contract "8S"]\n[Called "HA"]\n')

    assert (fault.place, fault.rule) == ("called", "T82")


def test_two_players_are_called_in_any_order():
    """T82: at eight or more."""
    rules = PRESETS["uspc-5"].replace(partner_mode="pick_two_players_at_8")
    text = FIVE.replace("2C2JH", "2C2JH") + '[Declarer "1"]\n[Contract "8S"]\n[Called "{}"]\n'

    assert faults(text.format("5 3"), rules) == []


def test_what_five_players_come_to_depends_on_the_partner():
    """S4: the holder of the card called, a player, or nobody known."""
    rules = PRESETS["australian-five"]
    lines = [f"S{a} H{a} D{a} C{a} -" for a in "AKQJT98765"]
    head = '[Players "5"]\n[Declarer "1"]\n[Contract "8S"]\n{}[Play "1"]\n'
    five = [line[:-1] + card for line, card in zip(lines, LOW, strict=True)]
    text = head + "\n".join(five)

    assert result_of(only(text.format("")), rules) is None
    assert result_of(only(text.format('[Called "HA"]\n')), rules).partners == ("2",)
    assert result_of(only(text.format('[Called "4 1"]\n')), rules).partners == ("4",)
    alone = result_of(only(text.format('[Called "alone"]\n')), rules)
    assert (alone.partners, alone.alone, alone.tricks) == ((), True, 10)


LOW = ("S4", "S3", "S2", "H4", "H3", "H2", "D4", "D3", "C4", "C3")


def test_without_the_piles_any_card_may_lie_on_a_table():
    """S6: what covers what is not known."""
    rules = PRESETS["two-handed"]
    text = '[Players "2"]\n[Declarer "N"]\n[Contract "7S"]\n[Play "N"]\nSA S5 S6 HK\nSK S7 S8 ST\n'

    assert faults(text, rules) == []
    found = faults(text.replace("S5 S6 HK", "H5 S6 HK"), rules)
    assert [each.place for each in found] == ["trick 1 S"]


def test_rows_of_nothing_at_the_end_are_no_fault():
    assert faults('[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSA S5 S7 S6\n- - - -\n') == []


def test_scores_of_a_contract_that_is_not_played_are_not_reckoned():
    text = GOOD.replace("8H", "6H").replace("[Play", '[HandScores "N:1 1 1 1"]\n[Play')

    assert "bid-not-played" in {each.code for each in faults(text)}


def test_an_unknown_gift_leaves_the_hand_of_the_declarer_open():
    """T54: who gave what is not written down."""
    text = GOOD.replace('[Declarer "W"]', '[Declarer "W"]\n[Announced "slam"]')

    found = faults(text, PRESETS["grand-slam"].replace(pack=45, deal_pattern="3_3_2_2_3_2"))
    assert "discard" in {each.place for each in found}


def test_playing_alone_is_written_down():
    """S4: five players, 1 against 4."""
    rules, rng = PRESETS["australian-five"], Random(1)
    hand = Hand.dealt(rules, deal(rules, rng, "5")).play_out(["8S", "P", "P", "P", "P"])
    hand = hand.act(" ".join(["bury", *hand.cards("1")[10:]])).act("alone")
    record = record_of(play_out(hand, rng))

    assert record.called == ("alone",)
    assert verify(record, rules) == []
    assert result_of(record, rules).alone


def test_a_table_without_its_hand_is_judged_too():
    """S6: the piles are known, the hands are not."""
    rules, rng = PRESETS["two-handed"], Random(1)
    hand = play_out(Hand.dealt(rules, deal(rules, rng, "N")).play_out(["7S", "P"]), rng)
    record = record_of(hand)
    assert verify(record, rules) == []

    less = replace(record, hands={}, kitty=(), added={}, removed={})
    assert verify(less, rules) == []
    own = record.tricks[0]
    spoilt = replace(less, tricks=((*own[:2], record.tricks[1][2], own[3]), *record.tricks[1:]))
    assert verify(spoilt, rules) != []


def test_without_the_kitty_the_declarer_has_the_cards_that_were_dealt():
    """T39: nothing is taken up, so only a joker that was dealt can be nominated."""
    rules = AUSTRALIAN.replace(misere_without_pickup=350)
    text = (
        '[Deal "N:AKQJT98765... .AKQJT98765.. ..AKQJT98765. ...AKQJT98765"]\n[Undealt "H4D4JH"]\n'
        '[Declarer "N"]\n[Contract "NOPICK"]\n[Play "N"]\nSA H5 - C5\n'
    )

    assert faults(text, rules) == []
    assert faults(text.replace("SA H5", "JH H5"), rules)[0].code == "record-not-held"


def test_of_very_many_cards_the_first_hundred_are_told():
    many = "SA" * 5000
    head = '[Declarer "W"]\n[Contract "8H"]\n'

    found = faults(head + f'[Undealt "{many}"]\n[CardsRemoved "W:{many}"]\n')
    assert len(found) == 1 + 100 + 1 + 100


def test_many_seats_of_cards_are_read_in_one_go():
    """A slow way would take minutes."""
    record = only(f'[CardsAdded "{"N:SA " * 200_000}"]\n')

    assert len(record.added["N"]) == 200_000

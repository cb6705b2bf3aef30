from dataclasses import replace

import pytest

from party.engine import (
    PRESETS,
    Suit,
    result_of,
    verify,
)
from tests.engine.records.samples import (
    AUSTRALIAN,
    GOOD,
    NO_TRUMP,
    faults,
    only_fault,
    only_record,
    with_replaced,
)


def test_a_revoke_is_reported_with_the_legal_cards():
    """K2: East keeps the 8 of spades for trick 9, and so revokes twice."""
    found = faults(
        with_replaced("SA SK S8 S9", "SA SK DT S9").replace("H9 D7 DT C8", "H9 D7 S8 C8")
    )

    assert [(each.place, each.code, each.rule) for each in found] == [
        ("trick 4 E", "record-revoke", "core"),
        ("trick 6 E", "record-revoke", "core"),
    ]
    assert [each.legal for each in found] == [("8S", "JS"), ("8S",)]


def test_a_card_that_was_not_held_is_reported():
    fault = faults(with_replaced("JH H5 H8 H7", "JH S5 H8 H7"))[0]

    assert (fault.place, fault.code) == ("trick 1 N", "record-not-held")
    assert fault.legal == ("5H", "6H", "QH")


def test_a_seat_that_plays_the_suit_led_in_a_later_trick_has_revoked():
    record = only_record('[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSA S5 C7 S6\nSK S7 S8 S9\n')

    (fault,) = verify(record, PRESETS["american"])
    assert (fault.place, fault.code, fault.legal) == ("trick 1 S", "record-revoke", ("8S",))
    assert result_of(record, PRESETS["american"]) is None


def test_a_left_bower_or_joker_played_later_proves_a_revoke():
    """North leads hearts, which are trumps (K1, K2)."""
    start = '[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nHA H5 C7 H6\n'

    assert only_fault(start + "SK S7 DJ S9\n").place == "trick 1 S"
    assert only_fault(start + "SK S7 JH S9\n").legal == ("Jo",)
    assert faults(start + "SK S7 DQ S9\n") == []


def test_a_card_played_twice_is_reported():
    found = faults('[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSA S5 S8 S6\nSA S7 ST S9\n')

    assert ("trick 2 N", "record-not-held") in {(each.place, each.code) for each in found}


def test_the_winner_leads_the_next_trick():
    """If the leader plays no card, nobody can judge the rest."""
    text = '[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSK SA S8 S6\nDA - D5 D6\nC4 C5 C6 C7\n'

    (fault,) = faults(text)
    assert (fault.place, fault.text) == ("trick 2 E", "East leads and plays no card.")


def test_a_missing_card_is_reported():
    fault = only_fault('[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSK - S8 S6\nDA D5\n')

    assert (fault.place, fault.text) == ("trick 1 E", "East plays no card.")


def test_a_missing_declarer_is_taken_as_the_seat_with_the_fewest_faults():
    text = '[Contract "8H"]\n[Play "N"]\nS5 HA S8 S6\n{} SK S7 S9\n'

    assert faults(text.format("SA")) == []
    assert [each.code for each in faults(text.format("HK"))] == ["record-revoke"]


def test_an_eleventh_trick_is_reported():
    found = faults(GOOD + "SA SK SQ SJ\n")

    assert [(each.place, each.text) for each in found] == [
        ("trick 11", "11 tricks: a hand has ten.")
    ]


def test_a_fifth_card_of_a_trick_is_reported():
    found = faults(with_replaced("HK DA DK DQ", "HK DA DK DQ D2"))

    assert [each.place for each in found] == ["trick 10"]


def test_tricks_without_a_known_seat_in_the_first_column_are_reported():
    found = faults('[Contract "8H"]\n[Declarer "N"]\n[Play "?"]\nHA HK HQ H9\n')

    assert [each.place for each in found] == ["line 3", "play"]


def test_a_card_of_a_partner_who_sits_out_is_reported():
    """S1, T48: in misère partner's cards lie face down."""
    text = '[Contract "MIS"]\n[Declarer "N"]\n[Play "N"]\nS5 S6 {} S7\n'

    assert faults(text.format("-"), AUSTRALIAN) == []
    fault = only_fault(text.format("S8"), AUSTRALIAN)
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
def test_the_reported_rule_for_sitting_out_depends_on_the_bid(rules, rule, text):
    assert [each.rule for each in faults(text, rules)] == [rule]


def test_a_record_without_cards_of_the_partner_may_be_an_announced_slam():
    """The record does not mention the slam, but partner plays no card (S10)."""
    text = '[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nS9 S6 - S7\n'

    assert faults(text, PRESETS["grand-slam"]) == []
    assert faults(text, PRESETS["declare"]) == []
    assert only_fault(text, AUSTRALIAN).place == "trick 1 S"


def test_tricks_after_a_failed_misere_are_reported_if_the_hand_stops():
    """T50: the hand ends with the declarer's first trick."""
    rules = AUSTRALIAN.replace(stop_when_misere_fails="stop")
    text = '[Contract "MIS"]\n[Declarer "N"]\n[Play "N"]\nSA S6 - S7\n'

    assert faults(text, rules) == []
    assert result_of(only_record(text), rules).tricks == 1
    assert only_fault(text + "SK S9 - S8\n", rules).rule == "T50"


def test_a_joker_without_a_written_suit_has_the_suit_with_the_fewest_faults():
    named = only_record(NO_TRUMP)
    silent = replace(named, joker_leads={})

    assert named.joker_leads == {10: Suit.CLUBS}
    assert verify(silent, AUSTRALIAN) == []


JOKER = '[Contract "7NT"]\n[Declarer "N"]\n[JokerSuit "-"]\n{}[Play "N"]\n'


def test_cards_that_do_not_follow_a_named_suit_are_reported():
    tricks = "JH S6 S8 S7\nDA D5 SK D6\nSA S9 SQ D7\n"

    assert faults(JOKER.format("") + "JH S6 S8 S7\n", AUSTRALIAN) == []
    found = faults(JOKER.format("") + tricks, AUSTRALIAN)
    assert found == []
    found = faults(JOKER.format('[JokerLeads "1:D"]\n') + tricks, AUSTRALIAN)
    assert [each.place for each in found] == ["trick 1 E", "trick 1 W"]


def test_a_joker_that_names_a_suit_led_before_is_reported():
    tricks = "SA S6 S8 S7\nJH S9 SK ST\n"

    fault = only_fault(JOKER.format('[JokerLeads "2:S"]\n') + tricks, AUSTRALIAN)
    assert (fault.place, fault.rule) == ("trick 2 N", "T60")
    assert faults(JOKER.format('[JokerLeads "2:S"]\n') + tricks, PRESETS["iowa"]) == []


def test_a_joker_that_may_not_lead_is_reported():
    """McNabb lets the joker lead only to trick 10 (K14, T60)."""
    rules = AUSTRALIAN.replace(joker_lead="never_except_trick_10")

    found = faults(JOKER.format("") + "JH S6 S8 S7\nSA S9 SK ST\n", rules)
    assert [(each.place, each.rule) for each in found] == [("trick 1 N", "T60")]


def test_a_joker_played_with_a_card_of_the_suit_led_is_reported():
    text = JOKER.format("") + "SA JH S8 S7\nDA DK SK D7\n"

    assert faults(text, AUSTRALIAN) == []
    found = faults(JOKER.format("") + "SA JH S8 S7\nDA S9 SK D7\n", AUSTRALIAN)
    assert [each.place for each in found] == ["trick 1 E"]


def test_a_joker_kept_by_a_void_hand_in_misere_is_reported():
    text = '[Contract "MIS"]\n[Declarer "N"]\n[Play "N"]\nS5 D6 - S7\nH5 JH - H6\n'

    found = faults(text, AUSTRALIAN)
    assert [(each.place, each.rule, each.legal) for each in found] == [
        ("trick 1 E", "T59", ("Jo",))
    ]


def test_a_joker_on_a_suit_shown_void_is_reported():
    """The renege rule bars this joker (T61)."""
    rules = PRESETS["two2six"]
    text = '[Contract "7NT"]\n[Declarer "N"]\n[Play "N"]\nSA D6 S8 S7\nSK JH S9 ST\nH5 H9 H6 H7\n'

    found = faults(text, rules)
    assert [(each.place, each.rule) for each in found][:1] == [("trick 2 E", "T61")]


def test_a_nominated_joker_belongs_to_its_suit():
    head = '[Contract "7NT"]\n[Declarer "N"]\n{}[Play "N"]\n'
    tricks = "HA H5 H6 H7\nSA S5 S6 S7\nCA C5 C6 C7\nDA D5 D6 D7\nJH H9 HT D8\nHK HQ HJ D9\n"

    assert faults(head.format('[JokerSuit "H"]\n') + tricks, AUSTRALIAN) == []
    assert faults(head.format("") + tricks, AUSTRALIAN) == []
    found = faults(head.format('[JokerSuit "-"]\n') + tricks, AUSTRALIAN)
    assert [(each.place, each.rule) for each in found] == [("trick 5 N", "T60")]


def test_a_nomination_against_the_rules_is_reported():
    text = '[Contract "7NT"]\n[Declarer "N"]\n[JokerSuit "H"]\n'

    assert faults(text, AUSTRALIAN) == []
    assert only_fault(text, PRESETS["american"]).rule == "T58"


def test_a_nomination_without_the_joker_is_reported():
    text = NO_TRUMP.replace('[JokerSuit "-"]', '[JokerSuit "H"]').replace(
        "KQ6.4.K54.95.H", "KQ6.4.K54.95J."
    )
    found = faults(text.replace("AT976.KQ ", "AT976.KQ. "), AUSTRALIAN)

    assert "joker suit" in {each.place for each in found}


def test_a_suit_named_for_a_joker_that_did_not_lead_is_reported():
    head = '[Contract "10NT"]\n[Declarer "S"]\n[JokerSuit "-"]\n{}[Play "S"]\n'
    named = head.format('[JokerLeads "1:C"]\n')

    fault = only_fault(named + "SK S9 JH S8\n", AUSTRALIAN)
    assert (fault.place, fault.rule) == ("trick 1", "T60")
    assert faults(named + "JH C9 C8 C6\n", AUSTRALIAN) == []
    second = head.format('[JokerLeads "2:C"]\n')
    assert faults(second + "SK SA S8 S6\nC9 JH C6 C5\n", AUSTRALIAN) == []
    assert only_fault(second + "SK S9 SA S6\nC9 JH C6 C5\n", AUSTRALIAN).place == "trick 2"


def test_a_suit_named_by_a_joker_is_accepted_if_the_leader_is_unknown():
    head = '[Contract "10NT"]\n[Declarer "S"]\n[JokerSuit "-"]\n[JokerLeads "{}"]\n[Play "S"]\n'
    tricks = "SK SA S8 -\n- - - -\nC9 JH C6 C5\n"

    assert "trick 3" not in {f.place for f in faults(head.format("3:C") + tricks, AUSTRALIAN)}
    assert "trick 4" in {f.place for f in faults(head.format("4:C") + tricks, AUSTRALIAN)}


def test_a_suit_named_without_a_joker_is_reported():
    fault = only_fault(GOOD.replace("[Play", '[JokerLeads "2:S"]\n[Play'))

    assert (fault.place, fault.rule) == ("trick 2", "T60")

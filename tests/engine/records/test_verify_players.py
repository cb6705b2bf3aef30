from dataclasses import replace
from random import Random

from party.engine import (
    PRESETS,
    Hand,
    deal,
    play_out,
    result_of,
    verify,
)
from tests.engine.hands import play
from tests.engine.records.from_hand import record_of
from tests.engine.records.samples import (
    AUSTRALIAN,
    GOOD,
    faults,
    only_fault,
    only_record,
)


def test_a_hand_without_a_bid_can_be_played():
    """The player left of the dealer leads, and there are no trumps (T20, T70)."""
    rules = PRESETS["american"].replace(all_pass="play_nt_10_per_trick")
    passed = '[Dealer "N"]\n[Auction "E"]\nPass Pass Pass Pass\n'
    tricks = '[Play "E"]\nSA S7 S8 S6\n'

    assert faults(passed + tricks, rules) == []
    assert faults('[Contract "Pass"]\n' + tricks, rules) == []
    assert [each.place for each in faults('[Contract "Pass"]\n' + tricks)] == []
    assert [each.place for each in faults(passed + tricks, PRESETS["american"])] == ["play"]


def test_the_partner_in_grand_misere_takes_up_the_buried_cards():
    rules = PRESETS["lodige"]
    text = (
        '[Declarer "N"]\n[Contract "GRAND"]\n[Undealt "SASKSQ"]\n'
        '[CardsAdded "N:SASKSQ S:{}"]\n[CardsRemoved "N:SAHAHK S:SAHAHK"]\n'
    )

    assert faults(text.format("SAHAHK"), rules) == []
    fault = only_fault(text.format("SAHAHQ"), rules)
    assert (fault.place, fault.legal) == ("kitty", ("AS", "AH", "KH"))
    fault = only_fault(text.format("SAHAHK E:S5"), rules)
    assert (fault.place, fault.rule) == ("kitty", "T47")


def test_a_played_grand_misere_has_no_fault():
    rules, rng = PRESETS["lodige"], Random(1)
    hand = play(Hand.from_deal(rules, deal(rules, rng, "N")), "GRAND", "P", "P", "P")
    record = record_of(play_out(hand, rng))

    assert record.added == {"E": hand.table.kitty, "W": record.removed["E"]}
    assert verify(record, rules) == []


FIVE = (
    '[Players "5"]\n[Deal "1:AKQJT98765... .AKQJT98765.. ..AKQJT98765. ...AKQJT98765 '
    '432.432.43.43"]\n[Undealt "D2C2JH"]\n'
)


def test_a_called_card_against_the_rules_is_reported():
    """A bidder may call neither the joker nor a bower (T83)."""
    rules = PRESETS["australian-five"]
    text = FIVE + '[Declarer "1"]\n[Contract "8S"]\n[CardsRemoved "1:D2C2JH"]\n[Called "{}"]\n'

    assert faults(text.format("HA"), rules) == []
    assert faults(text.format("alone"), rules) == []
    fault = only_fault(text.format("CJ"), rules)
    assert (fault.place, fault.rule) == ("called", "T83")
    assert "call AH" in fault.legal


def test_a_call_with_fixed_partners_is_reported():
    fault = only_fault('[Declarer "N"]\n[Contract "8S"]\n[Called "HA"]\n')

    assert (fault.place, fault.rule) == ("called", "T82")


def test_two_players_can_be_called_in_any_order():
    """A bidder of eight or more calls two players (T82)."""
    rules = PRESETS["uspc-5"].replace(partner_mode="pick_two_players_at_8")
    text = FIVE + '[Declarer "1"]\n[Contract "8S"]\n[Called "{}"]\n'

    assert faults(text.format("5 3"), rules) == []


def test_a_result_of_five_players_is_unknown_without_the_call():
    """The call names a card, a player, or "alone" (S4)."""
    rules = PRESETS["australian-five"]
    lines = [f"S{a} H{a} D{a} C{a} -" for a in "AKQJT98765"]
    head = '[Players "5"]\n[Declarer "1"]\n[Contract "8S"]\n{}[Play "1"]\n'
    five = [line[:-1] + card for line, card in zip(lines, LOW, strict=True)]
    text = head + "\n".join(five)

    assert result_of(only_record(text.format("")), rules) is None
    assert result_of(only_record(text.format('[Called "HA"]\n')), rules).partners == ("2",)
    assert result_of(only_record(text.format('[Called "4 1"]\n')), rules).partners == ("4",)
    alone = result_of(only_record(text.format('[Called "alone"]\n')), rules)
    assert (alone.partners, alone.alone, alone.tricks) == ((), True, 10)


LOW = ("S4", "S3", "S2", "H4", "H3", "H2", "D4", "D3", "C4", "C3")


def test_any_card_may_lie_on_a_table_with_unknown_piles():
    rules = PRESETS["two-handed"]
    text = '[Players "2"]\n[Declarer "N"]\n[Contract "7S"]\n[Play "N"]\nSA S5 S6 HK\nSK S7 S8 ST\n'

    assert faults(text, rules) == []
    found = faults(text.replace("S5 S6 HK", "H5 S6 HK"), rules)
    assert [each.place for each in found] == ["trick 1 S"]


def test_empty_rows_at_the_end_are_no_fault():
    assert faults('[Contract "8H"]\n[Declarer "N"]\n[Play "N"]\nSA S5 S7 S6\n- - - -\n') == []


def test_scores_of_a_contract_that_the_rules_do_not_have_are_not_checked():
    text = GOOD.replace("8H", "6H").replace("[Play", '[HandScores "N:1 1 1 1"]\n[Play')

    assert "bid-not-played" in {each.code for each in faults(text)}


def test_an_unknown_card_from_partner_makes_the_declarers_hand_uncertain():
    text = GOOD.replace('[Declarer "W"]', '[Declarer "W"]\n[Announced "slam"]')

    found = faults(text, PRESETS["grand-slam"].replace(pack=45, deal_pattern="3_3_2_2_3_2"))
    assert "discard" in {each.place for each in found}


def test_a_record_of_a_declarer_alone_has_no_fault():
    """One of five players plays against the other four (S4)."""
    rules, rng = PRESETS["australian-five"], Random(1)
    hand = play(Hand.from_deal(rules, deal(rules, rng, "5")), "8S", "P", "P", "P", "P")
    hand = hand.act(" ".join(["bury", *hand.cards("1")[10:]])).act("alone")
    record = record_of(play_out(hand, rng))

    assert record.called == ("alone",)
    assert verify(record, rules) == []
    assert result_of(record, rules).alone


def test_cards_on_the_tables_are_checked_if_the_hands_are_missing():
    rules, rng = PRESETS["two-handed"], Random(1)
    hand = play_out(play(Hand.from_deal(rules, deal(rules, rng, "N")), "7S", "P"), rng)
    record = record_of(hand)
    assert verify(record, rules) == []

    less = replace(record, hands={}, kitty=(), added={}, removed={})
    assert verify(less, rules) == []
    own = record.tricks[0]
    spoilt = replace(less, tricks=((*own[:2], record.tricks[1][2], own[3]), *record.tricks[1:]))
    assert verify(spoilt, rules) != []


def test_a_declarer_without_the_kitty_plays_only_the_dealt_cards():
    """The joker stays in the kitty, so the declarer cannot play it (T39)."""
    rules = AUSTRALIAN.replace(misere_without_pickup=350)
    text = (
        '[Deal "N:AKQJT98765... .AKQJT98765.. ..AKQJT98765. ...AKQJT98765"]\n[Undealt "H4D4JH"]\n'
        '[Declarer "N"]\n[Contract "NOPICK"]\n[Play "N"]\nSA H5 - C5\n'
    )

    assert faults(text, rules) == []
    assert faults(text.replace("SA H5", "JH H5"), rules)[0].code == "record-not-held"


def test_the_first_hundred_of_very_many_cards_are_reported():
    many = "SA" * 5000
    head = '[Declarer "W"]\n[Contract "8H"]\n'

    found = faults(head + f'[Undealt "{many}"]\n[CardsRemoved "W:{many}"]\n')
    assert len(found) == 1 + 101 + 1 + 101
    more = [(each.place, each.text) for each in found if each.code == "record-more"]
    assert more == [
        ("kitty", "And 4899 more of this kind."),
        ("discard", "And 4899 more of this kind."),
    ]

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.engine import (
    PRESETS,
    Bid,
    HandEntry,
    HandResult,
    RuleError,
    announcements_of,
    hand_entry,
    next_part_question,
    read_entry,
    slip_entry,
    thrown_in_entry,
    write_entry,
)
from tests.engine.strategies import four_handed, results_of

PIECES = ("8", "10", "1", " ", "h", "hearts", "no trump", "north", "n", "mis", "open", "pass", "9")

MIDWAY = PRESETS["midway"]
AUSTRALIAN = PRESETS["australian"]
LODIGE = PRESETS["lodige"].replace(grand_slam="on", declare="on")
ALL_MISERES = LODIGE.replace(misere_without_pickup=350, super_open_misere=430)
PLAYED_AT_NO_TRUMP = PRESETS["american"].replace(all_pass="play_nt_10_per_trick")


def result(bid, declarer, tricks, announced=None):
    return HandResult(bid=Bid.parse(bid), declarer=declarer, tricks=tricks, announced=announced)


def places_of_faults(refused):
    return [fault.place for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("8hn9", result("8H", "N", 9)),
        ("10nw0", result("10NT", "W", 0)),
        ("7ce10", result("7C", "E", 10)),
        ("9ss9", result("9S", "S", 9)),
        ("9nn9", result("9NT", "N", 9)),
        ("9ntn9", result("9NT", "N", 9)),
        ("mn0", result("MIS", "N", 0)),
        ("ome1", result("OPEN", "E", 1)),
        ("bms0", result("BLIND", "S", 0)),
        ("npw2", result("NOPICK", "W", 2)),
        ("smn0", result("SUPER", "N", 0)),
        ("gmn0", result("GRAND", "N", 0)),
        ("patn0", result("PAT", "N", 0)),
        ("hle5", result("HILO", "E", 5)),
        ("7jn8", result("7J5", "N", 8)),
        ("7j5n8", result("7J5", "N", 8)),
        ("8hn10!", result("8H", "N", 10, "slam")),
        ("8hn10+", result("8H", "N", 10, "declare")),
    ],
)
def test_hands_are_read_in_their_keyboard_form(typed, expected):
    assert read_entry(ALL_MISERES, typed) == HandEntry(expected)


@pytest.mark.parametrize(
    "typed",
    [
        "8HN9",
        " 8 h n 9 ",
        "8♥n9",
        "8♥\ufe0f N 9",
        "8♡N９",
        "8\tHn9\n",
        "\ufeff8h\u200bn\u00a09\u2060",
        "８ＨＮ９",
        "8 hearts north 9",
        "8 Hearts by North, 9 tricks",
        "8 hea nor 9",
        "8heartsnorth9",
    ],
)
def test_hands_are_read_in_any_spelling(typed):
    assert read_entry(MIDWAY, typed).result == result("8H", "N", 9)


@pytest.mark.parametrize(
    ("typed", "short"),
    [
        ("pass", "p"),
        ("misn0", "mn0"),
        ("Misère north 0", "mn0"),
        ("nullo n 0", "mn0"),
        ("open misere east 1", "ome1"),
        ("blind mis s 0", "bms0"),
        ("super open misere n 0", "smn0"),
        ("grand misere n 0", "gmn0"),
        ("misere without pick-up w 2", "npw2"),
        ("patastrophe n 0", "patn0"),
        ("Hi/Lo e 5", "hle5"),
        ("8 no trump south 9", "8ns9"),
        ("9notrumpn9", "9nn9"),
        ("8heast9", "8he9"),
        ("7 J5 n 8", "7jn8"),
    ],
)
def test_a_word_in_an_entry_is_read_as_its_short_key(typed, short):
    assert read_entry(ALL_MISERES, typed) == read_entry(ALL_MISERES, short)


@pytest.mark.parametrize("typed", ["8heas9", "8clubsouth9", "8 h north east 9"])
def test_ambiguous_words_are_refused(typed):
    with pytest.raises(RuleError):
        read_entry(MIDWAY, typed)


@pytest.mark.parametrize("typed", ["8hn1 0", "1 0hn9", "8hn9 7ce7", "8hn1\u00a00", "8hn1,0"])
def test_a_blank_between_digits_is_refused(typed):
    with pytest.raises(RuleError, match="There is a blank between") as refused:
        read_entry(MIDWAY, typed)

    assert refused.value.code == "entry-blank"
    assert next_part_question(MIDWAY, typed) == str(refused.value)


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ("1", "Which bid? 7 to 10, as in 8hn9."),
        ("x", "Which bid? 7 to 10, as in 8hn9."),
        ("6", "A bid of six is only a signal at Midway. The lowest bid is 7 Spades."),
        ("8", "8 …: which suit? s, c, d, h, or n for no trump"),
        ("8x", "8 …: which suit? s, c, d, h, or n for no trump"),
        ("10h", "10 Hearts …: who bid? n, e, s or w"),
        ("8nt", "8 No Trump …: who bid? n, e, s or w"),
        ("8hn", "8 Hearts by North …: how many tricks?"),
        ("8hn19", "8 Hearts by North …: 19 tricks? There are ten."),
        ("8hn9x", "8 Hearts by North, 9 tricks …: what is “x”?"),
        ("m", "Nullo is not played at Midway. The lowest bid is 7 Spades."),
        ("", ""),
        ("p", ""),
        (".", ""),
        ("8hn9", ""),
        ("8hn9.", ""),
    ],
)
def test_a_question_asks_for_the_next_part_of_an_unfinished_hand(typed, question):
    assert next_part_question(MIDWAY, typed) == question


def test_questions_offer_only_choices_of_the_rules():
    assert next_part_question(LODIGE, "m") == "Misère …: who bid? n, e, s or w"
    assert next_part_question(LODIGE, "7").endswith("d, h, n for no trump, or j for J5")
    assert next_part_question(PRESETS["american-three"], "8h").endswith("who bid? n, e or s")
    assert next_part_question(PRESETS["australian-six"], "8h").endswith("who bid? n, e, s or w")


def test_the_key_p_means_a_hand_thrown_in():
    assert read_entry(MIDWAY, "P") == thrown_in_entry(MIDWAY) == HandEntry(None)


def test_a_dot_marks_the_last_hand():
    assert read_entry(MIDWAY, "8hn9.") == HandEntry(result("8H", "N", 9), last=True)
    assert read_entry(MIDWAY, ".") == HandEntry(None, last=True)


def test_the_key_p_with_tricks_means_a_hand_without_a_bid():
    entry = read_entry(PLAYED_AT_NO_TRUMP, "p6")

    assert entry.result == HandResult(bid=None, tricks=6)
    assert [flag.code for flag in entry.flags] == ["nobody-bid"]


def test_a_wrong_level_is_refused_with_the_range_of_bids():
    with pytest.raises(RuleError, match="bids go from 7 to 10"):
        read_entry(MIDWAY, "5hn9")
    with pytest.raises(RuleError, match="bids go from 6 to 10"):
        read_entry(PLAYED_AT_NO_TRUMP, "5hn9")


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("11hn9", ["level"]),
        ("5hn9", ["level"]),
        ("8xn9", ["suit"]),
        ("8", [""]),  # too many parts are missing to name each
        ("8h9", ["bidder"]),
        ("8hx9", ["bidder"]),
        ("8hn", ["tricks"]),
        ("8hn11", ["tricks"]),
        ("8hn-1", ["tricks"]),
        ("m0", ["bidder"]),
        ("m", ["bidder", "tricks"]),
        ("8xx9", ["suit", "bidder"]),
        ("11xx12", [""]),
    ],
)
def test_a_wrong_part_is_refused_with_its_choices(typed, wrong):
    with pytest.raises(RuleError) as refused:
        read_entry(MIDWAY, typed)

    assert places_of_faults(refused) == wrong
    assert re.search("8hn9|type s, c, d, h|There are ten", str(refused.value))


@pytest.mark.parametrize("typed", ["", "hello world", "8hn9!!", "p..", "8hn9..", "9" * 5000 + "?"])
def test_an_unreadable_hand_is_refused_with_an_example(typed):
    with pytest.raises(RuleError) as refused:
        read_entry(MIDWAY, typed)

    assert refused.value.code == "entry-unread"
    assert str(refused.value).endswith("Type for example 8hn9: 8 Hearts by North, 9 tricks.")
    assert len(str(refused.value)) < 130


@pytest.mark.parametrize(
    ("rules", "typed", "why"),
    [
        (MIDWAY, "mn0", "Nullo is not played at Midway. The lowest bid is 7 Spades."),
        (MIDWAY, "6hn7", "A bid of six is only a signal at Midway. The lowest bid is 7 Spades."),
        (
            PRESETS["youngstown"],
            "omn0",
            "Open Nullo is not played at Youngstown. The lowest bid is 7 Spades.",
        ),
        (
            PRESETS["iowa"],
            "p",
            "When three pass, the dealer must bid in Iowa: no hand is thrown in.",
        ),
        (
            PLAYED_AT_NO_TRUMP,
            "p",
            (
                "A hand that all pass is played at no trump in the American game. "
                "When North-South took 6 tricks, type p6."
            ),
        ),
        (MIDWAY, "p6", "A hand without a bid is not played at Midway: it is thrown in."),
        (PLAYED_AT_NO_TRUMP, "p11", "11 tricks cannot be: a hand has tricks from 0 to 10."),
        (
            AUSTRALIAN,
            "mn0!",
            "A grand slam can be announced only on a bid of tricks, such as 8 Hearts.",
        ),
    ],
)
def test_a_hand_against_the_rules_is_refused_with_the_reason(rules, typed, why):
    with pytest.raises(RuleError) as refused:
        read_entry(rules, typed)

    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("8hn9", []),
        ("10hn10", ["ten-bid"]),
        ("8hn4", ["set-by-many"]),
        ("8hn5", []),
        ("10hn6", ["ten-bid", "set-by-many"]),
        ("mn0", ["special-bid"]),
        ("8hn10!", ["announced"]),
    ],
)
def test_unusual_hands_get_a_note_to_check_the_entry(typed, codes):
    assert [flag.code for flag in read_entry(LODIGE, typed).flags] == codes


def test_notes_about_unusual_hands_use_the_words_of_the_rules():
    assert read_entry(PRESETS["american"], "mn0").flags[0].text == "Nullo was bid."


@given(data=st.data(), rules=four_handed, last=st.booleans())
def test_an_entry_is_the_same_after_writing_and_reading(data, rules, last):
    entry = hand_entry(rules, data.draw(results_of(rules)), last=last)

    assert read_entry(rules, write_entry(entry)) == entry
    assert read_entry(rules, write_entry(entry)).flags == entry.flags


@pytest.mark.parametrize("typed", ["8hn9", "10nw0.", "ome1", "7jn8", "8hn10!", "8hn10+", "p", "."])
def test_an_entry_typed_in_the_standard_form_is_written_in_the_same_form(typed):
    assert write_entry(read_entry(LODIGE, typed)) == typed


@pytest.mark.parametrize("typed", ["p6", "p10."])
def test_a_hand_without_a_bid_is_written_with_the_key_p(typed):
    assert write_entry(read_entry(PLAYED_AT_NO_TRUMP, typed)) == typed


@given(
    rules=four_handed,
    text=st.text(max_size=12)
    | st.text("68scdhnjeswmp0123459.!+ \u200b\u00a0８ｈ", max_size=8)
    | st.lists(st.sampled_from(PIECES), max_size=6).map("".join),
)
def test_any_text_is_read_as_a_hand_or_refused(rules, text):
    question = next_part_question(rules, text)
    try:
        entry = read_entry(rules, text)
    except RuleError:
        return
    assert read_entry(rules, write_entry(entry)) == entry
    assert question == ""


def test_a_slip_is_read_from_its_circles():
    entry = slip_entry(MIDWAY, bidder="N", level=8, suit="H", tricks=9)

    assert entry == read_entry(MIDWAY, "8hn9")


def test_a_slip_with_a_special_bid_and_no_tricks_is_read():
    entry = slip_entry(AUSTRALIAN, bidder="E", special="MIS", tricks=0, last=True)

    assert entry == read_entry(AUSTRALIAN, "me0.")


def test_a_slip_with_an_announced_slam_is_read():
    entry = slip_entry(LODIGE, bidder="N", level=8, suit="NT", tricks=10, announced="slam")

    assert entry == read_entry(LODIGE, "8nn10!")


def test_a_slip_reports_every_missing_circle():
    with pytest.raises(RuleError) as refused:
        slip_entry(MIDWAY, bidder=None, tricks=None)

    assert places_of_faults(refused) == ["bidder", "level", "suit", "tricks"]


def test_a_slip_with_two_bids_is_refused():
    with pytest.raises(RuleError) as refused:
        slip_entry(AUSTRALIAN, bidder="", special="MIS", level=8, tricks=0)

    assert places_of_faults(refused) == ["bidder", "special"]


def test_a_slip_is_checked_by_the_rules():
    with pytest.raises(RuleError, match="Nullo is not played at Midway"):
        slip_entry(MIDWAY, bidder="N", special="MIS", tricks=0)


def test_rules_that_are_equal_keep_their_own_words():
    nullo, misere = PRESETS["american"], PRESETS["american"].replace(misere_word="Misère")

    assert nullo == misere
    for rules, word in ((nullo, "Nullo"), (misere, "Misère")):
        [flag] = read_entry(rules, "mn0").flags
        assert flag.text == f"{word} was bid."


def test_announcement_choices_follow_the_rules():
    assert announcements_of(PRESETS["midway"]) == {}
    assert announcements_of(PRESETS["grand-slam"]) == {"slam": "slam announced"}
    assert "declare" in announcements_of(PRESETS["declare"])

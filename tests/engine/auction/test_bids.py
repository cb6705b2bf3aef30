from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from party.engine import (
    LEVELS,
    PRESETS,
    SPECIALS,
    TOGGLES,
    Bid,
    HandResult,
    RuleError,
    bid_name,
    biddable,
    outranks,
    rank,
    score,
    value,
)
from tests.engine.strategies import presets

AUSTRALIAN = PRESETS["australian"]
LODIGE = PRESETS["lodige"]
EVERY_BID = [
    *(Bid(level, strain) for level in LEVELS for strain in ("S", "C", "D", "H", "NT", "NO", "J5")),
    *(Bid(0, code) for code in SPECIALS),
]


def outranks_text(rules, bid, other):
    return outranks(rules, Bid.parse(bid), Bid.parse(other))


def ladder(rules):
    return " ".join(str(bid) for bid in biddable(rules))


@pytest.mark.parametrize("bid", EVERY_BID, ids=str)
def test_every_bid_is_the_same_after_writing_and_reading(bid):
    assert Bid.parse(str(bid)) == bid
    assert Bid.parse(str(bid).lower()) == bid
    assert eval(repr(bid)) == bid


@pytest.mark.parametrize("text", ["8♥", "8♡", "8♥\ufe0f", " 8h "])
def test_suit_signs_are_read(text):
    assert Bid.parse(text) == Bid(8, "H")


def test_the_letter_n_is_short_for_no_trump():
    assert Bid.parse("10n") == Bid(10, "NT")


@pytest.mark.parametrize("text", ["", "8", "H8", "5H", "11H", "8X", "0MIS", "6MIS", "P", "8 H"])
def test_a_text_that_is_no_bid_is_refused(text):
    with pytest.raises(RuleError) as refused:
        Bid.parse(text)

    assert refused.value.code == "bid-unknown"


@pytest.mark.parametrize(
    ("level", "strain"), [(5, "H"), (8, "X"), (8, "MIS"), (0, "H"), (1, "MIS")]
)
def test_a_bid_with_impossible_parts_is_refused(level, strain):
    with pytest.raises(RuleError):
        Bid(level, strain)


def test_t71_bids_have_the_avondale_values():
    table = [
        [value(AUSTRALIAN, Bid(level, s)) for s in ("S", "C", "D", "H", "NT")] for level in LEVELS
    ]

    assert table == [
        [40, 60, 80, 100, 120],
        [140, 160, 180, 200, 220],
        [240, 260, 280, 300, 320],
        [340, 360, 380, 400, 420],
        [440, 460, 480, 500, 520],
    ]


def test_a_bid_of_no_is_played_as_no_trump():
    assert Bid.parse("7NO").contract == Bid(7, "NT")
    assert Bid.parse("7H").contract == Bid(7, "H")
    assert rank(PRESETS["youngstown"], Bid(7, "NO")) == rank(PRESETS["youngstown"], Bid(7, "NT"))


@pytest.mark.parametrize(
    ("name", "bids"),
    [
        (
            "midway",
            "7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D 10H 10NT",
        ),
        (
            "iowa",
            "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D 10H 10NT",
        ),
        (
            "west-seventh",
            "7S 7C 7D 7H 7NT 8S MIS 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D 10H GRAND 10NT",
        ),
        (
            "australian",
            (
                "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT MIS 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT "
                "10S 10C 10D OPEN 10H 10NT"
            ),
        ),
        (
            "two2six",
            (
                "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT MIS 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT "
                "10S 10C 10D 10H OPEN 10NT"
            ),
        ),
        (
            "lodige",
            (
                "6S 6C 6D 6H 6NT 6J5 7S 7C 7D 7H 7NT 7J5 MIS 8S 8C 8D 8H 8NT 8J5 9S 9C HILO 9D 9H "
                "9NT 9J5 10S 10C 10D OPEN BLIND 10H GRAND 10NT 10J5 PAT"
            ),
        ),
    ],
)
def test_each_preset_ranks_its_contracts(name, bids):
    assert ladder(PRESETS[name]) == bids


@pytest.mark.parametrize(
    ("place", "below", "above"),
    [
        ("7nt_m_8s", "7NT", "8S"),
        ("8s_m_8c", "8S", "8C"),
        ("7s_m_7c", "7S", "7C"),
        ("9nt_m_10s", "9NT", "10S"),
    ],
)
def test_t32_the_rules_decide_the_rank_of_misere(place, below, above):
    rules = AUSTRALIAN.replace(misere_rank=place)

    assert outranks_text(rules, "MIS", below)
    assert outranks_text(rules, above, "MIS")


@pytest.mark.parametrize(
    ("place", "below", "above"),
    [
        ("10d_o_10h", "10D", "10H"),
        ("9nt_o_10s", "9NT", "10S"),
        ("above_all", "10NT", None),
        ("below_10nt_only", "10H", "10NT"),
        ("10h", "10D", "10NT"),
        ("10nt_first_come", "10H", None),
        ("8s_o_8c", "8S", "8C"),
        ("7nt_o_8s", "7NT", "8S"),
    ],
)
def test_t36_the_rules_decide_the_rank_of_open_misere(place, below, above):
    rules = AUSTRALIAN.replace(open_misere_rank=place)

    assert outranks_text(rules, "OPEN", below)
    assert above is None or outranks_text(rules, above, "OPEN")


@pytest.mark.parametrize("place", TOGGLES["open_misere_rank"].values)
def test_t43_blind_misere_ranks_just_above_open_misere(place):
    contracts = biddable(LODIGE.replace(open_misere_rank=place))

    assert contracts.index(Bid(0, "BLIND")) - contracts.index(Bid(0, "OPEN")) == 1


def test_t44_patastrophe_has_the_highest_rank():
    rules = LODIGE.replace(open_misere_rank="above_all")

    assert ladder(rules).endswith("10J5 OPEN BLIND PAT")


@pytest.mark.parametrize(
    ("rules", "bid", "name"),
    [
        (AUSTRALIAN, "8H", "8 Hearts"),
        (AUSTRALIAN, "10NT", "10 No Trump"),
        (AUSTRALIAN, "MIS", "Misère"),
        (PRESETS["youngstown"], "7NO", "7 No"),
        (PRESETS["west-seventh"], "MIS", "Nullo"),
        (PRESETS["west-seventh"], "GRAND", "Grand Nullo"),
        (LODIGE, "7J5", "7 J5"),
        (LODIGE, "HILO", "Hi/Lo"),
    ],
)
def test_bid_names_use_the_words_of_the_rules(rules, bid, name):
    assert bid_name(rules, Bid.parse(bid)) == name


@pytest.mark.parametrize(
    ("rules", "bid", "why"),
    [
        (PRESETS["midway"], "MIS", "Nullo is not played at Midway. The lowest bid is 7 Spades."),
        (
            PRESETS["youngstown"],
            "OPEN",
            "Open Nullo is not played at Youngstown. The lowest bid is 7 Spades.",
        ),
        (
            PRESETS["west-seventh"],
            "6H",
            "A bid of six is only a signal at West Seventh Street. The lowest bid is 7 Spades.",
        ),
        (PRESETS["iowa"], "7NO", "7 No is not played in Iowa. The lowest bid is 6 Spades."),
        (
            PRESETS["iowa"].replace(min_contract=7),
            "6S",
            "6 Spades is not played in Iowa. The lowest bid is 7 Spades.",
        ),
        (
            AUSTRALIAN,
            "7J5",
            "7 J5 is not played in the Australian game. The lowest bid is 6 Spades.",
        ),
        (
            PRESETS["youngstown"],
            "6NO",
            "A bid of six is only a signal at Youngstown. The lowest bid is 7 Spades.",
        ),
    ],
)
def test_a_bid_that_the_rules_do_not_have_is_refused(rules, bid, why):
    with pytest.raises(RuleError) as refused:
        score(rules, HandResult(bid=Bid.parse(bid), tricks=7))

    assert str(refused.value) == why
    assert refused.value.code == "bid-not-played"


every_rules = st.one_of(
    presets,
    st.builds(
        lambda misere, opened, knights: LODIGE.replace(
            misere_rank=misere,
            open_misere_rank=opened,
            roger_knights_schedule=knights,
            misere_without_pickup=350,
            super_open_misere=430,
        ),
        st.sampled_from(TOGGLES["misere_rank"].values),
        st.sampled_from(TOGGLES["open_misere_rank"].values),
        st.sampled_from(["off", "on"]),
    ),
)


@given(rules=every_rules)
def test_each_bid_outranks_all_lower_bids(rules):
    contracts = biddable(rules)

    assert len(set(contracts)) == len(contracts)
    level = [pair for pair in pairwise(contracts) if rank(rules, pair[0]) == rank(rules, pair[1])]
    first_come = rules.in_force.open_misere_rank in {"10h", "10nt_first_come"}
    assert len(level) == first_come
    for lower, higher in pairwise(contracts):
        assert not outranks(rules, lower, higher)
        assert outranks(rules, higher, lower) or (lower, higher) in level

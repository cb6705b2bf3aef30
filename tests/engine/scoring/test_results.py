import pytest

from party.engine import PRESETS, Bid, HandResult, RuleError, score

HEARTS = Bid(8, "H")


def codes_of_faults(refused):
    return [fault.code for fault in refused.value.faults]


@pytest.mark.parametrize("tricks", [-1, 11, 9.0, "9", None, True])
def test_a_number_of_tricks_must_be_a_whole_number_from_0_to_10(tricks):
    with pytest.raises(RuleError) as refused:
        HandResult(bid=HEARTS, tricks=tricks)

    assert codes_of_faults(refused) == ["tricks"]
    assert "a hand has tricks from 0 to 10" in str(refused.value)


@pytest.mark.parametrize("seat", ["X", "n", "", "NS"])
def test_a_bidder_needs_a_known_seat(seat):
    with pytest.raises(RuleError) as refused:
        HandResult(bid=HEARTS, tricks=9, declarer=seat)

    assert codes_of_faults(refused) == ["seat"]


def test_a_text_is_refused_as_the_bid_of_a_result():
    with pytest.raises(RuleError) as refused:
        HandResult(bid="8H", tricks=9)

    assert codes_of_faults(refused) == ["result-bid"]


@pytest.mark.parametrize(
    ("bid", "announced"), [(HEARTS, "revoke"), (Bid(0, "MIS"), "slam"), (None, "declare")]
)
def test_an_announcement_that_is_unknown_or_does_not_fit_the_bid_is_refused(bid, announced):
    with pytest.raises(RuleError) as refused:
        HandResult(bid=bid, tricks=0, announced=announced)

    assert codes_of_faults(refused) == ["announced"]


def test_a_result_reports_every_fault():
    with pytest.raises(RuleError) as refused:
        HandResult(bid=HEARTS, tricks=12, declarer="X", announced="x")

    assert codes_of_faults(refused) == ["tricks", "seat", "announced"]


@pytest.mark.parametrize(
    ("announced", "why"),
    [
        ("slam", "A grand slam is not played in Iowa."),
        ("declare", "“Declare” is not played in Iowa."),
    ],
)
def test_an_announcement_that_the_rules_do_not_have_is_refused(announced, why):
    with pytest.raises(RuleError) as refused:
        score(PRESETS["iowa"], HandResult(bid=HEARTS, tricks=10, announced=announced))

    assert str(refused.value) == why


def test_a_single_error_names_the_wrong_bid_and_the_wrong_announcement():
    with pytest.raises(RuleError) as refused:
        score(PRESETS["midway"], HandResult(bid=Bid(6, "H"), tricks=10, announced="slam"))

    assert codes_of_faults(refused) == ["bid-not-played", "announced-not-played"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("midway", "A hand without a bid is not played at Midway: it is thrown in."),
        ("iowa", "When three pass, the dealer must bid in Iowa: there is no hand without a bid."),
    ],
)
def test_a_result_without_a_bid_is_refused_if_such_hands_are_not_played(name, why):
    with pytest.raises(RuleError) as refused:
        score(PRESETS[name], HandResult(bid=None, tricks=6))

    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("details", "expected"),
    [
        ({"partners": ("X",)}, ["seat"]),
        ({"partners": ("N",)}, ["partner-twice"]),
        ({"partners": ("E", "E")}, ["partner-twice"]),
        ({"by_player": {"X": 3}}, ["seat"]),
        ({"by_player": {"N": 11}}, ["tricks"]),
        ({"by_player": {"N": 6, "E": 5}}, ["too-many-tricks"]),
        ({"order": ("N",) * 11}, ["too-many-tricks"]),
        ({"order": ("N", "X")}, ["seat"]),
        ({"order": ("N", "E"), "by_player": {"N": 2, "E": 0}}, ["order-disagrees"]),
    ],
)
def test_impossible_details_are_refused(details, expected):
    with pytest.raises(RuleError) as refused:
        HandResult(bid=HEARTS, tricks=9, declarer="N", **details)

    assert codes_of_faults(refused) == expected


def test_tricks_by_seat_follow_from_the_order():
    result = HandResult(
        bid=HEARTS,
        tricks=2,
        declarer="N",
        order=("N", "E", "N"),
        by_player={"N": 2, "E": 1, "S": 0},
    )

    assert result.tricks_by_seat == {"N": 2, "E": 1, "S": 0}
    assert HandResult(bid=HEARTS, tricks=2, order=("N", "E", "N")).tricks_by_seat["N"] == 2
    assert HandResult(bid=HEARTS, tricks=2).tricks_by_seat is None

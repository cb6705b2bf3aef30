import pytest

from party.engine import PRESETS, Bid, HandResult, RuleError, Rules, score

HEARTS = Bid(8, "H")
FOUR = PRESETS["australian"]
THREE = PRESETS["australian-three"]
FIVE = PRESETS["australian-five"]
SIX = PRESETS["australian-six"]
STOP = FOUR.replace(stop_when_misere_fails="stop")


def faults_of_refusal(rules, **result):
    with pytest.raises(RuleError) as error:
        score(rules, HandResult(**{"bid": HEARTS, "tricks": 8, "declarer": "N"} | result))
    return [(each.code, str(each.text)) for each in error.value.faults]


@pytest.mark.parametrize(
    ("rules", "seat", "seats"),
    [(FOUR, "1", "N, E, S and W"), (THREE, "W", "N, E and S"), (FIVE, "6", "1, 2, 3, 4 and 5")],
)
def test_a_bidder_of_another_game_is_refused(rules, seat, seats):
    why = f"There is no seat “{seat}”: the seats are {seats}."

    assert faults_of_refusal(rules, declarer=seat) == [("seat", why)]


def test_every_unknown_seat_in_the_details_of_a_result_is_reported():
    faults = faults_of_refusal(
        THREE, partners=("W",), by_player={"N": 8, "W": 2}, order=("N",) * 8 + ("W",) * 2
    )

    assert [code for code, _ in faults] == ["seat"] * 4


@pytest.mark.parametrize(
    ("rules", "partners", "why"),
    [
        (FOUR, ("E",), "Partners are fixed: North plays with South."),
        (THREE, ("E",), "North plays alone against the others: there are no partners."),
    ],
)
def test_a_wrong_partner_is_refused(rules, partners, why):
    assert faults_of_refusal(rules, partners=partners) == [("wrong-partner", why)]


def test_partners_of_six_players_are_fixed():
    assert faults_of_refusal(SIX, declarer="1", partners=("2", "4")) == [
        ("wrong-partner", "Partners are fixed: Player 1 plays with Player 3 and Player 5.")
    ]
    result = HandResult(bid=HEARTS, tricks=8, declarer="1", partners=("5", "3"))
    assert score(SIX, result).declarers == 300


@pytest.mark.parametrize(
    ("changes", "partners", "alone", "why"),
    [
        ({}, (), False, "Say who the bidder’s partner was, or that the bidder played alone."),
        ({}, ("2", "3"), False, "The bidder has only one partner."),
        ({}, ("2",), True, "The bidder played alone: there is no partner."),
        (
            {"partner_mode": "alone"},
            ("2",),
            False,
            "The bidder played alone: there is no partner.",
        ),
        (
            {"partner_mode": "pick_two_players_at_8"},
            ("2", "3", "4"),
            False,
            "The bidder has only two partners.",
        ),
    ],
)
def test_t82_a_wrong_number_of_partners_of_five_is_refused(changes, partners, alone, why):
    [(_, text)] = faults_of_refusal(
        FIVE.replace(**changes), declarer="1", partners=partners, alone=alone
    )

    assert text == why


def test_t82_two_partners_need_a_bid_of_eight():
    rules = FIVE.replace(partner_mode="pick_two_players_at_8")
    faults = faults_of_refusal(rules, bid=Bid(7, "H"), declarer="1", partners=("2", "3"))

    assert faults == [("too-many-partners", "The bidder has only one partner.")]


@pytest.mark.parametrize("partners", [(), ("3",)])
def test_t82_rotating_pairs_leave_one_player_without_a_partner(partners):
    rules = FIVE.replace(partner_mode="rotating_fixed_pairs", defenders_score="never")
    result = HandResult(bid=HEARTS, tricks=8, declarer="1", partners=partners)

    assert score(rules, result).by_player["1"] == (150 if partners else 300)


def test_tricks_by_player_must_add_up_to_ten():
    why = "The players’ tricks add up to 9, not to ten."

    assert faults_of_refusal(FOUR, by_player={"N": 5, "S": 3, "E": 1}) == [("tricks-total", why)]
    assert faults_of_refusal(FOUR, order=tuple("NNNNNSSSE")) == [("tricks-total", why)]


def test_tricks_by_player_must_agree_with_the_tricks_of_the_side():
    why = "North and South took 7 by the players’ counts, but 8 were entered."

    assert faults_of_refusal(FOUR, by_player={"N": 5, "S": 2, "E": 3}) == [
        ("tricks-disagree", why)
    ]


def test_tricks_of_misere_are_those_of_the_bidder():
    why = "North took 1 by the players’ counts, but 0 were entered."
    faults = faults_of_refusal(FOUR, bid=Bid(0, "MIS"), tricks=0, by_player={"N": 1, "E": 9})

    assert faults == [("tricks-disagree", why)]


def test_tricks_of_grand_misere_are_those_of_both_partners():
    rules = PRESETS["west-seventh"]
    result = HandResult(
        bid=Bid(0, "GRAND"), tricks=3, declarer="N", by_player={"N": 1, "S": 2, "E": 7}
    )

    assert score(rules, result).defenders == 30


def test_tricks_without_a_bid_are_those_of_north_south():
    rules = Rules(all_pass="play_nt_10_per_trick")

    assert faults_of_refusal(
        rules, bid=None, declarer=None, tricks=5, by_player={"N": 3, "S": 3, "W": 4}
    ) == [
        ("tricks-disagree", "North and South took 6 by the players’ counts, but 5 were entered.")
    ]


def test_t50_a_misere_may_stop_at_the_trick_that_fails_it():
    stopped = HandResult(bid=Bid(0, "MIS"), tricks=1, declarer="N", order=tuple("EEWN"))

    assert score(STOP, stopped).declarers == -250
    with pytest.raises(RuleError, match="add up to 4"):
        score(FOUR, stopped)


@pytest.mark.parametrize(
    "result",
    [
        HandResult(bid=Bid(0, "MIS"), tricks=0, declarer="N", order=tuple("EEW")),
        HandResult(bid=HEARTS, tricks=1, declarer="N", order=tuple("EEWN")),
    ],
)
def test_t50_only_a_misere_may_stop_early(result):
    with pytest.raises(RuleError, match="add up to"):
        score(STOP, result)

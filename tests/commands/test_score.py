import pytest

from party.engine import PRESETS, SEATS
from tests.commands.results import run_command


def run(capsys, *arguments):
    return run_command(capsys, "score", *arguments)


@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("youngstown 8C 10", "declarers +360, defenders 0"),
        ("american nullo 0", "declarers +250, defenders 0"),
        ("AUSTRALIAN 8 hearts 9", "declarers +300, defenders +10"),
        ("australian open misère 1", "declarers -500, defenders 0"),
        ("lodige hi/lo 5", "declarers +350, defenders +50"),
        ("lodige 7 J5 7", "declarers +220, defenders +30"),
        ("midway 10 no trump 10", "declarers +520, defenders 0"),
    ],
)
def test_a_bid_is_typed_as_at_the_desk(capsys, words, points):
    assert run(capsys, *words.split()) == (f"{points}\n", "", 0)


def test_a_game_may_be_given_by_its_name(capsys):
    assert run(capsys, "st paul MIDWAY", "7S", "7")[0] == "declarers +140, defenders +30\n"


def test_help_lists_the_special_bids_of_each_game(capsys):
    out, _, _ = run(capsys, "--help")
    text = " ".join(out.split())
    assert "none (midway, youngstown, iowa" in text
    assert "Nullo (american" in text
    assert "Misère, Hi/Lo, Open Misère" in text


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("youngstown 8C 10 --by e", "North-South 0, East-West +360"),
        ("west-seventh MIS 2 --by N", "North-South -250, East-West +20"),
        ("grand-slam 8H 10 --announced slam", "declarers +500, defenders 0"),
        ("australian-three 7C 6 --by N --took E=3 S=1", "North -160, East +30, South +10"),
        (
            "australian-five 7H 8 --by 1 --with 3 --took 2=2",
            "Player 1 +100, Player 2 +20, Player 3 +100, Player 4 0, Player 5 0",
        ),
        (
            "australian-five 7H 8 --by 1 --with 3 --took 2=2 3=3",
            "Player 1 +100, Player 2 +20, Player 3 +100, Player 4 0, Player 5 0",
        ),
        (
            "australian-five 7H 8 --by 1 --alone --took 2=2",
            "Player 1 +200, Player 2 +20, Player 3 0, Player 4 0, Player 5 0",
        ),
        ("uspc-2 8H 8 --by S", "North +20, South +300"),
    ],
)
def test_options_give_the_bidder_and_the_tricks_of_others(capsys, hand, points):
    assert run(capsys, *hand.split()) == (f"{points}\n", "", 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_scores_a_hand(capsys, preset):
    """8 Hearts made with 8 tricks scores 300 everywhere; the other side scores 20 or nothing."""
    seats = SEATS[PRESETS[preset].players]
    alone = ["--alone"] if len(seats) == 5 else []
    took = ["--took", f"{seats[1]}=2"] if len(seats) in {3, 5} else []

    out, err, code = run(capsys, preset, "8H", "8", "--by", seats[0], *alone, *took)

    assert (err, code) == ("", 0)
    others = "0" if PRESETS[preset].defenders_score == "never" else "+20"
    assert [side.split()[-1] for side in out.split(", ")][:2] == ["+300", others]


@pytest.mark.parametrize(
    ("hand", "option"),
    [
        ("american-three 7H 8", "(--by N) Say how many tricks each player took"),
        ("american-three 7H 8 --by N", "own tricks. (--took E=2 ...)"),
        ("uspc-2 7H 8", "Say who won the bid. (--by N)"),
        ("australian-five 7H 10 --by 1", "(--with 2, or --alone)"),
        ("uspc-5 MIS 3 --by N", "There is no seat “N”: the seats are 1, 2, 3, 4 and 5."),
        ("australian 8H 3 --took E=7", "Tricks of others need a bidder. (--by N)"),
        ("australian-five 7H 8 --by 1 --with 3 --took 3=9", "more than the side's 8 tricks."),
        ("american-three 7H 8 --by N --took E=99", "99 tricks cannot be"),
        ("uspc-3 8H 8 --by N --took E2", "“E2” does not say who took how many tricks"),
    ],
)
def test_a_missing_value_is_named_with_its_option(capsys, hand, option):
    out, err, code = run(capsys, *hand.split())

    assert (out, code) == ("", 2)
    assert option in err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ("midway", "MIS", "0"),
            "Nullo is not played at Midway. The lowest bid is 7 Spades.",
        ),
        (("midway", "8H", "-1"), "-1 tricks cannot be: a hand has tricks from 0 to 10."),
        (("midway", "8H", "many"), "“many” is not a number of tricks."),
        (("midway", "8X", "8"), "“8X” is not a bid. Bids look like 8H, 10NT or MIS."),
    ],
)
def test_a_refused_hand_ends_the_command_with_exit_code_2(capsys, arguments, why):
    assert run(capsys, *arguments) == ("", why + "\n", 2)


def test_a_refusal_of_unknown_rules_lists_the_presets(capsys):
    out, err, code = run(capsys, "whist", "8H", "8")

    assert (out, code) == ("", 2)
    assert "“whist”" in err
    assert "midway, youngstown, iowa, west-seventh" in err

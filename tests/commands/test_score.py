import pytest
from django.core.management import call_command


def run(capsys, *arguments):
    """Return what the command printed, its complaint and its exit code."""
    code = 0
    try:
        call_command("score", *arguments)
    except SystemExit as left:
        code = left.code
    printed = capsys.readouterr()
    return printed.out, printed.err, code


def test_it_works(capsys):
    assert run(capsys, "youngstown", "8C", "10") == ("declarers +360, defenders 0\n", "", 0)


def test_a_set_bid_has_its_sign(capsys):
    out, _, _ = run(capsys, "australian", "8C", "7")

    assert out == "declarers -260, defenders +30\n"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ("midway", "MIS", "0"),
            "Nullo is not played at Midway. The lowest bid is 7 Spades.",
        ),
        (
            ("midway", "6H", "7"),
            "A bid of six is only a signal at Midway. The lowest bid is 7 Spades.",
        ),
        (("midway", "8H", "11"), "11 tricks cannot be: a hand has tricks from 0 to 10."),
        (("midway", "8H", "many"), "“many” is not a number of tricks."),
        (("midway", "8X", "8"), "“8X” is not a bid. Bids look like 8H, 10NT or MIS."),
    ],
)
def test_what_the_rules_refuse_exits_with_2(capsys, arguments, why):
    assert run(capsys, *arguments) == ("", why + "\n", 2)


def test_unknown_rules_list_the_presets(capsys):
    out, err, code = run(capsys, "whist", "8H", "8")

    assert (out, code) == ("", 2)
    assert "“whist”" in err
    assert "midway, youngstown, iowa, west-seventh" in err

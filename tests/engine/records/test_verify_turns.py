"""Who led and who won each trick of a record, as far as it goes."""

import pytest

from party.engine import PRESETS, read_ptn, turns_of
from tests.hands import HEAD, PASSED, REVOKE, WHOLE

MIDWAY = PRESETS["midway"]
LEFT_LEADS = MIDWAY.replace(first_lead="left_of_dealer")


def turns(text, rules=MIDWAY):
    return ["".join(turn) for turn in turns_of(read_ptn(text)[0], rules)]


@pytest.mark.parametrize("text", [WHOLE, REVOKE], ids=["whole", "with a revoke"])
def test_turns_of_a_whole_hand(text):
    assert turns(text) == ["NN", "NW", "WN", "NN", "NS", "SN", "NN", "NN", "NS", "SN"]


def test_turns_of_a_hand_that_ends_in_the_middle():
    begun = WHOLE.partition("SK S8")[0]
    assert turns(begun) == ["NN", "NW"]
    assert turns(begun + "- - - SJ\n") == ["NN", "NW"]


def test_turns_when_the_player_left_of_the_dealer_leads():
    assert turns(WHOLE, LEFT_LEADS)[0] == "NN"
    other = WHOLE.replace('[Dealer "W"]', '[Dealer "N"]').replace('[Auction "N"]', '[Auction "E"]')
    assert turns(other, LEFT_LEADS)[0] == "EN"


@pytest.mark.parametrize(
    "text",
    [
        HEAD,
        PASSED,
        WHOLE.replace('[Play "N"]', '[Play "5"]'),
        WHOLE.replace('[Contract "8H"]\n', "").replace('[Auction "N"]\n8H Pass Pass Pass\n', ""),
    ],
    ids=["no tricks", "no hand", "seats of another game", "no bid"],
)
def test_no_turns_where_nothing_tells(text):
    assert turns(text) == []

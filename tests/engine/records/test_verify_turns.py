import pytest

from party.engine import PRESETS, read_ptn, turns_of
from tests.hands import HEAD, PASSED, REVOKE, WHOLE

MIDWAY = PRESETS["midway"]
LEFT_LEADS = MIDWAY.replace(first_lead="left_of_dealer")


def turns_in(text, rules=MIDWAY):
    return ["".join(turn) for turn in turns_of(read_ptn(text)[0], rules)]


@pytest.mark.parametrize("text", [WHOLE, REVOKE], ids=["whole", "with a revoke"])
def test_turns_name_leader_and_winner_of_every_trick(text):
    assert turns_in(text) == ["NN", "NW", "WN", "NN", "NS", "SN", "NN", "NN", "NS", "SN"]


def test_turns_end_with_the_last_complete_trick():
    begun = WHOLE.partition("SK S8")[0]
    assert turns_in(begun) == ["NN", "NW"]
    assert turns_in(begun + "- - - SJ\n") == ["NN", "NW"]


def test_turns_begin_left_of_the_dealer_if_the_rules_say_so():
    assert turns_in(WHOLE, LEFT_LEADS)[0] == "NN"
    other = WHOLE.replace('[Dealer "W"]', '[Dealer "N"]').replace('[Auction "N"]', '[Auction "E"]')
    assert turns_in(other, LEFT_LEADS)[0] == "EN"


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
def test_a_record_without_tricks_or_bid_has_no_turns(text):
    assert turns_in(text) == []

import pytest

from party.engine import (
    PRESETS,
    Auction,
    Bid,
    Card,
    Hand,
    HandResult,
    RuleError,
    Rules,
    Suit,
    deal,
    first_leader,
    legal_cards,
    nameable_suits,
    read_entry,
    score,
    trick_winner,
    write_entry,
)
from party.engine.seats import seats_of
from tests.engine.hands import Lcg, lay_out

AUSTRALIAN, TWO = PRESETS["australian"], PRESETS["two-handed"]
FREE = AUSTRALIAN.replace(joker_lead="any_suit_not_shown_void")
NO_TRUMP = Bid(7, "NT")
HAND = ("AH", "KH", "9C")
LONG = "9" * 6000


def error_of(function, *args, **options):
    with pytest.raises(RuleError) as error:
        function(*args, **options)
    return error.value


@pytest.mark.parametrize("suit", ["h", "H", "♥", " h ", Suit.HEARTS])
def test_suits_are_read_in_any_case(suit):
    hearts = {Card("AH"), Card("KH")}

    assert legal_cards(AUSTRALIAN, NO_TRUMP, HAND, ["Jo"], named=suit) == hearts
    assert legal_cards(AUSTRALIAN, NO_TRUMP, HAND, [f"Jo/{suit}"]) == hearts
    assert legal_cards(AUSTRALIAN, NO_TRUMP, ["Jo", "9C"], ["QH"], nominated=suit) == {"Jo"}


@pytest.mark.parametrize("suit", ["X", "hearts", "HH", LONG])
def test_other_texts_are_refused_as_a_suit(suit):
    found = [
        error_of(legal_cards, AUSTRALIAN, NO_TRUMP, HAND, ["Jo"], named=suit),
        error_of(legal_cards, AUSTRALIAN, NO_TRUMP, HAND, nominated=suit),
        error_of(legal_cards, AUSTRALIAN, NO_TRUMP, HAND, [f"Jo/{suit}"]),
        error_of(trick_winner, AUSTRALIAN, NO_TRUMP, [f"Jo/{suit}", "AH"]),
        error_of(legal_cards, AUSTRALIAN, NO_TRUMP, HAND, history=[("N", [f"Jo/{suit}", "AH"])]),
    ]

    assert {each.code for each in found} == {"suit-unknown"}
    assert all(len(str(each)) < 90 for each in found)


def test_a_trick_without_cards_is_refused():
    assert error_of(trick_winner, AUSTRALIAN, "7H", []).code == "no-cards"
    for empty in ([], ["-", "-"]):
        error = error_of(legal_cards, AUSTRALIAN, "7H", HAND, history=[("N", empty)], seat="N")
        assert error.code == "no-cards"


def test_tricks_and_histories_can_be_iterators():
    trick = ["9H", "AH", "JH", "5S"]
    history = [("N", ["9S", "4D", "5S", "6S"])]

    assert trick_winner(AUSTRALIAN, "7H", iter(trick)) == 2
    assert legal_cards(AUSTRALIAN, "7H", iter(HAND), iter(trick[:1])) == {"AH", "KH"}
    one_by_one = ((leader, iter(cards)) for leader, cards in history)
    assert nameable_suits(FREE, "7NT", iter(["Jo", "4C"]), one_by_one, "E") == set("CDH")


@pytest.mark.parametrize("seat", ["X", "n", "NE", "", "1", LONG])
def test_an_unknown_seat_is_refused(seat):
    """A small letter is a table only in games with table piles (S6)."""
    history = [("N", ["9S", "4D", "5S", "6S"])]
    found = [
        error_of(legal_cards, FREE, "7NT", HAND, history=history, seat=seat),
        error_of(nameable_suits, FREE, "7NT", ["Jo"], history, seat),
        error_of(nameable_suits, FREE, "7NT", ["Jo"], [(seat, ["9S"])]),
        error_of(first_leader, FREE, seat, None, "NESW"),
        error_of(Auction, FREE, seat),
        error_of(Hand.start, FREE, seat, {}, ()),
        error_of(Hand.start, FREE, "N", {seat: "AH"}, ()),
    ]

    assert {each.faults[0].code for each in found} == {"seat"}
    assert all(len(each.faults[0].text) < 100 for each in found)


def test_small_letters_are_the_table_piles_of_two_players():
    history = [("N", ["9S", "8S", "4D", "6S"])]
    free = TWO.replace(joker_lead="any_suit_not_shown_void", joker_nt_nomination="never")

    assert nameable_suits(free, "7NT", ["Jo", "4C"], history, "n") == set("CDH")
    assert nameable_suits(free, "7NT", ["Jo", "4C"], history, "s") == set("SCDH")
    dead = free.replace(two_hand_form="dead_third_hand", pack=33)
    assert error_of(nameable_suits, dead, "7NT", ["Jo"], history, "n").code == "seat"


def test_a_bid_is_accepted_as_a_call():
    hand = lay_out(AUSTRALIAN)

    assert Auction(AUSTRALIAN).call(Bid(7, "H")).contract == Bid(7, "H")
    assert hand.act(Bid(7, "H")) == hand.act("7H")
    assert error_of(hand.act, None).code == "call-unknown"


def test_the_value_none_stands_for_no_cards():
    dealt = deal(AUSTRALIAN, Lcg(1), "N")
    no_cards = {"piles": None, "dead": None}
    rules = AUSTRALIAN.replace(players=6, pack=60, jokers=0, joker_nt_nomination="never")
    six = deal(rules, Lcg(1), "1")

    assert Hand.start(AUSTRALIAN, "N", dealt.hands, dealt.kitty, **no_cards) == Hand.from_deal(
        AUSTRALIAN, dealt
    )
    assert Hand.start(rules, "1", six.hands, None).table.kitty == ()
    codes = {each.code for each in error_of(Hand.start, AUSTRALIAN, "N", None, None).faults}
    assert codes == {"card-count"}
    hands = dict.fromkeys(seats_of(TWO))
    error = error_of(Hand.start, TWO, "N", hands, (), dict.fromkeys("NS"))
    assert {"piles", "card-count"} == {each.code for each in error.faults}


@pytest.mark.parametrize(
    ("part", "value", "code"),
    [
        ("by_player", (8, 1, 1), "result-tricks"),
        ("by_player", {"N": "8"}, "tricks"),
        ("by_player", {"X": 8}, "seat"),
        ("announced", ["slam"], "announced"),
        ("declarer", ["N"], "seat"),
        ("declarer", 5, "seat"),
        ("partners", 5, "result-seats"),
        ("partners", [["S"]], "seat"),
        ("order", [["S"]], "seat"),
        ("order", {"S"}, "result-seats"),
        pytest.param("tricks", 10**5000, "tricks", id="very many tricks"),
        ("tricks", None, "tricks"),
    ],
)
def test_parts_of_a_result_with_a_wrong_type_are_refused(part, value, code):
    whole = {"bid": Bid(7, "H"), "declarer": "N", "tricks": 8}

    assert error_of(HandResult, **whole | {part: value}).code == code


def test_seats_of_a_result_can_be_a_list():
    result = HandResult(bid=Bid(7, "H"), declarer="N", tricks=8, partners=["S"], order=None)

    assert (result.partners, result.order) == (("S",), ())
    assert hash(result) == hash(HandResult(**vars(result) | {"partners": "S"}))


CAPPED = AUSTRALIAN.replace(defenders_cap="capped_at_490")
SEVEN = HandResult(bid=Bid(7, "H"), declarer="N", tricks=7)


@pytest.mark.parametrize(
    ("before", "tens"),
    [
        (None, 30),
        ((), 30),
        ((490, 0), 30),
        ((0, 480), 10),
        ([0, 480], 10),
        ({"NS": 480}, 30),
        ({"NS": 0, "EW": 490}, 0),
        ({"NS": 490, "EW": 470}, 20),
    ],
)
def test_t65_the_cap_applies_to_the_total_of_the_defenders(before, tens):
    assert score(CAPPED, SEVEN, before).defenders == tens


def test_t65_totals_by_side_need_a_known_bidder():
    east = HandResult(bid=Bid(7, "H"), declarer="E", tricks=7)

    assert score(CAPPED, east, {"NS": 480, "EW": 0}).defenders == 10
    nobody = HandResult(bid=Bid(7, "H"), tricks=7)
    assert score(CAPPED, nobody, (0, 480)).defenders == 10
    assert error_of(score, CAPPED, nobody, {"EW": 480}).code == "no-bidder"


def test_t65_a_list_of_totals_is_in_the_order_of_the_seats():
    three = PRESETS["australian-three"].replace(defenders_cap="capped_at_490")
    result = HandResult(
        bid=Bid(7, "H"), declarer="N", tricks=7, by_player={"N": 7, "E": 2, "S": 1}
    )

    expected = {"N": 200, "E": 10, "S": 10}
    assert score(three, result, (0, 480, 100)).by_player == expected
    assert score(three, result, {"E": 480}).by_player == expected


@pytest.mark.parametrize(
    "before",
    [(0, 480, 0), "NS", 5, {"N": 0}, {"NS": "0"}, (0, None), iter((0, 1))],
)
def test_t65_totals_of_other_types_or_sides_are_refused(before):
    error = error_of(score, CAPPED, SEVEN, before)

    assert (error.code, error.faults[0].rule) == ("totals", "T65")
    assert "NS, EW" in str(error)


def test_t65_two_totals_are_refused_for_three_players():
    three = PRESETS["australian-three"]
    result = HandResult(
        bid=Bid(7, "H"), declarer="N", tricks=7, by_player={"N": 7, "E": 2, "S": 1}
    )

    assert error_of(score, three, result, (0, 480)).code == "totals"


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (Bid.parse, LONG),
        (Card.parse, LONG),
        (Suit.parse, LONG),
        (Auction(Rules()).call, LONG),
        (lambda text: read_entry(Rules(), text), LONG),
        (lambda text: read_entry(Rules(), text), f"8hn{LONG}"),
        (lambda text: read_entry(Rules(), text), f"{LONG}hn9"),
    ],
)
def test_long_texts_are_shortened_in_faults(read, text):
    error = error_of(read, text)

    assert len(str(error)) < 200
    assert all(len(str(value)) < 30 for each in error.faults for value in each.params.values())


def test_a_hand_thrown_in_can_be_the_last_hand_of_a_table():
    entry = read_entry(AUSTRALIAN, "P .")

    assert (entry.result, entry.last, write_entry(entry)) == (None, True, ".")
    assert error_of(read_entry, PRESETS["iowa"], "p.").code == "no-thrown-in"

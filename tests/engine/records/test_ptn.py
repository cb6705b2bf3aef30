from time import process_time

import pytest

from party.engine import Card, Record, Suit, decode_text, read_ptn, write_ptn
from tests.sampling import one_in

SERVER = """[Event "Thursday club: 45 cards, five in the middle"]
[GameOptionsJson "{\\"deckSize\\":45}"]
[Dealer "S"]
[Deal "S:KJ74.9.64.J97 T.AQ8.KQ5.84.H A6.J4.J97.QT5 8.K765.AT.AK6"]
[Undealt "S5HTD8S9SQ"]
[Declarer "W"]
[Contract "7NT"]
[Auction "W"]
7NT Pass Pass Pass
[CardsAdded "W:S5HTD8S9SQ"]
[CardsRemoved "W:S5D8S9C8C4"]
[Play "W"]
HA H4 H5 H9
JH HJ H6 D6
"""


def only_record(text):
    (record,) = read_ptn(text)
    return record


def cards(text):
    return tuple(map(Card, text.split()))


def test_a_record_is_read():
    record = only_record(SERVER)

    assert record.players == 4
    assert record.dealer == "S"
    assert list(record.hands) == ["S", "W", "N", "E"]
    assert record.hands["W"] == cards("10S AH QH 8H KD QD 5D 8C 4C Jo")
    assert record.kitty == cards("5S 10H 8D 9S QS")
    assert (record.declarer, record.contract) == ("W", "7NT")
    assert (record.caller, record.calls) == ("W", ("7NT", "P", "P", "P"))
    assert record.added == {"W": record.kitty}
    assert record.removed == {"W": cards("5S 8D 9S 8C 4C")}
    assert record.column == "W"
    assert record.tricks == (cards("AH 4H 5H 9H"), cards("Jo JH 6H 6D"))
    assert record.tags[1] == ("GameOptionsJson", '{"deckSize":45}')
    assert record.faults == ()
    assert record.seats == "NESW"


def test_a_record_is_the_same_after_writing_and_reading():
    record = only_record(SERVER)

    assert write_ptn(record) == SERVER
    assert only_record(write_ptn(record)) == record


def test_every_field_of_a_record_is_the_same_after_writing_and_reading():
    record = Record(
        players=2,
        tags=(("Event", 'A "club" \\ night'), ("Own", "")),
        dealer="S",
        hands={"N": cards("AS KS 10H 13D JC Jo Jo2"), "S": ()},
        piles={"N": ((Card("4H"), Card("AC")), (Card("11S"), Card("12S")))},
        dead=cards("2S 3S"),
        kitty=cards("12H"),
        declarer="N",
        contract="MIS",
        caller="N",
        calls=("7S", "P", "MIS", "P"),
        added={"N": cards("12H"), "S": cards("2H")},
        removed={"N": cards("2H")},
        announced="slam",
        given=cards("QH"),
        called=("AH", "3", "alone"),
        joker_suit=Suit.HEARTS,
        column="N",
        tricks=((Card("Jo"), None, Card("10S"), Card("13D")),),
        joker_leads={1: Suit.SPADES},
        scores={"N": -250, "S": 30},
    )

    assert only_record(write_ptn(record)) == record


def test_several_records_are_read_from_one_text():
    first, second = SERVER, SERVER.replace('[Dealer "S"]', '[Dealer "N"]')

    assert [r.dealer for r in read_ptn(first + "\n" + second)] == ["S", "N"]
    assert [r.dealer for r in read_ptn(first + second)] == ["S", "N"]


def test_a_repeated_tag_begins_a_record():
    text = '[Dealer "N"]\n[Auction "E"]\nPass\n[Dealer "E"]\n\n[Dealer "S"]\n'

    assert [r.dealer for r in read_ptn(text)] == ["N", "E", "S"]


def test_a_tag_given_twice_keeps_its_first_value_and_is_reported():
    record = only_record('[Dealer "N"]\n[Dealer "E"]\n')

    assert record.dealer == "N"
    assert record.faults[0].place == "line 2"


def test_empty_lines_and_remarks_are_skipped():
    text = "\n".join(f"{line}\n  \n% so it was" for line in SERVER.splitlines())

    assert read_ptn(text) == [only_record(SERVER)]


@pytest.mark.parametrize("text", ["", "\n\n", "% nothing\n", "\ufeff"])
def test_a_text_without_lines_has_no_record(text):
    assert read_ptn(text) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('[Dealer "Q"]', "“Q” is not a seat: the seats are N, E, S, W or numbers."),
        ('[Dealer "NE"]', "“NE” is not a seat: the seats are N, E, S, W or numbers."),
        ('[Players "9"]', "“9” is not a number of players from 2 to 6."),
        ('[Deal "N:A.K.Q"]', "The deal needs a seat and the hands clockwise from there"),
        ('[Deal "A.K.Q.J"]', "The deal needs a seat and the hands clockwise from there"),
        ('[Deal "N:A.K.Q - - -"]', "“A.K.Q” is not a hand"),
        ('[Deal "N:A.K.Q.J.H.L - - -"]', "“A.K.Q.J.H.L” is not a hand"),
        ('[Deal "N:A.1.Q.J - - -"]', "“1” is not the cards of a suit"),
        (f'[Deal "N:{"A" * 50}.1.Q.J - - -"]', "is not the cards of a suit"),
        ('[Deal "N:A.K.Q.J.Q - - -"]', "“Q” is not the cards of a suit"),
        ('[Undealt "S5X"]', "“X” is not a card. Cards look like HT, SJ or JH."),
        ('[CardsAdded "S5"]', "The cards need their seat first, such as S:S5CJ."),
        ('[Called "AX"]', "“AX” is not a card."),
        ('[Announced "loudly"]', "Only “slam” or “declare” can be announced."),
        ('[JokerSuit "X"]', "“X” is not a suit: S, C, D or H."),
        ('[JokerLeads "H"]', "A joker's lead needs its trick and the suit named, such as 3:H."),
        ('[JokerLeads "11:H"]', "A joker's lead needs its trick and the suit named, such as 3:H."),
        ('[HandScores "N:a b c d"]', "The scores need a seat and the points clockwise"),
        ('[HandScores "N:1"]', "The scores need a seat and the points clockwise"),
        ("[Dealer N]", "This line is neither a tag, nor calls, nor a trick."),
        ("so it was", "This line is neither a tag, nor calls, nor a trick."),
    ],
)
def test_unreadable_text_is_reported_with_its_line(line, why):
    record = only_record(f'[Event "Club"]\n{line}\n')

    (fault,) = record.faults
    assert fault.place == "line 2"
    assert why in fault.text
    assert fault.params["line"] == 2


def test_an_unreadable_card_leaves_an_empty_place_in_the_trick():
    record = only_record('[Play "W"]\nHA HX H5 -\n[What')

    assert record.tricks == ((Card("AH"), None, Card("5H"), None),)
    assert [each.place for each in record.faults] == ["line 2", "line 3"]


def test_an_unknown_call_stays_as_written():
    assert only_record('[Auction "W"]\n9X 7♠ pass - nullo\n').calls == ("9X", "7S", "P", "MIS")


def test_other_spellings_of_cards_are_read():
    text = '[ Deal  "N:a10.♥K..  - - -" ] \n[Undealt "h10, sa JH"]\n[Play "N"]\nh10 ♥T H10 ht\n'
    record = only_record(text.replace("♥K", "K").replace("..  -", "..9 -"))

    assert record.hands["N"] == cards("AS 10S KH 9C")
    assert record.kitty == cards("10H AS Jo")
    assert record.tricks == (cards("10H 10H 10H 10H"),)


def test_cards_of_one_seat_can_be_separated_by_spaces():
    assert only_record('[CardsAdded "S:S5 CJ N:H4"]').added == {
        "S": cards("5S JC"),
        "N": cards("4H"),
    }


def test_a_dash_means_that_no_suit_was_nominated():
    assert only_record('[JokerSuit "-"]').joker_suit == "-"


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ('[Players "2"]', 2),
        ('[Dealer "N"]', 4),
        ('[Deal "N:AS.K.Q.J - -"]', 4),
        ('[Deal "N:A.K.Q.J - -"]', 3),
        ('[Dealer "3"]', 5),
        ('[Dealer "6"]', 6),
        ('[Play "N"]\nHA HK HQ\n', 3),
        ('[Play "1"]\nHA HK HQ HJ HT H9\n', 6),
    ],
)
def test_the_number_of_players_follows_from_the_seats(text, players):
    assert only_record(text).players == players


def test_a_reader_reports_at_most_a_hundred_faults():
    found = only_record("what\n" * 1000).faults

    assert len(found) == 101
    assert (found[-1].text, found[-1].place) == ("And 900 more lines like these.", "line 101")
    assert len(only_record("what\n" * 100).faults) == 100


@pytest.mark.parametrize("tag", ["CardsAdded", "CardsRemoved", "Piles"])
@pytest.mark.parametrize("words", one_in(4, ["N:S5 ", "N:S5", "N:S5 S6 ", "S5 "]))
def test_long_tags_are_read_in_linear_time(tag, words):
    """The text has a megabyte: a quadratic algorithm would need minutes."""
    text = words * (1_000_000 // len(words))

    began = process_time()
    read_ptn(f'[{tag} "{text}"]\n')
    assert process_time() - began < 5


def test_every_type_of_bytes_is_read():
    assert read_ptn(bytearray(SERVER, "utf-8")) == [only_record(SERVER)]
    assert read_ptn(memoryview(SERVER.encode())) == [only_record(SERVER)]


@pytest.mark.parametrize(
    "data",
    [
        SERVER.encode(),
        b"\xef\xbb\xbf" + SERVER.encode(),
        SERVER.encode("utf-16"),
        SERVER.encode("utf-16-le"),
        SERVER.encode("utf-16-be"),
        SERVER.replace("\n", "\r\n").encode(),
        SERVER.replace("\n", "\r").encode(),
    ],
)
def test_files_in_every_encoding_are_read(data):
    assert read_ptn(data) == [only_record(SERVER)]


def test_a_file_in_windows_1252_is_read():
    assert decode_text('[Event "Café – Misère"]'.encode("cp1252")) == '[Event "Café – Misère"]'


def test_a_tag_is_not_read_if_calls_stand_before_the_tag_in_its_line():
    text = SERVER.replace("Pass\n[CardsAdded", "Pass [CardsAdded")
    assert text != SERVER
    assert only_record(text).added == {}


@pytest.mark.parametrize("line", ["  ", "\t", " % as heard at the table", "\x0b"])
def test_spaces_before_a_line_are_skipped(line):
    for above in ('[Dealer "S"]\n', "HA H4 H5 H9\n", "7NT Pass Pass Pass\n"):
        text = SERVER.replace(above, f"{above}{line}\n").replace("\nJH", "\n \tJH")
        assert only_record(text).faults == ()


def test_spaces_before_a_tag_are_skipped():
    record = only_record(SERVER.replace("[Dealer", ' \t[Round "2"]\n[Dealer'))
    assert (record.tags[2], record.faults) == (("Round", "2"), ())

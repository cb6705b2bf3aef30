import pytest

from party.values.people.person import Person
from party.values.standings.standings import (
    PartyStandings,
    RoundKind,
    RoundPoints,
    StandingLine,
    Tie,
)
from party.values.standings.tally import BoxFace, TallyBook, box_html

PLAYED = RoundKind.PLAYED
ALMA, BERT = Person(1, 1, "Alma"), Person(2, 2, "Bert")
HOUSE = Person(3, 3, "Joker", ranked=False)
MISSED = RoundPoints(3, RoundKind.MISSED, 0)
FIRST = RoundPoints(1, PLAYED, 10)
AT_TABLE_4 = {"round": 3, "kind": PLAYED, "points": 220, "table": 4, "seat": "N"}


def book(rounds, partner=BERT, *, partner_seat="S", **options):
    """Return the cards of Alma and her partner, who sat opposite her in her last round."""
    opposite = rounds[-1]._replace(seat=partner_seat)
    lines = tuple(
        StandingLine(rank, who, sum(each.points for each in played), tuple(played))
        for rank, who, played in ((1, ALMA, rounds), (2, partner, [opposite]))
    )
    return TallyBook(standings=PartyStandings(3, lines, is_provisional=False), **options)


def last_box(*rounds, **options):
    cards = book(rounds, **options)
    return cards.boxes(cards.standings.lines[0])[-1]


def seated(points, **fields):
    return RoundPoints(3, fields.pop("kind", PLAYED), points, 2, "N", **fields)


@pytest.mark.parametrize(
    ("rounds", "text", "looks", "sentence"),
    [
        ([seated(490, is_won=True)], "490", "won", "table 2, ahead, 490, with Bert"),
        ([seated(410)], "410", "", "table 2, behind, 410, with Bert"),
        ([seated(-1800)], "−1,800", "", "table 2, behind, minus 1,800, with Bert"),
        ([seated(0)], "0", "", "table 2, behind, 0, with Bert"),
        (
            [seated(220, tie=Tie.WON)],
            "= 220",
            "cut",
            "table 2, a tie, won the cut, 220, with Bert",
        ),
        ([seated(220, tie=Tie.LOST)], "= 220", "", "table 2, a tie, lost the cut, 220, with Bert"),
        ([seated(220, tie=Tie.EVEN)], "= 220", "", "table 2, a tie, 220, with Bert"),
        ([RoundPoints(3, RoundKind.SAT_OUT, 376)], "376", "sat", "sat out, credit 376"),
        (
            [seated(376, kind=RoundKind.NOT_PLAYED)],
            "376",
            "sat",
            "table 2, not played, credit 376, with Bert",
        ),
        ([MISSED], "–", "off", "not there"),
        ([MISSED._replace(points=90)], "90", "off", "not there, credit 90"),
        (
            [seated(0, kind=RoundKind.FOLLOWS, is_won=True)],
            "?",
            "won miss",
            "table 2, ahead, slip still out, with Bert",
        ),
        (
            [seated(120, kind=RoundKind.FOLLOWS)],
            "?",
            "miss",
            "table 2, behind, 120 so far, slip still out, with Bert",
        ),
        ([RoundPoints(3, RoundKind.NO_CARD, 0)], "?", "miss", "card not in yet"),
        ([RoundPoints(3, RoundKind.ON_CARD, 0)], "–", "", "on the card"),
        ([RoundPoints(3, RoundKind.ON_CARD, 820)], "820", "", "on the card, 820"),
    ],
)
def test_a_box_shows_signs_and_has_a_sentence_for_screen_readers(rounds, text, looks, sentence):
    box = last_box(*rounds)
    assert (box.text, " ".join(box.looks)) == (text, looks)
    assert box.sentence == f"Round 3: {sentence}"


def test_a_box_says_whether_somebody_came_late_or_left():
    late_arrival = [MISSED._replace(round=1), FIRST._replace(round=2), MISSED]
    cards = book(late_arrival)
    first, _, last = cards.boxes(cards.standings.lines[0])
    assert (first.why, last.why) == ("came for round 2", "left after round 2")
    absent_once = [FIRST, MISSED._replace(round=2), FIRST._replace(round=3)]
    cards = book(absent_once)
    assert cards.boxes(cards.standings.lines[0])[1].sentence == "Round 2: not there"


def test_a_house_player_is_not_named():
    box = last_box(seated(310, is_won=True), partner=HOUSE)
    assert box.sentence == "Round 3: table 2, ahead, 310, with a house player"
    assert box.looks == ("won", "house")
    assert box.partner_text == "a house player"


def test_a_correction_is_marked_if_it_changed_the_points():
    corrected = last_box(seated(470, is_won=True), before={(3, 2, "NS"): 370})
    assert corrected.sentence.endswith("with Bert, corrected from 370")
    assert corrected.looks == ("won", "fix")
    assert last_box(seated(470), before={(3, 2, "NS"): 470}).looks == ()
    assert last_box(seated(470), before={(3, 2, "EW"): 370}).looks == ()


def test_a_card_has_all_planned_rounds_and_the_total_after_each():
    rounds = [FIRST, RoundPoints(2, RoundKind.MISSED, 0), seated(0, kind=RoundKind.FOLLOWS)]
    card = book(rounds, planned=4).card_of(ALMA.id)
    assert [(box.text, after) for box, after in card.rows] == [
        ("10", "10"),
        ("–", ""),
        ("?", ""),
        ("", ""),
    ]
    assert [box.partner_text for box in card.boxes][1:] == ["not there", "Bert", ""]
    assert card.place == "1st of 2, after round 3"
    assert book(rounds).card_of(4) is None


def test_a_box_names_partners_by_the_names_that_others_may_see():
    short = Person(2, 2, "B.")
    box = last_box(seated(10), names={2: short})
    assert box.partner == "B."


def test_after_the_finish_a_box_says_that_the_slip_never_came():
    box = last_box(seated(0, kind=RoundKind.FOLLOWS), is_finished=True)
    assert box.slip == "slip never came"
    assert book([FIRST], is_finished=True).card_of(ALMA.id).place == "1st of 2"


def test_names_are_escaped_in_a_box():
    assert "with &lt;b&gt; &amp; &quot;C&quot;" in box_html(BoxFace("10"), 'with <b> & "C"')


def test_a_card_names_each_partner_of_the_evening_once():
    twice = [FIRST._replace(table=4, seat="N"), RoundPoints(**AT_TABLE_4 | {"round": 2})]
    alma = StandingLine(1, ALMA, 230, tuple(twice))
    bert = StandingLine(2, BERT, 230, tuple(each._replace(seat="S") for each in twice))
    standings_now = PartyStandings(2, (alma, bert), is_provisional=False)
    assert TallyBook(standings=standings_now).card(alma).partners_text == "Bert (2 rounds)"
    with_house = book([RoundPoints(**AT_TABLE_4)], HOUSE)
    assert with_house.card(with_house.standings.lines[0]).partners_text == "a house player"

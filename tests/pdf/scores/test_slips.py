import pytest

from party.pdf.kit.pages import halves, quarters
from party.pdf.scores.slips import Slip, SlipSheet, _plan, plan_slip, round_slips
from party.values.rules.bids import SlipRules
from tests.pdf.cast import HEADING, LETTER, LONG, PAPERS
from tests.pdf.reading import boxes, overlaps, page_count, pages, places, smallest_size

MIDWAY = SlipRules(levels=("7", "8", "9", "10"))
IOWA = SlipRules(levels=("6", "7", "8", "9", "10"), hands=5, more=True, thrown_in=False)
WEST_SEVENTH = SlipRules(levels=("7", "8", "9", "10"), specials=("Nullo", "Grand nullo"))


def slip(table, **changes):
    return Slip(
        **{
            "table": str(table),
            "round": "Round 3",
            "ns": ("Alma", "Bert"),
            "ew": ("Carol", "Dev"),
            **changes,
        }
    )


def slips(rules, tables=4, **changes):
    made = tuple(slip(table, **changes) for table in range(1, tables + 1))
    return SlipSheet(heading=HEADING, rules=rules, slips=made)


def tokens(rules):
    plan = plan_slip(rules, quarters(LETTER), long_names=False)
    return [token.text for line in plan.lines for token in line.tokens if not token.is_caption]


def test_only_the_bids_of_the_party_can_be_circled():
    assert tokens(MIDWAY)[4:9] == ["7", "8", "9", "10", "S"]
    assert tokens(IOWA)[4:10] == ["6", "7", "8", "9", "10", "S"]
    assert "Nullo" not in tokens(MIDWAY)
    assert tokens(WEST_SEVENTH)[13:15] == ["Nullo", "Grand nullo"]
    assert tokens(MIDWAY)[-11:] == [str(tricks) for tricks in range(11)]


@pytest.mark.parametrize(("rules", "hands"), [(MIDWAY, 4), (IOWA, 5)])
def test_slip_has_a_row_for_every_hand_of_the_round(rules, hands):
    text = "".join(pages(round_slips(slips(rules))))
    assert text.count("bidder\n") == 4 * hands


@pytest.mark.parametrize("rules", [MIDWAY, IOWA, WEST_SEVENTH])
@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("names", [("Alma", "Bert"), (LONG, LONG)])
def test_lines_are_high_enough_to_circle(rules, look, names):
    cutting, plan = _plan(slips(rules, ns=names), look)
    assert plan.line_height * cutting.size.scale >= 20
    assert cutting.count == (4 if rules is MIDWAY else 2)


def test_iowa_may_go_on_and_other_games_tally_thrown_in_hands():
    iowa = "".join(pages(round_slips(slips(IOWA))))
    [midway] = pages(round_slips(slips(MIDWAY)))
    assert iowa.count("more hands") == 4
    assert "thrown in" not in iowa
    assert midway.count("thrown in (tally)") == 4
    assert "more hands" not in midway


def test_slip_says_table_round_and_both_pairs():
    [text] = pages(round_slips(slips(MIDWAY)))
    for words in ("Table 3 · Round 3", "Alma + Bert", "Carol + Dev", "Initials"):
        assert words in text


def test_note_takes_the_place_of_the_instruction():
    text = "".join(pages(round_slips(slips(IOWA, note="Ring the bell after hand 4."))))
    assert text.count("Ring the bell after hand 4.") == 4
    assert "Circle one" not in text


def test_slips_cut_and_stack_by_table():
    first = places(round_slips(slips(MIDWAY, 6)))
    assert first["Table 1 · Round 3"][0] < first["Table 3 · Round 3"][0]
    assert "Table 2 · Round 3" not in first
    assert first["Table 5 · Round 3"][1] < first["Table 1 · Round 3"][1]


def test_rounds_of_more_than_five_hands_get_half_a_sheet():
    rules = SlipRules(levels=("7",), hands=8)
    assert page_count(round_slips(slips(rules, 4))) == 2


@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("rules", [MIDWAY, IOWA, WEST_SEVENTH])
def test_lines_are_high_enough_for_circles_and_no_letters_overlap(look, rules):
    plan = plan_slip(rules, quarters(look), long_names=False)
    assert plan.line_height >= 15
    for names in (("Alma", "Bert"), (LONG, LONG), ("", "")):
        data = round_slips(slips(rules, ns=names, ew=names), look)
        assert overlaps(boxes(data)) == []


@pytest.mark.parametrize("look", PAPERS)
def test_house_rules_with_every_bid_get_half_a_sheet(look):
    named = ("Misère", "Hi/Lo", "Open misère", "Blind misère", "Grand misère", "Patastrophe")
    rules = SlipRules(
        levels=("6", "7", "8", "9", "10"),
        strains=("S", "C", "D", "H", "NT", "J5"),
        specials=(*named, "slam announced", "declare"),
        hands=5,
    )
    data = round_slips(slips(rules, 4), look)
    assert page_count(data) == 2
    assert overlaps(boxes(data)) == []
    assert "J5" in pages(data)[0]
    assert plan_slip(rules, halves(look), long_names=False).line_height >= 15


def test_long_names_print_whole():
    [text] = pages(round_slips(slips(MIDWAY, ns=(LONG, LONG))))
    assert "".join(text.split()).count("".join(LONG.split())) == 8


def test_many_named_bids_take_lines_of_their_own():
    names = ("Misère", "Open misère", "Blind misère", "Patastrophe", "Grand slam")
    rules = SlipRules(levels=("6",), specials=names)
    assert [text for text in tokens(rules) if text in names] == list(names)
    assert overlaps(boxes(round_slips(slips(rules)))) == []


@pytest.mark.parametrize("rules", [MIDWAY, IOWA])
def test_labels_are_large_enough_for_a_dim_hall(rules):
    assert smallest_size(round_slips(slips(rules))) >= 11.5

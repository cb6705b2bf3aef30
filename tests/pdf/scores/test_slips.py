from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from party.pdf.drawing.pages import Cutting, page_of
from party.pdf.scores.slips import (
    CELL_SIDE,
    Slip,
    SlipSheet,
    _plan,
    plan_slip,
    round_slips,
    slip_layout,
)
from party.slip_reader.slip_code import ROWS, SlipCode, party_key, read_code
from party.values.rules.bids import SlipRules
from tests.pdf.cast import HEADING, LARGE, LETTER, LONG, PAPERS
from tests.pdf.reading import (
    boxes,
    overlaps,
    page_count,
    pages,
    pictures,
    places,
    smallest_size,
)
from tests.sampling import one_in

MIDWAY = SlipRules(levels=("7", "8", "9", "10"))
IOWA = SlipRules(
    levels=("6", "7", "8", "9", "10"), hands=5, has_more_hands=True, has_thrown_in_box=False
)
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
    plan = plan_slip(rules, Cutting(page_of(LETTER), 2, 2), long_names=False)
    return [token.text for line in plan.lines for token in line.tokens if not token.is_caption]


def test_only_the_bids_of_the_party_can_be_circled():
    assert tokens(MIDWAY)[4:9] == ["7", "8", "9", "10", "S"]
    assert tokens(IOWA)[4:10] == ["6", "7", "8", "9", "10", "S"]
    assert "Nullo" not in tokens(MIDWAY)
    assert tokens(WEST_SEVENTH)[13:15] == ["Nullo", "Grand nullo"]
    assert tokens(MIDWAY)[-11:] == [str(tricks) for tricks in range(11)]


@pytest.mark.parametrize(("rules", "hands"), [(MIDWAY, 4), (IOWA, 5)])
def test_a_slip_has_a_row_for_every_hand_of_the_round(rules, hands):
    text = "".join(pages(round_slips(slips(rules))))
    assert text.count("bidder\n") == 4 * hands


@pytest.mark.parametrize("rules", [MIDWAY, IOWA, WEST_SEVENTH])
@pytest.mark.parametrize("look", PAPERS)
@pytest.mark.parametrize("names", [("Alma", "Bert"), (LONG, LONG)])
def test_the_lines_of_a_slip_are_high_enough_for_circles(rules, look, names):
    cutting, plan = _plan(slips(rules, ns=names), look)
    assert plan.line_height * cutting.size.scale >= 20
    assert cutting.count == (4 if rules is MIDWAY else 2)


def test_a_slip_of_iowa_has_room_for_more_hands_and_others_for_thrown_in_hands():
    iowa = "".join(pages(round_slips(slips(IOWA))))
    [midway] = pages(round_slips(slips(MIDWAY)))
    assert iowa.count("more hands") == 4
    assert "thrown in" not in iowa
    assert midway.count("thrown in (tally)") == 4
    assert "more hands" not in midway


def test_a_slip_names_its_table_its_round_and_both_pairs():
    [text] = pages(round_slips(slips(MIDWAY)))
    for words in ("Table 3 · Round 3", "Alma + Bert", "Carol + Dev", "Initials"):
        assert words in text


def test_a_note_on_a_slip_replaces_the_instruction():
    text = "".join(pages(round_slips(slips(IOWA, note="Ring the bell after hand 4."))))
    assert text.count("Ring the bell after hand 4.") == 4
    assert "Circle one" not in text


def test_cut_slips_are_stacked_in_the_order_of_the_tables():
    first = places(round_slips(slips(MIDWAY, 6)))
    assert first["Table 1 · Round 3"][0] < first["Table 3 · Round 3"][0]
    assert "Table 2 · Round 3" not in first
    assert first["Table 5 · Round 3"][1] < first["Table 1 · Round 3"][1]


def test_a_slip_for_more_than_five_hands_takes_half_a_sheet():
    rules = SlipRules(levels=("7",), hands=8)
    assert page_count(round_slips(slips(rules, 4))) == 2


@pytest.mark.parametrize("look", one_in(2, PAPERS))
@pytest.mark.parametrize("rules", [MIDWAY, IOWA, WEST_SEVENTH])
def test_on_every_slip_the_lines_are_high_enough_and_no_letters_overlap(look, rules):
    plan = plan_slip(rules, Cutting(page_of(look), 2, 2), long_names=False)
    assert plan.line_height >= 15
    for names in (("Alma", "Bert"), (LONG, LONG), ("", "")):
        data = round_slips(slips(rules, ns=names, ew=names), look)
        assert overlaps(boxes(data)) == []


@pytest.mark.parametrize("look", one_in(2, PAPERS))
def test_a_slip_for_house_rules_with_every_bid_takes_half_a_sheet(look):
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
    assert plan_slip(rules, Cutting(page_of(look), 2, 1), long_names=False).line_height >= 15


def test_long_names_are_printed_whole():
    [text] = pages(round_slips(slips(MIDWAY, ns=(LONG, LONG))))
    assert "".join(text.split()).count("".join(LONG.split())) == 8


def test_many_bids_with_names_get_lines_of_their_own():
    names = ("Misère", "Open misère", "Blind misère", "Patastrophe", "Grand slam")
    rules = SlipRules(levels=("6",), specials=names)
    assert [text for text in tokens(rules) if text in names] == list(names)
    assert overlaps(boxes(round_slips(slips(rules)))) == []


@pytest.mark.parametrize("rules", [MIDWAY, IOWA])
def test_the_smallest_letters_of_a_slip_are_large_enough_for_a_dim_hall(rules):
    assert smallest_size(round_slips(slips(rules))) >= 11.5


def ink_at(picture, layout, x, y, size):
    """Return the darkest pixel of a square; `x` and `y` are millimetres from the first mark."""
    pixels = layout.pixels
    left, top = (
        (place + start) * pixels for place, start in zip((x, y), layout.origin, strict=True)
    )
    reach = size / 2 * pixels
    return picture.crop((left - reach, top - reach, left + reach, top + reach)).getextrema()[0]


@pytest.mark.parametrize("rules", [MIDWAY, IOWA, WEST_SEVENTH])
@pytest.mark.parametrize("look", one_in(3, PAPERS + LARGE))
def test_the_layout_has_the_places_at_which_the_slip_is_printed(rules, look):
    layout = slip_layout(slips(rules), look)
    picture = Image.open(BytesIO(layout.print))
    for x in (0, layout.width):
        for y in (0, layout.height):
            assert ink_at(picture, layout, x, y, layout.mark / 4) < 60
    choices = [choice for group in layout.groups for choice in group.choices]
    for choice in choices:
        assert ink_at(picture, layout, choice.x, choice.y, choice.width) < 130
    words = [choice.value for choice in choices]
    assert words.count("NT") == words.count("W") == rules.hands
    assert [group.hand for group in layout.groups][-1] == rules.hands
    for box in layout.boxes:
        assert ink_at(picture, layout, box.x, box.y + box.height / 2, 1) < 130


def test_slip_layouts_of_other_papers_and_games_have_other_keys():
    keys = {
        slip_layout(slips(rules), look).key
        for rules in (MIDWAY, IOWA, WEST_SEVENTH)
        for look in PAPERS + LARGE
    }
    assert len(keys) == 12


def test_every_slip_has_its_code():
    sheet = replace(slips(MIDWAY, round_number=3), party_key=party_key("77"))
    sheet = replace(
        sheet, slips=tuple(replace(each, table_number=int(each.table)) for each in sheet.slips)
    )
    cutting, plan = _plan(sheet, LETTER)
    [picture] = pictures(round_slips(sheet), scale=4)
    found = []
    for x, y in cutting.corners:
        left, top = x + plan.code[0], cutting.size.height - y - plan.code[1]
        places = [
            (left + (n // ROWS + 0.5) * CELL_SIDE, top + (n % ROWS + 0.5) * CELL_SIDE)
            for n in range(51)
        ]
        found.append(
            read_code([picture.getpixel((int(x * 4), int(y * 4))) < 128 for x, y in places])
        )
    key = slip_layout(sheet).key
    assert found == [SlipCode(party_key("77"), key, 3, table) for table in range(1, 5)]


def test_the_announcements_are_a_separate_question_of_a_slip():
    rules = SlipRules(levels=("7",), specials=("Nullo",), announcements=("declare",), hands=1)
    groups = slip_layout(slips(rules)).groups
    assert [group.question for group in groups] == [
        "announced",
        "bidder",
        "level",
        "suit",
        "tricks",
    ]
    assert groups[3].choices[-1].value == "Nullo"

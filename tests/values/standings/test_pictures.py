"""What pictures are drawn from."""

from itertools import pairwise

import pytest

from party.values.standings.bar_pictures import TrumpLine, partners_picture, trump_picture
from party.values.standings.line_pictures import (
    BETWEEN_NAMES,
    FOOT,
    HEIGHT,
    LEFT,
    LONGEST_NAME,
    RIGHT,
    TOP,
    Course,
    Trace,
    bands,
    moves_picture,
    shortened,
    steps,
    totals_picture,
)
from party.values.standings.pictures import MOST_IN_SQUARE, square_picture


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 0, (0, 1)),
        (0, 6, (0, 1, 2, 3, 4, 5, 6)),
        (0, 4300, (0, 1000, 2000, 3000, 4000, 5000)),
        (-320, 900, (-500, 0, 500, 1000)),
        (-60, -10, (-60, -50, -40, -30, -20, -10, 0)),
        (10, 90, (0, 20, 40, 60, 80, 100)),
    ],
)
def test_steps_are_round_and_few_and_hold_nothing(low, high, expected):
    assert steps(low, high) == expected


def test_totals_begin_at_nothing_and_the_highest_is_on_top():
    picture = totals_picture([Course("Alma", (100, 300)), Course("Bert", (-100, -200))])
    alma, bert = picture.traces
    assert [x for x, _ in alma.points] == [LEFT, (LEFT + RIGHT) // 2, RIGHT]
    assert alma.points[0] == bert.points[0]
    assert alma.points[-1][1] == TOP
    assert bert.points[-1][1] == HEIGHT - FOOT
    assert [tick.text for tick in picture.rounds] == ["Start", "R1", "R2"]
    assert [tick.text for tick in picture.ticks] == ["−200", "−100", "0", "100", "200", "300"]


def test_a_picture_without_anybody_is_empty():
    assert totals_picture([]).traces == ()
    assert moves_picture([], 0).rounds == ()


def test_marked_lines_lie_on_top_with_their_names_apart():
    picture = totals_picture(
        [Course("Alma", (300,), 0), Course("Bert", (300,), 1), Course("Carol", (0,))]
    )
    assert [trace.name for trace in picture.traces] == ["Carol", "Alma", "Bert"]
    alma, bert = picture.marked
    assert bert.name_at - alma.name_at == BETWEEN_NAMES


def test_names_at_the_foot_move_up():
    low = [Course(f"Guest {n}", (-300,), n) for n in range(5)]
    names = [trace.name_at for trace in totals_picture(low).marked]
    assert max(names) <= HEIGHT - FOOT
    assert all(below - above >= BETWEEN_NAMES for above, below in pairwise(names))


def test_moves_show_the_head_table_on_top_and_who_is_out_below():
    picture = moves_picture([Course("Alma", (0, 7, -1))], tables=2)
    heights = [y for _, y in picture.traces[0].points]
    assert heights == sorted(heights)
    assert heights[0] < picture.ticks[0].at < picture.ticks[1].at < heights[2]
    assert [tick.text for tick in picture.ticks] == ["T1", "T2", "Out"]
    assert picture.ticks[-1].at == heights[2]


def test_a_line_is_interrupted_where_somebody_was_away():
    picture = moves_picture([Course("Alma", (None, 0, None, 1))], tables=1)
    assert [len(stretch) for stretch in picture.traces[0].stretches] == [1, 1]
    assert picture.traces[0].path.count("M") == 2


def test_a_path_is_written_as_svg_writes_it():
    assert Trace("Alma", (((1, 2), (3, 4)), ((5, 6),))).path == "M1,2 L3,4 M5,6"


def test_long_names_are_cut():
    assert Trace("Maximiliane Alexandrina", ()).short_name == "Maximiliane Alexa…"
    assert Trace("Maximiliane", ()).short_name == "Maximiliane"


def test_shares_are_whole_hundredths():
    line = TrumpLine("H", "Hearts", bids=3, made=2, all_bids=8)
    assert (line.share, line.share_made, line.was_set) == (38, 67, 1)
    assert TrumpLine("S", "Spades", bids=0, made=0, all_bids=8).share_made == 0


def test_bars_are_as_long_as_the_most_bids():
    most, few = trump_picture(
        [TrumpLine("S", "Spades", 8, 2, 12), TrumpLine("H", "Hearts", 4, 4, 12)]
    ).bars
    assert most.all == 2 * few.all == 4 * most.filled
    assert (most.rest, few.rest) == (most.all - most.filled, 0)
    assert most.split < most.end
    assert most.y < most.middle < few.y


def test_bars_of_nobodys_bids_have_no_length():
    [bar] = trump_picture([TrumpLine("S", "Spades", 0, 0, 0)]).bars
    assert (bar.filled, bar.all) == (0, 0)


def test_the_square_is_symmetric_and_numbered():
    picture = square_picture(["Alma", "Bert", "Carol"], {(0, 1): 2, (1, 0): 2}, {})
    one, other = picture.squares
    assert (one.times, other.times) == (2, 2)
    assert one.x - other.x == other.y - one.y > 0
    assert [name.text for name in picture.names] == ["Alma 1", "Bert 2", "Carol 3"]
    assert [number.text for number in picture.numbers] == ["1", "2", "3"]
    assert picture.bottom < picture.size
    assert picture.end > picture.numbers[-1].at


def test_too_many_people_make_no_square():
    assert square_picture(["Alma"] * (MOST_IN_SQUARE + 1), {}, {}) is None


def test_names_in_the_square_stay_inside_it():
    picture = square_picture(["Guadalupe Esperanza Monserrat"], {}, {})
    assert picture.names[0].text == "Guadalupe Espe… 1"


@pytest.mark.parametrize("ending", [" (12)", ", Oak St", ", in the long house beside the church"])
def test_shortened_name_keeps_what_tells_it_from_another(ending):
    name = f"Guadalupe Esperanza Monserrat{ending}"
    short = shortened(name, ending=ending)
    assert len(short) == LONGEST_NAME
    assert short.endswith(ending[-9:])
    assert short.startswith("Guadalup")
    picture = square_picture([name], {}, {name: ending})
    assert picture.names[0].text.endswith(f"{ending[-8:]} 1")


# Bands


def stays(table):
    return Course(f"Stays at {table}", (4 * table - 4, 4 * table - 4))


def test_a_picture_of_few_tables_is_one_band():
    picture = moves_picture([stays(1)], 15)
    assert bands(picture) == (picture,)


def test_many_tables_are_cut_into_bands_of_about_as_many():
    found = bands(moves_picture([stays(table) for table in range(1, 41)], 40))
    assert [len(band.ticks) for band in found] == [14, 14, 13]
    assert [band.tables_text for band in found] == ["T1 to T14", "T15 to T28", "T29 to Out"]
    assert {band.rounds for band in found} == {found[0].rounds}
    for band in found:
        assert band.top < band.ticks[0].at < band.ticks[-1].at < band.top + band.clip < band.height
        assert len(band.traces) == len(band.ticks) - (band.tables_text == "T29 to Out")


def test_a_line_goes_on_in_the_next_band_and_is_named_where_it_ends():
    picture = moves_picture([Course("Alma", (0, 4 * 39), 0), Course("Bert", (0, 0), 1)], 40)
    first, middle, last = bands(picture)
    assert [trace.name for trace in first.marked] == ["Bert", "Alma"]
    assert [trace.name_at is None for trace in first.marked] == [False, True]
    assert [trace.name for trace in middle.traces] == ["Alma"]
    assert middle.marked[0].name_at is None
    assert last.marked[0].name_at == last.marked[0].points[-1][1]


def test_a_line_that_was_away_is_only_where_it_was():
    picture = moves_picture([Course("Alma", (0, None, 4 * 39))], 40)
    assert [len(band.traces) for band in bands(picture)] == [1, 0, 1]


def test_bars_of_partners_begin_with_the_most_partners():
    picture = partners_picture({9: 40, 10: 120, 1: 1})
    assert [(bar.line.name, bar.line.people_text) for bar in picture.bars] == [
        ("10 partners", "120 people"),
        ("9 partners", "40 people"),
        ("1 partner", "1 person"),
    ]
    assert picture.bars[0].all == 3 * picture.bars[1].all + 2
    assert picture.bars[-1].middle < picture.height
    assert partners_picture({}).bars == ()

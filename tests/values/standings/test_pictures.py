import pytest

from party.values.standings.drawings import Box, Drawing, DrawnLine, Label, Sign, svg, symbol
from party.values.standings.pictures import (
    MOST_IN_ROOM,
    MOST_LANES,
    MOST_NAMED,
    OUT,
    BidCount,
    Course,
    PlayerLine,
    Scale,
    bid_bars,
    moves_picture,
    partner_bars,
    room_picture,
    square_picture,
    tile_picture,
)

# Drawings as SVG


def test_the_shapes_of_a_drawing_stretch_but_its_letters_and_signs_do_not():
    drawing = Drawing(
        200,
        50,
        (DrawnLine(((0, 50), (200, 0)), "me"), Box(0, 10, 50, 5, "made")),
        (Sign((100, 25), 2),),
        (Label((50, 5), "T1"), Label((0, 0), "<b>", "dim", is_centred=False)),
    )
    drawn = svg(drawing, "chart", 'Alma & "Bert"', "room")
    assert 'role="img" aria-label="Alma &amp; &quot;Bert&quot;"' in drawn
    inner = drawn[drawn.index("<svg viewBox") : drawn.index("</svg>")]
    assert 'viewBox="0 0 200 50" preserveAspectRatio="none"' in inner
    assert '<polyline class="me" points="0,50 200,0"/>' in inner
    assert '<rect class="made" x="0" y="10" width="50" height="5"/>' in inner
    outside = drawn[drawn.index("</svg>") :]
    assert '<use class="w3" href="#sign-2" x="50%" y="50%"/>' in outside
    assert '<text x="25%" y="10%" dy=".35em" text-anchor="middle">T1</text>' in outside
    assert '<text class="dim" x="0%" y="0%" dy=".35em">&lt;b&gt;</text>' in outside
    assert '<use href="#room"/>' in drawn


def test_a_drawing_without_words_is_hidden_from_screen_readers():
    drawn = svg(Drawing(190, 19), "hbar")
    assert drawn.startswith('<svg class="hbar" width="10rem" height="1rem" aria-hidden="true">')
    assert "<use" not in drawn


def test_a_background_is_drawn_as_an_svg_symbol():
    drawn = symbol(Drawing(10, 10, (DrawnLine(((0, 0), (10, 10)), "thin"),)), "room")
    assert drawn.startswith('<symbol id="room" viewBox="0 0 10 10" preserveAspectRatio="none">')
    assert 'points="0,0 10,10"' in drawn


# Running totals


def test_running_totals_begin_at_zero_and_the_highest_total_is_on_top():
    scale = Scale.for_sums([(100, 300), (-100, -200)])
    assert scale == Scale(-200, 300, 2)
    assert scale.words == "from −200 to 300"
    (alma,) = tile_picture(scale, (100, 300)).shapes
    (bert,) = tile_picture(scale, (-100, -200)).shapes
    assert [x for x, _ in alma.points] == [0, 150, 300]
    assert alma.points[0] == bert.points[0]
    assert (alma.points[-1][1], bert.points[-1][1]) == (4, 96)


def test_a_scale_for_positive_totals_begins_at_zero():
    assert Scale.for_sums([(100,), (300,)]) == Scale(0, 300, 1)


def test_a_picture_of_nobody_shows_only_the_base_line():
    assert Scale.for_sums([]) == Scale(0, 0, 0)
    (base,) = room_picture(Scale.for_sums([]), []).shapes
    assert base.look == "base"
    assert tile_picture(Scale(0, 0, 1), (0,)).shapes[0].points == ((0, 4), (300, 4))


@pytest.mark.parametrize(("people", "lines"), [(1, 1), (MOST_IN_ROOM, MOST_IN_ROOM), (160, 54)])
def test_a_picture_of_a_large_room_shows_only_some_lines(people, lines):
    sums = [(n,) for n in range(people)]
    looks = [shape.look for shape in room_picture(Scale.for_sums(sums), sums).shapes]
    assert looks == ["base", *["thin"] * lines]


def test_each_round_has_its_partner_and_points():
    line = PlayerLine(1, "Alma", (100, 60), ("1 N", "out"), ("Bert", "–"))
    assert line.by_round == ((1, "Bert", "+100"), (2, "–", "−40"))


# Bars


def test_shares_are_whole_percentages():
    line = BidCount("H", "Hearts", bids=3, made=2, all_bids=8)
    assert (line.share, line.share_made, line.was_set) == (38, 67, 1)
    assert BidCount("S", "Spades", bids=0, made=0, all_bids=8).share_made == 0


def test_the_longest_bar_sets_the_scale_and_shows_the_most_bids():
    longest, few = bid_bars([BidCount("S", "Spades", 8, 2, 12), BidCount("H", "Hearts", 4, 4, 12)])
    assert longest.drawing.width == few.drawing.width == 8
    assert [(box.look, box.width) for box in longest.drawing.shapes] == [("set", 8), ("made", 2)]
    assert [box.width for box in few.drawing.shapes] == [4, 4]
    assert (longest.number, longest.words) == (2, "of 8 made")


def test_bars_without_bids_have_no_length():
    (bar,) = bid_bars([BidCount("S", "Spades", 0, 0, 0)])
    assert bar.drawing.width == 1
    assert [box.width for box in bar.drawing.shapes] == [0, 0]


def test_bars_of_partners_begin_with_the_most_partners():
    bars = partner_bars({9: 40, 10: 120, 1: 1})
    assert [(bar.name, bar.number, bar.words) for bar in bars] == [
        ("10 partners", 120, "people"),
        ("9 partners", 40, "people"),
        ("1 partner", 1, "person"),
    ]
    assert partner_bars({}) == ()


# Moves


def lanes(picture):
    return [label.text for label in picture.drawing.labels if not label.is_centred]


def rounds(picture):
    return [label.text for label in picture.drawing.labels if label.is_centred]


def test_moves_show_the_head_table_on_top_and_the_bench_below():
    picture = moves_picture([Course("Alma", (1, 2, OUT))], tables=2)
    assert lanes(picture) == ["1", "2", "Out"]
    assert rounds(picture) == ["R1", "R2", "R3"]
    heights = [sign.point[1] for sign in picture.drawing.signs]
    assert heights == sorted(set(heights))
    assert picture.words == "Alma: tables 1, 2, out"
    assert not picture.skips_tables


def test_people_at_one_table_are_drawn_beside_each_other():
    picture = moves_picture([Course(name, (1,)) for name in ("Alma", "Bert", "Carol")], tables=1)
    assert len({sign.point[1] for sign in picture.drawing.signs}) == 3
    assert [sign.number for sign in picture.drawing.signs] == [2, 1, 0]  # the first is on top
    assert [(sign.number, name) for sign, name in picture.signs] == [
        (0, "Alma"),
        (1, "Bert"),
        (2, "Carol"),
    ]


def test_a_line_is_interrupted_where_somebody_was_away():
    picture = moves_picture([Course("Alma", (None, 1, None, 1))], tables=1)
    ways = [shape for shape in picture.drawing.shapes if shape.look == "w1"]
    assert [len(way.points) for way in ways] == [1, 1]
    assert picture.words == "Alma: tables –, 1, –, 1"


def test_a_picture_of_moves_in_a_large_room_omits_unused_tables():
    picture = moves_picture([Course("Alma", (40, 7)), Course("Bert", (40, OUT))], tables=40)
    assert lanes(picture) == ["7", "40", "Out"]
    assert picture.skips_tables
    assert not moves_picture([Course("Alma", (1,))], tables=MOST_LANES).skips_tables


def test_if_there_are_many_rounds_their_names_are_only_numbers():
    picture = moves_picture([Course("Alma", (1,) * (MOST_NAMED + 1))], tables=1)
    assert rounds(picture)[-1] == str(MOST_NAMED + 1)


# The square


def test_the_square_of_partners_is_symmetric_and_its_columns_are_numbered():
    picture = square_picture(["Alma", "Bert", "Carol"], {(0, 1): 2, (1, 0): 2, (0, 2): 1}, 1)
    assert [label.text for label in picture.head.labels] == ["1", "2", "3"]
    assert [row.name for row in picture.rows] == ["Alma", "Bert", "Carol"]
    assert [row.is_marked for row in picture.rows] == [False, True, False]
    alma, bert, carol = (row.drawing for row in picture.rows)
    assert [box.x for box in alma.shapes] == [24, 46]
    assert [(label.text, label.point) for label in alma.labels] == [("2", (33, 11))]
    assert [box.x for box in bert.shapes] == [2]
    assert carol.shapes == ()
    assert len(picture.grid.shapes) == 4

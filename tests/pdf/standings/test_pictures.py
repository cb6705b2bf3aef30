import pytest

from party.pdf.standings.pictures import MOST_ROUND_COLUMNS, PicturesSheet, pictures_sheet
from party.values.standings.pictures import (
    MOST_IN_SQUARE,
    OUT,
    BidCount,
    Course,
    Pictures,
    PlayerLine,
    Repeat,
    Scale,
    Tile,
    moves_picture,
    partner_bars,
    room_picture,
    square_picture,
    tile_picture,
)
from tests.pdf.cast import HEADING, LARGE, LONG, PAPERS, name
from tests.pdf.reading import boxes, ink_outside_safe_zone, overlaps, pages, pictures
from tests.sampling import one_in

PARTS = ("Running totals", "Bids by trump", "Who has partnered whom", "Who moved where")


def shown(people=8, rounds=3, **changes):
    """Make pictures of this many people; every fifth person missed the first round."""
    people_numbers = range(people)
    sums = [tuple(100 * (n % 7) * r for r in range(1, rounds + 1)) for n in people_numbers]
    absentees = {n for n in people_numbers if n % 5 == 4}
    tables = [
        tuple((n + r) // 4 % 3 or OUT if r or n not in absentees else None for r in range(rounds))
        for n in people_numbers
    ]
    lines = tuple(
        PlayerLine(n, name(n), sums[n], (f"{n} N",) * rounds, (LONG,) * rounds)
        for n in people_numbers
    )
    scale = Scale.for_sums(sums)
    return Pictures(
        **{
            "rounds": rounds,
            "scale": scale,
            "room": room_picture(scale, sums),
            "tiles": tuple(
                Tile(name(n), lines[n].sums, "4th= at the end", "", tile_picture(scale, sums[n]))
                for n in people_numbers[:6]
            ),
            "trumps": (BidCount("H", "Hearts", 6, 4, 7), BidCount("", "Misère", 1, 0, 7)),
            "heights": (BidCount("", "8 tricks", 6, 4, 6),),
            "square": square_picture([name(n) for n in people_numbers], {(0, 1): 1, (1, 0): 2}, 1)
            if people <= MOST_IN_SQUARE
            else None,
            "partners": partner_bars({rounds: people}),
            "moves": moves_picture(
                [Course(name(n), tables[n]) for n in people_numbers[:3]], people // 4
            ),
            "lines": lines,
            "marked": lines[0],
            "repeats": (Repeat("Alma", "Bert", (1, 3)),),
            **changes,
        }
    )


def sheet(people=8, rounds=3, **changes):
    return PicturesSheet(heading=HEADING, pictures=shown(people, rounds, **changes))


@pytest.mark.parametrize("look", one_in(2, PAPERS))
@pytest.mark.parametrize(("people", "rounds"), [(4, 1), (22, 8), (60, 14)])
def test_everything_fits_the_paper(look, people, rounds):
    data = pictures_sheet(sheet(people, rounds), look)
    seen = pictures(data)
    assert [ink_outside_safe_zone(picture) for picture in seen] == [None] * len(seen)


def test_every_part_begins_a_page():
    texts = pages(pictures_sheet(sheet()))
    assert [sum(part in text for text in texts) for part in PARTS] == [1, 1, 1, 1]


def test_the_page_of_bids_says_how_many_bids_were_made():
    text = pages(pictures_sheet(sheet()))[1]
    assert "4 of 6 made" in text
    assert "86%" in text  # 86 % of all bids were made
    assert "67%" in text  # 67 % of the bids in hearts were made
    assert "Misère" in text


def test_a_suit_without_bids_has_a_dash_in_place_of_a_percentage():
    trumps = (BidCount("S", "Spades", 0, 0, 7), BidCount("H", "Hearts", 7, 7, 7))
    assert "–" in pages(pictures_sheet(sheet(trumps=trumps)))[1]


def test_rounds_entered_as_totals_have_no_page_of_bids():
    texts = pages(pictures_sheet(sheet(trumps=(), heights=())))
    assert not any("Bids by trump" in text for text in texts)


def test_many_rounds_go_into_several_tables():
    whole = "\n".join(pages(pictures_sheet(sheet(4, MOST_ROUND_COLUMNS + 2))))
    # The round is in the heads of totals and moves, and once for each of four partners.
    assert whole.count(f"R{MOST_ROUND_COLUMNS + 2}") == 2 + 4
    assert whole.count("Name") == 4


def test_repeated_partners_are_listed_in_words():
    whole = "".join("\n".join(pages(pictures_sheet(sheet()))).split())
    assert "Partnersmorethanonce:AlmaandBert(R1,R3)." in whole
    assert f"R2{''.join(LONG.split())}" in whole


@pytest.mark.parametrize("count", [7, 8])
def test_many_repeats_take_two_columns(count):
    repeats = tuple(Repeat(f"Alma {n}", f"Bert {n}", (n, n + 1)) for n in range(1, count + 1))
    data = pictures_sheet(sheet(repeats=repeats))
    text = next(text for text in pages(data) if "partnered" in text)
    assert f"Partners more than once: {count} pairs." in text
    assert all(f"Alma {n} and Bert {n} (R{n}, R{n + 1})" in text for n in range(1, count + 1))
    assert not overlaps(boxes(data, 2))


def test_the_name_of_a_partner_is_never_split_between_lines():
    lines = tuple(
        PlayerLine(n, f"Guest {n}", (0,) * 9, ("1 N",) * 9, ("Alma Rasmussen",) * 8 + ("x " * 90,))
        for n in range(4)
    )
    texts = pages(pictures_sheet(sheet(4, 9, lines=lines)))
    text = next(text for text in texts if "partnered" in text)
    assert all(text.count(f"R{number} Alma Rasmussen") == 4 for number in range(1, 9))


def test_the_sheet_says_if_nobody_had_the_same_partner_twice():
    whole = "\n".join(pages(pictures_sheet(sheet(repeats=()))))
    assert "Nobody has had the same partner twice." in whole


def test_if_there_are_too_many_people_bars_of_partners_replace_the_square():
    texts = pages(pictures_sheet(sheet(100, 2)))
    assert all(any(part in text for text in texts) for part in PARTS)
    partnered = next(text for text in texts if "partnered whom" in text)
    assert "2 partners" in partnered
    assert "100 people" in partnered


def test_names_are_never_cut():
    texts = [" ".join(text.split()) for text in pages(pictures_sheet(sheet(7, 3)))]
    whole = "".join(LONG.split())
    for part in ("Running totals", "partnered whom", "Who moved where"):
        assert any(part in text and whole in text.replace(" ", "") for text in texts), part


def test_a_square_on_several_pages_has_its_numbers_on_each_page():
    data = pictures_sheet(sheet(28, 2), LARGE[0])
    partnered = [text for text in pages(data) if "partnered" in text]
    numbered = [text for text in partnered if "\n27\n28" in "\n".join(text.split())]
    assert len(numbered) == 2
    assert not overlaps(boxes(data, pages(data).index(partnered[0])))

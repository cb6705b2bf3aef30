from collections import Counter

import pytest

from party.models import Party
from party.queries.standings.pictures import count_bids, leaders_and_marked, read_pictures
from party.queries.standings.standings import standings
from party.services.scores import tables
from tests.evening import (
    BY_PROGRAM,
    close,
    draw,
    enter,
    enter_total,
    party_with,
    play_rounds,
    seat_next,
    set_people,
    spot,
    start,
    start_next_round,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_with(9, rounds_planned=4)


def test_running_totals_end_at_the_standings(party):
    play_rounds(party, 3)
    lines = standings(party).lines
    shown = read_pictures(party)
    assert shown.rounds == 3
    assert [line.sums[-1] for line in shown.lines] == [f"{line.total:,}" for line in lines]
    first = lines[0]
    assert shown.lines[0].sums[0] == str(first.rounds[0].points)
    assert len(shown.room.shapes) == 1 + 9
    assert shown.scale.high == lines[0].total


def test_the_pictures_show_the_leaders_and_the_marked_person(party):
    play_rounds(party, 1)
    lines = standings(party).lines
    assert leaders_and_marked(lines, lines[0], 6) == lines[:6]
    assert leaders_and_marked(lines, lines[-1], 6) == [*lines[:5], lines[-1]]
    shown = read_pictures(party, mark=lines[-1].person.id)
    assert [tile.name for tile in shown.tiles] == [line.name for line in (*lines[:5], lines[-1])]
    assert [course.name for course in shown.moves.courses] == [
        line.name for line in (*lines[:2], lines[-1])
    ]
    assert [row.name for row in shown.square.rows if row.is_marked] == [lines[-1].name]
    assert shown.marked.name == lines[-1].name


def test_by_default_the_first_person_is_marked(party):
    play_rounds(party, 1)
    first = standings(party).lines[0].name
    assert read_pictures(party).marked.name == first
    assert read_pictures(party, mark=999999).marked.name == first


def test_everybody_can_have_a_picture(party):
    play_rounds(party, 1)
    set_people(party, 2, ranked=False)
    tiles = read_pictures(party, everybody=True).tiles
    assert [tile.name for tile in tiles] == [line.name for line in standings(party).lines]
    assert [tile.place for tile in tiles[:1]] == ["1st= after 1 round"]
    assert tiles[-1].place == "house player"
    assert {tile.best for tile in tiles} == {"best round +590", "best round +200", ""}


def test_bids_are_counted_by_trump(party):
    start(party)
    enter(party, "8hn9 8he6 7sn7 9nw9", 1)
    enter(party, "8hn9 p 7se7 7sn7 7sw6", 2)
    close(party)
    found = {line.name: (line.bids, line.made) for line in count_bids(party)[0]}
    assert found == {
        "Spades": (4, 3),
        "Clubs": (0, 0),
        "Diamonds": (0, 0),
        "Hearts": (3, 2),
        "No Trump": (1, 1),
    }
    assert [(line.name, line.bids, line.made) for line in count_bids(party)[1]] == [
        ("7 tricks", 4, 3),
        ("8 tricks", 3, 2),
        ("9 tricks", 1, 1),
    ]
    shown = read_pictures(party)
    assert (shown.bids, shown.made) == (8, 6)


def test_special_bids_are_counted_in_a_line_of_their_own():
    party = started_party(4, "australian", rounds_planned=2)
    enter(party, "mn0 8hn9")
    tables.finish_table(spot(party), **BY_PROGRAM, reason="bell")
    close(party)
    suits, heights = count_bids(party)
    last = suits[-1]
    assert (last.strain, last.bids, last.made) == ("", 1, 1)
    assert last.name.startswith("Mis")
    assert [line.name for line in heights] == ["8 tricks"]


def test_rounds_entered_as_totals_have_no_bids(party):
    with setting_up():
        Party.objects.filter(pk=party.pk).update(capture="totals")
    party = Party.objects.get(pk=party.pk)
    start(party)
    with setting_up():
        party.rounds.get().tables.update(capture="totals")
    for number in (1, 2):
        enter_total(party, 310, 250, number)
    close(party)
    assert count_bids(party) == ((), ())
    assert read_pictures(party).trump_bars == read_pictures(party).height_bars == ()


def test_an_open_round_is_not_drawn(party):
    play_rounds(party, 1)
    start_next_round(party)
    enter(party, "8hn9 8he6", 1)
    shown = read_pictures(party)
    assert (shown.rounds, shown.bids) == (1, 8)


def test_partners_and_repeats_agree_with_the_seats(party):
    play_rounds(party, 4)
    shown = read_pictures(party)
    names = {line.name: line for line in shown.lines}
    for line in shown.lines:
        for number, mate in enumerate(line.partners):
            if mate != "–":
                assert names[mate].partners[number] == line.name
    for repeat in shown.repeats:
        mates = enumerate(names[repeat.first].partners, start=1)
        assert repeat.rounds == tuple(number for number, mate in mates if mate == repeat.second)
    counted = sum(len(repeat.rounds) - 1 for repeat in shown.repeats)
    pairs = {
        frozenset((line.name, mate))
        for line in shown.lines
        for mate in line.partners
        if mate != "–"
    }
    assert len(pairs) + counted == 4 * 4
    boxes = [box for row in shown.square.rows for box in row.drawing.shapes]
    assert len(boxes) == 2 * len(pairs)
    different = [len({mate for mate in line.partners if mate != "–"}) for line in shown.lines]
    assert {int(bar.name.split()[0]): bar.number for bar in shown.partners} == Counter(different)


def test_a_person_has_a_chair_or_sits_out_without_a_partner(party):
    play_rounds(party, 1)
    places = {line.places[0] for line in read_pictures(party).lines}
    assert places == {f"{table} {seat}" for table in (1, 2) for seat in "NESW"} | {"out"}
    [out] = [line for line in read_pictures(party).lines if line.partners == ("–",)]
    assert out.places == ("out",)
    assert read_pictures(party, mark=out.id).moves.courses[-1].words == f"{out.name}: tables out"


def test_a_late_arrival_counts_as_away_in_the_earlier_rounds(party):
    play_rounds(party, 1)
    with setting_up():
        party.entrants.create(number=10, name="Ina", sort_name="Ina", rota=10, state="here")
    seat_next(party)
    play_rounds(party, 1)
    ina = next(line for line in read_pictures(party).lines if line.name == "Ina")
    assert ina.places[0] == "–"
    assert ina.partners[0] == "–"
    assert read_pictures(party, mark=ina.id).moves.courses[-1].tables[0] is None


def test_before_the_first_round_there_are_no_pictures(party):
    draw(party)
    shown = read_pictures(party)
    assert (shown.rounds, shown.lines, shown.bids) == (0, (), 0)

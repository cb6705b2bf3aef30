import pytest
from django.utils import timezone

from party.progression import FORMATS
from party.queries.evening.rounds import latest_round, seatings
from party.queries.hall.screen import hall_screen
from party.services.hall.screen import announce_seats
from party.services.people import arrivals
from party.services.seats.extra_tables import open_table
from party.values.hall.words import instructions
from party.values.seats.words import movement_lines, table_changes
from party.views.papers.next_moves import next_move_sheet
from party.views.papers.script import script_of
from tests.evening import (
    BY_PROGRAM,
    party_after_rounds,
    seat_next,
    started_party,
)

pytestmark = pytest.mark.django_db


def leave(party):
    place = latest_round(party).places.filter(table__number=2).first()
    arrivals.go_home(party.pk, place.entrant_id, **BY_PROGRAM)


@pytest.fixture
def party(ruth):
    """Return a party after round 1 at three tables; one person has gone home."""
    party = party_after_rounds(1, 12)
    leave(party)
    return party


def test_script_and_hall_screen_name_the_closed_table_first(party):
    seat_next(party)
    announce_seats(party.pk, **BY_PROGRAM)
    lines = script_of(party, latest_round(party)).lines
    assert lines[0] == "Table 3 is closed from now on."
    assert not any("rom table 3" in line for line in lines)
    screen = hall_screen(party, "auto", timezone.now())
    assert (screen.title, screen.note) == ("Table 3 is closed from now on", "Round 1 is over")
    named = " ".join(lines[: lines.index("Everybody else:")])
    for entrant in seatings(party)[0].tables[2]:
        assert str(party.entrants.get(pk=entrant)) in named


def test_the_script_names_the_new_table_first(ruth):
    party = party_after_rounds(1, 10)
    seat_next(party)
    open_table(party.pk, 2, ["Ivy", "Jo"], **BY_PROGRAM)
    assert script_of(party, latest_round(party)).lines[0] == "Table 3 is new."


def test_slips_with_the_next_moves_warn_that_a_table_may_close(ruth):
    party = started_party(12)
    assert "may close" not in next_move_sheet(party, latest_round(party)).notes[0]
    leave(party)
    notes = next_move_sheet(party, latest_round(party)).notes
    assert notes[0] == "Table 3 may close. Listen before you move."


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (7, 7, ()),
        (7, 5, ("Tables 6 to 7 are closed from now on.",)),
        (5, 7, ("Tables 6 to 7 are new.",)),
    ],
)
def test_new_and_closed_tables_are_named_in_one_sentence(before, after, text):
    assert table_changes(before, after) == text


@pytest.mark.parametrize("movement", ["midway", "iowa", "path"])
def test_no_line_sends_people_to_or_from_a_table_that_closes(movement):
    format_ = FORMATS["midway"].with_movement(movement)
    lines = [*movement_lines(format_, 7, closes=True)]
    for each in instructions(format_, 7, closes=True):
        lines += [each.words, each.details]
    assert not any(
        words in line for line in lines for words in ("o table 7", "rom table 7", "fter")
    )

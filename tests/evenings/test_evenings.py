from collections import Counter

import pytest

from party.management.temporary_database import temporary_database
from party.progression import FORMATS
from party.services.accounts.users import club_of, create_organiser
from tests.evening import AT
from tests.evenings import prizes
from tests.evenings.courses import INCIDENTS, PROGRAMMES, course_of
from tests.evenings.evening import create_evening, missing_incidents, play_evening

FIFTY = range(1, 51)
# Evenings with final cards, with hands and a blind draw, with totals, and with one table.
SAMPLE = (3, 8, 12, 14)
SLOW_SAMPLE = [seed for seed in FIFTY[::2] if seed not in SAMPLE]  # `rehearse` plays any of them
AT_LEAST = 5


@pytest.fixture
def play(django_db_blocker):
    """Return a function that plays an evening: its lines and the missing incidents."""

    def play(seed, **chosen):
        with django_db_blocker.unblock(), temporary_database():
            ruth = create_organiser("Ruth", club_name="Our club", time_zone="UTC", at=AT)
            course = course_of(seed, chosen)
            night = create_evening(club_of(ruth), course, actor=ruth.actor, at=AT)
            return list(play_evening(night, course)), missing_incidents(night, course)

    return play


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "seed",
    [*SAMPLE, *(pytest.param(seed, marks=pytest.mark.slow) for seed in SLOW_SAMPLE)],
)
def test_a_disturbed_evening_passes_all_checks(play, seed):
    lines, missing = play(seed)

    assert "Standings" in lines
    assert missing == []


def test_each_incident_is_due_on_at_least_five_of_the_fifty_evenings():
    counts = Counter(name for seed in FIFTY for name in course_of(seed, {}).incidents)

    can_happen = {*INCIDENTS, *prizes.TIE_INCIDENTS, "draw-undone"}
    assert {name: counts[name] for name in can_happen if counts[name] < AT_LEAST} == {}
    assert counts.keys() <= can_happen


def test_the_fifty_evenings_have_all_presets_all_movements_and_all_sizes():
    courses = [course_of(seed, {}) for seed in FIFTY]

    assert {course.options.rules for course in courses} == set(FORMATS)
    moves = Counter(course.format.who_moves for course in courses)
    assert min(moves.values()) >= AT_LEAST
    assert len(moves) == 4
    people = [course.options.people for course in courses]
    assert sum(number < 8 for number in people) >= AT_LEAST
    assert sum(number % 4 > 0 for number in people) >= AT_LEAST
    assert max(people) > 50
    assert {course.capture for course in courses} == {"hands", "totals", "cards"}
    assert {course.words for course in courses} == {programme.words for programme in PROGRAMMES}


@pytest.mark.slow
def test_the_same_seed_gives_the_same_evening(play):
    assert play(8) == play(8)
    assert play(8) != play(18)


def test_chosen_options_are_kept_and_missing_incidents_are_named(play):
    chosen = {"rules": "youngstown", "people": 4, "rounds": 1, "partners": "chairs"}
    lines, missing = play(8, **chosen)

    assert lines[0].startswith("Youngstown, disturbed: 4 people, 1 rounds, seed 8.")
    assert "two-tables-closed" in missing
    assert lines[-1] == f"There was no occasion for: {', '.join(missing)}."

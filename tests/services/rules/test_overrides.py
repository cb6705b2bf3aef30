import pytest

from party.engine import PRESETS
from party.models import Entry, LogLine, Party
from party.progression import FORMATS
from party.queries.evening.rounds import people
from party.queries.rules import recount
from party.services import rules as verbs
from party.values.refusals import Refused
from party.values.seats.corrections import SeatsAnswer, SeatsChoice, SeatsInQuestion
from tests.evening import (
    BY_PROGRAM,
    close,
    enter,
    party_after_rounds,
    party_with,
    play,
    seat_next,
    start,
)
from tests.once import once
from tests.services.shifting import seats, seats_by_number

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return seated(TURNS, OTHER, OTHER)


NO_BONUS = PRESETS["midway"].replace(slam_rule="none")
TURNS = "7sn10 7se9 7sn6 7cs7"  # N-S win 280 to 210; without the extra for ten tricks, E-W win
TIES = "7sn10 7se9 7sn6 7hs7"  # N-S win 320 to 210; without the extra, it is a tie
OTHER = "8hn9 7ce7 7sn6 9dw9"  # E-W win with and without the extra


@once
def seated(*tables, rules=PRESETS["midway"], **fields):
    """Play round 1 with these hands at the tables, and seat round 2."""
    party = party_with(4 * len(tables) + 1, **fields)
    verbs.change_rules(party.pk, "midway", rules, **BY_PROGRAM)
    party = Party.objects.get(pk=party.pk)
    start(party)
    for number, hands in enumerate(tables, start=1):
        enter(party, hands, number)
    close(party)
    seat_next(party)
    return party


def override(party, choice=None, rules=NO_BONUS):
    shown = {"newest_entry": Entry.objects.latest("pk").pk, "choice": choice or SeatsAnswer()}
    return verbs.override_rules(
        party.pk, "midway", rules, reason="announced at the start", **shown, **BY_PROGRAM
    )


def choose(party, way):
    return override(party, SeatsAnswer(way, mark=recount(party, NO_BONUS).effects.mark))


def test_an_override_changes_nothing_before_a_choice_of_seats(party):
    before = seats(party, 2)
    with pytest.raises(SeatsInQuestion, match="Say what should happen to the seats of round 2"):
        override(party)
    assert Party.objects.last().rules == PRESETS["midway"]
    assert seats(party, 2) == before


def test_the_report_names_the_people_who_would_move(party):
    found = recount(party, NO_BONUS)
    before = seats(party, 2)
    choose(party, SeatsChoice.RESEAT)
    after = seats(party, 2)
    changed = {pk for pk in before.everybody() if before.chair(pk) != after.chair(pk)}
    assert {each.person.id for each in found.effects.shifts} == changed
    assert found.pairs == {1: "EW"}
    assert [each.seats_text for each in found.ahead] == ["see the seats of round 2 below"]


@pytest.mark.parametrize("way", [SeatsChoice.RESEAT, SeatsChoice.REDRAW])
def test_new_seats_are_the_seats_of_an_evening_under_the_new_rules(way):
    party = seated(TURNS, OTHER, TURNS)
    choose(party, way)
    other = seated(TURNS, OTHER, TURNS, rules=NO_BONUS)
    assert seats_by_number(party, 2) == seats_by_number(other, 2)
    assert party.rounds.get(number=2).stored_draw.ahead == {1: "EW", 2: "EW", 3: "EW"}
    line = LogLine.objects.get(verb="rules overridden")
    assert f"rescored; {seat_change_words(way, line)}" in line.words


def seat_change_words(way, line):
    count = len(line.data["shifts"])
    text = {SeatsChoice.RESEAT: f"{count} people change seats in", SeatsChoice.REDRAW: ""}[way]
    return f"{text} round 2".strip()


def test_seats_stay_if_the_desk_keeps_them(party):
    before = seats(party, 2)
    choose(party, SeatsChoice.KEEP)
    assert seats(party, 2) == before
    assert Party.objects.last().rules == NO_BONUS
    assert LogLine.objects.get(verb="rules overridden").words.endswith("; the seats are kept")


def test_an_answer_to_an_outdated_report_is_refused(party):
    with pytest.raises(SeatsInQuestion, match="The evening has moved on"):
        override(party, SeatsAnswer(SeatsChoice.RESEAT, mark="another"))


def test_a_table_with_a_new_tie_keeps_its_seats_without_a_new_draw():
    party = seated(TURNS, TIES, OTHER)
    found = recount(party, NO_BONUS)
    assert found.pairs == {1: "EW"}
    assert found.effects.refused_choices == {
        SeatsChoice.REDRAW: "Table 2 of round 1 would be tied."
    }
    with pytest.raises(Refused, match="Table 2 of round 1 would be tied"):
        choose(party, SeatsChoice.REDRAW)
    choose(party, SeatsChoice.RESEAT)
    assert party.rounds.get(number=2).stored_draw.ahead == {1: "EW", 2: "NS", 3: "EW"}


def test_a_single_new_tie_changes_no_seats():
    party = seated(TIES, OTHER)
    found = recount(party, NO_BONUS)
    assert (found.effects, found.effects_with_choice) == (None, None)
    assert [each.seats_text for each in found.ahead] == ["stay: people have moved on"]
    override(party)


def test_there_is_no_choice_of_seats_once_the_next_round_is_closed(party):
    start(party)
    play(party, OTHER)
    close(party)
    found = recount(party, NO_BONUS)
    assert found.effects.shifts
    assert found.effects_with_choice is None
    override(party)
    assert Party.objects.last().rules == NO_BONUS


def test_there_is_no_choice_of_seats_if_results_move_nobody():
    fixed = FORMATS["midway"].with_movement("stay")
    party = seated(TURNS, OTHER, format_values=fixed.values())
    assert recount(party, NO_BONUS).effects is None
    override(party)


def test_results_of_two_rounds_ago_move_nobody(party):
    start(party)
    play(party, OTHER)
    close(party)
    seat_next(party)
    found = recount(party, NO_BONUS)
    assert [each.seats_text for each in found.ahead] == ["stay: people have moved on"]
    assert found.effects is None


def test_the_report_of_recounted_hands_names_their_players():
    party = party_after_rounds(1, 8)
    found = recount(party, PRESETS["midway"].replace(defenders_score="never"))
    names = {str(person) for person in people(party).values()}
    for each in found.hands:
        assert set(f"{each.north_south} & {each.east_west}".split(" & ")) <= names

"""Plays a disturbed evening from the door to the standings.

Tables play random hands, and incidents happen: people leave, results are corrected, plans change.
After each step `Night` checks the whole party.
"""

from collections.abc import Iterator
from datetime import datetime
from random import Random
from typing import Any

from party.engine import PRESETS
from party.management.rehearsal import standing_lines
from party.management.simulated_evening import ROUND_DURATION, newcomers_for, sample_people
from party.models import Club, Round
from party.models.scores.entries import TOTAL
from party.queries.backups.check import party_differences
from party.queries.seats.draw import turnout_question
from party.services.evening.parties import create_party
from party.services.evening.rounds import (
    check_round,
    close_round,
    draw_seats,
    finish,
    reopen_party,
    reopen_round,
    ring_bell,
    seat_next_round,
    start_round,
    undo_draw,
)
from party.services.people.arrivals import add_house_player, set_attendance
from party.services.people.players import add_entrants, make_numbers
from party.services.scores.tables import decide_cut
from party.values.accounts import Actor
from party.values.evening.parties import PartyPlan
from party.values.refusals import Refused
from tests.evenings.corrections import correct_found_hands
from tests.evenings.courses import INCIDENTS, Course
from tests.evenings.hands import points_of
from tests.evenings.incidents import Incident, Moment, try_incident
from tests.evenings.new_seats import pair_ahead
from tests.evenings.night import CheckError, Night
from tests.evenings.people import walk_in
from tests.evenings.play import is_table_finished, play_step, tables_at_play
from tests.evenings.seats import people_changes
from tests.evenings.snapshots import TableKey

LATE_PEOPLE = 2
MOST_FIXES = 5
# These incidents wait until all others have happened.
ENDINGS = {"finish-now", "finish-counts", "last-round", "untracked"}
# Incidents that are possible in rounds whose seats are not tracked.
POSSIBLE_WITHOUT_SEATS = {"late", "late-pays", "walk-in", "leave", "return", "rename", "longer"}
AFTER_PLAY = {Moment.OVER, Moment.FINISHED}
CHANCES = {
    Moment.DOOR: 0.3,
    Moment.SEATED: 0.3,
    Moment.PLAYING: 0.3,
    Moment.MOVING: 0.25,
    Moment.OVER: 0.3,
    Moment.FINISHED: 0.2,
}


def create_evening(club: Club, course: Course, *, actor: Actor, at: datetime) -> Night:
    """Create the party; two of its people are late."""
    options = course.options
    # The evening ends before `at`.
    starts_at = at - 2 * (options.rounds + 2) * ROUND_DURATION
    plan = PartyPlan(
        name=f"Rehearsal, seed {options.seed}",
        starts_at=starts_at,
        preset=options.rules,
        rules=PRESETS[options.rules],
        format=course.format,
        rounds=options.rounds,
        capture=course.capture,
        cards=course.cards,
        fee=500,
    )
    party = create_party(club.pk, plan, actor=actor, at=starts_at, seed=options.seed)
    night = Night(party.pk, Random(options.seed), actor, starts_at, hands_only=course.hands_only)
    if course.cards != "named":
        night.run(make_numbers, party.pk, options.people + LATE_PEOPLE)
        return night
    people = newcomers_for(club, sample_people(options.people + LATE_PEOPLE))
    rows = night.run(add_entrants, party.pk, people, here=True)
    late_ids = night.dice.sample([row.pk for row in rows], LATE_PEOPLE)
    night.run(set_attendance, party.pk, late_ids, here=False)
    return night


def play_evening(night: Night, course: Course) -> Iterator[str]:
    """Yield the lines of the story. Raises CheckError at the first failed check."""
    options = course.options
    yield (
        f"{PRESETS[options.rules].name}, disturbed: {options.people} people, "
        f"{options.rounds} rounds, seed {options.seed}. On this evening {course.words}."
    )
    run_incidents(night, course, Moment.DOOR)
    while not night.is_finished:
        for part in (make_seats, begin_round, play_round, finish_round):
            part(night, course)
            yield from night.story_lines
            night.story_lines.clear()
            if night.is_finished:
                break
        if night.number >= night.snapshot.party.rounds_planned:
            break
    end_evening(night, course)
    yield from night.story_lines
    yield from ["", "Standings", *standing_lines(night.party())]
    if missing_names := missing_incidents(night, course):
        yield f"There was no occasion for: {', '.join(missing_names)}."


def missing_incidents(night: Night, course: Course) -> list[str]:
    return [name for name in course.incidents if not night.incident_counts[name]]


def due_incidents(night: Night, course: Course, when: Moment | None = None) -> list[Incident]:
    """Return incidents that must still happen; those that end the evening wait for others."""
    incidents = [INCIDENTS[name] for name in missing_incidents(night, course) if name in INCIDENTS]
    incidents = [incident for incident in incidents if is_possible(night, incident)]
    ordinary = [
        incident
        for incident in incidents
        if incident.name not in ENDINGS and incident.when not in AFTER_PLAY
    ]
    is_last_round = night.number >= (night.snapshot.party.rounds_planned or 0)
    return [
        incident
        for incident in incidents
        if (when is None or incident.when == when)
        and (incident.name not in ENDINGS or is_last_round or not ordinary)
    ]


def is_possible(night: Night, incident: Incident) -> bool:
    return (
        night.is_tracked or incident.when in AFTER_PLAY or incident.name in POSSIBLE_WITHOUT_SEATS
    )


def run_incidents(night: Night, course: Course, when: Moment) -> None:
    """Run all due incidents of a moment, and sometimes a random one."""
    tried: set[str] = set()
    while due := [
        incident for incident in due_incidents(night, course, when) if incident.name not in tried
    ]:
        tried.add(due[0].name)
        if not night.is_finished or when is Moment.FINISHED:
            try_incident(night, due[0])
    if night.chance(CHANCES[when]) and (not night.is_finished or when is Moment.FINISHED):
        has_due = bool(due_incidents(night, course))
        others = [
            incident
            for incident in INCIDENTS.values()
            if incident.when is when
            and not (has_due and incident.name in ENDINGS)
            and is_possible(night, incident)
        ]
        if others:
            try_incident(night, night.dice.choice(others))


def turnout_answer(night: Night) -> dict[str, Any]:
    """Answer the question about too many or too few people for full tables.

    Newcomers take the chairs of house players, or house players fill a table.
    """
    question = turnout_question(night.party(), night.party().rounds.get(number=night.number))
    if night.is_tracked and question.exchanges:
        return {"mark": question.mark, "replace_house_players": True}
    needed_count = (
        question.turnout.house_needed if night.is_tracked and question.needs_answer else 0
    )
    return {"mark": question.mark, "house_names": ["House X", "House Y", "House Z"][:needed_count]}


def make_seats(night: Night, course: Course) -> None:
    """Seat the next round; after a refusal do what it asks for."""
    night.story_lines += ["", f"Round {night.number + 1}"]
    for _ in range(MOST_FIXES):
        verb, options = (
            (seat_next_round, {}) if night.number else (draw_seats, draw_options(night, course))
        )
        try:
            if "draw-undone" in missing_incidents(night, course) or night.chance(0.15):
                night.run_and_undo(verb, undo_draw, **options)
                night.incident_counts["draw-undone"] += 1
            if night.number and night.chance(0.3):
                options = turnout_answer(night)
            night.try_verb(verb, night.party_id, **options)
        except Refused as refused:
            fix_refusal(night, refused)
        else:
            return
    raise CheckError("The seats cannot be made.")


def draw_options(night: Night, course: Course) -> dict[str, Any]:
    options: dict[str, Any] = {}
    people = len(night.snapshot.here)
    if course.cards == "hat":
        nameless_numbers = [
            row.number for row in night.snapshot.rows["entrant"].values() if not row.name
        ]
        # The first and the last number stay in the box.
        options["in_box"] = sorted(nameless_numbers)[:: len(nameless_numbers) - 1][:LATE_PEOPLE]
        people = course.options.people
    elif course.cards == "blind":
        people = course.options.people
        cards = [row for row in night.snapshot.rows["entrant"].values() if row.ranked]
        options["in_box"] = [row.number for row in cards if row.number > people]
    if night.format.non_multiple_of_4 != "sit_out" and people % 4:
        options["house_names"] = [f"House {letter}" for letter in "ABC"[: -people % 4]]
    elif course.cards == "named":
        options["expected_count"] = people
    return options


def fix_refusal(night: Night, refused: Refused) -> None:
    """Do what the refusal asks for: cut a tie, fill a table, add people."""
    code = getattr(refused.__cause__, "code", "")  # only a SeatingError has a code
    if code == "undecided":
        night.run(reopen_round, night.party_id)
        cut_ties(night, tied_tables(night))
        night.run(close_round, night.party_id, night.number)
    elif code == "rota" or refused.faults[0].field == "odd" or len(night.snapshot.here) >= 4:
        while len(night.snapshot.here) % 4:
            night.run(add_house_player, night.party_id, "")
    else:
        walk_in(night)


def begin_round(night: Night, course: Course) -> None:
    run_incidents(night, course, Moment.SEATED)
    if not night.is_finished:
        night.run(start_round, night.party_id, mark=people_changes(night).mark)


def play_round(night: Night, course: Course) -> None:
    while not night.is_finished and (tables := tables_at_play(night)):
        play_step(night, night.dice.choice(tables))
        if night.chance(0.35 if due_incidents(night, course, Moment.PLAYING) else 0.06):
            run_incident_at_play(night, course)
    run_incidents(night, course, Moment.PLAYING)
    while not night.is_finished and (tables := tables_at_play(night)):
        play_step(night, night.dice.choice(tables))
    if not night.is_finished:
        write_boxes(night)
        check_hands(night)


def write_boxes(night: Night) -> None:
    """In a round without tables, people write random points on their cards; some sit out."""
    if night.snapshot.has_tables(night.number):
        return
    people = sorted(night.snapshot.chairs[night.number])
    for entrant in people[len(people) % 4 :]:
        night.card_boxes[night.number, entrant] = 10 * night.dice.randint(-20, 60)


def check_hands(night: Night) -> None:
    if night.chance(0.5) or night.format.hands_counted == "at_head":
        night.run(ring_bell, night.party_id)
    night.run(check_round, night.party_id)


def run_incident_at_play(night: Night, course: Course) -> None:
    """Run one due incident; if there is none, perhaps a random one."""
    due = due_incidents(night, course, Moment.PLAYING)
    if due := [incident for incident in due if incident.name not in ENDINGS]:
        try_incident(night, night.dice.choice(due))
    else:
        run_incidents(night, course, Moment.PLAYING)
    correct_found_hands(night)


def finish_round(night: Night, course: Course) -> None:
    """Decide ties by a cut, close the round, and run the incidents before the next round."""
    correct_found_hands(night)
    if do_ties_matter(night) and (tables := tied_tables(night)):
        night.expect_refusal(close_round, night.party_id, night.number)
        cut_ties(night, tables)
    night.run(close_round, night.party_id, night.number)
    run_incidents(night, course, Moment.MOVING)
    check_whole_party(night)


def do_ties_matter(night: Night) -> bool:
    moves_by_result = night.format.who_moves not in {"nobody", "fixed_path"}
    is_only_table = len([key for key in night.snapshot.tables if key[0] == night.number]) == 1
    is_last_round = night.number >= night.snapshot.party.rounds_planned
    return (
        night.is_tracked
        and moves_by_result
        and not is_last_round
        and not (is_only_table and night.format.split == "all_but_head")
    )


def tied_tables(night: Night) -> list[TableKey]:
    return [
        key
        for key in night.snapshot.tables
        if key[0] == night.number
        and is_table_finished(night, key)
        and not pair_ahead(night.snapshot, key)
    ]


def cut_ties(night: Night, tables: list[TableKey]) -> None:
    for key in tables:
        night.run(decide_cut, night.spot(key), night.dice.choice(("NS", "EW")))


def end_evening(night: Night, course: Course) -> None:
    """Finish, reopen, correct all wrong hands, and finish again."""
    night.story_lines += ["", "The end"]
    if not night.is_finished:
        night.run(finish, night.party_id)
    night.expect_refusal(reopen_round, night.party_id)
    night.expect_refusal(finish, night.party_id)
    night.run(reopen_party, night.party_id)
    correct_found_hands(night, all_of_them=True)
    run_incidents(night, course, Moment.OVER)
    night.run(finish, night.party_id)
    run_incidents(night, course, Moment.FINISHED)
    check_whole_party(night)
    compare_with_plays(night)


def check_whole_party(night: Night) -> None:
    party = night.party()
    if troubles := party_differences(party):
        raise CheckError("\n".join(troubles))


def compare_with_plays(night: Night) -> None:
    """Check that the stored results are what the tables really played."""
    for key, table in night.snapshot.tables.items():
        play, rows = night.plays[key], night.snapshot.scoring_entries(key)
        stored = {row.hand: (row.ns, row.ew) for row in rows}
        lines = enumerate(play.lines, start=1)
        expected = {number: points_of(night.rules, [line]) for number, line in lines}
        if night.snapshot.has_total(key):
            expected = {TOTAL: play.points}
        elif table.capture == "cards":
            expected = {}
            if table.ahead != play.ahead:
                raise CheckError(
                    f"Round {key[0]}, table {key[1]}: {table.ahead} is not {play.ahead}."
                )
        if stored != expected:
            raise CheckError(f"Round {key[0]}, table {key[1]}: {stored} is not {play.lines}.")
    if any(row.state != Round.State.CLOSED for row in night.snapshot.rounds.values()):
        raise CheckError("The party is finished, and a round is not closed.")

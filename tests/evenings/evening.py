"""The course of a disturbed evening, from the door to the standings."""

from collections.abc import Iterator
from datetime import datetime
from random import Random
from typing import Any

from party.engine import PRESETS
from party.management.rehearsal import standing_lines
from party.management.simulated_evening import ROUND_DURATION, newcomers, sample_people
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
from tests.evenings.corrections import find_wrong_results
from tests.evenings.courses import INCIDENTS, Course
from tests.evenings.hands import points_of
from tests.evenings.incidents import Incident, Moment, happens
from tests.evenings.new_seats import pair_ahead
from tests.evenings.night import Broken, Night
from tests.evenings.people import walk_in
from tests.evenings.play import is_finished, step, tables_at_play
from tests.evenings.seats import people_changed
from tests.evenings.snapshots import At

LATE = 2
MOST_MENDED = 5
# Only when all else has happened.
ENDINGS = {"finish-now", "finish-counts", "last-round", "untracked"}
# What can happen where nobody knows who sits where.
WITHOUT_SEATS = {"late", "late-pays", "walk-in", "leave", "return", "rename", "longer"}
LATER = {Moment.OVER, Moment.FINISHED}
BY_CHANCE = {
    Moment.DOOR: 0.3,
    Moment.SEATED: 0.3,
    Moment.PLAYING: 0.3,
    Moment.MOVING: 0.25,
    Moment.OVER: 0.3,
    Moment.FINISHED: 0.2,
}


def begin(club: Club, course: Course, *, actor: Actor, at: datetime) -> Night:
    """Make the party; a few of its people are not here yet."""
    wish = course.wish
    # By the time of the steps, the evening is over when the command is called.
    begins = at - 2 * (wish.rounds + 2) * ROUND_DURATION
    plan = PartyPlan(
        name=f"Rehearsal, seed {wish.seed}",
        starts_at=begins,
        preset=wish.rules,
        rules=PRESETS[wish.rules],
        format=course.format,
        rounds=wish.rounds,
        capture=course.capture,
        cards=course.cards,
        fee=500,
    )
    party = create_party(club.pk, plan, actor=actor, at=begins, seed=wish.seed)
    night = Night(party.pk, Random(wish.seed), actor, begins, by_hand=course.by_hand)
    if course.cards != "named":
        night.do(make_numbers, party.pk, wish.people + LATE)
        return night
    people = newcomers(club, sample_people(wish.people + LATE))
    rows = night.do(add_entrants, party.pk, people, here=True)
    late = night.dice.sample([row.pk for row in rows], LATE)
    night.do(set_attendance, party.pk, late, here=False)
    return night


def story(night: Night, course: Course) -> Iterator[str]:
    """Play the evening and yield its lines. Raises Broken at the first thing that is wrong."""
    wish = course.wish
    yield (
        f"{PRESETS[wish.rules].name}, disturbed: {wish.people} people, {wish.rounds} rounds, "
        f"seed {wish.seed}. On this evening {course.words}."
    )
    moment(night, course, Moment.DOOR)
    while not night.finished:
        for part in (seat, before_the_start, play, close):
            part(night, course)
            yield from night.told
            night.told.clear()
            if night.finished:
                break
        if night.number >= night.now.party.rounds_planned:
            break
    end(night, course)
    yield from night.told
    yield from ["", "Standings", *standing_lines(night.party())]
    if missing := missed(night, course):
        yield f"There was no occasion for: {', '.join(missing)}."


def missed(night: Night, course: Course) -> list[str]:
    """Name the incidents that the evening should have had, and had not."""
    return [name for name in course.must if not night.happened[name]]


def due(night: Night, course: Course, when: Moment | None = None) -> list[Incident]:
    """Return the incidents that must happen yet; what ends the evening waits for all others."""
    left = [INCIDENTS[name] for name in missed(night, course) if name in INCIDENTS]
    left = [each for each in left if is_possible(night, each)]
    others = [each for each in left if each.name not in ENDINGS and each.when not in LATER]
    last = night.number >= (night.now.party.rounds_planned or 0)
    return [
        each
        for each in left
        if (when is None or each.when == when) and (each.name not in ENDINGS or last or not others)
    ]


def is_possible(night: Night, incident: Incident) -> bool:
    return night.tracked or incident.when in LATER or incident.name in WITHOUT_SEATS


def moment(night: Night, course: Course, when: Moment) -> None:
    """Let happen what must, and by chance something else."""
    tried: set[str] = set()
    while wanted := [each for each in due(night, course, when) if each.name not in tried]:
        tried.add(wanted[0].name)
        if not night.finished or when is Moment.FINISHED:
            happens(night, wanted[0])
    if night.chance(BY_CHANCE[when]) and (not night.finished or when is Moment.FINISHED):
        busy = bool(due(night, course))
        others = [
            each
            for each in INCIDENTS.values()
            if each.when is when
            and not (busy and each.name in ENDINGS)
            and is_possible(night, each)
        ]
        if others:
            happens(night, night.dice.choice(others))


def house_for_those_over(night: Night) -> dict[str, Any]:
    """Answer the question about the people over: house players, in the leavers' chairs."""
    question = turnout_question(night.party(), night.party().rounds.get(number=night.number))
    wanted = question.turnout.house_wanted if night.tracked and question.needs_answer else 0
    return {"mark": question.mark, "house_names": ["House X", "House Y", "House Z"][:wanted]}


def seat(night: Night, course: Course) -> None:
    """Make the seats. What is in the way is mended first."""
    night.told += ["", f"Round {night.number + 1}"]
    for _ in range(MOST_MENDED):
        verb, how = (
            (seat_next_round, {}) if night.number else (draw_seats, draw_options(night, course))
        )
        try:
            if "draw-undone" in missed(night, course) or night.chance(0.15):
                night.undone(verb, undo_draw, **how)
                night.happened["draw-undone"] += 1
            if night.number and night.chance(0.3):
                how = house_for_those_over(night)
            night.ask(verb, night.party_id, **how)
        except Refused as refused:
            mend(night, refused)
        else:
            return
    raise Broken("The seats cannot be made.")


def draw_options(night: Night, course: Course) -> dict[str, Any]:
    """Return with what the seats are drawn: how many cards were taken, who plays for the house."""
    options: dict[str, Any] = {}
    people = len(night.now.here)
    if course.cards == "hat":
        nameless = [row.number for row in night.now.rows["entrant"].values() if not row.name]
        options["in_box"] = sorted(nameless)[:: len(nameless) - 1][:LATE]  # the first and the last
        people = course.wish.people
    elif course.cards == "blind":
        people = options["handed_out"] = course.wish.people
    if night.format.non_multiple_of_4 != "sit_out" and people % 4:
        options["house_names"] = [f"House {each}" for each in "ABC"[: -people % 4]]
    elif course.cards == "named":
        options["expected_count"] = people
    return options


def mend(night: Night, refused: Refused) -> None:
    """Do what the refusal says: cut at a tied table, fill up a table, find more people."""
    code = getattr(refused.__cause__, "code", "")  # of a SeatingError
    if code == "undecided":
        night.do(reopen_round, night.party_id)
        cut(night, tied(night))
        night.do(close_round, night.party_id, night.number)
    elif code == "rota" or refused.faults[0].field == "odd" or len(night.now.here) >= 4:
        while len(night.now.here) % 4:
            night.do(add_house_player, night.party_id, "")
    else:
        walk_in(night)


def before_the_start(night: Night, course: Course) -> None:
    moment(night, course, Moment.SEATED)
    if not night.finished:
        night.do(start_round, night.party_id, mark=people_changed(night).mark)


def play(night: Night, course: Course) -> None:
    """Play the round, until every table has finished."""
    while not night.finished and (tables := tables_at_play(night)):
        step(night, night.dice.choice(tables))
        if night.chance(0.35 if due(night, course, Moment.PLAYING) else 0.06):
            moment_at_play(night, course)
    moment(night, course, Moment.PLAYING)
    while not night.finished and (tables := tables_at_play(night)):
        step(night, night.dice.choice(tables))
    if not night.finished:
        write_boxes(night)
        look_over(night)


def write_boxes(night: Night) -> None:
    """Where nobody knows who sits where, people write their points down; some sit out."""
    if night.now.has_tables(night.number):
        return
    people = sorted(night.now.chairs[night.number])
    for entrant in people[len(people) % 4 :]:
        night.boxes[night.number, entrant] = 10 * night.dice.randint(-20, 60)


def look_over(night: Night) -> None:
    if night.chance(0.5) or night.format.hands_counted == "at_head":
        night.do(ring_bell, night.party_id)
    night.do(check_round, night.party_id)


def moment_at_play(night: Night, course: Course) -> None:
    """Let one thing happen that must, or else something by chance."""
    wanted = due(night, course, Moment.PLAYING)
    if wanted := [each for each in wanted if each.name not in ENDINGS]:
        happens(night, night.dice.choice(wanted))
    else:
        moment(night, course, Moment.PLAYING)
    find_wrong_results(night)


def close(night: Night, course: Course) -> None:
    """Settle the ties, close, and let happen what happens before the next seats."""
    find_wrong_results(night)
    if ties_matter(night) and (tables := tied(night)):
        night.refused(close_round, night.party_id, night.number)
        cut(night, tables)
    night.do(close_round, night.party_id, night.number)
    moment(night, course, Moment.MOVING)
    check_whole_party(night)


def ties_matter(night: Night) -> bool:
    by_result = night.format.who_moves not in {"nobody", "fixed_path"}
    alone = len([at for at in night.now.tables if at[0] == night.number]) == 1
    last = night.number >= night.now.party.rounds_planned
    return (
        night.tracked
        and by_result
        and not last
        and not (alone and night.format.split == "all_but_head")
    )


def tied(night: Night) -> list[At]:
    return [
        at
        for at in night.now.tables
        if at[0] == night.number and is_finished(night, at) and not pair_ahead(night.now, at)
    ]


def cut(night: Night, tables: list[At]) -> None:
    for at in tables:
        night.do(decide_cut, night.spot(at), night.dice.choice(("NS", "EW")))


def end(night: Night, course: Course) -> None:
    """Finish; what was never found is found now, and the party opened once more for it."""
    night.told += ["", "The end"]
    if not night.finished:
        night.do(finish, night.party_id)
    night.refused(reopen_round, night.party_id)
    night.refused(finish, night.party_id)
    night.do(reopen_party, night.party_id)
    find_wrong_results(night, all_of_them=True)
    moment(night, course, Moment.OVER)
    night.do(finish, night.party_id)
    moment(night, course, Moment.FINISHED)
    check_whole_party(night)
    compare_with_the_truth(night)


def check_whole_party(night: Night) -> None:
    """Check all that can be checked of a party at any time, with nothing known from before."""
    party = night.party()
    if troubles := party_differences(party):
        raise Broken("\n".join(troubles))


def compare_with_the_truth(night: Night) -> None:
    """Check that what is stored in the end is what the tables really played."""
    for at, table in night.now.tables.items():
        play, rows = night.plays[at], night.now.counted(at)
        stored = {row.hand: (row.ns, row.ew) for row in rows}
        lines = enumerate(play.lines, start=1)
        wanted = {number: points_of(night.rules, [line]) for number, line in lines}
        if night.now.has_total(at):
            wanted = {TOTAL: play.points}
        elif table.capture == "cards":
            wanted = {}
            if table.ahead != play.ahead:
                raise Broken(f"Round {at[0]}, table {at[1]}: {table.ahead} is not {play.ahead}.")
        if stored != wanted:
            raise Broken(f"Round {at[0]}, table {at[1]}: {stored} is not {play.lines}.")
    if any(row.state != Round.State.CLOSED for row in night.now.rounds.values()):
        raise Broken("The party is finished, and a round is not closed.")

from collections import Counter
from random import Random

import pytest

from party.models import Entry, LogLine, Place, Round, Table
from party.progression import FORMATS
from party.queries.backups.check import party_differences
from party.queries.evening.rounds import latest_round, seatings
from party.queries.log.undo import undo_refusal, undos
from party.queries.scores.tables import table_scores
from party.queries.seats.moves import next_moves
from party.queries.seats.wrong_chairs import wrong_chairs
from party.queries.standings.standings import standings
from party.services.evening import rounds
from party.services.log.undo import undo_line
from party.services.people.arrivals import add_house_player, give_chair, go_home
from party.services.scores.tables import decide_cut, finish_table, report_ahead
from party.services.seats.swaps import undo_swap
from party.services.seats.wrong_chairs import record_wrong_chairs
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from party.values.scores.tables import Spot
from party.values.seats.corrections import SeatsAnswer, SeatsChoice, SeatsInQuestion
from party.values.seats.wrong_chairs import ChairExchange
from tests.evening import (
    BY_PROGRAM,
    close,
    drawn_party,
    enter,
    party_after_rounds,
    party_with,
    play,
    play_round,
    play_rounds,
    reload_party,
    seat_next,
    start,
    start_next_round,
    started_party,
    switch_capture,
)
from tests.services.seats.test_swaps import swap
from tests.services.shifting import WRONG, choose, play_with, seats_by_number

pytestmark = pytest.mark.django_db


@pytest.fixture
def party():
    return party_after_rounds(1, 8)


REASON = "they told the desk at the coffee break"
NO_ANSWER = SeatsAnswer()
OTHER_PAGE = {"mark": "elsewhere", "reason": "", "choice": NO_ANSWER, **BY_PROGRAM}


def changes_of(party, number, exchange):
    party = reload_party(party)
    return wrong_chairs(party, party.rounds.get(number=number), exchange)


def record(party, number, one, other, way=None, *, reason=REASON, **options):
    """Record an exchange as the page does; `way` is the answer about the next round's seats."""
    exchange = ChairExchange(one, other, **options)
    shown = changes_of(party, number, exchange)
    effects = shown.effects
    choice = SeatsAnswer(way, mark=effects.mark) if effects else NO_ANSWER
    return record_wrong_chairs(
        party.pk, number, exchange, mark=shown.mark, reason=reason, choice=choice, **BY_PROGRAM
    )


def entrant_in(party, number, table, seat):
    return Place.objects.get(
        round__party=party, round__number=number, table__number=table, seat=seat
    ).entrant_id


def two_people(party):
    """Return North of table 1 and East of table 2 in round 1."""
    return entrant_in(party, 1, 1, "N"), entrant_in(party, 1, 2, "E")


def seats(party, number):
    return seatings(reload_party(party))[number - 1]


def bench(party, number):
    return seats(party, number).bench


def totals(party):
    return {line.person.id: line.total for line in standings(reload_party(party)).lines}


def shown_totals(changes):
    """Return the old and new totals that the page shows on cards and in its list."""
    lines = [*changes.totals, *((one.line, other.line) for one, other in changes.cards)]
    return {one.person.id: (one.total, other.total) for one, other in lines}


def rows(party):
    """Return all rows that a record of wrong chairs may change."""
    places = Place.objects.filter(round__party=party).order_by("pk").values()
    draws = Round.objects.filter(party=party).order_by("pk").values()
    tables = Table.objects.filter(round__party=party).order_by("pk").values()
    people = party.entrants.order_by("pk").values()
    return [list(each) for each in (places, draws, tables, people)]


def is_sound(party):
    return party_differences(reload_party(party)) == []


def test_in_an_open_round_the_hands_stay_with_the_chairs():
    party = started_party(8)
    enter(party, "8hn9 7ce7", table=1)  # N-S +330, E-W 0 so far; table 2 has no hands
    south, west = entrant_in(party, 1, 1, "S"), entrant_in(party, 1, 2, "W")
    shown = changes_of(party, 1, ChairExchange(south, west))
    assert [(each.listed_points, each.real_points) for each in shown.places] == [
        (330, 0),
        (0, 330),
    ]
    assert [sorted(each.changed_seats) for each in shown.tables] == [["S"], ["W"]]
    assert (shown.totals, shown.effects) == ((), None)

    record(party, 1, south, west, reason="")
    assert (entrant_in(party, 1, 2, "W"), entrant_in(party, 1, 1, "S")) == (south, west)
    assert is_sound(party)
    line = LogLine.objects.get(verb="wrong chairs")
    names = [str(party.entrants.get(pk=pk)) for pk in (south, west)]
    assert line.words == (
        f"{names[0]} (table 1, South) and {names[1]} (table 2, West) sat in each other’s chairs"
    )
    assert {str(south), str(west)} == set(line.data["about"])
    enter(party, "7sn6 9dw9", table=1)
    enter(party, "8hn9 7ce7 7sn6 9dw9", table=2)
    close(party)
    assert totals(party)[west] == table_scores(party, 1)[1].ns
    assert totals(party)[south] == table_scores(party, 1)[2].ew


def test_two_pairs_change_their_chairs_and_their_points(party):
    chairs = [
        entrant_in(party, 1, table, seat)
        for table, seat in ((1, "N"), (2, "E"), (1, "S"), (2, "W"))
    ]
    shown = changes_of(party, 1, ChairExchange(chairs[0], chairs[1], partners=True))
    before = totals(party)
    assert shown_totals(shown) == {
        chairs[0]: (before[chairs[0]], before[chairs[1]]),
        chairs[2]: (before[chairs[2]], before[chairs[3]]),
        chairs[1]: (before[chairs[1]], before[chairs[0]]),
        chairs[3]: (before[chairs[3]], before[chairs[2]]),
    }
    record(party, 1, chairs[0], chairs[1], partners=True)
    assert seats(party, 1).chair(chairs[2]) == (2, "W")
    assert is_sound(party)


def test_the_person_who_played_gets_the_points_and_the_other_gets_the_credit():
    party = party_after_rounds(1, 9)
    [bench_person], north = bench(party, 1), entrant_in(party, 1, 1, "N")
    played, credit = totals(party)[north], totals(party)[bench_person]
    assert played != credit
    changes = changes_of(party, 1, ChairExchange(bench_person, north))
    partners = [[card.rows[0].partner is None for card in pair] for pair in changes.cards]
    assert partners == [[True, False], [False, True]]
    record(party, 1, bench_person, north)
    assert bench(party, 1) == (north,)
    assert totals(party)[bench_person] == played
    assert round_kinds(party, north) == ["sat out"]
    words = LogLine.objects.get(verb="wrong chairs").words
    assert words.startswith(f"{party.entrants.get(pk=bench_person)} played in the chair of ")
    assert words.endswith("(table 1, North), who sat out")
    # The next turn depends on who really sat out.
    seat_next(party)
    assert north not in bench(party, 2)
    assert is_sound(party)


def round_kinds(party, entrant):
    [line] = [line for line in standings(reload_party(party)).lines if line.person.id == entrant]
    return [each.kind for each in line.rounds]


def test_final_cards_keep_their_points_and_only_moves_change():
    party = started_party(8, capture="cards")
    for table in (1, 2):
        report_ahead(Spot(party.pk, 1, table), "NS", **BY_PROGRAM, shown_pair="")
    close(party)
    north, east = entrant_in(party, 1, 1, "N"), entrant_in(party, 1, 1, "E")
    before = totals(party)
    record(party, 1, north, east)
    assert (totals(party), entrant_in(party, 1, 1, "E")) == (before, north)
    assert is_sound(party)


@pytest.mark.parametrize(("partners", "by_name"), [("chairs", False), ("fresh", True)])
def test_moves_to_the_next_round_start_from_the_chairs_that_were_really_used(by_name, partners):
    format_values = FORMATS["midway"].replace(which_partner_shifts=partners).values()
    unchanged, changed = (
        party_with(12, name=name, format_values=format_values) for name in ("unchanged", "changed")
    )
    for party in (unchanged, changed):
        start(party)
        play(party)
    one, two = entrant_in(changed, 1, 1, "S"), entrant_in(changed, 1, 3, "W")
    points = points_of_round(changed, 1)
    record(changed, 1, one, two, by_name=by_name)
    prospects = next_moves(reload_party(changed), latest_round(changed)).prospects
    assert {each.old for each in prospects if each.entrant == one} == {(3, "W")}
    for party in (unchanged, changed):
        close(party)
        seat_next(party)
    wanted = (points[one], points[two]) if by_name else (points[two], points[one])
    assert (totals(changed)[one], totals(changed)[two]) == wanted
    first, second = (changed.entrants.get(pk=pk).number for pk in (one, two))
    exchanged = {first: second, second: first}
    assert seats_by_number(changed, 2) == {
        (exchanged.get(number, number), *chair) for number, *chair in seats_by_number(unchanged, 2)
    }
    assert is_sound(changed)


def points_of_round(party, number):
    scores = table_scores(party, number)
    chairs = seats(party, number).chairs
    return {
        pk: scores[table].ns if seat in "NS" else scores[table].ew
        for pk, (table, seat) in chairs.items()
    }


@pytest.mark.parametrize(
    ("way", "by_name"),
    [
        *((way, False) for way in SeatsChoice),
        (SeatsChoice.RESEAT, True),
        (SeatsChoice.REDRAW, True),
    ],
)
def test_each_choice_about_the_next_seats_works_and_is_undone(way, by_name):
    party = party_after_rounds(1, 9, rounds_planned=4)
    seat_next(party)
    one, two = entrant_in(party, 1, 1, "S"), entrant_in(party, 1, 2, "E")
    effects = changes_of(party, 1, ChairExchange(one, two, by_name=by_name)).effects
    assert effects.open_choices == tuple(SeatsChoice)
    assert effects.default_choice == SeatsChoice.RESEAT
    before, rows_before, totals_before = seats(party, 2), rows(party), totals(party)
    line = record(party, 1, one, two, way, by_name=by_name)
    after = seats(party, 2)
    chairs = {each.person.id: each.corrected_chair for each in effects.shifts}
    if way == SeatsChoice.KEEP:
        assert after == before
    elif way == SeatsChoice.RESEAT:
        moved = {pk for pk in before.everybody() if before.chair(pk) != after.chair(pk)}
        assert {pk: after.chair(pk) for pk in moved} == chairs
    assert (totals(party) == totals_before) == by_name
    assert is_sound(party)
    assert WORDS[way] in LogLine.objects.get(pk=line).words

    start(party)
    undo_line(party.pk, line, **BY_PROGRAM)
    assert seats(party, 2) == before
    assert totals(party) == totals_before
    assert without_start_columns(rows(party)) == without_start_columns(rows_before)
    assert is_sound(party)


WORDS = {
    SeatsChoice.KEEP: "; the seats are kept",
    SeatsChoice.RESEAT: " people change seats in round 2",
    SeatsChoice.REDRAW: "; round 2 is seated again",
}


def without_start_columns(tables):
    """Return the rows without the columns that starting a round sets."""
    started = {"state", "started_at", "announced_at", "clock_ends_at", "clock_left"}
    return [
        [{name: each[name] for name in each.keys() - started} for each in rows_of_table]
        for rows_of_table in tables
    ]


def test_nothing_changes_until_the_desk_decides_about_the_seats(party):
    seat_next(party)
    before = rows(party)
    with pytest.raises(SeatsInQuestion, match="Say what should happen to the seats of round 2"):
        record(party, 1, *two_people(party))
    assert rows(party) == before


def test_a_table_with_hands_keeps_its_people(party):
    start_next_round(party)
    enter(party, "8hn9", table=1)
    enter(party, "8hn9", table=2)
    one, two = two_people(party)
    effects = changes_of(party, 1, ChairExchange(one, two)).effects
    assert (effects.open_choices, effects.default_choice) == (
        (SeatsChoice.KEEP,),
        SeatsChoice.KEEP,
    )
    with pytest.raises(SeatsInQuestion, match="Hands of round 2 are in already: table"):
        record(party, 1, one, two, SeatsChoice.RESEAT)
    record(party, 1, one, two, SeatsChoice.KEEP)
    assert is_sound(party)


def test_an_exchange_that_would_change_neither_points_nor_seats_is_refused(party):
    seat_next(party)
    one, two = two_people(party)
    with pytest.raises(Refused, match="The seats of round 2 stay, so nothing would change"):
        record(party, 1, one, two, SeatsChoice.KEEP, by_name=True)


def test_an_exchange_makes_later_draws_store_the_seats_that_were_played():
    party = party_after_rounds(4, 10, rounds_planned=4)
    stored, played, before = rows(party), seatings(reload_party(party)), totals(party)
    one, two = entrant_in(party, 1, 1, "N"), entrant_in(party, 1, 2, "W")
    line = record(party, 1, one, two, SeatsChoice.KEEP)
    draws = {row.number: row.stored_draw for row in party.rounds.all()}
    assert all(draw.has_played_seats for draw in draws.values())
    assert seatings(reload_party(party))[1:] == played[1:]
    points = points_of_round(party, 1)
    assert totals(party)[one] == before[one] - points[two] + points[one]
    assert is_sound(party)
    undo_line(party.pk, line, **BY_PROGRAM)
    assert rows(party) == stored


def test_a_later_correction_still_moves_the_people_of_its_tables():
    party = started_party(12)
    play_with(party, WRONG)
    seat_next(party)
    record(party, 1, entrant_in(party, 1, 2, "N"), entrant_in(party, 1, 3, "E"), SeatsChoice.KEEP)
    assert is_sound(party)
    choose(party, SeatsChoice.RESEAT)
    assert is_sound(party)
    draw_ = latest_round(party).stored_draw
    assert draw_.seat(seatings(reload_party(party))[:1]) == seats(party, 2)
    choose(party, SeatsChoice.REDRAW, WRONG)
    assert not latest_round(party).stored_draw.has_played_seats
    assert is_sound(party)


def test_a_leaver_with_a_stand_in_can_exchange_with_the_bench():
    party = party_after_rounds(1, 9)
    [bench_person], leaver = bench(party, 1), entrant_in(party, 1, 1, "N")
    go_home(party.pk, leaver, **BY_PROGRAM)
    give_chair(party.pk, leaver, Newcomer("Host"), as_house_player=True, **BY_PROGRAM)
    seat_next(party)
    shown = changes_of(party, 1, ChairExchange(bench_person, leaver)).effects
    assert (shown.shifts, shown.open_choices) == ((), (SeatsChoice.KEEP, SeatsChoice.REDRAW))
    record(party, 1, bench_person, leaver)
    assert is_sound(party)
    start(party)
    play_round(party)
    assert is_sound(party)


@pytest.mark.parametrize(
    ("people", "who", "options", "reason"),
    [
        (8, ("1N", "1N"), {}, "two different people who have a place"),
        (10, ("bench", "other bench"), {}, "Both sit out by the list"),
        (9, ("bench", "1N"), {"partners": True}, "has no partner. Record the two people alone"),
        (8, ("1N", "1S"), {"partners": True}, "These two are partners"),
    ],
)
def test_an_impossible_exchange_is_refused_with_its_reason(people, who, options, reason):
    party = started_party(people)
    bench_people = iter(bench(party, 1))
    one, two = (
        next(bench_people) if "bench" in each else entrant_in(party, 1, int(each[0]), each[1])
        for each in who
    )
    with pytest.raises(Refused, match=reason):
        record(party, 1, one, two, **options)


def test_an_exchange_that_makes_a_house_player_sit_out_is_refused():
    party = party_with(8)
    add_house_player(party.pk, "Host", **BY_PROGRAM)
    start(party)
    [bench_person], host = bench(party, 1), party.entrants.get(ranked=False).pk
    with pytest.raises(Refused, match="A house player does not sit out"):
        record(party, 1, bench_person, host)


def test_only_a_started_round_with_seats_can_be_corrected():
    party = drawn_party(8)
    one, two = two_people(party)
    with pytest.raises(Refused, match="Round 1 has not begun: swap the two seats instead"):
        record(party, 1, one, two)
    start(party)
    play_round(party)
    with pytest.raises(Refused, match="Round 1 is closed"):
        record(party, 1, one, two, reason=" ")
    switch_capture(party, "untracked")
    start_next_round(party)
    with pytest.raises(Refused, match="Seats are not tracked in round 2"):
        record_wrong_chairs(party.pk, 2, ChairExchange(one, two), **OTHER_PAGE)
    record(party, 1, one, two)
    assert is_sound(party)


def test_an_outdated_page_is_refused():
    party = started_party(8)
    exchange = ChairExchange(*two_people(party))
    with pytest.raises(Refused, match="The evening has moved on"):
        record_wrong_chairs(party.pk, 1, exchange, **OTHER_PAGE)


def test_the_refusal_to_undo_an_older_line_names_the_newer_exchange():
    party = drawn_party(8)
    swap(party, entrant_in(party, 1, 1, "E"), entrant_in(party, 1, 2, "E"))
    start(party)
    one, two, three = (entrant_in(party, 1, 1, seat) for seat in "NES")
    first = record(party, 1, one, two)
    record(party, 1, one, three)
    lines = list(LogLine.objects.filter(party=party))
    offered = undos(reload_party(party), lines)
    assert first not in offered
    newest = LogLine.objects.filter(verb="wrong chairs").first()
    refusal = f"Round 1: {newest.words}. Take that back first."
    assert str(party.entrants.get(pk=three)) in refusal
    for verb in ("seats swapped", "draw", "wrong chairs"):
        line = LogLine.objects.filter(verb=verb).last()
        assert undo_refusal(reload_party(party), line) == refusal
        assert line.pk not in offered
    for verb, options in ((rounds.undo_draw, {}), (undo_line, {"line_id": first})):
        with pytest.raises(Refused) as refused:
            verb(party.pk, **options, **BY_PROGRAM)
        assert str(refused.value) == refusal


def test_a_later_swap_is_undone_only_after_the_exchange(party):
    seat_next(party)
    swapped = entrant_in(party, 2, 1, "E"), entrant_in(party, 2, 2, "E")
    swap(party, *swapped)
    line = record(party, 1, *two_people(party), way=SeatsChoice.KEEP)
    with pytest.raises(Refused, match=r"Round 1: .* Take that back first"):
        undo_swap(party.pk, 2, **BY_PROGRAM)
    undo_line(party.pk, line, **BY_PROGRAM)
    undo_swap(party.pk, 2, **BY_PROGRAM)
    assert entrant_in(party, 2, 1, "E") == swapped[0]
    rounds.undo_draw(party.pk, **BY_PROGRAM)
    assert is_sound(party)


def test_after_the_next_draw_an_exchange_is_undone_by_recording_it_again():
    party = started_party(8)
    one, two = two_people(party)
    line = record(party, 1, one, two)
    play_round(party)
    assert line in undos(reload_party(party), LogLine.objects.filter(pk=line))
    seat_next(party)
    with pytest.raises(Refused, match="record the same people once more, on the page of round 1"):
        undo_line(party.pk, line, **BY_PROGRAM)
    record(party, 1, one, two, SeatsChoice.KEEP)
    assert entrant_in(party, 1, 1, "N") == one
    assert is_sound(party)


def enter_hand_of_round_2(party):
    enter(party, "8hn9")


def close_round_2_unplayed(party):
    for table in (1, 2):
        finish_table(Spot(party.pk, 2, table), reason="the bus came", **BY_PROGRAM)
        decide_cut(Spot(party.pk, 2, table), "NS", **BY_PROGRAM)
    close(party)


@pytest.mark.parametrize(
    ("later", "text"),
    [
        (enter_hand_of_round_2, "Round 2 has hands already; its seats stay"),
        (close_round_2_unplayed, "Round 2 is over"),
    ],
)
def test_an_exchange_cannot_be_undone_once_the_next_round_has_hands_or_is_over(party, later, text):
    seat_next(party)
    line = record(party, 1, *two_people(party), way=SeatsChoice.RESEAT)
    start(party)
    later(party)
    with pytest.raises(Refused, match=text):
        undo_line(party.pk, line, **BY_PROGRAM)


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 2, 3, 4, 5))]
)
def test_random_exchanges_add_up_and_can_be_undone(seed):
    dice = Random(seed)
    party = random_evening(dice)
    recorded = []
    for _ in range(4):
        rows_before, totals_before = rows(party), totals(party)
        if (line := record_random_exchange(dice, party)) is not None:
            recorded.append((line, rows_before, totals_before, totals(party)))
            assert is_sound(party)
            assert points_shown(party) == points_by_hand(party)
    assert recorded
    for line, rows_before, totals_before, totals_after in reversed(recorded):
        assert totals(party) == totals_after
        undo_line(party.pk, line, **BY_PROGRAM)
        assert (rows(party), totals(party)) == (rows_before, totals_before)
        assert is_sound(party)


def random_evening(dice):
    format_values = FORMATS[dice.choice(("midway", "youngstown"))].replace(
        which_partner_shifts=dice.choice(("chairs", "fresh")),
        sit_out_credit=dice.choice(("room_average", "own_average", "fixed")),
    )
    people = dice.choice((8, 9, 10, 11, 13))
    party = party_with(people, rounds_planned=5, format_values=format_values.values())
    play_rounds(party, dice.choice((1, 2, 3)))
    if dice.random() < 0.6:
        seat_next(party)
        if dice.random() < 0.5:
            start(party)
            if dice.random() < 0.5:
                enter(party, "8hn9", table=dice.choice((1, 2)))
    return party


def record_random_exchange(dice, party):
    """Record a random exchange, and return its log line; None if it was refused."""
    states = dict(party.rounds.values_list("number", "state"))
    number = dice.choice([each for each, state in states.items() if state != "drawn"])
    one, two = dice.sample(sorted(seats(party, number).everybody()), 2)
    options = {"partners": dice.random() < 0.3, "by_name": dice.random() < 0.2}
    totals_before = totals(party)
    try:
        shown = changes_of(party, number, ChairExchange(one, two, **options))
        way = dice.choice(shown.effects.open_choices) if shown.effects else None
        line = record(party, number, one, two, way, **options)
    except Refused:
        return None
    if states[number] == "closed":
        # The page promised exactly these totals.
        assert totals(party) == totals_before | {
            pk: after for pk, (_, after) in shown_totals(shown).items()
        }
    return line


def points_shown(party):
    return {
        (each.round, line.person.id): each.points
        for line in standings(reload_party(party)).lines
        for each in line.rounds
        if each.kind == "played"
    }


def points_by_hand(party):
    """Return points by round and person, added up from stored hands and places."""
    sums = Counter()
    for row in Entry.objects.counted().filter(table__round__party=party):
        for seat, points in zip("NESW", (row.ns, row.ew, row.ns, row.ew), strict=True):
            sums[row.table_id, seat] += points
    places = Place.objects.filter(round__party=party, round__state="closed", table__isnull=False)
    return {
        (row.round.number, row.entrant_id): sums[row.table_id, row.seat]
        for row in places.select_related("round")
    }

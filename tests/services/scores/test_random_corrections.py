"""Random evenings in which a wrong result is corrected, beside the same evenings without it.

People come, leave, are replaced and sit out; tables tie; results are hands or totals. After every
answer to the correction, nobody is lost and the evening can be played on. Rearranged seats are
those of the evening without the wrong result. Any number gives an evening. Those played here are
short and cover each answer and each difficulty, which stand beside the number. Every second one is
played by default.
"""

from dataclasses import dataclass
from random import Random
from uuid import uuid4

import pytest

from party.engine import PRESETS, pair_points, read_entry
from party.models import Entry
from party.progression import FORMATS
from party.queries.evening.rounds import latest_round, seatings
from party.queries.scores.tables import table_scores
from party.queries.standings.standings import standings
from party.services.evening import rounds
from party.services.people import arrivals
from party.services.people.wishes import add_wish
from party.services.scores import corrections, entries, tables
from party.values.accounts import PROGRAM
from party.values.people.attendance import Newcomer
from party.values.seats.corrections import Seats, SeatsAnswer, SeatsInQuestion
from tests.evening import (
    AT,
    BY_PROGRAM,
    add_people,
    close,
    enter,
    enter_total,
    party_with,
    seat_next,
    spot,
    start,
)
from tests.sampling import one_in
from tests.services.shifting import seats_by_number, sentences

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]

SINGLE = ("8hn9", "7ce7", "7sn6", "9dw9", "9dw0", "8he9", "10nn10", "7se7", "7sn7", "8he8")
TIE = ("8hn9", "8he9", "7sn7", "7se7")
EVENINGS = {
    123: {"keep", "a tie vanishes", "somebody sits out", "totals"},
    257: {"redraw", "totals"},
    354: {"reseat", "somebody sits out"},
    483: {"reseat", "a tie vanishes", "somebody sits out"},
    556: {"redraw", "a tie appears", "somebody leaves", "a stand-in"},
    571: {"keep", "a tie appears", "somebody leaves"},
    614: {"reseat", "a tie vanishes", "somebody leaves", "a stand-in"},
    656: {"reseat", "a tie appears"},
    699: {"unasked", "a tie appears"},
}


@dataclass
class Story:
    """The plan of an evening, the same with and without the wrong result."""

    number: int

    def __post_init__(self):
        self.dice = dice = Random(self.number)
        self.preset = dice.choice(("midway", "iowa", "youngstown"))
        self.capture = dice.choice(("hands", "totals"))
        self.people = dice.randrange(5, 23)
        self.ties = dice.choice(("cut", "cut", "north_south", "last_contract"))
        self.partners = dice.choice(("chairs", "fresh"))
        self.rounds = dice.randrange(2, 6)
        self.wrong = dice.randrange(1, self.rounds + 1)  # the round with the wrong result
        self.way = dice.choice((Seats.KEEP, Seats.RESEAT, Seats.RESEAT, Seats.REDRAW))
        self.started = dice.random() < 0.6  # whether the next round has started
        self.entered = self.started and dice.random() < 0.4  # whether a table has entries
        self.has_wishes = dice.random() < 0.3  # one person stays, two others sit apart

    def dice_of(self, *place):
        return Random(repr((self.number, place)))

    @property
    def table(self):
        return self.dice_of("table").choice((1, 2)) if self.people >= 8 else 1

    @property
    def hand(self):
        return self.dice_of("hand").randrange(4)

    def hands(self, number, table, *, mistaken=False):
        """Return a table's four hands, right or with the mistake in one of them."""
        dice = self.dice_of("hands", number, table)
        found = list(TIE) if dice.random() < 0.25 else dice.choices(SINGLE, k=4)
        if (number, table) != (self.wrong, self.table):
            return found
        # Two versions differ in a single hand; sometimes one of them is a tie.
        first = list(TIE) if dice.random() < 0.4 else found
        second = first.copy()
        # Most of these mistakes change who was ahead.
        for other in dice.sample(SINGLE, k=len(SINGLE)):
            second[self.hand] = other
            if ahead(self, first) != ahead(self, second):
                break
        if dice.random() < 0.5:
            first, second = second, first
        return first if mistaken else second

    def cut(self, round_number, table):
        return self.dice_of("cut", round_number, table).choice(("NS", "EW"))


def ahead(story, hands):
    ns, ew = points(story, hands)
    return (ns > ew) - (ns < ew)


def play_until_correction(story, name, *, mistaken):
    """Play up to the correction; then the next round is seated, if there is one."""
    chosen_format = FORMATS[story.preset].replace(
        tie_at_table=story.ties, which_partner_shifts=story.partners
    )
    party = party_with(
        story.people,
        story.preset,
        name=name,
        capture=story.capture,
        rounds_planned=story.rounds,
        format_values=chosen_format.values(),
    )
    add_wishes(story, party)
    for number in range(1, story.wrong + 1):
        start(party)
        play(story, party, number, mistaken=mistaken)
        come_and_go(story, party, number)
        if number < story.rounds:
            seat_next(party)
    if story.started and story.wrong < story.rounds:
        start(party)
        if story.entered:
            enter_first(story, party)
    return party


def add_wishes(story, party):
    if story.has_wishes:
        one, other, third = party.entrants.order_by("number").values_list("pk", flat=True)[:3]
        add_wish(party.pk, "stay", one, None, **BY_PROGRAM)
        add_wish(party.pk, "apart", other, third, **BY_PROGRAM)


def enter_first(story, party):
    """Enter a result of one table in the started round."""
    table = story.dice_of("entered").choice(sorted(table_scores(party, story.wrong + 1)))
    if story.capture == "totals":
        enter_total(party, 200, 590, table, hands=4)
    else:
        enter(party, "8hn9", table)


def undo_entries(party):
    latest = latest_round(party)
    for table, score in table_scores(party, latest.number).items():
        if score.played:
            entries.undo_hand(spot(party, table), **BY_PROGRAM)


def play(story, party, number, *, mistaken):
    for table, score in table_scores(party, number).items():
        hands = story.hands(number, table, mistaken=mistaken)
        if story.capture == "totals":
            enter_total(party, *points(story, hands), table, hands=4)
        else:
            enter(party, " ".join(hands) + ("" if score.limit else " ."), table)
    for table, score in table_scores(party, number).items():
        if score.tied:
            tables.decide_cut(spot(party, table), story.cut(number, table), **BY_PROGRAM)
    close(party)


def points(story, hands):
    rules = PRESETS[story.preset]
    both = [pair_points(rules, read_entry(rules, text).result) for text in hands]
    return tuple(map(sum, zip(*both, strict=True)))


def come_and_go(story, party, number):
    dice = story.dice_of("people", number)
    here = list(party.entrants.here().order_by("number"))
    if dice.random() < 0.3 and len(here) > 6:
        leaver = dice.choice(here)
        arrivals.go_home(party.pk, leaver.pk, **BY_PROGRAM)
        if dice.random() < 0.5:
            host = Newcomer(f"Host {number}")
            arrivals.stand_in(party.pk, leaver.pk, host, **BY_PROGRAM, house=True)
    if dice.random() < 0.3:
        add_people(party, dice.randrange(1, 3))


def correct(story, party, choice=None):
    place = spot(party, story.table, story.wrong)
    right = story.hands(story.wrong, story.table)
    totals = story.capture == "totals"
    hand = 0 if totals else story.hand + 1
    row = Entry.objects.in_force().get(
        table__round__party=party,
        table__round__number=story.wrong,
        table__number=story.table,
        hand=hand,
    )
    known = {
        "shown_entry": row.pk,
        "submission": uuid4(),
        "actor": PROGRAM,
        "at": AT,
        "reason": "misread",
    }
    known["choice"] = choice or SeatsAnswer()
    if totals:
        return corrections.correct_entry(place, 0, points(story, right), **known)
    entry = read_entry(party.rules, right[story.hand])
    return corrections.correct_entry(place, hand, entry, **known)


def correct_and_answer(story, party):
    """Correct the result and answer questions; return the chosen way, "" without a question."""
    cut, way, mark = "", None, ""
    for _ in range(3):
        try:
            correct(story, party, SeatsAnswer(way, cut, mark))
        except SeatsInQuestion as asked:
            effects = asked.effects
            if effects.is_tied:
                cut = story.cut(story.wrong, story.table)
                continue
            way = story.way if story.way in effects.open_ways else effects.default_way
            mark = effects.mark
        else:
            return way or ""
    raise AssertionError("asked again and again")


def play_to_the_end(story, party):
    while True:
        latest = latest_round(party)
        if latest.state == "drawn":
            rounds.start_round(party.pk, **BY_PROGRAM)
        if latest.state != "closed":
            undo_entries(party)
            play(story, party, latest.number, mistaken=False)
        if latest.number == story.rounds:
            return
        if latest_round(party).state == "closed":
            seat_next(party)


def check_people(party):
    """Check that nobody is lost or seated twice, and that totals add up."""
    everybody = set(party.entrants.values_list("pk", flat=True))
    for seating in seatings(party):
        people = seating.everybody()
        assert len(people) == len(set(people))
        assert set(people) <= everybody
        assert len(seating.bench) < 4
    for line in standings(party).lines:
        assert line.total == sum(each.points for each in line.rounds)


def features(story, party, way, score_before):
    """Return the answers and difficulties of an evening."""
    now = table_scores(party, story.wrong)[story.table]
    holds_by_name = {
        "a tie appears": now.tied
        or (bool(now.cut) and not now.higher_pair and bool(score_before.higher_pair)),
        "a tie vanishes": not score_before.higher_pair and bool(now.higher_pair),
        "somebody sits out": any(seating.bench for seating in seatings(party)),
        "somebody leaves": party.entrants.filter(state="left").exists(),
        "a stand-in": party.entrants.filter(ranked=False).exists(),
        "totals": story.capture == "totals",
        "the last round": story.wrong == story.rounds,
    }
    return {way or "unasked", *(name for name, holds in holds_by_name.items() if holds)}


def totals(party):
    return {line.person.number: line.total for line in standings(party).lines}


@pytest.mark.parametrize(("number", "expected"), one_in(2, EVENINGS.items()))
def test_a_wrong_result_is_corrected(number, expected):
    story = Story(number)
    right = play_until_correction(story, "right from the start", mistaken=False)
    party = play_until_correction(story, "with a mistake", mistaken=True)
    is_last = story.wrong == story.rounds
    before = None if is_last else seats_by_number(party, story.wrong + 1)
    score_before = table_scores(party, story.wrong)[story.table]
    chosen_way = correct_and_answer(story, party)
    now = table_scores(party, story.wrong)[story.table]
    assert now.ns == table_scores(right, story.wrong)[story.table].ns
    if not is_last:
        after = seats_by_number(party, story.wrong + 1)
        assert after == (
            before if chosen_way == Seats.KEEP else seats_by_number(right, story.wrong + 1)
        )
        if chosen_way in {Seats.RESEAT, Seats.REDRAW}:  # without a choice the old sentences stay
            assert sentences(party, story.wrong) == sentences(right, story.wrong)
    check_people(party)
    play_to_the_end(story, party)
    play_to_the_end(story, right)
    check_people(party)
    if chosen_way != Seats.KEEP:
        assert totals(party) == totals(right)
    assert features(story, party, chosen_way, score_before) >= expected

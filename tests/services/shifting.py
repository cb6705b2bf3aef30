"""Corrections that make the other pair ahead in a round after the next round was seated.

A shift is one person who would sit elsewhere if the corrected result had been known in time.
"""

import pytest

from party.models import Place
from party.queries.evening.rounds import latest_round, seatings
from party.queries.scores.tables import table_scores
from party.queries.seats.moves import moves_of
from party.values.seats.corrections import SeatsAnswer, SeatsInQuestion
from tests.evening import (
    close,
    correct,
    enter,
    play_rounds,
    seat_next,
    start,
)
from tests.once import once

WRONG, RIGHT = "9dw9", "9dw0"  # with WRONG as fourth hand E-W are ahead, with RIGHT N-S


def correct_fourth_hand(party, text=RIGHT, *, hand=4, round_number=1, **options):
    place = {"round_number": round_number, "reason": "misread the slip"}
    return correct(party, text, hand, **place, **options)


def effects(party, text=RIGHT, **place):
    with pytest.raises(SeatsInQuestion) as refusal:
        correct_fourth_hand(party, text, **place)
    return refusal.value.effects


def choose(party, way, text=RIGHT, *, cut="", **place):
    """Correct a hand, and answer the question about the seats with this `SeatsChoice`."""
    choice = SeatsAnswer(cut=cut)
    found = effects(party, text, choice=choice, **place)
    return correct_fourth_hand(party, text, choice=SeatsAnswer(way, cut, found.mark), **place)


def seats(party, number):
    (seating,) = seatings(party, since=number, upto=number)
    return seating


@once
def play_with(party, last_hand, table=1):
    """Play the current round and close it; `last_hand` is the fourth hand of `table`."""
    for number in table_scores(party, latest_round(party).number):
        hands = f"8hn9 7ce7 7sn6 {last_hand if number == table else WRONG}"
        enter(party, hands if party.format.hands_at(number) else f"{hands} .", number)
    close(party)


@once
def seated_after_round(party, wrong_round, last_hand=WRONG):
    """Play round `wrong_round`, in which table 1 has this last hand, and seat the next round."""
    play_rounds(party, wrong_round - 1)
    if wrong_round > 1:
        seat_next(party)
    start(party)
    play_with(party, last_hand)
    seat_next(party)
    return party


def seats_by_number(party, number):
    """Return a round's seats by people's numbers, because ids differ between parties."""
    rows = Place.objects.filter(round__party=party, round__number=number)
    return set(rows.values_list("entrant__number", "table__number", "seat"))


def sentences(party, number):
    before, after = party.rounds.filter(number__in=[number, number + 1])
    return [(each.sitting.person.number, each.words) for each in moves_of(party, before, after)]

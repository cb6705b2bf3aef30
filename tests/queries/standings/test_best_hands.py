import pytest

from party.engine import PRESETS
from party.models import Party
from party.queries.standings.best_hands import best_hands
from party.queries.standings.standings import standings
from tests.evening import (
    close,
    enter,
    enter_total,
    party_after_rounds,
    party_with,
    start,
    start_next_round,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def texts_by_person(party):
    party = Party.objects.get(pk=party.pk)
    ranked = standings(party)
    names = {line.person.id: line.person for line in ranked.lines}
    return {str(names[pk]): text for pk, text in best_hands(party, ranked, names).items()}


def chairs(party):
    lines = standings(Party.objects.get(pk=party.pk)).lines
    return {(each.round, each.seat): str(line.person) for line in lines for each in line.rounds}


def test_the_best_hand_of_a_person_is_the_hand_with_most_points(django_assert_num_queries):
    party = party_after_rounds(1, 4, rounds_planned=2)
    start_next_round(party)
    enter(party, "10sn10 7sn6 7sn6 7sn6")
    close(party)
    texts = texts_by_person(party)
    seats = chairs(party)
    north, south = seats[2, "N"], seats[2, "S"]
    assert texts[north] == texts[south]
    assert texts[north].startswith(f"{north} bid 10 Spades and took 10: ")
    assert texts[north].endswith(" points in round 2")
    others = {*texts} - {north, south}
    assert {texts[each] for each in others} <= {
        f"{seats[1, 'W']} bid 9 Diamonds and took 9: 380 points in round 1",
        f"{seats[1, 'N']} bid 8 Hearts and took 9: 300 points in round 1",
    }
    ranked = standings(Party.objects.get(pk=party.pk))
    with django_assert_num_queries(1):
        best_hands(party, ranked, {line.person.id: line.person for line in ranked.lines})


@pytest.mark.parametrize(
    ("hands", "texts"),
    [
        ("p6 8hn3 8hn3 8hn3", {"Nobody bid; they took 6: 60", "Alma bid 8 Hearts and took 3: 70"}),
        ("p3 p3 p3 p3", {"Nobody bid; they took 3: 30", "Nobody bid; they took 7: 70"}),
    ],
)
def test_a_hand_without_a_bid_or_a_set_bid_of_the_opponents_can_be_best(hands, texts):
    party = party_with(4, "grand-slam", rounds_planned=1)
    rules = PRESETS["grand-slam"].replace(all_pass="play_nt_10_per_trick")
    with setting_up():
        Party.objects.filter(pk=party.pk).update(rules_values=rules.values())
    party.refresh_from_db()
    start(party)
    enter(party, hands)
    close(party)
    expected = {f"{text} points in round 1" for text in texts}
    assert {*texts_by_person(party).values()} == expected


def test_without_hands_there_is_no_best_hand():
    party = started_party(4, rounds_planned=1)
    enter_total(party, 200, 590, replaces_hands=True)
    close(party)
    assert texts_by_person(party) == {}

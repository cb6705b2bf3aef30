from collections.abc import Callable

from party.services.evening.rounds import reseat_round
from party.services.people.wishes import add_wish, remove_wish
from tests.evenings.incidents import Moment, incident
from tests.evenings.night import Night
from tests.evenings.people import seated_people

PAIR_WISHES = {
    "apart": "Two people are never to be at one table",
    "together": "Two people are always to be at one table",
    "partners": "Two people are always to be partners",
    "not_partners": "Two people are never to be partners",
}


def wish_incident(kind: str) -> Callable[[Night], bool]:
    """Return an incident: two people get this wish, and the round is seated again."""

    def add_and_reseat(night: Night) -> bool:
        with_wish = {row.one_id for row in night.snapshot.rows["wish"].values()}
        with_wish |= {row.other_id for row in night.snapshot.rows["wish"].values()}
        people = [pk for pk in seated_people(night) if pk not in with_wish]
        if len(people) < 2:
            return False
        one, other = night.dice.sample(people, 2)
        night.run(add_wish, night.party_id, kind, one, other)
        night.expect_refusal(add_wish, night.party_id, kind, other, one)
        night.run(reseat_round, night.party_id)
        return True

    return add_and_reseat


for each, words in PAIR_WISHES.items():
    incident(each, words, Moment.SEATED)(wish_incident(each))


@incident("start-together", "Two people are to start as partners", Moment.SEATED)
def wish_start_together(night: Night) -> bool:
    """After the draw a wish to start as partners is refused."""
    if night.number != 1 or night.snapshot.party.cards != "named":
        people = seated_people(night)
        night.expect_refusal(add_wish, night.party_id, "start_partners", people[0], people[1])
        return False
    return wish_incident("start_partners")(night)


@incident("stay", "Somebody keeps table and chair", Moment.PLAYING)
def wish_to_stay(night: Night) -> bool:
    with_wish = {row.one_id for row in night.snapshot.rows["wish"].values()}
    people = [
        pk
        for pk in seated_people(night)
        if pk not in with_wish and night.snapshot.chairs[night.number][pk]
    ]
    if not people:
        return False
    one = night.dice.choice(people)
    night.run(add_wish, night.party_id, "stay", one, None)
    night.expect_refusal(add_wish, night.party_id, "stay", one, None)
    return True


@incident("wish-gone", "Somebody's wish is removed", Moment.MOVING)
def drop_wish(night: Night) -> bool:
    if not night.snapshot.rows["wish"] and not wish_to_stay(night):
        return False
    wish = night.dice.choice(sorted(night.snapshot.rows["wish"]))
    night.run(remove_wish, night.party_id, wish)
    night.expect_refusal(remove_wish, night.party_id, wish)
    return True

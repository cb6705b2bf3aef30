"""Incidents with wishes: who must or must not meet, and who keeps her chair."""

from collections.abc import Callable

from party.services.evening.rounds import reseat_round
from party.services.people.wishes import add_wish, remove_wish
from tests.evenings.incidents import Incident, Moment
from tests.evenings.night import Night
from tests.evenings.people import seated

TWO = {
    "apart": "Two people are never to be at one table",
    "together": "Two people are always to be at one table",
    "partners": "Two people are always to be partners",
    "not_partners": "Two people are never to be partners",
}


def ask_for(kind: str) -> Callable[[Night], bool]:
    """Return what lets two people ask for this, and has the round seated again for it."""

    def ask(night: Night) -> bool:
        asked = {row.one_id for row in night.now.rows["wish"].values()}
        asked |= {row.other_id for row in night.now.rows["wish"].values()}
        people = [pk for pk in seated(night) if pk not in asked]
        if len(people) < 2:
            return False
        one, other = night.dice.sample(people, 2)
        night.do(add_wish, night.party_id, kind, one, other)
        night.refused(add_wish, night.party_id, kind, other, one)
        night.do(reseat_round, night.party_id)
        return True

    return ask


def start_together(night: Night) -> bool:
    """Two people are to begin as partners; later that is refused."""
    if night.number != 1 or night.now.party.cards != "named":
        people = seated(night)
        night.refused(add_wish, night.party_id, "start_partners", people[0], people[1])
        return False
    return ask_for("start_partners")(night)


def stay_put(night: Night) -> bool:
    """Somebody keeps table and chair from now on."""
    asked = {row.one_id for row in night.now.rows["wish"].values()}
    people = [pk for pk in seated(night) if pk not in asked and night.now.chairs[night.number][pk]]
    if not people:
        return False
    one = night.dice.choice(people)
    night.do(add_wish, night.party_id, "stay", one, None)
    night.refused(add_wish, night.party_id, "stay", one, None)
    return True


def think_no_more_of_it(night: Night) -> bool:
    if not night.now.rows["wish"] and not stay_put(night):
        return False
    wish = night.dice.choice(sorted(night.now.rows["wish"]))
    night.do(remove_wish, night.party_id, wish)
    night.refused(remove_wish, night.party_id, wish)
    return True


INCIDENTS = (
    *(Incident(kind, words, Moment.SEATED, ask_for(kind)) for kind, words in TWO.items()),
    Incident(
        "start-together", "Two people are to start as partners", Moment.SEATED, start_together
    ),
    Incident("stay", "Somebody keeps table and chair", Moment.PLAYING, stay_put),
    Incident(
        "wish-gone", "What somebody asked for is asked no more", Moment.MOVING, think_no_more_of_it
    ),
)

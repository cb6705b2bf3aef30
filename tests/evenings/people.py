"""Incidents with people: they come late, go home and come back, and others take their chairs."""

from typing import Any

from party.services.people.arrivals import (
    add_house_player,
    arrive_late,
    come_back,
    go_home,
    go_home_together,
    set_attendance,
    stand_in,
)
from party.services.people.door import check_in, take_money
from party.services.people.players import add_entrants, name_numbers, remove_entrant, rename
from party.values.people.attendance import Newcomer
from party.values.people.fees import Payment
from tests.evenings.incidents import Incident, Moment
from tests.evenings.night import Night

FEWEST = 5  # one table and one to spare


def somebody(night: Night, state: str, *, ranked: bool | None = None) -> int | None:
    """Choose somebody by the dice."""
    found = [
        row.id
        for row in night.now.rows["entrant"].values()
        if row.state == state and (ranked is None or bool(row.ranked) == ranked)
    ]
    return night.dice.choice(found) if found else None


def seated(night: Night) -> list[int]:
    """Return who is here and has a place in the latest round."""
    return [pk for pk in night.now.chairs[night.number] if pk in night.now.here]


def guest(night: Night, name: str = "Guest") -> Newcomer:
    """Return somebody whom nobody expected."""
    return Newcomer(f"{name} {len(night.now.rows['entrant']) + 1}", another=True)


def expected(night: Night) -> int:
    """Return somebody who is not here yet."""
    entrant = somebody(night, "expected", ranked=True)
    if entrant is None:
        [row] = night.do(add_entrants, night.party_id, [guest(night)])
        entrant = int(row.pk)
    return entrant


def come_late(night: Night) -> bool:
    entrant = expected(night)
    night.do(arrive_late, night.party_id, entrant)
    night.refused(arrive_late, night.party_id, entrant)
    return True


def come_late_and_pay(night: Night) -> bool:
    entrant = expected(night)
    night.do(check_in, night.party_id, entrant, payment=Payment(500))
    night.do(check_in, night.party_id, entrant, payment=Payment(500), no_news=True)
    night.refused(take_money, night.party_id, entrant, Payment(700, was=200))
    return True


def walk_in(night: Night) -> bool:
    night.do(add_entrants, night.party_id, [guest(night)], here=True)
    return True


def leave(night: Night) -> bool:
    entrant = somebody(night, "here")
    if entrant is None or len(night.now.here) <= FEWEST:
        return False
    night.do(go_home, night.party_id, entrant)
    night.refused(go_home, night.party_id, entrant)
    return True


def leave_together(night: Night) -> bool:
    going = night.dice.sample(sorted(night.now.here), 2)
    if len(night.now.here) <= FEWEST + 2:
        return False
    night.do(go_home_together, night.party_id, going)
    night.refused(go_home_together, night.party_id, going)
    return True


def return_(night: Night) -> bool:
    entrant = somebody(night, "left", ranked=True)
    if entrant is None and not leave(night):
        return False
    entrant = entrant or somebody(night, "left", ranked=True)
    if entrant is None:
        return False
    night.do(come_back, night.party_id, entrant)
    return True


def be_replaced(night: Night, *, house: bool) -> bool:
    """Somebody goes home, and somebody else takes the chair."""
    people = seated(night)
    if not people:
        return False
    leaver = night.dice.choice(people)
    newcomer = Newcomer("", another=True) if house else guest(night, "Friend")
    night.do(stand_in, night.party_id, leaver, newcomer, house=house)
    night.refused(stand_in, night.party_id, leaver, newcomer, house=house)
    return True


def friend_takes_chair(night: Night) -> bool:
    return be_replaced(night, house=False)


def house_takes_chair(night: Night) -> bool:
    return be_replaced(night, house=True)


def think_better_of_it(night: Night) -> bool:
    """Somebody goes home, another is to take the chair, and then the first one is back."""
    if not friend_takes_chair(night):
        return False
    waiting = [
        row for row in night.now.rows["entrant"].values() if row.stands_in_for_id is not None
    ]
    night.do(come_back, night.party_id, waiting[-1].stands_in_for_id)
    return True


def house_fills_up(night: Night) -> bool:
    """House players come so that nobody sits out any more."""
    if len(night.now.here) % 4 == 0:
        walk_in(night)
    while len(night.now.here) % 4:
        night.do(add_house_player, night.party_id, "")
    return True


def tick_and_untick(night: Night) -> bool:
    people = sorted(night.now.here)[:2]
    if night.number or len(people) < 2 or night.now.party.cards != "named":
        return False
    night.do(set_attendance, night.party_id, people, here=False)
    night.do(set_attendance, night.party_id, people, here=True)
    night.do(set_attendance, night.party_id, people, here=True, no_news=True)
    return True


def strike_off(night: Night) -> bool:
    """A name is put on the list, and taken off again."""
    if night.now.party.cards != "named":
        return False
    [row] = night.do(add_entrants, night.party_id, [guest(night)])
    night.do(remove_entrant, night.party_id, row.pk)
    return True


def be_renamed(night: Night) -> bool:
    entrant = somebody(night, "here", ranked=True)
    if entrant is None:
        return False
    night.do(rename, night.party_id, entrant, f"Dr. {night.now.name(entrant)}", another=True)
    return True


def can_be_named(night: Night, row: Any) -> bool:
    """Once the seats are drawn, cards that are still in the box are nobody's."""
    return not row.name and row.ranked and (not night.number or row.state != "expected")


def tell_names(night: Night) -> bool:
    """Some of those who drew a number tell their names."""
    nameless = [row for row in night.now.rows["entrant"].values() if can_be_named(night, row)]
    if not nameless:
        return False
    told = {row.number: Newcomer(f"Number {row.number}", another=True) for row in nameless[:4]}
    night.do(name_numbers, night.party_id, told)
    night.do(name_numbers, night.party_id, told, no_news=True)
    night.refused(name_numbers, night.party_id, {nameless[0].number: Newcomer("Somebody else")})
    return True


INCIDENTS = (
    Incident(
        "ticks",
        "Two people are ticked as here, then not, then again",
        Moment.DOOR,
        tick_and_untick,
    ),
    Incident(
        "strike-off", "A name is put on the list and taken off again", Moment.DOOR, strike_off
    ),
    Incident("late", "Somebody comes late", Moment.PLAYING, come_late),
    Incident(
        "late-pays", "Somebody comes late and pays at the door", Moment.PLAYING, come_late_and_pay
    ),
    Incident("walk-in", "Somebody walks in whom nobody expected", Moment.PLAYING, walk_in),
    Incident("leave", "Somebody goes home", Moment.PLAYING, leave),
    Incident("leave-together", "Two people go home together", Moment.PLAYING, leave_together),
    Incident("return", "Somebody who went home is back", Moment.MOVING, return_),
    Incident(
        "friend-stands-in",
        "A friend takes the chair of somebody who goes home",
        Moment.PLAYING,
        friend_takes_chair,
    ),
    Incident(
        "house-stands-in",
        "The house takes the chair of somebody who goes home",
        Moment.PLAYING,
        house_takes_chair,
    ),
    Incident(
        "thinks-better",
        "Somebody goes home, and thinks better of it",
        Moment.PLAYING,
        think_better_of_it,
    ),
    Incident(
        "house-fills-up",
        "House players come so that nobody sits out",
        Moment.MOVING,
        house_fills_up,
    ),
    Incident("rename", "A name was written wrong", Moment.PLAYING, be_renamed),
    Incident("names-told", "People tell the names to their numbers", Moment.PLAYING, tell_names),
)

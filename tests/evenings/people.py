"""Incidents with people."""

from typing import Any

from party.services.people.arrivals import (
    add_house_player,
    arrive_late,
    come_back,
    give_chair,
    go_home,
    go_home_together,
    set_attendance,
)
from party.services.people.door import check_in, take_money
from party.services.people.players import (
    add_entrants,
    name_numbers,
    remove_entrant,
    rename_entrant,
)
from party.values.people.attendance import Newcomer
from party.values.people.fees import Payment
from tests.evenings.incidents import Moment, incident
from tests.evenings.night import Night

FEWEST = 5  # one table, and one person who can still go home


def some_entrant(night: Night, state: str, *, ranked: bool | None = None) -> int | None:
    ids = [
        row.id
        for row in night.snapshot.rows["entrant"].values()
        if row.state == state and (ranked is None or bool(row.ranked) == ranked)
    ]
    return night.dice.choice(ids) if ids else None


def seated_people(night: Night) -> list[int]:
    return [pk for pk in night.snapshot.chairs[night.number] if pk in night.snapshot.here]


def new_guest(night: Night, name: str = "Guest") -> Newcomer:
    return Newcomer(f"{name} {len(night.snapshot.rows['entrant']) + 1}", is_namesake=True)


def expected_entrant(night: Night) -> int:
    entrant = some_entrant(night, "expected", ranked=True)
    if entrant is None:
        [row] = night.run(add_entrants, night.party_id, [new_guest(night)])
        entrant = int(row.pk)
    return entrant


@incident("ticks", "Two people are ticked as here, then not, then again", Moment.DOOR)
def tick_and_untick(night: Night) -> bool:
    people = sorted(night.snapshot.here)[:2]
    if night.number or len(people) < 2 or night.snapshot.party.cards != "named":
        return False
    night.run(set_attendance, night.party_id, people, here=False)
    night.run(set_attendance, night.party_id, people, here=True)
    night.run(set_attendance, night.party_id, people, here=True, is_unchanged=True)
    return True


@incident("strike-off", "A name is put on the list and taken off again", Moment.DOOR)
def add_and_remove(night: Night) -> bool:
    if night.snapshot.party.cards != "named":
        return False
    [row] = night.run(add_entrants, night.party_id, [new_guest(night)])
    night.run(remove_entrant, night.party_id, row.pk)
    return True


@incident("late", "Somebody comes late", Moment.PLAYING)
def come_late(night: Night) -> bool:
    entrant = expected_entrant(night)
    night.run(arrive_late, night.party_id, entrant)
    night.expect_refusal(arrive_late, night.party_id, entrant)
    return True


@incident("late-pays", "Somebody comes late and pays at the door", Moment.PLAYING)
def come_late_and_pay(night: Night) -> bool:
    entrant = expected_entrant(night)
    night.run(check_in, night.party_id, entrant, payment=Payment(500))
    night.run(check_in, night.party_id, entrant, payment=Payment(500), is_unchanged=True)
    night.expect_refusal(take_money, night.party_id, entrant, Payment(700, paid_before=200))
    return True


@incident("walk-in", "Somebody walks in whom nobody expected", Moment.PLAYING)
def walk_in(night: Night) -> bool:
    night.run(add_entrants, night.party_id, [new_guest(night)], here=True)
    return True


@incident("leave", "Somebody goes home", Moment.PLAYING)
def leave(night: Night) -> bool:
    entrant = some_entrant(night, "here")
    if entrant is None or len(night.snapshot.here) <= FEWEST:
        return False
    night.run(go_home, night.party_id, entrant)
    night.expect_refusal(go_home, night.party_id, entrant)
    return True


@incident("leave-together", "Two people go home together", Moment.PLAYING)
def leave_together(night: Night) -> bool:
    leavers = night.dice.sample(sorted(night.snapshot.here), 2)
    if len(night.snapshot.here) <= FEWEST + 2:
        return False
    night.run(go_home_together, night.party_id, leavers)
    night.expect_refusal(go_home_together, night.party_id, leavers)
    return True


@incident("return", "Somebody who went home is back", Moment.MOVING)
def come_back_again(night: Night) -> bool:
    entrant = some_entrant(night, "left", ranked=True)
    if entrant is None and not leave(night):
        return False
    entrant = entrant or some_entrant(night, "left", ranked=True)
    if entrant is None:
        return False
    night.run(come_back, night.party_id, entrant)
    return True


def replace_person(night: Night, *, house: bool) -> bool:
    """A person goes home, and a guest or house player takes the chair."""
    people = seated_people(night)
    if not people:
        return False
    leaver = night.dice.choice(people)
    newcomer = Newcomer("", is_namesake=True) if house else new_guest(night, "Friend")
    night.run(give_chair, night.party_id, leaver, newcomer, as_house_player=house)
    night.expect_refusal(give_chair, night.party_id, leaver, newcomer, as_house_player=house)
    return True


@incident("friend-stands-in", "A friend takes the chair of somebody who goes home", Moment.PLAYING)
def replace_by_friend(night: Night) -> bool:
    return replace_person(night, house=False)


@incident("house-stands-in", "The house takes the chair of somebody who goes home", Moment.PLAYING)
def replace_by_house(night: Night) -> bool:
    return replace_person(night, house=True)


@incident("thinks-better", "Somebody goes home, and thinks better of it", Moment.PLAYING)
def leave_and_come_back(night: Night) -> bool:
    """A person goes home, a friend takes the chair, and the person comes back."""
    if not replace_by_friend(night):
        return False
    stand_ins = [
        row for row in night.snapshot.rows["entrant"].values() if row.stands_in_for_id is not None
    ]
    night.run(come_back, night.party_id, stand_ins[-1].stands_in_for_id)
    return True


@incident("house-fills-up", "House players come so that nobody sits out", Moment.MOVING)
def fill_with_house_players(night: Night) -> bool:
    """House players come until nobody sits out."""
    if len(night.snapshot.here) % 4 == 0:
        walk_in(night)
    while len(night.snapshot.here) % 4:
        night.run(add_house_player, night.party_id, "")
    return True


@incident("rename", "A name was written wrong", Moment.PLAYING)
def rename_person(night: Night) -> bool:
    entrant = some_entrant(night, "here", ranked=True)
    if entrant is None:
        return False
    night.run(
        rename_entrant,
        night.party_id,
        entrant,
        f"Dr. {night.snapshot.name(entrant)}",
        is_namesake=True,
    )
    return True


def can_be_named(night: Night, row: Any) -> bool:
    """Return whether a number can get a name; after the draw a number in the box cannot."""
    return not row.name and row.ranked and (not night.number or row.state != "expected")


@incident("names-told", "People tell the names to their numbers", Moment.PLAYING)
def tell_names(night: Night) -> bool:
    """Some people who drew a number tell their names."""
    nameless_rows = [
        row for row in night.snapshot.rows["entrant"].values() if can_be_named(night, row)
    ]
    if not nameless_rows:
        return False
    names_by_number = {
        row.number: Newcomer(f"Number {row.number}", is_namesake=True) for row in nameless_rows[:4]
    }
    night.run(name_numbers, night.party_id, names_by_number)
    night.run(name_numbers, night.party_id, names_by_number, is_unchanged=True)
    night.expect_refusal(
        name_numbers, night.party_id, {nameless_rows[0].number: Newcomer("Somebody else")}
    )
    return True

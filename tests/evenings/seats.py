"""Incidents with seats that are made: drawn again, swapped by hand, a table more or fewer."""

from party.queries.evening.rounds import people
from party.queries.seats.draw import changes_since, turnout_question
from party.queries.seats.swaps import effects_of
from party.services.evening.rounds import reseat_round, start_round
from party.services.people.arrivals import add_house_player, go_home, go_home_together
from party.services.seats.extra_tables import close_table, open_table
from party.services.seats.swaps import swap_in_rota, swap_seats, undo_swap
from party.values.seats.turnout import PeopleChanges
from tests.evenings.incidents import Incident, Moment
from tests.evenings.night import Broken, Night
from tests.evenings.partners import met_troubles
from tests.evenings.people import FEWEST, leave, somebody, walk_in


def reseat(night: Night) -> bool:
    """Somebody comes or goes before the round has begun, so that it is seated again."""
    if not night.dice.choice((walk_in, leave))(night):
        return False
    if night.chance(0.5):
        night.do(reseat_round, night.party_id)
        return True
    changes = people_changed(night)
    if changes.needs_seats:
        night.refused(start_round, night.party_id)
    night.refused(reseat_round, night.party_id, mark="somebody else")
    night.do(reseat_round, night.party_id, mark=changes.mark)
    return True


def people_changed(night: Night) -> PeopleChanges:
    """Return who came and went since the round was seated."""
    party = night.party()
    return changes_since(party, party.rounds.get(number=night.number))


def swap(night: Night) -> bool:
    change(night, *two_in_chairs(night))
    return True


def change(night: Night, one: int, other: int) -> None:
    """Look at what a swap would do, then do it; what others did meanwhile is not overlooked."""
    party, number = night.party(), night.number
    everybody = people(party)
    round_ = party.rounds.get(number=number)
    effects = effects_of(party, round_, everybody[one], everybody[other])
    if troubles := list(met_troubles(night.now, number, (*effects.begun, *effects.ended))):
        raise Broken("\n".join(troubles))
    night.refused(swap_seats, party.pk, number, one, other, mark="elsewhere")
    night.do(swap_seats, party.pk, number, one, other, mark=effects.mark)


def two_in_chairs(night: Night) -> list[int]:
    seated = [pk for pk, chair in night.now.chairs[night.number].items() if chair]
    return night.dice.sample(seated, 2)


def swap_with_bench(night: Night) -> bool:
    """Somebody who was to sit out changes with somebody who has a chair."""
    if not night.now.bench(night.number):
        walk_in(night)
        night.do(reseat_round, night.party_id)
    waiting = sorted(night.now.bench(night.number))
    playing = [pk for pk in night.now.chairs[night.number] if pk in night.now.rota]
    playing = [pk for pk in playing if pk not in waiting]
    if not waiting or not playing:
        return False
    change(night, night.dice.choice(waiting), night.dice.choice(playing))
    return True


def swap_and_back(night: Night) -> bool:
    swap(night)
    night.do(undo_swap, night.party_id, night.number)
    return True


def swap_turns(night: Night) -> bool:
    turns = [pk for pk in night.now.rota if pk in night.now.here]
    if len(turns) < 2:
        return False
    night.do(swap_in_rota, night.party_id, *night.dice.sample(turns, 2))
    return True


def one_more_table(night: Night) -> bool:
    """House players make a table with those who sit out."""
    wanted = -len(night.now.here) % 4
    if not wanted:
        walk_in(night)
        wanted = 3
    names = [f"House {each}" for each in "ABC"[:wanted]]
    night.refused(open_table, night.party_id, night.number, [*names, "House D"])
    night.do(open_table, night.party_id, night.number, names)
    return True


def house_in_chair(night: Night) -> bool:
    """Somebody goes home before the round has begun; house players fill the last table."""
    playing = [pk for pk in two_in_chairs(night) if pk not in night.now.house]
    if not playing or len(night.now.here) <= FEWEST:
        return False
    chair = night.now.chairs[night.number][playing[0]]
    night.do(go_home, night.party_id, playing[0])
    question = turnout_question(night.party(), night.party().rounds.get(number=night.number))
    names = [f"House {each}" for each in "KLM"[: question.turnout.house_wanted]]
    how = {"mark": question.mark, "house_names": names}
    night.refused(reseat_round, night.party_id, **how | {"mark": "somebody else"})
    night.do(reseat_round, night.party_id, **how)
    if night.now.bench(night.number):
        raise Broken("Somebody sits out although house players fill the last table.")
    return chair in night.now.chairs[night.number].values()


def one_table_fewer(night: Night) -> bool:
    """The house players go home, and the last table closes."""
    if len(night.now.here) < 8:
        return False
    if somebody(night, "here", ranked=False) is None:
        for _ in range(4 - len(night.now.here) % 4):
            night.do(add_house_player, night.party_id, "")
        night.do(reseat_round, night.party_id)
    tables = len([at for at in night.now.tables if at[0] == night.number])
    night.do(close_table, night.party_id, night.number)
    return len([at for at in night.now.tables if at[0] == night.number]) < tables


def two_tables_fewer(night: Night) -> bool:
    """Eight people go home before the round has begun."""
    if len(night.now.here) < 13:
        return False
    going = night.dice.sample(sorted(night.now.here - night.now.house), 8)
    night.do(go_home_together, night.party_id, going)
    night.do(reseat_round, night.party_id)
    return True


INCIDENTS = (
    Incident(
        "reseat",
        "Somebody comes or goes, and the round is seated again",
        Moment.SEATED,
        reseat,
    ),
    Incident("swap", "Two people change chairs", Moment.SEATED, swap),
    Incident(
        "swap-back", "Two people change chairs, and change back", Moment.SEATED, swap_and_back
    ),
    Incident(
        "swap-bench", "Somebody plays instead of sitting out", Moment.SEATED, swap_with_bench
    ),
    Incident("swap-turns", "Two people swap their turns to sit out", Moment.SEATED, swap_turns),
    Incident("table-opened", "One more table is opened", Moment.SEATED, one_more_table),
    Incident(
        "house-in-chair", "Somebody goes, and house players come", Moment.SEATED, house_in_chair
    ),
    Incident("table-closed", "A table is closed", Moment.SEATED, one_table_fewer),
    Incident("two-tables-closed", "Two tables are closed", Moment.SEATED, two_tables_fewer),
)

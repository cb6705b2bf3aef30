"""Incidents before a round starts."""

from party.queries.evening.rounds import people
from party.queries.seats.draw import changes_since, turnout_question
from party.queries.seats.swaps import swap_effects
from party.services.evening.rounds import reseat_round, start_round
from party.services.people.arrivals import add_house_player, go_home, go_home_together
from party.services.seats.extra_tables import close_table, open_table
from party.services.seats.swaps import swap_in_rota, swap_seats, undo_swap
from party.values.seats.turnout import PeopleChanges
from tests.evenings.incidents import Moment, incident
from tests.evenings.night import CheckError, Night
from tests.evenings.partners import meeting_troubles
from tests.evenings.people import FEWEST, leave, some_entrant, walk_in


@incident("reseat", "Somebody comes or goes, and the round is seated again", Moment.SEATED)
def reseat(night: Night) -> bool:
    """A person comes or goes before the round starts, and the round is seated again."""
    if not night.dice.choice((walk_in, leave))(night):
        return False
    if night.chance(0.5):
        night.run(reseat_round, night.party_id)
        return True
    changes = people_changes(night)
    if changes.needs_seats:
        night.expect_refusal(start_round, night.party_id)
    night.expect_refusal(reseat_round, night.party_id, mark="somebody else")
    night.run(reseat_round, night.party_id, mark=changes.mark)
    return True


def people_changes(night: Night) -> PeopleChanges:
    """Return the changes of people since the round was seated."""
    party = night.party()
    return changes_since(party, party.rounds.get(number=night.number))


@incident("swap", "Two people change chairs", Moment.SEATED)
def swap(night: Night) -> bool:
    preview_and_swap(night, *two_in_chairs(night))
    return True


def preview_and_swap(night: Night, one: int, other: int) -> None:
    """Check the preview, then swap; an old preview is refused."""
    party, number = night.party(), night.number
    people_by_id = people(party)
    round_ = party.rounds.get(number=number)
    effects = swap_effects(party, round_, people_by_id[one], people_by_id[other])
    if troubles := list(
        meeting_troubles(night.snapshot, number, (*effects.new_meetings, *effects.ended_meetings))
    ):
        raise CheckError("\n".join(troubles))
    night.expect_refusal(swap_seats, party.pk, number, one, other, mark="elsewhere")
    night.run(swap_seats, party.pk, number, one, other, mark=effects.mark)


def two_in_chairs(night: Night) -> list[int]:
    seated_people = [pk for pk, chair in night.snapshot.chairs[night.number].items() if chair]
    return night.dice.sample(seated_people, 2)


@incident("swap-back", "Two people change chairs, and change back", Moment.SEATED)
def swap_and_undo(night: Night) -> bool:
    swap(night)
    night.run(undo_swap, night.party_id, night.number)
    return True


@incident("swap-bench", "Somebody plays instead of sitting out", Moment.SEATED)
def swap_with_bench(night: Night) -> bool:
    if not night.snapshot.bench(night.number):
        walk_in(night)
        night.run(reseat_round, night.party_id)
    bench = sorted(night.snapshot.bench(night.number))
    players = [pk for pk in night.snapshot.chairs[night.number] if pk in night.snapshot.rota]
    players = [pk for pk in players if pk not in bench]
    if not bench or not players:
        return False
    preview_and_swap(night, night.dice.choice(bench), night.dice.choice(players))
    return True


@incident("swap-turns", "Two people swap their turns to sit out", Moment.SEATED)
def swap_turns(night: Night) -> bool:
    people_with_turn = [pk for pk in night.snapshot.rota if pk in night.snapshot.here]
    if len(people_with_turn) < 2:
        return False
    night.run(swap_in_rota, night.party_id, *night.dice.sample(people_with_turn, 2))
    return True


@incident("table-opened", "One more table is opened", Moment.SEATED)
def open_one_table(night: Night) -> bool:
    """House players open a table with the people who sit out."""
    needed_count = -len(night.snapshot.here) % 4
    if not needed_count:
        walk_in(night)
        needed_count = 3
    names = [f"House {letter}" for letter in "ABC"[:needed_count]]
    night.expect_refusal(open_table, night.party_id, night.number, [*names, "House D"])
    night.run(open_table, night.party_id, night.number, names)
    return True


@incident("house-in-chair", "Somebody goes, and house players come", Moment.SEATED)
def fill_table_with_house(night: Night) -> bool:
    """A person goes home; house players fill the last table."""
    players = [pk for pk in two_in_chairs(night) if pk not in night.snapshot.house_players]
    if not players or len(night.snapshot.here) <= FEWEST:
        return False
    chair = night.snapshot.chairs[night.number][players[0]]
    night.run(go_home, night.party_id, players[0])
    question = turnout_question(night.party(), night.party().rounds.get(number=night.number))
    names = [f"House {letter}" for letter in "KLM"[: question.turnout.house_needed]]
    options = {"mark": question.mark, "house_names": names}
    night.expect_refusal(reseat_round, night.party_id, **options | {"mark": "somebody else"})
    night.run(reseat_round, night.party_id, **options)
    if night.snapshot.bench(night.number):
        raise CheckError("House players fill the last table, but a person sits out.")
    return chair in night.snapshot.chairs[night.number].values()


@incident("table-closed", "A table is closed", Moment.SEATED)
def close_one_table(night: Night) -> bool:
    """House players go home, and their table closes."""
    if len(night.snapshot.here) < 8:
        return False
    if some_entrant(night, "here", ranked=False) is None:
        for _ in range(4 - len(night.snapshot.here) % 4):
            night.run(add_house_player, night.party_id, "")
        night.run(reseat_round, night.party_id)
    tables = len([key for key in night.snapshot.tables if key[0] == night.number])
    night.run(close_table, night.party_id, night.number)
    return len([key for key in night.snapshot.tables if key[0] == night.number]) < tables


@incident("two-tables-closed", "Two tables are closed", Moment.SEATED)
def close_two_tables(night: Night) -> bool:
    if len(night.snapshot.here) < 13:
        return False
    leavers = night.dice.sample(sorted(night.snapshot.here - night.snapshot.house_players), 8)
    night.run(go_home_together, night.party_id, leavers)
    night.run(reseat_round, night.party_id)
    return True

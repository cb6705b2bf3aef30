"""Verbs of the door: who is here, who comes late, who goes home, who takes an empty chair.

After the draw these verbs take effect at the next move; the seats of a round stay as they are.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Q

from party.models import Entrant, Party, Place, Round
from party.queries.evening.rounds import latest_round
from party.services.log.row_changes import Watch, made, watch_person
from party.services.people.distinctions import tell_apart
from party.services.people.entrants import (
    find_entrant,
    house_player,
    join_roster,
    late_arrival_turn,
    name_fault,
    next_number,
    refuse_names,
    set_player,
)
from party.services.write import unfinished_act
from party.values.accounts import Actor
from party.values.people.attendance import Newcomer
from party.values.people.names import clean_name
from party.values.prizes.prizes import join_names
from party.values.refusals import Fault, Refused

Here = Entrant.State.HERE


def set_here(
    party_id: int, entrant_ids: Collection[int], *, here: bool, actor: Actor, at: datetime
) -> int:
    """Mark people as here, or as not here, before the draw; return how many changed."""
    with unfinished_act(party_id, actor, at) as act:
        if latest_round(act.party) is not None:
            raise Refused("The seats are drawn. Mark people as arrived late or gone home.")
        rows = act.party.entrants.filter(pk__in=entrant_ids)
        rows = rows.exclude(state=Here) if here else rows.filter(state=Here)
        act.watched = Watch(rows)
        names = [str(row) for row in rows]
        rows.update(state=Here if here else Entrant.State.EXPECTED)
        if names:
            who = join_names(names, f"{len(names)} people")
            act.log("here", f"{who} ticked as {'here' if here else 'not here'}", here=here)
    return len(names)


def arrive_late(party_id: int, entrant_id: int, *, actor: Actor, at: datetime) -> None:
    """Mark a late arrival after the draw: last in the rota, seated at the next move."""
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        round_ = _drawn(party)
        entrant = find_entrant(party, entrant_id)
        if entrant.state != Entrant.State.EXPECTED:
            raise Refused(f"{entrant} is {entrant.get_state_display().lower()} already.")
        act.watched = watch_person(entrant)
        _mark_as_here(party, entrant)
        words = f"{entrant} arrived in round {round_.number}"
        act.log("arrived late", words, round_number=round_.number, entrant_id=entrant.pk)


def go_home(party_id: int, entrant_id: int, *, actor: Actor, at: datetime) -> None:
    """Mark somebody as gone home: the chair is empty from the next move on."""
    with unfinished_act(party_id, actor, at) as act:
        round_ = _drawn(act.party)
        entrant = find_entrant(act.party, entrant_id)
        act.watched = watch_person(entrant)
        chair = _send_home(entrant, round_)
        words = f"{entrant} goes home in round {round_.number}"
        if chair:
            words += f" and does not take the chair of {chair}"
        act.log("went home", words, round_number=round_.number, entrant_id=entrant.pk)


def go_home_together(
    party_id: int, entrant_ids: Sequence[int], *, actor: Actor, at: datetime
) -> None:
    """Mark several people as gone home; refused as a whole where one is not here."""
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        round_ = _drawn(party)
        going = [find_entrant(party, pk) for pk in entrant_ids]
        act.watched = Watch(party.entrants.filter(pk__in=entrant_ids))
        chairs = [_send_home(entrant, round_) for entrant in going]
        leavers = ", ".join(
            f"{entrant} (who does not take the chair of {chair})" if chair else str(entrant)
            for entrant, chair in zip(going, chairs, strict=True)
        )
        verb = "go" if len(going) > 1 else "goes"
        words = f"{leavers} {verb} home in round {round_.number}"
        act.log("went home", words, round_number=round_.number)


def come_back(
    party_id: int, entrant_id: int, *, actor: Actor, at: datetime, seen: int | None = None
) -> None:
    """Mark somebody who went home as here; before the next move they keep their chair."""
    with unfinished_act(party_id, actor, at, seen) as act:
        party = act.party
        round_ = _drawn(party)
        entrant = find_entrant(party, entrant_id)
        if entrant.state != Entrant.State.LEFT:
            raise Refused(f"{entrant} has not gone home.")
        words = f"{entrant} is back in round {round_.number}"
        act.watched = Watch(party.entrants.filter(Q(pk=entrant.pk) | Q(stands_in_for=entrant)))
        if _is_seated(entrant, round_):
            if dismissed := _dismiss_stand_in(entrant, round_):
                words += f", so {dismissed} does not take the chair"
            entrant.state = Here
            entrant.save(update_fields=["state"])
        else:
            _mark_as_here(party, entrant)
        act.log("came back", words, round_number=round_.number, entrant_id=entrant.pk)


def add_house_player(party_id: int, name: str, *, actor: Actor, at: datetime) -> Entrant:
    """Add a house player, who fills a table: moves like anyone, never sits out or wins."""
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        if party.cards == Party.Cards.BLIND and latest_round(party) is None:
            # Else they would get numbers that are on printed cards.
            raise Refused("At a blind draw, house players are added when the seats are drawn.")
        entrant = _house_player(party, name)
        entrant.save()
        tell_apart(party, [entrant])
        words = f"{entrant} plays for the house"
        act.log("house player", words, entrant_id=entrant.pk, steps=made([entrant]))
    return entrant


def stand_in(
    party_id: int,
    leaver_id: int,
    substitute: Newcomer,
    *,
    actor: Actor,
    at: datetime,
    house: bool = False,
) -> Entrant:
    """Give the chair of somebody who goes home to a house player or a named substitute."""
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        round_ = _drawn(party)
        leaver = find_entrant(party, leaver_id)
        _refuse_chair(leaver, round_)
        if house:
            entrant = _house_player(party, substitute.name)
        else:
            entrant = _substitute(party, substitute)
        act.watched = Watch(party.entrants.filter(Q(pk=leaver.pk) | Q(stands_in_for=leaver)))
        Entrant.objects.filter(stands_in_for=leaver).update(stands_in_for=None)
        entrant.stands_in_for = leaver
        entrant.save()
        leaver.state = Entrant.State.LEFT
        leaver.save(update_fields=["state"])
        tell_apart(party, [entrant, leaver])
        words = f"{entrant} takes the chair of {leaver} after round {round_.number}"
        act.log("stand-in", words, round_number=round_.number, entrant_id=leaver.pk)
    return entrant


def _drawn(party: Party) -> Round:
    round_ = latest_round(party)
    if round_ is None:
        raise Refused("The seats are not drawn yet. Tick who is here.")
    return round_


def _send_home(entrant: Entrant, round_: Round) -> Entrant | None:
    """Mark somebody as gone; return the player whose chair they were to take, if any."""
    if entrant.state != Here:
        raise Refused(Fault(f"{entrant} is not here.", "names"))
    waits = entrant.stands_in_for is not None and not _is_seated(entrant, round_)
    chair = entrant.stands_in_for if waits else None
    entrant.state, entrant.stands_in_for = Entrant.State.LEFT, None
    entrant.save(update_fields=["state", "stands_in_for"])
    return chair


def _mark_as_here(party: Party, entrant: Entrant) -> None:
    entrant.state = Here
    entrant.rota = late_arrival_turn(party) if entrant.ranked else None
    entrant.save(update_fields=["state", "rota"])


def _is_seated(entrant: Entrant, round_: Round) -> bool:
    return Place.objects.filter(round=round_, entrant=entrant).exists()


def _refuse_chair(leaver: Entrant, round_: Round) -> None:
    if not _is_seated(leaver, round_):
        raise Refused(f"{leaver} has no chair in round {round_.number} that could be taken.")
    if _next_stand_in(leaver, round_):
        raise Refused(f"Somebody takes the chair of {leaver} already.")


def _next_stand_in(leaver: Entrant, round_: Round) -> Entrant | None:
    """Return who takes this chair at the next move; nobody who sits already does."""
    rows = Entrant.objects.here().filter(stands_in_for=leaver)
    return rows.exclude(places__round=round_).first()


def _dismiss_stand_in(leaver: Entrant, round_: Round) -> Entrant | None:
    """Cancel a stand-in who does not sit yet, because the player is back; return that stand-in."""
    if stand_in := _next_stand_in(leaver, round_):
        stand_in.state, stand_in.stands_in_for = Entrant.State.LEFT, None
        stand_in.save(update_fields=["state", "stands_in_for"])
    return stand_in


def _house_player(party: Party, typed: str) -> Entrant:
    number = next_number(party)
    entrant = house_player(party, typed if clean_name(typed) else f"House player {number}", number)
    if text := name_fault(entrant.name):
        raise Refused(Fault(text, "name"))
    return entrant


def _substitute(party: Party, person: Newcomer) -> Entrant:
    refuse_names(party, [person], field="name")
    [player] = join_roster(party, [person])
    rota = late_arrival_turn(party)
    entrant = Entrant(party=party, number=next_number(party), rota=rota, state=Here)
    set_player(entrant, player)
    return entrant

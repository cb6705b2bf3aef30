"""After the draw these verbs take effect at the next move: seats of a round never change."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Q

from party.models import Entrant, Party, Place, Round
from party.queries.evening.rounds import latest_round
from party.rosters import clean_name
from party.services.log.row_changes import Watch, creation_steps, watch_person
from party.services.people.distinctions import update_distinctions
from party.services.people.entrants import (
    find_entrant,
    find_or_create_players,
    house_player,
    name_fault,
    next_number,
    next_rota_turn,
    refuse_invalid_names,
    set_player,
)
from party.services.write import unfinished_party_act
from party.values.accounts import Actor
from party.values.people.attendance import Newcomer
from party.values.people.words import MARK_LATE_OR_GONE
from party.values.prizes.prizes import join_names
from party.values.refusals import Fault, Refused, require

HERE = Entrant.State.HERE


def set_attendance(
    party_id: int, entrant_ids: Collection[int], *, here: bool, actor: Actor, at: datetime
) -> int:
    """Return how many people have changed."""
    with unfinished_party_act(party_id, actor, at) as act:
        if latest_round(act.party) is not None:
            raise Refused(MARK_LATE_OR_GONE)
        rows = act.party.entrants.filter(pk__in=entrant_ids)
        rows = rows.exclude(state=HERE) if here else rows.filter(state=HERE)
        act.watched = Watch(rows)
        names = [str(row) for row in rows]
        rows.update(state=HERE if here else Entrant.State.EXPECTED)
        if names:
            people = join_names(names)
            act.log("here", f"{people} ticked as {'here' if here else 'not here'}", here=here)
    return len(names)


def arrive_late(party_id: int, entrant_id: int, *, actor: Actor, at: datetime) -> None:
    """The late person is last in turn to sit out, and gets a seat at the next move."""
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        round_ = _require_latest_round(party)
        entrant = find_entrant(party, entrant_id)
        if entrant.state != Entrant.State.EXPECTED:
            raise Refused(f"{entrant} is {entrant.get_state_display().lower()} already.")
        act.watched = watch_person(entrant)
        _mark_as_here(party, entrant)
        words = f"{entrant} arrived in round {round_.number}"
        act.log("arrived late", words, round_number=round_.number, entrant_id=entrant.pk)


def go_home(party_id: int, entrant_id: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        round_ = _require_latest_round(act.party)
        entrant = find_entrant(act.party, entrant_id)
        act.watched = watch_person(entrant)
        leaver = _send_home(entrant, round_)
        words = f"{entrant} goes home in round {round_.number}"
        if leaver:
            words += f" and does not take the chair of {leaver}"
        act.log("went home", words, round_number=round_.number, entrant_id=entrant.pk)


def go_home_together(
    party_id: int, entrant_ids: Sequence[int], *, actor: Actor, at: datetime
) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        round_ = _require_latest_round(party)
        leavers = [find_entrant(party, pk) for pk in entrant_ids]
        act.watched = Watch(party.entrants.filter(pk__in=entrant_ids))
        chairs = [_send_home(entrant, round_) for entrant in leavers]
        names = ", ".join(
            f"{entrant} (who does not take the chair of {chair})" if chair else str(entrant)
            for entrant, chair in zip(leavers, chairs, strict=True)
        )
        verb = "go" if len(leavers) > 1 else "goes"
        words = f"{names} {verb} home in round {round_.number}"
        act.log("went home", words, round_number=round_.number)


def come_back(
    party_id: int,
    entrant_id: int,
    *,
    actor: Actor,
    at: datetime,
    shown_revision: int | None = None,
) -> None:
    """A person who comes back before the next move has kept the chair."""
    with unfinished_party_act(party_id, actor, at, shown_revision) as act:
        party = act.party
        round_ = _require_latest_round(party)
        entrant = find_entrant(party, entrant_id)
        if entrant.state != Entrant.State.LEFT:
            raise Refused(f"{entrant} has not gone home.")
        words = f"{entrant} is back in round {round_.number}"
        act.watched = Watch(party.entrants.filter(Q(pk=entrant.pk) | Q(stands_in_for=entrant)))
        if _is_seated(entrant, round_):
            if dismissed := _dismiss_stand_in(entrant, round_):
                words += f", so {dismissed} does not take the chair"
            entrant.state = HERE
            entrant.save(update_fields=["state"])
        else:
            _mark_as_here(party, entrant)
        act.log("came back", words, round_number=round_.number, entrant_id=entrant.pk)


def add_house_player(party_id: int, name: str, *, actor: Actor, at: datetime) -> Entrant:
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        if party.is_blind and latest_round(party) is None:
            # Otherwise a house player would get the number of a printed card.
            raise Refused("At a blind draw, house players are added when the seats are drawn.")
        entrant = _new_house_player(party, name)
        entrant.save()
        update_distinctions(party, [entrant])
        words = f"{entrant} plays for the house"
        act.log("house player", words, entrant_id=entrant.pk, steps=creation_steps([entrant]))
    return entrant


def give_chair(
    party_id: int,
    leaver_id: int,
    substitute: Newcomer,
    *,
    actor: Actor,
    at: datetime,
    as_house_player: bool = False,
) -> Entrant:
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        round_ = _require_latest_round(party)
        leaver = find_entrant(party, leaver_id)
        _refuse_unavailable_chair(leaver, round_)
        if as_house_player:
            entrant = _new_house_player(party, substitute.name)
        else:
            entrant = _add_substitute(party, substitute)
        act.watched = Watch(party.entrants.filter(Q(pk=leaver.pk) | Q(stands_in_for=leaver)))
        Entrant.objects.filter(stands_in_for=leaver).update(stands_in_for=None)
        entrant.stands_in_for = leaver
        entrant.save()
        leaver.state = Entrant.State.LEFT
        leaver.save(update_fields=["state"])
        update_distinctions(party, [entrant, leaver])
        words = f"{entrant} takes the chair of {leaver} after round {round_.number}"
        act.log("stand-in", words, round_number=round_.number, entrant_id=leaver.pk)
    return entrant


def _require_latest_round(party: Party) -> Round:
    text = "Nobody is late or goes home before the draw. Tick the people who are here."
    return require(latest_round(party), text)


def _send_home(entrant: Entrant, round_: Round) -> Entrant | None:
    """Return the leaver whose chair this person was to take."""
    if entrant.state != HERE:
        raise Refused(Fault(f"{entrant} is not here.", "names"))
    is_waiting = entrant.stands_in_for is not None and not _is_seated(entrant, round_)
    leaver = entrant.stands_in_for if is_waiting else None
    entrant.state, entrant.stands_in_for = Entrant.State.LEFT, None
    entrant.save(update_fields=["state", "stands_in_for"])
    return leaver


def _mark_as_here(party: Party, entrant: Entrant) -> None:
    entrant.state = HERE
    entrant.rota = next_rota_turn(party) if entrant.ranked else None
    entrant.save(update_fields=["state", "rota"])


def _is_seated(entrant: Entrant, round_: Round) -> bool:
    return Place.objects.filter(round=round_, entrant=entrant).exists()


def _refuse_unavailable_chair(leaver: Entrant, round_: Round) -> None:
    if not _is_seated(leaver, round_):
        raise Refused(f"{leaver} has no chair in round {round_.number} to give away.")
    if _next_stand_in(leaver, round_):
        raise Refused(f"Somebody already takes the chair of {leaver}.")


def _next_stand_in(leaver: Entrant, round_: Round) -> Entrant | None:
    rows = Entrant.objects.here().filter(stands_in_for=leaver)
    return rows.exclude(places__round=round_).first()


def _dismiss_stand_in(leaver: Entrant, round_: Round) -> Entrant | None:
    if stand_in := _next_stand_in(leaver, round_):
        stand_in.state, stand_in.stands_in_for = Entrant.State.LEFT, None
        stand_in.save(update_fields=["state", "stands_in_for"])
    return stand_in


def _new_house_player(party: Party, typed_name: str) -> Entrant:
    number = next_number(party)
    entrant = house_player(
        party, typed_name if clean_name(typed_name) else f"House player {number}", number
    )
    if text := name_fault(entrant.name):
        raise Refused(Fault(text, "name"))
    return entrant


def _add_substitute(party: Party, person: Newcomer) -> Entrant:
    refuse_invalid_names(party, [person], field="name")
    [player] = find_or_create_players(party, [person])
    rota = next_rota_turn(party)
    entrant = Entrant(party=party, number=next_number(party), rota=rota, state=HERE)
    set_player(entrant, player)
    return entrant

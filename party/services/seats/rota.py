"""The verb that changes the order of sitting out by hand."""

from datetime import datetime

from party.models import Entrant, Round
from party.progression import Swap
from party.queries.evening.rounds import latest_round
from party.services.log.row_changes import Watch
from party.services.seats.draw import exchange_places
from party.services.write import unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Fault, Refused


def swap_in_rota(party_id: int, one: int, other: int, *, actor: Actor, at: datetime) -> None:
    """Let two people exchange their places in the rota.

    Until round 1 has begun they exchange what follows from it as well: who was to sit out takes
    the other's chair. Later it counts from the next move on.
    """
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        pair = list(party.entrants.here().in_rota().filter(pk__in=(one, other)))
        if len(pair) != 2:
            raise Refused(Fault("Choose two different people of the list.", "other", "pair"))
        first, second = pair
        watched = Watch(party.entrants.filter(pk__in=(one, other)))
        _exchange_turns(first, second)
        round_, moved = latest_round(party), False
        if round_ is not None and round_.number == 1 and round_.state == Round.State.DRAWN:
            moved = _exchange_chairs(round_, first, second)
        # Where chairs changed too, the draw keeps the edit: it is undone by swapping again.
        steps = [] if moved else watched.steps()
        words = f"{first} and {second} swapped their turns to sit out"
        act.log("rota swapped", words, steps=steps, one=first.pk, other=second.pk)


def _exchange_turns(first: Entrant, second: Entrant) -> None:
    mine, theirs = first.rota, second.rota
    # Two people may never share a turn, not even between two statements.
    for entrant, turn in ((first, None), (second, mine), (first, theirs)):
        entrant.rota = turn
        entrant.save(update_fields=["rota"])


def _exchange_chairs(round_: Round, first: Entrant, second: Entrant) -> bool:
    """Exchange the chairs of two people if one of them sits out; return whether that was so."""
    places = round_.places.filter(entrant__in=(first, second))
    up, down = places.filter(table=None).first(), places.exclude(table=None).first()
    if up is None or down is None:
        return False
    exchange_places(up, down)
    round_.made_from = round_.made_from.edited(Swap(up.entrant_id, down.entrant_id, "turns"))
    round_.save(update_fields=["draw"])
    return True

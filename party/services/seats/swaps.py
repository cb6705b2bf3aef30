from datetime import datetime

from party.models import Entrant, Place, Round
from party.progression import Swap
from party.queries.evening.rounds import latest_round
from party.queries.seats.wrong_chairs import records_in_force, take_back_text
from party.services.log.row_changes import Watch
from party.services.seats.draw import exchange_places, require_drawn_round
from party.services.write import unfinished_party_act
from party.values.accounts import Actor
from party.values.people.person import Person, Sitting
from party.values.refusals import Code, Fault, Refused
from party.values.seats.draw import place_text


def swap_seats(
    party_id: int,
    round_number: int,
    one_id: int,
    other_id: int,
    *,
    mark: str,
    actor: Actor,
    at: datetime,
) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        round_ = require_drawn_round(act.party, round_number, "seats")
        one, other = _places_of_two(round_, one_id, other_id)
        one_text, other_text = _place_text(one), _place_text(other)
        if mark != f"{one_text}; {other_text}":
            text = "Somebody’s seat changed while you had this page open. Check again, then swap."
            raise Refused(Fault(text, code=Code.CHANGED))
        exchange_places(one, other)
        round_.stored_draw = round_.stored_draw.edited(Swap(one_id, other_id))
        round_.save(update_fields=["draw"])
        words = (
            f"{one.entrant} ({one_text}) and {other.entrant} ({other_text}) were swapped by hand"
        )
        act.log("seats swapped", words, round_number=round_number, one=one_id, other=other_id)


def undo_swap(
    party_id: int,
    round_number: int,
    *,
    actor: Actor,
    at: datetime,
    shown_revision: int | None = None,
) -> None:
    with unfinished_party_act(party_id, actor, at, shown_revision) as act:
        round_ = require_drawn_round(act.party, round_number, "seats")
        draw = round_.stored_draw
        if not draw.last_swaps:
            refusal = take_back_text(records_in_force(act.party), range(round_number + 1))
            raise Refused(refusal or "There is no swap to take back.")
        swap = draw.last_swaps[-1]
        one, other = _places_of_two(round_, swap.first, swap.second)
        exchange_places(one, other)
        round_.stored_draw = draw.without_last_edit()
        round_.save(update_fields=["draw"])
        words = f"The swap of {one.entrant} and {other.entrant} was taken back"
        act.log("swap undone", words, round_number=round_number, one=swap.first, other=swap.second)


def _places_of_two(round_: Round, one_id: int, other_id: int) -> tuple[Place, Place]:
    rows = round_.places.filter(entrant__in=(one_id, other_id)).select_related("entrant", "table")
    places = {place.entrant_id: place for place in rows}
    if len(places) != 2:
        text = f"Choose two different people who have a place in round {round_.number}."
        raise Refused(Fault(text, "other"))
    return places[one_id], places[other_id]


def _place_text(place: Place) -> str:
    person = Person(place.entrant_id, place.entrant.number, str(place.entrant))
    return place_text(Sitting(person, place.table.number if place.table else None, place.seat))


def swap_in_rota(party_id: int, one: int, other: int, *, actor: Actor, at: datetime) -> None:
    """Swap turns to sit out. Before round 1, also swap chairs if one of the two sits out."""
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        pair = list(party.entrants.here().in_rota().filter(pk__in=(one, other)))
        if len(pair) != 2:
            raise Refused(Fault("Choose two different people of the list.", "other"))
        first, second = pair
        watch = Watch(party.entrants.filter(pk__in=(one, other)))
        _exchange_turns(first, second)
        round_, chairs_changed = latest_round(party), False
        if round_ is not None and round_.number == 1 and round_.state == Round.State.DRAWN:
            chairs_changed = _exchange_chairs(round_, first, second)
        # If chairs changed, the line of the log cannot be undone, because the draw has the swap
        # as well. Only another swap restores the chairs.
        act.watched = None if chairs_changed else watch
        words = f"{first} and {second} swapped their turns to sit out"
        act.log("rota swapped", words, one=first.pk, other=second.pk)


def _exchange_turns(first: Entrant, second: Entrant) -> None:
    first_turn, second_turn = first.rota, second.rota
    # The database checks unique turns at each statement, so one person first gives up the turn.
    for entrant, turn in ((first, None), (second, first_turn), (first, second_turn)):
        entrant.rota = turn
        entrant.save(update_fields=["rota"])


def _exchange_chairs(round_: Round, first: Entrant, second: Entrant) -> bool:
    """Exchange chairs if exactly one of the two sits out; return whether chairs changed."""
    places = round_.places.filter(entrant__in=(first, second))
    benched, seated = places.filter(table=None).first(), places.exclude(table=None).first()
    if benched is None or seated is None:
        return False
    exchange_places(benched, seated)
    round_.stored_draw = round_.stored_draw.edited(
        Swap(benched.entrant_id, seated.entrant_id, "turns")
    )
    round_.save(update_fields=["draw"])
    return True

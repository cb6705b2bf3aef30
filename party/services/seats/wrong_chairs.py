"""Corrects the seats of a round in which people sat in each other's chairs.

Nobody moves in later rounds unless the desk says so: their draws store the present seats as edits.
"""

from datetime import datetime
from typing import Any

from party.models import Entrant, Party, Place, Round, Table
from party.progression import Draw, PlayedSeats, Swap
from party.queries.evening.rounds import seatings
from party.queries.seats.wrong_chairs import (
    PlacesOfPerson,
    WrongChairs,
    refusal_reason,
    wrong_chairs,
)
from party.services.backups.copies import copy_before
from party.services.log.row_changes import Watch
from party.services.seats.corrections import (
    CHANGED,
    move_people,
    require_reason,
    require_seats_answer,
    seats_log_data,
    seats_words,
)
from party.services.seats.draw import put_in_chairs, reseat
from party.services.write import LogLineId, unfinished_party_act
from party.values.accounts import Actor
from party.values.log.lines import WRONG_CHAIRS
from party.values.refusals import Code, Fault, Refused
from party.values.seats.corrections import Effects, SeatsAnswer, SeatsChoice
from party.values.seats.wrong_chairs import ChairExchange

ONE_PLAYED = (
    "{one.person} played in the chair of {other.person} ({other.listed_text}), who sat out"
)
BOTH_PLAYED = (
    "{one.person} ({one.listed_text}) and {other.person} ({other.listed_text}) "
    "sat in each other’s chairs"
)


def record_wrong_chairs(
    party_id: int,
    round_number: int,
    exchange: ChairExchange,
    *,
    mark: str,
    reason: str,
    choice: SeatsAnswer,
    actor: Actor,
    at: datetime,
) -> LogLineId:
    """Raises SeatsInQuestion if people would sit elsewhere in the next round."""
    with unfinished_party_act(party_id, actor, at) as act:
        party, reason = act.party, reason.strip()
        round_ = _require_begun_round(party, round_number)
        changes = wrong_chairs(party, round_, exchange)
        if mark != changes.mark:
            raise Refused(Fault(CHANGED, code=Code.CHANGED))
        require_reason(round_, reason)
        next_round = party.rounds.filter(number=round_number + 1).first()
        act.watched = _watch_rounds(round_, next_round)
        if exchange.by_name:
            _refuse_no_change(changes.effects, choice)
            _start_moves_from_real_chairs(round_, changes)
        else:
            put_in_chairs(round_, {each.person.id: _real_chair(each) for each in changes.places})
            _store_played_seats(round_)
        data = _change_next_round(party, next_round, changes.effects, choice)
        _keep_later_seats(party, round_, exchange, data.get("seats"))
        if round_.state == Round.State.CLOSED:
            copy_before(f"before a correction of round {round_number}")
        words = f"{_exchange_text(changes, by_name=exchange.by_name)}{seats_words(data)}"
        data |= {"one": exchange.one, "other": exchange.other, "reason": reason}
        return act.log(WRONG_CHAIRS, words, round_number=round_number, **data)


def _require_begun_round(party: Party, number: int) -> Round:
    round_ = party.rounds.filter(number=number).first()
    if (reason := refusal_reason(round_, number)) or round_ is None:
        raise Refused(reason)
    return round_


def _watch_rounds(round_: Round, next_round: Round | None) -> Watch:
    """Watch stand-ins too, because a redraw of the next round changes them."""
    rounds = [round_.pk] if next_round is None else [round_.pk, next_round.pk]
    stand_ins = [] if next_round is None else [pk for _, pk in next_round.stored_draw.stand_ins]
    return Watch(
        Round.objects.filter(party=round_.party, number__gte=round_.number),
        Table.objects.filter(round__in=rounds[1:]),
        Place.objects.filter(round__in=rounds).select_related("entrant"),
        Entrant.objects.filter(pk__in=stand_ins),
    )


def _refuse_no_change(effects: Effects | None, choice: SeatsAnswer) -> None:
    if effects is None:
        return
    keeps_seats = effects.open_choices == (SeatsChoice.KEEP,) or choice.seats == SeatsChoice.KEEP
    if keeps_seats or not effects.shifts:
        text = f"The seats of round {effects.round} stay, so nothing would change."
        raise Refused(Fault(f"{text} Let the points go with the chair.", "hands"))


def _start_moves_from_real_chairs(round_: Round, changes: WrongChairs) -> None:
    draw = round_.stored_draw
    for one, other in changes.exchanges:
        draw = draw.edited(Swap(one.id, other.id, "moves"))
    _store_draw(round_, draw)


def _real_chair(places: PlacesOfPerson) -> tuple[int, str] | None:
    real = places.real
    return (real.table, real.seat) if real.table and real.seat else None


def _change_next_round(
    party: Party, next_round: Round | None, effects: Effects | None, choice: SeatsAnswer
) -> dict[str, Any]:
    if next_round is None or effects is None or not effects.shifts:
        return {}
    require_seats_answer(effects, choice)
    if choice.seats == SeatsChoice.RESEAT:
        move_people(next_round, effects)
    elif choice.seats == SeatsChoice.REDRAW:
        reseat(party, next_round)
    return seats_log_data(effects, choice)


def _keep_later_seats(
    party: Party, round_: Round, exchange: ChairExchange, seats: str | None
) -> None:
    """Store later seats as edits of their draws, except those just computed by a redraw."""
    later_rounds = party.rounds.filter(number__gt=round_.number, tables__number=1)
    if exchange.by_name:  # the seats of this round stay, so later draws give the same seats
        reseated = [round_.number + 1] if seats == SeatsChoice.RESEAT else []
        later_rounds = later_rounds.filter(number__in=reseated)
    if seats != SeatsChoice.REDRAW:
        for each in later_rounds:
            _store_played_seats(each)


def _store_played_seats(round_: Round) -> None:
    (seating,) = seatings(round_.party, since=round_.number, upto=round_.number)
    _store_draw(round_, round_.stored_draw.edited(PlayedSeats(seating)))


def _store_draw(round_: Round, draw: Draw[int]) -> None:
    round_.stored_draw = draw
    round_.save(update_fields=["draw"])


def _exchange_text(changes: WrongChairs, *, by_name: bool) -> str:
    texts = []
    for pair in zip(changes.places[::2], changes.places[1::2], strict=True):
        one, other = sorted(pair, key=lambda each: each.listed.table is not None)
        if one.listed.table is None:
            texts.append(ONE_PLAYED.format(one=one, other=other))
        else:
            texts.append(BOTH_PLAYED.format(one=pair[0], other=pair[1]))
    words = "; ".join(texts)
    return f"{words}; the points stay with the names" if by_name else words

"""The verb that records that people sat in each other's chairs.

The round gets the seats as they were taken. Each later draw stores that its seats were taken as
they stand: by the rules others would have sat there, and nobody moves before the desk says so.
"""

from datetime import datetime
from typing import Any

from party.models import Entrant, Party, Place, Round, Table
from party.progression import Draw, PlayedSeats, Swap
from party.queries.evening.rounds import seatings
from party.queries.seats.wrong_chairs import WrongChairs, not_to_be_recorded, wrong_chairs
from party.services.backups.copies import copy_before
from party.services.log.row_changes import Watch
from party.services.seats.corrections import (
    CHANGED,
    move_people,
    refuse_open_question,
    require_reason,
    seats_words,
)
from party.services.seats.draw import reseat
from party.services.write import unfinished_act
from party.values.accounts import Actor
from party.values.log.lines import WRONG_CHAIRS
from party.values.refusals import Code, Fault, Refused
from party.values.seats.corrections import Effects, Seats, SeatsAnswer
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
) -> int:
    """Record who really sat where, and return the id of the log line.

    `mark` is the WrongChairs.mark that was shown. Raises SeatsInQuestion if others would sit
    elsewhere in the next round and `choice` does not say what to do about it.
    """
    with unfinished_act(party_id, actor, at) as act:
        party, reason = act.party, reason.strip()
        round_ = _begun_round(party, round_number)
        found = wrong_chairs(party, round_, exchange)
        if mark != found.mark:
            raise Refused(Fault(CHANGED, code=Code.CHANGED))
        require_reason(round_, reason)
        after = party.rounds.filter(number=round_number + 1).first()
        act.watched = _watch(round_, after)
        if exchange.by_name:
            _refuse_no_change(found.effects, choice)
            _exchange_moves(round_, found)
        else:
            _exchange_chairs(round_, found)
        data = _settle_next_round(party, after, found.effects, choice)
        _keep_later_seats(party, round_, exchange, data.get("seats"))
        if round_.state == Round.State.CLOSED:
            copy_before(f"before a correction of round {round_number}")
        words = f"{_exchange_text(found, by_name=exchange.by_name)}{seats_words(data)}"
        data |= {"one": exchange.one, "other": exchange.other, "reason": reason}
        return act.log(WRONG_CHAIRS, words, round_number=round_number, **data)


def _begun_round(party: Party, number: int) -> Round:
    round_ = party.rounds.filter(number=number).first()
    if (why := not_to_be_recorded(round_, number)) or round_ is None:
        raise Refused(why)
    return round_


def _watch(round_: Round, after: Round | None) -> Watch:
    """Watch everything that may change; a round that is seated again also changes stand-ins."""
    rounds = [round_.pk] if after is None else [round_.pk, after.pk]
    stand_ins = [] if after is None else [pk for _, pk in after.made_from.stand_ins]
    return Watch(
        Round.objects.filter(party=round_.party, number__gte=round_.number),
        Table.objects.filter(round__in=rounds[1:]),
        Place.objects.filter(round__in=rounds).select_related("entrant"),
        Entrant.objects.filter(pk__in=stand_ins),
    )


def _refuse_no_change(effects: Effects | None, choice: SeatsAnswer) -> None:
    """Refuse to leave the points with the names where the next seats stay as well."""
    if effects is None:
        return
    if effects.ways == (Seats.KEEP,) or choice.seats == Seats.KEEP or not effects.shifts:
        text = f"The seats of round {effects.round} stay, so nothing would change."
        raise Refused(Fault(f"{text} Let the points go with the chair.", "hands"))


def _exchange_moves(round_: Round, found: WrongChairs) -> None:
    draw = round_.made_from
    for one, other in found.exchanges:
        draw = draw.edited(Swap(one.id, other.id, "moves"))
    _store(round_, draw)


def _exchange_chairs(round_: Round, found: WrongChairs) -> None:
    tables = dict(round_.tables.values_list("number", "pk"))
    people_there = [each.person.id for each in found.taken]
    round_.places.filter(entrant__in=people_there).delete()
    for each in found.taken:
        place = Place(round=round_, entrant_id=each.person.id)
        if each.real.table is not None:
            place.table_id, place.seat = tables[each.real.table], each.real.seat
        place.save()
    _pin(round_)


def _settle_next_round(
    party: Party, after: Round | None, effects: Effects | None, choice: SeatsAnswer
) -> dict[str, Any]:
    """Apply the choice about the next round's seats, and return data for the log."""
    if after is None or effects is None or not effects.shifts:
        return {}
    refuse_open_question(effects, choice)
    if choice.seats == Seats.RESEAT:
        move_people(after, effects)
    elif choice.seats == Seats.REDRAW:
        reseat(party, after)
    shifts = [[each.person.id, each.now, each.instead] for each in effects.shifts]
    return {"seats": str(choice.seats), "round": after.number, "shifts": shifts}


def _keep_later_seats(
    party: Party, round_: Round, exchange: ChairExchange, seats: str | None
) -> None:
    """Store in later draws that their seats stand; a round seated again follows by itself."""
    later = party.rounds.filter(number__gt=round_.number, tables__number=1)
    if exchange.by_name:  # nothing changes in what later draws were made from
        later = later.filter(number=round_.number + 1) if seats == Seats.RESEAT else later.none()
    if seats != Seats.REDRAW:
        for each in later:
            _pin(each)


def _pin(round_: Round) -> None:
    (seating,) = seatings(round_.party, since=round_.number, upto=round_.number)
    _store(round_, round_.made_from.edited(PlayedSeats(seating)))


def _store(round_: Round, draw: Draw[int]) -> None:
    round_.made_from = draw
    round_.save(update_fields=["draw"])


def _exchange_text(found: WrongChairs, *, by_name: bool) -> str:
    texts = []
    for pair in zip(found.taken[::2], found.taken[1::2], strict=True):
        one, other = sorted(pair, key=lambda each: each.listed.table is not None)
        if one.listed.table is None:
            texts.append(ONE_PLAYED.format(one=one, other=other))
        else:
            texts.append(BOTH_PLAYED.format(one=pair[0], other=pair[1]))
    words = "; ".join(texts)
    return f"{words}; the points stay with the names" if by_name else words

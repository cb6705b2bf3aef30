"""People's wishes about their seats, which take effect at the next draw or move."""

from datetime import datetime

from django.db.models import QuerySet

from party.models import Entrant, Party, Wish
from party.queries.evening.rounds import latest_round
from party.queries.people.wishes import conflicting_wishes, has_round_one_begun
from party.services.log.row_changes import Watch
from party.services.people.entrants import find_entrant
from party.services.write import unfinished_party_act
from party.values.accounts import Actor
from party.values.people.words import DRAW_THEIR_SEATS, NO_OTHER
from party.values.refusals import Fault, Refused, require

Kind = Wish.Kind


def add_wish(
    party_id: int, kind: str, one_id: int, other_id: int | None, *, actor: Actor, at: datetime
) -> Wish:
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        if kind == Kind.START_PARTNERS:
            _refuse_start_partners(party)
        one, other = find_entrant(party, one_id), _second_person(party, kind, other_id)
        if other is not None and other.pk < one.pk:
            one, other = other, one
        _refuse_conflict(party, kind, one, other)
        act.watched = Watch(_wishes(party))
        wish = Wish.objects.create(party=party, kind=kind, one=one, other=other)
        act.log("wish added", f"Asked for: {wish}", entrant_id=one.pk, kind=kind)
        return wish


def remove_wish(party_id: int, wish_id: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        rows = _wishes(act.party).filter(pk=wish_id)
        wish = require(rows.first(), "This wish was taken back already.")
        words, one_id = f"No longer asked for: {wish}", wish.one_id
        act.watched = Watch(_wishes(act.party))
        wish.delete()
        act.log("wish removed", words, entrant_id=one_id)


def _wishes(party: Party) -> QuerySet[Wish]:
    return Wish.objects.filter(party=party).select_related("one", "other")


def _second_person(party: Party, kind: str, other_id: int | None) -> Entrant | None:
    if kind == Kind.STAY:
        return None
    return find_entrant(party, require(other_id, Fault(NO_OTHER, "other")))


def _refuse_start_partners(party: Party) -> None:
    if party.is_blind:
        raise Refused(Fault(DRAW_THEIR_SEATS, "kind"))
    if has_round_one_begun(latest_round(party)):
        raise Refused(Fault("Round 1 has begun. Choose another wish.", "kind"))


def _refuse_conflict(party: Party, kind: str, one: Entrant, other: Entrant | None) -> None:
    if one == other:
        raise Refused(Fault("Choose two different people.", "other"))
    wishes, field = list(_wishes(party)), "other" if other else "one"
    for existing in wishes:
        if (existing.one, existing.other) == (one, other):
            text = f"There is a wish for them already: {existing}. Take it back first."
            raise Refused(Fault(text, field))
    ids = (one.pk, other.pk) if other else (one.pk,)
    conflicts = conflicting_wishes(party, kind, ids, wishes)
    if conflicts:
        text = f"That is impossible: {conflicts[0]}. Take that wish back first."
        if len(conflicts) > 1:
            names = "; ".join(map(str, conflicts))
            text = f"That is impossible: {names}. Take one of these wishes back first."
        raise Refused(Fault(text, field))

"""Verbs of wishes: who must or must not meet, and who keeps table and chair.

A wish is used from the next time that seats are made.
"""

from datetime import datetime

from django.db.models import Q, QuerySet

from party.models import Entrant, Party, Wish
from party.queries.log.row_changes import row_name
from party.services.log.row_changes import Watch
from party.services.people.entrants import find_entrant
from party.services.write import unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Fault, Refused

Kind = Wish.Kind


def add_wish(
    party_id: int, kind: str, one_id: int, other_id: int | None, *, actor: Actor, at: datetime
) -> Wish:
    """Add a wish about two people, or (stay) about one. Their order does not matter."""
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        if kind not in Kind.values:
            raise Refused(Fault("Choose what is asked for.", "kind"))
        one, other = find_entrant(party, one_id), _other(party, kind, other_id)
        if other is not None and other.pk < one.pk:
            one, other = other, one
        _refuse_conflict(party, kind, one, other)
        act.watched = Watch(_wishes(party))
        wish = Wish.objects.create(party=party, kind=kind, one=one, other=other)
        act.log("wish added", f"Asked for: {row_name(wish)}", entrant_id=one.pk, kind=kind)
        return wish


def remove_wish(party_id: int, wish_id: int, *, actor: Actor, at: datetime) -> None:
    """Delete a wish; the seats that were made with it stay."""
    with unfinished_act(party_id, actor, at) as act:
        wish = _wishes(act.party).filter(pk=wish_id).first()
        if wish is None:
            raise Refused("This wish was taken back already.")
        words, one = f"No longer asked for: {row_name(wish)}", wish.one_id
        act.watched = Watch(_wishes(act.party))
        wish.delete()
        act.log("wish removed", words, entrant_id=one)


def _wishes(party: Party) -> QuerySet[Wish]:
    return Wish.objects.filter(party=party).select_related("one", "other")


def _other(party: Party, kind: str, other_id: int | None) -> Entrant | None:
    if kind == Kind.STAY:
        return None
    if other_id is None:
        raise Refused(Fault("Say who the other one is.", "other"))
    return find_entrant(party, other_id)


def _refuse_conflict(party: Party, kind: str, one: Entrant, other: Entrant | None) -> None:
    """Refuse a wish that exists already, or that conflicts with another of the same people."""
    if one == other:
        raise Refused(Fault("Choose two different people.", "other"))
    same = _wishes(party).filter(one=one, other=other).first()
    if same is None and kind == Kind.PARTNERS:
        about = Q(one__in=(one, other)) | Q(other__in=(one, other))
        same = _wishes(party).filter(about, kind=Kind.PARTNERS).first()
    if same is not None:
        text = f"{row_name(same)}: that is asked for already. Take it back first."
        raise Refused(Fault(text, "other" if other else "one"))

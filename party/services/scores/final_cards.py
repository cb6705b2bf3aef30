"""Verbs for the cards that people hand in at the end."""

from datetime import datetime
from uuid import UUID

from party.models import Entrant, Round, Tally
from party.services.scores.entries import set_status
from party.services.write import unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Code, Fault, Refused
from party.values.scores.final_cards import Tally as Card


def save_tally(
    party_id: int,
    entrant_id: int,
    card: Card,
    *,
    seen: int | None,
    submission: UUID,
    actor: Actor,
    at: datetime,
) -> Tally:
    """Take a person's card, or another version of it.

    `seen` is the tally the writer looked at, None for a first one: what another desk has typed
    meanwhile is never overwritten. The same submission twice is stored once.
    """
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        entrant = Entrant.objects.filter(party=party, pk=entrant_id).first()
        if entrant is None:
            raise Refused("This person is not at the party.")
        if known := Tally.objects.filter(entrant=entrant, submission=submission).first():
            return known
        before = Tally.objects.in_force().filter(entrant=entrant).first()
        if before is not None and (before.rounds, before.total) == (list(card.boxes), card.total):
            return before
        if (before.pk if before else None) != seen:
            text = f"Another desk has typed this card meanwhile: {card_of(before)}. Look again."
            raise Refused(Fault(text, code=Code.CHANGED))
        _refuse_other_rounds(party_id, card)
        if before is not None:
            set_status(before, Tally.Status.REPLACED)
        row = Tally(party=party, entrant=entrant, submission=submission, **act.columns)
        row.rounds, row.total = list(card.boxes), card.total
        row.save(force_insert=True)
        old = f"{card_of(before)} → " if before else ""
        words = f"{entrant}'s card: {old}{card.words}"
        act.log("card", words, entrant_id=entrant.pk, tally=row.pk)
        return row


def remove_tally(party_id: int, entrant_id: int, *, actor: Actor, at: datetime) -> None:
    """Take a person's card back: it was somebody else's."""
    with unfinished_act(party_id, actor, at) as act:
        row = Tally.objects.in_force().filter(party=act.party, entrant=entrant_id).first()
        if row is None:
            raise Refused("There is no card of this person to take back.")
        set_status(row, Tally.Status.REMOVED)
        words = f"{row.entrant}'s card taken back: {card_of(row)}"
        act.log("card removed", words, entrant_id=entrant_id, tally=row.pk)


def card_of(row: Tally | None) -> str:
    return Card(tuple(row.rounds), row.total).words if row else "nothing"


def _refuse_other_rounds(party_id: int, card: Card) -> None:
    """Refuse boxes that are not those of the rounds which are over."""
    closed = Round.objects.filter(party=party_id, state=Round.State.CLOSED).count()
    if not closed:
        raise Refused(Fault("No round is over yet: close it, then type the cards.", "total"))
    if card.boxes and len(card.boxes) != closed:
        rounds = "1 round is" if closed == 1 else f"{closed} rounds are"
        typed = "1 box is" if len(card.boxes) == 1 else f"{len(card.boxes)} boxes are"
        text = f"{rounds} over, and {typed} typed. Type x for an empty box."
        raise Refused(Fault(text, "boxes"))

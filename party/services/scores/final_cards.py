from datetime import datetime
from uuid import UUID

from party.models import Entrant, Round, Tally
from party.services.scores.entries import set_status
from party.services.write import unfinished_party_act
from party.values.accounts import Actor
from party.values.refusals import Code, Fault, Refused, require
from party.values.scores.final_cards import TypedCard
from party.values.scores.words import TYPE_EMPTY_BOX


def save_tally(
    party_id: int,
    entrant_id: int,
    card: TypedCard,
    *,
    shown_tally: int | None,
    submission: UUID,
    actor: Actor,
    at: datetime,
) -> Tally:
    """Never overwrite a card that another desk has typed since the page showed `shown_tally`."""
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        rows = Entrant.objects.filter(party=party, pk=entrant_id)
        entrant = require(rows.first(), "This person is not at the party.")
        if stored := Tally.objects.filter(entrant=entrant, submission=submission).first():
            return stored
        before = Tally.objects.filter(status=Tally.Status.IN_FORCE, entrant=entrant).first()
        if before is not None and (before.rounds, before.total) == (list(card.boxes), card.total):
            return before
        if (before.pk if before else None) != shown_tally:
            text = f"Another desk has changed this card. It now says: {_card_text(before)}."
            raise Refused(Fault(text, code=Code.CHANGED))
        _refuse_wrong_boxes(party_id, card)
        if before is not None:
            set_status(before, Tally.Status.REPLACED)
        row = Tally(party=party, entrant=entrant, submission=submission, **act.actor_columns)
        row.rounds, row.total = list(card.boxes), card.total
        row.save(force_insert=True)
        old = f"{_card_text(before)} → " if before else ""
        words = f"{entrant}'s card: {old}{card.words}"
        act.log("card", words, entrant_id=entrant.pk, tally=row.pk)
        return row


def remove_tally(party_id: int, entrant_id: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        cards = Tally.objects.filter(party=act.party, status=Tally.Status.IN_FORCE)
        card = cards.filter(entrant=entrant_id).first()
        row = require(card, "There is no card of this person to take back.")
        set_status(row, Tally.Status.REMOVED)
        words = f"{row.entrant}'s card taken back: {_card_text(row)}"
        act.log("card removed", words, entrant_id=entrant_id, tally=row.pk)


def _card_text(row: Tally | None) -> str:
    return TypedCard(tuple(row.rounds), row.total).words if row else "nothing"


def _refuse_wrong_boxes(party_id: int, card: TypedCard) -> None:
    closed = Round.objects.filter(party=party_id, state=Round.State.CLOSED).count()
    if not closed:
        raise Refused(Fault("No round is over yet. Close one, then type the cards.", "total"))
    if card.boxes and len(card.boxes) != closed:
        rounds = "1 round is" if closed == 1 else f"{closed} rounds are"
        typed = "1 box is" if len(card.boxes) == 1 else f"{len(card.boxes)} boxes are"
        text = f"{rounds} over, and {typed} typed. {TYPE_EMPTY_BOX}"
        raise Refused(Fault(text, "boxes"))

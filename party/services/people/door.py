"""Check-in and payments at the door. Two desks may serve one person at once."""

from datetime import datetime

from party.models import Entrant, Party
from party.queries.evening.rounds import latest_round
from party.services.log.row_changes import watch_person
from party.services.people.entrants import find_entrant, next_rota_turn, refuse_invalid_payment
from party.services.write import LogLineId, party_act, set_columns, unfinished_party_act
from party.values.accounts import Actor
from party.values.people.fees import PAYMENT_METHODS, Payment
from party.values.people.money import money
from party.values.refusals import Code, Fault, Refused


def check_in(
    party_id: int, entrant_id: int, *, actor: Actor, at: datetime, payment: Payment | None = None
) -> LogLineId | None:
    """A second check-in changes nothing and returns None."""
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        entrant = find_entrant(party, entrant_id)
        act.watched = watch_person(entrant)
        texts = [_store_attendance(party, entrant), _store_payment(party, entrant, payment)]
        if any(texts):
            words = f"{entrant}: {', '.join(filter(None, texts))}"
            return act.log("checked in", words, entrant_id=entrant.pk)
    return None


def take_money(
    party_id: int, entrant_id: int, payment: Payment, *, actor: Actor, at: datetime
) -> LogLineId | None:
    """`payment` has all that the person has paid so far.

    Works after the finish too, because many people pay on their way home.
    """
    with party_act(party_id, actor, at) as act:
        entrant = find_entrant(act.party, entrant_id)
        act.watched = watch_person(entrant)
        if text := _store_payment(act.party, entrant, payment):
            return act.log("money taken", f"{entrant}: {text}", entrant_id=entrant.pk)
    return None


def set_owed(
    party_id: int, entrant_id: int, owed: int | None, *, actor: Actor, at: datetime
) -> None:
    """`owed` is 0 for nothing, None for the party's fee."""
    with party_act(party_id, actor, at) as act:
        entrant = find_entrant(act.party, entrant_id)
        act.watched = watch_person(entrant)
        if set_columns(entrant, owed=owed):
            words = "the party’s fee" if owed is None else money(owed, act.party.currency)
            words = f"{entrant} owes {words if owed != 0 else 'nothing'}"
            act.log("owes", words, entrant_id=entrant.pk)


def _store_attendance(party: Party, entrant: Entrant) -> str:
    """Mark a person as here; return the words for the log, or "" if nothing changed."""
    if entrant.state == Entrant.State.HERE:
        return ""
    if entrant.state == Entrant.State.LEFT:
        raise Refused(f"{entrant} has gone home. Bring them back on the page of {entrant}.")
    round_ = latest_round(party)
    if round_ is None and party.is_blind:
        return ""  # at a blind draw people are here when they take a card
    entrant.state = Entrant.State.HERE
    if round_ is not None and entrant.ranked:
        entrant.rota = next_rota_turn(party)
    entrant.save(update_fields=["state", "rota"])
    return f"here, in round {round_.number}" if round_ else "here"


def _store_payment(party: Party, entrant: Entrant, payment: Payment | None) -> str:
    """Return the words for the log, or "" if nothing changed."""
    if payment is None or payment.is_same(entrant.paid, entrant.paid_how):
        return ""
    refuse_invalid_payment(payment)
    if entrant.paid != payment.paid_before:
        paid = money(entrant.paid, party.currency)
        text = f"Somebody changed this while you had the page open: {entrant} has paid {paid}."
        raise Refused(Fault(text, "paid", Code.CHANGED))
    entrant.paid, entrant.paid_how = payment.paid, payment.how
    entrant.save(update_fields=["paid", "paid_how"])
    words = f"paid {money(entrant.paid, party.currency)}, {PAYMENT_METHODS[payment.how].lower()}"
    before = payment.paid_before
    return f"{words} (before: {money(before, party.currency)})" if before else words

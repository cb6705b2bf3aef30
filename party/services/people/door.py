"""Verbs of the door: somebody is here, pays, owes another amount.

Two desks may serve one person at the same moment. To let somebody in twice changes nothing; a
payment carries the amount that the page showed, and is refused when that has changed since.
"""

from datetime import datetime

from party.models import Entrant, Party
from party.queries.evening.rounds import latest_round
from party.services.log.row_changes import watch_person
from party.services.people.entrants import find_entrant, late_arrival_turn, refuse_payment
from party.services.write import party_act, unfinished_act
from party.values.accounts import Actor
from party.values.people.fees import HOW, Payment
from party.values.people.money import MOST_MONEY, money
from party.values.refusals import Code, Fault, Refused


def check_in(
    party_id: int, entrant_id: int, *, actor: Actor, at: datetime, payment: Payment | None = None
) -> int | None:
    """Mark somebody as here, perhaps with a payment; after the draw they sit at the next move.

    Returns the line of the log by which this is taken back; None where nothing changed.
    """
    with unfinished_act(party_id, actor, at) as act:
        party = act.party
        entrant = find_entrant(party, entrant_id)
        act.watched = watch_person(entrant)
        done = [_check_in_text(party, entrant), _payment_text(party, entrant, payment)]
        if any(done):
            words = f"{entrant}: {', '.join(filter(None, done))}"
            return act.log("checked in", words, entrant_id=entrant.pk)
    return None


def take_money(
    party_id: int, entrant_id: int, payment: Payment, *, actor: Actor, at: datetime
) -> int | None:
    """Save what somebody has paid in total; return the line of the log that takes it back.

    After the finish as well: many pay on their way home.
    """
    with party_act(party_id, actor, at) as act:
        entrant = find_entrant(act.party, entrant_id)
        act.watched = watch_person(entrant)
        if done := _payment_text(act.party, entrant, payment):
            return act.log("money taken", f"{entrant}: {done}", entrant_id=entrant.pk)
    return None


def set_owed(
    party_id: int, entrant_id: int, owed: int | None, *, actor: Actor, at: datetime
) -> None:
    """Set what somebody owes: a special amount, 0 for nothing, None for the party's fee."""
    with party_act(party_id, actor, at) as act:
        entrant = find_entrant(act.party, entrant_id)
        if owed is not None and not 0 <= owed <= MOST_MONEY:
            raise Refused(Fault(f"At most {money(MOST_MONEY, '')}.", "own"))
        if entrant.owed != owed:
            act.watched = watch_person(entrant)
            entrant.owed = owed
            entrant.save(update_fields=["owed"])
            words = "the party’s fee" if owed is None else money(owed, act.party.currency)
            words = f"{entrant} owes {words if owed != 0 else 'nothing'}"
            act.log("owes", words, entrant_id=entrant.pk)


def _check_in_text(party: Party, entrant: Entrant) -> str:
    """Mark somebody as here; return that as text, "" when they were here already."""
    if entrant.state == Entrant.State.HERE:
        return ""
    if entrant.state == Entrant.State.LEFT:
        raise Refused(f"{entrant} has gone home. Bring them back on the page of {entrant}.")
    drawn = latest_round(party)
    if drawn is None and party.cards == Party.Cards.BLIND:
        return ""  # at a blind draw everybody who takes a card is here
    entrant.state = Entrant.State.HERE
    if drawn is not None and entrant.ranked:
        entrant.rota = late_arrival_turn(party)
    entrant.save(update_fields=["state", "rota"])
    return f"here, in round {drawn.number}" if drawn else "here"


def _payment_text(party: Party, entrant: Entrant, payment: Payment | None) -> str:
    """Write a payment; return it as text, "" when nothing changes."""
    if payment is None or payment.same_as(entrant.paid, entrant.paid_how):
        return ""
    refuse_payment(payment)
    if entrant.paid != payment.was:
        now = money(entrant.paid, party.currency)
        text = f"Somebody else has changed this meanwhile: {entrant} has paid {now}. Look again."
        raise Refused(Fault(text, "paid", Code.CHANGED))
    entrant.paid, entrant.paid_how = payment.paid, payment.how
    entrant.save(update_fields=["paid", "paid_how"])
    words = f"paid {money(entrant.paid, party.currency)}, {HOW[payment.how].lower()}"
    return f"{words} (before: {money(payment.was, party.currency)})" if payment.was else words

"""Verbs of what the hall sees: announce the seats of a round, choose what the screen shows."""

from datetime import datetime

from party.models import Party, Round
from party.services.evening.rounds import latest_or_refused
from party.services.log.row_changes import Watch
from party.services.write import party_act, unfinished_act
from party.values.accounts import Actor
from party.values.refusals import Fault, Refused


def announce(party_id: int, *, actor: Actor, at: datetime) -> int:
    """Show the seats of the round that is next to guests and phones; return the log's line."""
    with unfinished_act(party_id, actor, at) as act:
        round_ = latest_or_refused(act.party)
        number = round_.number
        if round_.state != Round.State.DRAWN:
            raise Refused(f"Round {number} has begun: everybody sees its seats.")
        if round_.announced_at is not None:
            raise Refused(f"The seats of round {number} are shown already.")
        act.watched = Watch(Round.objects.filter(pk=round_.pk))
        round_.announced_at = at
        round_.save(update_fields=["announced_at"])
        words = f"Seats of round {number} shown on the hall screen and the phones"
        return act.log("announced", words, round_number=number)


def show(party_id: int, mode: str, message: str, *, actor: Actor, at: datetime) -> None:
    """Choose what the hall screen shows; a message is kept while something else is shown."""
    chosen, message = Party.HallMode(mode), message.strip()
    if chosen == Party.HallMode.SAY and not message:
        raise Refused(Fault("Type what the screen is to say.", "hall_message"))
    # No phone shows it: else each of the hall would fetch its page anew.
    with party_act(party_id, actor, at, of_one_table=True) as act:
        party = act.party
        if (party.hall_mode, party.hall_message) == (chosen, message):
            return
        act.watched = Watch(Party.objects.filter(pk=party.pk))
        party.hall_mode, party.hall_message = chosen, message
        party.save(update_fields=["hall_mode", "hall_message"])
        shown = f"“{message}”" if chosen == Party.HallMode.SAY else f"{chosen.label.lower()}"
        act.log("hall screen", f"Hall screen shows {shown}")

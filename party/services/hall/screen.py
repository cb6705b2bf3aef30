from datetime import datetime

from party.models import Party, Round
from party.services.evening.rounds import require_latest_round, set_hall_mode_to_auto
from party.services.log.row_changes import Watch
from party.services.write import LogLineId, party_act, set_columns, unfinished_party_act
from party.values.accounts import Actor
from party.values.hall.shared_screens import SharedScreens
from party.values.refusals import Fault, Refused
from party.values.seats.words import SEATS_ARE_SEEN


def announce_seats(party_id: int, *, actor: Actor, at: datetime) -> LogLineId:
    with unfinished_party_act(party_id, actor, at) as act:
        round_ = require_latest_round(act.party)
        number = round_.number
        if round_.state != Round.State.DRAWN:
            raise Refused(SEATS_ARE_SEEN.format(round=number))
        if round_.announced_at is not None:
            raise Refused(f"The seats of round {number} are already shown.")
        act.watched = Watch(Round.objects.filter(pk=round_.pk))
        round_.announced_at = at
        round_.save(update_fields=["announced_at"])
        set_hall_mode_to_auto(act.party)
        words = f"Seats of round {number} shown to the hall"
        return act.log("announced", words, round_number=number)


def set_hall_screen(
    party_id: int,
    mode: str,
    message: str,
    shared: SharedScreens | None = None,
    *,
    actor: Actor,
    at: datetime,
) -> None:
    """Without `shared` each screen keeps its part of the list of seats."""
    chosen, message = Party.HallMode(mode), message.strip()
    if chosen == Party.HallMode.MESSAGE and not message:
        raise Refused(Fault("Type the message for the screen.", "hall_message"))
    # Phones do not show this, so do not make them all refetch.
    with party_act(party_id, actor, at, of_one_table=True) as act:
        party = act.party
        screens = party.hall_screens if shared is None else str(shared)
        act.watched = Watch(Party.objects.filter(pk=party.pk))
        words = chosen.label.lower()
        if chosen == Party.HallMode.MESSAGE:
            words = f"“{message}” along the foot, until the next step"
        if shared is not None and party.hall_screens != screens:
            words = f"{words}. {shared.words}"
        if set_columns(party, hall_mode=chosen, hall_message=message, hall_screens=screens):
            act.log("hall screen", f"Chosen for the hall screen: {words}")

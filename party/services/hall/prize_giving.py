from datetime import datetime

from party.models import Party
from party.queries.hall.prize_giving import prize_giving
from party.queries.hall.reveal import standings_mark
from party.queries.standings.standings import standings
from party.services.log.row_changes import Watch
from party.services.write import LogLineId, party_act
from party.values.accounts import Actor
from party.values.hall.prize_giving import HIDDEN, WHOLE_LIST
from party.values.prizes.words import FINISH_FIRST
from party.values.refusals import Refused

NOT_A_STEP = "This is not part of the prize-giving any more. Please check the order again."


def show_step(party_id: int, key: str, *, actor: Actor, at: datetime) -> LogLineId | None:
    """Return None if the step is shown already.

    The whole list also opens the final standings to guests and phones. HIDDEN takes the names off
    the screen again; what guests may see stays.
    """
    is_list = key == WHOLE_LIST
    # Phones show only the whole list, so do not make them all refetch for a step before it.
    with party_act(party_id, actor, at, of_one_table=not is_list) as act:
        party = act.party
        if party.finished_at is None:
            raise Refused(FINISH_FIRST)
        titles = {step.key: step.title for step in prize_giving(party).steps} | {HIDDEN: ""}
        if key not in titles:
            raise Refused(NOT_A_STEP)
        if key == party.reveal_step and (party.revealed_at or not is_list):
            return None
        act.watched = Watch(Party.objects.filter(pk=party.pk))
        party.reveal_step = key
        if key != HIDDEN:
            party.first_revealed = party.first_revealed or standings_mark(standings(party))
        if is_list:
            party.revealed_at = party.revealed_at or at
        party.save(update_fields=["reveal_step", "first_revealed", "revealed_at"])
        words = f"Shown in the hall: {titles[key]}" if key else "Winners taken off the hall screen"
        return act.log("winners shown", words)

from collections.abc import Sequence
from datetime import datetime

from party.models import Entrant, Party
from party.queries.prizes.measures import measure_name
from party.services.prizes.prizes import (
    prize_and_line,
    unconfirmed_prizes_act,
    watch_prizes,
)
from party.services.write import LogLineId, set_columns
from party.values.accounts import Actor
from party.values.refusals import Refused

VERB = "winner gone"
GOES_ELSEWHERE = "{} goes to somebody else now. Please check again."


def decide_for_gone_winners(
    party_id: int,
    prize_id: int,
    *,
    is_kept: bool,
    winner_ids: Sequence[int],
    actor: Actor,
    at: datetime,
) -> LogLineId:
    """Keep the prize for the winners who have gone home, or give it to the next in line.

    The answer also holds for the other places of this kind of prize: somebody passed over for
    second high is also passed over for third high.
    """
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        row, line = prize_and_line(act.party, prize_id)
        sides = [side for side in (line.leavers, line.kept_for) if side is not None]
        winners = [winner.person for side in sides for winner in side.winners]
        people = {person.id: person for person in (*winners, *line.passed)}
        if not winner_ids or not people.keys() >= {*winner_ids}:
            raise Refused(GOES_ELSEWHERE.format(line.title))
        for prize in act.party.prizes.all():
            if (measure_name(prize), prize.group) != line.ladder:
                continue
            prize.kept_for = [pk for pk in prize.kept_for if pk not in winner_ids]
            prize.passed_over = [pk for pk in prize.passed_over if pk not in winner_ids]
            if prize.pk == row.pk:
                decided = prize.kept_for if is_kept else prize.passed_over
                decided.extend(winner_ids)
            prize.save(update_fields=["kept_for", "passed_over"])
        names = " & ".join(str(people[pk]) for pk in winner_ids)
        words = f"{names} had gone home, so it goes to the next in line"
        if is_kept:
            words = f"it is kept for {names}, gone home"
        return act.log(VERB, f"{row}: {words}")


def mark_winner_gone(
    party_id: int, prize_id: int, entrant_id: int, *, actor: Actor, at: datetime
) -> LogLineId:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        party = act.party
        _, line = prize_and_line(party, prize_id)
        if party.finished_at is None:
            raise Refused("Until the party is finished, say at the door who has gone home.")
        if entrant_id not in {winner.person.id for winner in line.possible_leavers}:
            raise Refused(GOES_ELSEWHERE.format(line.title))
        act.watched = watch_prizes(party, entrant_id)
        leaver = party.entrants.get(pk=entrant_id)
        leaver.state = Entrant.State.LEFT
        leaver.save(update_fields=["state"])
        return act.log("winner left", f"{leaver} has gone home")


def set_gone_winners(party_id: int, rule: str, *, actor: Actor, at: datetime) -> None:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        if rule not in Party.GoneWinners.values:
            raise Refused("Choose one of the three answers.")
        if set_columns(act.party, gone_winners=rule):
            label = Party.GoneWinners(rule).label
            act.log(VERB, f"When a winner has gone home: {label[:1].lower()}{label[1:]}")

"""Verbs about winners who have gone home: keep the prize for them, or the next in line has it."""

from collections.abc import Sequence
from datetime import datetime

from party.models import Entrant, Party
from party.queries.prizes.measures import measure_name
from party.services.prizes.prizes import name_of, open_prizes_act, row_and_line, watch_prizes
from party.values.accounts import Actor
from party.values.refusals import Refused

VERB = "winner gone"


def answer_for_gone(
    party_id: int, prize_id: int, *, keep: bool, who: Sequence[int], actor: Actor, at: datetime
) -> int:
    """Keep a prize for winners who have gone home, or pass them over; return the log line's id.

    `who` are their entrant ids. It holds for all places of the ladder, and until it is answered
    anew: somebody who was passed over for second high is not third high, nor high later on.
    """
    with open_prizes_act(party_id, actor, at) as act:
        row, line = row_and_line(act.party, prize_id)
        sides = [side for side in (line.gone, line.kept) if side is not None]
        winners = [winner.person for side in sides for winner in side.winners]
        people = {person.id: person for person in (*winners, *line.passed)}
        if not who or not people.keys() >= {*who}:
            raise Refused(f"{line.title} is another’s by now. Look at it again.")
        for each in act.party.prizes.all():
            if (measure_name(each), each.group) != line.ladder:
                continue
            each.kept_for = [pk for pk in each.kept_for if pk not in who]
            each.passed_over = [pk for pk in each.passed_over if pk not in who]
            if each.pk == row.pk:
                (each.kept_for if keep else each.passed_over).extend(who)
            each.save(update_fields=["kept_for", "passed_over"])
        names = " & ".join(str(people[pk]) for pk in who)
        words = f"{names} had gone home, so it goes to the next in line"
        if keep:
            words = f"it is kept for {names}, gone home"
        return act.log(VERB, f"{name_of(row)}: {words}")


def mark_winner_gone(
    party_id: int, prize_id: int, entrant_id: int, *, actor: Actor, at: datetime
) -> int:
    """Mark a winner as gone home, of whom nobody had said so; return the log line's id."""
    with open_prizes_act(party_id, actor, at) as act:
        party = act.party
        _, line = row_and_line(party, prize_id)
        if party.finished_at is None:
            raise Refused("Until the party is finished, say at the door who has gone home.")
        if entrant_id not in {winner.person.id for winner in line.may_be_gone}:
            raise Refused(f"{line.title} is another’s by now. Look at it again.")
        act.watched = watch_prizes(party, entrant_id)
        left = party.entrants.get(pk=entrant_id)
        left.state = Entrant.State.LEFT
        left.save(update_fields=["state"])
        return act.log("winner left", f"{left} has gone home")


def set_gone_winners(party_id: int, rule: str, *, actor: Actor, at: datetime) -> None:
    """Say what happens to the prize of a winner who has gone home."""
    with open_prizes_act(party_id, actor, at) as act:
        party = act.party
        if rule not in Party.GoneWinners.values:
            raise Refused("Choose one of the three answers.")
        if party.gone_winners == rule:
            return
        party.gone_winners = rule
        party.save(update_fields=["gone_winners"])
        label = Party.GoneWinners(rule).label
        act.log(VERB, f"When a winner has gone home: {label[:1].lower()}{label[1:]}")

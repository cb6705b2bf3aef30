"""Winners: ties, prizes given by hand, and the confirmation of all prizes; `draws.py` has raffles.

The program never breaks a tie: it stores the organiser's answer with the tied people. If others
are tied later, the answer no longer counts.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from party.models import Award, Party, Prize
from party.queries.prizes.winners import all_prizes
from party.rosters import clean_name
from party.services.prizes.prizes import (
    prize_and_line,
    prize_of,
    unconfirmed_prizes_act,
    watch_prizes,
)
from party.services.write import Act, party_act
from party.values.accounts import Actor
from party.values.prizes.prizes import (
    KINDS,
    LONGEST_HOLDER,
    PrizeKind,
    PrizeLine,
    PrizeState,
    SettledBy,
    WonBy,
)
from party.values.prizes.words import FINISH_FIRST, NO_SETTLEMENT, NO_WINNER
from party.values.refusals import Code, Fault, Refused, refuse_if_any, require


def settle_tie(
    party_id: int,
    prize_id: int,
    how: str,
    *,
    tied_ids: Sequence[int],
    winner_ids: Sequence[int] = (),
    actor: Actor,
    at: datetime,
) -> None:
    """`tied_ids` are the tied people on the page; `winner_ids` won the cut, if there was one."""
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        row, line = prize_and_line(act.party, prize_id)
        tied = _current_tie(line, tied_ids)
        winners, why = _winners_and_reason(line, how, winner_ids)
        replace_awards(row, winners, how=SettledBy(how), among=tied, why=why, act=act)
        names = " & ".join(str(each.person) for each in line.winners if each.person.id in winners)
        act.log("tie settled", f"{line.title}: tie settled by {SETTLEMENT_WORDS[how]}, {names}")


SETTLEMENT_WORDS = {"cut": "a cut", "count-back": "counting back", "split": "sharing it"}


def give_prize(
    party_id: int,
    prize_id: int,
    entrant_id: int | None,
    *,
    why: str,
    actor: Actor,
    at: datetime,
    guest: str = "",
) -> None:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        row = prize_of(act.party, prize_id)
        winner = _guest_columns(row, guest) if guest else _player_columns(act.party, entrant_id)
        reason = _reason_by_hand(row, why)
        row.awards.all().delete()
        award = row.awards.create(**winner, how=SettledBy.GIVEN, why=reason, **act.actor_columns)
        words = f"{row} given to {award.entrant or award.name}"
        words += f": {reason}" if reason else ""
        act.log("prize given", words, entrant_id=award.entrant_id)


def _player_columns(party: Party, entrant_id: int | None) -> dict[str, Any]:
    players = party.entrants.filter(ranked=True)
    refusal = Fault(f"{NO_WINNER} House players win nothing.", "entrant")
    return {"entrant": require(players.filter(pk=entrant_id or 0).first(), refusal)}


def _guest_columns(row: Prize, typed_name: str) -> dict[str, Any]:
    name = clean_name(typed_name)
    if KINDS[PrizeKind(row.kind)].won_by == WonBy.MEASURED:
        text = f"{row} is won by playing. Choose somebody of the list."
        raise Refused(Fault(text, "guest"))
    if not name or len(name) > LONGEST_HOLDER:
        raise Refused(Fault(f"Type the name, in at most {LONGEST_HOLDER} letters.", "guest"))
    return {"name": name}


def unsettle_prize(party_id: int, prize_id: int, *, actor: Actor, at: datetime) -> None:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        row = prize_of(act.party, prize_id)
        if row.number is None and not row.awards.exists():
            raise Refused(f"Nothing is settled by hand for {row}.")
        row.awards.all().delete()
        # `draws` stays, so that a later draw has the next number.
        row.number, row.by_hand = None, False
        row.save(update_fields=["number", "by_hand"])
        act.log("prize unsettled", f"{row}: open again")


def confirm_prizes(
    party_id: int, *, actor: Actor, at: datetime, shown_revision: int | None = None
) -> None:
    with unconfirmed_prizes_act(party_id, actor, at, shown_revision) as act:
        party = act.party
        if party.finished_at is None:
            raise Refused(FINISH_FIRST)
        current = all_prizes(party)
        if not current.lines:
            raise Refused("There are no prizes to confirm.")
        refuse_if_any(
            Fault(f"{line.title}: {OPEN_REASONS[line.state]}") for line in current.open_lines
        )
        rows = {row.pk: row for row in party.prizes.all()}
        for line in current.lines:
            _store_confirmed(rows[line.id], line, act)
        party.prizes_confirmed_at = at
        party.save(update_fields=["prizes_confirmed_at"])
        number = len(current.lines)
        words = f"{number} prizes confirmed" if number > 1 else "The prize confirmed"
        act.log("prizes confirmed", words)


OPEN_REASONS = {
    PrizeState.EARLY: "no round is closed yet.",
    PrizeState.TIED: "a tie. Cut the cards, count back, or let them share it.",
    PrizeState.WAITING: "it waits for the tie above it.",
    PrizeState.TO_DRAW: "it is not drawn yet. Draw it, or take it off the list.",
    PrizeState.GONE: "a winner has gone home. Keep it for them, or give it to the next in line.",
    PrizeState.TO_GIVE: "nobody has it yet. Give it to somebody, or take it off the list.",
}


def reopen_prizes(party_id: int, *, actor: Actor, at: datetime) -> None:
    """Keep the decisions made by hand; all other winners are computed again."""
    with party_act(party_id, actor, at) as act:
        party = act.party
        if party.prizes_confirmed_at is None:
            raise Refused("The prizes are not confirmed.")
        act.watched = watch_prizes(party)
        for award in Award.objects.filter(prize__party=party):
            if award.how == SettledBy.BEST or (award.how == SettledBy.SPLIT and not award.among):
                award.delete()
        party.prizes_confirmed_at = None
        party.save(update_fields=["prizes_confirmed_at"])
        act.log("prizes reopened", "The prizes are open again")


def _current_tie(line: PrizeLine, tied_ids: Sequence[int]) -> list[int]:
    if line.state == PrizeState.WAITING:
        raise Refused(f"{line.title} waits for a tie above it. Settle that one first.")
    tied = [winner.person.id for winner in line.winners]
    if line.state != PrizeState.TIED:
        raise Refused(f"There is no tie for {line.title}.")
    if {*tied} != {*tied_ids}:
        text = f"Other people are tied for {line.title} now. Please check again."
        raise Refused(Fault(text, code=Code.CHANGED))
    return tied


def _winners_and_reason(
    line: PrizeLine, how: str, winner_ids: Sequence[int]
) -> tuple[Sequence[int], str]:
    if how == SettledBy.SPLIT:
        return [each.person.id for each in line.winners], ""
    if how == SettledBy.COUNT_BACK:
        text = "They are still tied after counting back. Cut the cards."
        count_back = require(line.count_back, Fault(text, "how"))
        return count_back.side.ids, count_back.words
    winning_ids = next((side.ids for side in line.sides if {*side.ids} == {*winner_ids}), None)
    if how != SettledBy.CUT or winning_ids is None:
        raise Refused(Fault(NO_SETTLEMENT, "how"))
    return winning_ids, ""


def _reason_by_hand(row: Prize, why: str) -> str:
    reason = why.strip()
    if not reason and KINDS[PrizeKind(row.kind)].won_by == WonBy.MEASURED:
        raise Refused(Fault("Say why it is given by hand; the prize sheet shows it.", "why"))
    return reason


def replace_awards(
    row: Prize,
    winners: Iterable[int],
    *,
    how: SettledBy,
    among: Sequence[int],
    act: Act,
    why: str = "",
) -> None:
    row.awards.all().delete()
    awards = [
        Award(prize=row, entrant_id=pk, how=how, among=[*among], why=why, **act.actor_columns)
        for pk in winners
    ]
    Award.objects.bulk_create(awards, batch_size=2000)


def _store_confirmed(row: Prize, line: PrizeLine, act: Act) -> None:
    settled = line.how != SettledBy.BEST
    guest_id = -row.pk  # a guest is no entrant, so the prize's line gives them this id
    row.awards.all().delete()
    awards = [
        Award(
            prize=row,
            entrant_id=None if winner.person.id == guest_id else winner.person.id,
            name=str(winner.person) if winner.person.id == guest_id else "",
            how=line.how,
            among=[*line.among] if settled else [],
            why=line.why if settled else "",
            score=winner.score,
            share=winner.share,
            **act.actor_columns,
        )
        for winner in line.winners
    ]
    Award.objects.bulk_create(awards, batch_size=2000)

"""Winners: ties, draws, prizes given by hand, and the confirmation of all prizes.

The program never breaks a tie: it stores the organiser's answer with the tied people. If others
are tied later, the answer no longer counts.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from party.models import Award, Party, Prize
from party.queries.prizes.winners import all_prizes
from party.queries.standings.standings import standings
from party.rosters import clean_name
from party.services.prizes.prizes import (
    prize_and_line,
    prize_of,
    unconfirmed_prizes_act,
    watch_prizes,
)
from party.services.write import Act, LogLineId, PartyAct, party_act
from party.values.accounts import Actor
from party.values.log.lines import DRAW_LISTED, PRIZE_DRAWN
from party.values.numbers import counted
from party.values.prizes.draws import draw_name, drawn_number, fingerprint, list_lines
from party.values.prizes.fifty_fifty import FiftyFifty
from party.values.prizes.prizes import (
    KINDS,
    LONGEST_HOLDER,
    OUTSIDE_ONE_EACH,
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
        _replace_awards(row, winners, how=SettledBy(how), among=tied, why=why, act=act)
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


def log_draw_list(party_id: int, prize_id: int, *, actor: Actor, at: datetime) -> LogLineId:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        row, line = prize_and_line(act.party, prize_id)
        lines = _lines_to_draw(act.party, row, line)
        mark = fingerprint(lines)
        words = f"{line.title}: a list of {counted(len(lines), 'line')} to draw from"
        return act.log(
            DRAW_LISTED, f"{words}, fingerprint {mark}", prize=row.pk, mark=mark, lines=lines
        )


def draw_prize(
    party_id: int,
    prize_id: int,
    *,
    list_line_id: int,
    actor: Actor,
    at: datetime,
    seed: str | None = None,
) -> str:
    """Return what was drawn, in words. Only tests pass a seed.

    Refused if the list has changed since the log line `list_line_id` recorded it.
    """
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        row, line = prize_and_line(act.party, prize_id)
        lines = _lines_to_draw(act.party, row, line)
        mark = fingerprint(lines)
        if not act.party.log.filter(pk=list_line_id, verb=DRAW_LISTED, data__mark=mark).exists():
            raise Refused("The list changed just now. Press Draw again.")
        seed = seed or secrets.token_hex(16)
        number = drawn_number(lines, seed)
        drawn_text = _store_drawn_number(row, line, number, act)
        row.by_hand = False
        words = f"{line.title}: {drawn_text} drawn{_count_draw(row)}"
        act.log(PRIZE_DRAWN, words, prize=row.pk, mark=mark, seed=seed, number=number)
        return drawn_text


def _lines_to_draw(party: Party, row: Prize, line: PrizeLine) -> tuple[str, ...]:
    if row.kind == PrizeKind.MYSTERY:
        return list_lines((total, total) for total in _possible_totals(party))
    if line.fifty_fifty is not None and line.fifty_fifty.price is not None:
        return _ticket_lines(line.fifty_fifty)
    if line.kind_info.won_by != WonBy.DRAWN:
        raise Refused(f"{line.title} goes to the best; it is not drawn.")
    return list_lines((number, number) for number in _numbers_to_draw(party, row))


def _store_drawn_number(row: Prize, line: PrizeLine, number: int, act: PartyAct) -> str:
    if row.kind == PrizeKind.MYSTERY:
        row.number = number
        return str(number)
    if line.fifty_fifty is not None and line.fifty_fifty.price is not None:
        return _store_drawn_ticket(row, line.fifty_fifty, number, act)
    winner = act.party.entrants.get(number=number)
    _replace_awards(row, [winner.pk], how=SettledBy.DRAWN, among=[], act=act)
    return str(winner)


def _count_draw(row: Prize) -> str:
    """Add 1 to the number of draws; return for example ", second draw", or "" for the first."""
    row.draws += 1
    row.save(update_fields=["number", "draws", "by_hand"])
    return f", {draw_name(row.draws)}" if row.draws > 1 else ""


def record_drawn_ticket(
    party_id: int, prize_id: int, ticket: int, *, actor: Actor, at: datetime
) -> None:
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        row, line = prize_and_line(act.party, prize_id)
        fifty_fifty = line.fifty_fifty
        if fifty_fifty is None or fifty_fifty.price is None:
            raise Refused(f"No tickets are sold for {line.title}.")
        if fifty_fifty.sale_of(ticket) is None:
            text = f"Ticket {ticket} is not sold. Look at the list of those that are."
            raise Refused(Fault(text, "ticket"))
        drawn_text = _store_drawn_ticket(row, fifty_fifty, ticket, act)
        row.by_hand = True
        words = f"{line.title}: {drawn_text} drawn by hand{_count_draw(row)}"
        act.log(PRIZE_DRAWN, words, prize=row.pk, number=ticket)


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


def _possible_totals(party: Party) -> range:
    totals = [line.total for line in standings(party).lines if line.rank]
    if not totals:
        raise Refused("Close a round first: the number lies between the totals.")
    step = 1 if party.format.round_credit == "wins_only" else 10
    return range(min(totals), max(totals) + 1, step)


def _numbers_to_draw(party: Party, row: Prize) -> list[int]:
    """Leave out people with a prize of this kind, or with any prize if each gets only one."""
    excluded = {award.entrant_id or 0 for award in row.awards.all()}
    for line in all_prizes(party).lines:
        same_kind = line.kind == row.kind and line.id != row.pk
        if line.state in {PrizeState.WON, PrizeState.GONE} and (
            same_kind or (party.one_prize_each and line.kind not in OUTSIDE_ONE_EACH)
        ):
            excluded |= {winner.person.id for winner in line.winners}
    entrants = (
        party.entrants.here().filter(ranked=True).exclude(pk__in=excluded).order_by("number")
    )
    if row.group:
        entrants = entrants.filter(prize_group=row.group)
    numbers = list(entrants.values_list("number", flat=True))
    if not numbers:
        raise Refused("Nobody is left to draw: everybody who is here has a prize, or nobody is.")
    return numbers


def _ticket_lines(fifty_fifty: FiftyFifty) -> tuple[str, ...]:
    sold = ((sale.first, sale.last) for sale in fifty_fifty.sales)
    if lines := list_lines(sold, excluded=fifty_fifty.ticket):
        return lines
    ticket = "other ticket" if fifty_fifty.sold else "ticket"
    raise Refused(f"No {ticket} of {fifty_fifty.title} is sold.")


def _store_drawn_ticket(row: Prize, fifty_fifty: FiftyFifty, ticket: int, act: Act) -> str:
    row.number = ticket
    holder = replace(fifty_fifty, ticket=ticket).holder
    _replace_awards(row, [holder.id] if holder else [], how=SettledBy.DRAWN, among=[], act=act)
    return f"ticket {ticket}, {holder}" if holder else f"ticket {ticket}"


def _replace_awards(
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

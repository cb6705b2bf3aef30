"""Raffles: door prizes, mystery numbers and 50/50 tickets, drawn by the program or by hand.

A draw begins with a line in the log that holds the list to draw from. Only then is the seed made,
so nobody can predict the winner, and everybody can check the draw afterwards.
"""

import secrets
from dataclasses import replace
from datetime import datetime

from party.models import Party, Prize
from party.queries.prizes.winners import all_prizes
from party.queries.standings.standings import standings
from party.services.prizes.awards import replace_awards
from party.services.prizes.prizes import (
    prize_and_line,
    unconfirmed_prizes_act,
)
from party.services.write import Act, LogLineId, PartyAct
from party.values.accounts import Actor
from party.values.log.lines import DRAW_LISTED, PRIZE_DRAWN
from party.values.numbers import counted
from party.values.prizes.draws import draw_name, drawn_number, fingerprint, list_lines
from party.values.prizes.fifty_fifty import FiftyFifty
from party.values.prizes.prizes import (
    OUTSIDE_ONE_EACH,
    PrizeKind,
    PrizeLine,
    PrizeState,
    SettledBy,
    WonBy,
)
from party.values.refusals import Fault, Refused


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
    replace_awards(row, [winner.pk], how=SettledBy.DRAWN, among=[], act=act)
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
    replace_awards(row, [holder.id] if holder else [], how=SettledBy.DRAWN, among=[], act=act)
    return f"ticket {ticket}, {holder}" if holder else f"ticket {ticket}"

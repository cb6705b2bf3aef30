"""Verbs that say who has a prize: settle a tie, draw, give by hand; confirm all, and reopen.

A tie is never broken here: somebody cuts cards, counts back or lets them share, and that is what
is stored. It holds only among the people who were tied then.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from party.models import Award, Party, Prize
from party.queries.prizes.winners import prizes_now
from party.queries.standings.standings import standings
from party.services.prizes.prizes import (
    name_of,
    open_prizes_act,
    prize_of,
    row_and_line,
    watch_prizes,
)
from party.services.write import Act, PartyAct, party_act
from party.values.accounts import Actor
from party.values.log.lines import DRAWN, LISTED
from party.values.numbers import counted
from party.values.people.names import clean_name
from party.values.prizes.draws import draw_name, drawn_number, fingerprint, list_lines
from party.values.prizes.prizes import (
    KINDS,
    LONGEST_HOLDER,
    LONGEST_WHY,
    OUTSIDE_ONE_EACH,
    How,
    PrizeKind,
    PrizeLine,
    PrizeState,
    WonBy,
)
from party.values.prizes.tickets import Pot
from party.values.refusals import Code, Fault, Refused, refuse_if_any


def settle_tie(
    party_id: int,
    prize_id: int,
    how: str,
    *,
    among: Sequence[int],
    winner: Sequence[int] = (),
    actor: Actor,
    at: datetime,
) -> None:
    """Settle a tie: `winner` won the cut, alone or as a pair, or it is counted back or shared.

    `among` are the tied people the organiser looked at, by entrant id.
    """
    with open_prizes_act(party_id, actor, at) as act:
        row, line = row_and_line(act.party, prize_id)
        tied = _tied(line, among)
        winners, why = _winners(line, how, winner)
        _replace(row, winners, how=How(how), among=tied, why=why, act=act)
        names = " & ".join(str(each.person) for each in line.winners if each.person.id in winners)
        act.log("tie settled", f"{line.title}: tie settled by {SETTLED_BY[How(how)]}, {names}")


SETTLED_BY = {How.CUT: "a cut", How.COUNT_BACK: "counting back", How.SPLIT: "sharing it"}


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
    """Give a prize to somebody by hand, whatever the points say; the sheet says why.

    What is not won by playing may go to a `guest` who does not play.
    """
    with open_prizes_act(party_id, actor, at) as act:
        row = prize_of(act.party, prize_id)
        winner = _guest(row, guest) if guest else _player(act.party, entrant_id)
        reason = _reason(row, why)
        row.awards.all().delete()
        award = row.awards.create(**winner, how=How.GIVEN, why=reason, **act.columns)
        words = f"{name_of(row)} given to {award.entrant or award.name}"
        words += f": {reason}" if reason else ""
        act.log("prize given", words, entrant_id=award.entrant_id)


def _player(party: Party, entrant_id: int | None) -> dict[str, Any]:
    players = party.entrants.filter(ranked=True)
    entrant = players.filter(pk=entrant_id).first() if entrant_id else None
    if entrant is None:
        raise Refused(Fault("Choose who has the prize. House players win nothing.", "entrant"))
    return {"entrant": entrant}


def _guest(row: Prize, typed: str) -> dict[str, Any]:
    name = clean_name(typed)
    if KINDS[PrizeKind(row.kind)].won_by == WonBy.MEASURED:
        text = f"{name_of(row)} is won by playing. Choose somebody of the list."
        raise Refused(Fault(text, "guest"))
    if not name or len(name) > LONGEST_HOLDER:
        raise Refused(Fault(f"Type the name, in at most {LONGEST_HOLDER} letters.", "guest"))
    return {"name": name}


def list_draw(party_id: int, prize_id: int, *, actor: Actor, at: datetime) -> int:
    """Write into the log which list a prize is to be drawn from, and return the line's id."""
    with open_prizes_act(party_id, actor, at) as act:
        row, line = row_and_line(act.party, prize_id)
        lines = _lines_to_draw(act.party, row, line)
        mark = fingerprint(lines)
        words = f"{line.title}: a list of {counted(len(lines), 'line')} to draw from"
        return act.log(
            LISTED, f"{words}, fingerprint {mark}", prize=row.pk, mark=mark, lines=lines
        )


def draw_prize(
    party_id: int,
    prize_id: int,
    *,
    listed: int,
    actor: Actor,
    at: datetime,
    seed: str | None = None,
) -> str:
    """Draw a door prize, a 50/50 or a mystery number, and return what was drawn, in words.

    `listed` is the log line with the list, which must be the same now. The seed is made here, and
    values.prizes.draws says how it draws from the list; tests may give one.
    """
    with open_prizes_act(party_id, actor, at) as act:
        row, line = row_and_line(act.party, prize_id)
        lines = _lines_to_draw(act.party, row, line)
        mark = fingerprint(lines)
        if not act.party.log.filter(pk=listed, verb=LISTED, data__mark=mark).exists():
            raise Refused("The list changed just now. Press Draw again.")
        seed = seed or secrets.token_hex(16)
        number = drawn_number(lines, seed)
        drawn_text = _take_number(row, line, number, act)
        row.by_hand = False
        words = f"{line.title}: {drawn_text} drawn{_count_draw(row)}"
        act.log(DRAWN, words, prize=row.pk, mark=mark, seed=seed, number=number)
        return drawn_text


def _lines_to_draw(party: Party, row: Prize, line: PrizeLine) -> tuple[str, ...]:
    """Return the list that a prize is drawn from. Raises Refused where nothing is on it."""
    if row.kind == PrizeKind.MYSTERY:
        return list_lines((total, total) for total in _possible_totals(party))
    if line.pot is not None and line.pot.price is not None:
        return _ticket_lines(line.pot)
    if line.about.won_by != WonBy.DRAWN:
        raise Refused(f"{line.title} goes to the best; it is not drawn.")
    return list_lines((number, number) for number in _numbers_to_draw(party, row))


def _take_number(row: Prize, line: PrizeLine, number: int, act: PartyAct) -> str:
    """Store what was drawn: a total, a ticket, or the number of somebody who gets the prize."""
    if row.kind == PrizeKind.MYSTERY:
        row.number = number
        return str(number)
    if line.pot is not None and line.pot.price is not None:
        return _take_ticket(row, line.pot, number, act)
    winner = act.party.entrants.get(number=number)
    _replace(row, [winner.pk], how=How.DRAWN, among=[], act=act)
    return str(winner)


def _count_draw(row: Prize) -> str:
    """Store a draw as one more, and return which it was, in words: ", second draw"."""
    row.draws += 1
    row.save(update_fields=["number", "draws", "by_hand"])
    return f", {draw_name(row.draws)}" if row.draws > 1 else ""


def write_ticket(party_id: int, prize_id: int, ticket: int, *, actor: Actor, at: datetime) -> None:
    """Write down which ticket of a 50/50 was drawn from a drum."""
    with open_prizes_act(party_id, actor, at) as act:
        row, line = row_and_line(act.party, prize_id)
        pot = line.pot
        if pot is None or pot.price is None:
            raise Refused(f"No tickets are sold for {line.title}.")
        if pot.sale_of(ticket) is None:
            text = f"Ticket {ticket} is not sold. Look at the list of those that are."
            raise Refused(Fault(text, "ticket"))
        drawn_text = _take_ticket(row, pot, ticket, act)
        row.by_hand = True
        words = f"{line.title}: {drawn_text} drawn by hand{_count_draw(row)}"
        act.log(DRAWN, words, prize=row.pk, number=ticket)


def unsettle(party_id: int, prize_id: int, *, actor: Actor, at: datetime) -> None:
    """Take back a cut, a share, a draw or a gift."""
    with open_prizes_act(party_id, actor, at) as act:
        row = prize_of(act.party, prize_id)
        if row.number is None and not row.awards.exists():
            raise Refused(f"Nothing is settled by hand for {name_of(row)}.")
        row.awards.all().delete()
        # The count of draws stays: the next draw is another one.
        row.number, row.by_hand = None, False
        row.save(update_fields=["number", "by_hand"])
        act.log("prize unsettled", f"{name_of(row)}: open again")


def confirm_prizes(party_id: int, *, actor: Actor, at: datetime, seen: int | None = None) -> None:
    """Confirm who has what. Raises Refused with every prize that is still open.

    `seen` is the revision of the party that was looked at: nothing is confirmed unseen.
    """
    with open_prizes_act(party_id, actor, at, seen) as act:
        party = act.party
        if party.finished_at is None:
            raise Refused("Finish the party first: the standings are final then.")
        now = prizes_now(party)
        if not now.lines:
            raise Refused("There are no prizes to confirm.")
        refuse_if_any(Fault(f"{line.title}: {OPEN[line.state]}") for line in now.open)
        rows = {row.pk: row for row in party.prizes.all()}
        for line in now.lines:
            _write_down(rows[line.id], line, act)
        party.prizes_confirmed_at = at
        party.save(update_fields=["prizes_confirmed_at"])
        number = len(now.lines)
        words = f"{number} prizes confirmed" if number > 1 else "The prize confirmed"
        act.log("prizes confirmed", words)


OPEN = {
    PrizeState.EARLY: "no round is closed yet.",
    PrizeState.TIED: "a tie. Cut cards, count back, or let them share it.",
    PrizeState.WAITING: "it waits for the tie above it.",
    PrizeState.TO_DRAW: "it is not drawn yet. Draw it, or take it off the list.",
    PrizeState.GONE: "a winner has gone home. Keep it for them, or give it to the next in line.",
    PrizeState.TO_GIVE: "nobody has it yet. Give it to somebody, or take it off the list.",
}


def reopen_prizes(party_id: int, *, actor: Actor, at: datetime) -> None:
    """Open the prizes again. What was settled by hand stays; the rest is computed anew."""
    with party_act(party_id, actor, at) as act:
        party = act.party
        if party.prizes_confirmed_at is None:
            raise Refused("The prizes are not confirmed.")
        act.watched = watch_prizes(party)
        for award in Award.objects.filter(prize__party=party):
            if award.how == How.BEST or (award.how == How.SPLIT and not award.among):
                award.delete()
        party.prizes_confirmed_at = None
        party.save(update_fields=["prizes_confirmed_at"])
        act.log("prizes reopened", "The prizes are open again")


def _tied(line: PrizeLine, among: Sequence[int]) -> list[int]:
    """Return who is tied. Raises Refused when that is not what the organiser looked at."""
    if line.state == PrizeState.WAITING:
        raise Refused(f"{line.title} waits for a tie above it. Settle that one first.")
    tied = [winner.person.id for winner in line.winners]
    if line.state != PrizeState.TIED:
        raise Refused(f"There is no tie for {line.title}.")
    if {*tied} != {*among}:
        text = f"Others are tied for {line.title} by now. Look at it again."
        raise Refused(Fault(text, code=Code.CHANGED))
    return tied


def _winners(line: PrizeLine, how: str, winner: Sequence[int]) -> tuple[Sequence[int], str]:
    if how == How.SPLIT:
        return [each.person.id for each in line.winners], ""
    if how == How.COUNT_BACK:
        if line.count_back is None:
            raise Refused(Fault("Counting back leaves them equal. Cut cards.", "how"))
        return line.count_back.side.ids, line.count_back.words
    won = next((side.ids for side in line.sides if {*side.ids} == {*winner}), None)
    if how != How.CUT or won is None:
        raise Refused(Fault("Choose how the tie is settled.", "how"))
    return won, ""


def _reason(row: Prize, why: str) -> str:
    """Return the reason; a prize that the points decide needs one."""
    reason = why.strip()
    if len(reason) > LONGEST_WHY:
        raise Refused(Fault(f"Say it in at most {LONGEST_WHY} letters.", "why"))
    if not reason and KINDS[PrizeKind(row.kind)].won_by == WonBy.MEASURED:
        raise Refused(Fault("Say why it is given by hand; it stands on the sheet.", "why"))
    return reason


def _possible_totals(party: Party) -> range:
    """Return the numbers between the lowest and the highest total, in tens as points are."""
    totals = [line.total for line in standings(party).lines if line.rank]
    if not totals:
        raise Refused("Close a round first: the number lies between the totals.")
    step = 1 if party.format.round_credit == "wins_only" else 10
    return range(min(totals), max(totals) + 1, step)


def _numbers_to_draw(party: Party, row: Prize) -> list[int]:
    """Return the numbers of those who are here, but not of those who have such a prize already.

    With one prize each, nobody who has any other prize is drawn either.
    """
    out = {award.entrant_id or 0 for award in row.awards.all()}
    for line in prizes_now(party).lines:
        same = line.kind == row.kind and line.id != row.pk
        if line.state in {PrizeState.WON, PrizeState.GONE} and (
            same or (party.one_prize_each and line.kind not in OUTSIDE_ONE_EACH)
        ):
            out |= {winner.person.id for winner in line.winners}
    here = party.entrants.here().filter(ranked=True).exclude(pk__in=out).order_by("number")
    if row.group:
        here = here.filter(prize_group=row.group)
    numbers = list(here.values_list("number", flat=True))
    if not numbers:
        raise Refused("Nobody is left to draw: everybody who is here has a prize, or nobody is.")
    return numbers


def _ticket_lines(pot: Pot) -> tuple[str, ...]:
    """Return the tickets that were sold, but not the one that was drawn just now."""
    lines = list_lines(((sale.first, sale.last) for sale in pot.sales), without=pot.ticket)
    if not lines:
        raise Refused(f"No {'other ' if pot.sold else ''}ticket of {pot.title} is sold.")
    return lines


def _take_ticket(row: Prize, pot: Pot, ticket: int, act: Act) -> str:
    """Take a ticket as the one that was drawn; its holder has the prize, where it is known."""
    row.number = ticket
    holder = replace(pot, ticket=ticket).holder
    _replace(row, [holder.id] if holder else [], how=How.DRAWN, among=[], act=act)
    return f"ticket {ticket}, {holder}" if holder else f"ticket {ticket}"


def _replace(
    row: Prize,
    winners: Iterable[int],
    *,
    how: How,
    among: Sequence[int],
    act: Act,
    why: str = "",
) -> None:
    row.awards.all().delete()
    awards = [
        Award(prize=row, entrant_id=pk, how=how, among=[*among], why=why, **act.columns)
        for pk in winners
    ]
    Award.objects.bulk_create(awards, batch_size=2000)


def _write_down(row: Prize, line: PrizeLine, act: Act) -> None:
    """Store a line as it is confirmed, with what settled it."""
    known = line.how != How.BEST
    row.awards.all().delete()
    awards = [
        Award(
            prize=row,
            entrant_id=None if winner.person.id == -row.pk else winner.person.id,
            name=str(winner.person) if winner.person.id == -row.pk else "",
            how=line.how,
            among=[*line.among] if known else [],
            why=line.why if known else "",
            score=winner.score,
            share=winner.share,
            **act.columns,
        )
        for winner in line.winners
    ]
    Award.objects.bulk_create(awards, batch_size=2000)

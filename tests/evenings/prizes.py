"""Incidents with prizes: chosen, tied, drawn, given, confirmed, and changed after a correction."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from party.models.scores.entries import TOTAL
from party.queries.prizes.winners import all_prizes
from party.services.evening.rounds import finish, reopen_party
from party.services.prizes.awards import (
    confirm_prizes,
    draw_prize,
    give_prize,
    log_draw_list,
    record_drawn_ticket,
    reopen_prizes,
    settle_tie,
    unsettle_prize,
)
from party.services.prizes.fifty_fifty import sell_tickets, set_ticket_price, take_back_tickets
from party.services.prizes.gone_winners import decide_for_gone_winners
from party.services.prizes.prizes import add_preset, add_prize, remove_prize, set_one_prize_each
from party.values.prizes.prizes import PrizeKind, PrizeLine, PrizeState, SettledBy, WonBy
from party.values.refusals import Refused
from tests.evenings.corrections import put_right
from tests.evenings.hands import any_hand
from tests.evenings.incidents import Incident, Moment
from tests.evenings.night import Night

CUT, COUNT_BACK, SPLIT, DRAWN = "tie-cut", "tie-counted-back", "tie-shared", "prize-drawn"
SAID = {
    CUT: "They are equal, and cut the cards.",
    COUNT_BACK: "They are equal, and it is counted back.",
    SPLIT: "They are equal, and share it.",
}
MEASURED = (
    PrizeKind.SETS,
    PrizeKind.BEST_ROUND,
    PrizeKind.BEST_CALL,
    PrizeKind.BIDS_MADE,
    PrizeKind.TEN_TRICKS,
)
MOST_TIES = 20


def choose(night: Night) -> bool:
    """Choose what is given, with money and a ham."""
    if night.now.rows["prize"]:
        return False
    party = night.party_id
    night.do(add_preset, party, "high-low")
    night.refused(add_preset, party, "high-low")
    night.do(add_prize, party, PrizeKind.HEAD_TABLE, money=1001)
    here = night.chance(0.5)
    night.do(add_prize, party, PrizeKind.TRAVELLER, gift="a ham", must_be_here=here)
    night.do(add_prize, party, PrizeKind.ROUNDS_WON)
    for kind in night.dice.sample(MEASURED, 2):
        night.do(add_prize, party, kind, money=500)
    night.do(
        add_prize, party, night.dice.choice((PrizeKind.FIFTY_FIFTY, PrizeKind.DOOR)), money=4725
    )
    night.do(add_prize, party, PrizeKind.OTHER, title="Came farthest")
    night.do(remove_prize, party, max(night.now.rows["prize"]))
    if night.chance(0.5):
        night.do(add_prize, party, night.dice.choice((PrizeKind.OTHER, PrizeKind.MYSTERY)))
    if night.chance(0.5):
        night.do(set_one_prize_each, party, one_each=True)
    return True


def sell(night: Night) -> bool:
    """Tickets of a 50/50 are sold at the door, by two people at once."""
    if night.now.rows["ticketsale"] or night.now.party.prizes_confirmed_at is not None:
        return False
    party, buyers = night.party_id, sorted(night.now.here - night.now.house)
    fifty_fifty = night.do(set_ticket_price, party, None, 100).pk
    for tickets in (5, 12, 1):
        how: dict[str, Any] = {
            "submission": uuid4(),
            "entrant_id": night.dice.choice([*buyers, None]),
        }
        night.do(sell_tickets, party, fifty_fifty, tickets, **how)
        night.do(sell_tickets, party, fifty_fifty, tickets, **how, no_news=True)
    night.refused(sell_tickets, party, fifty_fifty, 2, submission=uuid4(), first=5)
    night.refused(set_ticket_price, party, fifty_fifty, 200)
    night.refused(remove_prize, party, fifty_fifty)
    night.do(take_back_tickets, party, fifty_fifty, max(night.now.rows["ticketsale"]))
    return True


def give_out(night: Night) -> bool:
    """Settle what is open, then confirm."""
    if not night.now.rows["prize"] or night.now.party.prizes_confirmed_at is not None:
        return False
    for _ in range(MOST_TIES):
        open_lines = all_prizes(night.party()).open
        if not open_lines:
            break
        settle_first(night, open_lines)
    night.do(confirm_prizes, night.party_id)
    night.refused(confirm_prizes, night.party_id)
    night.refused(set_one_prize_each, night.party_id, one_each=False)
    return True


def settle_first(night: Night, lines: Sequence[PrizeLine]) -> None:
    """Draw and give what is not measured, else settle the first tie: others may wait for it."""
    by_hand = [line for line in lines if line.state in {PrizeState.TO_DRAW, PrizeState.TO_GIVE}]
    if by_hand:
        night.refused(confirm_prizes, night.party_id)
    for line in by_hand:
        if line.state == PrizeState.TO_DRAW:
            draw(night, line)
        else:
            give(night, line)
    waiting = next((line for line in lines if line.leavers and not by_hand), None)
    if waiting is not None:
        keep, who = night.chance(0.5), waiting.leavers.ids
        night.do(decide_for_gone_winners, night.party_id, waiting.id, keep=keep, winner_ids=who)
    elif not by_hand:
        settle(night, next(line for line in lines if line.state == PrizeState.TIED))


def draw(night: Night, line: PrizeLine) -> None:
    """Draw; the ticket of a 50/50 sometimes out of a drum, and a door prize twice."""
    sold = [row for row in night.now.rows["ticketsale"].values() if row.prize_id == line.id]
    if sold:
        night.refused(record_drawn_ticket, night.party_id, line.id, 10**6)
    if sold and night.chance(0.5):
        night.do(record_drawn_ticket, night.party_id, line.id, sold[0].last)
    else:
        draw_again(night, line)
    night.happened[DRAWN] += 1


def draw_again(night: Night, line: PrizeLine) -> None:
    """Draw once or twice; where nobody is left to draw, it is given by hand."""
    try:
        for _ in range(night.dice.choice((1, 1, 2))):
            listed = night.ask(log_draw_list, night.party_id, line.id)
            night.ask(draw_prize, night.party_id, line.id, list_line_id=listed)
    except Refused:
        give(night, line)


def give(night: Night, line: PrizeLine) -> None:
    """Give by hand: first to a guest, where that may be, then to somebody of the list."""
    ranked = sorted(night.now.rows["entrant"].keys() - night.now.house)
    why = "so the room decided"
    if line.about.won_by == WonBy.MEASURED:
        night.refused(give_prize, night.party_id, line.id, None, guest="The cook", why=why)
    else:
        night.do(give_prize, night.party_id, line.id, None, guest="The cook", why=why)
        night.do(unsettle_prize, night.party_id, line.id)
        night.refused(unsettle_prize, night.party_id, line.id)
    night.do(give_prize, night.party_id, line.id, night.dice.choice(ranked), why=why)


def settle(night: Night, line: PrizeLine) -> None:
    """Count back where that helps, else cut or share; nothing else is taken for an answer."""
    among = [winner.person.id for winner in line.winners]
    if night.chance(0.3):
        some = {"tied_ids": among[:1], "winner_ids": among[:1]}
        night.refused(settle_tie, night.party_id, line.id, SettledBy.CUT, **some)
    if line.count_back is not None:
        how, winner, words = SettledBy.COUNT_BACK, (), COUNT_BACK
    elif not night.happened[CUT] or (night.happened[SPLIT] and night.chance(0.5)):
        how, winner, words = SettledBy.CUT, night.dice.choice(line.sides).ids, CUT
    else:
        how, winner, words = SettledBy.SPLIT, (), SPLIT
    night.do(settle_tie, night.party_id, line.id, how, tied_ids=among, winner_ids=winner)
    night.happened[words] += 1
    night.tell(SAID[words])
    if words == CUT and not night.happened[SPLIT]:
        # They think better of it, and share.
        night.do(unsettle_prize, night.party_id, line.id)


def change_after_all(night: Night) -> bool:
    """A result is corrected when the prizes are confirmed: they are opened and confirmed again."""
    if night.now.party.prizes_confirmed_at is None or not turn_a_hand(night):
        return False
    changed = all_prizes(night.party()).changed
    night.tell(f"Would be another's now: {', '.join(line.title for line in changed) or 'none'}.")
    night.do(reopen_prizes, night.party_id)
    return give_out(night)


def turn_a_hand(night: Night) -> bool:
    """Another hand was played than the desk was told: the party is opened for it, and finished."""
    for at in night.now.tables:
        rows = [row for row in night.now.counted(at) if row.hand != TOTAL]
        if at[0] not in night.now.closed or not rows:
            continue
        line = any_hand(night.rules, night.dice)
        if line == night.plays[at].lines[rows[0].hand - 1]:
            continue
        night.do(reopen_party, night.party_id)
        night.plays[at].lines[rows[0].hand - 1] = line
        put_right(night, at, rows[0].hand)
        night.do(finish, night.party_id)
        return True
    return False


GIVEN = "The prizes are given out"
CHANGED = "A result is corrected when the prizes have been confirmed"
INCIDENTS = (
    Incident("prizes-chosen", "It is chosen what is given", Moment.SEATED, choose),
    Incident("tickets", "Tickets of a 50/50 are sold", Moment.SEATED, sell),
    Incident("prizes-given", GIVEN, Moment.FINISHED, give_out),
    Incident("prizes-changed", CHANGED, Moment.FINISHED, change_after_all),
)
ALSO: tuple[str, ...] = (CUT, COUNT_BACK, SPLIT, DRAWN)

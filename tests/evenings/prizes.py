from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from party.models.scores.entries import TOTAL
from party.queries.prizes.winners import all_prizes
from party.services.evening.rounds import finish, reopen_party
from party.services.prizes.awards import (
    confirm_prizes,
    give_prize,
    reopen_prizes,
    settle_tie,
    unsettle_prize,
)
from party.services.prizes.draws import draw_prize, log_draw_list, record_drawn_ticket
from party.services.prizes.fifty_fifty import sell_tickets, set_ticket_price, take_back_tickets
from party.services.prizes.gone_winners import decide_for_gone_winners
from party.services.prizes.prizes import add_preset, add_prize, remove_prize, set_one_prize_each
from party.values.prizes.prizes import PrizeKind, PrizeLine, PrizeState, SettledBy, WonBy
from party.values.refusals import Refused
from tests.evenings.corrections import correct_hand
from tests.evenings.hands import any_hand
from tests.evenings.incidents import Moment, incident
from tests.evenings.night import Night

CUT, COUNT_BACK, SPLIT, DRAWN = "tie-cut", "tie-counted-back", "tie-shared", "prize-drawn"
TIE_TEXTS = {
    CUT: "They are equal, and cut the cards.",
    COUNT_BACK: "They are equal; a count-back decides.",
    SPLIT: "They are equal, and share it.",
}
MEASURED_KINDS = (
    PrizeKind.SETS,
    PrizeKind.BEST_ROUND,
    PrizeKind.BEST_CALL,
    PrizeKind.BIDS_MADE,
    PrizeKind.TEN_TRICKS,
)
MOST_TIES = 20


@incident("prizes-chosen", "The prizes are chosen", Moment.SEATED)
def choose_prizes(night: Night) -> bool:
    if night.snapshot.rows["prize"]:
        return False
    party = night.party_id
    night.run(add_preset, party, "high-low")
    night.expect_refusal(add_preset, party, "high-low")
    night.run(add_prize, party, PrizeKind.HEAD_TABLE, money=1001)
    must_be_here = night.chance(0.5)
    night.run(add_prize, party, PrizeKind.TRAVELLER, gift="a ham", must_be_here=must_be_here)
    night.run(add_prize, party, PrizeKind.ROUNDS_WON)
    for kind in night.dice.sample(MEASURED_KINDS, 2):
        night.run(add_prize, party, kind, money=500)
    night.run(
        add_prize, party, night.dice.choice((PrizeKind.FIFTY_FIFTY, PrizeKind.DOOR)), money=4725
    )
    night.run(add_prize, party, PrizeKind.OTHER, title="Came farthest")
    night.run(remove_prize, party, max(night.snapshot.rows["prize"]))
    if night.chance(0.5):
        night.run(add_prize, party, night.dice.choice((PrizeKind.OTHER, PrizeKind.MYSTERY)))
    if night.chance(0.5):
        night.run(set_one_prize_each, party, is_one_each=True)
    return True


@incident("tickets", "Tickets of a 50/50 are sold", Moment.SEATED)
def sell_and_take_back_tickets(night: Night) -> bool:
    if night.snapshot.rows["ticketsale"] or night.snapshot.party.prizes_confirmed_at is not None:
        return False
    party, buyers = night.party_id, sorted(night.snapshot.here - night.snapshot.house_players)
    fifty_fifty = night.run(set_ticket_price, party, None, 100).pk
    for tickets in (5, 12, 1):
        options: dict[str, Any] = {
            "submission": uuid4(),
            "entrant_id": night.dice.choice([*buyers, None]),
        }
        night.run(sell_tickets, party, fifty_fifty, tickets, **options)
        night.run(sell_tickets, party, fifty_fifty, tickets, **options, is_unchanged=True)
    night.expect_refusal(sell_tickets, party, fifty_fifty, 2, submission=uuid4(), first=5)
    night.expect_refusal(set_ticket_price, party, fifty_fifty, 200)
    night.expect_refusal(remove_prize, party, fifty_fifty)
    night.run(take_back_tickets, party, fifty_fifty, max(night.snapshot.rows["ticketsale"]))
    return True


@incident("prizes-given", "The prizes are given out", Moment.FINISHED)
def settle_and_confirm(night: Night) -> bool:
    if not night.snapshot.rows["prize"] or night.snapshot.party.prizes_confirmed_at is not None:
        return False
    for _ in range(MOST_TIES):
        open_lines = all_prizes(night.party()).open_lines
        if not open_lines:
            break
        settle_open_lines(night, open_lines)
    night.run(confirm_prizes, night.party_id)
    night.expect_refusal(confirm_prizes, night.party_id)
    night.expect_refusal(set_one_prize_each, night.party_id, is_one_each=False)
    return True


def settle_open_lines(night: Night, lines: Sequence[PrizeLine]) -> None:
    """Draw and give prizes; if none is left, decide about a winner who left, or settle a tie."""
    by_hand = [line for line in lines if line.state in {PrizeState.TO_DRAW, PrizeState.TO_GIVE}]
    if by_hand:
        night.expect_refusal(confirm_prizes, night.party_id)
    for line in by_hand:
        if line.state == PrizeState.TO_DRAW:
            draw_line(night, line)
        else:
            give_by_hand(night, line)
    line_with_leavers = next((line for line in lines if line.leavers and not by_hand), None)
    if line_with_leavers is not None:
        keep, winner_ids = night.chance(0.5), line_with_leavers.leavers.ids
        night.run(
            decide_for_gone_winners,
            night.party_id,
            line_with_leavers.id,
            is_kept=keep,
            winner_ids=winner_ids,
        )
    elif not by_hand:
        settle_tied_line(night, next(line for line in lines if line.state == PrizeState.TIED))


def draw_line(night: Night, line: PrizeLine) -> None:
    """Let the program draw, or record a ticket drawn by hand."""
    sold = [row for row in night.snapshot.rows["ticketsale"].values() if row.prize_id == line.id]
    if sold:
        night.expect_refusal(record_drawn_ticket, night.party_id, line.id, 10**6)
    if sold and night.chance(0.5):
        night.run(record_drawn_ticket, night.party_id, line.id, sold[0].last)
    else:
        draw_by_program(night, line)
    night.incident_counts[DRAWN] += 1


def draw_by_program(night: Night, line: PrizeLine) -> None:
    """Draw once or twice; if nobody is left, give the prize by hand."""
    try:
        for _ in range(night.dice.choice((1, 1, 2))):
            listed = night.try_verb(log_draw_list, night.party_id, line.id)
            night.try_verb(draw_prize, night.party_id, line.id, list_line_id=listed)
    except Refused:
        give_by_hand(night, line)


def give_by_hand(night: Night, line: PrizeLine) -> None:
    """Give a prize first to a guest, if that is allowed, then to a person on the list."""
    ranked = sorted(night.snapshot.rows["entrant"].keys() - night.snapshot.house_players)
    why = "so the room decided"
    if line.kind_info.won_by == WonBy.MEASURED:
        night.expect_refusal(give_prize, night.party_id, line.id, None, guest="The cook", why=why)
    else:
        night.run(give_prize, night.party_id, line.id, None, guest="The cook", why=why)
        night.run(unsettle_prize, night.party_id, line.id)
        night.expect_refusal(unsettle_prize, night.party_id, line.id)
    night.run(give_prize, night.party_id, line.id, night.dice.choice(ranked), why=why)


def settle_tied_line(night: Night, line: PrizeLine) -> None:
    """Settle a tie by count-back if it decides, otherwise by a cut or a share."""
    tied_ids = [winner.person.id for winner in line.winners]
    if night.chance(0.3):
        one_id_only = {"tied_ids": tied_ids[:1], "winner_ids": tied_ids[:1]}
        night.expect_refusal(settle_tie, night.party_id, line.id, SettledBy.CUT, **one_id_only)
    if line.count_back is not None:
        settled_by, winner_ids, incident = SettledBy.COUNT_BACK, (), COUNT_BACK
    elif not night.incident_counts[CUT] or (night.incident_counts[SPLIT] and night.chance(0.5)):
        settled_by, winner_ids, incident = SettledBy.CUT, night.dice.choice(line.sides).ids, CUT
    else:
        settled_by, winner_ids, incident = SettledBy.SPLIT, (), SPLIT
    night.run(
        settle_tie, night.party_id, line.id, settled_by, tied_ids=tied_ids, winner_ids=winner_ids
    )
    night.incident_counts[incident] += 1
    night.add_to_story(TIE_TEXTS[incident])
    if incident == CUT and not night.incident_counts[SPLIT]:
        # The next call of this function shares the prize.
        night.run(unsettle_prize, night.party_id, line.id)


@incident(
    "prizes-changed", "A result is corrected after the prizes are confirmed", Moment.FINISHED
)
def correct_after_confirmation(night: Night) -> bool:
    """Reopen the prizes and confirm them again."""
    if night.snapshot.party.prizes_confirmed_at is None or not correct_one_hand(night):
        return False
    changed = all_prizes(night.party()).changed_lines
    night.add_to_story(
        f"Would now go to somebody else: {', '.join(line.title for line in changed) or 'none'}."
    )
    night.run(reopen_prizes, night.party_id)
    return settle_and_confirm(night)


def correct_one_hand(night: Night) -> bool:
    for key in night.snapshot.tables:
        rows = [row for row in night.snapshot.scoring_entries(key) if row.hand != TOTAL]
        if key[0] not in night.snapshot.closed_rounds or not rows:
            continue
        line = any_hand(night.rules, night.dice)
        if line == night.plays[key].lines[rows[0].hand - 1]:
            continue
        night.run(reopen_party, night.party_id)
        night.plays[key].lines[rows[0].hand - 1] = line
        correct_hand(night, key, rows[0].hand)
        night.run(finish, night.party_id)
        return True
    return False


TIE_INCIDENTS: tuple[str, ...] = (CUT, COUNT_BACK, SPLIT, DRAWN)

"""Hands until a side has won or lost.

A side wins by *reaching* the target (T73) and loses by going *out the back door*, with too low a
total (T77). The rules of a party have the target "none": such a game never ends.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from party.engine.auction.bids import is_misere
from party.engine.auction.legal_calls import ACE_NO_FACE, ALL_PASS, NO_ACE_NO_FACE, SIXES
from party.engine.errors import Fault, RuleError, fault
from party.engine.rules.rules import Rules
from party.engine.scoring.scoring import (
    HandResult,
    cap_tens,
    counted_seats,
    declaring_side,
    has_tens,
    is_bid_made,
    seats_barred_by_ralphing,
    side_points,
    thrown_in_fault,
)
from party.engine.seats import left_neighbour, seat_names, seats_of, sides_of

BACK_DOOR_TOTAL = -500
BUST_TOTAL = 1000  # T78
MAX_REDEALS = 2  # T20


@dataclass(frozen=True)
class Game:
    """A game after some hands; `Game(rules)` is a new one.

    `totals` has the points of every side. The next hand is dealt by `dealer`, after shuffling if
    `is_shuffled` (T20), and the seats in `barred` may not bid on it (T56). `redeals` counts how
    often the same dealer has dealt again since the last of the `hands`. Several `winners` share
    the game (T80); `losers` went out the back door, or bust (T78).
    """

    rules: Rules
    dealer: str = ""
    totals: Mapping[str, int] = field(default_factory=dict, hash=False)
    hands: tuple[HandResult, ...] = ()
    barred: tuple[str, ...] = ()
    is_shuffled: bool = True
    redeals: int = 0
    winners: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        seats, sides = seats_of(self.rules), sides_of(self.rules)
        if self.dealer not in {"", *seats} or not set(self.totals) <= set(sides):
            text = "This game has the seats {seats} and the totals {sides}."
            raise RuleError(
                fault("game", text, seats=", ".join(seats), sides=", ".join(sides), place="game")
            )
        object.__setattr__(self, "dealer", self.dealer or seats[-1])
        object.__setattr__(self, "totals", {side: self.totals.get(side, 0) for side in sides})

    @property
    def next_dealer(self) -> str:
        return left_neighbour(seats_of(self.rules), self.dealer)

    @property
    def over(self) -> bool:
        return bool(self.winners or self.losers)

    def add(self, result: HandResult | None, *, why: str = "all_pass") -> Self:
        """Return the game after one more hand; None is a hand thrown in.

        `why` is the reason for throwing it in: "all_pass" (T20), "sixes" if only signals were bid
        (T25), or "ace_no_face" (T11). Raises RuleError if the game is over, and with every fault
        of the hand.
        """
        if self.over:
            raise RuleError(fault("game-over", "The game is over.", place="game"))
        if result is None:
            return self.add_hand_thrown_in(why)
        points = side_points(self.rules, result, self.totals)
        totals = {side: self.totals[side] + points[side] for side in self.totals}
        winners, losers = winners_and_losers(self.rules, result, self.totals, totals)
        return replace(
            self,
            dealer=self.next_dealer,
            totals=totals,
            hands=(*self.hands, result),
            barred=seats_barred_by_ralphing(self.rules, result),
            is_shuffled=True,
            redeals=0,
            winners=winners,
            losers=losers,
        )

    def add_hand_thrown_in(self, why: str) -> Self:
        if faults := thrown_in_faults(self.rules, why):
            raise RuleError(*faults)
        redealing = redeal_rule(self.rules, why)
        is_redeal = redealing == "redeal_max_twice_then_next" and self.redeals < MAX_REDEALS
        is_same_dealer = is_redeal or redealing == "same_dealer"
        return replace(
            self,
            dealer=self.dealer if is_same_dealer else self.next_dealer,
            is_shuffled=redealing != "next_dealer_without_reshuffling",
            redeals=self.redeals + 1 if is_same_dealer else 0,
        )


def thrown_in_faults(rules: Rules, why: str) -> list[Fault]:
    if why not in {ALL_PASS, SIXES, ACE_NO_FACE}:
        text = "A hand is thrown in when all pass, after nothing but sixes, or by ace, no face."
        return [fault("why-thrown-in", text, place="bid")]
    if why == ACE_NO_FACE and rules.ace_no_face == "off":
        return [
            fault("no-ace-no-face", NO_ACE_NO_FACE, rule="T10", place="bid", where=rules.where)
        ]
    reason = thrown_in_fault(rules) if redeal_rule(rules, why) == rules.all_pass else None
    return [reason] if reason else []


def redeal_rule(rules: Rules, why: str) -> str:
    """Return the rule for the next deal after a hand thrown in: a value of T20 or T11."""
    if why == ACE_NO_FACE:
        return rules.ace_no_face_redealer
    if why == SIXES and rules.no_six_played == "on":
        return "same_dealer"
    return rules.all_pass


TotalsBySide = Mapping[str, int]
Sides = tuple[str, ...]


def winners_and_losers(
    rules: Rules, result: HandResult, old_totals: TotalsBySide, new_totals: TotalsBySide
) -> tuple[Sides, Sides]:
    """Return (winners, losers) after a hand; both are empty while the game goes on.

    If a side has lost and none reaches the target, all the others win: for more than two sides
    this is our reading.
    """
    if rules.target == "none":
        return (), ()
    losers = tuple(side for side in new_totals if has_lost(rules, new_totals, side))
    totals_at_target = {
        side: total
        for side, total in new_totals.items()
        if side not in losers and has_reached_target(rules, total)
    }
    winners = winners_of(rules, result, old_totals, totals_at_target)
    if losers and not winners:
        winners = tuple(side for side in new_totals if side not in losers)
    return winners, losers


def has_reached_target(rules: Rules, total: int) -> bool:
    if rules.target == "exactly_500":
        return total == 500
    return total > int(rules.target) or (total == rules.target and rules.target_inclusive == "yes")


def has_lost(rules: Rules, totals: TotalsBySide, side: str) -> bool:
    total = totals[side]
    if rules.walker_bust == "1000_loses" and total >= BUST_TOTAL:
        return True
    if rules.back_door == "at_minus_500":
        return total <= BACK_DOOR_TOTAL
    if rules.back_door == "only_if_other_side_not_negative":
        other_totals = [totals[other_side] for other_side in totals if other_side != side]
        return total < BACK_DOOR_TOTAL and min(other_totals) >= 0
    return total < BACK_DOOR_TOTAL and rules.back_door == "below_minus_500"


def winners_of(
    rules: Rules, result: HandResult, old_totals: TotalsBySide, totals_at_target: TotalsBySide
) -> Sides:
    bidders = declaring_side(rules, result) if result.bid else ""
    declarers = tuple(side for side in totals_at_target if side[0] in bidders)
    if rules.win_needs_contract == "yes":  # T74
        return declarers if declarers and is_bid_made(result) else ()
    defenders = {side: total for side, total in totals_at_target.items() if side not in declarers}
    if not defenders or (declarers and rules.both_cross == "declaring_side_wins"):  # T75
        return declarers
    first_sides = (
        sides_with_highest(totals_at_target)
        if declarers
        else first_to_target(rules, result, old_totals, defenders)
    )
    return declarers if set(first_sides) & set(declarers) else first_sides


def sides_with_highest(totals: TotalsBySide) -> Sides:
    return tuple(side for side, total in totals.items() if total == max(totals.values()))


def first_to_target(
    rules: Rules, result: HandResult, old_totals: TotalsBySide, totals_at_target: TotalsBySide
) -> Sides:
    """Return the opponents with the highest total, or the first to reach the target (T76).

    Tricks score when they are won; the value of a set bid goes to the opponents after the tricks.
    """
    if rules.defenders_race == "off" or len(totals_at_target) == 1:
        return sides_with_highest(totals_at_target)
    if not result.order:
        text = "Say who won each trick in turn: {sides} got there on the same hand."
        sides = seat_names("".join(totals_at_target))
        raise RuleError(fault("no-order", text, rule="T76", place="order", sides=sides))
    for count in range(1, len(result.order) + 1):
        totals = {
            side: total_after_tricks(rules, result, side, old_totals[side], count)
            for side in totals_at_target
        }
        reached = {
            side: total for side, total in totals.items() if has_reached_target(rules, total)
        }
        if reached:
            return sides_with_highest(reached)
    return sides_with_highest(totals_at_target)


def total_after_tricks(rules: Rules, result: HandResult, side: str, total: int, count: int) -> int:
    if not has_tens(rules, result):
        return total
    scoring_seats: Iterable[str] = counted_seats(rules, result) if is_misere(result.bid) else side
    tens = 10 * sum(result.order[:count].count(seat) for seat in scoring_seats)
    return total + (cap_tens(rules, tens, total) if result.bid else tens)

"""The auction, and what its end settles."""

from party.engine.auction.auction import Auction
from party.engine.auction.calls import ANF, is_ace_no_face
from party.engine.auction.legal_calls import CONTRACT, PLAYED_WITHOUT_BID
from party.engine.play.kitty_order import to_kitty
from party.engine.play.over import Over
from party.engine.play.playing import to_play
from party.engine.play.stage import Refusal, Stage
from party.engine.play.table import Table, partners_of


class Bidding(Stage):
    """The auction goes on."""

    __slots__ = ("auction",)
    name = "auction"

    def __init__(self, table: Table, auction: Auction) -> None:
        super().__init__(table, auction.turn or "")
        self.auction = auction

    def legal(self) -> tuple[str, ...]:
        """Return the calls; "ace, no face" only from a hand that is such (T10)."""
        calls = self.auction.legal_calls()
        if ANF in calls and not self.poor:
            return tuple(call for call in calls if call != ANF)
        return calls

    def act(self, text: str) -> tuple[str, Stage]:
        auction = self.auction.call(text)
        said = auction.calls[-1][1]
        if said == ANF and not self.poor:
            raise Refusal("this hand is not such a hand.", rule="T10", code="not-held")
        if not auction.over:
            return said, Bidding(self.table, auction)
        return said, settle(self.table.but(auction=auction))

    @property
    def poor(self) -> bool:
        return is_ace_no_face(self.table.rules, self.table.hands[self.turn])


def settle(table: Table) -> Stage:
    """Return what follows the last call: the kitty, play without a contract (T20), or nothing."""
    auction = table.auction
    if auction.outcome == PLAYED_WITHOUT_BID:
        return to_play(table)
    if auction.outcome != CONTRACT:
        return Over(table)
    table = table.but(bid=auction.contract, declarer=auction.declarer)
    return to_kitty(table.but(partners=contract_partners(table)))


def contract_partners(table: Table) -> tuple[str, ...]:
    """Return the partners the contract begins with; five play misère and Hi/Lo 1 v 4 (T87)."""
    if table.rules.players == 5 and table.bid is not None and table.bid.special:
        return ()
    return partners_of(table, table.lead)

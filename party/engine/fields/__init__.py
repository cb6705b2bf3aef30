"""The fields of `Rules`, one file for each section of the rule catalogue."""

from party.engine.fields.auction import AuctionRules
from party.engine.fields.bids import BidRules
from party.engine.fields.deal import DealRules
from party.engine.fields.ending import EndingRules
from party.engine.fields.joker import JokerRules
from party.engine.fields.misere import MisereRules
from party.engine.fields.players import PlayerRules
from party.engine.fields.scoring import ScoringRules

SECTIONS = (
    DealRules,
    AuctionRules,
    MisereRules,
    BidRules,
    JokerRules,
    ScoringRules,
    EndingRules,
    PlayerRules,
)

__all__ = [
    "SECTIONS",
    "AuctionRules",
    "BidRules",
    "DealRules",
    "EndingRules",
    "JokerRules",
    "MisereRules",
    "PlayerRules",
    "ScoringRules",
]

"""The fields of `Rules`, one file for each section of the rule catalogue."""

from party.engine.rules.fields.auction import AuctionRules
from party.engine.rules.fields.bids import BidRules
from party.engine.rules.fields.deal import DealRules
from party.engine.rules.fields.ending import EndingRules
from party.engine.rules.fields.joker import JokerRules
from party.engine.rules.fields.misere import MisereRules
from party.engine.rules.fields.players import PlayerRules
from party.engine.rules.fields.scoring import ScoringRules

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

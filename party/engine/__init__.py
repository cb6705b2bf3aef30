"""The game of Five Hundred: its rules, its play and its points. No clock, no dice, no disk.

Other code imports from here and from nothing deeper. The words of the game:

- In each of the ten *tricks* of a hand every player plays one card; the first card is the *lead*.
  A player without a card of the suit led is *void* in it. A player who has one and plays another
  suit *revokes*.
- In the *auction* players bid a number of tricks (the *level*) in a *strain*: a trump suit or no
  trump. The last bid is the *contract*; its bidder, the *declarer*, makes it or is *set*.
- The *kitty* are the cards left over by the deal. The declarer takes them up and *buries* as many.
- The highest trumps are the *joker*, the *right bower* (the jack of trumps) and the *left bower*
  (the other jack of the same colour).
- In *misère*, which some call *nullo*, the declarer promises to take no trick. *J5* is no trump in
  which the jacks rank above the aces.
- *Ace, no face* is a call for a new deal by a player with bad cards. Some bids are messages to
  partner: a six shows a bower, a *no* shows aces.
- After *ralphing* a player set by three or more may not bid in the next hand.
- *Our reading* is a rule that no source states, so that we had to choose it.
"""

from party.engine.auction.auction import Auction
from party.engine.auction.bids import (
    LEVELS,
    PLAYED_STRAINS,
    SPECIALS,
    Bid,
    bid_name,
    biddable,
    outranks,
    precondition,
    rank,
    value,
)
from party.engine.auction.calls import Call, bid_message, call_name, calls_of, is_ace_no_face
from party.engine.auction.legal_calls import (
    ACE_NO_FACE,
    ALL_PASS,
    CONTRACT,
    PLAYED_WITHOUT_BID,
    SIXES,
)
from party.engine.bots.choose import choose, play_out
from party.engine.cards.cards import Card, Suit, pack
from party.engine.cards.deal import Deal, Packet, Rng, deal, deal_from, first_dealer, packets
from party.engine.errors import Fault, RuleError, fault
from party.engine.notation.hands import (
    Flag,
    HandEntry,
    announcements_of,
    describe,
    flags_of,
    hand_entry,
    next_part_question,
    plain_text,
    read_entry,
    slip_entry,
    thrown_in_entry,
    typed_bid,
    write_entry,
)
from party.engine.notation.points import entries_from_points, possible_totals
from party.engine.play.hand import Hand
from party.engine.play.ranking import may_nominate
from party.engine.play.rulings import Dispute, Ruling, most_cards, settle
from party.engine.play.stage import Trick
from party.engine.play.tricks import first_leader, legal_cards, nameable_suits, trick_winner
from party.engine.records.ptn import decode_text, read_ptn, write_ptn
from party.engine.records.record import Record
from party.engine.records.verify import misdeal_faults, result_of, turns_of, verify
from party.engine.rule_sheets.cards import dealers
from party.engine.rule_sheets.rule_sheet import Section, rule_sheet
from party.engine.rule_sheets.words import OUR_READING, READING_NOTE
from party.engine.rules.fields import TOGGLES, Toggle
from party.engine.rules.house_rules import VARIATIONS, Variation, differences
from party.engine.rules.presets import PRESETS
from party.engine.rules.rules import RULES_VERSION, Rules
from party.engine.scoring.game import Game
from party.engine.scoring.scoring import (
    TRICKS,
    HandResult,
    Score,
    declaring_side,
    is_bid_made,
    pair_points,
    score,
    seats_barred_by_ralphing,
    side_points,
)
from party.engine.seats import (
    PAIR_NAMES,
    PAIRS,
    SEAT_NAMES,
    SEATS,
    pair_of,
    seat_fault,
    seat_names,
    sides_of,
)

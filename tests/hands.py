"""Records of whole hands in PTN, played by the rules of Midway."""

# North, who has the joker, bids 8 Hearts and takes nine tricks; West's left bower wins trick 2.
WHOLE = """\
[Event "Club night"]
[Dealer "W"]
[Deal "N:K.AK6.968.4A.H 86.9.T7KA.Q7K 9QT4.J57..6JT JA75.8.Q5J.58"]
[Undealt "H4HQD4C9HT"]
[Declarer "N"]
[Contract "8H"]
[Auction "N"]
8H Pass Pass Pass
[CardsAdded "N:H4HQD4C9HT"]
[CardsRemoved "N:D9C4D6D8D4"]
[Play "N"]
JH H9 H5 H8
HA S6 H7 DJ
SK S8 S4 SJ
CA C7 C6 C5
HK D7 HJ D5
H4 DT SQ SA
HQ CQ S9 S5
HT CK CT S7
C9 DK CJ C8
H6 DA ST DQ
"""

# In trick 4 South plays a spade although South has clubs.
REVOKE = WHOLE.replace("CA C7 C6 C5", "CA C7 S9 C5").replace("HQ CQ S9 S5", "HQ CQ C6 S5")

# The whole hand without the exchange of cards and the play.
HEAD = WHOLE.partition("[CardsAdded")[0]

PASSED = """\
[Dealer "W"]
[Auction "N"]
Pass Pass Pass Pass
"""

"""The checks of a record, one file for each part of it: cards, calls, kitty, tricks, scores.

Every check returns all the faults it finds. A *place* is "call 3", "trick 4 S" (trick and seat; a
small letter is the table of two players), "discard", "kitty", "deal S" and so on. A rule that all
systems share has no number of its own and is called "core".
"""

CORE = "core"

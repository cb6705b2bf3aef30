"""Looks up the points of a hand in the printed table, like a scorer in the hall.

This module uses no code of the game.
"""

PRINTED = """
      S    C    D    H    N
6    40   60   80  100  120
7   140  160  180  200  220
8   240  260  280  300  320
9   340  360  380  400  420
10  440  460  480  500  520
"""
HEAD, *ROWS = (line.split() for line in PRINTED.strip().splitlines())
WORTH = {
    (row[0], suit): int(points) for row in ROWS for suit, points in zip(HEAD, row[1:], strict=True)
}


def hand_points(rules, hand):
    """Return (N-S, E-W) of a hand with a bid, such as "8hn9"; a last hand ends with "."."""
    hand = hand.upper().rstrip(".")
    level = "10" if hand.startswith("10") else hand[0]
    suit, seat, tricks = hand[len(level)], hand[len(level) + 1], int(hand[len(level) + 2 :])
    worth = WORTH[level, suit]
    if tricks < int(level):
        bidders = -worth
    elif tricks == 10 and rules == "youngstown":
        bidders = worth if level == "10" else worth + 100
    elif tricks == 10:
        bidders = max(worth, 250)
    else:
        bidders = worth
    others = (10 - tricks) * 10
    return (bidders, others) if seat in "NS" else (others, bidders)


def table_points(rules, hands):
    """Return (N-S, E-W) of the hands that one table typed in one round."""
    ns = ew = 0
    for hand in hands:
        if hand not in {"p", "."}:  # "p" is a hand thrown in, "." is the end
            hand_ns, hand_ew = hand_points(rules, hand)
            ns += hand_ns
            ew += hand_ew
    return ns, ew

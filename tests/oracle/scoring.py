"""Points of a hand from the printed table, as a scorer in the hall looks them up.

This module uses no code of the game. Every rule sheet prints the same table.
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


def hand_points(rules, word):
    """Return (N-S, E-W) of a hand such as "8hn9"; word is neither "p" nor "."."""
    word = word.upper().rstrip(".")
    level = "10" if word.startswith("10") else word[0]
    suit, seat, tricks = word[len(level)], word[len(level) + 1], int(word[len(level) + 2 :])
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


def table_points(rules, words):
    """Return (N-S, E-W) of the typed line of one table in one round."""
    ns = ew = 0
    for word in words:
        if word not in {"p", "."}:
            hand_ns, hand_ew = hand_points(rules, word)
            ns += hand_ns
            ew += hand_ew
    return ns, ew

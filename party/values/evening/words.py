from party.progression import CHOICES, Format
from party.values.numbers import counted

SEATS_UNKNOWN = "Nobody knows who sits where in round {round}: it stays at final cards."
SEATS_NOT_TRACKED = "Seats are not tracked in round {round}."
NOT_STARTED = "Round {round} has not started yet."
NOT_BEING_PLAYED = "Round {round} is not being played."
LAST_ROUND = "This is the last round."

EQUAL = {
    "none": "equal totals share the place",
    "rounds_won": "rounds won decide equal totals",
    "rounds_won_best_round": "rounds won decide equal totals, then the best round",
    "rounds_won_best_round_fewest_sets": (
        "rounds won decide equal totals, then the best round, then the fewest sets"
    ),
}

# Sentences of the plan, by the value of a setting.
ENTERED = {
    "hands": "the desk enters each hand",
    "totals": "the desk enters each table’s total",
    "cards": "the points come with the final cards",
    "untracked": "the points come with the final cards, without seats",
}
WHO_MOVES = {
    "lower_pair_to_next_table": "After a round the lower pair goes to the next table.",
    "winners_up_head_losers_to_last": (
        "After a round winners go up one table; losers of the head table go to the last."
    ),
    "fixed_path": "After a round everybody moves by a fixed plan.",
    "nobody": "Nobody moves.",
}
NEW_PARTNERS = {
    "both_pairs_at_every_table": "You change partners every round.",
    "all_but_head": "You change partners every round, except at the head table.",
    "never": "You keep your partner.",
}
TIES = {
    "cut": "Ties are decided by cutting the cards.",
    "extra_hand": "A tied table plays one more hand, which does not count.",
    "last_contract": "In a tie the last contract’s pair is ahead.",
    "north_south": "In a tie North and South are ahead.",
}
LEFT_OVER = {
    "sit_out": (
        "If the number is not a multiple of four: one or two sit out in turn and get {credit}."
    ),
    "house_players": "If the number is not a multiple of four, house players fill the last table.",
    "refuse": "The number of players must be a multiple of four.",
}
CREDITS = {
    "room_average": "that round’s average",
    "own_average": "their own average of the evening",
    "fixed": "{points} points",
}
MISSED_ROUNDS = {"no": "score nothing", "as_sit_out": "count as sitting out"}
SEAT_CARDS = {
    "named": "Seat cards carry names.",
    "hat": "Everybody draws a numbered card.",
    "blind": "Numbered cards are handed out in order.",
}
PAPER = {"letter": "Prints on Letter paper.", "a4": "Prints on A4 paper."}


def credit_text(format_: Format) -> str:
    return CREDITS[format_.sit_out_credit].format(points=format_.sit_out_points)


def your_credit_text(format_: Format) -> str:
    """Return for example "your own average of the evening", or "200 points"."""
    if format_.sit_out_credit == "fixed":
        return counted(format_.sit_out_points, "point")
    return str(CHOICES["sit_out_credit"].answers[format_.sit_out_credit])

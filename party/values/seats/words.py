"""Sentences about seats, for any movement. Players hear or read them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from party.engine import SEAT_NAMES
from party.progression import CHOICES, SEATS, Format, Leg, Move, Movement, Prospect
from party.values.people.names import full_stop
from party.values.seats.draw import PersonMove

NameOf = Callable[[Any], str]

HAND_OUT = "Hand the cards out from No. 1 on, table by table: the chairs of a table are shuffled."
DRAW_FROM_HAT = "Cut the cards, mix them well in a box or a hat, and let everybody draw one."
TOO_FEW_CARDS = "At least 4 people are needed for a table."
RAISE_HAND = "If you are not on your table’s list, raise your hand."
READ_OUT = "If your name is read out, take that seat instead."
SEATS_ARE_SEEN = "Round {round} has begun: everybody sees its seats."

# `place` is "table 3, seat South.". PATHS are the moves that depend on results.
PATHS = {
    "up": "go up to {place}",
    "next": "go on to {place}",
    "first": "go on to {place}",
    "last": "go to the last table, that is {place}",
}
PLACED = {
    "off_bench": "You play again: go to {place}",
    "closed": "Table {closed} is closed: go to {place}",
    "arrived": "Welcome: go to {place}",
    "stand_in": "You play for {leaver}: go to {place}",
    "by_hand": "The desk has a seat for you: go to {place}",
    "path": "Go to {place}",
    "nobody_moves": "Nobody moves: stay at {place}",
}
SITS_OUT = {
    "on_bench": "It is your turn to sit out this round.",
    "bench_again": "You sit out again this round.",
    "arrived_bench": "Welcome. You sit out this round.",
    "by_hand": "The desk asks you to sit out this round.",
}
MAY_SIT_OUT = {
    "on_bench": "You sit out round {round}.",
    "bench_again": "You sit out round {round} again.",
    "arrived_bench": "Welcome. You sit out round {round}.",
}
CHAIR_TO_FIND = {
    "known": "table {table}, seat {seats}.",
    "keeper": "table {table}. Sit across from the one who kept the chair.",
    "shifter": "table {table}. Sit across from the one who changed chairs.",
    "free": "table {table}, seat {seats}, whichever is free.",
    "called": "table {table}. Your chair will be called out.",
}
NEWCOMERS = {
    "chairs": (
        "Newcomers: if you were North or East, sit across from the one who kept the chair; "
        "partner takes the last chair."
    ),
    "fresh": "Newcomers: South and West are yours. The seat list says who takes which.",
}
OPPONENTS = ": former partners play against each other."
STAYING_PAIR = "Staying pair: North and East keep their chair; South moves to East, West to North."


# For cards drawn from a hat; a small card has room only for the short text.
FROM_HIGHEST = (
    "Fewer people than cards? The highest table, in the order N E S W, fills the empty chairs: "
    "table 1 first, N E S W. {last_table}"
)
FROM_HIGHEST_BRIEFLY = "Empty chairs are filled from the highest table, table 1 first."
SITS_OUT_OR_FILLED = "If you get no chair you sit out round 1, or house players join you."
FILLED = "House players fill a table that stays short."


def short_table_text(policy: str, cards: str) -> str:
    """`policy` is the party's answer to T104: what surplus people do."""
    if cards == "hat":
        last_table = FILLED if policy == "refuse" else SITS_OUT_OR_FILLED
        return FROM_HIGHEST.format(last_table=last_table)
    if policy == "refuse":
        return "Table not full? House players fill it."
    return "Table not full? You sit out round 1, or house players fill it."


def is_by_rule(move: Move[Any]) -> bool:
    """Return whether the movement gives this chair; other chairs are read aloud by name."""
    return move.reason not in {*SITS_OUT, *PLACED} or move.reason in {"path", "nobody_moves"}


def move_text(move: Move[Any], name_of: NameOf) -> str:
    """Return "You won at table 4: go up to table 3, seat South. …"."""
    if move.new is None:
        return SITS_OUT[move.reason]
    placed = _placed_text(move, move.new, name_of)
    return full_stop(f"{placed} Your partner is {name_of(move.partner)}")


def short_text(move: Move[Any], name_of: NameOf) -> str:
    """Return a move as a sentence for a place that shows the chair beside it."""
    if move.old is None or move.new is None or not _is_by_result(move):
        return move_text(move, name_of)
    outcome = _outcome_text(move, move.old[0])
    if not move.is_decided_by_cut:
        higher = "higher" if move.reason.startswith("won_") else "lower"
        outcome = f"You had the {higher} score at table {move.old[0]}"
    return f"Partner: {full_stop(name_of(move.partner))} {outcome}."


def _is_by_result(move: Move[Any]) -> bool:
    return move.reason.startswith(("won_", "lost_"))


def _placed_text(move: Move[Any], new: tuple[int, str], name_of: NameOf) -> str:
    place = f"table {new[0]}, seat {SEAT_NAMES[new[1]]}."
    if move.old is not None and _is_by_result(move):
        return f"{_outcome_text(move, move.old[0])}: {_path_text(move, new, place)}"
    if move.reason in {"path", "by_hand"} and move.old == new:
        return f"Stay where you are, {place}"
    leaver = name_of(move.stands_in_for) if move.reason == "stand_in" else ""
    return PLACED[move.reason].format(closed=move.closed, leaver=leaver, place=place)


def _outcome_text(move: Move[Any], table: int) -> str:
    won = "won" if move.reason.startswith("won_") else "lost"
    return f"You {won}{' the cut' if move.is_decided_by_cut else ''} at table {table}"


def _path_text(move: Move[Any], new: tuple[int, str], place: str) -> str:
    path = move.reason.partition("_")[2]
    if path in PATHS:
        return PATHS[path].format(place=place)
    if move.old == new:
        return f"stay where you are, {place}"
    return f"stay at this table, but change to seat {SEAT_NAMES[new[1]]}."


def condition_text(prospect: Prospect[Any], name_of: NameOf) -> str:
    """Return "If you are ahead"; a substitute's slip names the person who decides."""
    if prospect.outcome == "either":
        return ""
    subject = "you are"
    if prospect.instead is not None and prospect.table is not None:
        subject = f"{name_of(prospect.instead)} is"
    return f"If {subject} {prospect.outcome}"


def prospect_text(
    prospect: Prospect[Any], round_number: int, name_of: NameOf, *, seated: bool
) -> str:
    """Return the place after one outcome; `seated` people have a chair in the current round."""
    if prospect.table is None and prospect.chair == "called":
        return "Your place will be called out."
    if prospect.table is None:
        words = MAY_SIT_OUT[prospect.reason].format(round=round_number)
        instead = prospect.instead
        return words if instead is None else f"{words} {name_of(instead)} plays in your place."
    words = _next_place_text(prospect, seated=seated)
    if prospect.partner is None:
        return words
    return full_stop(f"{words} Your partner is {name_of(prospect.partner)}")


def _next_place_text(prospect: Prospect[Any], *, seated: bool) -> str:
    if seated and prospect.old == (prospect.table, *prospect.seats):
        return "Stay where you are."
    seats = " or ".join(SEAT_NAMES[seat] for seat in prospect.seats)
    if seated and prospect.old and prospect.old[0] == prospect.table:
        return f"Stay at your table, but change to seat {seats}."
    place = CHAIR_TO_FIND[prospect.chair].format(table=prospect.table, seats=seats)
    path = PATHS.get(prospect.reason.partition("_")[2], "go to {place}").format(place=place)
    return path[0].upper() + path[1:]


def slip_notes(format_: Format, tables: int) -> tuple[str, ...]:
    if not format_.movement.needs_results(tables):
        return (READ_OUT,)
    return f"A tie: {CHOICES['tie_at_table'].answers[format_.tie_at_table]}.", READ_OUT


def table_changes(before: int, after: int) -> tuple[str, ...]:
    if before == after:
        return ()
    first, last = min(before, after) + 1, max(before, after)
    place = tables_text(first, last).capitalize()
    verb = "is" if first == last else "are"
    return (f"{place} {verb} {'closed from now on' if after < before else 'new'}.",)


def may_close_text(before: int, after: int) -> str:
    """Return "" if no table may close."""
    place = tables_text(after + 1, before).capitalize()
    return f"{place} may close. Listen before you move." if after < before else ""


def exceptions(moves: Sequence[PersonMove]) -> tuple[str, ...]:
    """Return the people who sit out, and the chairs that follow no rule."""
    lines = [
        f"{move.sitting.person}: table {move.sitting.table}, {SEAT_NAMES[move.sitting.seat]}."
        for move in moves
        if not move.is_by_rule and move.sitting.seat
    ]
    if bench := [str(move.sitting.person) for move in moves if move.sitting.table is None]:
        lines.insert(0, f"Sitting out this round: {', '.join(bench)}.")
    return tuple(lines)


def reminder(format_: Format) -> str:
    """Return "Lower pair goes to the next table, higher pair stays."."""
    movement = format_.movement
    if movement.legs is None:
        steps = [_step_text(seat, step) for seat, step in zip(SEATS, movement.steps, strict=True)]
        return f"{', '.join(steps)}." if any(movement.steps) else "Nobody moves."
    head_leg, other_leg = movement.legs
    goals = {"next": "to the next table", "up": "up one table", "last": "to the last table"}
    mover, stayer = pair_names(other_leg, movement)
    go, stay = ("goes", "stays") if mover.endswith("pair") else ("go", "stay")
    rule = f"{mover} {go} {goals[other_leg.to]}, {stayer.lower()} {stay}."
    if head_leg == other_leg:
        return rule
    mover, stayer = pair_names(head_leg, movement)
    return f"{rule} At table 1 {stayer.lower()} stay, {mover.lower()} go {goals[head_leg.to]}."


def bell_note(format_: Format) -> str:
    return (
        f"Ring the bell after hand {format_.hands_at(1)}." if format_.hands_at(2) is None else ""
    )


def has_head_table(format_: Format) -> bool:
    """Return whether table 1 has rules of its own."""
    legs = format_.movement.legs
    return format_.hands_at(2) is None or (legs is not None and legs[0] != legs[1])


def _step_text(seat: str, step: int) -> str:
    name = SEAT_NAMES[seat]
    if step == 0:
        return f"{name} stays"
    tables = {1: "one table", 2: "two tables"}[abs(step)]
    return f"{name} goes {tables} {'up' if step > 0 else 'down'}"


def pair_names(leg: Leg, movement: Movement) -> tuple[str, str]:
    winners_move = leg.mover == "high"
    is_one_rule = movement.legs is None or movement.legs[0] == movement.legs[1]
    high, low = ("Higher pair", "Lower pair") if is_one_rule else ("Winners", "Losers")
    return (high, low) if winners_move else (low, high)


def announcement(format_: Format, tables: int, *, closes: bool = False) -> tuple[str, ...]:
    return (*movement_lines(format_, tables, closes=closes), RAISE_HAND)


def movement_lines(
    format_: Format, tables: int | None, *, closes: bool = False
) -> tuple[str, ...]:
    """Return the rule of the moves; `tables` None: for two tables or more.

    If the last table `closes`, nobody is sent to it or from it: its people are read out by name.
    """
    movement = format_.movement
    if movement.legs is None:
        lines = _fixed_lines(movement, tables, closes=closes)
    elif tables and not movement.needs_results(tables):
        lines = iter(("There is only one table: nobody moves.",))
    else:
        legs, partners = movement.legs, format_.which_partner_shifts
        lines = _result_lines(movement, legs, tables, partners, closes=closes)
    return tuple(lines)


def _fixed_lines(movement: Movement, tables: int | None, *, closes: bool) -> Iterator[str]:
    steps = [step if tables is None or step % tables else 0 for step in movement.steps]
    if not any(steps):
        yield "Nobody moves: keep your seat and your partner."
        return
    for seat, step in zip(SEATS, steps, strict=True):
        yield f"{_step_text(seat, step)}."
    after_last = "" if closes else f" After {_last_table(tables)} comes table 1 again."
    yield f"Up means the next higher number.{after_last}"
    yield "At the new table take the same seat: East stays East, and so on."


def _result_lines(
    movement: Movement, legs: tuple[Leg, Leg], tables: int | None, partners: str, *, closes: bool
) -> Iterator[str]:
    head_leg, other_leg = legs
    if tables == 1:
        mover, _ = pair_names(other_leg, movement)
        yield "There is only one table: everybody stays at it."
        yield f"{mover}: stand, you are the newcomers."
    elif head_leg == other_leg:
        yield from _leg_lines(other_leg, movement, "", tables, closes=closes)
    else:
        others = f" at {_other_tables(tables)}"
        yield from _leg_lines(other_leg, movement, others, tables, closes=closes)
        yield from _leg_lines(head_leg, movement, " at table 1", tables, closes=closes)
    yield from _partner_lines(movement, tables, partners)


def _leg_lines(
    leg: Leg, movement: Movement, place: str, tables: int | None, *, closes: bool
) -> Iterator[str]:
    mover, stayer = pair_names(leg, movement)
    from_last = "" if closes else f". From {_last_table(tables)} go to table 1"
    last = f"table {tables}, the last one" if tables else "the last table"
    goals = {
        "next": f"go to the next higher number{from_last}",
        "up": "go up one table, to the next lower number",
        "last": "go where your name was read" if closes else f"go to {last}",
    }
    yield f"{mover}{place}: stand, {goals[leg.to]}."
    yield f"{stayer}{place}: stay at your table."


def _partner_lines(movement: Movement, tables: int | None, partners: str) -> Iterator[str]:
    split_tables = [
        number for number in (1, 2) if number <= (tables or 2) and movement.splits(number)
    ]
    if not split_tables:
        yield "Partners stay together: newcomers take the two empty chairs."
        return
    if split_tables == [1] or len(split_tables) == 2:
        yield f"Everybody gets a new partner{OPPONENTS}"
    else:
        yield f"At {_other_tables(tables)} everybody gets a new partner{OPPONENTS}"
    yield STAYING_PAIR
    yield NEWCOMERS[partners]
    if not movement.splits(1):
        yield "At table 1 partners stay together: newcomers take the two empty chairs."


def _last_table(tables: int | None) -> str:
    return f"table {tables}" if tables else "the last table"


def _other_tables(tables: int | None) -> str:
    return tables_text(2, tables) if tables else "the other tables"


def tables_text(first: int, last: int) -> str:
    return f"table {last}" if first == last else f"tables {first} to {last}"

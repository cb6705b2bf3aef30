"""The chairs of a round by the movement of the party, computed without progression's code.

If results decide, one pair of each table goes to another table, and the pairs that meet there
split or stay together. Then people due to sit out give their chairs to people off the bench.
"""

OTHER_PAIR = {"NS": "EW", "EW": "NS"}
SEATS_OF_PAIR = {"NS": ("N", "S"), "EW": ("E", "W")}
# The steps of N, E, S and W on the fixed path, in tables.
PATH = {"N": 0, "E": 1, "S": -1, "W": 2}


def seat_by_rule_differences(stored, number, due):
    """Leave out people who wait for a chair, because several chairs may be free."""
    moved = chairs_by_rule(stored, number, due)
    if moved is None:
        yield f"Round {number}: the draw does not say at every table who was ahead."
        return
    present = stored.chairs[number]
    tables = max(chair[0] for chair in present.values() if chair)
    fresh = stored.party.format.which_partner_shifts == "fresh"
    for chair, pk in moved.items():
        still_seated = pk in present and pk not in due and chair[0] <= tables
        if still_seated and not is_same_chair(present[pk], chair, fresh=fresh):
            yield f"Round {number}: {stored.name(pk)} is at {present[pk]}, and belongs at {chair}."


def is_same_chair(actual, expected, *, fresh):
    """With fresh partners, accept that the newcomers of a table exchange their chairs."""
    if not fresh or actual is None:
        return actual == expected
    are_newcomers = {actual[1], expected[1]} <= {"S", "W"}
    return actual == expected or (actual[0] == expected[0] and are_newcomers)


def chairs_by_rule(stored, number, due):
    """Return None if the draw lacks a result."""
    draw = stored.rounds[number].stored_draw
    before = {
        chair: draw.replacing.get(pk, pk)
        for pk, chair in stored.chairs[number - 1].items()
        if chair
    }
    who_moves, split = stored.party.format.who_moves, stored.party.format.split
    if depends_on_results(before, who_moves, split) and draw.ahead.keys() != {
        table for table, _ in before
    }:
        return None
    moved = moved_chairs(before, draw.ahead, who_moves, split)
    same_people = not draw.leaving and not draw.arriving
    if same_people and len(stored.bench(number)) == len(stored.bench(number - 1)):
        return substitute_bench(stored, moved, number, due)
    return moved


def substitute_bench(stored, moved, number, due):
    """Give the first person off the bench the chair of the first person due, and so on."""
    benched = stored.bench(number - 1)
    order = stored.rounds[number].stored_draw.rota
    off_bench = [pk for pk in order if pk in benched and pk not in due]
    to_bench = [pk for pk in due if pk not in benched]
    substitutes = dict(zip(to_bench, off_bench, strict=False))
    return {chair: substitutes.get(pk, pk) for chair, pk in moved.items()}


def depends_on_results(before, who_moves, split):
    only_head_table = {table for table, _ in before} == {1} and split == "all_but_head"
    return who_moves not in {"nobody", "fixed_path"} and not only_head_table


def moved_chairs(before, ahead, who_moves, split):
    """Return the chairs after the movement, as if nobody came or went."""
    tables = max(table for table, _ in before)
    if who_moves == "fixed_path":
        return {
            ((table + PATH[seat] - 1) % tables + 1, seat): pk
            for (table, seat), pk in before.items()
        }
    if not depends_on_results(before, who_moves, split):
        return before
    after = {}
    for table in range(1, tables + 1):
        up = who_moves == "winners_up_head_losers_to_last" and table > 1
        movers = ahead[table] if up else OTHER_PAIR[ahead[table]]
        goal = {
            "lower_pair_to_next_table": table % tables + 1,
            "winners_up_head_losers_to_last": table - 1 if table > 1 else tables,
        }[who_moves]
        after |= _chairs_of_stayers(before, table, OTHER_PAIR[movers], split)
        after |= _newcomers(before, (table, movers), goal, ahead, (who_moves, split))
    return after


def splits_at(split, table):
    return split == "both_pairs_at_every_table" or (split == "all_but_head" and table > 1)


def _chairs_of_stayers(before, table, pair, split):
    """After a split, the second person of the pair changes seat."""
    first, second = SEATS_OF_PAIR[pair]
    shifted = {"NS": "E", "EW": "N"}[pair] if splits_at(split, table) else second
    return {(table, first): before[table, first], (table, shifted): before[table, second]}


def _newcomers(before, old_place, goal, ahead, movement):
    """After a split, the first newcomer faces the person who stayed."""
    table, pair = old_place
    who_moves, split = movement
    up = who_moves == "winners_up_head_losers_to_last" and goal > 1
    staying = OTHER_PAIR[ahead[goal]] if up else ahead[goal]
    if not splits_at(split, goal):
        first, second = SEATS_OF_PAIR[OTHER_PAIR[staying]]
    else:
        first, second = ("S", "W") if staying == "NS" else ("W", "S")
    return {
        (goal, first): before[table, pair[0]],
        (goal, second): before[table, pair[1]],
    }

"""Moves people after a round, step by step as a host calls the moves.

A room is a list of tables, table 1 first; a table is a dict from chair to person. `winners` is a
list of "NS" or "EW", table 1 first.
"""


def midway_room(room, winners):
    """The lower pairs move one table on, from the last table to table 1; every pair splits."""
    after = []
    for k in range(len(room)):
        table_before = k - 1  # index -1 is the last table
        newcomers = people_of_pair(room[table_before], other_pair(winners[table_before]))
        after.append(split_table(room[k], winners[k], newcomers))
    return after


def iowa_room(room, winners):
    """Winners move one table up; at the head they stay and the losers go to the last table."""
    last = len(room) - 1
    after = [head_table(room[0], winners[0], people_of_pair(room[1], winners[1]))]
    for k in range(1, last + 1):
        newcomers = (
            people_of_pair(room[0], other_pair(winners[0]))
            if k == last
            else people_of_pair(room[k + 1], winners[k + 1])
        )
        after.append(split_table(room[k], other_pair(winners[k]), newcomers))
    return after


def split_table(table, staying, newcomers):
    """One of the pair stays, the partner moves to the next chair, and newcomers sit opposite."""
    first, second = newcomers
    if staying == "NS":
        return {"N": table["N"], "E": table["S"], "S": first, "W": second}
    return {"N": table["W"], "E": table["E"], "S": second, "W": first}


def head_table(table, staying, newcomers):
    """Keep the staying pair together, as at the head of an Iowa party."""
    first, second = newcomers
    if staying == "NS":
        return {"N": table["N"], "E": first, "S": table["S"], "W": second}
    return {"N": first, "E": table["E"], "S": second, "W": table["W"]}


def people_of_pair(table, name):
    return (table["N"], table["S"]) if name == "NS" else (table["E"], table["W"])


def other_pair(name):
    return "EW" if name == "NS" else "NS"


def first_room(people, tables):
    """Seat cards 1 to 4 at N, E, S, W of table 1, cards 5 to 8 at table 2, and so on."""
    return [dict(zip("NESW", people[4 * k : 4 * k + 4], strict=True)) for k in range(tables)]


def change_bench(room, bench, rota, times_out):
    """Give the bench the chairs of the people who are due; return the new bench.

    People with the fewest `times_out` are due first; the rota decides between equal people.
    """
    if not bench:
        return []
    seated = [seated_person for table in room for seated_person in table.values()]
    waiting = sorted(bench, key=rota.index)
    everybody = sorted(seated + bench, key=lambda person: (times_out[person], rota.index(person)))
    due = everybody[: len(bench)]
    if set(due) & set(bench):
        raise ValueError("No fixture is so long that somebody sits out twice running.")
    for newcomer, leaver in zip(waiting, due, strict=True):
        for table in room:
            for chair in table:
                if table[chair] == leaver:
                    table[chair] = newcomer
    return due

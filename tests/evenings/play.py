"""The tables of a disturbed evening.

The next step of a table depends only on its stored rows, so the table plays on after any incident.
"""

from uuid import uuid4

from party.engine import RuleError, read_entry, thrown_in_entry
from party.models.scores.entries import TOTAL
from party.services.scores.entries import save_hand, save_total
from party.services.scores.tables import finish_table, report_ahead, set_table_capture
from tests.evenings.hands import points_of, some_hands, tied_hands, typed_wrong
from tests.evenings.night import Night, Play
from tests.evenings.snapshots import TableKey

# Numbers of hands at a table, if the bell ends the round.
UNTIL_THE_BELL = (1, 2, 2, 3, 5)
BIG_ROOM = 24  # with more people table 1 usually enters hands
AFTER_THE_LAST_ROUND = 99
KITCHEN, BUS, LATE = "nobody came back from the kitchen", "the bus came", "time was up"


def tables_at_play(night: Night) -> list[TableKey]:
    """Return the tables that have something left to do, with a plan for each."""
    keys = [key for key in night.snapshot.tables if key[0] == night.number]
    for key in keys:
        if key not in night.plays or _is_plan_void(night, key):
            night.plays[key] = plan_play(night, key)
    return [key for key in keys if not is_table_finished(night, key)]


def _is_plan_void(night: Night, key: TableKey) -> bool:
    """Return whether the table was seated again before it had any results."""
    table, play = night.snapshot.tables[key], night.plays[key]
    is_moved = play.place_ids != place_ids_of(night, key)
    return is_moved and not night.snapshot.scoring_entries(key) and not table.ahead


def place_ids_of(night: Night, key: TableKey) -> frozenset[int]:
    """Return the ids of the places; seating again gives new ids."""
    table = night.snapshot.tables[key].id
    return frozenset(
        row.id for row in night.snapshot.rows["place"].values() if row.table_id == table
    )


def plan_play(night: Night, key: TableKey) -> Play:
    dice, limit = night.dice, night.format.hands_at(key[1])
    count = dice.choice(UNTIL_THE_BELL) if limit is None else limit
    big_room = len(night.snapshot.here) > BIG_ROOM
    capture = "hands" if big_room and key[1] == 1 else night.snapshot.party.capture
    lines, reason = some_hands(night.rules, count, dice), ""
    roll = dice.random()
    if roll < 0.04:
        lines, reason, capture = [], KITCHEN, "hands"
    elif roll < 0.1 and limit is not None and count > 1:
        reason = dice.choice((BUS, LATE))
        del lines[dice.randint(1, count - 1) :]
    elif key[1] > 1 and not night.hands_only and roll < 0.32:
        capture = "totals"
    elif not night.hands_only and roll < 0.4:
        capture = "cards"
    elif (roll < 0.54 or (night.hands_only and key[1] == 1)) and not count % 2:
        lines = tied_hands(night.rules, count, dice)
    if reason and capture != "hands":
        lines, reason = some_hands(night.rules, count, dice), ""
    return Play(lines, capture, place_ids_of(night, key), reason=reason)


def is_table_finished(night: Night, key: TableKey) -> bool:
    table, rows = night.snapshot.tables[key], night.snapshot.scoring_entries(key)
    if table.hands == 0 or night.snapshot.has_total(key):
        return True
    if table.capture == "cards":
        is_fixed = night.format.who_moves in {"nobody", "fixed_path"}
        return bool(table.ahead) or is_fixed or not night.is_tracked
    limit = night.format.hands_at(key[1]) if table.hands is None else table.hands
    return limit is not None and len(rows) >= limit


def play_step(night: Night, key: TableKey) -> None:
    table, play = night.snapshot.tables[key], night.plays[key]
    played = len(night.snapshot.scoring_entries(key))
    if table.capture != play.capture and not played:
        night.run(set_table_capture, night.spot(key), play.capture)
    elif table.capture == "totals":
        hand_in_total(night, key)
    elif table.capture == "cards":
        play.points = points_of(night.rules, play.lines)
        ns, ew = play.points
        play.ahead = night.dice.choice(("NS", "EW")) if ns == ew else "NS" if ns > ew else "EW"
        night.run(report_ahead, night.spot(key), play.ahead, shown_pair=table.ahead)
    elif played < len(play.lines):
        type_hand(night, key, played + 1)
    else:
        stop_table(night, key)


def stop_table(night: Night, key: TableKey) -> None:
    """Finish a table, mostly with a reason for the missing hands."""
    reason = "" if night.chance(0.3) else night.plays[key].reason or LATE
    night.run(finish_table, night.spot(key), reason=reason)


def type_hand(night: Night, key: TableKey, hand: int) -> None:
    """Type the next hand, sometimes wrong, sometimes thrown in first."""
    play, spot = night.plays[key], night.spot(key)
    if can_throw_in(night) and night.chance(0.03):
        night.run(save_hand, spot, thrown_in_entry(night.rules), submission=uuid4())
    line = play.lines[hand - 1]
    wrong_line = typed_wrong(line)
    if wrong_line != line and night.chance(0.06):
        night.wrong_hands[key, hand] = round_when_found(night, key)
        line = wrong_line
    is_last = night.format.hands_at(key[1]) is None and hand == len(play.lines)
    entry = read_entry(night.rules, f"{line}." if is_last else line)
    night.run(save_hand, spot, entry, submission=uuid4())


def can_throw_in(night: Night) -> bool:
    try:
        thrown_in_entry(night.rules)
    except RuleError:
        return False
    return True


def hand_in_total(night: Night, key: TableKey) -> None:
    """Hand in a total, sometimes with the points of the pairs exchanged."""
    play = night.plays[key]
    ns, ew = play.points = points_of(night.rules, play.lines)
    if ns != ew and night.chance(0.15):
        ns, ew = ew, ns
        night.wrong_hands[key, TOTAL] = round_when_found(night, key)
    night.run(save_total, night.spot(key), ns, ew, submission=uuid4(), hands=len(play.lines))


def round_when_found(night: Night, key: TableKey) -> int:
    return key[0] + night.dice.choice((0, 1, 2, 2, AFTER_THE_LAST_ROUND))

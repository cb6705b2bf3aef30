"""How the tables of a disturbed evening play, and what the desk makes of it.

What a table does next follows from what the program knows of it by now: whatever an incident has
done to a table, it goes on from there.
"""

from uuid import uuid4

from party.engine import RuleError, read_entry, thrown_in_entry
from party.models.scores.entries import TOTAL
from party.services.scores.entries import save_hand, save_total
from party.services.scores.tables import finish_table, report_ahead, set_table_capture
from tests.evenings.hands import points_of, some_hands, tied_hands, typed_wrong
from tests.evenings.night import Night, Play
from tests.evenings.snapshots import At

UNTIL_THE_BELL = (1, 2, 2, 3, 5)
A_BIG_ROOM = 24  # in which most tables hand in totals, so that nobody types all night
KITCHEN, BUS, LATE = "nobody came back from the kitchen", "the bus came", "time was up"


def tables_at_play(night: Night) -> list[At]:
    """Return the tables that have something left to do, with a plan for each."""
    ats = [at for at in night.now.tables if at[0] == night.number]
    for at in ats:
        if at not in night.plays or _others_sit_there(night, at):
            night.plays[at] = plan(night, at)
    return [at for at in ats if not is_finished(night, at)]


def _others_sit_there(night: Night, at: At) -> bool:
    """Tell that the plan is void: the round was seated again, or is entered in another way."""
    table, play = night.now.tables[at], night.plays[at]
    unlike = play.people != people_at(night, at)
    return unlike and not night.now.counted(at) and not table.ahead


def people_at(night: Night, at: At) -> frozenset[int]:
    """Return the places at a table; people who are seated anew have new ones."""
    table = night.now.tables[at].id
    return frozenset(row.id for row in night.now.rows["place"].values() if row.table_id == table)


def plan(night: Night, at: At) -> Play:
    """Choose by the dice how a table's round goes."""
    dice, limit = night.dice, night.format.hands_at(at[1])
    count = dice.choice(UNTIL_THE_BELL) if limit is None else limit
    big_room = len(night.now.here) > A_BIG_ROOM
    capture = "hands" if big_room and at[1] == 1 else night.now.party.capture
    lines, why = some_hands(night.rules, count, dice), ""
    fate = dice.random()
    if fate < 0.04:
        lines, why, capture = [], KITCHEN, "hands"
    elif fate < 0.1 and limit is not None and count > 1:
        why = dice.choice((BUS, LATE))
        del lines[dice.randint(1, count - 1) :]
    elif at[1] > 1 and not night.by_hand and fate < 0.32:
        capture = "totals"
    elif not night.by_hand and fate < 0.4:
        capture = "cards"
    elif (fate < 0.54 or (night.by_hand and at[1] == 1)) and not count % 2:
        lines = tied_hands(night.rules, count, dice)
    if why and capture != "hands":
        lines, why = some_hands(night.rules, count, dice), ""
    return Play(lines, capture, people_at(night, at), why=why)


def is_finished(night: Night, at: At) -> bool:
    table, rows = night.now.tables[at], night.now.counted(at)
    if table.hands == 0 or night.now.has_total(at):
        return True
    if table.capture == "cards":
        fixed = night.format.who_moves in {"nobody", "fixed_path"}
        return bool(table.ahead) or fixed or not night.tracked
    limit = night.format.hands_at(at[1]) if table.hands is None else table.hands
    return limit is not None and len(rows) >= limit


def step(night: Night, at: At) -> None:
    """Let a table do its next thing."""
    table, play = night.now.tables[at], night.plays[at]
    played = len(night.now.counted(at))
    if table.capture != play.capture and not played:
        night.do(set_table_capture, night.spot(at), play.capture)
    elif table.capture == "totals":
        hand_in_total(night, at)
    elif table.capture == "cards":
        play.points = points_of(night.rules, play.lines)
        ns, ew = play.points
        play.ahead = night.dice.choice(("NS", "EW")) if ns == ew else "NS" if ns > ew else "EW"
        night.do(report_ahead, night.spot(at), play.ahead, seen=table.ahead)
    elif played < len(play.lines):
        type_hand(night, at, played + 1)
    else:
        stop(night, at)


def stop(night: Night, at: At) -> None:
    """A table plays no more; where hands are missing it may say why."""
    why = "" if night.chance(0.3) else night.plays[at].why or LATE
    night.do(finish_table, night.spot(at), reason=why)


def type_hand(night: Night, at: At, hand: int) -> None:
    """Type a table's next hand; now and then it is wrong, or was thrown in first."""
    play, spot = night.plays[at], night.spot(at)
    if may_throw_in(night) and night.chance(0.03):
        night.do(save_hand, spot, thrown_in_entry(night.rules), submission=uuid4())
    line = play.lines[hand - 1]
    wrong = typed_wrong(line)
    if wrong != line and night.chance(0.06):
        night.wrong[at, hand] = when_found(night, at)
        line = wrong
    last = night.format.hands_at(at[1]) is None and hand == len(play.lines)
    entry = read_entry(night.rules, f"{line}." if last else line)
    night.do(save_hand, spot, entry, submission=uuid4())


def may_throw_in(night: Night) -> bool:
    try:
        thrown_in_entry(night.rules)
    except RuleError:
        return False
    return True


def hand_in_total(night: Night, at: At) -> None:
    """A table hands in the round's total; the two pairs may have been mixed up."""
    play = night.plays[at]
    ns, ew = play.points = points_of(night.rules, play.lines)
    if ns != ew and night.chance(0.15):
        ns, ew = ew, ns
        night.wrong[at, TOTAL] = when_found(night, at)
    night.do(save_total, night.spot(at), ns, ew, submission=uuid4(), hands=len(play.lines))


def when_found(night: Night, at: At) -> int:
    """Say in which round a wrong result is found: at once, next, two rounds later, at the end."""
    return at[0] + night.dice.choice((0, 1, 2, 2, 99))

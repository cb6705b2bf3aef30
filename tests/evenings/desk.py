"""Incidents at the desk: hands that come twice, are taken back, or come in another way."""

from uuid import UUID, uuid4

from party.engine import hand_entry, read_entry, thrown_in_entry
from party.queries.scores.consistency import hand_result
from party.services.evening.rounds import (
    close_round,
    seat_next_round,
    start_round,
    stop_tables,
)
from party.services.scores.entries import save_hand, save_total, undo_hand
from party.services.scores.tables import finish_table, reopen_table, set_table_capture
from tests.evenings.hands import any_hand
from tests.evenings.incidents import Incident, Moment
from tests.evenings.night import Night
from tests.evenings.play import is_finished, may_throw_in, step, tables_at_play
from tests.evenings.snapshots import At, Row

MOST_STEPS = 6


def table_with_hands(night: Night) -> At | None:
    """Return a table of the round that is on of which hands are in; one plays on for that."""
    for at in tables_at_play(night):
        if night.plays[at].capture == "hands" and night.plays[at].lines:
            for _ in range(MOST_STEPS):
                if not night.now.counted(at):
                    step(night, at)
    found = [
        at
        for at in night.now.tables
        if at[0] == night.number and night.now.counted(at) and not night.now.has_total(at)
    ]
    return night.dice.choice(found) if found else None


def table_with_total(night: Night) -> At | None:
    """Return a table of the round that is on which has handed in its total."""
    for at in tables_at_play(night):
        if night.plays[at].capture == "totals":
            for _ in range(MOST_STEPS):
                if not night.now.has_total(at):
                    step(night, at)
    found = [at for at in night.now.tables if at[0] == night.number and night.now.has_total(at)]
    return night.dice.choice(found) if found else None


def a_hand(night: Night) -> tuple[At, Row] | None:
    """Return a hand that is in, and its table."""
    at = table_with_hands(night)
    return (at, night.dice.choice(night.now.counted(at))) if at else None


def page_sent_twice(night: Night) -> bool:
    if (found := a_hand(night)) is None:
        return False
    at, row = found
    entry = hand_entry(night.rules, hand_result(row))
    same = UUID(str(row.submission))
    night.do(save_hand, night.spot(at), entry, submission=same, no_news=True)
    return True


def slip_at_two_desks(night: Night) -> bool:
    """A second desk types the same slip, and a third one another hand under its number."""
    if (found := a_hand(night)) is None:
        return False
    at, row = found
    entry = hand_entry(night.rules, hand_result(row))
    spot = night.spot(at)
    night.do(save_hand, spot, entry, submission=uuid4(), hand=row.hand, no_news=True)
    other = read_entry(night.rules, any_hand(night.rules, night.dice))
    if other.result != entry.result:
        night.refused(save_hand, spot, other, submission=uuid4(), hand=row.hand)
    return True


def total_at_two_desks(night: Night) -> bool:
    at = table_with_total(night)
    if at is None:
        return False
    [row] = night.now.counted(at)
    spot, entry = night.spot(at), read_entry(night.rules, any_hand(night.rules, night.dice))
    night.do(save_total, spot, row.ns, row.ew, submission=uuid4(), no_news=True)
    night.refused(save_total, spot, row.ns + 10, row.ew, submission=uuid4())
    night.refused(save_hand, spot, entry, submission=uuid4())
    return True


def take_back(night: Night) -> bool:
    """What came last from a table is taken back, and typed once more."""
    at = table_with_hands(night) or table_with_total(night)
    if at is not None:
        take_back_at(night, at)
    return at is not None


def take_back_at(night: Night, at: At) -> None:
    last = max(night.now.entries[at], key=lambda row: row.sequence)
    night.refused(undo_hand, night.spot(at), seen=last.id + 10**6)
    night.do(undo_hand, night.spot(at), seen=last.id)
    night.wrong.pop((at, last.hand), None)


def table_playing_on(night: Night) -> At | None:
    """Return a table that has hands to play yet; one takes its last one back for that."""
    for at in tables_at_play(night):
        play = night.plays[at]
        if night.now.tables[at].capture == play.capture == "hands":
            limit = night.format.hands_at(at[1])
            if limit is None or len(night.now.counted(at)) < limit:
                return at
    if (last := table_with_hands(night)) is None:
        return None
    take_back_at(night, last)
    return last


def note_thrown_in(night: Night) -> bool:
    if not may_throw_in(night) or (at := table_playing_on(night)) is None:
        return False
    for _ in range(2):
        night.do(save_hand, night.spot(at), thrown_in_entry(night.rules), submission=uuid4())
    return True


def one_hand_too_many(night: Night) -> bool:
    at = table_with_hands(night)
    if at is None or not is_finished(night, at):
        return False
    entry = read_entry(night.rules, any_hand(night.rules, night.dice))
    night.refused(save_hand, night.spot(at), entry, submission=uuid4())
    night.refused(set_table_capture, night.spot(at), "totals")
    return True


def stop_and_play_on(night: Night) -> bool:
    """A table says that it is finished, and then plays on after all."""
    if (at := table_playing_on(night)) is None:
        return False
    spot = night.spot(at)
    night.do(finish_table, spot, reason="somebody felt unwell")
    night.refused(finish_table, spot, reason="once more")
    night.do(reopen_table, spot)
    night.refused(reopen_table, spot)
    return True


def all_stop(night: Night) -> bool:
    """The hall closes early: every table that has hands in stops with them."""
    at = table_playing_on(night)
    for _ in range(MOST_STEPS):
        if at is not None and not night.now.counted(at):
            step(night, at)
    if at is None or is_finished(night, at):
        return False
    night.refused(stop_tables, night.party_id, night.number + 1)
    night.do(stop_tables, night.party_id, night.number)
    night.refused(stop_tables, night.party_id, night.number)
    for stopped in night.now.tables:
        if stopped[0] == night.number and is_finished(night, stopped):
            del night.plays[stopped].lines[len(night.now.counted(stopped)) or None :]
    return is_finished(night, at)


def press_too_early(night: Night) -> bool:
    night.refused(start_round, night.party_id)
    night.refused(seat_next_round, night.party_id)
    night.refused(close_round, night.party_id, night.number + 1)
    return True


def slip_of_the_round_before(night: Night) -> bool:
    """A slip of the round before turns up late, and is typed as if that went on."""
    if night.number < 2:
        return False
    entry = read_entry(night.rules, any_hand(night.rules, night.dice))
    before = night.spot((night.number - 1, 1))
    night.refused(save_hand, before, entry, submission=uuid4())
    night.refused(undo_hand, before)
    return True


def slip_of_another_table(night: Night) -> bool:
    """A slip has the number of a table that there is not."""
    entry = read_entry(night.rules, any_hand(night.rules, night.dice))
    nowhere = night.spot((night.number, 1 + max(at[1] for at in night.now.tables)))
    night.refused(save_hand, nowhere, entry, submission=uuid4())
    return True


INCIDENTS = (
    Incident("sent-twice", "A page with a hand is sent twice", Moment.PLAYING, page_sent_twice),
    Incident("two-desks", "One slip is typed at two desks", Moment.PLAYING, slip_at_two_desks),
    Incident("two-totals", "One total is typed at two desks", Moment.PLAYING, total_at_two_desks),
    Incident(
        "taken-back", "What came last is taken back and typed again", Moment.PLAYING, take_back
    ),
    Incident("thrown-in", "A hand is thrown in twice running", Moment.PLAYING, note_thrown_in),
    Incident("too-many", "A table hands in one hand too many", Moment.PLAYING, one_hand_too_many),
    Incident(
        "plays-on",
        "A table has finished, and plays on after all",
        Moment.PLAYING,
        stop_and_play_on,
    ),
    Incident("all-stop", "The hall closes early, and all tables stop", Moment.PLAYING, all_stop),
    Incident("too-early", "Buttons are pressed too early", Moment.PLAYING, press_too_early),
    Incident(
        "round-before",
        "A slip of the round before turns up",
        Moment.PLAYING,
        slip_of_the_round_before,
    ),
    Incident(
        "no-table", "A slip has the number of no table", Moment.PLAYING, slip_of_another_table
    ),
)

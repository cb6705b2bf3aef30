"""Incidents at the desk."""

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
from tests.evenings.incidents import Moment, incident
from tests.evenings.night import Night
from tests.evenings.play import can_throw_in, is_table_finished, play_step, tables_at_play
from tests.evenings.snapshots import Row, TableKey

MOST_STEPS = 6


def table_with_hands(night: Night) -> TableKey | None:
    """Return a table of this round with entered hands; tables without hands play some first."""
    for key in tables_at_play(night):
        if night.plays[key].capture == "hands" and night.plays[key].lines:
            for _ in range(MOST_STEPS):
                if not night.snapshot.scoring_entries(key):
                    play_step(night, key)
    keys = [
        key
        for key in night.snapshot.tables
        if key[0] == night.number
        and night.snapshot.scoring_entries(key)
        and not night.snapshot.has_total(key)
    ]
    return night.dice.choice(keys) if keys else None


def table_with_total(night: Night) -> TableKey | None:
    """Return a table with a total; the tables that report totals enter theirs first."""
    for key in tables_at_play(night):
        if night.plays[key].capture == "totals":
            for _ in range(MOST_STEPS):
                if not night.snapshot.has_total(key):
                    play_step(night, key)
    keys = [
        key
        for key in night.snapshot.tables
        if key[0] == night.number and night.snapshot.has_total(key)
    ]
    return night.dice.choice(keys) if keys else None


def some_hand(night: Night) -> tuple[TableKey, Row] | None:
    """Return an entered hand and its table."""
    key = table_with_hands(night)
    return (key, night.dice.choice(night.snapshot.scoring_entries(key))) if key else None


@incident("sent-twice", "A page with a hand is sent twice", Moment.PLAYING)
def send_page_twice(night: Night) -> bool:
    if (table_and_hand := some_hand(night)) is None:
        return False
    key, row = table_and_hand
    entry = hand_entry(night.rules, hand_result(row))
    submission = UUID(str(row.submission))
    night.run(save_hand, night.spot(key), entry, submission=submission, is_unchanged=True)
    return True


@incident("two-desks", "One slip is typed at two desks", Moment.PLAYING)
def type_slip_at_two_desks(night: Night) -> bool:
    """A second desk types the same slip; a third desk types another hand with the same number."""
    if (table_and_hand := some_hand(night)) is None:
        return False
    key, row = table_and_hand
    entry = hand_entry(night.rules, hand_result(row))
    spot = night.spot(key)
    night.run(save_hand, spot, entry, submission=uuid4(), hand=row.hand, is_unchanged=True)
    other = read_entry(night.rules, any_hand(night.rules, night.dice))
    if other.result != entry.result:
        night.expect_refusal(save_hand, spot, other, submission=uuid4(), hand=row.hand)
    return True


@incident("two-totals", "One total is typed at two desks", Moment.PLAYING)
def type_total_at_two_desks(night: Night) -> bool:
    key = table_with_total(night)
    if key is None:
        return False
    [row] = night.snapshot.scoring_entries(key)
    spot, entry = night.spot(key), read_entry(night.rules, any_hand(night.rules, night.dice))
    night.run(save_total, spot, row.ns, row.ew, submission=uuid4(), is_unchanged=True)
    night.expect_refusal(save_total, spot, row.ns + 10, row.ew, submission=uuid4())
    night.expect_refusal(save_hand, spot, entry, submission=uuid4())
    return True


@incident("taken-back", "The last entry is taken back and typed again", Moment.PLAYING)
def undo_and_type_again(night: Night) -> bool:
    """Undo the last entry of a table; the next step of the table types it again."""
    key = table_with_hands(night) or table_with_total(night)
    if key is not None:
        undo_last_hand(night, key)
    return key is not None


def undo_last_hand(night: Night, key: TableKey) -> None:
    last_hand = max(night.snapshot.entries[key], key=lambda row: row.sequence)
    night.expect_refusal(undo_hand, night.spot(key), shown_entry=last_hand.id + 10**6)
    night.run(undo_hand, night.spot(key), shown_entry=last_hand.id)
    night.wrong_hands.pop((key, last_hand.hand), None)


def table_with_hands_to_play(night: Night) -> TableKey | None:
    """Return a table with hands left to play; if there is none, undo a table's last hand first."""
    for key in tables_at_play(night):
        play = night.plays[key]
        if night.snapshot.tables[key].capture == play.capture == "hands":
            limit = night.format.hands_at(key[1])
            if limit is None or len(night.snapshot.scoring_entries(key)) < limit:
                return key
    if (finished_key := table_with_hands(night)) is None:
        return None
    undo_last_hand(night, finished_key)
    return finished_key


@incident("thrown-in", "A hand is thrown in twice running", Moment.PLAYING)
def type_thrown_in_hands(night: Night) -> bool:
    if not can_throw_in(night) or (key := table_with_hands_to_play(night)) is None:
        return False
    for _ in range(2):
        night.run(save_hand, night.spot(key), thrown_in_entry(night.rules), submission=uuid4())
    return True


@incident("too-many", "A table hands in one hand too many", Moment.PLAYING)
def type_hand_too_many(night: Night) -> bool:
    key = table_with_hands(night)
    if key is None or not is_table_finished(night, key):
        return False
    entry = read_entry(night.rules, any_hand(night.rules, night.dice))
    night.expect_refusal(save_hand, night.spot(key), entry, submission=uuid4())
    night.expect_refusal(set_table_capture, night.spot(key), "totals")
    return True


@incident("plays-on", "A table has finished, and plays on after all", Moment.PLAYING)
def stop_and_play_on(night: Night) -> bool:
    if (key := table_with_hands_to_play(night)) is None:
        return False
    spot = night.spot(key)
    night.run(finish_table, spot, reason="somebody felt unwell")
    night.expect_refusal(finish_table, spot, reason="once more")
    night.run(reopen_table, spot)
    night.expect_refusal(reopen_table, spot)
    return True


@incident("all-stop", "The hall closes early, and all tables stop", Moment.PLAYING)
def stop_all_tables(night: Night) -> bool:
    """The hall closes early."""
    key = table_with_hands_to_play(night)
    for _ in range(MOST_STEPS):
        if key is not None and not night.snapshot.scoring_entries(key):
            play_step(night, key)
    if key is None or is_table_finished(night, key):
        return False
    night.expect_refusal(stop_tables, night.party_id, night.number + 1)
    night.run(stop_tables, night.party_id, night.number)
    night.expect_refusal(stop_tables, night.party_id, night.number)
    for stopped in night.snapshot.tables:
        if stopped[0] == night.number and is_table_finished(night, stopped):
            del night.plays[stopped].lines[len(night.snapshot.scoring_entries(stopped)) or None :]
    return is_table_finished(night, key)


@incident("too-early", "Buttons are pressed too early", Moment.PLAYING)
def press_too_early(night: Night) -> bool:
    night.expect_refusal(start_round, night.party_id)
    night.expect_refusal(seat_next_round, night.party_id)
    night.expect_refusal(close_round, night.party_id, night.number + 1)
    return True


@incident("round-before", "A slip of the round before turns up", Moment.PLAYING)
def type_slip_of_earlier_round(night: Night) -> bool:
    if night.number < 2:
        return False
    entry = read_entry(night.rules, any_hand(night.rules, night.dice))
    earlier_spot = night.spot((night.number - 1, 1))
    night.expect_refusal(save_hand, earlier_spot, entry, submission=uuid4())
    night.expect_refusal(undo_hand, earlier_spot)
    return True


@incident("no-table", "A slip has the number of no table", Moment.PLAYING)
def type_slip_of_no_table(night: Night) -> bool:
    entry = read_entry(night.rules, any_hand(night.rules, night.dice))
    no_table = night.spot((night.number, 1 + max(key[1] for key in night.snapshot.tables)))
    night.expect_refusal(save_hand, no_table, entry, submission=uuid4())
    return True

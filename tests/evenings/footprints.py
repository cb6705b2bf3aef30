"""The rows and columns that each verb may change.

"+entry" is a new row, "-place" a deleted row, "table.hands" a changed column, "place" any column
of a row.
"""

from collections.abc import Iterator, Mapping

from tests.evenings.snapshots import Row, Rows, Snapshot

EVERY_VERB = {"party.revision", "party.shared_revision"}
SEATS = (
    "+place -place place +table -table table slippicture.table_id round.draw "
    "entrant.stands_in_for_id"
)
HOUSE = "+entrant round.house_added entrant.state entrant.distinction entrant.stands_in_for_id"
PEOPLE = "+entrant +player player entrant.distinction"
HAND = "+entry entry.status table.hands table.why_short"
CHECK = "entry.status entry.checked entry.checked_by_id entry.checked_at"
CORRECTION = f"{HAND} table.cut table.cut_why {SEATS}"
PLANNED = "party.rounds_planned party.rounds_before"
ROUND_GOES = (
    "-round -table -place entry.table_id record.table_id slippicture.table_id "
    "entrant.stands_in_for_id entrant.distinction"
)
STATE = "round.state"

FOOTPRINTS: Mapping[str, str] = {
    # people
    "add_entrants": PEOPLE,
    "add_house_player": PEOPLE,
    "arrive_late": "entrant.state entrant.rota",
    "check_in": "entrant.state entrant.rota entrant.paid entrant.paid_how",
    "come_back": "entrant.state entrant.rota entrant.stands_in_for_id",
    "go_home": "entrant.state entrant.stands_in_for_id",
    "go_home_together": "entrant.state entrant.stands_in_for_id",
    "make_numbers": "+entrant -entrant -wish",
    "name_numbers": f"{PEOPLE} entrant",
    "remove_entrant": "-entrant -wish entrant.distinction",
    "rename_entrant": "+player player.name player.sort_name entrant.name entrant.sort_name "
    "entrant.player_id entrant.distinction",
    "set_attendance": "entrant.state",
    "give_chair": f"{PEOPLE} entrant.state entrant.stands_in_for_id",
    "take_money": "entrant.paid entrant.paid_how",
    # wishes
    "add_wish": "+wish",
    "remove_wish": "-wish",
    # the plan
    "change_party": "party.capture table.capture",
    "change_rules": "party.preset party.rules_values",
    "create_party": "+party",
    "make_round_last": PLANNED,
    "override_rules": f"party.preset party.rules_values entry.ns entry.ew {SEATS}",
    "set_rounds": PLANNED,
    # rounds
    "draw_seats": "+round +table +place +entrant entrant.rota entrant.state party.rounds_planned "
    "entrant.distinction",
    "undo_draw": f"{ROUND_GOES} -entrant -wish entrant.rota {PLANNED}",
    "seat_next_round": f"+round +table +place {HOUSE}",
    "reseat_round": f"{SEATS} {HOUSE}",
    "start_round": f"{STATE} round.started_at round.announced_at round.clock_ends_at "
    "round.clock_left entrant.stands_in_for_id",
    "ring_bell": f"{STATE} round.stopped_at",
    "check_round": f"{STATE} round.stopped_at",
    "close_round": f"{STATE} round.stopped_at round.closed_at",
    "reopen_round": f"{STATE} round.closed_at {ROUND_GOES}",
    "finish": f"{PLANNED} party.finished_at party.story {ROUND_GOES} {STATE} "
    "round.stopped_at round.closed_at table.hands table.why_short",
    "reopen_party": f"party.finished_at party.story {PLANNED}",
    # seats by hand
    "close_table": f"{SEATS} entrant.state",
    "open_table": f"{SEATS} {HOUSE}",
    "swap_in_rota": "entrant.rota place.table_id place.seat round.draw",
    "swap_seats": "place.table_id place.seat round.draw",
    "undo_swap": "place.table_id place.seat round.draw",
    "record_wrong_chairs": SEATS,
    "undo_line": SEATS,
    # tables
    "decide_cut": "table.cut table.cut_why",
    "finish_table": "table.hands table.why_short",
    "stop_tables": "table.hands table.why_short",
    "reopen_table": "table.hands table.why_short table.ahead",
    "report_ahead": "table.ahead table.hands",
    "set_table_capture": "table.capture table.ahead",
    # entries
    "save_hand": "+entry table.hands",
    "save_total": "+entry entry.status table.hands table.why_short table.capture",
    "undo_hand": "entry.status table.hands table.why_short table.capture",
    "correct_entry": CORRECTION,
    "add_late_hands": CORRECTION,
    "remove_last_hand": CORRECTION,
    "correct_ahead": f"table.ahead {CORRECTION}",
    "choose_right_entry": CHECK,
    "keep_second_version": f"+entry {CHECK}",
    "confirm_entry": "entry.checked entry.checked_by_id entry.checked_at",
    "type_again": f"+entry {CHECK}",
    # records and cards
    "attach_records": "+record",
    "remove_record": "record.status",
    "replace_record": "+record record.status",
    "remove_tally": "tally.status",
    "save_tally": "+tally tally.status",
    # prizes
    "add_preset": "+prize",
    "add_prize": "+prize",
    "confirm_prizes": "+award -award party.prizes_confirmed_at",
    "draw_prize": "+award -award prize.number prize.draws prize.by_hand",
    "decide_for_gone_winners": "prize.kept_for prize.passed_over",
    "give_prize": "+award -award",
    "log_draw_list": "",
    "remove_prize": "-prize -award prize.place",
    "reopen_prizes": "-award party.prizes_confirmed_at",
    "set_one_prize_each": "party.one_prize_each",
    "settle_tie": "+award -award",
    "unsettle_prize": "-award prize.number prize.by_hand",
    "record_drawn_ticket": "+award -award prize.number prize.draws prize.by_hand",
    # tickets of a 50/50
    "sell_tickets": "+ticketsale",
    "set_ticket_price": "+prize prize.ticket_price prize.money",
    "take_back_tickets": "-ticketsale",
}


def stray_changes(verb: str, before: Snapshot, after: Snapshot) -> Iterator[str]:
    allowed = EVERY_VERB | set(FOOTPRINTS[verb].split())
    for name, rows in after.rows.items():
        if rows != before.rows[name]:
            for change, pk in changes_of_rows(name, before.rows[name], rows):
                if change not in allowed and change.partition(".")[0] not in allowed:
                    yield f"{verb} has touched {change} (id {pk})."


def changes_of_rows(name: str, before: Rows, after: Rows) -> Iterator[tuple[str, int]]:
    yield from ((f"+{name}", pk) for pk in after.keys() - before.keys())
    yield from ((f"-{name}", pk) for pk in before.keys() - after.keys())
    for pk in before.keys() & after.keys():
        if before[pk] != after[pk]:
            yield from (
                (f"{name}.{column}", pk) for column in changed_columns(before[pk], after[pk])
            )


def changed_columns(before: Row, after: Row) -> list[str]:
    pairs = zip(before._fields, before, after, strict=True)
    return [column for column, old, new in pairs if old != new]

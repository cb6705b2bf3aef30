"""Reads for the hall screen: the same few queries for any size of the party."""

from dataclasses import replace
from datetime import datetime
from zlib import crc32

from party.models import Party, Round
from party.queries.evening.parties import tables_drawn
from party.queries.evening.rounds import latest_round, night_after, people
from party.queries.hall.clock import clock_of
from party.queries.hall.guests import names_shown
from party.queries.one_reading import one_reading
from party.queries.rows import read_rows
from party.queries.scores.tables import table_scores
from party.queries.seats.moves import moves_of
from party.queries.seats.sittings import sittings
from party.queries.standings.ranks_before import ranks_before
from party.queries.standings.standings import standings
from party.values.evening.live import Night, Stage
from party.values.hall.screen import (
    TOP,
    ListLine,
    Moves,
    Playing,
    Rank,
    Screen,
    Sheet,
    TableSign,
    Words,
    after_text,
    list_sheets,
    playing_foot,
    rank_sheets,
    round_text,
    wanted,
)
from party.values.numbers import clock, place, total
from party.values.people.names import sort_key
from party.values.seats.moves import instructions

# Screens ask for it all evening: Django needs longer to put it together than the database.
OPEN_VERSIONS = """
SELECT revision, shared_revision, hall_mode, hall_message FROM party_party
WHERE code = %s AND guests
"""


def open_versions(code: str) -> tuple[str, ...]:
    """Return the versions of a party that guests may see, none of any other. One query."""
    rows = read_rows(OPEN_VERSIONS, [code])
    return versions(*rows[0]) if rows else ()


def versions(
    revision: int, shared_revision: int, hall_mode: str, hall_message: str
) -> tuple[str, str]:
    """Name what is shown: where hands are counted every hand is news, else only what all share.

    And what the screen was told to show, which is news for the screen alone.
    """
    shown = crc32(f"{hall_mode} {hall_message}".encode())
    return f"c{revision}", f"s{shared_revision}.{shown:x}"


@one_reading()
def hall_screen(party: Party, mode: str, at: datetime) -> Screen:
    """Return what the screen shows in this mode; what cannot be shown yet says so."""
    latest = latest_round(party)
    now = night_after(party, latest)
    rings = now.round_number if now.stage == Stage.BELL else 0
    return replace(_shown(party, mode, latest, now, at), rings=rings)


def _shown(party: Party, mode: str, latest: Round | None, now: Night, at: datetime) -> Screen:
    announced = latest is not None and latest.announced_at is not None
    shown = wanted(mode, now, announced=announced)
    if shown == "say" and party.hall_message:
        return Screen(title=party.name, side="", sheets=(Words(party.hall_message),))
    if shown == "standings":
        return _standings(party, now)
    if latest is None or now.stage == Stage.FINISHED:
        return _waiting(party, now, announced=False)
    if shown in {"play", "bell", "stop"}:
        return _at_play(party, now, latest, shown, at)
    is_current = announced and latest.state != Round.State.CLOSED
    if not is_current or shown not in {"seats", "moves", "moves and seats"}:
        return _waiting(party, now, announced=announced)
    return _placed(party, latest, shown)


def _waiting(party: Party, now: Night, *, announced: bool) -> Screen:
    """Between two steps of the evening, and before and after it."""
    number = now.round_number
    if now.stage == Stage.SEATED and announced:
        words = Words(round_text(now), "Take your seat: it starts in a moment.")
        return Screen(title=party.name, side="", sheets=(words,))
    if now.stage == Stage.SETUP or (now.stage == Stage.SEATED and number == 1):
        drawn = now.stage == Stage.SEATED
        start = f"Cards at {clock(party.local_start)}"
        small = "The seats are drawn: they are shown in a moment." if drawn else start
        words = Words("Welcome", small)
        return Screen(title=party.name, side=party.place, sheets=(words,))
    if now.stage == Stage.FINISHED:
        words = Words("Thank you for coming", "The results hang by the desk.")
        return Screen(title=party.name, side="", sheets=(words,))
    if now.is_open:
        words = Words(round_text(now), after_text(now))
        return Screen(title=party.name, side="", sheets=(words,))
    closed = number - (now.stage == Stage.SEATED)
    words = Words("Stay in your chair", "The moves are shown in a moment.")
    if now.stage == Stage.OVER:
        words = Words("That was the last round", "The winners are read out in a moment.")
    elif now.break_after == closed:
        words = Words("A break", f"Then everybody moves to round {closed + 1}.")
    return Screen(title=f"Round {closed} is over", side="", sheets=(words,))


def _at_play(party: Party, now: Night, latest: Round, shown: str, at: datetime) -> Screen:
    title = round_text(now)
    if shown == "bell":
        words = Words("Finish this hand", "then cards down, and stay in your chair")
        foot = after_text(now)
        return Screen(title=title, side="The bell", sheets=(words,), foot=foot, is_bell=True)
    if shown == "stop":
        words = Words("Cards down", "Hand in your slip, and stay in your chair.")
        foot = after_text(now)
        return Screen(title=title, side="Checking", sheets=(words,), foot=foot)
    ticks = clock_of(party, latest, at)
    scores = table_scores(party, latest.number) if party.tracks_seats else {}
    tables = tuple(TableSign.of(score) for score in scores.values())
    return Screen(
        title=title,
        side="Playing" if ticks is None or ticks.runs else "The clock is stopped",
        sheets=(Playing(latest.number, ticks, tables),),
        foot=playing_foot(party.format, now),
        counts=True,
    )


def _placed(party: Party, latest: Round, shown: str) -> Screen:
    """Show the seats of a round, and how people get there."""
    number = latest.number
    sheets: list[Sheet] = []
    foot = ""
    if shown != "seats" and number > 1:
        sheets, foot = _moves(party, latest)
    if shown != "moves" or number == 1:
        sheets += _seats(party, latest)
    if number > 1 and shown != "seats":
        title, side = f"Round {number - 1} is over", "Move now"
    else:
        title, side = "Find your seat", f"Round {number}"
        foot = "Come close to read. The same list hangs at the door."
    return Screen(title=title, side=side, sheets=tuple(sheets), foot=foot)


def _moves(party: Party, after: Round) -> tuple[list[Sheet], str]:
    before = Round.objects.get(party=party, number=after.number - 1)
    if not after.tables.exists():
        return [Moves(instructions(party.format, tables_drawn(party)))], ""
    lines = instructions(party.format, before.tables.count())
    by_hand = any(not move.by_rule for move in moves_of(party, before, after))
    foot = "Some go elsewhere or sit out: see the list, or listen." if by_hand else ""
    return [Moves(lines)], foot


def _seats(party: Party, latest: Round) -> tuple[Sheet, ...]:
    seated = sittings(party, latest)
    names = names_shown(party, people(party))
    lines = [
        ListLine.of_seat(names[each.person.id].list_name, each.table, each.seat) for each in seated
    ]
    if not latest.tables.exists():
        return (Words("Go on to the next table", f"Round {latest.number}"),)
    return list_sheets(sorted(lines, key=lambda line: sort_key(line.name)))


def _standings(party: Party, now: Night) -> Screen:
    """Show the first ten; once the party is finished everybody, where the host allows that."""
    is_over = now.stage == Stage.FINISHED
    if party.guest_standings == Party.GuestStandings.NONE:
        if is_over:
            return _waiting(party, now, announced=False)
        words = Words("To be told at the end", "The standings are not shown before.")
        return Screen(title="Standings", side="", sheets=(words,))
    table = standings(party)
    lines = [line for line in table.lines if line.rank is not None]
    if not lines:
        words = Words("After round 1", "Nobody has any points yet.")
        return Screen(title="Standings", side="", sheets=(words,))
    everybody = is_over and party.guest_standings == Party.GuestStandings.ALL
    shown = lines if everybody else lines[:TOP]
    ranks = [line.rank for line in lines]
    before = ranks_before(party, table)
    names = names_shown(party, people(party))
    rows = [
        Rank(
            place(line.rank, shared=ranks.count(line.rank) > 1),
            str(names[line.person.id]),
            total(line.total),
            before.get(line.person.id, line.rank or 0) - (line.rank or 0),
        )
        for line in shown
    ]
    return Screen(
        title="The winners" if is_over else "Standings",
        side=f"after round {table.rounds}",
        sheets=rank_sheets(rows),
        foot=f"▲ and ▼: places since round {table.rounds - 1}." if before else "",
    )

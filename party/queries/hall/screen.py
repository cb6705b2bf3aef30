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
    Shown,
    TableSign,
    Words,
    after_text,
    list_sheets,
    playing_foot,
    rank_sheets,
    round_text,
    shown,
)
from party.values.numbers import clock, place, total
from party.values.people.names import sort_key
from party.values.seats.moves import instructions

# Screens ask for it all evening: Django needs longer to put it together than the database.
OPEN_VERSIONS = """
SELECT revision, shared_revision, hall_mode, hall_message FROM party_party
WHERE code = %s AND guests
"""
WAITING = {
    Shown.SOON: Words("Welcome", "The seats are drawn: they are shown in a moment."),
    Shown.THANKS: Words("Thank you for coming", "The results hang by the desk."),
    Shown.HIDDEN: Words("To be told at the end", "The standings are not shown before."),
    Shown.OVER: Words("That was the last round", "The winners are read out in a moment."),
    Shown.WAIT: Words("Stay in your chair", "The moves are shown in a moment."),
    Shown.TAKE_SEATS: Words("", "Take your seat: it starts in a moment."),
    Shown.BREAK: Words("A break"),
}


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
    chosen = crc32(f"{hall_mode} {hall_message}".encode())
    return f"c{revision}", f"s{shared_revision}.{chosen:x}"


@one_reading()
def hall_screen(party: Party, mode: str, at: datetime) -> Screen:
    """Return what the screen shows in this mode; what cannot be shown yet says so."""
    latest = latest_round(party)
    now = night_after(party, latest)
    rings = now.round_number if now.stage == Stage.BELL else 0
    message = party.hall_message if party.hall_mode == Party.HallMode.SAY else ""
    screen = _screen(party, _shown(party, mode, now, latest), latest, now, at)
    return replace(screen, rings=rings, message=message)


def hall_words(party: Party) -> str:
    """Return the desk's words for what the hall screen shows now: "shows the moves"."""
    latest = latest_round(party)
    words = f"shows {_shown(party, party.hall_mode, night_after(party, latest), latest)}"
    says = party.hall_mode == Party.HallMode.SAY
    return f"{words}, and your message along the foot" if says else words


def _shown(party: Party, mode: str, now: Night, latest: Round | None) -> Shown:
    announced = latest is not None and latest.announced_at is not None
    told = party.guest_standings != Party.GuestStandings.NONE
    return shown(mode, now, announced=announced, told=told)


def _screen(party: Party, what: Shown, latest: Round | None, now: Night, at: datetime) -> Screen:
    if what == Shown.STANDINGS:
        return _standings(party, now)
    if latest is None or what in WAITING:
        return _waiting(party, what, now)
    if what in {Shown.PLAYING, Shown.BELL, Shown.STOP}:
        return _at_play(party, now, latest, what, at)
    return _placed(party, latest, what)


def _waiting(party: Party, what: Shown, now: Night) -> Screen:
    """Between two steps of the evening, and before and after it."""
    if what == Shown.WELCOME:
        words = Words("Welcome", f"Cards at {clock(party.local_start)}")
        return Screen(title=party.name, side=party.place, sheets=(words,))
    words = WAITING[what]
    closed = now.round_number - (now.stage == Stage.SEATED)
    if what == Shown.BREAK:
        words = replace(words, small=f"Then everybody moves to round {closed + 1}.")
    elif what == Shown.TAKE_SEATS:
        words = replace(words, big=round_text(now))
    if what in {Shown.WAIT, Shown.BREAK, Shown.OVER}:
        return Screen(title=f"Round {closed} is over", side="", sheets=(words,))
    title = "Standings" if what == Shown.HIDDEN else party.name
    side = party.place if what == Shown.SOON else ""
    return Screen(title=title, side=side, sheets=(words,))


def _at_play(party: Party, now: Night, latest: Round, what: Shown, at: datetime) -> Screen:
    title = round_text(now)
    if what == Shown.BELL:
        words = Words("Finish this hand", "then cards down, and stay in your chair")
        foot = after_text(now)
        return Screen(title=title, side="The bell", sheets=(words,), foot=foot, is_bell=True)
    if what == Shown.STOP:
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


def _placed(party: Party, latest: Round, what: Shown) -> Screen:
    """Show the seats of a round, and how people get there."""
    number = latest.number
    sheets: list[Sheet] = []
    foot = ""
    if what != Shown.SEATS:
        sheets, foot = _moves(party, latest)
    if what != Shown.MOVES:
        sheets += _seats(party, latest)
    if what != Shown.SEATS:
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
    table = standings(party)
    lines = [line for line in table.lines if line.rank is not None]
    if not lines:
        words = Words("After round 1", "Nobody has any points yet.")
        return Screen(title="Standings", side="", sheets=(words,))
    everybody = is_over and party.guest_standings == Party.GuestStandings.ALL
    first = lines if everybody else lines[:TOP]
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
        for line in first
    ]
    return Screen(
        title="The winners" if is_over else "Standings",
        side=f"after round {table.rounds}",
        sheets=rank_sheets(rows),
        foot=f"▲ and ▼: places since round {table.rounds - 1}." if before else "",
    )

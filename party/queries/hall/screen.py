from dataclasses import replace
from datetime import datetime
from zlib import crc32

from party.models import Party, Round
from party.queries.evening.parties import tables_drawn
from party.queries.evening.rounds import clock_of, latest_round, night_with_latest, people
from party.queries.hall.guests import names_for_guests
from party.queries.hall.prize_giving import prize_giving
from party.queries.hall.reveal import is_corrected
from party.queries.scores.tables import table_scores
from party.queries.seats.moves import moves_of
from party.queries.seats.sittings import sittings
from party.queries.shared_reads import share_reads
from party.queries.standings.earlier_ranks import ranks_before
from party.queries.standings.standings import standings
from party.values.evening.live import Night, Stage
from party.values.hall.lists import ListLine, list_sheets, list_sheets_with_room
from party.values.hall.prize_giving import CORRECTED, PrizeGiving
from party.values.hall.screen import (
    TOP_PLACES,
    Moves,
    Permissions,
    Playing,
    Rank,
    Screen,
    ScreenContent,
    Sheet,
    TableSign,
    Words,
    content_for_mode,
    honours_sheets,
    rank_sheets,
)
from party.values.hall.shared_screens import SharedScreens, half_words, halves
from party.values.hall.words import (
    BELL,
    CARDS_DOWN,
    CHECK_LIST,
    COME_CLOSER,
    NO_POINTS,
    NO_SEATS,
    OWN_NUMBER,
    WAITING,
    after_text,
    instructions,
    playing_foot,
    round_text,
)
from party.values.numbers import clock, total
from party.values.people.person import Person
from party.values.people.short_names import short_list_name
from party.values.seats.words import table_changes

SEATS_MODES = {Party.HallMode.AUTO, Party.HallMode.MESSAGE, Party.HallMode.SEATS}
SEATS = {ScreenContent.SEATS, ScreenContent.MOVES, ScreenContent.MOVES_AND_SEATS}


def open_versions(code: str, own_number: str) -> tuple[str, ...]:
    """Return nothing for a party without guests."""
    party = Party.objects.filter(code=code, guests=True).first()
    return versions(party, own_number) if party else ()


def versions(party: Party, own_number: str) -> tuple[str, str]:
    """Return the version for screens that count hands, and the version for all others."""
    mark = SharedScreens.from_stored(party.hall_screens).mark(own_number)
    texts = (mark, party.hall_mode, party.reveal_step, party.hall_message)
    chosen = crc32(" ".join(texts).encode())
    return f"c{party.revision}.{mark}", f"s{party.shared_revision}.{chosen:x}"


@share_reads()
def hall_screen(party: Party, mode: str, at: datetime, own_number: str = "") -> Screen:
    """Return the screen; it shows a short text if its content is not ready yet.

    `own_number` is "" for a screen without scripts, which cannot share the list of seats.
    """
    latest = latest_round(party)
    night = night_with_latest(party, latest)
    bell_round = night.round_number if night.stage == Stage.BELL else 0
    message = party.hall_message if party.hall_mode == Party.HallMode.MESSAGE else ""
    if mode in SEATS_MODES and SharedScreens.from_stored(party.hall_screens).shows_number(
        own_number
    ):
        message = OWN_NUMBER.format(number=own_number)
    content = _current_content(party, mode, night, latest)
    if latest is not None and content in SEATS:
        screen = _seats_screen(party, latest, content, own_number)
    else:
        screen = _screen(party, content, latest, night, at)
    shown = screen.shows_address and party.guests and "screen" not in party.address_left_out
    return replace(screen, bell_round=bell_round, message=message, shows_address=shown)


def hall_words(party: Party) -> str:
    """Return for example "shows the moves"."""
    latest = latest_round(party)
    night = night_with_latest(party, latest)
    words = f"shows {_current_content(party, party.hall_mode, night, latest)}"
    has_message = party.hall_mode == Party.HallMode.MESSAGE
    return f"{words}, and your message along the foot" if has_message else words


def _current_content(party: Party, mode: str, night: Night, latest: Round | None) -> ScreenContent:
    announced = latest is not None and latest.announced_at is not None
    are_seats_secret = night.stage == Stage.SEATED and night.round_number > 1 and not announced
    closed_night = replace(night, stage=Stage.MOVING, round_number=night.round_number - 1)
    permissions = Permissions(
        is_announced=announced,
        has_standings=party.guest_standings != Party.GuestStandings.NONE,
        is_withheld=night.is_withheld,
        waits_for_seats=(closed_night if are_seats_secret else night).may_have_been_last,
        reveal_step=party.reveal_step,
    )
    return content_for_mode(mode, night, permissions)


def _screen(
    party: Party, content: ScreenContent, latest: Round | None, night: Night, at: datetime
) -> Screen:
    if content == ScreenContent.STANDINGS:
        return _standings_screen(party, night)
    if content == ScreenContent.HONOURS:
        return _honours_screen(party, prize_giving(party, for_hall=True))
    if latest is None or content in WAITING:
        return _waiting_screen(party, content, night)
    return _play_screen(party, night, latest, content, at)


def _waiting_screen(party: Party, content: ScreenContent, night: Night) -> Screen:
    if content == ScreenContent.WELCOME:
        words = Words("Welcome", f"Cards at {clock(party.local_start)}")
        return Screen(title=party.name, note=party.place, sheets=(words,), shows_address=True)
    words = WAITING[content]
    closed = night.round_number - (night.stage == Stage.SEATED)
    if content == ScreenContent.BREAK:
        words = replace(words, small=words.small.format(round=closed + 1))
    elif content == ScreenContent.TAKE_SEATS:
        words = replace(words, big=round_text(night))
    if content in {ScreenContent.WAIT, ScreenContent.BREAK, ScreenContent.OVER}:
        return Screen(title=f"Round {closed} is over", note="", sheets=(words,))
    hides_standings = content in {ScreenContent.HIDDEN, ScreenContent.HELD_BACK}
    title = "Standings" if hides_standings else party.name
    note = party.place if content == ScreenContent.SOON else ""
    return Screen(title=title, note=note, sheets=(words,))


def _honours_screen(party: Party, giving: PrizeGiving) -> Screen:
    step = giving.current
    if step is None:  # the prize is no longer on the list
        return Screen(title=party.name, note="", sheets=(WAITING[ScreenContent.WINNERS_SOON],))
    foot = f"{step.rule} {CORRECTED}".strip() if giving.is_corrected else step.rule
    return Screen(title=step.title, note=step.note, sheets=honours_sheets(step), foot=foot)


def _play_screen(
    party: Party, night: Night, latest: Round, content: ScreenContent, at: datetime
) -> Screen:
    title = round_text(night)
    if content == ScreenContent.BELL:
        foot = after_text(night)
        return Screen(title=title, note="The bell", sheets=(BELL,), foot=foot, is_bell=True)
    if content == ScreenContent.STOP:
        return Screen(title=title, note="Checking", sheets=(CARDS_DOWN,), foot=after_text(night))
    round_clock = clock_of(party, latest, at)
    scores = table_scores(party, latest.number) if party.tracks_seats else {}
    tables = tuple(TableSign.for_score(score) for score in scores.values())
    return Screen(
        title=title,
        note="Playing"
        if round_clock is None or round_clock.is_running
        else "The clock is stopped",
        sheets=(Playing(latest.number, round_clock, tables),),
        foot=playing_foot(party.format, night),
        changes_with_hands=True,
    )


def _seats_screen(party: Party, latest: Round, content: ScreenContent, own_number: str) -> Screen:
    number = latest.number
    sheets: list[Sheet] = []
    foot = table_change = half_text = ""
    if content != ScreenContent.SEATS:
        sheets, foot, table_change = _move_sheets(party, latest)
    if content != ScreenContent.MOVES:
        half = SharedScreens.from_stored(party.hall_screens).half(own_number)
        seat_sheets, half_text = _seat_sheets(party, latest, half)
        sheets += seat_sheets
    if content != ScreenContent.SEATS:
        title, note = f"Round {number - 1} is over", "Move now"
        if table_change:
            title, note = table_change, title
    else:
        title, note = "Find your seat", f"Round {number}"
        foot = COME_CLOSER
    foot = f"{half_text} {foot}".strip()
    shown = content != ScreenContent.MOVES
    return Screen(title=title, note=note, sheets=tuple(sheets), foot=foot, shows_address=shown)


def _move_sheets(party: Party, after: Round) -> tuple[list[Sheet], str, str]:
    """Return the moves, the foot of the screen, and which table closes or opens."""
    before = Round.objects.get(party=party, number=after.number - 1)
    if not after.tables.exists():
        return [Moves(instructions(party.format, tables_drawn(party)))], "", ""
    tables, tables_after = before.tables.count(), after.tables.count()
    lines = instructions(party.format, tables, closes=tables_after < tables)
    has_exceptions = any(not move.is_by_rule for move in moves_of(party, before, after))
    table_change = "".join(table_changes(tables, tables_after)).rstrip(".") if tables else ""
    return [Moves(lines)], CHECK_LIST if has_exceptions else "", table_change


def _seat_sheets(party: Party, latest: Round, half: int | None) -> tuple[tuple[Sheet, ...], str]:
    """Return the list of seats by last name, or half of it; short names as "R., Alma"."""
    if not latest.tables.exists():
        return (Words(NO_SEATS, f"Round {latest.number}"),), ""
    seated = sittings(party, latest)
    names = names_for_guests(party, people(party))

    def name(person: Person) -> str:
        shown = names[person.id]
        return person.list_name if shown == person else short_list_name(person, shown)

    lines = [ListLine.of_seat(name(each.person), each.table, each.seat) for each in seated]
    has_code = party.guests and "screen" not in party.address_left_out
    sheets_of = list_sheets_with_room if has_code else list_sheets
    if half is None or len(lines) < 2:
        return sheets_of(lines), ""
    return sheets_of(halves(lines)[half]), half_words(lines, half)


def _standings_screen(party: Party, night: Night) -> Screen:
    is_over = night.stage == Stage.FINISHED
    table = standings(party)
    lines = [line for line in table.lines if line.rank is not None]
    if not lines:
        return Screen(title="Standings", note="", sheets=(NO_POINTS,))
    everybody = is_over and party.guest_standings == Party.GuestStandings.ALL
    first = lines if everybody else lines[:TOP_PLACES]
    before = ranks_before(party, table)
    names = names_for_guests(party, people(party))
    rows = [
        Rank(
            line.place,
            str(names[line.person.id]),
            total(line.total),
            before.get(line.person.id, line.rank or 0) - (line.rank or 0),
        )
        for line in first
    ]
    foot = f"▲ and ▼: places since round {table.rounds - 1}." if before else ""
    return Screen(
        title="The winners" if is_over else "Standings",
        note=f"after round {table.rounds}",
        sheets=rank_sheets(rows),
        foot=CORRECTED if is_over and is_corrected(party, table) else foot,
    )

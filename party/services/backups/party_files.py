from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any
from uuid import uuid4

from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.db.models import Model
from django.utils import timezone

from party.models import Entrant, LogLine, Party, Player
from party.queries.backups.check import party_differences
from party.queries.backups.party_contents import (
    BROKEN,
    CONTENT_ERRORS,
    match_players,
    party_row,
    party_rows,
)
from party.queries.backups.party_file import LISTS, file_text, party_file, rows_of
from party.queries.evening.parties import plan_of
from party.queries.log.row_changes import row_kind
from party.services.accounts.sessions import SessionStore
from party.services.clubs import delete_parties
from party.services.evening.parties import plan_columns, unused_code
from party.services.people.distinctions import set_distinctions_of_new_rows
from party.services.write import ClubAct, club_act, insertions, one_writer, write
from party.values.accounts import Actor
from party.values.backups import PartyFile
from party.values.log.row_changes import steps_of
from party.values.refusals import Refused, storage_trouble

FILE, CLUB = "file", "club"
OPENED = "party opened"
OPENED_ALREADY = "This party has just been opened from this file: it is in the list of parties."
PLAYERS_CHANGED = "The club’s list of players has just changed. Check again, then open it."
PENDING_FOR = timedelta(hours=1)
# How each database reserves ids; the last statement returns them.
POSTGRES_IDS = """
SELECT nextval(pg_get_serial_sequence(%(table)s, 'id')) FROM generate_series(1, %(count)s)
"""
CREATE_COUNTER = """
INSERT INTO sqlite_sequence (name, seq) SELECT %(table)s, 0
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = %(table)s)
"""
ADVANCE_COUNTER = "UPDATE sqlite_sequence SET seq = seq + %(count)s WHERE name = %(table)s"
SQLITE_IDS = """
WITH RECURSIVE ids(id, n) AS (
    SELECT seq, %(count)s FROM sqlite_sequence WHERE name = %(table)s
    UNION ALL SELECT id - 1, n - 1 FROM ids WHERE n > 1
) SELECT id FROM ids WHERE n > 0
"""
RESERVE = {"postgresql": [POSTGRES_IDS], "sqlite": [CREATE_COUNTER, ADVANCE_COUNTER, SQLITE_IDS]}


def export_party(party_id: int) -> bytes:
    with write():
        parties = Party.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
        party = parties.get(pk=party_id)
        rows = rows_of(party)
    return file_text(party_file(party, rows))


def store_pending_file(text: bytes, club_id: int) -> str:
    """Store an uploaded file until the organiser imports it; return its key.

    It is stored as a session: every worker finds it there, and no backup contains it. The next
    upload and each start delete expired ones.
    """
    packed = SessionStore().encode({FILE: text.decode(), CLUB: club_id})
    row = Session(token_hex(16), packed, timezone.now() + PENDING_FOR)
    with one_writer():
        SessionStore.clear_expired()
        row.save(force_insert=True)
    return row.pk


def pending_file(key: str) -> tuple[bytes, int] | None:
    session = SessionStore(key)
    return (session[FILE].encode(), session[CLUB]) if key and FILE in session else None


def delete_pending_file(key: str) -> bool:
    with one_writer():
        return bool(Session.objects.filter(session_key=key).delete()[0])


def import_party(
    club_id: int,
    file: PartyFile,
    *,
    same_people: bool,
    actor: Actor,
    at: datetime,
    pending_key: str = "",
) -> tuple[Party, list[str]]:
    """Return the party, and a sentence for each figure that differs when computed again.

    With `same_people`, a person in the file who certainly is a player of the club is linked to
    that player. Existing players never change, even if an imported log line is undone. If Refused
    is raised, nothing is stored.
    """
    content = file.content
    plan_columns(plan_of(party_row(content)))  # raises Refused for an impossible plan
    with _refuse_broken_file():
        # Build the statements between two transactions: building takes longer than running them.
        with club_act(club_id, actor, at) as act:
            matches = match_players(act.club, file).ids if same_people else {}
            ids = _new_ids(content, matches)
            ids |= {"party": {1: _reserve_ids(Party, 1)[0]}, "club": {1: club_id}}
        statements = [*insertions(_rows_of_file(content, ids, {*matches.values()}))]
        with club_act(club_id, actor, at) as act:
            if pending_key and not delete_pending_file(pending_key):
                raise Refused(OPENED_ALREADY)
            if same_people and match_players(act.club, file).ids != matches:
                raise Refused(PLAYERS_CHANGED)
            party = _store_party(act, file, ids["party"][1], statements)
        try:
            return party, party_differences(Party.objects.select_related("club").get(pk=party.pk))
        except Exception:
            _delete_import(party, {*ids[row_kind(Player)].values()} - {*matches.values()})
            raise


@contextmanager
def _refuse_broken_file() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        if storage_trouble(error):
            raise
        raise Refused(BROKEN.format("rows that contradict each other")) from error
    except CONTENT_ERRORS as error:
        raise Refused(BROKEN.format("it cannot be worked out")) from error


def _new_ids(content: Mapping[str, Any], matches: Mapping[int, int]) -> dict[str, dict[int, int]]:
    """Return the new ids, by kind of row and by the id in the file. They keep the old order.

    A matched player gets the id of the club's player. Deleted rows that the log names get new ids
    too, because undoing a log line can restore them.
    """
    ids = {}
    for name, (model, _) in LISTS.items():
        numbers = {each["id"] for each in content[name]} | {*content["gone"].get(name, ())}
        matched = matches if model is Player else {}
        new = sorted(numbers - matched.keys())
        ids[row_kind(model)] = {
            **matched,
            **dict(zip(new, _reserve_ids(model, len(new)), strict=True)),
        }
    return ids


def _reserve_ids(model: type[Model], count: int) -> list[int]:
    table = model._meta.db_table  # noqa: SLF001 -- Django's own name for it
    with connection.cursor() as cursor:
        for statement in RESERVE[connection.vendor]:
            cursor.execute(statement, {"table": table, "count": count})
        return sorted(pk for (pk,) in cursor.fetchall())


def _rows_of_file(
    content: Mapping[str, Any], ids: Mapping[str, Mapping[int, int]], own_players: Collection[int]
) -> list[Any]:
    """Return the rows to insert, parents before children. The club's own players exist already."""

    def new_id(kind: str, number: int) -> int:
        return ids[kind][number]

    rows = [
        row
        for row in party_rows(content, new_id)
        if not (isinstance(row, Player) and row.pk in own_players)
    ]
    for row in rows:
        _move_row(row, ids["party"][1], ids["club"][1], own_players)
    set_distinctions_of_new_rows([row for row in rows if isinstance(row, Entrant)])
    return rows


def _move_row(row: Any, party_id: int, club_id: int, own_players: Collection[int]) -> None:
    """Move a row to its new party.

    A log line about a player of the club can no longer be undone.
    """
    if hasattr(row, "club_id"):
        row.club_id = club_id
    if hasattr(row, "party_id"):
        row.party_id = party_id
    if hasattr(row, "submission"):
        row.submission = uuid4()
    if isinstance(row, LogLine):
        steps = steps_of(row.data)
        if any(step.row == row_kind(Player) and step.id in own_players for step in steps):
            del row.data["steps"]


def _store_party(
    act: ClubAct, file: PartyFile, party_id: int, statements: Iterable[tuple[str, list[Any]]]
) -> Party:
    party = party_row(file.content, pk=party_id, club=act.club, code=unused_code())
    party.save(force_insert=True)
    with connection.cursor() as cursor:
        for statement, values in statements:
            cursor.execute(statement, values)
    summary = file.summary
    words = f"{party} opened from a file of {summary.club}: {summary.people} people"
    act.log(OPENED, words, party=party.pk)
    act.in_log_of(party).log(OPENED, words)
    return party


def _delete_import(party: Party, new_players: Collection[int]) -> None:
    with write():
        LogLine.objects.filter(party=None, verb=OPENED, data__party=party.pk).delete()
        delete_parties([party])
        Player.objects.filter(pk__in=new_players, entrants=None).delete()

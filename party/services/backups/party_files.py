"""Verbs that write a party into a file, and take one out of a file into a club."""

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
    WRONG,
    known_players,
    party_row,
    party_rows,
)
from party.queries.backups.party_file import LISTS, file_text, party_file, rows_of
from party.queries.evening.parties import plan_of
from party.queries.log.row_changes import row_kind
from party.services.accounts.sessions import SessionStore
from party.services.clubs import delete_parties
from party.services.evening.parties import columns_of, free_code
from party.services.people.distinctions import set_distinctions
from party.services.write import ClubAct, club_act, insertions, one_writer, write
from party.values.accounts import Actor
from party.values.backups import PartyFile
from party.values.log.row_changes import steps_of
from party.values.refusals import Refused, storage_trouble

FILE, CLUB = "file", "club"
OPENED = "party opened"
OPENED_ALREADY = "This party has just been opened from this file: it is in the list of parties."
PLAYERS_CHANGED = "The club’s list of players has just been changed. Look once more, then open it."
KEPT_FOR = timedelta(hours=1)
# How each database gives out ids; the last statement answers with them.
FROM_A_SEQUENCE = """
SELECT nextval(pg_get_serial_sequence(%(table)s, 'id')) FROM generate_series(1, %(count)s)
"""
BEGIN_TO_COUNT = """
INSERT INTO sqlite_sequence (name, seq) SELECT %(table)s, 0
WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = %(table)s)
"""
COUNT_ON = "UPDATE sqlite_sequence SET seq = seq + %(count)s WHERE name = %(table)s"
COUNTED = """
WITH RECURSIVE ids(id, n) AS (
    SELECT seq, %(count)s FROM sqlite_sequence WHERE name = %(table)s
    UNION ALL SELECT id - 1, n - 1 FROM ids WHERE n > 1
) SELECT id FROM ids WHERE n > 0
"""
RESERVE = {"postgresql": [FROM_A_SEQUENCE], "sqlite": [BEGIN_TO_COUNT, COUNT_ON, COUNTED]}


def export_party(party_id: int) -> bytes:
    """Return a party as a file, all of it as it is at one moment."""
    with write():
        locked = Party.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
        party = locked.get(pk=party_id)
        rows = rows_of(party)
    return file_text(party_file(party, rows))


def keep_file(text: bytes, club_id: int) -> str:
    """Keep a file that is to go into a club until it is opened; return the key it is kept under.

    Among the sessions: any worker finds it there, and no backup holds it. What has lapsed is
    deleted with the next one, and at the start of a laptop.
    """
    packed = SessionStore().encode({FILE: text.decode(), CLUB: club_id})
    row = Session(token_hex(16), packed, timezone.now() + KEPT_FOR)
    with one_writer():
        SessionStore.clear_expired()
        row.save(force_insert=True)
    return row.pk


def kept_file(key: str) -> tuple[bytes, int] | None:
    """Return the file that is kept under a key, and the club."""
    kept = SessionStore(key)
    return (kept[FILE].encode(), kept[CLUB]) if key and FILE in kept else None


def drop_file(key: str) -> bool:
    """Delete a kept file; tell whether it was there."""
    with one_writer():
        return bool(Session.objects.filter(session_key=key).delete()[0])


def import_party(
    club_id: int, file: PartyFile, *, same_people: bool, actor: Actor, at: datetime, kept: str = ""
) -> tuple[Party, list[str]]:
    """Store the party of a file in a club; return it, and what does not add up in it.

    With `same_people` whoever is certainly on the club's list of players is that player; everybody
    else is a new one. Nobody of the list is changed, nor by taking back a line of the file. A file
    that is `kept` under a key is opened once. Raises Refused; then nothing is stored.
    """
    content = file.content
    columns_of(plan_of(party_row(content)))  # refuses a plan that nobody could have typed
    with _refused_in_words():
        # The statements are made between two turns to write: that takes longer than to run them.
        with club_act(club_id, actor, at) as act:
            known = known_players(act.club, file).known if same_people else {}
            ids = _new_ids(content, known)
            ids |= {"party": {1: _reserved(Party, 1)[0]}, "club": {1: club_id}}
        rows = [*insertions(_rows(content, ids, {*known.values()}))]
        with club_act(club_id, actor, at) as act:
            if kept and not drop_file(kept):
                raise Refused(OPENED_ALREADY)
            if same_people and known_players(act.club, file).known != known:
                raise Refused(PLAYERS_CHANGED)
            party = _store(act, file, ids["party"][1], rows)
        try:
            return party, party_differences(Party.objects.select_related("club").get(pk=party.pk))
        except Exception:
            _take_out(party, {*ids[row_kind(Player)].values()} - {*known.values()})
            raise


@contextmanager
def _refused_in_words() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        if storage_trouble(error):
            raise
        raise Refused(BROKEN.format("rows that contradict each other")) from error
    except WRONG as error:
        raise Refused(BROKEN.format("it cannot be worked out")) from error


def _new_ids(content: Mapping[str, Any], known: Mapping[int, int]) -> dict[str, dict[int, int]]:
    """Return a new id for each number of the file, in their order; known players have theirs.

    Rows that are no more get one as well, with which the log can bring them back.
    """
    ids = {}
    for name, (model, _) in LISTS.items():
        numbers = {each["id"] for each in content[name]} | {*content["gone"].get(name, ())}
        own = known if model is Player else {}
        new = sorted(numbers - own.keys())
        ids[row_kind(model)] = {**own, **dict(zip(new, _reserved(model, len(new)), strict=True))}
    return ids


def _reserved(model: type[Model], count: int) -> list[int]:
    """Take so many ids, in order, which the database gives to no other row."""
    table = model._meta.db_table  # noqa: SLF001 -- Django's own name for it
    with connection.cursor() as cursor:
        for statement in RESERVE[connection.vendor]:
            cursor.execute(statement, {"table": table, "count": count})
        return sorted(pk for (pk,) in cursor.fetchall())


def _rows(
    content: Mapping[str, Any], ids: Mapping[str, Mapping[int, int]], known: Collection[int]
) -> list[Any]:
    """Return the rows of all lists, parents first, but not the players whom the club knows."""

    def of(kind: str, number: int) -> int:
        return ids[kind][number]

    rows = [
        row for row in party_rows(content, of) if not (isinstance(row, Player) and row.pk in known)
    ]
    for row in rows:
        _place(row, ids["party"][1], ids["club"][1], known)
    set_distinctions([row for row in rows if isinstance(row, Entrant)])
    return rows


def _place(row: Any, party_id: int, club_id: int, known: Collection[int]) -> None:
    """Give a row what it has of its new place.

    A line with a step on a player of the club cannot be taken back: the step is another club's.
    """
    if hasattr(row, "club_id"):
        row.club_id = club_id
    if hasattr(row, "party_id"):
        row.party_id = party_id
    if hasattr(row, "submission"):
        row.submission = uuid4()
    if isinstance(row, LogLine):
        steps = steps_of(row.data)
        if any(step.row == row_kind(Player) and step.id in known for step in steps):
            del row.data["steps"]


def _store(
    act: ClubAct, file: PartyFile, party_id: int, rows: Iterable[tuple[str, list[Any]]]
) -> Party:
    party = party_row(file.content, pk=party_id, club=act.club, code=free_code())
    party.save(force_insert=True)
    with connection.cursor() as cursor:
        for statement, values in rows:
            cursor.execute(statement, values)
    inside = file.inside
    words = f"{party} opened from a file of {inside.club}: {inside.people} people"
    act.log(OPENED, words, party=party.pk)
    act.about(party).log(OPENED, words)
    return party


def _take_out(party: Party, new_players: Collection[int]) -> None:
    """Delete a party that no page could show, as if nobody had opened it."""
    with write():
        LogLine.objects.filter(party=None, verb=OPENED, data__party=party.pk).delete()
        delete_parties([party])
        Player.objects.filter(pk__in=new_players, entrants=None).delete()

import pytest
from django.apps import apps

from party.models import Entry, Party
from tests.evening import enter, party_after_rounds, party_with, play_rounds, started_party
from tests.evenings.snapshots import paths_to_party, take_snapshot
from tests.guard import setting_up

OTHER_TABLES = {"User", "SignInLine", "SignInLink", "SignInTries", "Club", "Series", "LogLine"}
OTHER_TABLES |= {"FormerName"}

pytestmark = pytest.mark.django_db


def test_a_snapshot_reads_every_table_of_a_party():
    names = {model.__name__ for model, *_ in paths_to_party()}

    all_names = {model.__name__ for model in apps.get_app_config("party").get_models()}
    assert all_names - names == OTHER_TABLES


def test_a_snapshot_has_the_rows_of_one_party():
    party_after_rounds(1, 8, name="Another")
    party = party_with(9)
    play_rounds(party, 1)

    snapshot = take_snapshot(party.pk, 0)

    counts = {name: len(rows) for name, rows in snapshot.rows.items() if rows}
    expected = {"party": 1, "entrant": 9, "round": 1, "table": 2, "place": 9, "entry": 8}
    assert {name: counts[name] for name in expected} == expected
    assert [line.verb for line in snapshot.lines][:2] == ["draw", "round started"]
    assert take_snapshot(party.pk, snapshot.lines[-1].id).lines == ()


def test_a_snapshot_has_chairs_and_points():
    party = started_party(9)
    enter(party, "8hn9 7ce7")

    snapshot = take_snapshot(party.pk, 0)

    assert snapshot.points((1, 1)) == (330, 170)
    assert sorted(chair for chair in snapshot.chairs[1].values() if chair) == [
        (table, seat) for table in (1, 2) for seat in "ENSW"
    ]
    assert len(snapshot.bench(1)) == 1
    assert snapshot.party.rules == Party.objects.get(pk=party.pk).rules


def test_a_snapshot_has_entries_without_a_table():
    party = started_party(8)
    enter(party, "8hn9")
    with setting_up():
        Entry.objects.update(status=Entry.Status.UNDONE)
        party.rounds.all().delete()

    snapshot = take_snapshot(party.pk, 0)

    assert [row.table_id for row in snapshot.rows["entry"].values()] == [None]
    assert snapshot.tables == {}

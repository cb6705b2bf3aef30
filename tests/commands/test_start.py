import sys
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.db import connection

from party.management.commands import start
from party.services.backups.copies import copy_now
from tests.evening import party_with


def test_start_sets_a_short_switch_interval_between_threads(monkeypatch):
    intervals, intervals_at_run = [], []
    monkeypatch.setattr(sys, "setswitchinterval", intervals.append)
    server = SimpleNamespace(run=lambda: intervals_at_run.append(list(intervals)))
    monkeypatch.setattr(start, "hall_server", lambda _application, _listener: server)
    with pytest.raises(KeyboardInterrupt):
        start.run_server(None)
    assert intervals_at_run == [[start.SWITCH_INTERVAL]]
    assert sys.getswitchinterval() > start.SWITCH_INTERVAL


@pytest.fixture
def start_damaged(laptop_folder, monkeypatch):
    """Damage the database; return a function that starts, with an answer typed."""
    party_with(4)
    copy_now("round 1")
    connection.close()
    for end in ("-wal", "-shm"):
        (laptop_folder / f"headtable.sqlite3{end}").unlink(missing_ok=True)
    (laptop_folder / "headtable.sqlite3").write_bytes(b"no database" * 1000)
    monkeypatch.setattr(start, "run_server", lambda _listener: None)
    monkeypatch.setenv("HEADTABLE_SECRET_KEY", "of this test")

    def start_and_type(typed, *options):
        monkeypatch.setattr(sys.stdin, "isatty", lambda: typed is not None, raising=False)
        monkeypatch.setattr("builtins.input", lambda _question: typed)
        quiet = ("--port", "0", "--host", "127.0.0.1", "--no-browser", "--no-sample")
        call_command("start", *quiet, *options)

    return start_and_type


@pytest.mark.slow  # all migrations run
def test_a_start_on_a_damaged_database_offers_the_last_backup(
    start_damaged, capsys, laptop_folder
):
    start_damaged("yes")
    output = capsys.readouterr()
    assert "cannot be used (file is not a database)" in output.err
    assert "Autumn party (Ruth's club): 4 people" in output.out
    assert "Opened: 1 party, computed again.\nHead Table is running" in output.out
    [aside] = laptop_folder.glob("damaged-*-headtable.sqlite3")
    assert aside.read_bytes() == b"no database" * 1000


@pytest.mark.parametrize("typed", ["no", None])
def test_a_damaged_database_is_replaced_only_if_the_user_types_yes(
    typed, start_damaged, capsys, laptop_folder
):
    with pytest.raises(SystemExit) as exit_info:
        start_damaged(typed)
    assert exit_info.value.code == 2
    output = capsys.readouterr()
    assert "or open the last backup: " in output.err
    assert output.err.endswith("Nothing was changed.\n") is (typed == "no")
    assert (laptop_folder / "headtable.sqlite3").read_bytes() == b"no database" * 1000


def test_a_missing_second_place_is_reported(start_damaged, capsys, laptop_folder):
    with pytest.raises(SystemExit):
        start_damaged(None, "--second-place", str(laptop_folder / "stick"))
    assert f"{laptop_folder / 'stick'} does not exist now." in capsys.readouterr().out
    with pytest.raises(SystemExit):
        start_damaged(None, "--second-place", str(laptop_folder))
    assert capsys.readouterr().out == ""


def test_start_offers_nothing_without_a_backup(start_damaged, capsys, laptop_folder):
    for copy in (laptop_folder / "backups").iterdir():
        copy.unlink()
    with pytest.raises(SystemExit):
        start_damaged("yes")
    assert "Put back a copy that works" in capsys.readouterr().err

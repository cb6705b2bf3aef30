import sys

import pytest

from party import __version__
from party.command_line import main, with_command


@pytest.mark.parametrize(
    ("typed", "run"),
    [
        ([], ["start"]),
        (["--port", "8080"], ["start", "--port", "8080"]),
        (["backup"], ["backup"]),
        (["--help"], ["--help"]),
    ],
)
def test_without_a_command_head_table_runs_the_command_start(typed, run):
    assert with_command(["head-table", *typed]) == ["head-table", *run]


def test_the_version_option_prints_the_version_of_head_table(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["head-table", "--version"])
    main()
    assert capsys.readouterr().out == f"Head Table {__version__}\n"

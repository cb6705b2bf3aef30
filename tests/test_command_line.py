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
def test_start_is_the_command_unless_another_is_named(typed, run):
    assert with_command(["head-table", *typed]) == ["head-table", *run]


def test_version_is_that_of_head_table(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["head-table", "--version"])
    main()
    assert capsys.readouterr().out == f"Head Table {__version__}\n"

"""`manage.py` when Head Table cannot run."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"


def test_an_older_python_is_refused_with_the_required_version(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 10, 12, "final", 0))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(MANAGE))
    assert ended.value.code == 2
    sentence = "Head Table needs Python 3.11 or newer; this is Python 3.10.\n"
    assert capsys.readouterr().err == sentence


def test_a_missing_django_is_reported_with_the_set_up_line():
    bare = [sys.executable, "-E", "-s", "-S", str(MANAGE), "start"]
    ended = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith("Django is not installed for this Python. Run the set-up line")
    assert len(ended.stderr.splitlines()) == 1


def test_a_missing_data_folder_is_refused_with_a_remedy(tmp_path):
    folder = tmp_path / "none"
    migrate = [sys.executable, str(MANAGE), "migrate", "--skip-checks", "--data", str(folder)]
    environment = os.environ | {"DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "party.settings"}
    ended = subprocess.run(migrate, capture_output=True, text=True, check=False, env=environment)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"There is no data folder {folder}. `manage.py start` makes it")
    assert len(ended.stderr.splitlines()) == 1
    assert not folder.exists()


def test_a_wrong_setting_is_named_in_one_sentence(tmp_path):
    start = [sys.executable, str(MANAGE), "start", "--data", str(tmp_path)]
    wrong = {"HEADTABLE_SMTP": "mail", "DJANGO_SETTINGS_MODULE": "party.settings"}
    ended = subprocess.run(
        start, capture_output=True, text=True, check=False, env=os.environ | wrong
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith("HEADTABLE_SMTP is not the address of a mail server")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("words", [("migrate",), ("check_party",), ("organiser", "Ruth")])
def test_an_unreachable_server_is_reported_in_one_sentence(tmp_path, words):
    unreachable = {"DATABASE_URL": f"postgres://headtable@/headtable?host={tmp_path}"}
    environment = os.environ | unreachable | {"DJANGO_SETTINGS_MODULE": "party.settings"}
    ended = subprocess.run(
        [sys.executable, str(MANAGE), *words],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith("The database server does not answer. Wait a moment,")
    assert len(ended.stderr.splitlines()) == 1

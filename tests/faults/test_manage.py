"""What `manage.py` says when Head Table cannot run."""

import runpy
import sys

import pytest

from tests.laptop import ENVIRONMENT, ROOT, run_python


def test_an_older_python_is_refused_with_the_required_version(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 10, 12, "final", 0))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "manage.py"))
    assert ended.value.code == 2
    sentence = "Head Table needs Python 3.11 or newer; this is Python 3.10.\n"
    assert capsys.readouterr().err == sentence


def test_a_missing_django_is_reported_with_the_set_up_line():
    ended = run_python("-E", "-s", "-S", "manage.py", "start")
    assert ended.returncode == 2
    assert ended.stderr.startswith("Django is not installed for this Python. Run the set-up line")
    assert len(ended.stderr.splitlines()) == 1


def test_a_missing_data_folder_is_refused_with_a_remedy(tmp_path):
    folder = tmp_path / "none"
    migrate = ("manage.py", "migrate", "--skip-checks", "--data", str(folder))
    ended = run_python(*migrate, env=ENVIRONMENT | {"DATABASE_URL": ""})
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"There is no data folder {folder}. `manage.py start` makes it")
    assert len(ended.stderr.splitlines()) == 1
    assert not folder.exists()


def test_a_wrong_setting_is_named_in_one_sentence(tmp_path):
    start = ("manage.py", "start", "--data", str(tmp_path))
    ended = run_python(*start, env=ENVIRONMENT | {"HEADTABLE_SMTP": "mail"})
    assert ended.returncode == 2
    assert ended.stderr.startswith("HEADTABLE_SMTP is not the address of a mail server")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("words", [("migrate",), ("check_party",), ("organiser", "Ruth")])
def test_an_unreachable_server_is_reported_in_one_sentence(tmp_path, words):
    unreachable = {"DATABASE_URL": f"postgres://headtable@/headtable?host={tmp_path}"}
    unreachable["HEADTABLE_DATA"] = str(tmp_path)
    ended = run_python("manage.py", *words, env=ENVIRONMENT | unreachable)
    assert ended.returncode == 2
    assert ended.stderr.startswith("The database server does not answer. Wait a moment,")
    assert len(ended.stderr.splitlines()) == 1

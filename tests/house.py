"""The house rules that import-linter and ruff cannot see, each as a function.

A check takes the project's folder and returns its faults, one line each, with the place.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

LINES_OF_A_FUNCTION = 40
# These layers get all their values as arguments, and never query the database.
HANDED_VALUES = ("pdf", "tables", "templatetags")
STANDARD = {
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "itertools",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
    "unicodedata",
}
# The modules that each pure part may import.
PURE = {
    "engine": STANDARD,
    "progression": STANDARD,
    "rosters": STANDARD
    | {"csv", "datetime", "defusedxml", "io", "openpyxl", "posixpath", "quopri", "zipfile"},
    "slip_reader": STANDARD
    | {"PIL", "importlib", "io", "numpy", "pillow_heif", "struct", "warnings", "zlib"},
}
WRITES = {
    "abulk_create",
    "acreate",
    "adelete",
    "asave",
    "bulk_create",
    "bulk_update",
    "create",
    "create_user",
    "delete",
    "executemany",
    "get_or_create",
    "save",
    "set_password",
    "update_or_create",
}
ROOMS = {
    "accounts",
    "backups",
    "clubs",
    "evening",
    "hall",
    "hosting",
    "log",
    "papers",
    "people",
    "phones",
    "prizes",
    "rules",
    "scores",
    "seats",
    "standings",
}
# Modules that all rooms of a layer share: at most four for each layer.
SHARED: dict[str, set[str]] = {
    "values": {"numbers", "refusals"},
    "models": set(),
    "queries": {"rows", "shared_reads", "stored_party"},
    "services": {"write"},
    "forms": {"plain_form", "refusals", "renderer"},
    "tables": {"spreadsheets"},
    "pdf": {"drawing"},
    "views": {"access", "downloads", "paging", "refusals"},
}
# The most lines that a folder may have. Each comment names what a number was last raised for.
LINES = {
    "party": 1_205,  # only the modules outside its folders; the check of origins moved there
    "party/engine": 10_320,
    "party/forms": 5_265,  # for quicker widgets, which save a sixth of the desk’s time
    "party/management": 1_930,  # for the start by double click
    "party/models": 1_400,  # for comparison keys, sign-ins, former names, pictures of slips
    "party/pdf": 4_800,  # for slips that a camera can read
    "party/progression": 2_995,
    "party/queries": 12_890,  # for prize-giving, tally cards, slips that wait for the desk
    "party/rosters": 3_110,
    "party/slip_reader": 1_140,  # for slip codes, and for marks in bad pictures
    "party/services": 8_520,  # for prize-giving, updates, results from tables, photographs
    "party/static": 3_450,  # for calls, results from phones, photographs to send
    "party/tables": 715,
    "party/templatetags": 500,  # for cached bid keys, which save a quarter of the desk’s time
    "party/values": 8_220,  # for stories, layouts, texts of papers, photographed slips
    "party/views": 9_675,  # for prize-giving, phones without cookies, guests, slips
    "templates": 5_135,  # for the pages of sign-ins, of a player and of a layout
    "tests": 82_510,  # for behaviour that removed view tests had proved
}
COUNTED = {"party": "*.py", "party/static": "**/*.js", "templates": "**/*.html"}
BANNED_IMPORTS = {
    "django.contrib.admin": "the admin writes past services and log",
    "django.db.models.signals": "no signals: a service says what follows",
    "django.dispatch": "no signals: a service says what follows",
    "django.forms.models": "a ModelForm writes past services and log",
}
BANNED_NAMES = {"ModelForm", "modelform_factory", "modelformset_factory", "receiver"}
MARKUP = {
    re.compile(r"<[^>]*\sstyle\s*=", re.IGNORECASE): "style= is for the style sheet",
    re.compile(r"<style\b", re.IGNORECASE): "<style> is for the style sheet",
    re.compile(r"<[^>]*\son[a-z]+\s*=\s*[\"']", re.IGNORECASE): "no on…= handlers",
    re.compile(r"<script\b(?![^>]*\bsrc=)", re.IGNORECASE): "no inline script",
    re.compile(
        r"<(?:script|img|link|iframe|source)\b[^>]*(?:src|href)=[\"'](?:https?:)?//",
        re.IGNORECASE,
    ): "halls have no internet",
}
SHEET = {
    re.compile(r"url\(\s*[\"']?(?:https?:)?//", re.IGNORECASE): "halls have no internet",
    re.compile(r"@import\b", re.IGNORECASE): "one style sheet, no @import",
}
OPENED = re.compile(r"\b(?:Path|open|read_text|joinpath)\(\s*[\"'](?:/|\.\.)")
ABSOLUTE = re.compile(r"^/(?!usr/lib/postgresql)\w")

FIELD = re.compile(r"\{[\w.]*\}")  # a placeholder in a sentence
WORD = re.compile(r"[^\W\d_][\w’']*")
TEMPLATE_COMMENT = re.compile(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", re.DOTALL)
INLINE_TAG = re.compile(r"</?(?:a|b|br|code|em|i|kbd|q|s|small|span|strong)\b[^>]*>")

# Names that a pure library and the app both use, for a value and for a stored row or a refusal.
SHARED_CLASSES = {"Award", "Fault", "Prize", "Record", "Wish"}

Check = Callable[[Path], list[str]]


def modules(root: Path, *folders: str) -> Iterator[tuple[Path, tuple[ast.AST, ...]]]:
    """Yield each module and its nodes, the module itself first."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, nodes_of(path)


@lru_cache(maxsize=2000)
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """Yield every name that is imported, in full, with its line."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def is_under(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def long_functions(root: Path) -> list[str]:
    return [
        f"{path}:{node.lineno}: {node.name} has more than {LINES_OF_A_FUNCTION} lines"
        for path, nodes in modules(root, "party")
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LINES_OF_A_FUNCTION
    ]


PLACE_ROW = re.compile(r"^\| .* \| `(\S+)` \| `(\w+)` \|$", re.MULTILINE)


def lost_places(root: Path) -> list[str]:
    """Return the rows of "Where is …?" whose file or name is gone."""
    guide = root / "CONTRIBUTING.md"
    rows = PLACE_ROW.findall(guide.read_text(encoding="utf-8")) if guide.exists() else []
    return [
        f"{guide}: {file} has no {name}"
        for file, name in rows
        if not (root / file).exists()
        or not re.search(rf"\b{name}\b", (root / file).read_text(encoding="utf-8"))
    ]


def folders_over_budget(root: Path) -> list[str]:
    """Find folders with more lines than `LINES` allows; a folder missing there may have none."""
    layers = (path for path in (root / "party").glob("*") if path.is_dir())
    names = {f"party/{path.name}" for path in layers} - {"party/migrations", "party/__pycache__"}
    over = []
    for folder in sorted(LINES.keys() | names):
        lengths = {
            path: path.read_bytes().count(b"\n")
            for path in (root / folder).glob(COUNTED.get(folder, "**/*.py"))
            if "node_modules" not in path.parts
        }
        total, most = sum(lengths.values()), LINES.get(folder, 0)
        if total > most:
            text = (
                f"{folder} has {total:,} lines, its budget is {most:,}: remove some, or raise it"
            )
            longest = max(lengths, key=lambda path: lengths[path])
            over.append(f"{longest}: {text} in a diff that says why")
    return over


def modules_without_a_room(root: Path) -> list[str]:
    """Find files and folders of a layer that are neither a room nor declared as shared."""
    layers = {root / "party" / layer: shared for layer, shared in SHARED.items()}
    layers[root / "templates"] = {"base", "parts", "django"}  # Django wants the name "django"
    return [
        f"{path}: in no room, and not declared as shared"
        for layer, shared in layers.items()
        for path in sorted(layer.glob("*"))
        if path.stem not in ROOMS | shared | {"__init__", "__pycache__"}
        and not path.stem[:3].isdecimal()  # for example 404.html
    ]


def rooms_that_re_export(root: Path) -> list[str]:
    """Find rooms whose `__init__` has code: imports through it would be circular."""
    return [
        f"{path}: the `__init__` of a room stays empty"
        for layer in SHARED
        for path in sorted((root / "party" / layer).glob("*/__init__.py"))
        if path.read_text(encoding="utf-8").strip()
    ]


def draws_read_by_key(root: Path) -> list[str]:
    """Find reads of the JSON of a draw: only the model of a round may read it."""
    return [
        f"{path}:{node.lineno}: .draw is JSON; read stored_draw"
        for path, nodes in modules(root, "party/queries", "party/services", "party/views")
        for node in nodes
        if isinstance(node, ast.Attribute)
        and node.attr == "draw"
        and isinstance(node.value, ast.Name)
        and node.value.id in {"round_", "row", "after", "closed", "last", "latest"}
    ]


def services_with_a_user(root: Path) -> list[str]:
    """Find services that take a user `by`: they take an Actor, which is never None."""
    return [
        f"{path}:{node.lineno}: {node.name} takes `by`; take an actor"
        for path, nodes in modules(root, "party/services")
        for node in nodes
        if isinstance(node, ast.FunctionDef)
        and "by" in {arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)}
    ]


def untyped_forms(root: Path) -> list[str]:
    """Find views that read `cleaned_data` or splat a form: the type checker sees neither."""
    return [
        f"{path}:{node.value.lineno}: views take a form's typed values, one by one"
        for path, nodes in modules(root, "party/views")
        for node in nodes
        if (isinstance(node, ast.Attribute) and node.attr == "cleaned_data")
        or (
            isinstance(node, ast.keyword)
            and node.arg is None
            and re.search(r"form\b|\bvalue\b", ast.unparse(node.value))
        )
    ]


def vague_names(root: Path) -> list[str]:
    return [
        f"{path}: says nothing about what is in it"
        for folder in ("party", "tests", "templates")
        for path in (root / folder).rglob("*")
        if "node_modules" not in path.parts
        and path.stem.strip("_") in {"utils", "util", "helpers", "helper", "common", "misc"}
    ]


def repeated_class_names(root: Path) -> list[str]:
    """Find top-level classes with the same name."""
    places_by_name: dict[str, list[str]] = {}
    for path, nodes in modules(root, "party"):
        for node in getattr(nodes[0], "body", ()):
            if isinstance(node, ast.ClassDef) and node.name not in {"Command", *SHARED_CLASSES}:
                places_by_name.setdefault(node.name, []).append(f"{path}:{node.lineno}")
    return [
        f"{place}: {name} is the name of another class"
        for name, places in sorted(places_by_name.items())
        for place in places[1:]
    ]


def writes_past_services(root: Path) -> list[str]:
    """Find the ORM's writing methods outside services.

    The pure parts and `pdf` reach no database and use these names for other things.
    """
    return [
        f"{path}:{node.lineno}: .{node.func.attr}() outside services"
        for path, nodes in modules(root, "party")
        if path.relative_to(root).parts[1] not in {"services", "pdf", "values", *PURE}
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (node.func.attr in WRITES or is_query_update(node.func))
    ]


def bulk_writes_without_end(root: Path) -> list[str]:
    """Find bulk writes without batch_size: PostgreSQL takes 65,535 values in a statement."""
    return [
        f"{path}:{node.lineno}: .{node.func.attr}() without batch_size"
        for path, nodes in modules(root, "party")
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"bulk_create", "bulk_update"}
        and all(each.arg != "batch_size" for each in node.keywords)
    ]


def is_query_update(called: ast.Attribute) -> bool:
    """Return whether a call is `Entry.objects.filter(…).update()`, not the update() of a dict."""
    if called.attr not in {"update", "aupdate"}:
        return False
    words = {node.attr for node in ast.walk(called.value) if isinstance(node, ast.Attribute)}
    return bool(words & {"objects", "filter", "exclude", "all", "_meta"})


def database_imports_of_papers(root: Path) -> list[str]:
    return [
        f"{path}:{line}: {name} where values are handed in"
        for folder in HANDED_VALUES
        for path, nodes in modules(root, f"party/{folder}")
        for name, line in imported(nodes)
        if is_under(name, "django.db")
    ]


def foreign_imports_of_pure_parts(root: Path) -> list[str]:
    return [
        f"{path}:{line}: {name} in a pure part"
        for folder, allowed in PURE.items()
        for path, nodes in modules(root, f"party/{folder}")
        for name, line in imported(nodes)
        if name.split(".")[0] not in allowed and not is_under(name, f"party.{folder}")
    ]


def banned_imports(root: Path) -> list[str]:
    return [
        f"{path}:{line}: {name}: {why}"
        for path, nodes in modules(root, "party")
        for name, line in imported(nodes)
        for banned, why in BANNED_IMPORTS.items()
        if is_under(name, banned)
    ]


def banned_names(root: Path) -> list[str]:
    return [
        f"{path}:{node.lineno}: {name}"
        for path, nodes in modules(root, "party")
        for node in nodes
        if isinstance(node, ast.Name | ast.Attribute)
        and (name := node.id if isinstance(node, ast.Name) else node.attr) in BANNED_NAMES
    ]


def save_overrides(root: Path) -> list[str]:
    """Find overridden save() and delete(). SessionStore is not a row, and its save() may write."""
    return [
        f"{path}:{method.lineno}: {node.name}.{method.name}() hides a write"
        for path, nodes in modules(root, "party")
        for node in nodes
        if isinstance(node, ast.ClassDef) and node.name != "SessionStore"
        for method in node.body
        if isinstance(method, ast.FunctionDef) and method.name in {"save", "delete"}
    ]


def loose_markup(root: Path) -> list[str]:
    pages = [*(root / "templates").rglob("*.html"), *(root / "party").rglob("templates/**/*.html")]
    return [*matches(pages, MARKUP), *matches((root / "party/static").rglob("*.css"), SHEET)]


def matches(paths, patterns: dict[re.Pattern[str], str]) -> list[str]:
    return [
        f"{path}: {hit.group(0)}: {why}"
        for path in paths
        for pattern, why in patterns.items()
        for hit in pattern.finditer(path.read_text(encoding="utf-8"))
    ]


def sentences_written_twice(root: Path) -> list[str]:
    """Find sentences of five or more words that are written in two places."""
    first: dict[str, str] = {}
    faults = []
    for place, text in (*texts_of_modules(root), *texts_of_templates(root)):
        for sentence in re.split(r"(?<=[.?!…])\s+", " ".join(FIELD.sub("{}", text).split())):
            if len(WORD.findall(sentence)) < 5 or sentence[-1] not in ".?!":
                continue
            if sentence in first:
                faults.append(f"{place}: “{sentence}” stands in {first[sentence]} as well")
            first.setdefault(sentence, place)
    return faults


def texts_of_modules(root: Path) -> Iterator[tuple[str, str]]:
    for path, nodes in modules(root, "party"):
        # Ids of nodes that are no texts of their own: docstrings, and the pieces of f-strings.
        skipped = set()
        for node in nodes:
            if isinstance(node, ast.Expr):
                skipped.add(id(node.value))
            elif isinstance(node, ast.JoinedStr):
                skipped |= {id(piece) for piece in node.values}
                pieces = (getattr(piece, "value", "") for piece in node.values)
                texts = (piece if isinstance(piece, str) else "{}" for piece in pieces)
                yield f"{path}:{node.lineno}", "".join(texts)
            elif isinstance(getattr(node, "value", 0), str) and id(node) not in skipped:
                yield f"{path}:{node.lineno}", node.value


def texts_of_templates(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((root / "templates").rglob("*.html")):
        page = TEMPLATE_COMMENT.sub("", path.read_text(encoding="utf-8"))
        page = INLINE_TAG.sub("", re.sub(r"\{\{.*?\}\}", "{}", page))
        for text in re.split(r"\{%.*?%\}|<[^>]*>", page):
            yield str(path), text
        for tag in re.findall(r"\{%.*?%\}", page):
            yield from ((str(path), text) for text in re.findall(r'"([^"]*)"', tag))


def outside_paths(root: Path) -> list[str]:
    """Find paths out of the project in tests and scripts: `../`, Path("/…"), open("/…")."""
    return [
        *(
            f"{path}:{node.lineno}: {node.args[0].value} is outside the project"
            for path in sorted((root / "tests").rglob("*.py"))
            if OPENED.search(path.read_text(encoding="utf-8"))  # parse only these files
            for node in nodes_of(path)
            if isinstance(node, ast.Call) and opens_outside(node)
        ),
        *(
            f"{path}: reads outside the project"
            for path in sorted((root / ".ci").glob("*"))
            if re.search(r"\.\./|\bshared/", path.read_text(encoding="utf-8"))
        ),
    ]


def opens_outside(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    first = call.args[0] if call.args else None
    if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
        return False
    return name in {"Path", "open", "read_text", "joinpath"} and bool(
        ABSOLUTE.match(first.value) or first.value.startswith("..")
    )


# Each check, and a file that breaks it.
CHECKS: dict[Check, tuple[str, str]] = {
    long_functions: ("party/views/evening/rounds.py", "def close():\n" + "    stay()\n" * 40),
    folders_over_budget: ("party/tables/planted.py", "\n" * (LINES["party/tables"] + 1)),
    lost_places: ("CONTRIBUTING.md", "| the moves | `party/moves.py` | `move` |"),
    modules_without_a_room: ("party/values/planted.py", ""),
    rooms_that_re_export: (
        "party/queries/seats/__init__.py",
        "from party.queries.seats.rota import turns",
    ),
    draws_read_by_key: ("party/queries/seats/rota.py", "due = round_.draw['due']"),
    services_with_a_user: (
        "party/services/evening/rounds.py",
        "def close(*, by: User | None): pass",
    ),
    untyped_forms: ("party/views/prizes/prizes.py", "add_prize(party.pk, **form.value)"),
    vague_names: ("party/views/utils.py", ""),
    repeated_class_names: ("party/views/planted.py", "class X: pass\nclass X: pass"),
    writes_past_services: (
        "party/views/scores/hands.py",
        "Entry.objects.filter(pk=1).update(hand=2)",
    ),
    bulk_writes_without_end: ("party/services/rules.py", "Entry.objects.bulk_update(rows)"),
    database_imports_of_papers: ("party/pdf/slips.py", "from django.db import connection"),
    foreign_imports_of_pure_parts: ("party/engine/deal.py", "from random import shuffle"),
    banned_imports: ("party/models/evening.py", "from django.db.models import signals"),
    banned_names: ("party/forms/evening/parties.py", "class PartyForm(forms.ModelForm): pass"),
    save_overrides: ("party/models/evening.py", "class Party:\n    def save(self): pass"),
    loose_markup: ("templates/base.html", '<p class="x" style="color: red">'),
    sentences_written_twice: (
        "party/services/rules.py",
        'A = "The seats of {} are drawn."\nB = f"No. The seats of {party} are drawn."',
    ),
    outside_paths: ("tests/test_rules.py", 'Path("../rules.md").read_text()'),
}

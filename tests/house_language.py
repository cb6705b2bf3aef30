"""The checks of names and of the words in docstrings and comments."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.house import Check, modules

MANY = re.compile("Collection|Container|Iterable|QuerySet|Sequence|[Ss]et|frozenset|list|tuple")
BY_KEY = {"Counter", "Mapping", "MutableMapping", "defaultdict", "dict"}
ANYTHING = re.compile(r"\b([A-Z]|Any|object)\b")  # one letter is a type variable
# Words of Python and Django that are right with any type.
ANY_TYPE = {"data", "first", "form", "other", "second", "value", "values"}
MOST_TYPES = 4
# Names with more types than that, and how many. A number here is only ever lowered.
TYPES_TODAY = {
    name: most
    for most, names in {
        1: "at",
        5: "choices columns entry hand hands parties shown",
        6: "last pair played points record stage tricks typed",
        7: "after one rounds sheet",
        8: "cards lines table",
        9: "names tables",
        10: "people",
        14: "row",
        16: "before",
        17: "rows",
    }.items()
    for name in names.split()
}
# Words that name nothing, as a whole name or a part of one.
BANNED_WORDS = {"anew", "comes", "else", "its", "meanwhile", "meant", "them", "they", "thus"}
BANNED_WORDS |= {"told", "whatever", "wherever", "whoever", "whom", "whomever"}
# Adverbs, pronouns and participles that name nothing by themselves.
BANNED_NAMES = {"again", "asked", "away", "has_come", "how", "instead", "said", "so", "so_far"}
BANNED_NAMES |= {"then", "there", "where_here", "what", "what_text"}
BANNED_PHRASES = re.compile(
    r"\b([Ww]ho(m)?ever|in vain|treads? on|hangs? on (?!the wall)|as it were|of theirs|none there"
    r"|of its own accord|thereby|thereof|whereof|wherein|of nobody)\b|(^|[.;:] )[Ee]lse (?!if)"
)


def parameters_of_many_types(root: Path) -> list[str]:
    """Find names of parameters that stand for many kinds of values.

    `CardSheet` and `Sheet` are one kind for the parameter `sheet`, a list and a tuple of one item
    are another for `sheets`.
    """
    return [
        f"{place}: the parameter {name} has {len(kinds)} types: {', '.join(sorted(kinds))}"
        for name, (place, kinds) in types_of_parameters(root).items()
        if len(kinds) > TYPES_TODAY.get(name, MOST_TYPES)
    ]


def types_of_parameters(root: Path) -> dict[str, tuple[str, set[str]]]:
    """Return each parameter's types, and the place of the last one found."""
    found: dict[str, tuple[str, set[str]]] = {}
    for path, tree in modules(root, "party"):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                    if each.annotation and each.arg not in ANY_TYPE:
                        _, kinds = found.get(each.arg, ("", set()))
                        kind = kind_of(each.arg, each.annotation)
                        if not ANYTHING.search(kind):
                            kinds.add(kind)
                        found[each.arg] = f"{path}:{each.lineno}", kinds
    return found


def kind_of(name: str, annotation: ast.expr) -> str:
    """Return the annotation in a short form: without None, all kinds of lists alike."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return kind_of(name, ast.parse(annotation.value, mode="eval").body)
    if isinstance(annotation, ast.BinOp):
        sides = {kind_of(name, annotation.left), kind_of(name, annotation.right)}
        return " | ".join(sorted(sides - {"None"}))
    if isinstance(annotation, ast.Subscript):
        parts = annotation.slice
        items = parts.elts if isinstance(parts, ast.Tuple) else [parts]
        of = [kind_of(name, item) for item in items if ast.unparse(item) != "..."]
        outer = ast.unparse(annotation.value).split(".")[-1]
        if outer in BY_KEY:
            outer, of = "by key", of[:2]
        elif MANY.fullmatch(outer):
            outer, of = "many", sorted(set(of))
        else:
            of = []
        return " ".join([outer, *of])
    word = ast.unparse(annotation)
    plain = name.replace("_", "").lower()
    endings = (each for each in (plain, plain.removesuffix("s")) if word.lower().endswith(each))
    return next(endings, word)


def meaningless_names(root: Path) -> list[str]:
    return [
        f"{path}:{node.lineno}: {name} is no name of a thing"
        for path, tree in modules(root, "party")
        for node in ast.walk(tree)
        if ((name := name_given_by(node)) and BANNED_WORDS & set(name.lower().split("_")))
        or (
            isinstance(node, ast.FunctionDef)
            and node.name.strip("_") in BANNED_NAMES
            and not is_shown_by_templates(node)
        )
    ]


def is_shown_by_templates(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(each).endswith("property") for each in node.decorator_list)


def name_given_by(node: ast.AST) -> str:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.arg):
        return node.arg
    return node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""


def indirect_phrases(root: Path) -> list[str]:
    """Find phrases in docstrings and comments for which plain English has another word."""
    return [
        f"{path}:{line}: “{hit.group(0).strip()}” is no plain English"
        for path, tree in modules(root, "party", "tests")
        for line, text in (*docstrings(tree), *comments(path))
        if (hit := BANNED_PHRASES.search(text))
    ]


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield getattr(node, "lineno", 1), " ".join((ast.get_docstring(node) or "").split())


def comments(path: Path) -> Iterator[tuple[int, str]]:
    text = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


# Each check, and a file that breaks it.
CHECKS: dict[Check, tuple[str, str]] = {
    parameters_of_many_types: (
        "party/queries/planted.py",
        "\n".join(f"def f(kept: {name}): pass" for name in ("int", "str", "bool", "date", "Bid")),
    ),
    meaningless_names: ("party/queries/planted.py", "def shut_out_whom(): pass"),
    indirect_phrases: ("tests/planted.py", "# The link goes to whoever asks."),
}

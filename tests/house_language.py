"""The checks of names and of the words in docstrings and comments."""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.house import Check, modules, nodes_of

MANY = re.compile("Collection|Container|Iterable|QuerySet|Sequence|[Ss]et|frozenset|list|tuple")
BY_KEY = {"Counter", "Mapping", "MutableMapping", "defaultdict", "dict"}
UNSPECIFIC_TYPE = re.compile(r"\b([A-Z]|Any|object)\b")  # one letter is a type variable
# Names of parameters that may have any type, as in Python and Django.
ANY_TYPE_NAMES = {"data", "first", "form", "other", "second", "value", "values"}
MOST_TYPES = 4
DOCSTRING_SHARE = 0.34  # of the functions of party
# Names of parameters that still have more types, each with their number. Lower these numbers when
# you can; never raise one.
TYPES_TODAY = {
    name: most
    for most, names in {
        1: "at",
        5: "choices columns entry hand hands parties",
        6: "last pair played points record stage tricks typed",
        7: "after one rounds sheet table",
        8: "cards lines",
        9: "names tables",
        10: "people",
        14: "before row",
        17: "rows",
    }.items()
    for name in names.split()
}
# Words that name nothing: no name may be or contain one of them.
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

    Similar types count once. For the parameter `sheet`, `CardSheet` and `Sheet` are one kind; for
    `sheets`, a list and a tuple of sheets are one kind.
    """
    return [
        f"{place}: the parameter {name} has {len(kinds)} types: {', '.join(sorted(kinds))}"
        for name, (place, kinds) in types_of_parameters(root).items()
        if len(kinds) > TYPES_TODAY.get(name, MOST_TYPES)
    ]


def types_of_parameters(root: Path) -> dict[str, tuple[str, set[str]]]:
    """Return each parameter's types, and the place of the last one found."""
    found: dict[str, tuple[str, set[str]]] = {}
    for path, nodes in modules(root, "party"):
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                    if each.annotation and each.arg not in ANY_TYPE_NAMES:
                        _, kinds = found.get(each.arg, ("", set()))
                        kind = kind_of(each.arg, each.annotation)
                        if not UNSPECIFIC_TYPE.search(kind):
                            kinds.add(kind)
                        found[each.arg] = f"{path}:{each.lineno}", kinds
    return found


def kind_of(name: str, annotation: ast.expr) -> str:
    """Return the same short text for similar types: it omits None, and calls each list “many”."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return kind_of(name, ast.parse(annotation.value, mode="eval").body)
    if isinstance(annotation, ast.BinOp):
        sides = {kind_of(name, annotation.left), kind_of(name, annotation.right)}
        return " | ".join(sorted(sides - {"None"}))
    if isinstance(annotation, ast.Subscript):
        parts = annotation.slice
        items = parts.elts if isinstance(parts, ast.Tuple) else [parts]
        item_kinds = [kind_of(name, item) for item in items if ast.unparse(item) != "..."]
        outer = ast.unparse(annotation.value).split(".")[-1]
        if outer in BY_KEY:
            outer, item_kinds = "by key", item_kinds[:2]
        elif MANY.fullmatch(outer):
            outer, item_kinds = "many", sorted(set(item_kinds))
        else:
            item_kinds = []
        return " ".join([outer, *item_kinds])
    type_name = ast.unparse(annotation)
    compact_name = name.replace("_", "").lower()
    endings = (compact_name, compact_name.removesuffix("s"))
    return next((each for each in endings if type_name.lower().endswith(each)), type_name)


def meaningless_names(root: Path) -> list[str]:
    return [
        f"{path}:{node.lineno}: {name} is no name of a thing"
        for path, nodes in modules(root, "party")
        for node in nodes
        if ((name := name_given_by(node)) and BANNED_WORDS & set(name.lower().split("_")))
        or (
            isinstance(node, ast.FunctionDef)
            and node.name.strip("_") in BANNED_NAMES
            and not is_property(node)
        )
    ]


def is_property(node: ast.FunctionDef) -> bool:
    """Return whether a function is a property, which templates read: it may be an adverb."""
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
        for folder in ("party", "tests")
        for path in sorted((root / folder).rglob("*.py"))
        if "migrations" not in path.parts and has_a_banned_phrase(path)
        for line, text in (*docstrings(nodes_of(path)), *comments(path))
        if (hit := BANNED_PHRASES.search(text))
    ]


def has_a_banned_phrase(path: Path) -> bool:
    """Look at the whole text first, strings included: most files need no parsing after it."""
    text = path.read_text(encoding="utf-8").replace('"""', ". ").replace("#", ". ")
    return bool(BANNED_PHRASES.search(" ".join(text.split())))


def docstrings(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield getattr(node, "lineno", 1), " ".join((ast.get_docstring(node) or "").split())


def comments(path: Path) -> Iterator[tuple[int, str]]:
    text = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def too_many_docstrings(root: Path) -> list[str]:
    functions = [
        (path, node)
        for path, nodes in modules(root, "party")
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    described = [path for path, node in functions if ast.get_docstring(node)]
    if len(described) <= DOCSTRING_SHARE * len(functions):
        return []
    share = f"{len(described)} of {len(functions)} functions"
    return [f"{described[-1]}: {share} have a docstring; let names say more of them"]


# Each check, and a file that breaks it.
CHECKS: dict[Check, tuple[str, str]] = {
    parameters_of_many_types: (
        "party/queries/planted.py",
        "\n".join(f"def f(kept: {name}): pass" for name in ("int", "str", "bool", "date", "Bid")),
    ),
    meaningless_names: ("party/queries/planted.py", "def shut_out_whom(): pass"),
    too_many_docstrings: ("party/queries/planted.py", 'def page():\n    """Return it."""'),
    indirect_phrases: ("tests/planted.py", "# The link goes to whoever asks."),
}

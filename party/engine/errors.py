from dataclasses import dataclass, field
from typing import Any

LONGEST_QUOTE = 20  # letters of the input that a sentence quotes


@dataclass(frozen=True)
class Fault:
    """One fault; `rule` is a number such as "T66", `place` names a part of the input.

    `text` is for people, `params` are the values in it, `legal` the choices at that place.
    """

    code: str
    text: str
    rule: str = ""
    place: str = ""
    params: dict[str, Any] = field(default_factory=dict, hash=False)
    legal: tuple[str, ...] = ()


def fault(
    code: str,
    template: str,
    *,
    rule: str = "",
    place: str = "",
    legal: tuple[str, ...] = (),
    **params: Any,
) -> Fault:
    """Build a fault; `params` fill in the template."""
    return Fault(code, template.format(**params), rule, place, params, legal)


def shorten(value: object) -> str:
    text = str(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


class RuleError(ValueError):
    """The rules refuse the input; `faults` holds every reason and is never empty."""

    def __init__(self, first: Fault, *others: Fault) -> None:
        super().__init__(first, *others)
        self.faults: tuple[Fault, ...] = (first, *others)

    @property
    def code(self) -> str:
        return self.faults[0].code

    def __str__(self) -> str:
        return " ".join(reason.text for reason in self.faults)


def unknown_notation_error(kind: str, examples: str, text: str) -> RuleError:
    template = f"“{{text}}” is not a {kind}. {kind.title()}s look like {examples}."
    return RuleError(fault(f"{kind}-unknown", template, place=kind, text=shorten(text)))

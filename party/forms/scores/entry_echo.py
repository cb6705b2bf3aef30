"""What was typed at the desk, said back in words before and after it is saved."""

from dataclasses import dataclass, replace
from uuid import uuid4

from party.engine import (
    HandEntry,
    HandResult,
    Rules,
    describe,
    pair_of,
    pair_points,
    write_entry,
)
from party.forms.scores.entries import EntryForm, Fits, Jump
from party.models.scores.entries import TOTAL
from party.values.scores.tables import HandLine, Sheet, hand_name, total_text


@dataclass(frozen=True)
class Echo:
    """`who` are the bidders by name; the points are those of the two pairs."""

    words: str
    who: str = ""
    ns: int | None = None
    ew: int | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """`choices` are the hands that were possible: as the desk would type them, and in words."""

    words: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Clash:
    """Two desks, one hand: what is in already, and what was typed here for the same number.

    `sent` is what is sent again to put the second in the place of the first, or beside it;
    `text` is the line as the desk types it, "" for a total, and `beyond` the number it would have
    as another hand.
    """

    table: int
    theirs: HandLine
    mine: Echo
    sent: dict[str, object]
    text: str = ""
    beyond: int | None = None

    @property
    def what(self) -> str:
        return hand_name(self.theirs.hand)

    @property
    def words(self) -> str:
        what = self.what.capitalize()
        return f"{what} of table {self.table} is in already: {self.theirs.words}."


def clash_of(rules: Rules, at: Sheet, form: EntryForm) -> Clash | None:
    """Lay what is in beside what was typed; None where nothing is in under that number."""
    data = form.cleaned_data
    total = "ns" in data
    hand = TOTAL if total else data["hand"]
    theirs = next((line for line in at.hands if line.hand == hand), None)
    if theirs is None:
        return None
    sent: dict[str, object] = {
        "seen": theirs.entry,
        "submission": uuid4(),
        "source": data["source"],
    }
    if total:
        points = {"ns": data["ns"], "ew": data["ew"]}
        mine = Echo(total_text(**points), **points)
        return Clash(at.score.number, theirs, mine, sent | points)
    echo, text = echo_of(rules, at, data["text"]), write_entry(data["text"])
    beyond = None if at.score.finished else at.next_hand
    return Clash(at.score.number, theirs, echo or Echo(""), sent | {"text": text}, text, beyond)


def echo_of(rules: Rules, at: Sheet, typed: HandEntry | Jump | Fits | None) -> Echo | None:
    """Return what the line means so far; None for an empty line."""
    if typed is None:
        return None
    if isinstance(typed, Jump):
        return Echo(f"Go to table {typed.table}")
    if isinstance(typed, Fits):
        return Echo(fits_text(rules, typed), ns=typed.ns, ew=typed.ew)
    result = typed.result
    if result is None:
        return Echo("That was the last hand" if typed.last else "Thrown in, dealt again")
    ns, ew = pair_points(rules, result)
    flags = tuple(flag.text for flag in typed.flags)
    last = ". That was the last hand" if typed.last else ""
    return Echo(describe(rules, result) + last, bidders(at, result), ns, ew, flags)


def bidders(at: Sheet, result: HandResult) -> str:
    """Return the pair that bid by name, who bid first: "Bert & Alma"."""
    first = result.declarer
    if first is None or first not in at.seats:
        return ""
    partner = pair_of(first).replace(first, "")
    return " & ".join(str(at.seats[seat]) for seat in (first, partner) if seat in at.seats)


def fits_text(rules: Rules, fits: Fits) -> str:
    """Return in words which hands a pair of points can have been."""
    hands = [describe(rules, entry.result, pair=True) for entry in fits.entries]
    return f"That was {' or '.join(hands)}"


def question_of(rules: Rules, at: Sheet, fits: Fits) -> Question:
    """Return the question which hand it was; points never say which of two partners bid."""
    choices = []
    for entry in fits.entries:
        for result in by_each_partner(entry.result):
            words = describe(rules, result)
            seat = result.declarer or ""
            name = f"{at.seats[seat]}: " if seat in at.seats else ""
            choices.append((write_entry(HandEntry(result)), f"{name}{words}"))
    ending = "Who bid?" if len(fits.entries) == 1 else "Which hand was it?"
    return Question(f"{fits_text(rules, fits)}. {ending}", tuple(choices))


def by_each_partner(result: HandResult | None) -> list[HandResult]:
    if result is None:
        return []
    if result.declarer is None:
        return [result]
    return [replace(result, declarer=seat) for seat in pair_of(result.declarer)]

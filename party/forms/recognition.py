"""Is this the same person? Asked before a list of names is added.

Two people may have one name, and one person comes every month under names that are spelt alike.
So a name that one person of the club bears is taken for the same person only while the tick stays;
one that is on tonight's list already is left out of a list, unless it is ticked as another
person's; and a name that several people bear, or that is only *like* one that is known, needs an
answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.dateformat import format as date_format

from party.forms.plain import PlainForm
from party.values.alike import Alike, folded
from party.values.names import clean_name, same_name
from party.values.players import Known, Newcomer
from party.values.rosters import Line

LEAVE_OUT, NEW = "leave-out", "new"


class TickedField(forms.MultipleChoiceField):
    """Boxes beside the rows of the preview; as fast for thousands as for ten."""

    def __init__(self, offered: Sequence[int], **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.offered = {str(index) for index in offered}

    def valid_value(self, value: object) -> bool:
        return str(value) in self.offered


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of the preview: who it is, and the box beside it (its name, "" for none)."""

    index: int
    line: Line
    name: str
    words: str
    box: str = ""
    ticked: bool = False


class RecognitionForm(PlainForm):
    """`tonight` are the names on the list by `same_name`, `roster` whom else the club knows.

    `twice` says what becomes of somebody who is on tonight's list already.
    """

    asked = forms.CharField(widget=forms.HiddenInput, initial="yes")

    def __init__(
        self,
        *args: Any,
        lines: Sequence[Line],
        tonight: Mapping[str, str],
        roster: Sequence[Known],
        twice: str = "leave it out",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.lines, self.tonight, self.roster, self.twice = lines, tonight, roster, twice
        self.bearers: dict[str, list[Known]] = {}
        for person in roster:
            self.bearers.setdefault(same_name(person.name), []).append(person)
        self.clear: list[int] = []
        self.again: dict[int, str] = {}
        self.doubtful: dict[int, list[tuple[str, str]]] = {}
        self._sort_out()
        self.fields["same"] = TickedField(self.clear, initial=[str(i) for i in self.clear])
        # Whoever gave each a number took them for two people.
        numbered = [str(index) for index in self.again if self.lines[index].number]
        self.fields["another"] = TickedField(list(self.again), initial=numbered)
        for index in self.doubtful:
            self.fields[f"who-{index}"] = self._choice(index)

    def _sort_out(self) -> None:
        """Tell names that one known person bears from those that need an answer or are new."""
        alike = _Lookalikes(self.tonight, self.roster)
        seen: dict[str, int] = {}
        for index, line in enumerate(self.lines):
            name = same_name(line.name)
            bearers = self.bearers.get(name, [])
            where = "on tonight’s list" if name in self.tonight else ""
            if not where and folded(name) in seen:
                where = f"in line {seen[folded(name)]}"
            # The one who bears the name is the line above; this one is nobody, or somebody new.
            if where and len(self.lines) > 1 and len(bearers) <= (name not in self.tonight):
                self.again[index] = where
            elif where or len(bearers) > 1:
                self.doubtful[index] = [*self._is_there(line.name, where), *self._people(bearers)]
            elif bearers:
                self.clear.append(index)
            elif near := alike.to(line.name):
                here, known = near
                there = [self._there(other, "on tonight’s list") for other in here]
                self.doubtful[index] = [*there[:1], *self._people(known)]
            seen.setdefault(folded(name), line.place)

    def _is_there(self, name: str, where: str) -> Iterator[tuple[str, str]]:
        if where:
            yield self._there(clean_name(name), where)

    def _there(self, name: str, where: str) -> tuple[str, str]:
        return LEAVE_OUT, f"Same person as the {name} {where}: {self.twice}"

    def _people(self, people: Sequence[Known]) -> list[tuple[str, str]]:
        return [(str(person.id), f"Same person as {told(person)}") for person in people]

    def _choice(self, index: int) -> forms.ChoiceField:
        line = self.lines[index]
        name = clean_name(line.name)
        place = f"Line {line.place}, " if len(self.lines) > 1 else ""
        return forms.ChoiceField(
            label=f"{place}{name}: same person?",
            choices=[*self.doubtful[index], (NEW, "Another person, new to the club")],
            widget=forms.RadioSelect,
            error_messages={"required": f"Say whether {name} is the same person."},
        )

    @property
    def needed(self) -> bool:
        return bool(self.clear or self.again or self.doubtful)

    @property
    def questions(self) -> list[forms.BoundField]:
        return [self[f"who-{index}"] for index in self.doubtful]

    @property
    def adding(self) -> list[Shown]:
        """Return the lines that are added as they are, unless a tick is taken away."""
        ticked, clear = set(self["same"].value() or ()), set(self.clear)
        return [
            self._shown(index, told(self._bearer(index)), "same", ticked)
            if index in clear
            else Shown(index, line, clean_name(line.name), "New to the club")
            for index, line in enumerate(self.lines)
            if index not in self.doubtful and index not in self.again
        ]

    @property
    def left_out(self) -> list[Shown]:
        """Return the lines that are there already, each with a box for another person."""
        ticked = set(self["another"].value() or ())
        return [
            self._shown(i, f"Is {where}", "another", ticked) for i, where in self.again.items()
        ]

    def _shown(self, index: int, words: str, box: str, ticked: set[str]) -> Shown:
        line = self.lines[index]
        return Shown(index, line, clean_name(line.name), words, box, str(index) in ticked)

    def _bearer(self, index: int) -> Known:
        return self.bearers[same_name(self.lines[index].name)][0]

    def newcomers(self) -> list[tuple[Line, Newcomer]]:
        """Return whom to add, those left out taken away; the line says under which number."""
        same, another = set(self.cleaned_data["same"]), set(self.cleaned_data["another"])
        found = []
        for index, line in enumerate(self.lines):
            if str(index) in same:
                found.append((line, newcomer(line, player=self._bearer(index).id)))
            elif index in self.doubtful:
                answer = self.cleaned_data[f"who-{index}"]
                who = int(answer) if answer.isdecimal() else None
                found += [(line, newcomer(line, player=who, another=True))] * (answer != LEAVE_OUT)
            elif index not in self.again or str(index) in another:
                found.append((line, newcomer(line, another=index in self.again)))
        return found


class _Lookalikes:
    """Whose names are only like one: of tonight's list, and of the roster. Built when needed."""

    def __init__(self, tonight: Mapping[str, str], roster: Sequence[Known]) -> None:
        self.names, self.people = tonight, roster
        self.built: tuple[Alike[str], Alike[Known]] | None = None

    def to(self, name: str) -> tuple[tuple[str, ...], tuple[Known, ...]] | None:
        if self.built is None:
            here = Alike((each, each) for each in self.names.values())
            self.built = here, Alike((person.name, person) for person in self.people)
        tonight, known = self.built[0].to(name), self.built[1].to(name)
        return (tonight, known) if tonight or known else None


def newcomer(line: Line, *, player: int | None = None, another: bool = False) -> Newcomer:
    return Newcomer(line.name, line.group, player, another, line.number, line.notes)


def told(person: Known) -> str:
    if person.last is None:
        return f"{person.name}, in the club’s roster"
    return f"{person.name}, last here on {date_format(person.last, 'j F Y')}"

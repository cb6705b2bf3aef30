"""Is this the same person? Asked before a known name is put on tonight's list.

Two people may have one name, and one person comes every month. So a name that the club knows is
taken for the same person only when the organiser leaves the tick, and a name that is on tonight's
list already needs an answer.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.dateformat import format as date_format

from party.forms.plain import PlainForm
from party.forms.rosters import Line
from party.values.names import clean_name, same_name
from party.values.players import Known, Newcomer

LEAVE_OUT, NEW = "leave-out", "new"


class RecognitionForm(PlainForm):
    """`tonight` are the names on the list, `known` whom the club knows; both by `same_name`.

    `twice` says what becomes of somebody who is on tonight's list already.
    """

    asked = forms.CharField(widget=forms.HiddenInput, initial="yes")

    def __init__(
        self,
        *args: Any,
        lines: Sequence[Line],
        tonight: Mapping[str, str],
        known: Mapping[str, Sequence[Known]],
        twice: str = "leave it out",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        self.known = known
        self.twice = twice
        self.clear: list[int] = []
        doubtful = self._sort_out(tonight)
        if self.clear:
            self.fields["same"] = self._ticks()
        for index in doubtful:
            self.fields[f"who-{index}"] = self._choice(index)

    def _sort_out(self, tonight: Mapping[str, str]) -> list[int]:
        """Tell names that one known person bears from names that need an answer."""
        taken, doubtful = set(tonight), []
        for index, line in enumerate(self.lines):
            name = same_name(line.name)
            bearers = len(self.known.get(name, ()))
            if name in taken or bearers > 1:
                doubtful.append(index)
            elif bearers:
                self.clear.append(index)
            taken.add(name)
        return doubtful

    @property
    def needed(self) -> bool:
        return len(self.fields) > 1

    def _ticks(self) -> forms.MultipleChoiceField:
        return forms.MultipleChoiceField(
            label="The club knows these names. Take the tick from anybody who is somebody else.",
            choices=[(str(i), self._told(self._bearers(i)[0])) for i in self.clear],
            initial=[str(i) for i in self.clear],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )

    def _choice(self, index: int) -> forms.ChoiceField:
        name = clean_name(self.lines[index].name)
        people = [(str(person.id), self._told(person)) for person in self._bearers(index)]
        return forms.ChoiceField(
            label=f"{name}: same person?",
            choices=[
                (LEAVE_OUT, f"Same person as the {name} on tonight’s list: {self.twice}"),
                *people,
                (NEW, "Another person with this name, new to the club"),
            ],
            widget=forms.RadioSelect,
            error_messages={"required": f"Say whether {name} is the same person."},
        )

    def _bearers(self, index: int) -> Sequence[Known]:
        return self.known.get(same_name(self.lines[index].name), ())

    def _told(self, person: Known) -> str:
        if person.last is None:
            return f"{person.name}, in the club’s roster"
        return f"{person.name}, last here on {date_format(person.last, 'j F Y')}"

    def newcomers(self) -> list[tuple[Line, Newcomer]]:
        """Return whom to add, those left out taken away; the line says under which number."""
        answers = [self._answer(index) for index in range(len(self.lines))]
        return [
            (line, Newcomer(line.name, line.group, player=player, another=another))
            for line, (stays, player, another) in zip(self.lines, answers, strict=True)
            if stays
        ]

    def _answer(self, index: int) -> tuple[bool, int | None, bool]:
        """Return whether somebody is added, who of the roster, and whether a namesake is here."""
        if index in self.clear:
            same = str(index) in self.cleaned_data["same"]
            return True, self._bearers(index)[0].id if same else None, False
        answer = self.cleaned_data.get(f"who-{index}", "")
        return answer != LEAVE_OUT, int(answer) if answer.isdecimal() else None, bool(answer)

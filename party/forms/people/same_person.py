"""The form with the question: is this the same person? It comes before names are added.

Two people may have one name, and one person comes every month under names that are spelt alike.
So there are three cases. A name that exactly one person of the club has is that person, unless
the tick is taken away. A name that is on tonight's list already, or in a line above, is left out,
unless it is ticked as another person's. A name that several people have, or that is only *similar*
to one that is known or in the list, needs an answer.

Beside a name that somebody else has there is a field for the word that tells the two apart.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.dateformat import format as date_format

from party.forms.people.players import WordField
from party.forms.plain_form import PlainForm
from party.rosters import RosterLine, comparison_key, folded, same_name, shortened
from party.values.people.attendance import Newcomer
from party.values.people.fees import Payment
from party.values.people.names import SimilarNames
from party.values.people.person import ClubPlayer

LEAVE_OUT, NEW = "leave-out", "new"
TONIGHT = "on tonight’s list"
MANY = 10  # questions, beyond which one tick may answer the rest
SEEN = re.compile(r"(same|another|who)-(\d+):(\w*)")
MOST_CHOICES = 8_000  # of all questions of a page
MOST_WORDS = 100  # fields; longer lists have words in a column of their own


class TickedField(forms.MultipleChoiceField):
    """Boxes beside the rows of the preview; as fast for thousands as for ten."""

    def __init__(self, offered: Sequence[int], **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.offered = {str(index) for index in offered}

    def valid_value(self, value: object) -> bool:
        return str(value) in self.offered


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of the preview: the person in words, and the name of the box beside it."""

    index: int
    line: RosterLine
    text: str
    box: str = ""
    ticked: bool = False
    word: forms.BoundField | None = None


class RecognitionForm(PlainForm):
    """Asks whether the people of uncertain lines are known.

    `tonight` are the names on the list by `same_name`, each with the full names of its people;
    `roster` are the club's other players. `twice` says what happens to somebody who is on
    tonight's list already. If the answers belong to other questions the form is `stale` and asks
    again, as it does with `read_again`; answers to lines with the same contents are kept.
    """

    asked = forms.CharField(widget=forms.HiddenInput)
    seen_lines = forms.CharField(widget=forms.HiddenInput, required=False)
    rest = forms.BooleanField(
        label="All those I did not answer are other people, new to the club", required=False
    )

    def __init__(
        self,
        *args: Any,
        lines: Sequence[RosterLine],
        tonight: Mapping[str, tuple[str, str]],
        roster: Sequence[ClubPlayer],
        twice: str = "leave it out",
        read_again: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        data = self.data if isinstance(self.data, MultiValueDict) else MultiValueDict[str, str]()
        self.dropped = set(data.getlist("drop"))  # marks of lines
        self.lines, self.tonight, self.roster, self.twice = lines, tonight, roster, twice
        self.bearers: dict[str, list[ClubPlayer]] = {}
        for person in roster:
            self.bearers.setdefault(same_name(person.name), []).append(person)
        self.clear: list[int] = []
        self.again: dict[int, str] = {}
        self.doubtful: dict[int, list[tuple[str, str]]] = {}
        self.choices = 0
        self.same_as: dict[int, str] = {}  # by line: a similar name on tonight's list
        self.usual: dict[int, str] = {}  # answers that are selected at first
        self.namesakes: list[int] = []  # lines whose name somebody else has
        self._ask_about(self._unknown_lines())
        self.fields["asked"].initial = self.mark
        self.stale = self.is_bound and not read_again and self.data.get("asked") != self.mark
        self.fields["same"] = TickedField(self.clear, initial=[str(i) for i in self.clear])
        # Different numbers mean two people.
        numbered = [str(index) for index in self.again if self.lines[index].number]
        self.fields["another"] = TickedField(list(self.again), initial=numbered)
        if len(self.doubtful) <= MANY:
            del self.fields["rest"]
        self._add_questions()
        self.fields["seen_lines"].initial = self._seen_lines()
        if self.is_bound and (self.stale or read_again):
            self.is_bound, self.initial = False, self._kept_answers()

    def _add_questions(self) -> None:
        answered = self.is_bound and "rest" in self.fields and bool(self.data.get("rest"))
        for index in self.doubtful:
            is_dropped = self.lines[index].mark in self.dropped
            required = not answered and not is_dropped
            self.fields[f"who-{index}"] = self._choice(index, required=required)
        for index in self.namesakes[:MOST_WORDS]:
            self.fields[f"word-{index}"] = WordField(
                label=f"A word that tells this {self.lines[index].clean_name} apart",
                initial=self.lines[index].word,
            )

    def _seen_lines(self) -> str:
        """Return a mark of each box and question, by which an answer finds its line again."""
        offered = {"same": self.clear, "another": self.again, "who": self.doubtful}
        return " ".join(
            f"{kind}-{index}:{self.lines[index].mark}"
            for kind, indexes in offered.items()
            for index in indexes
        )

    def _kept_answers(self) -> dict[str, Any]:
        """Return the answers of a page that is shown again, by the new indexes of its lines."""
        indexes = {line.mark: index for index, line in enumerate(self.lines)}
        boxes = {name: {*(self.fields[name].initial or ())} for name in ("same", "another")}
        sent = {name: {*self[name].data} for name in boxes}
        kept: dict[str, Any] = dict(boxes)
        for kind, before, mark in SEEN.findall(self.data.get("seen_lines", "")):
            if (index := indexes.get(mark)) is None:
                continue
            if kind != "who":
                change = boxes[kind].add if before in sent[kind] else boxes[kind].discard
                change(str(index))
            for name in ("who", "word"):
                if f"{name}-{before}" in self.data:
                    kept[f"{name}-{index}"] = self.data[f"{name}-{before}"]
        return kept

    def _unknown_lines(self) -> list[int]:
        """Sort the lines with a known name; return the others."""
        strangers: list[int] = []
        seen: dict[str, int] = {}
        for index, line in enumerate(self.lines):
            name = same_name(line.name)
            bearers = self.bearers.get(name, [])
            where = TONIGHT if name in self.tonight else ""
            if not where and folded(name) in seen:
                where = f"in line {seen[folded(name)]}"
            # The known person is the line above; this line is a repetition, or somebody new.
            if where and len(self.lines) > 1 and len(bearers) <= (name not in self.tonight):
                self.again[index] = where
                self.namesakes.append(index)
            elif where or len(bearers) > 1:
                self.same_as[index], full = self.tonight.get(name, (line.clean_name,) * 2)
                there = [self._same_person_choice(full, where)] if where else []
                self.namesakes.append(index)
                self._add_doubt(index, there, bearers)
            elif bearers:
                self.clear.append(index)
            else:
                strangers.append(index)
            seen.setdefault(folded(name), line.place)
        return strangers

    def _ask_about(self, strangers: Sequence[int]) -> None:
        """Ask about names that are similar to one of tonight, of the club, or of another line."""
        if not strangers:
            return
        taken = {self._bearer(index).id for index in self.clear}
        players = SimilarNames((p.name, p) for p in self.roster if p.id not in taken)
        # Names on a list, each with its place.
        tonight = self.tonight.values()
        listed = SimilarNames((name, (name, full, TONIGHT)) for name, full in tonight)
        for index in (*self.clear, *self.doubtful):
            listed.add(*_listed(self.lines[index]))
        for index in strangers:
            if self.has_too_many:
                return
            line = self.lines[index]
            there, known = listed.to(line.name), players.to(line.name)
            if there or known:
                alike = [*(name for name, *_ in there), *(person.name for person in known)]
                if comparison_key(line.clean_name) in map(comparison_key, alike):
                    self.namesakes.append(index)
                self.same_as[index] = there[0][0] if there else line.clean_name
                here = [self._same_person_choice(full, where) for _, full, where in there[:1]]
                self._add_doubt(index, here, known)
            if line.number and not known and all(one[-1] != TONIGHT for one in there):
                self.usual[index] = NEW  # with a number each they are two people
            listed.add(*_listed(line))

    def _same_person_choice(self, name: str, where: str) -> tuple[str, str]:
        return LEAVE_OUT, f"Same person as the {shortened(name)} {where}: {self.twice}"

    def _add_doubt(
        self, index: int, there: Sequence[tuple[str, str]], people: Sequence[ClubPlayer]
    ) -> None:
        """Ask about a line, unless the page has too many choices."""
        self.choices += len(there) + len(people) + 1
        if not (self.has_too_many and self.doubtful):
            self.doubtful[index] = [*there, *self._people(people)]

    @property
    def has_too_many(self) -> bool:
        return self.choices > MOST_CHOICES

    def _people(self, people: Sequence[ClubPlayer]) -> list[tuple[str, str]]:
        texts = [player_text(person) for person in people]
        counts = Counter(texts)
        return [
            (str(person.id), f"Same person as {text}{_number_of(person, counts[text])}")
            for person, text in zip(people, texts, strict=True)
        ]

    def _choice(self, index: int, *, required: bool) -> forms.ChoiceField:
        line = self.lines[index]
        name = line.clean_name
        place = f"Line {line.place}, " if len(self.lines) > 1 else ""
        return forms.ChoiceField(
            label=f"{place}{name}: same person?",
            choices=[*self.doubtful[index], (NEW, "Another person, new to the club")],
            initial=self.usual.get(index),
            required=required,
            widget=forms.RadioSelect,
            error_messages={"required": f"Say whether {name} is the same person."},
        )

    def clean(self) -> dict[str, Any]:
        """Refuse one person of the club for two lines."""
        data = super().clean() or self.cleaned_data
        chosen = {
            str(self._bearer(int(at)).id): self.lines[int(at)] for at in data.get("same", ())
        }
        for index in self.doubtful:
            answer = data.get(f"who-{index}", "")
            if answer in chosen:
                line = chosen[answer]
                text = f"{line.clean_name} in line {line.place} is that person already."
                self.add_error(f"who-{index}", text)
            elif answer.isdecimal():
                chosen[answer] = self.lines[index]
        return data

    @property
    def mark(self) -> str:
        """Return a checksum of the questions, to notice answers to other questions."""
        names = [(line.place, line.name, line.group, line.notes) for line in self.lines]
        questions = repr((names, self.clear, self.again, self.doubtful))
        return f"{crc32(questions.encode()):x}"

    @property
    def needed(self) -> bool:
        return bool(self.clear or self.again or self.doubtful)

    @property
    def questions(self) -> list[forms.BoundField]:
        return [self[f"who-{index}"] for index in self.doubtful]

    @property
    def questions_and_words(self) -> list[tuple[RosterLine, list[forms.BoundField]]]:
        """Each line with its question, and the field for the word if somebody has this name."""
        return [
            (self.lines[index], [self[name] for name in names if name in self.fields])
            for index in self.doubtful
            for names in [(f"who-{index}", f"word-{index}")]
        ]

    def _word(self, index: int) -> str:
        return str(self.cleaned_data.get(f"word-{index}", self.lines[index].word))

    @property
    def adding(self) -> list[PreviewLine]:
        """The lines without a question; a tick says that the person is known."""
        ticked, clear = set(self["same"].value() or ()), set(self.clear)
        return [
            self._shown(index, player_text(self._bearer(index)), "same", ticked)
            if index in clear
            else PreviewLine(index, line, "New to the club")
            for index, line in enumerate(self.lines)
            if index not in self.doubtful and index not in self.again
        ]

    @property
    def left_out(self) -> list[PreviewLine]:
        """The lines already on the list, each with a box for another person."""
        ticked = set(self["another"].value() or ())
        return [
            self._shown(i, f"Is {where}", "another", ticked) for i, where in self.again.items()
        ]

    def _shown(self, index: int, text: str, box: str, ticked: set[str]) -> PreviewLine:
        has_word = box == "another" and f"word-{index}" in self.fields
        word = self[f"word-{index}"] if has_word else None
        return PreviewLine(index, self.lines[index], text, box, str(index) in ticked, word)

    def _bearer(self, index: int) -> ClubPlayer:
        return self.bearers[same_name(self.lines[index].name)][0]

    def newcomers(self) -> list[Newcomer]:
        same, another = set(self.cleaned_data["same"]), set(self.cleaned_data["another"])
        newcomers = []
        for index, each in enumerate(self.lines):
            if each.mark in self.dropped:
                continue
            line = replace(each, word=self._word(index))
            is_typed = line.word not in {"", each.word}
            if str(index) in same:
                newcomers.append(newcomer(line, player=self._bearer(index).id))
            elif index in self.doubtful:
                answer = self.cleaned_data[f"who-{index}"]
                who = int(answer) if answer.isdecimal() else None
                if answer != LEAVE_OUT:
                    newcomers.append(newcomer(line, player=who, another=True))
            elif index not in self.again or str(index) in another or is_typed:
                newcomers.append(newcomer(line, another=index in self.again))
        return newcomers


def _listed(line: RosterLine) -> tuple[str, tuple[str, str, str]]:
    return line.name, (line.clean_name, line.clean_name, f"in line {line.place}")


def newcomer(line: RosterLine, *, player: int | None = None, another: bool = False) -> Newcomer:
    how, _, paid = line.paid.partition("-")
    unanswered = line.fee if not line.paid else ""
    return Newcomer(
        line.name,
        line.group,
        player,
        another,
        line.number,
        "; ".join(filter(None, (line.notes, unanswered))),
        line.word,
        line.kept,
        Payment(int(paid), how) if paid else None,
    )


def player_text(person: ClubPlayer) -> str:
    name = f"{person.name}, {person.word}" if person.word else person.name
    if person.last is None:
        return f"{name}, in the club’s roster"
    return f"{name}, last here on {date_format(person.last, 'j F Y')}"


def _number_of(person: ClubPlayer, alike: int) -> str:
    return f", player {person.id}" if alike > 1 else ""

"""Asks, before names are added, whether a known person is the same.

Two people may share a name, and one person may come under different spellings. If exactly one
player of the club has the name, the line is that player. If the name is on tonight's list or in a
line above, the line is left out. The box beside a line changes that. If several players have the
name, or only *similar* names are known, the organiser must answer a question.
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
from party.rosters import RosterLine, casefolded_name, comparison_key, folded, shortened
from party.values.people.attendance import Newcomer
from party.values.people.fees import Payment
from party.values.people.names import SimilarNames
from party.values.people.person import ClubPlayer

LEAVE_OUT, NEW = "leave-out", "new"
TONIGHT = "on tonight’s list"
MANY_QUESTIONS = 10  # if there are more, one tick can answer all the rest
SEEN_LINE = re.compile(r"(same|another|who)-(\d+):(\w*)")
MOST_CHOICES = 8_000  # in all questions of a page together
MOST_WORDS = 100  # fields for words on a page; a longer list can have a column of words


class TickedField(forms.MultipleChoiceField):
    """Ticks of lines. Looking values up in a set is fast enough for thousands of lines."""

    def __init__(self, offered: Sequence[int], **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.offered = {str(index) for index in offered}

    def valid_value(self, value: object) -> bool:
        return str(value) in self.offered


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """`text` says who the person of the line is; `box` is the name of the checkbox."""

    index: int
    line: RosterLine
    text: str
    box: str = ""
    is_ticked: bool = False
    word: forms.BoundField | None = None


class SamePersonForm(PlainForm):
    """`tonight` has, by casefolded name, each name of tonight and the full names that have it.

    `roster` are players of the club who are not on the list. `if_listed` ends the answer "Same
    person as … on tonight's list: leave it out". With `read_again` the form shows its questions
    again. So does a form that `is_stale`: its answers are to other questions, or `list_text` has
    changed.
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
        if_listed: str = "leave it out",
        read_again: bool = False,
        list_text: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        data = self.data if isinstance(self.data, MultiValueDict) else MultiValueDict[str, str]()
        self.dropped = set(data.getlist("drop"))  # marks of lines to leave out
        self.lines, self.tonight, self.roster, self.if_listed = lines, tonight, roster, if_listed
        self.list_lines = [line.rstrip() for line in list_text.strip().splitlines()]
        self.players_by_name: dict[str, list[ClubPlayer]] = {}
        for person in roster:
            self.players_by_name.setdefault(casefolded_name(person.name), []).append(person)
        # These have the indexes of lines in `lines`.
        self.known_lines: list[int] = []
        self.repeated_lines: dict[int, str] = {}  # the place of the same name, in words
        self.choices_by_line: dict[int, list[tuple[str, str]]] = {}
        self.choice_count = 0
        self.similar_names: dict[int, str] = {}  # a similar name on tonight's list
        self.default_answers: dict[int, str] = {}  # answers selected when the page opens
        self.namesakes: list[int] = []  # lines with the name of somebody else
        self._ask_about(self._unknown_lines())
        self.fields["asked"].initial = self.mark
        self.is_stale = self.is_bound and not read_again and self.data.get("asked") != self.mark
        self.fields["same"] = TickedField(self.known_lines, initial=[*map(str, self.known_lines)])
        # A line with a number of its own is another person.
        ticked = [str(index) for index in self.repeated_lines if self.lines[index].number]
        self.fields["another"] = TickedField(list(self.repeated_lines), initial=ticked)
        if len(self.choices_by_line) <= MANY_QUESTIONS:
            del self.fields["rest"]
        self._add_questions()
        self.fields["seen_lines"].initial = self._seen_lines()
        if self.is_bound and (self.is_stale or read_again):
            self.is_bound, self.initial = False, self._answers_to_keep()

    def _add_questions(self) -> None:
        is_rest_answered = self.is_bound and "rest" in self.fields and bool(self.data.get("rest"))
        for index in self.choices_by_line:
            is_dropped = self.lines[index].mark in self.dropped
            is_required = not is_rest_answered and not is_dropped
            self.fields[f"who-{index}"] = self._question_field(index, required=is_required)
        for index in self.namesakes[:MOST_WORDS]:
            self.fields[f"word-{index}"] = WordField(
                label=f"A word that tells this {self.lines[index].clean_name} apart",
                initial=self.lines[index].word,
            )

    def _seen_lines(self) -> str:
        """Name each box and question with its line's mark, to find the line in a changed list."""
        indexes_by_kind = {
            "same": self.known_lines,
            "another": self.repeated_lines,
            "who": self.choices_by_line,
        }
        return " ".join(
            f"{kind}-{index}:{self.lines[index].mark}"
            for kind, indexes in indexes_by_kind.items()
            for index in indexes
        )

    def _answers_to_keep(self) -> dict[str, Any]:
        """Return the answers to show again, under the new indexes of their lines."""
        indexes = {line.mark: index for index, line in enumerate(self.lines)}
        boxes = {name: {*(self.fields[name].initial or ())} for name in ("same", "another")}
        sent_boxes = {name: {*self[name].data} for name in boxes}
        answers: dict[str, Any] = dict(boxes)
        for kind, old_index, mark in SEEN_LINE.findall(self.data.get("seen_lines", "")):
            if (index := indexes.get(mark)) is None:
                continue
            if kind != "who":
                boxes[kind].discard(str(index))
                if old_index in sent_boxes[kind]:
                    boxes[kind].add(str(index))
            for name in ("who", "word"):
                if f"{name}-{old_index}" in self.data:
                    answers[f"{name}-{index}"] = self.data[f"{name}-{old_index}"]
        return answers

    def _unknown_lines(self) -> list[int]:
        """Sort lines with known names into repeated, doubtful and known; return the others."""
        strangers: list[int] = []
        places: dict[str, int] = {}
        for index, line in enumerate(self.lines):
            name = casefolded_name(line.name)
            players = self.players_by_name.get(name, [])
            place = TONIGHT if name in self.tonight else ""
            if not place and folded(name) in places:
                place = f"in line {places[folded(name)]}"
            # Players of this name besides the listed one. If there are none, the line repeats the
            # listed person, or is a namesake who is new to the club.
            others = len(players) - (name not in self.tonight)
            if place and len(self.lines) > 1 and others <= 0:
                self.repeated_lines[index] = place
                self.namesakes.append(index)
            elif place or len(players) > 1:
                own_name = line.clean_name
                self.similar_names[index], full_name = self.tonight.get(name, (own_name, own_name))
                listed_choices = [self._same_person_choice(full_name, place)] if place else []
                self.namesakes.append(index)
                self._add_doubt(index, listed_choices, players)
            elif players:
                self.known_lines.append(index)
            else:
                strangers.append(index)
            places.setdefault(folded(name), line.place)
        return strangers

    def _ask_about(self, strangers: Sequence[int]) -> None:
        """Ask about names similar to a name on tonight's list, in the club, or in a line above."""
        if not strangers:
            return
        known_ids = {self._known_player(index).id for index in self.known_lines}
        players = [player for player in self.roster if player.id not in known_ids]
        roster_names = SimilarNames((player.name, player) for player in players)
        tonight = self.tonight.values()
        listed_names = SimilarNames(
            (name, (name, full_name, TONIGHT)) for name, full_name in tonight
        )
        for index in (*self.known_lines, *self.choices_by_line):
            listed_names.add(*_listed_name(self.lines[index]))
        for index in strangers:
            if self.has_too_many:
                return
            line = self.lines[index]
            listed_matches = listed_names.find(line.name)
            player_matches = roster_names.find(line.name)
            if listed_matches or player_matches:
                keys = {comparison_key(name) for name, *_ in listed_matches}
                keys |= {comparison_key(player.name) for player in player_matches}
                if comparison_key(line.clean_name) in keys:
                    self.namesakes.append(index)
                self.similar_names[index] = (
                    listed_matches[0][0] if listed_matches else line.clean_name
                )
                listed_choices = [
                    self._same_person_choice(full_name, place)
                    for _, full_name, place in listed_matches[:1]
                ]
                self._add_doubt(index, listed_choices, player_matches)
            is_tonight = any(place == TONIGHT for *_, place in listed_matches)
            if line.number and not player_matches and not is_tonight:
                self.default_answers[index] = NEW  # a line with a number is another person
            listed_names.add(*_listed_name(line))

    def _same_person_choice(self, name: str, place: str) -> tuple[str, str]:
        return LEAVE_OUT, f"Same person as the {shortened(name)} {place}: {self.if_listed}"

    def _add_doubt(
        self, index: int, listed_choices: Sequence[tuple[str, str]], players: Sequence[ClubPlayer]
    ) -> None:
        self.choice_count += len(listed_choices) + len(players) + 1
        if not (self.has_too_many and self.choices_by_line):
            self.choices_by_line[index] = [*listed_choices, *self._player_choices(players)]

    @property
    def has_too_many(self) -> bool:
        return self.choice_count > MOST_CHOICES

    def _player_choices(self, players: Sequence[ClubPlayer]) -> list[tuple[str, str]]:
        texts = [player_text(player) for player in players]
        counts = Counter(texts)
        return [
            (str(player.id), f"Same person as {text}{_number_text(player, counts[text])}")
            for player, text in zip(players, texts, strict=True)
        ]

    def _question_field(self, index: int, *, required: bool) -> forms.ChoiceField:
        line = self.lines[index]
        name = line.clean_name
        place = f"Line {line.place}, " if len(self.lines) > 1 else ""
        return forms.ChoiceField(
            label=f"{place}{name}: same person?",
            choices=[*self.choices_by_line[index], (NEW, "Another person, new to the club")],
            initial=self.default_answers.get(index),
            required=required,
            widget=forms.RadioSelect,
            error_messages={"required": f"Say whether {name} is the same person."},
        )

    def clean(self) -> None:
        data = self.cleaned_data
        lines_by_player = {
            str(self._known_player(int(index)).id): self.lines[int(index)]
            for index in data.get("same", ())
        }
        for index in self.choices_by_line:
            answer = data.get(f"who-{index}", "")
            if answer in lines_by_player:
                line = lines_by_player[answer]
                text = f"{line.clean_name} in line {line.place} is that person already."
                self.add_error(f"who-{index}", text)
            elif answer.isdecimal():
                lines_by_player[answer] = self.lines[index]

    @property
    def mark(self) -> str:
        """Return a mark of the questions: answers with another mark belong to other questions."""
        names = [(line.place, line.name, line.group, line.notes) for line in self.lines]
        questions = repr(
            (self.list_lines, names, self.known_lines, self.repeated_lines, self.choices_by_line)
        )
        return f"{crc32(questions.encode()):x}"

    @property
    def has_questions(self) -> bool:
        return bool(self.known_lines or self.repeated_lines or self.choices_by_line)

    @property
    def questions(self) -> list[forms.BoundField]:
        return [self[f"who-{index}"] for index in self.choices_by_line]

    @property
    def questions_and_words(self) -> list[tuple[RosterLine, list[forms.BoundField]]]:
        fields_by_line = []
        for index in self.choices_by_line:
            names = (f"who-{index}", f"word-{index}")
            fields = [self[name] for name in names if name in self.fields]
            fields_by_line.append((self.lines[index], fields))
        return fields_by_line

    def _word_of(self, index: int) -> str:
        return str(self.cleaned_data.get(f"word-{index}", self.lines[index].word))

    @property
    def lines_to_add(self) -> list[PreviewLine]:
        """Return the lines without a question; lines of known players have a box."""
        ticked, known_lines = set(self["same"].value() or ()), set(self.known_lines)
        return [
            self._preview_line(index, player_text(self._known_player(index)), "same", ticked)
            if index in known_lines
            else PreviewLine(index, line, "New to the club")
            for index, line in enumerate(self.lines)
            if index not in self.choices_by_line and index not in self.repeated_lines
        ]

    @property
    def lines_left_out(self) -> list[PreviewLine]:
        """Return the lines with a listed name, each with a box that says "another person"."""
        ticked = set(self["another"].value() or ())
        return [
            self._preview_line(index, f"Is {place}", "another", ticked)
            for index, place in self.repeated_lines.items()
        ]

    def _preview_line(self, index: int, text: str, box: str, ticked: set[str]) -> PreviewLine:
        has_word = box == "another" and f"word-{index}" in self.fields
        word = self[f"word-{index}"] if has_word else None
        return PreviewLine(index, self.lines[index], text, box, str(index) in ticked, word)

    def _known_player(self, index: int) -> ClubPlayer:
        return self.players_by_name[casefolded_name(self.lines[index].name)][0]

    def newcomers(self) -> list[Newcomer]:
        same, another = set(self.cleaned_data["same"]), set(self.cleaned_data["another"])
        newcomers = []
        for index, line_read in enumerate(self.lines):
            if line_read.mark in self.dropped:
                continue
            line = replace(line_read, word=self._word_of(index))
            has_new_word = line.word not in {"", line_read.word}
            if str(index) in same:
                newcomers.append(newcomer_of_line(line, player=self._known_player(index).id))
            elif index in self.choices_by_line:
                answer = self.cleaned_data[f"who-{index}"]
                player = int(answer) if answer.isdecimal() else None
                if answer != LEAVE_OUT:
                    newcomers.append(newcomer_of_line(line, player=player, another=True))
            elif index not in self.repeated_lines or str(index) in another or has_new_word:
                newcomers.append(newcomer_of_line(line, another=index in self.repeated_lines))
        return newcomers


def _listed_name(line: RosterLine) -> tuple[str, tuple[str, str, str]]:
    return line.name, (line.clean_name, line.clean_name, f"in line {line.place}")


def newcomer_of_line(
    line: RosterLine, *, player: int | None = None, another: bool = False
) -> Newcomer:
    method, _, paid = line.paid.partition("-")
    open_fee = line.fee if not line.paid else ""
    return Newcomer(
        line.name,
        line.group,
        player,
        another,
        line.number,
        "; ".join(filter(None, (line.notes, open_fee))),
        line.word,
        line.club_notes,
        Payment(int(paid), method) if paid else None,
    )


def player_text(person: ClubPlayer) -> str:
    name = f"{person.name}, {person.word}" if person.word else person.name
    if person.last_party_at is None:
        return f"{name}, in the club’s roster"
    return f"{name}, last here on {date_format(person.last_party_at, 'j F Y')}"


def _number_text(person: ClubPlayer, same_text_count: int) -> str:
    return f", player {person.id}" if same_text_count > 1 else ""

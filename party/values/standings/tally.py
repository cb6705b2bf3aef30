"""The tally card: a person's evening as a row of boxes, one for each round.

Borders and signs distinguish the boxes, never colour alone. Each box reads aloud as one sentence.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from html import escape
from itertools import accumulate

from party.engine import pair_of
from party.values.numbers import ordinal, total
from party.values.people.person import Person
from party.values.standings.standings import (
    PartyStandings,
    RoundKind,
    RoundPoints,
    StandingLine,
    Tie,
)

Pair = tuple[int, int, str]  # round, table, and "NS" or "EW"


class BoxState(StrEnum):
    AHEAD = "ahead"
    BEHIND = "behind"
    WON_CUT = "a tie, won the cut"
    LOST_CUT = "a tie, lost the cut"
    TIED = "a tie"
    SAT_OUT = "sat out"
    NOT_PLAYED = "not played"
    ABSENT = "not there"
    ON_CARD = "on the card"
    NO_CARD = "card not in yet"
    TO_COME = "to come"


TIES = {Tie.WON: BoxState.WON_CUT, Tie.LOST: BoxState.LOST_CUT, Tie.EVEN: BoxState.TIED}
STATES = {
    RoundKind.SAT_OUT: BoxState.SAT_OUT,
    RoundKind.NOT_PLAYED: BoxState.NOT_PLAYED,
    RoundKind.MISSED: BoxState.ABSENT,
    RoundKind.ON_CARD: BoxState.ON_CARD,
    RoundKind.NO_CARD: BoxState.NO_CARD,
}
CREDITED = {BoxState.SAT_OUT, BoxState.NOT_PLAYED, BoxState.ABSENT}
# The classes of the style sheet, each with a border or sign of its own.
LOOKS = {
    BoxState.AHEAD: "won",
    BoxState.WON_CUT: "cut",
    BoxState.SAT_OUT: "sat",
    BoxState.NOT_PLAYED: "sat",
    BoxState.ABSENT: "off",
    BoxState.TO_COME: "come",
}


@dataclass(frozen=True, slots=True)
class BoxFace:
    """The look of a box. `plate` is the table's number, "" on an empty plate, None without one."""

    text: str
    plate: str | None = None
    looks: tuple[str, ...] = ()


@dataclass(frozen=True)
class TallyBox:
    """`why` replaces the state, as in "left after round 4"."""

    round: int
    state: BoxState
    points: int = 0
    table: int | None = None
    partner: str = ""
    has_house_partner: bool = False
    slip: str = ""  # "slip still out", "slip never came"
    before: int | None = None  # the points before a correction
    why: str = ""

    @property
    def is_known(self) -> bool:
        """Return whether all points of the round are in the total."""
        return not self.slip and self.state not in {BoxState.NO_CARD, BoxState.TO_COME}

    @property
    def text(self) -> str:
        if self.state == BoxState.TO_COME:
            return ""
        if not self.is_known:
            return "?"
        if not self.points and self.state in {BoxState.ABSENT, BoxState.ON_CARD}:
            return "–"
        return f"= {total(self.points)}" if self.state in TIES.values() else total(self.points)

    @property
    def looks(self) -> tuple[str, ...]:
        conditions = {
            LOOKS.get(self.state, ""): True,
            "miss": bool(self.slip) or self.state == BoxState.NO_CARD,
            "house": self.has_house_partner,
            "fix": self.before is not None,
        }
        return tuple(look for look, is_shown in conditions.items() if look and is_shown)

    @property
    def face(self) -> BoxFace:
        plate = "" if self.state == BoxState.SAT_OUT else None
        return BoxFace(self.text, str(self.table) if self.table else plate, self.looks)

    @cached_property
    def html(self) -> str:
        return box_html(self.face, self.sentence)

    @property
    def partner_text(self) -> str:
        if self.partner:
            return "a house player" if self.has_house_partner else self.partner
        is_without = self.state in CREDITED | {BoxState.NO_CARD, BoxState.ON_CARD}
        return self.why or self.state.value if is_without else ""

    @property
    def sentence(self) -> str:
        """Return "Round 3: table 2, ahead, 490, with Ruby"."""
        partner = "a house player" if self.has_house_partner else self.partner
        parts = (
            f"table {self.table}" if self.table else "",
            self.why or self.state,
            self._points_words,
            self.slip,
            f"with {partner}" if partner else "",
            "" if self.before is None else f"corrected from {_spoken_points(self.before)}",
        )
        return f"Round {self.round}: {', '.join(filter(None, parts))}"

    @property
    def _points_words(self) -> str:
        if self.slip:
            return f"{_spoken_points(self.points)} so far" if self.points else ""
        if self.text in {"", "?", "–"}:
            return ""
        return f"{'credit ' if self.state in CREDITED else ''}{_spoken_points(self.points)}"


def _spoken_points(points: int) -> str:
    return f"minus {-points:,}" if points < 0 else f"{points:,}"


def box_html(face: BoxFace, sentence: str) -> str:
    """Built without a template, because a page of standings has hundreds of boxes."""
    looks = "".join(f" tb-{look}" for look in face.looks)
    plate = "" if face.plate is None else f"<i>{face.plate}</i>"
    label = f'role="img" aria-label="{escape(sentence)}"'
    return f'<span class="tb{looks}" {label}>{plate}<b>{face.text}</b></span>'


@dataclass(frozen=True, kw_only=True)
class TallyCard:
    """`place` is in words, as in "shared 5th of 24"."""

    person: Person
    place: str
    total: int | None
    boxes: tuple[TallyBox, ...]
    best_hand: str = ""

    @property
    def partners_text(self) -> str:
        """Return "Alma, Bert (2 rounds), a house player"."""
        rounds = Counter(box.partner_text for box in self.boxes if box.partner)
        return ", ".join(
            f"{name} ({number} rounds)" if number > 1 else name for name, number in rounds.items()
        )

    @property
    def result_text(self) -> str:
        """Return "990 points, shared 5th of 24", as far as the host shows it."""
        points_text = "" if self.total is None else f"{total(self.total)} points"
        return ", ".join(filter(None, (points_text, self.place)))

    @property
    def rows(self) -> tuple[tuple[TallyBox, str], ...]:
        """Pair each box with the total after it; "" if nothing was added or totals are hidden."""
        sums, is_shown = accumulate(box.points for box in self.boxes), self.total is not None
        return tuple(
            (box, total(points) if is_shown and box.is_known and box.text != "–" else "")
            for box, points in zip(self.boxes, sums, strict=True)
        )


@dataclass(frozen=True, kw_only=True)
class TallyBook:
    """Everybody's card at the same moment.

    `planned` rounds have a box. `names` replace those of the standings, by entrant id. `before`
    are the points of a pair before a correction.
    """

    standings: PartyStandings
    planned: int = 0
    is_finished: bool = False
    names: Mapping[int, Person] = field(default_factory=dict)
    before: Mapping[Pair, int] = field(default_factory=dict)

    def card_of(self, entrant_id: int) -> TallyCard | None:
        lines = (line for line in self.standings.lines if line.person.id == entrant_id)
        return next(map(self.card, lines), None)

    def card(self, line: StandingLine) -> TallyCard:
        return TallyCard(
            person=self.names.get(line.person.id, line.person),
            place=self._place_text(line),
            total=line.total,
            boxes=self.boxes(line),
        )

    def boxes(self, line: StandingLine) -> tuple[TallyBox, ...]:
        boxes = self._boxes.get(line.person.id)
        return boxes or self._boxes.setdefault(line.person.id, self._draw_boxes(line))

    @cached_property
    def _boxes(self) -> dict[int, tuple[TallyBox, ...]]:
        return {}

    def _draw_boxes(self, line: StandingLine) -> tuple[TallyBox, ...]:
        attended = [score.round for score in line.rounds if score.kind != RoundKind.MISSED]
        boxes = [self._box(score, attended) for score in line.rounds]
        to_come = range(len(boxes) + 1, self.planned + 1)
        return (*boxes, *(TallyBox(number, BoxState.TO_COME) for number in to_come))

    @cached_property
    def _people_by_seat(self) -> dict[tuple[int, int | None, str | None], Person]:
        return {
            (score.round, score.table, score.seat): line.person
            for line in self.standings.lines
            for score in line.rounds
            if score.seat
        }

    @cached_property
    def _ranks(self) -> Counter[int]:
        return Counter(line.rank for line in self.standings.lines if line.rank is not None)

    def _box(self, score: RoundPoints, attended: list[int]) -> TallyBox:
        pair = pair_of(score.seat) if score.seat else ""
        partner_seat = pair.replace(score.seat or "", "")
        partner = self._people_by_seat.get((score.round, score.table, partner_seat))
        slip = "slip never came" if self.is_finished else "slip still out"
        by_points = BoxState.AHEAD if score.is_won else BoxState.BEHIND
        before = self.before.get((score.round, score.table or 0, pair))
        is_corrected = score.kind == RoundKind.PLAYED and before != score.points
        return TallyBox(
            round=score.round,
            state=STATES.get(score.kind) or TIES.get(score.tie, by_points),
            points=score.points,
            table=score.table,
            partner=str(self.names.get(partner.id, partner)) if partner else "",
            has_house_partner=partner is not None and not partner.ranked,
            slip=slip if score.kind == RoundKind.FOLLOWS else "",
            before=before if is_corrected else None,
            why=_absence(score.round, attended) if score.kind == RoundKind.MISSED else "",
        )

    def _place_text(self, line: StandingLine) -> str:
        if line.rank is None:
            return line.note
        shared = "shared " if self._ranks[line.rank] > 1 else ""
        when = "" if self.is_finished else f", after round {self.standings.rounds}"
        return f"{shared}{ordinal(line.rank)} of {self._ranks.total()}{when}"


def _absence(number: int, attended: list[int]) -> str:
    if attended and number < attended[0]:
        return f"came for round {attended[0]}"
    if attended and number > attended[-1]:
        return f"left after round {attended[-1]}"
    return ""

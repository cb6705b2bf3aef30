"""A photographed slip at the desk: its proposals in words, and the press that accepts them."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4, uuid5

from django import forms

from party.engine import HandEntry, Rules, write_entry
from party.forms.plain_form import ValueForm
from party.forms.scores.entries import read_played_hand
from party.forms.scores.entry_echo import Echo, echo_of
from party.queries.scores.slip_proposals import TableSlip, stored_differences
from party.slip_reader.results import Area
from party.values.scores.tables import HandLine, Sheet

MARGIN = 8  # pixels of the cut-out around a line


@dataclass(frozen=True)
class ShownHand:
    """A hand as the desk types it and in words."""

    hand: int
    text: str
    echo: Echo | None


@dataclass(frozen=True)
class ShownSlip:
    """The waiting slip of a table: the next hand, and all hands if every line is sure.

    `text` is the next hand as the desk types it, if it is sure; otherwise `question` says why not.
    """

    slip: TableSlip
    hand: int
    area: str  # for the view box of the crop
    text: str
    question: str
    choices: tuple[ShownHand, ...]
    all_hands: tuple[ShownHand, ...] = ()
    different: tuple[HandLine, ...] = ()
    points: tuple[int, int] = (0, 0)  # of the round, with these hands

    @property
    def new_hands(self) -> tuple[ShownHand, ...]:
        return tuple(each for each in self.all_hands if each.hand >= self.hand)

    @property
    def totals_area(self) -> str:
        return view_box(self.slip.totals_area, self.slip.size) if self.slip.totals_area else ""

    @property
    def all_texts(self) -> str:
        return " ".join(each.text for each in self.all_hands)

    @property
    def submission(self) -> UUID:
        return uuid4()


def view_box(area: Area, cutout_size: tuple[int, int]) -> str:
    """Return the part of the cut-out to show, with a margin."""
    left, top = (max(0, edge - MARGIN) for edge in area[:2])
    right, bottom = (
        min(edge + MARGIN, most) for edge, most in zip(area[2:], cutout_size, strict=True)
    )
    return f"{left} {top} {right - left} {bottom - top}"


def shown_slip(rules: Rules, sheet: Sheet, slip: TableSlip) -> ShownSlip | None:
    """Return None if the slip has no line for the next hand."""
    proposal = slip.proposal(sheet.next_hand)
    if proposal is None:
        return None
    hands = slip.sure_hands
    choices = [_shown_hand(rules, sheet, proposal.hand, entry) for entry in proposal.entries]
    shown = [_shown_hand(rules, sheet, *each) for each in hands.items()]
    new = [each.echo for each in shown if each.echo and each.hand >= proposal.hand]
    return ShownSlip(
        slip,
        proposal.hand,
        view_box(proposal.area, slip.size),
        choices[0].text if proposal.entry else "",
        proposal.question,
        tuple(choices),
        tuple(shown),
        tuple(stored_differences(hands, sheet.hands).values()),
        (
            sheet.score.ns + sum(echo.ns or 0 for echo in new),
            sheet.score.ew + sum(echo.ew or 0 for echo in new),
        ),
    )


def _shown_hand(rules: Rules, sheet: Sheet, hand: int, entry: HandEntry) -> ShownHand:
    return ShownHand(hand, write_entry(entry), echo_of(rules, sheet, entry))


class AcceptForm(ValueForm[dict[int, tuple[HandEntry, UUID]]]):
    """All hands of a slip as the desk types them, with spaces, from hand 1 on.

    Each hand's submission follows from that of the page, so that a second press stores nothing.
    """

    hands = forms.CharField(max_length=200)
    submission = forms.UUIDField()

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules

    def clean_hands(self) -> list[HandEntry]:
        return [read_played_hand(self.rules, text) for text in self.cleaned_data["hands"].split()]

    @property
    def value(self) -> dict[int, tuple[HandEntry, UUID]]:
        submission = self.cleaned_data["submission"]
        return {
            hand: (entry, uuid5(submission, str(hand)))
            for hand, entry in enumerate(self.cleaned_data["hands"], start=1)
        }

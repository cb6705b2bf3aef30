from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4, uuid5

from django import forms

from party.engine import HandEntry, Rules, write_entry
from party.forms.plain_form import PlainForm
from party.forms.scores.entries import read_played_hand
from party.forms.scores.entry_echo import Echo, echo_of
from party.queries.scores.slip_proposals import TableSlip, phone_differences
from party.slip_reader.results import Area
from party.values.scores.slip_proposals import SlipProposal
from party.values.scores.tables import HandLine, Sheet

MARGIN = 2  # pixels of the cut-out around a line


@dataclass(frozen=True)
class ShownHand:
    """`text` is the hand as the desk types it; `area` is the view box of its line."""

    hand: int
    text: str
    echo: Echo | None
    area: str


@dataclass(frozen=True)
class ShownSlip:
    """The waiting slip of a table at its next hand.

    `text` is the next hand as the desk types it. If the hand is not sure, `question` says why, and
    `choices` are the hands that the line can mean. `all_hands` is empty unless every line is sure.
    `different` are hands that the phone has sent with another result.
    """

    slip: TableSlip
    hand: int
    area: str
    text: str
    question: str
    choices: tuple[ShownHand, ...]
    all_hands: tuple[ShownHand, ...]
    different: tuple[HandLine, ...]
    points: tuple[int, int]  # points of both pairs in this round, if all hands are accepted

    @property
    def new_hands(self) -> tuple[ShownHand, ...]:
        """Return the hands to accept with one press; none if there is only one and it agrees."""
        hands = tuple(each for each in self.all_hands if each.hand >= self.hand)
        return hands if len(hands) > 1 or self.different else ()

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
    left, top, right, bottom = area
    width, height = cutout_size
    left, top = max(0, left - MARGIN), max(0, top - MARGIN)
    right, bottom = min(right + MARGIN, width), min(bottom + MARGIN, height)
    return f"{left} {top} {right - left} {bottom - top}"


def shown_slip(rules: Rules, sheet: Sheet, slip: TableSlip) -> ShownSlip | None:
    """Return None if the slip has no line for the next hand."""
    next_proposal = slip.proposal(sheet.next_hand)
    if next_proposal is None:
        return None
    choices, hands = _shown_hands(rules, sheet, slip, next_proposal), slip.sure_hands
    sure = [each for each in slip.proposals if each.hand in hands]
    shown = [hand for each in sure for hand in _shown_hands(rules, sheet, slip, each)]
    new_echoes = [each.echo for each in shown if each.echo and each.hand >= next_proposal.hand]
    score = sheet.score
    return ShownSlip(
        slip,
        next_proposal.hand,
        view_box(next_proposal.area, slip.size),
        choices[0].text if next_proposal.entry else "",
        next_proposal.question,
        choices,
        tuple(shown),
        tuple(phone_differences(hands, sheet.hands).values()),
        (
            score.ns + sum(echo.ns or 0 for echo in new_echoes),
            score.ew + sum(echo.ew or 0 for echo in new_echoes),
        ),
    )


def _shown_hands(
    rules: Rules, sheet: Sheet, slip: TableSlip, proposal: SlipProposal
) -> tuple[ShownHand, ...]:
    area = view_box(proposal.area, slip.size)
    return tuple(
        ShownHand(proposal.hand, write_entry(entry), echo_of(rules, sheet, entry), area)
        for entry in proposal.entries
    )


class AcceptSlipForm(PlainForm):
    """Each hand gets a submission derived from the page's: a second press stores nothing."""

    hands = forms.CharField(max_length=200)
    hand = forms.IntegerField(min_value=1)  # the next hand when the page was shown
    submission = forms.UUIDField()

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules

    def clean_hands(self) -> list[HandEntry]:
        return [read_played_hand(self.rules, text) for text in self.cleaned_data["hands"].split()]

    @property
    def value(self) -> tuple[dict[int, tuple[HandEntry, UUID]], int]:
        """Return the hands and their submissions, by number; and the next hand on the page."""
        submission = self.cleaned_data["submission"]
        hands = {
            hand: (entry, uuid5(submission, str(hand)))
            for hand, entry in enumerate(self.cleaned_data["hands"], start=1)
        }
        return hands, self.cleaned_data["hand"]

"""One paper as it is asked for: which kit, in which look, of which round; and its address."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import get_object_or_404

from party.models import Party, Round
from party.queries.evening.rounds import latest_round
from party.values.numbers import number_of
from party.values.prints import Look, Paper
from party.views.papers.catalogue import KITS, Kit, Sheet


@dataclass(frozen=True)
class Asked:
    """A paper of a party. Papers that each round has anew are of `round`, others of the latest."""

    party: Party
    name: str
    look: Look
    round: Round | None

    @property
    def kit(self) -> Kit:
        return KITS[self.name]

    @property
    def called(self) -> str:
        return self.kit.called(self.look)

    @property
    def number(self) -> int | None:
        """The round's number, where it makes a difference."""
        of_round = self.kit.by_round and not self.look.blank and self.round is not None
        return self.round.number if of_round and self.round else None

    @property
    def key(self) -> tuple[str, int | None, bool]:
        """What tells it from the other papers of its look."""
        return self.name, self.number, self.look.blank

    @property
    def id(self) -> str:
        """What tells it from the others on a page."""
        return f"{self.name}-blank" if self.look.blank else self.name

    @property
    def ready(self) -> bool:
        return self.kit.has(self.party, self.round, self.look)

    @property
    def why_not(self) -> str:
        if self.kit.by_round and self.round is not None and not self.party.tracks_seats:
            return "Seats are not tracked."
        return self.kit.not_ready

    @property
    def query(self) -> str:
        return query_of(self.look, self.number)

    def sheet(self) -> Sheet:
        return self.kit.sheet(self.party, self.round, self.look)


def asked_for(party: Party, name: str, asked: Mapping[str, str]) -> Asked:
    """Read an address or a form. Raises Http404 for a kit or a round that there is not."""
    if name not in KITS:
        raise Http404
    round_ = latest_round(party)
    if number := asked.get("round", ""):
        round_ = get_object_or_404(party.rounds, number=number_of(number) or 0)
    return Asked(party, name, look_asked(asked, party.paper), round_)


def look_asked(asked: Mapping[str, str], usual: str = Paper.LETTER) -> Look:
    """Return the paper, the size of the letters, and whether blank; at first on usual paper."""
    paper = asked.get("paper", usual)
    return Look(
        paper=Paper(paper if paper in set(Paper) else usual),
        large=asked.get("size") == "large",
        blank="blank" in asked,
    )


def query_of(look: Look, number: int | None = None) -> str:
    """Write what `asked_for` reads."""
    asked = {
        "paper": look.paper.value,
        "size": "large" if look.large else "",
        "blank": "yes" if look.blank else "",
        "round": str(number or ""),
    }
    return urlencode({name: value for name, value in asked.items() if value})

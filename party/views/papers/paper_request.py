"""One paper as a page or an address names it: which document, in which look, of which round."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import get_object_or_404

from party.models import Party
from party.queries.evening.rounds import latest_round
from party.values.numbers import number_of
from party.values.papers import Look, PaperSize
from party.views.papers.catalogue import BY_SLUG
from party.views.papers.paper import PaperOfParty


def requested_paper(party: Party, slug: str, query: Mapping[str, str]) -> PaperOfParty:
    """Read an address or a form. Raises Http404 for a document or a round that there is not."""
    if slug not in BY_SLUG:
        raise Http404
    round_ = latest_round(party)
    if number := query.get("round", ""):
        round_ = get_object_or_404(party.rounds, number=number_of(number) or 0)
    return PaperOfParty(party, BY_SLUG[slug], requested_look(query, party.paper), round_)


def requested_look(query: Mapping[str, str], usual: str = PaperSize.LETTER) -> Look:
    """Return the paper, the size of the letters, and whether blank; at first on usual paper."""
    paper = query.get("paper", usual)
    return Look(
        paper=PaperSize(paper if paper in set(PaperSize) else usual),
        large=query.get("size") == "large",
        blank="blank" in query,
    )


def query_of(look: Look, number: int | None = None) -> str:
    """Write what `requested_paper` reads."""
    query = {
        "paper": look.paper.value,
        "size": "large" if look.large else "",
        "blank": "yes" if look.blank else "",
        "round": str(number or ""),
    }
    return urlencode({name: value for name, value in query.items() if value})

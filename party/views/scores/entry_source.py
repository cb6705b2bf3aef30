"""What is typed from is remembered for each party, as long as somebody is signed in."""

from django.http import HttpRequest

from party.forms.scores.entries import USUAL
from party.models import Party


def source_of(request: HttpRequest, party: Party) -> str:
    """Return what was typed from last at this party."""
    source: str = request.session.get(_key(party), USUAL)
    return source


def remember_source(request: HttpRequest, party: Party, source: str) -> None:
    if source_of(request, party) != source:
        request.session[_key(party)] = source


def _key(party: Party) -> str:
    return f"source-{party.pk}"

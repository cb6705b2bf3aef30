"""The test page and the outlines of ready-cut cards: they show where the printer prints."""

from dataclasses import astuple

from party.models import Party
from party.pdf.papers.trial import TrialSheet, outlines, trial_page
from party.queries.papers import heading
from party.values.papers import Contents, Moment
from party.views.papers.paper import Paper, of_party
from party.views.papers.readiness import is_always_ready

OUTLINES_TITLE = "Outlines of ready-cut cards"


def trial_sheet(party: Party) -> TrialSheet:
    return TrialSheet(heading=heading(party))


def outlines_sheet(party: Party) -> TrialSheet:
    return TrialSheet(heading=heading(party), title=OUTLINES_TITLE)


def contents(sheet: TrialSheet) -> Contents:
    return Contents.whole(astuple(sheet.heading), sheet.title)


TRIAL_PAGE = Paper(
    slug="trial",
    title="Test page",
    purpose="Print it first: does the printer keep to the size, and reach the edges?",
    moment=Moment.BEFORE,
    is_ready=is_always_ready,
    fill=of_party(trial_sheet),
    draw=trial_page,
    contents=contents,
)
OUTLINES = Paper(
    slug="outlines",
    title=OUTLINES_TITLE,
    purpose="To lay on a sheet of Avery 5371, or 85 by 54 mm: does your printer meet the cards?",
    moment=Moment.BEFORE,
    is_ready=is_always_ready,
    fill=of_party(outlines_sheet),
    draw=outlines,
    contents=contents,
)

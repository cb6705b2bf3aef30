"""Pages to check a printer."""

from dataclasses import replace

from party.pdf.papers.trial import OUTLINES as OUTLINES_TITLE
from party.pdf.papers.trial import TRIAL, outlines, trial_page
from party.queries.papers import heading
from party.values.papers import Contents, Moment
from party.views.papers.paper import Paper, of_party

TRIAL_PAGE = Paper(
    slug="trial",
    title=TRIAL,
    purpose="Print this first to check size and margins.",
    moment=Moment.PRINTER,
    fill=of_party(heading),
    draw=trial_page,
    contents=lambda heading: Contents.whole(heading.content, TRIAL),
)
OUTLINES = replace(
    TRIAL_PAGE,
    slug="outlines",
    title=OUTLINES_TITLE,
    purpose="Hold it against a sheet of Avery 5371, or 85 by 54 mm.",
    draw=outlines,
    contents=lambda heading: Contents.whole(heading.content, OUTLINES_TITLE),
)

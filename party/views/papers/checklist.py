"""The checklist of the night, for whoever runs it."""

from party.models import Party
from party.pdf.evening.checklist import checklist_pdf
from party.queries.evening.parties import plan_of
from party.queries.papers import heading
from party.values.evening.checklist import Checklist, checklist
from party.values.papers import Contents, Moment, Piece
from party.views.papers.paper import Paper, of_party, shared_heading, shared_title


def checklist_of(party: Party) -> Checklist:
    return checklist(plan_of(party), heading(party))


def contents(sheet: Checklist) -> Contents:
    return Contents(
        shared=(shared_heading(sheet.heading), shared_title(sheet.title)),
        pieces=tuple(
            Piece(part.title, part.title, (part.title, part.lines, part.steps))
            for part in sheet.parts
        ),
        noun="part",
    )


CHECKLIST = Paper(
    slug="checklist",
    title="Checklist for the night",
    purpose="One page for whoever runs the evening, step by step.",
    moment=Moment.BEFORE,
    fill=of_party(checklist_of),
    draw=checklist_pdf,
    contents=contents,
)

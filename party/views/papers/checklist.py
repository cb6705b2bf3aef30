from party.models import Party
from party.pdf.evening.checklist import checklist_pdf
from party.queries.evening.parties import plan_of
from party.queries.papers import heading
from party.values.evening.checklist import Checklist, checklist
from party.values.papers import Contents, Moment, Piece
from party.views.papers.paper import Paper, contents_of, of_party, shared_title


def checklist_of(party: Party) -> Checklist:
    return checklist(plan_of(party), heading(party))


def contents(sheet: Checklist) -> Contents:
    return contents_of(
        sheet.heading,
        (Piece(part.title, part.title, tuple(vars(part).values())) for part in sheet.parts),
        "part",
        shared_title(sheet.title),
    )


CHECKLIST = Paper(
    slug="checklist",
    title="Checklist for the night",
    purpose="One page for the organiser, step by step.",
    moment=Moment.BEFORE,
    fill=of_party(checklist_of),
    draw=checklist_pdf,
    contents=contents,
)

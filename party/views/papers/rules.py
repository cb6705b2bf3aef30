from party.models import Party
from party.pdf.rules.rule_sheet import rule_sheet_pdf
from party.queries.evening.parties import tables_drawn
from party.queries.papers import heading
from party.values.papers import Contents, Moment, Piece
from party.values.rules.evening import evening_section
from party.values.rules.sheets import RuleSheet, rule_sheet_of
from party.views.papers.paper import Paper, contents_of, of_party, shared_title


def rule_sheet(party: Party) -> RuleSheet:
    tables = 1 if tables_drawn(party) == 1 else None  # None: a text for any number of tables
    evening = evening_section(party.rules, party.format, party.rounds_planned, tables)
    return rule_sheet_of(party.rules, heading(party), preset=party.preset, evening=evening)


def contents(sheet: RuleSheet) -> Contents:
    return contents_of(
        sheet.heading,
        (Piece(part.title, part.title, (part.title, part.lines)) for part in sheet.parts),
        "part",
        shared_title(sheet.title),
    )


RULES = Paper(
    slug="rules",
    title="The rules",
    purpose="This party’s rules in plain sentences, to hang up.",
    moment=Moment.BEFORE,
    fill=of_party(rule_sheet),
    draw=rule_sheet_pdf,
    contents=contents,
)

"""The text to read aloud: the moves into a round."""

from party.models import Party, Round
from party.pdf.seats.script import Script, script_pdf
from party.queries.papers import heading
from party.queries.seats.moves import announced_lines, moves_of
from party.values.papers import Contents, Moment
from party.values.seats.words import exceptions
from party.views.papers.paper import Paper, has_seats, of_round


def has_moves(party: Party, latest: Round | None) -> bool:
    return latest is not None and latest.number > 1 and has_seats(party, latest)


def script_of(party: Party, round_: Round) -> Script:
    before = Round.objects.get(party=party, number=round_.number - 1)
    moves = moves_of(party, before, round_)
    announcement = announced_lines(party, round_, moves)
    exceptions_text = (*announcement.tables, *exceptions(moves))
    heading_of_rule = ("Everybody else:",) if exceptions_text else ()
    return Script(
        heading=heading(party),
        title=f"Read aloud: the moves to round {round_.number}",
        lines=(*exceptions_text, *heading_of_rule, *announcement.rule),
    )


def contents(sheet: Script) -> Contents:
    return Contents.whole(sheet.heading.content, sheet.title, sheet.lines)


SCRIPT = Paper(
    slug="script",
    title="What to read aloud",
    purpose="The moves into this round, in large letters.",
    moment=Moment.ROUND,
    is_by_round=True,
    is_ready=has_moves,
    not_ready="From round 2 on.",
    fill=of_round(script_of),
    draw=script_pdf,
    contents=contents,
)

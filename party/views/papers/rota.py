from collections.abc import Sequence

from party.models import Party
from party.pdf.seats.rota import TITLE, RotaLine, RotaSheet, rota_sheet
from party.queries.papers import has_sitting_out, heading
from party.queries.seats.rota import rounds_sat_out, turns_to_come
from party.values.papers import Contents, Moment, Piece
from party.views.papers.paper import Paper, contents_of, of_party, shared_title


def rota_of(party: Party) -> RotaSheet:
    order, due_count = turns_to_come(party)
    next_round, sat_out = party.rounds.count() + 1, rounds_sat_out(party)
    texts = {pk: _rounds_text(numbers) for pk, numbers in sat_out.items()}
    if party.finished_at or next_round > (party.rounds_planned or next_round):
        due_count = 0
    return RotaSheet(
        heading=heading(party),
        lines=tuple(
            RotaLine(
                place=f"{place}.",
                name=str(person),
                sat_out=texts.get(person.id, ""),
                next=f"Round {next_round}" if place <= due_count else "",
            )
            for place, person in enumerate(order, start=1)
        ),
    )


def blank_rota(party: Party) -> RotaSheet:
    return RotaSheet(heading=heading(party), lines=())


def _rounds_text(numbers: Sequence[int]) -> str:
    return f"Round{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def contents(sheet: RotaSheet) -> Contents:
    return contents_of(
        sheet.heading,
        (Piece(line.place, line.name, tuple(vars(line).values())) for line in sheet.lines),
        "line",
        shared_title(TITLE),
    )


ROTA = Paper(
    slug="rota",
    title="Sitting out",
    purpose="The order for sitting out, and who has had a turn.",
    moment=Moment.ROUND,
    is_ready=of_party(has_sitting_out),
    not_ready="Nobody sits out.",
    fill=of_party(rota_of),
    draw=rota_sheet,
    blank=blank_rota,
    contents=contents,
)

from collections.abc import Mapping, Sequence
from dataclasses import replace

from party.models import Party
from party.pdf.standings.standings import (
    StandingRow,
    StandingsSection,
    StandingsSheet,
    standings_sheet,
)
from party.queries.papers import has_closed_round, heading
from party.queries.standings.standings import standings
from party.queries.standings.story import story
from party.values.numbers import in_words, total
from party.values.papers import Contents, Moment, Piece, Shared
from party.values.people.person import Person
from party.values.standings.standings import PartyStandings, RoundKind, RoundPoints, StandingLine
from party.views.papers.paper import (
    CLOSE_FIRST,
    Paper,
    contents_of,
    of_party,
    shared_title,
)

LOW_END = 5
CREDITED = {RoundKind.SAT_OUT, RoundKind.NOT_PLAYED}
SIGNERS = ("Organiser", "Checked by")


def standings_to_post(party: Party) -> StandingsSheet:
    standings_now, final = standings(party), party.finished_at is not None
    rounds = (
        f"{standings_now.rounds} of {party.rounds_planned}"
        if party.rounds_planned
        else str(standings_now.rounds)
    )
    sections = [
        StandingsSection(
            title="Everybody", rows=_standing_rows(standings_now, standings_now.lines)
        )
    ]
    sections += [
        StandingsSection(title=f"Prize group: {name}", rows=_standing_rows(standings_now, lines))
        for name, lines in standings_now.groups.items()
    ]
    if standings_now.low:
        sections.append(_low_end(standings_now))
    return StandingsSheet(
        heading=heading(party),
        title="Final standings" if final else f"After round {rounds}",
        sections=tuple(sections),
        rule=standings_now.rule,
        story=" ".join(story(party)) if final else "",
        signatures=SIGNERS if final else (),
    )


def results_sheet(
    party: Party, standings_now: PartyStandings, names: Mapping[int, Person]
) -> StandingsSheet:
    """Return the final list with these names, to send as a picture.

    The list has no rounds, because these could make the picture too wide.
    """
    lines = [
        replace(line, person=replace(names[line.person.id], prize_group=""), note="")
        for line in standings_now.lines
    ]
    return StandingsSheet(
        heading=heading(party),
        title="Final standings",
        sections=(
            StandingsSection(
                title="Everybody",
                rows=tuple(
                    replace(row, rounds=()) for row in _standing_rows(standings_now, lines)
                ),
            ),
        ),
        rule=standings_now.rule,
    )


def _low_end(standings_now: PartyStandings) -> StandingsSection:
    """Return the lowest totals, with everybody who shares the last place of the section."""
    last_rank = standings_now.low[:LOW_END][-1].rank or 0
    lines = [line for line in standings_now.low if (line.rank or 0) <= last_rank]
    note = f"The {in_words(LOW_END)} lowest totals of people who were there in every round."
    return StandingsSection(
        title="The low end", rows=_standing_rows(standings_now, lines), note=note
    )


def _standing_rows(
    standings_now: PartyStandings, lines: Sequence[StandingLine]
) -> tuple[StandingRow, ...]:
    has_points = any(each.kind == RoundKind.PLAYED for line in lines for each in line.rounds)
    return tuple(
        StandingRow(
            rank=line.place,
            name=line.person.list_name,
            total=total(line.total),
            won=str(line.won) if standings_now.has_known_wins else "",
            group=line.person.prize_group,
            rounds=tuple(map(_points_text, line.rounds)) if has_points else (),
            sat_out=", ".join(f"R{e.round}" for e in line.rounds if e.kind == RoundKind.SAT_OUT),
            note=line.note,
        )
        for line in lines
    )


def _points_text(result: RoundPoints) -> str:
    """Write a round's points; "(120)" is the credit for a round that was not played.

    A final card gives only the sum of several rounds: the last of these has "*120", the others
    "*". "…120" are the points so far of a table whose slip is still to come.
    """
    if result.kind == RoundKind.PLAYED:
        return total(result.points)
    if result.kind == RoundKind.ON_CARD:
        return f"*{total(result.points)}" if result.points else "*"
    if result.kind in CREDITED or (result.kind == RoundKind.MISSED and result.points):
        return f"({total(result.points)})"
    if result.kind == RoundKind.MISSED:
        return "–"
    return f"…{total(result.points)}" if result.points else "…"


def blank_standings(party: Party) -> StandingsSheet:
    return StandingsSheet(
        heading=heading(party),
        title=f"After round ____ of {party.rounds_planned or '____'}",
        sections=(),
        rounds=party.rounds_planned or 0,
        signatures=SIGNERS,
    )


def contents(sheet: StandingsSheet) -> Contents:
    """Key each row by its section and name, because a person may be in several sections."""
    return contents_of(
        sheet.heading,
        (_printed_piece(section, row) for section in sheet.sections for row in section.rows),
        "line",
        shared_title(sheet.title),
        Shared("rule", sheet.rule),
        Shared("story", sheet.story),
        Shared("signatures", sheet.signatures),
    )


def _printed_piece(section: StandingsSection, row: StandingRow) -> Piece:
    line = (row.rank, row.name, row.total, row.won, row.group, row.rounds, row.note)
    return Piece(f"{section.title} {row.name}", row.name, (*line, section.note))


STANDINGS = Paper(
    slug="standings",
    title="Standings",
    purpose="Everybody, the prize groups and the low end, with a line to sign on.",
    moment=Moment.END,
    is_ready=of_party(has_closed_round),
    not_ready=CLOSE_FIRST,
    fill=of_party(standings_to_post),
    draw=standings_sheet,
    blank=blank_standings,
    contents=contents,
)

from collections.abc import Iterable
from dataclasses import astuple, replace

from party.models import Party, Round
from party.pdf.prizes.certificates import Certificate, CertificateSheet, certificate_sheet
from party.pdf.prizes.prize_sheet import PrizeRow, PrizeSheet, prize_sheet
from party.queries.papers import heading, prize_names
from party.queries.prizes.winners import BY_CHANCE_OR_HAND, all_prizes, has_settled_prize
from party.queries.shared_reads import share_reads
from party.queries.standings.standings import standings
from party.queries.standings.tally import tally_book
from party.values.papers import Contents, Moment, Piece, Shared
from party.values.people.money import money
from party.values.prizes.prizes import PrizeLine, PrizeList, PrizeState
from party.views.papers.paper import Paper, contents_of, of_party, part_of

OPEN_TEXTS = {
    PrizeState.TIED: "Tied: {}. Not settled yet.",
    PrizeState.WAITING: "Tied: {}. It waits for the tie above.",
    PrizeState.TO_DRAW: "Not drawn yet.",
    PrizeState.TO_GIVE: "Not given yet.",
    PrizeState.GONE: "The winner has gone home: not decided yet.",
}


def has_prizes(party: Party, _latest: Round | None) -> bool:
    return bool(prize_names(party))


def has_certificates(party: Party, latest: Round | None) -> bool:
    """An open round may change every winner, except winners who were drawn or named."""
    if not has_prizes(party, latest):
        return False
    if _can_results_change(party, latest):
        return has_settled_prize(party)
    return all_prizes(party).has_awards


def _can_results_change(party: Party, latest: Round | None) -> bool:
    is_open = latest is not None and latest.state != Round.State.CLOSED
    return is_open and party.finished_at is None


def prizes_of(party: Party) -> PrizeSheet:
    """Until the prizes are confirmed, a banner says that they may change."""
    prizes_now = all_prizes(party)
    one_each_rule = prizes_now.several_prizes_rule if prizes_now.is_one_each else ""
    return PrizeSheet(
        heading=heading(party),
        rows=tuple(row for line in prizes_now.lines for row in _prize_rows(party, line)),
        notes=tuple(filter(None, (prizes_now.rule, one_each_rule, prizes_now.counting_back))),
        banner=_banner(prizes_now),
    )


def certificates_of(party: Party) -> CertificateSheet:
    with share_reads():
        prizes_now, standings_now = all_prizes(party), standings(party)
        book = tally_book(party, standings_now)
    lines = prizes_now.lines
    if _can_results_change(party, party.rounds.last()):
        lines = tuple(line for line in lines if line.how in BY_CHANCE_OR_HAND)
    winners = {winner.person.id for line in lines for winner in line.awarded}
    boxes = {
        line.person.id: tuple(box.face for box in book.boxes(line))
        for line in standings_now.lines
        if line.person.id in winners
    }
    return CertificateSheet(
        heading=heading(party),
        certificates=tuple(
            Certificate(
                name=str(winner.person),
                prize=line.title,
                score=winner.score,
                boxes=boxes.get(winner.person.id, ()),
            )
            for line in lines
            for winner in line.awarded
        ),
        banner=_banner(prizes_now),
        day=_day_with_year(party),
    )


def _day_with_year(party: Party) -> str:
    start = party.local_start
    return f"{start:%A} {start.day} {start:%B %Y}"


def _banner(prizes_now: PrizeList) -> str:
    if prizes_now.confirmed_at is None:
        return "Not confirmed yet: this may still change."
    if prizes_now.changed_lines:
        return "A result was changed after these prizes were confirmed."
    return ""


def _prize_rows(party: Party, line: PrizeLine) -> Iterable[PrizeRow]:
    """Yield a row for each winner: the first row names the prize, the last one has the rule."""
    first_row, rule = PrizeRow(prize=line.title, item=line.gift), _rule_text(line)
    if not line.awarded:
        is_unfilled = line.is_changed or line.state == PrizeState.NOBODY
        yield replace(first_row, rule=rule, is_unfilled=is_unfilled)
    last = len(line.awarded) - 1
    for number, winner in enumerate(line.awarded):
        share = winner.share if last else None
        texts = (
            winner.score,
            "" if share is None else money(share, party.currency),
            "gone home" if winner.has_left else "",
        )
        row = PrizeRow() if number else first_row
        row_rule = rule if number == last else ""
        yield replace(
            row, winner=str(winner.person), score=", ".join(filter(None, texts)), rule=row_rule
        )


def _rule_text(line: PrizeLine) -> str:
    still_open = "" if line.is_changed else OPEN_TEXTS.get(line.state, "").format(line.tie_text)
    return " ".join(filter(None, (line.rule, line.missing, still_open)))


def blank_prizes(party: Party) -> PrizeSheet:
    return PrizeSheet(heading=heading(party), rows=())


def blank_certificates(party: Party) -> CertificateSheet:
    blank = Certificate(name="", prize="")
    return CertificateSheet(
        heading=heading(party), certificates=(blank, blank), day=_day_with_year(party)
    )


def _shared_banner(banner: str) -> Shared:
    return Shared("banner", banner, "whether the prizes are confirmed")


def prize_contents(sheet: PrizeSheet) -> Contents:
    return contents_of(
        sheet.heading,
        (
            Piece(f"{row.prize} {row.winner}", row.winner or row.prize, tuple(vars(row).values()))
            for row in sheet.rows
        ),
        "line",
        Shared("notes", sheet.notes),
        _shared_banner(sheet.banner),
    )


def certificate_contents(sheet: CertificateSheet) -> Contents:
    return contents_of(
        sheet.heading,
        (
            Piece(
                f"{each.prize} {each.name}",
                f"{each.name} ({each.prize})",
                (each.name, each.prize, each.score, *map(astuple, each.boxes)),
            )
            for each in sheet.certificates
        ),
        "certificate",
        Shared("day", sheet.day, "the day"),
        _shared_banner(sheet.banner),
    )


PRIZES = Paper(
    slug="prizes",
    title="Prize sheet",
    purpose="Each prize, who has it and by which rule, with a line to sign for it.",
    moment=Moment.END,
    is_ready=has_prizes,
    not_ready="First choose the prizes.",
    fill=of_party(prizes_of),
    draw=prize_sheet,
    blank=blank_prizes,
    contents=prize_contents,
)
CERTIFICATES = Paper(
    slug="certificates",
    title="Certificates",
    purpose="Half a sheet for everybody who has a prize.",
    moment=Moment.END,
    is_ready=has_certificates,
    not_ready="Ready when the round is closed and somebody has a prize.",
    fill=of_party(certificates_of),
    draw=certificate_sheet,
    blank=blank_certificates,
    contents=certificate_contents,
    part=part_of("certificates"),
)

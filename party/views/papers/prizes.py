"""The prize sheet and the certificates, as values."""

from collections.abc import Iterable
from dataclasses import replace

from party.models import Party
from party.queries.prints import heading
from party.queries.prizes.winners import prizes_now
from party.values.people.money import money
from party.values.prizes.prizes import (
    Certificate,
    CertificateSheet,
    PrizeLine,
    PrizeRow,
    PrizeSheet,
    PrizesNow,
    State,
)


def prize_sheet(party: Party) -> PrizeSheet:
    """Return the prize sheet: confirmed, what was confirmed; else as it stands, and it says so."""
    now = prizes_now(party)
    each = now.order if now.one_each else ""
    return PrizeSheet(
        heading=heading(party),
        rows=tuple(row for line in now.lines for row in _paper_rows(party, line)),
        notes=tuple(filter(None, (now.rule, each))),
        banner=_banner(now),
    )


def certificates(party: Party) -> CertificateSheet:
    """Return a certificate for everybody who has a prize, in the order of the list."""
    now = prizes_now(party)
    return CertificateSheet(
        heading=heading(party),
        certificates=tuple(
            Certificate(name=str(winner.person), prize=line.title, score=winner.score)
            for line in now.lines
            for winner in line.awarded
        ),
        banner=_banner(now),
    )


def _banner(now: PrizesNow) -> str:
    if now.confirmed_at is None:
        return "Not confirmed yet: this may still change."
    if now.changed:
        return "A result was changed after these prizes were confirmed."
    return ""


def _paper_rows(party: Party, line: PrizeLine) -> Iterable[PrizeRow]:
    """Yield a row for each winner: the first one names the prize, the last one tells the rule."""
    named, rule = PrizeRow(prize=line.title, what=line.what), _paper_rule(line)
    if not line.awarded:
        nobody = line.changed or line.state == State.NOBODY
        yield replace(named, rule=rule, nobody=nobody)
    last = len(line.awarded) - 1
    for number, winner in enumerate(line.awarded):
        score = winner.score
        if winner.share is not None and last:
            score = ", ".join(filter(None, (score, money(winner.share, party.currency))))
        row = PrizeRow() if number else named
        told = rule if number == last else ""
        yield replace(row, winner=str(winner.person), score=score, rule=told)


def _paper_rule(line: PrizeLine) -> str:
    words = {
        State.TIED: "Equal: {}. Not settled yet.",
        State.WAITING: "Equal: {}. It waits for the tie above.",
        State.TO_DRAW: "Not drawn yet.",
        State.TO_GIVE: "Not given yet.",
    }
    open_still = "" if line.changed else words.get(line.state, "").format(line.equal)
    return " ".join(filter(None, (line.rule, line.missing, open_still)))

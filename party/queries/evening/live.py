"""Reads for the live page, the check before a round is closed, and the finish."""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from party.models import Party, Printout
from party.models.evening.parties import ROLE
from party.progression import CHOICES
from party.queries.evening.parties import blind_step
from party.queries.evening.rounds import (
    estimated_finish,
    is_under_way,
    latest_round,
    live,
    night_after,
    people,
)
from party.queries.hall.clock import clock_of
from party.queries.one_reading import one_reading
from party.queries.people.door import accounts
from party.queries.phones.heard import calls, with_phones
from party.queries.prizes.measures import read_prize_data
from party.queries.prizes.winners import prizes_from
from party.queries.rows import read_rows
from party.queries.scores.late_slips import late_results, slips_to_follow
from party.queries.seats.draw import changes_to_show
from party.queries.seats.rota import turns_against_wishes
from party.queries.standings.standings import cards_missing
from party.values.evening.end import PAPERS, TREASURER, EndPage
from party.values.evening.live import Closing, FinishPage, Live, LivePage, Stage
from party.values.numbers import counted
from party.values.scores.tables import TableScore

# The live page asks every ten seconds, all evening: no model is made of the party.
VERSION = f"""
SELECT revision, phones AND finished_at IS NULL FROM party_party
WHERE id = %s AND ({ROLE}) IS NOT NULL
"""  # noqa: S608 -- a constant of ours


def live_version(user_id: int, party_id: int, at: datetime) -> str:
    """Return what changes with what the live page shows; "" for whom it is not. One query."""
    rows = read_rows(VERSION, [party_id, user_id])
    return version_of(rows[0][0], at, ticks=rows[0][1]) if rows else ""


def version_of(revision: int, at: datetime, *, ticks: bool) -> str:
    """Name what the live page shows.

    How long a table has been quiet is in no revision: with phones it `ticks`, the page is made
    every half minute, which is dearer once and spares every poll from asking for it.
    """
    return f"{revision}.{at.timestamp() // 30:.0f}" if ticks else str(revision)


@one_reading()
def live_page(party: Party, at: datetime) -> LivePage:
    now, is_blind = with_phones(party, live(party), at), party.cards == Party.Cards.BLIND
    known = now.night.stage in {Stage.SEATED, Stage.PLAYING}
    latest = latest_round(party) if known else None
    seated = latest if now.night.stage == Stage.SEATED else None
    return LivePage(
        live=now,
        tracks_seats=party.tracks_seats,
        cards_due=now.night.stage == Stage.OVER and bool(cards_missing(party)),
        finish_at=estimated_finish(party, now.night, at),
        changes=changes_to_show(party, seated) if seated else None,
        blind_step=blind_step(party) if is_blind and now.night.stage == Stage.SETUP else None,
        slips=slips_to_follow(party),
        clock=clock_of(party, latest, at),
        clock_waits=bool(party.clock_minutes) and now.night.stage == Stage.PLAYING,
        announced_at=seated.announced_at if seated else None,
        calls=calls(party),
        late=late_results(party),
    )


@one_reading()
def closing(party: Party, known: Mapping[int, TableScore] | None = None) -> Closing:
    now = with_phones(party, live(party, known))
    is_last = now.night.planned == now.night.round_number
    slips = slips_to_follow(party)
    return Closing(
        live=now,
        is_last=is_last,
        may_finish=is_last and not slips and is_complete(party, now),
        turns=() if is_last else turns_against_wishes(party),
        slips=slips,
        calls=calls(party),
        late=late_results(party),
        credit_text=credit_text(party),
    )


def credit_text(party: Party) -> str:
    """Say what each of the four gets for a table that was not played, by the party's rule."""
    if party.format.sit_out_credit == "fixed":
        return f"{counted(party.format.sit_out_points, 'point')} each, as for sitting out"
    credit = CHOICES["sit_out_credit"].answers[party.format.sit_out_credit]
    return f"{credit}, as for sitting out"


def is_complete(party: Party, now: Live) -> bool:
    """Return whether every name and every final card is known: the finish then asks nothing."""
    has_names = all(person.name for person in people(party).values())
    has_cards_to_come = any(table.score.on_cards for table in now.tables)
    return has_names and not has_cards_to_come and not cards_missing(party)


@one_reading()
def finish_page(party: Party) -> FinishPage:
    latest = latest_round(party)
    is_settled = party.finished_at is not None or latest is None or not is_under_way(latest)
    return FinishPage(
        night=night_after(party, latest),
        nameless=tuple(person for person in people(party).values() if not person.name),
        cards_missing=tuple(cards_missing(party)),
        unsettled=None if is_settled else live(party),
        slips=() if party.finished_at else slips_to_follow(party),
        late=late_results(party),
    )


def end_page(party: Party, finished_at: datetime) -> EndPage:
    """Return the page of a finished party. The same few queries for any size."""
    data = read_prize_data(party)
    prizes = prizes_from(data)
    kits = (*PAPERS, TREASURER)
    printed = Printout.objects.filter(party=party, kit__in=kits, blank=False, at__gte=finished_at)
    return EndPage(
        night=night_after(party, latest_round(party)),
        finished_at=finished_at.astimezone(ZoneInfo(party.club.time_zone)),
        standings=data.now,
        prizes=prizes,
        accounts=accounts(party),
        pots=tuple(line.pot for line in prizes.lines if line.pot is not None),
        printed=frozenset(printed.order_by().values_list("kit", flat=True).distinct()),
    )

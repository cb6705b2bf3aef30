"""Reads for the live page, the check before a round is closed, and the finish."""

from datetime import datetime

from party.models import Party
from party.queries.evening.parties import blind_step
from party.queries.evening.rounds import (
    estimated_finish,
    is_under_way,
    latest_round,
    live,
    night_after,
    people,
)
from party.queries.seats.draw import changes_since
from party.queries.seats.rota import turns_against_wishes
from party.queries.standings.standings import cards_missing
from party.values.evening.live import Closing, FinishPage, Live, LivePage, Stage


def live_page(party: Party, at: datetime) -> LivePage:
    now, is_blind = live(party), party.cards == Party.Cards.BLIND
    seated = now.night.stage == Stage.SEATED and latest_round(party)
    return LivePage(
        live=now,
        tracks_seats=party.tracks_seats,
        cards_due=now.night.stage == Stage.OVER and bool(cards_missing(party)),
        finish_at=estimated_finish(party, now.night, at),
        changes=changes_since(party, seated) if seated else None,
        blind_step=blind_step(party) if is_blind and now.night.stage == Stage.SETUP else None,
    )


def closing(party: Party) -> Closing:
    now = live(party)
    is_last = now.night.planned == now.night.round_number
    return Closing(
        live=now,
        is_last=is_last,
        may_finish=is_last and is_complete(party, now),
        turns=() if is_last else turns_against_wishes(party),
    )


def is_complete(party: Party, now: Live) -> bool:
    """Return whether every name and every final card is known: the finish then asks nothing."""
    has_names = all(person.name for person in people(party).values())
    has_cards_to_come = any(table.score.on_cards for table in now.tables)
    return has_names and not has_cards_to_come and not cards_missing(party)


def finish_page(party: Party) -> FinishPage:
    latest = latest_round(party)
    is_settled = party.finished_at is not None or latest is None or not is_under_way(latest)
    return FinishPage(
        night=night_after(party, latest),
        nameless=tuple(person for person in people(party).values() if not person.name),
        cards_missing=tuple(cards_missing(party)),
        unsettled=None if is_settled else live(party),
    )

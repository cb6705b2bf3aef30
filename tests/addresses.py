"""Every web address of Head Table, and an evening that has a page at each."""

from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

from django.db import transaction
from django.urls import URLResolver, get_resolver, reverse

from party.models import Club, Invitation, LogLine, Player, Series
from party.queries.people.merge_players import MERGED
from party.queries.phones.table import table_token
from party.services import clubs, papers
from party.services.accounts import invitations
from party.services.people import merge_players, wishes
from party.services.prizes import fifty_fifty
from party.services.standings.series import create_series
from party.values.papers import Look
from party.values.standings.series import SeriesPlan
from party.views.papers.seat_cards import contents
from tests.evening import (
    AT,
    BY_PROGRAM,
    close,
    create_user,
    party_with,
    play,
    started_party,
)
from tests.guard import setting_up
from tests.hands import WHOLE
from tests.once import once
from tests.pdf.cast import card_sheet
from tests.records import store_records
from tests.slip_pictures import slip_picture

# This player of the club is not on the list of the party.
ZELDA = "Zelda Zimmermann"

# Arguments of some addresses. The part after ":" tells two rows with the same URL name apart.
SPECIAL = {
    "player_act": {"verb": "back"},
    "player_act:home": {"verb": "home"},
    "prize_act": {"verb": "up"},
    "list_file": {"name": "rota"},
    "list_file:wishes": {"name": "wishes"},
    "list_file:helpers": {"name": "helpers"},
    "round_list_file": {"name": "tables"},
    "seat_next_round": {"number": 2},
    "set_aside": {"entry": 1},
    "backup": {"name": "headtable.sqlite3"},
}


def patterns(resolver=None, keys=()):
    """Yield every URL pattern with the names of its arguments."""
    for each in (resolver or get_resolver()).url_patterns:
        names = (*keys, *each.pattern.converters)
        yield from patterns(each, names) if isinstance(each, URLResolver) else [(each, names)]


def argument_names():
    return {each.name: keys for each, keys in patterns()}


def addresses(arguments, rows):
    """Yield each row with its web address. A row is a URL name or a key of `SPECIAL`."""
    keys = argument_names()
    for row in rows:
        own = arguments | SPECIAL.get(row, {}) | arguments.get(row, {})
        name = row.split(":")[0]
        yield row, reverse(name, kwargs={key: own[key] for key in keys[name]})


@once
def evening(name, code):
    """Make a party with one of everything; return its organiser and the arguments of all URLs."""
    ruth = create_user(name)
    party = started_party(4, by=ruth, code=code, guests=True, guest_names="full", phones=True)
    store_records(party, WHOLE)
    play(party)
    close(party)
    by_hand, club = {"actor": ruth.actor, "at": AT}, party.club
    first, second = party.entrants.all()[:2]
    prize = fifty_fifty.set_ticket_price(party.pk, None, 100, **BY_PROGRAM)
    fifty_fifty.sell_tickets(party.pk, prize.pk, 3, submission=uuid4(), **BY_PROGRAM)
    plan = SeriesPlan(name="Winter", parties=(party.pk,))
    create_series(club.pk, plan, **BY_PROGRAM)
    wish = wishes.add_wish(party.pk, "stay", second.pk, None, **BY_PROGRAM)
    with setting_up():
        Club.objects.filter(pk=club.pk).update(address=code)
        zelda, ann = (
            Player.objects.create(club=club, name=name, sort_name=name) for name in (ZELDA, "Ann")
        )
    party_with(0, club=club, name=f"{ZELDA} remembered", starts_at=AT + timedelta(days=7))
    merge_players.merge_players(club.pk, zelda.pk, ann.pk, **BY_PROGRAM)
    marks = contents(card_sheet(4)).marks
    papers.record_printout(party.pk, "cards", Look(), marks, title="Seat cards", **BY_PROGRAM)
    helper = clubs.add_helper(club.pk, f"{name}’s helper", party_id=party.pk, **by_hand)
    invitations.create_invitation(club.pk, "Nora", "organiser", **by_hand)
    return ruth, {
        "party_id": party.pk,
        "club_id": club.pk,
        "entrant_id": first.pk,
        "player_id": first.player_id,
        "other_id": zelda.pk,
        "prize_id": prize.pk,
        "sale_id": prize.sales.get().pk,
        "wish_id": wish.pk,
        "series_id": Series.objects.get(club=club).pk,
        "user_id": helper.pk,
        "invitation_id": Invitation.objects.get(club=club).pk,
        "picture_id": slip_picture(party).pk,
        "pk": party.printouts.get().pk,
        "line_id": LogLine.objects.get(club=club, verb=MERGED).pk,
        "number": 1,
        "table": 1,
        "hand": 1,
        "kind": "csv",
        "kit": "cards",
        "preset": "midway",
        "code": party.code,
        "address": code,
        "token": table_token(party, 1),
    }


@contextmanager
def rolled_back():
    """Roll back the writes of the block."""
    before = transaction.savepoint()
    yield
    transaction.savepoint_rollback(before)

import sqlite3
from contextlib import contextmanager

import pytest
from django.db import connection

from party.models import (
    Entrant,
    Entry,
    LogLine,
    Membership,
    Party,
    Player,
    Round,
    Series,
    SignInLink,
    User,
)
from party.queries.backups.check import party_differences
from party.queries.clubs import SeasonChange, removal_of
from party.queries.standings.series import season
from party.services import clubs
from party.services.accounts.users import make_link
from party.services.clubs import remove_party
from party.services.evening import rounds
from party.services.scores.entries import save_hand, undo_hand
from party.services.standings.series import create_series
from party.values.refusals import Refused
from party.values.standings.series import SeriesPlan
from tests.acts import ACTS
from tests.evening import (
    AT,
    BY_PROGRAM,
    create_user,
    enter,
    helper_of,
    party_after_rounds,
    party_with,
    play_rounds,
    spot,
    start,
    started_party,
)
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

# Together these acts leave rows of every kind.
KINDS = (
    *("records attached", "card", "stand-in", "wish added", "tickets sold", "prizes confirmed"),
    *("printed", "decided", "seats swapped", "host called", "draw undone", "kept late"),
)


def remove_as_organiser(party, *, by=None, seen=None):
    party = Party.objects.get(pk=party.pk)
    by = by or User.objects.get(name="Ruth")
    seen = party.revision if seen is None else seen
    return remove_party(party.club_id, party.pk, shown_revision=seen, actor=by.actor, at=AT)


def play_and_finish(party):
    play_rounds(party, 1)
    rounds.finish(party.pk, **BY_PROGRAM)
    return party


@pytest.mark.parametrize("verb", KINDS)
def test_all_rows_of_the_party_are_deleted(verb):
    ACTS[verb][0]()
    with setting_up():
        Round.objects.update(state=Round.State.CLOSED)
    [party] = Party.objects.all()
    other = party_with(4, club=party.club)
    players, log = Player.objects.count(), LogLine.objects.filter(party=None).count()
    remove_as_organiser(party)
    assert Party.objects.get() == other
    assert Entrant.objects.count() == 4
    assert Player.objects.count() == players
    for rows in (
        Round.objects,
        Entry.objects.exclude(table=None),
        LogLine.objects.exclude(party=None),
    ):
        assert not rows.exists()
    assert LogLine.objects.filter(party=None).count() == log + 1


def test_entries_of_an_undone_draw_are_deleted():
    party, other = party_with(8), party_with(8, name="Spring party")
    for each in (party, other):
        start(each)
        enter(each, "8hn9")
        undo_hand(spot(each), **BY_PROGRAM)
        rounds.undo_draw(each.pk, **BY_PROGRAM)
    mine, theirs = Entry.objects.order_by("pk")
    assert (mine.table, theirs.table) == (None, None)
    with setting_up():  # the log of a large evening has more ids than one statement takes
        lines = LogLine.objects.filter(party=party, verb="hand undone")
        lines.update(data={"aside": [mine.pk, *range(10**6, 10**6 + 40_000)]})
    with few_values():
        remove_as_organiser(party)
    assert Entry.objects.get() == theirs


@contextmanager
def few_values():
    """Limit the values of a statement, as SQLite does on Windows and macOS."""
    if connection.vendor != "sqlite":
        yield
        return
    limit = connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 32_766)
    try:
        yield
    finally:
        connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, limit)


def test_the_log_of_the_club_has_a_line_about_the_removal():
    party = party_after_rounds(1, 8)
    remove_as_organiser(party)
    line = LogLine.objects.get()
    assert (line.verb, line.club_id, line.actor.name) == ("party removed", party.club_id, "Ruth")
    assert line.words == "Autumn party of November 14, 2026 removed: 8 people, 8 hands"


def test_a_series_loses_the_party_after_a_warning():
    first, second = (
        play_and_finish(party_with(8)),
        play_and_finish(party_with(8, name="Spring party")),
    )
    plan = SeriesPlan(name="Winter", parties=(first.pk, second.pk))
    series = create_series(first.club_id, plan, **BY_PROGRAM)
    lost = removal_of(Party.objects.get(pk=first.pk))
    assert lost.seasons == (SeasonChange("Winter", 2, 1, 16),)
    assert (lost.people, lost.tables, lost.rounds, lost.hands) == (8, 2, 1, 8)
    remove_as_organiser(first)
    new_season = season(Series.objects.get(pk=series.pk))
    assert [each.id for each in new_season.parties] == [second.pk]
    assert len(new_season.lines) == 8
    assert party_differences(Party.objects.get()) == []


def test_a_helper_of_the_party_alone_cannot_sign_in():
    party = party_with(4)
    ruth = {"actor": User.objects.get().actor, "at": AT}
    here = clubs.add_helper(party.club_id, "Hanna", party_id=party.pk, **ruth)
    make_link(here, **ruth)
    everywhere = helper_of(party, "Otto")
    assert removal_of(Party.objects.get()).helpers == ("Hanna",)
    remove_as_organiser(party)
    here.refresh_from_db()
    assert not here.is_active
    assert not SignInLink.objects.filter(used_at=None).exists()
    everywhere.refresh_from_db()
    assert everywhere.is_active
    # The name can be used again.
    clubs.add_helper(party.club_id, "Hanna", **ruth)


def test_only_an_organiser_of_the_club_can_remove_the_party():
    party = party_with(4)
    for other in (helper_of(party), create_user("Mallory")):
        with pytest.raises(Refused, match="Only an organiser of the club can remove a party"):
            remove_as_organiser(party, by=other)
    assert Party.objects.exists()


def test_a_party_in_a_round_is_not_removed():
    party = started_party(8)
    with pytest.raises(Refused, match="Round 1 is going on: remove Autumn party"):
        remove_as_organiser(party)


def test_a_party_that_has_changed_since_the_page_was_read_is_not_removed():
    party = party_with(8)
    seen = Party.objects.get().revision
    play_and_finish(party)
    with pytest.raises(Refused, match="Something changed"):
        remove_as_organiser(party, seen=seen)


def test_verbs_after_the_removal_are_refused():
    party = started_party(8)
    enter(party, "8hn9")
    where = spot(party)
    rounds.finish(party.pk, still_open="counts", **BY_PROGRAM)
    remove_as_organiser(party)
    with pytest.raises(Refused, match="was removed while you had this page open"):
        remove_party(party.club_id, party.pk, shown_revision=0, **BY_PROGRAM)
    with pytest.raises(Refused, match="was removed while you had this page open"):
        save_hand(where, None, submission=None, **BY_PROGRAM)


def test_a_party_of_the_sample_is_not_removed_alone():
    party = party_with(4)
    with setting_up():
        party.club.is_sample = True
        party.club.save()
    with pytest.raises(Refused, match="The sample evening goes as a whole"):
        remove_as_organiser(party)


def test_a_helper_of_another_party_keeps_access():
    party, other = party_with(4), party_with(4)
    user = helper_of(party)
    with setting_up():
        user.memberships.update(party=party)
        Membership.objects.create(user=user, club=other.club, role="helper", party=other)
    remove_as_organiser(party)
    user.refresh_from_db()
    assert user.is_active

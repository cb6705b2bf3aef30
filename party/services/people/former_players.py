"""Removes a person from a club, and replaces the name everywhere, even in old log lines."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import OperationalError, connection
from django.db.models import Count, F, Max

from party.models import Club, FormerName, LogLine, Party, Player, SlipPicture, User
from party.queries.people.former_players import (
    LEFT_LIST,
    NameHolder,
    Rewrite,
    name_hash,
    name_holder,
    removal_refusal,
    rewrites,
)
from party.rosters import casefolded_name
from party.services.accounts.users import refuse_unless_organiser
from party.services.clubs import past_and_present_staff_ids
from party.services.people.distinctions import update_distinctions
from party.services.write import PAGE_IS_OLD, club_act, one_writer
from party.values.accounts import Actor
from party.values.refusals import Refused, require

GONE_ALREADY = "This person is no longer on the club’s list."
# SQLite keeps deleted text in its file until the pages are written again.
ERASE_DELETED_TEXT = {"sqlite": ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)")}


def remove_player(club_id: int, player_id: int, *, actor: Actor, at: datetime) -> str:
    """Return the label that replaces the name, for example "Former player 31"."""
    # Reading the whole log takes long, so it happens before the locks. If a line is added
    # meanwhile, it may contain the name, so the verb is refused below.
    holder, changes, log_state = _read_rewrites(club_id, player_id)
    with club_act(club_id, actor, at) as act:
        refuse_unless_organiser(act.club, actor, "remove a person")
        # With all parties locked, nobody writes the name while it is being replaced.
        parties = Party.objects.filter(club=act.club).order_by("pk").select_for_update(no_key=True)
        parties_by_id = {party.pk: party for party in parties}
        _locked_player(act.club, player_id)
        if log_state != _log_state(club_id):
            raise Refused(PAGE_IS_OLD)
        if refusal := removal_refusal(holder):
            raise Refused(refusal)
        # The pictures of slips show the printed names, which the program cannot find or replace.
        SlipPicture.objects.filter(party__in=holder.party_ids).delete()
        _store_rewrites(changes)
        _rename_former_helpers(holder)
        _store_hashes(holder)
        for party_id in holder.party_ids:
            update_distinctions(parties_by_id[party_id])
        Party.objects.filter(club=act.club).update(
            revision=F("revision") + 1, shared_revision=F("revision") + 1
        )
        act.log(LEFT_LIST, f"{holder.label} has left the club’s list", player=player_id)
        connection.on_commit(_erase_deleted_text, robust=True)
    return holder.label


def keep_name(club_id: int, player_id: int, *, actor: Actor, at: datetime) -> None:
    with club_act(club_id, actor, at) as act:
        refuse_unless_organiser(act.club, actor, "decide this")
        player = _locked_player(act.club, player_id)
        if not act.club.former_names.filter(name_hash=name_hash(player.name)).delete()[0]:
            raise Refused(f"{player} is on the list like everybody else.")
        act.log("name kept", f"{player} stays on the club’s list", player=player_id)


def _locked_player(club: Club, player_id: int) -> Player:
    rows = Player.objects.filter(club=club).select_for_update(of=("self",))
    return require(rows.select_related("club").filter(pk=player_id).first(), GONE_ALREADY)


def _read_rewrites(
    club_id: int, player_id: int
) -> tuple[NameHolder, list[Rewrite], tuple[Any, ...]]:
    log_state = _log_state(club_id)
    rows = Player.objects.filter(club=club_id, pk=player_id)
    holder = name_holder(require(rows.select_related("club").first(), GONE_ALREADY))
    return holder, list(rewrites(holder)), log_state


def _log_state(club_id: int) -> tuple[Any, ...]:
    """Return the highest id and the count: PostgreSQL may commit lines in another order."""
    counts = LogLine.objects.filter(club=club_id).aggregate(last=Max("pk"), lines=Count("pk"))
    return counts["last"], counts["lines"]


def _store_rewrites(changes: Iterable[Rewrite]) -> None:
    for change in [each for each in changes if each.after]:
        rows = change.model._default_manager.filter(pk=change.id)  # noqa: SLF001
        rows.update(**change.after)


def _rename_former_helpers(holder: NameHolder) -> None:
    actors_elsewhere = (
        LogLine.objects.exclude(club=holder.club).exclude(actor=None).values("actor")
    )
    users = User.objects.filter(
        pk__in=past_and_present_staff_ids(holder.club), is_active=False, memberships=None
    )
    users = users.filter(name__in=holder.names - holder.shared_names).exclude(
        pk__in=actors_elsewhere
    )
    users.update(name=holder.label, name_key=casefolded_name(holder.label))


def _store_hashes(holder: NameHolder) -> None:
    hashes = {name_hash(name) for name in holder.names - holder.shared_names}
    rows = [
        FormerName(club=holder.club, name_hash=each, number=holder.number)
        for each in sorted(hashes)
    ]
    FormerName.objects.bulk_create(
        rows,
        batch_size=500,
        update_conflicts=True,
        update_fields=["number"],
        unique_fields=["club", "name_hash"],
    )


def _erase_deleted_text() -> None:
    try:
        with one_writer(), connection.cursor() as cursor:
            for statement in ERASE_DELETED_TEXT.get(connection.vendor, ()):
                cursor.execute(statement)
    except OperationalError:  # another program reads at this moment
        return

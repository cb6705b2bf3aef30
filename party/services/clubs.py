import logging
from collections.abc import Collection
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db.models import Q, QuerySet

from party.models import (
    Club,
    Entrant,
    Entry,
    LogLine,
    Membership,
    MoneyLine,
    Party,
    Player,
    Printout,
    Prize,
    Record,
    Round,
    Series,
    SignInLink,
    SlipPicture,
    Tally,
    TicketSale,
    User,
)
from party.queries.backups.party_file import orphan_ids
from party.queries.clubs import SAMPLE_REMOVED, club_removal_refusal, removal_of
from party.services.accounts.users import (
    clean_name_and_email,
    club_of,
    end_sessions,
    refuse_same_club,
    refuse_same_name,
    refuse_unless_organiser,
)
from party.services.backups.copies import copy_before
from party.services.write import GONE, PAGE_IS_OLD, ClubAct, club_act, write
from party.values.accounts import Actor
from party.values.numbers import counted
from party.values.refusals import Refused, require

logger = logging.getLogger(__name__)


def add_helper(
    club_id: int, name: str, *, actor: Actor, at: datetime, party_id: int | None = None
) -> User:
    name, _ = clean_name_and_email(name)
    password = make_password(None)
    with club_act(club_id, actor, at) as act:
        club = act.club
        refuse_unless_organiser(club, actor)
        party = Party.objects.filter(club=club).get(pk=party_id) if party_id else None
        refuse_same_name(name, [club.pk])
        user = User.objects.create(name=name, password=password)
        role = Membership.Role.HELPER
        Membership.objects.create(user=user, club=club, role=role, party=party)
        words = f"{name} helps at {party or club}"
        act.in_log_of(party).log("helper added", words, user=user.pk)
    return user


def remove_helper(club_id: int, user_id: int, *, actor: Actor, at: datetime) -> None:
    with club_act(club_id, actor, at) as act:
        club = act.club
        refuse_unless_organiser(club, actor)
        helping = Membership.objects.filter(
            club=club, user_id=user_id, role=Membership.Role.HELPER
        )
        helpers = User.objects.filter(memberships__in=helping)
        helper = require(helpers.first(), "This person does not help here.")
        helping.delete()
        _end_access(helper, at)
        act.log("helper removed", f"{helper.name} no longer helps at {club}", user=user_id)


def remove_organiser(club_id: int, user_id: int, *, actor: Actor, at: datetime) -> list[str]:
    """Return the names of people who lost their access too, and need a new link."""
    with club_act(club_id, actor, at) as act:
        club = act.club
        refuse_unless_organiser(club, actor)
        if user_id == actor.user_id:
            raise Refused("Ask another organiser to remove you: a club needs at least one.")
        memberships = Membership.objects.filter(club=club, user_id=user_id)
        if not memberships.filter(role=Membership.Role.ORGANISER).exists():
            raise Refused("This person does not run the club.")
        organiser = User.objects.get(pk=user_id)
        memberships.delete()
        # Otherwise the organiser could sign in again with an invitation or link of their own.
        # Unused links do not say who made them, so all unused links of the club end.
        club.invitations.filter(invited_by=organiser, ended_at=None).update(ended_at=at)
        staff = club.memberships.values("user")
        SignInLink.objects.filter(used_at=None, user__in=staff).update(used_at=at)
        revoked = _revoke_access_granted_by(club, organiser, act)
        _end_access(organiser, at)
        if not organiser.is_active:
            # The organiser may still have the sample club. The actor takes it over.
            organiser.memberships.update(user=actor.user_id)
        act.log("organiser removed", f"{organiser} no longer runs {club}", user=user_id)
    return revoked


def _revoke_access_granted_by(club: Club, organiser: User, act: ClubAct) -> list[str]:
    """End the access of people whom an organiser let in; return their names.

    The organiser may know the password of such an account, or may have stored their own e-mail
    address in it. Three kinds of people keep their access: the actor; people who also work
    elsewhere, because no organiser could make them a new link; and other organisers whom this one
    has let in by an invitation only.
    """
    lines = LogLine.objects.filter(club=club)
    linked = lines.filter(verb="link made", actor=organiser)
    invited = lines.filter(verb="joined", data__by=organiser.pk)
    linked_ids = {*linked.values_list("data__user", flat=True)}
    invited_ids = {*invited.values_list("data__user", flat=True)}
    outside_memberships = Membership.objects.exclude(club=club).exclude(club__is_sample=True)
    organisers = club.memberships.filter(role=Membership.Role.ORGANISER).values("user")
    users = User.objects.filter(memberships__club=club).exclude(pk=act.actor.user_id or 0)
    users = users.exclude(memberships__in=outside_memberships)
    granted = Q(pk__in=linked_ids) | (Q(pk__in=invited_ids) & ~Q(pk__in=organisers))
    names = []
    for user in users.filter(granted).distinct().order_by("name"):
        end_sessions(user, act.at)
        user.set_unusable_password()
        user.email = None
        user.save(update_fields=["password", "email", "email_key"])
        names.append(user.name)
    return names


def change_club(
    club_id: int, name: str, address: str, layout: str = "", *, actor: Actor, at: datetime
) -> None:
    """An empty address keeps the present one; an empty layout means the standard one."""
    name = " ".join(name.split())
    with club_act(club_id, actor, at) as act:
        club, before = act.club, act.club.name
        refuse_unless_organiser(club, actor)
        if name != before:
            refuse_same_club(name, "name", own_id=club.pk)
        if address not in {"", club.address}:
            refuse_same_club(address, "address", own_id=club.pk)
        words = f"{club} has a new address"
        if name != before:
            words = f"{before} is now {name}"
        elif layout != club.newspaper_layout:
            words = f"{club} has a new layout for the newspaper"
        club.name, club.address = name, address or club.address
        club.newspaper_layout = layout
        club.save(update_fields=["name", "address", "newspaper_layout"])
        act.log("club changed", words, name=name, address=club.address)


def _end_access(user: User, at: datetime) -> None:
    """End the sessions, and deactivate an account that has no club except a sample club."""
    end_sessions(user, at)
    if not user.memberships.filter(club__is_sample=False).exists():
        user.is_active, user.email = False, None
        user.save(update_fields=["is_active", "email", "email_key"])


def create_sample_club(organiser: User, *, actor: Actor, at: datetime) -> Club:
    own_club = club_of(organiser)
    with write():
        club = Club.objects.create(
            name="Sample club", time_zone=own_club.time_zone, is_sample=True
        )
        role = Membership.Role.ORGANISER
        Membership.objects.create(user=organiser, club=club, role=role)
        ClubAct.of(club, actor, at).log("sample made", f"{club} made, to try things on")
    return club


def remove_sample(club_id: int, *, actor: Actor, at: datetime) -> None:
    with club_act(club_id, actor, at) as act:
        club = act.club
        refuse_unless_organiser(club, actor)
        if not club.is_sample:
            raise Refused("Only the sample goes as a whole. A party is removed by itself.")
        other_clubs = Club.objects.filter(memberships__user=actor.user_id).exclude(pk=club.pk)
        text = "The sample is your only club. It can go once there is another one."
        own_club = require(other_clubs.order_by("memberships__pk").first(), text)
        copy_before("before the sample was removed")
        helpers = past_and_present_staff_ids(club)
        _delete_club(club)
        _delete_accounts(helpers)
        ClubAct.of(own_club, actor, at).log(SAMPLE_REMOVED, "The sample evening is removed")


def remove_club(club_id: int, *, actor: Actor, at: datetime) -> None:
    """Also delete the accounts that work for no other club, and their sample clubs."""
    with club_act(club_id, actor, at) as act:
        club = act.club
        refuse_unless_organiser(club, actor, "remove the club")
        if refusal := club_removal_refusal(club):
            raise Refused(refusal)
        copy_before("before a club was removed")
        staff_ids = past_and_present_staff_ids(club)
        _delete_club(club)
        other_memberships = Membership.objects.filter(user__in=staff_ids, club__is_sample=False)
        removed_ids = staff_ids - {*other_memberships.values_list("user", flat=True)}
        samples = Club.objects.filter(is_sample=True, memberships__user__in=removed_ids)
        for sample in samples.exclude(
            memberships__user__in=other_memberships.values("user")
        ).distinct():
            _delete_club(sample)
        for user in User.objects.filter(pk__in=removed_ids):
            _end_access(user, at)
        _delete_accounts(removed_ids)
        own_clubs = Membership.objects.filter(user=actor.user_id, role=Membership.Role.ORGANISER)
        logger.warning("Club %s was removed by user %s", club_id, actor.user_id)
        if (membership := own_clubs.order_by("pk").first()) is not None:
            ClubAct.of(membership.club, actor, at).log("club removed", f"{club.name} is removed")


def _delete_club(club: Club) -> None:
    # FOR UPDATE, as in `remove_party`.
    delete_parties([*Party.objects.select_for_update().filter(club=club)])
    LogLine.objects.filter(club=club).delete()
    for owned in (Series, Player):
        owned.objects.filter(club=club).delete()
    club.delete()


def remove_party(
    club_id: int, party_id: int, *, shown_revision: int, actor: Actor, at: datetime
) -> Party:
    with club_act(club_id, actor, at) as act:
        # FOR UPDATE: a verb entering hands there finishes first, or then finds the party deleted.
        parties = Party.objects.select_for_update().filter(pk=party_id, club=act.club)
        party = require(parties.first(), GONE)
        refuse_unless_organiser(act.club, actor, "remove a party")
        removal = removal_of(party)
        if removal.why_not:
            raise Refused(removal.why_not)
        if removal.revision != shown_revision:
            raise Refused(PAGE_IS_OLD)
        copy_before("before a party was removed")
        helpers = [*User.objects.filter(memberships__party=party)]
        delete_parties([party])
        for user in helpers:
            _end_access(user, at)
        figures = f"{removal.people} people, {counted(removal.hands, 'hand')}"
        day = f"{party.starts_at:%B} {party.starts_at.day}, {party.starts_at.year}"
        words = f"{party} of {day} removed: {figures}"
        act.log("party removed", words, party=party_id)
    return party


def past_and_present_staff_ids(club: Club) -> set[int]:
    joining_lines = LogLine.objects.filter(
        club=club, verb__in=("organiser", "helper added", "joined")
    )
    return {
        *club.memberships.values_list("user", flat=True),
        *joining_lines.values_list("data__user", flat=True),
    }


def delete_parties(parties: Collection[Party]) -> None:
    for model, ids in orphan_ids(LogLine.objects.filter(party__in=parties)).items():
        QuerySet(model).filter(pk__in=ids).delete()
    LogLine.objects.filter(party__in=parties).delete()
    Entry.objects.filter(table__round__party__in=parties).delete()
    Record.objects.filter(table__round__party__in=parties).delete()
    TicketSale.objects.filter(prize__party__in=parties).delete()
    for model in (MoneyLine, Printout, SlipPicture, Tally, Prize, Round, Entrant):
        model.objects.filter(party__in=parties).delete()
    Party.objects.filter(pk__in=[party.pk for party in parties]).delete()


def _delete_accounts(user_ids: Collection[int]) -> None:
    ids_in_logs = LogLine.objects.filter(actor__in=user_ids).values("actor")
    users = User.objects.filter(pk__in=user_ids, memberships=None)
    users.exclude(pk__in=ids_in_logs).delete()

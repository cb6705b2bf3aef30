"""Invitations to a club. If two requests use the same one, the lock of the club refuses one."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Q

from party.models import Invitation, Membership, Party, User
from party.queries.clubs import open_invitation
from party.services.accounts.users import (
    clean_name_and_email,
    end_sessions,
    hashed_password,
    refuse_same_name,
    refuse_unless_organiser,
)
from party.services.write import ClubAct, club_act
from party.values.accounts import PROGRAM, Actor, hash_of
from party.values.clubs import work_text
from party.values.refusals import Refused, require

A_WEEK = timedelta(days=7)
ENDED = (
    "This invitation was used or taken back, or is too old. "
    "Ask the person who invited you for a new one."
)
ORGANISER = Membership.Role.ORGANISER


def create_invitation(
    club_id: int, name: str, role: str, *, actor: Actor, at: datetime, party_id: int | None = None
) -> str:
    """Return the invitation's token, which only the invitee gets."""
    name, _ = clean_name_and_email(name)
    token = secrets.token_urlsafe(24)
    with club_act(club_id, actor, at) as act:
        refuse_unless_organiser(act.club, actor)
        party = Party.objects.filter(club=act.club).get(pk=party_id) if party_id else None
        invitation = Invitation.objects.create(
            club=act.club,
            party=party,
            role=Membership.Role(role),
            name=name,
            invited_by=User.objects.get(pk=actor.user_id or 0),
            token_hash=hash_of(token),
            expires_at=at + A_WEEK,
        )
        words = f"{name} is invited to {work_text(role, str(party or act.club))}"
        act.in_log_of(party).log("invited", words, invitation=invitation.pk, role=role)
    return token


def revoke_invitation(club_id: int, invitation_id: int, *, actor: Actor, at: datetime) -> None:
    with club_act(club_id, actor, at) as act:
        refuse_unless_organiser(act.club, actor)
        rows = Invitation.objects.filter(club=act.club, ended_at=None).select_related("party")
        text = "This invitation has been used, or was taken back already."
        invitation = require(rows.filter(pk=invitation_id).first(), text)
        _end_invitation(invitation, at)
        words = f"The invitation of {invitation.name} is taken back"
        log_act = act.in_log_of(invitation.party)
        log_act.log("invitation taken back", words, invitation=invitation.pk)


def accept_invitation(token: str, user: User, *, at: datetime) -> None:
    """Also end the user's sessions: the view starts a new one."""
    with _invitation_act(token, at) as (act, invitation):
        _refuse_current_member(invitation, user)
        refuse_same_name(user.name, [act.club.pk], own_id=user.pk)
        _add_membership(act, invitation, user)
        end_sessions(user, at)


def accept_as_new_user(token: str, name: str, password: str, *, at: datetime) -> User:
    invitation = require(open_invitation(token, at), ENDED)
    name, _ = clean_name_and_email(name)
    refuse_same_name(name, [invitation.club_id])
    hashed = hashed_password(password, User(name=name))
    with _invitation_act(token, at) as (act, invitation):
        refuse_same_name(name, [act.club.pk])
        user = User.objects.create(name=name, password=hashed)
        _add_membership(act, invitation, user)
    return user


@contextmanager
def _invitation_act(token: str, at: datetime) -> Iterator[tuple[ClubAct, Invitation]]:
    invitation = require(open_invitation(token, at), ENDED)
    with club_act(invitation.club_id, PROGRAM, at) as act:
        yield act, require(open_invitation(token, at), ENDED)


def _refuse_current_member(invitation: Invitation, user: User) -> None:
    """Refuse a user who works here already; the invitation stays open for the invitee."""
    memberships = Membership.objects.filter(user=user, club=invitation.club_id)
    gives_invited_access = Q(role=ORGANISER)
    if invitation.role != ORGANISER:
        gives_invited_access |= Q(party=None) | Q(party=invitation.party_id)
    if memberships.filter(gives_invited_access).exists():
        raise Refused(f"You work here already. This link is for {invitation.name}.")


def _add_membership(act: ClubAct, invitation: Invitation, user: User) -> None:
    party, fields = invitation.party, {"user": user, "club": act.club}
    if party is None:  # a role in the whole club replaces the roles in its parties
        Membership.objects.filter(**fields).delete()
    Membership.objects.create(**fields, party=party, role=invitation.role)
    _end_invitation(invitation, act.at)
    words = f"{user} accepted the invitation of {invitation.invited_by} to {invitation.work}"
    replace(act, actor=user.actor).in_log_of(party).log(
        "joined", words, user=user.pk, by=invitation.invited_by_id, invitation=invitation.pk
    )


def _end_invitation(invitation: Invitation, at: datetime) -> None:
    invitation.ended_at = at
    invitation.save(update_fields=["ended_at"])

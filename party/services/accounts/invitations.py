"""Verbs of invitations: a link with which somebody begins to work for a club.

It works once, for a week, until it is taken back; its token is known only to its holder. Every
verb locks the club: of two who use one link at one moment, one is refused.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Q

from party.models import Invitation, Membership, Party, User
from party.queries.clubs import open_invitation
from party.services.accounts.users import (
    checked,
    end_sessions,
    hashed_password,
    refuse_same_name,
    refuse_unless_organiser,
)
from party.services.write import ClubAct, club_act
from party.values.accounts import PROGRAM, Actor, hash_of
from party.values.clubs import work_text
from party.values.refusals import Refused

A_WEEK = timedelta(days=7)
ENDED = (
    "This invitation was used or taken back, or is too old. Ask whoever invited you for a new one."
)
ORGANISER = Membership.Role.ORGANISER


def invite(
    club_id: int, name: str, role: str, *, actor: Actor, at: datetime, party_id: int | None = None
) -> str:
    """Return the token of a new invitation to run the club, or to help at it or at one party."""
    name, _ = checked(name)
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
        where = act.about(party) if party else act
        where.log("invited", words, invitation=invitation.pk, role=role)
    return token


def take_back(club_id: int, invitation_id: int, *, actor: Actor, at: datetime) -> None:
    with club_act(club_id, actor, at) as act:
        refuse_unless_organiser(act.club, actor)
        rows = Invitation.objects.filter(club=act.club, ended_at=None).select_related("party")
        invitation = rows.filter(pk=invitation_id).first()
        if invitation is None:
            raise Refused("This invitation has been used, or was taken back already.")
        _end(invitation, at)
        where = act.about(invitation.party) if invitation.party else act
        words = f"The invitation of {invitation.name} is taken back"
        where.log("invitation taken back", words, invitation=invitation.pk)


def join(token: str, user: User, *, at: datetime) -> None:
    """Let somebody who has an account begin to work for the club of an invitation.

    It ends their sessions: the view begins another.
    """
    with _joining(token, at) as (act, invitation):
        _refuse_known(invitation, user)
        refuse_same_name(user.name, [act.club.pk], besides=user.pk)
        _begin_work(act, invitation, user)
        end_sessions(user, at)


def join_as_new(token: str, name: str, password: str, *, at: datetime) -> User:
    """Make the account of somebody who is invited, and let them begin to work."""
    invitation = open_invitation(token, at)
    if invitation is None:
        raise Refused(ENDED)
    name, _ = checked(name)
    refuse_same_name(name, [invitation.club_id])
    hashed = hashed_password(password, User(name=name))
    with _joining(token, at) as (act, invitation):
        refuse_same_name(name, [act.club.pk])
        user = User.objects.create(name=name, password=hashed)
        _begin_work(act, invitation, user)
    return user


@contextmanager
def _joining(token: str, at: datetime) -> Iterator[tuple[ClubAct, Invitation]]:
    """Open the act of using an invitation, and read it again under the club's lock."""
    invitation = open_invitation(token, at)
    if invitation is None:
        raise Refused(ENDED)
    with club_act(invitation.club_id, PROGRAM, at) as act:
        invitation = open_invitation(token, at)
        if invitation is None:
            raise Refused(ENDED)
        yield act, invitation


def _refuse_known(invitation: Invitation, user: User) -> None:
    """Refuse somebody who may do all of this already: the link stays for whom it is meant."""
    here = Membership.objects.filter(user=user, club=invitation.club_id)
    more = Q(role=ORGANISER)
    if invitation.role != ORGANISER:
        more |= Q(party=None) | Q(party=invitation.party_id)
    if here.filter(more).exists():
        raise Refused(f"You work here already. This link is for {invitation.name}.")


def _begin_work(act: ClubAct, invitation: Invitation, user: User) -> None:
    party, work = invitation.party, {"user": user, "club": act.club}
    if party is None:  # what they had of the club before is part of this
        Membership.objects.filter(**work).delete()
    Membership.objects.create(**work, party=party, role=invitation.role)
    _end(invitation, act.at)
    done = replace(act, actor=user.actor)
    words = (
        f"{user} accepted the invitation of {invitation.invited_by} to "
        f"{work_text(invitation.role, str(party or act.club))}"
    )
    where = done.about(party) if party else done
    where.log("joined", words, user=user.pk, by=invitation.invited_by_id, invitation=invitation.pk)


def _end(invitation: Invitation, at: datetime) -> None:
    invitation.ended_at = at
    invitation.save(update_fields=["ended_at"])

"""Verbs of a club: who helps there and who runs it, its name; the sample goes, or a party."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db.models import Q

from party.models import (
    Club,
    Entrant,
    Entry,
    LogLine,
    Membership,
    Party,
    Player,
    Printout,
    Prize,
    Record,
    Round,
    Series,
    SignInLink,
    Tally,
    TicketSale,
    User,
)
from party.queries.backups.party_file import ids_in_documents
from party.queries.clubs import SAMPLE_REMOVED, removal_of
from party.queries.log.row_changes import row_kind
from party.services.accounts.users import (
    checked,
    club_of,
    end_sessions,
    refuse_same_club,
    refuse_same_name,
    refuse_unless_organiser,
)
from party.services.backups.copies import copy_before
from party.services.write import GONE, ClubAct, club_act, write
from party.values.accounts import Actor
from party.values.numbers import counted
from party.values.refusals import Refused


def add_helper(
    club_id: int, name: str, *, actor: Actor, at: datetime, party_id: int | None = None
) -> User:
    """Create a helper, of one party or of all. A link of `make_link` signs them in."""
    name, _ = checked(name)
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
        (act.about(party) if party else act).log("helper added", words, user=user.pk)
    return user


def remove_helper(club_id: int, user_id: int, *, actor: Actor, at: datetime) -> None:
    """End a helper's work for this club, at every party of it."""
    with club_act(club_id, actor, at) as act:
        club = act.club
        refuse_unless_organiser(club, actor)
        helping = Membership.objects.filter(
            club=club, user_id=user_id, role=Membership.Role.HELPER
        )
        helper = User.objects.filter(memberships__in=helping).first()
        if helper is None:
            raise Refused("This person does not help here.")
        helping.delete()
        _end_work(helper, at)
        act.log("helper removed", f"{helper.name} no longer helps at {club}", user=user_id)


def remove_organiser(club_id: int, user_id: int, *, actor: Actor, at: datetime) -> list[str]:
    """End an organiser's work for this club. Another one does it, so that one always stays.

    Return the names of the helpers who need a new link.
    """
    with club_act(club_id, actor, at) as act:
        club = act.club
        refuse_unless_organiser(club, actor)
        if user_id == actor.user_id:
            raise Refused("Let another organiser remove you: a club keeps at least one.")
        here = Membership.objects.filter(club=club, user_id=user_id)
        if not here.filter(role=Membership.Role.ORGANISER).exists():
            raise Refused("This person does not run the club.")
        organiser = User.objects.get(pk=user_id)
        here.delete()
        # Else they could come back by a link that they made, as whomever it is for.
        club.invitations.filter(invited_by=organiser, ended_at=None).update(ended_at=at)
        helpers = club.memberships.filter(role=Membership.Role.HELPER).values("user")
        SignInLink.objects.unused().filter(user__in=helpers).update(used_at=at)
        let_in = _shut_out_whom_they_let_in(club, organiser, at)
        _end_work(organiser, at)
        if not organiser.is_active:
            organiser.memberships.update(user=actor.user_id)  # of the sample
        act.log("organiser removed", f"{organiser} no longer runs {club}", user=user_id)
    return let_in


def _shut_out_whom_they_let_in(club: Club, organiser: User, at: datetime) -> list[str]:
    """End the sessions and passwords of helpers whom an organiser let in; return their names.

    They may have opened the link or the invitation in their own browser, and chosen the password.
    Who works elsewhere too stays: no organiser could make them another link.
    """
    links = Q(verb="link made", actor=organiser) | Q(verb="joined", data__by=organiser.pk)
    users = LogLine.objects.filter(links, club=club).values_list("data__user", flat=True)
    more = Membership.objects.exclude(club=club, role=Membership.Role.HELPER)
    more = more.exclude(club__is_sample=True)
    helpers = User.objects.filter(memberships__club=club, pk__in={*users})
    names = []
    for helper in helpers.exclude(memberships__in=more).distinct().order_by("name"):
        end_sessions(helper, at)
        helper.set_unusable_password()
        helper.save(update_fields=["password"])
        names.append(helper.name)
    return names


def change_club(club_id: int, name: str, address: str, *, actor: Actor, at: datetime) -> None:
    """Give a club another name, and another address to sign in at; "" leaves that as it is."""
    name = " ".join(name.split())
    with club_act(club_id, actor, at) as act:
        club, before = act.club, act.club.name
        refuse_unless_organiser(club, actor)
        if name != before:
            refuse_same_club(name, "name", besides=club.pk)
        if address not in {"", club.address}:
            refuse_same_club(address, "address", besides=club.pk)
        club.name, club.address = name, address or club.address
        club.save(update_fields=["name", "address"])
        words = f"{before} is now {club}" if before != name else f"{club} has a new address"
        act.log("club changed", words, name=name, address=club.address)


def _end_work(user: User, at: datetime) -> None:
    """End the sessions and links of somebody who was removed; with no club left, the account.

    The sample is no club to stay for.
    """
    end_sessions(user, at)
    if not user.memberships.filter(club__is_sample=False).exists():
        user.is_active, user.email = False, None
        user.save(update_fields=["is_active", "email"])


def create_sample_club(organiser: User, *, actor: Actor, at: datetime) -> Club:
    """Create the club of the sample evening, on the clock of the organiser's own."""
    own = club_of(organiser)
    with write():
        club = Club.objects.create(name="Sample club", time_zone=own.time_zone, is_sample=True)
        role = Membership.Role.ORGANISER
        Membership.objects.create(user=organiser, club=club, role=role)
        ClubAct.of(club, actor, at).log("sample made", f"{club} made, to try things on")
    return club


def remove_sample(club_id: int, *, actor: Actor, at: datetime) -> None:
    """Delete a sample club with all that is in it: the one club that is ever deleted.

    The line about it stands in the log of the organiser's own club.
    """
    with club_act(club_id, actor, at) as act:
        club = act.club
        refuse_unless_organiser(club, actor)
        if not club.is_sample:
            raise Refused("Only the sample goes as a whole. A party is removed by itself.")
        others = Club.objects.filter(memberships__user=actor.user_id).exclude(pk=club.pk)
        own = others.order_by("memberships__pk").first()
        if own is None:
            raise Refused("The sample is your only club. It can go once you have another one.")
        copy_before("before the sample was removed")
        helpers = _ever_helped(club)
        _delete_content(club)
        club.delete()
        _delete_accounts(helpers)
        ClubAct.of(own, actor, at).log(SAMPLE_REMOVED, "The sample evening is removed")


def remove_party(club_id: int, party_id: int, *, seen: int, actor: Actor, at: datetime) -> Party:
    """Delete a party with all that is in it; its people stay on the club's list of players.

    `seen` is the revision at which somebody looked at what is lost. The line about it stands in
    the log of the club.
    """
    with club_act(club_id, actor, at) as act:
        # The full lock: whoever types there is done before, or finds it gone.
        party = Party.objects.select_for_update().filter(pk=party_id, club=act.club).first()
        if party is None:
            raise Refused(GONE)
        refuse_unless_organiser(act.club, actor, "remove a party")
        lost = removal_of(party)
        if lost.why_not:
            raise Refused(lost.why_not)
        if lost.seen != seen:
            raise Refused("Something has changed since you looked. Look at it again.")
        copy_before("before a party was removed")
        helping = [*User.objects.filter(memberships__party=party)]
        delete_parties([party])
        for user in helping:
            _end_work(user, at)
        figures = f"{lost.people} people, {counted(lost.hands, 'hand')}"
        day = f"{party.starts_at:%B} {party.starts_at.day}, {party.starts_at.year}"
        words = f"{party} of {day} removed: {figures}"
        act.log("party removed", words, party=party_id)
    return party


def _ever_helped(club: Club) -> set[int]:
    """Return the ids of who works for a club, or did: only the log has those."""
    added = LogLine.objects.filter(club=club, verb__in=("helper added", "joined"))
    return {
        *club.memberships.values_list("user", flat=True),
        *added.values_list("data__user", flat=True),
    }


def _delete_content(club: Club) -> None:
    """Delete everything of a club but the club itself."""
    # The full lock: whoever types at one of them is done before, or finds it gone.
    delete_parties([*Party.objects.select_for_update().filter(club=club)])
    LogLine.objects.filter(club=club).delete()
    for owned in (Series, Player):
        owned.objects.filter(club=club).delete()


def delete_parties(parties: Collection[Party]) -> None:
    """Delete parties with all that is theirs, what points at other rows first."""
    _delete_what_only_the_log_names(parties)
    LogLine.objects.filter(party__in=parties).delete()
    Entry.objects.filter(table__round__party__in=parties).delete()
    Record.objects.filter(table__round__party__in=parties).delete()
    TicketSale.objects.filter(prize__party__in=parties).delete()
    for model in (Printout, Tally, Prize, Round, Entrant):
        model.objects.filter(party__in=parties).delete()
    Party.objects.filter(pk__in=[party.pk for party in parties]).delete()


def _delete_what_only_the_log_names(parties: Collection[Party]) -> None:
    """Delete what was typed at tables that an undone draw has taken away.

    The log names every hand of an evening: more than a statement of SQLite takes.
    """
    left = {
        model: {*model.objects.filter(table=None).values_list("pk", flat=True)}
        for model in (Entry, Record)
    }
    if any(left.values()):
        named = ids_in_documents({"log": LogLine.objects.filter(party__in=parties)})
        for model, ids in left.items():
            model.objects.filter(pk__in=ids & named[row_kind(model)]).delete()


def _delete_accounts(user_ids: Collection[int]) -> None:
    """Delete who helped nowhere else, so that the real club can use the names."""
    known = LogLine.objects.filter(actor__in=user_ids).values("actor")
    users = User.objects.filter(pk__in=user_ids, memberships=None).exclude(pk__in=known)
    gone = {user.pk for user in users}
    User.objects.filter(pk__in=gone).delete()

"""Reads about a club: who runs it, who helps, and who of them may be given a new link."""

from django.db.models import Q, QuerySet

from party.models import Club, LogLine, Membership, Party, User
from party.values.clubs import Helper

SAMPLE_REMOVED = "sample removed"


def wants_sample() -> bool:
    """Return whether a start makes the sample evening: once it was removed it stays away."""
    removed = LogLine.objects.filter(verb=SAMPLE_REMOVED)
    return not Party.objects.exists() and not removed.exists()


def several_clubs() -> bool:
    """Return whether more than one club shares this Head Table; the sample's does not count."""
    return len(Club.objects.filter(is_sample=False)[:2]) > 1


def club_at(address: str) -> Club | None:
    """Return the club whose own address this is."""
    return Club.objects.filter(address=address).first()


def sample_of(user: User) -> Club | None:
    """Return the sample club that this person runs."""
    role = Membership.Role.ORGANISER
    rows = Club.objects.filter(memberships__user=user, memberships__role=role, is_sample=True)
    return rows.first()


def helpers(party: Party) -> tuple[Helper, ...]:
    """Return who helps at this party, A–Z. One query."""
    rows = _helping(party).select_related("user").order_by("user__name")
    return tuple(
        Helper(
            row.user.pk,
            row.user.name,
            everywhere=row.party_id is None,
            signed_in=row.user.last_login is not None,
        )
        for row in rows
    )


def organisers(party: Party) -> tuple[str, ...]:
    """Return the names of those who run the club. One query."""
    rows = Membership.objects.filter(club=party.club_id, role=Membership.Role.ORGANISER)
    return tuple(rows.order_by("user__name").values_list("user__name", flat=True))


def helper_of_this_club_alone(party: Party, user_id: int) -> User | None:
    """Return a helper who has no other role and no other club; None otherwise.

    Only for them may an organiser make a sign-in link.
    """
    more = Membership.objects.exclude(club=party.club_id, role=Membership.Role.HELPER)
    rows = User.objects.filter(pk=user_id, memberships__in=_helping(party))
    return rows.exclude(memberships__in=more).first()


def _helping(party: Party) -> QuerySet[Membership]:
    here = Q(party=None) | Q(party=party)
    return Membership.objects.filter(here, club=party.club_id, role=Membership.Role.HELPER)

"""Reads about a club: who runs it, who helps, and who of them may be given a new link."""

from django.db.models import Q, QuerySet

from party.models import Membership, Party, User
from party.values.clubs import Helper


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

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from party.models import (
    Club,
    Entry,
    Invitation,
    LogLine,
    Membership,
    Party,
    Round,
    Series,
    SignInLine,
    User,
)
from party.queries.standings.series import season
from party.values.accounts import SIGN_INS_KEPT, hash_of

SAMPLE_REMOVED = "sample removed"
HISTORY_VERBS = (
    *("organiser", "organiser removed", "helper added", "helper removed"),
    *("invited", "invitation taken back", "joined", "club changed"),
    *("party opened", "party removed"),
)
MOST_HISTORY_LINES = 20
MOST_PARTIES_OFFERED = 12  # parties of a club that are still to be played


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """`lines` counts the people whose rank or points change."""

    name: str
    evenings: int
    evenings_after: int  # after the removal
    lines: int


@dataclass(frozen=True, slots=True)
class Removal:
    """`why_not` is "" for a party that can be removed."""

    revision: int
    why_not: str
    people: int
    tables: int
    rounds: int
    hands: int
    prizes: int
    seasons: tuple[SeasonChange, ...]
    helpers: tuple[str, ...]  # people who help at this party only


@dataclass(frozen=True, slots=True)
class ClubRemoval:
    """`why_not` is "" for a club that can be removed. `parties` are names by id."""

    why_not: str
    parties: dict[int, str]
    players: int
    accounts: tuple[str, ...]


def wants_sample() -> bool:
    """Return whether there is no party, and no sample was ever removed."""
    removed = LogLine.objects.filter(verb=SAMPLE_REMOVED)
    return not Party.objects.exists() and not removed.exists()


def installation_has_several_clubs() -> bool:
    return len(Club.objects.filter(is_sample=False)[:2]) > 1


def in_several_clubs(user: User) -> bool:
    """Return whether pages must name the club for this user."""
    clubs = Club.objects.filter(memberships__user=user, is_sample=False)
    return clubs.distinct().count() > 1


def address_of_typed_club(user: User, typed: str) -> str:
    is_named = Q(name__iexact=typed) | Q(address=typed.lower())
    club = Club.objects.filter(is_named, memberships__user=user).first() if typed else None
    return (club.address if club else None) or ""


def sample_of(user: User) -> Club | None:
    role = Membership.Role.ORGANISER
    rows = Club.objects.filter(memberships__user=user, memberships__role=role, is_sample=True)
    return rows.first()


def helpers(party: Party) -> QuerySet[Membership]:
    """Return the helpers of a party, with whether they work `elsewhere` too."""
    other_memberships = Membership.objects.exclude(club=party.club_id, role=Membership.Role.HELPER)
    rows = _helper_memberships(party).select_related("user").order_by("user__name")
    return rows.annotate(elsewhere=Exists(other_memberships.filter(user=OuterRef("user"))))


def organisers(party: Party) -> tuple[str, ...]:
    rows = Membership.objects.filter(club=party.club_id, role=Membership.Role.ORGANISER)
    return tuple(rows.order_by("user__name").values_list("user__name", flat=True))


def club_memberships(club: Club) -> QuerySet[Membership]:
    """Return organisers before helpers, each A–Z, with whether they work `elsewhere` too."""
    elsewhere = _memberships_elsewhere(club).filter(user=OuterRef("user"))
    rows = club.memberships.select_related("user", "party").annotate(elsewhere=Exists(elsewhere))
    return rows.order_by("-role", "user__name", "pk")


def club_history(club: Club) -> QuerySet[LogLine]:
    """Leave out lines about a party: they are in the log of the party."""
    rows = LogLine.objects.filter(party=None, club=club, verb__in=HISTORY_VERBS)
    return rows.order_by("-pk")[:MOST_HISTORY_LINES]


def open_invitations(club: Club, at: datetime) -> QuerySet[Invitation]:
    rows = club.invitations.filter(ended_at=None, expires_at__gt=at).order_by("-pk")
    return rows.select_related("club", "party", "invited_by")


def open_invitation(token: str, at: datetime) -> Invitation | None:
    """Return None if the token is that of no open invitation."""
    rows = Invitation.objects.filter(token_hash=hash_of(token), ended_at=None, expires_at__gt=at)
    return rows.select_related("club", "party", "invited_by").first()


def parties_to_help_at(club: Club) -> tuple[tuple[int, str], ...]:
    rows = Party.objects.filter(club=club, finished_at=None, archived_at=None)
    return tuple(rows.order_by("-starts_at")[:MOST_PARTIES_OFFERED].values_list("pk", "name"))


def helper_of_this_club_alone(party: Party, user_id: int) -> User | None:
    """Return the helper if an organiser may make a sign-in link for them."""
    other_memberships = Membership.objects.exclude(club=party.club_id, role=Membership.Role.HELPER)
    rows = User.objects.filter(pk=user_id, memberships__in=_helper_memberships(party))
    return rows.exclude(memberships__in=other_memberships).first()


def works_for_this_club_alone(club: Club, user_id: int) -> bool:
    """Return whether an organiser may make a sign-in link for this user."""
    rows = club.memberships.filter(user=user_id)
    return rows.exists() and not _memberships_elsewhere(club).filter(user=user_id).exists()


def _memberships_elsewhere(club: Club) -> QuerySet[Membership]:
    """Leave out sample clubs, whose people are made up."""
    return Membership.objects.exclude(club=club).exclude(club__is_sample=True)


def sign_ins(club: Club, at: datetime) -> QuerySet[SignInLine]:
    users = club.memberships.values("user")
    rows = SignInLine.objects.filter(user__in=users, at__gt=at - SIGN_INS_KEPT)
    return rows.select_related("user").order_by("-at", "-pk")


def _helper_memberships(party: Party) -> QuerySet[Membership]:
    reaches_party = Q(party=None) | Q(party=party)
    helpers = Membership.objects.filter(club=party.club_id, role=Membership.Role.HELPER)
    return helpers.filter(reaches_party)


def removal_of(party: Party) -> Removal:
    counted = Entry.objects.counted().filter(table__round__party=party)
    open_round = party.rounds.filter(state__in=Round.OPEN).first()
    why_not = ""
    if party.club.is_sample:
        why_not = "The sample evening goes as a whole: Remove the sample, on the first page."
    elif open_round is not None and party.finished_at is None:
        why_not = f"Round {open_round.number} is going on: remove {party} once it is closed."
    latest = party.rounds.annotate(seats=Count("tables")).order_by("-number").first()
    helping = Membership.objects.filter(party=party).order_by("user__name")
    return Removal(
        revision=party.revision,
        why_not=why_not,
        people=party.entrants.count(),
        tables=latest.seats if latest else 0,
        rounds=latest.number if latest else 0,
        hands=counted.count(),
        prizes=party.prizes.count(),
        seasons=tuple(_season_change(each, party) for each in party.series.order_by("name")),
        helpers=tuple(helping.values_list("user__name", flat=True)),
    )


def _season_change(series: Series, party: Party) -> SeasonChange:
    present, without = season(series), season(series, without=party.pk)
    results = {line.name: (line.rank, line.total) for line in without.lines}
    changed = sum(results.get(line.name) != (line.rank, line.total) for line in present.lines)
    return SeasonChange(series.name, len(present.parties), len(without.parties), changed)


def club_removal(club: Club) -> ClubRemoval:
    elsewhere = Membership.objects.filter(user=OuterRef("pk"), club__is_sample=False)
    users = User.objects.filter(memberships__club=club).distinct().order_by("name")
    users = users.exclude(Exists(elsewhere.exclude(club=club)))
    parties = club.parties.select_related("club").order_by("-starts_at", "-pk")
    return ClubRemoval(
        why_not=club_removal_refusal(club),
        parties={
            each.pk: f"{each}, {each.local_start.day} {each.local_start:%b %Y}" for each in parties
        },
        players=club.players.count(),
        accounts=tuple(users.values_list("name", flat=True)),
    )


def club_removal_refusal(club: Club) -> str:
    """Return "" if the club can be removed."""
    if club.is_sample:
        return "This is the sample: remove it on the first page."
    rows = Round.objects.filter(party__club=club, state__in=Round.OPEN, party__finished_at=None)
    if (round_ := rows.select_related("party").first()) is not None:
        return f"Round {round_.number} of {round_.party} is going on: remove {club} afterwards."
    return ""

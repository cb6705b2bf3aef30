"""Reads about parties: the first page, the set-up of one party, the plan of the last one."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeAlias, TypedDict
from zoneinfo import ZoneInfo

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import capfirst

from party.models import Club, Entrant, LogLine, Membership, Party, Round, User
from party.progression import CHOICES, Format
from party.queries.clubs import helpers, in_several_clubs, organisers
from party.queries.evening.rounds import latest_round, night_after
from party.queries.papers import has_printed_cards
from party.queries.standings.standings import standings_of
from party.values.evening.parties import (
    Door,
    Home,
    HubPage,
    PartyLine,
    Plan,
    Progress,
    Task,
)
from party.values.evening.rounds_offered import Evening, tables_for
from party.values.numbers import counted, total
from party.values.people.money import money

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

SHOWN = 10
WINNERS = 5  # of the latest parties; each of them costs its standings
MOST_ARCHIVED = 500
HABITS = 8  # so many evenings say when a club plays
NEXT_TEXTS = {
    "players": "Put the players on the list",
    "checkin": "Let people in",
    "prints": "Print the cards",
    "draw": "Draw the seats",
}
NUMBERS_FIRST = "Make the numbers"
# A party that began no longer ago than this is tonight's, even when nobody has finished it.
TONIGHT = timedelta(hours=18)


class PartyCounts(TypedDict):
    people: int
    latest_number: int | None
    latest_state: str | None


CountedParty: TypeAlias = "WithAnnotations[Party, PartyCounts]"


def home(user: User, at: datetime, *, shown: int = SHOWN) -> Home:
    """Return what the first page shows. The same few queries for any number of parties."""
    parties = Party.objects.for_user(user).order_by("-starts_at", "-pk")
    rows = list(_first(parties.filter(archived_at=None), shown + 1))
    tonight = _tonight(user, at) or _unfinished(rows)
    others = [row for row in rows[:shown] if tonight is None or row.pk != tonight.pk]
    finished = [row for row in others if row.finished_at is not None]
    winners = _winners(finished[:WINNERS])
    archived = _first(parties.exclude(archived_at=None), MOST_ARCHIVED)
    return Home(
        _party_line(tonight) if tonight else None,
        tuple(_party_line(row, winners.get(row.pk, "")) for row in others),
        tuple(map(_party_line, archived)),
        more=len(rows) > shown,
        several_clubs=in_several_clubs(user),
    )


def _unfinished(rows: Sequence[CountedParty]) -> "CountedParty | None":
    """Return the latest party if it is not finished; the sample only where there is no other."""
    latest = next((row for row in rows if not row.club.is_sample), rows[0] if rows else None)
    return latest if latest is not None and latest.finished_at is None else None


def _winners(parties: Sequence[Party]) -> dict[int, str]:
    """Return who won each party, with the points. The same few queries for any number."""
    winners = {}
    for party_id, now in standings_of(parties).items():
        best = [line for line in now.lines if line.rank == 1]
        if best:
            winners[party_id] = (
                f"{' and '.join(line.name for line in best)}, {total(best[0].total)}"
            )
    return winners


def parties_of(user: User) -> tuple[PartyLine, ...]:
    """Return every party that this person may see, the latest first. One query."""
    rows = _with_counts(Party.objects.for_user(user)).order_by("-starts_at", "-pk")
    return tuple(map(_party_line, rows))


def _tonight(user: User, at: datetime) -> "CountedParty | None":
    """Return the party that is being played; else the one that began last or begins next."""
    rows = _with_counts(Party.objects.for_user(user).filter(finished_at=None, archived_at=None))
    rows = rows.filter(club__is_sample=False)
    last_line = LogLine.objects.filter(party=OuterRef("pk")).order_by("-pk").values("at")[:1]
    played = rows.annotate(worked_at=Subquery(last_line)).filter(latest_number__isnull=False)
    if now := played.filter(worked_at__gte=at - TONIGHT).order_by("-worked_at").first():
        return now
    begun = rows.filter(starts_at__range=(at - TONIGHT, at)).order_by("-starts_at").first()
    return begun or rows.filter(starts_at__gt=at).order_by("starts_at").first()


def _first(parties: QuerySet[Party], count: int) -> QuerySet[CountedParty]:
    """Return the first of many parties, in their order: nothing is counted of the others."""
    rows = Party.objects.filter(pk__in=parties.values("pk")[:count])
    return _with_counts(rows.order_by(*parties.query.order_by))


def _with_counts(parties: QuerySet[Party]) -> QuerySet[CountedParty]:
    latest = Round.objects.filter(party=OuterRef("pk")).order_by("-number")
    entrants = Entrant.objects.filter(party=OuterRef("pk")).order_by().values("party")
    people = Subquery(entrants.annotate(people=Count("pk")).values("people"))
    return parties.select_related("club").annotate(
        people=Coalesce(people, 0),
        latest_number=Subquery(latest.values("number")[:1]),
        latest_state=Subquery(latest.values("state")[:1]),
    )


def _party_line(row: CountedParty, winner: str = "") -> PartyLine:
    latest = None
    if row.latest_number is not None and row.latest_state is not None:
        latest = Round(number=row.latest_number, state=row.latest_state)
    return PartyLine(
        id=row.pk,
        name=row.name,
        club=row.club.name,
        place=row.place,
        local_start=row.local_start,
        people=row.people,
        night=night_after(row, latest),
        club_id=row.club_id,
        game=row.rules.name,
        sample=row.club.is_sample,
        archived=row.archived_at is not None,
        winner=winner,
    )


def clubs_organised_by(user: User) -> QuerySet[Club]:
    role = Membership.Role.ORGANISER
    return Club.objects.filter(memberships__user=user, memberships__role=role).order_by("name")


def clubs_run_by(user: User) -> QuerySet[Club]:
    """Return the clubs in which this person may start a party: not in the sample's."""
    return clubs_organised_by(user).filter(is_sample=False)


def plan_of(party: Party) -> Plan:
    return Plan(
        name=party.name,
        place=party.place,
        starts_at=party.starts_at,
        preset=party.preset,
        rules=party.rules,
        format=party.format,
        rounds=party.rounds_planned,
        break_after=party.break_after,
        clock_minutes=party.clock_minutes,
        capture=party.capture,
        cards=party.cards,
        paper=party.paper,
        fee=party.fee,
        currency=party.currency,
    )


def latest_party(*clubs: Club) -> Party | None:
    """Return the party that they made last, for the next to be like it; archived ones last."""
    rows = Party.objects.filter(club__in=clubs).select_related("club").order_by("-pk")
    return rows.filter(archived_at=None).first() or rows.order_by("-archived_at", "-pk").first()


def party_of(clubs: Collection[Club], number: int) -> Party | None:
    """Return the party of that id, where it is one of these clubs'."""
    return Party.objects.filter(pk=number, club__in=clubs).select_related("club").first()


def latest_starts(club: Club) -> list[datetime]:
    """Return when the club's latest evenings began or will, on its own clock, latest first."""
    starts = Party.objects.filter(club=club).order_by("-starts_at")[:HABITS]
    zone = ZoneInfo(club.time_zone)
    return [start.astimezone(zone) for start in starts.values_list("starts_at", flat=True)]


def door(party: Party) -> Door:
    counts = Entrant.objects.filter(party=party).aggregate(
        listed=Count("pk"),
        here=Count("pk", filter=Q(state=Entrant.State.HERE)),
        named=Count("pk", filter=~Q(name="")),
    )
    return Door(**counts)


def tables_drawn(party: Party) -> int:
    """Count the tables of the latest round of which they are known; 0 before the draw."""
    latest = party.rounds.filter(tables__isnull=False).order_by("-number").first()
    return latest.tables.count() if latest else 0


def hub_page(party: Party, *, for_organiser: bool) -> HubPage:
    """Return the set-up as a list of tasks; most can be done in any order."""
    people, latest = door(party), latest_round(party)
    drawn = latest is not None
    players, seats = _list_task(party, people, drawn=drawn), _draw_task(party, people, drawn=drawn)
    next_page = _setup_page(party, people)
    next_text = _next_text(party, next_page)
    if not (drawn or for_organiser):  # only an organiser may open the page of the draw
        seats, next_page = replace(seats, page=""), next_page.removesuffix("draw")
    pages = ("party_settings", "helpers", "guests") if for_organiser else ("", "", "")
    settings_page, helpers_page, guests_page = pages
    helping, evening = helpers(party), _evening(party, people.listed)
    return HubPage(
        night=night_after(party, latest),
        tasks=(
            Task("Rules and plan", settings_page, Progress.DONE, party.rules.name),
            players,
            seats,
            _print_task(party, people, drawn=drawn),
            _helpers_task([helper.name for helper in helping], helpers_page),
            _prizes_task(party),
            _guests_task(party, guests_page),
        ),
        next_page=next_page,
        next_text=next_text,
        plan=_plan_words(party, people.listed),
        tables=evening.tables,
        minutes=evening.minutes_a_round,
        finish=evening.finish(party.rounds_planned or evening.usual),
        organisers=organisers(party),
        helpers=helping,
    )


def blind_step(party: Party) -> tuple[str, str]:
    """Return the page of the next step before a blind draw, and its button. Two queries."""
    page = _setup_page(party, door(party))
    return page, _next_text(party, page)


def _setup_page(party: Party, people: Door) -> str:
    """Return the page of the next step before the draw; a blind one needs its cards first."""
    blind = party.cards == Party.Cards.BLIND
    if people.enough(blind=blind):
        return "prints" if blind and not has_printed_cards(party) else "draw"
    return "checkin" if people.listed and not blind else "players"


def _next_text(party: Party, page: str) -> str:
    is_blind = party.cards == Party.Cards.BLIND
    return NUMBERS_FIRST if is_blind and page == "players" else NEXT_TEXTS[page]


def _print_task(party: Party, people: Door, *, drawn: bool) -> Task:
    progress = Progress.DONE if has_printed_cards(party) else Progress.TO_DO
    if drawn:
        return Task("Print", "prints", progress, "Seat cards, lists and slips")
    is_blind = party.cards == Party.Cards.BLIND
    if is_blind and people.listed:
        return Task("Print", "prints", progress, "Cards of the blind draw")
    first = "First make the numbers" if is_blind else "First draw the seats"
    return Task("Print", "", Progress.LATER, first)


def _helpers_task(names: Sequence[str], page: str) -> Task:
    progress = Progress.DONE if names else Progress.OPTIONAL
    return Task("Helpers", page, progress, ", ".join(names) or "Nobody at the desk but you")


def _prizes_task(party: Party) -> Task:
    chosen = party.prizes.count()
    words = f"{chosen} on the list" if chosen else "None chosen yet"
    progress = Progress.DONE if chosen else Progress.OPTIONAL
    return Task("Prizes", "prizes", progress, words)


def _guests_task(party: Party, page: str) -> Task:
    words = f"They see seats. Standings: {party.get_guest_standings_display().lower()}"
    if not party.guests:
        return Task("Guests", page, Progress.OPTIONAL, "They see nothing on their phones")
    return Task("Guests", page, Progress.DONE, words)


def _list_task(party: Party, people: Door, *, drawn: bool) -> Task:
    if party.cards == Party.Cards.BLIND:
        words = f"{people.listed} numbers, {people.named} with names"
        enough = people.listed >= 4
    else:
        words = f"{people.listed} on the list, {people.here} here"
        enough = drawn
    started = Progress.STARTED if people.listed else Progress.TO_DO
    return Task("Players", "players", Progress.DONE if enough else started, words)


def _draw_task(party: Party, people: Door, *, drawn: bool) -> Task:
    if drawn:
        return Task("Seats", "draw", Progress.DONE, "Drawn")
    blind = party.cards == Party.Cards.BLIND
    if people.enough(blind=blind):
        return Task("Seats", "draw", Progress.TO_DO, "Ready to draw")
    words = "Make at least 4 numbers first" if blind else "At least 4 people must be here"
    return Task("Seats", "", Progress.LATER, words)


def plan_rows(party: Party, people: int = 0) -> list[tuple[str, str]]:
    """Return what was chosen for a party, each with its label. No query."""
    format_ = party.format
    evening = _evening(party, people)
    planned = party.rounds_planned
    rounds = evening.rounds_text(planned) if planned else evening.usual_text
    split = CHOICES["split"].answers[format_.split]
    credit = _answer_text(format_, "sit_out_credit")
    if format_.sit_out_credit == "fixed":
        credit = f"{format_.sit_out_points} points"
    hands = str(format_.hands_per_round)
    if format_.hands_counted == "at_head":
        hands = f"{hands} at the head table, then it rings; others finish the hand they are on"
    return [
        ("Moving on", f"{_answer_text(format_, 'who_moves')}; partners part {split}"),
        ("New partners", _answer_text(format_, "which_partner_shifts")),
        ("Rounds", rounds),
        ("Hands in a round", hands),
        ("Entered as", party.get_capture_display()),
        ("Cards", party.get_cards_display()),
        ("Not a multiple of four", _answer_text(format_, "non_multiple_of_4")),
        ("Sitting out counts", credit),
        ("Rounds missed by a late arrival", _answer_text(format_, "late_arrival_credit")),
        ("A tie at a table", _answer_text(format_, "tie_at_table")),
        ("Equal totals", _answer_text(format_, "count_back")),
        ("Fee", money(party.fee, party.currency) if party.fee else "None"),
        ("Paper", party.get_paper_display()),
    ]


def _plan_words(party: Party, people: int) -> list[tuple[str, str]]:
    """Return the plan in a few sentences, each about one thing."""
    said = {label: words[:1].upper() + words[1:] for label, words in plan_rows(party, people)}
    hands, partners = f"Hands in a round: {said['Hands in a round']}", said["New partners"]
    tie, equal = f"A tie at a table: {said['A tie at a table']}", said["Equal totals"]
    minutes = party.clock_minutes
    timed = f"{counted(minutes, 'minute')} on the clock" if minutes else ""
    sitting, missed = said["Sitting out counts"], said["Rounds missed by a late arrival"]
    parts = {
        "The game": (party.rules.name, said["Rounds"], hands, timed, said["Entered as"]),
        "Moving on": (said["Moving on"], f"Partners: {partners}", tie),
        "Left over": (said["Not a multiple of four"], f"Sitting out counts: {sitting}"),
        "Late and equal": (f"Rounds missed: {missed}", f"Equal totals: {equal}"),
        "Money and paper": (f"Fee: {said['Fee']}", said["Cards"], said["Paper"]),
    }
    # A time of day ends in a full stop of its own.
    return [
        (title, "".join(f"{each.rstrip('.')}. " for each in words if each).rstrip())
        for title, words in parts.items()
    ]


def _evening(party: Party, people: int) -> Evening:
    return Evening(party.format, tables_for(people), party.local_start)


def _answer_text(format_: Format, name: str) -> str:
    return capfirst(CHOICES[name].answers[getattr(format_, name)])

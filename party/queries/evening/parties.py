"""Reads about parties: the first page, the set-up of one party, the plan of the last one."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias, TypedDict
from zoneinfo import ZoneInfo

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import capfirst

from party.models import Club, Entrant, LogLine, Membership, Party, Round, User
from party.progression import CHOICES, Format
from party.queries.clubs import helpers, in_several_clubs, organisers
from party.queries.evening.forecast import pace_of_club, planned_evening
from party.queries.evening.rounds import latest_round, night_after
from party.queries.one_reading import one_reading
from party.queries.papers import has_printed_cards
from party.queries.standings.standings import standings_of
from party.values.clubs import Helper
from party.values.evening import words as plan_words
from party.values.evening.live import Night
from party.values.evening.parties import Door, PartyLine, PartyPlan
from party.values.evening.rounds_offered import PlannedEvening, tables_for
from party.values.numbers import counted, counted_in_words, total
from party.values.people.money import money
from party.values.people.names import full_stop

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


@dataclass(frozen=True, slots=True)
class Home:
    """The party at the top of the first page, and the others, latest first."""

    tonight: PartyLine | None
    others: tuple[PartyLine, ...]
    archived: tuple[PartyLine, ...]
    more: bool = False
    several_clubs: bool = False  # of who looks: each party then says whose it is


class Progress(StrEnum):
    DONE = "Done"
    STARTED = "Started"
    TO_DO = "Not started"
    LATER = "Cannot start yet"
    OPTIONAL = "If you like"


@dataclass(frozen=True, slots=True)
class Task:
    """A task of the set-up, and its page; "" if the user cannot open it now."""

    name: str
    page: str
    progress: Progress
    words: str


@dataclass(frozen=True, slots=True)
class HubPage:
    """The set-up of a party: its tasks, the page of the next step, the plan with its labels.

    `next_page` is "" if only an organiser can take the next step. `tables` is 0 for an empty list;
    `finish` is None if no number of rounds is planned.
    """

    night: Night
    tasks: tuple[Task, ...]
    next_page: str
    next_text: str
    plan: tuple[str, ...]
    tables: int
    minutes: int
    finish: datetime | None
    organisers: tuple[str, ...]
    helpers: tuple[Helper, ...]

    @property
    def done(self) -> int:
        return sum(task.progress == Progress.DONE for task in self.tasks)


class PartyCounts(TypedDict):
    people: int
    latest_number: int | None
    latest_state: str | None


CountedParty: TypeAlias = "WithAnnotations[Party, PartyCounts]"


def home(user: User, at: datetime, *, shown: int = SHOWN) -> Home:
    """Return the content of the first page. A fixed number of queries."""
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
    """Return the latest unfinished party; the sample only if it is the only one."""
    latest = next((row for row in rows if not row.club.is_sample), rows[0] if rows else None)
    return latest if latest is not None and latest.finished_at is None else None


def _winners(parties: Sequence[Party]) -> dict[int, str]:
    """Return the winners of each party, with the points. A fixed number of queries."""
    winners = {}
    for party_id, now in standings_of(parties).items():
        best = [line for line in now.lines if line.rank == 1]
        if best:
            winners[party_id] = (
                f"{' and '.join(line.name for line in best)}, {total(best[0].total)}"
            )
    return winners


def parties_of(user: User) -> tuple[PartyLine, ...]:
    """Return the parties that a user may see, the latest first. One query."""
    rows = _with_counts(Party.objects.for_user(user)).order_by("-starts_at", "-pk")
    return tuple(map(_party_line, rows))


def _tonight(user: User, at: datetime) -> "CountedParty | None":
    """Return the party in play, otherwise the one that began last or begins next."""
    rows = _with_counts(Party.objects.for_user(user).filter(finished_at=None, archived_at=None))
    rows = rows.filter(club__is_sample=False)
    last_line = LogLine.objects.filter(party=OuterRef("pk")).order_by("-pk").values("at")[:1]
    played = rows.annotate(worked_at=Subquery(last_line)).filter(latest_number__isnull=False)
    if now := played.filter(worked_at__gte=at - TONIGHT).order_by("-worked_at").first():
        return now
    begun = rows.filter(starts_at__range=(at - TONIGHT, at)).order_by("-starts_at").first()
    return begun or rows.filter(starts_at__gt=at).order_by("starts_at").first()


def _first(parties: QuerySet[Party], count: int) -> QuerySet[CountedParty]:
    """Return the first parties of a query in their order, without counting the others."""
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
    """Return the clubs in which a user may start a party: not the sample's."""
    return clubs_organised_by(user).filter(is_sample=False)


def plan_of(party: Party) -> PartyPlan:
    return PartyPlan(
        name=party.name,
        place=party.place,
        starts_at=party.starts_at,
        preset=party.preset,
        rules=party.rules,
        format=party.format,
        rounds=party.rounds_planned,
        break_after=party.break_after,
        break_minutes=party.break_minutes,
        clock_minutes=party.clock_minutes,
        capture=party.capture,
        cards=party.cards,
        paper=party.paper,
        fee=party.fee,
        currency=party.currency,
    )


def plan_to_repeat(party: Party) -> PartyPlan:
    """Return the plan for a party like this one, with the rounds planned before any cut short."""
    rounds = party.rounds_planned if party.rounds_before is None else party.rounds_before or None
    settled = party.rounds.filter(number=1).values_list("rounds_settled", flat=True).first()
    # A number that followed from the tables is not the plan.
    return replace(plan_of(party), rounds=None if rounds == settled else rounds)


def latest_party(*clubs: Club) -> Party | None:
    """Return the newest party of these clubs, the model for the next; archived ones last."""
    rows = Party.objects.filter(club__in=clubs).select_related("club").order_by("-pk")
    return rows.filter(archived_at=None).first() or rows.order_by("-archived_at", "-pk").first()


def party_of(clubs: Collection[Club], number: int) -> Party | None:
    return Party.objects.filter(pk=number, club__in=clubs).select_related("club").first()


def latest_starts(club: Club) -> list[datetime]:
    """Return the starts of the club's latest evenings on its own clock, latest first."""
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
    """Count the tables of the latest round that has any; 0 before the draw."""
    latest = party.rounds.filter(tables__isnull=False).order_by("-number").first()
    return latest.tables.count() if latest else 0


@one_reading()
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
        plan=_plan_sentences(party, people.listed),
        tables=evening.tables,
        minutes=evening.minutes_a_round,
        finish=evening.finish(party.rounds_planned or evening.usual),
        organisers=organisers(party),
        helpers=helping,
    )


def setup_step(party: Party) -> tuple[str, str]:
    """Return the page of the next step before the draw, and its button. Two queries."""
    page = _setup_page(party, door(party))
    return page, _next_text(party, page)


def _setup_page(party: Party, people: Door) -> str:
    """Return the page of the next step before the draw; a blind draw needs its cards first."""
    blind = party.is_blind
    if people.enough(blind=blind):
        return "prints" if blind and not has_printed_cards(party) else "draw"
    return "checkin" if people.listed and not blind else "players"


def _next_text(party: Party, page: str) -> str:
    is_blind = party.is_blind
    return NUMBERS_FIRST if is_blind and page == "players" else NEXT_TEXTS[page]


def _print_task(party: Party, people: Door, *, drawn: bool) -> Task:
    progress = Progress.DONE if has_printed_cards(party) else Progress.TO_DO
    if drawn:
        return Task("Print", "prints", progress, "Seat cards, lists and slips")
    is_blind = party.is_blind
    if is_blind and people.listed:
        return Task("Print", "prints", progress, "Cards of the blind draw")
    first = "First make the numbers" if is_blind else "First draw the seats"
    return Task("Print", "", Progress.LATER, first)


def _helpers_task(names: Sequence[str], page: str) -> Task:
    progress = Progress.DONE if names else Progress.OPTIONAL
    return Task("Helpers", page, progress, ", ".join(names) or "Just you so far")


def _prizes_task(party: Party) -> Task:
    chosen = party.prizes.count()
    words = f"{chosen} on the list" if chosen else "None chosen yet"
    progress = Progress.DONE if chosen else Progress.OPTIONAL
    return Task("Prizes", "prizes", progress, words)


def _guests_task(party: Party, page: str) -> Task:
    words = f"They see seats. Standings: {party.get_guest_standings_display().lower()}"
    if not party.guests:
        return Task("Guests", page, Progress.OPTIONAL, "Off")
    return Task("Guests", page, Progress.DONE, words)


def _list_task(party: Party, people: Door, *, drawn: bool) -> Task:
    if party.is_blind:
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
    blind = party.is_blind
    if people.enough(blind=blind):
        return Task("Seats", "draw", Progress.TO_DO, "Ready to draw")
    words = "Make at least 4 numbers first" if blind else "At least 4 people must be here"
    return Task("Seats", "", Progress.LATER, words)


def plan_rows(party: Party) -> list[tuple[str, str]]:
    """Return the choices for a party, each with its label. No query."""
    format_ = party.format
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
        ("Rounds", _rounds_text(party, 0)),
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


def _plan_sentences(party: Party, people: int) -> tuple[str, ...]:
    chosen = party.format
    hands = counted_in_words(chosen.hands_per_round, "hand")
    per_round = f"{hands} a round"
    if chosen.hands_counted == "at_head":
        per_round = f"{hands} at the head table, then it rings; others finish their hand"
    minutes = party.clock_minutes
    clock = f" The clock runs for {counted(minutes, 'minute')}." if minutes else ""
    ties = f" {plan_words.TIES[chosen.tie_at_table]}" if chosen.movement.by_result else ""
    credit = plan_words.CREDITS[chosen.sit_out_credit].format(points=chosen.sit_out_points)
    missed = plan_words.MISSED_ROUNDS[chosen.late_arrival_credit]
    fee = f"The fee is {money(party.fee, party.currency)}." if party.fee else "No fee."
    rounds = full_stop(_rounds_text(party, people))  # a time of day brings its own full stop
    return (
        f"{party.rules.name}. {rounds} {per_round}; {plan_words.ENTERED[party.capture]}.{clock}",
        f"{plan_words.WHO_MOVES[chosen.who_moves]} {plan_words.NEW_PARTNERS[chosen.split]}{ties}",
        plan_words.LEFT_OVER[chosen.non_multiple_of_4].format(credit=credit),
        f"Latecomers and ties: missed rounds {missed}; {plan_words.EQUAL[chosen.count_back]}.",
        f"{fee} {plan_words.SEAT_CARDS[party.cards]} {plan_words.PAPER[party.paper]}",
    )


def _rounds_text(party: Party, people: int) -> str:
    evening = _evening(party, people)
    planned = party.rounds_planned
    return evening.rounds_text(planned) if planned else evening.usual_text


def _evening(party: Party, people: int) -> PlannedEvening:
    pace = pace_of_club(party)
    return planned_evening(party, tables_for(people), party.local_start, pace)


def _answer_text(format_: Format, name: str) -> str:
    return capfirst(CHOICES[name].answers[getattr(format_, name)])

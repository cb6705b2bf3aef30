from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias, TypedDict
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.text import capfirst

from party.models import Club, Entrant, LogLine, Membership, Party, Round, User
from party.progression import CHOICES, Format
from party.queries.clubs import helpers, in_several_clubs, organisers
from party.queries.evening.forecast import pace_of_club, planned_evening
from party.queries.evening.rounds import latest_round, night_with_latest
from party.queries.papers import has_printed_cards
from party.queries.shared_reads import share_reads
from party.queries.standings.standings import final_standings
from party.queries.standings.story import first_sentence
from party.values.evening import words as plan_words
from party.values.evening.live import Night, Stage
from party.values.evening.parties import DoorCounts, PartyPlan
from party.values.evening.rounds_offered import PlannedEvening, tables_for
from party.values.numbers import counted, counted_in_words, total
from party.values.people.money import money
from party.values.people.names import full_stop
from party.values.standings.standings import PartyStandings

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

SHOWN = 10
MOST_WITH_WINNER = 5  # parties that show winner or story: both need the standings
MOST_ARCHIVED = 500
EVENINGS_FOR_WEEKDAY = 8  # the latest evenings, from which a club's usual weekday follows
NEXT_TEXTS = {
    "players": "Put the players on the list",
    "checkin": "Let people in",
    "prints": "Print the cards",
    "draw": "Draw the seats",
}
NUMBERS_FIRST = "Make the numbers"
ACTIONS = {
    Stage.SETUP: "Go on with the set-up",
    Stage.MOVING: "Go on to the next round",
    Stage.OVER: "Go on to the finish",
}
# How long after its start, or its last log line, an unfinished party counts as tonight's.
TONIGHT = timedelta(hours=18)


class PartyCounts(TypedDict):
    people: int
    latest_number: int | None
    latest_state: str | None


CountedParty: TypeAlias = "WithAnnotations[Party, PartyCounts]"


@dataclass(frozen=True, slots=True)
class PartyLine:
    party: "CountedParty"
    night: Night
    winner: str = ""
    story: str = ""  # the first sentence of a finished party's story, if it is archived

    @property
    def next_text(self) -> str:
        return ACTIONS.get(self.night.stage, f"Go to round {self.night.round_number}")


@dataclass(frozen=True, slots=True)
class Home:
    tonight: PartyLine | None
    others: tuple[PartyLine, ...]
    archived: tuple[PartyLine, ...]
    has_more: bool = False
    in_several_clubs: bool = False  # then each line names the party's club

    @property
    def sample(self) -> PartyLine | None:
        """Return the sample evening if there is no other party."""
        lines = (*([self.tonight] if self.tonight else []), *self.others)
        is_only_sample = all(line.party.club.is_sample for line in (*lines, *self.archived))
        return lines[0] if lines and is_only_sample else None

    @property
    def is_first_start(self) -> bool:
        return self.sample is not None or not (self.tonight or self.others or self.archived)


class Progress(StrEnum):
    DONE = "Done"
    STARTED = "Started"
    TO_DO = "Not started"
    LATER = "Cannot start yet"
    OPTIONAL = "If you like"


@dataclass(frozen=True, slots=True)
class Task:
    """`page` is "" if the user cannot open it now."""

    name: str
    page: str
    progress: Progress
    words: str


@dataclass(frozen=True, slots=True)
class HubPage:
    """The set-up of a party.

    `next_page` is "" if only an organiser can take the next step. `tables` is 0 if nobody is
    listed; `finish` is None if no number of rounds is planned.
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
    helpers: QuerySet[Membership]

    @property
    def done_count(self) -> int:
        return sum(task.progress == Progress.DONE for task in self.tasks)


def home(user: User, at: datetime, *, shown: int = SHOWN) -> Home:
    parties = Party.objects.for_user(user).order_by("-starts_at", "-pk")
    rows = list(_first_parties(parties.filter(archived_at=None), shown + 1))
    tonight = _party_of_tonight(user, at, rows) or _latest_if_unfinished(rows)
    others = [row for row in rows[:shown] if tonight is None or row.pk != tonight.pk]
    finished = [row for row in others if row.finished_at is not None]
    archived = list(_first_parties(parties.exclude(archived_at=None), MOST_ARCHIVED))
    archived_finished = [row for row in archived if row.finished_at is not None][:MOST_WITH_WINNER]
    finals = final_standings([*finished[:MOST_WITH_WINNER], *archived_finished])
    winners = {pk: _winner_text(final) for pk, final in finals.items()}
    stories = {
        row.pk: first_sentence(row, finals[row.pk])
        for row in archived_finished
        if row.pk in finals
    }
    return Home(
        _party_line(tonight) if tonight else None,
        tuple(_party_line(row, winners.get(row.pk, "")) for row in others),
        tuple(_party_line(row, story=stories.get(row.pk, "")) for row in archived),
        has_more=len(rows) > shown,
        in_several_clubs=in_several_clubs(user),
    )


def _latest_if_unfinished(rows: Sequence[CountedParty]) -> "CountedParty | None":
    """Return the latest party, None if it is finished. The sample counts if it is the only one."""
    latest = next((row for row in rows if not row.club.is_sample), rows[0] if rows else None)
    return latest if latest is not None and latest.finished_at is None else None


def _winner_text(final: PartyStandings) -> str:
    winning_lines = [line for line in final.lines if line.rank == 1]
    if not winning_lines:
        return ""
    names = " and ".join(line.name for line in winning_lines)
    return f"{names}, {total(winning_lines[0].total)}"


def parties_of(user: User) -> tuple[PartyLine, ...]:
    rows = _with_counts(Party.objects.for_user(user)).order_by("-starts_at", "-pk")
    return tuple(map(_party_line, rows))


def _party_of_tonight(
    user: User, at: datetime, first_rows: Sequence[CountedParty]
) -> "CountedParty | None":
    """Return the party in play; otherwise the party that began last, or begins next."""
    rows = Party.objects.for_user(user).filter(
        finished_at=None, archived_at=None, club__is_sample=False
    )
    last_line = LogLine.objects.filter(party=OuterRef("pk")).order_by("-pk").values("at")[:1]
    is_drawn = Exists(Round.objects.filter(party=OuterRef("pk")))
    times = rows.values_list("starts_at", "pk", Subquery(last_line), is_drawn)
    in_play, begun, to_come = [], [], []
    for starts_at, pk, worked_at, drawn in times:
        if drawn and worked_at and worked_at >= at - TONIGHT:
            in_play.append((worked_at, pk))
        elif starts_at > at:
            to_come.append((starts_at, pk))
        elif starts_at >= at - TONIGHT:
            begun.append((starts_at, pk))
    latest = max(in_play, default=None) or max(begun, default=None) or min(to_come, default=None)
    if latest is None:
        return None
    _, latest_id = latest
    among_first = (row for row in first_rows if row.pk == latest_id)
    return next(among_first, None) or _with_counts(Party.objects.filter(pk=latest_id)).get()


def _first_parties(parties: QuerySet[Party], count: int) -> QuerySet[CountedParty]:
    """Limit the parties in a subquery, so that _with_counts counts the people of these alone."""
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


def _party_line(row: CountedParty, winner: str = "", story: str = "") -> PartyLine:
    latest = None
    if row.latest_number is not None and row.latest_state is not None:
        latest = Round(number=row.latest_number, state=row.latest_state)
    return PartyLine(row, night_with_latest(row, latest), winner, story)


def clubs_organised_by(user: User) -> QuerySet[Club]:
    role = Membership.Role.ORGANISER
    return Club.objects.filter(memberships__user=user, memberships__role=role).order_by("name")


def real_clubs_organised_by(user: User) -> QuerySet[Club]:
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
    """Return the plan with the rounds that were planned before the evening was cut short."""
    rounds = party.rounds_planned if party.rounds_before is None else party.rounds_before or None
    settled = party.rounds.filter(number=1).values_list("rounds_settled", flat=True).first()
    # The first draw may have set the number of rounds; then nobody planned it.
    return replace(plan_of(party), rounds=None if rounds == settled else rounds)


def latest_party(*clubs: Club) -> Party | None:
    """Return an archived party only if all are archived."""
    rows = Party.objects.filter(club__in=clubs).select_related("club").order_by("-pk")
    return rows.filter(archived_at=None).first() or rows.order_by("-archived_at", "-pk").first()


def party_of(clubs: Collection[Club], party_id: int) -> Party | None:
    return Party.objects.filter(pk=party_id, club__in=clubs).select_related("club").first()


def latest_starts(club: Club) -> list[datetime]:
    starts = Party.objects.filter(club=club).order_by("-starts_at")[:EVENINGS_FOR_WEEKDAY]
    zone = ZoneInfo(club.time_zone)
    return [start.astimezone(zone) for start in starts.values_list("starts_at", flat=True)]


def count_people(party: Party) -> DoorCounts:
    counts = Entrant.objects.filter(party=party).aggregate(
        listed=Count("pk"),
        here=Count("pk", filter=Q(state=Entrant.State.HERE)),
        named=Count("pk", filter=~Q(name="")),
    )
    return DoorCounts(**counts)


def tables_drawn(party: Party) -> int:
    latest = party.rounds.filter(tables__isnull=False).order_by("-number").first()
    return latest.tables.count() if latest else 0


@share_reads()
def hub_page(party: Party, *, for_organiser: bool) -> HubPage:
    counts, latest = count_people(party), latest_round(party)
    is_drawn = latest is not None
    players = _list_task(party, counts, is_drawn=is_drawn)
    seats = _draw_task(party, counts, is_drawn=is_drawn)
    next_page = _setup_page(party, counts)
    next_text = _next_text(party, next_page)
    if not (is_drawn or for_organiser):  # only an organiser may open the page of the draw
        seats, next_page = replace(seats, page=""), next_page.removesuffix("draw")
    pages = ("party_settings", "helpers", "guests") if for_organiser else ("", "", "")
    settings_page, helpers_page, guests_page = pages
    party_helpers, evening = helpers(party), _planned_evening(party, counts.listed)
    return HubPage(
        night=night_with_latest(party, latest),
        tasks=(
            Task("Rules and plan", settings_page, Progress.DONE, party.rules.name),
            players,
            seats,
            _print_task(party, counts, is_drawn=is_drawn),
            _helpers_task([helper.user.name for helper in party_helpers], helpers_page),
            _prizes_task(party),
            _guests_task(party, guests_page),
        ),
        next_page=next_page,
        next_text=next_text,
        plan=_plan_sentences(party, counts.listed),
        tables=evening.tables,
        minutes=evening.pace.minutes_a_round,
        finish=evening.finish(party.rounds_planned or evening.default),
        organisers=organisers(party),
        helpers=party_helpers,
    )


def setup_step(party: Party) -> tuple[str, str]:
    """Return the page and the button of the next step before the draw."""
    page = _setup_page(party, count_people(party))
    return page, _next_text(party, page)


def _setup_page(party: Party, counts: DoorCounts) -> str:
    """Return the page of the next step. A blind draw needs printed cards first."""
    is_blind = party.is_blind
    if counts.can_fill_table(is_blind=is_blind):
        return "prints" if is_blind and not has_printed_cards(party) else "draw"
    return "checkin" if counts.listed and not is_blind else "players"


def _next_text(party: Party, page: str) -> str:
    is_blind = party.is_blind
    return NUMBERS_FIRST if is_blind and page == "players" else NEXT_TEXTS[page]


def _print_task(party: Party, counts: DoorCounts, *, is_drawn: bool) -> Task:
    progress = Progress.DONE if has_printed_cards(party) else Progress.TO_DO
    if is_drawn:
        return Task("Print", "prints", progress, "Seat cards, lists and slips")
    is_blind = party.is_blind
    if is_blind and counts.listed:
        return Task("Print", "prints", progress, "Cards of the blind draw")
    first = "First make the numbers" if is_blind else "First draw the seats"
    return Task("Print", "", Progress.LATER, first)


def _helpers_task(names: Sequence[str], page: str) -> Task:
    progress = Progress.DONE if names else Progress.OPTIONAL
    return Task("Helpers", page, progress, ", ".join(names) or "Just you so far")


def _prizes_task(party: Party) -> Task:
    prize_count = party.prizes.count()
    words = f"{prize_count} on the list" if prize_count else "None chosen yet"
    progress = Progress.DONE if prize_count else Progress.OPTIONAL
    return Task("Prizes", "prizes", progress, words)


def _guests_task(party: Party, page: str) -> Task:
    words = f"They see seats. Standings: {party.get_guest_standings_display().lower()}"
    words += ". Winners at once" if party.reveal == Party.Reveal.AT_ONCE else ""
    if not party.guests:
        return Task("Guests", page, Progress.OPTIONAL, "Off")
    return Task("Guests", page, Progress.DONE, words)


def _list_task(party: Party, counts: DoorCounts, *, is_drawn: bool) -> Task:
    if party.is_blind:
        words = f"{counts.listed} numbers, {counts.named} with names"
        is_done = counts.listed >= 4
    else:
        words = f"{counts.listed} on the list, {counts.here} here"
        is_done = is_drawn
    started = Progress.STARTED if counts.listed else Progress.TO_DO
    return Task("Players", "players", Progress.DONE if is_done else started, words)


def _draw_task(party: Party, counts: DoorCounts, *, is_drawn: bool) -> Task:
    if is_drawn:
        return Task("Seats", "draw", Progress.DONE, "Drawn")
    is_blind = party.is_blind
    if counts.can_fill_table(is_blind=is_blind):
        return Task("Seats", "draw", Progress.TO_DO, "Ready to draw")
    words = "Make at least 4 numbers first" if is_blind else "At least 4 people must be here"
    return Task("Seats", "", Progress.LATER, words)


def plan_rows(party: Party) -> list[tuple[str, str]]:
    format_ = party.format
    split = CHOICES["split"].answers[format_.split]
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
        ("Sitting out counts", capfirst(plan_words.your_credit_text(format_))),
        ("Rounds missed by a late arrival", _answer_text(format_, "late_arrival_credit")),
        ("A tie at a table", _answer_text(format_, "tie_at_table")),
        ("Equal totals", _answer_text(format_, "count_back")),
        ("Fee", money(party.fee, party.currency) if party.fee else "None"),
        ("Paper", party.get_paper_display()),
    ]


def _plan_sentences(party: Party, people: int) -> tuple[str, ...]:
    format_ = party.format
    hands = counted_in_words(format_.hands_per_round, "hand")
    hands_text = f"{hands} a round"
    if format_.hands_counted == "at_head":
        hands_text = f"{hands} at the head table, then it rings; others finish their hand"
    minutes = party.clock_minutes
    clock = f" The clock runs for {counted(minutes, 'minute')}." if minutes else ""
    ties = f" {plan_words.TIES[format_.tie_at_table]}" if format_.movement.is_by_result else ""
    credit = plan_words.credit_text(format_)
    missed = plan_words.MISSED_ROUNDS[format_.late_arrival_credit]
    fee = f"The fee is {money(party.fee, party.currency)}." if party.fee else "No fee."
    rounds = full_stop(_rounds_text(party, people))  # "p.m." has one already
    partners = plan_words.NEW_PARTNERS[format_.split]
    entered = plan_words.ENTERED[party.capture]
    return (
        f"{party.rules.name}. {rounds} {hands_text}; {entered}.{clock}",
        f"{plan_words.WHO_MOVES[format_.who_moves]} {partners}{ties}",
        plan_words.LEFT_OVER[format_.non_multiple_of_4].format(credit=credit),
        f"Latecomers and ties: missed rounds {missed}; {plan_words.EQUAL[format_.count_back]}.",
        f"{fee} {plan_words.SEAT_CARDS[party.cards]} {plan_words.PAPER[party.paper]}",
    )


def _rounds_text(party: Party, people: int) -> str:
    evening = _planned_evening(party, people)
    planned = party.rounds_planned
    return evening.rounds_text(planned) if planned else evening.default_text


def _planned_evening(party: Party, people: int) -> PlannedEvening:
    pace = pace_of_club(party)
    return planned_evening(party, tables_for(people), party.local_start, pace)


def _answer_text(format_: Format, name: str) -> str:
    return capfirst(CHOICES[name].answers[getattr(format_, name)])

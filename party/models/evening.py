"""Parties, their rounds, and the tables of a round."""

import json
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal, Self
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Q

from party.engine import PRESETS, Rules
from party.models.clubs import Club, Membership
from party.progression import Draw, Format
from party.values.evening.pace import DEFAULT_BREAK
from party.values.scores.words import HIGH_ON_THE_CUT

if TYPE_CHECKING:
    from datetime import datetime

    from party.models.accounts import User

# Raw SQL, because every page reads the user's role, and the ORM took far longer to build these
# joins than the database to run them. MAX: the role with most rights is last in the alphabet.
ROLE = """
SELECT MAX(CASE WHEN role = 'helper' AND party_id IS NULL THEN 'helper of the club' ELSE role END)
FROM party_membership
WHERE user_id = %s AND club_id = party_party.club_id
AND (party_id IS NULL OR party_id = party_party.id)
"""
CLUB_COLUMNS = tuple(each.name for each in Club._meta.concrete_fields)  # noqa: SLF001
AS_CLUB = ", ".join(f"c.{name} AS club__{name}" for name in CLUB_COLUMNS)
SEVERAL_CLUBS = """
SELECT COUNT(DISTINCT club_id) > 1 FROM party_membership JOIN party_club k ON k.id = club_id
WHERE user_id = %s AND NOT k.is_sample
"""
# For the bar of every desk page.
CALLING = "FROM party_tablephone WHERE party_id = party_party.id AND called_at IS NOT NULL"
DIFFERING = """
FROM party_entry e JOIN party_table t ON t.id = e.table_id JOIN party_round r ON r.id = t.round_id
WHERE r.party_id = party_party.id AND r.state <> 'closed' AND e.status = 'disputed'
"""
WITH_ROLE = f"""
SELECT party_party.*, {AS_CLUB}, ({ROLE}) AS role, ({SEVERAL_CLUBS}) AS in_several_clubs,
(SELECT MIN(number) {CALLING}) AS calling_table, (SELECT COUNT(*) {CALLING}) AS calls,
(SELECT MIN(t.number) {DIFFERING}) AS differing_table,
(SELECT MIN(r.number) {DIFFERING}) AS differing_round
FROM party_party JOIN party_club c ON c.id = party_party.club_id WHERE party_party.id = %s
"""  # noqa: S608 -- a constant of ours


class PartyQuerySet(models.QuerySet["Party"]):
    def for_user(self, user: "User") -> Self:
        whole_club = Q(club__memberships__user=user, club__memberships__party=None)
        this_party = Q(club__memberships__user=user, club__memberships__party=models.F("pk"))
        return self.filter(whole_club | this_party).distinct()

    def with_role(self, user: "User", pk: int) -> "Party | None":
        """Return a party with its club and the user's `role` there, None for a stranger."""
        party = next(iter(self.raw(WITH_ROLE, [user.pk, user.pk, pk])), None)
        if party is not None:
            values = [getattr(party, f"club__{name}") for name in CLUB_COLUMNS]
            party.club = Club.from_db(party._state.db, CLUB_COLUMNS, values)  # noqa: SLF001
        return party


@lru_cache(maxsize=64)
def _parse_rules(stored: str, preset: str) -> Rules:
    # A field that is newer than the party gets the value of its preset.
    return Rules.of(json.loads(stored), base=PRESETS.get(preset))


@lru_cache(maxsize=64)
def _parse_format(stored: str) -> Format:
    return Format.of(json.loads(stored))


class Party(models.Model):
    class Capture(models.TextChoices):
        HANDS = "hands", "Hand by hand"
        TOTALS = "totals", "Round totals"
        CARDS = "cards", "Final cards only; the desk enters who was ahead at each table"
        UNTRACKED = "untracked", "Final cards only; seats are not tracked"

    class Cards(models.TextChoices):
        NAMED = "named", "Names first: each card has a name on it"
        HAT = "hat", "Blind draw from a hat: the order of arrival decides nothing"
        BLIND = "blind", "Blind draw in order: people who come together sit together"

    class GuestNames(models.TextChoices):
        SHORT = "short", "First name and initial: Alma R."
        FULL = "full", "Full names"

    class GuestStandings(models.TextChoices):
        NONE = "none", "Not shown"
        TOP = "top", "The first ten"
        ALL = "all", "Everybody"

    class Reveal(models.TextChoices):
        HOST = "host", "When the host reveals them"
        AT_ONCE = "at once", "At once, after the last round"

    class GoneWinners(models.TextChoices):
        ASK = "ask", "Ask me each time"
        KEEP = "keep", "Keep it for them"
        NEXT = "next", "The next in line"

    class HallMode(models.TextChoices):
        AUTO = "auto", "What the evening needs now"
        SEATS = "seats", "Find your seat"
        MOVES = "moves", "The moves"
        CLOCK = "clock", "The clock"
        STANDINGS = "standings", "Standings"
        MESSAGE = "say", "A message"

    class Paper(models.TextChoices):
        LETTER = "letter", "Letter (8.5 × 11 in)"
        A4 = "a4", "A4"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="parties")
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    starts_at = models.DateTimeField()
    preset = models.CharField(max_length=40)
    # All values, not a preset's name: a later fix to a preset must not change a played evening.
    rules_values = models.JSONField()
    format_values = models.JSONField()
    # Null: as many rounds as there are tables, settled at the first draw.
    rounds_planned = models.PositiveSmallIntegerField(null=True, blank=True)
    # The number planned before the evening was cut short, 0 if none was planned. Null: it was not
    # cut short.
    rounds_before = models.PositiveSmallIntegerField(null=True, blank=True)
    # The party whose people and wishes are offered for this one.
    copied_from = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    # The last round before the break; null: no break.
    break_after = models.PositiveSmallIntegerField(null=True, blank=True)
    break_minutes = models.PositiveSmallIntegerField(default=DEFAULT_BREAK)
    capture = models.CharField(max_length=10, choices=Capture, default=Capture.HANDS)
    cards = models.CharField(max_length=10, choices=Cards, default=Cards.NAMED)
    paper = models.CharField(max_length=10, choices=Paper, default=Paper.LETTER)
    # The fee for each person, in cents.
    fee = models.PositiveIntegerField(default=0)
    currency = models.CharField(max_length=8, default="$")
    # All seats follow from the seed. It has 128 bits, so that the seats do not give it away.
    seed = models.CharField(max_length=64)
    code = models.CharField(max_length=12, unique=True)
    # Every verb adds 1 to the revision.
    revision = models.PositiveIntegerField(default=0)
    # The revision of the last verb that may concern more than one table: phones do not reload
    # their page while other tables save hands.
    shared_revision = models.PositiveIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    # The kinds of sentences in the story of the evening, chosen when the party finished.
    story = models.JSONField(default=list, blank=True)
    # A person with a prize is skipped for prizes later in the list.
    one_prize_each = models.BooleanField(default=False)
    # For prizes whose winner has gone home, except raffles.
    gone_winners = models.CharField(max_length=4, choices=GoneWinners, default=GoneWinners.ASK)
    prizes_confirmed_at = models.DateTimeField(null=True, blank=True)
    # Tables may enter hands on a phone. A higher series replaces the addresses of all phones.
    phones = models.BooleanField(default=False)
    phone_series = models.PositiveIntegerField(default=0)
    # The start of addresses on phones: "http://192.168.1.20:8000". "": as in the browser.
    hall_address = models.CharField(max_length=120, blank=True, default="")
    # Guests with the code may see seats and moves, on phones and on the hall screen.
    guests = models.BooleanField(default=False)
    guest_names = models.CharField(max_length=10, choices=GuestNames, default=GuestNames.SHORT)
    guest_standings = models.CharField(
        max_length=10, choices=GuestStandings, default=GuestStandings.NONE
    )
    # Phones show the standings between two rounds.
    phone_ranking = models.BooleanField(default=False)
    # When guests learn the winners.
    reveal = models.CharField(max_length=10, choices=Reveal, default=Reveal.HOST)
    # The step of the prize-giving on the hall screen (values/hall/prize_giving.py).
    reveal_step = models.CharField(max_length=20, blank=True, default="")
    revealed_at = models.DateTimeField(null=True, blank=True)
    # A hash of the standings at the first step of the prize-giving.
    first_revealed = models.CharField(max_length=32, blank=True, default="")
    hall_mode = models.CharField(max_length=10, choices=HallMode, default=HallMode.AUTO)
    hall_message = models.CharField(max_length=200, blank=True, default="")
    # Two hall screens that share the list of seats (values/hall/shared_screens.py).
    hall_screens = models.CharField(max_length=20, blank=True, default="")
    # Media without the address of the guests' pages (values/hall/guest_address.py).
    address_left_out = models.CharField(max_length=40, blank=True, default="")
    # The length of a round; null: no clock, only the bell.
    clock_minutes = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = PartyQuerySet.as_manager()
    # Set by `with_role`.
    role: str | None = None
    in_several_clubs = False
    calling_table: int | None = None  # the first table that calls the host
    calls = 0
    differing_table: int | None = None  # the first table with two results of one hand
    differing_round: int | None = None

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(rounds_planned=None) | Q(rounds_planned__gte=1),
                name="party_has_rounds",
            ),
            models.CheckConstraint(
                condition=Q(break_minutes__gte=1), name="party_break_takes_time"
            ),
        ]
        indexes = [
            models.Index(fields=["club", "-starts_at"], name="party_latest"),
            models.Index(fields=["club"], condition=Q(finished_at=None), name="party_unfinished"),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def rules(self) -> Rules:
        return _parse_rules(json.dumps(self.rules_values), self.preset)

    @cached_property
    def format(self) -> Format:
        return _parse_format(json.dumps(self.format_values))

    @property
    def user_is_organiser(self) -> bool:
        return self.role == Membership.Role.ORGANISER

    @property
    def user_sees_club(self) -> bool:
        return self.role not in {None, Membership.Role.HELPER}

    @property
    def call_mark(self) -> str:
        """Return a text that differs when the bar must show other calls or disputes."""
        return f"{self.calling_table or 0}.{self.calls}.{self.differing_table or 0}"

    @property
    def winners_wait(self) -> bool:
        """Return whether the winners stay hidden until the host reveals them, step by step."""
        return self.reveal == self.Reveal.HOST and self.revealed_at is None

    @property
    def is_blind(self) -> bool:
        return self.cards != self.Cards.NAMED

    @property
    def tracks_seats(self) -> bool:
        return self.capture != self.Capture.UNTRACKED

    @property
    def table_capture(self) -> str:
        return self.capture if self.tracks_seats else self.Capture.CARDS

    @property
    def partners(self) -> Literal["chairs", "fresh"]:
        """Return, in a word of progression, whether chairs or a fresh choice decide partners."""
        return "fresh" if self.format.which_partner_shifts == "fresh" else "chairs"

    @property
    def tie_question(self) -> str:
        """The question about a tied table (T99)."""
        if self.format.tie_at_table == "extra_hand":
            return "Play one more hand, which does not count. Who won it?"
        return HIGH_ON_THE_CUT

    @property
    def local_start(self) -> "datetime":
        return self.starts_at.astimezone(ZoneInfo(self.club.time_zone))


class Round(models.Model):
    """One round of a party. Its seats are computed from `draw`."""

    class State(models.TextChoices):
        DRAWN = "drawn", "Seated"
        PLAYING = "playing", "Playing"
        BELL = "bell", "Bell: finish this hand"
        CHECKING = "checking", "Checking"
        CLOSED = "closed", "Closed"

    OPEN = (State.PLAYING, State.BELL, State.CHECKING)

    party = models.ForeignKey(Party, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAWN)
    draw = models.JSONField()
    # Ids of the house players that the first draw added; undoing the draw removes them.
    house_added = models.JSONField(default=list)
    # The number of rounds, if the first draw settled it; undoing the draw clears the number.
    rounds_settled = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    # The time of the bell, or of the check if no bell rang. Reopening does not change it.
    stopped_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # The announcement, or the start of an unannounced round: from then on guests see the seats.
    announced_at = models.DateTimeField(null=True, blank=True)
    clock_ends_at = models.DateTimeField(null=True, blank=True)  # while the clock runs
    clock_left = models.PositiveIntegerField(null=True, blank=True)  # seconds, while paused

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["party", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_numbers_from_one"),
            models.CheckConstraint(
                condition=Q(state__in=["drawn", "playing", "bell", "checking", "closed"]),
                name="round_state_known",
            ),
            models.CheckConstraint(
                condition=Q(clock_ends_at=None) | Q(clock_left=None),
                name="round_clock_runs_or_stands",
            ),
            models.UniqueConstraint(
                fields=["party"], condition=~Q(state="closed"), name="round_one_open_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}"

    @property
    def stored_draw(self) -> Draw[int]:
        return Draw.from_json(self.draw)

    @stored_draw.setter
    def stored_draw(self, draw: Draw[int]) -> None:
        self.draw = draw.to_json()

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN


class Table(models.Model):
    class Capture(models.TextChoices):
        HANDS = "hands", "Hand by hand"
        TOTALS = "totals", "Round totals"
        CARDS = "cards", "Final cards only"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    capture = models.CharField(max_length=10, choices=Capture, default=Capture.HANDS)
    # The number of hands played: null until the table finishes, 0 if it did not play.
    hands = models.PositiveSmallIntegerField(null=True, blank=True)
    # Why the table played fewer hands than planned.
    why_short = models.CharField(max_length=200, blank=True)
    # The pair ahead, as the table reported it. Once the points are known, the points decide.
    ahead = models.CharField(max_length=2, blank=True, default="")
    # The winner of the cut after a tie.
    cut = models.CharField(max_length=2, blank=True)
    cut_why = models.CharField(max_length=200, blank=True)
    # The time at which both pairs confirmed the results on the table's phone.
    agreed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_numbers_from_one"),
            models.CheckConstraint(
                condition=Q(cut__in=["", "NS", "EW"]), name="table_cut_names_a_pair"
            ),
            models.CheckConstraint(
                condition=Q(ahead__in=["", "NS", "EW"]), name="table_ahead_names_a_pair"
            ),
        ]

    def __str__(self) -> str:
        return f"Table {self.number}"

"""The pages of guests, who have the code of the party."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from party.engine import SEAT_NAMES
from party.models import Party, Round
from party.process_state import MOST_CACHED_PARTIES, PROCESS, cache_page
from party.progression import FACING
from party.queries.evening.rounds import night_with_latest, people, places_of
from party.queries.hall.reveal import is_corrected
from party.queries.papers import heading
from party.queries.rows import read_rows
from party.queries.seats.moves import has_next_round, moves_of, next_moves
from party.queries.seats.sittings import by_table
from party.queries.standings.best_hands import best_hands
from party.queries.standings.earlier_ranks import rounds_upto
from party.queries.standings.standings import standings
from party.queries.standings.story import story
from party.queries.standings.tally import tally_book
from party.rosters import words_of
from party.values.evening.live import ENTRY_STAGES, Night, Stage
from party.values.evening.words import your_credit_text
from party.values.hall.prize_giving import CORRECTED
from party.values.numbers import clock, number_of
from party.values.papers import Heading
from party.values.people.names import begins_words
from party.values.people.person import Person, Sitting
from party.values.people.short_names import with_short_names
from party.values.seats.draw import PersonMove
from party.values.seats.next_moves import NextMove
from party.values.standings.standings import PartyStandings, StandingLine
from party.values.standings.tally import TallyCard

Chair = tuple[int, str]  # table and seat
FEWEST_LETTERS = 3  # with fewer typed letters, beginnings of names do not match
SEATS_BEFORE_CARDS = timedelta(minutes=10)  # how long before the start the seats are drawn
WAITS_FOR_HOST = "The host will announce the winners"
STATES = {
    Stage.SETUP: "The seats are not drawn yet",
    Stage.SEATED: "Round {round}: find your seat",
    Stage.PLAYING: "Round {round} is being played",
    Stage.BELL: "The bell has rung: finish the hand you are on",
    Stage.CHECKING: "Round {round} is over: the results are being checked",
    Stage.MOVING: "Round {round} is over: the next seats come soon",
    Stage.OVER: "The last round is over: the results come soon",
    Stage.FINISHED: "The results of the evening",
}


@dataclass(frozen=True, slots=True)
class OpenParty:
    """The `version` rises with every step of the evening that guests may see."""

    id: int
    code: str
    version: int
    time_zone: str


@dataclass(frozen=True, kw_only=True)
class GuestStandings:
    lines: tuple[StandingLine, ...] = ()  # people are named as the host allows
    ranked: int = 0
    rounds: int = 0
    is_ranked_by_wins: bool = False  # rounds won decide before points
    is_provisional: bool = False  # slips are to follow, or credits may still change

    @property
    def is_cut(self) -> bool:
        return len(self.lines) < self.ranked

    @property
    def winners(self) -> tuple[StandingLine, ...]:
        return tuple(line for line in self.lines if line.rank == 1)


@dataclass(frozen=True, kw_only=True)
class MySeat:
    """A person's seat. Without a `table` the page shows `words`."""

    person: Person
    words: str = ""
    table: int | None = None
    seat: str = ""
    others: Mapping[str, Person] = field(default_factory=dict)  # by seat, at the same table
    next_move: NextMove | None = None
    card: TallyCard | None = None  # from the first closed round on

    @property
    def partner(self) -> Person | None:
        return self.others.get(FACING[self.seat]) if self.seat else None

    @property
    def seat_name(self) -> str:
        return SEAT_NAMES[self.seat]


@dataclass(frozen=True, kw_only=True)
class GuestEvening:
    """`night` is that of the last round whose seats are announced.

    The keys of all mappings are people's numbers.
    """

    version: int
    name: str
    club: str
    place: str
    starts_at: datetime  # on the club's own clock
    heading: Heading  # printed on the pictures of cards
    night: Night
    people: Mapping[int, Person]  # named as the host allows
    whole_names: Mapping[int, str]  # for the search, never shown; A to Z by last name
    chairs: Mapping[int, Chair | None] = field(default_factory=dict)  # None: sits out
    moves: Mapping[int, PersonMove] = field(default_factory=dict)
    next_moves: Mapping[int, NextMove] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # the lines below every next-move slip
    sitting_out_counts: str = ""
    cards: Mapping[int, TallyCard] = field(default_factory=dict)
    standings: GuestStandings | None = None  # None: none yet, or the host shows none
    story: tuple[str, ...] = ()  # of a finished evening
    shows_standings: bool = True  # whether standings are shown at any time
    is_withheld: bool = False  # the last round, all totals and all places wait for the host
    is_revealed: bool = False
    correction: str = ""  # a sentence, if the winners were corrected since they were shown

    @property
    def state(self) -> str:
        if self.is_withheld and self.is_finished:
            return WAITS_FOR_HOST
        if self.night.is_break:
            return f"Round {self.night.round_number} is over: a break, then the next seats"
        return STATES[self.night.stage].format(round=self.night.round_number)

    @property
    def seats_at(self) -> str:
        return clock(self.starts_at - SEATS_BEFORE_CARDS)

    @property
    def cards_at(self) -> str:
        return clock(self.starts_at)

    @property
    def is_finished(self) -> bool:
        return self.night.stage == Stage.FINISHED

    @property
    def tables(self) -> dict[int, dict[str, Person]]:
        chairs = self.chairs.items()
        return by_table(Sitting(self.people[number], *chair) for number, chair in chairs if chair)

    def find(self, typed: str) -> tuple[Person, ...]:
        """Return people by number, or by the beginnings of their names.

        Fewer than FEWEST_LETTERS letters match only whole words.
        """
        number = number_of(typed.strip())
        if number is not None:
            return (self.people[number],) if number in self.people else ()
        words = set(words_of(typed))
        needs_whole_words = sum(map(str.isalpha, typed)) < FEWEST_LETTERS
        matches = []
        for number, name in self.whole_names.items():
            has_whole_words = words <= set(words_of(name))
            if begins_words(typed, name) and (has_whole_words or not needs_whole_words):
                matches.append(self.people[number])
        return tuple(matches) if words else ()

    def my_seat(self, number: int) -> MySeat | None:
        person = self.people.get(number)
        if person is None:
            return None
        chair = self.chairs.get(number)
        table, seat = chair or (None, "")
        at_table = {} if table is None else self.tables[table]
        return MySeat(
            person=person,
            words=self._chair_text(number, person),
            table=table,
            seat=seat,
            others={chair: player for chair, player in at_table.items() if chair != seat},
            next_move=self.next_moves.get(number),
            card=self.cards.get(number),
        )

    def _chair_text(self, number: int, person: Person) -> str:
        stage, round_number = self.night.stage, self.night.round_number
        words = ""
        if self.chairs.get(number):
            is_new = stage == Stage.SEATED and number in self.moves
            words = self.moves[number].words if is_new else self._leaving_text(person)
        elif stage in {Stage.OVER, Stage.FINISHED}:
            pass
        elif person.state == "left":
            words = "You have gone home. Thank you for coming."
        elif stage == Stage.SETUP and person.name and person.state == "expected":
            words = "You are on the list. Tell the desk that you are here."
        elif number in self.chairs:
            words = f"You sit out round {round_number}. {self.sitting_out_counts}"
        elif self.chairs:
            words = f"You have no seat in round {round_number}. Ask at the desk."
        return words

    def _leaving_text(self, person: Person) -> str:
        is_leaving = person.state == "left" and self.night.stage in {Stage.SEATED, *ENTRY_STAGES}
        return "The desk has noted that you go home after this round." if is_leaving else ""


TOP = 10

Names = Mapping[int, Person]  # by entrant id, named as the host allows


# Every phone polls with this twice a minute: 0.06 ms, 0.8 as a query set.
OPEN_PARTY = """
SELECT party.id, party.code, party.shared_revision, club.time_zone
FROM party_party AS party JOIN party_club AS club ON club.id = party.club_id
WHERE party.code = %s AND party.guests
"""


def party_of_guests(code: str) -> OpenParty | None:
    """Return None if the host admits no guests."""
    rows = read_rows(OPEN_PARTY, [code.lower()])
    return OpenParty(*rows[0]) if rows else None


def guest_evening(party: OpenParty) -> GuestEvening:
    """Read an evening once for all phones.

    After every step, all phones in the hall request it at once. The first request reads it; the
    others wait for the lock and use the cached result. Few parties share a lock.
    """
    with PROCESS.guest_locks[party.id % MOST_CACHED_PARTIES]:
        return read_guest_evening(party.id, party.code, party.version)


@cache_page
def read_guest_evening(party_id: int, _code: str, version: int) -> GuestEvening:
    """Code and version are parts of the cache key."""
    party = Party.objects.select_related("club").get(pk=party_id)
    everybody = people(party)
    names = names_for_guests(party, everybody)
    rounds = party.rounds.defer("draw", "house_added")
    announced = [row for row in rounds if row.announced_at or row.state != Round.State.DRAWN]
    shown = announced[-1] if announced else None
    current, night = standings(party), night_with_latest(party, shown)
    withheld = night.is_withheld or night.may_have_been_last
    evening = GuestEvening(
        version=version,
        name=party.name,
        club=party.club.name,
        place=party.place,
        starts_at=party.local_start,
        heading=heading(party),
        night=night,
        people={each.number: each for each in names.values()},
        whole_names={
            each.number: each.name
            for each in sorted(everybody.values(), key=lambda person: person.a_to_z)
        },
        cards=_cards(party, current, names, withheld=withheld),
        shows_standings=party.guest_standings != Party.GuestStandings.NONE,
        is_withheld=withheld,
        is_revealed=night.is_revealed,
        correction=CORRECTED if not withheld and is_corrected(party, current) else "",
    )
    if shown is not None and (evening.night.is_open or evening.night.stage == Stage.SEATED):
        evening = _add_seats(party, announced, names, evening)
    if current.rounds and not withheld and evening.shows_standings:
        evening = _add_standings(party, current, names, evening)
    return evening


def names_for_guests(party: Party, everybody: Names) -> Names:
    is_short = party.guest_names == Party.GuestNames.SHORT
    return with_short_names(everybody) if is_short else everybody


def _cards(
    party: Party, current: PartyStandings, names: Names, *, withheld: bool
) -> dict[int, TallyCard]:
    """Return everybody's card by number, with place and total as far as the host shows them."""
    if not current.rounds:
        return {}
    if withheld:
        return _withheld_cards(party, current, names)
    book = tally_book(party, current, names)
    hands = best_hands(party, current, names) if party.finished_at else {}
    is_total_shown = party.guest_standings != Party.GuestStandings.NONE
    last_rank = TOP if party.guest_standings == Party.GuestStandings.TOP else len(names)
    cards = {line.person.number: (line, book.card(line)) for line in current.lines}
    return {
        number: replace(
            card,
            place=card.place if is_total_shown and (line.rank or 0) <= last_rank else "",
            total=card.total if is_total_shown else None,
            best_hand=hands.get(line.person.id, ""),
        )
        for number, (line, card) in cards.items()
    }


def _withheld_cards(party: Party, current: PartyStandings, names: Names) -> dict[int, TallyCard]:
    """Return cards without points of the last round."""
    before = rounds_upto(party, current, current.rounds - 1)
    lines = [replace(line, rounds=tuple(before[line.person.id])) for line in current.lines]
    book = tally_book(party, replace(current, lines=tuple(lines)), names)
    book = replace(book, planned=current.rounds)
    return {line.person.number: replace(book.card(line), place="", total=None) for line in lines}


def _add_seats(
    party: Party, announced: Sequence[Round], names: Names, evening: GuestEvening
) -> GuestEvening:
    shown, before = announced[-1], announced[-2] if len(announced) > 1 else None
    chairs = {
        names[pk].number: (table, seat) if table and seat else None
        for pk, table, seat in (places_of(shown) if party.tracks_seats else ())
    }
    moves = moves_of(party, before, shown, names) if before and chairs else ()
    upcoming = next_moves(party, shown, names) if has_next_round(party, shown) and chairs else None
    return replace(
        evening,
        chairs=dict(sorted(chairs.items())),
        moves={move.sitting.person.number: move for move in moves},
        next_moves={names[pk].number: each for pk, each in upcoming.texts.items()}
        if upcoming
        else {},
        notes=upcoming.notes(party.format) if upcoming else (),
        sitting_out_counts=f"Sitting out counts {your_credit_text(party.format)}.",
    )


def _add_standings(
    party: Party, current: PartyStandings, names: Names, evening: GuestEvening
) -> GuestEvening:
    lines = [
        replace(line, person=names[line.person.id])
        for line in current.lines
        if line.rank is not None
    ]
    last_rank = TOP if party.guest_standings == Party.GuestStandings.TOP else len(lines)
    return replace(
        evening,
        standings=GuestStandings(
            lines=tuple(line for line in lines if (line.rank or 0) <= last_rank),
            ranked=len(lines),
            rounds=current.rounds,
            is_ranked_by_wins=party.format.round_credit == "both",
            is_provisional=party.finished_at is None
            and (current.is_provisional or bool(current.slips)),
        ),
        story=story(party, lambda person: str(names[person.id])) if party.finished_at else (),
    )

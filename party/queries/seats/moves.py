import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from party.engine import SEAT_NAMES
from party.models import Entrant, Party, Round
from party.progression import SEATS, Draw, Move, Prospect, Seating, SeatingError
from party.queries.evening.parties import tables_drawn
from party.queries.evening.rounds import night, people, seating_of, seatings
from party.queries.people.wishes import wish_lines
from party.queries.seats.draw import changes_to_show, next_draw
from party.queries.seats.rota import turns_against_wishes
from party.queries.seats.sittings import by_name
from party.values.evening.live import Night
from party.values.evening.next_step import NextStep, seated_step
from party.values.people.names import begins_words
from party.values.people.person import Person, Sitting
from party.values.people.wishes import ConflictingSitOut, WishLine
from party.values.seats.draw import PersonMove
from party.values.seats.next_moves import NextMoves
from party.values.seats.turnout import PeopleChanges
from party.values.seats.words import (
    announcement,
    exceptions,
    is_by_rule,
    move_text,
    movement_lines,
    short_text,
    table_changes,
)

Newcomers = tuple[tuple[Person, str], ...]  # each with the letter of the seat


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesPage:
    """The moves after round `number`, which are known once the next round is seated.

    If seats are not tracked, `lines` have the rule of the moves. `turns`, `unkept` and `changes`
    are empty for helpers.
    """

    number: int
    night: Night
    is_seated: bool
    is_tracked: bool
    lines: tuple[str, ...] = ()
    table_changes: tuple[str, ...] = ()
    moves: tuple[PersonMove, ...] = ()
    turns: tuple[ConflictingSitOut, ...] = ()
    unkept: tuple[WishLine, ...] = ()
    changes: PeopleChanges | None = None
    announced_at: datetime | None = None

    @property
    def exceptions(self) -> tuple[str, ...]:
        return (*self.table_changes, *exceptions(self.moves))

    @property
    def next_number(self) -> int:
        return self.number + 1

    @property
    def seat_text(self) -> str:
        return f"{'Seat' if self.is_tracked else 'Go on to'} round {self.next_number}"

    @property
    def step(self) -> NextStep:
        after = "once everybody is seated"
        announced = self.announced_at is not None
        return seated_step(self.next_number, self.changes, after, announced=announced)

    @property
    def can_start(self) -> bool:
        return self.night.is_seated(self.next_number)

    @property
    def bench(self) -> tuple[PersonMove, ...]:
        return tuple(move for move in self.moves if move.sitting.table is None)

    def find_moves(self, typed: str) -> tuple[PersonMove, ...]:
        search_text = typed.strip()
        return tuple(
            move
            for move in self.moves
            if search_text
            and (
                search_text == str(move.sitting.person.number)
                or begins_words(search_text, str(move.sitting.person))
            )
        )

    @property
    def tables(self) -> dict[int, list[PersonMove]]:
        tables: dict[int, list[PersonMove]] = {}
        for move in sorted(self.moves, key=lambda move: SEATS.index(move.sitting.seat or "N")):
            if move.sitting.table is not None:
                tables.setdefault(move.sitting.table, []).append(move)
        return dict(sorted(tables.items()))


def moves_page(party: Party, last: Round, *, for_organiser: bool) -> MovesPage:
    after = Round.objects.filter(party=party, number=last.number + 1).first()
    is_tracked = after.tables.exists() if after else party.tracks_seats
    moves = moves_of(party, last, after) if is_tracked and after else ()
    announced = announced_lines(party, after, moves) if is_tracked and after else NO_LINES
    lines = announced.rule if is_tracked else movement_lines(party.format, tables_drawn(party))
    may_reseat = for_organiser and after is not None and after.state == Round.State.DRAWN
    wishes = wish_lines(party) if may_reseat else ()
    return MovesPage(
        number=last.number,
        night=night(party),
        is_seated=after is not None,
        is_tracked=is_tracked,
        lines=lines,
        table_changes=announced.tables,
        moves=moves,
        turns=turns_against_wishes(party) if for_organiser and after is None else (),
        unkept=tuple(wish for wish in wishes if wish.why_not),
        changes=changes_to_show(party, after) if may_reseat and after else None,
        announced_at=after.announced_at if after else None,
    )


def moves_of(
    party: Party, before: Round, after: Round, names: Mapping[int, Person] | None = None
) -> tuple[PersonMove, ...]:
    """Return everybody's move into round `after`, with its reason in words, A–Z.

    The stored draw gives the reason, so a later correction changes no sentence. `names` are the
    people as the sentences name them.
    """
    seated_before, seated_after = seatings(party, since=before.number, upto=after.number)
    everybody = people(party) if names is None else names
    all_moves = after.stored_draw.moves(seated_before, seated_after)
    kept_partners = _partners_kept_by_wish(party, seated_before, all_moves)
    tables = len(seated_after.tables)
    moves = (_person_move(move, everybody, kept_partners, tables) for move in all_moves)
    return tuple(sorted(moves, key=lambda move: by_name(move.sitting)))


def _partners_kept_by_wish(
    party: Party, before: Seating[int], all_moves: Iterable[Move[int]]
) -> set[int]:
    """Return the people who keep a partner against the rule, because of a wish."""
    movement = party.format.movement
    if not movement.needs_results(len(before.tables)):
        return set()
    return {
        move.entrant
        for move in all_moves
        if move.new
        and movement.splits(move.new[0])
        and move.partner == before.partner(move.entrant)
    }


def _person_move(
    move: Move[int], everybody: Mapping[int, Person], kept_partners: set[int], tables: int
) -> PersonMove:
    table, seat = move.new or (None, None)
    is_closed = move.old is not None and move.old[0] > tables

    def name_of(entrant: int) -> str:
        return str(everybody[entrant])

    sitting = Sitting(everybody[move.entrant], table, seat)
    by_rule = is_by_rule(move) and move.entrant not in kept_partners and not is_closed
    words, short = move_text(move, name_of), short_text(move, name_of)
    return PersonMove(sitting, words, by_rule, move.old, short, is_closed)


class AnnouncedLines(NamedTuple):
    tables: tuple[str, ...]
    rule: tuple[str, ...]


NO_LINES = AnnouncedLines((), ())


def announced_lines(party: Party, round_: Round, moves: Sequence[PersonMove]) -> AnnouncedLines:
    (before,) = seatings(party, since=round_.number - 1, upto=round_.number - 1)
    newcomer_lines = (
        f"Newcomers at table {number}: "
        + ", ".join(f"{person} {SEAT_NAMES[seat]}" for person, seat in newcomers)
        + "."
        for number, newcomers in newcomers_to_call(party, round_, before, moves).items()
    )
    tables_before = len(before.tables)
    tables = max((move.sitting.table or 0 for move in moves), default=0)
    rule = (
        *announcement(party.format, tables_before, closes=tables < tables_before),
        *newcomer_lines,
    )
    return AnnouncedLines(table_changes(tables_before, tables) if tables_before else (), rule)


def newcomers_to_call(
    party: Party, round_: Round, before: Seating[int], moves: Sequence[PersonMove]
) -> dict[int, Newcomers]:
    """Return, by table, the newcomers whose chairs no rule gives, so the host calls them out.

    No rule gives them with fresh partners, or if people came, went or have wishes. The next-move
    slips of these tables say that chairs are called out.
    """
    movement = party.format.movement
    if not movement.needs_results(len(before.tables)):
        return {}
    everybody = {move.sitting.person.id: move.sitting.person for move in moves}
    after = seating_of(
        (move.sitting.table, move.sitting.seat, move.sitting.person.id) for move in moves
    )
    settled = round_.stored_draw.is_settled
    newcomers: dict[int, Newcomers] = {}
    for number, chairs in enumerate(after.tables, start=1):
        fresh = party.partners == "fresh" and movement.splits(number)
        old_people = before.tables[number - 1] if number <= len(before.tables) else ()
        if fresh or not settled or any(entrant not in after.chairs for entrant in old_people):
            newcomers[number] = tuple(
                (everybody[entrant], seat)
                for seat, entrant in zip(SEATS, chairs, strict=True)
                if entrant in before.chairs and entrant not in old_people
            )
    # A table is left out if nobody at it came from another table: all may have just arrived.
    return {number: people for number, people in newcomers.items() if people}


def has_next_round(party: Party, latest: Round | None) -> bool:
    if latest is None or party.finished_at or latest.state == Round.State.CLOSED:
        return False
    is_last = party.rounds_planned is not None and latest.number >= party.rounds_planned
    return party.tracks_seats and not is_last


def has_next_moves(party: Party, latest: Round | None) -> bool:
    """Return whether somebody moves after the open round."""
    if latest is None or not has_next_round(party, latest):
        return False
    here = sum(each.state == Entrant.State.HERE for each in people(party).values())
    tables = min(latest.tables.count(), here // 4)
    if tables > 1 and party.format.movement.is_by_result:
        return True  # for any results, so the moves need not be computed
    return next_moves(party, latest).has_moves


def next_moves(
    party: Party, latest: Round, names: Mapping[int, Person] | None = None
) -> NextMoves:
    """Return the possible next places of everybody here, after the open round."""
    past = seatings(party, upto=latest.number)
    before = latest.stored_draw.origins(past[-1])
    draw = next_draw(party, before)
    everybody = people(party) if names is None else names
    prospects = _prospects(json.dumps(draw.to_json()), past, before)
    return NextMoves(latest.number + 1, before, everybody, draw.replacing, prospects)


# Cached: this takes a quarter of a second in a big hall, and few steps of the evening change it.
@lru_cache(maxsize=8)
def _prospects(
    draw_json: str, past: tuple[Seating[int], ...], origins: Seating[int]
) -> tuple[Prospect[int], ...]:
    draw: Draw[int] = Draw.from_json(json.loads(draw_json))
    try:
        return draw.outlook(past, origins)
    except SeatingError:
        return ()

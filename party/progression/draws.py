"""Draws: all inputs of the seats of one round, as one frozen value.

Only `to_json` and `from_json` know how a draw is stored.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, Self

from party.progression.movement import MOVEMENTS, Leg, Movement
from party.progression.moves import Move, moves
from party.progression.new_seats import draw, next_seating
from party.progression.outlook import Prospect, outlook
from party.progression.seating import E, Seating
from party.progression.wishes import Wish, conditions, start_partners_as_partners


@dataclass(frozen=True)
class Swap(Generic[E]):
    """An exchange of two people's places, the bench included.

    swap   the desk swapped them by hand
    turns  they swapped their turns to sit out, and so their places in round 1
    moves  they keep their places in this round, and each moves on from the other's
    """

    first: E
    second: E
    kind: Literal["swap", "turns", "moves"] = "swap"

    def apply(self, seating: Seating[E], _past: Sequence[Seating[E]]) -> Seating[E]:
        return seating if self.kind == "moves" else seating.exchanged(self.first, self.second)

    def renamed(self, rename: Callable[[E], E]) -> Self:
        return replace(self, first=rename(self.first), second=rename(self.second))


@dataclass(frozen=True)
class Refill(Generic[E]):
    """The round was seated again before its first hand, for the people who were then here.

    `draw` has the movement "stay" and starts from the seats that this round had before. The last
    partners, and the chairs that people keep, are those of the earlier rounds.
    """

    draw: "Draw[E]"

    def apply(self, seating: Seating[E], past: Sequence[Seating[E]]) -> Seating[E]:
        return self.draw.seat_from(seating, past)

    def renamed(self, rename: Callable[[E], E]) -> Self:
        return replace(self, draw=self.draw.renamed(rename))


@dataclass(frozen=True)
class PlayedSeats(Generic[E]):
    """The seats that people really took; the draw and its earlier edits no longer count."""

    seating: Seating[E]

    def apply(self, _seating: Seating[E], _past: Sequence[Seating[E]]) -> Seating[E]:
        return self.seating

    def renamed(self, rename: Callable[[E], E]) -> Self:
        return replace(self, seating=self.seating.renamed(rename))


@dataclass(frozen=True)
class Draw(Generic[E]):
    """The inputs of the seats of one round: the same draw gives the same seats.

    order      round 1: everybody here, shuffled; empty in all later rounds with tables
    rota       people who may sit out, shuffled; late arrivals at its end
    movement   the rule for moving on from the round before; nobody moves into round 1
    partners   the policy for new partners where pairs split
    ahead      the pair that counts as ahead at each table of the round before
    cuts       the tables of `ahead` that a cut decided
    due        people who sit out, in order; None: computed from the rounds played
    leaving    people who were seated in the round before and are not here
    arriving   people here who were not seated, in the order in which they get chairs
    replacing  house players who get the chair of a leaver, by leaver; neither is listed above
    wishes     requests that the seats keep as far as possible
    edits      later changes by hand, oldest first
    seed       the seed that shuffled `order` and `rota`; stored for reference only
    tracked    False: seats are not known, and `order` is everybody here
    """

    order: tuple[E, ...] = ()
    rota: tuple[E, ...] = ()
    movement: Movement = MOVEMENTS["stay"]
    partners: Literal["chairs", "fresh"] = "chairs"
    ahead: Mapping[int, str] = field(default_factory=dict)
    cuts: frozenset[int] = frozenset()
    due: tuple[E, ...] | None = None
    leaving: tuple[E, ...] = ()
    arriving: tuple[E, ...] = ()
    replacing: Mapping[E, E] = field(default_factory=dict)
    wishes: tuple[Wish[E], ...] = ()
    edits: tuple["Edit[E]", ...] = ()
    seed: str = ""
    tracked: bool = True

    def seat(self, past: Sequence[Seating[E]] = ()) -> Seating[E]:
        """Return the seats by the rules, then changed by every edit, oldest first.

        `past` holds the rounds before this one, oldest first. If seats are not tracked, everybody
        is on the bench. Raises SeatingError as `next_seating` and `draw` do.
        """
        indexes = [index for index, edit in enumerate(self.edits) if _is_played(edit)]
        # Seats that people really took replace everything before them.
        seating = Seating(()) if indexes else self._seat_by_rule(past)
        for edit in self.edits[indexes[-1] if indexes else 0 :]:
            seating = edit.apply(seating, past)
        return seating

    def origins(self, seating: Seating[E]) -> Seating[E]:
        """Return the seats from which people move into the next round."""
        for edit in self.edits:
            if isinstance(edit, Swap) and edit.kind == "moves":
                seating = seating.exchanged(edit.first, edit.second)
        return seating

    def _seat_by_rule(self, past: Sequence[Seating[E]]) -> Seating[E]:
        if not self.tracked:
            return Seating((), self.order)
        if self.order or not past:
            return draw(self.order, self.rota, self.wishes, self.due)
        return self.seat_from(past[-1], past)

    def seat_from(
        self, seating: Seating[E], past: Sequence[Seating[E]], *, exchanges: bool = True
    ) -> Seating[E]:
        """Return the next seats from `seating`; `past` and `exchanges` as for `next_seating`."""
        return next_seating(
            seating,
            ahead=self.ahead,
            movement=self.movement,
            partners=self.partners,
            past=past,
            rota=self.rota,
            due=self.due,
            leaving=self.leaving,
            arriving=self.arriving,
            wishes=self.wishes if past else start_partners_as_partners(self.wishes),
            replacing=self.replacing,
            exchanges=exchanges,
        )

    def edited(self, edit: "Edit[E]") -> Self:
        return replace(self, edits=(*self.edits, edit))

    def without_last_edit(self) -> Self:
        return replace(self, edits=self.edits[:-1])

    def without_edits(self) -> Self:
        return replace(self, edits=())

    def corrected(
        self, past: Sequence[Seating[E]], ahead: Mapping[int, str], cuts: frozenset[int]
    ) -> Self:
        """Return the draw as if these pairs had been ahead.

        `past` is that of `seat`. `ahead` has the pair of each corrected table, and `cuts` the
        tables of `ahead` that a cut decided. Each edit exchanges the same two chairs as before,
        although other people sit in them. Raises SeatingError as `next_seating` does.
        """
        corrected_draw = replace(
            self, ahead={**self.ahead, **ahead}, cuts=self.cuts - ahead.keys() | cuts, edits=()
        )
        before, after = self._seat_by_rule(past), corrected_draw.seat(past)
        # A refill is not corrected: it gave chairs to people whom no result had moved.
        for edit in [edit for edit in self.edits if not isinstance(edit, Refill)]:
            successors = dict(zip(before.everybody(), after.everybody(), strict=True))
            same_chairs = edit.renamed(successors.__getitem__)
            before, after = edit.apply(before, past), same_chairs.apply(after, past)
            corrected_draw = corrected_draw.edited(same_chairs)
        return corrected_draw

    def renamed(self, rename: Callable[[E], E]) -> Self:
        def rename_all(people: Iterable[E]) -> tuple[E, ...]:
            return tuple(map(rename, people))

        return replace(
            self,
            order=rename_all(self.order),
            rota=rename_all(self.rota),
            due=None if self.due is None else rename_all(self.due),
            leaving=rename_all(self.leaving),
            arriving=rename_all(self.arriving),
            replacing={rename(old): rename(new) for old, new in self.replacing.items()},
            wishes=tuple(
                replace(wish, entrants=rename_all(wish.entrants)) for wish in self.wishes
            ),
            edits=tuple(edit.renamed(rename) for edit in self.edits),
        )

    def without_attendance_changes(self) -> Self:
        """Return a draw for the round after, without leavers, arrivals and stand-ins."""
        return replace(self, due=None, leaving=(), arriving=(), replacing={}, edits=())

    @property
    def is_settled(self) -> bool:
        """Whether nobody came, went or had a wish, so that the movement alone gave the seats."""
        draws = (self, *self.refills)
        is_changed = any(draw.leaving or draw.arriving or draw.wishes for draw in draws)
        return not (is_changed or self.has_played_seats)

    @property
    def last_swaps(self) -> tuple[Swap[E], ...]:
        """The swaps by hand after the last edit of another kind, oldest first."""
        swaps: list[Swap[E]] = []
        for edit in reversed(self.edits):
            if not isinstance(edit, Swap) or edit.kind != "swap":
                break
            swaps.insert(0, edit)
        return tuple(swaps)

    @property
    def has_played_seats(self) -> bool:
        return any(map(_is_played, self.edits))

    @property
    def refills(self) -> tuple["Draw[E]", ...]:
        return tuple(edit.draw for edit in self.edits if isinstance(edit, Refill))

    @property
    def all_wishes(self) -> frozenset[Wish[E]]:
        """The wishes in force when the round was seated, or seated again."""
        return frozenset(wish for draw in (self, *self.refills) for wish in draw.wishes)

    @property
    def stand_ins(self) -> tuple[tuple[E, E], ...]:
        """Pairs of a leaver and the house player who took the chair, those of refills last."""
        draws = (self, *self.refills)
        return tuple(pair for draw in draws for pair in draw.replacing.items())

    def moves(self, before: Seating[E], after: Seating[E]) -> tuple[Move[E], ...]:
        *_, latest = (self, *self.refills)
        return moves(
            before,
            after,
            ahead=self.ahead,
            movement=self.movement,
            due=latest.due or (),
            cuts=self.cuts,
            replacing=dict(self.stand_ins),
        )

    def outlook(
        self, past: Sequence[Seating[E]], origins: Seating[E] | None = None
    ) -> tuple[Prospect[E], ...]:
        """Return everybody's prospects after the last round of `past`, whatever its results.

        `origins` are the seats from which people move on, if not that round's; `ahead` is ignored.
        Raises SeatingError if nobody can be seated, for example with fewer than four people.
        """
        origin_seats = past[-1] if origins is None else origins

        def seat(ahead: Mapping[int, str], *, exchanges: bool = True) -> Seating[E]:
            return replace(self, ahead=ahead).seat_from(origin_seats, past, exchanges=exchanges)

        return outlook(
            origin_seats,
            movement=self.movement,
            seat=seat,
            conditions=conditions(self.wishes, past),
            replacing=self.replacing,
            has_fresh_partners=self.partners == "fresh",
            is_settled=self.is_settled,
        )

    def to_json(self) -> dict[str, Any]:
        """Return plain lists, texts and numbers; entrants must be texts or numbers."""
        return {
            "order": list(self.order),
            "rota": list(self.rota),
            "movement": _plain_movement(self.movement),
            "partners": self.partners,
            "ahead": {str(table): pair for table, pair in self.ahead.items()},
            "cuts": sorted(self.cuts),
            "due": None if self.due is None else list(self.due),
            "leaving": list(self.leaving),
            "arriving": list(self.arriving),
            "replacing": [list(pair) for pair in self.replacing.items()],
            "wishes": [[wish.kind, list(wish.entrants)] for wish in self.wishes],
            "edits": [_plain_edit(edit) for edit in self.edits],
            "seed": self.seed,
            "tracked": self.tracked,
        }

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Self:
        """Return the draw that `to_json` wrote; missing parts have their defaults.

        Raises SeatingError for a wish that makes no sense, TypeError for an unknown part.
        """
        values = dict(plain)
        for name in READERS.keys() & values.keys():
            values[name] = READERS[name](values[name])
        return cls(**values)


Edit = Swap[E] | Refill[E] | PlayedSeats[E]


def _is_played(edit: Edit[E]) -> bool:
    return isinstance(edit, PlayedSeats)


def _plain_movement(movement: Movement) -> dict[str, Any]:
    legs = movement.legs and [[leg.mover, leg.to] for leg in movement.legs]
    return {
        "name": movement.name,
        "legs": legs,
        "steps": list(movement.steps),
        "split": movement.split,
    }


def _read_movement(plain: Mapping[str, Any]) -> Movement:
    legs = plain["legs"] and tuple(Leg(mover, to) for mover, to in plain["legs"])
    return Movement(plain["name"], legs, tuple(plain["steps"]), plain["split"])


def _plain_edit(edit: Edit[E]) -> list[Any]:
    if isinstance(edit, Refill):
        return ["refill", edit.draw.to_json()]
    if isinstance(edit, PlayedSeats):
        return ["played", list(map(list, edit.seating.tables)), list(edit.seating.bench)]
    return [edit.kind, edit.first, edit.second]


def _read_edit(plain: Sequence[Any]) -> Edit[Any]:
    kind, *details = plain
    if kind == "refill":
        return Refill(Draw.from_json(details[0]))
    if kind == "played":
        tables, bench = details
        return PlayedSeats(Seating(tuple((n, e, s, w) for n, e, s, w in tables), tuple(bench)))
    first, second = details
    return Swap(first, second, kind)


# The functions that read parts which JSON cannot store directly.
READERS: Mapping[str, Any] = {
    "order": tuple,
    "rota": tuple,
    "movement": _read_movement,
    "ahead": lambda plain: {int(table): pair for table, pair in plain.items()},
    "cuts": frozenset,
    "due": lambda plain: None if plain is None else tuple(plain),
    "leaving": tuple,
    "arriving": tuple,
    "replacing": dict,
    "wishes": lambda plain: tuple(Wish(kind, tuple(people)) for kind, people in plain),
    "edits": lambda plain: tuple(map(_read_edit, plain)),
}

"""Draws: everything that the seats of one round are made from, as one frozen value.

Whoever seats a round, seats it again, forecasts the next one or explains a move holds a `Draw`.
`to_json` and `from_json` are the only place that knows how a draw is stored.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, Self

from party.progression.movement import MOVEMENTS, Leg, Movement
from party.progression.moves import Move, moves
from party.progression.outlook import Prospect, outlook
from party.progression.rounds import draw, next_seating
from party.progression.seating import E, Seating
from party.progression.wishes import Wish, conditions


@dataclass(frozen=True)
class Swap(Generic[E]):
    """Two people of the round have each other's places, the bench included.

    swap   somebody chose the two by hand
    turns  they exchanged their turns to sit out, and what followed from that in round 1
    """

    one: E
    other: E
    kind: Literal["swap", "turns"] = "swap"

    def apply(self, seating: Seating[E], _past: Sequence[Seating[E]]) -> Seating[E]:
        """Return the seats after the exchange."""
        return seating.exchanged(self.one, self.other)

    def renamed(self, name: Callable[[E], E]) -> Self:
        """Return the same exchange under other names."""
        return replace(self, one=name(self.one), other=name(self.other))


@dataclass(frozen=True)
class Refill(Generic[E]):
    """The round was seated again for those who were here then, before its first hand.

    `draw` has the movement "stay": all keep their chairs, empty ones are filled, tables open and
    close. It is made from the seats as they were; the rounds played before them say who were
    partners, and what chairs are to be kept.
    """

    draw: "Draw[E]"

    def apply(self, seating: Seating[E], past: Sequence[Seating[E]]) -> Seating[E]:
        """Return the seats after the chairs were filled; `past` is every round before them."""
        return self.draw.refill(seating, past)

    def renamed(self, name: Callable[[E], E]) -> Self:
        """Return the same draw under other names."""
        return replace(self, draw=self.draw.renamed(name))


@dataclass(frozen=True)
class Draw(Generic[E]):
    """Everything the seats of one round are made from: the same draw gives the same seats.

    order      round 1: everybody here, shuffled; empty in all later rounds with tables
    rota       who may sit out, shuffled; late arrivals at its end
    movement   how people move on from the round before; nobody moves into round 1
    partners   who plays with whom where pairs split
    ahead      the pair that counts as ahead at each table of the round before
    cuts       the tables of these at which a cut said so
    due        who sits out, in order; None: worked out from the rounds played
    leaving    who was seated in the round before and is not here
    arriving   who is here and was not seated, in the order in which they get chairs
    replacing  house players who get the chair of a leaver, by leaver; not in the two above
    wishes     what the seats should keep as far as they can
    edits      what was done by hand since, oldest first
    seed       what `order` and `rota` were shuffled with; remembered, and used for nothing
    tracked    False: nobody knows who sits where, and `order` is everybody who is here
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
    edits: tuple[Swap[E] | Refill[E], ...] = ()
    seed: str = ""
    tracked: bool = True

    def seat(self, past: Sequence[Seating[E]] = ()) -> Seating[E]:
        """Return the seats: first by the rules, then with every edit, oldest first.

        `past` holds the rounds played before this one, oldest first; round 1 needs none. Where
        seats are not tracked everybody is on the bench.
        Raises SeatingError as `next_seating` and `draw` do.
        """
        seating = self._seat_by_rule(past)
        for edit in self.edits:
            seating = edit.apply(seating, past)
        return seating

    def _seat_by_rule(self, past: Sequence[Seating[E]]) -> Seating[E]:
        if not self.tracked:
            return Seating((), self.order)
        if self.order or not past:
            return draw(self.order, self.rota, self.wishes, self.due)
        return self.refill(past[-1], past)

    def refill(
        self, seating: Seating[E], past: Sequence[Seating[E]], *, exchanges: bool = True
    ) -> Seating[E]:
        """Return the seats that come of these by this draw, without its edits.

        `past` ends with the round just played: these seats themselves, or the round before them.
        `exchanges` is what it is for `next_seating`.
        """
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
            wishes=self.wishes,
            replacing=self.replacing,
            exchanges=exchanges,
        )

    def edited(self, edit: Swap[E] | Refill[E]) -> Self:
        """Return the draw with one more edit."""
        return replace(self, edits=(*self.edits, edit))

    def without_last_edit(self) -> Self:
        """Return the draw without its newest edit."""
        return replace(self, edits=self.edits[:-1])

    def without_edits(self) -> Self:
        """Return the draw as it was made."""
        return replace(self, edits=())

    def corrected(
        self, past: Sequence[Seating[E]], ahead: Mapping[int, str], cuts: frozenset[int]
    ) -> Self:
        """Return the draw as if these pairs had been ahead, the same chairs exchanged by hand.

        `past` is that of `seat`; `ahead` has the pair of each corrected table, and `cuts` those of
        these tables at which a cut said so. An edit names two people, but what was exchanged are
        two chairs: it now names those who have these chairs.
        Raises SeatingError as `next_seating` does.
        """
        made = replace(
            self, ahead={**self.ahead, **ahead}, cuts=self.cuts - ahead.keys() | cuts, edits=()
        )
        before, after = self._seat_by_rule(past), made.seat(past)
        # Seats that were refilled are not corrected: others sit there than the results moved.
        for edit in [edit for edit in self.edits if isinstance(edit, Swap)]:
            now = dict(zip(before.everybody(), after.everybody(), strict=True))
            exchange = replace(edit, one=now[edit.one], other=now[edit.other])
            before, after = edit.apply(before, past), exchange.apply(after, past)
            made = made.edited(exchange)
        return made

    def renamed(self, name: Callable[[E], E]) -> Self:
        """Return the same draw where everybody goes by another name."""

        def each(people: Iterable[E]) -> tuple[E, ...]:
            return tuple(map(name, people))

        return replace(
            self,
            order=each(self.order),
            rota=each(self.rota),
            due=None if self.due is None else each(self.due),
            leaving=each(self.leaving),
            arriving=each(self.arriving),
            replacing={name(one): name(other) for one, other in self.replacing.items()},
            wishes=tuple(replace(wish, entrants=each(wish.entrants)) for wish in self.wishes),
            edits=tuple(edit.renamed(name) for edit in self.edits),
        )

    def with_nobody_new(self) -> Self:
        """Return a draw for the round after, into which nobody comes, goes or stands in."""
        return replace(self, due=None, leaving=(), arriving=(), replacing={}, edits=())

    @property
    def is_settled(self) -> bool:
        """Return whether nobody came, went or had a wish: the movement alone gave the seats."""
        draws = (self, *self.refills)
        return not any(draw.leaving or draw.arriving or draw.wishes for draw in draws)

    @property
    def last_swaps(self) -> tuple[Swap[E], ...]:
        """The newest edits as far as all of them are swaps by hand, oldest first."""
        swaps: list[Swap[E]] = []
        for edit in reversed(self.edits):
            if not isinstance(edit, Swap) or edit.kind != "swap":
                break
            swaps.insert(0, edit)
        return tuple(swaps)

    @property
    def refills(self) -> tuple["Draw[E]", ...]:
        """The draws by which the round was seated again, oldest first."""
        return tuple(edit.draw for edit in self.edits if isinstance(edit, Refill))

    @property
    def all_wishes(self) -> frozenset[Wish[E]]:
        """Every wish that was known when the round was seated, or seated again."""
        return frozenset(wish for draw in (self, *self.refills) for wish in draw.wishes)

    @property
    def stand_ins(self) -> tuple[tuple[E, E], ...]:
        """Each leaver with the house player who took the chair, those of refills last."""
        draws = (self, *self.refills)
        return tuple(pair for draw in draws for pair in draw.replacing.items())

    def moves(self, before: Seating[E], after: Seating[E]) -> tuple[Move[E], ...]:
        """Return everybody's move from the round before into this one, as `moves` does."""
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

    def outlook(self, past: Sequence[Seating[E]]) -> tuple[Prospect[E], ...]:
        """Return where everybody goes after the last round of `past`, whatever its results.

        `ahead` is not looked at: each table is tried both ways, as `outlook` says.
        Raises SeatingError where nobody can be seated, for example with fewer than four people.
        """

        def seat(ahead: Mapping[int, str], *, exchanges: bool = True) -> Seating[E]:
            return replace(self, ahead=ahead).refill(past[-1], past, exchanges=exchanges)

        return outlook(
            past[-1],
            movement=self.movement,
            seat=seat,
            wished=conditions(self.wishes, past),
            replacing=self.replacing,
            fresh=self.partners == "fresh",
            settled=self.is_settled,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the draw as plain lists, texts and numbers; entrants must be such themselves."""
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
        """Return the draw that `to_json` wrote; what is not there has its default.

        Raises SeatingError for a wish that makes no sense, TypeError for a part that no draw has.
        """
        return cls(
            **{name: READ[name](value) if name in READ else value for name, value in plain.items()}
        )


def _plain_movement(movement: Movement) -> dict[str, Any]:
    legs = movement.legs and [[leg.mover, leg.to] for leg in movement.legs]
    return {
        "name": movement.name,
        "legs": legs,
        "steps": list(movement.steps),
        "split": movement.split,
    }


def _movement(plain: Mapping[str, Any]) -> Movement:
    legs = plain["legs"] and tuple(Leg(mover, to) for mover, to in plain["legs"])
    return Movement(plain["name"], legs, tuple(plain["steps"]), plain["split"])


def _plain_edit(edit: Swap[E] | Refill[E]) -> list[Any]:
    if isinstance(edit, Refill):
        return ["refill", edit.draw.to_json()]
    return [edit.kind, edit.one, edit.other]


def _edit(plain: Sequence[Any]) -> Swap[Any] | Refill[Any]:
    kind, *rest = plain
    if kind == "refill":
        return Refill(Draw.from_json(rest[0]))
    one, other = rest
    return Swap(one, other, kind)


# How a part is read that JSON cannot hold as it is.
READ: Mapping[str, Any] = {
    "order": tuple,
    "rota": tuple,
    "movement": _movement,
    "ahead": lambda plain: {int(table): pair for table, pair in plain.items()},
    "cuts": frozenset,
    "due": lambda plain: None if plain is None else tuple(plain),
    "leaving": tuple,
    "arriving": tuple,
    "replacing": dict,
    "wishes": lambda plain: tuple(Wish(kind, tuple(people)) for kind, people in plain),
    "edits": lambda plain: tuple(map(_edit, plain)),
}

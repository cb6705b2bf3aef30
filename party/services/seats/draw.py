"""The seats of a round: worked out, stored, and worked out again for the people who are here now.

The order of people is shuffled here, from the party's seed; progression only ever sees ordered
tuples. What went in is kept in Round.draw, so that every draw can be made again.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

from party.models import Entrant, Party, Place, Round, Table
from party.progression import (
    SEATS,
    SMALLEST_PARTY,
    Draw,
    Refill,
    Seating,
    SeatingError,
)
from party.queries.evening.rounds import seatings
from party.queries.people.wishes import wishes_of_draw
from party.queries.scores.tables import table_scores
from party.queries.seats.draw import blind_chairs, next_draw, refill_draw, untracked_draw
from party.values.refusals import Refused

# A table for which nothing was entered.
NOTHING_SAID = {"hands": None, "why_short": "", "ahead": "", "cut": "", "cut_why": ""}


def first_seating(party: Party) -> tuple[Seating[int], Draw[int]]:
    """Draw round 1: everybody here in shuffled order, and a second shuffle as the rota."""
    here = list(party.entrants.here().order_by("number"))
    seed = _seed(party, 1)
    order = [entrant.pk for entrant in here]
    rota = [entrant.pk for entrant in here if entrant.ranked]
    rng = Random(seed)
    if party.cards == Party.Cards.NAMED:
        rng.shuffle(order)
        rng.shuffle(rota)
    else:
        order = _blind_order(party, rota, [pk for pk in order if pk not in set(rota)])
        rota = _blind_rota(order, rota, rng)
    _set_rota(party, rota)
    # Who holds which card of a blind draw is not known: there, wishes count from round 2 on.
    wishes = wishes_of_draw(party) if party.cards == Party.Cards.NAMED else ()
    draw = Draw(order=tuple(order), rota=tuple(rota), wishes=wishes, seed=seed)
    seating = _seating(draw, ())
    return seating, replace(draw, due=seating.bench)


def _blind_order(party: Party, cards: list[int], house: list[int]) -> list[int]:
    """Return everybody by chair: as the cards say, house players on the chairs that are left.

    Without house players the cards of the table that is not filled come last.
    """
    chairs = dict(zip(blind_chairs(party, len(cards)), cards, strict=True))
    tables = -(-len(cards) // 4) if house else len(cards) // 4
    free = iter(house)
    order = [
        chairs[chair] if chair in chairs else next(free)
        for chair in product(range(1, tables + 1), SEATS)
    ]
    return [*order, *cards[len(SEATS) * tables :], *free]


def _blind_rota(order: list[int], rota: list[int], rng: Random) -> list[int]:
    """People at the short last table sit out first: cards are handed out table by table."""
    over = len(order) % 4
    last = [pk for pk in order[len(order) - over :] if pk in set(rota)]
    rest = [pk for pk in rota if pk not in set(last)]
    rng.shuffle(rest)
    return last + rest


def following_seating(party: Party, last: Round) -> tuple[Seating[int], Draw[int]]:
    """Move everybody on from a closed round; people who come and go do so now."""
    past = seatings(party, upto=last.number)
    seed = _seed(party, last.number + 1)
    if not party.tracks_seats:
        return _untracked(replace(untracked_draw(party, past[-1]), seed=seed))
    scores = table_scores(party, last.number)
    draw = replace(
        next_draw(party, past[-1]),
        ahead={number: score.ahead for number, score in scores.items() if score.ahead},
        cuts=frozenset(number for number, score in scores.items() if score.cut and not score.won),
        seed=seed,
    )
    seating = _seating(draw, past)
    return seating, replace(draw, due=seating.bench)


def _untracked(draw: Draw[int]) -> tuple[Seating[int], Draw[int]]:
    """Return a round without tables: all that is known is who is there."""
    if len(draw.order) < SMALLEST_PARTY:
        raise Refused("Fewer than four people are here.")
    return draw.seat(), replace(draw, due=())


def _seating(
    draw: Draw[int], past: Sequence[Seating[int]], now: Seating[int] | None = None
) -> Seating[int]:
    """Return the seats of a draw, or raise Refused with what to do; `now` are seats to refill."""
    try:
        return draw.refill(now, past) if now else draw.seat(past)
    except SeatingError as error:
        text = str(error)
        if error.tables:  # a tie did not matter while this was to be the last round
            tables = ", ".join(str(number) for number in error.tables)
            text = (
                f"Nobody was ahead at table {tables}. Reopen round {len(past)}, "
                "enter who was high on the cut, and close it again."
            )
        raise Refused(text) from error


def drawn_round(party: Party, number: int, kept: str) -> Round:
    """Return a round that is seated and has not begun; of any other, `kept` says what stays."""
    round_ = Round.objects.filter(party=party, number=number).first()
    if round_ is None or round_.state != Round.State.DRAWN:
        raise Refused(f"Round {number} has begun, or is not seated: its {kept} stay.")
    return round_


def release_stand_ins(party: Party, round_: Round) -> None:
    """Delete the links of stand-ins to leavers once the round has begun: they have the chairs."""
    seated = [stand_in for _, stand_in in round_.made_from.stand_ins]
    party.entrants.filter(pk__in=seated).update(stands_in_for=None)


def restore_stand_ins(party: Party, round_: Round) -> None:
    """Restore these links, before the seats of a round are deleted or made again."""
    for leaver, stand_in in round_.made_from.stand_ins:
        if not party.entrants.filter(stands_in_for=leaver).exists():
            party.entrants.filter(pk=stand_in).update(stands_in_for=leaver)


def seat_everybody(
    party: Party,
    number: int,
    seating: Seating[int],
    draw: Draw[int],
    *,
    house_added: Sequence[int] = (),
    rounds_settled: int | None = None,
) -> Round:
    """Store a new round with its tables and places, and what was done for its draw beside them."""
    round_ = Round.objects.create(
        party=party,
        number=number,
        draw=draw.to_json(),
        house_added=list(house_added),
        rounds_settled=rounds_settled,
    )
    _add_tables(party, round_, range(1, len(seating.tables) + 1))
    _add_places(round_, seating)
    return round_


def replace_places(party: Party, round_: Round, seating: Seating[int], draw: Draw[int]) -> None:
    """Seat a round again: delete its places and make new ones, add or delete tables."""
    round_.places.all().delete()
    wanted, there = len(seating.tables), round_.tables.count()
    round_.tables.filter(number__gt=wanted).delete()
    # What was said about a table was said about the people who sat there.
    round_.tables.update(capture=party.table_capture, **NOTHING_SAID)
    _add_tables(party, round_, range(there + 1, wanted + 1))
    _add_places(round_, seating)
    round_.made_from = draw
    round_.save(update_fields=["draw"])


def seat_again(party: Party, round_: Round, *, keep_chairs: bool = False) -> Seating[int]:
    """Seat a round again for the people who are here now, and return the seats.

    With `keep_chairs`, and always in round 1, everybody keeps table and chair and only empty
    chairs are filled: people sit there by then. Else the round is seated anew from the results of
    the last one, and swaps by hand are forgotten.
    """
    restore_stand_ins(party, round_)
    if round_.number == 1 or (keep_chairs and round_.made_from.tracked):
        seating, draw = _refilled(party, round_)
    else:
        before = Round.objects.get(party=party, number=round_.number - 1)
        seating, draw = following_seating(party, before)
    replace_places(party, round_, seating, draw)
    if round_.state != Round.State.DRAWN:
        release_stand_ins(party, round_)
    return seating


def _refilled(party: Party, round_: Round) -> tuple[Seating[int], Draw[int]]:
    """Return the seats for the people here now, and the draw with this as one more edit."""
    *past, now = seatings(party, upto=round_.number)
    draw = refill_draw(party, past, now)
    return _seating(draw, past, now), round_.made_from.edited(Refill(draw))


def exchange_places(one: Place, other: Place) -> None:
    """Let two people of a round have each other's table and seat, or bench."""
    mine, theirs = (one.table_id, one.seat), (other.table_id, other.seat)
    # Two people may never share a chair, not even between two statements.
    for place, (table, seat) in ((one, (None, None)), (other, mine), (one, theirs)):
        place.table_id, place.seat = table, seat
        place.save(update_fields=["table", "seat"])


def _add_tables(party: Party, round_: Round, numbers: range) -> None:
    tables = [Table(round=round_, number=each, capture=party.table_capture) for each in numbers]
    Table.objects.bulk_create(tables, batch_size=2000)


def _add_places(round_: Round, seating: Seating[int]) -> None:
    tables = dict(round_.tables.values_list("number", "pk"))
    places = [
        Place(round=round_, entrant_id=entrant, table_id=tables[number], seat=seat)
        for number, chairs in enumerate(seating.tables, start=1)
        for seat, entrant in zip(SEATS, chairs, strict=True)
    ]
    places += [Place(round=round_, entrant_id=entrant) for entrant in seating.bench]
    Place.objects.bulk_create(places, batch_size=2000)


def _seed(party: Party, number: int) -> str:
    """Make the seed of this draw from the party's seed, the round and the attempt."""
    attempt = party.log.filter(verb="draw undone", round=number).count() + 1
    return f"{party.seed}/{number}/{attempt}"


def _set_rota(party: Party, rota: list[int]) -> None:
    party.entrants.update(rota=None)
    entrants = [Entrant(pk=pk, rota=place) for place, pk in enumerate(rota, start=1)]
    Entrant.objects.bulk_update(entrants, ["rota"], batch_size=500)

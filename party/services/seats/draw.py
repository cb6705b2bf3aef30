"""Computes and stores the seats of a round, and does so again after people came or went.

This module shuffles people, with the party's seed: progression only gets ordered tuples.
Round.draw stores all inputs, so every draw can be repeated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import ceil
from random import Random

from party.models import Entrant, Party, Place, Round, Table
from party.progression import (
    SEATS,
    SMALLEST_PARTY,
    Draw,
    PlayedSeats,
    Refill,
    Seating,
    SeatingError,
    seats_from_hat,
)
from party.queries.evening.rounds import seatings
from party.queries.people.wishes import wishes_of_draw
from party.queries.scores.tables import table_scores
from party.queries.seats.draw import (
    blind_chairs,
    next_draw,
    refill_draw,
    turnout_question,
    untracked_draw,
)
from party.services.people.entrants import add_house_players
from party.values.people.person import Person
from party.values.refusals import Refused

# The values of these columns at a table about which the desk has reported nothing.
NO_REPORT = {"hands": None, "why_short": "", "ahead": "", "cut": "", "cut_why": ""}


def first_seating(party: Party) -> tuple[Seating[int], Draw[int]]:
    entrants = list(party.entrants.here().order_by("number"))
    seed = _seed_of_draw(party, 1)
    order = [entrant.pk for entrant in entrants]
    rota = [entrant.pk for entrant in entrants if entrant.ranked]
    rng = Random(seed)
    if party.cards == Party.Cards.NAMED:
        rng.shuffle(order)
        rng.shuffle(rota)
    else:
        house = [pk for pk in order if pk not in set(rota)]
        if party.cards == Party.Cards.HAT:
            order = _hat_order(party, {e.pk: e.number for e in entrants if e.ranked}, house)
        else:
            order = _blind_order(party, rota, house)
        rota = _blind_rota(order, rota, rng)
    _set_rota(party, rota)
    # At a blind draw nobody knows who holds which card, so wishes count from round 2 on.
    wishes = wishes_of_draw(party) if party.cards == Party.Cards.NAMED else ()
    draw = Draw(order=tuple(order), rota=tuple(rota), wishes=wishes, seed=seed)
    seating = _compute_seating(draw, ())
    return seating, replace(draw, due=seating.bench)


def _blind_order(party: Party, cards: list[int], house: list[int]) -> list[int]:
    """Return everybody in the order of chairs: house players get the chairs that no card has.

    Without house players, people at an incomplete table come last.
    """
    chairs = dict(zip(blind_chairs(party, len(cards)), cards, strict=True))
    tables = ceil(len(cards) / 4) if house else len(cards) // 4
    free_house_players = iter(house)
    order = [
        chairs[chair] if chair in chairs else next(free_house_players)
        for chair in product(range(1, tables + 1), SEATS)
    ]
    return [*order, *cards[len(SEATS) * tables :], *free_house_players]


def _hat_order(party: Party, numbers: Mapping[int, int], house: list[int]) -> list[int]:
    """Return everybody in the order of chairs, then surplus people; `numbers` are their cards."""
    chairs = blind_chairs(party, max(numbers.values(), default=0))
    chairs_of_cards = {pk: chairs[number - 1] for pk, number in numbers.items()}
    seats, left_over = seats_from_hat(chairs_of_cards, fill_up=bool(house))
    free_house_players = iter(house)
    tables = ceil(len(seats) / len(SEATS))
    all_chairs = product(range(1, tables + 1), SEATS)
    order = [seats[chair] if chair in seats else next(free_house_players) for chair in all_chairs]
    return [*order, *left_over, *free_house_players]


def _blind_rota(order: list[int], rota: list[int], rng: Random) -> list[int]:
    """Return the turns: people of an incomplete last table first, then the others, shuffled."""
    surplus = len(order) % 4
    last_table = [pk for pk in order[len(order) - surplus :] if pk in set(rota)]
    others = [pk for pk in rota if pk not in set(last_table)]
    rng.shuffle(others)
    return last_table + others


def following_seating(party: Party, closed: Round) -> tuple[Seating[int], Draw[int]]:
    past = seatings(party, upto=closed.number)
    seed = _seed_of_draw(party, closed.number + 1)
    if not party.tracks_seats:
        draw = replace(untracked_draw(party, past[-1]), seed=seed)
        if len(draw.order) < SMALLEST_PARTY:
            raise Refused("Fewer than four people are here.")
        return draw.seat(), replace(draw, due=())
    scores = table_scores(party, closed.number)
    # People move from these chairs. They can differ from the seats of the round if wrong chairs
    # were recorded.
    origins = closed.stored_draw.origins(past[-1])
    draw = replace(
        next_draw(party, origins),
        ahead={number: score.ahead for number, score in scores.items() if score.ahead},
        cuts=frozenset(number for number, score in scores.items() if score.is_decided_by_cut),
        seed=seed,
    )
    seating = _compute_seating(draw, past, origins)
    draw = replace(draw, due=seating.bench)
    return seating, draw if origins == past[-1] else draw.edited(PlayedSeats(seating))


def _compute_seating(
    draw: Draw[int], past: Sequence[Seating[int]], current: Seating[int] | None = None
) -> Seating[int]:
    try:
        return draw.seat_from(current, past) if current else draw.seat(past)
    except SeatingError as error:
        text = str(error)
        if error.tables:  # a tie did not matter while this round was the last one
            tables = ", ".join(str(number) for number in error.tables)
            text = (
                f"Nobody was ahead at table {tables}. Reopen round {len(past)}, "
                "enter who was high on the cut, and close it again."
            )
        raise Refused(text) from error


def require_drawn_round(party: Party, number: int, fixed_part: str) -> Round:
    round_ = Round.objects.filter(party=party, number=number).first()
    if round_ is None or round_.state != Round.State.DRAWN:
        raise Refused(f"Round {number} has begun, or is not seated: its {fixed_part} stay.")
    return round_


def unlink_stand_ins(party: Party, round_: Round) -> None:
    """From the start of the round a stand-in has the chair of the leaver for good."""
    seated = [stand_in for _, stand_in in round_.stored_draw.stand_ins]
    party.entrants.filter(pk__in=seated).update(stands_in_for=None)


def relink_stand_ins(party: Party, round_: Round) -> None:
    for leaver, stand_in in round_.stored_draw.stand_ins:
        if not party.entrants.filter(stands_in_for=leaver).exists():
            party.entrants.filter(pk=stand_in).update(stands_in_for=leaver)


def add_stand_ins(party: Party, round_: Round, names: Sequence[str]) -> list[int]:
    """Add house players: first for the empty chairs of leavers, then for any other place."""
    if not names:
        return []
    added = add_house_players(party, names)
    leavers = turnout_question(party, round_).leavers
    for house, leaver in zip(added, leavers, strict=False):
        party.entrants.filter(stands_in_for=leaver.id).update(stands_in_for=None)
        party.entrants.filter(pk=house).update(stands_in_for=leaver.id)
    if round_.state == Round.State.DRAWN and round_.number == 1:
        # Undoing the draw deletes these house players.
        round_.house_added = [*round_.house_added, *added]
        round_.save(update_fields=["house_added"])
    return added


def give_house_chairs_to_newcomers(
    party: Party, round_: Round
) -> tuple[tuple[Person, Person], ...]:
    """Seat newcomers in the chairs of house players; return each pair, the newcomer first."""
    exchanges = turnout_question(party, round_).exchanges
    for newcomer, house_player in exchanges:
        rows = party.entrants.filter(pk=house_player.id)
        rows.update(state=Entrant.State.LEFT, stands_in_for=None)
        party.entrants.filter(pk=newcomer.id).update(stands_in_for=house_player.id)
    return exchanges


def create_round(
    party: Party,
    number: int,
    seating: Seating[int],
    draw: Draw[int],
    *,
    house_added: Sequence[int] = (),
    rounds_settled: int | None = None,
) -> Round:
    round_ = Round.objects.create(
        party=party,
        number=number,
        draw=draw.to_json(),
        house_added=list(house_added),
        rounds_settled=rounds_settled,
    )
    _add_tables(party, round_, range(1, len(seating.tables) + 1))
    put_in_chairs(round_, {**seating.chairs, **dict.fromkeys(seating.bench)})
    return round_


def replace_places(party: Party, round_: Round, seating: Seating[int], draw: Draw[int]) -> None:
    round_.places.all().delete()
    needed, existing = len(seating.tables), round_.tables.count()
    round_.tables.filter(number__gt=needed).delete()
    # The old reports of the desk were about the people who sat there before.
    round_.tables.update(capture=party.table_capture, **NO_REPORT)
    _add_tables(party, round_, range(existing + 1, needed + 1))
    put_in_chairs(round_, {**seating.chairs, **dict.fromkeys(seating.bench)})
    round_.stored_draw = draw
    round_.save(update_fields=["draw"])


def reseat(party: Party, round_: Round, *, keep_chairs: bool = False) -> Seating[int]:
    """With `keep_chairs`, and always in round 1, only empty chairs are filled.

    Otherwise the round is seated from the last round's results, and swaps by hand are lost.
    """
    relink_stand_ins(party, round_)
    if round_.number == 1 or (keep_chairs and round_.stored_draw.tracked):
        seating, draw = _refill_round(party, round_)
    else:
        before = Round.objects.get(party=party, number=round_.number - 1)
        seating, draw = following_seating(party, before)
    replace_places(party, round_, seating, draw)
    if round_.state != Round.State.DRAWN:
        unlink_stand_ins(party, round_)
    return seating


def _refill_round(party: Party, round_: Round) -> tuple[Seating[int], Draw[int]]:
    *past, current = seatings(party, upto=round_.number)
    draw = refill_draw(party, past, current)
    return _compute_seating(draw, past, current), round_.stored_draw.edited(Refill(draw))


def exchange_places(one: Place, other: Place) -> None:
    one_chair, other_chair = (one.table_id, one.seat), (other.table_id, other.seat)
    # The database checks unique chairs at each statement, so one person first leaves the chair.
    for place, (table, seat) in ((one, (None, None)), (other, one_chair), (one, other_chair)):
        place.table_id, place.seat = table, seat
        place.save(update_fields=["table", "seat"])


def put_in_chairs(round_: Round, chairs: Mapping[int, tuple[int, str] | None]) -> None:
    """Give these people other places in a round; None stands for sitting out."""
    tables = dict(round_.tables.values_list("number", "pk"))
    round_.places.filter(entrant__in=chairs).delete()
    places = [Place(round=round_, entrant_id=entrant) for entrant in chairs]
    for place in places:
        if chair := chairs[place.entrant_id]:
            place.table_id, place.seat = tables[chair[0]], chair[1]
    Place.objects.bulk_create(places, batch_size=2000)


def _add_tables(party: Party, round_: Round, numbers: range) -> None:
    tables = [Table(round=round_, number=each, capture=party.table_capture) for each in numbers]
    Table.objects.bulk_create(tables, batch_size=2000)


def _seed_of_draw(party: Party, number: int) -> str:
    attempt = party.log.filter(verb="draw undone", round=number).count() + 1
    return f"{party.seed}/{number}/{attempt}"


def _set_rota(party: Party, rota: list[int]) -> None:
    party.entrants.update(rota=None)
    entrants = [Entrant(pk=pk, rota=place) for place, pk in enumerate(rota, start=1)]
    Entrant.objects.bulk_update(entrants, ["rota"], batch_size=500)

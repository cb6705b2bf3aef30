"""What goes on paper, as values: cards, seat lists, slips, the rota."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from party.engine import PLAYED_STRAINS, Bid, Rules, announceable, bid_name, biddable, value
from party.models import Party, Round
from party.progression import Format, default_rounds
from party.queries.evening.rounds import SEATS, people, places_of
from party.queries.seats.seats import by_table, planned_seatings, sittings
from party.values.formats import clock, place, total
from party.values.people.names import sort_key
from party.values.people.person import Person
from party.values.prints import (
    BidRow,
    BidValues,
    CardSheet,
    Heading,
    RotaLine,
    RotaSheet,
    SeatCard,
    SeatLine,
    SeatList,
    Slip,
    SlipRules,
    SlipSheet,
    StandingRow,
    StandingsSection,
    StandingsSheet,
    TentSheet,
)
from party.values.seats.moves import reminder
from party.values.standings.standings import Kind, StandingLine, StandingsNow

OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
OPEN_EVENING = 8  # lines on the card where nobody has said how many rounds
COLUMNS_WITHOUT_END = 5  # Iowa: tables play three, four or five hands


def heading(party: Party) -> Heading:
    start = party.local_start
    date = f"{start:%a} {start.day} {start:%b}, {clock(start)}"
    return Heading(party=party.name, date=date, place=party.place)


def bid_values(rules: Rules) -> BidValues:
    """Return the table of bids of these rules, one row a level."""
    bids = biddable(rules)
    levels = sorted({bid.level for bid in bids if not bid.special})
    strains = [
        strain for strain in (*PLAYED_STRAINS, "J5") if any(bid.strain == strain for bid in bids)
    ]
    return BidValues(
        strains=tuple(strains),
        rows=tuple(
            BidRow(
                level=str(level),
                values=tuple(str(value(rules, Bid(level, strain))) for strain in strains),
            )
            for level in levels
        ),
        specials=tuple(
            (bid_name(rules, bid), str(value(rules, bid))) for bid in bids if bid.special
        ),
    )


def slip_rules(rules: Rules, format_: Format) -> SlipRules:
    """Return what there is to circle, on a slip as at the desk."""
    table = bid_values(rules)
    endless = format_.hands_at(2) is None
    return SlipRules(
        levels=tuple(row.level for row in table.rows),
        strains=table.strains,
        specials=(*(name for name, _ in table.specials), *announceable(rules).values()),
        hands=format_.hands_at(2) or COLUMNS_WITHOUT_END,
        more=endless,
        thrown_in=rules.all_pass not in ("dealer_stuck", "play_nt_10_per_trick"),
    )


def tent_sheet(party: Party, latest: Round) -> TentSheet:
    """Return a tent for each table that is seated."""
    tables = latest.tables.count() or party.rounds.get(number=1).tables.count()
    numbers = range(1, tables + 1)
    return tents(party, tuple(str(number) for number in numbers))


def tents(party: Party, tables: tuple[str, ...]) -> TentSheet:
    return TentSheet(
        heading=heading(party),
        tables=tables,
        bid_values=bid_values(party.rules),
        reminder=reminder(party.format),
        head_note=bell_note(party.format),
    )


def bell_note(chosen: Format) -> str:
    """Return what the head table does where the others play until it rings."""
    return f"Ring the bell after hand {chosen.hands_at(1)}." if chosen.hands_at(2) is None else ""


def card_sheet(party: Party) -> CardSheet:
    """Return everybody's card: A–Z, or in the order in which a blind draw hands them out."""
    blind = party.cards == Party.Cards.BLIND
    cards = _blind_cards(party) if blind else _named_cards(party)
    return CardSheet(
        heading=heading(party),
        cards=tuple(cards),
        rounds=rounds_on_cards(party, len(cards)),
        hands=party.format.hands_at(2) or COLUMNS_WITHOUT_END,
        breaks=(party.break_after,) if party.break_after else (),
        bid_values=bid_values(party.rules),
        reminder=reminder(party.format),
    )


def rounds_on_cards(party: Party, cards: int = 0) -> int:
    """Return how many rounds the cards have room for; without a plan by how many people come."""
    tables = (cards or party.entrants.count()) // 4
    usual = default_rounds(party.format, tables) if tables else None
    return party.rounds_planned or usual or OPEN_EVENING


def _named_cards(party: Party) -> list[SeatCard]:
    first = Round.objects.filter(party=party, number=1).first()
    if first is None:
        return []
    everybody = people(party)
    paths = _paths(party)
    places = {entrant: (table, seat) for entrant, table, seat in places_of(first)}
    return [
        _card(person, *places[person.id], path=paths.get(person.id, ()))
        for person in sorted(everybody.values(), key=by_name)
        if person.id in places
    ]


def _card(
    person: Person, table: int | None, seat: str | None, path: tuple[str, ...] = ()
) -> SeatCard:
    if table is None or seat is None:
        note = "You sit out round 1"
        return SeatCard(name=str(person), number=str(person.number), start_note=note, path=path)
    return SeatCard(
        name=person.name,
        number=str(person.number),
        table=str(table),
        seat=seat,
        partner=OPPOSITE[seat],
        path=path,
    )


def _blind_cards(party: Party) -> list[SeatCard]:
    """Number k sits at table ⌈k/4⌉; within a table the pile is shuffled, so it is a draw."""
    numbers = list(party.entrants.filter(ranked=True).order_by("number"))
    rng = Random(party.seed)
    piles: dict[int, list[SeatCard]] = {}
    for entrant in numbers:
        table, chair = divmod(entrant.number - 1, len(SEATS))
        card = _card(Person(entrant.pk, entrant.number, ""), table + 1, SEATS[chair])
        piles.setdefault(table, []).append(card)
    for pile in piles.values():
        rng.shuffle(pile)
    return [card for pile in piles.values() for card in pile]


def _paths(party: Party) -> dict[int, tuple[str, ...]]:
    """Return every round's seat where the movement fixes it before the first card is dealt."""
    found: dict[int, list[str]] = {}
    for seating in planned_seatings(party):
        for entrant in seating.everybody():
            chair = seating.chair(entrant)
            found.setdefault(entrant, []).append(f"{chair[0]} {chair[1]}" if chair else "out")
    return {entrant: tuple(path) for entrant, path in found.items()}


def seat_list(party: Party, round_: Round) -> SeatList:
    """Return where everybody sits in a round, A–Z."""
    everybody = people(party)
    rows = sorted(places_of(round_), key=lambda row: by_name(everybody[row[0]]))
    return SeatList(
        heading=heading(party),
        round=f"Round {round_.number}",
        lines=tuple(
            SeatLine(name=listed(everybody[entrant]), table=str(table or ""), seat=seat or "")
            for entrant, table, seat in rows
        ),
    )


def slip_sheet(party: Party, round_: Round) -> SlipSheet:
    """Return a slip for every table of a round."""
    slips = []
    for number, seats in by_table(sittings(party, round_)).items():
        names = {seat: str(person) for seat, person in seats.items()}
        slips.append(
            Slip(
                table=str(number),
                round=f"Round {round_.number}",
                ns=(names["N"], names["S"]),
                ew=(names["E"], names["W"]),
                note=bell_note(party.format) if number == 1 else "",
            )
        )
    return SlipSheet(
        heading=heading(party), rules=slip_rules(party.rules, party.format), slips=tuple(slips)
    )


def rota_sheet(party: Party) -> RotaSheet:
    """Return the order in which people sit out."""
    names = party.entrants.in_rota().values_list("name", "number")
    return RotaSheet(
        heading=heading(party),
        title="Sitting out, in this order",
        lines=tuple(
            RotaLine(label=f"{place}.", names=(name or f"No. {number}",))
            for place, (name, number) in enumerate(names, start=1)
        ),
    )


def by_name(person: Person) -> tuple[tuple[str, str], int]:
    return sort_key(listed(person)), person.number


def listed(person: Person) -> str:
    """Return the name as a list from A to Z shows it: "Rasmussen, Alma"."""
    return person.sort_name or str(person)


def standings_sheet(party: Party, now: StandingsNow) -> StandingsSheet:
    """Return the standings for the wall: everybody, each prize group, the low end."""
    final = party.finished_at is not None
    rounds = f"{now.rounds} of {party.rounds_planned}" if party.rounds_planned else str(now.rounds)
    sections = [StandingsSection(title="Everybody", rows=_rows(now, now.lines))]
    sections += [
        StandingsSection(title=f"Prize group {name}", rows=_rows(now, lines))
        for name, lines in now.groups.items()
    ]
    if now.low:
        # Whoever shares the last place that is shown is shown too.
        last = now.low[:LOW_END][-1].low_rank or 0
        shown = [line for line in now.low if (line.low_rank or 0) <= last]
        low = tuple(replace(line, rank=line.low_rank) for line in shown)
        note = f"The lowest {LOW_END} of those who were there in every round."
        sections.append(StandingsSection(title="The low end", rows=_rows(now, low), note=note))
    return StandingsSheet(
        heading=heading(party),
        title="Final standings" if final else f"After round {rounds}",
        sections=tuple(sections),
        rule=now.rule,
        signatures=SIGNERS if final else (),
    )


LOW_END = 5
SIGNERS = ("Organiser", "Checked by")


def _rows(now: StandingsNow, lines: Sequence[StandingLine]) -> tuple[StandingRow, ...]:
    shared = Counter(line.rank for line in lines)
    return tuple(
        StandingRow(
            rank=place(line.rank, shared=shared[line.rank] > 1),
            name=listed(line.person),
            total=total(line.total),
            rounds_won=str(line.won) if now.wins_known else "",
            group=line.person.prize_group,
            sat_out=", ".join(f"R{e.round}" for e in line.rounds if e.kind == Kind.SAT_OUT),
            note=line.note,
        )
        for line in lines
    )

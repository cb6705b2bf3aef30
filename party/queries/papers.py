from collections.abc import Iterator

from django.db.models import Max

from party.models import Party, Place, Printout, Round
from party.queries.evening.rounds import people
from party.queries.shared_reads import cache_until_change, read_once
from party.values.numbers import clock
from party.values.papers import Heading, Look, PaperSize, StoredMarks

CARD_KITS = ("cards", "small-cards", "eight-cards", "index-cards")


def heading(party: Party) -> Heading:
    start = party.local_start
    date = f"{start:%a} {start.day} {start:%b}, {clock(start)}"
    return Heading(party=party.name, date=date, place=party.place)


def last_printouts(party: Party, look: Look) -> dict[tuple[str, int | None, bool], Printout]:
    """Return the last printing on this paper in this size, by kit, round and blank."""
    printed = Printout.objects.filter(party=party, paper=look.paper, large=look.large)
    newest = printed.order_by().values("kit", "round", "blank").annotate(newest=Max("pk"))
    rows = Printout.objects.filter(pk__in=newest.values("newest"))
    return {(row.kit, row.round, row.blank): row for row in rows}


def marks_of_earlier_round(party: Party, kit: str, number: int) -> StoredMarks | None:
    earlier = party.printouts.filter(kit=kit, blank=False, round__lt=number)
    return earlier.order_by("-round", "-pk").values_list("marks", flat=True).first()


def has_printed_cards(party: Party) -> bool:
    return party.printouts.filter(kit__in=CARD_KITS, blank=False).exists()


def usual_look(party: Party) -> Look:
    last = party.printouts.order_by("-pk").values_list("paper", "large").first()
    paper, large = last or (party.paper, False)
    return Look(paper=PaperSize(paper), large=large)


@cache_until_change
def count_cards(party: Party) -> int:
    """Count the people seated in round 1; before a blind draw, the ranked numbers."""
    seated = Place.objects.filter(round__party=party, round__number=1).count()
    return seated or party.entrants.filter(ranked=True).count()


@cache_until_change
def has_closed_round(party: Party) -> bool:
    return party.rounds.filter(state=Round.State.CLOSED).exists()


@read_once
def has_tables(round_: Round) -> bool:
    return round_.tables.exists()


@cache_until_change
def has_sitting_out(party: Party) -> bool:
    places = Place.objects.filter(round__party=party, table=None)
    return places.filter(round__tables__isnull=False).exists()


@cache_until_change
def prize_names(party: Party) -> list[tuple[str, ...]]:
    """Return title, gift and prize group of each prize."""
    return list(party.prizes.values_list("title", "gift", "group"))


def names_on_paper(party: Party) -> Iterator[tuple[str, str]]:
    """Yield every typed name with its kind ("" for a person)."""
    yield "The party’s name", party.name
    yield "The place", party.place
    yield from (("", str(person)) for person in people(party).values())
    for title, gift, group in prize_names(party):
        yield "A prize", title
        yield "A prize", gift
        yield "A prize group", group

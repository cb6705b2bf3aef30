"""Reads about papers: the heading of all, the last printing of each, the words on any."""

from collections.abc import Iterator

from django.db.models import Max

from party.models import Party, Printout
from party.queries.evening.rounds import people
from party.values.numbers import clock
from party.values.papers import Heading, Look, PaperSize

CARD_KITS = ("cards", "small-cards", "eight-cards", "index-cards")


def heading(party: Party) -> Heading:
    """Return what stands at the top of every sheet. No query."""
    start = party.local_start
    date = f"{start:%a} {start.day} {start:%b}, {clock(start)}"
    return Heading(party=party.name, date=date, place=party.place)


def last_printouts(party: Party, look: Look) -> dict[tuple[str, int | None, bool], Printout]:
    """Return the last printing of each kit on this paper in this size, by kit, round and blank.

    One query, whatever was printed how often.
    """
    rows = Printout.objects.filter(party=party, paper=look.paper, large=look.large)
    last = rows.order_by().values("kit", "round", "blank").annotate(last=Max("pk"))
    rows = Printout.objects.filter(pk__in=last.values("last"))
    return {(row.kit, row.round, row.blank): row for row in rows}


def has_printed_cards(party: Party) -> bool:
    """Return whether seat cards were printed, of any size."""
    return party.printouts.filter(kit__in=CARD_KITS, blank=False).exists()


def usual_look(party: Party) -> Look:
    """Return the paper and the letters that were used last. One query."""
    last = party.printouts.order_by("-pk").values("paper", "large").first()
    if last is None:
        return Look(paper=PaperSize(party.paper))
    return Look(paper=PaperSize(last["paper"]), large=last["large"])


def names_on_paper(party: Party) -> Iterator[tuple[str, str]]:
    """Yield every name that people have typed, each with what it names ("" for a person)."""
    yield "The party’s name", party.name
    yield "The place", party.place
    yield from (("", str(person)) for person in people(party).values())
    for prize in party.prizes.all():
        yield "A prize", prize.title
        yield "A prize", prize.gift
        yield "A prize group", prize.group

"""Reads about printouts: the last one of each paper, and what is written on any."""

from collections.abc import Iterator

from django.db.models import Max

from party.models import Party, Printout
from party.queries.evening.rounds import people
from party.values.prints import Look


def last_printouts(party: Party, look: Look) -> dict[tuple[str, int | None, bool], Printout]:
    """Return the last printing of each kit on this paper in this size, by kit, round and blank.

    One query, whatever was printed how often.
    """
    rows = Printout.objects.filter(party=party, paper=look.paper, large=look.large)
    last = rows.order_by().values("kit", "round", "blank").annotate(last=Max("pk"))
    found = Printout.objects.filter(pk__in=last.values("last"))
    return {(row.kit, row.round, row.blank): row for row in found}


def words_on_paper(party: Party) -> Iterator[tuple[str, str]]:
    """Yield all that people have named, each with what it is the name of ("" for a person)."""
    yield "The party’s name", party.name
    yield "The place", party.place
    yield from (("", str(person)) for person in people(party).values())
    for prize in party.prizes.all():
        yield "A prize", prize.title
        yield "A prize", prize.gift
        yield "A prize group", prize.group

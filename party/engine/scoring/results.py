"""How a hand ended, and what about it cannot be under any rules."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from party.engine.auction.bids import Bid
from party.engine.errors import Fault, RuleError, fault, refuse_any, short
from party.engine.seats import SEATS

TRICKS = 10
# Not a set: whatever is asked for, a list too, is simply not among them.
SEAT_LETTERS = tuple(dict.fromkeys("".join(SEATS.values())))
SO_MANY = 10**6


@dataclass(frozen=True)
class Announcement:
    """What the winner of the auction may announce: its name and the field that allows it."""

    title: str
    words: str
    switch: str
    rule: str


ANNOUNCEMENTS: Mapping[str, Announcement] = MappingProxyType(
    {
        "slam": Announcement("A grand slam", "slam announced", "grand_slam", "T54"),
        "declare": Announcement("“Declare”", "declare", "declare", "T55"),
    }
)


@dataclass(frozen=True, kw_only=True)
class HandResult:
    """How one hand ended.

    `tricks` are those of the declaring side: the declarer's own in the misère family, both
    partners' in grand misère and patastrophe, the first side's (North-South) when `bid` is None
    (all passed, and the hand was played at no trump). `announced` is "slam", "declare" or None.

    Where players score alone there is more to tell: `partners`, the seats that declared together
    with the declarer; `alone`, that nobody did; `by_player`, the tricks of each seat; `order`,
    the winners' seats trick by trick. `by_player` follows from `order`: give either, or both.
    """

    bid: Bid | None
    tricks: int
    declarer: str | None = None
    partners: tuple[str, ...] = ()
    alone: bool = False
    announced: str | None = None
    by_player: Mapping[str, int] | None = field(default=None, hash=False)
    order: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if type(self.partners) is not tuple or type(self.order) is not tuple:
            object.__setattr__(self, "partners", read_seats(self.partners, "partners"))
            object.__setattr__(self, "order", read_seats(self.order, "order"))
        refuse_any(result_faults(self))

    @property
    def detailed(self) -> bool:
        """Whether it tells more than a pair's hand needs."""
        return self.by_player is not None or bool(self.order or self.partners or self.alone)

    @property
    def tricks_by_seat(self) -> Mapping[str, int] | None:
        """The tricks of each seat that took any; None when nobody told."""
        if self.by_player is None and self.order:
            return Counter(self.order)
        return self.by_player


def read_seats(given: object, place: str) -> tuple[str, ...]:
    """Return seats in a tuple; None is no seat. Raises RuleError for what is no list of them."""
    if not isinstance(given, list | tuple | str | None):
        text = "Name the seats one after the other, such as N, S."
        raise RuleError(fault("result-seats", text, place=place))
    return tuple(given or ())


def result_faults(result: HandResult) -> list[Fault]:
    """Return what could not be the result of a hand under any rules."""
    faults = []
    if not isinstance(result.bid, Bid | None):
        faults.append(fault("result-bid", "The bid must be a Bid.", place="bid"))
    if not trick_count(result.tricks):
        faults.append(tricks_fault(result.tricks))
    if result.declarer is not None and result.declarer not in SEAT_LETTERS:
        faults.append(seat_fault(result.declarer, "bidder"))
    faults += announced_faults(result)
    return faults + detail_faults(result) if result.detailed else faults


def trick_count(tricks: object) -> bool:
    return type(tricks) is int and 0 <= tricks <= TRICKS


def tricks_fault(tricks: object) -> Fault:
    text = "{tricks} tricks cannot be: a hand has tricks from 0 to 10."
    countless = isinstance(tricks, int) and abs(tricks) > SO_MANY
    return fault("tricks", text, place="tricks", tricks="So many" if countless else tricks)


def seat_fault(seat: object, place: str, seats: str = SEATS[4]) -> Fault:
    text = "There is no seat “{seat}”: the seats are {others} and {last}."
    others = ", ".join(seats[:-1])
    return fault("seat", text, place=place, seat=short(seat), others=others, last=seats[-1])


def announced_faults(result: HandResult) -> list[Fault]:
    if result.announced is None:
        return []
    if result.announced not in tuple(ANNOUNCEMENTS):
        text = "Only a grand slam or “declare” can be announced."
        return [fault("announced", text, place="announced")]
    if result.bid is None or result.bid.special:
        text = "{words} can be announced only on a bid of tricks, such as 8 Hearts."
        words = ANNOUNCEMENTS[result.announced].title
        return [fault("announced", text, place="announced", words=words)]
    return []


def detail_faults(result: HandResult) -> list[Fault]:
    """Return what cannot be about the partners and about the tricks of each player."""
    if not isinstance(result.by_player, Mapping | None):
        text = "Give the tricks of each seat by its name, such as N: 8."
        return [fault("result-tricks", text, place="by_player")]
    faults = partner_faults(result)
    counts = dict(result.by_player or {})
    faults += [seat_fault(each, "by_player") for each in counts if each not in SEAT_LETTERS]
    faults += [seat_fault(each, "order") for each in result.order if each not in SEAT_LETTERS]
    uncounted = [tricks for tricks in counts.values() if not trick_count(tricks)]
    if uncounted or faults:
        return faults + [tricks_fault(tricks) for tricks in uncounted]
    if max(sum(counts.values()), len(result.order)) > TRICKS:
        faults.append(fault("too-many-tricks", "A hand has only ten tricks.", place="by_player"))
    if result.order and counts and Counter(result.order) != Counter(counts):
        text = "The winners trick by trick do not agree with how many tricks each player took."
        faults.append(fault("order-disagrees", text, place="order"))
    return faults


def partner_faults(result: HandResult) -> list[Fault]:
    partners = result.partners
    faults = [seat_fault(each, "partners") for each in partners if each not in SEAT_LETTERS]
    if not faults and len(set(partners) - {result.declarer}) < len(partners):
        text = "A partner is another player than the bidder, and named once."
        faults.append(fault("partner-twice", text, place="partners"))
    return faults

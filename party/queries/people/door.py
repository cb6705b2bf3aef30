from dataclasses import dataclass
from functools import cached_property

from party.models import Entrant, Party
from party.queries.evening.rounds import latest_round
from party.queries.people.players import prize_groups
from party.queries.prizes.fifty_fifty import has_fifty_fifty
from party.values.people.door import KINDS, NOT_HERE, OWING, DoorSearch
from party.values.people.fees import Accounts, Payer
from party.values.people.names import begins_words
from party.values.people.person import PERSON_FIELDS


@dataclass(frozen=True, kw_only=True)
class DoorPage:
    """`is_blind` means a blind draw that has not happened yet."""

    search: DoorSearch
    accounts: Accounts
    is_drawn: bool
    is_blind: bool
    has_tickets: bool
    prize_groups: tuple[str, ...]

    @cached_property
    def payers(self) -> tuple[Payer, ...]:
        typed = self.search.typed
        if not typed:
            return self._of_kind(self.search.kind)
        number = typed.strip().lstrip("#")
        return tuple(
            payer
            for payer in self.accounts.payers
            if str(payer.number) == number or begins_words(typed, payer.full_name)
        )

    @property
    def here_count(self) -> int:
        return sum(payer.state == "here" for payer in self.accounts.payers)

    @property
    def to_come_count(self) -> int:
        return sum(not payer.has_attended for payer in self.accounts.payers)

    @property
    def may_draw(self) -> bool:
        return not (self.is_drawn or self.is_blind) and self.here_count >= 4

    @property
    def is_everybody_here(self) -> bool:
        payers = () if self.is_blind else self.accounts.payers
        return bool(payers) and all(payer.has_attended for payer in payers)

    @property
    def kinds(self) -> list[tuple[str, str, int]]:
        return [(kind, label, len(self._of_kind(kind))) for kind, label in KINDS]

    @property
    def new_name(self) -> str:
        """Return the typed name if it matches nobody."""
        typed = self.search.typed
        return typed if typed and not self.payers and not typed.isdecimal() else ""

    @property
    def has_one_match(self) -> bool:
        return bool(self.search.typed) and len(self.payers) == 1

    def _of_kind(self, kind: str) -> tuple[Payer, ...]:
        if kind == NOT_HERE:
            return tuple(payer for payer in self.accounts.payers if not payer.has_attended)
        if kind == OWING:
            return tuple(payer for payer in self.accounts.lines if payer.unpaid)
        return self.accounts.payers


def fee_accounts(party: Party, entrant_id: int | None = None) -> Accounts:
    """Return all payers A–Z, or only the payer with this id."""
    rows = Entrant.objects.filter(party=party)
    rows = rows if entrant_id is None else rows.filter(pk=entrant_id)
    columns = (*PERSON_FIELDS, "owed", "paid", "paid_how", "notes")
    payers = [
        Payer(*person, own_fee=owed, paid=paid, paid_how=method, fee=party.fee, notes=notes)
        for *person, owed, paid, method, notes in rows.order_by().values_list(*columns)
    ]
    payers.sort(key=lambda payer: payer.a_to_z)
    return Accounts(tuple(payers), party.currency)


def door_page(party: Party, search: DoorSearch, *, may_run: bool) -> DoorPage:
    """Organisers (`may_run`) always see tickets."""
    is_drawn = latest_round(party) is not None
    return DoorPage(
        search=search,
        accounts=fee_accounts(party),
        is_drawn=is_drawn,
        is_blind=party.is_blind and not is_drawn,
        has_tickets=may_run or has_fifty_fifty(party),
        prize_groups=prize_groups(party.club),
    )

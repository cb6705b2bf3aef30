"""The page of the door: which people it shows, and the other facts on it."""

from dataclasses import dataclass
from functools import cached_property

from party.values.people.fees import Accounts, Payer
from party.values.people.names import begins_words

NOT_HERE, OWING, EVERYBODY = "expected", "owing", "all"
KINDS = ((NOT_HERE, "Not here yet"), (OWING, "Still owing"), (EVERYBODY, "Everybody"))


@dataclass(frozen=True, slots=True)
class DoorSearch:
    """Who is shown: those who match `typed`, else one of KINDS; and `how` people pay."""

    typed: str = ""
    kind: str = NOT_HERE
    how: str = "cash"


@dataclass(frozen=True, kw_only=True)
class DoorPage:
    """The page of the door. `is_blind`: people draw cards, and the seats are not drawn yet."""

    search: DoorSearch
    accounts: Accounts
    is_drawn: bool
    is_blind: bool
    has_tickets: bool
    prize_groups: tuple[str, ...]

    @cached_property
    def payers(self) -> tuple[Payer, ...]:
        """The people to show, A–Z."""
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
    def here(self) -> int:
        return sum(payer.state == "here" for payer in self.accounts.payers)

    @property
    def kinds(self) -> list[tuple[str, str, int]]:
        """Each kind of people with its label and how many they are."""
        return [(kind, label, len(self._of_kind(kind))) for kind, label in KINDS]

    @property
    def new_name(self) -> str:
        """The typed name when it matches nobody, "" otherwise."""
        typed = self.search.typed
        return typed if typed and not self.payers and not typed.isdecimal() else ""

    @property
    def has_one_match(self) -> bool:
        return bool(self.search.typed) and len(self.payers) == 1

    def _of_kind(self, kind: str) -> tuple[Payer, ...]:
        if kind == NOT_HERE:
            return tuple(payer for payer in self.accounts.payers if not payer.came)
        if kind == OWING:
            return tuple(payer for payer in self.accounts.lines if payer.owing)
        return self.accounts.payers

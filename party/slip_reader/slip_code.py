"""The code on a slip: three columns of squares, read downwards, column by column.

The code gives access to nothing: party and layout are short hashes. The checksum finds up to three
wrong squares.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2s

COLUMNS, ROWS = 3, 17
PARTY_BITS, LAYOUT_BITS, ROUND_BITS, TABLE_BITS, CHECK_BITS = 13, 9, 7, 10, 12
FIELD_BITS = (PARTY_BITS, LAYOUT_BITS, ROUND_BITS, TABLE_BITS)
POLYNOMIAL = 0x180F  # CRC-12
BALANCE = 0x5_A5C3_96B4_D2E9  # makes about half of the squares dark, even on a blank slip
UNKNOWN = 0  # the round and table of a blank slip


@dataclass(frozen=True)
class SlipCode:
    party: int
    layout: int
    round: int = UNKNOWN
    table: int = UNKNOWN

    @property
    def bits(self) -> tuple[bool, ...]:
        number = 0
        for value, size in zip(self._fields, FIELD_BITS, strict=True):
            number = number << size | value
        number = (number << CHECK_BITS | _checksum(number)) ^ BALANCE
        return tuple(bool(number >> place & 1) for place in reversed(range(COLUMNS * ROWS)))

    @property
    def _fields(self) -> tuple[int, ...]:
        """The values, without a round and table too high for their bits: no hall has so many."""
        if self.round >> ROUND_BITS or self.table >> TABLE_BITS:
            return self.party, self.layout, UNKNOWN, UNKNOWN
        return self.party, self.layout, self.round, self.table


def read_code(bits: Sequence[bool]) -> SlipCode | None:
    number = int("".join("01"[bit] for bit in bits), 2) ^ BALANCE
    number, check = number >> CHECK_BITS, number & ((1 << CHECK_BITS) - 1)
    if check != _checksum(number):
        return None
    values = []
    for size in reversed(FIELD_BITS):
        values.append(number & ((1 << size) - 1))
        number >>= size
    table, round_, layout, party = values
    return SlipCode(party, layout, round_, table)


def party_key(seed: str) -> int:
    """Return a hash that tells the slips of parties apart; it is too short to find the seed.

    A party opened elsewhere from its file keeps its seed, so its slips stay valid.
    """
    digest = blake2s(f"slips of party {seed}".encode(), digest_size=2).digest()
    return int.from_bytes(digest) >> (16 - PARTY_BITS)


def _checksum(number: int) -> int:
    remainder = number << CHECK_BITS
    for place in reversed(range(CHECK_BITS, sum(FIELD_BITS) + CHECK_BITS)):
        if remainder >> place & 1:
            remainder ^= POLYNOMIAL << (place - CHECK_BITS)
    return remainder

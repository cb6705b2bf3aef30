"""Suits, in the order in which they outbid each other."""

from enum import StrEnum


class Suit(StrEnum):
    """A suit; its value is the letter by which cards and bids are written."""

    SPADES = "S"
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"

    @property
    def words(self) -> str:
        return self.name.title()

    @property
    def symbol(self) -> str:
        return "♠♣♦♥"["SCDH".index(self.value)]

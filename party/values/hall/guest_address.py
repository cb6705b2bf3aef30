"""The address of the guests' pages; the organiser can leave it off each medium that shows it."""

from dataclasses import dataclass

MEDIA = {
    "screen": "The hall screen",
    "wall": "The list on the wall",
    "cards": "The seat cards",
    "tents": "The table tents",
}


@dataclass(frozen=True, slots=True)
class GuestAddress:
    """The address as a QR code has it, and as text to type: "192.168.1.20:8000/p/abcd2345"."""

    url: str
    short: str

    @property
    def words(self) -> str:
        return f"Your seat and your next table on your own phone: {self.short}"

from dataclasses import dataclass

MEDIA = {
    "screen": "The hall screen",
    "wall": "The list on the wall",
    "cards": "The seat cards",
    "tents": "The table tents",
}


@dataclass(frozen=True, slots=True)
class GuestAddress:
    """`url` is for a QR code, `short` for typing: "192.168.1.20:8000/p/abcd2345"."""

    url: str
    short: str

    @property
    def words(self) -> str:
        return f"Your seat and your next table on your own phone: {self.short}"

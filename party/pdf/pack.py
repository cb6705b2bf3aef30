"""Several documents bound into one, each a bookmark: the pack that needs no laptop."""

from collections.abc import Sequence
from io import BytesIO

from pypdf import PdfReader, PdfWriter


def bound(title: str, parts: Sequence[tuple[str, bytes]]) -> bytes:
    """Return one PDF of all parts in this order."""
    writer = PdfWriter()
    for name, content in parts:
        writer.append(PdfReader(BytesIO(content)), outline_item=name, import_outline=False)
    writer.add_metadata({"/Title": title, "/Author": "Head Table"})
    out = BytesIO()
    writer.write(out)
    return out.getvalue()

"""Several documents bound into one: a bookmark each, and their own bookmarks under it."""

from collections.abc import Sequence
from io import BytesIO

from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, NameObject, TextStringObject


def bound(title: str, parts: Sequence[tuple[str, bytes]]) -> bytes:
    """Return one PDF of all parts in this order."""
    writer = PdfWriter()
    for name, content in parts:
        writer.append(PdfReader(BytesIO(content)), outline_item=name)
    title_in_window = {NameObject("/DisplayDocTitle"): BooleanObject(True)}  # noqa: FBT003
    writer.create_viewer_preferences().update(title_in_window)
    writer.root_object[NameObject("/Lang")] = TextStringObject("en")
    writer.add_metadata({"/Title": title, "/Author": "Head Table"})
    out = BytesIO()
    writer.write(out)
    return out.getvalue()

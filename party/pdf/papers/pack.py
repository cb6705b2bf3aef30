"""Several documents in one file, each with a bookmark."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, NameObject, TextStringObject

from party.pdf.drawing.pages import PLAIN
from party.values.papers import Content, Look


@dataclass(frozen=True, kw_only=True)
class PackPart:
    """`draw` returns b"" if the document is empty."""

    title: str
    draw: Callable[[Look], bytes]
    content: Content


@dataclass(frozen=True, kw_only=True)
class Pack:
    title: str
    parts: tuple[PackPart, ...]
    unchanged: frozenset[str] = frozenset()  # titles of parts that are not printed again


def pack_pdf(sheet: Pack, look: Look = PLAIN) -> bytes:
    writer = PdfWriter()
    for part in sheet.parts:
        if part.title not in sheet.unchanged and (document := part.draw(look)):
            writer.append(PdfReader(BytesIO(document)), outline_item=part.title)
    title_in_window = {NameObject("/DisplayDocTitle"): BooleanObject(True)}  # noqa: FBT003
    writer.create_viewer_preferences().update(title_in_window)
    writer.root_object[NameObject("/Lang")] = TextStringObject("en")
    writer.add_metadata({"/Title": sheet.title, "/Author": "Head Table"})
    packed = BytesIO()
    writer.write(packed)
    return packed.getvalue()

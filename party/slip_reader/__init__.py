"""Reads photographed slips: a picture in; the circled answers and their places on it out.

Only reading needs the extra `photos`; `layout` and `slip_code` do without it.
"""

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec

from party.slip_reader.layout import SlipLayout
from party.slip_reader.results import PhotographReading

NOT_INSTALLED = (
    "This installation cannot read photographs: two packages are missing. Type the slips, or add "
    "the packages; docs/photographed-slips.md, “What it needs”, has the line to run."
)


class PhotosNotInstalled(RuntimeError):  # noqa: N818 -- a state, with a sentence to show
    pass


def can_read_photographs() -> bool:
    return find_spec("numpy") is not None and find_spec("PIL") is not None


def read_slips(picture: bytes, layouts: Iterable[SlipLayout]) -> PhotographReading:
    """Return every slip in the picture that was printed with one of these layouts.

    Raises PictureRefused, with a sentence for the sender, and PhotosNotInstalled.
    """
    if not can_read_photographs():
        raise PhotosNotInstalled(NOT_INSTALLED)
    reading: PhotographReading = import_module("party.slip_reader.reading").read_photograph(
        picture, layouts
    )
    return reading

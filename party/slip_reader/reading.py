"""Reads a photograph. Importing this needs the libraries for pictures."""

from collections.abc import Iterable
from io import BytesIO

from numpy.linalg import LinAlgError
from PIL import Image

from party.slip_reader.choices import read_choices
from party.slip_reader.handwriting import printed_ink
from party.slip_reader.layout import SlipLayout
from party.slip_reader.marks import find_marks
from party.slip_reader.pictures import BROKEN, open_picture
from party.slip_reader.placing import PlacedSlip, is_on_slip, lay_flat, other_codes, place_slips
from party.slip_reader.results import MOST_CUTOUT, PhotographReading, PictureRefused, SlipReading

QUALITIES = (70, 60, 50, 40, 30, 20, 10)


def read_photograph(file: bytes, layouts: Iterable[SlipLayout]) -> PhotographReading:
    picture, layouts = open_picture(file), tuple(layouts)
    marks = find_marks(picture)
    try:
        placed = list(place_slips(picture, marks, layouts))
    except LinAlgError as error:  # the marks lie in one line, like a slip seen from its edge
        raise PictureRefused(BROKEN) from error
    loose = [  # indexes of marks that are on no slip
        index
        for index, (x, y, _) in enumerate(marks)
        if not any(is_on_slip(slip, x, y) for slip in placed)
    ]
    return PhotographReading(
        slips=tuple(_read_slip(picture, slip) for slip in placed),
        loose_mark_count=len(loose),
        other_codes=other_codes(picture, marks[loose], layouts) if len(loose) > 3 else frozenset(),
    )


def _read_slip(picture: Image.Image, slip: PlacedSlip) -> SlipReading:
    printed = printed_ink(slip.layout)
    flat = lay_flat(picture, slip, (printed.shape[1], printed.shape[0]))
    groups, boxes = read_choices(flat, printed, slip.layout)
    cutout = cutout_of(flat, MOST_CUTOUT)
    return SlipReading(slip.code, groups, boxes, cutout, flat.size)


def cutout_of(picture: Image.Image, most_bytes: int) -> bytes:
    """Return a JPEG without metadata, with fewer pixels if it would be too large."""
    for quality in QUALITIES:
        file = BytesIO()
        picture.save(file, "JPEG", quality=quality, optimize=True)
        if file.tell() <= most_bytes:
            return file.getvalue()
    return cutout_of(picture.reduce(2), most_bytes)

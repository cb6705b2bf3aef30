"""Opens pictures, and refuses files that are no pictures or would fill the memory."""

import struct
import warnings
import zlib
from io import BytesIO

from PIL import ExifTags, Image, UnidentifiedImageError

from party.slip_reader.results import PictureRefused

try:
    import pillow_heif
except ImportError:  # the wheel is missing for this computer
    HAS_HEIC = False
else:
    HAS_HEIC = True
    pillow_heif.register_heif_opener(thumbnails=False)

MOST_PIXELS = 25_000_000
MOST_PIXELS_WITH_ALPHA = 6_000_000  # a pixel takes four bytes, in three copies
MOST_BYTES = 30_000_000
LONGEST_SIDE = 4100
FORMATS = ("JPEG", "PNG", "WEBP", *(("HEIF",) if HAS_HEIC else ()))

TURNS = {  # by the orientation that EXIF states
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

# The errors that Pillow and its decoders raise for damaged files.
FAULTS = (
    *(OSError, SyntaxError, ValueError, EOFError, RuntimeError, LookupError, TypeError),
    *(ArithmeticError, struct.error, zlib.error),
)
NOT_A_PICTURE = "This file is not a photograph. Choose a JPEG, PNG or HEIC picture."
BROKEN = "This picture is damaged or was cut short. Send it again."
TOO_LARGE = "This picture is too large. Set the camera to 12 megapixels and take it again."
NO_HEIC = (
    "Head Table cannot open HEIC pictures on this computer. On an iPhone choose Settings, Camera, "
    "Formats, Most Compatible, and take the picture again."
)


def open_picture(file: bytes) -> Image.Image:
    """Return the picture upright and grey, without its metadata (place, device)."""
    if len(file) > MOST_BYTES:
        raise PictureRefused(TOO_LARGE)
    if not HAS_HEIC and file[4:8] == b"ftyp":
        raise PictureRefused(NO_HEIC)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(file), formats=FORMATS) as picture:
                return _upright_grey(picture)
    except UnidentifiedImageError:
        raise PictureRefused(NOT_A_PICTURE) from None
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise PictureRefused(TOO_LARGE) from None
    except FAULTS as error:
        if isinstance(error, PictureRefused):
            raise
        raise PictureRefused(BROKEN) from None


def _upright_grey(picture: Image.Image) -> Image.Image:
    # The size is checked before any pixel is decoded.
    if picture.width * picture.height > MOST_PIXELS:
        raise PictureRefused(TOO_LARGE)
    picture.draft("L", (picture.width, picture.height))
    if picture.mode in {"RGBA", "LA", "PA"} or "transparency" in picture.info:
        if picture.width * picture.height > MOST_PIXELS_WITH_ALPHA:
            raise PictureRefused(TOO_LARGE)
        layer = picture.convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer)
    exif = picture.getexif()
    grey = picture.convert("L")
    grey.info.clear()
    if max(grey.size) > LONGEST_SIDE:
        grey.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.BOX)
    turn = TURNS.get(exif.get(ExifTags.Base.Orientation, 1))
    return grey.transpose(turn) if turn is not None else grey

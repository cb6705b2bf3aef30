"""A PDF as a picture to send."""

from io import BytesIO
from threading import Lock

import pypdfium2
from PIL import Image

PDFIUM_LOCK = Lock()  # PDFium draws for one thread at a time
MOST_PAGES = 6  # memory is short on a hosted server


def png_of(pdf: bytes, width: int) -> bytes:
    """Draw the first pages below each other, each `width` pixels wide."""
    with PDFIUM_LOCK:
        document = pypdfium2.PdfDocument(pdf)
        pages = [document[number] for number in range(min(len(document), MOST_PAGES))]
        pictures = [page.render(scale=width / page.get_width()).to_pil() for page in pages]
        document.close()
    whole = Image.new("L", (width, sum(picture.height for picture in pictures)), "white")
    top = 0
    for picture in pictures:
        whole.paste(picture.convert("L"), (0, top))
        top += picture.height
    file = BytesIO()
    whole.save(file, "PNG", optimize=True)
    return file.getvalue()

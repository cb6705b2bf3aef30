import io

from django.urls import reverse
from pypdf import PdfReader


def text_of(page):
    """Return the text of a page, with single spaces in place of line breaks."""
    return " ".join(page.content.decode().split())


def printed_pdf(client, party, kit, query=""):
    answer = client.get(reverse("print_pdf", args=[party.pk, kit]) + query)
    assert answer.headers["Content-Type"] == "application/pdf"
    return PdfReader(io.BytesIO(answer.content))

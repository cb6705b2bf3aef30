import csv
import io

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader


def text_of(page):
    """Return the text of a page, with single spaces in place of line breaks."""
    return " ".join(page.content.decode().split())


def csv_rows(answer):
    """Return the rows of a text file, each as a dict by the headings."""
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def queries_of(request, *arguments, **options):
    """Return the number of queries of a request, which must succeed."""
    with CaptureQueriesContext(connection) as queries:
        answer = request(*arguments, **options)
    assert answer.status_code == 200
    return len(queries)


def pdf_in(answer):
    assert answer.headers["Content-Type"] == "application/pdf"
    return PdfReader(io.BytesIO(answer.content))


def text_of_pdf(reader):
    """Return the text of all pages, with single spaces in place of line breaks."""
    return " ".join(" ".join(page.extract_text().split()) for page in reader.pages)


def printed_pdf(client, party, kit, query=""):
    return pdf_in(client.get(reverse("print_pdf", args=[party.pk, kit]) + query))


def printed_text(client, party, kit, query=""):
    return text_of_pdf(printed_pdf(client, party, kit, query))

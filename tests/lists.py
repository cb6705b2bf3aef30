"""Lists of names in tests: functions that send a list and confirm its preview."""

import io

from django.urls import reverse
from openpyxl import Workbook

from tests.evening import party_with


def workbook(*rows, hidden=()):
    """Return an XLSX file with one sheet; `hidden` are the numbers of rows that it filters out."""
    book, data = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    for row in hidden:
        book.active.row_dimensions[row].hidden = True
    book.save(data)
    return data.getvalue()


def organised_party(client, **fields):
    """Create a party without people, and sign its organiser in."""
    party = party_with(**{"players": 0, **fields})
    client.force_login(party.club.memberships.get().user)
    return party


def send(client, party, page, names="", **sent):
    address = reverse(page, args=[party.pk])
    return client.post(address, {"names": names, "prize_group": "", **sent}, follow=True)


def send_list(client, party, names="", **sent):
    """Send a list by the form for one name, which also reads lists and files."""
    return send(client, party, "players_add", names, **{"one": "yes", **sent})


def send_numbered_names(client, party, names="", **sent):
    return send(client, party, "player_names", names, **sent)


def confirm(client, party, page, send=send_list, **answers):
    """Press the button of the preview with its ticks unchanged; `answers` change other fields."""
    form = page.context["form"]
    boxes = [row for row in form.lines_to_add + form.lines_left_out if row.is_ticked]
    sent = {"asked": form.mark, "prize_group": page.context["list"].cleaned_data["prize_group"]}
    sent["seen_lines"] = form["seen_lines"].value()
    for box in ("same", "another"):
        sent[box] = [row.index for row in boxes if row.box == box]
    default_answers = {field.name: field.initial for field in form.questions if field.initial}
    return send(client, party, page.context["list"].text, **(sent | default_answers | answers))

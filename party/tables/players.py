"""Tonight's list as a table: with ticks before the draw, with whereabouts after it."""

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from party.values.players import Attender

HOUSE = SafeString(' <span class="tag tag-quiet">house</span>')
TICKED = SafeString(" checked")
YES = "yes"
NUM = {"cell": {"class": "num"}}


class ListTable(tables.Table):
    """Numbers and names: the list of a blind draw before it. `party` is the party's id."""

    caption = "Players"
    party: int

    number = tables.Column("No.", attrs=NUM)
    name = tables.Column("Name", order_by="a_to_z", accessor="a_to_z")
    prize_group = tables.Column("Prize group", default="")
    # Only in files: on the page it stands beside the name.
    house = tables.Column("House player", accessor="ranked", visible=False)

    class Meta:
        empty_text = "Nobody is on the list yet."
        orderable = True

    def render_name(self, record: Attender) -> str:
        url = reverse("player", args=[self.party, record.id])
        house = "" if record.ranked else HOUSE
        return format_html('<a href="{}">{}</a>{}', url, record, house)

    def value_name(self, record: Attender) -> str:
        return str(record)

    def value_house(self, record: Attender) -> str:
        return "" if record.ranked else YES


class DoorTable(ListTable):
    """Before the draw: who is here."""

    here = tables.Column("Here")

    class Meta(ListTable.Meta):
        sequence = ("here", "number", "name", "prize_group", "house")

    def render_here(self, record: Attender) -> str:
        return format_html(
            '<label class="tick"><input type="checkbox" name="here-{0}"{1} hx-post="{2}" '
            'hx-params="here-{0}" hx-target="#door" hx-swap="outerHTML" '
            'hx-sync="closest form:queue all">'
            '<span class="hush">{3} is here</span></label>',
            record.id,
            TICKED if record.here else "",
            reverse("player_here", args=[self.party, record.id]),
            record,
        )

    def value_here(self, record: Attender) -> str:
        return YES if record.here else ""


class NightTable(ListTable):
    """After the draw: where everybody is, and who comes or goes."""

    rota = tables.Column("Turn to sit out", default="", attrs=NUM)
    where = tables.Column("Where")

    class Meta(ListTable.Meta):
        sequence = ("number", "name", "where", "prize_group", "rota", "house")


def list_table(rows: tuple[Attender, ...], party: int, *, drawn: bool, blind: bool) -> ListTable:
    """Return the table for this time of the evening."""
    kind = NightTable if drawn else ListTable if blind else DoorTable
    table: ListTable = kind(rows)
    table.party = party
    return table

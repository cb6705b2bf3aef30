"""Tonight's list of players."""

import django_tables2 as tables
from django.urls import reverse

from party.values.people.attendance import Attender, PlayerListPage

YES = "yes"
NUM = {"cell": {"class": "num"}}
WIDE = {"cell": {"class": "wide-only"}}
WIDE_NUM = {"cell": {"class": "num wide-only"}}


class ListTable(tables.Table):
    """The list before a blind draw. A template writes the rows of the page."""

    caption = "Players"
    rows_template = "people/_player_rows.html"
    has_ticks = shows_places = False
    players_url: str  # the address of each person's page begins with it
    has_turns: bool  # whether people sit out in turn
    currency: str

    number = tables.Column("No.", attrs=NUM)
    name = tables.Column("Name", order_by="a_to_z", accessor="a_to_z")
    prize_group = tables.Column("Prize group", default="", attrs=WIDE)
    # A column in files only; the page shows it beside the name.
    house = tables.Column("House player", accessor="ranked", visible=False)

    class Meta:
        empty_text = "Nobody is on the list yet."
        orderable = True

    def value_name(self, record: Attender) -> str:
        return str(record)

    def value_house(self, record: Attender) -> str:
        return "" if record.ranked else YES


class DoorTable(ListTable):
    """Before the draw: who is here."""

    has_ticks = True

    here = tables.Column("Here", accessor="is_here")

    class Meta(ListTable.Meta):
        sequence = ("here", "number", "name", "prize_group", "house")

    def value_here(self, record: Attender) -> str:
        return YES if record.is_here else ""


class NightTable(ListTable):
    """After the draw: who sits where."""

    shows_places = True

    rota = tables.Column("Turn to sit out", default="", attrs=WIDE_NUM)
    where = tables.Column("Where")

    class Meta(ListTable.Meta):
        sequence = ("number", "name", "where", "prize_group", "rota", "house")


def list_table(page: PlayerListPage, party_id: int, currency: str) -> ListTable:
    table_class = NightTable if page.is_drawn else ListTable if page.is_blind else DoorTable
    table: ListTable = table_class(page.rows)
    table.currency = currency
    table.players_url = reverse("players", args=[party_id])
    table.has_turns = sum(row.is_here for row in page.rows) % 4 > 0
    return table

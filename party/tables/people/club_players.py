from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from party.values.people.person import ClubPlayer

NUMBERS = {"cell": {"class": "num"}}
WIDE = {"cell": {"class": "wide-only"}}


class ClubTable(tables.Table):
    caption = "The club’s players"

    name = tables.Column("Name", order_by="sort_name")
    prize_group = tables.Column("Prize group", default="", attrs=WIDE)
    came = tables.Column("Came", accessor="party_count", attrs=NUMBERS)
    last = tables.Column("Last came", accessor="last_party_at", default="", attrs=WIDE)
    notes = tables.Column("Notes", visible=False, orderable=False)  # only in files
    merge = tables.Column("Merge", accessor="id", orderable=False, exclude_from_export=True)

    class Meta:
        sequence = ("name", "merge", "came", "last", "prize_group", "notes")
        empty_text = "No players yet. They appear here after your first party."
        orderable = True

    def __init__(
        self, people: tuple[ClubPlayer, ...], *, club: int, zone: str, **kwargs: Any
    ) -> None:
        self.club, self.zone = club, ZoneInfo(zone)
        super().__init__(people, **kwargs)

    def render_name(self, record: ClubPlayer) -> SafeString:
        address = reverse("club_player", args=[self.club, record.id])
        return format_html('<a href="{}">{}</a>', address, record)

    def value_name(self, record: ClubPlayer) -> str:
        return str(record)

    def render_last(self, value: datetime) -> SafeString:
        last_day = value.astimezone(self.zone)
        return format_html('<span class="nowrap">{} {}</span>', last_day.day, f"{last_day:%b %Y}")

    def value_last(self, record: ClubPlayer) -> str:
        last = record.last_party_at
        return f"{last.astimezone(self.zone):%Y-%m-%d}" if last else ""

    def render_merge(self, record: ClubPlayer) -> SafeString:
        address = reverse("same_player", args=[self.club, record.id])
        return format_html('<a href="{}">Merge…<span class="hush"> {}</span></a>', address, record)

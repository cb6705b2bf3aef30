"""One page with every part that templates share."""

from pathlib import Path
from types import SimpleNamespace

import django_tables2 as tables
from django import forms
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template import engines

SOURCE = Path(__file__).with_name("gallery.html").read_text(encoding="utf-8")
NUMBER = {"cell": {"class": "num"}}


class HandForm(forms.Form):
    text = forms.CharField(label="Hand")


class PartyForm(forms.Form):
    name = forms.CharField(label="Name of the party", help_text="It stands on every card.")
    place = forms.CharField(required=False, label="Place")
    rules = forms.ChoiceField(
        label="Which rules?",
        choices=[("midway", "St Paul Midway"), ("youngstown", "Youngstown"), ("iowa", "Iowa")],
        widget=forms.RadioSelect,
    )
    prizes = forms.MultipleChoiceField(
        label="Prizes",
        required=False,
        choices=[("high", "High"), ("low", "Low")],
        widget=forms.CheckboxSelectMultiple,
    )
    paper = forms.ChoiceField(label="Paper", choices=[("letter", "Letter"), ("a4", "A4")])
    names = forms.CharField(label="Names, one per line", widget=forms.Textarea, required=False)
    fee = forms.BooleanField(label="Everybody pays at the door", required=False)


class Standings(tables.Table):
    caption = "Standings after round 3"
    rank = tables.Column(verbose_name="Rank", attrs=NUMBER)
    name = tables.Column(verbose_name="Name")
    one = tables.Column(verbose_name="Round 1", attrs=NUMBER)
    two = tables.Column(verbose_name="Round 2", attrs=NUMBER)
    three = tables.Column(verbose_name="Round 3", attrs=NUMBER)
    total = tables.Column(verbose_name="Total", attrs={"cell": {"class": "num total"}})

    class Meta:
        order_by = "-total"


NAMES = ("Alma Rasmussen", "Łukasz Nguyễn", "Carol M", "Dev P", "Ruth", "Þór", "Ōtani Ayumi")
ROWS = [
    {"rank": nth, "name": name, "one": "+440", "two": "−320", "three": "0", "total": 900 - nth}
    for nth, name in enumerate(NAMES, start=1)
]
TABLES = [
    {
        "number": number,
        "hand_signs": "●●○○" if number % 4 else "●●●●",
        "progress_text": "2 of 4 hands" if number % 4 else "done",
        "board_state": "" if number % 4 else "done",
    }
    for number in range(1, 13)
]
TABLES[8] |= {"hand_signs": "●▲○○", "progress_text": "check hand 2", "board_state": "check"}
TABLES = [SimpleNamespace(**table) for table in TABLES]


def gallery(request, data=None, rows=ROWS):
    table = Standings(rows, request=request)
    table.paginate(page=request.GET.get("page", 1), per_page=5)
    return (
        engines["django"]
        .from_string(SOURCE)
        .render(
            {
                "party": {"pk": 7, "name": "St Ann's 500 party"},
                "form": PartyForm(data),
                "hand": HandForm(initial={"text": "8hn9"}),
                "table": table,
                "tables": TABLES,
                "desk": "/rounds/3/",
                "messages": [
                    Message(constants.SUCCESS, "Round 2 is closed."),
                    Message(constants.ERROR, "Table 12 has 3 of 4 hands."),
                ],
            },
            request,
        )
    )

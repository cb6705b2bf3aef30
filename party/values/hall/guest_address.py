"""The media that show the address of the guests' pages; the organiser can leave it off each."""

MEDIA = {"screen": "The hall screen"}

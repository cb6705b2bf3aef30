import sqlite3

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register

OLDEST_SQLITE = (3, 35)  # the first with UPDATE … RETURNING


class PartyConfig(AppConfig):
    name = "party"
    verbose_name = "Head Table"


@register()
def sqlite_is_new_enough(**_kwargs: object) -> list[CheckMessage]:
    uses_sqlite = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    if not uses_sqlite or sqlite3.sqlite_version_info >= OLDEST_SQLITE:
        return []
    text = f"Head Table needs SQLite 3.35 or newer; this Python brings {sqlite3.sqlite_version}."
    return [Error(text, hint="Install a newer Python.", id="party.E001")]

"""Raw statements for hot reads: building a query set takes longer than the read itself."""

from collections.abc import Sequence
from typing import Any

from django.db import connection


def read_rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows

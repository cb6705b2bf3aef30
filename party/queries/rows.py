"""Raw statements for hot reads: building a query set takes longer than the read itself."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import connection


def read_rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def read_among(statement: str, ids: Collection[int]) -> list[tuple[Any, ...]]:
    """The %s in the statement stands for the list of ids."""
    return read_rows(statement % marks_for(ids), [*ids]) if ids else []


def marks_for(values: Collection[object]) -> str:
    return ", ".join(["%s"] * len(values))

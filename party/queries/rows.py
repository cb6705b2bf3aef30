"""Rows read by a statement of its own: Django puts one together anew each time a page asks."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import connection


def read_rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def read_among(statement: str, ids: Collection[int]) -> list[tuple[Any, ...]]:
    """Read what belongs to one of these; a mark stands in the statement for their list."""
    return read_rows(statement % marks_for(ids), [*ids]) if ids else []


def marks_for(values: Collection[object]) -> str:
    """Return the marks of a list in a statement: IN (%s, %s)."""
    return ", ".join(["%s"] * len(values))

"""Fees and the treasurer's sheet as files."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from party.tables.spreadsheets import Cell
from party.values.people.cash_box import CashBox
from party.values.people.fees import Payer

HEADINGS = ("No.", "Name", "Prize group", "Owed", "Paid", "Paid by", "Owing")
DOOR_HEADINGS = (*HEADINGS[:3], "Here", *HEADINGS[3:])
BOX_HEADINGS = ("What", "Note", "Amount")
PRESENCE_TEXTS = {"here": "here", "left": "gone home"}


def money_rows(payers: Iterable[Payer]) -> Iterator[tuple[Cell, ...]]:
    for payer in payers:
        yield *_person_cells(payer), *_money_cells(payer)


def door_rows(payers: Iterable[Payer]) -> Iterator[tuple[Cell, ...]]:
    for payer in payers:
        yield *_person_cells(payer), PRESENCE_TEXTS.get(payer.state, ""), *_money_cells(payer)


def box_rows(box: CashBox) -> Iterator[tuple[Cell, ...]]:
    for line in box.lines:
        yield line.label, line.note, decimal_amount(line.cents)
    yield "Should be in the box", "", decimal_amount(box.expected)
    if box.counted is not None:
        yield "Counted in the box", box.difference_text, decimal_amount(box.counted)
    for line in box.adjustments:
        yield line.label, line.note, decimal_amount(line.cents)
    yield "Left tonight", "", decimal_amount(box.remainder)


def decimal_amount(cents: int) -> Decimal:
    """Return an amount with two decimal places, also for CSV."""
    return Decimal(cents).scaleb(-2)


def _person_cells(payer: Payer) -> tuple[Cell, ...]:
    return payer.number, payer.list_name if payer.name else "", payer.prize_group


def _money_cells(payer: Payer) -> tuple[Cell, ...]:
    method = payer.method if payer.paid else ""
    return (
        decimal_amount(payer.fee_due),
        decimal_amount(payer.paid),
        method,
        decimal_amount(payer.unpaid),
    )

"""What the verbs about tables share: finding the table under the lock, making its rows."""

from uuid import UUID

from party.engine import HandEntry, RuleError, pair_points
from party.models import Entry, Party, Round, Table
from party.queries.scores.entries import words_of
from party.queries.scores.tables import score_of, tables_with_points
from party.services.write import Act
from party.values.refusals import Fault, Refused
from party.values.scores.table_key import Spot
from party.values.scores.tables import Outcome, Saved, TableScore


def find_table(party: Party, spot: Spot) -> tuple[Round, Table, TableScore]:
    """Return round, table and score of a spot. Raises Refused where there is none."""
    tables = Table.objects.filter(
        round__party=party, round__number=spot.round, number=spot.table
    ).select_related("round")
    # A big party's draw is long, and nobody needs it here.
    for table in tables_with_points(tables.defer("round__draw")).order_by():
        return table.round, table, score_of(party, table)
    text = f"There is no table {spot.table} in round {spot.round}."
    raise Refused(Fault(text, "table", "no-table"))


def open_table(party: Party, spot: Spot) -> tuple[Table, TableScore]:
    """Return a table that takes entries now. Raises Refused before the start and after the end."""
    round_, table, score = find_table(party, spot)
    if round_.state == Round.State.DRAWN:
        raise Refused(f"Round {spot.round} has not started yet.")
    if not round_.is_open:
        text = f"Round {spot.round} is closed. Reopen it, or correct the hand with a reason."
        raise Refused(Fault(text, "", "closed"))
    return table, score


def new_row(table: Table, score: TableScore, submission: UUID, source: str, act: Act) -> Entry:
    """Return the next row of a table, still empty."""
    sequence = score.written + 1
    return Entry(
        table=table, sequence=sequence, submission=submission, source=source, **act.columns
    )


def second_version(row: Entry, *, submission: UUID, source: str, act: Act) -> Entry:
    """Return an empty row for what somebody else says about the same hand or total."""
    place = {"table": row.table, "hand": row.hand, "sequence": row.sequence}
    return Entry(**place, submission=submission, source=source, **act.columns)


def fill(row: Entry, party: Party, entry: HandEntry) -> None:
    """Write a played hand into its columns; the points are the engine's, never typed."""
    result = entry.result
    if result is None:
        raise Refused(Fault("Type the hand as it was played, for example 8hn9.", "text"))
    row.bid, row.bidder = str(result.bid or ""), result.declarer or ""
    row.tricks, row.announced = result.tricks, result.announced or ""
    try:
        row.ns, row.ew = pair_points(party.rules, result)
    except RuleError as error:  # the party's rules changed after the hand had been read
        raise Refused(
            *(Fault(fault.text, "text", fault.code) for fault in error.faults)
        ) from error


def same(one: Entry, other: Entry) -> bool:
    """Tell whether two entries say the same."""
    fields = ("bid", "bidder", "tricks", "announced", "ns", "ew")
    return all(getattr(one, field) == getattr(other, field) for field in fields)


def drop_second_version(row: Entry) -> None:
    """Let go of what a second person typed of this hand: somebody has looked at it since."""
    others = Entry.objects.filter(table=row.table_id, hand=row.hand)
    others.filter(status=Entry.Status.DISPUTED).update(status=Entry.Status.REPLACED)


def repeated_answer(submission: UUID, party: Party) -> Saved | None:
    """Build the answer to a submission that has come before; None for a new one."""
    rows = Entry.objects.filter(submission=submission)
    if not rows.exists():
        return None
    row = rows.select_related("table__round").get()
    if row.table is None or row.table.round.party_id != party.pk:
        raise Refused("This form belongs to another party. Open the page again.")
    return answer(row, words_of(party.rules, row), outcome=Outcome.ALREADY)


def answer(
    row: Entry, words: str, *, outcome: Outcome = Outcome.SAVED, flags: tuple[str, ...] = ()
) -> Saved:
    """Return what the desk shows of a stored row; `words` say what the row holds."""
    number = row.table.number if row.table else 0
    return Saved(outcome, row.pk, number, row.hand, words, row.ns, row.ew, flags)

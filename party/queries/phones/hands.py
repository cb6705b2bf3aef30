from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from party.engine import Rules, announcements_of, bid_name
from party.models import Entry, LogLine, Party
from party.queries.log.lines import HAND_UNDONE
from party.queries.scores.tables import hand_line
from party.values.numbers import counted, signed, total
from party.values.scores.tables import HandLine, Sheet, bidder_name, hand_name


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneHand:
    """`hand` 0 is a round's total, None a hand thrown in."""

    hand: int | None
    entry: int
    text: str
    bidder: str
    bid: str
    tricks: int | None
    ns: int | None
    ew: int | None
    words: str
    disputed: bool
    versions: tuple[dict[str, Any], ...] = ()  # all versions, if the table may choose one


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """`id` grows with time: a phone remembers the last `id` that its players have read."""

    id: int
    title: str
    words: str


def phone_hands(
    rules: Rules, sheet: Sheet, disputed: Mapping[int, Sequence[Entry]]
) -> tuple[PhoneHand, ...]:
    """`disputed` maps a hand with two different results to the entries that do not count yet."""
    return tuple(_phone_hand(rules, sheet, line, disputed) for line in sheet.lines)


def _phone_hand(
    rules: Rules, sheet: Sheet, line: HandLine, disputed: Mapping[int, Sequence[Entry]]
) -> PhoneHand:
    seconds = [] if line.hand is None else disputed.get(line.hand, ())
    versions = [line, *(hand_line(rules, each) for each in seconds)]
    may_settle = seconds and all(each.source == Entry.Source.PHONE for each in versions)
    result = line.result
    bid = result.bid if result else None
    return PhoneHand(
        hand=line.hand,
        entry=line.entry,
        text=line.text,
        bidder=result.declarer or "" if result else "",
        bid=str(bid or ""),
        tricks=result.tricks if result else None,
        ns=line.ns,
        ew=line.ew,
        words=hand_text(rules, sheet, line),
        disputed=bool(seconds),
        versions=tuple(_version_json(rules, sheet, each) for each in versions)
        if may_settle
        else (),
    )


def _version_json(rules: Rules, sheet: Sheet, line: HandLine) -> dict[str, Any]:
    words = hand_text(rules, sheet, line)
    return {"entry": line.entry, "words": words, "ns": line.ns, "ew": line.ew}


def hand_text(rules: Rules, sheet: Sheet, line: HandLine) -> str:
    """Return for example "Alma bid 8 Hearts and took 9"."""
    result, pairs = line.result, sheet.pairs
    if line.hand == 0:
        return f"{pairs['NS']} {total(line.ns or 0)}, {pairs['EW']} {total(line.ew or 0)}"
    if result is None:
        return "Nobody bid: dealt again"
    if result.bid is None:
        return f"Nobody bid: {pairs['NS']} took {result.tricks}"
    announced = (
        f", {announcements_of(rules).get(result.announced, '')}," if result.announced else ""
    )
    bid = f"{bid_name(rules, result.bid)}{announced}"
    return f"{bidder_name(sheet.seats, result)} bid {bid} and took {result.tricks}"


def decisions_about(party: Party, sheet: Sheet) -> tuple[Decision, ...]:
    """Return the decisions about the results in force, the oldest first.

    The desk decides or corrects. If two results came from phones, both pairs can decide too.
    """
    if all(line.source == Entry.Source.PHONE and not line.checked for line in sheet.lines):
        return ()
    lines = LogLine.objects.filter(party=party, round=sheet.round, table=sheet.score.number)
    decided = lines.filter(verb__in=("decided", "corrected"))
    decided = decided.exclude(verb="corrected", actor_kind="table")
    in_force = {line.entry: line for line in sheet.lines}
    decisions = []
    for pk, kind, data in decided.order_by("pk").values_list("pk", "actor_kind", "data"):
        line = in_force.get(data.get("right") or data.get("new"))
        if line is not None:
            verdict = "Both pairs agreed" if kind == "table" else "The desk decided"
            title = f"{verdict}: {_result_text(line)}"
            decisions.append((pk, title, line, data.get("wrong") or [data["old"]]))
    if not decisions:
        return ()
    rejected = Entry.objects.in_bulk([pk for *_, entry_ids in decisions for pk in entry_ids])
    return tuple(
        Decision(
            id=pk,
            title=title,
            words=_decision_text(party.rules, sheet, line, [rejected[each] for each in entry_ids]),
        )
        for pk, title, line, entry_ids in decisions
    )


def hands_taken_back(party: Party, sheet: Sheet) -> tuple[Decision, ...]:
    """Return the phones' hands that the desk took back and nobody has entered again."""
    has_total = any(line.hand == 0 for line in sheet.lines)
    if sheet.score.stored_entry_count == len(sheet.lines) or has_total or sheet.score.is_finished:
        return ()
    undone = Entry.objects.filter(
        table__round__party=party,
        table__round__number=sheet.round,
        table__number=sheet.score.number,
        source=Entry.Source.PHONE,
        status=Entry.Status.UNDONE,
        hand__isnull=False,
    ).exclude(hand__in=[line.hand for line in sheet.lines if line.hand is not None])
    newest = {entry.hand: entry for entry in undone.order_by("sequence")}
    entries = {entry.pk: entry for entry in newest.values()}
    lines = LogLine.objects.filter(party=party, round=sheet.round, table=sheet.score.number)
    of_desk = lines.filter(verb=HAND_UNDONE).exclude(actor_kind="table").order_by("pk")
    return tuple(
        _undo_decision(party.rules, sheet, entries[data["entry"]], pk)
        for pk, data in of_desk.values_list("pk", "data")
        if data.get("entry") in entries
    )


def _undo_decision(rules: Rules, sheet: Sheet, entry: Entry, line_id: int) -> Decision:
    title = f"The desk took back {hand_name(entry.hand)}"
    words = f"It was: {hand_text(rules, sheet, hand_line(rules, entry))}. Enter it again."
    return Decision(id=line_id, title=title, words=words)


def _decision_text(rules: Rules, sheet: Sheet, line: HandLine, others: Sequence[Entry]) -> str:
    rejected = " or ".join(hand_text(rules, sheet, hand_line(rules, each)) for each in others)
    hand = hand_name(line.hand).capitalize()
    return f"{hand}: {hand_text(rules, sheet, line)}. Not: {rejected}."


def _result_text(line: HandLine) -> str:
    """Return "9 tricks, −520", or the points of both pairs if nobody bid."""
    result, ns, ew = line.result, line.ns or 0, line.ew or 0
    if result is None or result.declarer is None:
        return f"{signed(ns)} : {signed(ew)}"
    points = ns if result.declarer in "NS" else ew
    return f"{counted(result.tricks, 'trick')}, {signed(points)}"

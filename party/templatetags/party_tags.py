"""Suits, bids, points, seats and counted words as they look on a page.

Plain values in, text or safe HTML out. Points are signed with a true minus ("−320"); a *total* has
no plus. Seats and pairs are the letters of the engine ("N", "EW").
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from html import escape as plain_escape
from inspect import signature
from typing import Any, NamedTuple, cast

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.forms import BaseForm, BoundField, ChoiceField
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import (
    escape,
    format_html,
    format_html_join,
    json_script,
)
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

from party.engine import (
    PAIR_NAMES,
    SEAT_NAMES,
    Bid,
    Call,
    Card,
    RuleError,
    Rules,
    Suit,
    bid_name,
    biddable,
)
from party.values import numbers
from party.values.evening.live import LiveTable
from party.values.people.money import exact_money, money
from party.values.scores.tables import HandLine, TableScore
from party.values.standings.drawings import SIGNS, Drawing, points_text, svg, symbol
from party.values.standings.pictures import PlayerLine

register = template.Library()

USUAL_RULES = Rules()  # made once: all its values are compared with each other


@register.simple_tag
def suit(code: str) -> SafeString:
    """Draw a suit: {% suit "H" %}. Its name is there for ears and for a pointer."""
    return format_html(
        '<svg class="suit suit-{0}" role="img" viewBox="0 0 32 32"><title>{1}</title>'
        '<use href="#suit-{0}"/></svg>',
        code.lower(),
        Suit(code.upper()).words,
    )


@register.simple_tag
def bid(written: str | Bid, rules: Rules | None = None) -> SafeString:
    """Show a bid as number and shape: {% bid "8H" rules %}.

    Without rules a misère is called "Misère"; with them it has the party's word.
    """
    made = written if isinstance(written, Bid) else Bid.parse(written)
    name = bid_name(rules or USUAL_RULES, made)
    if made.is_special:
        return format_html('<span class="bid"><b>{}</b></span>', name)
    return format_html(
        '<span class="bid"><span aria-hidden="true"><b>{}</b>{}</span>'
        '<span class="hush">{}</span></span>',
        made.level,
        suit(made.strain) if made.strain in set(Suit) else made.strain,
        name,
    )


MOST_OF_VALUE = 20  # letters: longer than what is offered, and what was sent can be anything


class Radio(NamedTuple):
    name: str
    ids: str
    chosen: str
    wrong: bool

    @classmethod
    def of(cls, field: BoundField) -> "Radio":
        value = field.value()
        chosen = "" if value is None else str(value)[:MOST_OF_VALUE]
        return cls(field.html_name, field.auto_id, chosen, bool(field.errors))


@register.simple_tag
def radio_keys(field: BoundField) -> SafeString:
    """Draw a field's choices as keys; without a widget and a template for each, which are slow."""
    offered: Any = cast("ChoiceField", field.field).choices
    return _keys(
        Radio.of(field),
        tuple((place, str(value), str(label)) for place, (value, label) in enumerate(offered)),
    )


@register.simple_tag
def bid_keys(field: BoundField, rules: Rules) -> SafeString:
    return _bid_keys(Radio.of(field), rules, rules.misere_word)


@lru_cache(maxsize=64)  # by the word too: equal rules may have words of their own
def _bid_keys(radio: Radio, rules: Rules, _misere_word: str) -> SafeString:
    rows: dict[int, list[tuple[int, str, str]]] = {}
    for place, made in enumerate(biddable(rules)):
        rows.setdefault(made.level or NO_LEVEL, []).append((place, str(made), bid(made, rules)))
    drawn = (
        ("pad-6" if len(row) == 6 else "pad-5", _keys(radio, tuple(row)))
        for _, row in sorted(rows.items())
    )
    return format_html_join("", '<div class="pad {}">{}</div>', drawn)


NO_LEVEL = 100  # misère and similar bids come after all levels


@lru_cache(maxsize=256)
def _keys(radio: Radio, offered: tuple[tuple[int, str, str], ...]) -> SafeString:
    wrong = SafeString(' aria-invalid="true"' if radio.wrong else "")
    marks = {radio.chosen: SafeString(f"{wrong} checked")}
    return format_html_join(
        "",
        '<label class="key" for="{0}_{1}"><input type="radio" name="{2}" value="{3}"'
        ' id="{0}_{1}"{4}><span>{5}</span></label>',
        (
            (radio.ids, place, radio.name, value, marks.get(value, wrong), face)
            for place, value, face in offered
        ),
    )


SUIT_BIDS = re.compile(r"\b(6|7|8|9|10) (Spades|Clubs|Diamonds|Hearts)\b")


@register.filter
def suited(words: str) -> SafeString:
    """Show each suit bid of a sentence as number and shape: {{ "8 Hearts by Alma"|suited }}."""
    shown = SUIT_BIDS.sub(lambda found: _usual_bid(f"{found[1]}{found[2][0]}"), _safe(words))
    return mark_safe(shown)  # noqa: S308 -- all other text is escaped


@lru_cache(maxsize=64)
def _usual_bid(written: str) -> SafeString:
    return bid(written)


@register.simple_tag
def bid_card(made: Bid) -> SafeString:
    corner = format_html('<b class="suit-{}">{}</b>', made.strain.lower(), made.level or "")
    middle = suit(made.strain) if made.strain in set(Suit) else made.strain
    return format_html("{}{}{}", corner, middle, corner)


@register.simple_tag
def drawing(drawn: Drawing, kind: str, words: str = "", back: str = "") -> SafeString:
    return mark_safe(svg(drawn, kind, words, back))  # noqa: S308


@register.simple_tag
def drawing_back(drawn: Drawing, name: str) -> SafeString:
    return mark_safe(symbol(drawn, name))  # noqa: S308


@register.simple_tag
def drawing_signs() -> SafeString:
    shapes = ((number, points_text(sign)) for number, sign in enumerate(SIGNS))
    return format_html_join("", '<polygon id="sign-{}" points="{}"/>', shapes)


@register.simple_tag
def card(written: str) -> SafeString:
    """Show a card as rank and shape; "Jo/H" is a joker led for hearts. Other text stays."""
    face, _, named = written.partition("/")
    try:
        made = Card(face)
    except RuleError:
        return escape(written)
    if made.suit is None:
        led_for = format_html(" for {}", suit(named)) if named else ""
        return format_html('<span class="bid"><b>{}</b>{}</span>', made.words.title(), led_for)
    return format_html(
        '<span class="bid"><span aria-hidden="true"><b>{}</b>{}</span>'
        '<span class="hush">{}</span></span>',
        made.rank,
        suit(made.suit),
        made.words,
    )


@register.simple_tag
def call(written: str, rules: Rules | None = None) -> SafeString:
    """Show a call: a bid, "Pass" and the like. Other text stays."""
    try:
        made = Call(written)
    except RuleError:
        return escape(written)
    return escape(CALL_WORDS[made]) if made.bid is None else bid(made.bid, rules)


CALL_WORDS = {"P": "Pass", "ANF": "Ace, no face", "AGREE": "Agree", "REFUSE": "Refuse"}


@register.filter
def note_buttons(tags: str | None) -> list[dict[str, Any]]:
    """Read the buttons of a message from its extra tags; `views.refusals` writes them."""
    return list(json.loads(tags)) if tags else []


@register.filter
def points(value: int | str | None) -> str:
    """Sign points: +300, −320, 0; "" where there are none."""
    if value is None or value == "":
        return ""
    return numbers.signed(int(value))


@register.filter
def total(value: int | str | None) -> str:
    if value is None or value == "":
        return ""
    return numbers.total(int(value))


# {{ 1200|money:"$" }} is $12, {{ 1200|exact:"$" }} is $12.00.
register.filter("ordinal", numbers.ordinal)
register.filter("money", money)
register.filter("exact", exact_money)


@register.filter
def seat(letter: str) -> str:
    return SEAT_NAMES.get(letter, letter)


@register.filter
def pair(letters: str) -> str:
    return PAIR_NAMES.get(letters, letters)


@register.filter
def count(number: int, words: str) -> str:
    """Count things: {{ 3|count:"table" }} is "3 tables"; {{ 2|count:"class,classes" }}."""
    one, _, many = words.partition(",")
    return numbers.counted(number, one, many)


@register.filter
def people(number: int) -> str:
    return numbers.counted(number, "person", "people")


@register.filter("listed")
def joined_names(names: Iterable[object]) -> str:
    *first, last = [str(name) for name in names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


@register.filter
def hidden(value: str, name: str) -> SafeString:
    return mark_safe(f'<input type="hidden" name="{_safe(name)}" value="{_safe(value)}">')  # noqa: S308


@register.simple_tag
def cells(texts: Iterable[object], kind: str = "") -> SafeString:
    """Write the cells of a long row; a loop in a template is slow."""
    opening = f'<td class="{_safe(kind)}">' if kind else "<td>"
    return mark_safe("".join([f"{opening}{_safe(text)}</td>" for text in texts]))  # noqa: S308


@register.simple_tag
def options(names: Iterable[object]) -> SafeString:
    """Write the options of a list; in a template a thousand people are slow."""
    shown = [f'<option value="{_safe(name)}"></option>' for name in names]
    return mark_safe("".join(shown))  # noqa: S308


@register.simple_tag
def people_options(lines: Iterable[PlayerLine], marked: PlayerLine) -> SafeString:
    selected = {marked.id: " selected"}
    shown = [
        f'<option value="{line.id}"{selected.get(line.id, "")}>{_safe(line.name)}</option>'
        for line in lines
    ]
    return mark_safe("".join(shown))  # noqa: S308


def _safe(value: object) -> str:
    """Escape unsafe text, faster than Django's escape(); a page has thousands."""
    text = str(value)
    return text if isinstance(text, SafeString) else plain_escape(text)


@register.simple_tag
def log_lines(lines: Iterable[Any], number: int, newest: datetime, log_at: str) -> SafeString:
    """Write the lines of a round of the log; older days than that of `newest` are named."""
    return mark_safe("".join([_log_line(each, number, newest, log_at) for each in lines]))  # noqa: S308


def _log_line(each: Any, number: int, newest: datetime, log_at: str) -> str:
    line, at, text = each.line, each.line.at.astimezone(newest.tzinfo), suited(each.line.words)
    day = f"{at.day} {at:%b}<br>" if at.date() != newest.date() else ""
    round_label = f"<b>Round {line.round}:</b> " if line.round and line.round != number else ""
    html = f"<s>{text}</s><small>taken back since</small>" if each.is_undone else text
    for change in each.changes:
        label = f"{_safe(capfirst(change.label))}: " if change.label else ""
        html += f"<small>{label}<s>{suited(change.old)}</s> → {suited(change.new)}</small>"
    if reason := line.data.get("reason"):
        html += f"<small>Reason: {_safe(reason)}</small>"
    return (
        f'\n    <li><span class="at small">{day}{numbers.clock(at)}</span>'
        f'\n      <p class="what">{round_label}{html}</p>'
        f'\n      <span class="muted small">{_safe(line.actor_name)}</span>'
        f"{_take_back(each, log_at)}</li>\n    "
    )


def _take_back(each: Any, log_at: str) -> str:
    if not each.undo:
        return ""
    effects = "".join([f"<li>{_safe(effect)}</li>" for effect in each.undo.effects])
    hushed = f'<span class="hush">: {_safe(each.line.words)}</span>'
    return (
        f'\n      <details><summary class="link">Take back{hushed}</summary>'
        '\n        <div class="ask stack stack-tight"><p><b>If you take this back</b></p>'
        f'<ul class="sentences">{effects}</ul>'
        '\n          <p><button class="btn btn-danger" form="take-back"'
        f' formaction="{log_at}{each.line.pk}/undo/">Take it back{hushed}</button></p>'
        "</div></details>"
    )


PIPS = {"●": '<i class="in"></i>', "▲": '<i class="odd"></i>', "○": "<i></i>"}
MOST_PIPS = 6  # on a tile
FEW = 12  # tiles, which have room for names


@register.simple_tag
def tile_top(table: LiveTable, desk: str, tables: int) -> SafeString:
    """Write the beginning of a table's tile, up to its names; `desk` is an address."""
    number, marks = table.number, table.marks
    state = table.board_state or ("head" if number == 1 else "")
    kind = f"tile tile-{state}" if state else "tile"
    head = '<small class="muted">head table</small>' if number == 1 and tables <= FEW else ""
    signs = "".join([PIPS[sign] for sign in marks])
    pips = f'<span class="pips" aria-hidden="true">{signs}</span><br>'
    shown = pips if len(marks) <= MOST_PIPS else ""
    return mark_safe(  # noqa: S308 -- numbers and words of ours
        f'<li><a id="spot-{number}" class="{kind}" href="{desk}?table={number}">'
        '\n    <span class="tile-top"><span class="plate"><span class="hush">Table </span>'
        f'{number}</span>{head}\n      <span class="row-end">{shown}'
        f"<small>{table.progress_text}</small></span></span>"
    )


@register.simple_tag
def waiting(scores: Iterable[TableScore], current_table: int) -> SafeString:
    """Write the tables that the desk waits for; `current_table` is being typed."""
    current = {current_table: ' aria-current="true"'}
    shown = [
        f'<li><a href="?table={score.number}"{current.get(score.number, "")}><span class="plate">'
        f'<span class="hush">Table </span>{score.number}</span>'
        f"<small>{score.hands_to_come_text}</small></a></li>"
        for score in scores
    ]
    return mark_safe("".join(shown))  # noqa: S308 -- numbers and words of ours


@register.simple_tag
def hand_cells(
    lines: Iterable[HandLine | None], rules: Rules, table_address: str = ""
) -> SafeString:
    """Write the hands of a table as cells; with an address each links to its correction."""
    cells = (_hand_cell(line, rules, table_address) if line else "" for line in lines)
    return format_html_join("", '<td class="nowrap">{}</td>', ((cell,) for cell in cells))


def _hand_cell(line: HandLine, rules: Rules, table_address: str) -> SafeString:
    shown: str = capfirst(line.words)
    if line.result is not None and line.result.bid is not None:
        announced = f", {line.result.announced}" if line.result.announced else ""
        tail = f" by {line.bidder}" if line.bidder else ""
        tail += f", {line.result.tricks}{announced}"
        shown = format_html("{}{}", bid(line.result.bid, rules), tail)
    if not table_address:
        return format_html("{}<br>{}", shown, line.points_text)
    return format_html(
        '<a href="{}hands/{}/">{}<span class="hush">, correct</span></a><br>{}',
        table_address,
        line.hand,
        shown,
        line.points_text,
    )


@register.simple_tag(takes_context=True)
def print_button(
    context: Context,
    paper: Any,
    print_at: str,
    words: str,
    *,
    key: str,
    kind: str = "btn-second",
    some: bool = False,
) -> SafeString:
    """Write the button that prints a paper; with `some` only the changed pieces.

    `print_at` is the address of the print centre.
    """
    fields = {
        "paper": paper.look.paper,
        "size": "large" if paper.look.large else "",
        "round": paper.number,
        "only": "changed" if some else "",
    }
    inputs = "".join([hidden(value, name) for name, value in fields.items() if value])
    hushed = f": {_safe(paper.title)}"
    if kind != "btn-next":
        hushed = f'<span class="hush">{hushed}</span>'
    return mark_safe(  # noqa: S308
        f'<form method="post" action="{_safe(print_at)}{paper.document.slug}/" target="_blank"'
        f' rel="noopener">{CsrfTokenNode().render(context)}{inputs}'
        f'<button id="{_safe(key)}" class="btn {kind}">{_safe(words)}{hushed}</button></form>'
    )


@register.simple_tag(takes_context=True)
def nav_link(context: Context, url: str, words: str) -> SafeString:
    request = context.get("request")
    is_current = request is not None and request.path == url
    mark = ' aria-current="page"' if is_current else ""
    return mark_safe(f'<li><a href="{_safe(url)}"{mark}>{_safe(words)}</a></li>')  # noqa: S308


@register.simple_tag
def forms_with_errors(*candidates: Any) -> list[BaseForm]:
    """List the forms with errors; a page without forms hands over empty text."""
    return [form for form in flatten(candidates) if form.errors]


def flatten(candidates: Iterable[Any]) -> Iterator[BaseForm]:
    for each in candidates:
        if isinstance(each, BaseForm):
            yield each
        elif each:
            yield from flatten(each)


@register.filter
def first_id(field: BoundField) -> str:
    return field.id_for_label or f"{field.auto_id}_0"


@register.simple_tag
def plain_rows(table: Any) -> SafeString:
    """Draw the rows of a django-tables2 table; in a template fifty are slow.

    The attributes of a column must be the same in all rows.
    """
    header = getattr(table, "row_header", "name")
    columns = [_cell_writer(column, header) for column in table.columns]
    rows = ("".join(write(row.record) for write in columns) for row in table.paginated_rows)
    return mark_safe("".join(f"<tr>{row}</tr>\n" for row in rows))  # noqa: S308


def _cell_writer(column: Any, header: str) -> Callable[[Any], str]:
    """Return a function that writes a column's cells as the table itself would.

    The table inspects the arguments of the column's method for each cell; here it happens once.
    """
    tag, scope = ("th", ' scope="row"') if column.name == header else ("td", "")
    own = column.attrs["td"].get("class")
    shown = format_html(' class="{}"', own) if own else ""
    parameters = signature(column.render).parameters.keys() & {"record", "value"}

    def write(record: Any) -> str:
        value = column.accessor.resolve(record)
        if value in column.column.empty_values:
            content = column.default
        else:
            arguments = {"record": record, "value": value}
            content = column.render(**{name: arguments[name] for name in parameters})
        return f"<{tag}{scope}{shown}>{_safe(content)}</{tag}>"

    return write


class _WithoutSpaces(DjangoJSONEncoder):
    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "separators": (",", ":")})


@register.filter
def light_json(value: Any, element_id: str) -> SafeString:
    """Write Django's json_script without spaces: a phone's page must be light."""
    return json_script(value, element_id, _WithoutSpaces)

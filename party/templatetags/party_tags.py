"""Template tags and filters, which every template has without `{% load %}`."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from html import escape as plain_escape
from inspect import signature
from typing import Any, NamedTuple, cast

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.forms import BaseForm, BoundField, ChoiceField
from django.template import Context, defaultfilters
from django.template.defaulttags import CsrfTokenNode
from django.template.loader import render_to_string
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
from party.values.evening.live import MOST_TILES_WITH_NAMES, LiveTable
from party.values.people.money import exact_money, money
from party.values.scores.tables import HandLine, TableScore
from party.values.standings.drawings import SIGNS, Drawing, points_text, svg, symbol
from party.values.standings.pictures import PlayerLine
from party.values.standings.standings import StandingLine
from party.values.standings.tally import TallyBox

register = template.Library()

USUAL_RULES = Rules()  # made once, because Rules() checks every field
# Django's own filter is marked to get times in UTC; this one gets them in the club's time zone.
register.filter("date", lambda at, style: defaultfilters.date(at, style))  # noqa: PLW0108


@register.simple_tag
def suit(code: str) -> SafeString:
    """Draw a suit: {% suit "H" %}."""
    return format_html(
        '<svg class="suit suit-{0}" role="img" viewBox="0 0 32 32"><title>{1}</title>'
        '<use href="#suit-{0}"/></svg>',
        code.lower(),
        Suit(code.upper()).words,
    )


@register.simple_tag
def bid(code: str | Bid, rules: Rules | None = None) -> SafeString:
    """Show a bid: {% bid "8H" rules %}. Rules can have a word of their own for misère."""
    parsed_bid = code if isinstance(code, Bid) else Bid.parse(code)
    name = bid_name(rules or USUAL_RULES, parsed_bid)
    if parsed_bid.is_special:
        return format_html('<span class="bid"><b>{}</b></span>', name)
    return format_html(
        '<span class="bid"><span aria-hidden="true"><b>{}</b>{}</span>'
        '<span class="hush">{}</span></span>',
        parsed_bid.level,
        suit(parsed_bid.strain) if parsed_bid.strain in set(Suit) else parsed_bid.strain,
        name,
    )


LONGEST_VALUE = 20  # letters: a request may contain longer text, which is no choice


class Radio(NamedTuple):
    name: str
    id_prefix: str
    chosen_value: str
    is_invalid: bool

    @classmethod
    def from_field(cls, field: BoundField) -> "Radio":
        value = field.value()
        chosen_value = "" if value is None else str(value)[:LONGEST_VALUE]
        return cls(field.html_name, field.auto_id, chosen_value, bool(field.errors))


@register.simple_tag
def radio_keys(field: BoundField) -> SafeString:
    """Draw a field's choices as radio buttons that look like the keys of a pad."""
    choices: Any = cast("ChoiceField", field.field).choices
    return _keys(
        Radio.from_field(field),
        tuple((index, str(value), str(label)) for index, (value, label) in enumerate(choices)),
    )


@register.simple_tag
def bid_keys(field: BoundField, rules: Rules) -> SafeString:
    return _bid_keys(Radio.from_field(field), rules, rules.misere_word)


NO_LEVEL = 100  # a misère comes after all levels


@lru_cache(maxsize=64)  # the word is a key, because equal rules may have different words
def _bid_keys(radio: Radio, rules: Rules, _misere_word: str) -> SafeString:
    rows: dict[int, list[tuple[int, str, str]]] = {}
    for index, playable_bid in enumerate(biddable(rules)):
        rows.setdefault(playable_bid.level or NO_LEVEL, []).append(
            (index, str(playable_bid), bid(playable_bid, rules))
        )
    rows_html = (
        ("pad-6" if len(row) == 6 else "pad-5", _keys(radio, tuple(row)))
        for _, row in sorted(rows.items())
    )
    return format_html_join("", '<div class="pad {}">{}</div>', rows_html)


@lru_cache(maxsize=256)
def _keys(radio: Radio, key_rows: tuple[tuple[int, str, str], ...]) -> SafeString:
    invalid = SafeString(' aria-invalid="true"' if radio.is_invalid else "")
    attributes = {radio.chosen_value: SafeString(f"{invalid} checked")}
    return format_html_join(
        "",
        '<label class="key" for="{0}_{1}"><input type="radio" name="{2}" value="{3}"'
        ' id="{0}_{1}"{4}><span>{5}</span></label>',
        (
            (radio.id_prefix, index, radio.name, value, attributes.get(value, invalid), face)
            for index, value, face in key_rows
        ),
    )


SUIT_BIDS = re.compile(r"\b(6|7|8|9|10) (Spades|Clubs|Diamonds|Hearts)\b")


@register.filter
def suited(words: str) -> SafeString:
    """Draw the suit bids of a sentence: {{ "8 Hearts by Alma"|suited }}."""
    html = SUIT_BIDS.sub(lambda match: _usual_bid(f"{match[1]}{match[2][0]}"), _escape(words))
    return mark_safe(html)  # noqa: S308 -- all other text is escaped


@lru_cache(maxsize=64)
def _usual_bid(code: str) -> SafeString:
    return bid(code)


@register.simple_tag
def bid_card(bid_to_show: Bid) -> SafeString:
    corner = format_html(
        '<b class="suit-{}">{}</b>', bid_to_show.strain.lower(), bid_to_show.level or ""
    )
    middle = suit(bid_to_show.strain) if bid_to_show.strain in set(Suit) else bid_to_show.strain
    return format_html("{}{}{}", corner, middle, corner)


@register.simple_tag
def drawing(picture: Drawing, kind: str, words: str = "", background: str = "") -> SafeString:
    return mark_safe(svg(picture, kind, words, background))  # noqa: S308


@register.simple_tag
def drawing_symbol(picture: Drawing, name: str) -> SafeString:
    return mark_safe(symbol(picture, name))  # noqa: S308


@register.simple_tag
def drawing_signs() -> SafeString:
    shapes = ((number, points_text(sign)) for number, sign in enumerate(SIGNS))
    return format_html_join("", '<polygon id="sign-{}" points="{}"/>', shapes)


@register.simple_tag
def card(code: str) -> SafeString:
    """Show "8H", or "Jo/H": a joker led for hearts. Other text is shown unchanged."""
    card_code, _, led_suit = code.partition("/")
    try:
        parsed_card = Card(card_code)
    except RuleError:
        return escape(code)
    if parsed_card.suit is None:
        led_for = format_html(" for {}", suit(led_suit)) if led_suit else ""
        return format_html(
            '<span class="bid"><b>{}</b>{}</span>', parsed_card.words.title(), led_for
        )
    return format_html(
        '<span class="bid"><span aria-hidden="true"><b>{}</b>{}</span>'
        '<span class="hush">{}</span></span>',
        parsed_card.rank,
        suit(parsed_card.suit),
        parsed_card.words,
    )


@register.simple_tag
def call(code: str, rules: Rules | None = None) -> SafeString:
    """Show a bid, or a word such as "Pass". Other text is shown unchanged."""
    try:
        parsed_call = Call(code)
    except RuleError:
        return escape(code)
    return (
        escape(CALL_WORDS[parsed_call]) if parsed_call.bid is None else bid(parsed_call.bid, rules)
    )


CALL_WORDS = {"P": "Pass", "ANF": "Ace, no face", "AGREE": "Agree", "REFUSE": "Refuse"}


@register.filter
def note_buttons(tags: str | None) -> list[dict[str, Any]]:
    """Read the buttons that `views.refusals` stores in the tags of a message."""
    return list(json.loads(tags)) if tags else []


@register.filter
def points(value: int | str | None) -> str:
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
register.filter("clock", numbers.clock)
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
    """{{ 3|count:"table" }} is "3 tables"; {{ 2|count:"class,classes" }} is "2 classes"."""
    singular, _, plural = words.partition(",")
    return numbers.counted(number, singular, plural)


@register.filter
def people(number: int) -> str:
    return numbers.counted(number, "person", "people")


@register.filter("listed")
def joined_names(names: Iterable[object]) -> str:
    *first, last = [str(name) for name in names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


@register.filter
def hidden(value: str, name: str) -> SafeString:
    field = f'<input type="hidden" name="{_escape(name)}" value="{_escape(value)}">'
    return mark_safe(field)  # noqa: S308


@register.simple_tag
def name_options(names: Iterable[object]) -> SafeString:
    """Write options; a loop in a template is slow for a thousand people."""
    html = [f'<option value="{_escape(name)}"></option>' for name in names]
    return mark_safe("".join(html))  # noqa: S308


@register.simple_tag
def people_options(lines: Iterable[PlayerLine], selected: PlayerLine) -> SafeString:
    attributes = {selected.id: " selected"}
    html = [
        f'<option value="{line.id}"{attributes.get(line.id, "")}>{_escape(line.name)}</option>'
        for line in lines
    ]
    return mark_safe("".join(html))  # noqa: S308


@register.simple_tag
def card_options(lines: Iterable[StandingLine]) -> SafeString:
    html = [
        f'<option value="{line.person.id}">{line.place} {_escape(line.name)}</option>'
        for line in lines
    ]
    return mark_safe("".join(html))  # noqa: S308


def _escape(value: object) -> str:
    """Escape unsafe text, faster than Django's escape()."""
    text = str(value)
    return text if isinstance(text, SafeString) else plain_escape(text)


PIPS = {"●": '<i class="in"></i>', "▲": '<i class="odd"></i>', "○": "<i></i>"}
MOST_PIPS = 6  # on a tile


@register.simple_tag
def tile_top(table: LiveTable, desk_url: str, table_count: int) -> SafeString:
    number, marks = table.number, table.hand_signs
    state = table.board_state or ("head" if number == 1 else "")
    css_class = f"tile tile-{state}" if state else "tile"
    has_label = number == 1 and table_count <= MOST_TILES_WITH_NAMES
    label = '<small class="muted">head table</small>' if has_label else ""
    pips = "".join([PIPS[sign] for sign in marks])
    pips_row = f'<span class="pips" aria-hidden="true">{pips}</span><br>'
    if len(marks) > MOST_PIPS:
        pips_row = ""
    return mark_safe(  # noqa: S308 -- no text of users
        f'<li><a id="spot-{number}" class="{css_class}" href="{desk_url}?table={number}">'
        '\n    <span class="tile-top"><span class="plate"><span class="hush">Table </span>'
        f'{number}</span>{label}\n      <span class="row-end">{pips_row}'
        f"<small>{table.progress_text}</small></span></span>"
    )


@register.simple_tag
def waiting_tables(scores: Iterable[TableScore], current_table: int) -> SafeString:
    current = {current_table: ' aria-current="true"'}
    html = [
        f'<li><a href="?table={score.number}"{current.get(score.number, "")}><span class="plate">'
        f'<span class="hush">Table </span>{score.number}</span>'
        f"<small>{score.hands_to_come_text}</small></a></li>"
        for score in scores
    ]
    return mark_safe("".join(html))  # noqa: S308 -- no text of users


@register.simple_tag
def hand_rows(lines: Iterable[HandLine], rules: Rules, table_address: str = "") -> SafeString:
    """With `table_address`, each hand links to its correction."""
    html = [
        f'<tr><th scope="row">{_hand_words(line, rules, table_address)}</th>'
        f'<td class="num">{numbers.signed(line.ns or 0)}</td>'
        f'<td class="num">{numbers.signed(line.ew or 0)}</td></tr>'
        for line in lines
    ]
    return mark_safe("".join(html))  # noqa: S308 -- numbers and escaped words


def _hand_words(line: HandLine, rules: Rules, table_address: str) -> str:
    html = _escape(capfirst(line.words))
    if line.result is not None and line.result.bid is not None:
        announced = f", {line.result.announced}" if line.result.announced else ""
        bidder = f" by {_escape(line.bidder)}" if line.bidder else ""
        html = f"{bid(line.result.bid, rules)}{bidder}, {line.result.tricks}{announced}"
    html = f'<span class="muted">{line.hand}.</span> {html}'
    if not table_address:
        return html
    address = f"{_escape(table_address)}hands/{line.hand}/"
    return f'<a href="{address}">{html}<span class="hush">, correct</span></a>'


@register.simple_tag(takes_context=True)
def print_button(
    context: Context,
    paper: Any,
    print_url: str,
    words: str,
    *,
    key: str,
    kind: str = "btn-second",
    only_changed: bool = False,
) -> SafeString:
    """`print_url` is the address of the print centre."""
    fields = {
        "paper": paper.look.paper,
        "size": "large" if paper.look.large else "",
        "round": paper.number,
        "only": "changed" if only_changed else "",
    }
    inputs = "".join([hidden(value, name) for name, value in fields.items() if value])
    hidden_text = f": {_escape(paper.title)}"
    if kind != "btn-next":
        hidden_text = f'<span class="hush">{hidden_text}</span>'
    return mark_safe(  # noqa: S308
        f'<form method="post" action="{_escape(print_url)}{paper.document.slug}/"'
        f' target="_blank" rel="noopener">{CsrfTokenNode().render(context)}{inputs}'
        f'<button id="{_escape(key)}" class="btn {kind}">{_escape(words)}{hidden_text}'
        "</button></form>"
    )


@register.simple_tag(takes_context=True)
def nav_link(context: Context, url: str, words: str, *sections: str) -> SafeString:
    """Write a link of a menu; it is marked on pages whose address has one of `sections`."""
    request = context.get("request")
    path = request.path if request is not None else ""
    is_inside = any(section in path for section in sections)
    mark = ' aria-current="page"' if path == url else ' aria-current="true"' if is_inside else ""
    return mark_safe(f'<li><a href="{_escape(url)}"{mark}>{_escape(words)}</a></li>')  # noqa: S308


@register.simple_tag
@cache
def rendered_once(template_name: str) -> SafeString:
    """Write a template that is the same on every page, rendered once in a process."""
    return render_to_string(template_name)


@register.simple_block_tag
def rendered(content: str) -> str:
    """Store a part that a page shows twice: {% rendered as links %}…{% endrendered %}."""
    return content


@register.simple_tag
def forms_with_errors(*candidates: Any) -> list[BaseForm]:
    """Return the forms with errors. A page without forms passes ""."""
    return [form for form in _flat_forms(candidates) if form.errors]


@register.simple_block_tag(takes_context=True)
def each_fault_once(context: Context, content: str) -> str:
    """Put above `content` the faults of `problems`, `form` and `forms` that it does not show."""
    forms = forms_with_errors(context.get("form"), context.get("forms"))
    fields = [field for form in forms for field in form.visible_fields()]
    faults = list(context.get("problems") or ())
    for errors in [form.non_field_errors() for form in forms] + [field.errors for field in fields]:
        faults += errors
    missing = [fault for fault in faults if f">{_escape(fault)}<" not in content]
    if not missing:
        return content
    return render_to_string("parts/errors.html", {"problems": missing}) + content


def _flat_forms(candidates: Iterable[Any]) -> Iterator[BaseForm]:
    for candidate in candidates:
        if isinstance(candidate, BaseForm):
            yield candidate
        elif candidate:
            yield from _flat_forms(candidate)


@register.simple_tag
def plain_rows(table: Any) -> SafeString:
    """Draw the rows of a django-tables2 table; its own template is slow for fifty rows.

    The attributes of a column must be the same in all rows.
    """
    columns = [_cell_writer(column) for column in table.columns]
    rows = ("".join(write(row.record) for write in columns) for row in table.paginated_rows)
    return mark_safe("".join(f"<tr>{row}</tr>\n" for row in rows))  # noqa: S308


def _cell_writer(column: Any) -> Callable[[Any], str]:
    """Return a function that writes a column's cells as the table itself would."""
    tag, scope = ("th", ' scope="row"') if column.name == "name" else ("td", "")
    css_class = column.attrs["td"].get("class")
    class_attribute = format_html(' class="{}"', css_class) if css_class else ""
    # The table itself inspects the signature for each cell, which is slow.
    parameters = signature(column.render).parameters.keys() & {"record", "value"}

    def write(record: Any) -> str:
        value = column.accessor.resolve(record)
        if value in column.column.empty_values:
            content = column.default
        else:
            arguments = {"record": record, "value": value}
            content = column.render(**{name: arguments[name] for name in parameters})
        return f"<{tag}{scope}{class_attribute}>{_escape(content)}</{tag}>"

    return write


@register.simple_tag
def tally_box(box: TallyBox) -> SafeString:
    return SafeString(box.html)


class _CompactEncoder(DjangoJSONEncoder):
    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "separators": (",", ":")})


@register.filter
def compact_json(value: Any, element_id: str) -> SafeString:
    """Django's json_script without spaces, to keep a phone's page small."""
    return json_script(value, element_id, _CompactEncoder)

"""Writes common widgets without Django's templates, which took half of the desk page's time."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from django.forms import BoundField
from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

WIDGETS = "django/forms/widgets/"
INPUTS = ("checkbox", "date", "email", "hidden", "input", "number", "password", "text")
FIELD = "django/forms/field.html"
ERRORS = "django/forms/errors/list/default.html"


class Renderer(TemplatesSetting):
    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        if template_name == ERRORS and not context["errors"]:
            return ""
        if template_name == FIELD:
            return field_group(context["field"])
        if write := WRITERS.get(template_name):
            return write(context["widget"])
        return super().render(template_name, context, request)


def field_group(field: BoundField) -> SafeString:
    """Write label, hint, errors and field, in the order in which screen readers read them."""
    classes = (
        f"field{' field-bad' if field.errors else ''} {_escaped(field.css_classes())}".rstrip()
    )
    hint = f'<p class="hint" id="{field.auto_id}_helptext">{_escaped(field.help_text)}</p>'
    label = f'<label for="{_escaped(field.id_for_label)}">{_escaped(field.label)}</label>'
    shown: str = field.as_widget(attrs={"autofocus": True} if _has_first_fault(field) else None)
    start, end = label if field.label else "", ""
    if field.widget_type == "checkbox":
        start, shown = "", f'<div class="choice-one">{shown}{label}</div>\n  '
    if field.use_fieldset:
        start = (
            f"<fieldset{_attributes({'aria-describedby': field.aria_describedby or False})}>\n  "
        )
        start += f"<legend>{_escaped(field.label)}</legend>\n  " if field.label else "\n  "
        end = "</fieldset>"
    parts = (start, hint if field.help_text else "", str(field.errors), shown, end)
    content = "".join([f"\n  {part}" for part in parts])
    return mark_safe(f'<div class="{classes}">{content}\n</div>')  # noqa: S308


def _has_first_fault(field: BoundField) -> bool:
    return (
        bool(field.errors)
        and not field.use_fieldset
        and field.name == next(iter(field.form.errors))
    )


def input_tag(widget: Mapping[str, Any]) -> SafeString:
    value = widget["value"]
    shown = {"type": widget["type"], "name": widget["name"]}
    if value is not None:
        shown["value"] = value
    return mark_safe(f"<input{_attributes(shown)}{_attributes(widget['attrs'])}>")  # noqa: S308


def option_tag(widget: Mapping[str, Any]) -> SafeString:
    """Write a radio button or checkbox, inside its label if it has one."""
    if not widget["wrap_label"]:
        return input_tag(widget)
    label, name = f"<span>{_escaped(widget['label'])}</span>", widget["attrs"].get("id")
    for_ = _attributes({"for": name or False})
    return mark_safe(f"<label{for_}>{input_tag(widget)}\n{label}</label>")  # noqa: S308


def options_list(widget: Mapping[str, Any]) -> SafeString:
    """Write radio buttons or checkboxes, each group below its name."""
    attributes = widget["attrs"]
    classes = f"choices {attributes['class']}" if attributes.get("class") else "choices"
    groups = "".join(
        [
            (f'\n  <p class="choices-group">{_escaped(name)}</p>\n  ' if name else "\n  \n  ")
            + "".join([f'<div class="choice">{option_tag(each)}\n\n</div>' for each in options])
            for name, options, _ in widget["optgroups"]
        ]
    )
    opening = _attributes({"class": classes, "id": attributes.get("id") or False})
    return mark_safe(f"<div{opening}>{groups}\n</div>")  # noqa: S308


def select_tag(widget: Mapping[str, Any]) -> SafeString:
    name = _attributes({"name": widget["name"]})
    groups = "".join(_option_group(name, options) for name, options, _ in widget["optgroups"])
    return mark_safe(f"<select{name}{_attributes(widget['attrs'])}>{groups}\n</select>")  # noqa: S308


def _option_group(name: str | None, options: list[dict[str, Any]]) -> str:
    tags = "".join(
        [
            f'\n  <option value="{_escaped(option["value"])}"{_attributes(option["attrs"])}>'
            f"{_escaped(option['label'])}</option>"
            for option in options
        ]
    )
    if not name:  # an option outside a group
        return tags
    return f"\n  <optgroup{_attributes({'label': name})}>{tags}\n  </optgroup>"


def _attributes(attributes: Mapping[str, Any]) -> str:
    """Write attributes: True gives a name without a value, False leaves the attribute out."""
    if not attributes:
        return ""
    return "".join(
        [
            f" {_escaped(name)}" if value is True else f' {_escaped(name)}="{_escaped(value)}"'
            for name, value in attributes.items()
            if value is not False
        ]
    )


def _escaped(value: object) -> str:
    """Escape like Django's conditional_escape, but faster on lists of hundreds of people."""
    text = str(value)
    return text if isinstance(text, SafeString) else escape(text)


WRITERS: Mapping[str, Callable[[Mapping[str, Any]], SafeString]] = {
    f"{WIDGETS}{kind}.html": write
    for kinds, write in (
        (INPUTS, input_tag),
        (("checkbox_option", "radio_option"), option_tag),
        (("checkbox_select", "radio"), options_list),
        (("select",), select_tag),
    )
    for kind in kinds
}

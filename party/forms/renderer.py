"""The renderer of all forms: what has no look of its own is written without a template.

The page of the desk has forty inputs. A template for each, and one more for its attributes, took
half of its time.
"""

from collections.abc import Mapping
from html import escape
from typing import Any

from django.forms import BoundField
from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

WIDGETS = "django/forms/widgets/"
INPUTS = frozenset(
    f"{WIDGETS}{kind}.html"
    for kind in ("checkbox", "date", "email", "hidden", "input", "number", "password", "text")
)
OPTIONS = frozenset({f"{WIDGETS}checkbox_option.html", f"{WIDGETS}radio_option.html"})
SELECT = f"{WIDGETS}select.html"
FIELD = "django/forms/field.html"
ERRORS = "django/forms/errors/list/default.html"


class Renderer(TemplatesSetting):
    """Django's, with inputs, selects and empty lists of errors written here."""

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        if template_name == ERRORS and not context["errors"]:
            return ""
        if template_name in INPUTS:
            return input_tag(context["widget"])
        if template_name in OPTIONS and not context["widget"]["wrap_label"]:
            return input_tag(context["widget"])
        if template_name == FIELD:
            return field_group(context["field"])
        if template_name == SELECT:
            return select_tag(context["widget"])
        return super().render(template_name, context, request)


def field_group(field: BoundField) -> SafeString:
    """Write label, hint, what is wrong, then the field: they are read aloud in this order."""
    classes = (
        f"field{' field-bad' if field.errors else ''} {_escaped(field.css_classes())}".rstrip()
    )
    hint = f'<p class="hint" id="{field.auto_id}_helptext">{field.help_text}</p>'
    label = f'<label for="{_escaped(field.id_for_label)}">{_escaped(field.label)}</label>'
    start, shown, end = label if field.label else "", str(field), ""
    if field.widget_type == "checkbox":
        start, shown = "", f'<div class="choice-one">{shown}{label}</div>\n  '
    if field.use_fieldset:
        start = (
            f"<fieldset{_attributes({'aria-describedby': field.aria_describedby or False})}>\n  "
        )
        start += f"<legend>{_escaped(field.label)}</legend>\n  " if field.label else "\n  "
        end = "</fieldset>"
    parts = (start, hint if field.help_text else "", str(field.errors), shown, end)
    inside = "".join([f"\n  {part}" for part in parts])
    return mark_safe(f'<div class="{classes}">{inside}\n</div>')  # noqa: S308


def input_tag(widget: Mapping[str, Any]) -> SafeString:
    """Write what the template widgets/input.html of Django writes."""
    value = widget["value"]
    shown = {"type": widget["type"], "name": widget["name"]}
    if value is not None:
        shown["value"] = value
    return mark_safe(f"<input{_attributes(shown)}{_attributes(widget['attrs'])}>")  # noqa: S308


def select_tag(widget: Mapping[str, Any]) -> SafeString:
    """Write what the template widgets/select.html of Django writes."""
    name = _attributes({"name": widget["name"]})
    groups = "".join(_group(name, options) for name, options, _ in widget["optgroups"])
    return mark_safe(f"<select{name}{_attributes(widget['attrs'])}>{groups}\n</select>")  # noqa: S308


def _group(name: str | None, options: list[dict[str, Any]]) -> str:
    inside = "".join(
        [
            f'\n  <option value="{_escaped(option["value"])}"{_attributes(option["attrs"])}>'
            f"{_escaped(option['label'])}</option>"
            for option in options
        ]
    )
    if not name:  # each option is a group of its own
        return inside
    return f"\n  <optgroup{_attributes({'label': name})}>{inside}\n  </optgroup>"


def _attributes(attributes: Mapping[str, Any]) -> str:
    """Write attributes, each escaped: True is a name without a value, False is none."""
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
    """Escape what is not safe; a list of everybody has hundreds, and Django's way takes longer."""
    text = str(value)
    return text if isinstance(text, SafeString) else escape(text)

"""The base of every form: error messages in an organiser's words, and typed access to choices."""

from collections.abc import Iterable, Mapping
from typing import cast

from django import forms
from django.core.exceptions import BadRequest
from django.utils.text import capfirst


class PlainForm(forms.Form):
    """The base class of every form of Head Table."""

    def full_clean(self) -> None:
        for field in self.fields.values() if self.is_bound else ():
            set_messages(field)
        super().full_clean()

    def is_whole(self) -> bool:
        """Return whether it is valid; a page without its own hidden fields was not sent by us."""
        valid = self.is_valid()
        if {"hand", "seen", "submission"} & self.errors.keys():
            raise BadRequest("This page was sent without its number. Open it again.")
        return valid

    def set_choices(self, name: str, choices: Iterable[tuple[str | int, str]]) -> None:
        """Set the choices of a choice field, which are known only when the page is made."""
        cast("forms.ChoiceField", self.fields[name]).choices = list(choices)


class NumberField(forms.IntegerField):
    """A short whole number, typed and not spun."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "class": "short"})


def set_messages(field: forms.Field) -> None:
    """Replace Django's error messages; messages that a field sets itself stay."""
    stock: dict[str, object] = {}
    for kind in reversed(type(field).__mro__):
        stock |= vars(kind).get("default_error_messages", {})
    for code, words in message_texts(field).items():
        if field.error_messages.get(code) is stock.get(code):
            field.error_messages[code] = words


def message_texts(field: forms.Field) -> Mapping[str, str]:
    """Return a sentence for each way in which a field can be wrong."""
    label = str(field.label or "").rstrip("?").replace("%", "%%")
    about = f"{label}: " if label else ""
    choosing = f"{about}choose one of those shown."
    unreadable = f"{about}this cannot be read. Type it again."
    texts = {
        "required": choosing if isinstance(field, forms.ChoiceField) else f"{about}fill this in.",
        "invalid_choice": choosing,
        "invalid_list": choosing,
        "invalid": unreadable,
        "null_characters_not_allowed": unreadable,
        "max_length": f"{about}at most %(limit_value)d letters.",
        "min_value": f"{about}at least %(limit_value)d.",
        "max_value": f"{about}at most %(limit_value)d.",
        "contradiction": unreadable,
        "missing": f"{about}no file came. Choose it again.",
    }
    return {code: capfirst(words) for code, words in texts.items()}

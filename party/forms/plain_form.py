from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar, cast

from django import forms
from django.core.exceptions import BadRequest
from django.utils.text import capfirst

from party.rosters import folded

T = TypeVar("T")


class PlainForm(forms.Form):
    """The base class of every form: views read its typed properties, never `cleaned_data`."""

    def full_clean(self) -> None:
        for field in self.fields.values() if self.is_bound else ():
            set_messages(field)
        super().full_clean()

    def is_valid_with_hidden_fields(self) -> bool:
        """Raises BadRequest if a hidden field is wrong, because every page fills these fields."""
        valid = self.is_valid()
        if {"hand", "seen", "submission"} & self.errors.keys():
            raise BadRequest("This page was sent without its number. Open it again.")
        return valid

    def set_choices(self, name: str, choices: Iterable[tuple[str | int, str]]) -> None:
        cast("forms.ChoiceField", self.fields[name]).choices = list(choices)


class ValueForm(PlainForm, Generic[T]):
    """`value` has the values of all fields: one value, a tuple, or a `value_type`."""

    value_type: Callable[..., object] | None = None

    @property
    def value(self) -> T:
        if self.value_type is not None:
            return cast("T", self.value_type(**self.cleaned_data))
        values = tuple(self.cleaned_data.values())
        return cast("T", values if len(values) > 1 else values[0])


class TypedNameForm(PlainForm):
    """The user must type the name of the thing to remove."""

    name = forms.CharField(widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, noun: str, expected: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.noun, self.expected = noun, expected
        field = self.fields["name"]
        field.label = f"The name of the {noun}"
        removed = "name" if noun == "person" else noun
        field.help_text = f"Type {expected} to remove the {removed}."
        field.error_messages["required"] = f"Type the name of the {noun}, to remove it."

    def clean_name(self) -> str:
        typed = str(self.cleaned_data["name"])
        if (folded(typed) or typed) != (folded(self.expected) or self.expected):
            text = f"The {self.noun} is called {self.expected}. Nothing was removed."
            raise forms.ValidationError(text)
        return typed


class NumberField(forms.IntegerField):
    widget = forms.TextInput(
        attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off"}
    )


class UploadField(forms.FileField):
    default_error_messages = {"empty": "There is nothing in this file."}


class ReasonField(forms.CharField):
    def __init__(self, *, label: str, example: str, **kwargs: Any) -> None:
        help_text = f"For example: “{example}”. It is kept in the log."
        super().__init__(label=label, max_length=200, help_text=help_text, **kwargs)


def set_messages(field: forms.Field) -> None:
    """Replace Django's messages; messages that a field sets itself stay."""
    django_messages: dict[str, object] = {}
    for each in reversed(type(field).__mro__):
        django_messages |= vars(each).get("default_error_messages", {})
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
    for code, text in texts.items():
        if field.error_messages.get(code) is django_messages.get(code):
            field.error_messages[code] = capfirst(text)

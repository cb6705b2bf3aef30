from collections.abc import Callable, Iterable
from functools import cache, lru_cache
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
    """`value` is the value of the only field; of several fields, a tuple or a `value_type`."""

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
    widget = forms.TextInput(attrs={"inputmode": "numeric", "class": "short"})


class UploadField(forms.FileField):
    default_error_messages = {"empty": "There is nothing in this file."}


class ReasonField(forms.CharField):
    def __init__(self, *, label: str, example: str, **kwargs: Any) -> None:
        super().__init__(label=label, max_length=200, help_text=log_help_text(example), **kwargs)


def log_help_text(example: str) -> str:
    return f"For example: “{example}”. It is kept in the log."


def set_messages(field: forms.Field) -> None:
    """Replace Django's messages; messages that a field sets itself stay."""
    django_messages = _django_messages(type(field))  # type: ignore[arg-type]  # a class is hashable
    for code, words in message_texts(str(field.label or ""), isinstance(field, forms.ChoiceField)):
        if field.error_messages.get(code) is django_messages.get(code):
            field.error_messages[code] = words


@cache
def _django_messages(kind: type[forms.Field]) -> dict[str, object]:
    messages: dict[str, object] = {}
    for each in reversed(kind.__mro__):
        messages |= vars(each).get("default_error_messages", {})
    return messages


@lru_cache(maxsize=1000)  # bounded, because labels can contain names of people
def message_texts(label: str, is_choice: bool) -> tuple[tuple[str, str], ...]:  # noqa: FBT001
    label = label.rstrip("?").replace("%", "%%")
    about = f"{label}: " if label else ""
    choosing = f"{about}choose one of those shown."
    unreadable = f"{about}this cannot be read. Type it again."
    texts = {
        "required": choosing if is_choice else f"{about}fill this in.",
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
    return tuple((code, capfirst(words)) for code, words in texts.items())

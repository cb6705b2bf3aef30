import copy
import importlib
import inspect
import pkgutil
import re
from typing import get_args, get_origin

import pytest
from django import forms
from django.core.exceptions import ValidationError

import party.forms
from party.forms.accounts import SignInForm
from party.forms.plain_form import PlainForm, ValueForm, set_messages

FRAMEWORK = re.compile(
    r"This field|[Ee]nter a|Select a|Ensure|Null char|No file was|Please|characters? \("
)
NONSENSE = ["", [], "no such thing", "\0", "x" * 2000, ["no such thing"], "-9", "9" * 30]


def forms_of(kind):
    for module in pkgutil.walk_packages(party.forms.__path__, "party.forms."):
        made = importlib.import_module(module.name)
        for _, each in inspect.getmembers(made, inspect.isclass):
            if issubclass(each, kind) and each.__module__ == made.__name__:
                yield each


def fields():
    for form in forms_of(PlainForm):
        for name, field in form.base_fields.items():
            yield pytest.param(field, id=f"{form.__name__}-{name}")


def error_messages_of(field):
    for value in NONSENSE:
        try:
            field.clean(value)
        except ValidationError as error:
            yield from error.messages
        except AttributeError:
            continue  # no browser sends it
    yield from map(str, field.error_messages.values())


def test_every_form_inherits_from_plain_form():
    assert list(forms_of(forms.BaseForm)) == list(forms_of(PlainForm))


@pytest.mark.parametrize("field", list(fields()))
def test_error_messages_do_not_have_the_words_of_django(field):
    field = copy.deepcopy(field)
    set_messages(field)
    if not field.widget.is_hidden:
        assert [message for message in error_messages_of(field) if FRAMEWORK.search(message)] == []


def test_messages_of_a_form_stay_and_default_messages_name_the_field():
    form = SignInForm({"name": "x" * 255, "password": ""})
    assert form.errors["name"] == ["Name or e-mail address: at most 254 letters."]
    assert form.errors["password"] == ["Type your password."]


def test_a_message_is_correct_without_a_label_and_with_a_percent_sign():
    bare, odd = forms.CharField(max_length=1), forms.CharField(label="100 %", max_length=1)
    for field, words in ((bare, "At most 1 letters."), (odd, "100 %: at most 1 letters.")):
        set_messages(field)
        with pytest.raises(ValidationError) as refused:
            field.clean("xx")
        assert refused.value.messages == [words]


@pytest.mark.parametrize(
    "form",
    [each for each in forms_of(ValueForm) if each is not ValueForm],
    ids=lambda each: each.__name__,
)
def test_a_value_has_its_declared_type(form):
    """mypy cannot compare the declared type of a value with the fields."""
    (promised,) = next(args for base in form.__orig_bases__ if (args := get_args(base)))
    fields = form.base_fields.keys()
    if form.value_type is not None:
        assert form.value_type is promised
        assert fields <= promised.__annotations__.keys()
    else:
        parts = get_args(promised) if get_origin(promised) is tuple else [promised]
        assert len(parts) == len(fields)

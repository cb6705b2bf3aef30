"""Inputs and selects are written as Django's own templates write them."""

import pytest
from django import forms
from django.forms.renderers import TemplatesSetting
from django.utils.safestring import mark_safe

from party.forms.renderer import Renderer

ODD = "<b> & \"quoted\" 'single'"
CHOICES = [("", "Choose"), (1, ODD), ("group", [(2, "two"), (ODD, mark_safe("<i>three</i>"))])]
WIDGETS = [
    (forms.TextInput({"autofocus": True, "disabled": False, "data-odd": ODD}), ODD),
    (forms.TextInput(), None),
    (forms.TextInput({"title": mark_safe("&amp;")}), mark_safe("&lt;")),
    (forms.NumberInput({"min": 0, "step": 10}), 1234),
    (forms.HiddenInput(), 0),
    (forms.EmailInput(), "ruth@example.org"),
    (forms.PasswordInput(), "never shown"),
    (forms.DateInput(), "2026-11-14"),
    (forms.CheckboxInput(), True),
    (forms.CheckboxInput(), False),
    (forms.Select({"class": "input"}, CHOICES), "1"),
    (forms.Select({"required": True}, CHOICES), ODD),
    (forms.RadioSelect({"class": "row"}, CHOICES), "1"),
]


@pytest.mark.parametrize(("widget", "value"), WIDGETS)
def test_widgets_are_written_as_their_templates_write_them(widget, value):
    attrs = {"id": "id_field", "aria-invalid": "true"}
    ours, theirs = (
        widget.render("field", value, attrs, renderer)
        for renderer in (Renderer(), TemplatesSetting())
    )
    assert lines_of(ours) == lines_of(theirs)


def lines_of(tag):
    return [line.strip() for line in tag.splitlines() if line.strip()]


def test_options_one_by_one_are_written_as_their_template_writes_them():
    class Circles(forms.Form):
        bid = forms.ChoiceField(choices=[("8H", ODD), (ODD, "odd")], widget=forms.RadioSelect)

    ours, theirs = (
        [option.tag() for option in Circles({"bid": ODD}, renderer=renderer)["bid"]]
        for renderer in (Renderer(), TemplatesSetting())
    )
    assert ours == theirs
    assert "checked" in ours[1]


def test_no_errors_are_no_text():
    class Line(forms.Form):
        text = forms.CharField()

    assert str(Line({"text": "8hn9"}, renderer=Renderer())["text"].errors) == ""
    assert "This field is required" in str(Line({}, renderer=Renderer())["text"].errors)

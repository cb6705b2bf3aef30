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
]


@pytest.mark.parametrize(("widget", "value"), WIDGETS)
def test_widgets_are_rendered_as_their_templates_would_render_them(widget, value):
    attrs = {"id": "id_field", "aria-invalid": "true"}
    ours, theirs = (
        widget.render("field", value, attrs, renderer)
        for renderer in (Renderer(), TemplatesSetting())
    )
    assert lines_of(ours) == lines_of(theirs)


START = '<div class="choice"><label'


def lines_of(tag):
    return [line.strip() for line in tag.splitlines() if line.strip()]


def test_markup_in_a_hint_is_escaped_unless_marked_safe():
    class HintForm(forms.Form):
        name = forms.CharField(help_text=f"Type {ODD}.")
        sure = forms.CharField(help_text=mark_safe("<b>Sure?</b>"))

    shown = HintForm(renderer=Renderer()).as_div()
    assert "Type &lt;b&gt; &amp; &quot;quoted&quot;" in shown
    assert "<b>Sure?</b>" in shown


def test_single_options_are_rendered_as_their_template_would_render_them():
    class Circles(forms.Form):
        bid = forms.ChoiceField(choices=[("8H", ODD), (ODD, "odd")], widget=forms.RadioSelect)

    ours, theirs = (
        [option.tag() for option in Circles({"bid": ODD}, renderer=renderer)["bid"]]
        for renderer in (Renderer(), TemplatesSetting())
    )
    assert ours == theirs
    assert "checked" in ours[1]


def test_radio_buttons_and_boxes_are_grouped_and_wrapped_in_labels():
    circles = forms.RadioSelect(choices=[(1, ODD), ("group", [(2, "two")])])
    assert lines_of(circles.render("bid", "2", {"id": "bid"}, Renderer())) == [
        '<div class="choices" id="bid">',
        f'{START} for="bid_0"><input type="radio" name="bid" value="1" id="bid_0">',
        "<span>&lt;b&gt; &amp; &quot;quoted&quot; &#x27;single&#x27;</span></label>",
        "</div>",
        '<p class="choices-group">group</p>',
        f'{START} for="bid_1_0"><input type="radio" name="bid" value="2" id="bid_1_0" checked>',
        "<span>two</span></label>",
        "</div>",
        "</div>",
    ]
    boxes = forms.CheckboxSelectMultiple({"class": "row"}, [(1, "one")])
    assert lines_of(boxes.render("days", [], {}, Renderer())) == [
        '<div class="choices row">',
        f'{START}><input type="checkbox" name="days" value="1" class="row">',
        "<span>one</span></label>",
        "</div>",
        "</div>",
    ]

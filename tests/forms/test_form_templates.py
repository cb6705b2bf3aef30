from django import forms
from django.utils.safestring import mark_safe

ODD = "<b> & \"quoted\" 'single'"
START = '<div class="choice"><label'


def lines_of(tag):
    return [line.strip() for line in tag.splitlines() if line.strip()]


def test_markup_in_a_hint_is_escaped_unless_marked_safe():
    class HintForm(forms.Form):
        name = forms.CharField(help_text=f"Type {ODD}.")
        sure = forms.CharField(help_text=mark_safe("<b>Sure?</b>"))

    shown = HintForm().as_div()
    assert "Type &lt;b&gt; &amp; &quot;quoted&quot;" in shown
    assert "<b>Sure?</b>" in shown


def test_the_first_field_with_a_fault_has_the_focus():
    class TwoForm(forms.Form):
        first, second = forms.CharField(), forms.CharField()

    shown = TwoForm({}).as_div()
    assert shown.count(" autofocus") == 1
    assert shown.index(" autofocus") < shown.index('name="second"')


def test_radio_buttons_and_boxes_are_grouped_and_wrapped_in_labels():
    circles = forms.RadioSelect(choices=[(1, ODD), ("group", [(2, "two")])])
    shown = "".join(lines_of(circles.render("bid", "2", {"id": "bid"})))
    assert shown == (
        '<div class="choices" id="bid">'
        f'{START} for="bid_0"><input type="radio" name="bid" value="1" id="bid_0">'
        "<span>&lt;b&gt; &amp; &quot;quoted&quot; &#x27;single&#x27;</span></label></div>"
        '<p class="choices-group">group</p>'
        f'{START} for="bid_1_0"><input type="radio" name="bid" value="2" id="bid_1_0" checked>'
        "<span>two</span></label></div></div>"
    )

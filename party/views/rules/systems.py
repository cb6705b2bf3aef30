from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from party.engine import PRESETS, VARIATIONS, Rules
from party.forms.rules.compare import AddHouseRulesForm, CompareForm, presets_by_players
from party.pdf.rules.rule_sheet import rule_sheet_pdf
from party.progression import FORMATS
from party.values.rules.evening import TOURNAMENTS, evening_section
from party.values.rules.sheets import RuleSheet, rule_differences, rule_sheet_of
from party.views.access import or_404
from party.views.downloads import show_pdf
from party.views.papers.paper import requested_look


@require_safe
def systems(request: HttpRequest) -> HttpResponse:
    page = {"systems": presets_by_players(), "variations": VARIATIONS, "form": CompareForm()}
    return render(request, "rules/systems.html", page)


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    form = CompareForm(request.GET or None)
    page: dict[str, object] = {"form": form}
    if form.is_valid():
        first, second = form.games
        page |= {"first": first, "second": second, "differences": rule_differences(first, second)}
    return render(request, "rules/compare.html", page)


@require_safe
def system(request: HttpRequest, preset: str) -> HttpResponse:
    form = AddHouseRulesForm(request.GET, rules=or_404(PRESETS.get(preset)))
    form.is_valid()
    page = {
        "form": form,
        "preset": preset,
        "sheet": _sheet_of_system(preset, form.rules),
        "rules": form.rules,
    }
    return render(request, "rules/system.html", page)


@require_safe
def system_pdf(request: HttpRequest, preset: str) -> HttpResponse:
    form = AddHouseRulesForm(request.GET, rules=or_404(PRESETS.get(preset)))
    if not form.is_valid():  # the page shows why
        return redirect(f"{reverse('system', args=[preset])}?{request.GET.urlencode()}")
    content = rule_sheet_pdf(_sheet_of_system(preset, form.rules), requested_look(request.GET))
    return show_pdf(f"rules-{preset}", content)


def _sheet_of_system(preset: str, rules: Rules) -> RuleSheet:
    evening = evening_section(rules, FORMATS[preset]) if preset in TOURNAMENTS else None
    return rule_sheet_of(rules, preset=preset, evening=evening)

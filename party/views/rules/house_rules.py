from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from party.engine import PRESETS, READING_NOTE, TOGGLES, Rules
from party.forms.rules.house_rules import (
    HouseRulesForm,
    LateRulesForm,
    RuleSearchForm,
    StartAgainForm,
)
from party.forms.scores.corrections import SeatsForm
from party.models import Party
from party.progression import FORMATS
from party.queries.evening.parties import count_people, tables_drawn
from party.queries.papers import heading
from party.queries.rules import count_entries, recount
from party.services import rules as verbs
from party.values.evening.rounds_offered import tables_for
from party.values.rules.bids import bid_values, slip_rules
from party.values.rules.evening import evening_section
from party.values.rules.sheets import (
    AT_A_PARTY,
    SWITCHES,
    rule_differences,
    rule_sheet_of,
    rules_in_short,
)
from party.values.scores.tables import count_hands
from party.views.access import actor_and_time, can_organise, organised_party, party_or_404
from party.views.refusals import Attempt


@require_safe
def party_rules(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    page = {
        "party": party,
        "short": rules_in_short(party.rules),
        "may_run": can_organise(request, party),
        **_preview(party, party.preset, party.rules),
    }
    return render(request, "rules/party_rules.html", page)


def change_rules(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = _house_form(request, party)
    entry_count = count_entries(party)
    if form.is_valid() and not party.finished_at:
        base, rules = form.base, form.rules
        if "look" in request.POST:
            form = HouseRulesForm.for_rules(base, rules)
        elif entry_count and (base, rules.values()) != (party.preset, party.rules.values()):
            return _show_recount(request, party, LateRulesForm(initial={"preset": base}), rules)
        elif _save_rules(request, party, form):
            return redirect("party_rules", party.pk)
    page = {
        "party": party,
        "form": form,
        "start": StartAgainForm(initial={"preset": form.base}),
        "entry_count": entry_count,
        "is_switching": "switching" in request.POST,
        "is_preview": "look" in request.POST and "switching" not in request.POST,
        **_search_context(request, form),
        **(_preview(party, form.base, form.rules) if not form.errors else {}),
    }
    return render(request, "rules/change_rules.html", page)


def _search_context(request: HttpRequest, form: HouseRulesForm) -> dict[str, object]:
    find = RuleSearchForm(request.POST or request.GET)
    if request.POST.get("look") == "every":
        find = RuleSearchForm({})
    search = find.search
    kept_on, parts = form.offer_switches(search), tuple(form.sections(search))
    shown = sum(len(part.fields) for part in parts)
    return {
        "find": find,
        "search": search,
        "parts": parts,
        "kept_on": kept_on,
        "shown": shown + form.offered_count,
        "every": len(AT_A_PARTY) + len(SWITCHES),
    }


def _house_form(request: HttpRequest, party: Party) -> HouseRulesForm:
    """On a GET, start from the rules of the party, or of the preset in the query."""
    if request.method == "POST":
        return HouseRulesForm(request.POST, base=request.POST.get("preset", party.preset))
    preset = request.GET.get("preset", "")
    if preset in FORMATS:
        return HouseRulesForm.for_rules(preset, PRESETS[preset])
    return HouseRulesForm.for_rules(party.preset, party.rules)


def _save_rules(request: HttpRequest, party: Party, form: HouseRulesForm) -> bool:
    with Attempt(request, form):
        verbs.change_rules(party.pk, preset=form.base, rules=form.rules, **actor_and_time(request))
        messages.success(request, f"The rules are saved: {form.rules.name}.")
        if tables_drawn(party):
            messages.warning(request, "Slips, cards and tents that are printed show the old bids.")
        return True
    return False


EXAMPLE_TABLES = 6  # tables of the preview while nobody is listed


def _preview(party: Party, base: str, rules: Rules) -> dict[str, object]:
    drawn = tables_drawn(party)
    tables = drawn or tables_for(count_people(party).listed) or EXAMPLE_TABLES
    return {
        "rules": rules,
        "base": PRESETS[base],
        "differences": rule_differences(PRESETS[base], rules),
        "sheet": rule_sheet_of(rules, heading(party), preset=base),
        "bids": bid_values(rules),
        "pad": slip_rules(rules, party.format),
        "nobody_bids": TOGGLES["all_pass"].choices[rules.all_pass],
        "reading_note": READING_NOTE,
        "drawn": drawn,
        "tables": tables,
        "evening": evening_section(rules, party.format, party.rounds_planned, tables),
    }


def recount_rules(request: HttpRequest, party_id: int) -> HttpResponse:
    """Change the rules after hands were entered: first show every hand that changes."""
    party = organised_party(request, party_id)
    form = LateRulesForm(request.POST or None)
    if form.is_valid() and _override(request, party, form):
        return redirect("party_rules", party.pk)
    if form.rules is None or "preset" in form.errors:
        return redirect("change_rules", party.pk)
    return _show_recount(request, party, form, form.rules)


def _override(request: HttpRequest, party: Party, form: LateRulesForm) -> bool:
    preset, rules, seen, reason = form.value
    choice, actor_args = SeatsForm.read_choice(request.POST), actor_and_time(request)
    with Attempt(request, form):
        effects = verbs.override_rules(
            party.pk, preset, rules, newest_entry=seen, reason=reason, choice=choice, **actor_args
        )
        hands = count_hands(len(effects.hands))
        messages.success(request, f"The rules are now {rules.name}; {hands} rescored.")
        return True
    return False


def _show_recount(
    request: HttpRequest, party: Party, form: LateRulesForm, rules: Rules
) -> HttpResponse:
    effects, seats_form = recount(party, rules), None
    if effects.effects_with_choice:
        seats_form = SeatsForm.for_effects(effects.effects_with_choice, {}, "")
        if chosen := SeatsForm.read_choice(request.POST).seats:
            seats_form.initial["seats"] = chosen
    page = {
        "party": party,
        "form": form,
        "rules": rules,
        "chosen": form.rules_as_json(rules),
        "differences": rule_differences(party.rules, rules),
        "recount": effects,
        "seats_form": seats_form,
    }
    return render(request, "rules/recount.html", page)

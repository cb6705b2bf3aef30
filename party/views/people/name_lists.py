from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.views.decorators.http import require_POST, require_safe

from party.forms.people.name_lists import (
    TOO_MANY_ALIKE,
    ClubRosterForm,
    NameListForm,
    NumberedListForm,
    ReadingForm,
    newcomer_of_player,
    sent_answers,
)
from party.forms.people.players import OneNameForm
from party.forms.people.same_person import SamePersonForm
from party.models import Party
from party.queries.evening.parties import count_people
from party.queries.evening.rounds import latest_round
from party.queries.people import players as reads
from party.rosters import RosterLine, casefolded_name
from party.services.people import players
from party.values.people.attendance import Newcomer
from party.views.access import actor_and_time, can_organise, party_of_club, party_or_404
from party.views.downloads import download
from party.views.refusals import Attempt

ROSTER_HEADINGS = ("Name", "Prize group", "Last came", "Told apart by")


def add_names(request: HttpRequest, party_id: int) -> HttpResponse:
    return _save_list(request, party_or_404(request, party_id), NameListForm)


def name_numbers(request: HttpRequest, party_id: int) -> HttpResponse:
    return _save_list(request, party_or_404(request, party_id), NumberedListForm)


def _save_list(request: HttpRequest, party: Party, form_type: type[NameListForm]) -> HttpResponse:
    """Show what was read, and ask about known names; save if there is nothing to ask."""
    if request.method != "POST":
        is_late = latest_round(party) is not None
        return _show_form(request, party, form_type(initial={"here": is_late}, cards={}))
    if "change" in request.POST:
        return _show_form(request, party, form_type(initial=request.POST.dict(), cards={}))
    cards = reads.names_by_number(party)
    form = form_type(
        request.POST, request.FILES, cards=cards, fee=party.fee, currency=party.currency
    )
    answers = _ask_about_lines(request, party, form) if form.is_valid() else None
    if answers is None or form.errors:
        return _show_form(request, party, form)
    lines, sent = form.reading.lines, "asked" in request.POST and "read" not in request.POST
    questions = ReadingForm(
        request.POST if sent else None,
        reading=form.reading,
        guests=form.choices.guests,
        dropped=answers.dropped,
    )
    is_open = form.reading.has_open_questions or form.has_unnamed_guests(answers.dropped)
    if is_open or not answers.is_valid():
        context = {"party": party, "form": answers, "list": form, "about": questions}
        context["forms"] = [questions]
        return render(request, "people/recognise.html", context)
    people = answers.newcomers()
    # If the service refuses, the page shows the text of a file in the field for names.
    form_again = form_type({**request.POST.dict(), "names": form.text}, cards=form.cards)
    with Attempt(request, form_again):
        if form.is_numbered:
            text = _name_numbers(request, party, people)
        else:
            text = _add_people(request, party, people, here="here" in request.POST)
        messages.success(request, text)
        # After one typed name the cursor is back in the field, for the next name.
        anchor = "#id_names" if len(lines) == 1 and not lines[0].number else ""
        return redirect(reverse("players", args=[party.pk]) + anchor)
    return _show_form(request, party, form_again)


def _ask_about_lines(request: HttpRequest, party: Party, form: NameListForm) -> SamePersonForm:
    answers = ask_who(
        request, party, form.reading.lines, must_be_shown=form.is_list, list_text=form.text
    )
    if answers.has_too_many:
        form.refuse_list(TOO_MANY_ALIKE)
    return answers


def ask_who(
    request: HttpRequest,
    party: Party,
    lines: Sequence[RosterLine],
    *,
    must_be_shown: bool = False,
    list_text: str = "",
    **words: str,
) -> SamePersonForm:
    """Return the form with questions about known names. A form without questions is valid.

    With `must_be_shown` no form is valid before the organiser has seen it. A helper of one party
    learns only whether a player of the club has exactly the typed name.
    """
    club_players = reads.roster(party)
    if not party.user_sees_club:
        typed_names = {casefolded_name(line.name) for line in lines}
        club_players = tuple(
            person for person in club_players if casefolded_name(person.name) in typed_names
        )
    answers = SamePersonForm(
        request.POST if "asked" in request.POST else None,
        read_again="read" in request.POST,
        lines=lines,
        tonight=reads.names_tonight(party),
        roster=club_players,
        list_text=list_text,
        **words,
    )
    if answers.has_questions or must_be_shown:
        return answers
    sent = MultiValueDict({"asked": [answers.mark]})
    return SamePersonForm(sent, lines=lines, tonight={}, roster=(), list_text=list_text)


def show_questions(
    request: HttpRequest,
    party: Party,
    answers: SamePersonForm,
    *,
    kept: Form,
    button: str,
    back: str,
) -> HttpResponse:
    context = {"party": party, "form": answers, "kept": kept, "button": button, "back": back}
    return render(request, "people/recognise.html", context)


def _add_people(
    request: HttpRequest, party: Party, people: Sequence[Newcomer], *, here: bool
) -> str:
    if not people:
        is_dropped = "drop" in request.POST
        return "Nobody was added." if is_dropped else "Nobody new: all of them were on the list."
    rows = players.add_entrants(party.pk, people, here=here, **actor_and_time(request))
    text = f"{len(rows)} names added" if len(rows) > 1 else f"{rows[0]} is on the list"
    if not here:
        return f"{text}. Tick who has arrived." if len(rows) > 1 else f"{text}, and expected."
    text += ", and all are here." if len(rows) > 1 else " and here."
    return f"{text} They get a seat from the next round." if latest_round(party) else text


def _name_numbers(request: HttpRequest, party: Party, people: Sequence[Newcomer]) -> str:
    names = {person.number: person for person in people}
    if not names:
        return "Nothing new: these numbers have their names."
    count = players.name_numbers(party.pk, names, **actor_and_time(request))
    return "One number has a name now." if count == 1 else f"{count} numbers have names now."


def from_roster(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_of_club(request, party_id)
    form = _roster_form(party, request.POST if request.method == "POST" else None)
    if form.is_valid():
        is_late = latest_round(party) is not None
        with Attempt(request, form):
            text = _add_people(request, party, form.chosen, here=is_late)
            messages.success(request, text)
            return redirect("players", party.pk)
    may_run = can_organise(request, party)
    context = {"party": party, "form": form, "people": form.by_id, "may_run": may_run}
    return render(request, "people/from_roster.html", context)


def _roster_form(party: Party, sent: QueryDict | None = None) -> ClubRosterForm:
    names_tonight = (name for name, _ in reads.names_tonight(party).values())
    return ClubRosterForm(sent, roster=reads.roster(party), tonight=names_tonight)


@require_safe
def roster_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    """An organiser can upload the file again, as a list of names."""
    club = party_of_club(request, party_id).club
    zone = ZoneInfo(club.time_zone)
    rows = (
        (
            person.name,
            person.prize_group,
            f"{person.last_party_at.astimezone(zone):%Y-%m-%d}" if person.last_party_at else "",
            person.word,
        )
        for person in reads.players_of_club(club)
    )
    return download("players", kind, ROSTER_HEADINGS, rows, club)


@require_POST
def last_people(request: HttpRequest, party_id: int) -> HttpResponse:
    """Put everybody on the list who came to the club's last party."""
    party = party_of_club(request, party_id)
    last = reads.last_party(party)
    players_to_add = reads.players_of_last_party(last, party) if last else ()
    people = [newcomer_of_player(each) for each in players_to_add]
    with Attempt(request):
        messages.success(request, _add_people(request, party, people, here=False))
    return redirect("players", party.pk)


def _show_form(request: HttpRequest, party: Party, form: NameListForm) -> HttpResponse:
    context = {
        "party": party,
        "form": form,
        "groups": reads.prize_groups(party.club),
        "answers": sent_answers(request.POST),
    }
    if form.is_numbered:
        return render(
            request, "people/name_numbers.html", {**context, "door": count_people(party)}
        )
    one_name = OneNameForm(initial={"here": form.initial.get("here", False)}, auto_id="one-%s")
    roster = _roster_form(party) if party.user_sees_club else None
    context |= {"one_name": one_name, "roster": roster}
    return render(request, "people/add_names.html", context)

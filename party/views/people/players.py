from collections.abc import Mapping
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from party.forms.people.name_lists import NameListForm
from party.forms.people.players import (
    HousePlayerForm,
    NumberCountForm,
    OneNameForm,
    PersonForm,
    StandInForm,
    read_ticks,
)
from party.forms.people.wishes import WishForm
from party.models import Party
from party.queries.evening.parties import count_people
from party.queries.evening.rounds import night, people
from party.queries.people.players import attenders, partner_of, player_list_page, prize_groups
from party.queries.people.wishes import may_start_together, stored_wishes
from party.queries.shared_reads import share_reads
from party.queries.standings.tally import tally_with_full_names
from party.rosters import RosterLine
from party.services.people import arrivals, players
from party.tables.people.players import list_table
from party.values.evening.live import Stage
from party.values.people.attendance import Attender, Newcomer, PlayerListPage
from party.values.people.words import ALREADY_LISTED
from party.views.access import actor_and_time, can_organise, or_404, organised_party, party_or_404
from party.views.downloads import download_table
from party.views.paging import configure_table
from party.views.people.door import offer_house_chair
from party.views.people.name_lists import ask_who, show_questions
from party.views.refusals import Attempt

ROWS_A_PAGE = 100
LONG_LIST = 40  # people; a longer list has letters to jump to
LONGEST_SEARCH = 120


def player_list(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    if request.method == "POST":
        return _save_ticks(request, party)
    return _show_list(request, party)


@require_safe
def list_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    party = party_or_404(request, party_id)
    table = list_table(player_list_page(party), party.pk, party.currency)
    return download_table("players", kind, table, party)


@share_reads()
def _show_list(
    request: HttpRequest,
    party: Party,
    count: NumberCountForm | None = None,
    house: HousePlayerForm | None = None,
) -> HttpResponse:
    page = player_list_page(party)
    may_run = can_organise(request, party)
    typed = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    shown = replace(page, rows=page.found(typed)) if typed else page
    table = list_table(shown, party.pk, party.currency)
    configure_table(request, table, ROWS_A_PAGE)
    count = count or NumberCountForm(initial={"count": len(page.rows) or ""})
    house = house or HousePlayerForm(prefix="house")
    names = None if page.door.listed or page.is_blind else NameListForm(cards={})
    context = {
        "party": party,
        "page": page,
        "door": page.door,
        "may_run": may_run,
        "may_draw": may_run and page.can_draw,
        "table": table,
        "typed": typed,
        "letters": () if typed or table.order_by else _letter_links(page, table.page.number),
        "was": " ".join(str(r.record.id) for r in table.paginated_rows if r.record.is_here),
        "names": names,
        # When people are here, the next name is probably of somebody at the door.
        "one_name": OneNameForm(initial={"here": page.is_drawn or page.door.here > 0}),
        "count": count,
        "house": house,
        "forms": [count, house],
        **(_wishes_and_form(party) if may_run and not party.finished_at else {}),
    }
    return render(request, "people/player_list.html", context)


def _letter_links(page: PlayerListPage, shown_number: int) -> list[tuple[str, str]]:
    if len(page.rows) <= LONG_LIST:
        return []
    links: dict[str, str] = {}
    for index, row in enumerate(page.rows):
        number = index // ROWS_A_PAGE + 1
        query = "" if number == shown_number else f"?page={number}"
        link = f"{query}#person-{row.id}"
        links.setdefault(row.first_letter, link)
    return [(letter, link) for letter, link in links.items() if letter]


def _save_ticks(request: HttpRequest, party: Party) -> HttpResponse:
    here, not_here = read_ticks(request.POST)
    if "everybody" in request.POST:
        ids = set(party.entrants.values_list("pk", flat=True))
        here, not_here = (ids, set()) if request.POST["everybody"] == "here" else (set(), ids)
    with Attempt(request):
        arrivals.set_attendance(party.pk, here, here=True, **actor_and_time(request))
        arrivals.set_attendance(party.pk, not_here, here=False, **actor_and_time(request))
        messages.success(request, f"Saved: {count_people(party).here} here.")
    return redirect("players", party.pk)


@require_POST
def tick_here(request: HttpRequest, party_id: int, entrant_id: int) -> HttpResponse:
    """Answer with the number of people who are here."""
    party = party_or_404(request, party_id)
    is_ticked = f"here-{entrant_id}" in request.POST
    with Attempt(request) as attempt:
        arrivals.set_attendance(party.pk, [entrant_id], here=is_ticked, **actor_and_time(request))
    if not attempt.succeeded:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    at_door, is_blind = count_people(party), party.is_blind
    may_draw = at_door.can_fill_table(is_blind=is_blind) and can_organise(request, party)
    context = {"party": party, "door": at_door, "may_draw": may_draw}
    return render(request, "people/_door.html", context)


@require_POST
def make_numbers(request: HttpRequest, party_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    form = NumberCountForm(request.POST)
    if form.is_valid():
        with Attempt(request, form, success=f"Numbers 1 to {form.value} are made."):
            players.make_numbers(party.pk, count=form.value, **actor_and_time(request))
            return redirect("players", party.pk)
    return _show_list(request, party, count=form)


@require_POST
def add_house_player(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    form = HousePlayerForm(request.POST, prefix="house")
    if form.is_valid():
        with Attempt(request, form):
            added = arrivals.add_house_player(party.pk, name=form.value, **actor_and_time(request))
            messages.success(request, f"{added} plays for the house.")
            return redirect("players", party.pk)
    return _show_list(request, party, house=form)


def player(request: HttpRequest, party_id: int, entrant_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    person = _person_or_404(party, entrant_id)
    form = _person_form(person, request.POST or None)
    if form.is_valid():
        with Attempt(request, form):
            _save_changes(request, party, person, form)
            messages.success(request, f"{_person_or_404(party, entrant_id)} is saved.")
            return redirect("players", party.pk)
    return _show_person(request, party, person, form)


def _save_changes(request: HttpRequest, party: Party, person: Attender, form: PersonForm) -> None:
    typed, actor_args = form.value, actor_and_time(request)
    if typed.name != person.name:
        players.rename_entrant(
            party.pk, person.id, name=typed.name, is_namesake=typed.another, **actor_args
        )
    if typed.word != person.word:
        players.set_word(party.pk, person.id, word=typed.word, **actor_args)
    if typed.prize_group != person.prize_group:
        players.set_prize_group(party.pk, person.id, group=typed.prize_group, **actor_args)
    if typed.notes != person.club_notes:
        players.set_notes(party.pk, person.id, notes=typed.notes, **actor_args)
    if typed.tonight != person.notes_tonight:
        players.set_notes_tonight(party.pk, person.id, notes=typed.tonight, **actor_args)


def _person_form(person: Attender, data: Mapping[str, str] | None = None) -> PersonForm:
    initial = {field: getattr(person, field) for field in ("name", "word", "prize_group")}
    notes = {"tonight": person.notes_tonight, "notes": person.club_notes}
    form = PersonForm(data, initial=initial | notes)
    if not person.ranked:
        del form.fields["notes"]  # a house player is no player of the club
    return form


@share_reads()
def _show_person(
    request: HttpRequest,
    party: Party,
    person: Attender,
    form: PersonForm | None = None,
    stand_in: StandInForm | None = None,
) -> HttpResponse:
    stand_in = stand_in or StandInForm(prefix="chair")
    context = {
        "party": party,
        "person": person,
        "form": form or _person_form(person),
        "stand_in": stand_in,
        "forms": [stand_in],
        "groups": prize_groups(party.club),
        "card": tally_with_full_names(party).card_of(person.id),
        "partner": partner_of(party, person),
        "waiting": night(party).stage == Stage.SEATED,
        "may_run": (may_run := can_organise(request, party)),
        **(_wishes_and_form(party, person) if may_run else {}),
    }
    return render(request, "people/player.html", context)


def _wishes_and_form(party: Party, person: Attender | None = None) -> dict[str, object]:
    about = f"{person.number} {person}" if person else ""
    everybody = tuple(people(party).values())
    form = WishForm(people=everybody, can_start=may_start_together(party), about=about)
    return {
        "wishes": [each for each in stored_wishes(party) if not person or person.id in each.ids],
        "wish": form,
        "people": everybody,
    }


@require_POST
def stand_in(request: HttpRequest, party_id: int, entrant_id: int) -> HttpResponse:
    party = organised_party(request, party_id)
    person = _person_or_404(party, entrant_id)
    form = StandInForm(request.POST, prefix="chair")
    if not form.is_valid():
        return _show_person(request, party, person, stand_in=form)
    name, house = form.value
    if house == "yes":
        return _give_chair(request, party, person, form, Newcomer(name))
    answers = ask_who(request, party, [RosterLine(1, name)], if_listed="choose somebody else")
    if not answers.is_valid():
        back = reverse("player", args=[party.pk, person.id])
        button = "Give the chair"
        return show_questions(request, party, answers, kept=form, button=button, back=back)
    if newcomers := answers.newcomers():  # none if the name is on the list already
        return _give_chair(request, party, person, form, newcomers[0])
    form.add_error("name", f"{ALREADY_LISTED.format(name=name)} Choose somebody else.")
    return _show_person(request, party, person, stand_in=form)


def _give_chair(
    request: HttpRequest, party: Party, person: Attender, form: StandInForm, taker: Newcomer
) -> HttpResponse:
    house = form.value[1] == "yes"
    with Attempt(request, form):
        added = arrivals.give_chair(
            party.pk, person.id, taker, as_house_player=house, **actor_and_time(request)
        )
        messages.success(request, f"{added} takes the chair of {person} from the next round.")
        return redirect("players", party.pk)
    return _show_person(request, party, person, stand_in=form)


COMING_AND_GOING = {
    "arrived": (arrivals.arrive_late, "is here, and gets a seat from the next round."),
    "home": (arrivals.go_home, "goes home. The chair is empty from the next round."),
    "back": (arrivals.come_back, "is back."),
    "remove": (players.remove_entrant, "is off the list."),
}
ARRIVAL_VERBS = {"arrived", "back"}  # helpers may do these two; the others change seats


@require_POST
def come_or_go(request: HttpRequest, party_id: int, entrant_id: int, verb: str) -> HttpResponse:
    service, text = or_404(COMING_AND_GOING.get(verb))
    authorised_party = party_or_404 if verb in ARRIVAL_VERBS else organised_party
    party = authorised_party(request, party_id)
    person = _person_or_404(party, entrant_id)
    with Attempt(request, success=f"{person} {text}") as attempt:
        service(party.pk, person.id, **actor_and_time(request))
    if attempt.succeeded:
        _offer_reseating(request, party)
        if verb in ARRIVAL_VERBS:
            offer_house_chair(request, party)
    return redirect("players", party.pk)


def _offer_reseating(request: HttpRequest, party: Party) -> None:
    party_night = night(party)
    if party_night.stage == Stage.SEATED:
        place = (
            "on the Draw page"
            if party_night.round_number == 1
            else "where the moves are announced"
        )
        text = f"Round {party_night.round_number} has not begun: it can be seated again {place}."
        messages.info(request, text)


def _person_or_404(party: Party, entrant_id: int) -> Attender:
    return or_404(next(iter(attenders(party, entrant_id)), None))

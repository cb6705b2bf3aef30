"""Access to every web address of Head Table, for every kind of visitor and every method.

`ROWS` says who has access. A web address that has no row fails, and so does a web address that
lets in other visitors than its row says.
"""

from itertools import cycle

import pytest
from django.core.cache import cache
from django.urls import reverse

from party.models import LogLine, Membership, Party, User
from party.services import clubs
from tests.addresses import ZELDA, addresses, argument_names, evening, patterns, rolled_back
from tests.evening import AT, create_user, party_with
from tests.guard import setting_up

pytestmark = pytest.mark.django_db

IN, SIGN_IN, FORBIDDEN, GONE, NOT_FOUND = "in", "sign in", 403, 410, 404
WRONG_METHOD = 405
# Guests, helpers and organisers know the code of the party; a table also knows its own key.
VISITORS = (
    "stranger",
    "guest",
    "table",
    "helper",
    "helper of the club",
    "helper of another party",
    "organiser of another club",
    "organiser",
)
NOT_SIGNED_IN = (SIGN_IN, SIGN_IN, SIGN_IN)
KINDS = {
    "open": (IN,) * 8,
    "code": (NOT_FOUND, IN, IN, IN, IN, NOT_FOUND, NOT_FOUND, IN),
    "key": (GONE, GONE, IN, GONE, GONE, GONE, GONE, GONE),
    "signed in": (*NOT_SIGNED_IN, IN, IN, IN, IN, IN),
    "desk": (*NOT_SIGNED_IN, IN, IN, NOT_FOUND, NOT_FOUND, IN),
    "desk, club": (*NOT_SIGNED_IN, FORBIDDEN, IN, NOT_FOUND, NOT_FOUND, IN),
    "organiser": (*NOT_SIGNED_IN, FORBIDDEN, FORBIDDEN, NOT_FOUND, NOT_FOUND, IN),
    "club": (*NOT_SIGNED_IN, NOT_FOUND, IN, NOT_FOUND, NOT_FOUND, IN),
    "club, organiser": (*NOT_SIGNED_IN, NOT_FOUND, FORBIDDEN, NOT_FOUND, NOT_FOUND, IN),
    "club, organiser alone": (*NOT_SIGNED_IN, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, IN),
    "any organiser": (*NOT_SIGNED_IN, FORBIDDEN, FORBIDDEN, FORBIDDEN, IN, IN),
    # Tests make no backups, so these pages are missing here; test_backups.py tests them.
    "everything": (*NOT_SIGNED_IN, *[NOT_FOUND] * 5),
}
ROWS = {
    ("open", "GET POST"): "login club_login sign_in_link join forgotten",
    ("open", "POST"): "change_looks",
    ("open", "GET"): "health ready",
    ("code", "GET"): "hall guest guest_json guest_standings guest_seat guest_card",
    ("code", "GET POST"): "phone_test",
    ("key", "GET POST"): "phone_table",
    ("key", "GET"): "phone_state",
    ("key", "POST"): "phone_send",
    ("signed in", "GET"): """
        home help help_pdf dispute systems compare system system_pdf
        series_list series_list_file parties_file""",
    ("signed in", "POST"): "logout sign_out_elsewhere",
    ("signed in", "GET POST"): "account set_password",
    ("any organiser", "GET POST"): "party_new party_open party_look",
    ("everything", "GET POST"): "backups backup stop",
    ("everything", "POST"): "backup_now",
    ("club", "GET"): "series series_file series_pdf",
    ("club, organiser", "GET"): "club_players club_file same_player club_player club_player_file",
    ("club, organiser", "POST"): "series_remove unmerge_players keep_name",
    ("club, organiser", "GET POST"): "series_change merge_players remove_player",
    ("club, organiser alone", "GET POST"): "series_new club_people change_club remove_club",
    ("club, organiser alone", "GET"): "sign_ins",
    ("club, organiser alone", "POST"): """
        remove_sample remove_person person_link take_back_invitation""",
    ("desk", "GET"): """
        bar_call party_hub live players_file money_file tallies standings standings_file
        pictures prizes prizes_file tickets_file prints print_pdf round_pdf end_pdf party_help
        log log_file list_file party_dispute party_rules
        round hands_file seats_file round_list_file checked echo record slip_cutout""",
    ("desk", "POST"): """
        player_house player_here player_act walk_in checkin_not_here remove_tally
        tickets_back print_blank print_round print_end print_kit forget_printout
        undo_hand stop_table reopen_table decide_cut set_table_capture slip_follows look_at
        keep_both accept_slip compare_slip slip_aside slip_back slip_table record_remove
        record_enter answer_call""",
    ("desk", "GET POST"): """
        players players_add player_names player checkin checkin_person draw tally
        money tickets_begin tickets ready_cut log_undo entry moves table_total
        type_again records record_replace slip_pictures""",
    ("desk, club", "GET"): "roster_file",
    ("desk, club", "POST"): "players_last",
    ("desk, club", "GET POST"): "players_roster",
    ("organiser", "GET"): """
        phones prize evening_file list_file:wishes list_file:helpers check_party party_file
        results_picture card_picture""",
    ("organiser", "POST"): """
        archive_party bring_back_party helper_link helper_remove
        player_act:home player_numbers player_stand_in
        phones_switch phones_address phones_renew phone_renew swap_turns wish_remove wishes_confirm
        change_screen set_rounds last_round reopen_party
        prizes_preset prizes_copy prizes_add prizes_one_each prizes_gone prizes_confirm
        prizes_reopen
        prize_change prize_settle prize_give prize_ticket prize_pass prize_gone prize_draw
        prize_act
        ticket_price start_round announce round_clock ring_bell check_round stop_tables
        answer_table reopen_round
        seat_next_round reseat_round undo_draw close_table undo_swap decide set_aside""",
    ("organiser", "GET POST"): """
        party_settings remove_party helpers guests leavers wishes finish change_rules recount_rules
        close_round room turnout swap_seats wrong_chairs late_hand last_hand correct_ahead
        correct prize_giving""",
}
TABLE = {name: row for row, names in ROWS.items() for name in names.split()}
# Without these fields, these web addresses answer with 404.
FORMS = {
    "print_blank": {"kit": "slips"},
    "echo": {"table": 1},
}


def forms_of(arguments):
    return FORMS | {"checkin": {"here": arguments["entrant_id"]}}


def kind_of(answer):
    """Return the kind of an answer: IN, SIGN_IN, or the status of the refusal."""
    if answer.status_code == 302 and answer.url.startswith(reverse("login") + "?"):
        return SIGN_IN
    refused = {FORBIDDEN, NOT_FOUND, WRONG_METHOD, GONE}
    return answer.status_code if answer.status_code in refused or answer.status_code >= 500 else IN


@pytest.fixture
def arguments():
    cache.clear()
    ruth, arguments = evening("Ruth", "autumnparty")
    sample = clubs.create_sample_club(ruth, actor=ruth.actor, at=AT)
    newest = LogLine.objects.filter(party=arguments["party_id"]).first()
    return arguments | {
        "remove_sample": {"club_id": sample.pk},
        "log_undo": {"line_id": newest.pk},
    }


def helper_at(party, only_party=None):
    with setting_up():
        user = User.objects.create(name="Otto")
        Membership.objects.create(user=user, club=party.club, role="helper", party=only_party)
    return user


def visitor(who, client, arguments):
    """Sign in a visitor who is a user; return the web address parts that the visitor knows."""
    party = Party.objects.get(pk=arguments["party_id"])
    ruth = User.objects.get(name="Ruth")
    user = {
        "helper": lambda: helper_at(party, party),
        "helper of the club": lambda: helper_at(party),
        "helper of another party": lambda: helper_at(party, party_with(4, club=party.club)),
        "organiser of another club": lambda: create_user("Mallory"),
        "organiser": lambda: ruth,
    }.get(who)
    if user:
        client.force_login(user())
    known = {"token": arguments["token"] if who == "table" else "not23a45b6"}
    if KINDS["code"][VISITORS.index(who)] != IN:
        known["code"] = "another"
    return arguments | known


def test_every_web_address_has_a_row():
    assert {row.split(":")[0] for row in TABLE} == set(argument_names())
    assert len(TABLE) == sum(len(names.split()) for names in ROWS.values())


@pytest.mark.parametrize(
    "who",
    [
        *("stranger", "guest", "table", "helper", "organiser"),
        pytest.param("helper of the club", marks=pytest.mark.slow),
        pytest.param("helper of another party", marks=pytest.mark.slow),
        pytest.param("organiser of another club", marks=pytest.mark.slow),
    ],
)
def test_each_visitor_can_open_exactly_the_allowed_web_addresses(client, arguments, who):
    arguments = visitor(who, client, arguments)
    cookies, column = client.cookies.copy(), VISITORS.index(who)
    forms, wrong = forms_of(arguments), []
    for row, url in addresses(arguments, TABLE):
        kind, methods = TABLE[row]
        for method in ("GET", "POST"):
            expected = KINDS[kind][column]
            if method not in methods.split() and expected != SIGN_IN:
                expected = WRONG_METHOD
            with rolled_back():
                answer = getattr(client, method.lower())(url, forms.get(row))
            given = kind_of(answer)
            client.cookies = cookies.copy()  # the request may have signed the visitor out
            if given != expected:
                wrong.append(f"{row} {method}: {given} instead of {expected}")
            if ZELDA.encode() in answer.content and KINDS["club"][column] != IN:
                wrong.append(f"{row} {method} shows who is in the club and not at this party")
    assert wrong == []


@pytest.mark.slow
def test_a_head_request_has_the_status_of_a_get_request_and_no_body(client, arguments):
    known = visitor("organiser", client, arguments)
    forms, wrong = forms_of(arguments), []
    cookies = client.cookies.copy()
    for row, url in addresses(known, TABLE):
        answers = []
        for ask in (client.get, client.head):
            with rolled_back():
                answers.append(ask(url, forms.get(row)))
            client.cookies = cookies.copy()
        got, head = answers
        if head.status_code != got.status_code or head.content:
            wrong.append(f"{row}: {head.status_code} instead of {got.status_code}")
    assert wrong == []


def test_other_methods_are_refused(client, arguments):
    odd = cycle(("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"))
    known = visitor("organiser", client, arguments)
    answers = {row: client.generic(next(odd), url) for row, url in addresses(known, TABLE)}
    assert {answer.status_code for answer in answers.values()} == {WRONG_METHOD}


def test_every_form_needs_the_csrf_token_except_on_phones_of_tables():
    """Django requires the CSRF token for every view that is not exempt."""
    exempt = {each.name for each, _ in patterns() if getattr(each.callback, "csrf_exempt", False)}
    # The page for photographs limits the size of files first, and then asks for the token.
    assert exempt == {"phone_test", "phone_table", "phone_state", "phone_send", "slip_pictures"}


def test_no_web_address_mixes_data_of_two_parties(client, arguments):
    """The organiser of another club puts numbers of this party into links of her own party."""
    mallory, own = evening("Mallory", "springparty")
    client.force_login(mallory)
    theirs = {key for key in own if key.endswith("_id")} - {"party_id", "club_id", "series_id"}
    keys, before = argument_names(), state_of(arguments)
    for changed in theirs:
        mixed = own | {changed: arguments[changed]}
        rows = [row for row in addresses(mixed, TABLE) if changed in keys[row[0].split(":")[0]]]
        assert rows
        for row, url in rows:
            for method in TABLE[row][1].split():
                answer = getattr(client, method.lower())(url)
                # A verb that does not find the row in its own party redirects with a refusal.
                assert answer.status_code == NOT_FOUND or not answer.content, (row, method)
    assert state_of(arguments) == before


def state_of(arguments):
    """Return the values that every verb changes: revisions and the length of the log."""
    party = Party.objects.get(pk=arguments["party_id"])
    return party.revision, LogLine.objects.filter(club=party.club).count()

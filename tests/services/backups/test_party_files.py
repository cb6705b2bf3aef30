import json
from collections import Counter
from itertools import islice

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from party.management.temporary_database import temporary_database
from party.models import Club, Entrant, LogLine, Party, Place, Player
from party.process_state import PROCESS
from party.queries.backups import party_contents
from party.queries.backups.check import party_differences
from party.queries.backups.party_contents import (
    BROKEN,
    CUT_OFF,
    EDITED,
    NEWER,
    NOT_OURS,
    party_row,
    read_party,
)
from party.queries.backups.party_file import LISTS, file_fields, file_text
from party.queries.log.undo import undos
from party.queries.prizes.winners import all_prizes
from party.queries.standings.standings import standings
from party.services import write as services_write
from party.services.accounts.users import change_account, club_of, create_organiser
from party.services.backups import party_files
from party.services.backups.party_files import export_party, import_party
from party.services.evening import rounds
from party.services.log.undo import undo_line
from party.services.people import arrivals, wishes
from party.services.people.players import add_walk_in
from party.services.scores.entries import undo_hand
from party.values.backups import NO_CHECKSUM
from party.values.people.attendance import Newcomer
from party.values.refusals import Refused
from party.views.papers.catalogue import BY_SLUG
from tests import acts
from tests.backup_files import party_of_version_1
from tests.evening import (
    AT,
    BY_PROGRAM,
    HANDS,
    close,
    create_user,
    draw,
    enter,
    party_after_rounds,
    party_with,
    play_rounds,
    seat_next,
    set_people,
    spot,
    start_next_round,
)
from tests.evenings.courses import course_of
from tests.evenings.evening import create_evening, play_evening
from tests.guard import setting_up
from tests.once import once
from tests.services.seats.test_swaps import swap
from tests.views.papers.cast import ONLY_FIXED_PATH, paper_of

pytestmark = pytest.mark.django_db
OPENED = "party opened"  # only imported parties have this line
ALL_ACTS = [(verb, act) for verb, verb_acts in acts.ACTS.items() for act in verb_acts]


@pytest.fixture
def party():
    return party_with(4)


def import_text(text, *, club=None, same_people=True):
    if club is None:
        with setting_up():
            club = Club.objects.create(name="Another club")
    return import_party(club.pk, read_party(text), same_people=same_people, **BY_PROGRAM)


def comparable_content(text):
    content = json.loads(text) | {"club": None, "sha256": None}
    return content | {"log": [each for each in content["log"] if each["verb"] != OPENED]}


def shown_values(party):
    """Return the values that pages show of a party, with numbers in place of people's ids."""
    party = Party.objects.get(pk=party.pk)
    numbers = dict(party.entrants.values_list("pk", "number"))
    lines = list(LogLine.objects.filter(party=party).order_by("pk"))
    undos_by_line = undos(party, lines)
    return {
        "standings": [
            (numbers[each.person.id], each.rank, each.total) for each in standings(party).lines
        ],
        "prizes": [
            (line.title, line.state, [numbers.get(each.person.id) for each in line.winners])
            for line in all_prizes(party).lines
        ],
        "log": [
            (line.words, line.actor_name.removesuffix(" (elsewhere)"), line.at)
            for line in lines
            if line.verb != OPENED
        ],
        "undos": [
            (line.words, undos_by_line[line.pk].kind, undos_by_line[line.pk].effects)
            for line in lines
            if line.pk in undos_by_line
        ],
        "seats": seats(party),
    }


def seats(party):
    rows = Place.objects.filter(round__party=party)
    columns = ("round__number", "entrant__number", "table__number", "seat")
    return sorted(rows.values_list(*columns), key=str)


def assert_same_in_another_club(party):
    text = export_party(party.pk)
    other, differences = import_text(text)
    assert differences == party_differences(Party.objects.get(pk=party.pk))
    assert comparable_content(export_party(other.pk)) == comparable_content(text)
    assert shown_values(other) == shown_values(party)


@pytest.mark.parametrize(
    "act",
    [
        act
        if verb in acts.QUICK_VERBS | {"wrong chairs"}  # its step changes a stored draw
        else pytest.param(act, marks=pytest.mark.slow)
        for verb, act in ALL_ACTS
    ],
    ids=[act.__name__ for _, act in ALL_ACTS],
)
def test_an_export_and_import_after_each_verb_gives_the_same_party(act):
    act()
    for party in Party.objects.order_by("pk"):
        assert_same_in_another_club(party)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 8, 12, 14, 22, 31])
def test_an_export_and_import_of_a_disturbed_evening_gives_the_same_party(seed, django_db_blocker):
    """The parties are compared twice during the evening and once at its end."""
    with django_db_blocker.unblock():
        with temporary_database():
            ruth = create_organiser("Ruth", club_name="Our club", time_zone="UTC", at=AT)
            course = course_of(seed, {})
            night = create_evening(club_of(ruth), course, actor=ruth.actor, at=AT)
            lines, exports = play_evening(night, course), []
            for count in (60, 190, None):
                [*islice(lines, count)]
                text, party = export_party(night.party_id), night.party()
                exports.append((text, shown_values(party), party_differences(party)))
        for text, values, differences in exports:
            with temporary_database():
                create_organiser("Nora", club_name="Another", time_zone="UTC", at=AT)
                party_with(8)  # these rows take the first ids
                other, new_differences = import_text(text)
                assert new_differences == differences
                assert comparable_content(export_party(other.pk)) == comparable_content(text)
                assert shown_values(other) == values


@once
def evening():
    """Play a round with a wish, a swap and a leaver, and begin the second."""
    party = party_with(13)
    first, second, third, *_ = party.entrants.order_by("number")
    wishes.add_wish(party.pk, "partners", first.pk, second.pk, **BY_PROGRAM)
    draw(party)
    one, other = party.rounds.get().places.filter(seat="E", table__number__lte=2)
    swap(party, one.entrant_id, other.entrant_id)
    play_rounds(party, 1)
    arrivals.go_home(party.pk, third.pk, **BY_PROGRAM)
    start_next_round(party)
    enter(party, HANDS)
    return party


def test_an_imported_party_continues_like_the_original():
    party = evening()
    other, _ = import_text(export_party(party.pk))
    for each in (party, other):
        undo_hand(spot(each), **BY_PROGRAM)
        enter(each, "9dw9")
        for table in range(2, 1 + each.rounds.get(number=2).tables.count()):
            enter(each, HANDS, table)
        close(each)
        seat_next(each)
    assert seats(other) == seats(party)
    assert {number for number, *_ in seats(other)} == {1, 2, 3}
    assert party_differences(Party.objects.get(pk=other.pk)) == []


def test_an_import_marks_no_printed_paper_as_changed():
    party = evening()
    other, _ = import_text(export_party(party.pk))
    for slug in BY_SLUG.keys() - ONLY_FIXED_PATH - {"tents"}:  # imported tents have new keys
        one, same = (
            paper_of(Party.objects.get(pk=each.pk), slug).contents for each in (party, other)
        )
        assert same.marks == one.marks


def test_the_draw_of_an_imported_party_gives_the_same_seats():
    party = party_with(9)
    other, _ = import_text(export_party(party.pk))
    for each in (party, other):
        rounds.draw_seats(each.pk, **BY_PROGRAM)
    assert seats(other) == seats(party)


def test_a_party_file_gives_nobody_access():
    party = party_with(8, code="secretcode", phones=True, phone_series=7, hall_address="http://x")
    text = export_party(party.pk).decode()
    assert not [word for word in ("secretcode", "series", "http", "password") if word in text]
    other, _ = import_text(text.encode())
    assert other.code != party.code
    assert (other.phone_series, other.phones) == (0, True)


def test_the_actor_of_an_imported_log_line_has_a_name_but_no_account():
    ruth = create_user()
    party = party_with(8, by=ruth)
    by_ruth = {"actor": ruth.actor, "at": AT}
    rounds.draw_seats(party.pk, **by_ruth)
    change_account(ruth, name="Ruth Miller", email=None, at=AT)
    other, _ = import_text(export_party(party.pk))
    assert shown_values(other)["log"] == shown_values(party)["log"]
    line = other.log.exclude(verb=OPENED).first()
    assert (line.actor, line.actor_kind, line.actor_name) == (None, "person", "Ruth (elsewhere)")


def test_imported_people_become_club_players_only_if_the_match_is_certain(party):
    with setting_up():
        Entrant.objects.filter(name="Dev").update(name="")
        other = Club.objects.create(name="Another club")
        alma, bert, _, carol = (
            Player.objects.create(club=other, name=name, sort_name=name, word=word)
            for name, word in (
                ("alma", ""),
                ("Bert", ""),
                ("Bert", "Oak St"),
                ("Carol", "the cook"),
            )
        )
    text = export_party(party.pk)
    imported, _ = import_text(text, club=other)
    players = dict(imported.entrants.values_list("number", "player"))
    assert players[1] == alma.pk
    assert not {bert.pk, carol.pk} & {*players.values()}
    assert other.players.count() == 4 + 3
    strangers, _ = import_text(text, club=other, same_people=False)
    assert not set(strangers.entrants.values_list("player", flat=True)) & {alma.pk}


def test_an_import_keeps_names_with_commas(party):
    add_walk_in(party.pk, Newcomer("Smith, John, Jr.", word="Oak, No. 5"), **BY_PROGRAM)
    with setting_up():  # older programs stored such names
        party.entrants.filter(number=1).update(name="Alma,Jr. Rasmussen")
    other, _ = import_text(export_party(party.pk))
    names = list(other.entrants.order_by("number").values_list("name", "word"))
    assert names[0] == ("Alma,Jr. Rasmussen", "")
    assert names[4] == ("John Smith Jr.", "Oak,No. 5")


def test_two_people_of_one_name_match_no_player(party):
    with setting_up():
        Player.objects.filter(name="Bert").update(name="Alma")
    text = export_party(party.pk)
    first, _ = import_text(text, club=party.club)
    assert first.club.players.count() == 4 + 2


ALMA = {"club_id": 1, "name": "Alma", "sort_name": "Alma", "word": ""}


@pytest.mark.parametrize(
    "step",
    [
        {"before": None, "after": ALMA},
        {"before": {"name": "Zelda"}, "after": {"name": "Alma"}},
    ],
)
def test_undoing_an_imported_log_line_cannot_change_a_player_of_the_club(party, step):
    content = json.loads(export_party(party.pk))
    number = next(each["id"] for each in content["players"] if each["name"] == "Alma")
    line = {"id": 900, "verb": "names added", "words": "1 name added", "at": "2026-11-14T18:00Z"}
    steps = [{"row": "player", "id": number, "name": "Alma", **step}]
    content["entrants"] = [each | {"player": None} for each in content["entrants"]]
    content["log"].append(line | {"data": {"steps": steps}})
    text = json.dumps(content).encode()
    with setting_up():
        party.entrants.update(player=None)
    players = list(Player.objects.values())
    other, _ = import_text(text, club=party.club)
    with pytest.raises(Refused, match="cannot be taken back"):
        undo_line(other.pk, other.log.get(words="1 name added").pk, **BY_PROGRAM)
    assert list(Player.objects.values()) == players
    # The same line about a new player can be undone.
    other, _ = import_text(text, club=party.club, same_people=False)
    undo_line(other.pk, other.log.get(words="1 name added").pk, **BY_PROGRAM)


def test_an_import_is_logged_for_the_club_and_the_party(party):
    other, _ = import_text(export_party(party.pk))
    line = LogLine.objects.get(club=other.club_id, party=None)
    assert (line.verb, line.data) == ("party opened", {"party": other.pk})
    assert line.words == "Autumn party opened from a file of Ruth's club: 4 people"
    assert other.log.first().words == line.words
    assert comparable_content(export_party(other.pk)) == comparable_content(export_party(party.pk))


def changed(content, path, value):
    *parents, last = path
    row = content
    for each in parents:
        row = row[each]
    row[last] = value
    return content


FOREIGN = {
    "no JSON": (b"Alma, Bert", NOT_OURS),
    "no text": (b"\xff\xfe\x00", NOT_OURS),
    "another JSON": (b'{"format": "another"}', NOT_OURS),
    "a list": (b"[1]", NOT_OURS),
    "deep": (b"[" * 200_000, NOT_OURS),
    "newer": (b'{"format": "headtable-party", "version": 5}', NEWER),
    "no version": (b'{"format": "headtable-party", "version": "1"}', BROKEN.format("version")),
    "no lists": (b'{"format": "headtable-party", "version": 1}', BROKEN.format("gone")),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_files_are_refused(name):
    text, words = FOREIGN[name]
    with pytest.raises(Refused) as refused:
        read_party(text)
    assert str(refused.value) == words


def test_a_file_whose_end_is_cut_off_is_refused():
    text = export_party(party_with(4).pk)
    for length in (60, len(text) // 2, len(text) - 3):
        with pytest.raises(Refused, match=CUT_OFF):
            read_party(text[:length])


def test_a_file_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(party_contents, "LARGEST_PARTY", 1000)
    with pytest.raises(Refused, match="too large"):
        read_party(export_party(party_with(4).pk))


@pytest.mark.parametrize("most", ["MOST_SIGNS", "MOST_ROWS"])
def test_a_file_with_too_many_rows_is_refused(most, monkeypatch):
    monkeypatch.setattr(party_contents, most, 5)
    with pytest.raises(Refused, match="too much in this file"):
        read_party(export_party(party_with(4).pk))


def test_a_wrong_or_missing_checksum_gives_a_warning():
    text = export_party(party_with(4).pk)
    without_line = text[: text.index(b',\n"sha256"')] + b"\n}\n"
    older = party_of_version_1(text)
    warnings = {
        text: "",
        older: NO_CHECKSUM,
        without_line: EDITED,
        text.replace(b"Alma", b"Anna"): EDITED,
        text.replace(b"sha256", b"sha255"): EDITED,
        json.dumps(json.loads(text)).encode(): EDITED,
    }
    assert {each: read_party(each).warning for each in warnings} == warnings


FEE = ["party", "fee"]
STEP = {"row": "party", "id": 1, "name": "Autumn", "before": {}, "after": {}}
WRONG_VALUES = {
    "a huge number": (FEE, 10**40),
    "a negative number": (FEE, -1),
    "a string for a number": (FEE, "7"),
    "a boolean for a number": (FEE, True),
    "a fraction": (FEE, 7.5),
    "not a number": (FEE, float("nan")),
    "a null character": (["party", "name"], "A\0B"),
    "a lone surrogate": (["party", "name"], "A\ud800B"),
    "a long name": (["party", "name"], "A" * 121),
    "no name": (["party", "name"], " "),
    "a column of ours": (["party", "code"], "mine"),
    "a party's rules": (["party", "rules_values"], {"deck": []}),
    "a party's movement": (["party", "format_values"], 7),
    "an unknown game": (["party", "preset"], "poker"),
    "too many rounds": (["party", "rounds_planned"], 30_000),
    "a time in the year 1": (["party", "starts_at"], "0001-01-01T00:00:00+00:00"),
    "a time without a zone": (["party", "starts_at"], "2026-11-14T19:00:00"),
    "a name with a sign that turns its letters": (["entrants", 0, "name"], "Al\u202ema"),
    "an id twice": (["entrants", 0, "id"], 2),
    "a player without a name": (["players", 0], {"id": 1, "sort_name": "Alma"}),
    "a table without a round": (["tables", 0, "round"], None),
    "a row without an id": (["entrants", 0, "id"], None),
    "a list for an id": (["entrants", 0, "id"], [2]),
    "a number for a row": (["entrants", 0], 7),
    "a row with an id alone": (["entrants", 0], {"id": 1}),
    "an unknown player": (["entrants", 0, "player"], 99),
    "a lone surrogate for a player": (["entrants", 0, "player"], "\ud800"),
    "somebody in two chairs": (["places", 0, "entrant"], 2),
    "a chair of another round": (["places", 0, "table"], 3),
    "a draw of unknown people": (["rounds", 0, "draw", "order"], [99]),
    "a draw with a number for its order": (["rounds", 0, "draw"], {"order": 7}),
    "a wish of nobody": (["rounds", 0, "draw", "wishes"], [["stay", []]]),
    "a draw with a number for its edits": (
        ["rounds", 0, "draw", "edits"],
        [["refill", {"edits": 7}]],
    ),
    "a draw with an unknown pair ahead": (["rounds", 1, "draw", "ahead"], {"1": "XX"}),
    "a missing round": (["rounds", 0, "number"], 3),
    "an earlier round that is open": (["rounds", 0, "state"], "playing"),
    "points that no hand has": (["entries", 0, "ns"], 7),
    "an entry by a user": (["entries", 0, "actor_kind"], "user"),
    "a number for a boolean": (["party", "phones"], 1),
    "an unknown entry in the log": (["log", -1, "data"], {"entry": 99_999}),
    "a string for an entry in the log": (["log", -1, "data"], {"entry": "1"}),
    "an unknown key in the log": (["log", -1, "data"], {"drop": 1}),
    "a huge number in the log": (["log", -1, "data"], {"count": 10**30}),
    "a list for a string in the log": (["log", -1, "data"], {"reason": ["x"]}),
    "a lone surrogate in the log": (["log", -1, "data"], {"reason": "\ud800"}),
    "a falling list of a raffle": (["log", -1, "data"], {"lines": ["3 to 1"], "mark": ""}),
    "a raffle without its list": (["log", -1, "data"], {"mark": "", "seed": ""}),
    "an unknown way of entering": (["log", -1, "data"], {"capture": "dice"}),
    "too many rounds in the log": (["log", -1, "data"], {"planned": 10**6}),
    "a late slip without entries": (["log", -1, "data"], {"late": [], "table": {}}),
    "a late slip with a table's id": (["log", -1, "data"], {"late": [1], "table": {"id": 3}}),
    "a step on another party": (["log", -1, "data"], {"steps": [STEP | {"id": 2}]}),
    "a step on an account": (["log", -1, "data"], {"steps": [STEP | {"row": "user"}]}),
    "a step to a wrong time": (
        ["log", -1, "data"],
        {"steps": [STEP | {"before": {"finished_at": "soon"}}]},
    ),
    "an added row without its columns": (
        ["log", -1, "data"],
        {"steps": [STEP | {"row": "player", "before": None}]},
    ),
    "a deleted row without its columns": (
        ["log", -1, "data"],
        {"steps": [STEP | {"row": "player", "after": None}]},
    ),
    "a step to another column": (
        ["log", -1, "data"],
        {"steps": [STEP | {"before": {"seed": 7}}]},
    ),
    "marks of no paper": (["printouts", 0, "marks"], {"frame": {}, "pieces": [[1, 2, 3]]}),
    "a string for points on a card": (["tallies", 0, "rounds"], ["x"]),
    "a story of other values": (["party", "story"], [["won"]]),
    "a list for the club": (["club"], []),
    "a list for the name of the club": (["club", "name"], ["A"]),
    "a lone surrogate for a column": (["entrants", 0, "A\ud800"], 7),
    "a number for deleted rows": (["gone"], {"entries": 7}),
}


@once
def full_party():
    """Return a party with a row in each list that WRONG_VALUES changes."""
    party = party_after_rounds(1, 8)
    seat_next(party)
    with setting_up():
        alma = party.entrants.get(number=1)
        party.tallies.create(
            entrant=alma, total=0, submission="00000000-0000-0000-0000-000000000001", at=AT
        )
        party.printouts.create(
            kit="cards",
            paper="a4",
            marks={"frame": {"a": "b"}, "pieces": [["1", "Alma", "c"]]},
            at=AT,
        )
    return party


@pytest.fixture(scope="module")
def content(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), temporary_database(), setting_up():
        return export_party(full_party().pk)


@pytest.mark.parametrize("name", WRONG_VALUES)
def test_a_wrong_value_is_refused_and_nothing_is_stored(name, content):
    path, value = WRONG_VALUES[name]
    text = json.dumps(changed(json.loads(content), path, value)).encode()
    with setting_up():
        club = Club.objects.create(name="Another club")
    with pytest.raises(Refused) as refused:
        import_text(text, club=club)
    assert str(refused.value).encode()
    assert not Party.objects.exists()
    assert not Player.objects.exists()
    assert not LogLine.objects.exists()


def test_a_file_that_gives_a_table_the_name_of_a_person_is_refused(content):
    changed_content = json.loads(content)
    changed_content["entries"][0] |= {"actor_kind": "table", "actor_label": "Ruth"}
    with pytest.raises(Refused, match="actor_label"):
        read_party(json.dumps(changed_content).encode())


def test_the_unchanged_file_is_imported(content):
    assert import_text(content)[1] == []


def test_a_person_without_a_player_is_imported_without_a_player(content):
    text = json.dumps(changed(json.loads(content), ["entrants", 7, "player"], None)).encode()
    assert import_text(text)[0].entrants.get(number=8).player is None


def test_a_party_that_cannot_be_computed_is_refused(content, monkeypatch):
    def fail(_party):
        raise KeyError(7)

    monkeypatch.setattr(party_files, "party_differences", fail)
    with pytest.raises(Refused, match="it cannot be worked out"):
        import_text(content)
    for rows in (Party.objects, Player.objects, LogLine.objects):
        assert not rows.exists()


def test_an_import_is_refused_if_the_players_change_during_it(party, monkeypatch):
    text, rows = export_party(party.pk), party_files._rows_of_file

    def rows_after_a_change(*args):
        with setting_up():
            Player.objects.filter(name="Alma").update(name="Alma B")
        return rows(*args)

    monkeypatch.setattr(party_files, "_rows_of_file", rows_after_a_change)
    with pytest.raises(Refused, match="list of players has just changed"):
        import_text(text, club=party.club)
    assert Party.objects.get() == party


def test_slow_parts_of_an_import_and_export_hold_no_write_lock(content, monkeypatch):
    calls = []

    def record_calls(name):
        real = getattr(party_files, name)

        def recorded(*args):
            calls.append((name, PROCESS.is_writing.get()))
            return real(*args)

        monkeypatch.setattr(party_files, name, recorded)

    for name in ("party_file", "party_rows", "party_differences"):
        record_calls(name)
    export_party(import_text(content)[0].pk)
    assert sorted(calls) == [
        (name, False) for name in ("party_differences", "party_file", "party_rows")
    ]


def test_an_import_stores_each_list_of_rows_in_few_statements(monkeypatch):
    file_fields.cache_clear()  # an earlier test may have filled the cache
    party = evening()
    with CaptureQueriesContext(connection) as queries:
        import_text(export_party(party.pk))
    inserts = Counter(each["sql"].split()[2] for each in queries if "INTO party_" in each["sql"])
    kinds = {model._meta.db_table for model, _ in LISTS.values() if model.objects.exists()}
    assert inserts == dict.fromkeys(kinds, 1)
    monkeypatch.setattr(services_write, "MOST_VALUES", 60)
    assert_same_in_another_club(party)


def test_an_import_distinguishes_people_of_one_name(party):
    set_people(party, 1, 2, name="Alma", distinction=" (wrong)")
    other, _ = import_text(export_party(party.pk))
    ends = other.entrants.order_by("number").values_list("distinction", flat=True)
    assert [*ends] == [" (1)", " (2)", "", ""]


def test_an_import_reports_a_wrong_hand(content):
    text = json.dumps(changed(json.loads(content), ["entries", 0, "ns"], 9990)).encode()
    _, differences = import_text(text)
    assert "Round 1, table 1, hand 1" in " ".join(differences)


def test_a_full_disk_is_not_reported_as_a_broken_file(content, monkeypatch):
    def full(*_args):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(party_files, "unused_code", full)
    with pytest.raises(OperationalError):
        import_text(content)


def test_a_lone_surrogate_in_the_log_can_be_exported():
    text = file_text({"log": [{"words": "\ud800"}]})
    assert text.startswith(b'{\n"log": [\n{"words":"?"}\n],\n"sha256": "')


def test_winners_in_a_file_of_an_older_program_count_as_revealed():
    party = party_after_rounds(1, 8, rounds_planned=1)
    rounds.finish(party.pk, **BY_PROGRAM)
    older = party_of_version_1(export_party(party.pk).replace(b'"reveal": "host",', b""))
    newer = export_party(party.pk)
    assert party_row(read_party(older).content).revealed_at is not None
    assert party_row(read_party(newer).content).revealed_at is None

import pytest
from django.apps import apps
from django.db import models

from party.models import Entry, LogLine, Party, Player, SlipPicture, User
from party.queries.backups.check import party_differences
from party.queries.backups.party_contents import read_party
from party.queries.log.undo import undo_refusal, undos
from party.queries.people.former_players import (
    FREE_TEXTS,
    removal_page,
    returned_players,
    returned_text,
    rewrites,
    text_columns,
)
from party.queries.people.merge_players import MERGED, UNMERGED, recent_merges
from party.queries.people.person_file import person_file
from party.queries.standings.series import season
from party.queries.standings.standings import standings
from party.services.backups.party_files import export_party, import_party
from party.services.clubs import add_helper, remove_helper
from party.services.log.undo import undo_line
from party.services.people import players
from party.services.people.former_players import keep_name, remove_player
from party.services.people.merge_players import merge_players, unmerge_players
from party.values.people.former_players import Renaming
from party.values.refusals import Refused
from tests.acts import ACTS, QUICK_VERBS
from tests.evening import (
    AT,
    BY_PROGRAM,
    create_user,
    drawn_party,
    helper_of,
    party_with,
    reload_party,
    start,
)
from tests.guard import setting_up
from tests.leaving import finish_all, player_of, remove_from_club, rows_with, with_full_name
from tests.season import EW_AHEAD, NS_AHEAD, players_of, season_of
from tests.season import evening as played
from tests.slip_pictures import slip_picture

NAME = "Alma Rasmussen"
CODES = {
    *("seed", "code", "preset", "currency", "hall_address", "kind", "group", "how", "bid"),
    *("bidder", "announced", "ahead", "cut", "seat", "kit", "verb", "actor_kind", "token_hash"),
    *("prize_group", "distinction", "counting", "name_hash", "address_left_out", "photograph"),
    *("rules_values", "format_values", "draw", "house_added", "kept_for", "passed_over", "among"),
    *("rounds", "ladder", "story", "reveal_step", "first_revealed", "hall_screens", "reading"),
}
QUICK_HERE = QUICK_VERBS | {MERGED, UNMERGED, "word"}
OF_NO_PLAYER = {"Club", "User", "SignInLink", "SignInTries", "Permission", "Group"}
OF_NO_PLAYER |= {"ContentType", "Session", "SignInLine"}

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "verb",
    [
        verb if verb in QUICK_HERE else pytest.param(verb, marks=pytest.mark.slow)
        for verb in sorted(ACTS.keys() - {"player removed"})
    ],
)
def test_after_each_verb_a_removal_deletes_the_name_and_the_party_is_consistent(verb):
    ACTS[verb][0]()
    player = Player.objects.order_by("pk").first()
    if player is None:
        return  # the club of this verb has no people
    finish_all(player.club)
    before = differences(player.club)

    remove_from_club(player)

    if not Player.objects.filter(name=player.name).exists():  # a namesake keeps the name
        # A name of one word stays in free text and in longer names.
        kept = {f"{player.name} ill", f"{player.name} Rasmussen"}
        found = [row for row in rows_with(player.name) if not any(map(row[2].__contains__, kept))]
        assert found == []
    assert differences(player.club) == [
        each.replace(player.name, "Former player 1") for each in before
    ]


def differences(club):
    return [line for party in Party.objects.filter(club=club) for line in party_differences(party)]


def test_every_text_column_is_searched_for_names_or_holds_only_codes():
    """A new column of text must be in FREE_TEXTS, or here among the codes."""
    undecided = [
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        if model.__name__ not in OF_NO_PLAYER
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField)
        and not field.choices
        and field.name not in {*text_columns(model), *CODES}
    ]
    assert undecided == []
    assert all(
        model._meta.get_field(each) for model, names in FREE_TEXTS.items() for each in names
    )


@pytest.fixture
def ruth():
    return create_user()


@pytest.fixture
def parties(ruth):
    """Return three finished parties of one club at which the same four people played."""
    first = played(ruth, NS_AHEAD)
    with_full_name(first)
    who = players_of(first)
    with setting_up():
        Player.objects.filter(pk=who[0].pk).update(notes="Sits by the door", word="Oak St")
        lines = LogLine.objects.filter(party=first, verb="round closed")
        lines.update(words=f"{NAME}, Oak St cut", data={"reason": f"{NAME} saw it"})
    return [first, *(played(ruth, EW_AHEAD, week=week, who=who) for week in (1, 2))]


def figures(parties, series):
    lines = [line for party in parties for line in standings(reload_party(party)).lines]
    totals = [(line.person.number, line.rank, line.total) for line in lines]
    return sorted(totals), sorted((line.rank, line.total) for line in season(series).lines)


def test_a_removal_changes_no_figures_in_a_year_of_parties(parties):
    series, alma = season_of(parties), player_of(parties[0])
    before = figures(parties, series)
    assert len(rows_with(NAME)) == 6

    assert remove_from_club(alma) == "Former player 1"

    for text in (NAME, "Rasmussen, Alma", "Sits by the door", "Oak St"):
        assert rows_with(text) == []
    assert figures(parties, series) == before
    assert [line for party in parties for line in party_differences(reload_party(party))] == []
    line = LogLine.objects.get(verb="player removed")
    assert (line.party, line.words) == (None, "Former player 1 has left the club’s list")


def test_a_removal_replaces_the_name_in_notes_and_leaves_longer_names_alone(parties):
    with setting_up():
        other = player_of(parties[0], 2)
        Player.objects.filter(pk=other.pk).update(
            name="Alma Rasmussen Berg", notes="Neighbour of alma  RASMUSSEN’s; not Alba"
        )
    remove_from_club(player_of(parties[0]))
    other.refresh_from_db()
    assert other.name == "Alma Rasmussen Berg"
    assert other.notes == "Neighbour of Former player 1’s; not Alba"


def test_a_namesake_keeps_the_name(parties):
    namesake = with_full_name(party_with(4, club=parties[0].club, finished_at=AT))
    remove_from_club(player_of(parties[0]))
    kept = {text for *_, text in rows_with(NAME)}
    namesake.refresh_from_db()
    assert namesake.name == NAME
    assert all("Former player" not in text for text in kept)
    assert rows_with("Former player 1") != []


def test_a_removal_keeps_a_merge_of_other_people(ruth):
    party = party_with(4, by=ruth)
    with setting_up():
        double = Player.objects.create(club=party.club, name="Bertie", sort_name="Bertie")
    merge_players(party.club_id, player_of(party, 2).pk, double.pk, actor=ruth.actor, at=AT)
    finish_all(party.club)
    remove_from_club(player_of(party))
    assert len(recent_merges(party.club)) == 1


def test_former_names_and_names_of_merged_players_are_removed_too(ruth):
    party = party_with(4, by=ruth)
    alma = with_full_name(party)
    players.rename_entrant(
        party.pk, party.entrants.get(number=1).pk, "Alma Olsen-Rasmussen", **BY_PROGRAM
    )
    with setting_up():
        double = Player.objects.create(club=party.club, name="Ally Ras", sort_name="Ras, Ally")
    merge_players(party.club_id, alma.pk, double.pk, actor=ruth.actor, at=AT)
    merged = LogLine.objects.get(verb=MERGED)
    renamed = LogLine.objects.get(verb="renamed")
    finish_all(party.club)

    remove_from_club(alma)

    for text in (NAME, "Olsen-Rasmussen", "Ally Ras", "Ras, Ally"):
        assert rows_with(text) == []
    assert recent_merges(party.club) == ()
    stays = "Former player 1 has left the club’s list. This cannot be taken back any more."
    with pytest.raises(Refused, match=stays):
        unmerge_players(party.club_id, merged.pk, actor=ruth.actor, at=AT)
    with setting_up():
        Party.objects.update(finished_at=None)
    renamed.refresh_from_db()
    assert undos(reload_party(party), [renamed]) == {}
    assert undo_refusal(reload_party(party), renamed) == stays
    with pytest.raises(Refused, match=stays):
        undo_line(party.pk, renamed.pk, **BY_PROGRAM)


def test_only_an_organiser_of_the_club_can_remove_a_person_and_only_once(parties):
    alma = player_of(parties[0])
    for user in (helper_of(parties[0]), create_user("Mallory")):
        with pytest.raises(Refused, match="Only an organiser of the club can remove a person"):
            remove_from_club(alma, by=user)
    ruth = User.objects.get(name="Ruth")
    with pytest.raises(Refused, match="no longer on the club’s list"):
        remove_player(alma.club_id, 10**6, actor=ruth.actor, at=AT)


def test_a_person_who_can_sign_in_must_be_removed_as_a_member_first(parties, ruth):
    helper = add_helper(parties[0].club_id, NAME, actor=ruth.actor, at=AT)
    alma = player_of(parties[0])
    with pytest.raises(Refused, match="They can sign in to this club"):
        remove_from_club(alma, by=ruth)
    remove_helper(alma.club_id, helper.pk, actor=ruth.actor, at=AT)
    remove_from_club(alma, by=ruth)
    assert rows_with(NAME) == []


def test_importing_an_old_party_file_offers_the_removal_again(parties, ruth):
    club, alma = parties[0].club, player_of(parties[0])
    file = export_party(parties[0].pk)
    remove_from_club(alma)
    assert returned_text(club) == ""

    import_party(club.pk, read_party(file), same_people=True, actor=ruth.actor, at=AT)

    [again] = returned_players(club)
    assert NAME in returned_text(club)
    remove_from_club(Player.objects.get(pk=again.id))
    assert rows_with(NAME) == []
    assert returned_players(club) == ()


def test_a_new_person_of_the_same_name_may_stay(parties, ruth):
    remove_from_club(player_of(parties[0]))
    with setting_up():
        new = Player.objects.create(club=parties[0].club, name=NAME, sort_name=NAME)
    keep_name(new.club_id, new.pk, actor=ruth.actor, at=AT)
    assert returned_players(new.club) == ()
    with pytest.raises(Refused, match="like everybody else"):
        keep_name(new.club_id, new.pk, actor=ruth.actor, at=AT)


def test_the_file_of_a_person_has_everything_that_the_removal_changes(parties):
    season_of(parties)
    content = person_file(player_of(parties[0]))
    assert {NAME, "Rasmussen, Alma"} <= {*content["names"]}
    assert content["player"]["notes"] == "Sits by the door"
    assert [each["party"] for each in content["evenings"]] == ["Party 1", "Party 2", "Party 3"]
    assert content["series"] == ["Winter 2026"]
    assert content["evenings"][0]["rounds"][0].keys() == {
        *("round", "kind", "points", "table", "seat", "won", "sets", "tie"),
    }
    found = [row for row in rows_with(NAME) if row[:2] == ("LogLine", "words")]
    assert len(content["log"]) >= len(found) > 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Alma", "P 1"),
        ("Almas, ALMA, alma", "Almas, ALMA, alma"),
        ("Alma will be late: Alma", "Alma will be late: Alma"),
        ("Ann  lee and Ann Lee Berg", "P 1 and Ann Lee Berg"),
    ],
)
def test_a_name_of_one_word_is_replaced_only_as_a_whole_word(text, expected):
    renaming = Renaming("P 1", frozenset({"Alma", "Ann Lee"}), frozenset({"Ann Lee Berg"}))
    assert renaming(text) == expected
    assert renaming.in_json({"a": [text, 1], "b": text}, except_keys={"b"}) == {
        "a": [expected, 1],
        "b": text,
    }


@pytest.mark.parametrize("name", ["Round", "Will", "Guest"])
def test_a_removed_name_that_is_a_common_word_stays_in_other_texts(ruth, name):
    party = party_with(4, by=ruth)
    player = with_full_name(party, name)
    texts = "Round 2 seated, Will be late; Guest list printed: Round 2"
    with setting_up():
        LogLine.objects.create(
            club=party.club, party=party, words=texts, data={"reason": texts}, at=AT
        )
        Player.objects.filter(pk=player_of(party, 2).pk).update(notes=texts)
    players.set_notes(party.pk, party.entrants.get(number=1).pk, "late", **BY_PROGRAM)
    finish_all(party.club)
    assert removal_page(player).has_one_word

    remove_from_club(player)

    assert player_of(party, 2).notes == texts
    assert LogLine.objects.filter(words=texts, data={"reason": texts}).count() == 1
    assert LogLine.objects.get(verb="notes").words == "Former player 1: notes changed"
    assert party.entrants.get(number=1).name == "Former player 1"


def test_an_open_round_of_another_party_forbids_the_removal(parties):
    alma = player_of(parties[0])
    playing = drawn_party(4, club=parties[0].club, name="Winter party")
    start(playing)
    with pytest.raises(Refused, match="A round of Winter party is being played"):
        remove_from_club(alma)
    assert removal_page(alma).unfinished == playing


def test_a_log_line_written_during_the_removal_stops_the_removal(parties, ruth, monkeypatch):
    alma = player_of(parties[0])

    def read_slowly(holder):
        yield from rewrites(holder)
        add_helper(alma.club_id, "Bea", actor=ruth.actor, at=AT)

    monkeypatch.setattr("party.services.people.former_players.rewrites", read_slowly)
    with pytest.raises(Refused, match="Something changed"):
        remove_from_club(alma)
    assert rows_with(NAME) != []


def test_a_namesake_does_not_count_as_a_name_that_returned(parties):
    with_full_name(party_with(4, club=parties[0].club, finished_at=AT))
    remove_from_club(player_of(parties[0]))
    assert returned_players(parties[0].club) == ()


@pytest.mark.parametrize("spelling", ["alma RASMUSSEN", "Álma Rasmussën"])
def test_a_name_that_returns_in_another_spelling_is_offered_for_removal(parties, spelling):
    remove_from_club(player_of(parties[0]))
    with setting_up():
        Player.objects.create(club=parties[0].club, name=spelling, sort_name=spelling)
    assert [each.name for each in returned_players(parties[0].club)] == [spelling]


def test_the_number_of_a_former_player_is_never_used_again(parties, ruth):
    club, label = parties[0].club, remove_from_club(player_of(parties[0]))
    with setting_up():
        back = Player.objects.create(club=club, name=NAME, sort_name=NAME)
        Player.objects.create(club=club, name="Former player 7", sort_name="Former player 7")
        Player.objects.create(club=club, name="Former player X", sort_name="X")
    keep_name(club.pk, back.pk, actor=ruth.actor, at=AT)
    assert (label, remove_from_club(player_of(parties[0], 2))) == (
        "Former player 1",
        "Former player 8",
    )


def test_the_file_of_a_person_lists_their_tickets():
    ACTS["tickets sold"][0]()
    content = person_file(Player.objects.order_by("pk").first())
    assert [len(each["tickets"]) for each in content["evenings"]] == [1]


def test_results_of_an_undone_draw_are_in_the_persons_file_and_lose_the_name(parties):
    entry = Entry.objects.filter(table__round__party=parties[0]).first()
    with setting_up():
        undone = {"table": None, "status": Entry.Status.UNDONE, "actor_label": NAME}
        Entry.objects.filter(pk=entry.pk).update(**undone)
    assert {"in": "entry", "actor_label": NAME} in person_file(player_of(parties[0]))["texts"]
    remove_from_club(player_of(parties[0]))
    entry.refresh_from_db()
    assert entry.actor_label == "Former player 1"


def test_a_removal_succeeds_even_if_sqlite_cannot_run_vacuum(
    parties, django_capture_on_commit_callbacks
):
    # VACUUM is refused inside a transaction, as it is while another program reads.
    with django_capture_on_commit_callbacks(execute=True):
        remove_from_club(player_of(parties[0]))
    assert rows_with(NAME) == []


def test_keeping_the_name_of_an_unknown_person_is_refused(parties, ruth):
    with pytest.raises(Refused):
        keep_name(parties[0].club_id, 0, actor=ruth.actor, at=AT)


def test_a_removal_deletes_the_pictures_of_slips_of_the_club(parties):
    with setting_up():
        slip_picture(parties[0])
        slip_picture(parties[1])
        slip_picture(elsewhere := party_with(by=create_user("Otto")))
    alma = player_of(parties[0])
    assert "2 pictures of slips, which are deleted" in removal_page(alma).places

    remove_from_club(alma)

    assert [each.party for each in SlipPicture.objects.all()] == [elsewhere]

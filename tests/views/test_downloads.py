import pytest
from django.urls import reverse

from party.models import LogLine
from party.queries.standings.standings import standings
from tests.evening import (
    draw,
    enter,
    enter_total,
    party_with,
    play_rounds,
    seat_next,
    set_people,
    start,
)
from tests.guard import setting_up
from tests.reading import csv_rows

pytestmark = pytest.mark.django_db
OF_A_ROUND = ("hands_file", "seats_file")


@pytest.fixture
def party(ruth):
    return party_with(players=9, rounds_planned=3)


def address(party, name, kind="csv"):
    options = (1,) if name in OF_A_ROUND else ()
    return reverse(name, args=[party.pk, *options, kind])


def table(client, party, name, query=""):
    answer = client.get(address(party, name) + query)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return csv_rows(answer)


def test_the_file_of_the_standings_has_plain_numbers(client, party):
    play_rounds(party, 2)
    rows = table(client, party, "standings_file")
    lines = standings(party).lines
    assert [row["Name"] for row in rows] == [str(line.person) for line in lines]
    assert [int(row["Total"]) for row in rows] == [line.total for line in lines]
    assert [int(row["R1"]) for row in rows] == [line.rounds[0].points for line in lines]
    assert sorted(row["Rounds sat out"] for row in rows)[-2:] == ["1", "2"]
    assert [row["Rank"] for row in rows] == [str(line.rank) for line in lines]


def test_the_file_of_the_standings_marks_house_players(client, party):
    set_people(party, 9, ranked=False, name="Host", rota=None)
    play_rounds(party, 1)
    last = table(client, party, "standings_file")[-1]
    assert (last["Rank"], last["Name"], last["Note"]) == ("", "Host", "house player")


def test_the_file_of_the_players_shows_who_is_here_before_the_draw(client, party):
    set_people(party, 1, state="expected", prize_group="women")
    alma, bert, *_ = table(client, party, "players_file")
    assert (alma["No."], alma["Name"], alma["Here"]) == ("1", "Alma", "")
    assert (alma["Prize group"], alma["House player"], bert["Here"]) == ("women", "", "yes")


def test_the_file_of_the_log_has_reasons_and_local_times(client, party):
    draw(party)
    with setting_up():
        LogLine.objects.update(data={"reason": "typed wrong"}, actor_kind="program", actor=None)
        party.club.time_zone = "America/Chicago"
        party.club.save()
    [line] = table(client, party, "log_file")
    assert (line["What"], line["Reason"], line["Who"]) == (
        LogLine.objects.get().words,
        "typed wrong",
        "",
    )
    assert line["When"] == "2026-11-14 13:00:00"


def test_the_file_of_the_hands_has_a_line_for_each_hand(client, party):
    start(party)
    enter(party, "8hn9 p", 1)
    with setting_up():
        party.rounds.get().tables.filter(number=2).update(capture="totals")
    enter_total(party, 310, -250, 2)
    first, thrown_in, whole = table(client, party, "hands_file")
    assert (first["Round"], first["Table"], first["Hand"]) == ("1", "1", "1")
    assert (first["As typed"], first["N-S points"], first["E-W points"]) == ("8hn9", "300", "10")
    assert all(first[seat] for seat in ("North", "East", "South", "West"))
    assert thrown_in["Hand"] == "thrown in"
    assert (whole["Hand"], whole["N-S points"], whole["E-W points"]) == ("total", "310", "-250")


def test_the_standings_of_a_prize_group_link_to_their_own_file(client, party):
    set_people(party, 1, prize_group="women & men")
    play_rounds(party, 1)
    page = client.get(reverse("standings", args=[party.pk]), {"show": "women & men"})
    link = address(party, "standings_file") + "?show=women%20%26%20men"
    assert link in page.content.decode()
    assert [
        row["Name"] for row in table(client, party, "standings_file", link.partition("csv")[2])
    ] == ["Alma"]


def test_the_file_of_the_seats_names_partners_and_people_who_sit_out(client, party):
    draw(party)
    rows = table(client, party, "seats_file")
    partners = {row["Name"]: row["Partner"] for row in rows}
    [out] = [row for row in rows if row["Seat"] == "sits out"]
    assert (out["Table"], out["Partner"], out["Move"]) == ("", "", "")
    assert all(partners[partner] == name for name, partner in partners.items() if partner)
    assert {row["Table"] for row in rows} == {"1", "2", ""}
    where = [row["Where"] for row in table(client, party, "players_file")]
    assert sorted(each[:7] for each in where) == ["Sits ou"] + ["Table 1"] * 4 + ["Table 2"] * 4


def test_from_round_2_on_the_file_of_the_seats_has_the_moves(client, party):
    play_rounds(party, 1)
    seat_next(party)
    answer = client.get(reverse("seats_file", args=[party.pk, 2, "csv"]))
    rows = csv_rows(answer)
    assert all(row["Move"] for row in rows)
    page = client.get(reverse("moves", args=[party.pk, 1])).content.decode()
    assert reverse("seats_file", args=[party.pk, 2, "xlsx"]) in page
    assert client.get(reverse("seats_file", args=[party.pk, 3, "csv"])).status_code == 404


def test_the_file_of_the_clubs_players_can_be_imported(client, party):
    with setting_up():
        party.entrants.filter(number=1).update(state="expected")
        party.club.players.filter(entrants__number=2).update(prize_group="women")
    rows = table(client, party, "roster_file")
    assert [row["Last came"] for row in rows if row["Name"] in {"Alma", "Bert"}] == [
        "",
        "2026-11-14",
    ]
    tonight = party_with(0, by=party.club.memberships.get().user)
    text = client.get(address(party, "roster_file")).content.decode("utf-8-sig")
    page = client.post(reverse("players_add", args=[tonight.pk]), {"names": text})
    shown = page.content.decode()
    assert all(row["Name"] in shown for row in rows)
    assert "Last came" not in shown.partition("<form")[0]

from datetime import UTC, datetime, time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from party.models import Club, Membership, Party
from party.progression import FORMATS
from party.services.clubs import create_sample_club
from party.values.evening.pace import Pace
from party.values.evening.rounds_offered import DECIDE_LATER
from party.views.papers.seat_cards import card_sheet
from tests.desk import text_of
from tests.evening import AT, BY_PROGRAM, create_user, drawn_party, party_with, set_party
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


def settings_of(party):
    return reverse("party_settings", args=[party.pk])


def plan(**changes):
    return {
        "name": "Autumn party",
        "place": "Legion hall",
        "date": "2026-11-14",
        "time": "19:00",
        "preset": "midway",
        "movement": "",
        "which_partner_shifts": "chairs",
        "rounds": "",
        "hands_per_round": "",
        "capture": "hands",
        "cards": "named",
        "paper": "letter",
        "tie_at_table": "cut",
        "non_multiple_of_4": "sit_out",
        "sit_out_credit": "room_average",
        "sit_out_points": "0",
        "late_arrival_credit": "no",
        "count_back": "none",
        **changes,
    }


def rounds_choices(form):
    return [str(words) for _, words in form.fields["rounds"].widget.choices]


def preview(client, **changes):
    return client.post(reverse("party_new"), plan(look="yes", **changes))


def test_a_new_party_is_created_with_rules_and_movement(client, ruth):
    last = party_with(0, guests=True)
    sent = plan(preset="youngstown", movement="path", rounds="8", hands_per_round="5")
    answer = client.post(reverse("party_new"), sent)

    party = Party.objects.latest("pk")
    assert (party.copied_from, party.guests) == (last, True)  # guests may look, as last time
    assert answer.url == reverse("party_hub", args=[party.pk])
    assert (party.preset, party.rules.name, party.rounds_planned) == (
        "youngstown",
        "Youngstown",
        8,
    )
    assert party.format.movement.name == "path"
    assert party.format.hands_per_round == 5
    assert party.starts_at.isoformat() == "2026-11-14T19:00:00+00:00"


def test_a_new_party_starts_in_the_clubs_time_zone(client, ruth):
    with setting_up():
        Club.objects.update(time_zone="America/Chicago")
    response = client.post(reverse("party_new"), plan(), follow=True)
    party = Party.objects.get()
    assert party.starts_at.isoformat() == "2026-11-15T01:00:00+00:00"
    assert party.local_start.strftime("%d %H:%M") == "14 19:00"
    assert "Saturday 14 November 2026, 7:00 p.m." in response.content.decode()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": ""}, "Type a name for the party."),
        ({"date": "14/11/2026"}, "Type the date as year-month-day"),
        ({"time": "seven"}, "Type the time as hours and minutes"),
        ({"preset": ""}, "Choose the rules."),
        ({"rounds": "many"}, "Choose how many rounds."),
        ({"rounds": "other"}, "Say how many rounds, as a number."),
        ({"rounds": "other", "other_rounds": "many"}, "Type a number."),
        ({"rounds": "6", "other_rounds": "7"}, "You chose 6 rounds and typed 7."),
        ({"rounds": "other", "other_rounds": "9" * 25}, "Rounds are a number from 1 to 99."),
        ({"people": "4001"}, "At most 4,000 people."),
        ({"date": "9999-12-31"}, "The year is from 2000 to 2100."),
        ({"hands_per_round": "0"}, "Hands in a round: “0” cannot be chosen"),
        ({"movement": "path", "which_partner_shifts": "fresh"}, "there are no fresh ones"),
    ],
)
def test_a_refused_party_keeps_typed_text(client, ruth, changes, words):
    page = client.post(reverse("party_new"), plan(**changes))
    assert words in text_of(page)
    assert 'value="Legion hall"' in text_of(page)
    assert not Party.objects.exists()


def test_a_preview_keeps_huge_numbers(client, ruth):
    for typed in ({"people": "9" * 25}, {"other_rounds": "9" * 25}, {"date": "9999-12-31"}):
        page = text_of(preview(client, **typed))
        assert all(f'value="{value}"' in page for value in typed.values())
    assert preview(client, rounds="9" * 5000).status_code == 200


def test_a_party_in_the_year_9999_does_not_change_the_suggested_date(client, ruth):
    party_with(starts_at=datetime(9999, 12, 31, 23, tzinfo=UTC))
    form = client.get(reverse("party_new")).context["form"]
    assert form["date"].value() == timezone.now().date()


def test_the_sample_evening_is_not_copied_for_a_new_party(client, ruth):
    club = create_sample_club(ruth, **BY_PROGRAM)
    with setting_up():
        Party.objects.update_or_create(
            pk=party_with(place="St Ann’s", by=create_user("Sam")).pk, defaults={"club": club}
        )
    form = client.get(reverse("party_new")).context["form"]
    assert not form["name"].value()
    assert not form["place"].value()
    assert "club" not in form.fields


def test_the_form_of_a_new_party_suggests_the_usual_day_and_time(client, ruth):
    today = timezone.now().replace(hour=14, minute=0, second=0, microsecond=0)
    for weeks in (1, 3):
        party_with(0, starts_at=today - timedelta(weeks=weeks))
    page = client.get(reverse("party_new"))
    form = page.context["form"]
    assert form["date"].value() == today.date() + timedelta(weeks=1)
    assert form["time"].value() == time(14)
    assert f"Your next usual evening: every second {today:%A}, 2:00 p.m." in text_of(page)


def test_the_form_of_a_new_party_can_start_empty(client, ruth):
    party_with(0, place="Legion hall", preset="iowa", fee=500, capture="totals", paper="a4")
    page = client.get(reverse("party_new"))
    copied = [page.context["form"][name].value() for name in ("place", "capture", "paper")]
    assert copied == ["Legion hall", "totals", "a4"]
    assert 'href="?empty=yes"' in text_of(page)
    page = client.get(reverse("party_new"), {"empty": "yes"})
    form = page.context["form"]
    assert [form[name].value() for name in ("place", "preset", "fee")] == ["", "midway", ""]
    assert "As last time</a>" in text_of(page)


def test_the_form_of_a_new_party_names_the_copied_choices(client, ruth):
    party = party_with(0, place="Legion hall", fee=500, paper="a4", capture="totals")
    text = text_of(client.get(reverse("party_new")))
    assert (
        "Copied from 14 November: Autumn party, Legion hall, the rules of St Paul Midway" in text
    )
    assert "round totals, names first, $5, A4 paper, and the same choices for ties" in text
    set_party(party, place="", fee=0)
    text = text_of(client.get(reverse("party_new")))
    assert "Autumn party, the rules of St Paul Midway, round totals, names first, no fee" in text


def test_an_archived_party_is_not_copied(client, ruth):
    party_with(0, place="Legion hall")
    party_with(0, place="Trial", archived_at=AT)
    form = client.get(reverse("party_new")).context["form"]
    assert form["place"].value() == "Legion hall"


@pytest.mark.parametrize(
    ("changes", "choices"),
    [
        (
            {"people": "20"},
            ["As many rounds as there are tables: 5 rounds, until about 9:00 p.m."],
        ),
        (
            {"people": "11"},
            [
                "As many rounds as there are tables: 3 rounds, until about 8:12 p.m.",
                "Twice as many: 6 rounds, until about 9:24 p.m.",
                "3 times as many: 9 rounds, until about 10:36 p.m. (more than 3 hours of cards)",
            ],
        ),
        (
            {"people": "48", "hands_per_round": "2"},
            [
                "As many rounds as there are tables: 12 rounds, until about 9:48 p.m.",
                "10 rounds, until about 9:20 p.m.",
            ],
        ),
        (
            {"preset": "youngstown"},
            ["As the rules say: 10 rounds, until about 11:00 p.m. (more than 3 hours of cards)"],
        ),
        (
            {"preset": "iowa", "people": "20", "rounds": "7"},
            [
                f"{DECIDE_LATER}: 7 would go on until about 9:48 p.m., 24 minutes each",
                "7 rounds, until about 9:48 p.m.",
            ],
        ),
        (
            {"preset": "iowa", "time": ""},
            [f"{DECIDE_LATER}, about 24 minutes each"],
        ),
        ({"time": "", "people": ""}, ["As many rounds as there are tables"]),
    ],
)
def test_each_choice_of_rounds_shows_when_the_party_ends(client, ruth, changes, choices):
    form = preview(client, **changes).context["form"]
    assert rounds_choices(form) == [*choices, "A number typed beside it"]
    assert not Party.objects.exists()


def test_a_preview_keeps_typed_text_and_shows_no_errors(client, ruth):
    page = preview(client, name="", time="seven", people="many", rounds="other")
    assert 'value="seven"' in text_of(page)
    assert page.context["form"]["rounds"].value() == "other"
    assert "There is a problem" not in text_of(page)


@pytest.mark.parametrize("rounds", ["other", "", "7"])
def test_a_typed_number_of_rounds_is_stored(client, ruth, rounds):
    client.post(reverse("party_new"), plan(rounds=rounds, other_rounds="7"))
    assert Party.objects.get().rounds_planned == 7


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"preset": "iowa", "people": "6"}, True),
        ({"preset": "iowa", "people": "8"}, False),
        ({"preset": "iowa", "people": "6", "movement": "midway"}, False),
    ],
)
def test_a_single_table_without_moves_is_mentioned(client, ruth, changes, expected):
    assert ("With one table nobody moves" in text_of(preview(client, **changes))) is expected


def test_settings_start_with_the_number_of_people_on_the_list(client, ruth):
    party = party_with(20, rounds_planned=None)
    form = client.get(settings_of(party)).context["form"]
    assert form["people"].value() == 20
    assert rounds_choices(form)[0].startswith("As many rounds as there are tables: 5 rounds")
    page = text_of(client.get(reverse("party_hub", args=[party.pk])))
    assert "5 rounds, until about 9:00 p.m. Four hands a round; the desk enters each hand." in page


def test_the_form_starts_with_at_most_the_allowed_number_of_people(client, ruth, monkeypatch):
    monkeypatch.setattr("party.views.evening.parties.MOST_PEOPLE", 12)
    form = client.get(settings_of(party_with(20))).context["form"]
    assert form["people"].value() == 12


def test_settings_open_with_the_movement_in_the_link(client, ruth):
    party = party_with(4, preset="iowa")
    form = client.get(settings_of(party), {"movement": "midway"}).context["form"]
    assert form["movement"].value() == "midway"
    assert not form.has_no_moves
    assert Party.objects.get().format.movement.name == "iowa"


def test_an_organiser_of_two_clubs_chooses_the_club_of_a_new_party(client, ruth):
    with setting_up():
        other = Club.objects.create(name="Away club")
        Membership.objects.create(user=ruth, club=other, role="organiser")
    assert "Choose" not in text_of(client.get(reverse("party_new")))[:100]
    client.post(reverse("party_new"), plan(club=other.pk))
    assert Party.objects.get().club == other


def test_settings_change_the_plan(client, ruth):
    party = party_with()
    sent = plan(
        preset="iowa",
        name="Iowa night",
        tie_at_table="extra_hand",
        sit_out_credit="fixed",
        sit_out_points="120",
        count_back="rounds_won",
    )
    client.post(settings_of(party), sent)

    party = Party.objects.get()
    assert (party.name, party.preset) == ("Iowa night", "iowa")
    assert party.format.movement.name == "iowa"
    assert party.format.tie_at_table == "extra_hand"
    assert (party.format.sit_out_credit, party.format.sit_out_points) == ("fixed", 120)
    assert "120 points" in text_of(client.get(reverse("party_hub", args=[party.pk])))


def test_unchanged_settings_store_nothing(client, ruth):
    party = party_with()
    form = client.get(settings_of(party)).context["form"]
    sent = {field.html_name: field.value() for field in form}
    client.post(settings_of(party), {name: value or "" for name, value in sent.items()})
    after = Party.objects.get()
    assert after.format == party.format
    assert not after.log.exists()


def test_the_break_is_stored_and_shown_on_the_cards(client, ruth):
    party = party_with(rounds_planned=6)
    client.post(settings_of(party), plan(rounds="6", break_after="3"))
    party.refresh_from_db()
    assert party.break_after == 3
    assert card_sheet(party).breaks == (3,)
    client.post(settings_of(party), plan(rounds="6", break_after=""))
    party.refresh_from_db()
    assert party.break_after is None
    assert card_sheet(party).breaks == ()


def test_the_break_and_the_clock_change_the_time_of_the_finish(client, ruth):
    sent = {"people": "12", "rounds": "3", "clock_minutes": "22", "break_after": "2"}
    page = text_of(preview(client, **sent))
    assert "a 15-minute break after round 2" in page
    assert "<b>8:42</b> p.m." in page  # 3 × (22 + 3 to finish + 4 to move) + 15
    page = text_of(preview(client, **sent, break_minutes="241"))
    assert "A break takes 1 to 240 minutes." not in page  # a preview shows no faults
    page = text_of(client.post(reverse("party_new"), plan(**sent, break_minutes="241")))
    assert "A break takes 1 to 240 minutes." in page
    client.post(reverse("party_new"), plan(**sent, break_minutes="20"))
    party = Party.objects.get()
    assert (party.break_after, party.break_minutes) == (2, 20)
    hub = text_of(client.get(reverse("party_hub", args=[party.pk])))
    assert "A 20-minute break after round 2." in hub
    assert client.get(reverse("party_new")).context["form"]["break_minutes"].value() == 20


def test_a_new_party_takes_the_pace_of_earlier_evenings(client, ruth, monkeypatch):
    paces = {("midway", 4, None): Pace(25, 5)}
    monkeypatch.setattr("party.views.evening.parties.club_paces", lambda club: paces)
    page = text_of(preview(client, people="12", rounds="3"))
    assert "<b>8:30</b> p.m." in page
    assert "as on your last evenings" in page
    assert "as on your last evenings" not in text_of(preview(client, clock_minutes="20"))


def test_the_clock_is_copied_from_the_last_party(client, ruth):
    page = client.get(reverse("party_new"))
    assert "no clock: the bell decides" in text_of(page)
    client.post(reverse("party_new"), plan(clock_minutes="20"))
    party = Party.objects.get(clock_minutes=20)
    hub = text_of(client.get(reverse("party_hub", args=[party.pk])))
    assert "The clock runs for 20 minutes." in hub
    page = client.get(reverse("party_new"))
    assert "20 minutes on the clock" in text_of(page)
    assert page.context["form"]["clock_minutes"].value() == 20
    client.post(settings_of(party), plan(rounds="6", clock_minutes=""))
    party.refresh_from_db()
    assert party.clock_minutes is None
    page = client.post(settings_of(party), plan(clock_minutes="241"))
    assert "The clock is set to 1 to 240 minutes." in text_of(page)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("6", "The last round is 6: the break is before it."),
        ("100", "Rounds are a number from 1 to 99."),
        ("noon", "Type a number."),
    ],
)
def test_an_impossible_break_is_refused(client, ruth, typed, expected):
    party = party_with(rounds_planned=6)
    page = text_of(client.post(settings_of(party), plan(rounds="6", break_after=typed)))
    assert expected in page
    assert f'value="{typed}"' in page


def test_settings_after_the_draw_have_fewer_fields(client, ruth):
    party = drawn_party()
    form = client.get(settings_of(party)).context["form"]
    shown = {"name", "place", "date", "time", "rounds", "other_rounds", "capture", "paper"}
    shown |= {"fee", "currency", "break_after", "break_minutes", "clock_minutes"}
    assert set(form.fields) == shown
    assert rounds_choices(form) == [
        "2 rounds",
        "Twice as many: 4 rounds",
        "3 times as many: 6 rounds",
        "3 rounds",
        "A number typed beside it",
    ]

    client.post(settings_of(party), plan(rounds="5", preset="iowa", name="Late name"))
    party = Party.objects.get()
    assert (party.name, party.rounds_planned, party.preset) == ("Late name", 5, "midway")

    page = client.post(settings_of(party), plan(rounds="0"))
    assert "Rounds are a number from 1 to 99." in text_of(page)


@pytest.mark.parametrize("sent", [{}, {"capture": "bogus"}, {"capture": "bogus", "look": "yes"}])
def test_an_unreadable_plan_is_shown_again(client, ruth, sent):
    answer = client.post(reverse("party_new"), {"name": "x", **sent})

    assert answer.status_code in {200, 422}
    assert 'value="x"' in answer.content.decode()


def test_s9_a_new_party_asks_whether_nullo_was_agreed(client, ruth):
    client.post(reverse("party_new"), plan(preset="west-seventh", name="Agreed"))
    assert Party.objects.get().rules.misere_allowed == "yes"
    client.post(reverse("party_new"), plan(preset="west-seventh", nullo="no", name="Not agreed"))
    party = Party.objects.get(name="Not agreed")
    assert (party.rules.misere_allowed, party.rules.grand_nullo) == ("no", "off")
    assert party.rules.name == "West Seventh Street without Nullo"
    client.post(reverse("party_new"), plan(preset="australian", nullo="no", name="Other"))
    assert Party.objects.get(name="Other").rules.misere_allowed == "yes"


def test_t94_t100_the_head_table_may_ring_and_rounds_won_may_count(client, ruth):
    sent = plan(preset="midway", hands_counted="at_head", round_credit="wins_only")
    client.post(reverse("party_new"), sent)

    party = Party.objects.get()
    assert (party.format.hands_at(2), party.format.round_credit) == (None, "wins_only")
    assert party.format.sit_out_credit == "fixed"
    form = client.get(settings_of(party)).context["form"]
    assert [form[name].value() for name in ("hands_counted", "round_credit")] == [
        "at_head",
        "wins_only",
    ]
    client.post(settings_of(party), plan(preset="midway"))
    assert Party.objects.get().format.values() == FORMATS["midway"].values()

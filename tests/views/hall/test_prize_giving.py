import pytest
from django.urls import reverse

from party.models import Party
from party.services.hall.guests import set_guest_access
from tests.evening import BY_PROGRAM, party_after_rounds, set_party
from tests.guard import setting_up
from tests.prize_giving import finish_party, reveal
from tests.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(ruth):
    return party_after_rounds(1, 8, rounds_planned=1, guests=True, guest_standings="all")


def address(party):
    return reverse("prize_giving", args=[party.pk])


def press(client, party, step):
    return client.post(address(party), {"step": step}, follow=True)


def hall(client, party):
    return text_of(client.get(reverse("hall", args=[party.code])))


def test_presses_show_the_winners_and_then_the_whole_list(client, party):
    finish_party(party)
    page = text_of(client.get(address(party)))
    assert "Show first place, shared" in page
    assert "phones and guests see no totals, no places" in page
    page = text_of(press(client, party, "place 1"))
    assert "The hall sees it in a moment." in page
    assert "on the screen" in page
    shown = hall(client, party)
    assert "First place, shared" in shown
    assert "590 points each" in shown
    page = text_of(press(client, party, "all"))
    assert "All winners are shown." in page
    assert "/undo/" in page
    assert "Guests and phones see the final standings." in page
    assert "Show the whole list" not in page
    assert "<title>The winners" in hall(client, party)
    page = text_of(press(client, party, ""))
    assert "The names are off the hall screen." in page


def test_winners_can_be_shown_in_the_hall_even_if_guests_see_no_standings(client, party):
    set_guest_access(party.pk, is_open=True, names="short", standings="none", **BY_PROGRAM)
    finish_party(party)
    press(client, party, "place 1")
    assert "590 points each" in hall(client, party)
    assert "Show “Thank you for coming”" in text_of(client.get(address(party)))
    page = text_of(press(client, party, "all"))
    assert "The hall, guests and phones see no standings, as you chose under Guests." in page
    assert "The whole list" not in page
    published = client.get(reverse("guest_json", args=[party.code])).json()
    assert (published["revealed"], published["standings"]) == (True, None)
    assert "Thank you for coming" in hall(client, party)


def test_the_hall_shows_short_names_as_for_guests_and_the_desk_full_names(client, party):
    with setting_up():
        for each in party.entrants.all():
            each.name, each.sort_name = f"{each.name} Whitcomb", f"Whitcomb, {each.name}"
            each.save()
    finish_party(party)
    assert "Whitcomb" in text_of(client.get(address(party)))
    reveal(party, "place 1")
    assert "Whitcomb" not in hall(client, party)


def test_a_step_that_no_longer_exists_shows_nothing_in_the_hall(client, party):
    finish_party(party)
    set_party(party, reveal_step="prize 7")
    assert "The winners are coming up." in hall(client, party)
    page = text_of(press(client, party, "prize 7"))
    assert "The hall sees it" not in page


def test_before_the_finish_there_is_nothing_to_show(client, party):
    for answer in (client.get(address(party), follow=True), press(client, party, "all")):
        assert "Finish the party first" in text_of(answer)
    assert Party.objects.get(pk=party.pk).revealed_at is None


def test_the_finish_page_leads_to_the_prize_giving_until_winners_are_shown(client, party):
    finish_party(party)
    url = reverse("finish", args=[party.pk])
    assert "Show the winners" in text_of(client.get(url))
    steps = {step.key: step.is_done for step in client.get(url).context["page"].steps}
    assert steps["winners"] is False
    reveal(party)
    steps = {step.key: step.is_done for step in client.get(url).context["page"].steps}
    assert steps["winners"] is True

import pytest

from party.models import Club, Party
from party.queries.prizes.winners import all_prizes
from party.queries.standings.results import results_to_send, shown_names
from party.queries.standings.standings import standings
from party.services.prizes import prizes
from tests.evening import BY_PROGRAM, party_with, play_rounds
from tests.guard import setting_up

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("names", "shown"), [("short", "Alma R."), ("full", "Alma Rasmussen")])
def test_results_have_the_names_that_guests_see(names, shown):
    party = party_with(5, rounds_planned=1, guest_names=names)
    with setting_up():
        party.entrants.filter(number=1).update(name="Alma Rasmussen", sort_name="Rasmussen, Alma")
        party.entrants.filter(number=2).update(ranked=False)
    prizes.add_preset(party.pk, "high-low", **BY_PROGRAM)
    play_rounds(party, 1)
    party = Party.objects.select_related("club").get(pk=party.pk)
    sent = results_to_send(party, standings(party), all_prizes(party))
    assert len(sent.lines) == 4
    assert shown in {line.name for line in sent.lines}
    text = sent.newspaper_text + sent.chat_text
    assert ("Rasmussen" in text) == (names == "full")
    with setting_up():
        Club.objects.update(newspaper_layout="{story}: {results}")
    results = results_to_send(Party.objects.get(pk=party.pk), standings(party), all_prizes(party))
    assert results.newspaper_text.startswith(results.story)
    assert ("Rasmussen" in results.story) <= (names == "full")
    assert {each.list_name for each in shown_names(party).values()} >= {shown}

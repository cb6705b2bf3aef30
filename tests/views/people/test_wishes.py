import pytest
from django.urls import reverse

from party.queries.evening.rounds import live
from party.queries.people.wishes import wishes_of_draw
from tests.evening import draw, helper_of, party_with, start
from tests.reading import queries_of, text_of

pytestmark = pytest.mark.django_db


def address(party):
    return reverse("wishes", args=[party.pk])


def send(client, party, **data):
    return client.post(address(party), data, follow=True)


def test_a_wish_is_added_and_shown(client, party):
    assert "No wishes yet." in text_of(client.get(address(party)))
    text = text_of(send(client, party, kind="apart", one="alma", other="Bert"))
    assert "It counts from the next seats that are made." in text
    assert "Alma and Bert never sit at one table." in text
    assert "kept in round" not in text


def test_a_broken_wish_has_a_button_for_a_new_seating(client, party):
    draw(party)
    one, other, *_ = live(party).tables[0].seats.values()
    send(client, party, kind="apart", one=one.name, other=other.name)
    assert "Seat round 1 again" in text_of(client.get(address(party)))
    client.post(reverse("reseat_round", args=[party.pk, 1]))
    assert "kept in round 1" in text_of(client.get(address(party)))


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"one": "Alma", "other": "Bert"}, "Choose a wish."),
        ({"kind": "apart", "one": "", "other": "Bert"}, "Type a name."),
        ({"kind": "apart", "one": "Alma", "other": ""}, "Name the other person."),
        ({"kind": "apart", "one": "Alma", "other": "Alma"}, "Choose two different people."),
        ({"kind": "apart", "one": "Alma", "other": "Zoë"}, "on tonight’s list is called Zoë."),
        ({"kind": "stay", "one": "Alma", "other": "Bert"}, "leave this name empty"),
    ],
)
def test_wrong_wish_is_refused_and_what_was_typed_is_kept(client, party, data, text):
    response = send(client, party, **data)
    assert text in text_of(response)
    assert all(f'value="{typed}"' in text_of(response) for typed in data.values() if typed)
    assert wishes_of_draw(party) == ()


def test_more_wishes_need_no_more_queries(client, party):
    counts = set()
    for other in ("Bert", "Carol", "Dev"):
        send(client, party, kind="apart", one="Alma", other=other)
        counts.add(queries_of(client.get, address(party)))
    assert len(counts) == 1


@pytest.mark.parametrize("page", ["players", "player"])
def test_a_wish_can_be_set_on_the_list_and_on_the_page_of_a_person(client, party, page):
    alma = party.entrants.get(name="Alma")
    back = {"players": "players", "player": str(alma.pk)}[page]
    page_url = reverse(page, args=[party.pk, *([alma.pk] if page == "player" else [])])
    text = text_of(client.get(page_url))
    assert f'action="{address(party)}?back={back}"' in text
    assert "Two people start as partners in round 1" in text

    sent = {"kind": "start_partners", "one": f"{alma.number} Alma", "other": "Bert"}
    response = client.post(f"{address(party)}?back={back}", sent, follow=True)

    assert response.redirect_chain[-1][0] == page_url
    assert "Alma and Bert start as partners in round 1." in text_of(response)
    page_text = {"players": "1 wish<", "player": "Alma and Bert start as partners in round 1<"}[
        page
    ]
    assert f"{page_text}/span>" in response.content.decode()
    gone = reverse("wish_remove", args=[party.pk, party.wishes.get().pk])
    assert client.post(f"{gone}?back={back}").url == page_url
    assert wishes_of_draw(party) == ()


def test_the_page_of_a_person_has_no_wishes_of_other_people(client, party):
    send(client, party, kind="apart", one="Bert", other="Carol")
    pages = {
        name: reverse("player", args=[party.pk, party.entrants.get(name=name).pk])
        for name in ("Alma", "Bert")
    }
    assert "Bert and Carol never" in text_of(client.get(pages["Bert"]))
    assert "Bert and Carol never" not in text_of(client.get(pages["Alma"]))
    client.force_login(helper_of(party))
    assert "Seating wishes" not in text_of(client.get(pages["Bert"]))


@pytest.mark.measured
def test_wish_for_round_one_is_offered_only_if_it_can_be_kept(client, party):
    blind = party_with(8, cards="hat", by=party.club.memberships.get().user)
    for each in (blind, party):
        if each == party:
            start(party)
        text = text_of(client.get(address(each)))
        assert "start as partners" not in text
        refused = send(client, each, kind="start_partners", one="Alma", other="Bert")
        assert wishes_of_draw(each) == ()
        assert "choose one of those shown" in text_of(refused)


def test_a_wish_for_round_one_says_when_that_round_has_begun(client, party):
    send(client, party, kind="start_partners", one="Alma", other="Bert")
    draw(party)
    assert "kept in round 1" in text_of(client.get(address(party)))
    start(party)
    assert "round 1 has begun" in text_of(client.get(address(party)))

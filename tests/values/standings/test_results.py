from datetime import datetime

import pytest

from party.values.people.person import Person
from party.values.standings.newspaper import layout_fault
from party.values.standings.results import Results
from party.values.standings.standings import StandingLine

OPENING = (
    "Tuesday Five Hundred: 6 people played 6 rounds of Five Hundred at Parish hall "
    "on Tuesday, November 17."
)
PLACES = ((1, "Alma R.", 2290), (2, "Bert O.", 1040), *((3, "Cy", -10),) * 4)


def results(**changes):
    return Results(
        **{
            "party": "Tuesday Five Hundred",
            "start": datetime(2026, 11, 17, 19),  # noqa: DTZ001 -- on the club's own clock
            "hall": "Parish hall",
            "rounds": 6,
            "lines": tuple(
                StandingLine(rank, Person(1, 1, name), total, (), is_shared=rank == 3)
                for rank, name, total in PLACES
            ),
            "prizes": (("High", "Alma R."), ("Low", "Cy")),
            **changes,
        }
    )


def test_the_text_for_the_newspaper_has_a_sentence_the_places_and_the_prizes():
    assert results().newspaper_text.splitlines() == [
        OPENING,
        "",
        "1st Alma R., 2,290",
        "2nd Bert O., 1,040",
        *["3rd (tie) Cy, −10"] * 4,
        "",
        "High: Alma R.",
        "Low: Cy",
    ]
    assert results(prizes=()).newspaper_text.endswith("−10")


def test_the_sentence_for_the_newspaper_is_correct_without_the_name_of_a_hall():
    assert " Five Hundred on Tuesday, November 17" in results(hall="").newspaper_text


def test_a_club_can_give_its_text_a_layout_of_its_own():
    layout = "{story}\n\n{day}, {hall}\n\n{prizes}\n\n{results}"
    own = results(layout=layout, prizes=()).newspaper_text
    assert own.startswith("Tuesday, November 17, Parish hall\n\n1st Alma R., 2,290\n")
    assert results(layout="{results} {story}", story="{day} it is.").newspaper_text.endswith(
        "{day} it is."
    )


@pytest.mark.parametrize(
    ("layout", "fault"),
    [
        ("{winer} {results}", "There is no piece {winer}."),
        ("{results} {party", "both braces"),
        ("Cards were played.", "Put {results}"),
        ("{party}: {results}", ""),
    ],
)
def test_a_layout_with_a_fault_is_refused(layout, fault):
    assert fault in layout_fault(layout)
    assert bool(layout_fault(layout)) == bool(fault)


def test_the_text_for_a_chat_has_short_lines():
    first, *rest = results().chat_text.splitlines()
    assert first == "Tuesday Five Hundred, Nov 17"
    assert rest[:2] == ["1st Alma R., 2,290", "2nd Bert O., 1,040"]
    assert rest[-1] == "Low: Cy"

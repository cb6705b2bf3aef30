from datetime import datetime

from party.values.standings.results import ResultLine, Results

OPENING = (
    "Tuesday Five Hundred: 6 people played 6 rounds of Five Hundred at Parish hall on Tuesday 17"
    " November."
)
PLACES = ((1, "1", "Alma R.", 2290), (2, "2", "Bert O.", 1040), *((3, "3=", "Cy", -10),) * 4)


def results(**changes):
    return Results(
        **{
            "party": "Tuesday Five Hundred",
            "start": datetime(2026, 11, 17, 19),  # noqa: DTZ001 -- on the club's own clock
            "hall": "Parish hall",
            "rounds": 6,
            "lines": tuple(ResultLine(n, *line) for n, line in enumerate(PLACES)),
            "prizes": (("High", "Alma R."), ("Low", "Cy")),
            **changes,
        }
    )


def test_the_newspaper_gets_a_sentence_the_places_and_the_prizes():
    assert results().newspaper_text.splitlines() == [
        OPENING,
        "",
        "1 Alma R., 2,290",
        "2 Bert O., 1,040",
        *["3= Cy, −10"] * 4,
        "",
        "High: Alma R.",
        "Low: Cy",
    ]
    assert results(prizes=()).newspaper_text.endswith("−10")


def test_without_a_hall_the_newspaper_reads_on():
    assert " Five Hundred on Tuesday 17" in results(hall="").newspaper_text


def test_a_chat_gets_short_lines():
    first, *rest = results().chat_text.splitlines()
    assert first == "Tuesday Five Hundred, 17 Nov"
    assert rest[:2] == ["1 Alma R. 2,290", "2 Bert O. 1,040"]
    assert rest[-1] == "Low: Cy"

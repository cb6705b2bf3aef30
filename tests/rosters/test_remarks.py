import pytest

from party.rosters.lists import Choices, FeeAnswers, read_people

FEE = FeeAnswers({"cash": "Yes", "later": "No"})


def read_list(text, **answers):
    return read_people(text, fee=FEE, choices=Choices(answers=answers))


@pytest.mark.parametrize(
    "text",
    [
        "Alma Ek - paid",
        "Alma Ek – PAID",
        "Alma Ek (paid)",
        "Alma Ek, Paid",
        "Alma Ek: paid",
        "Alma Ek paid",
        "Alma Ek ✅ paid",
        "Alma Ek has paid cash",
        "Alma Ek $10",
        "Paid: Alma Ek",
        "Paid:\nAlma Ek",
        "paid\nAlma Ek",
        "Alma Ek\tpaid",
        "Name;Notes\nAlma Ek;paid",
        "Name;Paid\nAlma Ek;yes",
        "Name;Fee\nAlma Ek;10",
        "Alma Ek payé",
        "Alma Ek - payée",
        "Alma Ek (a déjà payé)",
        "Nom;Prénom;Payé\nEk;Alma;oui",
    ],
)
def test_a_fee_leads_to_a_question_and_does_not_become_a_note(text):
    reading = read_list(text)
    [line] = reading.lines
    assert (line.clean_name, line.notes, line.group, line.paid) == ("Alma Ek", "", "", "")
    [question] = reading.questions
    assert question.text.startswith(f"Your list says “{line.fee}” beside Alma Ek in line ")
    assert reading.has_open_questions
    answered_reading = read_list(text, **{question.kind: "cash"})
    assert [each.paid for each in answered_reading.lines] == ["cash"]
    assert not answered_reading.has_open_questions
    assert read_list(text, **{question.kind: "gold"}).has_open_questions


@pytest.mark.parametrize(
    "text",
    [
        "Alma Ek - not paid",
        "Alma Ek (unpaid)",
        "Alma Ek, pas payé",
        "Alma Ek, pays at the door",
        "Name;Paid\nAlma Ek;no",
        "Name;Paid\nAlma Ek;0.00",
        "Paid:\nBert\nNot paid:\nAlma Ek",
    ],
)
def test_the_remark_not_paid_leads_to_no_question_and_no_note(text):
    line = read_list(text).lines[-1]
    assert (line.clean_name, line.notes, line.fee) == ("Alma Ek", "", "")


def test_words_beside_the_fee_stay_a_note():
    lines = read_list("Alma Ek (paid, vegetarian)\nBert Oh - paid for Cora too").lines
    assert [(line.notes, line.fee) for line in lines] == [
        ("vegetarian", "paid"),
        ("paid for Cora too", "paid for Cora too"),
    ]


def test_a_party_without_a_fee_keeps_the_word_paid_as_a_note():
    reading = read_people("Alma Ek - paid")
    assert ([line.notes for line in reading.lines], reading.questions) == (["paid"], ())


def test_a_fee_in_a_column_of_answers_leads_to_two_questions():
    text = "Name;RSVP\nAlma Ek;paid\nBert Oh;yes"
    assert [question.kind for question in read_list(text).questions] == ["answer-paid"]
    reading = read_list(text, **{"answer-paid": "yes"})
    assert [question.kind for question in reading.questions] == ["answer-paid", "fee-paid"]


def test_a_fee_before_two_people_belongs_to_both_people():
    reading = read_list("Paid: Alma Ek, Bert Oh", comma="two")
    assert [(line.name, line.fee) for line in reading.lines] == [
        ("Alma Ek", "Paid"),
        ("Bert Oh", "Paid"),
    ]


def test_after_ten_kinds_of_fees_all_others_share_one_question():
    text = "\n".join(f"P{n} Ek - paid ${n}" for n in range(1, 13))
    questions = read_list(text).questions
    assert (len(questions), questions[0].kind, questions[-1].kind) == (11, "fee-paid-1", "fee-")
    assert "P11 Ek in line 11; P12 Ek in line 12" in questions[-1].text


@pytest.mark.parametrize("text", ["Alma Ek paid, Bert Oh", "Alma Ek cancelled, Bert Oh"])
def test_a_remark_between_two_people_is_a_fault(text):
    [line] = read_list(text).faulty_lines
    assert line.fault.startswith("it says several things")


@pytest.mark.parametrize(
    "text",
    [
        "Bert Oh cancelled",
        "Bert Oh CANCELLED",
        "Bert Oh - canceled",
        "Bert Oh (has cancelled)",
        "Bert Oh, Cancelled",
        "Bert Oh, cancelled, flu",
        "Cancelled: Bert Oh",
        "cancelled\nBert Oh",
        "Bert Oh\tcancelled",
        "Name;Notes\nBert Oh;cancelled",
        "Bert Oh annulé",
        "Bert Oh (annulée)",
        "Nom;Prénom;Remarques\nOh;Bert;a annulé",
    ],
)
def test_a_cancelled_person_is_ignored(text):
    reading = read_list(text)
    assert (reading.lines, reading.faulty_lines, reading.questions) == ((), (), ())
    assert "Bert Oh" in reading.ignored_lines[-1].fault


def test_a_remark_with_more_words_than_cancelled_is_asked_about():
    text = "Bert Oh - cancelled her ride"
    [question] = read_list(text).questions
    assert "do these people come? “cancelled her ride” in line 1. If they come" in question.text
    [line] = read_list(text, **{question.kind: "yes"}).lines
    assert line.notes == "cancelled her ride"
    assert read_list(text, **{question.kind: "no"}).lines == ()


@pytest.mark.parametrize(
    "text",
    [
        "thanks, Ruth 651-555-0199",
        "Thank you so much - Ruth",
        "Thanks Ruth",
        "Best regards, Ruth Miller",
        "Merci, Ruth",
        "À bientôt, Ruth",
    ],
)
def test_the_end_of_a_message_is_not_read_as_a_person(text):
    reading = read_list(f"Alma Ek\n{text}")
    assert [line.name for line in reading.lines] == ["Alma Ek"]
    assert [line.fault for line in reading.ignored_lines] == ["it ends a message"]
    assert read_list("Love, Courtney").lines[0].clean_name == "Courtney Love"


def test_a_name_below_thanks_is_asked_about():
    text = "Alma\nBert\nCy\nThanks,\nRuth Miller"
    [question] = read_list(text).questions
    assert question.text == "Are these people? “Ruth Miller” in line 5"
    assert len(read_list(text, people="none").lines) == 3
    assert len(read_list(text, people="one").lines) == 4


@pytest.mark.parametrize(
    "text", ["Alma Ek + 1", "Alma Ek (+1)", "Alma Ek plus one", "Alma Ek et invitée", "Alma Ek x2"]
)
def test_a_typed_name_replaces_an_unnamed_guest(text):
    reading = read_list(text)
    [guest] = reading.companion_lines
    assert [line.name for line in reading.lines] == ["Alma Ek"]
    assert (reading.faulty_lines, reading.unreadable_lines) == ((guest,), ())
    for typed_name, names in (
        ("Zoë Holm", ["Zoë Holm"]),
        ("Ann & Bob", ["Ann", "Bob"]),
        (" ", []),
    ):
        new_reading = read_people(text, choices=Choices(guests={guest.mark: typed_name}))
        assert [line.name for line in new_reading.lines] == ["Alma Ek", *names]
    assert read_people(f"1 {text}", is_numbered=True).companion_lines == ()


def test_the_mark_of_a_line_depends_only_on_its_text_and_on_repetitions():
    mark_by_name = {line.name: line.mark for line in read_list("Alma\nBert").lines}
    lines = read_list("Cora\nBert; men\nAlma\nAlma").lines
    assert lines[1].mark == mark_by_name["Bert"]
    assert lines[2].mark == mark_by_name["Alma"]
    assert len({line.mark for line in lines}) == 4

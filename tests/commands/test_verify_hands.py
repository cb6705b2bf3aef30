from pathlib import Path

import pytest

from tests.commands.results import run_command

GOOD = "fixtures/hand-midway.ptn"
NO_TRUMP = "fixtures/hand-no-trump.ptn"


def run(capsys, *arguments):
    return run_command(capsys, "verify_hands", *arguments)


def test_a_correct_record_has_no_faults(capsys):
    out, err, code = run(capsys, GOOD, "--rules", "midway")

    assert out == f"{GOOD}: 1 record, none with faults\n"
    assert (err, code) == ("", 0)


def test_the_default_rules_are_australian(capsys):
    assert run(capsys, NO_TRUMP)[2] == 0


def test_every_fault_is_listed_and_counted(capsys, tmp_path):
    text = Path(GOOD).read_text(encoding="utf-8")
    bad = tmp_path / "bad.ptn"
    bad.write_text(text + "\n" + text.replace("JH H5 H8 H7", "JH S5 H8 H7"), encoding="utf-8")

    out, _, code = run(capsys, str(bad), "--rules", "midway")

    assert out.splitlines()[0] == f"{bad}: 2 records, 1 with faults"
    assert "  record 2, trick 1 N: North does not hold the 5 of Spades" in out
    assert "  not held\n" in out
    assert code == 1


def test_only_the_first_faults_are_listed(capsys, tmp_path):
    bad = tmp_path / "bad.ptn"
    bad.write_text("what is this\n" * 25, encoding="utf-8")

    out, _, code = run(capsys, str(bad))

    assert len(out.splitlines()) == 1 + 20 + 1 + 1
    assert "  and 5 more faults\n" in out
    assert out.splitlines()[-1] == "     25  line"
    assert code == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("no-such-file.ptn",), "Cannot read no-such-file.ptn: No such file or directory."),
        (("fixtures",), "Cannot read fixtures: Is a directory."),
        (("a\0b",), "Cannot read a\0b: embedded null byte."),
        ((GOOD, "--rules", "poker"), "There are no rules “poker”. There are: midway,"),
    ],
)
def test_a_wrong_file_or_an_unknown_game_is_refused_in_one_sentence(capsys, arguments, why):
    out, err, code = run(capsys, *arguments)

    assert (out, code) == ("", 2)
    assert err.startswith(why)


def test_help_names_the_default_rules(capsys):
    assert "default: australian" in " ".join(run(capsys, "--help")[0].split())

from pathlib import Path

import pytest
from django.db import connection

from party.management.commands import restore as module
from party.models import Club, Party, SlipPicture
from party.queries.backups.kept_copies import copies_in
from party.queries.backups.party_contents import EDITED
from party.services.backups.copies import wait_for_copies
from party.services.backups.party_files import export_party
from party.values.backups import NO_CHECKSUM
from tests.backup_files import edited, party_of_version_1
from tests.commands.results import run_command
from tests.evening import party_after_rounds, party_with, play_rounds
from tests.guard import setting_up
from tests.slip_pictures import slip_picture


@pytest.fixture
def party(laptop_folder):
    party = party_after_rounds(1, 4)
    wait_for_copies()
    return party


@pytest.fixture
def output(capsys):
    def output(*words):
        out, _, code = run_command(capsys, *words)
        assert code == 0
        return out

    return output


@pytest.fixture
def refusal(capsys):
    def refusal(*words, code=2):
        out, err, ended_code = run_command(capsys, *words)
        assert ended_code == code
        return err + out

    return refusal


def test_a_backup_is_written_and_restored(party, output, laptop_folder):
    file = str(laptop_folder / "mine.sqlite3")
    assert output("backup", file).strip() == file
    play_rounds(party, 1)
    wait_for_copies()
    words = output("restore", file, "--yes")
    assert "Autumn party (Ruth's club): 4 people, 1 round, " in words
    assert NO_CHECKSUM not in words
    assert "Now here: 1 club, 1 party." in words
    assert "What was here is kept as backups/headtable-" in words
    assert "Opened: 1 party, computed again.\n`manage.py start` prints a link to sig" in words
    assert Party.objects.get().rounds.count() == 1


def test_a_backup_without_a_file_name_is_among_the_copies(party, output, laptop_folder):
    path = output("backup").strip()
    [copy] = [copy for copy in copies_in(laptop_folder / "backups") if copy.reason == "asked for"]
    assert path == str(laptop_folder / "backups" / copy.name)


def test_a_backup_can_leave_out_the_pictures_of_slips(party, output, refusal, laptop_folder):
    picture = slip_picture(party)
    complete, small = (str(laptop_folder / f"{name}.sqlite3") for name in ("complete", "small"))
    output("backup", complete)
    output("backup", small, "--without-pictures")
    assert bytes(picture.cutout) in Path(complete).read_bytes()
    assert bytes(picture.cutout) not in Path(small).read_bytes()
    assert "Name a file" in refusal("backup", "--without-pictures")

    assert "computed again" in output("restore", small, "--yes")
    assert not SlipPicture.objects.exists()
    assert "computed again" in output("restore", complete, "--yes")
    assert bytes(SlipPicture.objects.get().cutout) == picture.cutout


def test_backup_fails_if_the_second_place_is_missing(party, capsys, settings, laptop_folder):
    settings.SECOND_PLACE = str(laptop_folder / "stick")
    out, err, code = run_command(capsys, "backup")
    assert code == 2
    assert out.endswith("-asked-for.sqlite3\n")
    assert err.startswith("No backup in the second place. The folder ")


def test_backup_overwrites_no_file(party, refusal, laptop_folder):
    (laptop_folder / "mine.sqlite3").write_text("mine")
    assert "already exists" in refusal("backup", str(laptop_folder / "mine.sqlite3"))
    assert (laptop_folder / "mine.sqlite3").read_text() == "mine"


@pytest.mark.django_db
def test_backup_refuses_another_kind_of_database(refusal):
    assert "There is nothing to copy here" in refusal("backup")


def test_backup_refuses_an_empty_folder(refusal, laptop_folder):
    connection.close()
    file = laptop_folder / "headtable.sqlite3"
    file.write_bytes(b"")  # left by a first start that was stopped
    for words in (("backup",), ("backup", str(laptop_folder / "mine.sqlite3"))):
        assert refusal(*words).startswith(
            "There is nothing to copy here: this folder has no parties yet, "
        )
    assert sorted(laptop_folder.iterdir()) == [file]


@pytest.mark.parametrize(("typed", "opened"), [("yes", True), ("no", False), (None, False)])
def test_restore_asks_before_it_replaces_the_database(
    typed, opened, party, output, refusal, laptop_folder, monkeypatch
):
    file = output("backup").strip()
    play_rounds(party, 1)
    wait_for_copies()
    monkeypatch.setattr(module.sys.stdin, "isatty", lambda: typed is not None, raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: typed)
    if opened:
        output("restore", file)
    else:
        words = refusal("restore", file)
        assert words.startswith(
            "Nothing was changed.\n" if typed else "Nothing was changed. Add --y"
        )
    assert Party.objects.get().rounds.count() == (1 if opened else 2)


def test_restore_refuses_a_wrong_file(party, refusal, laptop_folder):
    assert "There is no file" in refusal("restore", str(laptop_folder / "none"))
    (laptop_folder / "letter").write_text("Dear Ruth")
    assert "not a Head Table backup" in refusal("restore", str(laptop_folder / "letter"), "--yes")


def test_restore_reports_differences(party, output, laptop_folder):
    file = output("backup").strip()
    with edited(Path(file)) as database:
        database.execute("UPDATE party_entry SET ns = ns + 10 WHERE hand = 1")
    words = output("restore", file, "--yes")
    assert f"  {NO_CHECKSUM}\n" in words
    assert "  Autumn party: Round 1, table 1, hand 1: " in words


def test_restore_shows_that_a_backup_is_older(laptop_folder, output, refusal):
    file = output("backup").strip()
    with edited(Path(file)) as database:
        database.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    words = refusal("restore", file)
    assert "In the backup: no club" in words
    assert "made by an older Head Table" in words


@pytest.mark.slow  # all migrations run
def test_restore_keeps_a_damaged_database_under_another_name(party, output, laptop_folder):
    file = output("backup").strip()
    connection.close()
    database = laptop_folder / "headtable.sqlite3"
    for end in ("-wal", "-shm"):
        database.with_name(database.name + end).unlink(missing_ok=True)
    database.write_bytes(b"no database" * 1000)
    words = output("restore", file, "--yes")
    assert "The current database cannot be read. It is kept as well." in words
    [aside] = laptop_folder.glob("damaged-*-headtable.sqlite3")
    assert aside.read_bytes() == b"no database" * 1000
    assert f"It is kept as {aside}" in words
    assert Party.objects.get().rounds.count() == 1


@pytest.mark.slow  # all migrations run
def test_restore_works_in_an_empty_folder(party, output, laptop_folder):
    file = output("backup").strip()
    connection.close()
    for database_file in laptop_folder.glob("headtable.sqlite3*"):
        database_file.unlink()
    words = output("restore", file, "--yes")
    assert "There is nothing here yet." in words
    assert "is kept as" not in words
    assert Party.objects.get().rounds.count() == 1


@pytest.mark.django_db
def test_check_party_checks_all_parties_or_one(output, refusal):
    party, other = party_with(4), party_with(4, name="Another")
    play_rounds(party, 1)
    assert (
        output("check_party") == f"{party.pk} Autumn party: adds up\n{other.pk} Another: adds up\n"
    )
    assert output("check_party", str(other.pk)) == f"{other.pk} Another: adds up\n"
    assert "There is no party 999." in refusal("check_party", "999")
    with setting_up():
        party.rounds.get().tables.get().entries.filter(hand=1).update(ns=990)
    assert "Round 1, table 1, hand 1: 990 and" in refusal("check_party", code=1)


@pytest.mark.measured
def test_check_party_reports_a_text_that_the_database_cannot_read(party, refusal, client):
    with connection.cursor() as cursor, setting_up():
        cursor.execute("UPDATE party_logline SET words = CAST(x'4180' AS TEXT)")
    words = "The database is damaged: party_logline holds text that cannot be read."
    assert words in refusal("check_party", code=1)
    client.force_login(party.club.memberships.get().user)
    assert words in client.get(f"/parties/{party.pk}/check/").content.decode()


READING_COMMANDS = [("check_party",), ("check_party", "1"), ("export_party", "1", "a.party.json")]


@pytest.mark.parametrize("words", READING_COMMANDS)
def test_commands_that_only_read_create_no_database(words, laptop_folder, refusal):
    connection.close()
    file = laptop_folder / "headtable.sqlite3"
    file.unlink()
    assert refusal(*words).startswith(f"There are no parties in {laptop_folder}. `manage.py st")
    assert not file.exists()
    file.touch()  # left by a first start that was stopped
    assert refusal(*words).endswith("Head Table: `manage.py start` brings it up to date.\n")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            "DELETE FROM django_migrations WHERE name = '0005_hall_and_phones'",
            "is new, or from",
        ),
        ("INSERT INTO django_migrations VALUES (999, 'party', '9001_robots', 'now')", "a newer"),
        ("INSERT INTO django_migrations VALUES (999, 'party', '0001_first', 'now')", "before the"),
    ],
)
def test_a_database_of_another_version_is_not_called_damaged(change, reason, party, refusal):
    with setting_up(), connection.cursor() as cursor:
        cursor.execute(change)
    words = refusal("check_party")
    assert reason in words
    assert "backup" not in words


@pytest.fixture
def folder(db, settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    return tmp_path


def test_a_party_is_exported_and_imported(output, refusal, folder):
    party, file = party_with(4), str(folder / "autumn.party.json")
    play_rounds(party, 1)
    assert output("export_party", str(party.pk), file) == f"{file}\n"
    assert (folder / "autumn.party.json").read_bytes() == export_party(party.pk)
    words = refusal("import_party", file)
    assert words == "This party is in Ruth's club already. Add --again for a second one.\n"
    with setting_up():
        other = Club.objects.create(name="Friday cards", address="friday")
        Club.objects.create(name="Sample club", is_sample=True)
    assert "Say into which club, with --club: Friday cards, Ruth's club." in refusal(
        "import_party", file
    )
    first_import = output("import_party", file, "--club", "FRIDAY")
    new = other.parties.get()
    assert first_import == f"{new.pk} Autumn party, opened in Friday cards: 4 people, 4 hands\n"
    second_import = output("import_party", file, "--club", "ruth's club", "--again")
    second = Party.objects.exclude(pk=new.pk).latest("pk")
    assert second_import.startswith(f"{second.pk} Autumn party, opened in Ruth's club")
    players = set(second.entrants.values_list("player", flat=True))
    assert players == set(party.entrants.values_list("player", flat=True))
    output("import_party", file, "--club", "friday", "--again", "--new-people")
    assert other.players.count() == 8


def test_import_party_reports_differences(output, folder):
    party, file = party_with(4), folder / "autumn.party.json"
    play_rounds(party, 1)
    file.write_text(export_party(party.pk).decode().replace('"ns":', '"ns":1', 1))
    assert "\n  Round 1, table 1, hand 1: " in output(
        "import_party", str(file), "--again", "--yes"
    )


@pytest.mark.parametrize(("typed", "opened"), [("yes", True), ("no", False), (None, False)])
def test_import_party_asks_about_an_edited_file(
    typed, opened, output, refusal, folder, monkeypatch
):
    party, file = party_with(4), folder / "autumn.party.json"
    file.write_bytes(export_party(party.pk).replace(b"Alma", b"Anna"))
    monkeypatch.setattr(module.sys.stdin, "isatty", lambda: typed is not None, raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: typed)
    run = output if opened else refusal
    assert EDITED in run("import_party", str(file), "--again")
    assert Party.objects.count() == (2 if opened else 1)


def test_import_party_warns_of_a_file_without_checksum(output, folder):
    file = folder / "autumn.party.json"
    file.write_bytes(party_of_version_1(export_party(party_with(4).pk)))
    assert output("import_party", str(file), "--again").startswith(NO_CHECKSUM)


def test_import_and_export_refuse_wrong_files_and_parties(refusal, folder):
    letter, none = folder / "letter", str(folder / "none" / "file")
    letter.write_text("Dear Ruth")
    assert "This is not a Head Table party file." in refusal("import_party", str(letter))
    assert "cannot be read (No such file" in refusal("import_party", none)
    assert "There is no party 999." in refusal("export_party", "999", none)
    party = party_with(4)
    assert "already exists" in refusal("export_party", str(party.pk), str(letter))
    assert "cannot be written (No such file" in refusal("export_party", str(party.pk), none)
    text = export_party(party.pk)
    with setting_up():
        Club.objects.update(is_sample=True)
    letter.write_bytes(text)
    assert "There is no club yet." in refusal("import_party", str(letter))

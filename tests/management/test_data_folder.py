import os

import pytest

from party.management.command_errors import ExplainedError
from party.management.data_folder import locked_folder, secret_key, store_second_place
from party.queries.backups.kept_copies import second_place


def test_a_folder_is_created_and_locked_until_the_block_ends(tmp_path):
    folder = tmp_path / "hall" / "data"
    with (
        locked_folder(folder),
        pytest.raises(ExplainedError, match="Another Head Table is using the folder"),
        locked_folder(folder),
    ):
        pass

    with locked_folder(folder):
        assert folder.is_dir()


def test_a_folder_below_a_file_is_refused(tmp_path):
    (tmp_path / "list.txt").write_text("")

    with (
        pytest.raises(ExplainedError, match="cannot write in the folder"),
        locked_folder(tmp_path / "list.txt" / "data"),
    ):
        pass


def test_a_key_is_created_once_and_only_its_owner_can_read_it(tmp_path):
    key = secret_key(tmp_path)

    assert len(key) >= 50
    assert secret_key(tmp_path) == key
    if os.name == "posix":
        assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_database_files_of_an_older_version_become_private(tmp_path):
    files = [tmp_path / f"headtable.sqlite3{end}" for end in ("", "-wal", "-shm")]
    for file in files:
        file.touch(mode=0o644)
    with locked_folder(tmp_path):
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def test_a_new_key_is_written_into_an_empty_key_file(tmp_path):
    (tmp_path / "secret_key").write_text("\n")

    assert len(secret_key(tmp_path)) >= 50
    assert (tmp_path / "secret_key").read_text().strip() == secret_key(tmp_path)


def test_an_unreadable_key_is_refused(tmp_path):
    (tmp_path / "secret_key").mkdir()

    with pytest.raises(ExplainedError, match="secret_key cannot be used"):
        secret_key(tmp_path)


def test_the_second_place_for_backups_is_remembered_until_it_is_changed(tmp_path, settings):
    settings.DATA_DIR, settings.SECOND_PLACE = tmp_path, ""
    assert second_place() == ""
    store_second_place(tmp_path, str(tmp_path / "stick"))
    assert second_place() == str(tmp_path / "stick")
    store_second_place(tmp_path, "")
    assert second_place() == ""
    settings.SECOND_PLACE = "/synchronised"
    assert second_place() == "/synchronised"
    with pytest.raises(ExplainedError, match="cannot be used"):
        store_second_place(tmp_path / "none", "/stick")


def test_the_folder_of_the_backups_is_refused_as_the_second_place(tmp_path, settings):
    first = tmp_path / "backups"
    settings.DATA_DIR, settings.BACKUP_DIR, settings.SECOND_PLACE = tmp_path, first, ""
    first.mkdir()
    for same in (first, first / ".." / "backups", link_to(first)):
        with pytest.raises(ExplainedError, match="is where the backups are kept anyway"):
            store_second_place(tmp_path, str(same))
    settings.SECOND_PLACE = f"{first}/"
    assert second_place() == ""


def link_to(folder):
    link = folder.with_name("link")
    try:
        link.symlink_to(folder)
    except OSError:
        return folder
    return link

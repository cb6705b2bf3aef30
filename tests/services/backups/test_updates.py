import pytest

from party import __version__
from party.services.backups.updates import is_update, pop_update, store_version


@pytest.fixture(autouse=True)
def folder(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_the_first_start_in_a_new_folder_is_no_update():
    assert not is_update()
    store_version("")
    assert not is_update()
    assert pop_update() is None


def test_an_update_is_reported_once(folder):
    (folder / "version").write_text("0.0.1\n")
    assert is_update()
    store_version("before the update.sqlite3")
    assert not is_update()
    copy = "before the update.sqlite3"
    assert pop_update() == {"version": __version__, "before": "0.0.1", "copy": copy}
    assert pop_update() is None
    store_version("")  # the next start does this
    assert not is_update()


@pytest.mark.parametrize("content", ["", "[]", "{}", "7"])
def test_a_damaged_update_file_is_ignored(folder, content):
    (folder / "update.json").write_text(content)
    assert pop_update() is None

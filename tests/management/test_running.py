import pytest
from django.core.management import call_command
from django.db import DatabaseError

from party.management import running
from party.management.commands import start
from party.management.data_folder import locked_folder
from party.management.running import open_running, running_address, stored_address


@pytest.fixture
def opened(monkeypatch):
    opened = []
    monkeypatch.setattr(running, "open_now", opened.append)
    return opened


def fail():
    raise DatabaseError


@pytest.mark.parametrize(("sign_in", "path"), [(lambda: "/in/abc/", "/in/abc/"), (fail, "/")])
def test_a_running_head_table_is_opened_with_a_sign_in_link_if_possible(
    tmp_path, opened, sign_in, path
):
    with stored_address(tmp_path, "http://localhost:8000"):
        assert open_running(tmp_path, sign_in)
    assert opened == [f"http://localhost:8000{path}"]
    assert running_address(tmp_path) == ""


def test_a_second_start_waits_for_a_head_table_that_is_still_starting(
    tmp_path, opened, monkeypatch
):
    address = tmp_path / running.ADDRESS
    monkeypatch.setattr(running.time, "sleep", lambda _second: address.write_text("http://x"))
    assert open_running(tmp_path, fail)
    assert opened == []


def test_no_page_opens_if_no_head_table_answers(tmp_path, opened, monkeypatch):
    monkeypatch.setattr(running.time, "sleep", lambda _second: None)
    assert not open_running(tmp_path, fail)
    assert opened == []


def test_a_second_start_opens_the_running_head_table_only_after_a_double_click(
    tmp_path, settings, opened, monkeypatch
):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(start, "sign_in_path", lambda: "/in/abc/")
    with locked_folder(tmp_path), stored_address(tmp_path, "http://localhost:8000"):
        call_command("start", "--desktop", "--port", "0")
        assert opened == ["http://localhost:8000/in/abc/"]
        with pytest.raises(SystemExit):
            call_command("start", "--port", "0")
    assert len(opened) == 1

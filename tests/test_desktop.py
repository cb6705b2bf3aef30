import sys
import urllib.error
import urllib.request
import webbrowser

import pytest

from party import desktop


@pytest.fixture
def start_page():
    page = desktop.StartPage()
    yield page
    page.shutdown()
    page.server_close()


def fetch(address):
    with urllib.request.build_opener(NoRedirects).open(address) as answer:
        return answer.status, answer.headers, answer.read().decode()


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def http_error_303(self, _request, answer, *_):
        return answer


def test_the_start_page_reloads_until_it_leads_to_head_table(start_page):
    status, headers, text = fetch(start_page.address)
    assert (status, headers["Refresh"]) == (200, "1")
    assert "<h1>Head Table is starting</h1>" in text
    assert not start_page.was_seen.is_set()
    start_page.open("http://localhost:8000/in/abc/")
    status, headers, _ = fetch(start_page.address)
    assert (status, headers["Location"]) == (303, "http://localhost:8000/in/abc/")
    assert start_page.was_seen.is_set()


def test_the_start_page_is_served_only_at_its_own_web_address(start_page):
    start_page.open("http://localhost:8000/in/abc/")
    host = f"http://127.0.0.1:{start_page.server_port}"
    for path in ("/", "/tokens.css", start_page.folder[:-1], f"{start_page.folder}log"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            fetch(host + path)
    assert "--ground" in fetch(f"{start_page.address}tokens.css")[2]


@pytest.fixture
def double_click(monkeypatch, tmp_path):
    """Return a function that runs a command as a double click does, and gives the page and log."""
    monkeypatch.setattr(desktop, "user_data_folder", lambda *_: tmp_path / "parties")
    monkeypatch.setattr(desktop, "LAST_PAGE_TIMEOUT", 0)
    monkeypatch.setattr(webbrowser, "register", lambda *_, preferred: None)
    monkeypatch.setattr(sys, "argv", ["head-table-desktop"])
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)

    def double_click(command):
        monkeypatch.setattr(desktop, "run_command", command)
        with pytest.raises(SystemExit) as ended:
            desktop.main()
        log = (tmp_path / "parties" / desktop.LOG).read_text()
        return ended.value.code, fetch(opened[0])[2], log

    return double_click


def test_a_refusal_is_on_the_page_and_in_the_log(double_click):
    def refuse():
        sys.stdout.write("Sign in with this link")
        sys.stderr.write("The disk is <full>.\n")
        raise SystemExit(2)

    code, text, log = double_click(refuse)
    assert (code, log) == (2, "The disk is <full>.\n")
    assert "<h1>Head Table did not start</h1>" in text
    assert "<p>The disk is &lt;full&gt;.</p><p>The file /" in text
    assert sys.argv[1:] == ["start", "--desktop"]


def test_an_unknown_error_is_on_the_page_and_its_traceback_in_the_log(double_click):
    code, text, log = double_click(lambda: {}["lost"])
    assert code == 1
    assert "stopped with an error: &#x27;lost&#x27;." in text
    assert "Traceback" in log
    assert "KeyError" in log


def test_the_log_is_a_temporary_file_if_the_users_folder_cannot_be_made(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(desktop, "user_data_folder", lambda *_: tmp_path / "file" / "parties")
    log = desktop.log_file()
    assert log.name.startswith("head-table-")
    log.unlink()


def test_a_log_that_is_too_large_is_emptied_at_the_start(monkeypatch, tmp_path):
    monkeypatch.setattr(desktop, "user_data_folder", lambda *_: tmp_path)
    monkeypatch.setattr(desktop, "LARGEST_LOG", 10)
    (tmp_path / desktop.LOG).write_text("an error of last year")
    assert desktop.log_file().read_text() == ""

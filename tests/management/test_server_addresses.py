import socket
from contextlib import closing

import pytest

from party.management.command_errors import ExplainedError
from party.management.commands.start import phone_address_text, reachable_hosts
from party.management.server_addresses import (
    listen,
    listen_nearby,
    local_address,
    phone_addresses,
)
from party.values.phones.addresses import is_open_to_phones

HOSTS = [
    "0.0.0.0",
    "127.0.0.1",
    "127.0.1.1",
    "169.254.3.3",
    "192.168.1.20",
    "[::1]",
    "laptop.local",
]


def test_a_server_on_every_interface_has_web_addresses_for_phones():
    with closing(listen("0.0.0.0", 0)) as listener:
        port = listener.getsockname()[1]
        assert local_address(listener) == f"http://localhost:{port}"
        assert phone_addresses(listener, HOSTS) == [f"http://192.168.1.20:{port}"]


def test_a_server_on_localhost_has_no_web_address_for_phones():
    with closing(listen("127.0.0.1", 0)) as listener:
        assert local_address(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}"
        assert phone_addresses(listener, HOSTS) == []


def test_without_a_web_address_for_phones_the_text_does_not_mention_wifi(settings):
    settings.ALLOWED_HOSTS = HOSTS[:2]
    with closing(listen("127.0.0.1", 0)) as listener:
        assert phone_address_text(listener) == "not with --host 127.0.0.1"
    with closing(listen("0.0.0.0", 0)) as listener:
        assert "join the hall's Wi-Fi" in phone_address_text(listener)


def test_a_link_for_a_phone_has_only_a_web_address_that_answers(settings):
    settings.ALLOWED_HOSTS = HOSTS
    with closing(listen("127.0.0.1", 0)) as listener:
        assert not any(map(is_open_to_phones, reachable_hosts(listener, "127.0.0.1")))
    with closing(listen("0.0.0.0", 0)) as listener:
        assert reachable_hosts(listener, "0.0.0.0") == [*HOSTS, "0.0.0.0"]


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_an_ipv6_address_is_in_brackets():
    try:
        listener = listen("::1", 0)
    except ExplainedError:
        pytest.skip("no IPv6 loopback here")
    with closing(listener):
        assert local_address(listener) == f"http://[::1]:{listener.getsockname()[1]}"


def test_a_port_in_use_is_refused_and_another_port_is_proposed():
    with closing(listen("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(ExplainedError, match=rf"Port {port} is in use .* --port {port + 1}\."):
            listen("127.0.0.1", port)


def test_a_port_above_65535_is_refused():
    with pytest.raises(ExplainedError, match="up to 65535, not 70000"):
        listen("127.0.0.1", 70000)


@pytest.mark.parametrize(
    ("host", "words"),
    [
        ("203.0.113.9", "This machine has no address 203.0.113.9"),
        ("no such host", "There is no address called no such host"),
    ],
)
def test_an_unknown_host_is_refused(host, words):
    with pytest.raises(ExplainedError, match=words):
        listen(host, 0)


def test_a_double_click_takes_the_next_free_port():
    with closing(listen("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with closing(listen_nearby("127.0.0.1", port)) as listener:
            assert port < listener.getsockname()[1] < port + 20

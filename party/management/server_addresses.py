"""The socket that the server listens on, and the addresses that lead to it."""

import errno
import ipaddress
import socket
from collections.abc import Iterable
from contextlib import suppress

from party.management.command_errors import ExplainedError
from party.values.phones.addresses import is_open_to_phones

EVERY_INTERFACE = "0.0.0.0"  # noqa: S104 -- phones in the hall must reach it
LAST_PORT = 65535
NEARBY = 20  # ports to try, from the usual one on
REASONS = {
    errno.EADDRINUSE: "Port {port} is in use by another program. Try another: --port {other}.",
    errno.EACCES: "Port {port} is not open to you. Try one above 1023: --port 8000.",
    errno.EADDRNOTAVAIL: "This machine has no address {host}. Leave out --host to use them all.",
}


def listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= LAST_PORT:
        raise ExplainedError(f"--port is a number up to {LAST_PORT}, not {port}.")
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, *_, address = places[0]
        takes_ipv4_too = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        return socket.create_server(address, family=family, dualstack_ipv6=takes_ipv4_too)
    except socket.gaierror as error:
        raise ExplainedError(f"There is no address called {host} (--host).") from error
    except OSError as error:
        reason = REASONS.get(error.errno or 0, f"Port {{port}} does not open: {error.strerror}.")
        raise ExplainedError(reason.format(port=port, host=host, other=port + 1)) from error


def listen_nearby(host: str, port: int) -> socket.socket:
    """Listen on the next free port: a user who double-clicks cannot choose a port."""
    for next_port in range(port, min(port + NEARBY, LAST_PORT)):
        with suppress(ExplainedError):
            return listen(host, next_port)
    return listen(host, port)


def local_address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return url_of("localhost" if listens_everywhere(listener) else host, port)


def phone_addresses(listener: socket.socket, hosts: Iterable[str]) -> list[str]:
    host, port = listener.getsockname()[:2]
    reachable = hosts if listens_everywhere(listener) else [host]
    return [url_of(name, port) for name in reachable if is_open_to_phones(name)]


def url_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def listens_everywhere(listener: socket.socket) -> bool:
    return ipaddress.ip_address(listener.getsockname()[0]).is_unspecified

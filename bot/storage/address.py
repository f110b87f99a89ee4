"""Where a database is: reading, checking and safely showing the address in `database.url`."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

ACCEPTED = "sqlite:///path/to/file.db or postgresql://user:password@host:5432/name"
APPLICATION = "waypost"
_LIBPQ_VARIABLES = {
    "host": "PGHOST",
    "port": "PGPORT",
    "sslmode": "PGSSLMODE",
    "ssl": "PGSSLMODE",
}
# What may stand behind the question mark of a PostgreSQL address; the last is for a pooler in between.
_CACHE = "prepared_statement_cache_size"
_OPTIONS = {*_LIBPQ_VARIABLES, _CACHE}
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
# What this user alone may read or enter, and what others may do with it.
PRIVATE_FILE, PRIVATE_FOLDER, OTHERS = 0o600, 0o700, 0o077
LAST_PORT, MOST_CACHED = 65535, 10_000


@dataclass(frozen=True, slots=True)
class Address:
    """A database of one of the two engines; `str()` of it never shows the password."""

    url: URL

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read an address as the settings have it; ValueError says what is wrong, never what was given."""
        try:
            url = make_url(text.replace("postgres://", "postgresql://", 1))
        except (ArgumentError, ValueError):
            raise ValueError("this isn't a database address") from None
        if "\0" in text or "%00" in text:
            raise ValueError("the address has a character that no address can have")
        if url.drivername in {"postgresql", "postgresql+asyncpg"}:
            if unknown := url.query.keys() - _OPTIONS:
                raise ValueError(f"the address has an unknown option ({min(unknown)})")
            served = cls(url.set(drivername="postgresql"))
            served._require_sound()
            return served
        if url.drivername != "sqlite":
            raise ValueError("this database engine isn't supported")
        if not url.database or url.database == ":memory:" or url.host or url.query:
            raise ValueError("an SQLite address is only a file")
        return cls(url)

    def _require_sound(self) -> None:
        """See that its options can be used. Raises ValueError."""
        from sqlalchemy.dialects.postgresql.asyncpg import dialect

        try:
            _, read = dialect().create_connect_args(self.engine_url)  # type: ignore[no-untyped-call]
        except (ArgumentError, ValueError):
            raise ValueError("the address has a host, port or number that can't be read") from None
        ports = read.get("port", [])
        named = [self.url.port, *(ports if isinstance(ports, list) else [ports])]
        if not all(port is None or 1 <= port <= LAST_PORT for port in named):
            raise ValueError(f"the address has a port that isn't from 1 to {LAST_PORT}")
        if not 0 <= read.get(_CACHE, 0) <= MOST_CACHED:
            raise ValueError(f"{_CACHE} isn't from 0 to {MOST_CACHED}")
        if read.get("ssl", "prefer") not in _SSL_MODES:
            raise ValueError(f"the address's sslmode isn't one of {', '.join(_SSL_MODES)}")

    @classmethod
    def of_file(cls, path: Path) -> Address:
        """The SQLite database in that file."""
        return cls(URL.create("sqlite", database=str(path)))

    def __str__(self) -> str:
        if self.is_sqlite:
            return f"SQLite file {self.url.database}"
        at = f"{self.url.host or self.url.query.get('host') or 'local socket'}:{self.url.port or 5432}"
        return f"PostgreSQL database {self.url.database or self.url.username or ''} at {at}"

    def __repr__(self) -> str:
        return f"Address({self.url.render_as_string(hide_password=True)!r})"

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded engine."""
        return self.url.drivername == "sqlite"

    @property
    def path(self) -> Path:
        """The SQLite database's file."""
        if not self.is_sqlite or not self.url.database:
            raise ValueError(f"{self} isn't a file")
        return Path(self.url.database)

    def make_folder(self) -> None:
        """Make an SQLite database's folder where there is none; one that is there stays as it is."""
        self.path.absolute().parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)

    def keep_private(self) -> None:
        """Let nobody else read an SQLite database's file, which is made where there is none, nor its logs.

        The logs that are made later go by the file. Whoever may not do that finds it with `doctor`.
        """
        # One that is there is not even opened: to close it would take the locks of every connection that this
        # process has to it, and whoever closes theirs next would take away the log that is still written.
        with suppress(OSError):
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
        for part in self.parts():
            with suppress(OSError):
                if part.stat().st_mode & OTHERS:
                    part.chmod(PRIVATE_FILE)

    def parts(self) -> tuple[Path, ...]:
        """An SQLite database's file, and the logs that may lie beside it."""
        return tuple(Path(f"{self.path}{suffix}") for suffix in ("", "-wal", "-shm"))

    def beside(self, folder: Path, what: str) -> Path:
        """Where this machine keeps a file of its own about the database: next to it, or in the folder.

        Of two servers' databases in one folder each has its own.
        """
        if self.is_sqlite:
            return self.path.with_name(f"{self.path.name}.{what}")
        mark = hashlib.sha256(str(self).encode()).hexdigest()[:12]
        return folder / f"postgresql-{mark}.{what}"

    @property
    def engine_url(self) -> URL:
        """What SQLAlchemy connects to: the driver named, `sslmode` under the name asyncpg has for it."""
        if self.is_sqlite:
            return self.url
        query = {("ssl" if key == "sslmode" else key): value for key, value in self.url.query.items()}
        return self.url.set(drivername="postgresql+asyncpg", query=query)

    def libpq_environment(self) -> dict[str, str]:
        """The same address for PostgreSQL's own tools, which keeps the password off their command line."""
        given = {
            "PGHOST": self.url.host,
            "PGPORT": str(self.url.port or "") or None,
            "PGUSER": self.url.username,
            "PGPASSWORD": self.url.password,
            "PGDATABASE": self.url.database,
            **{_LIBPQ_VARIABLES[k]: str(v) for k, v in self.url.query.items() if k in _LIBPQ_VARIABLES},
        }
        return {name: value for name, value in given.items() if value}

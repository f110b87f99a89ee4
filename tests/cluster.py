"""A PostgreSQL server of one's own, to be stopped and started: the shared one has other tests on it."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.storage.address import Address

# Debian keeps several versions beside each other, and none of their servers on the path.
VERSIONS = Path("/usr/lib/postgresql")
START_SECONDS = "60"
FIRST_PORT, LAST_PORT = 21_000, 29_000


class Cluster:
    """A server with its data in a temporary folder."""

    def __init__(self, tools: Path, folder: Path, account: dict[str, Any]) -> None:
        self._tools = tools
        self._folder = folder
        self._account = account
        self._port = _free_port()

    @property
    def address(self) -> Address:
        """Its own first database."""
        return Address.parse(f"postgresql://waypost@127.0.0.1:{self._port}/postgres")

    def create(self) -> None:
        """Make the data folder; nobody but this machine's users may connect."""
        self._run("initdb", "--username=waypost", "--auth=trust", "--no-sync", f"--pgdata={self._data}")

    def start(self) -> None:
        """Start the server and wait until it takes connections."""
        sockets = f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder}"
        self._control("start", f"--options={sockets}", f"--log={self._folder / 'log'}")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is what a power cut would do."""
        self._control("stop", f"--mode={mode}")

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", f"--pgdata={self._data}", "--wait", f"--timeout={START_SECONDS}", *words)

    def _run(self, tool: str, *words: str) -> None:
        # Not into a pipe: the server would inherit it, and reading it would wait for the server's end.
        with (self._folder / "tools.log").open("ab") as log:
            command = [str(self._tools / tool), *words]
            done = subprocess.run(
                command,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                check=False,
                timeout=120,
                **self._account,
            )
        if done.returncode:
            raise RuntimeError(f"{tool}: {(self._folder / 'tools.log').read_text()}")


@contextmanager
def own_cluster() -> Iterator[Cluster]:
    """A server that runs; skips the test where there is none to run, or nobody it may run as."""
    tools, account = _tools(), _account()
    # Not the test's own folder: another user can't enter what lies above that.
    folder = Path(tempfile.mkdtemp(prefix="waypost-cluster-"))
    try:
        if account:
            os.chown(folder, account["user"], account["group"])
        cluster = Cluster(tools, folder, account)
        cluster.create()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
    finally:
        shutil.rmtree(folder)


def _tools() -> Path:
    for initdb in (
        *_configured(),
        *sorted(VERSIONS.glob("*/bin/initdb"), reverse=True),
        shutil.which("initdb"),
    ):
        if initdb is not None and Path(initdb).with_name("postgres").exists():
            return Path(initdb).parent
    pytest.skip("PostgreSQL's initdb is not installed here")


def _configured() -> list[str]:
    """Where its own tool says that the servers' programs are."""
    config = shutil.which("pg_config")
    if config is None:
        return []
    told = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False, timeout=60)
    return [f"{told.stdout.strip()}/initdb"]


def _account() -> dict[str, Any]:
    """For whom to run it: PostgreSQL refuses to be run by root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    pytest.skip("PostgreSQL can't be run by root, and no other user is known here")


def _free_port() -> int:
    """A port nobody listens at, below those that systems hand out by themselves.

    One of those could become another test's while the server is down.
    """
    for port in range(FIRST_PORT + os.getpid() % 1000, LAST_PORT):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free for a PostgreSQL server")

"""The command line: its help, its exit codes, and its sentences."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import structlog
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route

from bot import app
from bot.__main__ import _carry_out
from bot.config import Config, ConfigError, DatabaseSection, DiscordSection, bot_id, invite, load
from bot.errors import UserError
from bot.health import Heart
from bot.storage.address import Address
from bot.storage.database import open_database
from tests.forked import waypost

ROOT = Path(__file__).parents[1]
TOKEN = "MTAxMjM0NTY3ODkwMTIzNDU2Nzg.GabcDE.abcdefghijklmnopqrstuvwxyz-0123456789AB"
COMMANDS = ("run", "play", "migrate", "doctor", "health", "backup", "restore", "move")


def _environment(**variables: str) -> dict[str, str]:
    environment = {k: v for k, v in os.environ.items() if not k.upper().startswith("WAYPOST_")}
    environment |= {
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "error,ignore:'audioop':DeprecationWarning",
    }
    return environment | variables


def _waypost(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A run of the command line, but for the time that a new process needs to load everything."""
    return waypost(folder, _environment(**variables), *arguments)


def _started(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The same as a person starts it."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=_environment(**variables),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


def test_help_names_every_command_and_the_exit_codes(tmp_path: Path) -> None:
    answer = _started(tmp_path, "--help")
    assert answer.returncode == 0
    assert all(f"\n  {command} " in answer.stdout for command in (*COMMANDS, "verify"))
    assert "Exit codes: 0 all went well" in answer.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example_and_takes_settings(tmp_path: Path, command: str) -> None:
    answer = _waypost(tmp_path, command, "--help")
    assert answer.returncode == 0
    assert "Example: " in answer.stdout
    assert "--config FILE" in answer.stdout


def test_help_loads_no_heavy_library(tmp_path: Path) -> None:
    code = (
        "import sys; sys.argv = ['bot', '--help']\n"
        "from bot.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: print(sorted({'discord', 'sqlalchemy', 'pydantic', 'PIL'} & set(sys.modules)))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=180
    )
    assert answer.stdout.splitlines()[-1] == "[]"


def test_the_version_is_shown(tmp_path: Path) -> None:
    assert _started(tmp_path, "--version").stdout == "Waypost 0.1.0\n"


@pytest.mark.parametrize(
    "arguments", [("fly",), ("backup",), ("play", "--port", "many"), ("doctor", "--colour")]
)
def test_wrong_usage_exits_with_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert _waypost(tmp_path, *arguments).returncode == 2


def test_wrong_settings_exit_with_2_and_a_sentence(tmp_path: Path) -> None:
    answer = _started(tmp_path, "migrate", WAYPOST_DATABASE__POOL_SIZE="many")
    assert answer.returncode == 2
    assert "database.pool_size" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        (
            "DATABASE__TIMEOUT",
            "nan",
            "database.timeout: this isn't a finite number; use seconds, more than 0 and at most 600.",
        ),
        ("DATABASE__TIMEOUT", "inf", "database.timeout: this isn't a finite number; use seconds"),
        (
            "SANDBOX__PORT",
            "abc",
            "sandbox.port: this isn't a whole number; use a port from 1 to 65535, or 0 for any free one.",
        ),
        ("FOO", "1", "(environment): there's no such setting; config.example.toml lists all of them."),
        ("TOKEN", "1", "(environment): there's no such setting; did you mean WAYPOST_DISCORD__TOKEN?"),
    ],
)
def test_a_wrong_variable_is_explained_in_one_line(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(f"WAYPOST_{name}", value)
    with pytest.raises(ConfigError) as refused:
        load()
    assert len(str(refused.value).splitlines()) == 2
    assert sentence in str(refused.value)


@pytest.mark.parametrize("token", ["", "abc", "a b c", "tök€n", f"Bot {TOKEN}"])
def test_running_without_a_tokens_form_is_a_problem_of_the_settings(tmp_path: Path, token: str) -> None:
    answer = _waypost(tmp_path, "run", WAYPOST_DISCORD__TOKEN=token)
    assert answer.returncode == 2
    assert len(answer.stderr.splitlines()) == 1
    assert "discord.token" in answer.stderr
    assert not (tmp_path / "data").exists()


@pytest.fixture
async def discord_at(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[[str], None]]:
    """Lets discord.py call another place than Discord."""
    before = {name: signal.getsignal(name) for name in (signal.SIGTERM, signal.SIGINT)}
    yield lambda url: monkeypatch.setattr(Route, "BASE", url)
    for name, handler in before.items():
        asyncio.get_running_loop().remove_signal_handler(name)
        signal.signal(name, handler)


def _with_token(folder: Path) -> Config:
    return Config(
        discord=DiscordSection.model_validate({"token": TOKEN}),
        database=DatabaseSection.model_validate({"url": f"sqlite:///{folder}/campaigns.db"}),
    )


async def test_a_discord_that_cannot_be_reached_is_a_sentence(
    tmp_path: Path, discord_at: Callable[[str], None]
) -> None:
    discord_at("http://127.0.0.1:1")
    with pytest.raises(UserError, match=r"^Discord can't be reached \(.+\)\. Check the network") as refused:
        await app.run(_with_token(tmp_path))
    assert not isinstance(refused.value, ConfigError)


async def test_the_start_logs_the_address_that_invites_the_bot(
    tmp_path: Path, discord_at: Callable[[str], None]
) -> None:
    discord_at("http://127.0.0.1:1")
    with structlog.testing.capture_logs() as logs, pytest.raises(UserError):
        await app.run(_with_token(tmp_path))
    (line,) = (each for each in logs if each["event"] == "to invite the bot")
    assert line["address"] == invite(bot_id(TOKEN))


async def test_a_token_that_discord_refuses_is_a_problem_of_the_settings(
    tmp_path: Path, discord_at: Callable[[str], None]
) -> None:
    async def refuse(_request: web.Request) -> web.Response:
        return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)

    application = web.Application()
    application.router.add_get("/users/@me", refuse)
    async with TestServer(application) as server:
        discord_at(str(server.make_url("")).rstrip("/"))
        with pytest.raises(ConfigError, match="Discord rejects the token; get a new one"):
            await app.run(_with_token(tmp_path))


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("sqlite:////proc/x/y.db", "/proc/x can't be created, read or written"),
        ("sqlite:///letter/y.db", "letter is a file, but has to be a folder"),
        (
            "sqlite:///letter",
            "The SQLite file letter can't be used (file is not a database); name a Waypost database",
        ),
        ("sqlite:///.", "The SQLite file . can't be used (unable to open database file)"),
        (
            "postgresql://way:hunter2@127.0.0.1:1/post",
            "The PostgreSQL database post at 127.0.0.1:1 can't be",
        ),
    ],
)
def test_a_database_that_cannot_be_had_is_a_sentence(tmp_path: Path, url: str, sentence: str) -> None:
    (tmp_path / "letter").write_text("dear diary, " * 100)
    answer = _waypost(tmp_path, "migrate", WAYPOST_DATABASE__URL=url)
    assert answer.returncode == 1
    assert len(answer.stderr.splitlines()) == 1
    assert sentence in answer.stderr
    assert "hunter2" not in answer.stderr


@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        ("letter", "The SQLite file letter can't be used (file is not a database)"),
        ("letter/y.db", "letter is a file, but has to be a folder"),
    ],
)
def test_a_sandbox_that_cannot_be_kept_is_a_sentence(tmp_path: Path, database: str, sentence: str) -> None:
    (tmp_path / "letter").write_text("dear diary, " * 100)
    answer = _waypost(tmp_path, "play", "--port", "0", "--database", database)
    assert answer.returncode == 1
    assert len(answer.stderr.splitlines()) == 1
    assert sentence in answer.stderr


def test_a_backup_into_a_place_without_files_is_a_sentence(tmp_path: Path) -> None:
    _waypost(tmp_path, "migrate")
    answer = _waypost(tmp_path, "backup", "/proc/one.backup")
    assert answer.returncode == 1
    assert answer.stderr.startswith("/proc/one.backup cannot be written (")


def test_a_failed_operation_exits_with_1_and_a_sentence(tmp_path: Path) -> None:
    answer = _started(tmp_path, "backup", "one.backup")
    assert answer.returncode == 1
    assert answer.stderr == "There's no database at data/waypost.db yet, so there's nothing to back up.\n"


def test_migrate_makes_the_database_once(tmp_path: Path) -> None:
    first, second = _started(tmp_path, "migrate"), _started(tmp_path, "migrate")
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert (tmp_path / "data" / "waypost.db").is_file()
    assert second.stdout == "The database is already up to date.\n"


def test_backup_and_restore_say_what_they_did(tmp_path: Path) -> None:
    _waypost(tmp_path, "migrate")
    backup = _waypost(tmp_path, "backup", "one.backup")
    assert backup.stdout == "Backed up SQLite file data/waypost.db to one.backup, and checked it.\n"
    restore = _waypost(tmp_path, "restore", "one.backup")
    assert restore.stdout.startswith(
        "Restored SQLite file data/waypost.db from one.backup. What was there before is now"
    )


def test_doctor_exits_with_1_where_a_check_fails(tmp_path: Path) -> None:
    answer = _waypost(tmp_path, "doctor", "--offline")
    assert answer.returncode == 1
    assert "failed: token: missing. Set discord.token or discord.token_file" in answer.stdout


def test_doctor_exits_with_0_where_all_is_well(tmp_path: Path) -> None:
    answer = _started(tmp_path, "doctor", "--offline", WAYPOST_DISCORD__TOKEN=TOKEN)
    assert answer.returncode == 0, answer.stdout
    assert TOKEN not in answer.stdout + answer.stderr


def test_health_exits_with_1_where_no_bot_is_at_work(tmp_path: Path) -> None:
    missing = _waypost(tmp_path, "health")
    _waypost(tmp_path, "migrate")
    stopped = _waypost(tmp_path, "health")
    assert (missing.returncode, stopped.returncode) == (1, 1)
    assert missing.stdout == "unhealthy: there's no SQLite file data/waypost.db.\n"
    assert stopped.stdout == "unhealthy: no bot is running on this database.\n"


def test_health_exits_with_0_while_the_bot_is_at_work(tmp_path: Path) -> None:
    _waypost(tmp_path, "migrate")
    database = open_database(Address.of_file(tmp_path / "data" / "waypost.db"))

    async def beat() -> None:
        await Heart(database, lambda: True).beat()
        await database.dispose()

    asyncio.run(beat())
    answer = _waypost(tmp_path, "health")
    assert answer.returncode == 0, answer.stdout
    assert answer.stdout.startswith("healthy: connected to Discord, seen ")


def test_a_move_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    _waypost(tmp_path, "migrate")
    answer = _waypost(tmp_path, "move", "postgresql://way:hunter2@127.0.0.1:1/post")
    assert answer.returncode == 1
    assert answer.stderr.startswith("The PostgreSQL database post at 127.0.0.1:1 can't be used (")
    assert len(answer.stderr.splitlines()) == 1
    assert "hunter2" not in answer.stderr


def test_a_start_that_has_nothing_to_migrate_loads_no_alembic_and_no_pillow(tmp_path: Path) -> None:
    _waypost(tmp_path, "migrate")
    code = (
        "import asyncio, sys\n"
        "from bot.__main__ import _configure\n"
        "settings = _configure(None)\n"
        "from bot import app\n"
        "async def start():\n"
        "    await (await app.build(settings)).database.dispose()\n"
        "asyncio.run(start())\n"
        "loaded = {name for name, module in sys.modules.items() if module}\n"
        "print(sorted({'alembic', 'PIL', 'rich', 'sqlalchemy.orm'} & loaded))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert answer.stdout.splitlines()[-1] == "[]"


def test_settings_are_read_from_the_named_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[database]\nurl = "sqlite:///mine.db"\n')
    assert _waypost(tmp_path, "migrate", "--config", "mine.toml").returncode == 0
    assert (tmp_path / "mine.db").is_file()


@pytest.mark.parametrize("is_there", [True, False])
def test_the_faster_event_loop_is_taken_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    made: list[asyncio.AbstractEventLoop] = []

    def new_event_loop() -> asyncio.AbstractEventLoop:
        made.append(asyncio.new_event_loop())
        return made[-1]

    async def running() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    fast = SimpleNamespace(new_event_loop=new_event_loop)
    monkeypatch.setitem(sys.modules, "uvloop", fast if is_there else None)
    found = _carry_out(running(), Address.of_file(Path("unused.db")))
    assert made == ([found] if is_there else [])

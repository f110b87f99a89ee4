"""The command line: run, play, migrate, doctor, health, backup, restore, move, verify."""

from __future__ import annotations

import asyncio
import errno
import gc
import importlib
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer

from bot import __version__
from bot.errors import Unusable, UserError

if TYPE_CHECKING:
    from bot.config import Config
    from bot.storage.address import Address

# structlog would load it, 3 MiB, for tracebacks that are never drawn with it.
sys.modules.setdefault("rich", cast(Any, None))

T = TypeVar("T")

OK, FAILED, MISUSED = 0, 1, 2

cli = typer.Typer(
    name="python -m bot",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        envvar="WAYPOST_CONFIG",
        metavar="FILE",
        help="The settings file. Without it: ./config.toml, if there is one. See config.example.toml.",
        show_default=False,
        show_envvar=True,
    ),
]


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"Waypost {__version__}")
        raise typer.Exit


@cli.callback(
    epilog="Exit codes: 0 all went well, 1 a check or an operation failed, 2 wrong usage or settings."
)
def waypost(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Waypost keeps play-by-post campaigns on Discord.

    New here? `python -m bot play` opens the bot in your browser, with no Discord account.
    With a bot token: `python -m bot doctor` says what is missing, `python -m bot run` starts.
    """


@cli.command(epilog="Example: WAYPOST_DISCORD__TOKEN_FILE=/run/secrets/token python -m bot run")
def run(
    config: ConfigFile = None,
    sync: Annotated[
        bool, typer.Option("--sync", help="Send Discord the commands even if nothing seems to have changed.")
    ] = False,
) -> None:
    """Run the bot on Discord.

    Brings the database up to date first (an SQLite file is backed up before), then connects.
    Discord is sent the commands where they changed, or where it has others than were sent.
    SIGTERM or Ctrl+C finishes the transactions under way and stops.
    """
    settings = _configure(config)
    from bot import app

    _carry_out(app.run(settings, sync=sync), settings.database.address)


@cli.command(epilog="Example: python -m bot play --port 9000 --database /tmp/try.db")
def play(
    config: ConfigFile = None,
    port: Annotated[
        int | None,
        typer.Option(help="The page's port; 0 for any free one.", min=0, max=65535, show_default="8420"),
    ] = None,
    database: Annotated[
        Path | None,
        typer.Option(help="The sandbox's database file.", show_default="data/sandbox.db", dir_okay=False),
    ] = None,
) -> None:
    """Play with the bot in your browser: a simulated Discord, no token, this machine only.

    What you did is kept in the database file: start again and go on, or delete it to begin anew.
    """
    settings = _configure(config, is_quiet=True)
    if database:
        settings = settings.model_copy(
            update={"sandbox": settings.sandbox.model_copy(update={"database": database})}
        )
    from bot import sandbox
    from bot.storage.address import Address

    playing = sandbox.play(settings, port=settings.sandbox.port if port is None else port)
    _carry_out(playing, Address.of_file(settings.sandbox.database))


@cli.command(epilog="Example: python -m bot migrate --config /etc/waypost.toml")
def migrate(config: ConfigFile = None) -> None:
    """Bring the database up to date without starting the bot; `run` does the same.

    An SQLite file is copied into the backup folder first.
    """
    settings = _configure(config)
    from bot.storage.schema import migrate_database

    address, copies = settings.database.address, settings.backup
    steps = _carry_out(migrate_database(address, folder=copies.folder, keep=copies.keep), address)
    for step in steps:
        print(step)
    if not steps:
        print("The database is already up to date.")


@cli.command(epilog="Example: python -m bot doctor --offline --plain")
def doctor(
    config: ConfigFile = None,
    offline: Annotated[
        bool, typer.Option("--offline", help="Check only this machine: don't contact Discord.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="One line per check, without colors or symbols.")
    ] = False,
) -> None:
    """Check the settings, the database, the token's form, the clock, folders and tools.

    Each failure comes with what to do about it; the exit code is 1 if anything fails.
    Nothing is changed, and the bot may be running.
    """
    from bot import doctor as examination
    from bot.config import settings_file

    settings = _load(config)
    examined = examination.examine(settings, settings_file(config), offline=offline)
    findings = _carry_out(examined, settings.database.address)
    print(examination.report(findings, plain=plain or not sys.stdout.isatty()))
    if any(finding.failed for finding in findings):
        raise typer.Exit(FAILED)


@cli.command(epilog="Example: python -m bot health || systemctl restart waypost")
def health(config: ConfigFile = None) -> None:
    """Say in a line whether the bot is at work and connected; the exit code is 1 if not.

    Reads the sign of life that `run` leaves in the database every 15 seconds. Needs no open port.
    """
    from datetime import UTC, datetime

    from bot.health import health as look_for_life

    address = _load(config).database.address
    is_well, line = _carry_out(look_for_life(address, datetime.now(UTC)), address)
    print(line)
    if not is_well:
        raise typer.Exit(FAILED)


@cli.command(epilog="Example: python -m bot backup waypost-$(date +%F).backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the backup goes.", show_default=False)],
    config: ConfigFile = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")] = False,
) -> None:
    """Write the whole database into FILE, while the bot runs or not, and check what was written.

    SQLite: a database file. PostgreSQL: an archive of pg_dump's, which has to be installed.
    """
    settings = _configure(config)
    from bot.storage.backup import back_up

    address = settings.database.address
    print(_carry_out(back_up(address, file, force=force), address))


@cli.command(epilog="Example: python -m bot restore waypost-2026-05-01.backup")
def restore(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file that `backup` wrote.", show_default=False)
    ],
    config: ConfigFile = None,
) -> None:
    """Put the database back to what FILE holds. Stop the bot first.

    All of FILE is restored, or nothing. The SQLite file that is replaced is kept beside the new one.
    """
    settings = _configure(config)
    from bot.storage.backup import restore as restore_backup

    address = settings.database.address
    print(_carry_out(restore_backup(address, file), address))


@cli.command(epilog="Example: python -m bot move /run/secrets/new_database_url")
def move(
    to: Annotated[
        str,
        typer.Argument(
            metavar="TO", help="The other database: its address, or a file with the address in it."
        ),
    ],
    config: ConfigFile = None,
) -> None:
    """Copy everything from the configured database into an empty one of the other engine.

    Stop the bot first. All is copied, or nothing; the configured database stays as it is.
    """
    settings = _configure(config)
    from bot.storage.moving import destination, move

    target = destination(to)
    print(_carry_out(move(settings.database.address, target), target))


@cli.command(epilog="Example: python -m bot verify dice-chapter-1-open.jsonl")
def verify(
    export: Annotated[
        Path,
        typer.Argument(metavar="EXPORT", help="A file that `/dice verify` attached.", show_default=False),
    ],
) -> None:
    """Check every roll of a chapter of dice: seal, seed, order, and each die.

    Needs no settings and no database. The exit code is 1 if anything is not as sealed.
    """
    from bot import verify as verification

    finding = verification.verify(export)
    print(finding)
    if not finding.is_sound:
        raise typer.Exit(FAILED)


def _load(file: Path | None) -> Config:
    from bot.config import load

    return load(file)


def _configure(file: Path | None, *, is_quiet: bool = False) -> Config:
    """The settings, with the log as they say; one that `is_quiet` says little unless they ask for more."""
    # Nearly all that a start makes stays: it need not be searched for garbage every 700 objects.
    gc.set_threshold(50_000)
    from bot import logs

    settings = _load(file)
    is_chosen = "level" in settings.log.model_fields_set
    quiet = settings.log.model_copy(update={"level": "warning"})
    logs.configure(quiet if is_quiet and not is_chosen else settings.log, settings.secrets())
    return settings


def _carry_out(work: Coroutine[Any, Any, T], database: Address) -> T:
    """Run a command's work; what the machine or the database refuses becomes a sentence, a bug stays one."""
    try:
        with asyncio.Runner(loop_factory=_loop()) as runner:
            return runner.run(work)
    except Exception as error:
        from bot.storage.schema import refusal

        why = error.why if isinstance(error, Unusable) else None
        sentence = why or refusal(error, database) or _refused_by_machine(error)
        if sentence is None:
            raise
        import structlog

        structlog.get_logger("waypost").debug("refused", exc_info=error)
        raise UserError(sentence) from None


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes uvloop's event loop, where that is installed: the extra `fast`. None is asyncio's own."""
    try:
        uvloop = importlib.import_module("uvloop")
    except ImportError:
        return None
    return cast(Callable[[], asyncio.AbstractEventLoop], uvloop.new_event_loop)


def _refused_by_machine(error: Exception) -> str | None:
    if not isinstance(error, OSError):
        return None
    if error.filename is None:
        if error.errno not in {errno.EADDRINUSE, errno.EACCES, errno.EADDRNOTAVAIL}:
            return None
        return f"The page can't be served ({error.strerror}). Pick a free port with --port."
    if isinstance(error, FileExistsError | NotADirectoryError):
        return f"{error.filename} is a file, but has to be a folder. Pick another place."
    return f"{error.filename} can't be created, read or written ({error.strerror}). Pick another place."


def main() -> None:
    """Run a command; an error that the reader can put right is a sentence, not a traceback."""
    # Whatever a command writes holds seeds and secrets: nobody else reads it.
    os.umask(0o077)
    try:
        cli()
    except UserError as error:
        from bot.config import ConfigError

        print(error, file=sys.stderr)
        sys.exit(MISUSED if isinstance(error, ConfigError) else FAILED)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()

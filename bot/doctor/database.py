"""Checks of the database: sound, of the program's version, backed up, and nothing stuck in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from bot.doctor.findings import Finding, failed, good, skipped
from bot.doctor.machine import check_drift
from bot.errors import UserError
from bot.health import Sign, signs
from bot.storage import postgres_tools, schema
from bot.storage.address import Address
from bot.storage.backup import BACKED_UP
from bot.storage.facts import facts_like, read_fact
from bot.storage.glance import glance
from bot.storage.models import outbox
from bot.storage.outbox import NOWHERE
from bot.tree import SERVER_FACT, TREE_FACT, Refusal, Server, Synced

# A message that Discord refuses is tried again after ten minutes at the latest.
STUCK = timedelta(minutes=15)
OLDEST_BACKUP = timedelta(days=8)
MOST_NAMED = 5


_STUCK = (
    sa.select(outbox.c.channel_id, sa.func.count(), sa.func.min(outbox.c.created_at))
    .where(
        outbox.c.done_at.is_(None),
        outbox.c.kind == "post",
        outbox.c.channel_id != NOWHERE,
        outbox.c.created_at < sa.bindparam("since", type_=outbox.c.created_at.type),
    )
    .group_by(outbox.c.channel_id)
    .order_by(sa.func.count().desc())
)


async def check_database(address: Address, now: datetime) -> list[Finding]:
    """Everything about the database, in the order in which one would mend it."""
    if address.is_sqlite and not address.path.exists():
        return [skipped("database", f"{address} doesn't exist yet; the first start creates it.")]
    try:
        return await glance(address, lambda connection: _look(connection, address, now))
    except (sa.exc.DBAPIError, OSError, TimeoutError) as error:
        verb, remedy = ("used", _FILE_REMEDY) if address.is_sqlite else ("reached", _SERVER_REMEDY)
        return [failed("database", f"{address} can't be {verb} ({postgres_tools.reason(error)}).", remedy)]


async def synced_commands(address: Address) -> Synced | None:
    """What is kept of the commands that Discord was sent last; none where nothing is, or can be read."""
    if address.is_sqlite and not address.path.exists():
        return None
    try:
        return Synced.read(await glance(address, lambda connection: read_fact(connection, TREE_FACT)))
    except (sa.exc.DBAPIError, OSError, TimeoutError):
        return None


_FILE_REMEDY = "Check who can read it, or restore a backup with `restore`."
_SERVER_REMEDY = "Start the server, or fix database.url (host, port, name, user, password)."


def _look(connection: sa.Connection, address: Address, now: datetime) -> list[Finding]:
    sound = _check_file(connection, address) if address.is_sqlite else _check_server(connection, address)
    version = check_schema(connection)
    # What an older version keeps is another matter, and a newer one's can't be read.
    if schema.current(connection) != schema.head():
        return [*sound, version]
    process = check_process(connection, now)
    is_running = not process.is_skipped
    return [
        *sound,
        version,
        process,
        check_servers(connection),
        check_outbox(connection, now, is_running=is_running),
        check_backup(connection, now),
    ]


def _check_file(connection: sa.Connection, address: Address) -> list[Finding]:
    problem = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if problem != "ok":
        return [failed("database", f"{address} is damaged ({problem}).", _FILE_REMEDY)]
    return [good("database", f"{address} is intact.")]


def _check_server(connection: sa.Connection, address: Address) -> list[Finding]:
    version = str(connection.execute(sa.text("SHOW server_version")).scalar_one())
    theirs: datetime = connection.execute(sa.select(sa.func.clock_timestamp())).scalar_one()
    drift = abs((datetime.now(UTC) - theirs).total_seconds())
    return [
        good("database", f"{address} answers (version {version.split(maxsplit=1)[0]})."),
        check_drift("database clock", drift, "the database server"),
    ]


def check_schema(connection: sa.Connection) -> Finding:
    """Whether the tables are those this program works with; `run` migrates older ones by itself."""
    try:
        missing = schema.pending(connection)
    except UserError as error:
        return failed("schema", "it's from a newer version.", str(error))
    if missing:
        return good("schema", f"{len(missing)} behind; the next start (or `migrate`) updates it.")
    return good("schema", f"up to date ({schema.current(connection)}).")


def check_process(connection: sa.Connection, now: datetime) -> Finding:
    """Whether one bot runs on this database, connected, and no second one."""
    fresh = [sign for sign in signs(connection) if sign.is_fresh(now)]
    running, waiting = [each for each in fresh if not each.waits], [each for each in fresh if each.waits]
    if not running and not waiting:
        return skipped("bot", "isn't running on this database right now.")
    if not running:
        return skipped("bot", f"{_named(waiting)} takes over within 30 s.")
    if len(running) > 1:
        return failed(
            "bot",
            f"{len(running)} processes use this database: {_named(running)}.",
            "Stop all but one, or each posts and answers. A killed one disappears from here after a minute.",
        )
    if not running[0].is_connected:
        return failed(
            "bot",
            "running, but not connected to Discord.",
            "Its log says why: usually the network or the token.",
        )
    behind = f" {_named(waiting)} is waiting to take over when it stops." if waiting else ""
    since = f"{running[0].began:%Y-%m-%d %H:%M} UTC"
    return good("bot", f"running since {since}, connected to Discord.{behind}")


def _named(found: Sequence[Sign]) -> str:
    return ", ".join(f"{sign.host} (process {sign.pid})" for sign in found[:MOST_NAMED])


def check_servers(connection: sa.Connection) -> Finding:
    """Which servers Discord refuses the commands of their games, as far as the bot has tried."""
    kept = facts_like(connection, SERVER_FACT)
    known = {name.removeprefix(SERVER_FACT): Server.read(text) for name, text in kept.items()}
    lacking = {guild: each.refusal for guild, each in known.items() if each.refusal is not None}
    if not lacking:
        number = sum(bool(each.games) for each in known.values())
        return good("server commands", f"servers that have those of their games, as sent: {number}.")
    named = [f"{guild} ({why.value})" for guild, why in sorted(lacking.items())]
    more = ", …" if len(named) > MOST_NAMED else ""
    found = f"servers that lack some of their games': {', '.join(named[:MOST_NAMED])}{more}."
    if Refusal.INVALID in lacking.values():
        return failed("server commands", found, "Run the previous version, and report this with the log.")
    return skipped("server commands", f"{found} docs/operators.md says what each means.")


def check_outbox(connection: sa.Connection, now: datetime, *, is_running: bool) -> Finding:
    """Whether what was committed reaches Discord."""
    stuck = connection.execute(_STUCK, {"since": now - STUCK}).all()
    if not stuck:
        return good("outbox", "no message has been waiting long.")
    since = min(oldest for _, _, oldest in stuck)
    number = sum(posts for _, posts, _ in stuck)
    found = f"messages waiting to be posted: {number}, the oldest for {_age(now - since)}"
    if not is_running:
        return skipped("outbox", f"{found}; they go out when the bot is running.")
    channels = ", ".join(str(channel) for channel, _, _ in stuck[:MOST_NAMED])
    more = ", …" if len(stuck) > MOST_NAMED else ""
    return failed(
        "outbox",
        f"{found}, in the channels {channels}{more}.",
        "Let the bot view those channels, send messages and read the history; its log has Discord's reason.",
    )


def check_backup(connection: sa.Connection, now: datetime) -> Finding:
    """How old the last backup is that was made with `backup`."""
    written = read_fact(connection, BACKED_UP)
    if written is None:
        return skipped(
            "backup", "none made with `backup` yet; docs/operators.md shows how to make one daily."
        )
    age = now - datetime.fromisoformat(written)
    if age > OLDEST_BACKUP:
        return failed(
            "backup",
            f"the last one made with `backup` is {_age(age)} old.",
            "Make one, and find out why the backup job stopped.",
        )
    return good("backup", f"the last is {_age(age)} old.")


def _age(span: timedelta) -> str:
    units: list[tuple[int, str]] = [(86400, "day"), (3600, "hour"), (60, "minute")]
    seconds = max(0, int(span.total_seconds()))
    size, name = next(((size, name) for size, name in units if seconds >= 2 * size), (60, "minute"))
    count = seconds // size
    return f"{count} {name if count == 1 else name + 's'}"

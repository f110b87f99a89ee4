"""Checks of what surrounds the database: token, clock, Discord, folders and tools."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from bot.config import DEFAULT_FILE, bot_id, invite
from bot.doctor.findings import Finding, failed, good, skipped
from bot.errors import UserError
from bot.storage import postgres_tools
from bot.storage.address import OTHERS, Address
from bot.tree import Synced, had

DISCORD = "https://discord.com/api/v10"
EARLIEST_YEAR, LATEST_YEAR = 2025, 2100
LARGEST_DRIFT = 2.0
LEAST_FREE_BYTES = 200 * 1024 * 1024
UNAUTHORIZED = 401
_PATIENCE = 5.0
MOST_NAMED = 5


def check_settings(file: Path | None) -> Finding:
    """Where they were read from: they are all in order, or nothing would be examined."""
    if file is None:
        return good(
            "settings", f"no file: there's no {DEFAULT_FILE.absolute()}. Defaults and the environment."
        )
    return good("settings", f"{file.absolute()} and the environment; all known.")


def check_token(token: str | None) -> Finding:
    """Whether there is a token, and of a bot token's form; Discord is not asked about it."""
    if token is None:
        return failed(
            "token",
            "missing.",
            "Set discord.token or discord.token_file in config.toml, or WAYPOST_DISCORD__TOKEN. Only the "
            "sandbox (`play`) works without.",
        )
    try:
        return good("token", f"looks right, for the bot with the id {bot_id(token)}.")
    except ValueError as problem:
        return failed("token", f"{problem}.", "Get a new one: Developer Portal, Bot, Reset Token.")


def check_invite(token: str | None) -> Finding:
    """The address that invites the bot, whose id stands in the token."""
    try:
        return good("invite", invite(bot_id(token or "")))
    except ValueError:
        return skipped("invite", "needs a valid token: the invitation's address has the bot's id from it.")


def check_clock(now: datetime) -> Finding:
    """A plausible year, and a clock that runs forward: dates and message ids depend on both."""
    before, started = time.time(), time.monotonic()
    time.sleep(0.02)
    jump = abs((time.time() - before) - (time.monotonic() - started))
    if not EARLIEST_YEAR <= now.year <= LATEST_YEAR or jump > LARGEST_DRIFT:
        return failed(
            "clock",
            f"it says {now:%Y-%m-%d %H:%M} UTC.",
            "Set this machine's clock, and keep it right with NTP.",
        )
    return good("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC.")


def check_discord(url: str) -> Finding:
    """Discord reachable, and its clock beside ours: an interaction has to be answered within 3 seconds."""
    try:
        with _asked(url) as answer:
            date = answer.headers["Date"]
    except urllib.error.HTTPError as answer:
        date = answer.headers["Date"]
        answer.close()
    except OSError as error:
        return skipped(
            "discord",
            f"can't be reached from here ({getattr(error, 'reason', error)}), so the clock wasn't compared.",
        )
    if not date:
        return skipped("discord", "answers without a date, so the clock wasn't compared.")
    return check_drift(
        "discord", abs((datetime.now(UTC) - parsedate_to_datetime(date)).total_seconds()), "Discord"
    )


def check_commands(url: str, token: str, kept: Synced) -> Finding:
    """Whether Discord has the commands as the last start left them."""
    try:
        with _asked(f"{url}/applications/@me", token) as answer:
            application = json.load(answer)["id"]
        with _asked(f"{url}/applications/{application}/commands", token) as answer:
            listed = json.load(answer)
    except urllib.error.HTTPError as answer:
        answer.close()
        if answer.code == UNAUTHORIZED:
            return failed(
                "commands",
                "Discord rejects the token.",
                "Get a new one: Developer Portal, Bot, Reset Token.",
            )
        return skipped("commands", f"Discord doesn't list them right now (status {answer.code}).")
    except (OSError, ValueError, KeyError, TypeError):
        return skipped("commands", "Discord can't be reached from here to compare them.")
    if had(listed) != kept.had:
        return failed(
            "commands",
            f"Discord has {len(listed)}, but not as the last start sent them.",
            "Start the bot again: it sends them again. `run --sync` always does.",
        )
    return good("commands", f"Discord has all {len(listed)}, as sent.")


def _asked(url: str, token: str = "") -> Any:
    """Discord's answer; the token goes along where one is given. Raises OSError."""
    if not url.startswith(("https://", "http://127.0.0.1")):
        raise ValueError("Discord is asked over HTTPS")
    headers = {"User-Agent": "DiscordBot (Waypost doctor)"} | (
        {"Authorization": f"Bot {token}"} if token else {}
    )
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 - checked above
    return urllib.request.urlopen(request, timeout=_PATIENCE)  # noqa: S310 - checked above


def check_drift(check: str, seconds: float, whose: str) -> Finding:
    """Whether two clocks agree."""
    # A Date header has whole seconds.
    if seconds > LARGEST_DRIFT + 1:
        return failed(
            check,
            f"this clock and {whose}'s are {seconds:.0f} s apart.",
            "Keep both right with NTP.",
        )
    return good(check, f"{whose} answers, and the clocks agree.")


def check_folder(folder: Path, least: int = LEAST_FREE_BYTES) -> Finding:
    """A folder that exists or can be made, may be written, and has room for at least so many bytes."""
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not existing.is_dir():
        return failed(
            "folder",
            f"{existing} is a file, but has to be a folder.",
            "Move it away, or choose another folder.",
        )
    if (problem := _obstacle_in(existing)) is not None:
        return failed(
            "folder",
            f"{existing} can't be written by this user ({problem}).",
            f"Let the bot's user write {existing}, or choose another folder.",
        )
    free = shutil.disk_usage(existing).free
    left = f"{free / 2**30:.1f} GB free"
    if free < least:
        return failed(
            "folder",
            f"{existing} has {free // 2**20} MB left; {least // 2**20} MB may be needed.",
            "Make room, or choose a folder on another disk.",
        )
    if not folder.exists():
        return good("folder", f"{folder} will be made in {existing} ({left}).")
    return good("folder", f"{folder} is writable ({left}).")


def check_private(files: Iterable[Path]) -> Finding:
    """Whether nobody but their owner may read those of the files that there are."""
    open_ = [str(file) for file in files if file.is_file() and file.stat().st_mode & OTHERS]
    if open_:
        return failed(
            "private",
            f"others on this machine can read {', '.join(open_[:MOST_NAMED])}"
            f"{' …' if len(open_) > MOST_NAMED else ''}.",
            "They hold the dice's seeds and every secret: chmod 600 them.",
        )
    return good("private", "nobody else on this machine can read the database and its copies.")


def _obstacle_in(folder: Path) -> str | None:
    """Why no file can be made there: tried, since rights alone say nothing of root or of /proc."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


async def check_tools(address: Address) -> Finding:
    """pg_dump, pg_restore and psql, as new as the server: without them there is no `backup`."""
    try:
        await postgres_tools.refuse_older_tools(address)
    except UserError as error:
        return failed(
            "backup tools", str(error), "The bot works without them, but `backup` and `restore` don't."
        )
    return good("backup tools", "pg_dump, pg_restore and psql are as new as the server.")

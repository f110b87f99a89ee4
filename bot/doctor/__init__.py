"""What keeps the bot from running well, and what to do about it. Changes nothing."""

from __future__ import annotations

import asyncio
import glob
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.doctor.database import check_database, synced_commands
from bot.doctor.findings import Finding, State, failed, good, report, skipped
from bot.doctor.machine import (
    DISCORD,
    LEAST_FREE_BYTES,
    check_clock,
    check_commands,
    check_discord,
    check_folder,
    check_invite,
    check_private,
    check_settings,
    check_token,
    check_tools,
)

if TYPE_CHECKING:
    from bot.config import Config
    from bot.storage.address import Address

__all__ = ["Finding", "State", "examine", "failed", "good", "report", "skipped"]


async def examine(
    config: Config, file: Path | None = None, *, offline: bool = False, discord: str = DISCORD
) -> list[Finding]:
    """Every check, in the order in which one would mend things; `file` is where the settings come from."""
    address = config.database.address
    token = config.discord.token.get_secret_value() if config.discord.token else None
    return [
        check_settings(file),
        check_token(token),
        check_invite(token),
        *await check_database(address, datetime.now(UTC)),
        check_clock(datetime.now(UTC)),
        *(
            [
                await asyncio.to_thread(check_discord, f"{discord}/gateway"),
                await _check_commands(discord, token, address),
            ]
            if not offline
            else [skipped("discord", "not checked (--offline).")]
        ),
        *_check_folders(address, config.backup.folder),
        check_private(_private(address, config.backup.folder)),
        *([] if address.is_sqlite else [await check_tools(address)]),
    ]


async def _check_commands(discord: str, token: str | None, address: Address) -> Finding:
    """Discord is asked only with something to compare, and with what may be a token."""
    kept = await synced_commands(address)
    if kept is None:
        return skipped("commands", "not sent to Discord yet; the next start sends them.")
    if token is None or check_token(token).failed:
        return skipped("commands", "not checked: that needs a token.")
    return await asyncio.to_thread(check_commands, discord, token, kept)


def _check_folders(address: Address, backups: Path) -> list[Finding]:
    """A migration copies an SQLite file, and needs as much again while it works."""
    if not address.is_sqlite:
        return [check_folder(backups.absolute())]
    size = address.path.stat().st_size if address.path.exists() else 0
    folders = dict.fromkeys((address.path.absolute().parent, backups.absolute()))
    return [check_folder(folder, max(LEAST_FREE_BYTES, 2 * size)) for folder in folders]


def _private(address: Address, backups: Path) -> list[Path]:
    """All that holds what is in the database, or who waits for an answer, as far as it is known here."""
    found = [*backups.glob("*.db"), address.beside(backups, "owed")]
    if address.is_sqlite:
        found += [*address.parts(), *address.path.parent.glob(f"{glob.escape(address.path.name)}.replaced-*")]
    return found

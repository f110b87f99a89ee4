"""The commands as Discord has them: sent again where they changed, here or there.

Discord gives each command an id, and a version that every change renews. What it had after the last sync is
kept beside a fingerprint of what was sent: with both the same, nothing is sent.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.errors import UserError

if TYPE_CHECKING:
    from discord.ext import commands

TREE_FACT = "command_tree"


@dataclass(frozen=True, slots=True)
class Synced:
    """What a fact of the database keeps: a fingerprint of what was sent, and of what Discord then had."""

    sent: str
    had: str

    @property
    def text(self) -> str:
        """As the database keeps it."""
        return f"{self.sent} {self.had}"

    @classmethod
    def read(cls, text: str | None) -> Synced | None:
        """A kept fact; none where none was kept, or by a version that didn't ask Discord."""
        sent, _, had = (text or "").partition(" ")
        return cls(sent, had) if had else None


def had(listed: Iterable[Mapping[str, Any]]) -> str:
    """What Discord has, hashed: each command's id and version, as it lists them."""
    return _hashed(sorted([str(each["id"]), str(each.get("version", ""))] for each in listed))


async def tree_fingerprint(bot: commands.Bot) -> str:
    """What the command tree would be sent as, hashed."""
    payload = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    return _hashed([str(bot.application_id), payload])


def _hashed(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def why_synced(kept: Synced | None, now: Synced, *, is_wanted: bool) -> str | None:
    """Why the commands are to be sent to Discord; None where they are not."""
    if is_wanted:
        return "asked for"
    if kept is None:
        return "never done"
    if kept.sent != now.sent:
        return "they changed"
    return "Discord's differ" if kept.had != now.had else None


class CommandsRefused(UserError):
    """Discord takes the commands for wrong, as they were sent."""

    def __init__(self, reason: str) -> None:
        line = " ".join(reason.split())
        super().__init__(
            f"Discord refuses this version's commands ({line[:200]}) and keeps the old ones. "
            "Run the previous version, and report this."
        )

"""User text made safe, and the small words every card shares."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

import discord

from bot.engine.prose import in_brief, passage, prose, without_blocks
from bot.engine.system import FOR_LEADERS, capitalized
from bot.engine.text import T, fitting
from bot.engine.words import bare, clip, clip_marked, divided, safe, whole_lines

__all__ = [
    "NAMES",
    "bare",
    "caption",
    "clip",
    "clip_marked",
    "divided",
    "fitting",
    "heading",
    "in_brief",
    "on_one_line",
    "passage",
    "person",
    "phrase",
    "prose",
    "safe",
    "since",
    "whole_lines",
]


class Names:
    """What people are called, as Discord told it with what they did; of so many, the latest.

    Nothing of it is kept anywhere: there is no intent to ask for everybody's.
    """

    MOST = 10_000

    def __init__(self) -> None:
        self._known: OrderedDict[int, str] = OrderedDict()

    def learn(self, interaction: discord.Interaction[Any]) -> None:
        """Whoever acts, is named in an option, or is mentioned by what was pressed."""
        message, data = interaction.message, dict[str, Any](interaction.data or {})
        found = {each.id: each.display_name for each in (message.mentions if message is not None else ())}
        resolved = data.get("resolved", {})
        nicks = {user: each.get("nick") for user, each in resolved.get("members", {}).items()}
        for user, each in resolved.get("users", {}).items():
            found[int(user)] = nicks.get(user) or each.get("global_name") or each["username"]
        for user, name in (found | {interaction.user.id: interaction.user.display_name}).items():
            self._known[user] = name
            self._known.move_to_end(user)
        while len(self._known) > self.MOST:
            self._known.popitem(last=False)

    def instead(self, text: str, write: Callable[[str], str] = bare) -> str:
        """The text with names, written so, for where Discord would show the numbers of mentions."""
        return _MENTION.sub(lambda found: write(self._name(found["sort"], int(found["id"]))), text)

    def _name(self, sort: str, id_: int) -> str:
        if sort.startswith("#"):
            return T("a channel").plain()
        return T("a role").plain() if "&" in sort else self._known.get(id_) or T("somebody").plain()


_MENTION = re.compile(r"<(?P<sort>@[!&]?|#)(?P<id>[0-9]{1,20})>")
NAMES: Final = Names()


def caption(text: str, limit: int) -> str:
    """What stands on a button, in a list or above a field, where Discord knows no markup: never empty."""
    return clip(bare(NAMES.instead(text)), limit) or "…"


# What ends the short thing that a hint or a summary says first.
_ENDS = (re.compile(r"[;:] "), re.compile(", "))


def phrase(text: str, limit: int) -> tuple[str, str]:
    """The first whole phrase of what has no room above a field or a form, and what is left to be said.

    Never empty. Where no phrase fits it is as many words as do.
    """
    text = bare(NAMES.instead(text))
    if len(text) <= limit:
        return text or "…", ""
    text = capitalized(text.removeprefix(FOR_LEADERS).strip())
    if len(text) <= limit:
        return text, ""
    for end in _ENDS:
        head, *rest = end.split(text, maxsplit=1)
        if rest and len(head) <= limit:
            return head, capitalized(rest[0])
    words = text[:limit].rpartition(" ")[0]
    return (f"{words.rstrip()}…", text) if words else (clip(text, limit), text)


def heading(text: str, limit: int) -> str:
    """What stands above a card, a field or below it, where Discord shows markup but no mention."""
    return clip(NAMES.instead(text, safe), limit)


def person(user: int | None) -> str:
    """A person's mention, which shows the name and, without leave to, pings nobody."""
    return T("{user:@}")(user=user)


def on_one_line(text: str) -> str:
    """What was told in lines, in one; what is listed loses its bullets, and what stands small is as large."""
    lines = without_blocks(text).replace("\n\n", "\n")
    return lines.replace(":\n• ", ": ").replace("\n• ", " · ").replace("\n", " · ")


def since(moment: datetime) -> str:
    """How long ago, in each reader's own language."""
    return discord.utils.format_dt(moment, "R")

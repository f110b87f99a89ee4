"""Actions as data, as offers and proposals keep them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from bot.engine.text import refused
from bot.errors import Stale
from bot.play.context import Context
from bot.storage import codec


def written(context: Context, actions: Sequence[Any]) -> str:
    """The actions as JSON text, each with its game and name."""
    rows = [
        (context.catalogue.of_action(each)[0].name, type(each).__name__, codec.dump(each)) for each in actions
    ]
    return codec.text(rows)


def read(context: Context, text: str) -> tuple[list[Any], bool]:
    """The actions, and whether each has exactly the fields it had. Raises Stale for an unsure one."""
    actions, is_same = [], True
    for system, name, written in codec.read(text):
        try:
            cls = context.catalogue.action_named(system, name).action
            actions.append(codec.load_whole(cls, written))
        except (LookupError, ValueError):
            raise refused(
                "offer.earlier_version",
                "That's from an older version of Waypost, which can't do it anymore. Use the command again.",
                Stale,
            ) from None
        is_same = is_same and set(codec.read(written)) == {each.name for each in fields(cls)}
    return actions, is_same

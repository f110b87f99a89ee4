"""Where the CPU of a roll goes: each thread's own CPU clock, read where one room of the house calls another.

Rooms are told apart by wrapping the functions at their doors; what is inside another room counts there
alone. With one press at a time, whatever the loop does while a statement is awaited is that statement's.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa

from bot.app import Waypost
from bot.engine.catalogue import Catalogue
from bot.storage import prepared
from bot.ui import card, delivery, reply

STAGES = PLAY, STORAGE, RULES, CARDS = "play", "storage", "rules", "cards"
DOORS: dict[str, list[tuple[Any, str]]] = {
    STORAGE: [(sa.Engine, "connect"), (prepared.Prepared, "rows"), (prepared, "_run"),
              *((sa.Connection, name) for name in ("execute", "close"))],
    CARDS: [(room, "message_of") for room in (card, delivery, reply)],
}  # fmt: skip


class Stages:
    """Seconds of CPU by stage."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._threads = threading.local()

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, its CPU put down to that stage."""

        def call(*args: Any, **named: Any) -> Any:
            outer = self._enter(stage)
            try:
                return function(*args, **named)
            finally:
                self._enter(outer)

        return call

    def _enter(self, stage: str) -> str:
        now, here = time.thread_time(), self._threads
        outer: str = getattr(here, "stage", "")
        if outer:
            self.spent[outer] += now - here.since
        here.stage, here.since = stage, now
        return outer


@contextmanager
def watched(bot: Waypost) -> Iterator[Stages]:
    """Measure the bot from here on."""
    stages = Stages()
    database, renderer = bot.database, bot.dispatcher.renderer
    write = database.write
    _watch_rules(stages, bot.play.catalogue)
    with ExitStack() as patches:
        for stage, doors in DOORS.items():
            for owner, name in doors:
                patches.enter_context(patch.object(owner, name, stages.timed(stage, getattr(owner, name))))
        patches.enter_context(patch.object(renderer, "card", stages.timed(CARDS, renderer.card)))
        patches.enter_context(patch.object(database, "write", lambda work: write(stages.timed(PLAY, work))))
        yield stages


def _watch_rules(stages: Stages, catalogue: Catalogue) -> None:
    for name, system in catalogue.systems.items():
        kinds = (
            replace(kind, waiting=stages.timed(RULES, kind.waiting), view=stages.timed(RULES, kind.view))
            for kind in system.kinds
        )
        catalogue.systems[name] = replace(system, kinds=tuple(kinds))
    for action, (system, kind) in catalogue._actions.items():
        timed = replace(kind, perform=stages.timed(RULES, kind.perform))
        catalogue._actions[action] = (catalogue.systems[system.name], timed)

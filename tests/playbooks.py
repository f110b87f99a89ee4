"""Every system's playbook, found by the system's name: a game without one fails the proofs."""

from __future__ import annotations

import importlib
from typing import Any

from bot import systems
from bot.engine.catalogue import Catalogue
from bot.engine.system import ActionKind
from tests.stages import Playbook, Scenario

GAMES_OF_TESTS = ("tests.games.lantern",)


def catalogue() -> Catalogue:
    """Every system: those of the house, and the throw-away game of the tests."""
    return Catalogue(importlib.import_module(name).SYSTEM for name in (*systems.found(), *GAMES_OF_TESTS))


def playbook(system: str) -> Playbook:
    """The playbook of a system."""
    for place in (f"tests.systems.{system}.playbook", f"tests.games.{system}.playbook"):
        if importlib.util.find_spec(place.rpartition(".")[0]) is not None:
            return dict(importlib.import_module(place).PLAYBOOK)
    raise LookupError(f"{system} has no playbook")


def every_action() -> list[ActionKind[Any]]:
    """Every registered action of every system."""
    return [kind for system in catalogue().systems.values() for kind in system.actions]


def scenarios() -> dict[str, Scenario]:
    """The scenario of each action, by `system.Action`."""
    found = {}
    for name, system in catalogue().systems.items():
        book = playbook(name)
        for kind in system.actions:
            if kind.action in book:
                found[f"{name}.{kind.name}"] = book[kind.action]
    return found

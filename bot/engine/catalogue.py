"""Every game of the running bot, found by name or by action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.engine.library import AnyShelf, Supplied
from bot.engine.settings import Setting
from bot.engine.system import ActionKind, Kind, System


class Catalogue:
    """Every system of the running bot, by name, and every action by its class."""

    def __init__(self, systems: Iterable[System], supplied: Supplied | None = None) -> None:
        # What comes with the games for a campaign's library.
        self.supplied: Supplied = supplied or {}
        self.systems: dict[str, System] = {}
        self._actions: dict[type[Any], tuple[System, ActionKind[Any]]] = {}
        for system in systems:
            if system.name in self.systems:
                raise ValueError(f"two systems are called {system.name!r}")
            self.systems[system.name] = system
            for action in system.actions:
                self._actions[action.action] = (system, action)

    def of_action(self, action: Any) -> tuple[System, ActionKind[Any]]:
        """The system and kind of an action. Raises LookupError for an unregistered one."""
        try:
            return self._actions[type(action)]
        except KeyError:
            raise LookupError(f"{type(action).__name__} is not a registered action") from None

    def settings_of(self, names: Iterable[str]) -> tuple[Setting, ...]:
        """Every setting of those systems, in their order; one that this bot doesn't have has none."""
        found = (self.systems[name] for name in names if name in self.systems)
        return tuple(setting for system in found for setting in system.settings)

    def shelves_of(self, names: Iterable[str]) -> tuple[AnyShelf, ...]:
        """Every shelf of those systems' library, in their order."""
        found = (self.systems[name] for name in names if name in self.systems)
        return tuple(shelf for system in found for shelf in system.shelves)

    def kind(self, system: str, kind: str) -> Kind[Any]:
        """The kind of record of that system and name. Raises LookupError."""
        return self.systems[system].kind(kind)

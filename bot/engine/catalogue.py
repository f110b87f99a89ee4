"""Every game of the running bot, found by name or by action."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bot.engine.library import AnyShelf, Supplied
from bot.engine.orders import AnswerInAdvance
from bot.engine.record import Figure, Step
from bot.engine.saying import Said
from bot.engine.settings import Setting
from bot.engine.steps import steps_in
from bot.engine.system import ActionKind, Kind, RecordId, System, World


class Catalogue:
    """Every system of the running bot, by name, and every action by its class."""

    def __init__(self, systems: Iterable[System], supplied: Supplied | None = None) -> None:
        # What comes with the games for a campaign's library.
        self.supplied: Supplied = supplied or {}
        self.systems: dict[str, System] = {}
        self._actions: dict[type[Any], tuple[System, ActionKind[Any]]] = {}
        self._events: dict[tuple[str, str], type[Any]] = {}
        self._named: dict[tuple[str, str], ActionKind[Any]] = {}
        self._figures: dict[tuple[str, str], Callable[[World, RecordId], Iterable[Figure]]] = {}
        # System and name of every action that is no news, by the names it had before too.
        self.silent: set[tuple[str, str]] = set()
        for system in systems:
            if system.name in self.systems:
                raise ValueError(f"two systems are called {system.name!r}")
            self.systems[system.name] = system
            self._learn(system)

    def _learn(self, system: System) -> None:
        for action in system.actions:
            self._actions[action.action] = (system, action)
            for name in (*action.formerly, action.name):
                self._named[system.name, name] = action
                if not action.is_news:
                    self.silent.add((system.name, name))
        events: tuple[type[Any], ...] = (*system.events, Said)
        for event in events:
            for name in (event.__name__, *getattr(event, "formerly", ())):
                if self._events.setdefault((system.name, name), event) is not event:
                    raise ValueError(f"two events of {system.name!r} are or were called {name!r}")
        for kind, work_out in system.figures.items():
            self._figures[system.name, kind.name] = work_out

    def of_action(self, action: Any) -> tuple[System, ActionKind[Any]]:
        """The system and kind of an action. Raises LookupError for an unregistered one."""
        try:
            return self._actions[type(action)]
        except KeyError:
            raise LookupError(f"{type(action).__name__} is not a registered action") from None

    def event(self, system: str, name: str) -> type[Any] | None:
        """The event of that system that is, or formerly was, called so; None where nobody knows it now."""
        return self._events.get((system, name))

    def founds(self, action: type[Any]) -> bool:
        """Whether it is an action that begins a campaign."""
        return action in self._actions and self._actions[action][1].founds

    def action_named(self, system: str, name: str) -> ActionKind[Any]:
        """The action of that name, or that was called so once. Raises LookupError."""
        return self._named[system, name]

    def figures_of(self, system: str, kind: str) -> Callable[[World, RecordId], Iterable[Figure]] | None:
        """What works out the figures of records of that kind; None where they have none."""
        return self._figures.get((system, kind))

    def settings_of(self, names: Iterable[str]) -> tuple[Setting, ...]:
        """Every setting of those systems, in their order; one that this bot doesn't have has none."""
        found = (self.systems[name] for name in names if name in self.systems)
        return tuple(setting for system in found for setting in system.settings)

    def advances_of(self, names: Iterable[str]) -> tuple[AnswerInAdvance, ...]:
        """Every answer that can be given in advance in those systems."""
        found = (self.systems[name] for name in names if name in self.systems)
        return tuple(each for system in found for each in system.advances)

    def shelves_of(self, names: Iterable[str]) -> tuple[AnyShelf, ...]:
        """Every shelf of those systems' library, in their order."""
        found = (self.systems[name] for name in names if name in self.systems)
        return tuple(shelf for system in found for shelf in system.shelves)

    def steps(self, system: str, kind: str, record: RecordId, state: Any) -> tuple[Step, ...]:
        """What waits in a record of that kind, each step with what can be done at it."""
        return steps_in(self.systems[system], self.kind(system, kind), record, state)

    def kind(self, system: str, kind: str) -> Kind[Any]:
        """The kind of record of that system and name. Raises LookupError."""
        return self.systems[system].kind(kind)

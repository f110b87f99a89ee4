"""Whose move something is, and who may do it: the role, its stand-in, a proxy, or a game master (R044)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.engine.people import Standing
from bot.engine.settings import Setting
from bot.errors import NotAllowed
from bot.systems.kingdom.rules.settings import WHO_ROLLS
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.terms import Role, Task
from bot.systems.kingdom.rules.vacancy import is_vacant
from bot.systems.kingdom.words import duties as words


class Asker(Protocol):
    """Who wants to do something, and by which settings: a scene, or whoever looks at a preview."""

    @property
    def actor(self) -> int:
        """The person."""
        ...

    @property
    def standing(self) -> Standing:
        """Their place in the campaign."""
        ...

    def setting(self, setting: Setting) -> str:
        """What the campaign decided."""
        ...


def players(kingdom: Kingdom, task: Task) -> Sequence[int]:
    """The players whose roles do that, those asked first before; the Ruler's where none of them has one."""
    roles = kingdom.roles_for(task)
    found = [player for role in roles for player in _of(kingdom, role)]
    return list(dict.fromkeys(found or _of(kingdom, Role.RULER)))


def _of(kingdom: Kingdom, role: Role) -> list[int]:
    if role is Role.RULER and is_vacant(kingdom, role) and kingdom.month.stand_in is not None:
        role = kingdom.month.stand_in
    return [each.player for each in kingdom.held_by(role) if each.player is not None and not each.has_died]


def asked(kingdom: Kingdom, task: Task) -> int | None:
    """The one player who is asked; None: the game masters."""
    return next(iter(players(kingdom, task)), None)


def acted_for(asker: Asker, kingdom: Kingdom, *tasks: Task) -> int | None:
    """Whom the actor does one of those tasks for; None where it is the actor's own.

    Raises NotAllowed naming whose it is: decisions belong to the role, checks by default to any player.
    """
    own = [player for task in tasks for player in players(kingdom, task)]
    # The Ruler may do what any leader may.
    if asker.actor in own or asker.actor in _of(kingdom, Role.RULER):
        return None
    is_leading = asker.standing is Standing.GAME_MASTER
    if is_leading or asker.actor in kingdom.proxies or _may_any(asker, tasks):
        return next(iter(own), None)
    raise NotAllowed(words.not_yours([role.value for role in kingdom.roles_for(tasks[0])], own))


def acted_for_leader(asker: Asker, kingdom: Kingdom, player: int | None, *tasks: Task) -> int | None:
    """The same for what is that leader's own affair, or whose tasks those are. Raises NotAllowed."""
    if player is not None and asker.actor == player:
        return None
    acted_for(asker, kingdom, *tasks)
    own = [each for task in tasks for each in players(kingdom, task)]
    return None if asker.actor in (*own, *_of(kingdom, Role.RULER)) else player


def _may_any(asker: Asker, tasks: Sequence[Task]) -> bool:
    ruling = asker.setting(WHO_ROLLS)
    return ruling == "anyone" or (ruling == "rolls" and all(task.is_roll for task in tasks))

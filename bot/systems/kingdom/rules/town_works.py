"""What game masters do to a settlement: alike for a kingdom's and for a Free City."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

from bot.engine.people import EVERYONE, GAME_MASTERS, Audience
from bot.engine.system import RecordId, Replace, Scene, Scope, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.keeping import kept, with_unrest
from bot.systems.kingdom.rules.land import LAND, Hex, Land
from bot.systems.kingdom.rules.raising import with_town
from bot.systems.kingdom.rules.realm import Realm, found_realm
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.state import REASON_LENGTH
from bot.systems.kingdom.rules.town import TOWN, Town
from bot.systems.kingdom.words import buildings_gm as words


class OfTown(Protocol):
    """An action about a settlement; `kingdom` is whose it is, None for a Free City."""

    @property
    def settlement(self) -> RecordId:
        """Which settlement."""
        ...

    @property
    def kingdom(self) -> RecordId | None:
        """Whose it was when the action was prepared."""
        ...


@dataclass(frozen=True, slots=True)
class Works:
    """A settlement with the land it lies on, and the realm that it belongs to."""

    scene: Scene
    id: RecordId
    town: Town
    land: Land
    rulings: Rulings
    realm: Realm | None = None

    @property
    def hex(self) -> Hex:
        """The hex in which it lies."""
        return self.land.hexes[self.town.spot]

    @property
    def where(self) -> str:
        """What its hex is called, safe to show."""
        return safe(self.land.name_of(self.town.spot), 40)

    @property
    def kingdom(self) -> str:
        """The kingdom's name; empty for a Free City."""
        return self.realm.kingdom.name if self.realm is not None else ""

    @property
    def month(self) -> int:
        """The month of its kingdom, 0 for a Free City."""
        return self.realm.month if self.realm is not None else 0

    @property
    def audience(self) -> Audience:
        """What is hidden is for game masters alone."""
        return GAME_MASTERS if self.town.is_hidden else EVERYONE

    def turn(self, town: Town, *events: Any, unrest: int = 0, land: Land | None = None) -> Turn:
        """What keeps the settlement as given, with a change of its kingdom's Unrest."""
        if self.realm is None:
            return Turn((Replace(self.id, town),), events, self.id)
        after = with_town(self.realm, self.id, town)
        after = replace(after, kingdom=with_unrest(after.kingdom, unrest), land=land or after.land)
        return kept(self.scene, self.realm, after, *events)


def works_of(scene: Scene, action: OfTown) -> Works:
    """The settlement that an action is about. Raises RuleViolation where it changed hands meanwhile."""
    return works(scene, action.settlement, action.kingdom)


def works(scene: Scene, settlement: RecordId, kingdom: RecordId | None) -> Works:
    """A settlement, and whose it is as far as was known. Raises RuleViolation where that is not so now."""
    town = scene.get(TOWN, settlement).state
    if town.kingdom != kingdom:
        raise RuleViolation(words.changed_hands(safe(town.name, 60)))
    realm = found_realm(scene, kingdom) if kingdom is not None else None
    land = realm.land if realm is not None else scene.get(LAND, town.land).state
    return Works(scene, settlement, town, land, Rulings(scene.campaign.settings), realm)


def works_scope(action: OfTown) -> Scope:
    """The settlement with its land, and its kingdom with all that belongs to it."""
    ids = (action.settlement,) if action.kingdom is None else (action.settlement, action.kingdom)
    return Scope(ids=ids, links=True)


def reason_of(text: str) -> str:
    """Why, in a line. Raises RuleViolation where nothing is said."""
    reason = clip(one_line(text), REASON_LENGTH)
    if not reason:
        raise RuleViolation(words.NEEDS_REASON)
    return reason

"""The end of a month: its snapshot and milestones, and the next one, which waits to be opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.system import ActionKind, Kind, Open, Scene, Turn
from bot.engine.words import safe
from bot.errors import NotAllowed
from bot.systems.kingdom.rules.book import XP_CAPITAL, XP_LOTS, XP_SIZES
from bot.systems.kingdom.rules.calendar import lasting
from bot.systems.kingdom.rules.chances import counts_as_eventful
from bot.systems.kingdom.rules.event_steps import coming_again
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.leaders import renewed_leaders
from bot.systems.kingdom.rules.losing import doomed, lost
from bot.systems.kingdom.rules.month import CloseMonth
from bot.systems.kingdom.rules.months import require_open, running_realm
from bot.systems.kingdom.rules.realm import Realm, kingdom_scope
from bot.systems.kingdom.rules.settings import WHO_ROLLS
from bot.systems.kingdom.rules.snapshots import SNAPSHOT, snapshot
from bot.systems.kingdom.rules.state import Kingdom, Month
from bot.systems.kingdom.rules.terms import Role, Stage, Step, Until
from bot.systems.kingdom.rules.worth import lots_in_use
from bot.systems.kingdom.words import closing as words


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something reached for the first time: a "capital", a "size" or "lots", and how many of those."""

    what: str
    count: int
    xp: int

    @property
    def name(self) -> str:
        """How a kingdom keeps it among those it has reached."""
        return f"{self.what}-{self.count}" if self.count else self.what


@dataclass(frozen=True, slots=True)
class MonthClosed:
    """A month was closed. `xp` is that of all milestones so far; `has_fallen`: it was the last month."""

    name: str
    month: int
    milestones: tuple[Milestone, ...] = ()
    xp: int = 0
    has_fallen: bool = False
    audience: Audience = EVERYONE


def close_month(scene: Scene, action: CloseMonth, dice: Dice) -> Turn:
    """Close the month and have the next one wait. Raises RuleViolation while something of it is left.

    Raises NotAllowed for anybody but a game master and the Ruler.
    """
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.CLOSE)
    _require_ruler(scene, realm.kingdom)
    reached = tuple(milestones(realm))
    names = tuple(each.name for each in reached)
    xp = realm.kingdom.xp + sum(each.xp for each in reached)
    rewarded = replace(realm.kingdom, milestones=(*realm.kingdom.milestones, *names), xp=xp)
    realm_then = replace(realm, kingdom=rewarded)
    has_fallen = doomed(realm_then)
    state = replace(_next_month(realm_then), stage=Stage.ENDED if has_fallen else Stage.STANDING)
    after = replace(realm, kingdom=state)
    # Of a kingdom that is no more nothing is claimed.
    after = lost(after, after.hexes) if has_fallen else after
    told = MonthClosed(state.name, realm.month, reached, xp, has_fallen)
    noted = Open(scene.new_id(), SNAPSHOT.name, snapshot(realm_then))
    return kept(scene, realm, after, told, also=(noted,))


def _require_ruler(scene: Scene, kingdom: Kingdom) -> None:
    roles = (Role.RULER, kingdom.month.stand_in or Role.RULER)
    rulers = {each.player for role in roles for each in kingdom.held_by(role)}
    is_trusted = scene.actor in rulers or scene.actor in kingdom.proxies
    if not is_trusted and scene.standing is not Standing.GAME_MASTER and scene.setting(WHO_ROLLS) != "anyone":
        raise NotAllowed(words.for_ruler(safe(kingdom.name, 60)))


def milestones(realm: Realm) -> Iterator[Milestone]:
    """What the kingdom has reached and was not rewarded for yet; crossing two at once gives both (R150)."""
    most = max((lots_in_use(town, realm.rulings) for town in realm.towns.values()), default=0)
    found = [Milestone("size", size, xp) for size, xp in XP_SIZES if realm.size >= size]
    found += [Milestone("lots", lots, xp) for lots, xp in XP_LOTS if most >= lots]
    if realm.kingdom.capital is not None:
        found.append(Milestone("capital", 0, XP_CAPITAL))
    return (each for each in found if each.name not in realm.kingdom.milestones)


def _next_month(realm: Realm) -> Kingdom:
    """What ends with the month ends, and the next one begins before its Upkeep."""
    changes, happenings = lasting(realm.kingdom, Until.MONTH), coming_again(realm.kingdom)
    state = replace(realm.kingdom, changes=changes, happenings=happenings)
    month = Month(realm.month + 1)
    return replace(renewed_leaders(state), month=month, last_had_event=counts_as_eventful(realm))


KINDS: tuple[Kind[Any], ...] = (SNAPSHOT,)
ACTIONS: tuple[ActionKind[Any], ...] = (ActionKind(CloseMonth, close_month, Permit.MEMBERS, kingdom_scope),)
EVENTS: tuple[type[Any], ...] = (MonthClosed,)

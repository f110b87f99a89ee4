"""Reclaiming the settlements of a lost territory that a claim connected again (R078)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId, Scene, Scope, Turn, Want
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import RECLAIM_BONUS
from bot.systems.kingdom.rules.checks import Check, Result, check, rolled
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.month import ReclaimSettlement
from bot.systems.kingdom.rules.part_steps import reclaimable
from bot.systems.kingdom.rules.realm import Realm, standing_realm
from bot.systems.kingdom.rules.settling import joined, with_free_city
from bot.systems.kingdom.rules.state import LostTown, Part
from bot.systems.kingdom.rules.terms import Attribute, Task
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.words import losses as words


@dataclass(frozen=True, slots=True)
class SettlementReclaimed:
    """The check to reclaim a settlement, with its bonus; where it failed there is another next month."""

    name: str
    settlement: str
    check: Result
    bonus: int
    audience: Audience = EVERYONE


def bonus_of(realm: Realm, part: Part) -> int:
    """What is added to the checks for a territory's settlements: +5, and 1 less each month since its loss."""
    return max(0, RECLAIM_BONUS - (realm.month - part.since))


def reclaim_check(realm: Realm, settlement: RecordId) -> Check | None:
    """The check for a settlement that waits for one; None for any other."""
    return next(
        (
            check(realm, Attribute.STABILITY, bonus_of(realm, part))
            for part in realm.kingdom.parts
            for town in part.towns
            if town.id == settlement and town.revision is not None
        ),
        None,
    )


def reclaim_settlement(scene: Scene, action: ReclaimSettlement, dice: Dice) -> Turn:
    """Attempt the Stability check: the settlement is the kingdom's again, or stays a Free City this month.

    Raises RuleViolation where it can't be reclaimed now, NotAllowed for who may not roll.
    """
    realm = standing_realm(scene, action.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.STABILITY)
    part, town = _waiting(realm, action.settlement)
    bonus = bonus_of(realm, part)
    made = check(realm, Attribute.STABILITY, bonus)
    result = rolled(made, dice, words.reclaim_reason(town.name))
    after = _back(scene, realm, town) if result.is_success else _tried(realm, town)
    told = SettlementReclaimed(realm.kingdom.name, town.name, result, bonus)
    return kept(scene, realm, after, told, on_behalf_of=on_behalf)


def _waiting(realm: Realm, settlement: RecordId) -> tuple[Part, LostTown]:
    town = next((each for each in reclaimable(realm.kingdom) if each.id == settlement), None)
    if town is None:
        raise RuleViolation(words.NOT_RECLAIMABLE)
    return next(part for part in realm.kingdom.parts if town in part.towns), town


def _back(scene: Scene, realm: Realm, town: LostTown) -> Realm:
    state = scene.get(TOWN, town.id).state
    if state.kingdom is not None:
        raise RuleViolation(words.has_another_kingdom(safe(town.name, 60)))
    realm = _with_towns(realm, town, None)
    others = [
        record
        for record in scene.all(TOWN)
        if record.state.spot == state.spot and record.state.kingdom is None and record.id != town.id
    ]
    each = with_free_city(realm.land.hexes[state.spot], is_one=bool(others))
    return joined(replace(realm, land=realm.land.having({state.spot: each})), town.id, state)


def _tried(realm: Realm, town: LostTown) -> Realm:
    return _with_towns(realm, town, replace(town, tried=realm.month))


def _with_towns(realm: Realm, town: LostTown, instead: LostTown | None) -> Realm:
    """The realm with another word about a lost settlement, or none."""

    def left(part: Part) -> Iterator[LostTown]:
        for each in part.towns:
            if each is not town:
                yield each
            elif instead is not None:
                yield instead

    parts = (replace(part, towns=tuple(left(part))) for part in realm.kingdom.parts)
    remembered = tuple(part for part in parts if part.spots or part.towns)
    return replace(realm, kingdom=replace(realm.kingdom, parts=remembered))


def reclaim_scope(action: ReclaimSettlement) -> Scope:
    """The kingdom with its land, and every settlement: the one that may come back is none of its own."""
    return Scope(ids=(action.kingdom, action.settlement), wants=(Want(TOWN.name),), links=True)

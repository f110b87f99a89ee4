"""A realm: one kingdom with its land and settlements, as every rule about it needs them together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from bot.engine.system import Kind, RecordId, Scene, Scope
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.hexes import Spot, connected, parts
from bot.systems.kingdom.rules.land import LAND, Hex, Land
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.state import Kingdom, Part
from bot.systems.kingdom.rules.terms import Improvement, Stage
from bot.systems.kingdom.rules.town import TOWN, Town
from bot.systems.kingdom.rules.waiting import waiting
from bot.systems.kingdom.rules.worth import population
from bot.systems.kingdom.words import realm as words
from bot.systems.kingdom.words import records


class Kept(Protocol):
    """A record, as the rules or a screen have it."""

    @property
    def kind(self) -> str:
        """The name of its kind."""
        ...

    @property
    def state(self) -> Any:
        """Its state."""
        ...


def upgrade(version: int, data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 knew no step for magic items: a month that had come past it has nothing to roll for."""
    marks = data["month"]["marks"] if "marks" in data.get("month", {}) else ()
    if not any(mark["step"] == "consumption" for mark in marks):
        return data
    passed = {"step": "items", "how": "not_needed", "reason": ""}
    return data | {"month": data["month"] | {"marks": [*marks, passed]}}


KINGDOM: Kind[Kingdom] = Kind(
    "kingdom",
    Kingdom,
    title=lambda state: state.name,
    links=lambda state: (state.land, *state.settlements),
    waiting=waiting,
    home=lambda state: state.home or None,
    word=records.kingdom_part,
    version=2,
    upgrade=upgrade,
)


@dataclass(frozen=True)
class Realm:
    """A kingdom and what belongs to it; nothing in it changes."""

    id: RecordId
    kingdom: Kingdom
    land: Land
    towns: Mapping[RecordId, Town] = field(default_factory=dict)
    rulings: Rulings = field(default_factory=lambda: Rulings({}))
    # What was worked out of all that, kept by whoever did: an action asks for the same numbers several times.
    derived: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def hexes(self) -> Mapping[Spot, Hex]:
        """The hexes it claims, secondary territories with them."""
        return self.land.of(self.id)

    @property
    def size(self) -> int:
        """How many hexes it claims."""
        return len(self.hexes)

    @property
    def districts(self) -> int:
        """All districts of its settlements."""
        return sum(town.districts for town in self.towns.values())

    @property
    def population(self) -> int:
        """All people of its settlements."""
        return sum(population(town, self.rulings) for town in self.towns.values())

    @property
    def month(self) -> int:
        """The number of the month under way."""
        return self.kingdom.month.number

    def with_improvement(self, *improvements: Improvement) -> Mapping[Spot, Hex]:
        """Its hexes that have one of those."""
        return {spot: each for spot, each in self.hexes.items() if each.has(*improvements)}

    def towns_at(self, spot: Spot) -> Mapping[RecordId, Town]:
        """Its settlements in a hex."""
        return {id_: town for id_, town in self.towns.items() if town.spot == spot}

    @cached_property
    def primary(self) -> frozenset[Spot]:
        """The territory with its capital; while there is none the largest that was not cut off (R079)."""
        capital = self.towns.get(self.kingdom.capital) if self.kingdom.capital is not None else None
        if capital is not None and capital.spot in self.hexes:
            return connected((capital.spot,), self.hexes)
        cut_off = {spot for part in self.kingdom.parts if not part.is_lost for spot in part.spots}
        territories = parts(self.hexes)
        left = [each for each in territories if each - cut_off]
        return max(left or territories, key=len, default=frozenset())

    def part_of(self, spot: Spot) -> Part | None:
        """The secondary territory that holds a hex."""
        return next((p for p in self.kingdom.parts if not p.is_lost and spot in p.spots), None)


def realm_of(
    id_: RecordId, records_: Iterable[tuple[RecordId, Kept]], settings: Mapping[str, str], kingdom: Kingdom
) -> Realm:
    """The realm of a kingdom among loaded records. Raises LookupError where its land is not among them."""
    land, towns = None, {}
    for each, record in records_:
        if record.kind == LAND.name and each == kingdom.land:
            land = record.state
        elif record.kind == TOWN.name and each in kingdom.settlements:
            towns[each] = record.state
    if land is None:
        raise LookupError("a kingdom's land was not loaded with it")
    return Realm(id_, kingdom, land, towns, Rulings(settings))


def kingdom_scope(action: Any) -> Scope:
    """The kingdom that an action names, its land and its settlements."""
    return Scope(ids=(action.kingdom,), links=True)


def found_realm(scene: Scene, kingdom: RecordId) -> Realm:
    """The realm that an action is about. Raises RuleViolation where it is not in play."""
    record = scene.get(KINGDOM, kingdom)
    return realm_of(record.id, scene.records.items(), scene.campaign.settings, record.state)


def standing_realm(scene: Scene, kingdom: RecordId) -> Realm:
    """The same, for what only a kingdom that was founded can do. Raises RuleViolation before that."""
    realm = found_realm(scene, kingdom)
    require_standing(realm.kingdom)
    return realm


def require_standing(kingdom: Kingdom) -> None:
    """See that it was founded and its clock runs. Raises RuleViolation saying what stops it."""
    if kingdom.stage is Stage.FOUNDING:
        raise RuleViolation(words.not_founded(kingdom.name))
    if kingdom.stage is Stage.ENDED:
        raise RuleViolation(words.has_ended(kingdom.name))
    if kingdom.frozen is not None:
        raise RuleViolation(words.is_frozen(kingdom.name, kingdom.frozen))
    if kingdom.is_in_anarchy:
        raise RuleViolation(words.is_in_anarchy(kingdom.name))

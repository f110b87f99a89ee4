"""Every number of a kingdom as a sum of named amounts: what each is, and where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.engine.system import Kind, RecordId
from bot.engine.text import Labelled, Safe, T
from bot.systems.kingdom.abroad.book import (
    CARGOES,
    RESIDENCE_CONSUMPTION,
    RESIDENCE_ECONOMY,
    RESIDENCE_SOCIETY,
    Cargo,
)
from bot.systems.kingdom.abroad.state import Route
from bot.systems.kingdom.book import (
    ALIGNMENT_MODIFIERS,
    ALIGNMENTS,
    BASE_DC,
    GOVERNMENT_MODIFIERS,
    HOLIDAYS,
    IMPROVEMENTS,
    PROMOTIONS,
    ROADS_FOR_ECONOMY,
    ROADS_FOR_STABILITY,
    ROLES,
    TAXATIONS,
    Ability,
    Attribute,
    BuildingType,
    Government,
    Improvement,
    Modifier,
    Number,
    Role,
    Special,
    Spot,
    Stat,
    Taxation,
    Terrain,
    ruler_attributes,
)
from bot.systems.kingdom.land.state import Direction, Hex, beside, connected, neighbours, parts
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.settings import (
    DIPLOMATIC,
    EXPANSION,
    FAME,
    FAME_ROUNDING,
    GOVERNMENT_SCOPE,
    GOVERNMENTS,
    HALF_NEGATIVE,
    HALVED_PENALTY,
    POOL_ROADS,
    ROLE_SKILLS,
    SETTLEMENT_CONSUMPTION,
    TRADE,
    UNREST_IN_ATTRIBUTE,
)
from bot.systems.kingdom.state import Kingdom, Leader, is_present, is_vacant, lacks_ruler
from bot.systems.kingdom.towns.book import row_of
from bot.systems.kingdom.towns.state import (
    Town,
    display_fame,
    given,
    given_by,
    granary_room,
    is_blessed,
    menagerie,
    modifiers,
    sound,
)


class Origin(Labelled):
    """What a source is, and the rule it comes of; `name` and `count` of the source say which and how many."""

    BASE = "base", "Control DC"
    ALIGNMENT = "alignment"
    LEADER = "leader", "Leadership"
    VACANCY = "vacancy", "vacancy penalty"
    HOLIDAY = "holiday", "Table 4-1"
    PROMOTION = "promotion", "Table 4-2"
    TAXATION = "taxation", "Table 4-3"
    IMPROVEMENT = "improvement", "terrain improvements"
    ON_RESOURCE = "on_resource", "Resource"
    ROADS = "roads", "Road and Highway"
    RIVERS = "rivers", "River"
    SPECIAL = "special", "special terrain"
    ROADSIDE = "roadside", "Landmark"
    SIZE = "size"
    DISTRICTS = "districts", "districts"
    SETTLEMENTS = "settlements", "settlements"
    SETTLEMENT = "settlement", "settlement"
    BUILDING = "building", "buildings"
    MENAGERIE = "menagerie"
    FOUNDRY = "foundry"
    STOCKYARD = "stockyard"
    # What a Cathedral or Waterfront halves of an edict.
    HALVED = "halved", "special of the building"
    ARMY = "army", "armies"
    CHANGE = "change", "named source"
    UNREST = "unrest"
    # A tenth of all settlements' modifiers, by their names.
    TENTH = "tenth", "a tenth of all settlements'"
    DISPLAY = "display", "displays in Museums"
    GOVERNMENT = "government", "form of government"
    # A holy building, by its type and deity.
    DEITY = "deity", "holy sites"
    # What a Ruler chose to raise: at the founding, and with the Size.
    RENOWN = "renown", "the Ruler's choice"
    # By the other kingdom's name: a Mansion or Noble Villa there, a treaty, an alliance; or a route's cargo.
    RESIDENCE = "residence", "embassy"
    TREATY = "treaty"
    ALLIANCE = "alliance"
    TRADE = "trade", "trade route"


# What a Cathedral or Waterfront halves of an edict.
HALVED = {
    "cathedral": T("Cathedral: half off the cost of Promotion"),
    "waterfront": T("Waterfront: half off the cost of Taxation"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """One amount of one number. `number` is that of a Change."""

    stat: Stat
    amount: int
    origin: Origin
    name: str = ""
    count: int = 1
    number: int = 0


# -- Aqueducts: which chains of them are complete ----------------------------------------------------------


HIGH = (Terrain.HILLS, Terrain.MOUNTAINS)


def aqueducts(realm: Realm) -> tuple[frozenset[Spot], ...]:
    """The chains that reach from a hill or mountain with a river or lake to a settlement (R068).

    The two ends are two hexes: a settlement beside its own spring needs no Aqueduct.
    """
    chains = parts(realm.territory.with_improvement(Improvement.AQUEDUCT))
    towns = {town.spot for town in realm.towns.values()}
    return tuple(chain for chain in chains if _is_complete(realm, chain, towns))


def _is_complete(realm: Realm, chain: frozenset[Spot], towns: set[Spot]) -> bool:
    springs = {spot for spot in chain if is_spring(realm.hexes[spot])}
    ends = chain & towns
    return bool(springs) and bool(ends) and len(springs | ends) > 1


def is_spring(each: Hex) -> bool:
    """Whether an Aqueduct can begin here."""
    return each.terrain in HIGH and (each.has_river or each.has_lake)


# -- Foundries and their Mines: a Mine serves one Foundry, a Foundry has one Mine (R116) -------------------


# Under this name a realm keeps who has which Mine.
_KEPT = "foundries"
# By a Mine: the settlement and the number of the Foundry there.
Served = Mapping[Spot, tuple[RecordId, int]]


def served(realm: Realm) -> Served:
    """Which Mine works for which Foundry, as many as can be.

    A Mine is connected with a settlement by hexes of the kingdom that all have a Road or Highway, or by a
    river (a Canal counts as one) through its hexes; in the settlement's own hex it needs neither.
    """
    if _KEPT not in realm.derived:
        realm.derived[_KEPT] = _matched(_ways(realm))
    found: Served = realm.derived[_KEPT]
    return found


def linked(realm: Realm, settlement: RecordId) -> int:
    """How many Foundries of a settlement have a Mine."""
    return sum(id_ == settlement for id_, _ in served(realm).values())


def _ways(realm: Realm) -> dict[tuple[RecordId, int], Sequence[Spot]]:
    """The Mines that each Foundry could have."""
    foundries = {id_: sound(town, BuildingType.FOUNDRY) for id_, town in realm.towns.items()}
    mines = realm.territory.with_improvement(Improvement.MINE)
    if not mines or not any(foundries.values()):
        return {}
    roads = realm.territory.roads
    found: dict[tuple[RecordId, int], Sequence[Spot]] = {}
    for id_, there in foundries.items():
        reached = _reached(realm, roads, realm.towns[id_].spot) if there else frozenset()
        near = sorted(reached & mines.keys())
        found |= {(id_, each.number): near for each in there}
    return found


def _reached(realm: Realm, roads: Collection[Spot], start: Spot) -> frozenset[Spot]:
    """Every hex that is connected with that one by Roads alone or by rivers alone."""
    by_road, itself = connected((start,), roads), {start} & realm.hexes.keys()
    return by_road | _downstream(realm, start) | itself


def _downstream(realm: Realm, start: Spot) -> frozenset[Spot]:
    """Every hex that a boat reaches from there, up and down the rivers, without leaving the kingdom."""
    queue = [start] if _is_navigable(realm, start) else []
    reached = set(queue)
    while queue:
        here = queue.pop()
        for direction in Direction:
            there = beside(here, direction)
            if there not in reached and _flows(realm, here, direction):
                reached.add(there)
                queue.append(there)
    return frozenset(reached)


def _is_navigable(realm: Realm, spot: Spot) -> bool:
    each = realm.hexes.get(spot)
    return each is not None and (each.has_river or each.has(Improvement.CANAL))


def _flows(realm: Realm, here: Spot, direction: Direction) -> bool:
    """Whether water leads from that hex into the next: a river of both, or a Canal of one of them."""
    there = beside(here, direction)
    if not _is_navigable(realm, there):
        return False
    has_canal = any(realm.hexes[each].has(Improvement.CANAL) for each in (here, there))
    is_river = direction in realm.hexes[here].rivers or direction.opposite in realm.hexes[there].rivers
    return has_canal or is_river


# -- who has which ------------------------------------------------------------------------------------


def _matched(ways: Mapping[tuple[RecordId, int], Sequence[Spot]]) -> dict[Spot, tuple[RecordId, int]]:
    found: dict[Spot, tuple[RecordId, int]] = {}
    for foundry in ways:
        _augment(foundry, ways, found, set())
    return found


def _augment(
    foundry: tuple[RecordId, int],
    ways: Mapping[tuple[RecordId, int], Sequence[Spot]],
    found: dict[Spot, tuple[RecordId, int]],
    tried: set[Spot],
) -> bool:
    """Find that one a Mine; another may have to move to a second one of its own."""
    for mine in ways[foundry]:
        if mine in tried:
            continue
        tried.add(mine)
        holder = found.get(mine)
        if holder is None or _augment(holder, ways, found, tried):
            found[mine] = foundry
            return True
    return False


# -- What each leader adds (R030 to R035) ------------------------------------------------------------------


AVERAGE = 10
# So many ranks in the role's skill add 1 (R047).
RANKS = 5


def benefits(realm: Realm) -> Iterator[Source]:
    """What each leader adds; who died, or missed the month's duties during its Upkeep, adds nothing."""
    for leader in realm.kingdom.leaders:
        if is_present(realm.kingdom, leader) and not leader.has_died:
            amount = benefit(realm, leader)
            for attribute in attributes(realm, leader):
                yield Source(
                    Stat(attribute.value), amount, Origin.LEADER, f"{leader.role.value}:{leader.name}"
                )


@dataclass(frozen=True, slots=True)
class Benefit:
    """What a leader's benefit is made of: the higher modifier, or half of it, Leadership, the skill."""

    ability: Ability
    modifier: int
    is_half: bool
    counted: int
    leadership: int
    skill: int

    @property
    def total(self) -> int:
        """The sum of its parts."""
        return self.counted + self.leadership + self.skill


def benefit(realm: Realm, leader: Leader) -> int:
    """What a leader adds to each attribute of the role."""
    return made_of(realm, leader).total


def made_of(realm: Realm, leader: Leader) -> Benefit:
    """The higher modifier, halved where the role says so, then Leadership, then the skill (R030 to R032)."""
    row = ROLES[leader.role]
    modifiers = {each: (leader.scores.get(each, AVERAGE) - AVERAGE) // 2 for each in row.abilities}
    ability = max(modifiers, key=modifiers.__getitem__)
    counted = modifiers[ability]
    if row.is_half:
        counted = int(counted / 2) if realm.rulings.has(HALF_NEGATIVE, "toward_zero") else counted // 2
    skill = leader.ranks // RANKS if realm.rulings.has(ROLE_SKILLS, "yes") else 0
    return Benefit(ability, modifiers[ability], row.is_half, counted, int(leader.has_leadership), skill)


def attributes(realm: Realm, leader: Leader) -> tuple[Attribute, ...]:
    """Which attributes a leader adds to: a Ruler as many of those chosen as the Size allows (R033)."""
    fixed = ROLES[leader.role].attribute
    if fixed is not None:
        return (fixed,)
    if leader.role is Role.RULER:
        # Both married Rulers add to the same (R034): the first one's choice counts.
        chosen = realm.kingdom.held_by(Role.RULER)[0].attributes
        return chosen[: ruler_attributes(realm.size)]
    return leader.attributes[:1]


# -- What the buildings of a kingdom add to its numbers, each with where it comes from ---------------------


# What a Farm by a Stockyard gives more than another.
STOCKYARD_GIVES: Final = 1


def building_sources(realm: Realm) -> Iterator[Source]:
    """Every one of them; a damaged building is none (R108)."""
    every = [each for town in realm.towns.values() for each in sound(town)]
    blessed = [each for each in every if is_blessed(each, realm.rulings)]
    counts = Counter(each.type for each in every if not is_blessed(each, realm.rulings))
    for each in blessed:
        for stat, amount in given_by(each, realm.rulings).items():
            yield Source(stat, amount, Origin.DEITY, f"{each.type.value}:{each.deity}")
    for building in BuildingType if counts else ():
        count = counts[building]
        for stat, amount in given(building).items() if count else ():
            yield Source(stat, amount * count, Origin.BUILDING, building.value, count)
    if counts[BuildingType.MENAGERIE]:
        yield from _menageries(realm)
    if counts[BuildingType.FOUNDRY]:
        mines = len(served(realm))
        yield Source(Stat.ECONOMY, mines, Origin.FOUNDRY, Improvement.MINE.value, mines)
    if counts[BuildingType.STOCKYARD]:
        yield from _stockyards(realm)


def _menageries(realm: Realm) -> Iterator[Source]:
    """A quarter of the highest CR in each, rounded down each (R113); the name is those CRs."""
    found = [each for town in realm.towns.values() for each in sound(town) if menagerie(each)]
    ratings = ", ".join(str(each.cr) for each in found)
    yield Source(Stat.LOYALTY, sum(map(menagerie, found)), Origin.MENAGERIE, ratings, len(found))


def _stockyards(realm: Realm) -> Iterator[Source]:
    """Farms in a Stockyard's hex and beside it give 3 instead of 2; a second one adds nothing (R116)."""
    farms = len(stockyard_farms(realm))
    yield Source(Stat.CONSUMPTION, -STOCKYARD_GIVES * farms, Origin.STOCKYARD, Improvement.FARM.value, farms)


def stockyard_farms(realm: Realm) -> frozenset[Spot]:
    """The Farms that give more for a Stockyard; a damaged one does nothing (R108)."""
    towns = (town for town in realm.towns.values() if sound(town, BuildingType.STOCKYARD))
    return frozenset[Spot]().union(*(farms_by(realm, town.spot) for town in towns))


def farms_by(realm: Realm, spot: Spot) -> tuple[Spot, ...]:
    """The kingdom's Farms in a hex and beside it."""
    near = (spot, *neighbours(spot))
    return tuple(each for each in near if each in realm.hexes and realm.hexes[each].has(Improvement.FARM))


# -- edicts that are cheaper --------------------------------------------------------------------------


def has_sound(realm: Realm, building: BuildingType) -> bool:
    """Whether the kingdom has one that is not damaged."""
    return any(sound(town, building) for town in realm.towns.values())


def promotion_rebate(realm: Realm, consumption: int) -> int:
    """What a Cathedral takes off the Consumption of Promotion: half is left, rounded down (R104).

    A second one halves nothing more.
    """
    return consumption - consumption // 2 if has_sound(realm, BuildingType.CATHEDRAL) else 0


def tax_rebate(realm: Realm, loyalty: int) -> int:
    """What a Waterfront takes off the Loyalty that taxes cost: half the penalty is left (R104).

    It is rounded down, unless the campaign rounds it up; a second Waterfront halves nothing more.
    """
    penalty = max(0, -loyalty)
    if not penalty or not has_sound(realm, BuildingType.WATERFRONT):
        return 0
    left = (penalty + 1) // 2 if realm.rulings.has(HALVED_PENALTY, "up") else penalty // 2
    return penalty - left


# -- Every number as a sum of named sources: what the book derives, and what changed besides ---------------


# Under this name a realm keeps its sources.
_SOURCES_KEPT = "sources"


def sources(realm: Realm) -> tuple[Source, ...]:
    """Every source of every number, in the order they are told; those of 0 are left out."""
    if _SOURCES_KEPT not in realm.derived:
        realm.derived[_SOURCES_KEPT] = _found(realm)
    found: tuple[Source, ...] = realm.derived[_SOURCES_KEPT]
    return found


def _found(realm: Realm) -> tuple[Source, ...]:
    found = (
        *_alignment(realm),
        *benefits(realm),
        *_vacancies(realm),
        *_edicts(realm),
        *_land(realm),
        *building_sources(realm),
        *_size(realm),
        *_of_towns(realm),
        *_renown(realm),
        *_diplomacy(realm),
        *_trade(realm),
        *_others(realm),
    )
    return tuple(each for each in found if each.amount)


def _of(attribute: Attribute) -> Stat:
    return Stat(attribute.value)


def _alignment(realm: Realm) -> Iterator[Source]:
    if realm.kingdom.alignment is not None:
        for attribute, amount in ALIGNMENTS[realm.kingdom.alignment].items():
            yield Source(_of(attribute), amount, Origin.ALIGNMENT, realm.kingdom.alignment.value)


def _vacancies(realm: Realm) -> Iterator[Source]:
    for role, row in ROLES.items():
        if row.vacancy and is_vacant(realm.kingdom, role):
            for attribute, amount in row.vacancy:
                yield Source(_of(attribute), amount, Origin.VACANCY, role.value)


# -- edicts -------------------------------------------------------------------------------------------


def _edicts(realm: Realm) -> Iterator[Source]:
    kingdom, edicts = realm.kingdom, realm.kingdom.edicts
    if edicts.holiday is not None:
        loyalty, consumption = HOLIDAYS[edicts.holiday]
        # Without a Councilor holidays are of no benefit; they cost all the same (R038).
        if loyalty < 0 or not is_vacant(kingdom, Role.COUNCILOR):
            yield Source(Stat.LOYALTY, loyalty, Origin.HOLIDAY, edicts.holiday.value)
        yield Source(Stat.CONSUMPTION, consumption, Origin.HOLIDAY, edicts.holiday.value)
    if edicts.promotion is not None:
        stability, consumption = PROMOTIONS[edicts.promotion]
        yield Source(Stat.STABILITY, stability, Origin.PROMOTION, edicts.promotion.value)
        yield Source(Stat.CONSUMPTION, consumption, Origin.PROMOTION, edicts.promotion.value)
        spared = promotion_rebate(realm, consumption)
        yield Source(Stat.CONSUMPTION, -spared, Origin.HALVED, BuildingType.CATHEDRAL.value)
    if edicts.taxation is not None:
        level = taxation(realm)
        economy, loyalty = TAXATIONS[level]
        yield Source(Stat.ECONOMY, economy, Origin.TAXATION, level.value)
        yield Source(Stat.LOYALTY, loyalty, Origin.TAXATION, level.value)
        spared = tax_rebate(realm, loyalty)
        yield Source(Stat.LOYALTY, spared, Origin.HALVED, BuildingType.WATERFRONT.value)


def taxation(realm: Realm) -> Taxation:
    """The tax level that counts: without a Treasurer it is none (R037)."""
    level = realm.kingdom.edicts.taxation
    if level is None or is_vacant(realm.kingdom, Role.TREASURER):
        return Taxation.NONE
    return level


# -- land ---------------------------------------------------------------------------------------------


FIXED = (
    Improvement.FARM,
    Improvement.FISHERY,
    Improvement.FORT,
    Improvement.MINE,
    Improvement.QUARRY,
    Improvement.SAWMILL,
    Improvement.WATCHTOWER,
)
# A Resource raises each benefit of these by 1 (R072).
ON_RESOURCE = (
    Improvement.FARM,
    Improvement.FISHERY,
    Improvement.MINE,
    Improvement.QUARRY,
    Improvement.SAWMILL,
)


def _land(realm: Realm) -> tuple[Source, ...]:
    """What the hexes give. It is kept with them: few actions change any, or where the settlements lie."""
    key = (frozenset(town.spot for town in realm.towns.values()), realm.rulings.has(POOL_ROADS, "yes"))
    kept = realm.territory.derived
    if key not in kept:
        kept[key] = (*_improvements(realm), *_roads_and_rivers(realm), *_specials(realm))
    found: tuple[Source, ...] = kept[key]
    return found


def _improvements(realm: Realm) -> Iterator[Source]:
    resources = realm.territory.with_special(Special.RESOURCE).keys()
    for improvement in FIXED:
        hexes = realm.territory.with_improvement(improvement)
        for stat, amount in gives(improvement).items():
            yield Source(stat, amount * len(hexes), Origin.IMPROVEMENT, improvement.value, len(hexes))
            if improvement in ON_RESOURCE:
                rich = len(hexes.keys() & resources)
                more = 1 if amount > 0 else -1
                yield Source(stat, more * rich, Origin.ON_RESOURCE, improvement.value, rich)
    chains = len(aqueducts(realm))
    for stat in (Stat.LOYALTY, Stat.STABILITY):
        yield Source(stat, chains, Origin.IMPROVEMENT, Improvement.AQUEDUCT.value, chains)


def gives(improvement: Improvement) -> dict[Stat, int]:
    """What one of those gives wherever it stands; roads and chains are counted apart."""
    row = IMPROVEMENTS[improvement]
    amounts = {
        Stat.ECONOMY: row.economy,
        Stat.LOYALTY: row.loyalty,
        Stat.STABILITY: row.stability,
        Stat.CONSUMPTION: row.consumption,
    }
    return {stat: amount for stat, amount in amounts.items() if amount}


def _roads_and_rivers(realm: Realm) -> Iterator[Source]:
    roads = len(realm.territory.with_improvement(Improvement.ROAD))
    highways = len(realm.territory.with_improvement(Improvement.HIGHWAY))
    apart = (("road", roads), ("highway", highways))
    together = (("road", roads + highways),)
    for name, count in together if realm.rulings.has(POOL_ROADS, "yes") else apart:
        yield from _per_hexes(count, Origin.ROADS, name)
    yield from _per_hexes(realm.territory.rivers, Origin.RIVERS, "river")


def _per_hexes(count: int, origin: Origin, name: str) -> Iterator[Source]:
    """Economy for every 4 hexes, Stability for every 8 (R065, R073)."""
    yield Source(Stat.ECONOMY, count // ROADS_FOR_ECONOMY, origin, name, count)
    yield Source(Stat.STABILITY, count // ROADS_FOR_STABILITY, origin, name, count)


def _specials(realm: Realm) -> Iterator[Source]:
    by_special = (
        (Special.RESOURCE, Stat.ECONOMY),
        (Special.LANDMARK, Stat.LOYALTY),
        (Special.LAIR, Stat.STABILITY),
    )
    for special, stat in by_special:
        count = len(realm.territory.with_special(special))
        yield Source(stat, count, Origin.SPECIAL, special.value, count)
    near = len(realm.territory.roads.keys() & realm.territory.with_special(Special.LANDMARK).keys())
    yield Source(Stat.LOYALTY, near, Origin.ROADSIDE, Special.LANDMARK.value, near)


# -- the rest -----------------------------------------------------------------------------------------


def _size(realm: Realm) -> Iterator[Source]:
    size, districts = realm.size, realm.districts
    yield Source(Stat.CONTROL_DC, BASE_DC, Origin.BASE)
    for stat in (Stat.CONTROL_DC, Stat.CONSUMPTION):
        yield Source(stat, size, Origin.SIZE, count=size)
    yield Source(Stat.CONTROL_DC, districts, Origin.DISTRICTS, count=districts)
    counted = realm.rulings.of(SETTLEMENT_CONSUMPTION)
    if counted == "district":
        yield Source(Stat.CONSUMPTION, districts, Origin.DISTRICTS, count=districts)
    elif counted == "settlement":
        yield Source(Stat.CONSUMPTION, len(realm.towns), Origin.SETTLEMENTS, count=len(realm.towns))


def _others(realm: Realm) -> Iterator[Source]:
    for town in realm.towns.values():
        for stat, amount in town.gives.items():
            yield Source(stat, amount, Origin.SETTLEMENT, town.name)
    for army in realm.kingdom.armies:
        yield Source(Stat.CONSUMPTION, army.consumption, Origin.ARMY, army.name)
    for change in realm.kingdom.changes:
        yield Source(change.stat, change.amount, Origin.CHANGE, change.name, number=change.number)
    if realm.rulings.has(UNREST_IN_ATTRIBUTE, "yes"):
        for attribute in Attribute:
            yield Source(_of(attribute), -realm.kingdom.unrest, Origin.UNREST)


# -- optional rules: modifiers of the whole kingdom, Fame and Infamy ----------------------------------


PART_OF_TOWNS: Final = 10
# Which settlement modifiers add to each of them.
RENOWN: Final[Mapping[Stat, tuple[Modifier, ...]]] = {
    Stat.FAME: (Modifier.LORE, Modifier.SOCIETY),
    Stat.INFAMY: (Modifier.CORRUPTION, Modifier.CRIME),
}


def own_government(realm: Realm) -> Government:
    """The form of government that changes each settlement's modifiers (R152)."""
    is_theirs = realm.rulings.has(GOVERNMENTS, "yes") and not realm.rulings.has(GOVERNMENT_SCOPE, "kingdom")
    return realm.kingdom.government if is_theirs else Government.MONARCHY


def _sums(realm: Realm) -> Mapping[Modifier, int]:
    """Each settlement modifier, of all settlements together."""
    government = own_government(realm)
    found = [modifiers(town, realm.rulings, government) for town in realm.towns.values()]
    return {each: sum(one[each] for one in found) for each in Modifier}


def _of_towns(realm: Realm) -> Iterator[Source]:
    """A tenth of each settlement modifier, rounded down, then what the alignment adds (R151)."""
    if not realm.rulings.has(EXPANSION, "yes"):
        return
    for each, total in _sums(realm).items():
        yield Source(Stat(each.value), total // PART_OF_TOWNS, Origin.TENTH, each.value, total)
    alignment = realm.kingdom.alignment
    for each, amount in ALIGNMENT_MODIFIERS[alignment].items() if alignment is not None else ():
        yield Source(Stat(each.value), amount, Origin.ALIGNMENT, alignment.value if alignment else "")
    if realm.rulings.has(GOVERNMENTS, "yes") and realm.rulings.has(GOVERNMENT_SCOPE, "kingdom"):
        government = realm.kingdom.government
        for each, amount in GOVERNMENT_MODIFIERS[government].items():
            yield Source(Stat(each.value), amount, Origin.GOVERNMENT, government.value)


def _renown(realm: Realm) -> Iterator[Source]:
    """Fame and Infamy: by choice, by buildings and displays, by settlement modifiers (R148, R149)."""
    if not realm.rulings.has(FAME, "yes"):
        return
    for stat in RENOWN:
        chosen = sum(each is stat for each in realm.kingdom.renown)
        yield Source(stat, chosen, Origin.RENOWN, count=chosen)
    found = [each for town in realm.towns.values() for each in sound(town)]
    for building, count in Counter(each.type for each in found).items():
        yield Source(Stat.FAME, row_of(building).fame * count, Origin.BUILDING, building.value, count)
    shown = sum(map(display_fame, found))
    yield Source(Stat.FAME, shown, Origin.DISPLAY, count=shown)
    sums, is_apart = _sums(realm), realm.rulings.has(FAME_ROUNDING, "apart")
    for stat, of in RENOWN.items():
        groups = [(each,) for each in of] if is_apart else [of]
        for group in groups:
            total = sum(sums[each] for each in group)
            name = "+".join(each.value for each in group)
            yield Source(stat, total // PART_OF_TOWNS, Origin.TENTH, name, total)


def cut_at_zero(realm: Realm, stat: Stat, amount: int) -> int:
    """What a change of a number comes to: Fame and Infamy, where they count, lose no more than there is."""
    is_bounded = stat in RENOWN and stat in further(realm)
    return max(amount, min(0, -number_of(realm, stat.value))) if is_bounded else amount


def owed(realm: Realm, stat: Stat) -> int:
    """By how much the losses of Fame or Infamy exceed all that adds to it, as when that comes to its end.

    What settlement modifiers take off lasts only as long as they do: it is no loss.
    """
    found = [each for each in sources(realm) if each.stat is stat]
    gained = sum(each.amount for each in found if each.amount > 0)
    lost = -sum(each.amount for each in found if each.amount < 0 and each.origin is Origin.CHANGE)
    return max(0, lost - gained)


def modifiers_in(realm: Realm, town: Town) -> dict[Modifier, int]:
    """A settlement's modifiers: each its own, or the kingdom's where that is higher and in use (R151)."""
    own = modifiers(town, realm.rulings, own_government(realm))
    if not realm.rulings.has(EXPANSION, "yes"):
        return own
    common = figures(realm).further
    return {each: max(amount, common[Stat(each.value)]) for each, amount in own.items()}


# -- optional rules: other kingdoms, and trade with them ------------------------------------------------


def _diplomacy(realm: Realm) -> Iterator[Source]:
    """What embassies, treaties and alliances add (R157, R158)."""
    if not realm.rulings.has(DIPLOMATIC, "yes"):
        return
    others = realm.kingdom.others
    for each in others:
        if each.residence is not None:
            gives_ = Counter(given(each.residence))
            gives_[Stat.ECONOMY] += RESIDENCE_ECONOMY
            gives_[Stat.CONSUMPTION] += RESIDENCE_CONSUMPTION
            gives_[Stat.SOCIETY] += RESIDENCE_SOCIETY
            gives_[Stat.FAME] += row_of(each.residence).fame
            for stat, amount in gives_.items():
                yield Source(stat, amount, Origin.RESIDENCE, f"{each.residence.value}:{each.name}")
    treaties = [(each.name, each.treaty) for each in others if each.treaty is not None]
    alliances = [(each.name, each.alliance) for each in others if each.alliance is not None]
    for stat, origin, found in (
        (Stat.ECONOMY, Origin.TREATY, treaties),
        (Stat.STABILITY, Origin.ALLIANCE, alliances),
    ):
        # Each one after the first adds 1 less, but never takes anything.
        ordered = sorted(found, key=lambda pair: pair[1].since)
        for place, (name, pact) in enumerate(ordered):
            yield Source(stat, max(0, pact.gain - (1 if place else 0)), origin, name)


def _trade(realm: Realm) -> Iterator[Source]:
    """What established trade routes add, each with what its type counts."""
    for route in established(realm):
        amount = route.economy + cargo_value(realm, route.cargo, route.town)
        yield Source(Stat.ECONOMY, amount, Origin.TRADE, f"{route.cargo.value}:{route.partner}")


def established(realm: Realm) -> Sequence[Route]:
    """The trade routes whose traders have arrived, where the campaign uses trade edicts."""
    return [each for each in realm.kingdom.routes if each.economy] if realm.rulings.has(TRADE, "yes") else []


# A type of trade route counts so many of what it carries for 1 Economy.
PART_OF_CARGO: Final = 10


def cargo_value(realm: Realm, cargo: Cargo, settlement: RecordId) -> int:
    """What a type of route adds: a tenth of its buildings in that settlement, or of its improvements.

    Food adds nothing while Farms and Fisheries bring no surplus; Mines count with a Foundry there.
    """
    row, town = CARGOES[cargo], realm.towns.get(settlement)
    if town is None or (cargo is Cargo.FOOD and not has_surplus(realm)):
        return 0
    foundries = sound(town, BuildingType.FOUNDRY)
    improvements = (each for each in row.improvements if each is not Improvement.MINE or foundries)
    count = sum(len(sound(town, each)) for each in row.buildings)
    count += sum(len(realm.territory.with_improvement(each)) for each in improvements)
    return count // PART_OF_CARGO


def has_surplus(realm: Realm) -> bool:
    """Whether Farms and Fisheries bring Consumption below 0; nothing that trade adds counts in it."""
    found = (
        *_edicts(realm),
        *_land(realm),
        *building_sources(realm),
        *_size(realm),
        *_diplomacy(realm),
        *_others(realm),
    )
    return sum(each.amount for each in found if each.stat is Stat.CONSUMPTION) < 0


# -- the numbers --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of a realm. `raw` is Consumption before it is cut at 0 (R002).

    `further` are those of optional rules in use.
    """

    economy: int
    loyalty: int
    stability: int
    raw: int
    control_dc: int
    size: int
    unrest: int
    treasury: int
    further: Mapping[Stat, int] = field(default_factory=dict)

    @property
    def consumption(self) -> int:
        """The BP to be paid for Consumption, never less than 0."""
        return max(0, self.raw)

    def of(self, attribute: Attribute) -> int:
        """The value of an attribute."""
        value: int = getattr(self, attribute.value)
        return value


def figures(realm: Realm) -> Figures:
    """Every number of the realm, each the sum of its sources."""
    totals = dict.fromkeys(Stat, 0)
    for each in sources(realm):
        totals[each.stat] += each.amount
    return Figures(
        economy=totals[Stat.ECONOMY],
        loyalty=totals[Stat.LOYALTY],
        stability=totals[Stat.STABILITY],
        raw=totals[Stat.CONSUMPTION],
        control_dc=totals[Stat.CONTROL_DC],
        size=realm.size,
        unrest=realm.kingdom.unrest,
        treasury=realm.kingdom.treasury,
        # Fame and Infamy never go below 0.
        further={each: max(0, totals[each]) if each in RENOWN else totals[each] for each in further(realm)},
    )


COMMON: Final = tuple(Stat(each.value) for each in Modifier)
OPTIONAL: Final = (*COMMON, *RENOWN)


def further(realm: Realm) -> tuple[Stat, ...]:
    """The numbers of the optional rules in use."""
    common = COMMON if realm.rulings.has(EXPANSION, "yes") else ()
    return (*common, *(RENOWN if realm.rulings.has(FAME, "yes") else ()))


def can_rule(realm: Realm) -> bool:
    """Whether it may claim hexes and build Farms, Roads and districts: with a Ruler or a stand-in (R039)."""
    return not lacks_ruler(realm.kingdom)


def number_of(realm: Realm, number: str) -> int:
    """A number of the realm; of an optional rule that isn't in use it is 0."""
    numbers = figures(realm)
    value: int = numbers.further.get(Stat(number), 0) if number in OPTIONAL else getattr(numbers, number)
    return value


# -- before and after ---------------------------------------------------------------------------------


# Those of every kingdom; what counts in checks alone is none of them.
NUMBERS: Final = tuple(
    each.value for each in Number if each.value not in OPTIONAL and not each.value.endswith("_checks")
)


@dataclass(frozen=True, slots=True)
class Shift:
    """One number of a kingdom, before and after; which one is among NUMBERS."""

    number: str
    before: int
    after: int


def shifted(shifts: Iterable[Shift]) -> Safe:
    """Each number before and after, in a line."""
    says = T("{number} {before} → **{after}**")
    told = (says(number=Number(each.number), before=each.before, after=each.after) for each in shifts)
    return Safe(" · ".join(told))


def since(before: Snapshot, after: Snapshot) -> tuple[Shift, ...]:
    """Each number that differs between two months, in the order they are told."""
    names = (*NUMBERS, *(each.value for each in OPTIONAL))
    values = ((name, getattr(before, name), getattr(after, name)) for name in names)
    return tuple(Shift(name, was, now) for name, was, now in values if was != now)


def shifts(before: Realm, after: Realm) -> tuple[Shift, ...]:
    """Each number that differs, in the order they are told."""
    old, new = figures(before), figures(after)
    values = [(name, getattr(old, name), getattr(new, name)) for name in NUMBERS]
    values += [(each.value, old.further.get(each, 0), new.further.get(each, 0)) for each in further(after)]
    return tuple(Shift(name, was, now) for name, was, now in values if was != now)


# -- Granaries: what Farms bring beyond a month's need, kept for when the Treasury can't pay (R095) --------


@dataclass(frozen=True, slots=True)
class ConsumptionBill:
    """How a month's Consumption is paid (BP): out of the Treasury, and what goes into the Granaries.

    `stored` is below 0 where it comes out of them.
    """

    paid: int
    stored: int = 0


def room(realm: Realm) -> int:
    """How many BP all its Granaries hold: 5 each that is not damaged."""
    return sum(granary_room(town) for town in realm.towns.values())


def consumption_bill(realm: Realm) -> ConsumptionBill:
    """How Consumption would be paid now.

    A surplus is stored as far as there is room. What Consumption comes to beyond the Treasury is taken out
    of the Granaries: grain feeds people, it pays no debt, so never more than Consumption itself.
    """
    numbers, stored = figures(realm), realm.kingdom.stored
    if numbers.raw <= 0:
        return ConsumptionBill(0, max(0, min(-numbers.raw, room(realm) - stored)))
    short = max(0, numbers.consumption - numbers.treasury)
    taken = min(stored, numbers.consumption, short)
    return ConsumptionBill(numbers.consumption - taken, -taken)


def within_room(realm: Realm) -> Kingdom:
    """The kingdom with no more in store than its Granaries hold: the rest spoils with the room for it."""
    most = room(realm)
    return replace(realm.kingdom, stored=most) if realm.kingdom.stored > most else realm.kingdom


# -- Snapshots: what a kingdom's numbers were when a month was closed --------------------------------------


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A month as it was closed: every number, for the history."""

    kingdom: RecordId
    month: int
    size: int
    districts: int
    economy: int
    loyalty: int
    stability: int
    unrest: int
    consumption: int
    control_dc: int
    treasury: int
    population: int
    events: tuple[str, ...] = ()
    xp: int = 0
    # The kingdom's, as it was then.
    name: str = ""
    # Those of optional rules; 0 where they weren't used.
    corruption: int = 0
    crime: int = 0
    law: int = 0
    lore: int = 0
    productivity: int = 0
    society: int = 0
    fame: int = 0
    infamy: int = 0


SNAPSHOT: Kind[Snapshot] = Kind(
    "snapshot",
    Snapshot,
    title=lambda state: T("{name:60}, month {month}").plain(name=state.name, month=state.month),
    parent=lambda state: state.kingdom,
    is_nameless=True,
)


def snapshot(realm: Realm) -> Snapshot:
    """The month as it stands: every number, the people and experience, and which events began in it."""
    numbers, state = figures(realm), realm.kingdom
    return Snapshot(
        kingdom=realm.id,
        month=realm.month,
        size=realm.size,
        districts=realm.districts,
        economy=numbers.economy,
        loyalty=numbers.loyalty,
        stability=numbers.stability,
        unrest=numbers.unrest,
        consumption=numbers.consumption,
        control_dc=numbers.control_dc,
        treasury=numbers.treasury,
        population=realm.population,
        events=tuple(each.event for each in state.happenings if each.since == realm.month),
        xp=state.xp,
        name=state.name,
        **{stat.value: amount for stat, amount in numbers.further.items()},
    )

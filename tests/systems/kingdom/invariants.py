"""What holds of every kingdom, land and settlement whatever was done; counted apart from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from bot.engine.system import Record, RecordId
from bot.systems.kingdom.book import Attribute, Improvement, Role, Spot, Stage, Stat, Terrain
from bot.systems.kingdom.founding.rules import DRAFT
from bot.systems.kingdom.land.state import FARTHEST, LAND, MOST_HEXES, Hex, Land
from bot.systems.kingdom.realm import KINGDOM, Realm, realm_of
from bot.systems.kingdom.settings import FAME, UNREST_IN_ATTRIBUTE, Rulings
from bot.systems.kingdom.sources import figures, room, sources
from bot.systems.kingdom.state import (
    MOST_CHANGES,
    MOST_HAPPENINGS,
    ActiveEvent,
    Change,
    CutOff,
    Kingdom,
    Month,
)
from bot.systems.kingdom.steps import RESTART, open_steps, stands_still
from bot.systems.kingdom.towns.state import TOWN, base_value, lots_in_use, lots_taken, most_value

Records = Mapping[RecordId, Record[Any]]
# East, north-east and so on, with what an axial coordinate changes by: the tests' own.
COMPASS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
BACK = {"E": "W", "NE": "SW", "NW": "SE", "W": "E", "SW": "NE", "SE": "NW"}
DRY = set(Terrain) - {Terrain.WATER}
GROUND = {
    Improvement.AQUEDUCT: DRY,
    Improvement.CANAL: {Terrain.DESERT, Terrain.HILLS, Terrain.PLAINS},
    Improvement.FARM: {Terrain.DESERT, Terrain.HILLS, Terrain.PLAINS},
    Improvement.FISHERY: set(Terrain),
    Improvement.FORT: DRY,
    Improvement.HIGHWAY: DRY,
    Improvement.MINE: {Terrain.CAVERN, Terrain.DESERT, Terrain.HILLS, Terrain.MOUNTAINS},
    Improvement.QUARRY: {Terrain.CAVERN, Terrain.HILLS, Terrain.MOUNTAINS},
    Improvement.ROAD: DRY,
    Improvement.SAWMILL: {Terrain.FOREST, Terrain.JUNGLE},
    Improvement.WATCHTOWER: DRY,
}
ALONE = {Improvement.MINE, Improvement.QUARRY, Improvement.SAWMILL}
NEVER_BOTH = ({Improvement.FORT, Improvement.WATCHTOWER}, {Improvement.HIGHWAY, Improvement.ROAD})


Realms = Mapping[RecordId, Realm]


def realms_in(records: Records, settings: Mapping[str, str], before: Realms | None = None) -> Realms:
    """The realm of every kingdom, also of those that are no more; that of `before` where it is unchanged."""
    return {
        id_: _same(realm_of(id_, records.items(), settings, record.state), (before or {}).get(id_))
        for id_, record in records.items()
        if record.kind == KINGDOM.name
    }


def _same(now: Realm, before: Realm | None) -> Realm:
    # What was worked out of a realm stays with it.
    if before is None or now.kingdom is not before.kingdom or now.land is not before.land:
        return now
    return before if [*map(id, now.towns.values())] == [*map(id, before.towns.values())] else now


def require_sound(
    records: Records, realms: Realms, placed: Collection[Spot] = (), checked: Collection[Realm] = ()
) -> None:
    """Everything that holds of a campaign's records; in the `placed` hexes a game master built at will.

    Realms that were `checked` before are left out.
    """
    for record in records.values():
        if record.kind == LAND.name:
            require_land(record.state, records, placed)
        elif record.kind == TOWN.name:
            require_town(record, records)
    for id_, realm in realms.items():
        if not any(realm is each for each in checked):
            require_kingdom(realm, is_archived=records[id_].is_archived)


# -- the map ------------------------------------------------------------------------------------------


def require_land(land: Land, records: Records, placed: Collection[Spot] = ()) -> None:
    """Labels once, rivers both ways, claims by kingdoms that stand, improvements where they may be."""
    labels = Counter(each.label.casefold() for each in land.hexes.values() if each.label)
    assert not [label for label, count in labels.items() if count > 1], "a label twice"
    assert len(land.hexes) <= MOST_HEXES
    for spot, each in land.hexes.items():
        assert max(map(abs, at(spot))) <= FARTHEST
        require_rivers(land, spot, each)
        require_improvements(each, at_will=spot in placed)
        if each.realm is not None:
            require_claim(records, spot, each)


def require_rivers(land: Land, spot: Spot, each: Hex) -> None:
    """A river flows on into every hex of the map, and back."""
    assert len(set(each.rivers)) == len(each.rivers)
    for direction in each.rivers:
        there = land.hexes.get(beyond(spot, direction.value))
        back = there is None or BACK[direction.value] in [one.value for one in there.rivers]
        assert back, f"a river from {spot} to the {direction} is not one from there"


def require_improvements(each: Hex, *, at_will: bool) -> None:
    """One of each kind, where they may stand and share the hex."""
    kinds = set(each.improvements)
    assert len(kinds) == len(each.improvements)
    assert len(set(each.specials)) == len(each.specials)
    if at_will:
        return
    assert all(each.terrain in GROUND[kind] for kind in kinds), (each.terrain, kinds)
    assert len(kinds & ALONE) <= 1, kinds
    assert not [pair for pair in NEVER_BOTH if pair <= kinds], kinds


def require_claim(records: Records, spot: Spot, each: Hex) -> None:
    """Claimed by a kingdom that stands; what is claimed was explored and cleared, and hides from nobody."""
    owner = records.get(each.realm) if each.realm is not None else None
    assert owner is not None, f"{spot} is claimed by nobody"
    assert owner.kind == KINGDOM.name
    assert owner.state.stage is Stage.STANDING, f"{spot} is claimed by a kingdom that does not stand"
    is_known = each.is_explored and each.is_cleared and each.is_revealed
    assert is_known, f"{spot} is claimed but not known"


def require_town(record: Record[Any], records: Records) -> None:
    """It lies on a dry hex of its map, and belongs to nobody but who counts it among its own."""
    town = record.state
    lies = records[town.land].state.hexes.get(town.spot)
    assert lies is not None, f"{town.name} lies off the map"
    assert lies.terrain is not Terrain.WATER
    assert 0 <= town.lots <= 36 * town.districts
    assert 0 <= lots_in_use(town, Rulings({})) <= lots_taken(town) <= 36 * town.districts
    assert 0 <= base_value(town, Rulings({})) <= most_value(town, Rulings({}))
    owners = [
        each.id
        for each in records.values()
        if each.kind == KINGDOM.name and record.id in each.state.settlements
    ]
    assert owners == ([town.kingdom] if town.kingdom is not None else []), (town, owners)
    assert town.kingdom is None or not town.is_hidden


# -- kingdoms -----------------------------------------------------------------------------------------


def require_kingdom(realm: Realm, *, is_archived: bool = False) -> None:
    """Everything that holds of one kingdom."""
    state: Kingdom = realm.kingdom
    assert is_archived is (state.stage is Stage.ENDED)
    assert state.unrest >= 0
    assert 0 <= state.stored <= room(realm)
    require_figures(realm)
    require_settlements(realm)
    require_parts(realm)
    require_numbers(state)
    require_leaders(state)
    require_month(state)
    if state.stage is not Stage.STANDING:
        assert not realm.hexes
        assert not state.settlements


def require_figures(realm: Realm) -> None:
    """Every number is the sum of its sources, and none of them is nothing; what is paid is at least 0."""
    numbers, found = figures(realm), sources(realm)
    totals = {stat: sum(each.amount for each in found if each.stat is stat) for stat in Stat}
    assert all(each.amount for each in found)
    assert {each: numbers.of(each) for each in Attribute} == {
        each: totals[Stat(each.value)] for each in Attribute
    }
    assert (numbers.raw, numbers.control_dc) == (totals[Stat.CONSUMPTION], totals[Stat.CONTROL_DC])
    assert numbers.consumption == max(0, numbers.raw)
    require_renown(realm)
    own = [spot for spot, each in realm.land.hexes.items() if each.realm == realm.id]
    assert numbers.size == len(own)
    assert (numbers.unrest, numbers.treasury) == (realm.kingdom.unrest, realm.kingdom.treasury)
    assert realm.rulings.has(UNREST_IN_ATTRIBUTE, "yes") or not [e for e in found if e.origin == "unrest"]


def require_renown(realm: Realm) -> None:
    """Fame and Infamy are at least 0, and nobody owes any: no more was lost than was ever had."""
    if not realm.rulings.has(FAME, "yes"):
        return
    for stat in (Stat.FAME, Stat.INFAMY):
        amounts = [each.amount for each in sources(realm) if each.stat is stat]
        lost = [each.amount for each in realm.kingdom.changes if each.stat is stat and each.amount < 0]
        assert figures(realm).further[stat] == max(0, sum(amounts))
        assert sum(each for each in amounts if each > 0) + sum(lost) >= 0, "Fame or Infamy is owed"


def require_settlements(realm: Realm) -> None:
    """Each is there, lies in one of its hexes, and the capital is among them."""
    state = realm.kingdom
    assert len(set(state.settlements)) == len(state.settlements)
    assert set(realm.towns) == set(state.settlements)
    assert all(town.spot in realm.hexes for town in realm.towns.values())
    assert state.capital is None or state.capital in state.settlements


def require_parts(realm: Realm) -> None:
    """The parts are exactly the territories but for the capital's, each once."""
    kept = [part for part in realm.kingdom.parts if not part.is_lost]
    assert not [part for part in realm.kingdom.parts if part.is_lost and part.is_held]
    spots = [spot for part in kept for spot in part.spots]
    assert len(spots) == len(set(spots)), "a hex in two parts"
    found = territories(realm.hexes)
    if not found:
        assert not kept
        return
    cut_off = {frozenset(part.spots) for part in kept}
    assert cut_off <= found, "a part that is no territory"
    (primary,) = found - cut_off
    capital = realm.towns.get(realm.kingdom.capital) if realm.kingdom.capital is not None else None
    assert capital is None or capital.spot in primary


def require_numbers(state: Kingdom) -> None:
    """Changes, events and parts are told apart by numbers of their own."""
    kept: tuple[Change | ActiveEvent | CutOff, ...] = (*state.changes, *state.happenings, *state.parts)
    numbers = [each.number for each in kept]
    assert len(numbers) == len(set(numbers)), numbers
    assert all(0 < number <= state.counted for number in numbers)
    # What spreads comes up in the next Event phase.
    assert all(each.since <= state.month.number + isinstance(each, ActiveEvent) for each in kept)
    assert len(state.changes) <= MOST_CHANGES + 2
    assert len(state.happenings) <= MOST_HAPPENINGS + 3
    lost = [town.id for part in state.parts for town in part.towns]
    assert len(lost) == len(set(lost)), "a settlement lost twice"
    assert not set(lost) & set(state.settlements), "a settlement both lost and kept"


def require_leaders(state: Kingdom) -> None:
    """One holder of each role, or two Rulers; nobody holds two."""
    living = [each for each in state.leaders if not each.has_died]
    held = Counter(each.role for each in living)
    assert all(count == 1 or (role is Role.RULER and count == 2) for role, count in held.items()), held
    names = [each.name.casefold() for each in living]
    assert len(names) == len(set(names)), "one character in two roles"
    assert not (held[Role.RULER] > 1 and held[Role.CONSORT])
    stand_in = state.month.stand_in
    assert stand_in is None or state.held_by(stand_in)


def require_month(state: Kingdom) -> None:
    """What is open has a revision, and nothing else has one."""
    month = state.month
    assert month.number >= 1
    steps = [mark.step for mark in month.marks]
    assert len(steps) == len(set(steps))
    assert all(count >= 0 for count in month.used.values())
    if state.stage is Stage.FOUNDING:
        assert set(month.opened) <= {DRAFT}
    elif state.stage is Stage.STANDING:
        assert state.is_in_anarchy or not state.runs_in_anarchy
        require_opened(state, month)


def require_opened(state: Kingdom, month: Month) -> None:
    """The steps with a revision are those that are open; how it goes on, where it stands still or fell."""
    opened = set(month.opened)
    if stands_still(state):
        assert RESTART in opened
        return
    assert opened == {step.value for step in open_steps(state)} | (
        {RESTART} if state.is_in_anarchy else set()
    )
    assert open_steps(state), "nothing is open"


# -- geometry, by brute force ---------------------------------------------------------------------------


def at(spot: Spot) -> tuple[int, int]:
    """Its coordinates."""
    q, r = spot.split(",")
    return int(q), int(r)


def beyond(spot: Spot, direction: str) -> Spot:
    """The neighbour in that direction."""
    (q, r), (dq, dr) = at(spot), COMPASS[direction]
    return f"{q + dq},{r + dr}"


def territories(spots: Iterable[Spot]) -> set[frozenset[Spot]]:
    """The connected territories of those hexes, by filling each from its first."""
    left, found = set(spots), set()
    while left:
        reached, edge = set[Spot](), {left.pop()}
        while edge:
            reached |= edge
            edge = {beyond(spot, each) for spot in edge for each in COMPASS} & left
            left -= edge
        found.add(frozenset(reached))
    return found

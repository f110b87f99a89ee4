"""Whatever is tried with hexes: what is offered is accepted, all else refused, and the land stays lawful."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bot.engine.dice.source import FixedDice
from bot.engine.system import Scene
from bot.errors import RuleViolation
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Improvement, Limit, Phase, Special, Step, Terrain
from bot.systems.kingdom.land.claims import AbandonHex, ClaimHex, unclaimable
from bot.systems.kingdom.land.improvements import BuildImprovement, PrepareSite, sited, unprepared
from bot.systems.kingdom.land.state import Direction, Hex, connected, neighbours
from bot.systems.kingdom.outcome import FiguresChanged
from bot.systems.kingdom.realm import Realm, allowed, left
from bot.systems.kingdom.sources import shifts
from tests.systems.kingdom.scenes import (
    LANDS,
    TARN,
    after,
    decided,
    everybody,
    hold,
    kingdom_of,
    land,
    month,
    realm_in,
    scene,
    tarn,
)

SEEDS, TRIES = range(25), 60
SPOTS = [f"{q},{r}" for q in range(5) for r in range(4)]
Turns = Counter[tuple[str, bool]]


def any_hex(chance: Random) -> Hex:
    """A hex of any kind, mostly known."""
    directions = list(Direction)
    return Hex(
        chance.choice(list(Terrain)),
        rivers=tuple(chance.sample(directions, 2)) if chance.random() < 0.3 else (),
        is_coast=chance.random() < 0.2,
        has_lake=chance.random() < 0.2,
        specials=tuple(chance.sample(list(Special), 1)) if chance.random() < 0.4 else (),
        is_explored=chance.random() < 0.9,
        is_cleared=chance.random() < 0.9,
        is_revealed=True,
    )


def begun(chance: Random, step: Step) -> Scene:
    """Tarn on a map of any kind, at that step, with no more BP than it could spend."""
    size = chance.choice((3, 30, 120))
    before = (Step.LEADERSHIP,) if step is Step.HEXES else (Step.LEADERSHIP, Step.HEXES)
    at = month(Phase.EDICT, *before, size=size)
    kingdom = tarn(leaders=everybody(), treasury=chance.randrange(60), month=at)
    own = ("0,0", *chance.sample(SPOTS[1:], 6))
    lands = land({spot: any_hex(chance) for spot in SPOTS}, own)
    return scene(kingdom, lands, hold(), campaign=decided(prep_counts="yes"))


def any_action(chance: Random, step: Step) -> Any:
    """Something that may or may not be legal."""
    spot = chance.choice(SPOTS)
    if step is Step.HEXES:
        return chance.choice((ClaimHex(TARN, spot), ClaimHex(TARN, spot), AbandonHex(TARN, spot)))
    if chance.random() < 0.2:
        return PrepareSite(TARN, spot)
    return BuildImprovement(TARN, spot, chance.choice(list(Improvement)))


def is_offered(realm: Realm, action: Any) -> bool:
    """Whether a list or preview would offer it."""
    treasury = realm.kingdom.treasury
    match action:
        case ClaimHex():
            return not unclaimable(realm, action.hex) and bool(left(realm, Limit.CLAIMS)) and treasury >= 1
        case AbandonHex():
            return action.hex in realm.hexes
        case PrepareSite():
            can = not unprepared(realm, action.hex) and bool(left(realm, Limit.TERRAIN))
            return can and treasury >= SITES[realm.hexes[action.hex].terrain]
    price = sited(realm, action.hex, action.improvement).price
    return price is not None and bool(left(realm, Limit.TERRAIN)) and treasury >= price


SITES = {
    Terrain.CAVERN: 8, Terrain.DESERT: 4, Terrain.FOREST: 4, Terrain.HILLS: 2,
    Terrain.JUNGLE: 12, Terrain.MARSH: 8, Terrain.MOUNTAINS: 12, Terrain.PLAINS: 1,
}  # fmt: skip


def taken(at: Scene, action: Any, chance: Random) -> Scene | None:
    """The scene after it; None where it is refused, and nothing came of it."""
    kind = next(kind for kind in SYSTEM.actions if kind.action is type(action))
    dice = FixedDice(chance.randrange(1, 21), chance.randrange(1, 5))
    try:
        turn = kind.perform(at, action, dice)
    except RuleViolation:
        return None
    then = after(at, turn)
    told = next((event.shifts for event in turn.events if isinstance(event, FiguresChanged)), ())
    assert told == shifts(realm_in(at), realm_in(then))
    return then


def require_lawful(before: Realm, realm: Realm) -> None:
    """What holds whatever was done."""
    used = realm.kingdom.month.used
    assert realm.kingdom.unrest >= 0
    assert realm.kingdom.treasury >= 0
    assert used.get(Limit.CLAIMS, 0) <= (allowed(realm, Limit.CLAIMS) or 0)
    assert used.get(Limit.TERRAIN, 0) <= (allowed(realm, Limit.TERRAIN) or 0)
    for spot in realm.hexes.keys() - before.hexes.keys():
        assert not before.size or any(near in before.hexes for near in neighbours(spot))
    for each in realm.hexes.values():
        kinds = set(each.improvements)
        assert len(kinds) == len(each.improvements)
        assert len(kinds & {Improvement.MINE, Improvement.QUARRY, Improvement.SAWMILL}) <= 1
        assert not {Improvement.ROAD, Improvement.HIGHWAY} <= kinds
        assert not {Improvement.FORT, Improvement.WATCHTOWER} <= kinds
        assert Improvement.BRIDGE not in kinds
        assert each.terrain is not Terrain.WATER or kinds <= {Improvement.FISHERY}
    assert all(town.spot in realm.hexes for town in realm.towns.values())
    assert connected(realm.primary, realm.hexes) == realm.primary


@pytest.mark.parametrize("step", [Step.HEXES, Step.TERRAIN])
def test_what_is_offered_is_accepted_and_the_rest_refused_and_the_land_stays_lawful(step: Step) -> None:
    tally: Turns = Counter()
    for seed in SEEDS:
        chance = Random(seed)
        at = begun(chance, step)
        for _ in range(TRIES):
            action, realm = any_action(chance, step), realm_in(at)
            then = None if kingdom_of(at).is_in_anarchy else taken(at, action, chance)
            if not realm.kingdom.is_in_anarchy:
                assert (then is not None) is is_offered(realm, action), action
            tally[type(action).__name__, then is not None] += 1
            if then is not None:
                require_lawful(realm, realm_in(then))
            at = then or at
    wanted = (ClaimHex, AbandonHex) if step is Step.HEXES else (BuildImprovement, PrepareSite)
    assert all(tally[each.__name__, is_done] for each in wanted for is_done in (True, False))
    assert LANDS in at.records

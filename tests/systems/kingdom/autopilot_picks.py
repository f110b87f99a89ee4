"""What random moves are about: hexes, settlements and names, mostly such as there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.book import Spot
from bot.systems.kingdom.land.state import neighbours
from tests.systems.kingdom.autopilot import NOBODY, Reign

Builder = Callable[[Reign], Any]
ODD = "Nowhere"


def any_spot(reign: Reign) -> Spot:
    """A hex of the map, or near the middle of one that is yet to be drawn."""
    known = list(reign.hexes)
    return reign.luck.choice(known) if known else "0,0"


def own_spot(reign: Reign) -> Spot:
    """A hex of the kingdom meant, where it has one."""
    realm = reign.realm
    return reign.luck.choice(list(realm.hexes)) if realm is not None and realm.hexes else any_spot(reign)


def near_spot(reign: Reign) -> Spot:
    """A free hex beside the kingdom, explored if there is one."""
    realm = reign.realm
    own = realm.hexes if realm is not None else {}
    near = [s for spot in own for s in neighbours(spot) if s in reign.hexes and s not in own]
    ready = [s for s in near if reign.hexes[s].is_cleared and reign.hexes[s].realm is None]
    return reign.luck.choice(ready or near or [any_spot(reign)])


def named(reign: Reign, spot: Spot) -> str:
    """As people name it: by label or coordinates, now and then wrongly."""
    if reign.luck.random() < 0.05:
        return reign.luck.choice((ODD, "", "99,99", "A1-"))
    return reign.luck.choice((spot, reign.land.name_of(spot)))


def several(reign: Reign, pick: Callable[[Reign], Spot], most: int = 4) -> str:
    """A list of hexes."""
    return " ".join(named(reign, pick(reign)) for _ in range(reign.luck.randint(1, most)))


def grown(reign: Reign, most: int = 9) -> list[Spot]:
    """Some that hang together with the kingdom, none of them its own."""
    realm = reign.realm
    own = dict.fromkeys(realm.hexes if realm is not None else ())
    found: list[Spot] = []
    for _ in range(reign.luck.randint(1, most)):
        edge = [s for spot in (*own, *found) for s in neighbours(spot)]
        edge = [s for s in edge if s in reign.hexes and s not in own and s not in found]
        if not edge:
            break
        found.append(reign.luck.choice(edge))
    return found or [any_spot(reign)]


def town(reign: Reign, *, own: bool = True) -> str:
    """The name of a settlement."""
    names = [each.name for each in reign.towns.values() if not own or each.kingdom == reign.meant]
    return reign.luck.choice(names) if names and reign.luck.random() > 0.07 else ODD


def town_id(reign: Reign) -> RecordId:
    """The id of any settlement."""
    return reign.luck.choice(list(reign.towns) or [NOBODY])


def fresh(reign: Reign, what: str) -> str:
    """A name that is mostly new, as people type it."""
    return reign.luck.choice(
        (f"{what} {reign.moves}", f" {what}  {reign.moves} ", f"{what} 1", "", what * 30)
    )


def maybe(reign: Reign, *values: Any) -> Any:
    """One of those, or nothing."""
    return reign.luck.choice((None, None, *values))

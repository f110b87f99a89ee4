"""Moves on the map and with hexes, as a random reign tries them: mostly such as could be legal."""

from __future__ import annotations

from typing import Any

from bot.engine.files import Row
from bot.engine.system import RecordId
from bot.systems.kingdom.book import Border, Improvement, Special, Terrain
from bot.systems.kingdom.land import claims, improvements, losses, maps
from bot.systems.kingdom.land import edits as land_edits
from bot.systems.kingdom.land import files as land_files
from bot.systems.kingdom.land import giving as land_giving
from bot.systems.kingdom.land import rivers as land_rivers
from bot.systems.kingdom.land.edits import MapChange
from bot.systems.kingdom.land.improvements import buildable
from bot.systems.kingdom.land.losses import DecidePart, LoseChosenHex, ReclaimSettlement
from bot.systems.kingdom.land.marking import MarkHexes, RemoveHexes
from bot.systems.kingdom.land.state import Direction, beside, neighbours
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.towns import settlements
from bot.systems.kingdom.towns.settlements import FoundSettlement, NameCapital
from tests.systems.kingdom.autopilot import NOBODY, Reign
from tests.systems.kingdom.autopilot_picks import (
    ODD,
    Builder,
    any_spot,
    fresh,
    grown,
    maybe,
    named,
    near_spot,
    own_spot,
    several,
    town,
    town_id,
)
from tests.systems.kingdom.invariants import at

BORDERS = ("", "", "north", "N E", "up", ", ".join(Border))


# -- the map ------------------------------------------------------------------------------------------


def set_hexes(reign: Reign) -> Any:
    luck = reign.luck
    spots = several(reign, any_spot) if luck.random() < 0.6 else beyond_the_edge(reign)
    return land_edits.SetHexes(
        spots,
        maybe(reign, *Terrain),
        label=maybe(reign, "", "Ford", f"H{reign.moves}"),
        is_coast=maybe(reign, True, False),
        has_lake=maybe(reign, True, False),
        specials=maybe(reign, (), (luck.choice(list(Special)),)),
        is_explored=maybe(reign, True, True, False),
        is_cleared=maybe(reign, True, True, False),
        is_revealed=maybe(reign, True, True, False),
        notes=maybe(reign, "A mill", ""),
        secret=maybe(reign, "A dragon", "x" * 400),
    )


def beyond_the_edge(reign: Reign) -> str:
    """A hex that the map doesn't have yet, beside one that it has."""
    return beside(any_spot(reign), reign.luck.choice(list(Direction)))


def draw_map(reign: Reign) -> Any:
    luck = reign.luck
    columns, rows = luck.choice(((0, 3), (6, 4), (8, 7), (3, 5), (40, 40)))
    q, r = at(any_spot(reign))
    corner = luck.choice((f"{q - 2},{r - 2}", f"{q},{r}", "here"))
    return land_edits.DrawMap(
        columns, rows, luck.choice(list(Terrain)), corner, luck.random() < 0.7, luck.random() < 0.6
    )


def mark_hexes(reign: Reign) -> Any:
    return MarkHexes(several(reign, near_spot), reign.luck.choice(list(MapChange)[4:8]))


def path(reign: Reign) -> str:
    """Neighbours in order, now and then with a direction at an end, or with a gap."""
    luck, here = reign.luck, any_spot(reign)
    found = [here]
    for _ in range(luck.randint(0, 4)):
        near = [each for each in neighbours(found[-1]) if each in reign.hexes]
        found.append(luck.choice(near or [here]))
    ends = [luck.choice(list(Direction)).value] if luck.random() < 0.3 else []
    return " ".join((*(named(reign, each) for each in found), *ends))


def note_hex(reign: Reign) -> Any:
    return land_edits.NoteHex(named(reign, any_spot(reign)), reign.luck.choice(("", "Old road", "y" * 301)))


def bring_map(reign: Reign) -> Any:
    luck = reign.luck
    rows = []
    spots = dict.fromkeys(any_spot(reign) for _ in range(luck.randint(1, 5)))
    for number, spot in enumerate((*spots, beyond_the_edge(reign)), 2):
        q, r = at(spot)
        cells = {"q": str(q), "r": str(r), "terrain": luck.choice((*Terrain, "")), "explored": "yes"}
        if luck.random() < 0.3:
            cells["realm"] = luck.choice((*(each.state.name for each in reign.of_kind(KINGDOM.name)), ""))
        if luck.random() < 0.4:
            cells["improvements"] = " ".join(luck.sample(list(Improvement), 2))
        if luck.random() < 0.1:
            cells["rivers"] = luck.choice(("E", "E W", "up"))
        rows.append(Row(number, cells))
    return land_files.ReadMap("map.csv", tuple(rows), luck.random() < 0.1)


def give_hexes(reign: Reign) -> Any:
    luck = reign.luck
    if luck.random() < 0.3:
        return land_giving.GiveHexes(reign.meant, several(reign, own_spot), "Peace", is_back=True)
    return land_giving.GiveHexes(reign.meant, " ".join(grown(reign, luck.choice((2, 9, 30)))), "A fief")


# -- the kingdom's hexes ------------------------------------------------------------------------------


def build(reign: Reign) -> Any:
    realm, spot = reign.realm, own_spot(reign)
    wanted = reign.luck.choice(list(Improvement))
    if realm is not None and spot in realm.hexes and reign.luck.random() < 0.85:
        can = [each for each in buildable(realm, spot) if each.price is not None]
        if can:
            wanted = reign.luck.choice(can).improvement
    return improvements.BuildImprovement(reign.meant, named(reign, spot), wanted)


def place(reign: Reign) -> Any:
    spot = reign.luck.choice((own_spot, near_spot))(reign)
    return improvements.PlaceImprovement(
        reign.meant, named(reign, spot), reign.luck.choice(list(Improvement)), "Old"
    )


def raze(reign: Reign) -> Any:
    spot = own_spot(reign)
    found = reign.hexes[spot].improvements if spot in reign.hexes else ()
    what = reign.luck.choice(found or tuple(Improvement))
    return improvements.RazeImprovement(reign.meant, named(reign, spot), what, "Burnt")


def lose_hexes(reign: Reign) -> Any:
    realm, most = reign.realm, reign.luck.choice((1, 1, 2, 4, 40))
    own = list(realm.hexes) if realm is not None else []
    chosen = reign.luck.sample(own, min(most, len(own)))
    return losses.LoseHexes(reign.meant, " ".join(chosen) or ODD, "War")


def part_number(reign: Reign) -> int:
    """A territory that was cut off, mostly one to be decided about."""
    state = reign.kingdom
    parts = [each.number for each in state.parts] if state is not None else []
    return reign.luck.choice(parts or [99])


def lost_town(reign: Reign) -> RecordId:
    """A settlement lost with a territory."""
    state = reign.kingdom
    found = [town.id for part in state.parts for town in part.towns] if state is not None else []
    return reign.luck.choice(found or [NOBODY])


# -- settlements --------------------------------------------------------------------------------------


def found_settlement(reign: Reign) -> Any:
    realm = reign.realm
    sites = [s for s, each in realm.hexes.items() if each.prepared is not None] if realm is not None else []
    spot = reign.luck.choice(sites) if sites else own_spot(reign)
    return FoundSettlement(reign.meant, named(reign, spot), fresh(reign, "Town"), reign.luck.choice(BORDERS))


def place_settlement(reign: Reign) -> Any:
    is_own = reign.luck.random() < 0.4
    spot = own_spot(reign) if is_own else near_spot(reign)
    owner = reign.meant if is_own else None
    return settlements.PlaceSettlement(
        named(reign, spot), fresh(reign, "Burg"), owner, reign.luck.random() < 0.3
    )


def set_settlement(reign: Reign) -> Any:
    luck, id_ = reign.luck, town_id(reign)
    owner = reign.towns[id_].kingdom if id_ in reign.towns else None
    return settlements.SetSettlement(
        id_,
        owner if luck.random() < 0.95 else reign.meant,
        districts=maybe(reign, 1, 2, 3, 51),
        lots=maybe(reign, 0, 1, 30, 36),
        base_value=maybe(reign, 0, 8000, 16000),
        economy=maybe(reign, 3, -4, 1000),
        loyalty=maybe(reign, 2),
        consumption=maybe(reign, -2, 3),
        borders=maybe(reign, *BORDERS),
        is_hidden=maybe(reign, True, False),
    )


BUILDERS: dict[type[Any], Builder] = {
    land_edits.SetHexes: set_hexes,
    land_edits.DrawMap: draw_map,
    MarkHexes: mark_hexes,
    RemoveHexes: lambda reign: RemoveHexes(several(reign, any_spot, 2)),
    land_edits.NoteHex: note_hex,
    land_rivers.DrawRiver: lambda reign: land_rivers.DrawRiver(path(reign)),
    land_rivers.EraseRiver: lambda reign: land_rivers.EraseRiver(path(reign)),
    land_files.ReadMap: bring_map,
    land_giving.GiveHexes: give_hexes,
    maps.ShowMap: lambda reign: maps.ShowMap(
        reign.luck.choice(("", own_spot(reign), ODD)), reign.luck.choice((0, 3, 12))
    ),
    maps.ShowSettlement: lambda reign: maps.ShowSettlement(town_id(reign), None, maybe(reign, 1, 4)),
    claims.ClaimHex: lambda reign: claims.ClaimHex(reign.meant, named(reign, near_spot(reign))),
    claims.AbandonHex: lambda reign: claims.AbandonHex(reign.meant, named(reign, own_spot(reign))),
    improvements.BuildImprovement: build,
    improvements.PrepareSite: lambda reign: improvements.PrepareSite(
        reign.meant, named(reign, own_spot(reign))
    ),
    improvements.PlaceImprovement: place,
    improvements.RazeImprovement: raze,
    losses.LoseHexes: lose_hexes,
    LoseChosenHex: lambda reign: LoseChosenHex(
        reign.meant, named(reign, own_spot(reign)), reign.luck.choice(("", "yes"))
    ),
    DecidePart: lambda reign: DecidePart(reign.meant, part_number(reign), reign.luck.random() < 0.4),
    ReclaimSettlement: lambda reign: ReclaimSettlement(reign.meant, lost_town(reign)),
    FoundSettlement: found_settlement,
    NameCapital: lambda reign: NameCapital(reign.meant, town(reign)),
    settlements.RenameSettlement: lambda reign: settlements.RenameSettlement(
        reign.meant, town(reign), fresh(reign, "Ville")
    ),
    settlements.AddDistrict: lambda reign: settlements.AddDistrict(
        reign.meant, town(reign), maybe(reign, "north", "moon") or ""
    ),
    settlements.SetSettlement: set_settlement,
    settlements.PlaceSettlement: place_settlement,
}

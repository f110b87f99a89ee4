"""The longest messages about maps."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Improvement, Special, Terrain
from bot.systems.kingdom.land.maps import MapShown, SettlementShown
from bot.systems.kingdom.land.state import LAND, Hex, Land, spot_at
from bot.systems.kingdom.towns.state import TOWN
from tests.systems.kingdom.scenes import CAMPAIGN, HOLD, LANDS, hold
from tests.systems.kingdom.town_scenes import built

NAME = "*" * 60
REALMS = tuple((RecordId(f"realm-{number}"), NAME) for number in range(4))


def _hex(number: int) -> Hex:
    kinds = tuple(Terrain)
    return Hex(
        kinds[number % len(kinds)],
        "*" * 20,
        specials=tuple(Special),
        is_revealed=True,
        realm=REALMS[number % 4][0],
        improvements=tuple(Improvement),
    )


FULL = Land(NAME, {spot_at(number % 25, number // 25): _hex(number) for number in range(600)})


def _post(centre: str | None) -> Post:
    places = tuple((NAME, spot_at(number % 25, number // 25), number == 0) for number in range(60))
    entry = Entry(
        RecordId("ashes"),
        999_999,
        datetime(2026, 5, 1, tzinfo=UTC),
        2**63 - 1,
        7,
        SYSTEM.name,
        "ShowMap",
        (MapShown(centre, 12, REALMS, places),),
        (),
    )
    shown = RecordView(LANDS, SYSTEM.name, LAND.name, NAME, FULL, 1)
    return Post(CAMPAIGN, PUBLIC, entry, shown, {}, "#999999")


FULL_TOWN = [
    f"exotic_artisan {district}:{column}{row}"
    for district in range(47, 51)
    for column in "ABCDEF"
    for row in range(1, 7)
]


def _town_post() -> Post:
    town = replace(hold(), name=NAME, districts=50, buildings=built(*FULL_TOWN), lots=9999)
    entry = Entry(
        RecordId("ashes"),
        999_999,
        datetime(2026, 5, 1, tzinfo=UTC),
        2**63 - 1,
        7,
        SYSTEM.name,
        "ShowSettlement",
        (SettlementShown(NAME, (47, 48, 49, 50), 9999),),
        (),
    )
    return Post(
        CAMPAIGN, PUBLIC, entry, RecordView(HOLD, SYSTEM.name, TOWN.name, NAME, town, 1), {}, "#999999"
    )


MAPS: dict[str, Post] = {
    "the whole map": _post(None),
    "a part of it": _post("3,3"),
    "a settlement's map": _town_post(),
}

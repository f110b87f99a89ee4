"""The longest messages about maps."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, Shown
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.rules.hexes import spot
from bot.systems.kingdom.rules.land import LAND, Hex, Land
from bot.systems.kingdom.rules.maps import MapShown
from bot.systems.kingdom.rules.terms import Improvement, Special, Terrain
from tests.systems.kingdom.scenes import CAMPAIGN, LANDS

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


FULL = Land(NAME, {spot(number % 25, number // 25): _hex(number) for number in range(600)})


def _post(centre: str | None) -> Post:
    places = tuple((NAME, spot(number % 25, number // 25), number == 0) for number in range(60))
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
    shown = Shown(LANDS, SYSTEM.name, LAND.name, NAME, FULL, 1)
    return Post(CAMPAIGN, PUBLIC, entry, shown, {}, "#999999")


MAPS: dict[str, Post] = {"the whole map": _post(None), "a part of it": _post("3,3")}

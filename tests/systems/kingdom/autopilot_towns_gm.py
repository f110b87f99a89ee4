"""What a game master does in settlements, as a random reign tries it."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Alignment, Attribute, BuildingType, Gift
from bot.systems.kingdom.towns import corrections
from tests.systems.kingdom.autopilot import Reign
from tests.systems.kingdom.autopilot_picks import Builder, maybe, town_id
from tests.systems.kingdom.autopilot_towns import NOWHERE, WANTED, numbered, site, standing

B = BuildingType
REASONS = ("A storm", "A storm", "A storm", "")


def where(reign: Reign) -> dict[str, Any]:
    """Any settlement, with whose it is; now and then wrongly."""
    id_ = town_id(reign)
    owner = reign.towns.get(id_, NOWHERE).kingdom
    whose = owner if reign.luck.random() < 0.95 else reign.meant
    return {"settlement": id_, "kingdom": whose, "reason": reign.luck.choice(REASONS)}


def place(reign: Reign) -> Any:
    meant, wanted = where(reign), reign.luck.choice(WANTED)
    town = reign.towns.get(meant["settlement"], NOWHERE)
    return corrections.PlaceBuilding(
        building=wanted.value,
        place=site(reign, town, wanted),
        is_legal=reign.luck.random() < 0.8,
        is_natural=wanted in (B.WATERWAY, B.CITY_WALL) and reign.luck.random() < 0.5,
        **meant,
    )


def one_of(action: type[Any]) -> Builder:
    """That done to one building."""

    def made(reign: Reign) -> Any:
        meant = where(reign)
        town = reign.towns.get(meant["settlement"], NOWHERE)
        return action(building=numbered(standing(reign, town)), **meant)

    return made


def grant(reign: Reign) -> Any:
    wanted = maybe(reign, B.HOUSE, B.SHRINE, B.INN)
    gift = reign.luck.choice(list(Gift))
    return corrections.GrantBuilding(gift=gift, building=wanted.value if wanted else "", **where(reign))


def detail(reign: Reign) -> Any:
    meant = where(reign)
    town = reign.towns.get(meant["settlement"], NOWHERE)
    return corrections.SetBuilding(
        building=numbered(standing(reign, town, B.MENAGERIE, B.MUSEUM)),
        cr=maybe(reign, 3, 12, -1),
        display=maybe(reign, 20_000),
        is_significant=maybe(reign, True),
        **meant,
    )


def dedicate(reign: Reign) -> Any:
    meant = where(reign)
    town = reign.towns.get(meant["settlement"], NOWHERE)
    return corrections.DedicateBuilding(
        building=numbered(standing(reign, town, B.SHRINE, B.TEMPLE, B.CATHEDRAL)),
        deity="Erastil",
        alignment=maybe(reign, *Alignment),
        first=maybe(reign, *Attribute),
        **meant,
    )


def shore(reign: Reign) -> Any:
    borders = reign.luck.choice(("", "north", "N E", "up"))
    return corrections.SetBorders(district=reign.luck.choice((1, 1, 2)), borders=borders, **where(reign))


BUILDERS: dict[type[Any], Builder] = {
    corrections.PlaceBuilding: place,
    corrections.DestroyBuilding: one_of(corrections.DestroyBuilding),
    corrections.DamageBuilding: one_of(corrections.DamageBuilding),
    corrections.RemoveBuilding: one_of(corrections.RemoveBuilding),
    corrections.GrantBuilding: grant,
    corrections.SetBuilding: detail,
    corrections.DedicateBuilding: dedicate,
    corrections.SetBorders: shore,
}

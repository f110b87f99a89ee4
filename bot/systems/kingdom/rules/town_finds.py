"""What game masters give and tell: finds, gifts (R080, R146), menageries, museums (R113), borders (R102)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.builders import meant_type
from bot.systems.kingdom.rules.building_places import building_of, place_text
from bot.systems.kingdom.rules.settling import borders_of, require_no_wall, require_shore, with_borders
from bot.systems.kingdom.rules.terms import Border, BuildingType, Gift, Special
from bot.systems.kingdom.rules.town import Building, Grant
from bot.systems.kingdom.rules.town_works import Works, reason_of, works_of
from bot.systems.kingdom.words import buildings_gm as words

MOST_GRANTS: Final = 20
SALVAGE_SIDES: Final = 4
MOST_CR, MOST_DISPLAY = 40, 10_000_000
# What the hex must have for a find, which uses it up (R080).
FINDS: Final = {
    Gift.FOUND: Special.BUILDING,
    Gift.RUIN: Special.RUIN,
    Gift.SALVAGE: Special.RUIN,
}


@dataclass(frozen=True, slots=True)
class GrantBuilding:
    """Make a building cheaper or free, once, in a kingdom's settlement; which one, a find must say.

    Salvage and gifts can leave it open.
    """

    settlement: RecordId
    gift: Gift
    reason: str
    building: str = ""
    kingdom: RecordId | None = None


@dataclass(frozen=True, slots=True)
class SetBuilding:
    """Say what a Menagerie holds (the highest CR), or a Museum displays (gp); None leaves a part as it is."""

    settlement: RecordId
    building: str
    reason: str
    kingdom: RecordId | None = None
    cr: int | None = None
    display: int | None = None
    is_significant: bool | None = None


@dataclass(frozen=True, slots=True)
class SetBorders:
    """Say which borders of a district are water, as "north, east"; empty: none."""

    settlement: RecordId
    district: int
    borders: str
    reason: str
    kingdom: RecordId | None = None


@dataclass(frozen=True, slots=True)
class BuildingGranted:
    """A building is to be cheaper or free; of salvage it is so many `points` (BP) off one."""

    settlement: str
    gift: Gift
    building: BuildingType | None
    reason: str
    points: int = 0
    # The hex whose special terrain is used up by it.
    spot: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class BuildingDetailed:
    """What a Menagerie holds or a Museum displays now."""

    settlement: str
    building: BuildingType
    place: str
    reason: str
    cr: int = 0
    display: int = 0
    is_significant: bool = False
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ShoreSet:
    """Which borders of a district are water now."""

    settlement: str
    district: int
    borders: tuple[Border, ...]
    reason: str
    audience: Audience = EVERYONE


# -- finds and gifts ----------------------------------------------------------------------------------


def grant_building(scene: Scene, action: GrantBuilding, dice: Dice) -> Turn:
    """Grant it; a find uses up the hex's special terrain, so a Ruin helps once (R080).

    Raises RuleViolation where there is nothing to find, or no kingdom that could build.
    """
    at, reason = works_of(scene, action), reason_of(action.reason)
    building = _granted_type(at, action)
    special = FINDS.get(action.gift)
    land = at.land
    if special is not None:
        left = tuple(each for each in at.hex.specials if each is not special)
        land = land.having({at.town.spot: replace(at.hex, specials=left)})
    points = _salvage(at, dice) if action.gift is Gift.SALVAGE else 0
    number = at.town.counted + 1
    grant = Grant(number, action.gift, building, points)
    town = replace(at.town, grants=(*at.town.grants, grant), counted=number)
    spot = at.land.name_of(at.town.spot) if special is not None else ""
    told = BuildingGranted(at.town.name, action.gift, building, reason, points, spot, at.audience)
    return at.turn(town, told, land=land)


def _granted_type(at: Works, action: GrantBuilding) -> BuildingType | None:
    """Which building it is for. Raises RuleViolation for what can't be granted."""
    name = safe(at.town.name, 60)
    if at.realm is None:
        raise RuleViolation(words.no_kingdom(name))
    if len(at.town.grants) >= MOST_GRANTS:
        raise RuleViolation(words.too_many_grants(name, MOST_GRANTS))
    special = FINDS.get(action.gift)
    if special is not None and special not in at.hex.specials:
        raise RuleViolation(words.nothing_found(at.where, special.value))
    if action.building:
        return meant_type(action.building, at.rulings)
    if action.gift in (Gift.FOUND, Gift.RUIN):
        raise RuleViolation(words.FIND_NEEDS_TYPE)
    return None


def _salvage(at: Works, dice: Dice) -> int:
    return sum(dice.roll(1, SALVAGE_SIDES, reason=words.salvage_reason(safe(at.town.name, 60))))


# -- menageries and museums ---------------------------------------------------------------------------


def set_building(scene: Scene, action: SetBuilding, dice: Dice) -> Turn:
    """Say it. Raises RuleViolation for another building, or numbers out of range."""
    at, reason = works_of(scene, action), reason_of(action.reason)
    meant = building_of(at.town, action.building)
    _require_its_own(meant.type, action)
    given: dict[str, Any] = {
        "cr": action.cr,
        "display": action.display,
        "is_significant": action.is_significant,
    }
    new: Building = replace(meant, **{name: value for name, value in given.items() if value is not None})
    if not 0 <= new.cr <= MOST_CR or not 0 <= new.display <= MOST_DISPLAY:
        raise RuleViolation(words.out_of_range(MOST_CR, MOST_DISPLAY))
    town = replace(at.town, buildings=tuple(new if each is meant else each for each in at.town.buildings))
    told = BuildingDetailed(
        at.town.name,
        new.type,
        place_text(new.place),
        reason,
        new.cr,
        new.display,
        new.is_significant,
        at.audience,
    )
    return at.turn(town, told)


def _require_its_own(building: BuildingType, action: SetBuilding) -> None:
    """See that what is said fits the building (R113). Raises RuleViolation."""
    is_shown = action.display is not None or action.is_significant is not None
    if action.cr is None and not is_shown:
        raise RuleViolation(words.NOTHING_SAID)
    fits = {BuildingType.MENAGERIE: not is_shown, BuildingType.MUSEUM: action.cr is None}
    if not fits.get(building, False):
        raise RuleViolation(words.no_such_detail(building.value))


# -- borders ------------------------------------------------------------------------------------------


def set_borders(scene: Scene, action: SetBorders, dice: Dice) -> Turn:
    """Correct what was set when the district was founded (R102).

    Raises RuleViolation where the hex has no water, or a wall stands at that border.
    """
    at, reason = works_of(scene, action), reason_of(action.reason)
    borders = borders_of(action.borders)
    require_shore(at.hex, borders, at.where)
    town = with_borders(at.town, action.district, borders)
    require_no_wall(town, action.district, borders)
    told = ShoreSet(at.town.name, action.district, borders, reason, at.audience)
    return at.turn(town, told)

"""The settlement that is built in, as the asker sees it with its kingdom; and how its places are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.desk import Choices, Desk
from bot.engine.system import RecordId, Scope, Want
from bot.errors import Stale
from bot.handlers import Interaction
from bot.systems.kingdom.rules.building_places import place_of, place_text
from bot.systems.kingdom.rules.lots import lot_name
from bot.systems.kingdom.rules.realm import KINGDOM, Realm, require_standing
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import Building, Place, Town
from bot.systems.kingdom.screens import finding
from bot.systems.kingdom.screens.finding import Seen, realm_seen
from bot.systems.kingdom.words import building_screens as words
from bot.ui.text import safe
from bot.ui.words import DAMAGED_BUTTON

# The controls by which a place is chosen.
PLACES, PLACE, SITE = "build_places", "build_place", "build_site"


@dataclass(frozen=True, slots=True)
class Yard:
    """A settlement and the kingdom that it belongs to."""

    seen: Seen
    id: RecordId
    town: Town

    @property
    def realm(self) -> Realm:
        """The kingdom's realm."""
        return self.seen.realm

    @property
    def name(self) -> str:
        """The settlement's name, safe to show."""
        return safe(self.town.name, 60)

    def where(self, place: Place) -> str:
        """A place as people say it."""
        return where(place, is_named=self.town.districts > 1)

    def standing(self, building: Building) -> str:
        """A building and where it stands."""
        return words.at(building.type.value, self.where(building.place))


def where(place: Place, *, is_named: bool | None = None) -> str:
    """A place as people say it; its district is named where there are several, or it is not the first."""
    lots = "+".join(lot_name(lot) for lot in place.lots)
    border = place.border.value if place.border else ""
    return words.place_name(
        place.district, lots, border, is_named=place.district > 1 if is_named is None else is_named
    )


async def yard(desk: Desk, interaction: Interaction, settlement: str, kingdom: str | None) -> Yard:
    """The settlement that a command names, or the only one. Raises RuleViolation for none of that name."""
    seen = await finding.seen(desk, interaction, kingdom, settlement=settlement)
    require_standing(seen.realm.kingdom)
    if not settlement and len(seen.realm.towns) == 1:
        return Yard(seen, *next(iter(seen.realm.towns.items())))
    return Yard(seen, *settlement_of(seen.realm, settlement))


async def yard_of(desk: Desk, interaction: Interaction, settlement: str) -> Yard:
    """The settlement whose id stands in a control. Raises Stale where no kingdom has it now."""
    id_ = RecordId(settlement)
    scenery = await desk.look(interaction, Scope(wants=(Want(KINGDOM.name, linking=id_),), links=True))
    for shown in scenery.all(KINGDOM.name):
        realm = realm_seen(shown, scenery.records, scenery.campaign.settings)
        if id_ in realm.towns:
            require_standing(realm.kingdom)
            return Yard(Seen(shown, realm, scenery), id_, realm.towns[id_])
    raise Stale(words.GONE)


# -- what controls hold -------------------------------------------------------------------------------


def type_in(text: str) -> BuildingType:
    """The building in a control. Raises Stale where there is none of that name."""
    if text not in set(BuildingType):
        raise Stale(DAMAGED_BUTTON)
    return BuildingType(text)


def place_in(text: str) -> Place:
    """The place in a control; nothing but what `place_text` wrote. Raises RuleViolation or Stale."""
    place = place_of(text)
    if place_text(place) != text:
        raise Stale(DAMAGED_BUTTON)
    return place


def building_in(town: Town, text: str) -> Building | None:
    """The building whose number a control holds, None for "0". Raises Stale where it stands no more."""
    number = _number(text)
    if number == 0:
        return None
    found = town.building(number)
    if found is None:
        raise Stale(words.BUILDING_GONE)
    return found


def over_text(over: Building | None) -> str:
    """What stands in a control for the building that is upgraded."""
    return str(over.number) if over is not None else "0"


def page_in(text: str) -> int:
    """The page in a control. Raises Stale where it holds something else."""
    return _number(text)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Stale(DAMAGED_BUTTON)
    return int(text)


# -- suggestions --------------------------------------------------------------------------------------


async def suggested_towns(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """The kingdom's settlements."""
    named = interaction.namespace.kingdom

    async def find() -> list[tuple[str, str]]:
        return nearest(await finding.towns(desk, interaction, named or None), typed)

    return await desk.suggest(interaction, find)


def nearest(pairs: Iterable[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """The suggestions that hold what was typed: those first that begin with it, for “b” is in every price."""
    near = typed.strip().casefold()
    found = [pair for pair in pairs if near in pair[0].casefold()]
    return sorted(found, key=lambda pair: not pair[0].casefold().startswith(near))


async def suggested(
    desk: Desk, interaction: Interaction, typed: str, lines: Callable[[Yard], Iterable[tuple[str, str]]]
) -> Choices:
    """What of the settlement that is named already fits what was typed so far."""
    named = interaction.namespace

    async def find() -> list[tuple[str, str]]:
        found = await yard(desk, interaction, named.settlement or "", named.kingdom or None)
        return nearest(lines(found), typed)

    return await desk.suggest(interaction, find)

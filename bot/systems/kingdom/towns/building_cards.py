"""Something built, upgraded, demolished or repaired, as it is previewed: its picture, and other ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.card import Button, Card
from bot.engine.people import Permit
from bot.engine.picking import PICK
from bot.engine.system import RecordId
from bot.engine.text import T
from bot.errors import NotAllowed
from bot.play import Preview
from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.realm import Realm, realm_of, settlement_of
from bot.systems.kingdom.settings import CONSTRUCTION_MAGIC
from bot.systems.kingdom.towns.bills import GRANTED
from bot.systems.kingdom.towns.building import BuildBuilding, BuildingRaised, UpgradeBuilding
from bot.systems.kingdom.towns.panel_cards import (
    DRAFT_ADD,
    build_context,
    is_now,
    new_buildings,
    other_buildings,
)
from bot.systems.kingdom.towns.pictures import Plan, pictured
from bot.systems.kingdom.towns.place_cards import places_held
from bot.systems.kingdom.towns.state import Town, place_of, standing_at
from bot.systems.kingdom.towns.wrecking import (
    BuildingDemolished,
    BuildingRepaired,
    DemolishBuilding,
    RepairBuilding,
)
from bot.ui.controls import button
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import damaged_button
from bot.ui.renderer import OFFER
from bot.ui.reply import Reply

# Another way to build what is previewed.
WAY = "build_way"
# What a button holds of how it is built.
GATE, WITH_MAGIC, SPARING = "gate", "magic", "sparing"


def previewed(preview: Preview, card: Card) -> Card:
    """The preview with its district's picture, and with what else could be done."""
    action = preview.actions[0]
    if len(preview.actions) > 1 or not isinstance(
        action, BuildBuilding | UpgradeBuilding | DemolishBuilding | RepairBuilding
    ):
        return card
    kingdom = preview.before[action.kingdom].state
    realm = realm_of(action.kingdom, preview.before.items(), preview.campaign.settings, kingdom)
    id_, town = settlement_of(realm, action.settlement)
    events = preview.deeds[0].came.entry.events
    raised = [each for each in events if isinstance(each, BuildingRaised)]
    if raised and isinstance(action, BuildBuilding | UpgradeBuilding):
        return _raising(preview, card, realm, id_, raised)
    wrecked = next((each for each in events if isinstance(each, BuildingDemolished | BuildingRepaired)), None)
    return _wrecking(card, realm, town, wrecked) if wrecked is not None else card


def _wrecking(card: Card, realm: Realm, town: Town, event: BuildingDemolished | BuildingRepaired) -> Card:
    place, is_named = place_of(event.place), town.districts > 1
    at = standing_at(event.building, place, is_named=is_named)
    if isinstance(event, BuildingRepaired):
        title, label = T("Repair the {at} in {town:60}?"), T("Repair the {building} for {price} BP")
    elif event.alone:
        title, label = T("Demolish the {at}, {town:60}?"), T("Demolish it anyway for {price} BP")
    else:
        title, label = T("Demolish the {at}, {town:60}?"), T("Demolish the {building} for {price} BP")
    return replace(
        _labelled(card, label, building=event.building, price=event.price),
        title=title(at=at, town=town.name),
        picture=pictured(Plan(town, (place.district,), realm.month)),
    )


def _labelled(card: Card, label: T, **values: Any) -> Card:
    """With that on the button of its offer, as far as it has one: another's opens what comes first."""
    text = label.plain(**{name: values[name] for name in label.names})
    buttons = (replace(each, label=text) if each.name == OFFER else each for each in card.buttons)
    return replace(card, buttons=tuple(buttons))


def _raising(
    preview: Preview, card: Card, realm: Realm, id_: RecordId, events: Sequence[BuildingRaised]
) -> Card:
    action, first, town = preview.actions[0], events[0], realm.towns[id_]
    after: Town = preview.after[id_].state
    place = place_of(first.place)
    at = standing_at(first.building, place, is_named=town.districts > 1)
    ways = tuple(_ways(realm, id_, action, first)) if is_now(realm.kingdom) else ()
    is_theirs = not any(isinstance(each, NotAllowed) for each in preview.deeds[0].refusals)
    price = sum(each.price for each in events)
    card = _labelled(card, _label(action), building=first.building, price=price)
    return replace(
        card,
        title=T("{at}, {town:60}")(at=at, town=town.name),
        buttons=(*card.buttons, *(ways if is_theirs else ()), *_elsewhere(id_, action, first, is_theirs)),
        picture=pictured(Plan(after, (place.district,), realm.month, planned=new_buildings(town, after))),
    )


def _label(action: BuildBuilding | UpgradeBuilding) -> T:
    if isinstance(action, UpgradeBuilding):
        return T("Upgrade to {building} for {price} BP")
    if action.is_sparing:
        return T("Save the gift: build for {price} BP")
    if action.with_magic:
        return T("With magic for {price} BP")
    if action.with_watergate:
        return T("Build it with a Watergate for {price} BP")
    return T("Build {building} for {price} BP")


def _ways(
    realm: Realm, id_: RecordId, action: BuildBuilding | UpgradeBuilding, event: BuildingRaised
) -> Iterator[Button]:
    """Other ways to build it, each shown before it is done."""
    if isinstance(action, UpgradeBuilding):
        return
    how = (GATE,) if action.with_watergate else ()
    args = (id_, event.building.value, event.place)
    if event.building is BuildingType.CITY_WALL and not action.with_watergate:
        yield Button(T("With a Watergate…").plain(), WAY, (*args, GATE))
    has_magic = realm.rulings.has(CONSTRUCTION_MAGIC, "yes") and not realm.kingdom.month.has_magic
    if has_magic and event.price and not action.with_magic:
        yield Button(T("With magic…").plain(), WAY, (*args, "+".join((*how, WITH_MAGIC))))
    if event.cut in GRANTED:
        yield Button(T("Save the gift…").plain(), WAY, (*args, "+".join((*how, SPARING))))


def _elsewhere(
    id_: RecordId, action: BuildBuilding | UpgradeBuilding, event: BuildingRaised, may_plan: bool
) -> Iterator[Button]:
    """To draw it up for later, its other places, and other buildings."""
    building, over = event.building.value, event.number if isinstance(action, UpgradeBuilding) else None
    if may_plan:
        upgraded = (str(over),) if over is not None else ()
        yield Button(T("Add to the drafts").plain(), DRAFT_ADD, (id_, building, event.place, *upgraded))
    yield Button(T("Other places").plain(), PICK, (*places_held(id_, building, over), "0"))
    yield other_buildings(id_)


@button(WAY, may=Permit.MEMBERS)
async def _build_otherwise(
    dispatcher: Dispatcher, reply: Reply, town: str, building: BuildingType, place: str, how: str
) -> None:
    """Show what building it in another way comes to."""
    ways = [each for each in how.split("+") if each]
    if not set(ways) <= {GATE, WITH_MAGIC, SPARING}:
        raise damaged_button()
    found = await build_context(dispatcher, reply.interaction, town)
    built = BuildBuilding(
        found.seen.id,
        found.id,
        building.value,
        place,
        with_watergate=GATE in ways,
        with_magic=WITH_MAGIC in ways,
        is_sparing=SPARING in ways,
    )
    await dispatcher.preview(reply, built, in_place=True)

"""A building as it is shown before it is built: its price and why it is less, and every number it changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.errors import RuleViolation
from bot.systems.kingdom.rules.bills import Cut, discounts
from bot.systems.kingdom.rules.builders import (
    Project,
    carried_out,
    first_should_be,
    gate_of,
    project,
    require_possible,
)
from bot.systems.kingdom.rules.building_book import HOUSING, row_of
from bot.systems.kingdom.rules.building_places import place_text
from bot.systems.kingdom.rules.limits import left
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.raising import is_free_of_limit
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import CONSTRUCTION_MAGIC
from bot.systems.kingdom.rules.terms import BuildingType, Limit, Task
from bot.systems.kingdom.rules.town import Building, Place
from bot.systems.kingdom.screens.building_panels import is_now, timing
from bot.systems.kingdom.screens.building_yard import PLACES, Yard, over_text
from bot.systems.kingdom.screens.district_plan import Plan, pictured
from bot.systems.kingdom.screens.plan_lists import PLAN_ADD
from bot.systems.kingdom.screens.previews import effects, is_for, whose
from bot.systems.kingdom.screens.town_changes import town_changes
from bot.systems.kingdom.words import building_previews as preview_words
from bot.systems.kingdom.words import building_screens as words
from bot.systems.kingdom.words import claims as claim_words
from bot.ui.card import Button, Card, Picture, Tone

BUILD, UPGRADE = "build_do", "build_upgrade"
# What a button holds of how it is built.
GATE, WITH_MAGIC, SPARING = "gate", "magic", "sparing"
GIVEN = (Cut.FREE, Cut.RUIN, Cut.SALVAGE)


@dataclass(frozen=True, slots=True)
class Draft:
    """A building at its place as it would be built, and what stands against it but its place."""

    planned: Project
    after: Realm
    price: int
    gate: int = 0
    why: str = ""


def draft(yard: Yard, planned: Project, *, with_gate: bool) -> Draft:
    """What building it comes to, with the gate in its wall."""
    realm, why = yard.realm, ""
    try:
        require_possible(realm, planned, with_watergate=with_gate)
    except RuleViolation as violation:
        why = str(violation)
    after, told = carried_out(realm, planned)
    if not with_gate:
        return Draft(planned, after, told.price, why=why)
    gate = gate_of(after, planned)
    try:
        require_possible(after, gate)
    except RuleViolation as violation:
        why = why or str(violation)
    after, with_it = carried_out(after, gate)
    return Draft(planned, after, told.price + with_it.price, with_it.price, why)


def preview(yard: Yard, building: BuildingType, place: Place, over: Building | None = None) -> Card:
    """What it costs there and changes, and the buttons that build it.

    Raises RuleViolation where it can't stand there.
    """
    ground = Ground(yard.town, yard.realm.rulings, over)
    if why := ground.hindrance(building, place):
        where, is_upgrade = yard.where(place), over is not None
        raise RuleViolation(words.not_there(building.value, where, why, is_upgrade=is_upgrade))
    needs_gate = building is BuildingType.CITY_WALL and ground.crosses_waterway(place)
    planned = _project(yard, building, place, over)
    made = draft(yard, planned, with_gate=needs_gate)
    lines = (
        *_prices(yard, made),
        *effects(yard.realm, made.after),
        *town_changes(yard.town, made.after.towns[yard.id], yard.realm),
        *_particulars(yard, ground, planned),
        *_limit(yard, made),
        *([preview_words.FIRST_SHOULD_BE] if _is_odd_first(yard, building) else []),
        *timing(yard.realm.kingdom),
        *([preview_words.not_now(made.why)] if made.why and is_now(yard.realm.kingdom) else []),
        *whose(yard.seen, Task.SETTLEMENTS),
    )
    title = preview_words.title(building.value, yard.where(place), yard.name)
    return Card(title, lines, tone=Tone.QUIET, buttons=_buttons(yard, made), picture=_picture(yard, made))


def _picture(yard: Yard, made: Draft) -> Picture:
    """Its district as it would be, what is new drawn as planned."""
    town = made.after.towns[yard.id]
    before = {(each.number, each.type) for each in yard.town.buildings}
    new = frozenset(each.number for each in town.buildings if (each.number, each.type) not in before)
    return pictured(Plan(town, (made.planned.place.district,), yard.realm.month, planned=new))


def _project(
    yard: Yard, building: BuildingType, place: Place, over: Building | None = None, how: str = ""
) -> Project:
    return project(
        yard.realm,
        yard.id,
        building.value,
        place_text(place),
        over=str(over.number) if over is not None else "",
        with_magic=how == WITH_MAGIC,
        is_sparing=how == SPARING,
    )


# -- what it says -------------------------------------------------------------------------------------


def _prices(yard: Yard, made: Draft) -> Iterator[str]:
    planned, due = made.planned, made.planned.bill
    if planned.over is not None:
        yield preview_words.upgrade_of(planned.over.type.value)
    if due.cut is not None:
        by = planned.by.value if planned.by is not None else ""
        yield words.listed_at(due.listed, words.reason(due.cut.value, by), due.magic)
    if made.gate:
        yield preview_words.with_gate(made.gate)
    yield claim_words.costs(made.price, yard.realm.kingdom.treasury)


def _particulars(yard: Yard, ground: Ground, planned: Project) -> Iterator[str]:
    """What its numbers alone don't say."""
    row, place = row_of(planned.building), planned.place
    served = ground.served(planned.building, place) or () if row.needs and place.lots else ()
    standing = [yard.town.building(number) for number in served]
    if standing:
        yield preview_words.served_by([yard.standing(each) for each in standing if each is not None])
    if halves := discounts(planned.building, yard.realm.rulings):
        yield preview_words.halves([each.value for each in halves])
    if row.slots:
        yield preview_words.slots(
            [(each.count, each.grade.value, [k.value for k in each.kinds]) for each in row.slots]
        )


def _limit(yard: Yard, made: Draft) -> Iterator[str]:
    """What it uses of the month, or why it uses nothing."""
    planned, month = made.planned, yard.realm.kingdom.month
    if is_free_of_limit(month, yard.town, planned.building, planned.place, planned.bill, planned.over):
        yield preview_words.is_free_house(was_found=planned.bill.cut is Cut.FREE)
    elif left(yard.realm, Limit.BUILDINGS) != 0:
        yield preview_words.uses_limit(left(made.after, Limit.BUILDINGS))


def _is_odd_first(yard: Yard, building: BuildingType) -> bool:
    """Whether a first settlement should begin with something else (R092); its homes don't matter."""
    wanted = first_should_be(yard.realm, yard.town)
    return bool(wanted) and building not in wanted and building not in HOUSING


# -- what can be done ---------------------------------------------------------------------------------


def _buttons(yard: Yard, made: Draft) -> tuple[Button, ...]:
    planned = made.planned
    where = (yard.id, planned.building.value)
    old = over_text(planned.over)
    others = Button(words.OTHER_PLACES, PLACES, (*where, old, "0"))
    if not is_for(yard.seen, Task.SETTLEMENTS):
        return (others,)
    deeds = tuple(_deeds(yard, made)) if is_now(yard.realm.kingdom) else ()
    return (*deeds, _plan(yard, planned), others)


def _deeds(yard: Yard, made: Draft) -> Iterator[Button]:
    """The ways to build it that are open now; the first one is as it was shown."""
    planned, gate = made.planned, (GATE,) if made.gate else ()
    if not made.why:
        yield _deed(yard, made, gate)
    if planned.building is BuildingType.CITY_WALL and not made.gate:
        yield from _other(yard, planned, (GATE,))
    if planned.over is None and _has_magic(yard.realm, planned):
        yield from _other(
            yard, _project(yard, planned.building, planned.place, how=WITH_MAGIC), (*gate, WITH_MAGIC)
        )
    if planned.bill.cut in GIVEN:
        yield from _other(
            yard, _project(yard, planned.building, planned.place, how=SPARING), (*gate, SPARING)
        )


def _other(yard: Yard, planned: Project, how: tuple[str, ...]) -> Iterator[Button]:
    """Another way to build it, where nothing stands against that."""
    made = draft(yard, planned, with_gate=GATE in how)
    if not made.why:
        yield _deed(yard, made, how)


def _has_magic(realm: Realm, planned: Project) -> bool:
    """Whether construction magic could help: where the campaign has it, one building a month (R107)."""
    is_on = realm.rulings.is_on(CONSTRUCTION_MAGIC) and not realm.kingdom.month.has_magic
    return is_on and planned.bill.price > 0


def _deed(yard: Yard, made: Draft, how: tuple[str, ...]) -> Button:
    planned, price = made.planned, made.price
    building, where = planned.building.value, place_text(planned.place)
    if planned.over is not None:
        args = (yard.id, str(planned.over.number), building, where, str(price))
        return Button(words.build_button(building, price, is_upgrade=True), UPGRADE, args, is_main=True)
    ways = {SPARING: words.sparing_button, WITH_MAGIC: words.magic_button, GATE: words.gate_button}
    special = next((ways[each] for each in ways if each in how), None)
    label = special(price) if special is not None else words.build_button(building, price, is_upgrade=False)
    args = (yard.id, building, where, str(price), "+".join(how))
    return Button(label, BUILD, args, is_main=not how)


def _plan(yard: Yard, planned: Project) -> Button:
    """To draw it up for later."""
    over = (str(planned.over.number),) if planned.over is not None else ()
    return Button(words.PLAN, PLAN_ADD, (yard.id, planned.building.value, place_text(planned.place), *over))

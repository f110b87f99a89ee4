"""A demolition and a repair as they are shown before they are done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.errors import RuleViolation
from bot.systems.kingdom.rules.bills import discounts_left, halved
from bot.systems.kingdom.rules.building_book import DEMOLITION, row_of
from bot.systems.kingdom.rules.limits import left, require_left
from bot.systems.kingdom.rules.prices import require_points
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.terms import Limit, Task
from bot.systems.kingdom.rules.town import Building
from bot.systems.kingdom.rules.wrecking import (
    EVEN_SO,
    Demolition,
    damaged_of,
    demolition,
    repair_price,
    repaired,
)
from bot.systems.kingdom.screens.building_panels import is_now, timing
from bot.systems.kingdom.screens.building_yard import Yard
from bot.systems.kingdom.screens.district_plan import Plan, pictured
from bot.systems.kingdom.screens.previews import effects, is_for, whose
from bot.systems.kingdom.screens.town_changes import town_changes
from bot.systems.kingdom.words import building_previews as building_words
from bot.systems.kingdom.words import claims as claim_words
from bot.systems.kingdom.words import wrecking_screens as words
from bot.ui.card import Button, Card, Picture, Tone

RAZE, REPAIR = "build_raze", "build_repair"
MOST_NAMED = 6


def demolishing(yard: Yard, text: str) -> Card:
    """What demolishing a building costs and changes, what goes with it, and who relies on it.

    Raises RuleViolation for what can't be demolished.
    """
    meant = demolition(yard.realm, yard.id, text)
    why = _against(yard.realm, DEMOLITION, counts=True)
    lines = (
        claim_words.costs(DEMOLITION, yard.realm.kingdom.treasury),
        *([] if why else [building_words.uses_limit(left(meant.after, Limit.BUILDINGS))]),
        *_changes(yard, meant.after),
        *_losses(yard, meant),
        words.NO_UNREST,
        *_rebuilt(meant.building),
        *_end(yard, why),
    )
    title = words.demolish_title(meant.building.type.value, yard.where(meant.building.place), yard.name)
    even_so = EVEN_SO if meant.alone else ""
    label = words.demolish_button(meant.building.type.value, DEMOLITION, even_so=bool(even_so))
    button = Button(label, RAZE, (yard.id, str(meant.building.number), even_so), is_main=not even_so)
    return _card(yard, title, lines, button, why, meant.building)


def repairing(yard: Yard, text: str) -> Card:
    """What repairing a building costs and brings back. Raises RuleViolation for one that is whole."""
    _, _, meant = damaged_of(yard.realm, yard.id, text)
    price = repair_price(meant)
    why = _against(yard.realm, price, counts=False)
    lines = (
        claim_words.costs(price, yard.realm.kingdom.treasury),
        words.NO_LIMIT,
        *_changes(yard, repaired(yard.realm, yard.id, meant)),
        *_end(yard, why),
    )
    title = words.repair_title(meant.type.value, yard.where(meant.place), yard.name)
    label = words.repair_button(meant.type.value, price)
    button = Button(label, REPAIR, (yard.id, str(meant.number), str(price)), is_main=True)
    return _card(yard, title, lines, button, why, meant)


def _card(yard: Yard, title: str, lines: tuple[str, ...], button: Button, why: str, meant: Building) -> Card:
    may = is_now(yard.realm.kingdom) and not why and is_for(yard.seen, Task.SETTLEMENTS)
    buttons = (button,) if may else ()
    return Card(title, lines, tone=Tone.ASKS, buttons=buttons, picture=_picture(yard, meant))


def _picture(yard: Yard, meant: Building) -> Picture:
    return pictured(Plan(yard.town, (meant.place.district,), yard.realm.month))


def _against(realm: Realm, price: int, *, counts: bool) -> str:
    """What the month or the Treasury says against it."""
    try:
        if counts:
            require_left(realm, Limit.BUILDINGS)
        require_points(realm, price)
    except RuleViolation as violation:
        return str(violation)
    return ""


def _changes(yard: Yard, after: Realm) -> Iterator[str]:
    yield from effects(yard.realm, after)
    yield from town_changes(yard.town, after.towns[yard.id], yard.realm)


def _losses(yard: Yard, meant: Demolition) -> Iterator[str]:
    if meant.also:
        yield words.goes_too(named(yard.standing(each) for each in meant.also))
    if meant.alone:
        yield words.relied_on(named(yard.standing(each) for each in meant.alone))
    if meant.wares:
        yield words.items_lost(meant.wares)
    if unused := discounts_left(meant.building, yard.realm.rulings):
        yield words.discounts_lost([each.value for each in unused])


def _rebuilt(meant: Building) -> Iterator[str]:
    if meant.place.lots:
        yield words.rebuilt_for(meant.type.value, halved(row_of(meant.type).cost))


def _end(yard: Yard, why: str) -> Iterator[str]:
    yield from timing(yard.realm.kingdom)
    if why and is_now(yard.realm.kingdom):
        yield building_words.not_now(why)
    yield from whose(yard.seen, Task.SETTLEMENTS)


def named(names: Iterable[str]) -> list[str]:
    """As many of them as a line has room for."""
    return words.more(list(names), MOST_NAMED)

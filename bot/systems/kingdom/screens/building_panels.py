"""What can be had in a settlement: the limit, the BP in hand, the discounts left, and a list to pick from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.errors import RuleViolation
from bot.systems.kingdom.rules.builders import is_founding_time
from bot.systems.kingdom.rules.building_book import row_of
from bot.systems.kingdom.rules.calendar import is_open
from bot.systems.kingdom.rules.limits import left
from bot.systems.kingdom.rules.offers import Offer, discounts_in_hand, offers
from bot.systems.kingdom.rules.prices import require_points
from bot.systems.kingdom.rules.raising import unrest_of
from bot.systems.kingdom.rules.realm import Realm, require_standing
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.terms import BuildingType, Limit, Step, Task
from bot.systems.kingdom.rules.worth import size_of
from bot.systems.kingdom.screens.building_yard import Yard
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.plan_lists import back
from bot.systems.kingdom.screens.previews import is_for, whose
from bot.systems.kingdom.words import building_screens as words
from bot.systems.kingdom.words import limits as limit_words
from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.systems.kingdom.words.names import SETTLEMENT_SIZES
from bot.ui.card import MOST_PICKS, Button, Card, Pick, Select, Tone

OPEN, TOWN, PANEL, PICK = "build_open", "build_town", "build_panel", "build_pick"


# -- which settlement ---------------------------------------------------------------------------------


def towns(seen: Seen) -> Card:
    """The kingdom's settlements to choose from. Raises RuleViolation where it has none."""
    require_standing(seen.realm.kingdom)
    found = list(seen.realm.towns.items())
    if not found:
        raise RuleViolation(words.NO_SETTLEMENT)
    picks = tuple(
        Pick(id_, town.name, SETTLEMENT_SIZES[size_of(town, seen.realm.rulings)])
        for id_, town in found[:MOST_PICKS]
    )
    more = (words.more_towns(len(found) - MOST_PICKS),) if len(found) > MOST_PICKS else ()
    select = Select(words.PICK_TOWN, TOWN, picks, (seen.id,))
    return Card(words.WHERE_TITLE, (*limits(seen.realm), *more), tone=Tone.QUIET, selects=(select,))


# -- the panel ----------------------------------------------------------------------------------------


def panel(yard: Yard, page: int = 0) -> Card:
    """All that can be had in a settlement now, the cheapest first, to pick from."""
    realm, found = yard.realm, offers(yard.realm, yard.town)
    can = [each for each in found if each.place is not None]
    pages = max(1, -(-len(can) // MOST_PICKS))
    page = min(page, pages - 1)
    shown = can[page * MOST_PICKS : (page + 1) * MOST_PICKS]
    lines = (
        words.in_hand(realm.kingdom.treasury),
        *limits(realm),
        *_reductions(yard),
        *timing(realm.kingdom),
        "",
        words.possible(len(can), len(found)) if can else words.NOTHING,
        *([words.pages(page + 1, pages)] if pages > 1 else []),
        *whose(yard.seen, Task.SETTLEMENTS),
    )
    picks = tuple(_pick(yard, each) for each in shown)
    selects = (Select(words.PICK_BUILDING, PICK, picks, (yard.id,)),) if picks else ()
    title = words.panel_title(yard.name)
    buttons = (*_pagers(yard, page, pages), *_plan(yard))
    return Card(title, lines, tone=Tone.QUIET, selects=selects, buttons=buttons)


def _plan(yard: Yard) -> tuple[Button, ...]:
    """The way to what was drawn up, for those who may read it."""
    return (back(yard.id),) if yard.town.plans and is_for(yard.seen, Task.SETTLEMENTS) else ()


def _pagers(yard: Yard, page: int, pages: int) -> tuple[Button, ...]:
    earlier = Button(words.FEWER, PANEL, (yard.id, str(page - 1)))
    later = Button(words.MORE, PANEL, (yard.id, str(page + 1)))
    return (*((earlier,) if page else ()), *((later,) if page < pages - 1 else ()))


def _pick(yard: Yard, found: Offer) -> Pick:
    meaning = gives(found.building, yard)
    if not affords(yard.realm, found.price or 0):
        meaning = words.too_dear(meaning)
    return Pick(found.building.value, offer_line(found), meaning)


def limits(realm: Realm) -> Iterator[str]:
    """What the month still allows, and whether its free House is to be had (R091)."""
    yield limit_words.left(Limit.BUILDINGS.value, left(realm, Limit.BUILDINGS))
    yield words.HOUSE_USED if realm.kingdom.month.has_housed else words.HOUSE_LEFT


def timing(kingdom: Kingdom) -> Iterator[str]:
    """When it can be built, where that is not just now."""
    if is_founding_time(kingdom):
        yield words.FOUNDING
    elif not is_now(kingdom):
        yield words.NOT_NOW


def is_now(kingdom: Kingdom) -> bool:
    """Whether buildings can be built now."""
    return is_founding_time(kingdom) or is_open(kingdom, Step.SETTLEMENTS)


def affords(realm: Realm, price: int) -> bool:
    """Whether the Treasury has it, or may fall so low."""
    try:
        require_points(realm, price)
    except RuleViolation:
        return False
    return True


# -- what makes things cheaper ------------------------------------------------------------------------

MOST_LISTED = 10


def _reductions(yard: Yard) -> Iterator[str]:
    found = Counter(discounts_in_hand(yard.realm, yard.town))
    halved = [(what.value, by.value, count) for (what, by), count in found.items()]
    if halved:
        yield _shortened(words.discounts(halved[: words.MOST_DISCOUNTS]), halved, words.MOST_DISCOUNTS)
    given = [words.gift(each.gift.value, _type(each.type), each.points) for each in yard.town.grants]
    if given:
        yield _shortened(words.gifts(given[:MOST_LISTED]), given, MOST_LISTED)
    remains = [words.at(each.type.value, yard.where(each.place)) for each in yard.town.remains]
    if remains:
        yield _shortened(words.sites(remains[:MOST_LISTED]), remains, MOST_LISTED)


def _shortened(line: str, every: Sequence[object], most: int) -> str:
    return line + (words.and_more(len(every) - most) if len(every) > most else "")


def _type(building: BuildingType | None) -> str:
    return building.value if building is not None else ""


# -- one of them in a line ----------------------------------------------------------------------------


def offer_line(found: Offer) -> str:
    """A building with its price and why it is less, or why it can't be had."""
    if found.bill is None:
        return words.refusal(found.building.value, found.why)
    cut = found.bill.cut.value if found.bill.cut is not None else ""
    why = words.short_reason(cut, found.by.value if found.by is not None else "")
    return words.offer(found.building.value, found.bill.price, why)


def suggestion(found: Offer) -> tuple[str, str]:
    """The same for an autocomplete."""
    return offer_line(found), BUILDINGS[found.building.value]


def gives(building: BuildingType, yard: Yard | None = None) -> str:
    """All that a building is good for, in a line; a further wall there without its Unrest (R099)."""
    row = row_of(building)
    calmed = yard is not None and not unrest_of(yard.realm, yard.town, building)
    numbers = {
        "economy": row.economy,
        "loyalty": row.loyalty,
        "stability": row.stability,
        "unrest": 0 if calmed else row.unrest,
        "defense": row.defense,
        "value": row.value,
        "fame": row.fame,
    }
    modifiers = {each.value: amount for each, amount in row.modifiers.items()}
    return words.gives(numbers, modifiers, sum(each.count for each in row.slots))

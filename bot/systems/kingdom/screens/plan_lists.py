"""The plan of a settlement as its leaders see it: in order, with prices, and what no longer fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.bills import Cut
from bot.systems.kingdom.rules.builders import is_founding_time
from bot.systems.kingdom.rules.building_book import row_of
from bot.systems.kingdom.rules.building_places import place_text
from bot.systems.kingdom.rules.calendar import is_open
from bot.systems.kingdom.rules.drawing_up import Drawn, a_month, drawn_up
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.terms import Step
from bot.systems.kingdom.rules.town import Building, Place, Town
from bot.systems.kingdom.rules.town_maps import MOST
from bot.systems.kingdom.rules.town_plans import Sketch, Way, next_to_build
from bot.systems.kingdom.screens.building_yard import where
from bot.systems.kingdom.screens.district_places import pages as lettered_pages
from bot.systems.kingdom.screens.district_plan import Plan, pictured
from bot.systems.kingdom.words import town_plans as words
from bot.systems.kingdom.words.building_screens import short_reason
from bot.ui.card import Button, Card, Pick, Picture, Select, Tone
from bot.ui.text import safe

PLAN_ADD: Final = "plan_add"
PAGE, CHOOSE, DROP, MOVE, BUILD = "plan_page", "plan_pick", "plan_drop", "plan_move", "plan_build"
PLACES, PLACE = "plan_places", "plan_place"
# So many entries on a page: short enough for a phone.
ON_A_PAGE: Final = 12
# What stands in a control for no upgrade.
NO_UPGRADE: Final = "0"


@dataclass(frozen=True, slots=True)
class Drafts:
    """A settlement's plan to be shown: to whom who may change it, and which entry is chosen."""

    realm: Realm
    id: RecordId
    may_change: bool
    page: int = 0
    chosen: int | None = None
    # What was just done, told above the list.
    news: str = ""

    @property
    def town(self) -> Town:
        """The settlement as it stands."""
        return self.realm.towns[self.id]


def plan_card(drafts: Drafts) -> Card:
    """The plan in its order, a page of it, and the whole planned settlement as a picture."""
    after, drawn = drawn_up(drafts.realm, drafts.id)
    page = _page_of(drafts, len(drawn))
    shown = list(enumerate(drawn, 1))[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    lines = (
        *([drafts.news, ""] if drafts.news else []),
        *_summary(drafts, drawn),
        *([words.page(shown[0][0], shown[-1][0], len(drawn))] if len(drawn) > ON_A_PAGE else []),
        *([""] if drawn else []),
        *(line for place, each in shown for line in _entry(drafts, place, each)),
    )
    return Card(
        words.title(safe(drafts.town.name, 60)),
        lines,
        tone=Tone.QUIET,
        buttons=(*_deeds(drafts, drawn), *_pagers(drafts, page, len(drawn))),
        selects=_list(drafts, page, shown),
        picture=_picture(drafts, after),
        note=words.SHARED,
    )


def _page_of(drafts: Drafts, count: int) -> int:
    """The page of the chosen entry, else the one asked for, as far as there are so many."""
    numbers = [each.number for each in drafts.town.plans]
    if drafts.chosen in numbers:
        return numbers.index(drafts.chosen) // ON_A_PAGE
    return min(drafts.page, max(0, count - 1) // ON_A_PAGE)


def _summary(drafts: Drafts, drawn: Sequence[Drawn]) -> Iterator[str]:
    realm = drafts.realm
    if not drawn:
        yield words.EMPTY
        yield words.HOW_TO_ADD
        return
    fitting = [each for each in drawn if each.fits]
    total = sum(each.bill.price for each in fitting)
    yield words.totals(len(drawn), total, realm.kingdom.treasury)
    if fitting:
        yield words.months(max(each.months for each in fitting), a_month(realm), realm.size)
    if not is_building_time(realm):
        yield words.NOT_NOW


def is_building_time(realm: Realm) -> bool:
    """Whether something of it can be built now."""
    return is_founding_time(realm.kingdom) or is_open(realm.kingdom, Step.SETTLEMENTS)


# -- its entries --------------------------------------------------------------------------------------


def _where(drafts: Drafts, place: Place) -> str:
    return where(place, is_named=drafts.town.districts > 1)


def _entry(drafts: Drafts, place: int, drawn: Drawn) -> Iterator[str]:
    planned = drawn.planned
    is_chosen = planned.number == drafts.chosen
    spot, name = _where(drafts, planned.place), planned.type.value
    if not drawn.fits:
        yield words.misfit(place, name, spot, is_chosen=is_chosen)
        yield words.no_longer_fits(drawn.why)
        return
    cost = words.price(drawn.bill.price, _why_less(drawn), is_free=drawn.is_free)
    if drawn.over is not None:
        yield words.upgraded(place, drawn.over.type.value, name, spot, cost, is_chosen=is_chosen)
    else:
        yield words.entry(place, name, spot, cost, is_chosen=is_chosen)


def _why_less(drawn: Drawn) -> str:
    cut = drawn.bill.cut
    if cut is Cut.DISCOUNT:
        return words.HALF
    return short_reason(cut.value, "") if cut is not None else ""


def _list(drafts: Drafts, page: int, shown: Sequence[tuple[int, Drawn]]) -> tuple[Select, ...]:
    if not shown or not drafts.may_change:
        return ()
    picks = tuple(
        Pick(
            str(each.planned.number),
            words.pick_label(place, each.planned.type.value, _where(drafts, each.planned.place)),
            each.why,
            is_chosen=each.planned.number == drafts.chosen,
        )
        for place, each in shown
    )
    return (Select(words.PICK, CHOOSE, picks, (drafts.id, str(page))),)


# -- what can be done ---------------------------------------------------------------------------------


def _deeds(drafts: Drafts, drawn: Sequence[Drawn]) -> Iterator[Button]:
    """Build the first that fits; or, where one is chosen, move or remove that one."""
    first = next_to_build(drawn)
    if first is not None:
        label = words.build_next(first.planned.type.value, is_upgrade=first.over is not None)
        yield Button(label, BUILD, (drafts.id, str(first.planned.number)), is_main=True)
    if not drafts.may_change or not drawn:
        return
    order = [each.planned.number for each in drawn]
    if drafts.chosen in order:
        number = str(drafts.chosen)
        if drafts.chosen != order[0]:
            yield Button(words.EARLIER, MOVE, (drafts.id, number, Way.UP.value))
        if drafts.chosen != order[-1]:
            yield Button(words.LATER, MOVE, (drafts.id, number, Way.DOWN.value))
        yield Button(words.REMOVE, DROP, (drafts.id, number))
    else:
        yield Button(words.remove_all(len(drawn)), DROP, (drafts.id, "all"))


def _pagers(drafts: Drafts, page: int, count: int) -> Iterator[Button]:
    if page:
        yield Button(words.PREVIOUS, PAGE, (drafts.id, str(page - 1)))
    if (page + 1) * ON_A_PAGE < count:
        yield Button(words.MORE, PAGE, (drafts.id, str(page + 1)))


def back(id_: RecordId) -> Button:
    """The way to the plan."""
    return Button(words.BACK, PAGE, (id_, "0"))


# -- the planned settlement ---------------------------------------------------------------------------


def _picture(drafts: Drafts, after: Realm) -> Picture | None:
    """The planned settlement: the districts that something is planned in, four at most."""
    fitting = {each.place.district for each in drafts.town.plans}
    known = sorted(each for each in fitting if each <= drafts.town.districts)[:MOST]
    if not known:
        return None
    town = after.towns[drafts.id]
    return pictured(Plan(town, tuple(known), drafts.realm.month, planned=_new(drafts.town, town)))


def _new(town: Town, planned: Town) -> frozenset[int]:
    """What a planned settlement has that it has not yet: new buildings and upgraded ones."""
    there = {(each.number, each.type) for each in town.buildings}
    return frozenset(each.number for each in planned.buildings if (each.number, each.type) not in there)


# -- where to plan a building -------------------------------------------------------------------------


def places_card(meant: Sketch, found: Sequence[Place], page: int) -> Card:
    """The places of a building in the settlement as it is planned, lettered, to pick from."""
    every = lettered_pages(found)
    page = min(page, len(every) - 1)
    shown, town = every[page], meant.ground.town
    is_named = town.districts > 1
    lines = (
        words.places(len(found), row_of(meant.building).cost),
        "",
        *(words.lettered(letter, where(place, is_named=is_named)) for letter, place in shown),
    )
    picks = tuple(
        Pick(place_text(place), words.place_label(letter, where(place, is_named=is_named)))
        for letter, place in shown
    )
    args = (meant.settlement, meant.building.value, over_text(meant.over))
    new = _new(meant.town, town)
    picture = pictured(Plan(town, (shown[0][1].district,), letters=shown, planned=new))
    return Card(
        words.places_title(meant.building.value, safe(town.name, 60)),
        lines,
        tone=Tone.QUIET,
        selects=(Select(words.PICK_PLACE, PLACE, picks, args),),
        buttons=(*_place_pagers(args, page, len(every)), back(meant.settlement)),
        picture=picture,
    )


def over_text(over: Building | None) -> str:
    """What stands in a control for the building that would be upgraded."""
    return str(over.number) if over is not None else NO_UPGRADE


def _place_pagers(args: tuple[str, ...], page: int, count: int) -> Iterator[Button]:
    if page:
        yield Button(words.FEWER_PLACES, PLACES, (*args, str(page - 1)))
    if page < count - 1:
        yield Button(words.MORE_PLACES, PLACES, (*args, str(page + 1)))

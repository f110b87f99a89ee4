"""The settlement that is built in, as the asker sees it with its kingdom; and how its places are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.card import Button, Card, Pick, Picture, Select, Tone
from bot.engine.pages import Turns, page_of
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import Safe, T, refused
from bot.engine.words import signed
from bot.errors import Stale
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import Attribute, BuildingType, Gift, Limit, Modifier, Step, Task
from bot.systems.kingdom.events.book import event_name
from bot.systems.kingdom.finding import RealmView, is_for, marked, realm_seen, whose
from bot.systems.kingdom.land.maps import MOST
from bot.systems.kingdom.realm import KINGDOM, Realm, left, left_line, require_standing, settlement_of
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import is_founding_time, is_open
from bot.systems.kingdom.towns.bills import Offer, counts_now, discounts_in_hand, offers, unrest_of
from bot.systems.kingdom.towns.book import lot_name, row_of
from bot.systems.kingdom.towns.building import (
    ALL,
    Drawn,
    Sketch,
    Way,
    a_month,
    drawn_up,
    next_month_allows,
    next_to_build,
    of_this_month,
)
from bot.systems.kingdom.towns.choices import offer_line
from bot.systems.kingdom.towns.good_places import GoodPlace
from bot.systems.kingdom.towns.pictures import Plan, lettered, pictured
from bot.systems.kingdom.towns.pictures import pages as lettered_pages
from bot.systems.kingdom.towns.state import (
    Building,
    Grant,
    Place,
    Planned,
    Town,
    place_of,
    place_text,
    size_of,
    standing_at,
    where,
)
from bot.ui.dispatcher import Dispatcher, Interaction
from bot.ui.errors import damaged_button
from bot.ui.text import safe

# The controls by which a place is chosen.
PLACES, PLACE, SITES, SITE = "build_places", "build_place", "build_sites", "build_site"


@dataclass(frozen=True, slots=True)
class Yard:
    """A settlement and the kingdom that it belongs to."""

    seen: RealmView
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
        return standing_at(building.type, building.place, is_named=self.town.districts > 1)


async def yard(
    dispatcher: Dispatcher, interaction: Interaction, settlement: str, kingdom: str | None
) -> Yard:
    """The settlement that a command names, or the only one. Raises RuleViolation for none of that name."""
    seen = await finding.seen(dispatcher, interaction, kingdom, settlement=settlement)
    require_standing(seen.realm.kingdom)
    if not settlement and len(seen.realm.towns) == 1:
        return Yard(seen, *next(iter(seen.realm.towns.items())))
    return Yard(seen, *settlement_of(seen.realm, settlement))


async def yard_of(dispatcher: Dispatcher, interaction: Interaction, settlement: str) -> Yard:
    """The settlement whose id stands in a control. Raises Stale where no kingdom has it now."""
    id_ = RecordId(settlement)
    view = await dispatcher.look(interaction, Scope(wants=(Want(KINGDOM.name, linking=id_),), links=True))
    for record in view.all(KINGDOM.name):
        realm = realm_seen(record, view.records, view.campaign.settings)
        if id_ in realm.towns:
            require_standing(realm.kingdom)
            return Yard(RealmView(record, realm, view), id_, realm.towns[id_])
    raise refused("building.no_kingdoms", "That settlement doesn't belong to a kingdom now.", Stale)


# -- what controls hold -------------------------------------------------------------------------------


def type_in(text: str) -> BuildingType:
    """The building in a control. Raises Stale where there is none of that name."""
    if text not in set(BuildingType):
        raise damaged_button()
    return BuildingType(text)


def place_in(text: str) -> Place:
    """The place in a control; nothing but what `place_text` wrote. Raises RuleViolation or Stale."""
    place = place_of(text)
    if place_text(place) != text:
        raise damaged_button()
    return place


def building_in(town: Town, number: int) -> Building | None:
    """The building whose number a control holds, None for 0. Raises Stale where it stands no more."""
    if number == 0:
        return None
    found = town.building(number)
    if found is None:
        raise refused("building.moved", "That building is gone. Look again.", Stale)
    return found


def over_text(over: Building | None) -> str:
    """What stands in a control for the building that is upgraded."""
    return str(over.number) if over is not None else "0"


# -- The drafts of a settlement as its leaders see them: in order, with prices, and what no longer fits ----


PLAN_ADD: Final = "plan_add"
PAGE, CHOOSE, DROP, MOVE, BUILD = "plan_page", "plan_pick", "plan_drop", "plan_move", "plan_build"
PLAN_LISTS_PLACES, PLAN_LISTS_PLACE = "plan_places", "plan_place"
# So many entries on a page: short enough for a phone.
ON_A_PAGE: Final = 12


@dataclass(frozen=True, slots=True)
class Drafts:
    """A settlement's drafts to be shown: to whom who may change them, and which one is chosen."""

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
    """The drafts in their order, a page of them, and the whole settlement with them built as a picture."""
    after, drawn = drawn_up(drafts.realm, drafts.id)
    turns, rows = Turns(PAGE, (drafts.id,)), list(enumerate(drawn, 1))
    current = page_of(rows, turns, _page_of(drafts), most=ON_A_PAGE)
    lines = (
        *([drafts.news, ""] if drafts.news else []),
        *_summary(drafts, drawn),
        *([] if current.is_all else [current.span]),
        *([""] if drawn else []),
        *(line for place, each in current.rows for line in _entry(drafts, place, each)),
    )
    return Card(
        T("Drafts for {town:60}")(town=drafts.town.name),
        lines,
        tone=Tone.QUIET,
        buttons=(*_deeds(drafts, drawn), *current.buttons),
        selects=_list(drafts, current.number, current.rows),
        picture=_picture(drafts, after),
        note=T("Only the kingdom's leaders and game masters see these drafts. Nothing is paid yet.")(),
    )


def _page_of(drafts: Drafts) -> int:
    """The page of the chosen entry, else the one asked for."""
    numbers = [each.number for each in drafts.town.plans]
    return numbers.index(drafts.chosen) // ON_A_PAGE if drafts.chosen in numbers else drafts.page


def _summary(drafts: Drafts, drawn: Sequence[Drawn]) -> Iterator[str]:
    realm = drafts.realm
    if not drawn:
        yield T("There are no drafts yet.")()
        yield T("Name a building in `/build drafts`, or press **Add to the drafts** in `/build plan`.")()
        return
    fitting = [each for each in drawn if each.fits]
    total = sum(each.bill.price for each in fitting)
    yield T("{count} {count:building|buildings} · **{total} BP** · Treasury {treasury}")(
        count=len(drawn), total=total, treasury=realm.kingdom.treasury
    )
    if fitting:
        yield _months(max(each.months for each in fitting), a_month(realm), realm.size)
    if not is_now(realm.kingdom):
        yield T("The Settlements step of the Edict phase isn't open now.")()


def _months(count: int, limit: int | None, size: int) -> Safe:
    """How long it takes, as far as the limit of buildings goes."""
    if limit is None:
        return T("At Size {size} you can build any number of buildings a month.")(size=size)
    return T(
        "Takes {count:1 month|at least {count} months}: {limit} {limit:building|buildings} a month at Size "
        "{size}, plus a House or the like."
    )(count=count, limit=limit, size=size)


# -- its entries --------------------------------------------------------------------------------------


def _at(drafts: Drafts, planned: Planned) -> Safe:
    return standing_at(planned.type, planned.place, is_named=drafts.town.districts > 1)


def _entry(drafts: Drafts, place: int, drawn: Drawn) -> Iterator[str]:
    planned, at = drawn.planned, _at(drafts, drawn.planned)
    number = f"{'▸ ' if planned.number == drafts.chosen else ''}**{place}.**"
    if not drawn.fits:
        yield f"{number} ~~{at}~~"
        yield T("-# no longer fits: {why}")(why=Safe(drawn.why))
        return
    if drawn.over is not None:
        at = T("{old} → {at}")(old=drawn.over.type, at=at)
    cut = drawn.bill.cut
    cost = T("{price} BP")(price=drawn.bill.price)
    if cut is not None:
        cost = T("{cost} ({why})")(cost=cost, why=cut)
    yield " · ".join((f"{number} {at}", cost, *([T("outside the limit")()] if drawn.is_free else [])))


def _list(drafts: Drafts, page: int, rows: Sequence[tuple[int, Drawn]]) -> tuple[Select, ...]:
    if not rows or not drafts.may_change:
        return ()
    picks = tuple(
        Pick(
            str(each.planned.number),
            f"{place}. {_at(drafts, each.planned)}",
            each.why,
            is_chosen=each.planned.number == drafts.chosen,
        )
        for place, each in rows
    )
    return (Select(T("One of them…").plain(), CHOOSE, picks, (drafts.id, str(page))),)


# -- what can be done ---------------------------------------------------------------------------------


def _deeds(drafts: Drafts, drawn: Sequence[Drawn]) -> Iterator[Button]:
    """Build the first that fits; or, where one is chosen, move or remove that one."""
    first = next_to_build(drawn)
    if first is not None:
        label = T("Next: upgrade to {building}…") if first.over is not None else T("Next: build {building}…")
        args = (drafts.id, str(first.planned.number))
        yield Button(label.plain(building=first.planned.type), BUILD, args, is_main=True)
    if (count := len(of_this_month(drawn))) > 1:
        label = T("All {count} for this month…")
        yield Button(label.plain(count=count), BUILD, (drafts.id, ALL))
    if not drafts.may_change or not drawn:
        return
    order = [each.planned.number for each in drawn]
    if drafts.chosen in order:
        number = str(drafts.chosen)
        if drafts.chosen != order[0]:
            yield Button(T("Earlier").plain(), MOVE, (drafts.id, number, Way.UP.value))
        if drafts.chosen != order[-1]:
            yield Button(T("Later").plain(), MOVE, (drafts.id, number, Way.DOWN.value))
        yield Button(T("Remove").plain(), DROP, (drafts.id, number))
    else:
        label = T("{count:Remove it all|Remove all {count}}")
        yield Button(label.plain(count=len(drawn)), DROP, (drafts.id, ALL))


def back(id_: RecordId) -> Button:
    """The way to the drafts."""
    return Button(T("The drafts").plain(), PAGE, (id_, "0"))


# -- the planned settlement ---------------------------------------------------------------------------


def _picture(drafts: Drafts, after: Realm) -> Picture | None:
    """The planned settlement: the districts that something is planned in, four at most."""
    fitting = {each.place.district for each in drafts.town.plans}
    known = sorted(each for each in fitting if each <= drafts.town.districts)[:MOST]
    if not known:
        return None
    town = after.towns[drafts.id]
    return pictured(Plan(town, tuple(known), drafts.realm.month, planned=new_buildings(drafts.town, town)))


def new_buildings(town: Town, planned: Town) -> frozenset[int]:
    """What a planned settlement has that it has not yet: new buildings and upgraded ones."""
    there = {(each.number, each.type) for each in town.buildings}
    return frozenset(each.number for each in planned.buildings if (each.number, each.type) not in there)


# -- where to plan a building -------------------------------------------------------------------------


def places_card(draft: Sketch, found: Sequence[Place], page: int, good: Sequence[GoodPlace] = ()) -> Card:
    """The places of a building in the settlement as it is planned, lettered; only the good ones if given."""
    args = (draft.settlement, draft.building.value, over_text(draft.over))
    # A page of them is a district with its picture.
    turned = page_of(lettered_pages(found), Turns(PLAN_LISTS_PLACES, args), page, most=1)
    letters = lettered(each.place for each in good) if good else turned.rows[0]
    why, town = {each.place: each.why for each in good}, draft.ground.town
    at = {place: where(place, is_named=town.districts > 1) for _, place in letters}
    count = T("{count} {count:place|places}, with the drafts built · list price {price} BP")
    lines = (
        count(count=len(found), price=row_of(draft.building).cost),
        "",
        *(f"**{letter}** " + " · ".join(filter(None, (at[each], why.get(each)))) for letter, each in letters),
    )
    picks = tuple(
        Pick(place_text(each), f"{letter} · {at[each]}", why.get(each, "")) for letter, each in letters
    )
    elsewhere = (Button(T("Elsewhere…").plain(), PLAN_LISTS_PLACES, (*args, "0")),)
    new = new_buildings(draft.town, town)
    picture = pictured(Plan(town, (letters[0][1].district,), letters=letters, planned=new))
    return Card(
        T("Draft {a_building} in {town:60}: where?")(a_building=draft.building.one, town=town.name),
        lines,
        tone=Tone.QUIET,
        selects=(Select(T("Where…").plain(), PLAN_LISTS_PLACE, picks, args),),
        buttons=(*(elsewhere if good else turned.buttons), back(draft.settlement)),
        picture=picture,
    )


TOWN, TOWNS, PANEL, PICK = "build_town", "build_towns", "build_panel", "build_pick"


# -- which settlement ---------------------------------------------------------------------------------


def towns(view: RealmView, building: Sequence[str] = (), page: int = 0) -> Card:
    """The kingdom's settlements to choose from, for what was named to be built. Raises RuleViolation."""
    require_standing(view.realm.kingdom)
    found = list(view.realm.towns.items())
    if not found:
        raise refused(
            "building.no_settlement",
            "The kingdom has no settlement yet. Found one first with `/settlement found`.",
        )
    current = page_of(found, Turns(TOWNS, (view.id, *building)), page)
    picks = tuple(Pick(id_, town.name, size_of(town, view.realm.rulings).label) for id_, town in current.rows)
    select = Select(T("Which settlement…").plain(), TOWN, picks, (view.id, *building))
    lines = tuple(limits(view.realm))
    title = T("Build in which settlement?")()
    return Card(title, lines, tone=Tone.QUIET, selects=(select,), buttons=current.buttons, note=current.span)


# -- the panel ----------------------------------------------------------------------------------------


def panel(yard: Yard, page: int = 0) -> Card:
    """All that can be had in a settlement now, the cheapest first, to pick from."""
    realm, found = yard.realm, offers(yard.realm, yard.town)
    can = [each for each in found if each.place is not None]
    current = page_of(can, Turns(PANEL, (yard.id,)), page)
    lines = (
        in_hand(realm),
        *limits(realm),
        *_reductions(yard),
        *timing(realm.kingdom),
        "",
        *closed_lines(yard.town),
        _possible(len(can), len(found)),
        *([] if current.is_all else [T("{span}, cheapest first.")(span=current.span)]),
        *whose(yard.seen, Task.SETTLEMENTS),
    )
    picks = tuple(_pick(yard, each) for each in current.rows)
    selects = (Select(T("What to build…").plain(), PICK, picks, (yard.id,)),) if picks else ()
    title = T("Build in {town:60}")(town=yard.town.name)
    # The way to what was drawn up, for those who may read it.
    has_plan = yard.town.plans and is_for(yard.seen, Task.SETTLEMENTS)
    buttons = (*current.buttons, *([back(yard.id)] if has_plan else []))
    return Card(title, lines, tone=Tone.QUIET, selects=selects, buttons=buttons)


def closed_lines(town: Town) -> Iterator[Safe]:
    """Where an event keeps anything from being built."""
    for each in town.closed:
        event = event_name(each.event)
        if each.lot is None:
            yield T("**{event}**: nothing can be built here while it lasts.")(event=event)
        else:
            says = T("**{event}** on lot {lot}, district {district}: nothing can be built there.")
            yield says(event=event, lot=lot_name(each.lot), district=each.district)


def _possible(count: int, every: int) -> Safe:
    if not count:
        return T("Nothing can be built here now.")()
    return T(
        "{count} of {every} buildings {count:fits|fit} here. `/build plan` with a name says why one doesn't."
    )(count=count, every=every)


def in_hand(realm: Realm) -> Safe:
    """The Treasury."""
    return T("Treasury: {points} BP")(points=realm.kingdom.treasury)


def _pick(yard: Yard, found: Offer) -> Pick:
    pick = Pick(found.building.value, offer_line(found), gives(found.building, yard))
    return marked(pick, yard.realm, found.price)


def limits(realm: Realm) -> Iterator[str]:
    """What the month still allows, or else the next one; and whether its free House is to be had (R091)."""
    is_counted = counts_now(realm.kingdom)
    if is_counted:
        yield left_line(Limit.BUILDINGS, left(realm, Limit.BUILDINGS))
    else:
        count = next_month_allows(realm)
        yield T("Buildings in the next Edict phase: {count}, at Size {size}")(
            count=T("any number") if count is None else count, size=realm.size
        )
    if is_counted and realm.kingdom.month.has_housed:
        yield T("This month's free House, Mansion, Noble Villa or Tenement: used")()
    else:
        yield T("Outside the limit: one House, Mansion, Noble Villa or Tenement")()


def timing(kingdom: Kingdom) -> Iterator[str]:
    """When it can be built, where that is not just now."""
    if is_founding_time(kingdom):
        yield T("Before the first month: the settlement's first buildings.")()
    elif not is_now(kingdom):
        yield T("This is for planning: the Settlements step of the Edict phase isn't open.")()


def is_now(kingdom: Kingdom) -> bool:
    """Whether buildings can be built now."""
    return is_founding_time(kingdom) or is_open(kingdom, Step.SETTLEMENTS)


# -- what makes things cheaper ------------------------------------------------------------------------

MOST_LISTED, MOST_DISCOUNTS = 10, 12


def _reductions(yard: Yard) -> Iterator[str]:
    found = Counter(discounts_in_hand(yard.realm, yard.town))
    halved = [_discount(what, by, count) for (what, by), count in found.items()]
    if halved:
        yield _shortened(T("**Half price, once each:** {found:,}"), halved, MOST_DISCOUNTS)
    if yard.town.grants:
        given = [_gift(each) for each in yard.town.grants]
        yield _shortened(T("**Found or given:** {found:,}"), given, MOST_LISTED)
    if yard.town.remains:
        is_named = yard.town.districts > 1
        sites = [standing_at(each.type, each.place, is_named=is_named) for each in yard.town.remains]
        yield _shortened(T("**Sites to rebuild:** {found:,}"), sites, MOST_LISTED)


def _discount(what: BuildingType, by: BuildingType, count: int) -> Safe:
    if count > 1:
        return T("{what} ({by} ×{count})")(what=what, by=by, count=count)
    return T("{what} ({by})")(what=what, by=by)


def _gift(given: Grant) -> Safe:
    what = given.type.one if given.type is not None else T("any building")
    match given.gift:
        case Gift.SALVAGE:
            return T("{points} BP off {what}")(points=given.points, what=what)
        case Gift.RUIN:
            return T("half off {what}")(what=what)
        case _:
            return T("{what} for free")(what=what)


def _shortened(line: T, every: Sequence[Safe], most: int) -> Safe:
    text, rest = line(found=every[:most]), len(every) - most
    return T("{told} and {rest} more")(told=text, rest=rest) if rest > 0 else text


# -- one of them in a line ----------------------------------------------------------------------------


def gives(building: BuildingType, yard: Yard | None = None) -> str:
    """All that a building is good for, in a line; a further wall there without its Unrest (R099)."""
    row = row_of(building)
    calmed = yard is not None and not unrest_of(yard.realm, yard.town, building)
    numbers: dict[str, int] = {each: getattr(row, each) for each in (*SHOWN, "value")}
    numbers["unrest"] = 0 if calmed else row.unrest
    return gains(numbers, row.modifiers, sum(each.count for each in row.slots))


SHOWN: Mapping[str, Attribute | T] = {
    **{each.value: each for each in Attribute},
    "defense": T("Defense"),
    "fame": T("Fame"),
}


def gains(numbers: Mapping[str, int], modifiers: Mapping[Modifier, int], slots: int = 0) -> str:
    """All of that in a line; "no numbers" where that is nothing."""
    found: list[str] = [
        T("{label} {amount:+}")(label=label, amount=numbers[each])
        for each, label in SHOWN.items()
        if numbers.get(each)
    ]
    if numbers.get("unrest"):
        found.append(T("Unrest {unrest:+} once")(unrest=numbers["unrest"]))
    if numbers.get("value"):
        found.append(T("{value:,} gp base value")(value=numbers["value"]))
    found += [f"{each.label} {signed(amount)}" for each, amount in modifiers.items()]
    if slots:
        found.append(T("{slots} {slots:magic item|magic items}")(slots=slots))
    return " · ".join(found) or T("no numbers of its own")()


# -- The button under the month's card that opens what can be built, for whoever presses it ----------------

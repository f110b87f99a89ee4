"""The settlement that is built in, as the asker sees it with its kingdom; and how its places are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.finders import Asker
from bot.engine.pages import Turns, page_of
from bot.engine.picking import PICK, Chosen, Picking, held_by
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import Safe, T, refused
from bot.engine.words import signed
from bot.errors import Stale
from bot.systems.kingdom import kingdom_view
from bot.systems.kingdom.book import Attribute, BuildingType, Gift, Limit, Modifier, MonthStep, Task
from bot.systems.kingdom.events.book import event_name
from bot.systems.kingdom.kingdom_view import RealmView, is_for, marked, realm_seen, view_of, whose
from bot.systems.kingdom.realm import KINGDOM, Realm, left, left_line, require_standing
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import is_founding_time, is_open
from bot.systems.kingdom.towns.bills import (
    BuildingOffer,
    counts_now,
    discounts_in_hand,
    meant_type,
    offers,
    unrest_of,
)
from bot.systems.kingdom.towns.book import lot_name, row_of
from bot.systems.kingdom.towns.building import TOWNS, next_month_allows
from bot.systems.kingdom.towns.choices import offer_line, town_of
from bot.systems.kingdom.towns.state import Building, Grant, Place, Town, size_of, standing_at, where
from bot.ui.controls import listing
from bot.ui.dispatcher import Dispatcher, Interaction
from bot.ui.text import safe

# The commands whose lists these are.
PLANNED, DRAFTED = "settlement build", "settlement drafts"


@dataclass(frozen=True, slots=True)
class BuildContext:
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


def yard_of(asker: Asker) -> BuildContext:
    """The settlement that a command names, or the only one. Raises RuleViolation for none of that name."""
    seen = kingdom_view.view_of(asker)
    require_standing(seen.realm.kingdom)
    return BuildContext(seen, *town_of(seen.realm, str(asker.given.get("settlement") or "")))


async def build_context(dispatcher: Dispatcher, interaction: Interaction, settlement: str) -> BuildContext:
    """The settlement whose id stands in a control. Raises Stale where no kingdom has it now."""
    id_ = RecordId(settlement)
    view = await dispatcher.look(interaction, Scope(wants=(Want(KINGDOM.name, linking=id_),), links=True))
    for record in view.all(KINGDOM.name):
        realm = realm_seen(record, view.records, view.campaign.settings)
        if id_ in realm.towns:
            require_standing(realm.kingdom)
            return BuildContext(RealmView(record, realm, view), id_, realm.towns[id_])
    raise refused("building.no_kingdoms", "That settlement doesn't belong to a kingdom now.", Stale)


# -- The drafts of a settlement as its leaders see them: in order, with prices, and what no longer fits ----


DRAFT_ADD: Final = "plan_add"


def back(id_: RecordId) -> Button:
    """The way to the drafts."""
    return Button(T("The drafts").plain(), PICK, (*held_by(DRAFTED, {"settlement": id_}), "0"))


def new_buildings(town: Town, planned: Town) -> frozenset[int]:
    """What a planned settlement has that it has not yet: new buildings and upgraded ones."""
    there = {(each.number, each.type) for each in town.buildings}
    return frozenset(each.number for each in planned.buildings if (each.number, each.type) not in there)


# -- which settlement ---------------------------------------------------------------------------------


def towns(view: RealmView, building: BuildingType | None = None, page: int = 0) -> Card:
    """The kingdom's settlements to choose from, for what was named to be built. Raises RuleViolation."""
    require_standing(view.realm.kingdom)
    found = list(view.realm.towns.items())
    if not found:
        raise refused(
            "building.no_settlement",
            "The kingdom has no settlement yet. Found one first with `/settlement found`.",
        )
    named = {"building": building.value} if building is not None else {}
    args = held_by(PLANNED, {"kingdom": view.id, **named})
    current = page_of(found, Turns(PICK, args), page)
    picks = tuple(Pick(id_, town.name, size_of(town, view.realm.rulings).label) for id_, town in current.rows)
    select = Select(T("Which settlement…").plain(), PICK, picks, args)
    lines = tuple(limits(view.realm))
    title = T("Build in which settlement?")()
    return Card(title, lines, tone=Tone.QUIET, selects=(select,), buttons=current.buttons, note=current.span)


@listing(TOWNS.name)
def _towns(picking: Picking) -> Card | Chosen:
    """The settlements; where there is one only, it is meant."""
    view, named = view_of(picking.asker), picking.held.get("building")
    building = meant_type(named, view.realm.rulings) if named is not None else None
    if len(view.realm.towns) == 1:
        return Chosen({"settlement": next(iter(view.realm.towns))})
    return towns(view, building, picking.page)


# -- the panel ----------------------------------------------------------------------------------------


def panel(yard: BuildContext, page: int = 0) -> Card:
    """All that can be had in a settlement now, the cheapest first, to pick from."""
    realm, found = yard.realm, offers(yard.realm, yard.town)
    can = [each for each in found if each.place is not None]
    args = held_by(PLANNED, {"settlement": yard.id})
    current = page_of(can, Turns(PICK, args), page)
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
    selects = (Select(T("What to build…").plain(), PICK, picks, args),) if picks else ()
    title = T("Build in {town:60}")(town=yard.town.name)
    # The way to what was drawn up, for those who may read it.
    has_plan = yard.town.drafts and is_for(yard.seen, Task.SETTLEMENTS)
    buttons = (*current.buttons, *([back(yard.id)] if has_plan else []))
    return Card(title, lines, tone=Tone.QUIET, selects=selects, buttons=buttons)


def other_buildings(settlement: RecordId) -> Button:
    """The way to all that can be had there."""
    args = held_by(PLANNED, {"settlement": settlement})
    return Button(T("Other buildings").plain(), PICK, (*args, "0"))


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
        "{count} of {every} buildings {count:fits|fit} here. `/settlement build` with a name says why "
        "one doesn't."
    )(count=count, every=every)


def in_hand(realm: Realm) -> Safe:
    """The Treasury."""
    return T("Treasury: {points} BP")(points=realm.kingdom.treasury)


def _pick(yard: BuildContext, found: BuildingOffer) -> Pick:
    pick = Pick(found.building.value, offer_line(found), gives(found.building, yard))
    return marked(pick, yard.realm, found.price)


def limits(realm: Realm) -> Iterator[str]:
    """What the month still allows, or else the next one; and whether its extra home is to be had (R091)."""
    is_counted = counts_now(realm.kingdom)
    if is_counted:
        yield left_line(Limit.BUILDINGS, left(realm, Limit.BUILDINGS))
    else:
        count = next_month_allows(realm)
        yield T("Buildings in the next Edict phase: {count}, at Size {size}")(
            count=T("any number") if count is None else count, size=realm.size
        )
    if is_counted and realm.kingdom.month.has_housed:
        yield T("This month's extra home (House, Mansion, Noble Villa or Tenement): used")()
    else:
        yield T("Outside the limit: one extra home (House, Mansion, Noble Villa or Tenement)")()


def timing(kingdom: Kingdom) -> Iterator[str]:
    """When it can be built, where that is not just now."""
    if is_founding_time(kingdom):
        yield T("Before the first month: the settlement's first buildings.")()
    elif not is_now(kingdom):
        yield T("This is for planning: the Settlements step of the Edict phase isn't open.")()


def is_now(kingdom: Kingdom) -> bool:
    """Whether buildings can be built now."""
    return is_founding_time(kingdom) or is_open(kingdom, MonthStep.SETTLEMENTS)


# -- what makes things cheaper ------------------------------------------------------------------------

MOST_LISTED, MOST_DISCOUNTS = 10, 12


def _reductions(yard: BuildContext) -> Iterator[str]:
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


def gives(building: BuildingType, yard: BuildContext | None = None) -> str:
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

"""`/build advise`: what can be had, and what each would do; sorted, not chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.asking import Asking
from bot.engine.card import Card, Pick, Select, Tone
from bot.engine.declare import look, option
from bot.engine.event import sentence
from bot.engine.pages import Turns, page_of
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import T, refused
from bot.play import Outcome
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import BuildingType, Task
from bot.systems.kingdom.finding import is_for, looker
from bot.systems.kingdom.realm import (
    OnKingdom,
    Realm,
    asked_realm,
    require_standing,
    settlement_of,
    settlements,
)
from bot.systems.kingdom.towns import choices, panel_cards
from bot.systems.kingdom.towns.bills import AdviceOffer, Cut, Sorting, advice, upgrades_of, why_less
from bot.systems.kingdom.towns.building import (
    ALL,
    NOTHING_TO_UPGRADE,
    BuildBuilding,
    BuildingPlanned,
    DropPlanned,
    MovePlanned,
    PlanBuilding,
    PlannedDropped,
    PlannedMoved,
    Sketch,
    UpgradeBuilding,
    Way,
    drawn_up,
    of_this_month,
    planned_of,
    require_reader,
    sketch,
)
from bot.systems.kingdom.towns.building_commands import to_build
from bot.systems.kingdom.towns.good_places import FEW, good_places
from bot.systems.kingdom.towns.panel_cards import (
    BUILD,
    CHOOSE,
    DROP,
    MOVE,
    PLAN_ADD,
    PLAN_LISTS_PLACE,
    PLAN_LISTS_PLACES,
    Drafts,
    Yard,
    back,
    gains,
    in_hand,
    limits,
    places_card,
    plan_card,
    timing,
)
from bot.systems.kingdom.towns.panel_cards import PAGE as PANELS_PAGE
from bot.systems.kingdom.towns.state import Planned, building_type, place_text, standing_at
from bot.ui.commands import handler
from bot.ui.controls import Do, button, number, select
from bot.ui.dispatcher import Dispatcher, Panel
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply
from bot.ui.text import safe

PAGE, SORT = "advice_page", "advice_sort"
ON_A_PAGE: Final = 12
# What stands in a control for the BP in hand, and for whether it names a kingdom or a settlement.
IN_HAND: Final = ""
KINGDOM, SETTLEMENT = "k", "s"
MOST_POINTS: Final = 999_999


@dataclass(frozen=True, slots=True)
class Asked:
    """What the list is asked for: a kingdom's or one settlement's, for so many BP, sorted, from a page on."""

    realm: Realm
    settlement: RecordId | None = None
    points: int | None = None
    sort: Sorting = Sorting.PRICE
    page: int = 0

    @property
    def args(self) -> tuple[str, ...]:
        """What a control holds of it, but for its page."""
        what = (KINGDOM, self.realm.id) if self.settlement is None else (SETTLEMENT, self.settlement)
        points = IN_HAND if self.points is None else str(self.points)
        return (*what, points)


class Advising(OnKingdom):
    """What the list is asked for."""

    points: int | None = option(
        "For how many BP; what the Treasury holds if left out",
        default=None,
        kw_only=True,
        least=0,
        most=MOST_POINTS,
    )
    settlement: str | None = option(
        "Which settlement; all of the kingdom's if left out",
        default=None,
        kw_only=True,
        suggest=settlements,
    )
    sort: Sorting = option("What to sort by; price if left out", default=Sorting.PRICE, kw_only=True)


@look("build advise", may=Permit.MEMBERS)
def advise(asking: Asking, asked: Advising) -> Card:
    """See what you can afford and what it would do, sorted as you like"""
    realm = asked_realm(asking, asked.kingdom)
    require_standing(realm.kingdom)
    where = settlement_of(realm, asked.settlement)[0] if asked.settlement is not None else None
    return advice_card(Asked(realm, where, asked.points, asked.sort))


# -- the card -----------------------------------------------------------------------------------------


def advice_card(asked: Asked) -> Card:
    """A page of what can be had."""
    realm = asked.realm
    found = advice(realm, asked.points, asked.settlement, asked.sort)
    turns = Turns(PAGE, (*asked.args, asked.sort.value))
    current = page_of(found, turns, asked.page, most=ON_A_PAGE)
    lines = (
        in_hand(realm),
        *([T("What {points} BP can buy")(points=asked.points)] if asked.points is not None else []),
        *limits(realm),
        *timing(realm.kingdom),
        T("Sorted by {sort}: {first} to {last} of {count}")(
            sort=asked.sort, first=current.first, last=current.first + len(current.rows) - 1, count=len(found)
        )
        if found
        else T("You can't build anything for that.")(),
        "",
        *(line for each in current.rows for line in _offer(asked, each)),
    )
    name = realm.towns[asked.settlement].name if asked.settlement is not None else realm.kingdom.name
    title = T("What {name:60} could build")(name=name)
    sortings = tuple(Pick(each.value, each.label, is_chosen=each is asked.sort) for each in Sorting)
    sort = Select(T("Sort by…").plain(), SORT, sortings, asked.args)
    note = T("Anything not listed costs too much or has no place: /build plan says why.")()
    if asked.sort is Sorting.PER_POINT:
        total = T("The total is Economy, Loyalty and Stability, minus any Unrest it adds.")
        note = T("{note} {total}")(note=note, total=total)
    return Card(title, lines, tone=Tone.QUIET, buttons=current.buttons, selects=(sort,), note=note)


def _offer(asked: Asked, found: AdviceOffer) -> Iterator[str]:
    """A building in two lines: what it costs, and in small print what it does."""
    is_one_of_several = asked.settlement is None and len(asked.realm.towns) > 1
    name = found.building.label
    if found.over is not None:
        name = T("{old} → {name}")(old=found.over.type, name=name)
    price = T("{price} BP")(price=found.price)
    if reasons := list(_reasons(asked.realm, found)):
        price = T("{price} ({reasons:,})")(price=price, reasons=reasons)
    yield " · ".join((f"**{name}**", price, *([safe(found.town, 60)] if is_one_of_several else [])))
    gain = found.gain
    numbers = {each: getattr(gain, each) for each in NUMBERS}
    parts = [gains(numbers, gain.modifiers)]
    if gain.consumption:
        parts.append(T("Consumption {consumption:+}")(consumption=gain.consumption))
    if found.slots:
        kinds = [T("{count} {grade}")(count=each.count, grade=each.grade.value) for each in found.slots]
        parts.append(T("magic items: {kinds}")(kinds=kinds))
    if found.opens:
        parts.append(T("halves {opens:,}")(opens=found.opens))
    if asked.sort is Sorting.PER_POINT:
        parts.append(T("{total:.2f} a BP")(total=found.per_point) if found.price else T("free")())
    yield f"-# {' · '.join(parts)}"


NUMBERS: Final[Sequence[str]] = (
    "economy",
    "loyalty",
    "stability",
    "unrest",
    "consumption",
    "defense",
    "value",
)


def _reasons(realm: Realm, found: AdviceOffer) -> Iterator[str]:
    """Why it costs less than the book says, and what else is in the price."""
    cut = found.bill.cut
    if cut is not None:
        source = realm.towns[found.settlement].building(found.bill.by) if cut is Cut.DISCOUNT else None
        yield why_less(cut, source.type if source is not None else None)
    if found.with_watergate:
        yield T("with its Watergate")()


# -- controls -----------------------------------------------------------------------------------------


@button(PAGE, may=Permit.MEMBERS)
async def _turn_advice(
    dispatcher: Dispatcher, reply: Reply, kind: str, id_: str, points: str, sort: Sorting, page: int
) -> Card:
    asked = await _asked(dispatcher, reply, kind, id_, points)
    return advice_card(replace(asked, sort=sort, page=page))


@select(SORT, may=Permit.MEMBERS)
async def _sort_advice(
    dispatcher: Dispatcher, reply: Reply, kind: str, id_: str, points: str, sort: Sorting
) -> Card:
    asked = await _asked(dispatcher, reply, kind, id_, points)
    return advice_card(replace(asked, sort=sort))


async def _asked(dispatcher: Dispatcher, reply: Reply, kind: str, id_: str, points: str) -> Asked:
    """What a control asks for. Raises Stale where it holds something else, RuleViolation for what is gone."""
    if kind not in (KINGDOM, SETTLEMENT):
        raise damaged_button()
    limit = None if points == IN_HAND else number(points)
    if kind == SETTLEMENT:
        yard = await panel_cards.yard_of(dispatcher, reply.interaction, id_)
        return Asked(yard.realm, yard.id, limit)
    seen = await finding.seen(dispatcher, reply.interaction, id_)
    require_standing(seen.realm.kingdom)
    return Asked(seen.realm, None, limit)


# -- The part of `/build` about drafts for settlements: drawn up without spending, built in order ----------


def _anything(asking: Asking) -> list[tuple[str, str]]:
    """Every building."""
    return [(each.label, each.label) for each in BuildingType]


def _outgrown(asking: Asking) -> Iterator[tuple[str, str]]:
    """What stands or is drafted and can become the building named; for its leaders alone."""
    realm = asked_realm(asking)
    require_reader(looker(asking.seen), realm.kingdom)
    id_, _ = choices.town_of(realm, str(asking.given.get("settlement") or ""))
    return upgradable(realm, id_, str(asking.given.get("building") or ""))


class Drafting(OnKingdom):
    """What is drafted, or added to it."""

    settlement: str = option("Which settlement's drafts", suggest=settlements)
    building: str | None = option(
        "What to add to the drafts; leave out to see them", default=None, suggest=_anything
    )
    place: str | None = option("Where, like C4 or C4+D4; leave out to choose from the list", default=None)
    upgrade: str = option(
        "For an upgrade: the lot of the old building, like C4", default="", suggest=_outgrown
    )


@handler("build drafts", may=Permit.MEMBERS)
async def drafts(dispatcher: Dispatcher, reply: Reply, asked: Drafting) -> None:
    """See and change the drafts for a settlement; you don't pay for drafts"""
    yard = await panel_cards.yard(dispatcher, reply.interaction, asked.settlement, asked.kingdom)
    require_reader(looker(yard.seen.campaign_view), yard.realm.kingdom)
    if asked.building is None:
        await reply.private(plan_card(_drafts(yard)))
    elif asked.place is None:
        await reply.private(places(yard.realm, sketch(yard.realm, yard.id, asked.building, asked.upgrade)))
    else:
        action = PlanBuilding(yard.seen.id, yard.id, asked.building, asked.place, asked.upgrade)
        await dispatcher.carry_out(reply, action, quietly=True)


def _drafts(yard: Yard, page: int = 0, chosen: int | None = None) -> Drafts:
    return Drafts(yard.realm, yard.id, is_for(yard.seen, Task.SETTLEMENTS), page, chosen)


def upgradable(realm: Realm, id_: RecordId, building: str) -> Iterator[tuple[str, str]]:
    """What stands or is drafted and can become that building: where it is, and its number."""
    to, town = building_type(building), realm.towns[id_]
    for each in drawn_up(realm, id_)[0].towns[id_].buildings:
        if to in upgrades_of(each.type):
            yield standing_at(each.type, each.place, is_named=town.districts > 1), str(each.number)


def places(realm: Realm, draft: Sketch, page: int | None = None) -> Card:
    """Where a building could be drafted: of many, good places first. Raises RuleViolation for none."""
    found = tuple(draft.ground.legal(draft.building))
    if not found:
        raise refused(
            "plans.nowhere",
            "With the drafts built, there's no place for {a_building}: {why}.",
            a_building=draft.building.one,
            why=draft.ground.nowhere(draft.building),
        )
    is_first = page is None and len(found) > FEW
    good = good_places(realm, draft.ground, draft.building, found) if is_first else ()
    return places_card(draft, found, page or 0, good)


async def _read(dispatcher: Dispatcher, reply: Reply, settlement: str) -> Yard:
    """The settlement of a control, for those who may read its drafts. Raises Stale or NotAllowed."""
    yard = await panel_cards.yard_of(dispatcher, reply.interaction, settlement)
    require_reader(looker(yard.seen.campaign_view), yard.realm.kingdom)
    return yard


def redrawn(yard: Yard, chosen: int | None = None, *, last: bool = False) -> Panel:
    """The drafts as an action left them, in place of the ones whose button was pressed."""

    def panel(outcome: Outcome) -> Card:
        kinds = BuildingPlanned | PlannedDropped | PlannedMoved
        events = [each for each in outcome.private.entry.events if isinstance(each, kinds)]
        news = "\n".join(sentence(each) or "" for each in events)
        record = outcome.private.subject
        if record is None:
            return Card(lines=(news,), buttons=(back(yard.id),))
        # Nothing else of the realm changes with a draft.
        realm = replace(yard.realm, towns={**yard.realm.towns, yard.id: record.state})
        # What was added stands at the end.
        page = len(record.state.plans) if last else 0
        return plan_card(Drafts(realm, yard.id, True, page, chosen, news))

    return panel


# -- controls -----------------------------------------------------------------------------------------


@button(DROP, may=Permit.MEMBERS)
async def _drop(dispatcher: Dispatcher, reply: Reply, settlement: str, planned: str) -> Do:
    """Remove one of its entries, or all."""
    yard = await _read(dispatcher, reply, settlement)
    if planned != ALL:
        number(planned)
    return Do(DropPlanned(yard.seen.id, yard.id, planned), panel=redrawn(yard))


@button(MOVE, may=Permit.MEMBERS)
async def _move(dispatcher: Dispatcher, reply: Reply, settlement: str, planned: int, way: Way) -> Do:
    yard = await _read(dispatcher, reply, settlement)
    action = MovePlanned(yard.seen.id, yard.id, str(planned), way)
    return Do(action, panel=redrawn(yard, planned))


@button(PANELS_PAGE, may=Permit.MEMBERS)
async def _turn_plan(dispatcher: Dispatcher, reply: Reply, settlement: str, page: int) -> Card:
    return plan_card(_drafts(await _read(dispatcher, reply, settlement), page))


@select(CHOOSE, may=Permit.MEMBERS)
async def _choose(dispatcher: Dispatcher, reply: Reply, settlement: str, page: int, planned: str) -> Card:
    yard = await _read(dispatcher, reply, settlement)
    return plan_card(_drafts(yard, page, planned_of(yard.town, planned).number))


@button(BUILD, may=Permit.MEMBERS)
async def _build(dispatcher: Dispatcher, reply: Reply, settlement: str, planned: str) -> None:
    """What building one of its entries, or all that a month allows, comes to."""
    yard = await _read(dispatcher, reply, settlement)
    if planned == ALL:
        found = [_deed(yard, each.planned) for each in of_this_month(drawn_up(yard.realm, yard.id)[1])]
        if found:
            await dispatcher.preview(reply, *found, in_place=True)
            return
    entry = planned_of(yard.town, planned)
    if entry.over is not None and yard.town.building(entry.over) is None:
        raise refused(
            "plans.not_yet",
            "You can't build the drafted {building} now: {why}.",
            building=entry.type,
            why=NOTHING_TO_UPGRADE,
        )
    await dispatcher.preview(reply, _deed(yard, entry), in_place=True)


def _deed(yard: Yard, entry: Planned) -> BuildBuilding | UpgradeBuilding:
    """What builds it; what it is an upgrade of may be planned itself, and has its number then."""
    if entry.over is not None:
        where = place_text(entry.place)
        return UpgradeBuilding(yard.seen.id, yard.id, str(entry.over), entry.type.value, where)
    return to_build(yard, entry.type, entry.place)


@button(PLAN_LISTS_PLACES, may=Permit.MEMBERS)
async def _turn_places(
    dispatcher: Dispatcher, reply: Reply, settlement: str, building: BuildingType, over: int, page: int
) -> Card:
    yard = await _read(dispatcher, reply, settlement)
    return places(yard.realm, sketch(yard.realm, yard.id, building.value, _over(over)), page)


@select(PLAN_LISTS_PLACE, may=Permit.MEMBERS)
async def _pick_place(
    dispatcher: Dispatcher, reply: Reply, settlement: str, building: BuildingType, over: int, place: str
) -> Do:
    return await _add(dispatcher, reply, settlement, building, place, over)


@button(PLAN_ADD, may=Permit.MEMBERS)
async def _add(
    dispatcher: Dispatcher, reply: Reply, settlement: str, building: BuildingType, place: str, over: int = 0
) -> Do:
    """Put a building among the drafts; `over` is the number of the one that it upgrades."""
    yard = await _read(dispatcher, reply, settlement)
    action = PlanBuilding(yard.seen.id, yard.id, building.value, place, _over(over))
    return Do(action, panel=redrawn(yard, last=True))


def _over(number: int) -> str:
    """The building that a control says would be upgraded, as the action names it."""
    return str(number) if number else ""

"""A settlement's drafts: seen, changed and built in order, and where one more could be drafted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.card import Button, Card, Pick, Picture, Select, Tone
from bot.engine.event import sentence
from bot.engine.pages import Turns, page_of
from bot.engine.people import Permit
from bot.engine.picking import ALL as ALL_KINDS
from bot.engine.picking import KINDS, PICK, Picking, held_by
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, refused
from bot.play import Outcome
from bot.systems.kingdom.book import BuildingType, Task
from bot.systems.kingdom.kingdom_view import is_for
from bot.systems.kingdom.land.maps import MOST
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.steps import looker
from bot.systems.kingdom.towns.book import row_of
from bot.systems.kingdom.towns.building import (
    ALL,
    DRAFT_PLACES,
    DRAFTS,
    NOTHING_TO_UPGRADE,
    BuildBuilding,
    BuildingDrafted,
    DraftBuilding,
    DraftDropped,
    DraftMove,
    DraftMoved,
    Drawn,
    DropDraft,
    MoveDraft,
    Sketch,
    UpgradeBuilding,
    a_month,
    draft_of,
    drawn_up,
    next_to_build,
    of_this_month,
    require_reader,
    sketch,
)
from bot.systems.kingdom.towns.good_places import FEW, GoodPlace, good_places
from bot.systems.kingdom.towns.panel_cards import (
    DRAFT_ADD,
    DRAFTED,
    BuildContext,
    back,
    build_context,
    is_now,
    new_buildings,
    yard_of,
)
from bot.systems.kingdom.towns.pictures import Plan, numbered, pictured
from bot.systems.kingdom.towns.pictures import pages as numbered_pages
from bot.systems.kingdom.towns.place_cards import to_build
from bot.systems.kingdom.towns.state import Draft, Place, Town, place_text, standing_at, where
from bot.ui.controls import Do, button, listing, number, select
from bot.ui.dispatcher import Dispatcher, Panel
from bot.ui.reply import Reply

DROP, MOVE, BUILD, PLACE = "plan_drop", "plan_move", "plan_build", "plan_place"
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


def drafts_card(drafts: Drafts) -> Card:
    """The drafts in their order, a page of them, and the whole settlement with them built as a picture."""
    after, drawn = drawn_up(drafts.realm, drafts.id)
    turns = Turns(PICK, held_by(DRAFTED, {"settlement": drafts.id}))
    current = page_of(list(enumerate(drawn, 1)), turns, _page_of(drafts), most=ON_A_PAGE)
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
        selects=_list(drafts, current.rows),
        picture=_picture(drafts, after),
        note=T("Only the kingdom's leaders and game masters see these drafts. Nothing is paid yet.")(),
    )


def _page_of(drafts: Drafts) -> int:
    """The page of the chosen entry, else the one asked for."""
    numbers = [each.number for each in drafts.town.drafts]
    return numbers.index(drafts.chosen) // ON_A_PAGE if drafts.chosen in numbers else drafts.page


def _summary(drafts: Drafts, drawn: Sequence[Drawn]) -> Iterator[str]:
    realm = drafts.realm
    if not drawn:
        yield T("There are no drafts yet.")()
        yield T(
            "Name a building in `/settlement drafts`, or press **Add to the drafts** in `/settlement build`."
        )()
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


def _at(drafts: Drafts, planned: Draft) -> Safe:
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


def _list(drafts: Drafts, rows: Sequence[tuple[int, Drawn]]) -> tuple[Select, ...]:
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
    return (Select(T("One of them…").plain(), KINDS, picks, held_by(DRAFTED, {"settlement": drafts.id})),)


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
            yield Button(T("Earlier").plain(), MOVE, (drafts.id, number, DraftMove.UP.value))
        if drafts.chosen != order[-1]:
            yield Button(T("Later").plain(), MOVE, (drafts.id, number, DraftMove.DOWN.value))
        yield Button(T("Remove").plain(), DROP, (drafts.id, number))
    else:
        label = T("{count:Remove it all|Remove all {count}}")
        yield Button(label.plain(count=len(drawn)), DROP, (drafts.id, ALL))


# -- the planned settlement ---------------------------------------------------------------------------


def _picture(drafts: Drafts, after: Realm) -> Picture | None:
    """The planned settlement: the districts that something is planned in, four at most."""
    fitting = {each.place.district for each in drafts.town.drafts}
    known = sorted(each for each in fitting if each <= drafts.town.districts)[:MOST]
    if not known:
        return None
    town = after.towns[drafts.id]
    return pictured(Plan(town, tuple(known), drafts.realm.month, planned=new_buildings(drafts.town, town)))


# -- where to plan a building -------------------------------------------------------------------------


def places_card(draft: Sketch, found: Sequence[Place], page: int, good: Sequence[GoodPlace] = ()) -> Card:
    """The places of a building in the settlement as it is planned, numbered; only the good ones if given."""
    over = {"over": str(draft.over.number)} if draft.over is not None else {}
    building = draft.building.value
    args = held_by(DRAFTED, {"settlement": draft.settlement, "building": building, **over})
    held = (draft.settlement, building, over.get("over", "0"))
    # A page of them is a district with its picture.
    turned = page_of(numbered_pages(found), Turns(PICK, args), page, most=1)
    numbers = numbered(each.place for each in good) if good else turned.rows[0]
    why, town = {each.place: each.why for each in good}, draft.ground.town
    at = {place: where(place, is_named=town.districts > 1) for _, place in numbers}
    count = T("{count} {count:place|places}, with the drafts built · list price {price} BP")
    lines = (
        count(count=len(found), price=row_of(draft.building).cost),
        "",
        *(f"**{number}** " + " · ".join(filter(None, (at[each], why.get(each)))) for number, each in numbers),
    )
    picks = tuple(
        Pick(place_text(each), f"{number} · {at[each]}", why.get(each, "")) for number, each in numbers
    )
    elsewhere = (Button(T("Elsewhere…").plain(), PICK, (*args, "0")),)
    new = new_buildings(draft.town, town)
    picture = pictured(Plan(town, (numbers[0][1].district,), numbers=numbers, planned=new))
    return Card(
        T("Draft {a_building} in {town:60}: where?")(a_building=draft.building.one, town=town.name),
        lines,
        tone=Tone.QUIET,
        selects=(Select(T("Where…").plain(), PLACE, picks, held),),
        buttons=(*(elsewhere if good else turned.buttons), back(draft.settlement)),
        picture=picture,
    )


# -- The lists of `/settlement drafts`, and what is done with a draft ----------------------------------------


@listing(DRAFTS.name)
def see_drafts(picking: Picking) -> Card:
    """The drafts of a settlement, for those who may read them; the kind is the number of a chosen one."""
    yard, kind = _readable(picking), picking.kind
    chosen = draft_of(yard.town, kind).number if kind not in ("", ALL_KINDS) else None
    return drafts_card(Drafts(yard.realm, yard.id, is_for(yard.seen, Task.SETTLEMENTS), picking.page, chosen))


@listing(DRAFT_PLACES.name)
def see_places(picking: Picking) -> Card:
    """Where one more building could be drafted: of many, good places first. Raises RuleViolation for none."""
    yard, given = _readable(picking), picking.asker.given
    draft = sketch(yard.realm, yard.id, given["building"], given.get("over", ""))
    found = tuple(draft.ground.legal(draft.building))
    if not found:
        raise refused(
            "drafts.nowhere",
            "With the drafts built, there's no place for {a_building}: {why}.",
            a_building=draft.building.one,
            why=draft.ground.nowhere(draft.building),
        )
    is_first = not picking.kind and len(found) > FEW
    good = good_places(yard.realm, draft.ground, draft.building, found) if is_first else ()
    return places_card(draft, found, picking.page, good)


def _readable(picking: Picking) -> BuildContext:
    """The settlement meant, for those who may read its drafts. Raises NotAllowed."""
    yard = yard_of(picking.asker)
    require_reader(looker(yard.seen.campaign_view), yard.realm.kingdom)
    return yard


async def _read(dispatcher: Dispatcher, reply: Reply, settlement: str) -> BuildContext:
    """The settlement of a control, for those who may read its drafts. Raises Stale or NotAllowed."""
    yard = await build_context(dispatcher, reply.interaction, settlement)
    require_reader(looker(yard.seen.campaign_view), yard.realm.kingdom)
    return yard


def redrawn(yard: BuildContext, chosen: int | None = None, *, last: bool = False) -> Panel:
    """The drafts as an action left them, in place of the ones whose button was pressed."""

    def panel(outcome: Outcome) -> Card:
        kinds = BuildingDrafted | DraftDropped | DraftMoved
        events = [each for each in outcome.private.entry.events if isinstance(each, kinds)]
        news = "\n".join(sentence(each) or "" for each in events)
        record = outcome.private.subject
        if record is None:
            return Card(lines=(news,), buttons=(back(yard.id),))
        # Nothing else of the realm changes with a draft.
        realm = replace(yard.realm, towns={**yard.realm.towns, yard.id: record.state})
        # What was added stands at the end.
        page = len(record.state.drafts) if last else 0
        return drafts_card(Drafts(realm, yard.id, True, page, chosen, news))

    return panel


# -- controls -----------------------------------------------------------------------------------------


@button(DROP, may=Permit.MEMBERS)
async def _drop(dispatcher: Dispatcher, reply: Reply, settlement: str, planned: str) -> Do:
    """Remove one of its entries, or all."""
    yard = await _read(dispatcher, reply, settlement)
    if planned != ALL:
        number(planned)
    return Do(DropDraft(yard.seen.id, yard.id, planned), panel=redrawn(yard))


@button(MOVE, may=Permit.MEMBERS)
async def _move(dispatcher: Dispatcher, reply: Reply, settlement: str, planned: int, way: DraftMove) -> Do:
    yard = await _read(dispatcher, reply, settlement)
    action = MoveDraft(yard.seen.id, yard.id, str(planned), way)
    return Do(action, panel=redrawn(yard, planned))


@button(BUILD, may=Permit.MEMBERS)
async def _build(dispatcher: Dispatcher, reply: Reply, settlement: str, planned: str) -> None:
    """What building one of its entries, or all that a month allows, comes to."""
    yard = await _read(dispatcher, reply, settlement)
    if planned == ALL:
        found = [_deed(yard, each.planned) for each in of_this_month(drawn_up(yard.realm, yard.id)[1])]
        if found:
            await dispatcher.preview(reply, *found, in_place=True)
            return
    entry = draft_of(yard.town, planned)
    if entry.over is not None and yard.town.building(entry.over) is None:
        raise refused(
            "drafts.not_yet",
            "You can't build the drafted {building} now: {why}.",
            building=entry.type,
            why=NOTHING_TO_UPGRADE,
        )
    await dispatcher.preview(reply, _deed(yard, entry), in_place=True)


def _deed(yard: BuildContext, entry: Draft) -> BuildBuilding | UpgradeBuilding:
    """What builds it; what it is an upgrade of may be planned itself, and has its number then."""
    if entry.over is not None:
        where = place_text(entry.place)
        return UpgradeBuilding(yard.seen.id, yard.id, str(entry.over), entry.type.value, where)
    return to_build(yard, entry.type, entry.place)


@select(PLACE, may=Permit.MEMBERS)
async def _add_there(
    dispatcher: Dispatcher, reply: Reply, settlement: str, building: BuildingType, over: int, place: str
) -> Do:
    """Put a building among the drafts at the place that was chosen."""
    return await _add(dispatcher, reply, settlement, building, place, over)


@button(DRAFT_ADD, may=Permit.MEMBERS)
async def _add(
    dispatcher: Dispatcher, reply: Reply, settlement: str, building: BuildingType, place: str, over: int = 0
) -> Do:
    """Put a building among the drafts; `over` is the number of the one that it upgrades."""
    yard = await _read(dispatcher, reply, settlement)
    action = DraftBuilding(yard.seen.id, yard.id, building.value, place, str(over) if over else "")
    return Do(action, panel=redrawn(yard, last=True))

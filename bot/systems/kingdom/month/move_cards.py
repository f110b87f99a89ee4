"""The moves of a month: an offer put together from the lists of its page, which one press carries out.

Unlike a plan it stands with its message alone: whoever leaves that has planned nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from bot.engine.card import Button, Card, Pick, Select
from bot.engine.people import Permit
from bot.engine.picking import ALL, MOST_AT_ONCE, kinds_of
from bot.engine.system import RecordId, Step
from bot.engine.text import Safe, T
from bot.play import Preview
from bot.systems.kingdom import kingdom_view
from bot.systems.kingdom.book import BuildingType, Improvement, Limit, MonthStep
from bot.systems.kingdom.land.claims import CLAIMABLE, ClaimHex
from bot.systems.kingdom.land.hex_lists import CLAIM, Offered, kinds
from bot.systems.kingdom.land.improvements import IMPROVABLE, BuildImprovement
from bot.systems.kingdom.land.state import what_stands_there
from bot.systems.kingdom.month.plan_cards import removal
from bot.systems.kingdom.realm import Realm, left, realm_of
from bot.systems.kingdom.towns.bills import Sorting, advice
from bot.systems.kingdom.towns.building import BuildBuilding
from bot.systems.kingdom.towns.panel_cards import BuildContext, build_context
from bot.systems.kingdom.towns.place_cards import legal_of, to_build
from bot.systems.kingdom.towns.state import Place, place_of
from bot.ui.controls import select
from bot.ui.dispatcher import Dispatcher, actor_of
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply

MOVES: Final = "month_moves"
# The list that keeps to one kind of move.
ONLY: Final = "move_kinds"
HEXES, TOWNS = "hexes", "towns"
BUILD: Final = "build"
IMPROVE: Final = "improve"
# The way back from what was chosen: one of it off the list, or all.
DROP, START_OVER = "moves_drop", "moves_over"
# Stands in a list where nothing was chosen before.
NOTHING: Final = "0"
# The steps whose moves stand in the lists, and what a month allows of each.
LIMITED: Final = {
    MonthStep.HEXES: Limit.CLAIMS,
    MonthStep.TERRAIN: Limit.TERRAIN,
    MonthStep.SETTLEMENTS: Limit.BUILDINGS,
}
# Discord's limit for a list, and so many claims have room in it beside improvements.
MOST, MOST_CLAIMS = 25, 12


def lists(realm: Realm, own: Iterable[Step], offer: str = NOTHING, kind: str = ALL) -> tuple[Select, ...]:
    """What can be claimed, improved and built at the asker's own steps, after what `offer` would do.

    What is done in hexes stands by its kind, and where not all of it has room, of one `kind` alone if wanted.
    """
    steps = {each.name for each in own}
    may = {step for step, limit in LIMITED.items() if step in steps and left(realm, limit) != 0}
    claims = CLAIMABLE.offers(realm) if MonthStep.HEXES in may else ()
    every = sorted(claims, key=lambda each: realm.land.name_of(each.spot))
    every += IMPROVABLE.offers(realm) if MonthStep.TERRAIN in may else ()
    kept = [each for each in every if kind in (ALL, _kind(each))]
    towns = [*_buildings(realm)] if MonthStep.SETTLEMENTS in may else []
    return (
        *kinds_of(kinds(every), kind, len(every), ONLY, (realm.id, offer)),
        *_list(realm, HEXES, _what(kept), [_pick(realm, each) for each in _shown(kept)], len(kept), offer),
        *_list(realm, TOWNS, T("Build where there's room")(), towns[:MOST], len(towns), offer),
    )


def _list(
    realm: Realm, name: str, says: Safe, picks: Sequence[Pick], count: int, offer: str
) -> Iterator[Select]:
    """A list, which says where it has only the first of more."""
    if not picks:
        return
    hint = T("{says}…").plain(says=says)
    if len(picks) < count:
        hint = T("{says}… ({shown} of {count})").plain(says=says, shown=len(picks), count=count)
    most = min(len(picks), MOST_AT_ONCE)
    yield Select(hint, MOVES, tuple(picks), (realm.id, name, offer), most)


def _shown(found: Sequence[Offered]) -> Sequence[Offered]:
    """As many as a list has room for, of every kind some, each kind together: claims, then as in the book."""
    claims = [each for each in found if each.kind is None]
    better = [each for each in found if each.kind is not None]
    room = max(MOST_CLAIMS, MOST - len(better))
    order = [None, *Improvement]
    return sorted([*claims[:room], *better][:MOST], key=lambda each: order.index(each.kind))


def _what(found: Sequence[Offered]) -> Safe:
    """What a list of those is for."""
    kinds_there = {each.kind for each in found}
    if kinds_there == {None}:
        return T("Claim hexes")()
    if len(kinds_there) == 1:
        return T("{kind} in which hexes")(kind=found[0].kind)
    return T("Claim or improve hexes")() if None in kinds_there else T("Improve hexes")()


def _kind(each: Offered) -> str:
    return CLAIM if each.kind is None else each.kind.value


def _pick(realm: Realm, each: Offered) -> Pick:
    deed, says = (CLAIM, T("Claim {hex:30} · {what}")) if each.kind is None else (IMPROVE, _IMPROVES)
    label = says.plain(what=each.what, hex=realm.land.name_of(each.spot))
    there = what_stands_there(realm.land.hexes[each.spot])
    return kingdom_view.marked(Pick(f"{deed}/{each.value}", label, there), realm, each.price)


_IMPROVES = T("{what} in {hex:30}")


def _buildings(realm: Realm) -> Iterator[Pick]:
    """What the Treasury can pay that is no upgrade: first what brings most for each BP."""
    said = T("{building} in {town:40} · {price} BP")
    for each in advice(realm, sort=Sorting.PER_POINT):
        if each.over is None:
            label = said.plain(building=each.building, town=each.town, price=each.price)
            yield Pick(f"{BUILD}/{each.settlement}/{each.building.value}", label)


# -- what was chosen ----------------------------------------------------------------------------------


@select(MOVES, may=Permit.MEMBERS)
async def _add(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, _list: str, offer: str, *chosen: str
) -> None:
    """Show what was chosen after what stands there already, and what else can be chosen then."""
    actions = await _chosen(dispatcher, reply, offer)
    for each in chosen:
        actions.append(await _meant(dispatcher, reply, kingdom, each, actions))
    await _show(dispatcher, reply, kingdom, actions)


async def keep_to(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, offer: str, kind: str) -> None:
    """Show what was chosen once more, with what else of one kind can be chosen then."""
    await _show(dispatcher, reply, kingdom, await _chosen(dispatcher, reply, offer), kind)


async def _chosen(dispatcher: Dispatcher, reply: Reply, offer: str) -> list[Any]:
    return [] if offer == NOTHING else [*await dispatcher.play.kept(actor_of(reply.interaction), offer)]


async def _show(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, actions: Sequence[Any], kind: str = ALL
) -> None:
    seen, actions = await kingdom_view.seen(dispatcher, reply.interaction, kingdom), actions[:MOST_AT_ONCE]

    def more(shown: Preview) -> Sequence[Select]:
        if shown.offer is None or len(actions) >= MOST_AT_ONCE:
            return ()
        state = shown.after[kingdom].state
        realm = realm_of(kingdom, shown.after.items(), shown.campaign.settings, state)
        return lists(realm, seen.shown.steps, shown.offer, kind)

    def beside(shown: Preview) -> Card:
        over = Button(T("Start over").plain(), START_OVER, (kingdom,))
        deeds = {str(n): each for n, each in enumerate(actions)}
        drop = removal(dispatcher, seen.campaign_view, DROP, deeds, kingdom, shown.id)
        return Card(buttons=(over,), selects=(*more(shown), *([drop] if len(deeds) > 1 else [])))

    await dispatcher.preview(reply, *actions, in_place=True, beside=beside)


@select(DROP, may=Permit.MEMBERS)
async def _drop(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, offer: str, which: int) -> None:
    """Show what was chosen without one of it."""
    actions = await _chosen(dispatcher, reply, offer)
    await _show(dispatcher, reply, kingdom, [each for n, each in enumerate(actions) if n != which])


async def _meant(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, value: str, before: Sequence[Any]
) -> Any:
    """The action of a line. Raises Stale for something else, RuleViolation where it has no place."""
    deed, _, what = value.partition("/")
    where, _, kind = what.partition("/")
    if deed == CLAIM and not kind:
        return ClaimHex(kingdom, where)
    if deed == IMPROVE and kind in set(Improvement):
        return BuildImprovement(kingdom, where, Improvement(kind))
    if deed != BUILD or kind not in set(BuildingType):
        raise damaged_button()
    yard, building = await build_context(dispatcher, reply.interaction, where), BuildingType(kind)
    return to_build(yard, building, _free(yard, building, before))


def _free(yard: BuildContext, building: BuildingType, before: Sequence[Any]) -> Place:
    """The first place that nothing of what comes before takes; if there is none, the first of all."""
    here = (each for each in before if isinstance(each, BuildBuilding) and each.settlement == yard.id)
    taken = [place_of(each.place) for each in here]
    legal = legal_of(yard, building)
    return next((each for each in legal if not any(_meets(each, other) for other in taken)), legal[0])


def _meets(one: Place, other: Place) -> bool:
    if one.district != other.district:
        return False
    return bool(set(one.lots) & set(other.lots)) or (one.border is not None and one.border is other.border)

"""The part of `/hex` about what can be done with a hex: what is listed first, and picked from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.engine.asking import Asking, Pair
from bot.engine.card import Card, Pick, Select, Tone
from bot.engine.declare import option
from bot.engine.pages import Turns, page_of
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import T, refused
from bot.errors import Stale
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import Improvement, Limit, Spot, Step
from bot.systems.kingdom.finding import RealmView, exactly, what_stands_there
from bot.systems.kingdom.land import cards
from bot.systems.kingdom.land.cards import BUILD, IMPROVEMENT_PREVIEWS_LIST, LIST
from bot.systems.kingdom.land.claims import HEX, YES, AbandonHex, ClaimHex, own_spots, unclaimable
from bot.systems.kingdom.land.improvements import (
    BuildImprovement,
    PrepareSite,
    buildable,
    improvement_of,
    unprepared,
)
from bot.systems.kingdom.land.state import spot_of
from bot.systems.kingdom.outcome import require_open
from bot.systems.kingdom.realm import OnKingdom, Realm, asked_realm, require_left, require_standing
from bot.systems.kingdom.steps import LoseChosenHex
from bot.ui.commands import handler
from bot.ui.controls import number
from bot.ui.dispatcher import Dispatcher, Register
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON, OLD_PREVIEW

# -- what can be built in a hex -----------------------------------------------------------------------


def _buildable(asking: Asking) -> Iterable[Pair]:
    """Every improvement, with its price in the hex or why not; those that can be built first."""
    realm = asked_realm(asking)
    spot = spot_of(realm.land, asking.given.get("hex", ""))
    found = sorted(buildable(realm, spot), key=lambda each: each.price is None)
    pairs = (cards.suggestion(realm, spot, each) for each in found)
    return [pair for pair in pairs if asking.typed.strip().casefold() in pair[1].casefold()]


class Improving(OnKingdom):
    """What to build, and where."""

    hex: str = option(HEX, suggest=own_spots)
    improvement: str | None = option(
        "What to build; without it you see all that can be",
        default=None,
        suggest=_buildable,
        is_narrowed=False,
    )


@handler("hex improve", may=Permit.MEMBERS)
async def improve(dispatcher: Dispatcher, reply: Reply, asked: Improving) -> None:
    """See what can be built in a hex, with its price and effect, and build it"""
    if asked.improvement is None:
        seen = await finding.seen(dispatcher, reply.interaction, asked.kingdom)
        await reply.private(cards.panel(seen, spot_of(seen.realm.land, asked.hex)))
    else:
        kind = improvement_of(asked.improvement)
        await dispatcher.preview(reply, BuildImprovement(asked.kingdom, asked.hex, kind))


def _answer_improving(dispatcher: Dispatcher) -> None:
    """Enter the list of what can be built, and the way back to it of earlier versions."""

    async def picked(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, spot, kind = exactly(args, 3)
        await dispatcher.preview(reply, BuildImprovement(RecordId(kingdom), spot, _improvement(kind)))

    async def listed(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, spot = exactly(args, 2)
        seen = await finding.seen(dispatcher, reply.interaction, kingdom)
        await reply.update(cards.panel(seen, spot_of(seen.realm.land, spot)))

    dispatcher.add_select(BUILD, picked)
    dispatcher.add_button(IMPROVEMENT_PREVIEWS_LIST, listed)


def _improvement(text: str) -> Improvement:
    """The improvement in a control. Raises Stale where there is none of that name."""
    if text not in set(Improvement):
        raise Stale(DAMAGED_BUTTON)
    return Improvement(text)


# -- the buttons of earlier versions' previews: they show what it would come to now --------------------


def _claim_once(kingdom: str, spot: str, _price: str) -> ClaimHex:
    return ClaimHex(RecordId(kingdom), spot)


def _abandon_once(kingdom: str, spot: str, _unrest: str) -> AbandonHex:
    return AbandonHex(RecordId(kingdom), spot)


def _build_once(kingdom: str, spot: str, kind: str, _price: str) -> BuildImprovement:
    return BuildImprovement(RecordId(kingdom), spot, _improvement(kind))


def _prepare_once(kingdom: str, spot: str, _price: str) -> PrepareSite:
    return PrepareSite(RecordId(kingdom), spot)


def _lose_once(kingdom: str, spot: str) -> LoseChosenHex:
    return LoseChosenHex(RecordId(kingdom), spot, YES)


# By button: how many arguments it has, and what it stood for.
ONCE: Mapping[str, tuple[int, Callable[..., Any]]] = {
    "hex_claim": (3, _claim_once),
    "hex_abandon": (3, _abandon_once),
    BUILD: (4, _build_once),
    "hex_prepare": (3, _prepare_once),
    "hex_lose": (2, _lose_once),
}


def _answer_once(dispatcher: Dispatcher) -> None:
    for name, (count, made) in ONCE.items():

        async def again(
            reply: Reply, args: tuple[str, ...], count: int = count, made: Callable[..., Any] = made
        ) -> None:
            await dispatcher.preview(reply, made(*exactly(args, count)), why=OLD_PREVIEW)

        dispatcher.add_button(name, again)


# -- Lists of hexes to choose from, behind the buttons of the month's card -----------------------------


@dataclass(frozen=True, slots=True)
class Deed:
    """What may be done with a hex: at which step, within which limit, with which hexes.

    `action` is what is previewed of the hex that is picked; without one all that can be built is listed.
    """

    title: T
    none: T
    step: Step
    fits: Callable[[Realm, Spot], bool]
    action: Callable[[RecordId, Spot], Any] | None = None
    limit: Limit | None = None


def _is_own(realm: Realm, spot: Spot) -> bool:
    return spot in realm.hexes


DEEDS = {
    "claim": Deed(
        T("Claim which hex?"),
        T("No hex can be claimed now: one must be next to the kingdom, explored, cleared and nobody's."),
        Step.HEXES,
        lambda realm, spot: not unclaimable(realm, spot),
        ClaimHex,
        Limit.CLAIMS,
    ),
    "abandon": Deed(
        T("Abandon which hex?"),
        T("The kingdom has no hex to abandon."),
        Step.HEXES,
        _is_own,
        AbandonHex,
    ),
    "improve": Deed(
        T("Build in which hex?"),
        T("The kingdom has no hex to build in."),
        Step.TERRAIN,
        _is_own,
    ),
    "prepare": Deed(
        T("Prepare which hex for a settlement?"),
        T("No site can be prepared now: every hex of the kingdom is prepared, settled or open water."),
        Step.TERRAIN,
        lambda realm, spot: not unprepared(realm, spot),
        PrepareSite,
    ),
}


def listed(view: RealmView, name: str, page: int = 0) -> Card:
    """The hexes that a deed may be about. Raises RuleViolation where there is none, or it is not the time."""
    realm, deed = view.realm, _deed(name)
    require_standing(realm.kingdom)
    require_open(realm.kingdom, deed.step)
    if deed.limit is not None:
        require_left(realm, deed.limit)
    spots = sorted((spot for spot in realm.land.hexes if deed.fits(realm, spot)), key=realm.land.name_of)
    if not spots:
        raise refused("hex.none_to_list", "{none}", none=deed.none)
    shown = page_of(spots, Turns(LIST, (view.id, name)), page)
    picks = tuple(
        Pick(spot, realm.land.name_of(spot), what_stands_there(realm.land.hexes[spot])) for spot in shown.rows
    )
    select = Select(T("Which hex…").plain(), LIST, picks, (view.id, name))
    lines = (T("You see what it costs and changes before anything is done.")(),)
    return Card(
        deed.title(), lines, tone=Tone.QUIET, selects=(select,), buttons=shown.buttons, note=shown.span
    )


def _deed(name: str) -> Deed:
    if name not in DEEDS:
        raise Stale(DAMAGED_BUTTON)
    return DEEDS[name]


def _answer_hex_lists(dispatcher: Dispatcher) -> None:
    """Enter the buttons and their list."""

    async def open_list(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, name, *page = args if len(args) == 3 else exactly(args, 2)
        seen = await finding.seen(dispatcher, reply.interaction, kingdom)
        card = listed(seen, name, number(page[0]) if page else 0)
        await (reply.update(card) if page else reply.private(card))

    async def picked(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, name, spot = exactly(args, 3)
        deed = _deed(name)
        if deed.action is not None:
            await dispatcher.preview(reply, deed.action(RecordId(kingdom), spot))
            return
        seen = await finding.seen(dispatcher, reply.interaction, kingdom)
        await reply.update(cards.panel(seen, spot_of(seen.realm.land, spot)))

    dispatcher.add_button(LIST, open_list)
    dispatcher.add_select(LIST, picked)


def answer(dispatcher: Dispatcher) -> None:
    """Enter the buttons, lists and forms of this chapter."""
    for each in (_answer_improving, _answer_once, _answer_hex_lists):
        each(dispatcher)


REGISTER: Register = {
    **{f"button {name}": Permit.MEMBERS for name in ONCE},
    f"select {BUILD}": Permit.MEMBERS,
    f"button {IMPROVEMENT_PREVIEWS_LIST}": Permit.MEMBERS,
    f"button {LIST}": Permit.MEMBERS,
    f"select {LIST}": Permit.MEMBERS,
}

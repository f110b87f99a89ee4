"""The part of `/hex` about what can be done with a hex: what is listed first, and picked from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.engine.asking import Asking, Pair
from bot.engine.card import Card, Pick, Select, Tone
from bot.engine.declare import option
from bot.engine.pages import Turns, page_of
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import T, refused
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import Improvement, Limit, Spot, Step
from bot.systems.kingdom.finding import HEX_LIST, RealmView, what_stands_there
from bot.systems.kingdom.land import cards
from bot.systems.kingdom.land.cards import BUILD, IMPROVEMENT_PREVIEWS_LIST
from bot.systems.kingdom.land.claims import AbandonHex, ClaimHex, unclaimable
from bot.systems.kingdom.land.improvements import (
    BuildImprovement,
    PrepareSite,
    buildable,
    improvement_of,
    unprepared,
)
from bot.systems.kingdom.land.losses import YES, LoseChosenHex
from bot.systems.kingdom.land.state import spot_of
from bot.systems.kingdom.realm import (
    HEX,
    OnKingdom,
    Realm,
    asked_realm,
    own_spots,
    require_left,
    require_standing,
)
from bot.systems.kingdom.steps import require_open
from bot.ui.commands import handler
from bot.ui.controls import Do, button, select
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import OLD_PREVIEW, damaged_button
from bot.ui.reply import Reply

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


@select(BUILD, may=Permit.MEMBERS)
async def choose_improvement(
    _dispatcher: Dispatcher, _reply: Reply, kingdom: RecordId, spot: str, kind: Improvement
) -> Do:
    """Preview what was chosen."""
    return Do(BuildImprovement(kingdom, spot, kind), is_previewed=True)


@button(IMPROVEMENT_PREVIEWS_LIST, may=Permit.MEMBERS)
async def list_improvements(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, spot: str) -> Card:
    """List what can be built, on the way back to it of earlier versions."""
    seen = await finding.seen(dispatcher, reply.interaction, kingdom)
    return cards.panel(seen, spot_of(seen.realm.land, spot))


# -- the buttons of earlier versions' previews: they show what it would come to now --------------------


@button("hex_claim", may=Permit.MEMBERS)
async def claim(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, spot: str, _price: str) -> None:
    """Preview claiming it."""
    await dispatcher.preview(reply, ClaimHex(kingdom, spot), why=OLD_PREVIEW())


@button("hex_abandon", may=Permit.MEMBERS)
async def abandon(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, spot: str, _unrest: str) -> None:
    """Preview abandoning it."""
    await dispatcher.preview(reply, AbandonHex(kingdom, spot), why=OLD_PREVIEW())


@button(BUILD, may=Permit.MEMBERS)
async def build(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, spot: str, kind: Improvement, _price: str
) -> None:
    """Preview building there."""
    await dispatcher.preview(reply, BuildImprovement(kingdom, spot, kind), why=OLD_PREVIEW())


@button("hex_prepare", may=Permit.MEMBERS)
async def prepare(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, spot: str, _price: str) -> None:
    """Preview preparing a site there."""
    await dispatcher.preview(reply, PrepareSite(kingdom, spot), why=OLD_PREVIEW())


@button("hex_lose", may=Permit.MEMBERS)
async def lose(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, spot: str) -> None:
    """Preview losing it."""
    await dispatcher.preview(reply, LoseChosenHex(kingdom, spot, YES), why=OLD_PREVIEW())


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
    shown = page_of(spots, Turns(HEX_LIST, (view.id, name)), page)
    picks = tuple(
        Pick(spot, realm.land.name_of(spot), what_stands_there(realm.land.hexes[spot])) for spot in shown.rows
    )
    hexes = Select(T("Which hex…").plain(), HEX_LIST, picks, (view.id, name))
    lines = (T("You see what it costs and changes before anything is done.")(),)
    return Card(
        deed.title(), lines, tone=Tone.QUIET, selects=(hexes,), buttons=shown.buttons, note=shown.span
    )


def _deed(name: str) -> Deed:
    if name not in DEEDS:
        raise damaged_button()
    return DEEDS[name]


@button(HEX_LIST, may=Permit.MEMBERS)
async def open_list(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, name: str, page: int | None = None
) -> None:
    """Open the list, or turn to another page of it."""
    seen = await finding.seen(dispatcher, reply.interaction, kingdom)
    card = listed(seen, name, page or 0)
    await (reply.private(card) if page is None else reply.update(card))


@select(HEX_LIST, may=Permit.MEMBERS)
async def choose_hex(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, name: str, spot: str
) -> Card | Do:
    """Preview what is done with that hex, or list what can be built there."""
    deed = _deed(name)
    if deed.action is not None:
        return Do(deed.action(kingdom, spot), is_previewed=True)
    seen = await finding.seen(dispatcher, reply.interaction, kingdom)
    return cards.panel(seen, spot_of(seen.realm.land, spot))

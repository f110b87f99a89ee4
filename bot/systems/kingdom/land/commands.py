"""The part of `/hex` about what can be done with a hex: what is listed first, and picked from there."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.asking import Asking, Pair
from bot.engine.card import Card
from bot.engine.declare import option
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import Improvement
from bot.systems.kingdom.land import cards, picker_commands
from bot.systems.kingdom.land.cards import BUILD, IMPROVEMENT_PREVIEWS_LIST
from bot.systems.kingdom.land.claims import AbandonHex, ClaimHex
from bot.systems.kingdom.land.improvements import BuildImprovement, PrepareSite, buildable, improvement_of
from bot.systems.kingdom.land.losses import YES, LoseChosenHex
from bot.systems.kingdom.land.state import spot_of
from bot.systems.kingdom.realm import OnKingdom, asked_realm, own_spots
from bot.ui.commands import handler
from bot.ui.controls import Do, button, select
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import OLD_PREVIEW
from bot.ui.reply import Reply

# -- what can be built in a hex -----------------------------------------------------------------------


def _buildable(asking: Asking) -> Iterable[Pair]:
    """Every improvement, with its price in the hex or why not; those that can be built first."""
    realm = asked_realm(asking)
    pairs: Iterable[Pair] = ((each.label, each.label) for each in Improvement if each.meaning)
    if given := asking.given.get("hex"):
        spot = spot_of(realm.land, given)
        found = sorted(buildable(realm, spot), key=lambda each: each.price is None)
        pairs = (cards.suggestion(realm, spot, each) for each in found)
    return [pair for pair in pairs if asking.typed.strip().casefold() in pair[1].casefold()]


class Improving(OnKingdom):
    """What to build, and where."""

    hex: str | None = option(
        "Its label or coordinates; without it you pick from a list", default=None, suggest=own_spots
    )
    improvement: str | None = option(
        "What to build; leave out to see all the choices",
        default=None,
        suggest=_buildable,
        is_narrowed=False,
    )


@handler("hex improve", may=Permit.MEMBERS)
async def improve(dispatcher: Dispatcher, reply: Reply, asked: Improving) -> None:
    """See what can be built in a hex or in all of them, with prices and effects, and build it"""
    if asked.hex is None:
        await picker_commands.open_picker(
            dispatcher, reply, asked.kingdom, picker_commands.IMPROVE, asked.improvement
        )
    elif asked.improvement is None:
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

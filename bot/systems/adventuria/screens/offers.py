"""The part of `/adv gm` that offers something, and the narrators' panel of an offer."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.systems.adventuria.rules.adventurer import OFFER
from bot.systems.adventuria.rules.offer import MakeOffer, OfferKind
from bot.systems.adventuria.rules.state import Ware
from bot.systems.adventuria.screens import finding, offer_cards
from bot.systems.adventuria.screens.gm import gm
from bot.systems.adventuria.screens.purse import gold_of
from bot.systems.adventuria.words import offers as words
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {
    "/adv gm offer": Permit.GAME_MASTERS,
    f"button {offer_cards.PANEL_BUTTON}": Permit.GAME_MASTERS,
}

KINDS = [app_commands.Choice(name=words.KINDS[each], value=each.value) for each in OfferKind]
WHAT = [app_commands.Choice(name=words.WHAT[each], value=each.value) for each in Ware]


class OfferCommands(commands.Cog):
    """Offers, made."""

    _desk: Desk

    @gm.command()
    @app_commands.describe(
        kind="What sort of offer",
        thing="From the library, or any name",
        what="What a made-up thing is",
        gold="Gold to be had",
        price="Gold, “all”, or a possession",
        text="What is told; a quest's goal",
        options="Of a choice: 2 to 5, with ; between",
        adventurer="To whom",
    )
    @app_commands.choices(kind=KINDS, what=WHAT)
    async def offer(
        self,
        interaction: Interaction,
        kind: str,
        thing: str = "",
        what: str | None = None,
        gold: int = 0,
        price: str = "",
        text: str = "",
        options: str = "",
        adventurer: str | None = None,
    ) -> None:
        """Offer an adventurer something"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            ware = Ware(what) if what is not None else None
            made = MakeOffer(shown.id, OfferKind(kind), text, ware=ware, gold=gold, options=options)
            action = await _with_thing(self._desk, interaction, _priced(made, price), thing)
            await self._desk.carry_out(reply, action)

    @offer.autocomplete("thing")
    async def _things(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            wants = tuple(Want(ware.value, part=typed) for ware in Ware)
            found = (await self._desk.look(interaction, Scope(wants=wants))).records.values()
            named = [(words.in_library(each.title, each.kind), str(each.id)) for each in found]
            return sorted(named, key=lambda pair: pair[0].casefold())

        return await self._desk.suggest(interaction, find)

    @offer.autocomplete("adventurer")
    async def _to_whom(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


def _priced(offer: MakeOffer, text: str) -> MakeOffer:
    """The offer with its price, as it was typed: gold, or a possession's name."""
    gold = gold_of(text) if text else 0
    return replace(offer, price_thing=text) if gold is None else replace(offer, price=gold)


async def _with_thing(desk: Desk, interaction: Interaction, offer: MakeOffer, text: str) -> MakeOffer:
    """The offer with the library's thing of that name, or a made-up one. Raises RuleViolation for several."""
    if not text or offer.kind is OfferKind.QUEST:
        return replace(offer, called=text)
    wants = tuple(Want(ware.value, text=text) for ware in Ware if offer.ware in (None, ware))
    found = tuple((await desk.look(interaction, Scope(wants=wants))).records.values())
    if len(found) > 1:
        raise RuleViolation(words.several_called(safe(text, 60)))
    if found:
        return replace(offer, thing=found[0].id)
    await finding.require_no_slip(desk, interaction, text)
    return replace(offer, called=text)


def answer(desk: Desk) -> None:
    """Enter the button that opens a narrators' panel."""

    async def open_panel(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2:
            raise Stale(DAMAGED_BUTTON)
        campaign, offer = args[0], RecordId(args[1])
        seen = await desk.look(reply.interaction, Scope(ids=(offer,)), campaign=campaign)
        shown = seen.records.get(offer)
        if shown is None or shown.kind != OFFER or shown.is_archived:
            raise Stale(words.ANSWERED_ALREADY)
        await reply.private(offer_cards.panel(shown))

    desk.add_button(offer_cards.PANEL_BUTTON, open_panel)

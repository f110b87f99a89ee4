"""`/item`: magic items on the market."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.item_trade import BuyItem, PurgeItem, payment_of
from bot.systems.kingdom.rules.items import PutItem
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.terms import ItemKind
from bot.systems.kingdom.rules.town import TOWN, Town
from bot.systems.kingdom.screens import finding, groups, item_previews
from bot.systems.kingdom.screens.item_cards import TELLERS
from bot.systems.kingdom.screens.item_previews import BUY, PURGE
from bot.systems.kingdom.screens.previews import came_of_it, exactly, number_of
from bot.systems.kingdom.words import items as words
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {
    "/item list": Permit.MEMBERS,
    "/item buy": Permit.MEMBERS,
    "/item purge": Permit.MEMBERS,
    "/item set": Permit.GAME_MASTERS,
    f"button {BUY}": Permit.MEMBERS,
    f"button {PURGE}": Permit.MEMBERS,
}
WAYS = [app_commands.Choice(name=name, value=value) for value, name in words.PAYMENTS.items()]
KINDS = [app_commands.Choice(name=words.KINDS[each.value], value=each.value) for each in ItemKind]


class ItemCommands(commands.Cog):
    """Magic items: listed, bought, their slots emptied; what game masters put there or take away."""

    _desk: Desk

    @groups.item.command(name="list")
    @app_commands.describe(
        settlement="Only this one's market", kingdom="Which kingdom, where there are several"
    )
    @app_commands.guild_only()
    async def item_list(
        self, interaction: Interaction, settlement: str | None = None, kingdom: str | None = None
    ) -> None:
        """See the magic items on the market, and which slots are vacant"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            towns = list(seen.realm.towns.items())
            found = towns if settlement is None else [settlement_of(seen.realm, settlement)]
            await reply.private(item_previews.listing(seen, found))

    @groups.item.command(name="buy")
    @app_commands.describe(
        settlement="On which market",
        item="Which item",
        how="How it is paid for; without it you see every way",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.choices(how=WAYS)
    @app_commands.guild_only()
    async def item_buy(
        self,
        interaction: Interaction,
        settlement: str,
        item: str,
        how: str | None = None,
        kingdom: str | None = None,
    ) -> None:
        """Buy a magic item, once you have seen what it costs"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom, settlement=settlement)
            way = payment_of(how) if how is not None else None
            await reply.private(item_previews.buying(seen, settlement, item, way))

    @groups.item.command(name="purge")
    @app_commands.describe(
        settlement="On which market", item="Which item", kingdom="Which kingdom, where there are several"
    )
    @app_commands.guild_only()
    async def item_purge(
        self, interaction: Interaction, settlement: str, item: str, kingdom: str | None = None
    ) -> None:
        """Have somebody else buy an item that nobody wants, by an Economy check; shows its odds first"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom, settlement=settlement)
            await reply.private(item_previews.purging(seen, settlement, item))

    @groups.item.command(name="set")
    @app_commands.describe(
        settlement="On which market",
        slot="Which slot",
        reason="Why, for all to read",
        name="What the item is; without it the slot is cleared",
        price="In gp",
        kind="What kind of item it is",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.choices(kind=KINDS)
    @app_commands.guild_only()
    async def item_set(
        self,
        interaction: Interaction,
        settlement: str,
        slot: str,
        reason: str,
        name: str = "",
        price: int = 0,
        kind: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Put any item into a slot, or clear it, whatever the rules say"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom, settlement=settlement)
            action = PutItem(seen.id, settlement, slot, name, price, kind, reason)
            await self._desk.carry_out(reply, action)

    # -- suggestions --------------------------------------------------------------------------------

    @item_list.autocomplete("kingdom")
    @item_buy.autocomplete("kingdom")
    @item_purge.autocomplete("kingdom")
    @item_set.autocomplete("kingdom")
    async def _markets_of(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @item_list.autocomplete("settlement")
    @item_buy.autocomplete("settlement")
    @item_purge.autocomplete("settlement")
    @item_set.autocomplete("settlement")
    async def _markets(self, interaction: Interaction, typed: str) -> Choices:
        named = interaction.namespace.kingdom

        async def find() -> list[tuple[str, str]]:
            realm = (await finding.seen(self._desk, interaction, named or None)).realm
            near = typed.strip().casefold()
            return [
                (town.name, str(id_)) for id_, town in realm.towns.items() if near in town.name.casefold()
            ]

        return await self._desk.suggest(interaction, find)

    @item_buy.autocomplete("item")
    @item_purge.autocomplete("item")
    async def _items(self, interaction: Interaction, typed: str) -> Choices:
        return await self._found(interaction, typed, item_previews.on_sale)

    @item_set.autocomplete("slot")
    async def _slots(self, interaction: Interaction, typed: str) -> Choices:
        return await self._found(interaction, typed, item_previews.every_slot)

    async def _found(
        self, interaction: Interaction, typed: str, listed: Callable[[Town], Iterator[tuple[str, str]]]
    ) -> Choices:
        """What a settlement has of those, as far as it was named."""
        named = interaction.namespace

        async def find() -> list[tuple[str, str]]:
            realm = (await finding.seen(self._desk, interaction, named.kingdom or None)).realm
            _, town = settlement_of(realm, named.settlement or "")
            near = typed.strip().casefold()
            return [pair for pair in listed(town) if near in pair[0].casefold()]

        return await self._desk.suggest(interaction, find)


# -- buttons ------------------------------------------------------------------------------------------


def answer(desk: Desk) -> None:
    """Enter the buttons of both previews."""

    async def buy(reply: Reply, args: tuple[str, ...]) -> None:
        town, slot, how, price, opened, unrest = exactly(args, 6)
        if how not in words.PAYMENTS:
            raise Stale(DAMAGED_BUTTON)
        kingdom = await kingdom_of(desk, reply, town)
        shown = number_of(price), entry_of(opened), number_of(unrest)
        await desk.carry_out(reply, BuyItem(kingdom, town, slot, how, *shown), panel=came_of_it(TELLERS))

    async def purge(reply: Reply, args: tuple[str, ...]) -> None:
        town, slot, opened, cost = exactly(args, 4)
        kingdom = await kingdom_of(desk, reply, town)
        action = PurgeItem(kingdom, town, slot, entry_of(opened), number_of(cost))
        await desk.carry_out(reply, action, panel=came_of_it(TELLERS))

    desk.add_button(BUY, buy)
    desk.add_button(PURGE, purge)


async def kingdom_of(desk: Desk, reply: Reply, settlement: str) -> RecordId:
    """Whose settlement it is that a button stands for. Raises Stale for none, RuleViolation for nobody's."""
    scenery = await desk.look(reply.interaction, Scope(ids=(RecordId(settlement),)))
    shown = scenery.records.get(RecordId(settlement))
    if shown is None or shown.kind != TOWN.name:
        raise Stale(DAMAGED_BUTTON)
    kingdom: RecordId | None = shown.state.kingdom
    if kingdom is None:
        raise RuleViolation(words.FREE_CITY)
    return kingdom


def entry_of(text: str) -> int:
    """The entry that a control shows. Raises Stale where it holds something else."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Stale(DAMAGED_BUTTON)
    return int(text)

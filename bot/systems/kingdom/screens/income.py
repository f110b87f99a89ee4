"""`/treasury`: the Income phase."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.words import one_line, whole_number
from bot.errors import Stale
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.book import EXPENSIVE
from bot.systems.kingdom.rules.income import require_sale, require_withdrawal, worth
from bot.systems.kingdom.rules.month import CollectTaxes, Deposit, SellItem, Withdraw
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.realm import Realm, require_standing
from bot.systems.kingdom.rules.terms import Step
from bot.systems.kingdom.rules.worth import base_value
from bot.systems.kingdom.screens import finding, groups, income_cards
from bot.systems.kingdom.screens.income_cards import SELL, WITHDRAW
from bot.systems.kingdom.words import income as words
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {
    "/treasury withdraw": Permit.MEMBERS,
    "/treasury deposit": Permit.MEMBERS,
    "/treasury sell": Permit.MEMBERS,
    "/treasury collect": Permit.MEMBERS,
    "/treasury forecast": Permit.MEMBERS,
    f"button {WITHDRAW}": Permit.MEMBERS,
    f"button {SELL}": Permit.MEMBERS,
}


class TreasuryCommands(commands.Cog):
    """The part of the commands about income."""

    _desk: Desk

    @groups.treasury.command(name="withdraw")
    @app_commands.describe(
        points="How many BP; each adds 1 to Unrest", kingdom="Which kingdom, where there are several"
    )
    @app_commands.guild_only()
    async def treasury_withdraw(
        self, interaction: Interaction, points: int, kingdom: str | None = None
    ) -> None:
        """Take BP for yourselves as gold, once a month; shows its price and asks first"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            require_standing(seen.realm.kingdom)
            require_withdrawal(seen.realm, points)
            await reply.private(income_cards.withdrawal(seen, points))

    @groups.treasury.command(name="deposit")
    @app_commands.describe(
        gold="What all of it is worth, in gp",
        dearest=f"What the dearest single item is worth; {EXPENSIVE:,} gp at most",
        note="What it is",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.guild_only()
    async def treasury_deposit(
        self,
        interaction: Interaction,
        gold: int,
        dearest: int = 0,
        note: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Give coins, gems and items to the Treasury"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, Deposit(seen.id, gold, note, dearest))

    @groups.treasury.command(name="sell")
    @app_commands.describe(
        settlement="Where; its base value must reach the price",
        price=f"What the item is worth, more than {EXPENSIVE:,} gp",
        item="What it is",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.guild_only()
    async def treasury_sell(
        self,
        interaction: Interaction,
        settlement: str,
        price: int,
        item: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Sell an expensive item of yours for the Treasury"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            if not _is_for_nothing(seen.realm, price):
                await self._desk.carry_out(reply, SellItem(seen.id, settlement, price, item))
                return
            town, _ = require_sale(seen.realm, settlement, price)
            await reply.private(income_cards.sale_for_nothing(seen, town, price, one_line(item)))

    @groups.treasury.command(name="collect")
    @app_commands.describe(kingdom="Which kingdom, where there are several")
    @app_commands.guild_only()
    async def treasury_collect(self, interaction: Interaction, kingdom: str | None = None) -> None:
        """Roll Economy for the taxes"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, CollectTaxes(seen.id))

    @groups.treasury.command(name="forecast")
    @app_commands.describe(kingdom="Which kingdom, where there are several")
    @app_commands.guild_only()
    async def treasury_forecast(self, interaction: Interaction, kingdom: str | None = None) -> None:
        """What the taxes may bring as things are"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(income_cards.forecast(seen.realm))

    @treasury_withdraw.autocomplete("kingdom")
    @treasury_deposit.autocomplete("kingdom")
    @treasury_sell.autocomplete("kingdom")
    @treasury_collect.autocomplete("kingdom")
    @treasury_forecast.autocomplete("kingdom")
    async def _treasury_kingdoms(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @treasury_sell.autocomplete("settlement")
    async def _treasury_settlements(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            kingdom: Any = getattr(interaction.namespace, "kingdom", None)
            seen = await finding.seen(self._desk, interaction, kingdom or None)
            towns = seen.realm.towns.items()
            values = [(base_value(town, seen.realm.rulings), id_, town) for id_, town in towns]
            return [
                (words.buyer(town.name, value), str(id_))
                for value, id_, town in sorted(values, key=lambda found: -found[0])
                if typed.casefold() in town.name.casefold()
            ]

        return await self._desk.suggest(interaction, find)


def _is_for_nothing(realm: Realm, price: int) -> bool:
    """Whether a sale could be made and would bring 0 BP: then it is asked first."""
    require_standing(realm.kingdom)
    require_open(realm.kingdom, Step.SELL)
    return price > EXPENSIVE and not worth(price)


def answer(desk: Desk) -> None:
    """Enter the buttons of the previews."""

    async def withdraw(reply: Reply, args: tuple[str, ...]) -> None:
        numbers = [whole_number(each) for each in args[1:]]
        if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
            raise Stale(DAMAGED_BUTTON)
        await desk.carry_out(reply, Withdraw(RecordId(args[0]), numbers[0], numbers[1]))

    async def sell(reply: Reply, args: tuple[str, ...]) -> None:
        price = whole_number(args[2]) if len(args) == 4 else None
        if price is None:
            raise Stale(DAMAGED_BUTTON)
        await desk.carry_out(reply, SellItem(RecordId(args[0]), args[1], price, args[3], for_nothing=True))

    desk.add_button(WITHDRAW, withdraw)
    desk.add_button(SELL, sell)

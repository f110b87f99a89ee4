"""`/adv rules`: the rules in short, by topic, and what this campaign decided about them."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.settings import Setting
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import NoCampaign
from bot.systems.adventuria.rules import settings
from bot.systems.adventuria.words import rules as words
from bot.ui.card import Card, Pick, Select
from bot.ui.reply import Reply
from bot.ui.text import safe

RULES_LIST = "adv_rules"
REGISTER: Register = {"/adv rules": Permit.EVERYONE, f"select {RULES_LIST}": Permit.EVERYONE}

SETTINGS: dict[str, tuple[Setting, ...]] = {
    "creation": (settings.CREATION, settings.ADVENTURERS),
    "attributes": (settings.LEDGERS,),
    "gold": (settings.ALL_OF_NOTHING,),
    "spells": (settings.SPELLS_AT_THREE, settings.FULL_OF_SPELLS),
    "experience": (settings.XP_VALUES,),
    "adventuring": (settings.PROXY,),
}
FIRST = next(iter(words.RULES))


class RulesCommands(commands.Cog):
    """The part of `/adv` that explains."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(topic="Which part of them")
    @app_commands.guild_only()
    async def rules(self, interaction: Interaction, topic: str = FIRST) -> None:
        """Read the rules, and what this campaign decided"""
        async with self._desk.reply(interaction) as reply:
            await reply.private(await _page(self._desk, interaction, topic))

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            near = typed.strip().casefold()
            return [(title, topic) for topic, title in words.TITLES.items() if near in title.casefold()]

        return await self._desk.suggest(interaction, find)


def answer(desk: Desk) -> None:
    """Enter the list of topics."""

    async def turn(reply: Reply, args: tuple[str, ...]) -> None:
        await reply.update(await _page(desk, reply.interaction, args[-1] if args else FIRST))

    desk.add_select(RULES_LIST, turn)


async def _page(desk: Desk, interaction: Interaction, topic: str) -> Card:
    """The page of a topic, by its key or title. Raises RuleViolation."""
    near = topic.strip().casefold()
    found = next((key for key, title in words.TITLES.items() if near in (key, title.casefold())), None)
    if found is None:
        raise RuleViolation(words.no_topic(safe(topic, 40)))
    return page(found, await _chosen(desk, interaction))


async def _chosen(desk: Desk, interaction: Interaction) -> Mapping[str, str] | None:
    try:
        return (await desk.look(interaction)).campaign.settings
    except NoCampaign:
        return None


def page(topic: str, chosen: Mapping[str, str] | None) -> Card:
    """One topic's rules and settings; `chosen` is None where no campaign is played."""
    lines = [words.rule(number, text) for number, text in words.RULES[topic]]
    found = [_decided(setting, chosen or {}) for setting in SETTINGS.get(topic, ())]
    if found:
        how = words.NO_CAMPAIGN if chosen is None else words.HOW_TO_CHANGE
        lines += ["", f"**{words.DECIDED}**", *found, how]
    picks = tuple(Pick(key, title, is_chosen=key == topic) for key, title in words.TITLES.items())
    lists = (Select(words.WHICH, RULES_LIST, picks),)
    return Card(words.page_title(topic), (*lines, words.CREDIT), selects=lists)


def _decided(setting: Setting, chosen: Mapping[str, str]) -> str:
    option = setting.option(setting.of(chosen))
    return words.decided(setting.title, option.label, option.meaning)

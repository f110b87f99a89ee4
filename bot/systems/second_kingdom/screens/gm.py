"""`/sk gm`: what game masters do in a player's place, and what they take back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, actor_of, request_of
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.play import Scenery, Shown, Waiting
from bot.systems.second_kingdom.rules.attacks import ATTACK
from bot.systems.second_kingdom.rules.attempts import WithdrawChallenge
from bot.systems.second_kingdom.rules.challenge import Status
from bot.systems.second_kingdom.rules.requests import REQUEST, Answer, DeclineRequest
from bot.systems.second_kingdom.rules.trials import CHALLENGE
from bot.systems.second_kingdom.screens import attack_panels, challenge_cards, request_cards
from bot.systems.second_kingdom.words import gm as words
from bot.ui.card import Card
from bot.ui.reply import Reply

SYSTEM = "second_kingdom"
REGISTER: Register = {
    "/sk gm act-for": Permit.GAME_MASTERS,
    "/sk gm cancel": Permit.GAME_MASTERS,
    "button act_for": Permit.GAME_MASTERS,
    "button challenge": Permit.EVERYONE,
}


def _withdrawal(shown: Shown) -> Any:
    return WithdrawChallenge(shown.id) if shown.state.status is Status.OPEN else None


def _refusal(shown: Shown) -> Any:
    return DeclineRequest(shown.id) if shown.state.answer is Answer.WAITS else None


# By the kind of record: its panel for one person's eyes, and what takes it back (None where nothing does).
PANELS: dict[str, Callable[[Shown, Scenery], Card]] = {
    CHALLENGE.name: challenge_cards.panel,
    REQUEST.name: request_cards.panel,
    ATTACK.name: attack_panels.panel,
}
CANCELS: dict[str, Callable[[Shown], Any]] = {
    CHALLENGE.name: _withdrawal,
    REQUEST.name: _refusal,
    ATTACK.name: attack_panels.withdrawal,
}


def answer(desk: Desk) -> None:
    """Enter the buttons that open a panel: the game masters', and everybody's own of a challenge."""

    async def open_panel(reply: Reply, args: tuple[str, ...]) -> None:
        shown, scenery = await _look(desk, reply.interaction, RecordId(args[0] if args else ""))
        await reply.private(PANELS[shown.kind](shown, scenery))

    async def open_challenge(reply: Reply, args: tuple[str, ...]) -> None:
        shown, scenery = await _look(desk, reply.interaction, RecordId(args[0] if args else ""))
        if shown.kind != CHALLENGE.name:
            raise Stale(words.NOTHING_LIKE_IT)
        await reply.private(challenge_cards.panel(shown, scenery))

    desk.add_button("act_for", open_panel)
    desk.add_button("challenge", open_challenge)


async def _look(desk: Desk, interaction: Interaction, record: RecordId) -> tuple[Shown, Scenery]:
    """A record that has a panel. Raises Stale where there is none of that id."""
    scenery = await desk.look(interaction, Scope(ids=(record,), links=True))
    shown = scenery.records.get(record)
    if shown is None or shown.kind not in PANELS or shown.is_archived:
        raise Stale(words.NOTHING_LIKE_IT)
    return shown, scenery


class GameMasterCommands(commands.Cog):
    """In a player's place."""

    _desk: Desk

    gm = app_commands.Group(name="gm", description="In a player's place", guild_only=True)

    @gm.command(name="act-for")
    @app_commands.describe(item="What waits: a challenge, an attack, a request")
    async def act_for(self, interaction: Interaction, item: str) -> None:
        """Open what waits for a player, and act in the player's place"""
        async with self._desk.reply(interaction) as reply:
            shown, scenery = await _item(self._desk, interaction, item)
            await reply.private(PANELS[shown.kind](shown, scenery))

    @gm.command()
    @app_commands.describe(item="What is asked: a challenge, an attack, a request")
    async def cancel(self, interaction: Interaction, item: str) -> None:
        """Take back what is asked of a player, before any die falls; declines a request"""
        async with self._desk.reply(interaction) as reply:
            shown, _ = await _item(self._desk, interaction, item)
            action = _cancelling(shown)
            if action is None:
                raise RuleViolation(words.NOT_CANCELLED)
            await self._desk.carry_out(reply, action)

    @act_for.autocomplete("item")
    async def _to_act_for(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, lambda shown: shown.kind in PANELS)

    @cancel.autocomplete("item")
    async def _to_cancel(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, lambda shown: _cancelling(shown) is not None)


async def _suggested(
    desk: Desk, interaction: Interaction, typed: str, fits: Callable[[Shown], bool]
) -> Choices:
    """What waits and fits, for an autocomplete."""

    async def find() -> list[tuple[str, str]]:
        waiting = [each for each in await _waiting(desk, interaction) if fits(each.record)]
        near = typed.strip().casefold()
        found = {each.record.id: each.label for each in waiting if near in each.label.casefold()}
        return [(label, record) for record, label in found.items()]

    return await desk.suggest(interaction, find)


async def _waiting(desk: Desk, interaction: Interaction) -> list[Waiting]:
    """What waits in this game. Raises UserError for whoever may not use the command at hand."""
    await desk.look(interaction)
    _, found = await desk.play.waiting(actor_of(interaction), request_of(interaction), mine=False)
    return [each for each in found if each.record.system == SYSTEM]


async def _item(desk: Desk, interaction: Interaction, text: str) -> tuple[Shown, Scenery]:
    """What waits by that id or name. Raises RuleViolation."""
    near = text.strip().casefold()
    found = {
        each.record.id
        for each in await _waiting(desk, interaction)
        if text == each.record.id or near in (each.label.casefold(), each.record.title.casefold())
    }
    if len(found) != 1:
        raise RuleViolation(words.SEVERAL_LIKE_IT if found else words.NOTHING_LIKE_IT)
    return await _look(desk, interaction, found.pop())


def _cancelling(shown: Shown) -> Any:
    build = CANCELS.get(shown.kind)
    return build(shown) if build is not None else None

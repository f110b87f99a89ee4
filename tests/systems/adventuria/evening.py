"""An evening of Adventuria at a simulated table: what its people do, and how Bran stands by the book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope, Want
from bot.play import Request
from bot.systems.adventuria import ledger
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.adventuria.state import Adventurer, Attribute, Stage, Ware
from tests.loaded import loaded
from tests.systems.adventuria.bouts import after_days, press
from tests.systems.second_kingdom.evening import entries, is_private
from tests.tables import Table, press_on, reply_of, said, text


@dataclass
class Evening:
    """A table, the thread of the adventurer, and its record."""

    table: Table
    thread: ChannelHandle
    bran: RecordId

    @property
    def card(self) -> discord.Message:
        """The newest message of the thread."""
        return self.table.last(self.thread)

    async def narrates(self, path: str, **options: Any) -> str:
        """A narrator's command; what stands in the thread then."""
        await self.table.gm.slash(self.thread, f"adv gm {path}", **options)
        await self.table.settle()
        return text(self.card)

    async def uses(self, command: str, **options: Any) -> str:
        """A command of the player's; what it is answered."""
        answer = await self.table.deacon.slash(self.thread, command, **options)
        await self.table.settle()
        return said(answer)

    async def presses(self, label: str, *dice: int, restart: bool = True) -> str:
        """The player's press, with the dice that it rolls and mostly on a new process; what stands then."""
        if restart:
            await self.table.restart()
        await press(self.table, self.thread, label, *dice)
        return text(self.card)

    async def insists(self, label: str, sure: str, *dice: int) -> str:
        """A press that asks first, and the press on what it showed; what stands then."""
        await self.table.restart()
        asked = await press(self.table, self.thread, label)
        with loaded(*dice):
            await self.table.deacon.click(reply_of(asked), label=sure)
        await self.table.settle()
        return text(self.card)

    async def fills(self, label: str, by: MemberActor | None = None, **typed: Any) -> str:
        """The form behind a button, filled in and sent across a restart; what stands then."""
        person = by or self.table.deacon
        form = await press_on(person, self.card, label)
        await person.submit_modal(form, typed)
        await self.table.settle()
        return text(self.card)

    async def days_pass(self, days: int) -> None:
        """So many days, and another process of the bot."""
        await after_days(self.table, days)

    async def others_are_refused(self, label: str, **typed: Any) -> None:
        """Nobody but its player presses that, or sends the form behind it: each is told so in private."""
        before = await entries(self.table)
        for person in (self.table.wren, self.table.stranger, self.table.gm):
            refused = await person.click(self.card, label=label)
            if refused.modal is not None:
                refused = await person.submit_modal(refused, typed)
            assert is_private(refused)
            assert said(refused).startswith("Only ")
        await self.table.settle()
        assert await entries(self.table) == before

    async def state(self) -> Adventurer:
        """The adventurer as it is kept."""
        request = Request(1, self.table.guild.id, self.table.channel.id)
        seen = await self.table.bot.play.look(Actor(self.table.gm.id), request, Scope(ids=(self.bran,)))
        state: Adventurer = seen.records[self.bran].state
        return state

    async def by_the_book(self, attributes: tuple[int, ...], **numbers: Any) -> None:
        """See that the sheet says this: Arms, Magic, Craft and Vitae as they count, and what is named."""
        state = await self.state()
        assert tuple(ledger.total(state, each) for each in Attribute) == attributes
        assert {name: _reading(state, name) for name in numbers} == numbers


def _reading(state: Adventurer, name: str) -> Any:
    wares = {f"{ware.value}s": ware for ware in (Ware.ITEM, Ware.SPELL)}
    if name in wares:
        return " ".join(each.name for each in state.held(wares[name]))
    return getattr(state, name)


async def sets_out(table: Table) -> Evening:
    """Deacon rolls up Bran: 1, a warrior; 1, good."""
    with loaded(1, 1):
        await table.deacon.slash(table.channel, "adv new", name="Bran")
    await table.settle()
    (thread,) = table.channel.threads
    request = Request(1, table.guild.id, table.channel.id)
    scope = Scope(wants=(Want(ADVENTURER.name, text="Bran"),))
    (bran,) = (await table.bot.play.look(Actor(table.gm.id), request, scope)).all(ADVENTURER.name)
    evening = Evening(table, thread, bran.id)
    told = next(text(message) for message in table.messages() if message.id == thread.id)
    assert "Type: **Warrior**, rolled a 1" in told
    assert "Alignment: **Good**, rolled a 1" in told
    start = {"gold": 1, "wounds": 0, "items": "", "spells": "", "melee_xp": 0, "magical_xp": 0}
    await evening.by_the_book((4, 2, 3, 4), **start, location="The City", stage=Stage.BETWEEN)
    return evening


async def first_press(table: Table, answer: InteractionResult) -> InteractionResult:
    """A game master's press on the first button of an answer."""
    first = reply_of(answer).components[0]["components"][0]
    pressed = await table.gm.click(reply_of(answer), custom_id=first["custom_id"])
    await table.settle()
    return pressed

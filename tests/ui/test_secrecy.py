"""Which of a channel's messages may be shown there now: secrets wait while others read it, in their order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.engine.people import Actor
from bot.engine.readers import READERS
from bot.engine.system import Scope
from bot.play import GAME_MASTER_POST, PUBLIC_POST, Due
from bot.storage.address import Address
from bot.storage.models import outbox
from bot.systems.table.campaigns.people import AddGameMaster
from bot.systems.table.campaigns.rules import UnbindChannel
from bot.ui.readers import READS, first_readers
from bot.ui.secrecy import NotTold, Secrecy, is_secret
from tests.play.chronicle import DEACON, HERE, MARISOL, SECRET, SERVER, WREN, Inn
from tests.ui.test_readers import Channel, Person, Server, let_in

BEFORE = 55


class Gate:
    """A campaign under way, its server, and what lets its secrets through."""

    def __init__(self, address: Address) -> None:
        self.inn = Inn(address)
        self.server = Server()
        self.server.id = SERVER
        self.server.add(Person(DEACON), Person(WREN), Person(MARISOL))
        self.secret, self.here = Channel(self.server, SECRET), Channel(self.server, HERE)
        self.woken = 0
        self.secrecy = Secrecy(self.inn.play, self, self._wake)  # type: ignore[arg-type]

    def _wake(self) -> None:
        self.woken += 1

    def get_guild(self, guild: int) -> Server | None:
        """As the library's client."""
        return self.server if guild == self.server.id else None

    async def due(self) -> list[Due]:
        """What is to be posted."""
        return [each for each in await self.inn.play.due() if each.kind == "post"]

    async def admitted(self) -> list[int]:
        """The entries of what may be shown now."""
        return [each.entry for each in await self.secrecy.admitted(await self.due())]

    async def whisper(self) -> int:
        return await self.inn.tell("", whispered="aside")

    async def questions(self) -> int:
        """How many wait for the game masters."""
        _, found = await self.inn.play.waiting(Actor(MARISOL), self.inn.request(), mine=True)
        return len(found)

    async def campaign(self) -> Any:
        return (await self.inn.play.look(Actor(MARISOL), self.inn.request(), Scope())).campaign

    async def looked_at(self) -> Due:
        """What has it looked at who reads the channel."""
        return [each for each in await self.inn.play.due() if each.kind == "readers"][-1]


@pytest.fixture
async def gate(sqlite_address: Address) -> AsyncIterator[Gate]:
    made = Gate(sqlite_address)
    await made.inn.begin()
    await made.inn.deliver()
    yield made
    await made.inn.play.database.dispose()


async def test_what_nobody_else_reads_is_shown(gate: Gate) -> None:
    open_, secret = await gate.inn.tell("aloud"), await gate.whisper()
    assert await gate.admitted() == [open_, secret]
    assert await gate.admitted() == [open_, secret]
    assert (gate.woken, await gate.questions()) == (0, 0)


async def test_while_another_reads_it_secrets_wait_and_nothing_else_does(gate: Gate) -> None:
    gate.secret.lets_in(WREN)
    open_, _secret = await gate.inn.tell("aloud"), await gate.whisper()
    assert await gate.admitted() == [open_]
    assert (gate.woken, await gate.questions()) == (1, 1)
    # The question itself is put where it can be read.
    assert [each.entry for each in await gate.due()] == await gate.admitted()
    asked = [each for each in await gate.due() if each.audience == GAME_MASTER_POST]
    assert [each.post.subject.kind for each in asked if each.post and each.post.subject] == [READERS]


async def test_once_they_do_not_what_waited_comes_before_what_is_new(gate: Gate) -> None:
    gate.secret.lets_in(WREN)
    first = await gate.whisper()
    await gate.admitted()
    await gate.inn.deliver()
    gate.secret.closes()
    second = await gate.whisper()
    # This one waits for what came before it.
    assert await gate.admitted() == []
    assert gate.woken == 2
    assert (await gate.admitted())[:2] == [first, second]
    # And whoever is let in again is noticed, however often it was looked at.
    gate.secret.lets_in(WREN)
    assert first not in await gate.admitted()
    assert gate.woken == 3
    gate.secret.closes()
    third = await gate.whisper()
    assert third not in await gate.admitted()
    assert {first, second, third} <= {*await gate.admitted()}


async def test_in_a_channel_that_was_theirs_before_nothing_is_shown_to_others(gate: Gate) -> None:
    before = Channel(gate.server, BEFORE)
    number = await gate.whisper()

    async def moved() -> None:
        """As it is where the channel was changed while it was on its way."""
        statement = outbox.update().where(outbox.c.done_at.is_(None)).values(channel_id=BEFORE)
        await gate.inn.play.database.write(lambda c: c.execute(statement))

    await moved()
    assert await gate.admitted() == [number]
    before.lets_in(WREN)
    assert await gate.admitted() == []
    assert [each.channel for each in await gate.due()] == [SECRET]
    assert (await gate.questions(), await gate.admitted()) == (0, [number])


async def test_of_a_channel_that_is_gone_discord_says_so(gate: Gate) -> None:
    gate.secret.lets_in(WREN)
    number = await gate.whisper()
    del gate.server.channels[SECRET]
    assert await gate.admitted() == [number]
    assert await gate.questions() == 0
    assert not await gate.secrecy.holds(SERVER, gate.inn.id, await gate.campaign())


async def test_nothing_is_shown_before_the_gateway_told_of_the_server(gate: Gate) -> None:
    await gate.whisper()
    gate.server.unavailable = True
    with pytest.raises(NotTold):
        await gate.admitted()
    gate.server.unavailable, gate.server.id = False, SERVER + 1
    with pytest.raises(NotTold):
        await gate.admitted()


async def test_only_what_game_masters_alone_may_read_is_secret(gate: Gate) -> None:
    mill = await gate.inn.discover("Mill")
    await gate.inn.tell("aloud", mill, whispered="aside")
    await gate.whisper()
    found = await gate.due()
    secret = [each for each in found if is_secret(each)]
    assert [each.audience for each in secret] == [GAME_MASTER_POST] * 2
    assert {each.audience for each in found if each not in secret} == {PUBLIC_POST}
    # What can't be drawn tells nothing.
    assert is_secret(replace(secret[0], post=None)) is False


async def test_an_answer_is_private_while_another_reads_the_channel(gate: Gate) -> None:
    campaign = await gate.campaign()
    assert not await gate.secrecy.holds(SERVER, gate.inn.id, campaign)
    assert (await gate.questions(), gate.woken) == (0, 0)
    gate.secret.lets_in(WREN)
    assert await gate.secrecy.holds(SERVER, gate.inn.id, campaign)
    assert (await gate.questions(), gate.woken) == (1, 1)
    # Without a channel of theirs there is none to be read.
    assert not await gate.secrecy.holds(SERVER, gate.inn.id, replace(campaign, game_master_channel=None))


async def test_what_waits_is_looked_at_again(gate: Gate) -> None:
    gate.secret.lets_in(WREN)
    number = await gate.whisper()
    await gate.admitted()
    asked = len(gate.server.asked)
    await gate.secrecy.look_at_held()
    # Discord is asked, whatever was known.
    assert len(gate.server.asked) > asked
    assert await gate.questions() == 1
    gate.secret.closes()
    await gate.secrecy.look_at_held()
    assert await gate.questions() == 0
    assert number in await gate.admitted()
    gate.server.asked.clear()
    await gate.secrecy.look_at_held()
    assert gate.server.asked == []


async def test_where_the_channel_is_gone_nobody_is_asked_any_more(gate: Gate) -> None:
    gate.secret.lets_in(WREN)
    await gate.whisper()
    await gate.admitted()
    del gate.server.channels[SECRET]
    await gate.secrecy.look_at_held()
    assert await gate.questions() == 0


async def test_who_reads_it_is_told_at_once_and_anew(gate: Gate) -> None:
    campaign = await gate.campaign()
    place: Any = gate.secret
    assert await gate.secrecy.look_at_readers(gate.inn.id, place, campaign) == ()
    asked = len(gate.server.asked)
    gate.secret.lets_in(WREN)
    (found,) = await gate.secrecy.look_at_readers(gate.inn.id, place, campaign)
    assert (found.id, len(gate.server.asked)) == (WREN, 2 * asked)
    assert (await gate.questions(), gate.woken) == (1, 1)
    gate.secret.closes()
    assert await gate.secrecy.look_at_readers(gate.inn.id, place, campaign) == ()
    assert (await gate.questions(), gate.woken) == (0, 2)


# -- as the campaign changes --------------------------------------------------------------------------


async def test_a_channel_that_was_made_follows_who_leads_and_is_looked_at(gate: Gate) -> None:
    campaign = await gate.campaign()
    gate.secret.given = dict(first_readers(gate.server, campaign))  # type: ignore[arg-type]
    await gate.inn.act(MARISOL, AddGameMaster(member=WREN))
    gate.secret.lets_in(DEACON)
    due = await gate.looked_at()
    await gate.secrecy.keep_readers(due)
    assert let_in(gate.secret) == {MARISOL, WREN}
    assert await gate.questions() == 1
    # Of a campaign that is not told of nothing is looked at.
    gate.secret.closes()
    await gate.secrecy.keep_readers(replace(due, played=None))
    assert await gate.questions() == 1
    await gate.secrecy.keep_readers(due)
    assert await gate.questions() == 0


async def test_a_channel_that_people_made_is_theirs_to_open_and_close(gate: Gate) -> None:
    gate.secret.given[discord.Object(WREN)] = READS
    gate.secret.may[WREN] = discord.Permissions(view_channel=True)
    await gate.secrecy.keep_readers(await gate.looked_at())
    assert let_in(gate.secret) == {WREN}
    assert await gate.questions() == 1


async def test_another_channel_than_theirs_is_not_looked_at(gate: Gate) -> None:
    gate.here.lets_in(WREN)
    await gate.secrecy.keep_readers(replace(await gate.looked_at(), channel=HERE))
    assert await gate.questions() == 0
    # Nor one that is gone.
    gate.secret.lets_in(WREN)
    await gate.secrecy.keep_readers(replace(await gate.looked_at(), channel=BEFORE))
    assert await gate.questions() == 0


async def test_where_they_have_no_channel_any_more_nothing_is_asked_of_it(gate: Gate) -> None:
    due = await gate.looked_at()
    gate.secret.lets_in(WREN)
    await gate.secrecy.keep_readers(due)
    assert await gate.questions() == 1
    await gate.inn.act(MARISOL, UnbindChannel(SECRET))
    await gate.secrecy.keep_readers(replace(due, played=await gate.campaign()))
    assert await gate.questions() == 0

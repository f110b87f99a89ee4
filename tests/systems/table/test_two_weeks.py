"""Two weeks of a campaign by post: five people in three time zones, what each hears, and when.

Deacon plays every day, Wren falls silent for nine, Ferris is away with standing orders and a proxy, Hob
leaves, and Juno is new. The bot is restarted in each week, and once it is off for a day.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.engine.people import Actor
from bot.play import Request
from bot.storage.address import Address
from bot.systems.sovereign.people.files import ImportCharacter, file_of
from tests.loaded import loaded
from tests.systems.second_kingdom.evening import buttons, parts_of
from tests.systems.sovereign.conftest import gather
from tests.systems.sovereign.scenes import bo
from tests.tables import Table, new_bot, open_table, press_on, reply_of, said, text

# A Monday; in the night of the first Sunday, the clocks of Denver are put forward.
BEGUN = datetime(2026, 3, 2, 12, tzinfo=UTC)
ZONES = {
    "Marisol": "Europe/Lisbon",
    "Deacon": "Asia/Tokyo",
    "Wren": "America/Denver",
    "Ferris": "Europe/Lisbon",
    "Hob": "Europe/Lisbon",
    "Juno": "America/Denver",
}
# Nobody wants to be mentioned from then to then, where they live.
NIGHT, MORNING = 22, 7
MISS = 6
# What no player may ever read.
SECRETS = ("kzomen", "Ghouls", "Deadhouse", "encounter check")
# Two weeks of five people; each message of it asks, tells or reminds somebody.
MOST_MESSAGES = 55


class Told(NamedTuple):
    """A message of the campaign's channel: when it came, and whom it mentioned."""

    at: datetime
    message: discord.Message
    mentioned: tuple[str, ...]

    @property
    def says(self) -> str:
        """All of it, as it was then."""
        return text(self.message)


@dataclass
class Weeks:
    """The table, its clock, its people, and all that came in its channel so far."""

    address: Address
    now: datetime = BEGUN
    people: dict[str, MemberActor] = field(default_factory=dict)
    heard: list[Told] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    table: Table = field(init=False)

    def __call__(self) -> datetime:
        """The time."""
        return self.now

    def begin(self, table: Table) -> None:
        """Take a table with its people, and three more."""
        self.table = table
        self.people |= {"Marisol": table.gm, "Deacon": table.deacon, "Wren": table.wren}
        for name in ("Ferris", "Hob", "Juno"):
            self.people[name] = table.guild.add_member(table.env.create_user(name))

    # -- time ---------------------------------------------------------------------------------------------

    async def until(self, day: int, hour: int) -> list[str]:
        """Let it be that day of March, at that hour; who was mentioned meanwhile."""
        then = datetime(2026, 3, day, hour, tzinfo=UTC)
        while self.now < then:
            self.now += timedelta(hours=1)
            if await self.table.bot.play.do_due():
                await self.table.deliver()
                self.listen()
        await self.table.env.advance_time(61)
        return await self.settled()

    async def restarts(self, **off: float) -> None:
        """Another process of the bot, after so long."""
        await self.settled()
        table, luck = self.table, self.table.bot.play.context.randomness
        await table.bot.close()
        self.now += timedelta(**off)
        table.bot = new_bot(self.address, now=self, randomness=luck)
        await table.env.restart_bot(table.bot)
        self._known = len(self.heard)

    async def settled(self) -> list[str]:
        """Who was mentioned since this was asked last: “Mon 14 Wren”."""
        await self.table.settle()
        self.listen()
        news, self._known = self.heard[self._known :], len(self.heard)
        return [f"{each.at:%a %H} {' '.join(each.mentioned)}" for each in news if each.mentioned]

    _known: int = 0

    def listen(self) -> None:
        """Note what is new in the channel."""
        known = {each.message.id for each in self.heard}
        for message in self.table.messages():
            if message.id not in known:
                named = [name for name, who in self.people.items() if who.mention in message.content]
                self.heard.append(Told(self.now, message, tuple(named)))

    # -- what people do -----------------------------------------------------------------------------------

    async def uses(self, name: str, path: str, /, **options: Any) -> InteractionResult:
        """A command; the game master's in the channel that is theirs alone."""
        place = self.table.secret if name == "Marisol" else self.table.channel
        return await self._did(name, await self.people[name].slash(place, path, **options))

    async def leads(self, path: str, **options: Any) -> None:
        """A command of the game master's in everybody's channel."""
        await self._did("Marisol", await self.table.gm.slash(self.table.channel, path, **options))

    async def presses(self, name: str, label: str) -> InteractionResult:
        """The newest button whose label begins so."""
        for message in reversed(self.table.messages()):
            if found := next((each for each in buttons(message) if each.startswith(label)), None):
                return await self._did(name, await self.people[name].click(message, label=found))
        raise LookupError(label)

    async def acts(self, name: str, words: str) -> None:
        """What their character does in this Turn of the delve; the first that they may act for."""
        form, who = await self.presses(name, "Say what you do…"), self.people[name]
        if form.modal is None:
            (picks,) = (each for each in parts_of(reply_of(form)) if "options" in each)
            own = picks["options"][0]["value"]
            form = await who.select(reply_of(form), [own], custom_id=picks["custom_id"])
        await self._did(name, await who.submit_modal(form, {"deed": ["search"], "words": words}))

    async def next_turn(self) -> list[str]:
        """The game master ends the Turn; whom that mentions."""
        secret = self.table.messages(self.table.secret)
        card = next(each for each in reversed(secret) if "Next Turn" in buttons(each))
        with loaded(MISS):
            await press_on(self.table.gm, card, "Next Turn")
        return await self.settled()

    async def comes(self, name: str, hero: str) -> InteractionResult:
        """Somebody joins, with a character out of a file."""
        joined = await self.uses(name, "campaign join")
        who, here = (
            self.people[name],
            Request(900 + len(self.heard), self.table.guild.id, self.table.channel.id),
        )
        await self.table.bot.play.act(Actor(who.id), here, ImportCharacter(who.id, file_of(bo(name=hero))))
        await self.table.deliver()
        return joined

    async def _did(self, name: str, done: InteractionResult) -> InteractionResult:
        await self.table.settle()
        self.listen()
        if name != "Marisol":
            self.read.append(said(done))
        return done

    async def pages(self, name: str, page: InteractionResult) -> str:
        """All that such an answer says, page by page."""
        told = said(page)
        while "More…" in buttons(reply_of(page)):
            page = await self.people[name].click(reply_of(page), label="More…")
            told += said(page)
        self.read.append(told)
        return told

    # -- what came of it ----------------------------------------------------------------------------------

    @property
    def last(self) -> str:
        """The newest message of the channel as it stands."""
        return text(self.table.last())

    def board(self) -> str:
        """The campaign's board as it stands."""
        return next(each for each in map(text, self.table.messages()) if "the board" in each.splitlines()[0])

    def awaited(self) -> set[str]:
        """Whose move it is, as the board has it."""
        lines = [each.partition("→")[2] for each in self.board().splitlines()]
        found = {name for name in self.people if any(self.calls(name) in each for each in lines)}
        return found | {"Marisol" for each in lines if "the game master" in each}

    def calls(self, name: str) -> str:
        """How that person is shown."""
        return self.people[name].mention


@pytest.fixture
async def weeks(sqlite_address: Address) -> AsyncIterator[Weeks]:
    """A party of four in a barrow, on a Monday at noon."""
    made = Weeks(sqlite_address)
    async with open_table(sqlite_address, begin=False, now=made) as table:
        await gather(table)
        made.begin(table)
        for name, hero in (("Ferris", "Yrsa"), ("Hob", "Sable")):
            await made.comes(name, hero)
        for name, zone in ZONES.items():
            await made.uses(name, "preferences reminders", zone=zone, quiet=f"{NIGHT}-{MORNING}")
        await made.uses("Marisol", "site new", name="Deadhouse", frequency="1")
        form = await table.gm.slash(table.secret, "site table")
        await table.gm.submit_modal(form, {"text": "1-6 Ghouls"})
        await made.leads("campaign pace", rhythm="steady")
        await made.leads("campaign board")
        who = {"who": "Mira, Bo, Yrsa, Sable", "spokesperson": "Mira"}
        await made.leads("party new", name="The Lanterns", **who)
        with loaded(MISS):
            await made.leads("delve enter", called="The Barrow")
        yield made


async def test_two_weeks_by_post(weeks: Weeks) -> None:
    await _everybody_is_here(weeks)
    await _one_is_silent_and_one_leaves(weeks)
    await _one_is_new(weeks)
    await _what_was_said_in_advance_and_by_a_proxy(weeks)
    await _a_day_without_the_bot_and_one_who_comes_back(weeks)
    await _they_are_back_to_the_pace(weeks)
    _nobody_was_woken(weeks)
    _nothing_was_told_twice_or_to_the_wrong_people(weeks)


async def _everybody_is_here(weeks: Weeks) -> None:
    # At noon it is five in the morning in Denver: Wren hears of it at seven.
    assert await weeks.settled() == ["Mon 12 Deacon Ferris Hob"]
    assert await weeks.until(2, 16) == ["Mon 14 Wren"]
    for name in ("Ferris", "Hob", "Wren"):
        await weeks.acts(name, "the stair")
    assert await weeks.until(3, 8) == []
    await weeks.acts("Deacon", "the altar")
    # All have said what they do: it is the game master's move.
    assert await weeks.settled() == ["Tue 08 Marisol"]
    await weeks.until(3, 16)
    await weeks.uses("Wren", "roll", dice="1d20")
    await weeks.uses("Ferris", "away", until="2026-03-13", proxy=weeks.people["Deacon"])
    asked = await weeks.uses("Ferris", "order", answer="Asked for a check or save: roll")
    await weeks.people["Ferris"].click(reply_of(asked), label="Set standing order")
    await weeks.uses("Ferris", "delve silent", character="Yrsa", then="order", order="Guards the rear")
    await weeks.uses("Marisol", "roll", dice="1d20 kzomen")
    assert await weeks.settled() == []


async def _one_is_silent_and_one_leaves(weeks: Weeks) -> None:
    assert await weeks.until(4, 10) == ["Wed 08 Marisol"]
    # Ferris has said what Yrsa does, and Wren sleeps.
    assert await weeks.next_turn() == ["Wed 10 Deacon Hob"]
    assert "Yrsa, standing order: Guards the rear" in weeks.last
    await weeks.acts("Deacon", "the well")
    await weeks.restarts()
    assert await weeks.until(6, 9) == ["Wed 14 Wren", "Thu 10 Hob", "Thu 14 Wren"]
    left = await weeks.uses("Hob", "campaign leave")
    await weeks.people["Hob"].click(reply_of(left), label="Leave the campaign")
    # A reminder a day, a last call after three, and a day later it is the game master's move.
    assert await weeks.until(8, 18) == ["Fri 14 Wren", "Sat 14 Wren", "Sun 10 Marisol"]
    assert "the last call, until <t:" in weeks.heard[-2].says
    wren = weeks.calls("Wren")
    lapsed = f"⌛ {wren} said nothing in time and does nothing, unless they still answer."
    assert f"{lapsed} Everybody has had their say" in weeks.last
    # Of Hob's, nobody expects an answer any more.
    assert await weeks.next_turn() == ["Sun 18 Wren"]
    assert "Yrsa says nothing. Standing order: Guards the rear." in weeks.last
    assert await weeks.until(9, 8) == ["Sun 22 Deacon"]
    await weeks.acts("Deacon", "the hall")
    await weeks.until(9, 9)
    assert weeks.awaited() == {"Marisol", "Wren"}


async def _one_is_new(weeks: Weeks) -> None:
    await weeks.until(9, 16)
    joined = await weeks.comes("Juno", "Tamsin")
    page = await weeks.people["Juno"].click(joined.followups[-1], label="The story so far")
    told = await weeks.pages("Juno", page)
    assert "Barrows: the story so far" in told
    assert f"{weeks.calls('Marisol')} is the game master" in told
    assert f"{weeks.calls('Deacon')} plays **Mira**" in told
    await weeks.leads("party new", name="The Late", who="Tamsin", spokesperson="Tamsin")
    await weeks.leads("delve enter", party="The Late")
    assert await weeks.settled() == ["Mon 16 Wren Juno"]
    await weeks.acts("Juno", "the urns")


async def _what_was_said_in_advance_and_by_a_proxy(weeks: Weeks) -> None:
    assert await weeks.until(10, 10) == ["Mon 18 Wren"]
    await weeks.restarts()
    await weeks.leads("sov ask", who="Mira, Yrsa, Bo, Tamsin", roll="Evasion", why="The roof falls")
    await weeks.presses("Deacon", "Mira: roll")
    assert await weeks.until(10, 11) == ["Tue 10 Deacon"]
    assert f"📌 {weeks.calls('Ferris')} answered in advance." in "".join(map(text, weeks.table.messages()))
    await weeks.leads("sov group", who="Mira, Yrsa, Tamsin", roll="DEX/Sneak", roller="Mira", why="Past them")
    assert await weeks.settled() == ["Tue 11 Deacon"]
    await weeks.presses("Deacon", "Yrsa stays out")
    acts_for = f"{weeks.calls('Deacon')} acts for {weeks.calls('Ferris')}, as their proxy."
    assert acts_for in "".join(map(text, weeks.table.messages()))
    assert await weeks.until(10, 15) == ["Tue 13 Wren Juno", "Tue 13 Juno"]
    await weeks.presses("Juno", "Tamsin: roll")
    await weeks.presses("Juno", "Tamsin joins")
    assert await weeks.until(11, 8) == ["Tue 18 Wren"]
    await weeks.presses("Deacon", "Roll (")


async def _a_day_without_the_bot_and_one_who_comes_back(weeks: Weeks) -> None:
    assert await weeks.until(11, 12) == []
    # Wren's time in the barrow ends at six that evening.
    await weeks.restarts(days=1)
    news = await weeks.until(12, 17)
    assert news == ["Thu 13 Wren", "Thu 13 Wren"]
    assert any("Waypost was away, so you have more time" in each.says for each in weeks.heard[-2:])
    # The newest of them leads to what happened meanwhile.
    page = await press_on(weeks.table.wren, weeks.heard[-1].message, "Since you were here")
    shown = await weeks.pages("Wren", page)
    assert "Barrows: since you were here" in shown
    assert "**2 things are waiting for you.**" in shown
    for told in ("answered in advance", "is away until", "until now a player, leaves", "Group check"):
        assert told in shown, told
    await weeks.presses("Wren", "Bo: roll")
    await weeks.acts("Wren", "the door")
    assert await weeks.settled() == ["Thu 17 Marisol"]


async def _they_are_back_to_the_pace(weeks: Weeks) -> None:
    await weeks.until(13, 12)
    assert await weeks.next_turn() == ["Fri 12 Deacon"]
    assert await weeks.until(13, 16) == ["Fri 13 Wren Juno"]
    for name in ("Wren", "Juno", "Deacon"):
        await weeks.acts(name, "the stair")
    assert await weeks.settled() == ["Fri 16 Marisol"]
    assert await weeks.until(14, 10) == []
    assert await weeks.next_turn() == ["Sat 10 Deacon"]
    recap = await weeks.pages("Ferris", await weeks.uses("Ferris", "recap"))
    assert "📌" in recap
    assert "Group check" in recap
    await weeks.uses("Ferris", "delve silent", character="Yrsa", then="nothing")
    await weeks.acts("Ferris", "the ashes")
    assert "their standing order ends" in "".join(map(text, weeks.table.messages()))
    await weeks.acts("Deacon", "the ashes")
    assert await weeks.until(14, 15) == ["Sat 13 Wren Juno"]
    await weeks.acts("Juno", "the ashes")
    assert await weeks.until(15, 20) == ["Sun 13 Wren"]
    assert "The Barrow](" in weeks.board()
    assert "Turn 5" in weeks.board()
    assert "Away" not in weeks.board()
    assert weeks.awaited() == {"Marisol", "Wren"}
    assert "Bo, Turn 5" in said(await weeks.uses("Wren", "waiting"))


def _nobody_was_woken(weeks: Weeks) -> None:
    for told in weeks.heard:
        for name in told.mentioned:
            hour = told.at.astimezone(ZoneInfo(ZONES[name])).hour
            assert MORNING <= hour < NIGHT, f"{name} at {told.at}: {told.says}"


def _nothing_was_told_twice_or_to_the_wrong_people(weeks: Weeks) -> None:
    weeks.read += map(text, weeks.table.messages())
    for secret in SECRETS:
        assert not [each for each in weeks.read if secret in each], secret
    entries = [mark for each in weeks.heard if (mark := re.findall(r"#\d+$", each.says, re.MULTILINE))]
    assert len(entries) == len({each[-1] for each in entries})
    lapsed = [line for each in weeks.heard for line in each.says.splitlines() if line.startswith("⌛")]
    assert len(lapsed) == 1
    assert len(weeks.heard) <= MOST_MESSAGES

"""An evening of Sovereign by post: six go down, one is dragged home Frail and well a week later.

Two players and a game master, days between the posts and a restart between all steps, on both engines. Every
number was reckoned by hand, from the book.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.engine.people import Actor
from bot.engine.system import Scope, Want
from bot.play import RecordView, Request
from bot.systems.sovereign.parties.rules import PARTY
from bot.systems.sovereign.people.files import ImportCharacter, file_of
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.state import Character, Clock, Frail, Party
from tests.loaded import loaded
from tests.systems.adventuria.bouts import after_days
from tests.systems.second_kingdom.evening import entries, is_private
from tests.systems.sovereign.scenes import KIT, bo, odo
from tests.tables import Table, press_on, reply_of, said, text


@dataclass
class Night:
    """The table, and who does what there."""

    table: Table

    async def uses(self, by: MemberActor, path: str, *dice: int, **options: Any) -> str:
        """A command after a restart, and the button of what it shows first: what it comes to."""
        await self.table.restart()
        with loaded(*dice):
            answer = await self._agreed(by, await by.slash(self.table.channel, path, **options))
        await self.table.settle()
        return f"{said(answer)}\n{text(self.table.last())}"

    async def presses(self, by: MemberActor, label: str, *dice: int) -> str:
        """A button on the newest card after a restart: what the channel says then."""
        await self.table.restart()
        with loaded(*dice):
            await self._agreed(by, await press_on(by, self.table.last(), label))
        await self.table.settle()
        return text(self.table.last())

    async def _agreed(self, by: MemberActor, answer: InteractionResult) -> InteractionResult:
        """The same, or what comes of what it asks first."""
        if answer.response is None:
            return answer
        parts = (part for row in reply_of(answer).components for part in row["components"])
        offers = [part["custom_id"] for part in parts if str(part.get("custom_id")).startswith("offer|")]
        return await by.click(reply_of(answer), custom_id=offers[0]) if offers else answer

    async def fills(self, by: MemberActor, label: str, **typed: str) -> None:
        """The form behind a button."""
        await self.table.restart()
        form = await by.click(self.table.last(), label=label)
        await by.submit_modal(form, typed)
        await self.table.settle()

    async def records(self, kind: str) -> list[RecordView]:
        """Every record of that kind in play."""
        here = Request(1, self.table.guild.id, self.table.channel.id)
        found = await self.table.bot.play.look(Actor(self.table.gm.id), here, Scope(wants=(Want(kind),)))
        return list(found.all(kind))

    async def who(self, name: str) -> Character:
        """That character as they are kept."""
        state: Character = next(e.state for e in await self.records(CHARACTER.name) if e.title == name)
        return state

    async def clock(self) -> Clock:
        """What the party's clock shows."""
        party: Party = next(each.state for each in await self.records(PARTY.name))
        return party.clock


SCORES = {"strength": "13", "dexterity": "9", "constitution": "14", "intelligence": "8", "wisdom": "10"}
NUMBERS = {"armor_class": "14", "attack": "1", "initiative": "0", "effort": "0", "coins": "30"}
VIPER: dict[str, Any] = {"poison": "Pit viper", "bonus": -2, "damage": "2d6"}


async def _sets_out(table: Table) -> Night:
    """Tam is made in steps; the others come out of files. Only Wren's Yrsa knows how to heal."""
    night = Night(table)
    await night.uses(table.deacon, "sov new", name="Tam")
    await night.fills(table.deacon, "Enter scores…", **SCORES)
    await night.fills(table.deacon, "Class…", title="Warrior", hit_points="1d6+2", foci="Die Hard")
    await night.fills(table.deacon, "Skills…", skills="Stab 1, Exert 0")
    await night.fills(table.deacon, "Numbers…", **NUMBERS)
    # 3 of the die, 1 of CON 14, 2 of the class and 2 of Die Hard (S7, Q1).
    assert "Warrior, 8 HP (rolled 3, " in await night.presses(table.deacon, "Done", 3)
    mira = next(each.id for each in await night.records(CHARACTER.name) if each.title == "Mira")
    yrsa = replace(bo(), name="Yrsa", skills={"heal": 2}, items=(KIT,), hp=6, max_hp=6)
    sable = replace(bo(), name="Sable", hp=7, max_hp=7)
    for n, (by, state) in enumerate(
        ((table.deacon, odo(follows=mira)), (table.wren, yrsa), (table.wren, sable))
    ):
        here = Request(70 + n, table.guild.id, table.channel.id)
        await table.bot.play.act(Actor(by.id), here, ImportCharacter(by.id, file_of(state)))
    await table.deliver()
    who = "Mira, Tam, Odo, Bo, Yrsa, Sable"
    formed = await night.uses(table.gm, "party new", name="The Lanterns", who=who, spokesperson="Mira")
    assert "New party, The Lanterns: Mira, Tam, Odo, Bo, Yrsa, Sable." in formed
    return night


@pytest.mark.evening
@pytest.mark.slow
async def test_an_evening_by_post_from_the_pit_to_a_week_in_town(each_barrow: Table) -> None:
    night = await _sets_out(each_barrow)
    await _the_corridor(night)
    await _the_pit(night)
    await _the_dart(night)
    await _a_failed_stabilization(night)
    await _dragged_away(night)
    await _a_night_under_guard(night)
    await _a_week_in_town(night)


async def _the_corridor(night: Night) -> None:
    """Six Notice checks are one command that nobody sees; then a Turn passes."""
    table = night.table
    before = len(table.messages())
    told = await night.uses(table.gm, "sov ask", *[3] * 12, who="party", roll="WIS/Notice", secret=True)
    assert told.count("**Fails.**") == 6
    assert len(table.messages()) == before
    assert "Day 1, 8:10." in await night.uses(table.gm, "party clock", unit="turn")


async def _the_pit(night: Night) -> None:
    """10 feet are 7 + 1 to leap (Q31): 2 + 3 and Exert 0 fall short, and one die is rolled."""
    told = await night.uses(night.table.gm, "sov harm fall", 2, 3, 4, character="Tam", feet=10, leap=True)
    assert "Tam leaps 10 feet: 2d6 (2, 3) = 5 against 8. **Fails.**" in told
    assert (await night.who("Tam")).hp == 4


async def _the_dart(night: Night) -> None:
    """Yrsa's minute adds twice her Heal (S41); three days later it isn't enough: 10 − 2 + 4 against 15."""
    table = night.table
    await night.uses(table.gm, "sov harm damage", 2, character="Bo", amount="1d4", cause="a dart")
    await night.uses(table.gm, "sov harm poison", character="Bo", **VIPER)
    await after_days(table, 3)
    await _others_are_refused(night, "Roll now")
    assert "Yrsa treats Bo in time: +4" in await night.presses(table.wren, "Treat them")
    told = await night.presses(table.wren, "Roll now", 10, 3, 2)
    assert "10 + 2 = 12, needs 15. **Fails**: it takes hold." in told
    assert "HP 3 → 0" in told
    assert (await night.who("Bo")).dying is not None


async def _others_are_refused(night: Night, label: str) -> None:
    """Who plays neither the victim nor leads presses in vain."""
    table, before = night.table, await entries(night.table)
    for by in (table.deacon, table.stranger):
        assert is_private(await press_on(by, table.last(), label))
    await table.settle()
    assert await entries(table) == before


async def _a_failed_stabilization(night: Night) -> None:
    """1 + 2 + 2 against 10; once a Round (S26); in the next, at −1, 5 + 5 + 2 − 1 (S25)."""
    table = night.table
    assert "2d6 (1, 2) + 2 = 5 against 10. **Fails.**" in await night.presses(table.wren, "Stabilize", 1, 2)
    again = await table.wren.slash(table.channel, "sov care stabilize", patient="Bo", healer="Yrsa")
    assert is_private(again)
    assert "Somebody already tried this Round." in said(again)
    told = await night.uses(table.gm, "party clock", unit="round")
    assert "Bo dies in 5 Rounds; stabilizing is at −1 now." in told
    saved = await night.presses(table.wren, "Stabilize", 5, 5)
    assert "2d6 (5, 5) + 1 = 11 against 10. **Succeeds.**" in saved
    state = await night.who("Bo")
    assert (state.dying, state.hp, state.frail) == (None, 0, Frail(has_healer=True))


async def _dragged_away(night: Night) -> None:
    """Tam's hands are full until Bo comes to, a Turn after he was stabilized (S27)."""
    await night.uses(night.table.deacon, "party pack drag", character="Tam", whom="Bo")
    assert (await night.who("Tam")).dragging is not None
    told = await night.uses(night.table.gm, "party fight-over")
    assert "Day 1, 8:20." in told
    assert "Bo comes to with 1 HP, and is Frail." in told
    assert (await night.who("Tam")).dragging is None
    assert await night.clock() == Clock(1, 8, 2)


async def _a_night_under_guard(night: Night) -> None:
    """In a camp nobody heals (S33)."""
    await night.uses(night.table.gm, "party rest", nights=1, sleep="rough")
    assert [(await night.who(name)).hp for name in ("Tam", "Bo", "Mira")] == [4, 1, 9]


async def _a_week_in_town(night: Night) -> None:
    """100 miles are 6 days; 7 nights in bed in Yrsa's care end Bo's Frailty (S30) and heal the rest."""
    told = await night.uses(night.table.gm, "party travel", miles=100, pays=False)
    assert "100 miles in 6 days, 10 gold each for 1 week. It's day 8." in told
    frail = (await night.who("Bo")).frail
    assert frail is not None
    assert (frail.days, frail.is_due) == (7, False)
    rested = await night.uses(night.table.gm, "party rest", nights=7)
    assert "Bo is no longer Frail." in rested
    assert [(await night.who(name)).hp for name in ("Tam", "Bo", "Mira")] == [8, 1, 9]
    assert await night.clock() == Clock(15, 8)

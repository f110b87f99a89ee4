"""The book's running example at a simulated table: Jessica's people, her realm, and what its sheet says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from simcord import MemberActor

from tests.loaded import loaded
from tests.systems.adventuria.bouts import after_days
from tests.systems.second_kingdom.evening import entries, is_private
from tests.tables import Table, press_on, reply_of, said, text

# Where the sheet says each number.
READ = {
    "economy": r"\*\*Economy (−?\d+)\*\*",
    "loyalty": r"\*\*Loyalty (−?\d+)\*\*",
    "stability": r"\*\*Stability (−?\d+)\*\*",
    "unrest": r"\*\*Unrest (\d+)\*\*",
    "consumption": r"Consumption (\d+)",
    "treasury": r"\*\*Treasury (−?[\d,]+) BP\*\*",
    "size": r"Size (\d+)",
    "dc": r"Control DC (\d+)",
}


@dataclass
class Reign:
    """A table with a kingdom at it, and who leads that."""

    table: Table
    jessica: MemberActor
    adam: MemberActor
    mark: MemberActor
    rob: MemberActor

    @property
    def card(self) -> Any:
        """The newest message of the channel."""
        return self.table.last()

    async def tells(self, path: str, **options: Any) -> str:
        """A game master's command; what stands in the channel then."""
        before = await entries(self.table)
        answer = await self.table.gm.slash(self.table.channel, path, **options)
        await self.table.settle()
        assert await entries(self.table) == before + 1, said(answer)
        return text(self.card)

    async def presses(
        self, who: MemberActor, label: str, *dice: int, after: int = 0, agreed: str = ""
    ) -> str:
        """A press on the newest card, on a new process of the bot, so many days later; what stands then.

        `agreed` is the button of what it asks first.
        """
        await (after_days(self.table, after) if after else self.table.restart())
        with loaded(*dice):
            shown = await press_on(who, self.card, label)
        if agreed:
            return await self.agrees(who, reply_of(shown), agreed)
        await self.table.settle()
        return text(self.card)

    async def fills(self, who: MemberActor, label: str, agreed: str = "", **typed: Any) -> str:
        """The form behind a button, filled in; what stands in the channel then.

        `agreed` is the button of what it shows first.
        """
        await self.table.restart()
        form = await press_on(who, self.card, label)
        shown = await who.submit_modal(form, typed)
        if agreed:
            return await self.agrees(who, reply_of(shown), agreed)
        await self.table.settle()
        return text(self.card)

    async def picks(self, who: MemberActor, label: str, hex: str) -> Any:  # noqa: A002  as its option is called
        """A hex out of the list behind a button, by its name; what comes of it."""
        await self.table.restart()
        listed = reply_of(await press_on(who, self.card, label))
        options = listed.components[0]["components"][0]["options"]
        (value,) = [each["value"] for each in options if f"· {hex} ·" in each["label"]]
        answer = await who.select(listed, values=[value])
        await self.table.settle()
        return answer

    async def says_behind(self, label: str, **typed: Any) -> str:
        """A form behind the game masters' button, filled in; what stands in the channel then."""
        await self.table.restart()
        gm = self.table.gm
        theirs = reply_of(await press_on(gm, self.card, "Game master…"))
        await gm.submit_modal(await press_on(gm, theirs, label), typed)
        await self.table.settle()
        return text(self.card)

    async def previews(self, who: MemberActor, path: str, **options: Any) -> Any:
        """What a command shows in private, before anything is done."""
        before = await entries(self.table)
        answer = await who.slash(self.table.channel, path, **options)
        assert is_private(answer)
        assert await entries(self.table) == before
        return reply_of(answer)

    async def agrees(self, who: MemberActor, preview: Any, label: str) -> str:
        """A press on what a command showed; what stands in the channel then."""
        await press_on(who, preview, label)
        await self.table.settle()
        return text(self.card)

    async def refuses(self, label: str, *people: MemberActor, **typed: Any) -> None:
        """None of them may press that, or send the form behind it: each is told whose it is, in private."""
        before = await entries(self.table)
        for person in people:
            answer = await press_on(person, self.card, label)
            if answer.modal is not None:
                answer = await person.submit_modal(answer, typed)
            assert is_private(answer)
            assert re.search("That is for|game master|Join", said(answer)), said(answer)
        await self.table.settle()
        assert await entries(self.table) == before

    async def stands(self, **numbers: int) -> None:
        """See that the sheet says these numbers, to whoever asks."""
        told = said(await self.mark.slash(self.table.channel, "kingdom sheet"))
        found = {name: re.search(READ[name], told) for name in numbers}
        assert all(found.values()), told
        assert {name: _number(each) for name, each in found.items()} == numbers


def _number(found: re.Match[str] | None) -> int:
    assert found is not None
    return int(found[1].replace("−", "-").replace(",", ""))


async def gathers(table: Table) -> Reign:
    """Four people join the campaign."""
    names = ("Jessica", "Adam", "Mark", "Rob")
    people = [table.guild.add_member(table.env.create_user(name)) for name in names]
    for person in people:
        await person.slash(table.channel, "campaign join")
    await table.settle()
    return Reign(table, *people)

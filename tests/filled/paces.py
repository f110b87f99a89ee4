"""What a filled database of a pace holds: a campaign by post in the middle of everything, and a paused one.

Nine days in, one step runs, one is in its last day, one was put off when the bot was away, one is snoozed by
whom it asks, and one is over. Ferris is away with a proxy, Hob counts as away, Ines answered in advance, Wren
reads a list a day. There is a board, a story, and some have read what happened. `test_paces.py` plays on.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.engine.people import Actor
from bot.systems.table.pace.rules import GiveOrder
from tests.harness.inputs import components
from tests.harness.world import Person
from tests.stages import Stage, begin_campaign
from tests.systems.second_kingdom.stock import HERO

BEGUN = datetime(2026, 3, 2, 12, tzinfo=UTC)
# Hours since then: when somebody's time was over, when the bot was away, and when all was left.
OVER, OFF, BACK, LEFT = 97, 176, 184, 190
# Who plays whom, and what is asked of them.
HEROES = {
    "Deacon": "Evander",
    "Wren": "Ysolde",
    "Ferris": "Oren",
    "Hob": "Pell",
    "Juno": "Lark",
    "Ines": "Sabe",
}
ANSWER = "Asked for a challenge: roll, spend nothing"
PAUSED = "Embers"


@dataclass
class Hours:
    """The clock of a stage."""

    passed: float = 0.0

    def __call__(self) -> datetime:
        """The time."""
        return BEGUN + timedelta(hours=self.passed)

    async def until(self, stage: Stage, hour: float) -> None:
        """Let time pass, an hour at once, and do what is due."""
        while self.passed < hour:
            self.passed = min(hour, self.passed + 1)
            if await stage.bot.play.do_due():
                await stage.settle()
        await stage.settle()


def people(stage: Stage) -> dict[str, Person]:
    """Everybody who plays, by name."""
    others = {name: stage.world.person(n) for n, name in enumerate(("Ferris", "Hob", "Juno", "Ines"), 11)}
    return {"Deacon": stage.deacon, "Wren": stage.wren} | others


async def asks(stage: Stage, name: str, action: str) -> None:
    """A challenge for that player's hero."""
    asked = {"heroes": HEROES[name], "action": action, "virtue": "courage", "rating": 9}
    await stage.do("sk challenge", by=stage.gm, **asked)
    await stage.settle()


async def fill_paces(stage: Stage) -> None:
    """Nine days of it."""
    hours = Hours()
    object.__setattr__(stage.bot.play.context, "now", hours)
    await begin_campaign(stage)
    await _gathered(stage)
    await asks(stage, "Hob", "Swim the river")
    await hours.until(stage, OVER)
    await hours.until(stage, 100)
    await asks(stage, "Wren", "Climb the wall")
    await hours.until(stage, 106)
    await asks(stage, "Juno", "Cross the marsh")
    await hours.until(stage, 160)
    await asks(stage, "Juno", "Leap the chasm")
    await hours.until(stage, OFF)
    hours.passed = BACK
    await hours.until(stage, BACK + 1)
    await hours.until(stage, 186)
    await _snoozed(stage)
    await stage.do("away", by=people(stage)["Ferris"], until="2026-04-30", proxy=stage.deacon)
    await hours.until(stage, 188)
    await asks(stage, "Deacon", "Hold the door")
    await asks(stage, "Ferris", "Read the runes")
    await _told(stage)
    await _paused(stage)
    await hours.until(stage, LEFT)


async def _gathered(stage: Stage) -> None:
    """Everybody, their heroes and wishes, the pace and the board."""
    for name, person in people(stage).items():
        await stage.do("campaign join", by=person)
        await stage.do("sk new", by=person, name=HEROES[name], **HERO)
    await stage.do("pace", by=stage.gm, rhythm="steady", missed=1)
    await stage.do("board", by=stage.gm)
    await stage.do("reminders", by=stage.deacon, zone="Asia/Tokyo", quiet="22-7")
    await stage.do("reminders", by=stage.wren, zone="America/Denver", mentions="digest")
    number = int(stage.slash("order", by=stage.gm)["id"])
    order, ines = GiveOrder("I hang back", ANSWER), Actor(people(stage)["Ines"].id)
    await stage.bot.play.act(ines, stage.request(number), order)
    await stage.settle()


async def _snoozed(stage: Stage) -> None:
    """Juno wants a day more of peace for the chasm."""
    for message in reversed(stage.server.messages.kept.values()):
        found = [p for p in components(message) if str(p.get("custom_id", "")).startswith("snooze|")]
        if found and "Leap the chasm" in str(message["embeds"]):
            press = stage.say.press(str(found[0]["custom_id"]), message, user=people(stage)["Juno"])
            answer = (await stage.feeder.deliver(press)).answer.data
            assert "You won't be reminded" in str(answer), answer
            return
    raise LookupError("nobody was reminded")


async def _told(stage: Stage) -> None:
    """A story, with a line; and who has read so far."""
    first = next(each for each in await stage.entries() if each.action.startswith("OpenChallenge"))
    await stage.do("story mark", by=stage.gm, entry=first.number, note="Where the road ended")
    await stage.do("story line", by=stage.gm, text="So they came to the river.")
    for person in (stage.deacon, stage.wren):
        await stage.do("recap", by=person)
    await stage.settle()


async def _paused(stage: Stage) -> None:
    """Another campaign, whose clocks stand still."""
    place = stage.world.channels[2]
    deeds: tuple[tuple[Person, str, dict[str, Any]], ...] = (
        (stage.gm, "campaign create", {"name": PAUSED, "game": "second_kingdom"}),
        (stage.deacon, "campaign join", {}),
        (stage.deacon, "sk new", {"name": "Corin", **HERO}),
        (stage.gm, "pace", {"rhythm": "brisk"}),
        (
            stage.gm,
            "sk challenge",
            {"heroes": "Corin", "action": "Wait", "virtue": "courage", "rating": 9},
        ),
        (stage.gm, "pace", {"paused": True}),
    )
    for by, path, options in deeds:
        await stage.feeder.deliver(stage.say.slash(path, options, user=by, channel=place))
    await stage.settle()

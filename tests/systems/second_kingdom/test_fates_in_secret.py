"""Secrets of fate through everybody else's eyes: whatever is sent, asked for, suggested or forged (Q24)."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.storage.address import Address
from tests.faults import Clock, Faults
from tests.harness.world import Json, Person
from tests.proofs.prying import sources
from tests.proofs.readers import EVERYBODY, reader, texts
from tests.stages import Stage, open_stage
from tests.systems.second_kingdom.fate_charts import CURSES, PLACES, at_stage

REVEAL = "Reveal to everyone"
REASON = "Kzwhatwakes"
LOOKS = ("journal", "waiting", "undo", "campaign info", "dice stats", "dice fairness")


@pytest.fixture
async def stage(sqlite_address: Address) -> AsyncIterator[Stage]:
    """A campaign with an open and a secret chart."""
    async with open_stage(sqlite_address, now=Clock()) as made:
        await at_stage(made, PLACES, CURSES)
        yield made


async def rolled(stage: Stage, **options: Any) -> None:
    """A secret roll of the game master's."""
    await stage.do(
        "sk fate", by=stage.gm, **{"chart": PLACES.name, "secret": True, "reason": REASON} | options
    )
    await stage.settle()


async def look_around(stage: Stage, by: Person) -> None:
    """Every command that shows something, all that is suggested, and what an undo of each would change."""
    for path in LOOKS:
        await stage.do(path, by=by)
    for entry in await stage.entries():
        await stage.do("undo", by=by, entry=entry.number)
        await stage.do("journal", by=by, kind=entry.action)
    for path, option in sources(stage.bot):
        for typed in ("", "kz", "fate", "pla"):
            payload = stage.say.autocomplete(path, {option: typed}, focused=option, user=by)
            await stage.feeder.deliver(payload)


def told(stage: Stage, *people: Person) -> str:
    """All that those people could read, of what everybody can and what was answered to them alone."""
    readers = {EVERYBODY, *(person.id for person in people)}
    calls = (call for call in stage.server.calls if reader(stage, call) in readers)
    return "\n".join(text for call in calls for text in texts(call))


def answer(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False)


@pytest.mark.parametrize("chart", [PLACES, CURSES], ids=["open chart", "secret chart"])
async def test_q24_nobody_reads_anything_of_a_secret_roll(stage: Stage, chart: Any) -> None:
    await rolled(stage, chart=chart.name)
    for person in (stage.deacon, stage.wren, stage.stranger):
        await look_around(stage, person)
    said = told(stage, stage.deacon, stage.wren, stage.stranger)
    assert said.count("makes a secret fate roll") > 3
    assert not re.search(r"kzcurse|cell \d\d|## |→ row|Kz", said.replace(REASON.upper(), ""), re.IGNORECASE)
    assert REASON in told(stage, stage.gm)


async def test_a_secret_charts_other_cells_and_name_are_read_by_nobody(stage: Stage) -> None:
    await stage.do("sk fate", by=stage.gm, chart=CURSES.name)
    await stage.settle()
    for person in (stage.deacon, stage.stranger):
        await look_around(stage, person)
    said = told(stage, stage.deacon, stage.stranger)
    cells = set(re.findall(r"kzcurse \d+", said))
    assert len(cells) == 1
    assert "Kzcurses" not in said
    assert "chart.png" not in said


@pytest.mark.parametrize("who", ["deacon", "wren", "stranger"])
async def test_q24_nobody_but_a_game_master_reveals_it(stage: Stage, who: str) -> None:
    await rolled(stage)
    came = await stage.feeder.deliver(stage.press(REVEAL, by=getattr(stage, who)))
    await stage.settle()
    assert "Only a game master of this campaign can do that." in answer(came.answer.data)
    assert not re.search(r"cell \d\d", told(stage, getattr(stage, who)))


async def test_an_undone_secret_roll_can_be_neither_revealed_nor_read(stage: Stage) -> None:
    await rolled(stage)
    press = stage.press(REVEAL, by=stage.gm)
    number = (await stage.entries())[-1].number
    preview = (await stage.do("undo", by=stage.gm, entry=number)).answer.data
    button = preview["components"][0]["components"][0]["custom_id"]
    await stage.feeder.deliver(stage.say.press(button, user=stage.gm))
    await stage.settle()
    for person, told_why in ((stage.gm, "no longer in play"), (stage.deacon, "Only a game master")):
        came = await stage.feeder.deliver(stage.say.by(press, person))
        assert told_why in answer(came.answer.data)
    await look_around(stage, stage.deacon)
    assert not re.search(f"{REASON}|cell \\d\\d", told(stage, stage.deacon))


async def test_secret_dice_stay_with_the_game_masters(stage: Stage) -> None:
    await rolled(stage)
    pages = {
        who: await stage.bot.play.journal(Actor(getattr(stage, who).id), stage.request())
        for who in ("gm", "deacon", "stranger")
    }
    dice = {who: len(page.entries[0][0].dice) for who, page in pages.items()}
    assert dice == {"gm": 2, "deacon": 0, "stranger": 0}
    assert (await stage.entries())[-1].drawing is None


async def test_it_is_announced_only_after_the_game_masters_channel_took_it(stage: Stage) -> None:
    channel = stage.world.channels[1].id
    fault = Faults(stage.server).refuse(rf"POST /channels/{channel}/messages", 403, 50001, times=1)
    before = len(stage.server.channel_messages())
    await rolled(stage)
    assert fault.met == 1
    since = [str(message["embeds"]) for message in stage.server.channel_messages()[before:]]
    assert ["isn't allowed to post in" in each for each in since] == [True]


async def test_no_log_tells_a_secret(
    stage: Stage, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    await rolled(stage, chart=CURSES.name)
    await stage.do("sk fate", by=stage.deacon, chart="kzcur", reason=REASON, secret=True)
    ours = [record for record in caplog.records if not record.name.startswith(("discord", "asyncio"))]
    logged = "\n".join(record.getMessage() for record in ours) + capsys.readouterr().out
    assert "RollFate" in logged
    assert not re.search(f"kzcur|{REASON}", logged, re.IGNORECASE)

"""A pace out of a filled database goes on by today's code from where its clocks stood, each thing once."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.pace import ClockStage
from bot.engine.people import Actor
from bot.storage.journal import HOUSE, EntryRow
from bot.storage.models import members, waiting
from bot.storage.records import WaitingRow
from bot.storage.schema import migrate_database
from tests.filled.dumps import dumps
from tests.filled.paces import BEGUN, LEFT, PAUSED, Hours, asks, people
from tests.filled.test_barrows import came
from tests.filled.test_filled import restored
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage

LEFT_AT = BEGUN + timedelta(hours=LEFT)


@dataclass
class Later:
    """Today's bot on a database of that day, and its clock."""

    stage: Stage
    hours: Hours

    async def rows(self) -> dict[str, WaitingRow]:
        """What waits, by what is asked."""
        found = sa.select(waiting)
        rows = await self.stage.bot.database.read(lambda c: [WaitingRow._make(r) for r in c.execute(found)])
        return {row.label.partition(": ")[2]: row for row in rows}

    async def campaign(self) -> Campaign:
        """The one that goes on."""
        return (await self.stage.bot.play.look(Actor(self.stage.gm.id), self.stage.request())).campaign

    async def done(self) -> list[EntryRow]:
        """What the house did since it was left."""
        entries = [each for each in await self.stage.entries() if each.actor_id == HOUSE]
        return [each for each in entries if each.at >= LEFT_AT]

    async def press(self, label: str, key: str, user: int) -> bool:
        """Whether somebody's press on that choice of what is asked came to something."""
        row = (await self.rows())[label]
        return await came(self.stage, f"do|{row.record_id}|{row.step}|{row.revision}|{key}", user)

    async def board(self) -> str:
        """What everybody's says, drawn anew: this Discord has no messages of that day."""
        await self.stage.bot.play.repost_all()
        await self.stage.settle()
        kept = [*self.stage.server.messages.kept.values()]
        return next(str(each) for each in reversed(kept) if "Ashes: the board" in str(each["embeds"]))


@pytest.fixture(params=dumps("paces"), ids=lambda path: path.name)
async def later(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Later]:
    """A minute after it was left."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        # From the bot's first minute on: it looks at once for what is due.
        hours = Hours(LEFT + 1 / 60)
        async with open_stage(address, packages=GAMES_OF_TESTS, begin=False, days=1, now=hours) as stage:
            yield Later(stage, hours)


# -- as it was left -----------------------------------------------------------------------------------------


async def test_every_sort_of_clock_stands_in_it(later: Later) -> None:
    rows = await later.rows()
    assert {label: ClockStage(row.stage).name for label, row in rows.items()} == {
        "Swim the river": "OVER",
        "Climb the wall": "GRACED",
        "Cross the marsh": "PUT_OFF",
        "Leap the chasm": "RUNNING",
        "Hold the door": "RUNNING",
        "Read the runes": "RUNNING",
        "Wait": "RUNNING",
    }
    snoozed, paused = rows["Leap the chasm"], rows["Wait"]
    assert (snoozed.due_at, snoozed.reminded) != (snoozed.deadline, 0)
    assert (paused.due_at, paused.deadline) == (None, None)
    campaign, known = await later.campaign(), people(later.stage)
    away = {each.person: (each.proxy, each.is_by_itself) for each in campaign.away}
    assert away == {known["Ferris"].id: (known["Deacon"].id, False), known["Hob"].id: (None, True)}
    (order,) = campaign.orders
    assert (order.person, order.words, len(order.answers)) == (known["Ines"].id, "I hang back", 1)
    assert campaign.board is not None
    found = await later.stage.bot.database.read(lambda c: c.execute(sa.select(members)).all())
    read = {row.user_id: row.read_to for row in found if row.read_to}
    assert set(read) == {known["Deacon"].id, known["Wren"].id}
    assert [row.user_id for row in found if row.digest_at] == [known["Wren"].id]


# -- gone on with -------------------------------------------------------------------------------------------


async def test_each_deadline_lapses_once_and_who_is_asked_is_reminded(later: Later) -> None:
    await later.hours.until(later.stage, LEFT + 24)
    told = [json.dumps(each.events, default=str) for each in await later.done()]
    for label in ("Climb the wall", "Cross the marsh"):
        assert sum("Lapsed" in each and label in each for each in told) == 1, label
    for label in ("Hold the door", "Read the runes"):
        assert sum("Reminded" in each and label in each for each in told) == 1, label
    # One deadline missed, and in this campaign Juno counts as away: of the chasm nobody reminds them.
    for label in ("Leap the chasm", "Swim the river", ": Wait"):
        assert not any(label in each for each in told), label
    count = len(await later.stage.entries())
    for _ in range(3):
        await later.stage.bot.play.do_due()
    assert len(await later.stage.entries()) == count


async def test_the_digest_lists_what_waits_when_its_reader_wakes(later: Later) -> None:
    # Eight in the morning in Denver is at two in the afternoon, in summer time.
    await later.hours.until(later.stage, LEFT + 5)
    listed = [each for each in await later.done() if each.action == "ListForOne"]
    assert len(listed) == 1
    assert "Climb the wall" in str(listed[0].events)


async def test_the_proxy_answers_for_who_is_away_and_nobody_else_does(later: Later) -> None:
    known = people(later.stage)
    assert not await later.press("Read the runes", "roll0", known["Juno"].id)
    assert await later.press("Read the runes", "roll0", known["Deacon"].id)
    entry = (await later.stage.entries())[-1]
    newest = max(
        (e for e in await later.stage.entries() if e.action == "RollChallenge"), key=lambda e: e.number
    )
    assert (newest.actor_id, newest.on_behalf_of) == (known["Deacon"].id, known["Ferris"].id), entry


async def test_who_counts_as_away_is_back_once_they_answer(later: Later) -> None:
    known = people(later.stage)
    assert await later.press("Swim the river", "roll0", known["Hob"].id)
    assert known["Hob"].id not in {each.person for each in (await later.campaign()).away}


async def test_what_was_answered_in_advance_is_done_at_once(later: Later) -> None:
    await asks(later.stage, "Ines", "Wade on")
    await later.stage.bot.play.do_due()
    (done,) = [each for each in await later.done() if each.action == "RollChallenge"]
    assert done.on_behalf_of == people(later.stage)["Ines"].id


async def test_the_board_shows_whose_move_it_is(later: Later) -> None:
    board, known = await later.board(), people(later.stage)
    # What is due first; of the rest it says how many.
    for label, name in (("Climb the wall", "Wren"), ("Cross the marsh", "Juno"), ("Leap the chasm", "Juno")):
        assert f"**{label}** → <@{known[name].id}> · due" in board
    assert "and 3 more" in board
    assert f"Away: <@{known['Hob'].id}>, <@{known['Ferris'].id}> until" in board
    assert await later.press("Cross the marsh", "roll0", known["Juno"].id)
    board = await later.board()
    assert f"**Cross the marsh** → <@{known['Juno'].id}>" not in board
    assert f"**Hold the door** → <@{known['Deacon'].id}>" in board


async def test_the_recap_tells_what_is_new_and_the_story_stands(later: Later) -> None:
    stage = later.stage
    shown = str((await stage.do("recap", by=stage.deacon)).answer.data)
    assert "Nothing new happened." in shown
    await asks(stage, "Ines", "Wade on")
    shown = str((await stage.do("recap", by=stage.deacon)).answer.data)
    assert "Wade on" in shown
    assert "Swim the river" not in shown
    story = str((await stage.do("story show", by=people(stage)["Juno"])).answer.data)
    assert story.index("Where the road ended") < story.index("So they came to the river.")


async def test_a_paused_campaign_gives_back_the_time_that_was_left(later: Later) -> None:
    stage, place = later.stage, later.stage.world.channels[2]
    await later.hours.until(later.stage, LEFT + 30)
    on = stage.say.slash("pace", {"paused": False}, user=stage.gm, channel=place)
    await stage.feeder.deliver(on)
    (done,) = await stage.of(on)
    assert PAUSED not in str(done.events)
    row = (await later.rows())["Wait"]
    # It was asked two hours before all was left, and has a day and a half.
    assert row.deadline is not None
    assert (row.deadline - later.hours()).total_seconds() > 30 * 3600

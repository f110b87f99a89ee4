"""At most one message of a record and audience bears buttons, in whatever order messages become known."""

from __future__ import annotations

from itertools import permutations

import pytest
import sqlalchemy as sa

from bot.engine.people import GAME_MASTER
from bot.play import Due
from bot.storage.journal import EntryRow, newest_changes
from bot.storage.journal import entry as journal_entry
from bot.storage.models import messages, outbox
from bot.storage.outbox import GAME_MASTER_POST, MessageRow
from bot.storage.outbox import newest as newest_messages
from bot.systems.kingdom.book import MonthStep, Terrain
from bot.systems.kingdom.founding.rules import ShowKingdom
from bot.systems.kingdom.land.edits import SetHexes
from bot.ui.delivery import Delivery
from tests.stages import Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom_at


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is due is delivered by the test: no look of every few seconds comes between, slow as it is."""
    begin = Delivery.start

    async def start(delivery: Delivery) -> None:
        await begin(delivery)
        delivery._tick.cancel()

    monkeypatch.setattr(Delivery, "start", start)


async def test_a_sheet_that_is_shared_takes_the_older_cards_buttons(stage: Stage) -> None:
    name = await kingdom_at(stage, MonthStep.STABILITY)
    shared = stage.slash("kingdom sheet", by=stage.deacon, kingdom=await id_of(stage, name), share=True)
    for _ in range(3):
        await stage.feeder.deliver(stage.say.again(shared))
        await stage.settle()

    assert await stage.live_twice() == []
    assert stage.server.channel_messages()[-1]["components"]


# Two sheets of a kingdom and a change of its map, which both show; without the last, with it first, …
ORDERS = [*permutations("AB"), *permutations("ABC")]


@pytest.mark.parametrize("redraws", [False, True], ids=["redrawn-last", "redrawn-between"])
@pytest.mark.parametrize("order", ORDERS, ids="".join)
async def test_messages_known_in_any_order_leave_one_with_buttons(
    sqlite_stage: Stage, order: tuple[str, ...], redraws: bool
) -> None:
    stage = sqlite_stage
    realm = await id_of(stage, await kingdom_at(stage, MonthStep.STABILITY))
    await stage.settle()
    entries = {}
    for each in "ABC"[: len(order)]:
        await act(stage, SetHexes("7,7", Terrain.PLAINS) if each == "C" else ShowKingdom(realm))
        entries[each] = (await stage.entries())[-1].number

    for each in order:
        await _appear(stage, entries[each])
        if redraws:
            await _redraw(stage)
    await stage.settle()

    assert await stage.live_twice() == []
    (newest,) = [m for m in stage.server.channel_messages() if _tells_of(m, entries["B"])]
    assert newest["components"]


@pytest.mark.parametrize("is_last", [False, True], ids=["found-first", "found-last"])
async def test_a_card_found_late_folds_to_one_that_comes_later(stage: Stage, is_last: bool) -> None:
    """A is posted unmarked, B put off, C changes what both show; A is found, then B appears, or B first."""
    realm = await id_of(stage, await kingdom_at(stage, MonthStep.STABILITY))
    await stage.settle()
    entries = []
    for action in (ShowKingdom(realm), ShowKingdom(realm), SetHexes("7,7", Terrain.PLAINS)):
        await act(stage, action)
        entries.append((await stage.entries())[-1].number)
    first, second, third = entries
    delivery = stage.bot.delivery

    posted = await _due(stage, first)
    await delivery._deliver(posted, None)
    delivery._marks.clear()
    await _appear(stage, third)
    delivery.sending(posted.rows[0])
    if is_last:
        await _appear(stage, second)
    posted = await _due(stage, first)
    found = await delivery._posted([posted])
    await delivery._deliver(posted, found[posted.rows[0]])
    await delivery._flush()
    await _redraw(stage)
    if not is_last:
        await _appear(stage, second)
    await stage.settle()

    assert await stage.live_twice() == []
    standing = stage.server.channel_messages()
    assert len([m for m in standing if _tells_of(m, first)]) == 1


async def test_a_card_drawn_while_its_successor_appears_is_drawn_once_more(sqlite_stage: Stage) -> None:
    """What was read before the newer message was known is written down after it."""
    stage = sqlite_stage
    realm = await id_of(stage, await kingdom_at(stage, MonthStep.STABILITY))
    await act(stage, ShowKingdom(realm))
    await stage.settle()
    first = (await stage.entries())[-1].number
    await act(stage, SetHexes("7,7", Terrain.PLAINS))
    await _appear(stage, first + 1)
    (redraw,) = [due for due in await stage.bot.play.due() if due.entry == first]
    await act(stage, ShowKingdom(realm))

    await _appear(stage, first + 2)
    await stage.bot.delivery._deliver(redraw, None)
    await stage.settle()

    assert await stage.live_twice() == []


async def test_delivered_rows_go_after_thirty_days_and_open_ones_stay(stage: Stage) -> None:
    realm = await id_of(stage, await kingdom_at(stage, MonthStep.STABILITY))
    await act(stage, ShowKingdom(realm))
    await stage.settle()
    await act(stage, ShowKingdom(realm))
    unknown = sa.select(sa.func.count()).where(
        outbox.c.done_at.is_(None) | (outbox.c.kind == "post") & outbox.c.message_id.is_(None)
    )
    kept = await stage.bot.database.read(lambda c: c.execute(unknown).scalar_one())
    early = sa.literal("2020-01-01") if stage.bot.database.is_sqlite else sa.func.to_timestamp(0)
    aged = outbox.update().where(outbox.c.done_at.is_not(None)).values(done_at=early)
    await stage.bot.database.write(lambda c: c.execute(aged))

    _, gone = await stage.bot.play.tidy()

    assert gone > 0
    assert (
        await stage.bot.database.read(lambda c: c.execute(sa.select(sa.func.count(outbox.c.id))).scalar_one())
        == kept
    )
    assert (await stage.bot.play.tidy())[1] == 0
    # What needs an older row's post knows it by its message.
    await stage.settle()
    assert await stage.live_twice() == []
    assert (
        await stage.bot.database.read(
            lambda c: c.execute(sa.select(sa.func.count(messages.c.message_id))).scalar_one()
        )
        > 1
    )


async def _due(stage: Stage, entry: int) -> Due:
    (found,) = [due for due in await stage.bot.play.due() if due.kind == "post" and due.entry == entry]
    return found


async def _appear(stage: Stage, entry: int) -> None:
    """Post an entry's message, and write that down."""
    await stage.bot.delivery._deliver(await _due(stage, entry), None)
    await stage.bot.delivery._flush()


async def _redraw(stage: Stage) -> None:
    for due in await stage.bot.play.due():
        if due.kind == "refresh":
            await stage.bot.delivery._deliver(due, None)
    await stage.bot.delivery._flush()


def _tells_of(message: dict[str, object], entry: int) -> bool:
    return f"'#{entry}" in str(message["embeds"])


async def assert_live_cards_begin_with_how_things_are(stage: Stage) -> None:
    """What everybody is told the game masters' own card isn't; it goes on, and lists what it told."""
    kept = stage.server.messages.kept
    for row, entry in await _behind(stage):
        (embed,) = kept[row.message_id]["embeds"]
        told = stage.bot.dispatcher.renderer.line(stage.bot.play.context.entry(entry, GAME_MASTER))
        assert told not in embed.get("description", "")
        fields = {each["name"]: each["value"] for each in embed.get("fields", ())}
        assert f"#{entry.number} · " in fields.get("Before that", f"#{entry.number} · ")


async def _behind(stage: Stage) -> list[tuple[MessageRow, EntryRow]]:
    """Each live card of the game masters' whose record has changed since its entry, and that entry."""

    def read(connection: sa.Connection) -> list[tuple[MessageRow, EntryRow]]:
        cards = sa.select(messages).where(messages.c.audience == GAME_MASTER_POST, messages.c.is_card)
        found = [MessageRow._make(row) for row in connection.execute(cards)]
        newest = newest_changes(connection, {row.record_id for row in found if row.record_id is not None})
        last = newest_messages(connection, list(newest))
        behind = [row for row in found if newest.get(row.record_id or "", 0) > row.entry]
        return [
            (row, entry)
            for row in behind
            if last[row.record_id or "", row.audience].message_id == row.message_id
            and (entry := journal_entry(connection, row.campaign_id, row.entry)) is not None
        ]

    return await stage.bot.database.read(read)


BEHIND = ("sovereign.ComeToBlows", "sovereign.GoFirst", "sovereign.Announce", "sovereign.CallForAll")


@pytest.mark.parametrize("scenario", BEHIND, indirect=True)
async def test_there_are_such_cards(sqlite_stage: Stage, scenario: Scenario) -> None:
    await sqlite_stage.feeder.deliver(await scenario.payload(sqlite_stage))
    await sqlite_stage.settle()
    assert await _behind(sqlite_stage) != []

"""However long a sandbox is open, it keeps no more than what somebody can still see or press."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.backend.models.message import EPHEMERAL_FLAG

from bot.sandbox import seats as sitting
from bot.sandbox.room import Visit
from bot.sandbox.traces import PRIVATE, happened


def kept(visit: Visit) -> dict[str, int]:
    """How many of each thing SimCord and the pages keep that isn't a message for everybody."""
    backend = visit.env.backend
    private = (m for each in backend.messages.values() for m in each.values() if m.flags & EPHEMERAL_FLAG)
    return {
        "traces": len(backend.transcript) + len(backend.http_requests),
        "interactions": len(backend.interactions) + len(backend.interaction_tokens),
        "private": len([*private]),
        "pictures": len(backend.cdn._blobs),
        "payloads": len(visit.seats._payloads),
        "parsers": len(sitting._parsers),
    }


async def test_what_is_kept_is_no_more_after_many_presses_than_after_few(visit: Visit) -> None:
    world, found = visit.world, list[dict[str, int]]()
    async with visit.turn:
        await world.deacon.slash(world.table, "card", title="A locked chest")
        with visit.seats.seated(visit.seats.seat(world.deacon, world.table).secret):
            page = visit.seats._open_page()
        chest = world.table.history()[-1]
        channel: Any = visit.env.bot.get_channel(world.table.id)
        message = await channel.fetch_message(chest.id)
    for presses in (PRIVATE, 60):
        for number in range(presses):
            async with visit.turn:
                await world.deacon.click(chest, label="Peek")
                picture = discord.File(__file__, f"{number}.png")
                await message.edit(attachments=[picture])
            visit.seats._page_payload(page)
        before = happened(visit.env)
        await visit.clock.travel(timedelta(minutes=16))
        found.append(kept(visit))
        assert happened(visit.env) >= before
    assert found[0] == found[1]
    assert (found[1]["traces"], found[1]["interactions"], found[1]["pictures"]) == (0, 0, 1)
    # Who peeks once more sees what they peeked at.
    async with visit.turn:
        peeked = await world.deacon.click(chest, label="Peek")
    assert peeked.response is not None
    assert "For your eyes only" in str(peeked.response.content)


async def test_what_a_page_reads_is_made_anew_only_where_something_happened(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, made = visit.world, list[str]()
    async with visit.turn:
        with visit.seats.seated(visit.seats.seat(world.deacon, world.table).secret):
            page = visit.seats._open_page()
        filtered = visit.seats._filter_dependencies

        def filtering(*given: Any) -> bool:
            made.append("made")
            return bool(filtered(*given))

        monkeypatch.setattr(visit.seats, "_filter_dependencies", filtering)
        for _ in range(10):
            visit.seats._page_payload(page)
        assert made == ["made"]
        await world.wren.slash(world.table, "card", title="A knock")
        await visit.seats.refresh()
        assert "A knock" in str(visit.seats._page_payload(page))
        assert len(made) == 2


async def test_each_text_is_drawn_with_the_names_of_its_own_message(visit: Visit) -> None:
    world = visit.world
    async with visit.turn:
        for title, person in (("One", world.wren), ("Two", world.deacon)):
            await world.wren.slash(world.table, "card", title=title, hero=person)
        with visit.seats.seated(visit.seats.seat(world.deacon, world.table).secret):
            page = visit.seats._open_page()
        drawn = list(page.snapshot["messages"].values())
    said = [str(each["embeds"][0]["description_tokens"]) for each in drawn if each["embeds"]]
    assert ["@Wren" in each for each in said] == [True, False]
    assert ["@Deacon" in each for each in said] == [False, True]

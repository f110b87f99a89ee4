"""A stage with an urn to shake, on which chapters of dice end and are checked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bot.storage.address import Address
from tests.harness.raw import Delivered
from tests.harness.world import Json
from tests.stages import Stage, open_stage

URN = "tests.games.urn"


@dataclass
class Seeds:
    """Known randomness: the first seed is 32 bytes of 1, the next of 2, and so on; any other length of 0."""

    number: int = 0

    def __call__(self, count: int) -> bytes:
        """As `secrets.token_bytes`, but known."""
        if count != 32:
            return bytes(count)
        self.number += 1
        return bytes([self.number]) * count


@asynccontextmanager
async def open_urns(address: Address, **options: Any) -> AsyncIterator[Stage]:
    """A campaign whose seeds are known: the first open one is 32 bytes of 1, its secret one of 2."""
    async with open_stage(address, packages=(URN,), randomness=Seeds(), **options) as stage:
        yield stage


async def shake(stage: Stage, sides: str = "6 6", hidden: str = "") -> Json:
    """One entry that draws those dice; its interaction."""
    given = {"sides": sides} | ({"hidden": hidden} if hidden else {})
    payload = stage.slash("urn shake", by=stage.deacon, **given)
    await stage.feeder.deliver(payload)
    assert len(await stage.of(payload)) == 1
    return payload


async def end_chapter(stage: Stage) -> Delivered:
    """The game master reveals the open seed."""
    preview = await stage.do("dice reveal", by=stage.gm)
    return await press_first(stage, preview)


async def reveal_secret(stage: Stage, chapter: int) -> Delivered:
    """The game master reveals a secret seed."""
    preview = await stage.do("dice reveal", by=stage.gm, chapter=chapter, secret=True)
    return await press_first(stage, preview)


async def press_first(stage: Stage, shown: Delivered) -> Delivered:
    """Press the only button of an answer."""
    return await stage.feeder.deliver(press(stage, shown))


def press(stage: Stage, shown: Delivered) -> Json:
    """A press on the only button of an answer, not delivered yet."""
    custom_id = shown.answer.data["components"][0]["components"][0]["custom_id"]
    return stage.say.press(custom_id, user=stage.gm)


def said(came: Delivered) -> str:
    """Everything an interaction was answered with, as one text."""
    return "\n".join(_text(call.data) for call in came.calls)


def _text(data: Json) -> str:
    parts = [str(data.get("content") or "")]
    for embed in data.get("embeds") or ():
        parts += [embed.get("title", ""), embed.get("description", "")]
        parts += [f"{field['name']}\n{field['value']}" for field in embed.get("fields", ())]
    return "\n".join(part for part in parts if part)


def file_of(came: Delivered) -> bytes:
    """The one file that came with an answer."""
    (file,) = [file for call in came.calls for file in call.files]
    return bytes(file.data)

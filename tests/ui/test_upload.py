"""Files that people attach: handed over by Discord, or a sentence."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.errors import RuleViolation
from bot.ui.upload import downloaded


def attached(came: bytes | Exception) -> Any:
    """An attachment that comes to that."""

    async def read() -> bytes:
        if isinstance(came, Exception):
            raise came
        return came

    return SimpleNamespace(read=read)


async def test_what_was_attached_is_handed_over() -> None:
    assert await downloaded(attached(b"a hero")) == b"a hero"


@pytest.mark.parametrize("failure", [aiohttp.ClientError(), ConnectionResetError()])
async def test_a_file_that_discord_keeps_is_a_sentence(failure: Exception) -> None:
    with pytest.raises(RuleViolation, match=r"^Discord didn't hand that file over; nothing was changed\."):
        await downloaded(attached(failure))

"""Whose answer is owed is kept for as long as Discord takes it, and told once it is known."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import structlog

from bot.errors import Busy
from bot.play import MadeEntry, Play
from bot.ui import owed
from bot.ui.owed import LASTS, Owed

TOKEN = "a-token-that-nobody-reads"


class Clock:
    """Stands until it is put forward."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class Journal:
    """What an interaction came to, or that nobody knows yet."""

    def __init__(self, *found: MadeEntry | Exception | None) -> None:
        self._found = list(found)

    async def came_of(self, _interaction: int) -> MadeEntry | None:
        found = self._found.pop(0) if len(self._found) > 1 else self._found[0]
        if isinstance(found, Exception):
            raise found
        return found


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What people were told; no network."""
    said: list[str] = []

    async def send(**message: Any) -> None:
        assert message["ephemeral"]
        said.append(message["content"])

    def partial(_application: int, token: str, **_: Any) -> Any:
        assert token == TOKEN
        return SimpleNamespace(send=send)

    monkeypatch.setattr(discord.Webhook, "partial", partial)
    monkeypatch.setattr(owed, "EVERY", 0.01)
    return said


def one(number: int = 7) -> discord.Interaction[Any]:
    """An interaction that was put off."""
    return cast("discord.Interaction[Any]", SimpleNamespace(id=number, application_id=1, token=TOKEN))


def made(file: Path | None, found: Journal, clock: Clock) -> Owed:
    """What a process owes."""
    owing = Owed(cast(Play, found), cast(discord.Client, None), clock)
    if file is not None:
        owing.keep_in(file)
    return owing


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what a task brings about."""
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110  nobody tells of it
            await asyncio.sleep(0.005)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where they are kept."""
    return tmp_path / "data" / "waypost.db.owed"


async def test_one_that_was_put_off_is_kept_until_it_is_answered(file: Path) -> None:
    owing = made(file, Journal(None), Clock())
    owing.owe(one(7))
    owing.owe(one(8))
    await until(lambda: file.exists() and len(json.loads(file.read_text())) == 2)
    assert file.stat().st_mode & 0o077 == 0
    owing.settle(7)
    owing.settle(8)
    await until(lambda: not file.exists())
    assert list(file.parent.iterdir()) == []
    await owing.stop()


async def test_what_discord_takes_no_more_is_not_kept(file: Path) -> None:
    clock = Clock()
    owing = made(file, Journal(None), clock)
    owing.owe(one(7))
    await until(file.exists)
    clock.time += LASTS
    owing.owe(one(8))
    await until(lambda: [each["interaction"] for each in json.loads(file.read_text())] == [8])
    await owing.stop()


async def test_by_itself_it_goes_after_a_quarter_of_an_hour(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owed, "LASTS", 0.2)
    owing = Owed(cast(Play, Journal(None)), cast(discord.Client, None))
    owing.keep_in(file)
    owing.owe(one())
    await until(file.exists)
    await until(lambda: not file.exists())
    await owing.stop()


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (MadeEntry(12, None), "That was done, as entry #12 in the journal."),
        (None, "Waypost was restarted before it could answer. Nothing has changed in the campaign"),
    ],
)
async def test_the_next_process_tells_what_a_dead_one_left_unsaid(
    file: Path, told: list[str], found: MadeEntry | None, says: str
) -> None:
    clock = Clock()
    dead = made(file, Journal(None), clock)
    dead.owe(one())
    await until(file.exists)
    await dead.stop()

    with structlog.testing.capture_logs() as lines:
        # It is known only after a while.
        owing = made(file, Journal(Busy(), found), clock)
        await owing.start()
        await until(lambda: bool(told))
        await until(lambda: not file.exists())
    assert told[0].startswith(says)
    assert len(told) == 1
    assert TOKEN not in str(lines)
    await owing.stop()


async def test_what_is_too_old_at_the_start_is_told_to_nobody_and_taken_away(
    file: Path, told: list[str]
) -> None:
    clock = Clock()
    dead = made(file, Journal(None), clock)
    dead.owe(one())
    await until(file.exists)
    await dead.stop()
    clock.time += LASTS + 1
    owing = made(file, Journal(None), clock)
    await owing.start()
    await until(lambda: not file.exists())
    assert told == []
    await owing.stop()


@pytest.mark.parametrize("text", ["", "no JSON", "{}", '[{"interaction": 1}]', "[1]"])
async def test_a_file_that_can_not_be_read_stops_no_start(file: Path, told: list[str], text: str) -> None:
    file.parent.mkdir()
    file.write_text(text)
    owing = made(file, Journal(None), Clock())
    await owing.start()
    await until(lambda: not file.exists())
    assert told == []
    await owing.stop()


async def test_where_none_can_be_kept_the_log_says_so_without_a_token(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    owing = made(tmp_path / "file" / "owed", Journal(None), Clock())
    with structlog.testing.capture_logs() as lines:
        owing.owe(one())
        await until(lambda: bool(lines))
        # Once is enough.
        owing.owe(one(8))
        await asyncio.sleep(0.05)
    assert [line["log_level"] for line in lines] == ["warning"]
    assert TOKEN not in str(lines)
    await owing.stop()


async def test_it_is_looked_up_no_longer_than_discord_takes_an_answer(told: list[str]) -> None:
    clock = Clock()
    owing = made(None, Journal(Busy()), clock)
    owing.tell_once_known(one())
    await asyncio.sleep(0.05)
    clock.time += LASTS
    await until(lambda: not owing._telling)
    assert told == []
    assert not owing._promises
    await owing.stop()


def test_a_promise_shows_no_token() -> None:
    assert TOKEN not in repr(owed.Promise(1, 2, TOKEN, 3.0))

"""Every roll of an ended chapter is checked, and whoever tampers with the record is found out."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.engine.dice.checking import Check, Draw
from bot.engine.dice.source import Seed
from bot.engine.people import Actor
from bot.play import verification
from bot.storage.address import Address
from bot.storage.models import campaigns, chapters, journal
from bot.verify import verify
from tests.play.test_chapters import FIRST
from tests.play.urns import end_chapter, file_of, open_urns, said, shake
from tests.stages import Stage

SECOND = bytes([3]) * 32


@pytest.fixture
async def stage(address: Address) -> AsyncIterator[Stage]:
    """An urn on each engine in turn."""
    async with open_urns(address) as made:
        yield made


@pytest.fixture
async def sqlite(sqlite_address: Address) -> AsyncIterator[Stage]:
    """An urn on SQLite."""
    async with open_urns(sqlite_address) as made:
        yield made


async def change(stage: Stage, *statements: sa.UpdateBase) -> None:
    """Tamper with the database."""
    await stage.bot.database.write(lambda c: [c.execute(statement) for statement in statements])


async def test_every_roll_of_an_ended_chapter_is_checked_and_exported(stage: Stage, tmp_path: Path) -> None:
    for sides in ("20", "6 6 6", "100"):
        await shake(stage, sides, "8")
    running = await stage.do("dice verify", by=stage.stranger)
    await end_chapter(stage)

    verified = await stage.do("dice verify", by=stage.stranger)

    assert "Chapter 1 is still running" in said(running)
    assert "Chapter 1, open dice: all as sealed" in said(verified)
    assert "3 draws, 5 dice: every one matches the published seed." in said(verified)
    file = tmp_path / "export.jsonl"
    file.write_bytes(file_of(verified))
    assert verify(file).is_sound
    assert verify(file).check.dice == 5
    # Its seal is named with the entry that published it, and is the one of the file.
    assert f"published in entry #1: `{verify(file).head.seal}`" in said(verified)


async def test_fairness_shows_the_seals_that_were_published_whatever_became_of_the_seed(stage: Stage) -> None:
    before = said(await stage.do("dice fairness", by=stage.wren))
    await change(stage, campaigns.update().values(seed=SECOND, secret_seed=SECOND))

    after = said(await stage.do("dice fairness", by=stage.wren))

    seals = re.findall("[0-9a-f]{64}", before)
    assert seals[0] == Seed(FIRST).commitment
    assert re.findall("[0-9a-f]{64}", after) == seals


def _of(entry: int) -> sa.Update:
    return journal.update().where(journal.c.number == entry)


def _rolled(value: int, sides: int = 1_000_000) -> str:
    return json.dumps([{"sides": sides, "value": value, "reason": "", "secret": False}])


# Entries 4 to 6 of the urn's campaign drew 1 to 3: a die each, so large that no other falls alike by chance.
TAMPERED: dict[str, tuple[Callable[[int], list[sa.UpdateBase]], str]] = {
    "a changed die": (
        lambda was: [_of(5).values(dice=_rolled(was % 1_000_000 + 1))],
        "entry #5, draw 2, die 1: expected",
    ),
    "other sides": (lambda was: [_of(5).values(dice=_rolled(was, 7_919))], "entry #5, draw 2, die 1"),
    "no sides": (lambda was: [_of(5).values(dice=_rolled(was, 0))], "found a d0"),
    "no die left": (lambda _: [_of(5).values(dice="[]")], "entry #5, draw 2: expected at least one die"),
    "a dropped roll": (lambda _: [_of(5).values(drawing=None)], "draw 3: expected draw 2 here"),
    "the last dropped": (
        lambda _: [_of(6).values(drawing=None)],
        "expected draws up to 3, found draws up to 2",
    ),
    "a repeated draw": (lambda _: [_of(5).values(drawing=1)], "entry #5, draw 1: expected draw 2 here"),
    "a swapped order": (
        lambda _: [_of(5).values(drawing=3), _of(6).values(drawing=2)],
        "entry #5, draw 3: expected draw 2 here, found draw 3",
    ),
    "another interaction": (lambda _: [_of(5).values(interaction_id=1)], "entry #5, draw 2, die 1"),
    "a wrong seed": (lambda _: [chapters.update().values(seed=SECOND)], "expected a seed whose SHA-256 is"),
}


@pytest.mark.parametrize("name", TAMPERED)
async def test_whoever_tampers_with_the_database_is_found_out(stage: Stage, name: str) -> None:
    tamper, told = TAMPERED[name]
    for _ in range(3):
        await shake(stage, "1000000")
    await end_chapter(stage)
    entry = next(entry for entry in await stage.entries() if entry.number == 5)
    await change(stage, *tamper(json.loads(entry.dice)[0]["value"]))

    verified = said(await stage.do("dice verify", by=stage.wren))

    assert "Chapter 1, open dice: not as sealed" in verified
    assert told in verified


async def test_a_long_chapter_is_read_in_pages_and_checked_in_another_thread(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "PAGE", 2)
    threads, take = set(), Check.take

    def watched(check: Check, draw: Draw) -> None:
        threads.add(threading.current_thread())
        take(check, draw)

    monkeypatch.setattr(Check, "take", watched)
    for _ in range(5):
        await shake(stage, "20")
    await end_chapter(stage)

    assert "5 draws, 5 dice: every one" in said(await stage.do("dice verify", by=stage.wren))
    assert threading.main_thread() not in threads
    assert threads


async def test_a_file_that_would_be_too_large_stops_and_goes_on_from_a_draw(
    sqlite: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for _ in range(5):
        await shake(sqlite, "20 20")
    await end_chapter(sqlite)
    context, database = sqlite.bot.play.context, sqlite.bot.database
    request, found, first = sqlite.request(), [], 1
    while first <= 5:
        part = await verification.verify(
            database, context, Actor(1), request, 1, secret=False, first=first, most=250
        )
        assert (part.check.draws, part.check.faulty) == (5, 0)
        (tmp_path / "part").write_bytes(part.file)
        assert verify(tmp_path / "part").is_sound
        found += [json.loads(line)["draw"] for line in part.file.splitlines()[1:]]
        assert part.is_whole == (part.last == 5)
        first = part.last + 1

    assert found == [1, 2, 3, 4, 5]


async def test_the_card_says_which_draws_the_file_holds(
    sqlite: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        await shake(sqlite, "20")
    await end_chapter(sqlite)
    whole = verification.verify
    monkeypatch.setattr(verification, "verify", lambda *given, **named: whole(*given, **named, most=250))

    verified = said(await sqlite.do("dice verify", by=sqlite.wren))
    beyond = said(await sqlite.do("dice verify", by=sqlite.wren, from_draw=4))

    assert "The file has draws 1 to 2 of 3. The next ones: `/dice verify chapter:1 from_draw:3`." in verified
    assert "Chapter 1 has 3 draws. Pick one of them." in beyond

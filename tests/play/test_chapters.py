"""A chapter of dice ends once, publishes one seed, and from then on its every roll can be checked."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.engine.dice.source import Seed, VerifiableDice
from bot.storage.address import Address
from tests.play.urns import end_chapter, file_of, open_urns, press, press_first, reveal_secret, said, shake
from tests.stages import Stage

FIRST, SECRET, SECOND = (bytes([number]) * 32 for number in (1, 2, 3))


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


async def actions(stage: Stage) -> list[str]:
    """The journal's actions, oldest first."""
    return [entry.action for entry in await stage.entries()]


# -- the end of a chapter ---------------------------------------------------------------------------


async def test_ending_a_chapter_publishes_its_open_seed_and_seals_the_next(stage: Stage) -> None:
    await shake(stage, "20 20", "6")
    preview = await stage.do("dice reveal", by=stage.gm)
    assert "1 draw, in entries #1 to #4" in said(preview)
    assert preview.answer.data["flags"] & 64
    assert FIRST.hex() not in stage.sent

    ended = await press_first(stage, preview)

    assert FIRST.hex() in said(ended)
    assert Seed(FIRST).commitment in said(ended)
    assert Seed(SECOND).commitment in said(ended)
    assert not ended.answer.data.get("flags", 0) & 64
    assert SECRET.hex() not in stage.sent
    assert SECOND.hex() not in stage.sent


async def test_the_next_chapter_counts_from_one_and_rolls_from_its_own_seed(stage: Stage) -> None:
    await shake(stage)
    await shake(stage)
    await end_chapter(stage)

    (entry,) = await stage.of(await shake(stage, "100 100", "100"))

    assert (entry.chapter, entry.drawing, entry.secret_drawing) == (2, 1, 1)
    public, secret = Seed(SECOND), Seed(bytes([4]) * 32)
    dice = VerifiableDice(
        public=public, secret=secret, drawing=1, secret_drawing=1, interaction=entry.interaction_id
    )
    expected = [dice.roll(1, 100, reason="", secret=hidden)[0] for hidden in (False, False, True)]
    assert [die["value"] for die in json.loads(entry.dice)] == expected


async def test_one_reveal_delivered_five_times_at_once_has_one_effect(stage: Stage) -> None:
    await shake(stage)
    payload = press(stage, await stage.do("dice reveal", by=stage.gm))

    await stage.feeder.deliver(payload, times=5)
    await stage.settle()

    assert (await actions(stage)).count("EndChapter") == 1
    assert "dice chapter 2" in said(await stage.do("dice fairness", by=stage.wren))


async def test_two_reveals_at_once_end_one_chapter(stage: Stage) -> None:
    await shake(stage)
    previews = [await stage.do("dice reveal", by=stage.gm) for _ in range(2)]

    both = await asyncio.gather(*(press_first(stage, preview) for preview in previews))

    assert (await actions(stage)).count("EndChapter") == 1
    assert sum("Nothing was revealed: chapter 1 has ended in the meantime." in said(one) for one in both) == 1


async def test_a_reveal_is_stale_once_more_was_rolled_than_it_said(sqlite: Stage) -> None:
    await shake(sqlite)
    preview = await sqlite.do("dice reveal", by=sqlite.gm)
    await shake(sqlite)

    refused = await press_first(sqlite, preview)

    assert "chapter 1 was at draw 1 when you saw this, and now it's at 2." in said(refused)
    assert "EndChapter" not in await actions(sqlite)
    assert FIRST.hex() not in sqlite.sent


async def test_only_a_game_master_reveals(sqlite: Stage) -> None:
    await shake(sqlite)
    preview = await sqlite.do("dice reveal", by=sqlite.gm)
    custom_id = preview.answer.data["components"][0]["components"][0]["custom_id"]

    for person in (sqlite.deacon, sqlite.stranger):
        asked = await sqlite.do("dice reveal", by=person)
        pressed = await sqlite.feeder.deliver(sqlite.say.press(custom_id, user=person))
        for refused in (asked, pressed):
            assert "Only a game master of this campaign can do that." in said(refused)

    assert "EndChapter" not in await actions(sqlite)


@pytest.mark.parametrize(
    "args", ["", "|open", "|open|x|1", "|open|{id}|-1|1", "|open|{id}|1|9²", "|shut|{id}|1|1|1"]
)
async def test_a_damaged_button_reveals_nothing(sqlite: Stage, args: str) -> None:
    await shake(sqlite)
    campaign = (await sqlite.entries())[0].campaign_id
    custom_id = "reveal" + args.format(id=campaign)
    await sqlite.feeder.deliver(sqlite.say.press(custom_id, user=sqlite.gm))
    assert "EndChapter" not in await actions(sqlite)


async def test_a_chapter_without_a_roll_is_not_ended(sqlite: Stage) -> None:
    refused = await sqlite.do("dice reveal", by=sqlite.gm)
    assert "Nothing to reveal: nobody has rolled in chapter 1 yet." in said(refused)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"chapter": 1}, "Chapter 1 has already ended, and its open seed is published"),
        ({"chapter": 7}, "There's no chapter 7 here. The current one is 2."),
        ({"chapter": 2, "secret": True}, "Chapter 2 is still running"),
        ({"secret": True}, "nobody rolled secret dice in chapter 1"),
    ],
)
async def test_what_cannot_be_revealed_is_told_in_a_sentence(
    sqlite: Stage, options: dict[str, Any], why: str
) -> None:
    await shake(sqlite)
    await end_chapter(sqlite)
    assert why in said(await sqlite.do("dice reveal", by=sqlite.gm, **options))


async def test_what_was_published_cannot_be_undone_and_what_came_before_can(stage: Stage) -> None:
    (rolled,) = await stage.of(await shake(stage))
    await end_chapter(stage)

    refused = await stage.do("undo", by=stage.gm, entry=rolled.number + 1)
    undone = await press_first(stage, await stage.do("undo", by=stage.gm, entry=rolled.number))
    verified = await stage.do("dice verify", by=stage.wren)

    assert f"Entry #{rolled.number + 1} can't be undone: everybody knows what it published." in said(refused)
    assert f"undoes #{rolled.number}" in said(undone)
    assert "1 draw of these was undone, but still counts here." in said(verified)
    assert json.loads(file_of(verified).splitlines()[1])["undone_by"] == rolled.number + 2


async def test_a_servers_own_dice_are_revealed_by_who_runs_the_server(sqlite: Stage) -> None:
    place = sqlite.world.channels[2]
    say = sqlite.say
    await sqlite.feeder.deliver(say.slash("roll", {"dice": "2d6"}, user=sqlite.deacon, channel=place))
    refused = await sqlite.feeder.deliver(say.slash("dice reveal", {}, user=sqlite.deacon, channel=place))
    preview = await sqlite.feeder.deliver(say.slash("dice reveal", {}, user=sqlite.gm, channel=place))

    ended = await press_first(sqlite, preview)

    assert "Only a member with Manage Server can do that" in said(refused)
    assert SECOND.hex() in said(ended)
    assert FIRST.hex() not in sqlite.sent


# -- the secret seed --------------------------------------------------------------------------------


async def test_secret_dice_leave_only_with_their_own_reveal(stage: Stage) -> None:
    await shake(stage, "20", "20 20 20")
    await shake(stage, "20")
    await end_chapter(stage)
    closed = await stage.do("dice verify", by=stage.wren, secret=True)
    exported = file_of(await stage.do("dice verify", by=stage.wren))
    assert "The secret seed of chapter 1 isn't published yet" in said(closed)
    assert b"canary-reason" not in exported
    assert [len(json.loads(line)["dice"]) for line in exported.splitlines()[1:]] == [1, 1]
    assert SECRET.hex() not in stage.sent

    revealed = await reveal_secret(stage, 1)
    opened = await stage.do("dice verify", by=stage.wren, secret=True)

    assert SECRET.hex() in said(revealed)
    assert "1 draw, 3 dice: every one matches the published seed." in said(opened)
    assert b"canary-reason" not in file_of(opened)
    assert "is already published" in said(await stage.do("dice reveal", by=stage.gm, secret=True))


async def test_players_learn_nothing_of_the_number_of_secret_draws(sqlite: Stage) -> None:
    await shake(sqlite, "20", "20")
    await shake(sqlite, "20", "20")
    assert "2 draws so far, since" in said(await sqlite.do("dice fairness", by=sqlite.wren))
    shown = said(await sqlite.do("dice fairness", by=sqlite.gm))
    assert "2 draws so far and 2 draws of secret dice, since" in shown


async def test_a_secret_reveal_twice_at_once_has_one_effect(stage: Stage) -> None:
    await shake(stage, "20", "20")
    await end_chapter(stage)
    previews = [await stage.do("dice reveal", by=stage.gm, secret=True) for _ in range(2)]

    await asyncio.gather(*(press_first(stage, preview) for preview in previews))

    assert (await actions(stage)).count("RevealSecretDice") == 1


async def test_no_seed_is_logged_or_sent_before_its_reveal(
    stage: Stage, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for _ in range(3):
        await shake(stage, "20 6", "20")
        for command in ("dice fairness", "dice reveal", "dice verify", "journal"):
            await stage.do(command, by=stage.gm)
    await end_chapter(stage)
    await shake(stage)
    await stage.settle()

    spoken = stage.sent + caplog.text + "".join(capsys.readouterr())
    assert FIRST.hex() in stage.sent
    for number in (2, 3, 4):
        seed = bytes([number]) * 32
        assert seed.hex() not in spoken
        assert repr(seed)[2:-1] not in spoken
    assert repr(FIRST)[2:-1] not in spoken


async def test_fairness_lists_ended_chapters_and_how_to_check(sqlite: Stage) -> None:
    for chapter in range(1, 8):
        await shake(sqlite, "20", "20" if chapter == 7 else "")
        await end_chapter(sqlite)
    await reveal_secret(sqlite, 7)

    shown = said(await sqlite.do("dice fairness", by=sqlite.wren))
    assert shown.splitlines()[1].startswith("You can check these dice once this chapter ends.")

    assert "Ashes: dice chapter 8" in shown
    assert Seed(bytes([15]) * 32).commitment in shown
    assert "Chapter 7: 1 draw, seed published; secret seed published" in shown
    assert "Chapter 6: 1 draw, seed published; secret seed not published" in shown
    assert "… and 2 or more before that." in shown
    assert "Are the dice fair?" in shown
    # A player on a phone has no folder to look into.
    assert "docs/" not in shown

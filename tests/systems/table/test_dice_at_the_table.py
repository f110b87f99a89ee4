"""`/roll`, `/odds` and `/dice`, as people use them: who sees what of a roll, wherever it could be read."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest

from bot.engine.people import Actor
from bot.play import Request
from bot.systems.table.settings.rules import ROLLS, ChangeSetting
from tests.systems.second_kingdom.evening import is_private
from tests.tables import Table, reply_of, said, text

CANARY = "kzlabel"
REVEAL = "Reveal to everyone"


def labels(message: discord.Message) -> list[str]:
    """What its buttons say."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [
        str(button.label) for row in rows for button in row.children if isinstance(button, discord.Button)
    ]


async def roll(table: Table, secrecy: str, dice: str = f"2d6 {CANARY}") -> Any:
    """Deacon rolls in secret, and everything is delivered."""
    result = await table.deacon.slash(table.channel, "roll", dice=dice, secrecy=secrecy)
    await table.settle()
    return result


async def readers(table: Table, result: Any) -> set[str]:
    """Who can read the canary anywhere: in a channel, in their own journal, or in the roller's answer."""
    await table.stranger.slash(table.channel, "campaign join", watching=True)
    await table.settle()
    found = {"the answer"} if CANARY in said(result) else set()
    found |= {"the channel"} if any(CANARY in text(m) for m in table.messages()) else set()
    found |= {"the GM channel"} if any(CANARY in text(m) for m in table.messages(table.secret)) else set()
    people = {"gm": table.gm, "roller": table.deacon, "player": table.wren, "spectator": table.stranger}
    for name, person in (people | {"admin": table.admin}).items():
        journal = said(await person.slash(table.channel, "journal"))
        found |= {name} if CANARY in journal else set()
    return found


# -- who sees what ------------------------------------------------------------------------------------

EVERYBODY = {"the answer", "the channel", "gm", "roller", "player", "spectator", "admin"}


@pytest.mark.parametrize(
    ("secrecy", "seen_by"),
    [
        ("public", EVERYBODY),
        ("gm", {"the answer", "the GM channel", "gm", "roller"}),
        ("me", {"the answer", "roller"}),
        ("hidden", {"the GM channel", "gm"}),
    ],
)
async def test_a_roll_is_read_by_those_it_is_for(table: Table, secrecy: str, seen_by: set[str]) -> None:
    result = await roll(table, secrecy)
    assert is_private(result) == (secrecy != "public")
    assert await readers(table, result) == seen_by


TOLD_OF: list[str] = ["gm", "hidden"]


async def test_of_a_secret_roll_the_channel_reads_that_it_was_made_and_no_more(table: Table) -> None:
    # The channel reads that there was a roll and no more.
    for secrecy in TOLD_OF:
        await roll(table, secrecy)
        announced = table.last()
        assert f"{table.deacon.mention} rolls in secret." in text(announced)
        assert "2d6" not in text(announced)
        assert "**" not in text(announced)
        assert labels(announced) == []

    # Nobody hears of a roll for oneself.
    before = len(table.messages()), len(table.messages(table.secret))
    await roll(table, "me")
    assert (len(table.messages()), len(table.messages(table.secret))) == before

    # A hidden roll tells its roller where the result went.
    assert "The game masters see the result" in said(await roll(table, "hidden"))

    # No suggestion lists a secret roll.
    for secrecy in SECRET:
        await roll(table, secrecy)
        for person in (table.gm, table.deacon, table.wren):
            for command, option in (("roll", "dice"), ("journal", "record"), ("dice forget", "name")):
                found = await person.autocomplete(table.channel, command, option, "")
                assert CANARY not in json.dumps(found)

    # A secret roll waits for nobody.
    await roll(table, "gm")
    assert "nothing is waiting" in said(await table.gm.slash(table.channel, "waiting"))

    # A roll in the game masters channel stays there.
    stood = len(table.messages())
    result = await table.gm.slash(table.secret, "roll", dice=f"2d6 {CANARY}")
    await table.settle()
    assert is_private(result)
    assert len(table.messages()) == stood
    assert CANARY in text(table.last(table.secret))

    # The campaigns setting decides where nothing is said.
    request = Request(7, table.guild.id, table.channel.id)
    await table.bot.play.act(Actor(table.gm.id), request, ChangeSetting(ROLLS.key, "hidden", "public"))
    result = await table.deacon.slash(table.channel, "roll", dice=f"d6 {CANARY}")
    await table.settle()
    assert is_private(result)
    assert "rolls in secret" in text(table.last())
    assert CANARY in text(table.last(table.secret))


SECRET: list[str] = ["gm", "me", "hidden"]


# -- nowhere to go ------------------------------------------------------------------------------------


# -- revealed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("secrecy", ["gm", "hidden"])
async def test_the_game_master_reveals_a_roll_where_it_was_made(table: Table, secrecy: str) -> None:
    await roll(table, secrecy)
    card = table.last(table.secret)
    pressed = await table.gm.click(card, label=REVEAL)
    await table.settle()
    assert is_private(pressed)
    shown = text(table.last())
    assert CANARY in shown
    assert f"{table.gm.mention} reveals {table.deacon.mention}'s secret roll, 2d6, from #6" in shown
    assert "Revealed to everyone in #7." in text(table.last(table.secret))
    assert labels(table.last(table.secret)) == []
    for person in (table.wren, table.stranger):
        assert CANARY in said(await person.slash(table.channel, "journal"))


async def test_whoever_rolled_may_show_it_and_what_was_revealed_is_not_taken_back(table: Table) -> None:
    # Whoever rolled for themselves may show it.
    result = await roll(table, "me")
    revealed = await table.deacon.click(reply_of(result), label=REVEAL)
    assert not is_private(revealed)
    assert f"{table.deacon.mention} reveals a secret roll, 2d6, from #6" in said(revealed)
    assert CANARY in said(revealed)

    # What was revealed cannot be taken back.
    await roll(table, "gm")
    await table.gm.click(table.last(table.secret), label=REVEAL)
    refused = said(await table.gm.slash(table.channel, "undo", entry=9))
    assert refused == "Entry #9 can't be undone: people have seen what it showed."


# -- saved rolls --------------------------------------------------------------------------------------


# -- /odds and /dice stats ------------------------------------------------------------------------------


async def test_odds_and_rolls_for_oneself_outside_any_campaign(bare: Table) -> None:
    # Odds tell the chance the mean and the likeliest range.
    result = await bare.stranger.slash(bare.tavern, "odds", dice="2d6+3", at_least=9)
    assert is_private(result)
    assert "At least 9: **72.2%**" in said(result)
    assert "Mean 10, most often 10 (16.7%)" in said(result)
    assert "66.7% of rolls come to 8 to 12." in said(result)
    (picture,) = reply_of(result).attachments
    assert "Chances of 2d6+3" in (picture.description or "")

    # Odds of successes tell the chance of one.
    assert "At least 1 success: **83.2%**" in said(
        await bare.stranger.slash(bare.tavern, "odds", dice="5d10>=8")
    )

    # Outside any campaign one may roll for oneself.
    result = await bare.stranger.slash(bare.tavern, "roll", dice=f"d6 {CANARY}", secrecy="me")
    await bare.settle()
    assert is_private(result)
    assert CANARY in said(result)
    assert bare.messages(bare.tavern) == []
    revealed = await bare.stranger.click(reply_of(result), label=REVEAL)
    assert not is_private(revealed)
    assert CANARY in said(revealed)


async def test_statistics_count_open_dice_of_a_player_or_everybody(table: Table) -> None:
    await table.deacon.slash(table.channel, "roll", dice="40d6")
    await table.wren.slash(table.channel, "roll", dice="20d6+d20")
    await roll(table, "gm", "30d6")
    await roll(table, "me", "30d6")
    everyone = await table.gm.slash(table.channel, "dice stats")
    assert is_private(everyone)
    assert "61 dice in 2 rolls" in said(everyone)
    assert " tables would see this or " in said(everyone) or "other table would see" in said(everyone)
    assert "**d6** · 60 dice" in said(everyone)
    deacon = await table.gm.slash(table.channel, "dice stats", who=table.deacon, die=6)
    assert "The d6 of Deacon" in said(deacon)
    assert "**d6** · 40 dice" in said(deacon)
    (picture,) = reply_of(deacon).attachments
    assert "a die with 6 faces, rolled 40 times" in (picture.description or "")


async def test_saved_rolls_are_ones_own_and_known_to_odds(table: Table) -> None:
    # Statistics of nothing say so.
    assert "Nobody has rolled open dice here yet." in said(
        await table.wren.slash(table.channel, "dice stats")
    )
    assert "Nobody has rolled an open d8" in said(await table.wren.slash(table.channel, "dice stats", die=8))

    # Dice being typed are suggested as they are.
    found = await table.deacon.autocomplete(table.channel, "roll", "dice", "2d6+1")
    assert found == [{"name": "2d6+1", "value": "2d6+1"}]

    # Saved rolls are listed and forgotten.
    assert "You have no saved rolls" in said(await table.deacon.slash(table.channel, "dice list"))
    await table.deacon.slash(table.channel, "dice save", name="attack", dice="1d20+5")
    assert "**attack**: 1d20+5" in said(await table.deacon.slash(table.tavern, "dice list"))
    assert "You have no saved rolls" in said(await table.wren.slash(table.channel, "dice list"))
    forgotten = await table.deacon.slash(table.channel, "dice forget", name="ATTACK")
    assert "Deleted: **attack** was 1d20+5." in said(forgotten)
    assert "You have no saved rolls" in said(await table.deacon.slash(table.channel, "dice list"))

    # Nobody else hears of a saved roll.
    before = len(table.messages()), len(table.messages(table.secret))
    await table.deacon.slash(table.channel, "dice save", name=CANARY, dice="1d20+5")
    await table.settle()
    assert (len(table.messages()), len(table.messages(table.secret))) == before
    refused = await table.wren.slash(table.channel, "roll", dice=CANARY)
    assert "isn't dice" in said(refused)

    # A saved roll is rolled by its name.
    saved = await table.deacon.slash(table.channel, "dice save", name="Attack", dice="1d20+5")
    assert is_private(saved)
    assert "**Attack** is 1d20+5" in said(saved)
    rolled = await table.deacon.slash(table.channel, "roll", dice="attack")
    assert not is_private(rolled)
    assert f"Attack\n{table.deacon.mention} rolls d20+5" in said(rolled)

    # Odds know a saved roll.
    assert "Odds of d20+5" in said(await table.deacon.slash(table.channel, "odds", dice="attack"))


# -- as it is really typed ----------------------------------------------------------------------------


async def test_several_rolls_are_one_message_in_the_channel(table: Table) -> None:
    await table.deacon.slash(table.channel, "roll", dice="1d1＋4 slashing, 1d1 “fire”")
    await table.settle()
    assert "**5** slashing" in text(table.last())
    assert "**1** “fire”" in text(table.last())
    await table.deacon.slash(table.channel, "roll", dice="1d1+4 fire — or so + 1d1 cold")
    await table.settle()
    assert "Together **6**" in text(table.last())


async def test_a_saved_roll_is_rolled_with_more_and_a_slip_is_answered(table: Table) -> None:
    await table.deacon.slash(table.channel, "dice save", name="attack", dice="1d1+5")
    await table.deacon.slash(table.channel, "roll", dice="attack ＋ 2")
    await table.settle()
    assert "**8**" in text(table.last())
    assert "Did you mean “attack”?" in said(await table.deacon.slash(table.channel, "roll", dice="attak"))
    assert "d1+5+2" in said(await table.deacon.slash(table.channel, "odds", dice="attack +2"))

"""Attacks on the real databases: undone, rolled anew, given into other hands, hidden adversaries named."""

from __future__ import annotations

from typing import Any

from bot.systems.second_kingdom.settings import AT_ONCE, DAMAGE
from tests.systems.second_kingdom.duel import (
    DEMONS,
    HELD_BLOCK,
    WEAK_BLOCK,
    arm,
    attacked,
    choose,
    decide,
    defended,
    lock,
    offered,
    panel,
    press,
    rolled,
    struck,
)
from tests.systems.second_kingdom.evening import is_private
from tests.tables import Table, first_button, reply_of, said, text


async def undo(table: Table) -> str:
    """The game master takes the latest entry back; what the preview said."""
    preview = await table.gm.slash(table.channel, "undo")
    await table.gm.click(reply_of(preview), custom_id=first_button(preview))
    await table.settle()
    return said(preview)


# -- undone -------------------------------------------------------------------------------------------


async def test_undone_dice_are_rolled_anew_and_the_card_says_so(table: Table) -> None:
    await arm(table)
    await rolled(table, 2, 6, 9)
    preview = await undo(table)
    assert "stands: dice rolled → declared" in preview
    assert "attack dice: with 2, 6, 9 → without 2, 6, 9" in preview
    again = await press(table, table.deacon, "Requirement met: roll 3d10", 1, 1, 1)
    assert "Rolled again after the undo of #" in said(again)
    assert "Attack dice: **1** · **1** · **1**" in text(table.last())


async def test_an_undone_strike_takes_its_damage_back_and_can_be_applied_again(armed: Table) -> None:
    await struck(armed)
    await press(armed, armed.gm, "Apply 8 damage")
    assert "Wounds **8**" in await demons(armed)
    preview = await undo(armed)
    assert "stands: over → a strike" in preview
    assert "applied: 8 → none" in preview
    assert "Wounds" not in await demons(armed)
    await press(armed, armed.gm, "Apply 8 damage")
    assert "Wounds **8**" in await demons(armed)
    # Of one whose counters are the game masters', players read the amount, even where it is taken back.
    assert not any("Wounds" in text(message) for message in armed.messages())


async def test_damage_applied_at_once_goes_back_with_its_guard(armed: Table) -> None:
    await decide(armed, DAMAGE, AT_ONCE)
    await struck(armed)
    assert "Wounds **8**" in await demons(armed)
    await undo(armed)
    assert "Wounds" not in await demons(armed)
    await lock(armed, armed.gm, "Choose guard…", WEAK_BLOCK)
    assert "Wounds **8**" in await demons(armed)


async def demons(table: Table) -> str:
    """The demons' sheet, as game masters read it."""
    return said(await table.gm.slash(table.secret, "sk npc show", name=DEMONS))


# -- hidden -------------------------------------------------------------------------------------------


async def test_undone_attacks_hide_who_was_hidden_and_outdate_choices(armed: Table) -> None:
    # An attack names whom players did not know of and undo hides them again.
    await armed.gm.slash(armed.secret, "sk npc add", name="The Pale Heir", known="hidden")
    assert await suggested(armed) == []
    await attacked(armed, armed.gm, target="Evander", maneuver="Claw", hero="The Pale Heir")
    assert "The Pale Heir attacks Evander" in text(armed.last())
    assert len(await suggested(armed)) == 1
    await undo(armed)
    assert await suggested(armed) == []

    # A choice made for undone dice is stale for new ones.
    await rolled(armed, 2, 6, 9)
    opened = await panel(armed, armed.deacon, "Assign dice…")
    chosen = await choose(armed.deacon, opened, list(offered(opened)[1])[-1])
    await undo(armed)
    await press(armed, armed.deacon, "Requirement met: roll 3d10", 1, 1, 10)

    locked = await armed.deacon.click(reply_of(chosen), label="Lock")

    assert is_private(locked)
    assert "has changed since this button was made" in said(locked)
    assert "1** · **1** · **10**" in text(armed.last())


async def suggested(table: Table) -> list[Any]:
    """What a player is suggested who looks for the hidden one."""
    return list(await table.deacon.autocomplete(table.channel, "sk attack", "target", "Pale"))


# -- in other hands -----------------------------------------------------------------------------------


async def test_an_attack_changes_hands_with_its_attacker(table: Table) -> None:
    await arm(table)
    await attacked(table, table.deacon)
    await table.deacon.slash(table.channel, "campaign handover", what="Evander", to=table.wren)
    await table.settle()
    assert table.last().content == table.wren.mention
    denied = await press(table, table.deacon, "Requirement met: roll 3d10")
    assert is_private(denied)
    await press(table, table.wren, "Requirement met: roll 3d10", 2, 6, 9)
    assert "Attack dice: **2** · **6** · **9**" in text(table.last())


async def test_an_attack_changes_hands_with_its_target(armed: Table) -> None:
    await defended(armed)
    await armed.wren.slash(armed.channel, "campaign handover", what="Ysolde", to=armed.deacon)
    await armed.settle()
    assert armed.last().content == armed.deacon.mention
    assert is_private(await armed.wren.click(armed.last(), label="Choose guard…"))
    await lock(armed, armed.deacon, "Choose guard…", HELD_BLOCK)
    assert "full defense" in text(armed.last()).casefold()

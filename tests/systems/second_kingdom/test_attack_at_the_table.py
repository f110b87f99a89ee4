"""Attacks from `/sk attack` to what came of them, through the simulated Discord."""

from __future__ import annotations

from simcord import MemberActor

from bot.systems.second_kingdom.settings import ABSENT, WAIT
from tests.systems.second_kingdom.duel import (
    DEMONS,
    HELD_BLOCK,
    LINE,
    WEAK_BLOCK,
    arm,
    attacked,
    choose,
    decide,
    defended,
    held,
    labels_of,
    laid,
    lock,
    meanings,
    panel,
    press,
    rolled,
)
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, first_button, reply_of, said, text

# -- from beginning to end ----------------------------------------------------------------------------


async def test_k29_iron_gale_end_to_end_with_a_restart_between_every_step(each_table: Table) -> None:
    table = each_table
    await arm(table)
    card = await attacked(table, table.deacon)
    assert card.content == table.deacon.mention
    assert "Evander attacks Smoldering Demons with Iron Gale" in text(card)
    assert buttons(card) == ["Requirement met: roll 3d10", "Withdraw", "Veto"]
    await table.restart()
    await press(table, table.deacon, "Requirement met: roll 3d10", 2, 6, 9)
    assert "Attack dice: **2** · **6** · **9**" in text(table.last())
    await table.restart()
    await lock(table, table.deacon, "Assign dice…", LINE)
    card = table.last()
    assert "**Accuracy 8 · Speed 6 · Power 8**\n-# 6 + 2 · 2 + 4 · 9 − 1" in text(card)
    assert buttons(card) == ["Roll defence", "Veto"]
    await table.restart()
    await press(table, table.gm, "Roll defence", 5, 7)
    assert "Defence dice: **5** · **7**" in text(table.last())
    await table.restart()
    await lock(table, table.gm, "Choose guard…", WEAK_BLOCK)
    result = text(table.last())
    assert "Guard: **block**\n○ 7 (5 + 2) **holds** speed 6" in result
    assert "● Power 8 **beats** 8 (7 + 1)\n-# Accuracy is not guarded." in result
    assert "◐ **Minor strike: Pierce.**\nDamage: accuracy = **8**" in result
    await table.restart()
    await press(table, table.gm, "Apply 8 damage")
    assert f"8 damage to {DEMONS}." in text(table.last())
    assert "Wounds 0 → **8**" in text(table.last(table.secret))
    assert buttons(table.last()) == []


async def test_k20_a_player_is_attacked_defends_and_strikes_back(armed: Table) -> None:
    card = await laid(armed, armed.gm, "Claw", 3, 5, 4, target="Ysolde", hero=DEMONS)
    assert (card.content, buttons(card)) == (armed.wren.mention, ["Roll defence", "Veto"])
    await press(armed, armed.wren, "Roll defence", 4, 4)
    await lock(armed, armed.wren, "Choose guard…", HELD_BLOCK)
    card = armed.last()
    assert "○ **Full defense.**" in text(card)
    assert buttons(card) == ["Counter-attack…", "Let it pass"]
    marked = await choose(armed.wren, await panel(armed, armed.wren, "Counter-attack…"), "Claw")
    await armed.wren.click(reply_of(marked), label="Strike back with Claw")
    await armed.settle()
    answer = armed.last()
    assert "Ysolde strikes back at Smoldering Demons with Claw" in text(answer)
    assert answer.content == armed.wren.mention
    answered = next(message for message in armed.messages() if message.id == card.id)
    assert "Over: it was held, and answered with a counter-attack." in text(answered)
    assert buttons(answered) == []


async def test_an_undone_guard_is_chosen_anew(armed: Table) -> None:
    await held(armed)
    asked = await armed.gm.slash(armed.channel, "undo")
    await armed.gm.click(reply_of(asked), custom_id=first_button(asked))
    await armed.settle()
    assert buttons(armed.last()) == ["Choose guard…"]
    await lock(armed, armed.wren, "Choose guard…", HELD_BLOCK)
    assert "○ **Full defense.**" in text(armed.last())


async def test_what_an_attack_waits_for_is_listed_and_nudged(armed: Table) -> None:
    await defended(armed)
    found = await armed.gm.slash(armed.channel, "waiting")
    assert "Ysolde is attacked by Smoldering Demons: Claw – choose the guard" in said(found)
    nudges = [part for row in reply_of(found).components for part in row["components"]]
    value = nudges[-1]["options"][0]["value"]
    await armed.gm.select(reply_of(found), [value], custom_id="?nudge")
    await armed.settle()
    assert armed.last().content == armed.wren.mention


# -- who may ------------------------------------------------------------------------------------------


async def pressed_by(table: Table, who: MemberActor, label: str) -> str:
    """What somebody is told who presses what isn't theirs: privately, and nothing comes of it."""
    before = await entries(table)
    result = await who.click(table.last(), label=label)
    await table.settle()
    assert is_private(result)
    assert await entries(table) == before
    return said(result)


async def test_q29_a_game_master_acts_for_somebody_absent_and_everybody_reads_it(armed: Table) -> None:
    # Q29 act for opens the panel of what waits.
    await defended(armed)
    (item,) = await armed.gm.autocomplete(armed.channel, "sk gm act-for", "item", "Ysolde")
    opened = await armed.gm.slash(armed.channel, "sk gm act-for", item=item["value"])
    assert HELD_BLOCK in meanings(opened)

    # Q29 a game master acts for somebody absent and everybody reads it.
    opened = await panel(armed, armed.gm, "Choose guard…")
    assert f"You choose for {armed.wren.mention}." in said(opened)
    assert labels_of(opened)[0] == "Full defense · block (suggested)"
    assert meanings(opened)[0] == HELD_BLOCK
    marked = await choose(armed.gm, opened, HELD_BLOCK)
    await armed.gm.click(reply_of(marked), label="Lock")
    await armed.settle()
    assert f"{armed.gm.mention} for {armed.wren.mention}" in text(armed.last())
    newest = said(await armed.wren.slash(armed.channel, "journal")).splitlines()[1]
    assert newest.endswith(f" (for {armed.wren.mention})")


async def test_an_attack_of_the_longest_names_waits_as_any_other(each_table: Table) -> None:
    table, name = each_table, "W" * 60
    await table.deacon.slash(table.channel, "sk new", name=name, courage=1, prudence=1, temperance=1)
    await table.gm.slash(table.secret, "sk npc add", name=name, known="named")
    shown = await table.gm.slash(table.channel, "library add", kind="maneuver")
    draft = await table.gm.submit_modal(shown, {"name": name, "bonuses": "0 0 0"})
    await table.gm.click(reply_of(draft), label="Save")
    await table.deacon.slash(table.channel, "sk learn", hero=name, maneuver=name)
    (target,) = await table.gm.autocomplete(table.channel, "sk npc show", "name", name)
    await attacked(table, table.deacon, target["value"], name, hero=name)
    await press(table, table.deacon, "Roll 3d10", 1, 2, 3)
    waiting = said(await table.deacon.slash(table.channel, "waiting"))
    assert f"{name} attacks " in waiting


async def test_q19_an_attack_is_cancelled_before_its_dice_and_players_guard_no_npc(armed: Table) -> None:
    # Cancel withdraws an attack before its dice.
    await attacked(armed, armed.deacon)
    (item,) = await armed.gm.autocomplete(armed.channel, "sk gm cancel", "item", "Evander")
    await armed.gm.slash(armed.channel, "sk gm cancel", item=item["value"])
    await armed.settle()
    assert "it was withdrawn before any die fell" in text(armed.last())

    # Q19 players choose no guard for an npc.
    await rolled(armed, 2, 6, 9)
    await lock(armed, armed.deacon, "Assign dice…", LINE)
    assert "Only" in await pressed_by(armed, armed.deacon, "Roll defence")
    await press(armed, armed.gm, "Roll defence", 5, 7)
    told = await pressed_by(armed, armed.deacon, "Choose guard…")
    assert told == "Only a game master of this campaign can do that; nothing was changed."


async def test_q29_where_the_campaign_waits_nobody_chooses_for_a_player_until_they_leave(
    armed: Table,
) -> None:
    # Q29 where the campaign waits nobody chooses for a player.
    await decide(armed, ABSENT, WAIT)
    await defended(armed)
    told = await pressed_by(armed, armed.gm, "Choose guard…")
    assert "This campaign waits for its players" in told
    told = await pressed_by(armed, armed.deacon, "Choose guard…")
    assert told == f"Only {armed.wren.mention} can do that; nothing was changed."

    # Q29 a defender who left is not waited for.
    card = armed.last()
    await armed.wren.slash(armed.channel, "campaign leave")
    assert "Only its player or a game master can do that" in said(
        await armed.wren.click(card, label="Choose guard…")
    )
    opened = await armed.gm.click(card, label="Choose guard…")
    await armed.gm.click(reply_of(await choose(armed.gm, opened, HELD_BLOCK)), label="Lock")
    await armed.settle()
    held_off = armed.last()
    assert "○ **Full defense.**" in text(held_off)
    assert "Ysolde may strike back at once: A game master chooses." in text(held_off)
    assert armed.wren.mention not in held_off.content

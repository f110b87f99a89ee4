"""What game masters do in a player's place, change and take back, through the simulated Discord."""

from __future__ import annotations

from typing import Any

import discord

from bot.systems.second_kingdom.settings import ABSENT, WAIT
from tests.systems.second_kingdom.duel import again
from tests.systems.second_kingdom.evening import (
    LEAP,
    buttons,
    entries,
    is_private,
    opened,
    refused,
    rolled_to,
    sheet,
)
from tests.systems.second_kingdom.test_challenges_at_the_table import called
from tests.systems.table.test_settings_at_the_table import decide
from tests.tables import Table, confirmed, press_on, reply_of, said, text

FOR_GAME_MASTERS = ["Roll for them", "Edit", "Withdraw"]


async def panel(table: Table, card: discord.Message) -> Any:
    """The card's panel for game masters, as it was answered."""
    return reply_of(await table.gm.click(card, label="Game master…"))


async def edited(table: Table, card: discord.Message, virtue: str, rating: str) -> Any:
    """What comes of a game master's change."""
    form = await table.gm.click(await panel(table, card), label="Edit")
    result = await table.gm.submit_modal(form, {"virtue": [virtue], "rating": rating})
    await table.settle()
    return result


# -- act-for ------------------------------------------------------------------------------------------


async def test_q29_where_the_campaign_waits_only_the_player_rolls_until_they_leave(table: Table) -> None:
    # Q29 where the campaign waits only the player rolls.
    card = await opened(table)
    before = await panel(table, card)
    await decide(table, ABSENT, WAIT)
    now = await table.gm.click(card, label="Game master…")
    assert buttons(reply_of(now)) == ["Edit", "Withdraw"]
    assert "this campaign waits for its players" in said(now)
    held = await entries(table)
    pressed = await table.gm.click(before, label="Roll for them")
    assert "Only the player can do that" in said(pressed)
    assert await entries(table) == held

    # Q29 a player who left is rolled for where the campaign waits.
    await confirmed(table.deacon, table.channel, "campaign leave")
    told = await table.gm.click(card, label="Game master…")
    assert buttons(reply_of(told)) == FOR_GAME_MASTERS
    assert "waits for its players" not in said(told)
    await table.gm.click(reply_of(told), label="Roll for them")
    await table.settle()
    assert f"Rolled by {table.gm.mention} for {table.deacon.mention}" in text(table.last())


async def test_a_call_gives_game_masters_their_buttons_too(table: Table) -> None:
    # What several share is picked from the list.
    await called(table)
    wrong = await refused(table, table.gm, "sk gm act-for", item="Cross the ice")
    assert wrong == "Several things by that name are waiting. Pick the one you mean from the list."

    # A call gives game masters their buttons too.
    card = table.last()
    result = await table.gm.click(card, label="Ysolde")
    assert buttons(reply_of(result)) == FOR_GAME_MASTERS
    await table.gm.click(reply_of(result), label="Withdraw")
    await table.settle()
    now = again(table, card)
    assert "**Ysolde** · withdrawn" in text(now)
    assert buttons(now) == ["Evander"]

    # What was taken back is not acted on.
    result = await table.gm.slash(table.channel, "sk gm act-for", item="Ysolde: Cross the ice")
    assert said(result) == "Nothing by that name is waiting. Pick it from the list, or see `/waiting`."


# -- cancel -------------------------------------------------------------------------------------------


async def test_q28_what_was_rolled_is_not_cancelled_and_q21_a_player_proposes(table: Table) -> None:
    # Q28 what was rolled is not cancelled.
    result = await rolled_to(table, "Propose setback", rating=5)
    wrong = await refused(table, table.gm, "sk gm cancel", item="Leap the chasm")
    assert wrong == "There's nothing left to cancel. `/undo` takes back what was done."

    # Q21 the game masters form begins with the players proposal.
    form = await table.deacon.click(result, label="Propose setback")
    await table.deacon.submit_modal(form, {"text": "The *rope* frays"})
    await table.settle()
    card = table.last()
    assert f"{table.deacon.mention} proposes this setback: The *rope* frays" in text(card)
    written = await press_on(table.gm, card, "Write setback")
    assert "The *rope* frays" in str(written.modal)


# -- edited -------------------------------------------------------------------------------------------


async def test_q29_a_change_is_told_to_the_player_for_whom_a_game_master_may_roll(table: Table) -> None:
    # A change is told to the player and outdates what was before.
    # A change is told to the player with the new card.
    card = await opened(table)
    result = await edited(table, card, "prudence", "3")
    assert not is_private(result)
    new = table.last()
    assert "Changed: Courage 6 against rating 4 → **Prudence 5 against rating 3**" in text(new)
    assert new.content.startswith(table.deacon.mention)
    assert "Roll" in buttons(new)
    assert buttons(again(table, card)) == []

    # A button of before the change rolls nothing.
    card = await opened(table)
    stored = table.env.backend.get_message(card.channel.id, card.id)
    as_it_was = stored.components
    await edited(table, card, "courage", "9")
    before = await entries(table)
    stored.components = as_it_was
    pressed = await table.deacon.click(card, label="Roll, spend 2")
    assert is_private(pressed)
    assert "things have changed since that button appeared" in said(pressed)
    assert await entries(table) == before
    assert "Conviction **3**" in await sheet(table)

    # A panel of a change that was undone does not roll another change.
    await opened(table)
    await edited(table, table.last(), "courage", "2")
    seen = await table.gm.click(table.last(), label="Game master…")
    preview = reply_of(await table.gm.slash(table.channel, "undo"))
    await table.gm.click(preview, label=buttons(preview)[0])
    await table.settle()
    await edited(table, table.last(), "courage", "9")
    before = await entries(table)
    pressed = await table.gm.click(reply_of(seen), label="Roll for them")
    assert "things have changed since that button appeared" in said(pressed)
    assert await entries(table) == before

    # Q29 a game master rolls for a player before everybody.
    result = await table.gm.click(await panel(table, await opened(table)), label="Roll for them")
    await table.settle()
    assert not is_private(result)
    by = f"Rolled by {table.gm.mention} for {table.deacon.mention}, without conviction."
    assert by in text(table.last())
    assert "Conviction **3**" in await sheet(table)
    assert f"{table.gm.mention} rolled." in said(await table.wren.slash(table.channel, "journal"))


async def test_q4_a_changed_hidden_rating_stays_hidden(table: Table) -> None:
    card = await opened(table, rating=7, hide_rating=True)
    await edited(table, card, "courage", "8")
    public = "\n".join(map(text, table.messages()))
    assert "Changed: the hidden rating is different now." in public
    assert not any(secret in public for secret in ("rating 7", "rating 8", "%"))
    assert "against rating 8" in text(table.last(table.secret))


# -- proposed -----------------------------------------------------------------------------------------


async def test_a_game_masters_panel_is_private_opens_again_and_takes_back(table: Table) -> None:
    # The players own card stays in one row.
    card = await opened(table, **LEAP)
    assert len(card.components) == 1

    # A game masters panel is private and opens again.
    for _ in range(2):
        result = await table.gm.click(card, label="Game master…")
        assert is_private(result)
        assert buttons(reply_of(result)) == FOR_GAME_MASTERS
        assert "spends no conviction" in said(result)

    # What waits is listed and opens the same panel.
    (choice,) = await table.gm.autocomplete(table.channel, "sk gm act-for", "item", "evander")
    assert choice["name"] == "Evander: Leap the chasm"
    result = await table.gm.slash(table.channel, "sk gm act-for", item=choice["value"])
    assert buttons(reply_of(result)) == FOR_GAME_MASTERS

    # Q28 cancel takes a challenge back.
    (choice,) = await table.gm.autocomplete(table.channel, "sk gm cancel", "item", "")
    result = await table.gm.slash(table.channel, "sk gm cancel", item=choice["value"])
    assert "Nothing was rolled or spent." in said(result)
    assert await table.gm.autocomplete(table.channel, "sk gm cancel", "item", "") == []

"""`/sk challenge` and every button that follows, through the simulated Discord."""

from __future__ import annotations

import pytest

from tests.systems.second_kingdom.evening import LEAP, buttons, is_private, opened, rolled_to, sheet
from tests.tables import Table, reply_of, said, text

# -- challenge ----------------------------------------------------------------------------------------


async def test_challenge_asks_the_heros_player_and_follows_the_conviction_held(table: Table) -> None:
    # Challenge asks the heros player and nobody else.
    card = await opened(table)
    assert card.content == table.deacon.mention
    assert buttons(card) == ["Roll", "Roll, spend 1", "Roll, spend 2", "Roll, spend 3", "Game master…"]

    # The card follows the conviction held.
    await table.gm.slash(table.channel, "sk conviction", heroes="Evander", amount=-2, reason="Despair")
    await table.settle()
    card = table.messages()[-2]
    assert "Conviction held: 1." in text(card)
    assert buttons(card) == ["Roll", "Roll, spend 1", "Game master…"]


async def test_a_challenge_is_withdrawn_or_rolled_and_leads_to_its_result(table: Table) -> None:
    # Q28 a game master withdraws before the dice.
    panel = await table.gm.click(await opened(table), label="Game master…")
    result = await table.gm.click(reply_of(panel), label="Withdraw")
    await table.settle()
    assert not is_private(result)
    assert "The challenge for Evander is withdrawn: Leap the chasm." in said(result)
    assert "No die fell, nothing was spent." in said(result)
    assert buttons(table.messages()[-2]) == []
    assert "Conviction **3**" in await sheet(table)

    # A rolled card leads to its result and asks no more.
    card = await opened(table)
    await table.deacon.click(card, label="Roll")
    await table.settle()
    folded = next(message for message in table.messages() if message.id == card.id)
    assert "What came of it" in text(folded)
    assert (buttons(folded), folded.content) == ([], "")

    # Rolling spends conviction and posts the result.
    result = await table.deacon.click(await opened(table), label="Roll, spend 2")
    assert not is_private(result)
    assert "Courage 6 + 2 = 8 against rating 4" in said(result)
    assert "Conviction 3 → 1" in said(result)
    assert "Conviction **1**" in await sheet(table)

    # What waits under the longest names is found.
    await table.deacon.slash(
        table.channel, "sk new", name="e" * 60, courage=6, prudence=5, temperance=3, conviction=3
    )
    await opened(table, heroes="e" * 60, action="a" * 200)
    (choice,) = await table.gm.autocomplete(table.channel, "sk gm cancel", "item", "eee")
    assert len(choice["name"]) == 100
    result = await table.gm.slash(table.channel, "sk gm cancel", item=choice["value"])
    assert "nothing was spent" in said(result)


# -- a hidden rating ----------------------------------------------------------------------------------


async def test_q4_a_hidden_rating_stays_in_the_game_masters_channel(table: Table) -> None:
    # Q4 a hidden rating is read in the game masters channel only.
    result = await table.gm.slash(table.channel, "sk challenge", **LEAP | {"rating": 7}, hide_rating=True)
    await table.settle()
    assert is_private(result)
    public = "\n".join(map(text, table.messages()))
    assert "against a hidden rating" in public
    assert not any(secret in public for secret in ("rating 7", "%", "buys no die", "No conviction"))
    assert "against rating 7" in text(table.last(table.secret))

    # Q4 the game masters channel pings no player.
    secret = table.last(table.secret)
    assert (secret.content, buttons(secret)) == ("", ["Roll for them", "Edit", "Withdraw"])

    # Q4 a hidden rating stays hidden through roll sheet and journal.
    card = table.last()
    heard = [await sheet(table), said(await table.deacon.slash(table.channel, "waiting"))]
    heard.append(said(await table.deacon.click(card, label="Roll, spend 1")))
    await table.settle()
    heard.append(said(await table.deacon.slash(table.channel, "journal")))
    heard += map(text, table.messages())
    assert not any("rating 7" in each or "rating is 7" in each for each in heard)


# -- setbacks and advantages --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "name", "rating"), [("Write setback", "Setback", 5), ("Write advantage", "Advantage", 1)]
)
async def test_q21_what_a_roll_leaves_is_told_at_the_next_challenge(
    table: Table, label: str, name: str, rating: int
) -> None:
    result = await rolled_to(table, label, rating=rating)
    form = await table.gm.click(result, label=label)
    written = await table.gm.submit_modal(form, {"text": "The *rope* frays"})
    assert rf"{name} for Evander: The \*rope\* frays" in said(written)
    assert rf"{name} from before: The \*rope\* frays" in await sheet(table)

    card = await opened(table)
    assert rf"{name} from before: The \*rope\* frays" in text(card)
    await table.deacon.click(card, label="Roll")
    assert "from before" not in await sheet(table)


async def test_a_consequence_is_written_or_let_be_by_a_game_master(table: Table) -> None:
    # A consequence is written by a game master.
    result = await rolled_to(table, "Write setback", rating=5)
    for label in ("Write setback", "Let it be"):
        pressed = await table.deacon.click(result, label=label)
        assert said(pressed) == "Only a game master of this campaign can do that; nothing was changed."

    # A game master lets it be.
    left = await table.gm.click(result, label="Let it be")
    assert "Evander: no setback this time." in said(left)
    assert "Waits" not in await sheet(table)

"""`/sk ask` and its answer, through the simulated Discord."""

from __future__ import annotations

from typing import Any

import discord

from tests.systems.second_kingdom.evening import LEAP, buttons, entries, is_private
from tests.tables import Table, reply_of, said, text

ASK: dict[str, Any] = {"action": "Leap the chasm", "virtue": "prudence"}
ANSWER: dict[str, Any] = {"virtue": ["courage"], "rating": "4", "secrecy": ["shown"]}


async def asked(table: Table, **options: Any) -> discord.Message:
    """The card of what Deacon asks for."""
    await table.deacon.slash(table.channel, "sk ask", **ASK | options)
    await table.settle()
    return table.last()


async def test_a_request_is_public_and_answered_with_a_rating_or_declined(table: Table) -> None:
    # A request is public and asks the game masters.
    card = await asked(table)
    assert "asks for this challenge of **Evander**" in text(card)
    assert "Suggested: prudence" in text(card)
    assert (buttons(card), card.content) == (["Set rating", "Decline"], "")

    # Q27 a rating that is none is refused and the request waits on.
    before = await entries(table)
    for rating, wrong in (
        ("11", "A challenge rating is 1 to 10, not 11."),
        ("x", "Rating: a whole number is wanted"),
    ):
        form = await table.gm.click(card, label="Set rating")
        result = await table.gm.submit_modal(form, ANSWER | {"rating": rating})
        assert is_private(result)
        assert wrong in said(result)
    assert await entries(table) == before
    assert "asks: Leap the chasm" in said(await table.gm.slash(table.channel, "waiting"))

    # Setting the rating asks the player.
    form = await table.gm.click(card, label="Set rating")
    result = await table.gm.submit_modal(form, ANSWER)
    await table.settle()
    assert not is_private(result)
    opened = table.last()
    assert "Courage 6 against rating 4" in text(opened)
    assert opened.content == table.deacon.mention
    answered = next(message for message in table.messages() if message.id == card.id)
    assert "has a message of its own" in text(answered)
    assert buttons(answered) == []
    rolled = await table.deacon.click(opened, label="Roll")
    assert "Dice:" in said(rolled)

    # A declined request tells the player why.
    form = await table.gm.click(await asked(table), label="Decline")
    await table.gm.submit_modal(form, {"reason": "The *bridge* holds"})
    await table.settle()
    told = table.last()
    assert told.content == table.deacon.mention
    assert r"The game master's word: The \*bridge\* holds" in text(told)
    assert "Declined by a game master." in text(table.messages()[-2])

    # Q4 a rating set as hidden stays with the game masters.
    form = await table.gm.click(await asked(table), label="Set rating")
    await table.gm.submit_modal(form, {"virtue": ["courage"], "rating": "7", "secrecy": ["hidden"]})
    await table.settle()
    assert "against a hidden rating" in text(table.last())
    assert not any("rating 7" in text(message) for message in table.messages())
    assert "against rating 7" in text(table.last(table.secret))


async def test_what_a_player_asks_is_found_under_gm_and_changes_hands(table: Table) -> None:
    # What a player asks is found under gm.
    await asked(table)
    (choice,) = await table.gm.autocomplete(table.channel, "sk gm cancel", "item", "leap")
    assert choice["name"] == "Evander asks: Leap the chasm"
    panel = await table.gm.slash(table.channel, "sk gm act-for", item=choice["value"])
    assert is_private(panel)
    assert buttons(reply_of(panel)) == ["Set rating", "Decline"]
    await table.gm.slash(table.channel, "sk gm cancel", item=choice["value"])
    await table.settle()
    assert "no challenge comes of this" in text(table.last())

    # A request changes hands with its hero.
    await asked(table)
    (choice,) = await table.gm.autocomplete(table.channel, "campaign handover", "what", "Evander")
    await table.gm.slash(table.channel, "campaign handover", what=choice["value"], to=table.wren)
    await table.settle()
    form = await table.gm.click(table.messages()[-2], label="Set rating")
    await table.gm.submit_modal(form, ANSWER)
    await table.settle()
    assert table.last().content == table.wren.mention
    assert LEAP["action"] in text(table.last())

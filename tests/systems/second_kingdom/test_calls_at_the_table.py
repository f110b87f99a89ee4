"""One challenge for several heroes, and one that is opposed, through the simulated Discord."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import discord

from tests.systems.second_kingdom.evening import LEAP, buttons, is_private, refused
from tests.tables import Table, reply_of, said, text

TOGETHER: dict[str, Any] = LEAP | {"heroes": "Evander, Ysolde", "action": "Cross the ice"}


async def called(table: Table, **options: Any) -> discord.Message:
    """The card of a challenge for both heroes."""
    await table.gm.slash(table.channel, "sk challenge", **TOGETHER | options)
    await table.settle()
    return table.last()


def as_it_is(table: Table, card: discord.Message) -> discord.Message:
    """That message as it stands now."""
    return next(message for message in table.messages() if message.id == card.id)


async def test_a_call_asks_every_player_in_one_message_and_follows_their_rolls(table: Table) -> None:
    # A call asks every player in one message.
    before = len(table.messages())
    card = await called(table)
    assert len(table.messages()) == before + 1
    assert card.content == f"{table.deacon.mention} {table.wren.mention}"
    assert "**Evander** · Courage 6 against rating 4 · " in text(card)
    assert "**Ysolde** · Courage 4 against rating 4 · " in text(card)
    assert buttons(card) == ["Evander", "Ysolde"]

    # A heros button opens the players own chances.
    for _ in range(2):
        panel = await table.deacon.click(card, label="Evander")
        assert is_private(panel)
        assert "**Spend 1:**" in said(panel)
        assert buttons(reply_of(panel)) == ["Roll", "Roll, spend 1", "Roll, spend 2", "Roll, spend 3"]

    # Others look and roll nothing.
    panel = await table.wren.click(card, label="Evander")
    assert f"{table.deacon.mention} chooses and rolls." in said(panel)
    assert buttons(reply_of(panel)) == []

    # Waiting leads to the call.
    listed = said(await table.deacon.slash(table.channel, "waiting"))
    assert listed.count(f"/{card.id})") == 2

    # A nudge links to the call.
    found = reply_of(await table.gm.slash(table.channel, "waiting"))
    value = found.components[0]["components"][0]["options"][0]["value"]
    result = await table.gm.select(found, [value], custom_id="?nudge")
    assert str(card.id) in said(result)

    # A roll is a message of its own and the call follows.
    panel = await table.deacon.click(card, label="Evander")
    result = await table.deacon.click(reply_of(panel), label="Roll, spend 1")
    await table.settle()
    assert not is_private(result)
    assert "Courage 6 + 1 = 7 against rating 4" in text(table.last())
    now = as_it_is(table, card)
    assert (buttons(now), now.content) == (["Ysolde"], table.wren.mention)
    assert "**Evander** · Courage" not in text(now)


async def test_a_call_can_be_for_all_heroes_and_as_many_commas_as_fit(table: Table) -> None:
    # As many commas as discord lets through keep nobody waiting.
    began = perf_counter()
    names = "," * 6000
    wrong = await refused(table, table.gm, "sk challenge", **TOGETHER | {"heroes": f"{names}Evander, Nobody"})
    assert wrong == "No hero here is called “Nobody”; pick one from the list."
    assert await table.wren.autocomplete(table.channel, "sk challenge", "heroes", names) == []
    assert perf_counter() - began < 5

    # A call can be for all heroes.
    assert buttons(await called(table, heroes="all heroes")) == ["Evander", "Ysolde"]


async def test_a_call_is_brought_up_changed_and_over_when_all_have_rolled(table: Table) -> None:
    # Bringing up one of its challenges brings up the call.
    card = await called(table)
    await table.deacon.slash(table.channel, "roll", dice="2d6")
    await table.settle()
    listed = reply_of(await table.deacon.slash(table.channel, "waiting"))
    value = listed.components[0]["components"][0]["options"][0]["value"]
    await table.deacon.select(listed, [value], custom_id="?bring_up")
    await table.settle()
    assert buttons(table.last()) == ["Evander", "Ysolde"]
    assert buttons(as_it_is(table, card)) == []

    # A call that is over asks nobody and an undo opens it again.
    card = await called(table)
    for player, hero in ((table.deacon, "Evander"), (table.wren, "Ysolde")):
        panel = await player.click(as_it_is(table, card), label=hero)
        await player.click(reply_of(panel), label="Roll")
        await table.settle()
    over = as_it_is(table, card)
    assert "Nothing is left to roll." in text(over)
    assert (buttons(over), over.content) == ([], "")

    preview = await table.gm.slash(table.channel, "undo")
    await table.gm.click(reply_of(preview), label=buttons(reply_of(preview))[0])
    await table.settle()
    assert buttons(as_it_is(table, card)) == ["Ysolde"]

    # A change within a call has a message of its own.
    card = await called(table)
    panel = await table.gm.click(card, label="Ysolde")
    form = await table.gm.click(reply_of(panel), label="Edit")
    await table.gm.submit_modal(form, {"virtue": ["prudence"], "rating": "2"})
    await table.settle()
    assert table.last().content == table.wren.mention
    assert "Roll" in buttons(table.last())
    assert "**Ysolde** · Prudence 5 against rating 2" in text(as_it_is(table, card))


async def test_a_call_is_posted_anew_once_and_follows_a_hero_into_other_hands(table: Table) -> None:
    # A call is posted anew once for all who wait in it.
    await called(table)
    assert await table.bot.play.repost_all() == 1
    await table.deliver()
    assert buttons(table.last()) == ["Evander", "Ysolde"]

    # A call follows a hero into other hands.
    card = table.last()
    (choice,) = await table.gm.autocomplete(table.channel, "campaign handover", "what", "Evander")
    await table.gm.slash(table.channel, "campaign handover", what=choice["value"], to=table.wren)
    await table.settle()
    assert as_it_is(table, card).content == table.wren.mention


async def test_q4_a_hidden_call_tells_its_rating_to_game_masters_who_act_from_its_copy(table: Table) -> None:
    # Q4 a hidden call tells its rating to game masters alone.
    result = await table.gm.slash(
        table.channel, "sk challenge", **TOGETHER | {"rating": 7, "hide_rating": True}
    )
    await table.settle()
    card = table.last()
    assert is_private(result)
    panel = await table.deacon.click(card, label="Evander")
    heard = [*map(text, table.messages()), said(panel)]
    assert not any("rating 7" in each or "%" in each for each in heard)
    assert "against rating 7" in text(table.last(table.secret))
    assert table.last(table.secret).content == ""

    # A game master acts from the secret copy of a call.
    panel = await table.gm.click(table.last(table.secret), label="Ysolde")
    assert buttons(reply_of(panel)) == ["Roll for them", "Edit", "Withdraw"]
    await table.gm.click(reply_of(panel), label="Withdraw")
    await table.settle()
    assert buttons(as_it_is(table, card)) == ["Evander"]
    assert "No die fell" in text(table.last())


# -- opposed ------------------------------------------------------------------------------------------


async def test_q22_an_opposing_hero_is_suggested_and_lends_its_score(table: Table) -> None:
    # Q22 the rating suggests the opponents score.
    given = {"virtue": "courage", "opponent": "Ysolde"}
    choices = await table.gm.autocomplete(table.channel, "sk challenge", "rating", "4", **given)
    assert [(choice["name"], choice["value"]) for choice in choices] == [("4: the courage of Ysolde", 4)]

    # Who opposes is suggested to game masters alone.
    (choice,) = await table.gm.autocomplete(table.channel, "sk challenge", "opponent", "yso")
    assert choice["name"] == "Ysolde"
    for option in ("opponent", "rating"):
        assert await table.deacon.autocomplete(table.channel, "sk challenge", option, "") == []

    # Q22 an opposing hero lends its score.
    options = {key: value for key, value in LEAP.items() if key != "rating"}
    await table.gm.slash(table.channel, "sk challenge", **options, opponent="Ysolde")
    await table.settle()
    assert "Opposed by **Ysolde**" in text(table.last())
    assert "against rating 4" in text(table.last())


async def warden(table: Table, known: str) -> None:
    """One of the game master's own, of temperance 6."""
    await table.gm.slash(table.channel, "sk npc add", name="Gate Warden", temperance=6, known=known)
    await table.settle()


OUTSTARE: dict[str, Any] = {"heroes": "Evander", "action": "Outstare", "virtue": "temperance"}


async def test_q22_an_opponent_lends_what_the_table_knows_of_it(table: Table) -> None:
    # An opponent hidden from the table is not named.
    await warden(table, "hidden")
    wrong = await refused(table, table.gm, "sk challenge", **OUTSTARE, opponent="Gate Warden")
    assert wrong.startswith("The table doesn't know of that opponent yet")
    assert not any("Gate Warden" in text(message) for message in table.messages())

    # Q22 a virtue that the table does not know stays hidden.
    await table.gm.slash(table.channel, "sk npc reveal", name="Gate Warden", how="named")
    await table.settle()
    result = await table.gm.slash(table.channel, "sk challenge", **OUTSTARE, opponent="Gate Warden")
    await table.settle()
    assert is_private(result)
    assert "Opposed by **Gate Warden**" in text(table.last())
    assert not any("rating 6" in text(message) for message in table.messages())
    assert "against rating 6" in text(table.last(table.secret))
    wrong = await refused(
        table, table.gm, "sk challenge", **OUTSTARE, opponent="Gate Warden", hide_rating=False
    )
    assert wrong.startswith("The table doesn't know that opponent's virtues")

    # Q22 a virtue that the table knows is the rating.
    await table.gm.slash(table.channel, "sk npc reveal", name="Gate Warden", how="open")
    await table.settle()
    await table.gm.slash(table.channel, "sk challenge", **OUTSTARE, opponent="Gate Warden")
    await table.settle()
    assert "Temperance 3 against rating 6" in text(table.last())
    await table.deacon.click(table.last(), label="Roll")
    assert "Opposed by **Gate Warden**" in text(table.last())

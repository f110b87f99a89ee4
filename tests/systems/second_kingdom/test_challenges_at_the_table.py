"""`/sk challenge` and every button that follows, through the simulated Discord."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import discord
import pytest

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
from tests.tables import GAME_MASTERS, Table, pinged, press_on, reply_of, said, text

# -- challenge ----------------------------------------------------------------------------------------


async def test_challenge_asks_the_heros_player_and_follows_the_conviction_held(table: Table) -> None:
    # Challenge asks the heros player and nobody else.
    card = await opened(table)
    assert card.content.startswith(table.deacon.mention)
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
    assert "Nothing was rolled or spent." in said(result)
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
    assert "Nothing was rolled or spent" in said(result)


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
    ("label", "name", "rating"), [("Propose setback", "Setback", 5), ("Propose advantage", "Advantage", 1)]
)
async def test_q21_what_a_roll_leaves_is_told_at_the_next_challenge(
    table: Table, label: str, name: str, rating: int
) -> None:
    result = await rolled_to(table, label, rating=rating)
    form = await press_on(table.gm, result, label.replace("Propose", "Write"))
    written = await table.gm.submit_modal(form, {"text": "The *rope* frays"})
    assert f"{name} for Evander: The *rope* frays" in said(written)
    assert f"Earlier {name.lower()}: The *rope* frays" in await sheet(table)

    card = await opened(table)
    assert f"Earlier {name.lower()}: The *rope* frays" in text(card)
    await table.deacon.click(card, label="Roll")
    assert "Earlier" not in await sheet(table)


async def test_a_consequence_is_written_or_let_be_by_a_game_master(table: Table) -> None:
    # A consequence is written by a game master.
    result = await rolled_to(table, "Propose setback", rating=5)
    pressed = await table.deacon.click(result, label=GAME_MASTERS)
    assert said(pressed) == "Only a game master of this campaign can do that."

    # A game master lets it be.
    left = await press_on(table.gm, result, "Let it be")
    assert "Evander: no setback this time." in said(left)
    assert "Waits" not in await sheet(table)


# -- One challenge for several heroes, and one that is opposed, through the simulated Discord -----------


TOGETHER: dict[str, Any] = LEAP | {"heroes": "Evander, Ysolde", "action": "Cross the ice"}


async def called(table: Table, **options: Any) -> discord.Message:
    """The card of a challenge for both heroes."""
    await table.gm.slash(table.channel, "sk challenge", **TOGETHER | options)
    await table.settle()
    return table.last()


async def test_a_call_asks_every_player_in_one_message_and_follows_their_rolls(table: Table) -> None:
    # A call asks every player in one message.
    before = len(table.messages())
    card = await called(table)
    assert len(table.messages()) == before + 1
    assert card.content.startswith(f"{table.deacon.mention} {table.wren.mention}")
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
    assert buttons(reply_of(panel)) == ["Act…"]

    # Waiting leads to the call.
    listed = said(await table.deacon.slash(table.channel, "waiting"))
    assert listed.count(f"/{card.id})") == 1

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
    now = again(table, card)
    assert (buttons(now), pinged(now)) == (["Ysolde"], table.wren.mention)
    assert "**Evander** · Courage" not in text(now)


async def test_a_call_can_be_for_all_heroes_and_as_many_commas_as_fit(table: Table) -> None:
    # As many commas as discord lets through keep nobody waiting.
    began = perf_counter()
    names = "," * 6000
    wrong = await refused(table, table.gm, "sk challenge", **TOGETHER | {"heroes": f"{names}Evander, Nobody"})
    assert wrong == "There's no hero called “Nobody” here. Pick one from the list."
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
    assert buttons(again(table, card)) == []

    # A call that is over asks nobody and an undo opens it again.
    card = await called(table)
    for player, hero in ((table.deacon, "Evander"), (table.wren, "Ysolde")):
        panel = await player.click(again(table, card), label=hero)
        await player.click(reply_of(panel), label="Roll")
        await table.settle()
    over = again(table, card)
    assert "Nobody has anything left to roll." in text(over)
    assert (buttons(over), over.content) == ([], "")

    preview = await table.gm.slash(table.channel, "undo")
    await table.gm.click(reply_of(preview), label=buttons(reply_of(preview))[0])
    await table.settle()
    assert buttons(again(table, card)) == ["Ysolde"]

    # A change within a call is in its own message.
    card = await called(table)
    panel = await table.gm.click(card, label="Ysolde")
    form = await table.gm.click(reply_of(panel), label="Edit")
    await table.gm.submit_modal(form, {"virtue": ["prudence"], "rating": "2"})
    await table.settle()
    assert table.last().content.startswith(table.wren.mention)
    assert "Roll" in buttons(table.last())
    assert "**Ysolde** · Prudence 5 against rating 2" in text(again(table, card))


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
    assert again(table, card).content.startswith(table.wren.mention)


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
    assert buttons(again(table, card)) == ["Evander"]
    assert "Nothing was rolled" in text(table.last())


# -- opposed ------------------------------------------------------------------------------------------


async def test_q22_an_opposing_hero_is_suggested_and_lends_its_score(table: Table) -> None:
    # Q22 the rating suggests the opponents score.
    given = {"virtue": "courage", "opponent": "Ysolde"}
    choices = await table.gm.autocomplete(table.channel, "sk challenge", "rating", "4", **given)
    assert [(choice["name"], choice["value"]) for choice in choices] == [("4: Ysolde, courage", 4)]

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
    assert wrong.startswith("The card would name an opponent that the table hasn't met")
    assert not any("Gate Warden" in text(message) for message in table.messages())

    # Q22 a virtue that the table does not know stays hidden.
    await table.gm.slash(table.channel, "sk npc reveal", npc="Gate Warden", how="named")
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
    assert wrong.startswith("The card would show a virtue of that opponent that the table doesn't know")

    # Q22 a virtue that the table knows is the rating.
    await table.gm.slash(table.channel, "sk npc reveal", npc="Gate Warden", how="open")
    await table.settle()
    await table.gm.slash(table.channel, "sk challenge", **OUTSTARE, opponent="Gate Warden")
    await table.settle()
    assert "Temperance 3 against rating 6" in text(table.last())
    await table.deacon.click(table.last(), label="Roll")
    assert "Opposed by **Gate Warden**" in text(table.last())


# -- `/sk ask` and its answer, through the simulated Discord --------------------------------------------


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
    assert "asks for this challenge for **Evander**" in text(card)
    assert "Suggested: prudence" in text(card)
    assert (buttons(card), pinged(card)) == (["Withdraw", "Game master…"], f"<@{table.gm.id}>")

    # Q27 a rating that is none is refused and the request waits on.
    before = await entries(table)
    for rating, wrong in (
        ("11", "A challenge rating can be 1 to 10, not 11."),
        ("x", "Rating has to be a whole number"),
    ):
        form = await press_on(table.gm, card, "Set rating")
        result = await table.gm.submit_modal(form, ANSWER | {"rating": rating})
        assert is_private(result)
        assert wrong in said(result)
    assert await entries(table) == before
    assert "Request for Evander: Leap the chasm" in said(await table.gm.slash(table.channel, "waiting"))

    # Setting the rating asks the player.
    form = await press_on(table.gm, card, "Set rating")
    result = await table.gm.submit_modal(form, ANSWER)
    await table.settle()
    assert not is_private(result)
    opened = table.last()
    assert "Courage 6 against rating 4" in text(opened)
    assert opened.content.startswith(table.deacon.mention)
    answered = next(message for message in table.messages() if message.id == card.id)
    assert "A game master set the rating." in text(answered)
    assert f"[What came of it]({opened.jump_url})" in text(answered)
    assert buttons(answered) == []
    rolled = await table.deacon.click(opened, label="Roll")
    assert "Dice:" in said(rolled)

    # A declined request tells the player why.
    form = await press_on(table.gm, await asked(table), "Decline")
    await table.gm.submit_modal(form, {"reason": "The *bridge* holds"})
    await table.settle()
    told = table.last()
    assert told.content.startswith(table.deacon.mention)
    assert "Reason: The \\*bridge\\* holds" in text(told)
    assert "Declined by a game master." in text(table.messages()[-2])

    # Who asked can take it back, and nobody else.
    card = await asked(table)
    others = await table.wren.click(card, label="Withdraw")
    assert said(others) == f"Only {table.deacon.mention} can do that."
    taken = await table.deacon.click(card, label="Withdraw")
    await table.settle()
    assert "no longer asks for a challenge for Evander: Leap the chasm." in said(taken)
    withdrawn = next(message for message in table.messages() if message.id == card.id)
    assert (text(withdrawn).count("Withdrawn."), buttons(withdrawn)) == (1, [])

    # Q4 a rating set as hidden stays with the game masters.
    form = await press_on(table.gm, await asked(table), "Set rating")
    await table.gm.submit_modal(form, {"virtue": ["courage"], "rating": "7", "secrecy": ["hidden"]})
    await table.settle()
    assert "against a hidden rating" in text(table.last())
    assert not any("rating 7" in text(message) for message in table.messages())
    assert "against rating 7" in text(table.last(table.secret))


async def test_what_a_player_asks_is_found_under_gm_and_changes_hands(table: Table) -> None:
    # What a player asks is found under gm.
    await asked(table)
    (choice,) = await table.gm.autocomplete(table.channel, "sk gm cancel", "item", "leap")
    assert choice["name"] == "Request for Evander: Leap the chasm"
    panel = await table.gm.slash(table.channel, "sk gm act-for", item=choice["value"])
    assert is_private(panel)
    assert buttons(reply_of(panel)) == ["Set rating", "Decline"]
    await table.gm.slash(table.channel, "sk gm cancel", item=choice["value"])
    await table.settle()
    assert "there will be no challenge" in text(table.last())

    # A request changes hands with its hero.
    await asked(table)
    (choice,) = await table.gm.autocomplete(table.channel, "campaign handover", "what", "Evander")
    await table.gm.slash(table.channel, "campaign handover", what=choice["value"], to=table.wren)
    await table.settle()
    form = await press_on(table.gm, table.messages()[-2], "Set rating")
    await table.gm.submit_modal(form, ANSWER)
    await table.settle()
    assert table.last().content.startswith(table.wren.mention)
    assert LEAP["action"] in text(table.last())


async def test_a_challenge_without_a_rating_asks_for_it_and_keeps_the_rest(table: Table) -> None:
    given = {"heroes": "Evander, Ysolde", "action": "Leap the chasm", "virtue": "courage"}
    refused = await table.gm.slash(table.channel, "sk challenge", **given)
    assert said(refused) == "Give a rating, or an opponent whose virtue is the rating."
    await table.restart()
    form = await table.gm.click(reply_of(refused), label="Give the rating")
    worse = await table.gm.submit_modal(form, {"rating": "12"})
    form = await table.gm.click(reply_of(worse), label="Fix it")
    await table.gm.submit_modal(form, {"rating": "4"})
    await table.settle()
    card = text(table.last())
    assert "Leap the chasm" in card
    assert "**Evander** · Courage 6 against rating 4" in card
    assert "**Ysolde** · Courage 4 against rating 4" in card

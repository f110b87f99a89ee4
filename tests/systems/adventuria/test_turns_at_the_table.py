"""Turns, camps and what was before, through the simulated Discord."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from simcord import ChannelHandle

from bot.engine.people import GAME_MASTERS
from bot.storage.address import Address
from bot.systems.adventuria.adventurer import AdventurerMoved
from tests.loaded import loaded
from tests.stages import open_stage
from tests.systems.adventuria.bazaar import bran
from tests.systems.adventuria.bouts import after_days, as_it_is
from tests.systems.adventuria.stock import on_turn
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, pinged, press_on, reply_of, said, text

SCENE = {"text": "A square with a well.\n\nSomebody *calls*.", "ways": "The Bridge; The City"}


async def home(table: Table, name: str = "Bran", who: Any = None) -> ChannelHandle:
    """A new adventurer's own thread."""
    made = await (who or table.deacon).slash(table.channel, "adv new", name=name)
    await table.settle()
    return next(each for each in table.channel.threads if each.id == reply_of(made).id)


async def in_turn(table: Table, **scene: Any) -> ChannelHandle:
    """The thread of Bran, in a turn that was told."""
    thread = await home(table)
    await table.deacon.slash(thread, "adv start")
    await table.gm.slash(thread, "adv gm scene", **(scene or SCENE))
    await table.settle()
    return thread


async def between(table: Table) -> ChannelHandle:
    """The thread of Bran, after a first turn."""
    thread = await in_turn(table)
    await table.deacon.slash(thread, "adv end", location="The Bridge")
    await table.settle()
    return thread


async def test_a46_a_turn_over_days_with_restarts(city: Table) -> None:
    thread = await home(city)
    await city.deacon.click(city.last(thread), label="Start the turn")
    await city.settle()
    begun = city.last(thread)
    assert "**Bran** begins turn 1 at **The City**." in text(begun)
    assert buttons(begun) == ["Use…", "Narrator…"]

    await after_days(city, 3)
    form = await press_on(city.gm, begun, "Tell what happens")
    await city.gm.submit_modal(form, SCENE)
    await city.settle()
    told = city.last(thread)
    assert told.content.startswith(city.deacon.mention)
    assert "A square with a well.\n\nSomebody *calls*." in text(told)
    assert buttons(told)[:2] == ["End the turn: to The Bridge", "End the turn: stay at The City"]
    assert buttons(as_it_is(city, begun, thread)) == []

    await after_days(city, 5)
    await city.deacon.click(told, label="End the turn: to The Bridge")
    await city.settle()
    ended = city.last(thread)
    assert "goes to **The Bridge**" in text(ended)
    assert buttons(ended) == ["Start the turn", "Make camp"]
    # The scene stays where and when it was told.
    assert buttons(as_it_is(city, told, thread)) == []
    assert as_it_is(city, told, thread).embeds[0].title == "The City · turn 1 · Bran"


async def test_a_scene_without_ways_asks_its_player_who_answers_in_a_form(city: Table) -> None:
    thread = await in_turn(city, text="A door. It is locked.")
    asked = city.last(thread)
    assert asked.content.startswith(city.deacon.mention)
    assert f"➤ {city.deacon.mention}: what do you do?" in text(asked)
    assert buttons(asked) == ["Say what you do", "Use…", "Narrator: go on…"]

    form = await city.deacon.click(asked, label="Say what you do")
    await city.deacon.submit_modal(form, {"text": "I *knock*.\n\nThen I wait."})
    await city.settle()
    answered = city.last(thread)
    assert answered.content.startswith(city.gm.mention)
    assert "**Bran:** I *knock*.\n\nThen I wait." in text(answered)
    assert buttons(answered) == ["Use…", "Narrator…"]
    assert buttons(as_it_is(city, asked, thread)) == []

    form = await press_on(city.gm, answered, "Tell what happens")
    await city.gm.submit_modal(form, {"text": "Steps come closer.", "ways": ""})
    await city.settle()
    assert city.last(thread).content.startswith(city.deacon.mention)
    assert "I *knock" not in text(city.last(thread))


async def test_where_a_turn_may_end_its_player_may_say_what_else_they_do(city: Table) -> None:
    thread = await in_turn(city)
    card = city.last(thread)
    assert buttons(card)[2:] == ["Do something else…", "Use…", "Narrator: go on…"]
    form = await city.deacon.click(card, label="Do something else…")
    assert form.modal is not None
    assert form.modal["title"] == "Say what you do"
    await city.deacon.submit_modal(form, {"text": "I climb into the well."})
    await city.settle()
    assert "**Bran:** I climb into the well." in text(city.last(thread))
    assert city.last(thread).content.startswith(city.gm.mention)


async def test_whatever_leaves_the_move_to_the_narrator_mentions_them_once(city: Table) -> None:
    thread = await in_turn(city)

    async def done(path: str, who: Any, **options: Any) -> str:
        """The mentions of the messages that came of it."""
        before = {message.id for message in city.messages(thread)}
        await who.slash(thread, path, **options)
        await city.settle()
        return " ".join(pinged(each) for each in city.messages(thread) if each.id not in before)

    mention = city.gm.mention
    assert await done("adv roll", city.deacon, purpose="Luck") == mention
    # Once more for the next dice, words and payment that came while it was the narrator's move already.
    assert await done("adv roll", city.deacon, purpose="Luck again") == mention
    assert await done("adv say", city.deacon, text="I wait.") == mention
    assert await done("adv pay", city.deacon, what="1") == mention
    # What only its player is concerned with, and what the narrator does, mention nobody.
    assert await done("adv gm gain", city.gm, thing="Lamp") == ""
    assert await done("adv gm gain", city.gm, thing="Potion", rules="use: gold +1") == ""
    assert await done("adv use", city.deacon, thing="Potion") == ""
    # What the bot has no rules for is the narrator's to tell.
    assert await done("adv use", city.deacon, thing="Lamp") == mention
    assert await done("adv gm scene", city.gm, text="It's dark.") == city.deacon.mention
    assert await done("adv use", city.deacon, thing="Lamp") == mention
    assert buttons(city.last(thread))[-1] == "Narrator…"


async def test_a_roll_that_the_narrator_asks_for_has_a_button_and_the_chance_before(city: Table) -> None:
    thread = await in_turn(city, text="A gap in the ice.")
    await city.gm.slash(thread, "adv gm roll", purpose="Jump", add="vitae", target=9)
    await city.settle()
    card = city.last(thread)
    assert card.content.startswith(city.deacon.mention)
    assert "**Bran** is asked to roll 1 die + Vitae, 9 or more: Jump" in text(card)
    vitae = (await bran(city)).natural.vitae
    chance = {3: "16.7%", 4: "33.3%", 5: "50.0%"}[vitae]
    assert f"➤ {city.deacon.mention}: roll 1 die + Vitae, 9 or more ({chance})." in text(card)
    assert buttons(card) == ["Roll 1 die + Vitae", "Do something else…", "Use…", "Narrator: go on…"]
    assert "is asked to roll 1 die" in said(await city.deacon.slash(city.channel, "waiting"))

    with loaded(6):
        await city.deacon.click(card, label="Roll 1 die + Vitae")
    await city.settle()
    fell = city.last(thread)
    came = "success" if 6 + vitae >= 9 else "failure"
    assert f"🎲 Bran rolls 6 + Vitae {vitae} = **{6 + vitae}** against 9, **{came}**: Jump" in text(fell)
    assert fell.content.startswith(city.gm.mention)
    assert buttons(fell)[-1] == "Narrator…"
    assert buttons(as_it_is(city, card, thread)) == []


async def test_the_turns_card_says_where_things_stand_and_what_changes(city: Table) -> None:
    # The turns card says at a glance where things stand.
    thread = await in_turn(city)
    card = city.last(thread)
    assert card.embeds[0].title == "The City · turn 1 · Bran"
    body = text(card)
    assert "The turn may end at • The Bridge\n• The City" in body
    assert f"➤ {city.deacon.mention}: act, or end the turn." in body
    assert "Arms" in body
    assert "Vitae" in body

    # Dice and other news keep the scene and the buttons in sight.
    with loaded(6, 1):
        await city.deacon.slash(thread, "adv roll", purpose="Draw *water*", dice=2)
    await city.settle()
    card = city.last(thread)
    assert "🎲 Bran rolls 6 + 1 = **7**: Draw \\*water\\*" in text(card)
    assert "-# A square with a well. Somebody *calls*." in text(card)
    assert buttons(card) == [
        *("End the turn: to The Bridge", "End the turn: stay at The City", "Use…", "Narrator…")
    ]
    assert f"The narrator tells where this leads; {city.deacon.mention} may also end the turn." in text(card)
    assert card.content.startswith(city.gm.mention)

    # A reminder leads to the turns card.
    await city.gm.slash(thread, "adv gm scene", ways="The Bridge; The City")
    await city.settle()
    listed = reply_of(await city.gm.slash(city.channel, "waiting"))
    nudge = next(row["components"][0] for row in listed.components if "?nudge" in str(row))
    await city.gm.select(listed, [nudge["options"][0]["value"]], custom_id="?nudge")
    await city.settle()
    assert city.last().content.startswith(city.deacon.mention)
    assert f"[Bran is at The City: act, or end the turn]({city.last(thread).jump_url})" in text(city.last())

    # The narrator's form has the ways that were told; what happens next is written anew.
    form = await city.gm.slash(thread, "adv gm scene")
    assert form.modal is not None
    filled = {
        each["component"]["custom_id"]: each["component"].get("value") for each in form.modal["components"]
    }
    assert filled == {"text": None, "ways": "The Bridge\nThe City"}
    await city.gm.submit_modal(form, {"text": "The well is dry.", "ways": "The Tower"})
    await city.settle()
    card = city.last(thread)
    assert "The well is dry." in text(card)
    assert buttons(card)[0] == "End the turn: to The Tower"

    # A form that stood open over the turns end tells nothing.
    form = await city.gm.slash(thread, "adv gm scene")
    await city.deacon.slash(thread, "adv end", location="The Tower")
    await city.deacon.slash(thread, "adv start")
    before = await entries(city)
    late = await city.gm.submit_modal(form, {"text": "The well is dry.", "ways": ""})
    assert is_private(late)
    assert "was written for another turn" in said(late)
    assert "The well is dry." in said(late)
    assert await entries(city) == before


async def test_an_old_button_is_stale_once_the_narrator_changed_the_ways(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        name = await on_turn(stage)
        # It left before the redrawn message came.
        late = stage.press("End the turn: to The Bridge", by=stage.deacon)
        await stage.do("adv gm scene", by=stage.gm, adventurer=name, ways="The Tower")
        answered = await stage.feeder.deliver(late)
        assert "things have changed since that button appeared" in str(answered.answer.data)
        assert not await stage.of(late)


async def test_more_ways_than_buttons_are_a_list_that_may_be_stale(city: Table) -> None:
    # An old list is stale too.
    thread = await in_turn(city, text="A crossroads.", ways="\n".join(f"Road {n}" for n in range(1, 7)))
    form = await city.deacon.click(city.last(thread), label="End the turn…")
    await city.gm.slash(thread, "adv gm scene", ways="The Tower")
    before = await entries(city)
    late = await city.deacon.submit_modal(form, {"location": ["Road 6"]})
    assert is_private(late)
    assert "things have changed since that button appeared" in said(late)
    assert await entries(city) == before

    # More ways than buttons are a list in a form.
    await city.gm.slash(thread, "adv gm scene", ways="\n".join(f"Road {n}" for n in range(1, 7)))
    await city.settle()
    card = city.last(thread)
    assert buttons(card)[0] == "End the turn…"
    form = await city.deacon.click(card, label="End the turn…")
    await city.deacon.submit_modal(form, {"location": ["Road 6"]})
    await city.settle()
    assert "goes to **Road 6**" in text(city.last(thread))


async def test_a48_camp_waits_for_nothing_and_its_button_wakes_days_later(city: Table) -> None:
    thread = await between(city)
    await city.deacon.click(city.last(thread), label="Make camp")
    await city.settle()
    camp = city.last(thread)
    assert buttons(camp) == ["Wake up"]
    waiting = said(await city.deacon.slash(city.channel, "waiting"))
    assert "Bran" not in waiting
    count = len(city.messages(thread))
    await after_days(city, 9)
    assert len(city.messages(thread)) == count

    assert is_private(await city.wren.click(camp, label="Wake up"))
    woken = await city.deacon.click(camp, label="Wake up")
    await city.settle()
    assert "**Bran** breaks camp" in text(city.last(thread))
    assert buttons(city.last(thread)) == ["Start the turn", "Make camp"]
    assert "Previously: Bran" in said(woken)
    assert "The next turn begins at **The Bridge**: `/adv start`." in said(woken)
    assert buttons(as_it_is(city, camp, thread)) == []


# -- previously ---------------------------------------------------------------------------------------


async def test_the_digest_tells_the_last_two_turns_and_nothing_that_was_undone(city: Table) -> None:
    thread = await home(city)
    for place in ("The Mill", "The Ford", "The Tower"):
        await city.deacon.slash(thread, "adv start")
        await city.gm.slash(thread, "adv gm scene", text=f"On the way to {place}.", ways=place)
        await city.deacon.slash(thread, "adv end", location=place)
    await city.gm.slash(thread, "adv gm move", location="The Swamp")
    preview = await city.gm.slash(thread, "undo")
    await city.gm.click(reply_of(preview), label=buttons(reply_of(preview))[0])
    await city.deacon.slash(thread, "adv camp")
    told = said(await city.deacon.slash(thread, "adv wake"))
    assert "The Mill" in told
    assert "On the way to The Mill." not in told
    order = [told.index(f"On the way to {place}.") for place in ("The Ford", "The Tower")]
    assert order == sorted(order)
    assert "The Swamp" not in told
    assert "makes camp" not in told.split("Previously", 1)[1]


async def test_the_digest_tells_no_secret(city: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = await between(city)
    secretly = partial(AdventurerMoved, audience=GAME_MASTERS)
    monkeypatch.setattr("bot.systems.adventuria.turns.rules.AdventurerMoved", secretly)
    await city.gm.slash(city.secret, "adv gm move", adventurer="Bran", location="The Swamp")
    await city.deacon.slash(thread, "adv camp")
    story = said(await city.deacon.slash(thread, "adv wake")).split("Previously", 1)[1]
    assert "Bran is sent" not in story.replace("*", "")
    assert "secret" not in story.casefold()
    assert "Bran is sent" in said(await city.gm.slash(city.secret, "journal")).replace("*", "")


async def test_a_long_story_is_told_from_its_end(city: Table) -> None:
    thread = await in_turn(city)
    for number in range(20):
        await city.gm.slash(thread, "adv gm scene", text=f"Scene {number}: {'so it goes ' * 40}")
    await city.deacon.slash(thread, "adv end", location="The City")
    await city.deacon.slash(thread, "adv camp")
    told = said(await city.deacon.slash(thread, "adv wake"))
    assert "Scene 19:" in told
    assert "Scene 0:" not in told
    assert "earlier entries; `/journal` has them all." in told
    assert len(told.split("Previously", 1)[1]) < 4096

"""A delve at a simulated table: what is declared, pressed and told, and what only game masters read."""

from __future__ import annotations

import re

import discord
from simcord import InteractionResult, MemberActor

from bot.engine.people import Actor
from bot.play import Request
from bot.storage.address import Address
from bot.systems.sovereign.people.files import ImportCharacter, file_of
from tests.harness.world import Json
from tests.loaded import loaded
from tests.stages import Stage, open_stage
from tests.systems.second_kingdom.evening import buttons, entries, is_private, parts_of, refused
from tests.systems.sovereign.scenes import odo
from tests.systems.sovereign.stock import character, delving
from tests.systems.table.playbook import listed
from tests.tables import Table, press_on, reply_of, said, text

MISS, HIT = 6, 1


async def entered(table: Table, who: str = "Mira, Bo") -> None:
    """A party in the Barrow, where every Turn has its check and goblins live."""
    await table.gm.slash(table.secret, "site new", name="Deadhouse", frequency="1")
    form = await table.gm.slash(table.secret, "site table")
    await table.gm.submit_modal(form, {"text": "1-6 Goblins"})
    await table.gm.slash(table.channel, "party new", name="The Lanterns", who=who, spokesperson="Mira")
    with loaded(MISS):
        await table.gm.slash(table.channel, "delve enter", called="The Barrow")
    await table.settle()


async def with_odo(table: Table) -> None:
    """Deacon has another."""
    here = Request(70, table.guild.id, table.channel.id)
    await table.bot.play.act(Actor(table.deacon.id), here, ImportCharacter(table.deacon.id, file_of(odo())))
    await table.deliver()


async def acts(table: Table, by: MemberActor, deed: str, words: str = "") -> InteractionResult:
    """The form behind Say what you do…, filled in."""
    form = await by.click(table.last(), label="Say what you do…")
    done = await by.submit_modal(form, {"deed": [deed], "words": words})
    await table.settle()
    return done


async def presses(table: Table, label: str, *faces: int) -> InteractionResult:
    """The game master's button, in their channel."""
    with loaded(*faces):
        done: InteractionResult = await press_on(table.gm, table.last(table.secret), label)
    await table.settle()
    return done


async def offered(table: Table, shown: InteractionResult, *faces: int) -> InteractionResult:
    """What a preview offers."""
    parts = parts_of(reply_of(shown))
    offer = next(each["custom_id"] for each in parts if str(each.get("custom_id")).startswith("offer|"))
    with loaded(*faces):
        done = await table.gm.click(reply_of(shown), custom_id=offer)
    await table.settle()
    return done


BLUE = discord.ButtonStyle.primary.value


def main(message: discord.Message) -> list[str]:
    """The labels of a message's blue buttons."""
    return [part["label"] for part in parts_of(message) if part.get("style") == BLUE]


# -- a Turn -----------------------------------------------------------------------------------------------


async def test_a_turn_is_declared_resolved_and_over_with_a_restart_between_all_steps(barrow: Table) -> None:
    await entered(barrow)
    assert barrow.last().content.startswith(f"{barrow.deacon.mention} {barrow.wren.mention}")
    await barrow.restart()
    await acts(barrow, barrow.deacon, "search", "the well")
    assert "✔ Mira: search: the well\n⏳ Bo: no word yet" in text(barrow.last())
    assert "Mira calls; no plan yet." in text(barrow.last())
    assert "Everybody has said" not in text(barrow.last())
    await barrow.restart()
    await barrow.wren.click(barrow.last(), label="Pass")
    await barrow.settle()
    assert "– Bo passes" in text(barrow.last())
    assert "\n**Everybody has said what they do: it's up to the game master.**\n" in text(barrow.last())
    assert "no plan yet" not in text(barrow.last())
    await barrow.restart()
    # What comes next for game masters is first on their card, and blue.
    assert buttons(barrow.last(barrow.secret))[0] == "Resolve Mira"
    assert main(barrow.last(barrow.secret)) == ["Resolve Mira"]
    assert "Resolve Mira" not in buttons(barrow.last())
    assert main(barrow.last()) == ["Say what you do…"]
    await presses(barrow, "Resolve Mira", 5, 6)
    assert "**Succeeds.**" in text(barrow.last(barrow.secret))
    assert "**Succeeds.**" not in text(barrow.last())
    assert "✅ Mira: search: the well (done)" in text(barrow.last())
    await barrow.restart()
    await presses(barrow, "Next Turn", MISS)
    assert "The Barrow, Turn 2\nDay 1, 8:10" in text(barrow.last())
    assert "⏳ Mira: no word yet" in text(barrow.last())


async def test_each_turn_has_one_message_for_all_and_one_for_game_masters_that_tell_of_no_hit(
    barrow: Table,
) -> None:
    await entered(barrow)
    told = []
    for faces in ((MISS,), (HIT, 3)):
        before = len(barrow.messages()), len(barrow.messages(barrow.secret))
        await presses(barrow, "Next Turn", *faces)
        after = len(barrow.messages()), len(barrow.messages(barrow.secret))
        assert (after[0] - before[0], after[1] - before[1]) == (1, 1)
        number = await entries(barrow)
        undo = said(await barrow.deacon.slash(barrow.channel, "undo", entry=number))
        journal = said(await barrow.deacon.slash(barrow.channel, "journal")).splitlines()[1]
        stats = said(await barrow.deacon.slash(barrow.channel, "dice stats"))
        told.append([re.sub(r"\d+", "N", each) for each in (text(barrow.last()), undo, journal, stats)])
    assert "**Encounter: Goblins.**" in text(barrow.last(barrow.secret))
    assert told[0] == told[1]


async def test_an_encounter_that_waits_is_not_dropped_without_a_word(barrow: Table) -> None:
    await entered(barrow)
    await presses(barrow, "Next Turn", HIT, 3)
    asked = await presses(barrow, "Next Turn")
    assert is_private(asked)
    assert "**An encounter waits: Goblins.**" in said(asked)
    await offered(barrow, asked, MISS)
    assert "Dropped: Goblins." in text(barrow.last(barrow.secret))
    assert "Goblins" not in " ".join(map(text, barrow.messages()))


async def test_turns_rolled_ahead_are_told_to_nobody_until_one_is_picked(barrow: Table) -> None:
    await entered(barrow)
    before = len(barrow.messages())
    with loaded(MISS, HIT, 2, MISS):
        await barrow.gm.slash(barrow.secret, "delve ahead", turns=3)
    await barrow.settle()
    assert len(barrow.messages()) == before
    assert "Turn 1" in text(barrow.last())
    assert "Turn 3: encounter check, rolled 1. **Encounter: Goblins.**" in text(barrow.last(barrow.secret))
    shown = reply_of(await barrow.gm.slash(barrow.secret, "sov turn"))
    picks = next(each for each in parts_of(shown) if each.get("placeholder") == "Publish…")
    assert [each["label"] for each in picks["options"]] == [
        "None: take all back",
        "Up to Turn 2",
        "Up to Turn 3",
        "Up to Turn 4",
    ]
    await barrow.gm.select(shown, ["3"], custom_id=picks["custom_id"])
    await barrow.settle()
    assert "Turns 1 to 2 go by." in text(barrow.last())
    assert "Goblins" not in " ".join(map(text, barrow.messages()))


# -- whose word -------------------------------------------------------------------------------------------


async def test_who_has_two_along_is_asked_which(barrow: Table) -> None:
    await with_odo(barrow)
    await entered(barrow, "Mira, Bo, Odo")
    for label, title in (
        ("Say what you do…", "Who says what they do?"),
        ("Pass", "Who passes?"),
        ("If I'm silent…", "Who is it about, if you're silent?"),
    ):
        asked = reply_of(await barrow.deacon.click(barrow.last(), label=label))
        assert text(asked) == title
        (picks,) = (each for each in parts_of(asked) if "options" in each)
        assert [each["label"] for each in picks["options"]] == ["Mira", "Odo"]
    form = await barrow.deacon.select(asked, [picks["options"][1]["value"]], custom_id=picks["custom_id"])
    await barrow.deacon.submit_modal(form, {"silence": ["order"], "words": "Guards the rear."})
    asked = reply_of(await barrow.deacon.click(barrow.last(), label="Say what you do…"))
    (picks,) = (each for each in parts_of(asked) if "options" in each)
    form = await barrow.deacon.select(asked, [picks["options"][0]["value"]], custom_id=picks["custom_id"])
    await barrow.deacon.submit_modal(form, {"deed": ["move"], "words": "to the hall"})
    await barrow.settle()
    assert "✔ Mira: move: to the hall" in text(barrow.last())
    assert "↪ Odo, standing order: Guards the rear." in text(barrow.last())


async def test_who_passes_for_one_of_two_leaves_everybodys_card_alone(barrow: Table) -> None:
    await with_odo(barrow)
    await entered(barrow, "Mira, Bo, Odo")
    card = barrow.last().id
    asked = reply_of(await barrow.deacon.click(barrow.last(), label="Pass"))
    assert asked.ephemeral
    (picks,) = (each for each in parts_of(asked) if "options" in each)
    await barrow.deacon.select(asked, [picks["options"][1]["value"]], custom_id=picks["custom_id"])
    await barrow.settle()
    assert barrow.last().id == card
    assert "⏳ Mira: no word yet\n⏳ Bo: no word yet\n– Odo passes" in text(barrow.last())
    assert buttons(barrow.last())[:2] == ["Say what you do…", "Pass"]
    # Odo has passed: the next to pass can only be Mira.
    await barrow.deacon.click(barrow.last(), label="Pass")
    await barrow.settle()
    assert "– Mira passes\n⏳ Bo: no word yet\n– Odo passes" in text(barrow.last())


async def test_the_caller_plans_for_all_and_others_are_told_who_calls(barrow: Table) -> None:
    await entered(barrow)
    refused_ = await barrow.wren.click(barrow.last(), label="Plan for all…")
    assert is_private(refused_)
    assert "Mira makes the plan" in said(refused_)
    form = await barrow.deacon.click(barrow.last(), label="Plan for all…")
    await barrow.deacon.submit_modal(form, {"deed": ["search"], "words": "the hall"})
    await barrow.settle()
    assert "**Mira's plan: search: the hall**\n\n↪ Mira follows the plan\n↪ Bo follows" in text(barrow.last())
    await presses(barrow, "Next Turn", MISS)
    assert "Mira and Bo say nothing and follow the plan: search: the hall." in text(barrow.last())


async def test_listening_is_a_press_while_there_is_a_door_at_which_nobody_has(barrow: Table) -> None:
    await entered(barrow)
    assert "Listen…" not in buttons(barrow.last())
    await barrow.gm.slash(barrow.channel, "delve door", name="Oak door", shut="stuck")
    await barrow.settle()
    form = await barrow.wren.click(barrow.last(), label="Listen…")
    slow = await barrow.wren.click(barrow.last(), label="Listen…")
    assert form.modal is not None
    door, who = (row["component"]["options"] for row in form.modal["components"])
    assert [door[0]["label"], who[0]["label"]] == ["Oak door", "Bo"]
    bo = {"door": [door[0]["value"]], "character": [who[0]["value"]]}
    with loaded(5, 6):
        await barrow.wren.submit_modal(form, bo)
    await barrow.settle()
    assert "Bo listens at Oak door." in "\n".join(map(text, barrow.messages()))
    assert "Listen…" not in buttons(barrow.last())
    late = await barrow.wren.submit_modal(slow, bo)
    assert is_private(late)
    assert "Somebody listened at Oak door this Turn." in said(late)


async def test_who_has_nobody_along_is_told_so(barrow: Table) -> None:
    await entered(barrow, "Mira")
    for label in ("Say what you do…", "Pass", "If I'm silent…"):
        answer = await barrow.wren.click(barrow.last(), label=label)
        assert is_private(answer)
        assert said(answer) == "You have nobody in The Barrow."


async def test_a_form_sent_after_the_turn_says_so_and_gives_the_words_back(barrow: Table) -> None:
    await entered(barrow)
    form = await barrow.deacon.click(barrow.last(), label="Say what you do…")
    await presses(barrow, "Next Turn", MISS)
    late = await barrow.deacon.submit_modal(form, {"deed": ["search"], "words": "the well"})
    assert is_private(late)
    assert "Turn 1 is over; it's Turn 2." in said(late)
    assert "the well" in said(late)


async def test_a_torch_is_lit_out_of_the_pack_but_not_by_who_is_down(barrow: Table) -> None:
    await entered(barrow)
    for who in ("Mira", "Bo"):
        await barrow.gm.slash(barrow.channel, "party pack add", character=who, thing="Torch")
    await barrow.deacon.slash(barrow.channel, "party pack light")
    await barrow.settle()
    assert "🔥 Mira's torch: 6 of 6 Turns" in said(await barrow.wren.slash(barrow.channel, "sov turn"))
    await barrow.gm.slash(barrow.channel, "sov harm damage", character="Bo", amount="20")
    await barrow.settle()
    assert "Bo" in await refused(barrow, barrow.wren, "party pack light", character="Bo")
    assert "✖ Bo: Mortally Injured" in said(await barrow.wren.slash(barrow.channel, "sov turn"))


async def test_the_way_so_far_is_a_picture_that_is_told_in_words(barrow: Table) -> None:
    await entered(barrow)
    await barrow.gm.slash(barrow.channel, "party pack light", character="Bo", no_pack=True)
    for room in ("The hall", "The well"):
        for who in ("Mira", "Bo"):
            acting = {"character": who, "what": "move", "how": room}
            await barrow.gm.slash(barrow.channel, "delve act", **acting)
        await barrow.gm.slash(barrow.secret, "delve resolve", who="the party", room=room)
        await barrow.settle()
        await presses(barrow, "Next Turn", MISS)
    shown = reply_of(await barrow.wren.slash(barrow.channel, "sov turn"))
    (picture,) = shown.attachments
    assert picture.filename == "delve.png"
    assert picture.description == (
        "Turn 3. Rooms so far: The hall, The well (by way of The hall). Light: Bo's torch 4 of 6."
    )


# -- at once ----------------------------------------------------------------------------------------------


async def led_by_two(stage: Stage) -> str:
    """Wren leads too; a delve of Deacon's two."""
    await stage.do("campaign gm add", by=stage.gm, player=stage.wren)
    return (await delving(stage)).delve


async def made(stage: Stage, *actions: str) -> int:
    """How many such entries there are."""
    return len([each for each in await stage.entries() if each.action in actions])


async def at_once(stage: Stage, *payloads: Json) -> list[str]:
    """What each of them is told."""
    delivered = await stage.feeder.deliver_all(payloads)
    await stage.settle()
    return [str(each.answer.data) for each in delivered]


async def test_of_two_game_masters_who_advance_by_command_one_is_told(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        delve = await led_by_two(stage)
        offers = []
        for by in (stage.gm, stage.wren):
            shown = (await stage.do("delve advance", by=by, delve=delve)).answer.data
            offers.append(stage.say.press(listed(shown, "offer|"), user=by))
        told = await at_once(stage, *offers)
        assert await made(stage, "NextTurn") == 1
        (late,) = (each for each in told if "Not done yet" in each)
        assert "Turn 2 ends." in late


async def test_a_button_of_an_earlier_turn_says_that_it_is_over(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        await delving(stage)
        olds = [
            stage.press(label, by=stage.deacon) for label in ("Say what you do…", "Pass", "Plan for all…")
        ]
        await stage.feeder.deliver(stage.press("Next Turn", by=stage.gm))
        await stage.settle()
        for old in olds:
            answer = (await stage.feeder.deliver(old)).answer.data
            assert answer["flags"] == 64
            assert "Turn 1 is over; it's Turn 2." in str(answer)


async def test_of_two_who_let_another_call_at_once_the_later_word_counts(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        first, second, third = [await character(stage) for _ in range(3)]
        wrens = await character(stage, stage.wren)
        there = await delving(stage, first, second, third, wrens)
        names = (second, wrens)
        told = await at_once(
            stage,
            *(
                stage.slash("delve caller", by=by, delve=there.delve, character=name)
                for by, name in zip((stage.deacon, stage.wren), names, strict=True)
            ),
        )
        assert await made(stage, "SetCaller") == 2, told
        newest = [each for each in await stage.entries() if each.action == "SetCaller"][-1]
        calls = stage.deacon if newest.actor_id == stage.deacon.id else stage.wren
        other = stage.wren if calls is stage.deacon else stage.deacon
        for by, is_done in ((other, False), (calls, True)):
            plan = stage.slash("delve plan", by=by, delve=there.delve, what="search")
            await stage.feeder.deliver(plan)
            assert bool(await stage.of(plan)) is is_done


async def test_what_the_game_master_tells_is_a_message_that_nothing_later_folds(barrow: Table) -> None:
    await entered(barrow)
    await acts(barrow, barrow.deacon, "search", "the well")
    await acts(barrow, barrow.wren, "search", "the wall")
    before = len(barrow.messages())
    answer = "**Cold air** rises.\n> Something laughs."
    with loaded(5, 6):
        await barrow.gm.slash(barrow.secret, "delve resolve", who="Mira", answer=answer)
    await barrow.settle()
    told = barrow.messages()[-1]
    assert len(barrow.messages()) == before + 1
    assert answer in text(told)
    with loaded(5, 6):
        await barrow.gm.slash(barrow.secret, "delve resolve", who="Bo")
    await barrow.settle()
    assert len(barrow.messages()) == before + 2
    assert answer in text(barrow.messages()[-2])
    assert "laughs" not in text(barrow.last())
    await presses(barrow, "Next Turn", MISS)
    assert [answer in text(each) for each in barrow.messages()[before:]] == [True, False, False]

"""Encounters at a simulated table: what everybody reads and presses, and what the game masters read alone."""

from __future__ import annotations

import json
from typing import Any

from simcord import MemberActor

from bot.storage.address import Address
from tests.loaded import loaded
from tests.stages import open_stage
from tests.systems.second_kingdom.evening import buttons, is_private, refused
from tests.systems.sovereign.stock import character, encounter
from tests.tables import Table, as_seen, press_on, reply_of, said, text

SHAPES = {
    "title": "Three shapes",
    "text": "Torchlight in the dark.",
    "number": 23,
    "hd": 17,
    "note": "The duke",
}
WAYS = ["Fight", "Talk", "Run", "Wait"]


async def meet(table: Table, **options: Any) -> None:
    """Mira and Bo meet three shapes."""
    await table.gm.slash(table.channel, "party new", name="The Lanterns", who="Mira, Bo")
    await table.gm.slash(table.channel, "party encounter new", **SHAPES | options)
    await table.settle()


async def press(table: Table, who: MemberActor, label: str) -> None:
    """A button on everybody's card, and what comes of it."""
    await press_on(who, table.last(), label)
    await table.settle()


def public(table: Table) -> str:
    """All that stands in the campaign's channel."""
    found = [each.to_dict() for message in table.messages() for each in message.embeds]
    return as_seen(json.dumps(found, ensure_ascii=False))


async def test_only_the_game_masters_copy_has_the_numbers(barrow: Table) -> None:
    await barrow.gm.slash(barrow.channel, "party new", name="The Lanterns", who="Mira, Bo")
    answered = await barrow.gm.slash(barrow.channel, "party encounter new", **SHAPES)
    await barrow.settle()
    assert is_private(answered)
    card, theirs = barrow.last(), text(barrow.last(barrow.secret))
    assert text(card).startswith("**Three shapes.** Torchlight in the dark.")
    assert buttons(card) == [*WAYS, "Game master…"]
    for told in ("23 of 17 HD each, humanoid, intelligent", "The duke", "391 HD against 3 levels", "72.2%"):
        assert told in theirs
        assert told not in public(barrow)
    shown = await barrow.deacon.slash(barrow.channel, "party encounter show")
    assert "The duke" not in said(shown)
    assert "391" in said(await barrow.gm.slash(barrow.channel, "party encounter show"))


async def test_two_who_speak_at_once_the_first_stands_and_the_second_is_told_the_truth(
    sqlite_address: Address,
) -> None:
    async with open_stage(sqlite_address) as stage:
        mine, others = await character(stage), await character(stage, stage.wren)
        await encounter(stage, mine, others)
        both = [stage.press("Talk", by=stage.deacon), stage.press("Fight", by=stage.wren)]
        answers = [str(each.answer.data) for each in await stage.feeder.deliver_all(both)]
        await stage.settle()
        first = next(entry for entry in await stage.entries() if entry.action == "ChooseWay")
        speaker, late = (mine, answers[1]) if first.actor_id == stage.deacon.id else (others, answers[0])
        assert f"{speaker} chose for the party first: " in late
        assert "Object if you see it differently." in late
        assert [entry.action for entry in await stage.entries()].count("ChooseWay") == 1


async def test_who_disagrees_is_named_on_the_card(barrow: Table) -> None:
    await meet(barrow)
    await press(barrow, barrow.deacon, "Talk")
    assert "The party's choice: **talk** (Mira)." in text(barrow.last())
    await press(barrow, barrow.wren, "Object")
    assert "✋ Bo objects." in text(barrow.last())


async def test_the_spokesperson_is_asked_and_then_a_game_master(barrow: Table) -> None:
    party = {"name": "The Lanterns", "who": "Mira, Bo", "spokesperson": "Bo"}
    await barrow.gm.slash(barrow.channel, "party new", **party)
    await barrow.gm.slash(barrow.channel, "party encounter new", **SHAPES)
    await barrow.settle()
    assert barrow.last().content.startswith(barrow.wren.mention)
    wrong = await barrow.deacon.click(barrow.last(), label="Talk")
    assert said(wrong).startswith("Bo speaks for the party.")
    await press(barrow, barrow.wren, "Talk")
    assert barrow.last().content.startswith(barrow.gm.mention)
    assert "Three shapes: how do they react?" in said(await barrow.deacon.slash(barrow.channel, "waiting"))


async def test_a_reaction_is_rolled_with_one_press_that_nobody_else_sees_and_then_announced(
    barrow: Table,
) -> None:
    await meet(barrow)
    await press(barrow, barrow.deacon, "Talk")
    with loaded(1, 3):
        shown = await press_on(barrow.gm, barrow.last(), "Roll their reaction")
    await barrow.settle()
    assert is_private(shown)
    told = "2d6 (1, 3) = 4. They attack if they'd surely win, else run: 391 HD against 3 levels"
    assert f"Reaction to “talk”: {told}" in text(barrow.last(barrow.secret))
    assert "attack" not in public(barrow)
    assert buttons(barrow.last()) == ["Announce", "They do something else…"]
    await press(barrow, barrow.gm, "Announce")
    assert text(barrow.last()).startswith("**They attack!**")
    assert "391" not in public(barrow)


async def test_a_fight_is_gone_through_by_each_ones_own_button(barrow: Table) -> None:
    await meet(barrow, kind="beast")
    await press(barrow, barrow.gm, "The party goes first")
    assert buttons(barrow.last()) == ["Mira acted", "Bo acted", "Game master…"]
    wrong = await barrow.deacon.click(barrow.last(), label="Bo acted")
    assert is_private(wrong)
    await press(barrow, barrow.deacon, "Mira acted")
    assert "✔ Acted: Mira\n⏳ Still to act: Bo" in text(barrow.last())
    await press(barrow, barrow.wren, "Bo acted")
    assert "**Round 1**: they act." in text(barrow.last())
    await press(barrow, barrow.gm, "Next Round")
    assert "**Round 2**: the party acts." in text(barrow.last())
    assert "Day 1, 8:00, Round 2" in said(await barrow.wren.slash(barrow.channel, "party show"))
    await press(barrow, barrow.gm, "Fight over")
    assert "the fight is over after 2 Rounds. It takes one Turn." in text(barrow.last())
    assert "Day 1, 8:10" in said(await barrow.wren.slash(barrow.channel, "party show"))


async def test_game_masters_go_on_from_what_they_did_apart_from_the_card(barrow: Table) -> None:
    await meet(barrow, kind="beast")
    await press(barrow, barrow.gm, "The party goes first")
    shown = await press_on(barrow.gm, barrow.last(), "On to their side")
    await barrow.settle()
    assert is_private(shown)
    assert buttons(reply_of(shown)) == ["Next Round", "Fight over"]


async def test_a_round_that_costs_a_life_asks_first(barrow: Table) -> None:
    await meet(barrow, kind="beast")
    await barrow.gm.slash(barrow.channel, "sov harm damage", character="Bo", amount="20")
    await barrow.gm.slash(barrow.channel, "party clock", unit="round", count=6)
    await barrow.settle()
    card = next(each for each in reversed(barrow.messages()) if "They go first" in buttons(each))
    await barrow.gm.click(card, label="They go first")
    await barrow.settle()
    await press(barrow, barrow.gm, "On to the party")
    asked = await press_on(barrow.gm, barrow.last(), "Next Round")
    assert "**Bo dies.**" in said(asked)
    await barrow.gm.click(reply_of(asked), label="On to the next")
    await barrow.settle()
    assert "Bo dies" in public(barrow)


async def test_a_chase_with_food_thrown_down(barrow: Table) -> None:
    await meet(barrow, cleverness="semi")
    await press(barrow, barrow.deacon, "Run")
    form = await press_on(barrow.gm, barrow.last(), "Decide their reaction…")
    await barrow.gm.submit_modal(form, {"reaction": ["chase"]})
    await barrow.settle()
    await press(barrow, barrow.gm, "Announce")
    form = await press_on(barrow.gm, barrow.last(), "Gap…")
    await barrow.gm.submit_modal(form, {"gap": "90"})
    await barrow.settle()
    assert "They're after the party, **90 feet** behind." in text(barrow.last())
    assert "Food stops them on 3 in 6, treasure on 3 in 6." in text(barrow.last(barrow.secret))
    form = await barrow.gm.click(barrow.last(), label="Food…")
    with loaded(3):
        await barrow.gm.submit_modal(form, {"what": "A ham"})
    await barrow.settle()
    assert "A ham: **they stop.** The party gets away." in text(barrow.last())
    assert "in 6 ends" not in public(barrow)


async def test_leverage_is_everybodys_to_read(barrow: Table) -> None:
    await meet(barrow)
    await barrow.wren.slash(
        barrow.channel, "party encounter leverage", kind="threat", what="The dwarves come"
    )
    await barrow.settle()
    assert "⚖ Leverage, threat: The dwarves come (Bo)" in text(barrow.last())
    wrong = await refused(barrow, barrow.stranger, "party encounter leverage", kind="threat", what="x")
    assert "Three shapes" not in wrong


async def test_leverage_is_a_press_away_while_they_talk(barrow: Table) -> None:
    await meet(barrow)
    await press(barrow, barrow.deacon, "Talk")
    assert "Leverage…" not in buttons(barrow.last())
    with loaded(6, 6):
        await press_on(barrow.gm, barrow.last(), "Roll their reaction")
    await barrow.settle()
    await press(barrow, barrow.gm, "Announce")
    form = await barrow.wren.click(barrow.last(), label="Leverage…")
    await barrow.wren.submit_modal(form, {"kind": ["promise"], "what": "Safe passage"})
    await barrow.settle()
    assert "⚖ Leverage, promise: Safe passage (Bo)" in text(barrow.last())
    wrong = await barrow.stranger.click(barrow.last(), label="Leverage…")
    assert wrong.modal is None
    assert is_private(wrong)


async def test_who_joins_in_the_middle_of_a_fight_is_in_it(barrow: Table) -> None:
    await barrow.gm.slash(barrow.channel, "party new", name="The Lanterns", who="Mira")
    await barrow.gm.slash(barrow.channel, "party encounter new", **SHAPES | {"kind": "beast"})
    await barrow.settle()
    await press(barrow, barrow.gm, "The party goes first")
    assert "Bo acted" not in buttons(barrow.last())
    await barrow.gm.slash(barrow.channel, "party set", add="Bo")
    await barrow.settle()
    card = next(each for each in reversed(barrow.messages()) if "Round 1" in text(each))
    assert "⏳ Still to act: Mira, Bo" in text(card)
    await barrow.wren.click(card, label="Bo acted")
    await barrow.settle()
    card = next(each for each in reversed(barrow.messages()) if "Round 1" in text(each))
    assert "✔ Acted: Bo" in text(card)


async def test_players_are_offered_no_number_of_whom_they_meet(barrow: Table) -> None:
    await meet(barrow)
    for path in ("party encounter show", "party encounter leverage"):
        offered = await barrow.deacon.autocomplete(barrow.channel, path, "encounter", "")
        assert [each["name"] for each in offered] == ["Three shapes"]
    found = as_seen(said(await barrow.deacon.slash(barrow.channel, "journal")))
    assert "The duke" not in found
    assert "391" not in found
    await press_on(barrow.gm, barrow.last(), "Call it off")
    await barrow.settle()
    assert "Three shapes: the encounter is over." in text(barrow.last())

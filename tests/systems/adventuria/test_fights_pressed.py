"""Who presses in a fight, who presses again, and who stops it, through the simulated Discord."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from simcord import ChannelHandle, MemberActor

from bot.storage.address import Address
from bot.systems.adventuria.combat.state import RollCombat
from bot.systems.adventuria.settings import NARRATORS_TOO, PROXY
from tests.harness.raw import Delivered
from tests.stages import Stage, open_stage
from tests.systems.adventuria.bouts import arena, decide, met, press
from tests.systems.adventuria.fights_playbook import opened
from tests.systems.second_kingdom.evening import entries, is_private
from tests.tables import Table, first_button, reply_of, said, text


async def refused(table: Table, thread: ChannelHandle, who: MemberActor, label: str) -> str:
    """What somebody is told whose press on the newest card comes to nothing: privately."""
    before = await entries(table)
    result = await who.click(table.last(thread), label=label)
    await table.settle()
    assert is_private(result)
    assert await entries(table) == before
    return said(result)


# -- who may ------------------------------------------------------------------------------------------


async def test_with_proxy_a_narrator_presses_and_the_card_says_so(city: Table) -> None:
    await decide(city, PROXY, NARRATORS_TOO)
    thread = await arena(city)
    await met(city, thread)
    await press(city, thread, "Roll", 4, 3, by=city.gm)
    card = city.last(thread)
    assert f"{city.gm.mention} acts for {city.deacon.mention}" in text(card)
    assert card.content == city.deacon.mention


async def test_a_fight_goes_on_with_the_player_it_was_handed_to(city: Table) -> None:
    thread = await arena(city)
    await met(city, thread)
    await press(city, thread, "Roll", 4, 3)
    await city.gm.slash(thread, "campaign handover", what="Bran", to=city.wren)
    await city.settle()
    assert city.last(thread).content == city.wren.mention
    assert "Only its player or a game master" in await refused(city, thread, city.deacon, "Again")
    await press(city, thread, "Again", 6, 1, by=city.wren)
    assert "Rat falls" in text(city.last(thread))


# -- pressed again --------------------------------------------------------------------------------------


@pytest.fixture
async def stage(sqlite_address: Address) -> AsyncIterator[Stage]:
    """A stage, where a button can be pressed before its card is redrawn."""
    async with open_stage(sqlite_address) as made:
        yield made


def told_of(came: Delivered) -> str:
    """What a press was answered, privately."""
    assert came.answer.data["flags"] == 64
    return str(came.answer.data["embeds"][0]["description"])


def dice_of(told: str) -> list[str]:
    """The dice and totals in a text."""
    return re.findall(r"\d [+] \d+ = \*\*\d+\*\*", told)


async def test_an_old_button_answers_already_rolled_with_the_same_dice(stage: Stage) -> None:
    await opened(stage)
    old = stage.press("Roll", by=stage.deacon)
    await stage.feeder.deliver(stage.press("Roll", by=stage.deacon))
    await stage.settle()
    (exchange,) = [entry for entry in await stage.entries() if entry.action == RollCombat.__name__]
    first = stage.server.messages.kept[max(stage.server.messages.kept)]["embeds"][0]["description"]
    await stage.feeder.deliver(stage.press("Again", by=stage.deacon))
    await stage.settle()
    count = len(await stage.entries())
    told = told_of(await stage.feeder.deliver(old))
    assert told.startswith("Already rolled; nothing was changed.")
    assert len(dice_of(first)) == 2
    assert dice_of(told) == dice_of(first)
    assert len(await stage.entries()) == count
    assert exchange.number < count


async def test_an_ended_fight_is_left_no_more(stage: Stage) -> None:
    await opened(stage, avoidable=True)
    old = [stage.press(label, by=stage.deacon) for label in ("Avoid them", "Roll")]
    await stage.feeder.deliver(stage.press("Avoid them", by=stage.deacon))
    await stage.settle()
    count = len(await stage.entries())
    for press_again in old:
        told = told_of(await stage.feeder.deliver(press_again))
        assert told.startswith("That is done already; nothing was changed.")
        assert "against Giant is over (avoided)" in told
    assert len(await stage.entries()) == count


async def test_an_undone_exchange_can_be_rolled_anew(city: Table) -> None:
    thread = await arena(city)
    await met(city, thread)
    await press(city, thread, "Roll", 1, 6)
    assert "**Bran** · Arms **4** · ♥♥♥♡ 1 wound" in text(city.last(thread))
    asked = await city.gm.slash(thread, "undo")
    assert "Rat" in said(asked)
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    await city.settle()
    card = city.last(thread)
    assert "**Bran** · Arms **4** · ♥♥♥♥ unhurt" in text(card)
    await press(city, thread, "Roll", 6, 1)
    assert "6 + 4 = **10** against 1 + 2 = **3** of Rat: **won**" in text(city.last(thread))


# -- stopped --------------------------------------------------------------------------------------------


async def test_a_narrator_stops_fights_by_command_and_from_the_card(city: Table) -> None:
    # A narrator stops a fight with a command.
    thread = await arena(city)
    assert said(await city.gm.slash(thread, "adv gm stop", reason="Dawn")) == (
        "Bran is in no fight; there is nothing to stop."
    )
    await met(city, thread)
    await city.gm.slash(thread, "adv gm stop", reason="Dawn")
    await city.settle()
    assert "Reason: Dawn" in text(city.last(thread))
    assert said(await city.gm.slash(thread, "adv gm stop", reason="Dawn")).endswith(
        "is no longer in play; nothing was changed."
    )

    # A narrator stops a fight from its card with a reason.
    await met(city, thread)
    await city.restart()
    panel = await city.gm.click(city.last(thread), label="Narrator…")
    assert is_private(panel)
    form = await city.gm.click(reply_of(panel), label="Stop the fight…")
    await city.gm.submit_modal(form, {"reason": "Dawn *breaks*"})
    await city.settle()
    assert "Over: a narrator stopped the fight.\nReason: Dawn \\*breaks\\*" in text(city.last(thread))
    late = await city.gm.click(reply_of(panel), label="Stop the fight…")
    assert is_private(late)
    assert said(late) == "This fight is over already (stopped); nothing was changed."

"""Months through the simulated Discord: every command and button, who may, and what they read."""

from __future__ import annotations

import re

from bot.storage.address import Address
from bot.systems.kingdom.book import Phase, Role, Step
from bot.systems.kingdom.founding.rules import BeginKingdom, RenameKingdom
from bot.systems.kingdom.month.course import Freeze, OpenMonth, SkipTo
from bot.systems.kingdom.month.rules import CloseMonth
from tests.stages import Stage, open_stage
from tests.systems.kingdom.months_table import act, mentioned, pressed, state_of, tarn, tarn_at
from tests.systems.kingdom.stock import act as stock_act
from tests.systems.kingdom.stock import id_of, kingdom_at
from tests.systems.kingdom.stock import shown as stock_shown
from tests.systems.second_kingdom.evening import buttons, is_private, refused
from tests.tables import Table, reply_of, said, text


async def test_a_month_from_opening_to_closing(realms: Table) -> None:
    table = realms
    id_ = await tarn(table)
    await pressed(table, table.gm, "Open the month")
    card = table.last()
    assert "Month 1 of Tarn is open." in text(card)
    assert mentioned(card) == [table.wren.id]
    # Warden 14 (+2), neutral (+4), no General, Diplomat … and Control DC 22.
    assert re.search(r"-# Stability: \d+ or more \(\d+ %\) → \+1 BP · ", text(card))
    await pressed(table, table.wren, "Roll Stability")
    assert "Tarn: Stability check" in text(table.last())
    assert re.search(r"Stability: \d+ [+−] \d+ = \*\*−?\d+\*\* against 22", text(table.last()))
    before = (await state_of(table)).treasury
    await pressed(table, table.wren, "Pay Consumption")
    assert (await state_of(table)).treasury == before - 2
    await pressed(table, table.deacon, "Modify Unrest")
    state = await state_of(table)
    if not state.month.is_over(Step.ENFORCER):
        await pressed(table, table.wren, "Leave it")
    assert (await state_of(table)).month.phase is Phase.EDICT
    for label in ("Leadership is settled", "No more hexes", "No more improvements", "No more settlements"):
        await pressed(table, table.deacon, label)
    for label in ("Armies are settled", "Edicts stay as they are"):
        await pressed(table, table.deacon, label)
    for label in ("No withdrawal", "No more deposits", "No more sales"):
        await pressed(table, table.wren, label)
    await act(table, SkipTo(id_, Step.CLOSE, "A dull month"))
    await table.settle()
    await pressed(table, table.deacon, "Close the month")
    assert "Month 1 of Tarn is closed" in text(table.last())
    state = await state_of(table)
    assert (state.month.number, state.month.phase) == (2, Phase.BEFORE)
    assert buttons(table.last())[0] == "Open the month"


# -- the month's page ----------------------------------------------------------------------------------


async def test_the_months_page_shows_every_step_and_how_it_ended(realms: Table) -> None:
    # The months page shows every step and whose move it is.
    await tarn_at(realms, Step.STABILITY)
    for who in (realms.stranger, realms.wren, realms.gm):
        shown = await who.slash(realms.channel, "month")
        assert is_private(shown)
    page = said(shown)
    assert "Tarn, month 1: Upkeep" in page
    assert "Unrest **0** · Treasury **48 BP** · Consumption **2** · Size **1**" in page
    assert f"→ **Stability check**: <@{realms.wren.id}>" in page
    assert re.search(r"-# Stability: \d+ or more \(\d+ %\) → \+1 BP", page)
    assert "Later: Pay Consumption, Modify Unrest, Royal Enforcer" in page
    assert "Later: Leadership, Hexes, Terrain, Settlements, Armies, Edicts" in page
    assert "Later: Withdrawal, Deposits, Sale of items, Taxes" in page
    assert buttons(reply_of(shown)) == ["Roll Stability"]

    # The months card comes up for everybody.
    count = len(realms.messages())
    done = await realms.wren.slash(realms.channel, "month", post=True)
    assert is_private(done)
    await realms.settle()
    assert len(realms.messages()) == count + 1
    assert buttons(realms.last()) == ["Roll Stability"]
    assert "the old one then links to it" in said(done)

    # A button on the months page works.
    own = await realms.wren.slash(realms.channel, "month")
    await realms.wren.click(reply_of(own), label="Roll Stability")
    await realms.settle()
    assert (await state_of(realms)).month.is_over(Step.STABILITY)
    assert "Tarn: Stability check" in text(realms.last())

    # The months page shows how steps ended.
    await realms.gm.slash(realms.channel, "month-gm next", reason="They *starve*")
    await realms.settle()
    page = said(await realms.deacon.slash(realms.channel, "month"))
    assert re.search(r"✓ Stability check: −?\d+ against 22, (success|failure)", page)
    assert "» Pay Consumption: passed over (They \\*starve\\*)" in page
    assert "→ **Modify Unrest**" in page
    await realms.gm.slash(realms.channel, "month-gm next", to="hexes")
    await realms.settle()
    page = said(await realms.deacon.slash(realms.channel, "month"))
    assert "– Nothing to do: Magic items, Standing in for the Ruler" in page
    assert "Left this month: 1 settlement, 1 building, 2 improvements and 1 claim" in page


async def test_brought_up_or_redrawn_the_card_mentions_nobody_anew(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        name = await kingdom_at(stage, Step.STABILITY)
        told = len(pinging(stage))
        await stage.do("month", by=stage.wren, post=True, kingdom=name)
        await stage.settle()
        await stock_act(stage, RenameKingdom(await id_of(stage, name), "Uskwood"))
        await stage.settle()
        assert len(pinging(stage)) == told
        await stage.feeder.deliver(stage.press("Roll Stability", by=stage.wren))
        await stage.settle()
        # Wren's own next step needs none either.
        assert len(pinging(stage)) == told
        await stage.feeder.deliver(stage.press("Pay Consumption", by=stage.wren))
        await stage.settle()
        assert pinging(stage)[told:] == [[stage.deacon.id]]


def pinging(stage: Stage) -> list[list[int]]:
    """Whom each message was allowed to ping that pinged anybody."""
    every = [(call.payload or {}) for call in stage.server.calls]
    data = [each.get("data") or each for each in every]
    return [
        each["allowed_mentions"]["users"]
        for each in data
        if (each.get("allowed_mentions") or {}).get("users")
    ]


# -- who, and mentions ---------------------------------------------------------------------------------


async def test_a_check_rolled_by_another_says_for_whom(realms: Table) -> None:
    id_ = await tarn_at(realms, Step.STABILITY)
    await pressed(realms, realms.deacon, "Roll Stability")
    # The Ruler may do what any leader may: that is nobody else's.
    assert "acted for" not in text(realms.last())
    await pressed(realms, realms.gm, "Pay Consumption")
    assert f"<@{realms.gm.id}> acted for <@{realms.wren.id}>." in text(realms.last())

    # The page of a kingdom that stands still.
    await act(realms, Freeze(id_, "Summer *holidays*"))
    await realms.settle()
    page = said(await realms.deacon.slash(realms.channel, "month"))
    assert "**Stands still**: Summer \\*holidays\\*" in page


async def test_the_card_mentions_who_is_asked_anew_once_and_nobody_else(realms: Table) -> None:
    await tarn_at(realms, Step.STABILITY)
    assert mentioned(realms.last()) == [realms.wren.id]
    # Wren rolls, and is asked next: nobody needs a mention for what they are at.
    card = await pressed(realms, realms.wren, "Roll Stability")
    assert mentioned(card) == []
    card = await pressed(realms, realms.wren, "Pay Consumption")
    assert mentioned(card) == [realms.deacon.id]
    # Redrawn it mentions nobody again, and what it folds under neither.
    await realms.gm.slash(realms.channel, "month-gm freeze", reason="Summer")
    await realms.settle()
    assert mentioned(realms.last()) == []
    older = next(each for each in realms.messages() if each.id == card.id)
    assert older.components == []


async def test_who_left_is_not_mentioned_and_what_is_drawn_up_not_meant(realms: Table) -> None:
    # Who left the campaign is not mentioned.
    await tarn_at(realms, Step.OPEN)
    card = realms.last()
    await realms.wren.slash(realms.channel, "campaign leave")
    await realms.settle()
    await realms.deacon.click(card, label="Open the month")
    await realms.settle()
    assert (await state_of(realms)).month.phase is Phase.UPKEEP
    assert mentioned(realms.last()) == []

    # Players mean the kingdom that stands while another is drawn up.
    await act(realms, BeginKingdom("Nowhere"))
    await realms.settle()
    assert "Tarn, month 1" in said(await realms.deacon.slash(realms.channel, "month"))
    assert "Nowhere" in await refused(realms, realms.gm, "month")


async def test_independent_steps_do_not_wait_for_one_another(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        name = await kingdom_at(stage, Step.WITHDRAW)
        # Both presses left their phones before either card was redrawn.
        early, late = (stage.press(label, by=stage.wren) for label in ("No more deposits", "No more sales"))
        for press in (early, late):
            await stage.feeder.deliver(press)
            assert len(await stage.of(press)) == 1
        month = (await stock_shown(stage, name)).state.month
        assert month.is_over(Step.DEPOSIT)
        assert month.is_over(Step.SELL)


async def test_a_button_of_an_old_month_is_stale_in_the_next(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        id_ = await id_of(stage, await kingdom_at(stage, Step.STABILITY))
        late = stage.press("Roll Stability", by=stage.wren)
        for action in (SkipTo(id_, Step.CLOSE), CloseMonth(id_), OpenMonth(id_)):
            await stock_act(stage, action)
        await stage.settle()
        answered = await stage.feeder.deliver(late)
        assert "has changed since this button was made" in str(answered.answer.data)
        assert answered.answer.data["flags"] == 64
        assert not await stage.of(late)
        fresh = stage.press("Roll Stability", by=stage.wren)
        await stage.feeder.deliver(fresh)
        assert len(await stage.of(fresh)) == 1


async def test_the_heir_stands_in_and_rolls(realms: Table) -> None:
    await tarn_at(realms, Step.UNREST, Role.RULER)
    assert "The Heir stands in" in buttons(realms.last())
    assert "for no Ruler" in text(realms.last())
    await pressed(realms, realms.wren, "The Heir stands in")
    await pressed(realms, realms.wren, "Modify Unrest")
    assert "no Ruler" not in text(realms.last())
    assert re.search(r"-# Loyalty: \d+ or more \(\d+ %\), else Unrest \+1", text(realms.last()))
    await pressed(realms, realms.wren, "Roll Loyalty")
    assert "in the Ruler's place" in text(realms.last())


async def test_the_royal_enforcer_reduces_unrest(realms: Table) -> None:
    await tarn_at(realms, Step.UNREST, Role.HIGH_PRIEST, Role.COUNCILOR)
    await pressed(realms, realms.deacon, "Modify Unrest")
    assert buttons(realms.last())[:2] == ["Reduce Unrest", "Leave it"]
    assert "-# Unrest −1 either way · Loyalty: " in text(realms.last())
    unrest = (await state_of(realms)).unrest
    await pressed(realms, realms.wren, "Reduce Unrest")
    assert (await state_of(realms)).unrest == unrest - 1
    assert "Tarn: Royal Enforcer" in text(realms.last())

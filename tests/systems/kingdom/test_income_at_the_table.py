"""Edicts, armies and income through the simulated Discord: four people, their buttons and their commands."""

from __future__ import annotations

from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.book import Holiday, Mark, MonthStep, Phase, Promotion, Taxation
from bot.systems.kingdom.month.income import Withdraw
from bot.systems.kingdom.towns.settlements import SetSettlement
from bot.ui.modal import LABEL
from tests.loaded import loaded
from tests.systems.kingdom.income_table import act, at, hold, tarn
from tests.systems.kingdom.scenes import TARN, waiting
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, press_on, reply_of, said, text

# Ruler, Heir, Royal Enforcer, Treasurer and Warden are held, each with +2; the Ruler adds to Economy.
LEVELS = {"holiday": "6", "promotion": "none", "taxation": "heavy"}


async def press(table: Table, who: Any, label: str, message: Any = None) -> Any:
    """A press on the newest message of the channel, or on that one."""
    result = await press_on(who, message or table.last(), label)
    await table.settle()
    return result


# -- edicts -------------------------------------------------------------------------------------------


async def test_edicts_are_previewed_issued_and_settled(realms: Table) -> None:
    # Edicts are previewed in private and issued in public.
    await at(realms, MonthStep.EDICTS)
    before, shown = await entries(realms), len(realms.messages())
    asked = await realms.wren.slash(realms.channel, "edict set", taxation="heavy")
    assert is_private(asked)
    assert (await entries(realms), len(realms.messages())) == (before, shown)
    body = said(asked)
    assert "Issue edicts?" in body
    assert "Taxation: not set yet → **Heavy**" in body
    for line in (
        "Economy −8 → **−5**",
        "Loyalty −3 → **−7**",
        "Stability",
        "Consumption 2 BP a month (unchanged)",
    ):
        assert line in body, body
    assert "Chance that the tax check succeeds:" in body
    await press(realms, realms.wren, "Issue edicts", reply_of(asked))
    card = realms.last()
    assert "Taxation: not set yet → **Heavy**" in text(card)
    assert "You can set more" in text(card)
    assert "Set edicts…" in buttons(card)
    state = await tarn(realms)
    assert (state.edicts.taxation, state.edicts.holiday) == (Taxation.HEAVY, None)

    # All three by the ruler end the edict phase.
    asked = await realms.deacon.slash(realms.channel, "edict set", **LEVELS)
    assert "No Councilor: holidays add no Loyalty" in said(asked)
    assert "When the Ruler sets all three at once, the step ends." in said(asked)
    await press(realms, realms.deacon, "Issue edicts", reply_of(asked))
    assert "The edicts are set for this month." in text(realms.last())
    assert "Income" in text(realms.last())
    assert (await tarn(realms)).month.phase is Phase.INCOME


async def set_all(table: Table) -> str:
    """What the form of the step shows; then it is issued."""
    form = await press_on(table.deacon, table.last(), "Set edicts…")
    shown = await table.deacon.submit_modal(form, {key: [value] for key, value in LEVELS.items()})
    assert is_private(shown)
    await press(table, table.deacon, "Issue edicts", reply_of(shown))
    return said(shown)


async def test_edicts_show_every_level_and_mark_those_in_force(realms: Table) -> None:
    await at(realms, MonthStep.EDICTS)
    asked = await realms.wren.slash(realms.channel, "edict show")
    assert is_private(asked)
    assert "▶" not in said(asked)
    assert "Set edicts…" in buttons(reply_of(asked))
    before = await entries(realms)
    shown = await set_all(realms)
    assert "Issue edicts?" in shown
    assert "Stability" in shown
    assert await entries(realms) == before + 1
    body = said(await realms.wren.slash(realms.channel, "edict show"))
    for line in (
        "▶ **6 a year: Loyalty +2, Consumption +2** (in force)",
        "▶ **None: Stability −1** (in force)",
        "▶ **Heavy: Economy +3, Loyalty −4** (in force)",
        "would change Consumption +2",
        "chance of taxes",
    ):
        assert line in body, body

    # The form of the step sets all three at once.
    state = await tarn(realms)
    assert (state.edicts.holiday, state.edicts.promotion) == (Holiday.SIX, Promotion.NONE)
    assert state.month.is_over(MonthStep.EDICTS)

    # Planned for next month, it says nothing of a step that would stay open.
    late = await realms.deacon.slash(realms.channel, "edict set", taxation="light")
    assert "⛔" in said(late)
    assert "stays open" not in said(late)
    assert "You can put it on your plan for later." in said(late)


# -- armies -------------------------------------------------------------------------------------------


async def test_an_army_is_raised_listed_and_disbanded(realms: Table) -> None:
    await at(realms, MonthStep.ARMIES)
    guard = {"name": "The *Guard*", "consumption": 3, "note": "On foot"}
    await realms.deacon.slash(realms.channel, "edict army", **guard)
    await realms.settle()
    card = text(realms.last())
    assert "Tarn raises **The \\*Guard\\***, Consumption 3." in card
    assert "On foot" in card
    assert "Consumption 2 → **5**" in card
    listed = said(await realms.wren.slash(realms.channel, "edict armies"))
    assert "**The \\*Guard\\***: Consumption 3 · On foot" in listed
    assert "That's all for this month:" in await refused(realms, realms.deacon, "edict army", name="Archers")
    offered = await realms.deacon.autocomplete(realms.channel, "edict disband", "name", "gua")
    assert [each["value"] for each in offered] == ["The *Guard*"]
    await realms.deacon.slash(realms.channel, "edict disband", name="the *guard*")
    await realms.settle()
    assert "disbands" in text(realms.last())
    assert "No armies yet." in said(await realms.wren.slash(realms.channel, "edict armies"))


# -- withdrawals and deposits -------------------------------------------------------------------------


async def test_a_withdrawal_into_anarchy_is_warned_of(realms: Table) -> None:
    await at(realms, MonthStep.WITHDRAW)
    asked = await realms.wren.slash(realms.channel, "kingdom withdraw", points=20)
    assert "**Unrest is 20: Tarn falls into anarchy.**" in said(asked)
    await realms.restart()
    await press(realms, realms.wren, "Withdraw BP", reply_of(asked))
    assert (await tarn(realms)).is_in_anarchy
    assert "is in anarchy" in await refused(realms, realms.wren, "kingdom deposit", gold=8000)


async def test_gold_is_deposited_and_bp_withdrawn(realms: Table) -> None:
    # A deposit by command and by the steps form, which says what a BP costs.
    await at(realms, MonthStep.WITHDRAW)
    (step,) = (each for each in waiting(TARN, await tarn(realms)) if each.name == MonthStep.DEPOSIT)
    (line,) = step.choices[0].asks
    assert line.label == "Gold in gp (by the book 4,000 gp = 1 BP)"
    assert len(line.label) <= LABEL
    options = {"gold": 9000, "dearest": 4000, "note": "Two *crowns*"}
    before = await entries(realms)
    asked = await realms.wren.slash(realms.channel, "kingdom deposit", **options)
    # What is left over is asked about first: nobody gives gold away for nothing.
    assert is_private(asked)
    assert "8,000 gp = 2 BP; 1,000 gp stay yours." in said(asked)
    assert await entries(realms) == before
    await press(realms, realms.wren, "Deposit gold", reply_of(asked))
    card = text(realms.last())
    assert "8,000 gp (Two \\*crowns\\*) goes into the Treasury of Tarn: **+2 BP**." in card
    assert "The other 1,000 gp stay with the giver." in card
    assert "Treasury 498 → **500**" in card
    form = await press_on(realms.wren, realms.last(), "Deposit gold…")
    await realms.wren.submit_modal(form, {"gold": "4000"})
    await realms.settle()
    assert (await tarn(realms)).treasury == 501
    # So is what the form brings; what is wrong in it is called as it was there.
    form = await press_on(realms.wren, realms.last(), "Deposit gold…")
    asked = await realms.wren.submit_modal(form, {"gold": "8500"})
    assert "8,000 gp = 2 BP; 500 gp stay yours." in said(asked)
    form = await press_on(realms.wren, realms.last(), "Deposit gold…")
    wrong = said(await realms.wren.submit_modal(form, {"gold": "eight"}))
    assert (
        "“Gold in gp (by the book 4,000 gp = 1 BP)” needs a whole number from 1 to 999999, not “eight”."
        in wrong
    )
    assert "You wrote:\n```\nGold in gp (by the book 4,000 gp = 1 BP):\neight" in wrong

    # A withdrawal shows its price first.
    asked = await realms.wren.slash(realms.channel, "kingdom withdraw", points=12)
    assert is_private(asked)
    body = said(asked)
    assert "The leaders of Tarn take **12 BP** from the Treasury as 24,000 gp." in body
    assert "Treasury 501 → **489**" in body
    assert "Unrest 0 → **12**" in body
    assert "From Unrest 11 on, the kingdom loses a hex" in body
    await press(realms, realms.wren, "Withdraw BP", reply_of(asked))
    card = text(realms.last())
    assert "The leaders of Tarn take **12 BP** from the Treasury as 24,000 gp." in card
    assert "Unrest 0 → **12**" in card
    assert (await tarn(realms)).treasury == 489


# -- sales --------------------------------------------------------------------------------------------


async def market(table: Table) -> None:
    """Tarn at its sales, with a capital that buys two items a month for up to 8,000 gp."""
    id_ = await at(table, MonthStep.WITHDRAW)
    town = RecordId((await hold(table)).id)
    await act(table, SetSettlement(town, id_, districts=2, lots=41, base_value=8000))


async def test_an_item_is_sold_by_command_and_by_the_steps_form(realms: Table) -> None:
    await market(realms)
    options = {"settlement": "tarn hold", "price": 8000, "item": "A *crown*"}
    await realms.wren.slash(realms.channel, "kingdom sell", **options)
    await realms.settle()
    card = text(realms.last())
    assert "Tarn Hold buys A \\*crown\\* for 8,000 gp: **+1 BP**." in card
    assert "**+1 BP**. It can buy 1 more this month." in card
    form = await press_on(realms.wren, realms.last(), "Sell an item…")
    await realms.wren.submit_modal(form, {"settlement": "Tarn Hold", "price": "8000", "item": ""})
    await realms.settle()
    assert "Tarn Hold buys an item for 8,000 gp" in text(realms.last())
    assert (await tarn(realms)).treasury == 500
    sentence = await refused(realms, realms.wren, "kingdom sell", **options)
    assert "Tarn Hold can't buy more this month: it buys 2 items, one for each district." in sentence


async def test_a_sale_that_brings_nothing_is_asked_about_first(realms: Table) -> None:
    # A sale for nothing by the steps form is refused.
    await market(realms)
    form = await press_on(realms.wren, realms.last(), "Sell an item…")
    late = await realms.wren.submit_modal(form, {"settlement": "Tarn Hold", "price": "5000", "item": ""})
    assert is_private(late)
    assert "brings 0 BP" in said(late)
    assert "`/act deed: sell`, which asks first" in said(late)

    # A sale that brings nothing is asked about first.
    before = await entries(realms)
    options = {"settlement": "Tarn Hold", "price": 7999, "item": "A |crown| of " + "gold " * 15}
    asked = await realms.wren.slash(realms.channel, "kingdom sell", **options)
    assert is_private(asked)
    assert "The item would bring **0 BP**" in said(asked)
    assert await entries(realms) == before
    await realms.restart()
    await press(realms, realms.wren, "Sell it for 0 BP", reply_of(asked))
    assert "A \\|crown\\| of gold" in text(realms.last())
    assert "**+0 BP**" in text(realms.last())
    assert (await tarn(realms)).treasury == 498


# -- taxes --------------------------------------------------------------------------------------------


async def test_a_failed_check_brings_nothing_and_says_so(realms: Table) -> None:
    await at(realms, MonthStep.TAXES)
    with loaded(1):
        await realms.deacon.slash(realms.channel, "kingdom collect")
    await realms.settle()
    card = text(realms.last())
    assert "1 (d20) " in card
    assert "**+0 BP** for the Treasury" in card
    assert f"{realms.deacon.mention} acted for {realms.wren.mention}." in card
    assert (await tarn(realms)).treasury == 498


async def test_a_month_of_money_by_buttons_with_a_restart(realms: Table) -> None:
    await at(realms, MonthStep.WITHDRAW)
    first = realms.last()
    assert {"Withdraw BP…", "No withdrawal", "Deposit gold…", "No more deposits", "Sell an item…"} <= set(
        buttons(first)
    )
    await realms.restart()
    for label in ("No withdrawal", "No more deposits", "No more sales"):
        await press(realms, realms.wren, label)
    assert "Collect taxes" in buttons(realms.last())
    state = await tarn(realms)
    assert [mark.how for mark in state.month.marks[-3:]] == [Mark.DONE] * 3

    # The forecast is private and exact.
    asked = await realms.wren.slash(realms.channel, "kingdom forecast")
    assert is_private(asked)
    body = said(asked)
    assert "Tarn: tax forecast" in body
    assert "Roll **20** or more: **5%**" in body
    assert "On average **" in body
    assert "Die 1–19: +0 BP" in body

    # Taxes are rolled and told.
    with loaded(20):
        await press(realms, realms.wren, "Collect taxes")
    card = text(realms.last())
    assert "Tarn: taxes" in card
    assert "20 (d20) " in card
    assert "BP** for the Treasury" in card
    state = await tarn(realms)
    assert state.treasury > 498
    assert state.month.phase is Phase.EVENT


async def test_the_form_of_the_withdrawal_is_refused_once_the_step_is_over(realms: Table) -> None:
    id_ = await at(realms, MonthStep.WITHDRAW)
    form = await press_on(realms.wren, realms.last(), "Withdraw BP…")
    await act(realms, Withdraw(id_, 1), by=realms.deacon.id)
    late = await realms.wren.submit_modal(form, {"points": "2"})
    assert is_private(late)
    assert (await tarn(realms)).treasury == 497

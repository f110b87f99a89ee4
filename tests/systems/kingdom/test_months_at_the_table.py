"""Months through the simulated Discord: every command and button, who may, and what they read."""

from __future__ import annotations

import re

from bot.storage.address import Address
from bot.systems.kingdom.book import Mark, MonthStep, Phase, Role
from bot.systems.kingdom.events.rules import PlaceEvent
from bot.systems.kingdom.founding.rules import BeginKingdom, RenameKingdom
from bot.systems.kingdom.month.course import Freeze, OpenMonth, SkipTo
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.settings import GROUPS, SETTINGS
from tests.stages import Stage, open_stage
from tests.systems.kingdom.months_table import act, lines, mentioned, pressed, state_of, tarn, tarn_at
from tests.systems.kingdom.stock import act as stock_act
from tests.systems.kingdom.stock import id_of, kingdom_at
from tests.systems.kingdom.stock import shown as stock_shown
from tests.systems.second_kingdom.evening import buttons, entries, is_private, parts_of, refused
from tests.tables import Table, confirmed, is_menu, press_on, reply_of, said, text


async def test_a_month_from_opening_to_closing(realms: Table) -> None:
    table = realms
    id_ = await tarn(table)
    asked = await press_on(table.gm, table.last(), "Open the month")
    assert "Tarn Hold has no building yet." in said(asked)
    assert (await state_of(table)).month.phase is Phase.BEFORE
    await press_on(table.gm, reply_of(asked), "Open the month anyway")
    await table.settle()
    card = table.last()
    assert "Month 1 of Tarn is open." in text(card)
    assert mentioned(card) == [table.wren.id]
    # Warden 14 (+2), neutral (+4), no General, Diplomat … and Control DC 22.
    assert re.search(r"-# Stability: \d+ or more \(\d+%\) → \+1 BP · ", text(card))
    await pressed(table, table.wren, "Roll Stability")
    assert "Tarn: Stability check" in text(table.last())
    assert re.search(r"\d+ \(d20\) [+−] \d+ Stability = \*\*−?\d+\*\* against DC 22", text(table.last()))
    before = (await state_of(table)).treasury
    await pressed(table, table.wren, "Pay Consumption")
    assert (await state_of(table)).treasury == before - 2
    await pressed(table, table.deacon, "Modify Unrest")
    state = await state_of(table)
    if not state.month.is_over(MonthStep.ENFORCER):
        await pressed(table, table.wren, "Leave it")
    assert (await state_of(table)).month.phase is Phase.EDICT
    for label in ("Leadership is settled", "No more hexes", "No more improvements"):
        await pressed(table, table.deacon, label)
    for label in ("No more settlements or buildings", "Armies are settled", "Edicts stay as they are"):
        await pressed(table, table.deacon, label)
    for label in ("No withdrawal", "No more deposits", "No more sales"):
        await pressed(table, table.wren, label)
    await act(table, SkipTo(id_, MonthStep.CLOSE, "A dull month"))
    await table.settle()
    await pressed(table, table.deacon, "Close the month")
    assert "Month 1 of Tarn is closed" in text(table.last())
    state = await state_of(table)
    assert (state.month.number, state.month.phase) == (2, Phase.BEFORE)
    assert buttons(table.last())[0] == "Open the month"


# -- the month's page ----------------------------------------------------------------------------------


async def test_the_months_page_shows_every_step_and_how_it_ended(realms: Table) -> None:
    # The months page shows every step and whose move it is.
    await tarn_at(realms, MonthStep.STABILITY)
    for who in (realms.stranger, realms.wren, realms.gm):
        shown = await who.slash(realms.channel, "kingdom month")
        assert is_private(shown)
    page = said(shown)
    assert "Tarn, month 1: Upkeep" in page
    assert "Unrest **0** · Treasury **48 BP** · Consumption **2** · Size **1**" in page
    assert f"→ **Stability check**: <@{realms.wren.id}>" in page
    assert re.search(r"-# Stability: \d+ or more \(\d+%\) → \+1 BP", page)
    assert "Later: Pay Consumption, Modify Unrest, Royal Enforcer" in page
    assert "Later: Leadership, Hexes, Terrain, Settlements, Armies, Edicts" in page
    assert "Later: Withdrawals, Deposits, Item sales, Taxes" in page
    assert buttons(reply_of(shown)) == ["Roll Stability"]

    # The months card comes up for everybody.
    count = len(realms.messages())
    done = await realms.wren.slash(realms.channel, "kingdom month", post=True)
    assert is_private(done)
    await realms.settle()
    assert len(realms.messages()) == count + 1
    assert buttons(realms.last()) == ["Roll Stability"]
    assert "The old one will link to it." in said(done)

    # A button on the months page works.
    own = await realms.wren.slash(realms.channel, "kingdom month")
    await press_on(realms.wren, reply_of(own), "Roll Stability")
    await realms.settle()
    assert (await state_of(realms)).month.is_over(MonthStep.STABILITY)
    assert "Tarn: Stability check" in text(realms.last())

    # The months page shows how steps ended.
    await realms.gm.slash(realms.channel, "kingdom gm next", reason="They *starve*")
    await realms.settle()
    page = said(await realms.deacon.slash(realms.channel, "kingdom month"))
    assert re.search(
        r"(✓|✗) Stability check: \d+ \(d20\) [+−] \d+ Stability = "
        r"\*\*−?\d+\*\* against DC 22: \*\*(success|failure)",
        page,
    )
    assert "» Pay Consumption: skipped (They \\*starve\\*)" in page
    assert "→ **Modify Unrest**" in page
    await realms.gm.slash(realms.channel, "kingdom gm next", to="hexes")
    await realms.settle()
    page = said(await realms.deacon.slash(realms.channel, "kingdom month"))
    assert "– Nothing to do: Magic items, Standing in for the Ruler" in page
    assert "Left this month: 1 settlement, 1 building, 2 improvements and 1 claim" in page


async def test_brought_up_or_redrawn_the_card_mentions_nobody_anew(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        name = await kingdom_at(stage, MonthStep.STABILITY)
        told = len(pinging(stage))
        await stage.do("kingdom month", by=stage.wren, post=True, kingdom=name)
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
    id_ = await tarn_at(realms, MonthStep.STABILITY)
    await pressed(realms, realms.deacon, "Roll Stability")
    # The Ruler may do what any leader may.
    assert f"<@{realms.deacon.id}> acted for <@{realms.wren.id}>." in text(realms.last())
    await pressed(realms, realms.gm, "Pay Consumption")
    assert f"<@{realms.gm.id}> acted for <@{realms.wren.id}>." in text(realms.last())

    # The page of a kingdom that stands still.
    await act(realms, Freeze(id_, "Summer *holidays*"))
    await realms.settle()
    page = said(await realms.deacon.slash(realms.channel, "kingdom month"))
    assert "**Frozen**: Summer \\*holidays\\*" in page


async def test_the_card_mentions_who_is_asked_anew_once_and_nobody_else(realms: Table) -> None:
    await tarn_at(realms, MonthStep.STABILITY)
    assert mentioned(realms.last()) == [realms.wren.id]
    # Wren rolls, and is asked next: nobody needs a mention for what they are at.
    card = await pressed(realms, realms.wren, "Roll Stability")
    assert mentioned(card) == []
    card = await pressed(realms, realms.wren, "Pay Consumption")
    assert mentioned(card) == [realms.deacon.id]
    # Redrawn it mentions nobody again, and what it folds under neither.
    await realms.gm.slash(realms.channel, "kingdom gm freeze", reason="Summer")
    await realms.settle()
    assert mentioned(realms.last()) == []
    older = next(each for each in realms.messages() if each.id == card.id)
    assert older.components == []


async def test_the_ruler_is_told_that_a_month_may_be_closed_and_the_next_one_opened(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.EVENT)
    await act(realms, SkipTo(id_, MonthStep.CLOSE, "A dull month"))
    await realms.settle()
    assert f"→ **Close the month**: {realms.deacon.mention}" in lines(realms.last())
    assert mentioned(realms.last()) == [realms.deacon.id]
    await realms.gm.slash(realms.channel, "kingdom gm close")
    await realms.settle()
    card = realms.last()
    assert "Month 1 of Tarn is closed" in text(card)
    # With a picture of its land as the month left it.
    (picture,) = card.attachments
    assert "Realms: Tarn, 1 hex." in str(picture.description)
    assert "Tarn Hold in 0,0, the capital" in str(picture.description)
    assert f"→ **Open the month**: {realms.deacon.mention} or any leader" in lines(card)
    assert mentioned(card) == [realms.deacon.id]


async def test_a_ruler_who_closes_the_month_is_not_mentioned_for_the_next(realms: Table) -> None:
    await tarn_at(realms, MonthStep.CLOSE)
    card = await pressed(realms, realms.deacon, "Close the month")
    assert "Month 1 of Tarn is closed" in text(card)
    assert f"→ **Open the month**: {realms.deacon.mention} or any leader" in lines(card)
    assert mentioned(card) == []


async def test_without_a_ruler_at_the_table_the_game_masters_are_asked(realms: Table) -> None:
    await tarn_at(realms, MonthStep.CLOSE, Role.RULER)
    assert "→ **Close the month**: game masters" in lines(realms.last())
    await realms.gm.slash(realms.channel, "kingdom gm close")
    await realms.settle()
    assert "→ **Open the month**: game masters or any leader" in lines(realms.last())


async def test_who_left_is_not_mentioned_and_what_is_drawn_up_not_meant(realms: Table) -> None:
    # Who left the campaign is not mentioned.
    await tarn_at(realms, MonthStep.OPEN)
    card = realms.last()
    await confirmed(realms.wren, realms.channel, "campaign leave")
    await realms.settle()
    asked = await press_on(realms.deacon, card, "Open the month")
    # What comes first by the book stands beside it.
    assert buttons(reply_of(asked)) == ["Open the month anyway", "Build…"]
    await press_on(realms.deacon, reply_of(asked), "Open the month anyway")
    await realms.settle()
    assert (await state_of(realms)).month.phase is Phase.UPKEEP
    assert mentioned(realms.last()) == []

    # Players mean the kingdom that stands while another is drawn up.
    await act(realms, BeginKingdom("Nowhere"))
    await realms.settle()
    assert "Tarn, month 1" in said(await realms.deacon.slash(realms.channel, "kingdom month"))
    assert "Nowhere" in await refused(realms, realms.gm, "kingdom month")


async def test_independent_steps_do_not_wait_for_one_another(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        name = await kingdom_at(stage, MonthStep.WITHDRAW)
        # Both presses left their phones before either card was redrawn.
        early, late = (stage.press(label, by=stage.wren) for label in ("No more deposits", "No more sales"))
        for press in (early, late):
            await stage.feeder.deliver(press)
            assert len(await stage.of(press)) == 1
        month = (await stock_shown(stage, name)).state.month
        assert month.is_over(MonthStep.DEPOSIT)
        assert month.is_over(MonthStep.SELL)


async def test_a_button_of_an_old_month_is_stale_in_the_next(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        id_ = await id_of(stage, await kingdom_at(stage, MonthStep.STABILITY))
        late = stage.press("Roll Stability", by=stage.wren)
        for action in (SkipTo(id_, MonthStep.CLOSE), CloseMonth(id_), OpenMonth(id_)):
            await stock_act(stage, action)
        await stage.settle()
        answered = await stage.feeder.deliver(late)
        assert "things have changed since that button appeared" in str(answered.answer.data)
        assert answered.answer.data["flags"] == 64
        assert not await stage.of(late)
        fresh = stage.press("Roll Stability", by=stage.wren)
        await stage.feeder.deliver(fresh)
        assert len(await stage.of(fresh)) == 1


async def test_the_heir_stands_in_and_rolls(realms: Table) -> None:
    await tarn_at(realms, MonthStep.UNREST, Role.RULER)
    assert "The Heir stands in" in buttons(realms.last())
    assert "for lack of a Ruler" in text(realms.last())
    await pressed(realms, realms.wren, "The Heir stands in")
    await pressed(realms, realms.wren, "Modify Unrest")
    assert "no Ruler" not in text(realms.last())
    assert re.search(r"-# Loyalty: \d+ or more \(\d+%\), else Unrest \+1", text(realms.last()))
    await pressed(realms, realms.wren, "Roll Loyalty")
    assert "in the Ruler's place" in text(realms.last())


async def test_the_royal_enforcer_reduces_unrest(realms: Table) -> None:
    await tarn_at(realms, MonthStep.UNREST, Role.HIGH_PRIEST, Role.COUNCILOR)
    await pressed(realms, realms.deacon, "Modify Unrest")
    assert buttons(realms.last())[:2] == ["Reduce Unrest", "Leave it"]
    assert "-# Unrest −1 either way · Loyalty: " in text(realms.last())
    unrest = (await state_of(realms)).unrest
    await pressed(realms, realms.wren, "Reduce Unrest")
    assert (await state_of(realms)).unrest == unrest - 1
    assert "Tarn: Royal Enforcer" in text(realms.last())


# -- The game master's hand on the month, through the simulated Discord ---------------------------------


# -- the game master's ---------------------------------------------------------------------------------


NOT_PASSED_OVER: list[tuple[dict[str, str], str]] = [
    ({"step": "taxes"}, "Not yet"),
    ({"step": "dancing"}, "has to be one of these: Open the month, Stability check"),
    ({"to": "stability"}, "is already open"),
    ({"to": "open"}, "is over for this month"),
    ({"to": "lose_hex"}, "nothing to do at"),
    ({"step": "stability", "to": "taxes"}, "not both"),
    ({"kingdom": "Nowhere"}, "Nowhere"),
]


async def test_the_game_master_passes_over_steps(realms: Table) -> None:
    await tarn_at(realms, MonthStep.STABILITY)
    for options, told in NOT_PASSED_OVER:
        assert told in await refused(realms, realms.gm, "kingdom gm next", **options), options
    await realms.gm.slash(realms.channel, "kingdom gm next", reason="A quiet month")
    await realms.settle()
    assert "Stability check: skipped by a game master: A quiet month" in text(realms.last())
    await realms.gm.slash(realms.channel, "kingdom gm next", step="Pay Consumption")
    await realms.settle()
    await realms.gm.slash(realms.channel, "kingdom gm next", to="taxes", reason="Winter")
    await realms.settle()
    state = await state_of(realms)
    assert (state.month.phase, list(state.month.opened)) == (
        Phase.INCOME,
        ["withdraw", "deposit", "sell", "taxes"],
    )
    assert "A game master skips Modify Unrest, Leadership" in text(realms.last())
    assert re.search(r"-# Economy: 20 or more \(5%\) → \+\d+ BP · otherwise \+0 BP", text(realms.last()))


async def test_going_back_and_freezing_leave_the_month_as_it_was(realms: Table) -> None:
    # Going back lists the month and opens the houses own preview.
    await tarn_at(realms, MonthStep.STABILITY)
    treasury = (await state_of(realms)).treasury
    await pressed(realms, realms.wren, "Roll Stability")
    await pressed(realms, realms.wren, "Pay Consumption")
    before = await entries(realms)
    listed = await realms.gm.slash(realms.channel, "kingdom gm back")
    assert is_private(listed)
    assert "Tarn, month 1: go back" in said(listed)
    options = reply_of(listed).components[0]["components"][0]["options"]
    assert options[0]["label"].startswith(f"#{before} Tarn, Consumption: Paid 2 BP")
    rolled = next(each for each in options if "Stability check" in each["label"])
    preview = await realms.gm.select(reply_of(listed), values=[rolled["value"]])
    assert is_private(preview)
    assert "Undo?" in said(preview)
    assert "Treasury" in said(preview)
    assert await entries(realms) == before
    await realms.gm.click(
        preview.followups[0] if preview.followups else reply_of(preview),
        label=f"Go back to before #{before - 1}",
    )
    await realms.settle()
    state = await state_of(realms)
    assert (state.treasury, list(state.month.opened)) == (treasury, ["stability"])

    # Freezing and thawing.
    await realms.gm.slash(realms.channel, "kingdom gm freeze", reason="Summer *break*")
    await realms.settle()
    assert "**Tarn is frozen**: Summer \\*break\\*" in text(realms.last())
    assert buttons(realms.last()) == ["Thaw the kingdom"]
    assert "is frozen" in await refused(realms, realms.gm, "kingdom gm freeze", reason="Again")
    assert "is frozen" in await refused(realms, realms.gm, "kingdom gm next")
    told = await press_on(realms.deacon, realms.last(), "Thaw the kingdom")
    assert is_private(told)
    assert "game master" in said(told)
    await pressed(realms, realms.gm, "Thaw the kingdom", reason="Back")
    assert "**Tarn is no longer frozen**: Back" in text(realms.last())
    assert buttons(realms.last()) == ["Roll Stability"]
    assert "neither frozen" in await refused(realms, realms.gm, "kingdom gm thaw")


async def test_going_back_reaches_over_the_end_of_the_month_before(realms: Table) -> None:
    await tarn_at(realms, MonthStep.CLOSE)
    await realms.gm.slash(realms.channel, "kingdom gm close")
    await realms.settle()
    listed = await realms.gm.slash(realms.channel, "kingdom gm back")
    options = reply_of(listed).components[0]["components"][0]["options"]
    assert len(options) == 1
    assert "Month 1 of Tarn is closed" in options[0]["label"]


async def test_steps_that_are_not_needed_are_told_apart_from_those_done(realms: Table) -> None:
    await tarn_at(realms, MonthStep.CONSUMPTION)
    await pressed(realms, realms.wren, "Pay Consumption")
    await pressed(realms, realms.deacon, "Modify Unrest")
    marks = {mark.step: mark.how for mark in (await state_of(realms)).month.marks}
    assert (marks[MonthStep.UNREST], marks[MonthStep.STAND_IN]) == (Mark.DONE, Mark.NOT_NEEDED)


async def test_a_card_is_short_and_the_journal_tells_a_check_in_one_line(realms: Table) -> None:
    # A card is short.
    await tarn_at(realms, MonthStep.STABILITY)
    card = await pressed(realms, realms.wren, "Roll Stability")
    assert len(lines(card)) <= 9

    # The journal tells a check in one line.
    journal = said(await realms.deacon.slash(realms.channel, "journal"))
    assert re.search(r"Tarn, Stability check: \d+ \(d20\) ", journal)


# -- Events, adventurers and what game masters set by hand, through the simulated Discord ---------------


CULT = "Cult Activity: how it turned out…"


# -- the roll -----------------------------------------------------------------------------------------


async def test_r141_adventurers_are_hired_against_an_event(realms: Table) -> None:
    # With no event there is nothing to help with.
    id_ = await tarn_at(realms, MonthStep.EVENT)
    none = await refused(realms, realms.deacon, "kingdom hire", check="stability", levels="3-5")
    assert "No event asks for Stability right now" in none

    # Adventurers are previewed with their price and then hired.
    await act(realms, PlaceEvent(id_, "cult_activity"))
    await realms.settle()
    listed = await realms.deacon.autocomplete(realms.channel, "kingdom hire", "event", "")
    assert [each["name"] for each in listed] == ["Cult Activity · Tarn Hold · since month 1"]
    before, treasury = await entries(realms), (await state_of(realms)).treasury
    shown = await realms.deacon.slash(realms.channel, "kingdom hire", check="stability", levels="3-5")
    assert is_private(shown)
    assert f"Treasury {treasury} → **{treasury - 8}**" in said(shown)
    assert "Now: Stability: " in said(shown)
    assert await entries(realms) == before
    await press_on(realms.deacon, reply_of(shown), "Hire them")
    await realms.settle()
    assert (await state_of(realms)).treasury == treasury - 8
    told = text(realms.last())
    assert "hired for **8 BP**: +5 on one Stability check of Cult Activity (Tarn Hold)" in told
    assert f"Treasury {treasury} → **{treasury - 8}**" in told
    again = await refused(realms, realms.deacon, "kingdom hire", check="loyalty", levels="1-2")
    assert "already hired" in again
    assert "with the adventurers" in said(await realms.wren.slash(realms.channel, "kingdom events"))


async def test_the_ruler_rolls_for_an_event(realms: Table) -> None:
    # The chance stands on the card before the roll.
    await tarn_at(realms, MonthStep.EVENT)
    assert "-# 25% chance of an event" in text(realms.last())

    # The ruler rolls and the card says how it went.
    card = await pressed(realms, realms.deacon, "Roll for an event")
    assert "(event on 25 or less): " in text(card)
    state = await state_of(realms)
    if state.happenings:
        assert "an event comes up" in text(card)
    else:
        assert "**no event this month**\nNext month the chance is 75%." in text(card)
        assert "Close the month" in buttons(card)


async def test_the_roll_after_a_placed_event_says_that_it_comes_in_addition(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.EVENT)
    await act(realms, PlaceEvent(id_, "feud"))
    await realms.settle()
    told = text(await pressed(realms, realms.deacon, "Roll for an event"))
    assert "This roll comes on top of the event a game master placed this month." in told
    assert ("no other event this month" in told) is ("Next month the chance is 25%." in told)


async def test_an_event_is_told_and_the_game_master_says_what_came_of_it(realms: Table) -> None:
    # An event is told with what it does and waits for the game master.
    id_ = await tarn_at(realms, MonthStep.CLOSE)
    await act(realms, PlaceEvent(id_, "cult_activity"))
    await realms.settle()
    told = text(realms.last())
    assert "**Cult Activity** · Tarn Hold" in told
    assert "**Each failure:** Stability −1 and Unrest +1" in told
    assert f"→ **Cult Activity**: <@{realms.deacon.id}>\n-# Tarn Hold · Loyalty: " in told
    # Only the game master says what came of it, behind their button.
    assert CULT not in buttons(realms.last())
    result = await press_on(realms.deacon, realms.last(), "Game master…")
    assert "game master" in said(result)
    assert is_private(result)

    # Also after a restart.
    await realms.restart()
    theirs = reply_of(await press_on(realms.gm, realms.last(), "Game master…"))
    form = await press_on(realms.gm, theirs, CULT)
    await realms.gm.submit_modal(form, {"outcome": "Two *temples*\nsearched", "goes_on": ["yes"]})
    await realms.settle()
    card = realms.last()
    assert "Two *temples*\nsearched" in text(card)
    assert "**It goes on** and comes back in the next Event phase." in text(card)
    assert CULT not in buttons(card)
    journal = said(await realms.deacon.slash(realms.channel, "journal"))
    assert "Tarn: Cult Activity (Tarn Hold): Two *temples* searched · **It goes on**" in journal


async def test_an_event_is_rolled_against_by_button_and_carried_out(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.CLOSE)
    await act(realms, PlaceEvent(id_, "bandit_activity"))
    await realms.settle()
    before = await state_of(realms)
    waits = said(await realms.wren.slash(realms.channel, "waiting"))
    assert "Bandit Activity" in waits
    card = await pressed(realms, realms.wren, "Roll Stability")
    told, state = text(card), await state_of(realms)
    lost = before.treasury - state.treasury
    assert " Stability = **" in told
    if lost:
        assert f"**Treasury −{lost} BP** (rolled " in told
        assert f"Treasury {before.treasury} → **{state.treasury}**" in told
    else:
        assert "**success**" in told
    assert "**It's over.**" in told
    assert "Close the month" in buttons(card)
    journal = said(await realms.deacon.slash(realms.channel, "journal"))
    assert re.search(r"Tarn: Bandit Activity: \d+ \(d20\) ", journal)


async def test_what_an_event_leaves_to_do_is_one_press_of_a_game_master(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.CLOSE)
    await act(realms, PlaceEvent(id_, "diplomatic_overture"))
    await realms.settle()
    card = await pressed(realms, realms.gm, "Carry it out")
    assert "→ **Diplomatic Overture: The envoy offers a" in text(card)
    refusal = await realms.deacon.click(card, label="Game master…")
    assert is_private(refusal)
    assert "game master" in said(refusal)
    card = await pressed(realms, realms.gm, "Done")
    assert "The game master took care of it." in text(card)
    assert "Close the month" in buttons(card)


# -- what is under way --------------------------------------------------------------------------------


async def test_anybody_reads_what_is_under_way_and_what_it_does(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.STABILITY)
    nothing = await realms.wren.slash(realms.channel, "kingdom events")
    assert is_private(nothing)
    assert "No event is under way" in said(nothing)
    await act(realms, PlaceEvent(id_, "feud", note="Two *houses*"))
    shown = said(await realms.wren.slash(realms.channel, "kingdom events"))
    assert "**Feud** · Tarn Hold · since month 1, goes on" in shown
    assert "Note: Two \\*houses\\*" in shown
    assert "**Failure:** Unrest +1d6" in shown

    # One event is looked up.
    await realms.settle()
    looked = await realms.wren.slash(realms.channel, "kingdom events", event="Food Shortage")
    assert is_private(looked)
    assert "Food Shortage" in said(looked)
    assert "**Success:** Consumption +1 in the next Upkeep" in said(looked)
    assert "Stability: " in said(looked)
    assert "did you mean Feud" in await refused(realms, realms.wren, "kingdom events", event="Fued")
    found = await realms.wren.autocomplete(realms.channel, "kingdom events", "event", "disaster")
    assert [each["name"] for each in found] == ["Large Disaster", "Localized Disaster"]

    # Many events are listed in short.
    for event in ("cult_activity", "slavers", "smugglers"):
        await act(realms, PlaceEvent(id_, event))
    shown = said(await realms.wren.slash(realms.channel, "kingdom events"))
    assert "**Smugglers** · since month 1, goes on" in shown
    assert "`/kingdom events event:` says" in shown
    assert "Goods pass by" not in shown

    # A continuing event is asked for when the phase begins.
    await act(realms, SkipTo(id_, MonthStep.CONTINUING))
    await realms.settle()
    assert f"→ **Slavers**: <@{realms.deacon.id}>" in text(realms.last())
    assert "Roll for an event" not in buttons(realms.last())


# -- adventurers --------------------------------------------------------------------------------------


# -- the game master's --------------------------------------------------------------------------------


async def test_events_and_numbers_are_placed_and_taken_back(realms: Table) -> None:
    # An event is placed and taken back.
    await tarn_at(realms, MonthStep.STABILITY)
    await realms.gm.slash(
        realms.channel, "kingdom gm event", event="Plague", hex="0,0", note="From the *mill*"
    )
    await realms.settle()
    told = text(realms.last())
    assert "**Plague** · 0,0" in told
    assert "Note: From the \\*mill\\*" in told
    assert "It counts toward next month's chance, and you still make the roll." in told
    found = await realms.gm.autocomplete(realms.channel, "kingdom gm cancel-event", "event", "")
    assert [each["name"] for each in found] == ["Plague · 0,0 · since month 1"]
    await realms.gm.slash(
        realms.channel, "kingdom gm cancel-event", event=found[0]["value"], reason="Not yet"
    )
    await realms.settle()
    assert "**Plague** (0,0) is undone and doesn't count as this month's event: Not yet" in text(
        realms.last()
    )
    assert (await state_of(realms)).happenings == ()

    # A number is set told listed and taken back.
    options = {"number": "loyalty", "amount": "+4", "reason": "A *comet*", "until": "event"}
    await realms.gm.slash(realms.channel, "kingdom gm place", **options)
    await realms.settle()
    told = text(realms.last())
    assert "**Loyalty +4** · A \\*comet\\* · until the next Event phase" in told
    assert "Loyalty " in told.splitlines()[2]
    found = await realms.gm.autocomplete(realms.channel, "kingdom gm cancel", "source", "comet")
    assert [each["name"] for each in found] == ["Loyalty +4 · A *comet*"]
    await realms.gm.slash(realms.channel, "kingdom gm cancel", source=found[0]["value"], reason="Gone")
    await realms.settle()
    assert "No longer: Loyalty +4 · A \\*comet\\*: Gone" in text(realms.last())
    assert (await state_of(realms)).changes == ()

    # Dice for a number are shown.
    options = {"number": "treasury", "amount": "-2d4", "reason": "Bandits"}
    treasury = (await state_of(realms)).treasury
    await realms.gm.slash(realms.channel, "kingdom gm place", **options)
    await realms.settle()
    lost = treasury - (await state_of(realms)).treasury
    assert 2 <= lost <= 8
    assert f"**Treasury −{lost} BP** (rolled " in text(realms.last())


# -- nothing is cut in silence -------------------------------------------------------------------------


def offered(message: object) -> list[str]:
    """What a message's last list offers, by value."""
    rows = message.components  # type: ignore[attr-defined]
    (picked,) = [row["components"][0] for row in rows if row["components"][0]["type"] == 3][-1:]
    return [each["value"] for each in picked["options"]]


async def test_going_back_reaches_everything_of_a_long_month(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.STABILITY)
    for number in range(30):
        await act(realms, RenameKingdom(id_, f"Tarn {number}"))
    await realms.settle()
    listed = reply_of(await realms.gm.slash(realms.channel, "kingdom gm back"))
    first = offered(listed)
    assert "1–25 of " in text(listed)
    more = reply_of(await press_on(realms.gm, listed, "More…"))
    assert len(first) + len(offered(more)) >= 31
    assert set(first).isdisjoint(offered(more))


async def test_every_setting_of_the_kingdom_is_listed(realms: Table) -> None:
    shown = reply_of(await realms.gm.slash(realms.channel, "campaign settings"))
    (games, _) = [row["components"][0]["custom_id"] for row in shown.components]
    more = reply_of(await realms.gm.select(shown, ["kingdom"], custom_id=games))
    seen = offered(more)
    for group in GROUPS[1:]:
        more = reply_of(await press_on(realms.gm, more, group))
        seen += offered(more)
    assert seen == [each.key for each in SETTINGS]
    # Back from one on the last page leads to that page.
    (_, settings) = [
        row["components"][0]["custom_id"] for row in more.components if row["components"][0]["type"] == 3
    ]
    one = reply_of(await realms.gm.select(more, [seen[-1]], custom_id=settings))
    back = reply_of(await press_on(realms.gm, one, "Back"))
    assert seen[-1] in offered(back)


async def test_eight_events_at_once_each_have_a_button_and_the_last_is_rolled_from_the_list(
    realms: Table,
) -> None:
    id_ = await tarn_at(realms, MonthStep.EVENT)
    for _ in range(8):
        await act(realms, PlaceEvent(id_, "feud"))
    await act(realms, SkipTo(id_, MonthStep.RESOLVE, "Enough of them"))
    await realms.settle()
    # Five as buttons, the others in the list.
    rolls = [each for each in buttons(realms.last()) if each.startswith("Roll")]
    assert rolls == [f"Roll Loyalty: Feud {number}" for number in range(1, 9)]
    assert sum(map(is_menu, parts_of(realms.last()))) == 1
    # The page that each leader sees of their own moves is there as well.
    assert "Feud 8" in said(await realms.deacon.slash(realms.channel, "kingdom month"))
    assert "Feud · Tarn Hold" in text(await pressed(realms, realms.deacon, "Roll Loyalty: Feud 8"))

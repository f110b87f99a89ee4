"""Events, adventurers and what game masters set by hand, through the simulated Discord."""

from __future__ import annotations

from bot.systems.kingdom.book import Step
from bot.systems.kingdom.events.rules import PlaceEvent
from bot.systems.kingdom.month.course import SkipTo
from tests.systems.kingdom.months_table import act, pressed, state_of, tarn_at
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, reply_of, said, text

CULT = "Cult Activity: what came of it…"


# -- the roll -----------------------------------------------------------------------------------------


async def test_adventurers_are_hired_and_the_ruler_rolls(realms: Table) -> None:
    # The chance stands on the card before the roll.
    await tarn_at(realms, Step.EVENT)
    assert "-# 25 % that an event comes up" in text(realms.last())

    # Adventurers are previewed with their price and then hired.
    before, treasury = await entries(realms), (await state_of(realms)).treasury
    shown = await realms.deacon.slash(realms.channel, "treasury hire", check="stability", levels="3-5")
    assert is_private(shown)
    assert f"Treasury {treasury} → **{treasury - 8}**" in said(shown)
    assert "Now: Stability: " in said(shown)
    assert await entries(realms) == before
    await realms.deacon.click(reply_of(shown), label="Hire them")
    await realms.settle()
    assert (await state_of(realms)).treasury == treasury - 8
    told = text(realms.last())
    assert "Adventurers of levels 3-5 hired for **8 BP**: +5 on one Stability check" in told
    assert f"Treasury {treasury} → **{treasury - 8}**" in told
    again = await refused(realms, realms.deacon, "treasury hire", check="loyalty", levels="1-2")
    assert "hired already" in again

    # The ruler rolls and the card says how it went.
    card = await pressed(realms, realms.deacon, "Roll for an event")
    assert "needed 25 or less: " in text(card)
    state = await state_of(realms)
    if state.happenings:
        assert "an event comes up" in text(card)
    else:
        assert "**no event this month**\nNext month the chance is 75 %." in text(card)
        assert "Close the month" in buttons(card)


async def test_the_roll_after_a_placed_event_says_that_it_comes_in_addition(realms: Table) -> None:
    id_ = await tarn_at(realms, Step.EVENT)
    await act(realms, PlaceEvent(id_, "feud"))
    await realms.settle()
    told = text(await pressed(realms, realms.deacon, "Roll for an event"))
    assert "The roll comes in addition to the event that a game master placed this month." in told
    assert ("no further event this month" in told) is ("Next month the chance is 25 %." in told)


async def test_an_event_is_told_and_the_game_master_says_what_came_of_it(realms: Table) -> None:
    # An event is told with what it does and waits for the game master.
    id_ = await tarn_at(realms, Step.CLOSE)
    await act(realms, PlaceEvent(id_, "cult_activity"))
    await realms.settle()
    told = text(realms.last())
    assert "**Cult Activity** · Tarn Hold" in told
    assert "**Each failure:** Stability −1 and Unrest +1" in told
    assert "`/month-gm place number:Stability amount:-1 reason:Cult Activity`" in told
    assert "→ **Cult Activity**: game masters\n-# Loyalty: " in told
    assert CULT in buttons(realms.last())
    result = await realms.deacon.click(realms.last(), label=CULT)
    assert "game master" in said(result)
    assert is_private(result)

    # The game master says what came of it after a restart.
    await realms.restart()
    form = await realms.gm.click(realms.last(), label=CULT)
    await realms.gm.submit_modal(form, {"outcome": "Two *temples*\nsearched", "goes_on": ["yes"]})
    await realms.settle()
    card = realms.last()
    assert "Two \\*temples\\*\nsearched" in text(card)
    assert "**It goes on** and comes again in the next Event phase." in text(card)
    assert CULT not in buttons(card)
    journal = said(await realms.deacon.slash(realms.channel, "journal"))
    assert "Tarn: Cult Activity (Tarn Hold): Two \\*temples\\* searched · **It goes on**" in journal


# -- what is under way --------------------------------------------------------------------------------


async def test_anybody_reads_what_is_under_way_and_what_it_does(realms: Table) -> None:
    id_ = await tarn_at(realms, Step.STABILITY)
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
    assert "`/kingdom events event:` tells" in shown
    assert "Goods pass by" not in shown

    # A continuing event is asked for when the phase begins.
    await act(realms, SkipTo(id_, Step.CONTINUING))
    await realms.settle()
    assert "→ **Slavers**: game masters" in text(realms.last())
    assert "Roll for an event" not in buttons(realms.last())


# -- adventurers --------------------------------------------------------------------------------------


# -- the game master's --------------------------------------------------------------------------------


async def test_events_and_numbers_are_placed_and_taken_back(realms: Table) -> None:
    # An event is placed and taken back.
    await tarn_at(realms, Step.STABILITY)
    await realms.gm.slash(realms.channel, "month-gm event", event="Plague", hex="0,0", note="From the *mill*")
    await realms.settle()
    told = text(realms.last())
    assert "**Plague** · 0,0" in told
    assert "Note: From the \\*mill\\*" in told
    assert "it counts for the next month's chance; the roll is still made" in told
    found = await realms.gm.autocomplete(realms.channel, "month-gm cancel-event", "event", "")
    assert [each["name"] for each in found] == ["Plague · 0,0 · since month 1"]
    await realms.gm.slash(realms.channel, "month-gm cancel-event", event=found[0]["value"], reason="Not yet")
    await realms.settle()
    assert "**Plague** (0,0) is taken back and no event of this month: Not yet" in text(realms.last())
    assert (await state_of(realms)).happenings == ()

    # A number is set told listed and taken back.
    options = {"number": "loyalty", "amount": "+4", "reason": "A *comet*", "until": "event"}
    await realms.gm.slash(realms.channel, "month-gm place", **options)
    await realms.settle()
    told = text(realms.last())
    assert "**Loyalty +4** · A \\*comet\\* · until the next Event phase" in told
    assert "Loyalty " in told.splitlines()[2]
    found = await realms.gm.autocomplete(realms.channel, "month-gm cancel", "source", "comet")
    assert [each["name"] for each in found] == ["Loyalty +4 · A *comet*"]
    await realms.gm.slash(realms.channel, "month-gm cancel", source=found[0]["value"], reason="Gone")
    await realms.settle()
    assert "No longer: Loyalty +4 · A \\*comet\\*: Gone" in text(realms.last())
    assert (await state_of(realms)).changes == ()

    # Dice for a number are shown.
    options = {"number": "treasury", "amount": "-2d4", "reason": "Bandits"}
    treasury = (await state_of(realms)).treasury
    await realms.gm.slash(realms.channel, "month-gm place", **options)
    await realms.settle()
    lost = treasury - (await state_of(realms)).treasury
    assert 2 <= lost <= 8
    assert f"**Treasury −{lost} BP** (rolled " in text(realms.last())

"""A refusal because something else comes first offers that, to those who may do it."""

from __future__ import annotations

from bot.systems.kingdom.book import MonthStep, Phase
from tests.systems.kingdom.months_table import state_of, tarn_at
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, press_on, reply_of, said, text


async def test_what_comes_first_is_a_button_of_the_refusal(realms: Table) -> None:
    await tarn_at(realms, MonthStep.STABILITY)
    answer = await realms.wren.slash(realms.channel, "kingdom deposit", gold=8000)
    assert is_private(answer)
    assert said(answer) == "Not yet: roll Stability first."
    before = await entries(realms)

    await press_on(realms.wren, reply_of(answer), "Roll Stability")

    await realms.settle()
    assert await entries(realms) == before + 1
    assert "Stability check" in text(realms.last())


async def test_a_preview_offers_what_comes_first(realms: Table) -> None:
    await tarn_at(realms, MonthStep.LEADERSHIP)
    answer = await realms.deacon.slash(realms.channel, "edict set", holiday="1")
    assert "Not yet: finish Leadership first." in said(answer)
    await press_on(realms.deacon, reply_of(answer), "Leadership is settled")
    await realms.settle()
    assert (await state_of(realms)).month.is_over(MonthStep.LEADERSHIP)


async def test_nobody_is_offered_what_only_another_may_press(realms: Table) -> None:
    await tarn_at(realms, MonthStep.LEADERSHIP)
    answer = await realms.wren.slash(realms.channel, "kingdom collect")
    assert said(answer) == "Not yet: end the Edict phase first."
    assert buttons(reply_of(answer)) == ["Act…"]
    answer = await realms.deacon.slash(realms.channel, "kingdom collect")
    assert buttons(reply_of(answer)) == ["End the Edict phase"]
    # Edicts that were never set are asked about first.
    shown = await press_on(realms.deacon, reply_of(answer), "End the Edict phase")
    assert "Not set yet: Holidays, Promotion and Taxation. They count as None then." in said(shown)
    assert (await state_of(realms)).month.phase is Phase.EDICT
    await press_on(realms.deacon, reply_of(shown), "End the phase")
    await realms.settle()
    assert (await state_of(realms)).month.phase is Phase.INCOME


async def test_what_is_over_offers_nothing(realms: Table) -> None:
    await tarn_at(realms, MonthStep.TAXES)
    answer = await realms.deacon.slash(realms.channel, "hex claim", hex="1,0")
    assert "“Hexes” is over for this month." in said(answer)
    assert not [each for each in buttons(reply_of(answer)) if "hexes" in each]


async def test_where_the_map_ends_at_the_kingdom_it_says_who_draws_more(realms: Table) -> None:
    await tarn_at(realms, MonthStep.HEXES)
    told = said(await realms.deacon.slash(realms.channel, "hex claim"))
    assert "The players' map has no other hex next to the kingdom." in told

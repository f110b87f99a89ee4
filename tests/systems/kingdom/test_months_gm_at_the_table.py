"""The game master's hand on the month, through the simulated Discord."""

from __future__ import annotations

import re

from bot.systems.kingdom.book import Mark, Phase, Step
from tests.systems.kingdom.months_table import lines, pressed, state_of, tarn_at
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, reply_of, said, text

# -- the game master's ---------------------------------------------------------------------------------


NOT_PASSED_OVER: list[tuple[dict[str, str], str]] = [
    ({"step": "taxes"}, "can't be done now"),
    ({"step": "dancing"}, "is one of these: Open the month, Stability check"),
    ({"to": "stability"}, "is open already"),
    ({"to": "open"}, "is over for this month"),
    ({"to": "lose_hex"}, "has nothing to do this month"),
    ({"step": "stability", "to": "taxes"}, "not both"),
    ({"kingdom": "Nowhere"}, "Nowhere"),
]


async def test_the_game_master_passes_over_steps(realms: Table) -> None:
    await tarn_at(realms, Step.STABILITY)
    for options, told in NOT_PASSED_OVER:
        assert told in await refused(realms, realms.gm, "month-gm next", **options), options
    await realms.gm.slash(realms.channel, "month-gm next", reason="A quiet month")
    await realms.settle()
    assert "Stability check: passed over by a game master: A quiet month" in text(realms.last())
    await realms.gm.slash(realms.channel, "month-gm next", step="Pay Consumption")
    await realms.settle()
    await realms.gm.slash(realms.channel, "month-gm next", to="taxes", reason="Winter")
    await realms.settle()
    state = await state_of(realms)
    assert (state.month.phase, list(state.month.opened)) == (Phase.INCOME, ["taxes"])
    assert "On to **Taxes**. Passed over by a game master: Modify Unrest, Leadership" in text(realms.last())
    assert re.search(r"-# Economy: 20 or more \(5 %\) → \+\d+ BP · else \+0 BP", text(realms.last()))


async def test_going_back_and_freezing_leave_the_month_as_it_was(realms: Table) -> None:
    # Going back lists the month and opens the houses own preview.
    await tarn_at(realms, Step.STABILITY)
    treasury = (await state_of(realms)).treasury
    await pressed(realms, realms.wren, "Roll Stability")
    await pressed(realms, realms.wren, "Pay Consumption")
    before = await entries(realms)
    listed = await realms.gm.slash(realms.channel, "month-gm back")
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
    await realms.gm.slash(realms.channel, "month-gm freeze", reason="Summer *break*")
    await realms.settle()
    assert "**Tarn stands still**: Summer \\*break\\*" in text(realms.last())
    assert buttons(realms.last()) == ["Let time run again"]
    assert "stands still" in await refused(realms, realms.gm, "month-gm freeze", reason="Again")
    assert "stands still" in await refused(realms, realms.gm, "month-gm next")
    told = await realms.deacon.click(realms.last(), label="Let time run again")
    assert is_private(told)
    assert "game master" in said(told)
    await pressed(realms, realms.gm, "Let time run again", reason="Back")
    assert "**Time runs again in Tarn**: Back" in text(realms.last())
    assert buttons(realms.last()) == ["Roll Stability"]
    assert "neither frozen" in await refused(realms, realms.gm, "month-gm thaw")


async def test_going_back_reaches_over_the_end_of_the_month_before(realms: Table) -> None:
    await tarn_at(realms, Step.CLOSE)
    await realms.gm.slash(realms.channel, "month-gm close")
    await realms.settle()
    listed = await realms.gm.slash(realms.channel, "month-gm back")
    options = reply_of(listed).components[0]["components"][0]["options"]
    assert len(options) == 1
    assert "Month 1 of Tarn is closed" in options[0]["label"]


async def test_steps_that_are_not_needed_are_told_apart_from_those_done(realms: Table) -> None:
    await tarn_at(realms, Step.CONSUMPTION)
    await pressed(realms, realms.wren, "Pay Consumption")
    await pressed(realms, realms.deacon, "Modify Unrest")
    marks = {mark.step: mark.how for mark in (await state_of(realms)).month.marks}
    assert (marks[Step.UNREST], marks[Step.STAND_IN]) == (Mark.DONE, Mark.NOT_NEEDED)


async def test_a_card_is_short_and_the_journal_tells_a_check_in_one_line(realms: Table) -> None:
    # A card is short.
    await tarn_at(realms, Step.STABILITY)
    card = await pressed(realms, realms.wren, "Roll Stability")
    assert len(lines(card)) <= 9

    # The journal tells a check in one line.
    journal = said(await realms.deacon.slash(realms.channel, "journal"))
    assert re.search(r"Tarn, Stability check: Stability: \d+ ", journal)

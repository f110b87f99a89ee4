"""Evenings of kingdoms by four people, over weeks and many restarts, on both engines."""

from __future__ import annotations

import re

import pytest

from tests.systems.kingdom import evening_acts as acts
from tests.systems.kingdom import evening_months as months
from tests.systems.kingdom.evening import Reign, gathers
from tests.systems.second_kingdom.evening import buttons, entries
from tests.tables import Table, reply_of, said

BEFORE = (
    acts.the_land_is_drawn,
    acts.the_realm_is_founded,
    acts.it_has_thirty_hexes_and_ten_districts,
    acts.every_role_is_held,
    acts.the_printed_totals_are_placed,
)
MONTH = (
    acts.adam_rolls_stability,
    acts.rob_pays,
    acts.nothing_adds_to_unrest,
    acts.a_farm_is_built,
    acts.edicts_are_issued,
    acts.gold_is_deposited,
    acts.taxes_fail_and_a_step_back_is_taken,
    acts.rob_collects_taxes,
    acts.a_monster_comes,
    acts.the_month_is_closed,
)
TWO_MONTHS = (
    months.a_small_kingdom_is_founded,
    months.its_leaders_take_their_roles,
    months.an_upkeep_that_fails,
    months.a_claim_a_farm_and_a_site,
    months.no_settlement_yet,
    months.edicts_and_taxes,
    months.smugglers_who_stay,
    months.an_upkeep_in_unrest,
    months.a_hex_is_lost,
    months.a_settlement_is_founded,
    months.no_taxes,
    months.the_smugglers_are_found,
    months.the_months_are_compared,
)


@pytest.mark.evening
@pytest.mark.slow
async def test_the_running_example_of_the_book_with_every_printed_total(each_realms: Table) -> None:
    reign = await gathers(each_realms)
    for act in (*BEFORE, *MONTH):
        await reign.table.restart()
        await act(reign)
    await _one_card_bears_buttons(reign)
    await _reads_everything(reign)


async def test_two_months_of_a_small_kingdom_with_losses_and_a_history(realms: Table) -> None:
    reign = await gathers(realms)
    for act in TWO_MONTHS:
        await act(reign)
    await _one_card_bears_buttons(reign)
    await _reads_everything(reign)


async def _one_card_bears_buttons(reign: Reign) -> None:
    """What waits stands on the newest card alone, however many steps there were."""
    bearing = [each.id for each in reign.table.messages() if buttons(each) not in ([], ["Join"])]
    assert bearing == [reign.card.id]


async def _reads_everything(reign: Reign) -> None:
    """Every entry stands in the journal, page after page."""
    last = await entries(reign.table)
    page = await reign.mark.slash(reign.table.channel, "journal")
    told = said(page)
    while "Older" in buttons(reply_of(page)):
        page = await reign.mark.click(reply_of(page), label="Older")
        told += said(page)
    assert {int(number) for number in re.findall(r"#(\d+)", told)} >= set(range(1, last + 1))
    assert "went wrong" not in told

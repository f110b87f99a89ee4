"""Magic items through the simulated Discord: rolled, named after a restart, bought, and driven off."""

from __future__ import annotations

from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.towns.building import BuildBuilding, DraftBuilding
from bot.systems.kingdom.towns.items import PENALTY, PutItem
from bot.systems.kingdom.towns.state import Town
from tests.systems.kingdom.income_table import act, at, hold, tarn
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, press_on, reply_of, said, text

TOWN = {"settlement": "Tarn Hold"}
POTION: dict[str, Any] = {**TOWN, "item": "Potion of bless"}


async def market(table: Table, step: MonthStep) -> RecordId:
    """Tarn at that step, with an Alchemist built at its founding; its id."""
    id_ = await at(table, MonthStep.OPEN)
    for building, place in (("house", "A1"), ("alchemist", "B1")):
        await act(table, BuildBuilding(id_, "Tarn Hold", building, place))
    await act(table, OpenMonth(id_), SkipTo(id_, step, "Not now"))
    return id_


async def stocked(table: Table, step: MonthStep, price: int = 50) -> RecordId:
    """The same with a potion on sale."""
    id_ = await market(table, step)
    await act(table, PutItem(id_, "Tarn Hold", "2.0", "To begin with", "Potion of bless", price, "potion"))
    return id_


async def state(table: Table) -> Town:
    """The capital."""
    found: Town = (await hold(table)).state
    return found


async def names(table: Table) -> list[str]:
    """What is on sale there."""
    return [ware.name for building in (await state(table)).buildings for ware in building.wares]


async def press(table: Table, who: Any, label: str, message: Any = None) -> Any:
    """A press on the newest message of the channel, or on that one."""
    result = await press_on(who, message or table.last(), label)
    await table.settle()
    return result


async def for_game_masters(table: Table) -> Any:
    """What the newest card shows a game master in private."""
    return reply_of(await press_on(table.gm, table.last(), "Game master…"))


async def rolled(table: Table) -> str:
    """Months until an item comes up, each rolled by the Treasurer; the button that names it."""
    id_ = await market(table, MonthStep.ITEMS)
    for _ in range(30):
        await press(table, table.wren, "Roll for magic items")
        found = [ware for building in (await state(table)).buildings for ware in building.wares]
        if found and found[0].kind is not None:
            return f"Tarn Hold: name the minor {found[0].kind.label} (Alchemist)…"
        assert "nothing" in text(table.last())
        await act(table, SkipTo(id_, MonthStep.CLOSE, "Not now"), CloseMonth(id_), OpenMonth(id_))
        await act(table, SkipTo(id_, MonthStep.ITEMS, "Not now"))
    raise AssertionError("no item came up")


# -- rolled and named ---------------------------------------------------------------------------------


async def test_the_step_foretells_its_odds_and_where(realms: Table) -> None:
    await market(realms, MonthStep.ITEMS)
    body = text(realms.last())
    assert "→ **Magic items**" in body
    assert (
        "-# An item turns up on 51+ (50%), one roll for each district: Tarn Hold 1 district, 1 vacant slot"
        in body
    )


async def test_an_item_is_rolled_by_one_and_named_by_another_after_a_restart(realms: Table) -> None:
    label = await rolled(realms)
    card = realms.last()
    assert "Tarn: magic items" in text(card)
    assert "at the Alchemist" in text(card)
    assert label not in buttons(card)
    assert "game master" in said(await press_on(realms.wren, card, "Game master…"))
    await realms.restart()
    waits = said(await realms.gm.slash(realms.channel, "waiting"))
    assert "Tarn Hold: name the minor" in waits
    form = await press_on(realms.gm, await for_game_masters(realms), label)
    await realms.gm.submit_modal(form, {"name": "Potion of bless", "price": "50"})
    await realms.settle()
    assert await names(realms) == ["Potion of bless"]
    assert "Potion of bless** for 50 gp" in text(realms.last())
    assert "Game master…" not in buttons(realms.last())
    assert "name the minor" not in said(await realms.gm.slash(realms.channel, "waiting"))


async def test_a_settlement_posted_again_says_what_waits_there_and_for_whom(realms: Table) -> None:
    label = await rolled(realms)
    # The newest there is about the settlement is one leader's own plan: nothing of it is told.
    await act(realms, DraftBuilding((await hold(realms)).state.kingdom, "Tarn Hold", "house", "A2"))
    await realms.bot.play.repost_all()
    await realms.deliver()
    (card,) = (each for each in realms.messages() if label in buttons(each))
    assert "**Tarn Hold**\n→ **Tarn Hold: 1 item to name**: game masters" in text(card)


async def test_an_item_without_a_name_waits_while_the_month_goes_on(realms: Table) -> None:
    # The month goes on while an item has no name.
    label = await rolled(realms)
    assert "Modify Unrest" in buttons(realms.last())
    # The channel reads a line for the settlement, the game masters one for each item.
    assert "→ **Tarn Hold: 1 item to name**: game masters" in text(realms.last())
    assert "name the minor" not in text(realms.last())
    assert "→ **Tarn Hold: name the minor" in text(await for_game_masters(realms))
    await press(realms, realms.deacon, "Modify Unrest")
    assert label in buttons(await for_game_masters(realms))

    # Waiting brings the card up again.
    listed = await realms.gm.slash(realms.channel, "waiting")
    choices = reply_of(listed).components[0]["components"][0]["options"]
    (value,) = (each["value"] for each in choices if "name the minor" in each["label"])
    await realms.gm.select(reply_of(listed), values=[value], custom_id="?bring_up")
    await realms.settle()
    assert label in buttons(await for_game_masters(realms))

    # A game master names from the list.
    assert label in buttons(reply_of(await realms.gm.slash(realms.channel, "settlement item list")))
    assert buttons(reply_of(await realms.wren.slash(realms.channel, "settlement item list"))) == ["Act…"]


# -- listed -------------------------------------------------------------------------------------------


# -- bought -------------------------------------------------------------------------------------------


async def test_every_way_to_pay_is_shown_before_anything_is_bought(realms: Table) -> None:
    await stocked(realms, MonthStep.WITHDRAW, 5000)
    before = await entries(realms)
    asked = await realms.wren.slash(realms.channel, "settlement item buy", **POTION)
    assert is_private(asked)
    body = said(asked)
    assert "A minor potion for **5,000 gp**, at the Alchemist" in body
    assert "**BP, for yourself**: **3 BP**, Treasury" in body
    assert "Unrest 0 → **3**" in body
    assert "no Unrest" in body
    shown = buttons(reply_of(asked))
    assert shown == ["Buy with your own gold", "Buy for yourself: 3 BP", "For the realm: 3 BP"]
    assert await entries(realms) == before

    # Who does not keep the treasury sees only own gold.
    asked = await realms.gm.slash(realms.channel, "settlement item buy", **POTION)
    assert len(buttons(reply_of(asked))) == 3
    await realms.stranger.slash(realms.channel, "campaign join")
    asked = await realms.stranger.slash(realms.channel, "settlement item buy", **POTION)
    assert buttons(reply_of(asked)) == ["Buy with your own gold"]

    # For oneself it is the months withdrawal.
    asked = await realms.wren.slash(realms.channel, "settlement item buy", **POTION, how="personal")
    treasury = (await tarn(realms)).treasury
    await press(realms, realms.wren, "Buy the item", reply_of(asked))
    state_ = await tarn(realms)
    assert (state_.treasury, state_.unrest, state_.month.has_withdrawn) == (treasury - 3, 3, True)


async def test_a_player_buys_with_own_gold_after_a_restart(realms: Table) -> None:
    await stocked(realms, MonthStep.HEXES)
    asked = await realms.deacon.slash(realms.channel, "settlement item buy", **POTION, how="gold")
    await realms.restart()
    treasury = (await tarn(realms)).treasury
    await press(realms, realms.deacon, "Buy the item", reply_of(asked))
    assert await names(realms) == []
    assert (await tarn(realms)).treasury == treasury
    assert "paid for with the buyer's own gold" in text(realms.last())


# -- emptied ------------------------------------------------------------------------------------------


async def test_a_slot_is_emptied_by_a_check_and_a_further_try_costs(realms: Table) -> None:
    # A slot is emptied by a check whose odds are shown first.
    id_ = await stocked(realms, MonthStep.SELL)
    asked = await realms.wren.slash(realms.channel, "settlement item purge", **POTION)
    assert is_private(asked)
    assert "Economy: " in said(asked)
    assert "or more (" in said(asked)
    assert "This month's first try is free" in said(asked)
    await realms.restart()
    await press(realms, realms.wren, "Roll Economy", reply_of(asked))
    body = text(realms.last())
    assert ("somebody buys" in body) == (await names(realms) == [])
    assert (await tarn(realms)).month.purges == 1

    # A further try shows its cost.
    again = PutItem(id_, "Tarn Hold", "2.0", "One more", "Potion of bless", 50, "potion")
    await act(realms, again)
    asked = await realms.wren.slash(realms.channel, "settlement item purge", **POTION)
    assert "⚠ Not the first try: **Economy −1** for good" in said(asked)
    economy = [each for each in (await tarn(realms)).changes if each.name == PENALTY.plain()]
    assert economy == []
    await press(realms, realms.wren, "Roll Economy", reply_of(asked))
    assert [each.amount for each in (await tarn(realms)).changes if each.name == PENALTY.plain()] == [-1]
    why = said(await realms.wren.slash(realms.channel, "kingdom why", number="economy"))
    assert "Items sold off" in why


# -- suggested, forged, set ---------------------------------------------------------------------------


async def test_a_game_master_sets_an_item_and_the_market_is_listed(realms: Table) -> None:
    # A game master sets an item with a reason.
    await market(realms, MonthStep.SELL)
    options = {**TOWN, "slot": "2.0", "reason": "A relic of the saint"}
    await realms.gm.slash(realms.channel, "settlement item set", **options, name="A staff", price=9000)
    await realms.settle()
    assert "A relic of the saint" in text(realms.last())
    assert await names(realms) == ["A staff"]
    await realms.gm.slash(realms.channel, "settlement item set", **options)
    await realms.settle()
    assert await names(realms) == []
    assert "already vacant" in await refused(realms, realms.gm, "settlement item set", **options)

    # The market is listed in private.
    listed = await realms.wren.slash(realms.channel, "settlement item list")
    assert is_private(listed)
    assert "**Tarn Hold** · base value 1,000 gp · 0 of 1 slot filled" in said(listed)
    assert "○ *vacant minor potion or wondrous item* · Alchemist at B1" in said(listed)
    id_ = str((await hold(realms)).state.kingdom)
    await act(realms, PutItem(RecordId(id_), "Tarn Hold", "2.0", "Stock", "Potion of bless", 50, "potion"))
    listed = await realms.wren.slash(realms.channel, "settlement item list", **TOWN)
    assert "• **Potion of bless** · 50 gp · minor potion · Alchemist at B1" in said(listed)

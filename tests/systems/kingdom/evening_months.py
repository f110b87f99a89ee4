"""Two months of a small kingdom, step by step; every number was reckoned by hand, from the book."""

from __future__ import annotations

from tests.systems.kingdom.evening import Reign
from tests.systems.kingdom.evening_acts import OTHERS
from tests.systems.kingdom.months_playbook import DRAW, FIRST_HEX, FOUND
from tests.systems.second_kingdom.evening import buttons
from tests.tables import reply_of, said, text

WHY = "A gift of the old king"


# -- before the months --------------------------------------------------------------------------------


async def a_small_kingdom_is_founded(reign: Reign) -> None:
    """20 BP less 2. Three hexes and a district: Control DC 20 + 3 + 1 = 24, Consumption 3 + 1 = 4."""
    gm = reign.table.gm
    await reign.tells("hex gm new-map", columns=5, rows=1, terrain="plains", revealed=True)
    await reign.tells("hex gm set", hexes="C1", terrain="hills")
    await reign.tells("hex gm set", hexes="D1", lake=True, explored=True, cleared=True)
    await reign.tells("kingdom found", name="Tarn")
    await reign.fills(gm, DRAW, name="Tarn", alignment=["N"], points="20")
    await reign.picks(gm, FIRST_HEX, "A1")
    assert "**18 BP** in the Treasury" in await reign.fills(gm, FOUND, capital="Tarn Hold")
    await reign.tells("hex gm give", hexes="B1 C1", reason=WHY)


async def its_leaders_take_their_roles(reign: Reign) -> None:
    """Economy 4 + 3 + 2 + 1 = 10, Loyalty 3 + 2 + 1 = 6, Stability 2 + 1 + 2 + 4 (neutral) = 9."""
    players = (
        ("warden", reign.adam, "con 16"),
        ("royal_enforcer", reign.mark, "str 14"),
        ("treasurer", reign.rob, "int 16"),
    )
    ruler = {"role": "ruler", "player": reign.jessica, "abilities": "cha 18"}
    await reign.tells("leader assign", attributes="economy", **ruler)
    for role, player, abilities in players:
        await reign.tells("leader assign", role=role, player=player, abilities=abilities)
    for role, name, abilities in OTHERS:
        await reign.tells("leader assign", role=role, name=name, abilities=abilities)
    await reign.stands(
        economy=10, loyalty=6, stability=9, unrest=0, consumption=4, treasury=18, size=3, dc=24
    )


# -- the first month ----------------------------------------------------------------------------------


async def an_upkeep_that_fails(reign: Reign) -> None:
    """10 + 9 = 19 is 5 short: 1d4 Unrest, a 2. Mark takes 1 away and pays: 15 + 6 − 1 = 20, Loyalty −1."""
    await reign.presses(reign.jessica, "Open the month", agreed="Open the month anyway")
    assert "Unrest 0 → **2**" in await reign.presses(reign.adam, "Roll Stability", 10, 2)
    assert "Treasury 18 → **14**" in await reign.presses(reign.rob, "Pay Consumption", after=2)
    await reign.presses(reign.jessica, "Modify Unrest")
    enforced = await reign.presses(reign.mark, "Reduce Unrest", 15)
    assert "Unrest 2 → **1**" in enforced
    assert "Loyalty 6 → **5**" in enforced
    await reign.stands(economy=10, loyalty=5, stability=9, unrest=1, consumption=4, treasury=14)


async def a_claim_a_farm_and_a_site(reign: Reign) -> None:
    """1 BP, 2 BP in the plains, 2 BP for hills, which take until the next month: 14 − 5 = 9."""
    await reign.presses(reign.jessica, "Leadership is settled")
    shown = await reign.previews(reign.jessica, "hex claim", hex="D1")
    assert "Control DC 24 → **25**" in text(shown)
    # It was the only claim of the month.
    assert "Treasury 14 → **13**" in await reign.agrees(reign.jessica, shown, "Claim the hex")
    farm = await reign.previews(reign.jessica, "hex improve", hex="D1", improvement="farm")
    built = await reign.agrees(reign.jessica, farm, "Build it")
    assert "Treasury 13 → **11** · Consumption 5 → **3**" in built
    site = await reign.previews(reign.jessica, "hex prepare", hex="C1")
    await reign.table.restart()
    prepared = await reign.agrees(reign.jessica, site, buttons(site)[0])
    assert "Treasury 11 → **9**" in prepared
    assert "month 2" in prepared
    await reign.presses(reign.jessica, "No more improvements")


async def no_settlement_yet(reign: Reign) -> None:
    """The site is not ready in the month of its preparation."""
    told = said(await reign.jessica.click(reign.card, label="Found a settlement…"))
    assert "No site is ready yet: C1 will be in month 2." in told
    for label in ("No more settlements or buildings", "Armies are settled"):
        await reign.presses(reign.jessica, label)


async def edicts_and_taxes(reign: Reign) -> None:
    """No holiday: L −1. Token promotion: S +1, Consumption +1. Light taxes: E +1, L −1. 25 / 3 is 8."""
    levels = {"holiday": ["none"], "promotion": ["token"], "taxation": ["light"]}
    await reign.fills(reign.jessica, "Set edicts…", "Issue edicts", **levels)
    await reign.stands(economy=11, loyalty=3, stability=10, unrest=1, consumption=4, treasury=9)
    for label in ("No withdrawal", "No more deposits", "No more sales"):
        await reign.presses(reign.rob, label)
    taxed = await reign.presses(reign.rob, "Collect taxes", 15)
    assert "15 (d20) + 11 Economy − 1 Unrest = **25** against DC 25: **success**" in taxed
    assert "Treasury 9 → **17**" in taxed


async def smugglers_who_stay(reign: Reign) -> None:
    """3 where 25 are needed; 50 on Table 4-7, 95 on Table 4-9. Their price is the game master's."""
    came = await reign.presses(reign.table.gm, "Roll for an event", 3, 50, 95)
    assert "Smugglers" in came
    label = "Smugglers: how it turned out…"
    gone_on = await reign.says_behind(label, outcome="Nobody finds their caves.", goes_on=["yes"])
    assert "Nobody finds their caves." in gone_on
    placed = await reign.tells("kingdom gm place", number="unrest", amount="11", reason="Smugglers")
    assert "Unrest 1 → **12**" in placed
    closed = await reign.presses(reign.jessica, "Close the month", after=10)
    assert "Month 1 of Tarn is closed" in closed
    assert "Smugglers" in said(await reign.rob.slash(reign.table.channel, "kingdom sheet"))


# -- the second month ---------------------------------------------------------------------------------


async def an_upkeep_in_unrest(reign: Reign) -> None:
    """20 + 10 − 12 = 18 against 25, but a 20 on the die always succeeds (R003): Unrest 11; 17 − 4 = 13."""
    await reign.presses(reign.jessica, "Open the month")
    steady = await reign.presses(reign.adam, "Roll Stability", 20, after=3)
    assert "Unrest 12 → **11**" in steady
    assert "Treasury 17 → **13**" in await reign.presses(reign.rob, "Pay Consumption")
    await reign.presses(reign.jessica, "Modify Unrest")
    await reign.presses(reign.mark, "Leave it")


async def a_hex_is_lost(reign: Reign) -> None:
    """With its Farm: Control DC 24; Consumption 3 + 1 + 1 = 5; no Unrest for it (R019)."""
    shown = await reign.previews(reign.jessica, "hex lose", hex="D1")
    assert "Farm" in text(shown), text(shown)
    await reign.refuses("Choose the hex to lose…", reign.adam)
    lost = await reign.agrees(reign.jessica, shown, "Lose this hex")
    assert "**Tarn loses D1** to Unrest." in lost
    assert "**The Edict phase of month 2 begins.**" in lost
    await reign.stands(
        economy=11, loyalty=3, stability=10, unrest=11, consumption=5, treasury=13, size=3, dc=24
    )


async def a_settlement_is_founded(reign: Reign) -> None:
    """Its district adds 1 to Control DC and Consumption (R001); the site was paid for."""
    for label in ("Leadership is settled", "No more hexes", "No more improvements"):
        await reign.presses(reign.jessica, label)
    form = await reign.picks(reign.jessica, "Found a settlement…", "C1")
    await reign.jessica.submit_modal(form, {"hex": "C1", "name": "Oakhill", "borders": ""})
    await reign.table.settle()
    founded = text(reign.card)
    assert "**Tarn founds Oakhill**" in founded
    await reign.stands(consumption=6, treasury=13, dc=25)
    for label in ("No more settlements or buildings", "Armies are settled", "Edicts stay as they are"):
        await reign.presses(reign.jessica, label)


async def no_taxes(reign: Reign) -> None:
    """A 1 on the die always fails."""
    for label in ("No withdrawal", "No more deposits", "No more sales"):
        await reign.presses(reign.rob, label)
    assert "**failure**" in await reign.presses(reign.rob, "Collect taxes", 1, after=5)
    await reign.stands(treasury=13)


async def the_smugglers_are_found(reign: Reign) -> None:
    """They come again before the roll, and after a month with an event that needs 25 once more."""
    label = "Smugglers: how it turned out…"
    over = await reign.says_behind(label, outcome="Mark finds the caves.", goes_on=["no"])
    assert "**It's over** and doesn't come back." in over
    assert "25% chance of an event" in over
    await reign.presses(reign.table.gm, "Roll for an event", 26)
    assert "Month 2 of Tarn is closed" in await reign.presses(reign.jessica, "Close the month", after=9)


async def the_months_are_compared(reign: Reign) -> None:
    """A picture over the months, with what it shows in words; and two months side by side."""
    shown = await reign.adam.slash(reign.table.channel, "kingdom history")
    (picture,) = reply_of(shown).attachments
    assert picture.description
    compared = said(await reign.adam.slash(reign.table.channel, "kingdom history", compare="1 2"))
    for number, before, after in (
        ("Treasury", "17", "13"),
        ("Unrest", "12", "11"),
        ("Size", "4", "3"),
        ("Consumption", "4", "6"),
    ):
        assert any(number in line and before in line and after in line for line in compared.splitlines()), (
            compared
        )
    assert "Smugglers" in compared

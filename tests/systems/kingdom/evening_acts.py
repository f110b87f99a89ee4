"""The book's month of Jessica's realm, step by step; every number is the book's, or follows by hand."""

from __future__ import annotations

from tests.systems.kingdom.evening import Reign
from tests.systems.kingdom.months_playbook import DRAW, FIRST_HEX, FOUND
from tests.systems.second_kingdom.evening import buttons
from tests.tables import reply_of, said, text

REALM = "Jessica's Realm"
WHY = "As the story begins"
# Six columns of five: 30 hexes, the capital's among them. Two columns more are nobody's.
OWN = [f"{column}{row}" for row in range(1, 6) for column in "ABCDEF"]
# From the second row on: 17 of them, those that lie nearest to the lake first.
FARMS = OWN[6:23]
# Who they are is ours; that no role is vacant is the book's. 10 adds nothing, 12 adds 1, 14 adds 2.
OTHERS = (
    ("councilor", "Ilse", "wis 12"),
    ("general", "Gerd", "str 14"),
    ("grand_diplomat", "Dima", "int 12"),
    ("high_priest", "Hanna", "wis 14"),
    ("magister", "Milo", "int 14"),
    ("marshal", "Mette", "dex 12"),
    ("spymaster", "Sven", "dex 10"),
)
# What the book only gives as totals: the rest of 52, 45 and 56, which its alignment and leaders leave.
PRINTED = (("economy", "42"), ("loyalty", "35"), ("stability", "47"))


# -- before the month ---------------------------------------------------------------------------------


async def the_land_is_drawn(reign: Reign) -> None:
    """Plains of 8 by 5 hexes, with a lake in one."""
    assert "40 hexes are drawn: plains." in await reign.tells(
        "hex gm new-map", columns=8, rows=5, terrain="plains", revealed=True
    )
    assert "A1 · Plains; lake" in await reign.tells("hex gm set", hexes="A1", lake=True)


async def the_realm_is_founded(reign: Reign) -> None:
    """14 BP less 1 for the claim and 1 for the site are the 12 that the book begins with."""
    gm = reign.table.gm
    await reign.tells("kingdom found", name=REALM)
    await reign.fills(gm, DRAW, name=REALM, alignment=["N"], points="14")
    await reign.picks(gm, FIRST_HEX, "B1")
    assert "14 − 2 = **12 BP**" in text(reign.card)
    assert "**12 BP** in the Treasury" in await reign.fills(gm, FOUND, capital="Jessop")


async def it_has_thirty_hexes_and_ten_districts(reign: Reign) -> None:
    """Control DC 20 + 30 + 10 = 60; Consumption 30 + 10 = 40, less 2 for each Farm and 1 for the Fishery."""
    hexes = " ".join(spot for spot in OWN if spot != "B1")
    assert "Size 1 → **30**" in await reign.tells("hex gm give", hexes=hexes, reason=WHY)
    grown = await reign.tells("settlement set", settlement="Jessop", districts=10)
    assert "Consumption 31 → **40** · Control DC 51 → **60**" in grown
    await reign.tells("hex gm improve", hex="A1", improvement="fishery", reason=WHY)
    for spot in FARMS:
        last = await reign.tells("hex gm improve", hex=spot, improvement="farm", reason=WHY)
    assert "Consumption 7 → **5**" in last


async def every_role_is_held(reign: Reign) -> None:
    """At Size 30 a Ruler adds to two attributes (R033)."""
    players = (
        ("ruler", reign.jessica, "cha 18", "+4 Economy and Loyalty"),
        ("warden", reign.adam, "con 16", "+3 Loyalty"),
        ("royal_enforcer", reign.mark, "str 14", "+2 Loyalty"),
        ("treasurer", reign.rob, "int 16", "+3 Economy"),
    )
    for role, player, abilities, told in players:
        chosen = {"attributes": "economy loyalty"} if role == "ruler" else {}
        given = await reign.tells("leader assign", role=role, player=player, abilities=abilities, **chosen)
        assert told in given
    for role, name, abilities in OTHERS:
        assert name in await reign.tells("leader assign", role=role, name=name, abilities=abilities)


async def the_printed_totals_are_placed(reign: Reign) -> None:
    """As named sources: the book doesn't derive them. Leaders are 10, 10 and 5 of them, neutrality 4."""
    for number, amount in PRINTED:
        await reign.tells("kingdom gm place", number=number, amount=amount, reason="Buildings")
    assert "Unrest 0 → **5**" in await reign.tells(
        "kingdom gm place", number="unrest", amount="5", reason=WHY
    )
    await reign.stands(
        economy=52, loyalty=45, stability=56, unrest=5, consumption=5, treasury=12, size=30, dc=60
    )
    why = said(await reign.rob.slash(reign.table.channel, "kingdom why", number="consumption"))
    for source in ("**−34** 17 Farms", "**−1** 1 Fishery", "**+30** 30 hexes", "**+10** 10 districts"):
        assert source in why


# -- Upkeep -------------------------------------------------------------------------------------------


async def adam_rolls_stability(reign: Reign) -> None:
    """19 + 56 − 5 = 70 against 60: Unrest falls by 1. Who only visits may not roll."""
    opened = await reign.presses(reign.table.gm, "Open the month", agreed="Open the month anyway")
    assert [each.id for each in reign.card.mentions] == [reign.adam.id]
    assert "Stability: 9 or more (60%) → Unrest −1" in opened
    await reign.refuses("Roll Stability", reign.table.stranger)
    rolled = await reign.presses(reign.adam, "Roll Stability", 19, after=3)
    assert "19 (d20) + 56 Stability − 5 Unrest = **70** against DC 60: **success**" in rolled
    assert "Unrest 5 → **4**" in rolled


async def rob_pays(reign: Reign) -> None:
    """12 − 5 = 7. What a role decides, other players don't."""
    assert [each.id for each in reign.card.mentions] == [reign.rob.id]
    await reign.refuses("Pay Consumption", reign.adam, reign.mark, reign.table.deacon)
    assert "Treasury 12 → **7**" in await reign.presses(reign.rob, "Pay Consumption", after=1)


async def nothing_adds_to_unrest(reign: Reign) -> None:
    """No attribute is below 0, and Mark leaves Unrest as it is."""
    counted = await reign.presses(reign.jessica, "Modify Unrest")
    assert "Nothing adds to Unrest this month." in counted
    assert [each.id for each in reign.card.mentions] == [reign.mark.id]
    await reign.refuses("Reduce Unrest", reign.adam, reign.rob)
    assert "**The Edict phase of month 1 begins.**" in await reign.presses(reign.mark, "Leave it", after=4)
    await reign.stands(economy=52, loyalty=45, stability=56, unrest=4, consumption=5, treasury=7)


# -- Edict --------------------------------------------------------------------------------------------


async def a_farm_is_built(reign: Reign) -> None:
    """For 2 BP, as shown in private before: 7 − 2 = 5; Consumption 5 − 2 = 3. No preparation (R062)."""
    await reign.presses(reign.jessica, "Leadership is settled")
    await reign.presses(reign.jessica, "No more hexes")
    shown = await reign.previews(reign.jessica, "hex improve", hex="F4", improvement="farm")
    assert "Treasury 7 → **5** BP" in text(shown)
    await reign.table.restart()
    built = await reign.agrees(reign.jessica, shown, "Build it")
    assert "Treasury 7 → **5** · Consumption 5 → **3**" in built
    for label in ("No more improvements", "No more settlements or buildings", "Armies are settled"):
        await reign.presses(reign.jessica, label)


async def edicts_are_issued(reign: Reign) -> None:
    """One holiday: L +1, Consumption +1. No promotion: S −1. Heavy taxes: E +3, L −4. None before (R014)."""
    levels = {"holiday": ["1"], "promotion": ["none"], "taxation": ["heavy"]}
    await reign.refuses("Set edicts…", reign.table.deacon, reign.mark, **levels)
    issued = await reign.fills(reign.jessica, "Set edicts…", "Issue edicts", **levels)
    for part in ("Economy 52 → **55**", "Loyalty 45 → **42**", "Stability 56 → **55**"):
        assert part in issued
    assert "**The Income phase of month 1 begins.**" in issued
    await reign.stands(economy=55, loyalty=42, stability=55, unrest=4, consumption=4, treasury=5)


# -- Income -------------------------------------------------------------------------------------------


async def gold_is_deposited(reign: Reign) -> None:
    """8,000 gp at 4,000 a BP are 2: 5 + 2 = 7."""
    assert "Treasury 5 → **7**" in await reign.fills(reign.rob, "Deposit gold…", gold="8000")
    for label in ("No withdrawal", "No more deposits"):
        await reign.presses(reign.rob, label)
    taxes = await reign.presses(reign.rob, "No more sales", after=2)
    assert "Economy: 9 or more (60%)" in taxes


async def taxes_fail_and_a_step_back_is_taken(reign: Reign) -> None:
    """3 + 55 − 4 = 54: nothing. The game master goes back to before it, days later."""
    failed = await reign.presses(reign.rob, "Collect taxes", 3)
    assert "3 (d20) + 55 Economy − 4 Unrest = **54** against DC 60: **failure**" in failed
    assert "**The Event phase of month 1 begins.**" in failed
    await reign.stands(treasury=7)
    listed = await reign.previews(reign.table.gm, "kingdom gm back")
    await reign.table.restart()
    steps = listed.components[0]["components"][0]["options"]
    assert "collects taxes, +0 BP: 3 (d20)" in steps[0]["label"]
    preview = reply_of(await reign.table.gm.select(listed, values=[steps[0]["value"]]))
    assert "Month 1 will be at Taxes again." in text(preview)
    back = await reign.agrees(reign.table.gm, preview, buttons(preview)[0])
    assert "→ **Taxes**: " + reign.rob.mention in back
    assert buttons(reign.card) == ["Collect taxes", "What changed…", "Redo…"]
    await reign.stands(economy=55, loyalty=42, stability=55, unrest=4, consumption=4, treasury=7)


async def rob_collects_taxes(reign: Reign) -> None:
    """9 + 55 − 4 = 60, and a third of that is 20: 7 + 20 = 27. That it was rolled again is told."""
    rolled = await reign.presses(reign.rob, "Collect taxes", 9, after=2)
    assert "9 (d20) + 55 Economy − 4 Unrest = **60** against DC 60: **success**" in rolled
    assert "Treasury 7 → **27**" in rolled
    assert "Rolled again after" in rolled
    journal = said(await reign.mark.slash(reign.table.channel, "journal"))
    assert "taxes, **+0 BP**: 3 (d20) + 55 Economy − 4 Unrest = **54** against DC 60: **failure**" in journal
    assert "Rolled again after" in journal
    await reign.stands(economy=55, loyalty=42, stability=55, unrest=4, consumption=4, treasury=27)


# -- Event --------------------------------------------------------------------------------------------


async def a_monster_comes(reign: Reign) -> None:
    """20 of 100 where 25 are needed; 50 on Table 4-7 and 70 on Table 4-9. In play it is beaten."""
    came = await reign.presses(reign.table.gm, "Roll for an event", 20, 50, 70)
    assert "**Monster Attack**" in came
    label = "Monster Attack: how it turned out…"
    await reign.refuses("Game master…", reign.jessica)
    told = await reign.says_behind(label, outcome="The leaders slay it.", goes_on=["no"])
    assert "The leaders slay it." in told
    await reign.stands(economy=55, loyalty=42, stability=55, unrest=4, consumption=4, treasury=27)


async def the_month_is_closed(reign: Reign) -> None:
    """With its totals as printed; the next one waits."""
    closed = await reign.presses(reign.jessica, "Close the month", after=7)
    assert "Month 1 of Jessica's Realm is closed" in closed
    assert buttons(reign.card) == ["Open the month"]
    await reign.stands(
        economy=55, loyalty=42, stability=55, unrest=4, consumption=4, treasury=27, size=30, dc=60
    )

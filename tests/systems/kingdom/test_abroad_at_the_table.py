"""Other kingdoms through the simulated Discord: envoys, trade, vassals, and pacts between two players."""

from __future__ import annotations

from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.abroad.book import Balance, Tie
from bot.systems.kingdom.abroad.pacts import MakePact
from bot.systems.kingdom.abroad.state import OtherKingdom
from bot.systems.kingdom.book import Attribute, MonthStep, Role, Terrain
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.numbers import PlaceNumber
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.table.settings.rules import ChangeSetting
from tests.systems.kingdom.months_table import SCORES, act, mentioned, pressed, state_of, tarn
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, press_on, reply_of, said, text

# So long a line fits a phone without a long search for its end.
LONGEST = 120


async def use(table: Table, *rules: str) -> None:
    """Have the campaign use those optional rules."""
    for name in rules:
        setting = next(each for each in SETTINGS if each.name == name)
        await act(table, ChangeSetting(setting.key, "yes", setting.default))


# -- pacts between two players' kingdoms ---------------------------------------------------------------


async def two(table: Table) -> tuple[RecordId, RecordId]:
    """Tarn, which is Deacon's and Wren's, and Ostra, which is a stranger's; their ids."""
    await use(table, "diplomatic")
    await table.stranger.slash(table.channel, "campaign join")
    id_ = await tarn(table)
    ostra = await tarn(table, *Role, name="Ostra", at="20,0")
    for role in (Role.RULER, Role.GRAND_DIPLOMAT):
        chosen = (Attribute.ECONOMY,) if role is Role.RULER else ()
        await act(
            table, AssignLeader(ostra, role, f"{role} Ilka", table.stranger.id, SCORES, attributes=chosen)
        )
    await table.settle()
    return id_, ostra


async def proposed(table: Table, **given: str) -> Any:
    """What Deacon proposes to Ostra for Tarn, an embassy or what is given; its card."""
    kingdoms = {"kingdom": "Tarn", "other": "Ostra"}
    await table.deacon.slash(table.channel, "edict pact", **kingdoms, **({"tie": "embassy"} | given))
    await table.settle()
    return table.last()


async def both(table: Table) -> list[OtherKingdom]:
    """How each keeps the other, where it does."""
    return [each for name in ("Tarn", "Ostra") for each in (await state_of(table, name)).others]


async def undone_and_redone(table: Table, *looks: list[OtherKingdom]) -> None:
    """See that the latest entry can be taken back, and brought back, after a restart of the bot.

    `looks` are what was there before it and after it.
    """
    await table.restart()
    for look in looks:
        asked = await table.gm.slash(table.channel, "undo", entry=await entries(table))
        await press_on(table.gm, reply_of(asked), buttons(reply_of(asked))[0])
        await table.settle()
        assert await both(table) == look


async def test_a_pact_stands_once_the_other_sides_player_accepts_it(each_realms: Table) -> None:
    table = each_realms
    await two(table)
    card = await proposed(table)
    assert "Embassy of Tarn and Ostra" in text(card)
    assert "It's up to " + table.stranger.mention + " to accept or decline it." in text(card)
    assert mentioned(card) == [table.stranger.id]
    assert await both(table) == []
    await table.restart()
    # Neither a third person nor a game master is asked, or needed.
    before = await entries(table)
    for who in (table.wren, table.gm, table.deacon):
        assert f"Only {table.stranger.mention} can do that." in said(await who.click(card, label="Accept"))
    assert await entries(table) == before
    await table.stranger.click(card, label="Accept")
    await table.settle()
    assert "**Tarn and Ostra now have an embassy**" in text(table.last())
    assert f"Accepted, as proposed by {table.deacon.mention}." in text(table.last())
    after = await both(table)
    assert [each.tie for each in after] == [Tie.EMBASSY] * 2
    assert [each.name for each in after] == ["Ostra", "Tarn"]
    await undone_and_redone(table, [], after)


async def test_a_pact_on_other_terms_waits_for_who_proposed_it(realms: Table) -> None:
    id_, ostra = await two(realms)
    await act(realms, MakePact(id_, ostra, Tie.EMBASSY))
    for each in (id_, ostra):
        await act(realms, PlaceNumber(each, "economy", "40", "Mines"))
    await realms.settle()
    embassy = await both(realms)
    card = await proposed(realms, tie="treaty", balance="ours")
    assert "Treaty of Tarn and Ostra, in favor of Tarn" in text(card)
    form = await realms.stranger.click(card, label="Change…")
    assert "In favor of Ostra" in str(form.modal)
    assert "exactly what is already proposed" in said(
        await realms.stranger.submit_modal(form, {"first": ["ours"]})
    )
    form = await realms.stranger.click(card, label="Change…")
    await realms.stranger.submit_modal(form, {"first": ["balanced"]})
    await realms.settle()
    card = realms.last()
    assert "proposes instead: Treaty of Tarn and Ostra (changed: Its terms)." in text(card)
    assert mentioned(card) == [realms.deacon.id]
    await realms.restart()
    for who in (realms.wren, realms.gm, realms.stranger):
        assert f"Only {realms.deacon.mention} can do that." in said(await who.click(card, label="Accept"))
    await realms.deacon.click(card, label="Accept")
    await realms.settle()
    after = await both(realms)
    assert [each.tie for each in after] == [Tie.TREATY] * 2
    pacts = [each.treaty for each in after if each.treaty is not None]
    assert [(each.balance, each.gain > 0) for each in pacts] == [(Balance.BALANCED, True)] * 2
    for name in ("Tarn", "Ostra"):
        why = said(await realms.wren.slash(realms.channel, "kingdom why", number="economy", kingdom=name))
        assert "reaty" in why
    await undone_and_redone(realms, embassy, after)


async def test_a_pact_is_declined_or_withdrawn(realms: Table) -> None:
    await two(realms)
    card = await proposed(realms)
    told = said(await realms.wren.click(card, label="Decline"))
    assert f"Only {realms.stranger.mention} can do that." in told
    form = await realms.stranger.click(card, label="Decline")
    await realms.stranger.submit_modal(form, {"reason": "Not after that winter"})
    await realms.settle()
    assert "declines" in text(realms.last())
    assert "Not after that winter" in text(realms.last())
    assert not any("Accept" in buttons(each) for each in realms.messages())

    # Taken back, it waits again.
    number = await entries(realms)
    for is_open in (True, False):
        asked = await realms.gm.slash(realms.channel, "undo", entry=await entries(realms))
        await press_on(realms.gm, reply_of(asked), buttons(reply_of(asked))[0])
        await realms.settle()
        assert any("Accept" in buttons(each) for each in realms.messages()) is is_open
    assert await entries(realms) == number + 2

    card = await proposed(realms)
    for who in (realms.stranger, realms.gm):
        assert f"Only {realms.deacon.mention} can do that." in said(await who.click(card, label="Withdraw"))
    await realms.deacon.click(card, label="Withdraw")
    await realms.settle()
    assert "withdraws the proposal: Embassy of Tarn and Ostra." in text(realms.last())
    assert await both(realms) == []


async def test_ending_a_pact_ends_it_on_both_sides(realms: Table) -> None:
    id_, ostra = await two(realms)
    for tie in (Tie.EMBASSY, Tie.TREATY):
        await act(realms, MakePact(id_, ostra, tie))
    await realms.settle()
    before = await both(realms)
    asked = await realms.deacon.slash(realms.channel, "edict end", kingdom="Tarn", other="Ostra")
    assert is_private(asked)
    await press_on(realms.deacon, reply_of(asked), "End it")
    await realms.settle()
    assert "**Tarn ends its treaty with Ostra**" in text(realms.last())
    after = await both(realms)
    assert [each.tie for each in after] == [Tie.EMBASSY] * 2
    await undone_and_redone(realms, before, after)


# -- envoys and negotiations --------------------------------------------------------------------------------


async def edict(table: Table, *rules: str, treasury: str = "40") -> RecordId:
    """Tarn at its special edicts, Deacon its Grand Diplomat and Viceroy, Wren its Marshal; its id."""
    await use(table, *rules)
    id_ = await tarn(table)
    for role, player in (
        (Role.GRAND_DIPLOMAT, table.deacon),
        (Role.VICEROY, table.deacon),
        (Role.MARSHAL, table.wren),
    ):
        await act(table, AssignLeader(id_, role, role.label, player.id, SCORES))
    await act(table, PlaceNumber(id_, "treasury", treasury, "A loan"))
    await act(table, SkipTo(id_, MonthStep.SPECIAL, "Not now"))
    await table.settle()
    return id_


async def heard(table: Table, who: Any, path: str) -> list[str]:
    """The other kingdoms that are suggested for a command."""
    found = await who.autocomplete(table.channel, path, "other", "")
    return [str(each["name"]) for each in found]


async def vell(table: Table, **facts: Any) -> None:
    """A helpful kingdom of ten hexes, noted by the game master."""
    given = {"name": "Vell", "alignment": "N", "size": 10, "attitude": "helpful", "economy": 40} | facts
    told = await table.gm.slash(table.channel, "edict gm kingdom", **given)
    assert "Another kingdom for Tarn: **Vell**" in said(told)
    await table.settle()


def long_lines(*told: str) -> list[str]:
    """The lines of a card that fill a phone's screen."""
    return [line for each in told for line in each.splitlines() if len(line) > LONGEST]


async def test_a_kingdom_that_is_hidden_is_shown_to_nobody_until_it_is_revealed(realms: Table) -> None:
    await edict(realms, "diplomatic")
    told = {"name": "Kzvell", "note": "Kznote", "alignment": "N", "hidden": True}
    await realms.gm.slash(realms.channel, "edict gm kingdom", **told)
    await realms.settle()
    assert "Kzvell" in text(realms.last(realms.secret))
    everything = str([(text(each), each.components) for each in realms.messages()])
    assert "Kz" not in everything
    # Nor does the card's button for envoys know of it.
    assert "Send an envoy…" not in everything
    for path in ("edict envoy", "edict diplomacy"):
        assert await heard(realms, realms.deacon, path) == []
        assert await heard(realms, realms.gm, path) == ["Kzvell · no tie · indifferent · hidden"]
    for path in ("edict diplomacy", "waiting", "journal", "kingdom sheet", "kingdom month"):
        assert "Kz" not in said(await realms.deacon.slash(realms.channel, path))
    shown = said(await realms.gm.slash(realms.channel, "edict diplomacy"))
    assert "**Kzvell** · Neutral · Size 1 · indifferent · hidden" in shown
    told_no = await refused(realms, realms.deacon, "edict envoy", other="Kzvell", modifier=9)
    assert told_no == await refused(realms, realms.deacon, "edict envoy", other="Kzvell", modifier=10)
    assert "has nothing to do with a kingdom called" in told_no.replace(
        "knows no", "has nothing to do with a"
    )

    await realms.gm.slash(realms.channel, "edict gm kingdom", name="Kzvell", hidden=False)
    await realms.settle()
    assert "**Kzvell**, Neutral, Size 1, indifferent" in text(realms.last())
    assert "Send an envoy…" in str(realms.last().components)
    assert await heard(realms, realms.deacon, "edict envoy") == ["Kzvell · no tie · indifferent"]
    # What was told to game masters alone stays so when it is undone.
    await realms.gm.slash(realms.channel, "edict gm kingdom", name="Kzother", hidden=True)
    asked = await realms.gm.slash(realms.channel, "undo")
    await press_on(realms.gm, reply_of(asked), buttons(reply_of(asked))[0])
    await realms.settle()
    assert "Kzother" not in str([(text(each), each.components) for each in realms.messages()])


async def test_an_envoy_is_sent_from_the_months_card(each_realms: Table) -> None:
    table = each_realms
    await edict(table, "diplomatic", "trade", "exploration", "vassalage")
    await vell(table)
    # Every special edict that the campaign uses has its button.
    shown = buttons(table.last())
    for label in ("Send an envoy…", "Send explorers…", "Begin a trade route…", "Make a vassal…"):
        assert label in shown
    before = (await state_of(table)).treasury
    form = await press_on(table.deacon, table.last(), "Send an envoy…")
    asked = await table.deacon.submit_modal(form, {"other": ["Vell"], "modifier": "5", "bribe": "2"})
    assert is_private(asked)
    preview = said(asked)
    # DC 10, a fifth of Size 10, less 2 BP of gifts.
    assert "DC **10**: base +10, a fifth of its Size 10 +2, gifts −2" in preview
    assert "the envoy (+5) needs 5 or more: 80%" in preview
    assert "envoy's Diplomacy: success 80% · failure 20%" in preview
    assert (await state_of(table)).treasury == before
    await press_on(table.deacon, reply_of(asked), "Send the envoy")
    await table.settle()
    card, state = text(table.last()), await state_of(table)
    assert "Tarn sends an envoy to **Vell**." in card
    assert "(d20) +5 = " in card
    assert "against DC 10: " in card
    assert before - 6 <= state.treasury <= before - 3
    (found,) = state.others
    assert found.has_embassy is ("**success**" in card)
    assert long_lines(card, preview) == []


async def test_a_treaty_is_negotiated_by_both_sides_and_counts_in_economy(realms: Table) -> None:
    await edict(realms, "diplomatic", "fame_infamy")
    await vell(realms)
    asked = await realms.gm.slash(realms.channel, "edict gm tie", other="Vell", tie="embassy")
    await press_on(realms.gm, reply_of(asked), "Set it")
    await realms.settle()
    skills = {"modifier": 30, "skills": "60 60 60 60 60"}
    asked = await realms.deacon.slash(realms.channel, "edict envoy", other="Vell", **skills)
    assert "the envoy (+30) needs 1 or more in 2 of 3 checks: 100% each" in said(asked)
    wrens = await refused(realms, realms.wren, "edict envoy", other="Vell", **skills)
    assert "Only the Grand Diplomat" in wrens
    await press_on(realms.deacon, reply_of(asked), "Send the envoy")
    await realms.settle()
    assert "**They're ready for a treaty.**" in text(realms.last())
    assert "**Negotiating the treaty with Vell**: game masters" in text(realms.last())

    # The game master types who speaks for Vell, after a restart; not so, it is said and given back.
    await realms.restart()
    form = await press_on(realms.gm, realms.last(), "Negotiate…")
    before = await entries(realms)
    told = said(await realms.gm.submit_modal(form, {"theirs": "1 2 three"}))
    assert "Give 5 modifiers" in told
    assert "Their five modifiers: 1 2 three" in told
    assert await entries(realms) == before
    form = await press_on(realms.gm, realms.last(), "Negotiate…")
    await realms.gm.submit_modal(form, {"theirs": "1 2 3 4 5"})
    await realms.settle()
    card = realms.last()
    assert "**Tarn has the advantage**, 5 to 0" in text(card)
    assert mentioned(card) == [realms.deacon.id]
    assert long_lines(text(card)) == []

    # Its terms are the Grand Diplomat's to choose.
    assert "Only the Grand Diplomat" in said(await press_on(realms.wren, card, "Balanced"))
    await realms.restart()
    await press_on(realms.deacon, card, "In our favor")
    await realms.settle()
    # 15 % of Economy 40.
    assert "**Tarn and Vell now have a treaty**, in favor of Tarn: **Economy +6**" in text(realms.last())
    why = said(await realms.wren.slash(realms.channel, "kingdom why", number="economy"))
    assert "**+6** with Vell · *Treaty*" in why
    shown = said(await realms.wren.slash(realms.channel, "edict diplomacy", other="Vell"))
    assert "treaty (in our favor, Economy +6)" in shown
    assert "Next: an alliance, 4 of 6 checks. DC **" in shown
    assert long_lines(shown) == []


# -- trade, explorers and vassals ----------------------------------------------------------------------------


async def next_month(table: Table, id_: RecordId, step: MonthStep) -> None:
    """That step of the month after."""
    for action in (SkipTo(id_, MonthStep.CLOSE, "Later"), CloseMonth(id_), OpenMonth(id_)):
        await act(table, action)
    if step is not MonthStep.STABILITY:
        await act(table, SkipTo(id_, step, "Later"))
    await table.settle()


async def test_traders_arrive_in_a_later_month(realms: Table) -> None:
    id_ = await edict(realms, "trade")
    await act(realms, SetHexes("1,0", Terrain.PLAINS, is_explored=True, is_revealed=True, label="Ford"))
    await realms.settle()
    await vell(realms, hex="Ford", beyond=29)
    form = await press_on(realms.wren, realms.last(), "Begin a trade route…")
    typed = {"other": ["Vell"], "settlement": "Tarn Hold", "cargo": ["raw_materials"], "points": "10"}
    asked = await realms.wren.submit_modal(form, typed)
    assert is_private(asked)
    for line in (
        "Length **31**, 30 days of travel: Ford",
        "Checks: Economy: 20 or more (5%), Loyalty: 20 or more (5%), Stability: 17 or more (20%)",
        "If two succeed: Economy +1 for a year, and 3 + 4d4 BP.",
        "They're rolled when the traders arrive, in month 2.",
        "Treasury 88 → **78** BP",
    ):
        assert line in said(asked)
    await press_on(realms.wren, reply_of(asked), "Begin the route")
    await realms.settle()
    assert "The traders arrive in month 2." in text(realms.last())
    assert (await state_of(realms)).treasury == 78
    shown = said(await realms.wren.slash(realms.channel, "edict diplomacy"))
    assert "**Trade route to Vell** · raw materials, length 31, traders arrive in month 2" in shown

    await next_month(realms, id_, MonthStep.TAXES)
    await realms.stranger.slash(realms.channel, "campaign join")
    await realms.restart()
    card = next(each for each in reversed(realms.messages()) if "Collect taxes" in buttons(each))
    assert f"**Traders arriving in Vell**: {realms.wren.mention}" in text(card)
    assert "Only the Treasurer" in said(await press_on(realms.stranger, card, "Roll for the traders"))
    await press_on(realms.wren, card, "Roll for the traders")
    await realms.settle()
    told = text(realms.last())
    for number in ("Economy", "Loyalty", "Stability"):
        assert f"-# {number}: " in told
    assert "Roll for the traders" not in buttons(realms.last())
    successes = told.count("against DC 25: **success**")
    assert [each.economy for each in (await state_of(realms)).routes] == (
        [successes - 1] if successes > 1 else []
    )
    assert long_lines(told, shown) == []


async def test_a_subjugated_kingdom_is_a_line_of_every_upkeep(realms: Table) -> None:
    id_ = await edict(realms, "vassalage")
    await vell(realms)
    asked = await realms.deacon.slash(realms.channel, "edict vassal", name="Vell", way="subjugation")
    assert "A Loyalty check now and in each Upkeep, until three in a row succeed:" in said(asked)
    await press_on(realms.deacon, reply_of(asked), "Issue the edict")
    await realms.settle()
    assert "**Tarn subjugates Vell**, with an embassy." in text(realms.last())
    # Control DC 22, and a fifth of Vell's Size.
    assert "Loyalty = " in text(realms.last())
    assert "against DC 24: " in text(realms.last())
    for _ in range(2):
        await next_month(realms, id_, MonthStep.UNREST)
        await realms.restart()
        before = await state_of(realms)
        assert "-# For Vell, Loyalty: 20 or more (5%), else Unrest +1d4" in text(realms.last())
        card = text(await pressed(realms, realms.deacon, "Modify Unrest"))
        (other,) = (await state_of(realms)).others
        (checked,) = [line for line in card.splitlines() if "against DC 24: " in line]
        is_success = "**success**" in checked
        assert other.subdued == (((before.others[0].subdued or 0) + 1) if is_success else 0)
        assert is_success is (f"Unrest {before.unrest} → " not in card)
        assert "Nothing adds to Unrest" not in card or is_success


async def test_explorers_meet_somebody_or_come_back(realms: Table) -> None:
    id_ = await edict(realms, "exploration")
    await act(realms, SetHexes("1,0", Terrain.FOREST, is_revealed=True, label="Far Wood"))
    await realms.settle()
    options = {"months": 1, "route": "Far Wood"}
    asked = await realms.wren.slash(realms.channel, "edict explore", **options)
    assert "Exploring these hexes takes 2 days, the way there included (Table 4-6" in said(asked)
    await press_on(realms.wren, reply_of(asked), "Send them")
    await realms.settle()
    assert "They're back in month 2." in text(realms.last())

    encounter = {"expedition": "Far Wood", "cr": 1, "stealth": 30}
    met = await realms.gm.slash(realms.channel, "edict gm encounter", **encounter)
    await press_on(realms.gm, reply_of(met), "Roll Stealth")
    await realms.settle()
    assert "meet enemies. **They hide and move on.**" in text(realms.last())

    await next_month(realms, id_, MonthStep.TAXES)
    await realms.restart()
    card = realms.last()
    assert "**Explorers back from Far Wood**: game masters" in text(card)
    await press_on(realms.gm, card, "Their route is explored")
    await realms.settle()
    assert "Explored: **Far Wood**." in text(realms.last())
    assert (await state_of(realms)).expeditions == ()

"""Plans and advice through the simulated Discord."""

from __future__ import annotations

from typing import Any

from bot.engine.system import RecordId
from bot.storage.address import Address
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.towns.building import BuildBuilding, DraftBuilding
from tests.stages import open_stage
from tests.systems.kingdom.income_table import act, at, hold, tarn
from tests.systems.kingdom.plans_playbook import planned
from tests.systems.kingdom.test_claims_at_the_table import listed, press
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, reply_of, said, text

TOWN = "Tarn Hold"
NEXT, ALL_OF_MONTH = "Next: build House…", "All 2 for this month…"


async def begun(table: Table, *texts: str, step: MonthStep = MonthStep.SETTLEMENTS) -> RecordId:
    """Tarn at that step, with "house A1" and others planned by the game master; its id."""
    id_ = await at(table, step)
    await act(table, *(DraftBuilding(id_, TOWN, *each.split()) for each in texts))
    return id_


async def drafts(table: Table, who: Any, **options: str) -> Any:
    """The answer to the command."""
    answer = await who.slash(table.channel, "settlement drafts", settlement=TOWN, **options)
    await table.settle()
    return answer


async def pick(table: Table, who: Any, answer: Any, value: str) -> Any:
    """What comes of choosing that from the only list of an answer."""
    rows = [part for row in reply_of(answer).components for part in row["components"]]
    custom_id = next(part["custom_id"] for part in rows if part.get("options"))
    result = await who.select(reply_of(answer), values=[value], custom_id=custom_id)
    await table.settle()
    return result


async def types(table: Table) -> list[str]:
    """What is planned, in order."""
    return [each.type.value for each in (await hold(table)).state.drafts]


# -- a plan -------------------------------------------------------------------------------------------


async def test_a_plan_is_private_and_fills_no_channel(each_realms: Table) -> None:
    # An empty plan says how to begin one.
    await begun(each_realms)
    shown = await drafts(each_realms, each_realms.deacon)
    assert is_private(shown)
    assert "There are no drafts yet." in said(shown)
    # What its words name stands below: where a draft begins.
    assert "See what you can build, where, for how much…" in buttons(reply_of(shown))

    # Of many places three good ones come first; all of them have pages.
    asked = await drafts(each_realms, each_realms.deacon, building="Library")
    assert len(listed(asked)) == 3
    options = reply_of(asked).components[0]["components"][0]["options"]
    assert all(each["description"] for each in options)
    every = await press(each_realms, each_realms.deacon, asked, "Elsewhere…")
    assert len(listed(every)) == 25
    more = await press(each_realms, each_realms.deacon, every, "More…")
    assert len(listed(more)) == 11
    back = await press(each_realms, each_realms.deacon, more, "The drafts")
    assert "There are no drafts yet." in said(back)

    # A game master takes a plan back and the channel reads nothing of it.
    await drafts(each_realms, each_realms.deacon, building="Observatory", place="A1")
    asked = await each_realms.gm.slash(each_realms.channel, "undo")
    label = next(each for each in buttons(reply_of(asked)) if "ndo" in each)
    await press(each_realms, each_realms.gm, asked, label)
    assert await types(each_realms) == []
    assert not [each for each in each_realms.messages() if "Observatory" in text(each)]

    # A plan is private and fills no channel.
    before = len(each_realms.messages())
    done = await drafts(each_realms, each_realms.deacon, building="House", place="A1")
    assert is_private(done)
    assert "Added to the drafts of Tarn Hold: House at A1." in said(done)
    assert "Settlements" not in said(done)
    assert "**1.** House at A1" in said(await press(each_realms, each_realms.deacon, done, "The drafts"))
    assert len(each_realms.messages()) == before
    assert await types(each_realms) == ["house"]
    journal = await each_realms.wren.slash(each_realms.channel, "journal")
    assert "House at A1" not in said(journal)


async def test_two_leaders_share_a_plan_and_build_it_after_a_restart(each_realms: Table) -> None:
    table = each_realms
    await begun(table)
    await drafts(table, table.deacon, building="House", place="A1")
    asked = await drafts(table, table.deacon, building="Inn")
    assert "2 places, with the drafts built" in said(asked)
    assert listed(asked) == ["1:B1", "1:A2"]
    await table.restart()
    added = await pick(table, table.deacon, asked, "1:B1")
    assert "Added to the drafts of Tarn Hold: Inn at B1." in said(added)

    seen = await drafts(table, table.wren)
    for line in (
        "Drafts for Tarn Hold",
        "2 buildings · **13 BP** · Treasury 498",
        "Takes 1 month: 1 building a month at Size 1",
        "**1.** House at A1 · 3 BP · outside the limit",
        "**2.** Inn at B1 · 10 BP",
    ):
        assert line in said(seen)
    assert buttons(reply_of(seen)) == [NEXT, ALL_OF_MONTH]

    preview = await press(table, table.deacon, await drafts(table, table.deacon), "Next: build House…")
    assert "Treasury 498 → **495**" in said(preview)
    await table.restart()
    await press(table, table.deacon, preview, "Build House for 3 BP")
    assert "House" in text(table.last())
    assert await types(table) == ["inn"]
    assert (await tarn(table)).treasury == 495

    # The plan as Wren still has it is of yesterday.
    late = await press(table, table.wren, seen, "Next: build House…")
    assert "no longer in the drafts of Tarn Hold" in said(late)
    assert "**1.** Inn at B1 · 10 BP" in said(await drafts(table, table.wren))


async def test_all_that_a_month_allows_is_one_preview_and_built_in_a_row(realms: Table) -> None:
    await begun(realms, "house A1", "inn B1", "park D1")
    shown = await press(realms, realms.deacon, await drafts(realms, realms.deacon), ALL_OF_MONTH)
    # Each says what it builds.
    built = ("**1.** Tarn builds a House at A1", "**2.** Tarn builds an Inn at B1")
    for line in (*built, "Treasury 498 → **485**"):
        assert line in said(shown)
    before = await entries(realms)
    await press(realms, realms.deacon, shown, "Do all 2 for 13 BP")
    assert await entries(realms) == before + 2
    assert await types(realms) == ["park"]


async def test_a_plan_is_changed_by_leaders_and_game_masters_and_read_by_nobody_else(realms: Table) -> None:
    # An entry is chosen moved and removed.
    await begun(realms, "house A1", "library C1", "park D1")
    shown = await drafts(realms, realms.deacon)
    assert listed(shown) == ["1", "2", "3"]
    assert "Remove all 3" in buttons(reply_of(shown))
    chosen = await pick(realms, realms.deacon, shown, "3")
    assert buttons(reply_of(chosen)) == [NEXT, ALL_OF_MONTH, "Earlier", "Remove"]
    moved = await press(realms, realms.deacon, chosen, "Earlier")
    assert "Now number 2 in the drafts of Tarn Hold: Park at D1." in said(moved)
    assert await types(realms) == ["house", "park", "library"]
    assert buttons(reply_of(moved)) == [NEXT, ALL_OF_MONTH, "Earlier", "Later", "Remove"]
    gone = await press(realms, realms.deacon, moved, "Remove")
    assert "No longer in the drafts of Tarn Hold: Park at D1." in said(gone)
    assert await types(realms) == ["house", "library"]
    emptied = await press(realms, realms.deacon, gone, "Remove all 2")
    assert "Tarn Hold has no drafts now: 2 buildings removed." in said(emptied)
    assert await types(realms) == []

    # Who leads nothing reads no plan.
    await drafts(realms, realms.deacon, building="House", place="A1")
    await realms.stranger.slash(realms.channel, "campaign join")
    refusal = await refused(realms, realms.stranger, "settlement drafts", settlement=TOWN)
    assert "Only the leaders of Tarn and game masters can see its drafts." in refusal
    assert "House" not in refusal
    found = await realms.stranger.autocomplete(
        realms.channel, "settlement drafts", "building", "House", settlement=TOWN
    )
    assert [each["value"] for each in found] == ["House"]

    # A game master reads and changes it.
    shown = await drafts(realms, realms.gm)
    assert "**1.** House at A1" in said(shown)
    await press(realms, realms.gm, shown, "Remove it all")
    assert await types(realms) == []

    # What can be upgraded is suggested to leaders alone.
    await drafts(realms, realms.deacon, building="Shrine", place="A1")
    await drafts(realms, realms.deacon, building="House", place="C1")
    named = {"settlement": TOWN, "building": "Temple"}
    for who, names in ((realms.deacon, ["Shrine at A1"]), (realms.stranger, [])):
        found = await who.autocomplete(realms.channel, "settlement drafts", "upgrade", "", **named)
        assert [each["name"] for each in found] == names

    # An upgrade is planned of a planned building.
    asked = await drafts(realms, realms.deacon, building="Temple", upgrade="A1")
    assert listed(asked) == ["1:A1+B1", "1:A1+A2"]
    added = await pick(realms, realms.deacon, asked, "1:A1+B1")
    assert "Temple at A1+B1 instead of the Shrine." in said(added)
    assert "**3.** Shrine → Temple at A1+B1 · 24 BP" in said(added)


async def test_what_reality_has_overtaken_is_listed_with_its_reason(realms: Table) -> None:
    id_ = await begun(realms, "library A1", "park C1")
    await act(realms, BuildBuilding(id_, TOWN, "smithy", "A1"))
    shown = said(await drafts(realms, realms.deacon))
    assert "**1.** ~~Library at A1~~" in shown
    assert "no longer fits: A1 has a Smithy" in shown
    assert "Next: build Park…" in buttons(reply_of(await drafts(realms, realms.deacon)))


async def test_a_long_plan_has_pages(realms: Table) -> None:
    lots = [f"{column}{row}" for row in (1, 3, 5) for column in "ABCDEF"]
    await begun(realms, *(f"park {lot}" for lot in lots))
    shown = await drafts(realms, realms.deacon)
    assert "1–12 of 18" in said(shown)
    assert "at least 18 months" in said(shown)
    second = await press(realms, realms.deacon, shown, "More…")
    assert "13–18 of 18" in said(second)
    assert len(listed(second)) == 6
    first = await press(realms, realms.deacon, second, "Previous page")
    assert "1–12 of 18" in said(first)


async def test_a_plan_can_be_drawn_up_in_any_month_and_is_built_in_its_step(realms: Table) -> None:
    await begun(realms, "house A1", step=MonthStep.TAXES)
    shown = await drafts(realms, realms.deacon)
    assert "The Settlements step of the Edict phase isn't open now." in said(shown)
    preview = await press(realms, realms.deacon, shown, "Next: build House…")
    assert "Build House for 3 BP" not in buttons(reply_of(preview))


async def test_places_that_drafts_take_are_marked_and_come_last_for_those_who_may_read_them(
    realms: Table,
) -> None:
    lots = [f"{column}{row}" for row in "12" for column in "ABCDEF"]
    await begun(realms, *(f"park {lot}" for lot in lots))
    shown = await realms.deacon.slash(realms.channel, "settlement build", settlement=TOWN, building="Library")
    # The good ones are those that no draft takes.
    assert not {f"1:{lot}" for lot in lots} & set(listed(shown))
    every = await press(realms, realms.deacon, shown, "Elsewhere…")
    assert listed(every)[:1] == ["1:A3"]
    last = await press(realms, realms.deacon, every, "More…")
    assert "F2 (drafted: Park)" in said(last)
    options = reply_of(last).components[0]["components"][0]["options"]
    assert options[-1]["description"].startswith("drafted: Park")

    await realms.stranger.slash(realms.channel, "campaign join")
    theirs = await realms.stranger.slash(
        realms.channel, "settlement build", settlement=TOWN, building="Library"
    )
    every = await press(realms, realms.stranger, theirs, "Elsewhere…")
    assert listed(every)[:1] == ["1:A1"]
    assert "drafted" not in said(theirs) + said(every)


async def test_drafts_and_a_persons_plan_are_told_apart_where_both_are_offered(realms: Table) -> None:
    await begun(realms)
    places = await realms.deacon.slash(realms.channel, "settlement build", settlement=TOWN, building="House")
    preview = await pick(realms, realms.deacon, places, listed(places)[0])
    assert {"Add to the drafts", "Add to my plan"} <= set(buttons(reply_of(preview)))
    assert "Drafts are the settlement's, for any month; your plan is yours" in said(preview)


async def test_once_its_step_is_over_the_next_months_limit_is_told(realms: Table) -> None:
    await begun(realms, step=MonthStep.TAXES)
    shown = said(await realms.deacon.slash(realms.channel, "settlement build", settlement=TOWN))
    assert "Buildings in the next Edict phase: 1, at Size 1" in shown
    assert "left this month" not in shown
    places = await realms.deacon.slash(
        realms.channel, "settlement build", settlement=TOWN, building="Library"
    )
    preview = await pick(realms, realms.deacon, places, listed(places)[0])
    assert "left after this" not in said(preview)


# -- who ----------------------------------------------------------------------------------------------


async def test_no_control_is_longer_than_discord_lets_it_be(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as made:
        _, hold_ = await planned(made, "house A1")
        assert len(hold_) <= 30
        longest = "|".join(("?plan_place", "r" * 30, "magical_streetlamps", "999999"))
        added = "|".join(("plan_add", "r" * 30, "magical_streetlamps", "50:C3+D3+C4+D4", "999999"))
        advised = "|".join(("advice_page", "k", "r" * 30, "999999", "stability", "99"))
        assert max(map(len, (longest, added, advised))) <= 100


# -- advice -------------------------------------------------------------------------------------------


async def test_advice_is_private_sorted_and_chooses_nothing(each_realms: Table) -> None:
    await begun(each_realms)
    before = await entries(each_realms)
    shown = await each_realms.deacon.slash(each_realms.channel, "settlement advise")
    assert is_private(shown)
    for line in (
        "What Tarn could build",
        "Treasury: 498 BP",
        "Buildings left this month: 1",
        "Sorted by price: 1 to 12 of ",
        "**Tenement** · 1 BP",
        "-# Unrest +2",
    ):
        assert line in said(shown)
    for word in ("best", "recommend", "should"):
        assert word not in said(shown).casefold()
    assert await entries(each_realms) == before

    # Advice has pages and another order after a restart.
    shown = await each_realms.deacon.slash(each_realms.channel, "settlement advise", points=20)
    assert "What 20 BP can buy" in said(shown)
    await each_realms.restart()
    second = await press(each_realms, each_realms.deacon, shown, "More…")
    assert "Sorted by price: 13 to" in said(second)
    first = await press(each_realms, each_realms.deacon, second, "Previous page")
    assert "Sorted by price: 1 to 12" in said(first)
    by_loyalty = await pick(each_realms, each_realms.deacon, first, "loyalty")
    assert "Sorted by Loyalty: 1 to 12" in said(by_loyalty)
    each = await pick(each_realms, each_realms.deacon, by_loyalty, "per_bp")
    assert "a BP" in said(each)
    assert "The total is Economy, Loyalty and Stability" in said(each)

    # Advice for one settlement and for none.
    shown = await each_realms.deacon.slash(
        each_realms.channel, "settlement advise", settlement=TOWN, points=1, sort="value"
    )
    assert "What Tarn Hold could build" in said(shown)
    nothing = await each_realms.deacon.slash(each_realms.channel, "settlement advise", points=0)
    assert "You can't build anything for that." in said(nothing)
    assert "The kingdom has no settlement called “Nowhere”." in await refused(
        each_realms, each_realms.deacon, "settlement advise", settlement="Nowhere"
    )
    found = await each_realms.deacon.autocomplete(
        each_realms.channel, "settlement advise", "settlement", "tarn"
    )
    assert [each["name"] for each in found] == [TOWN]

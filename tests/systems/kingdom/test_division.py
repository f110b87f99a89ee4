"""Who could do what in a new kingdom: suggested once, accepted by a game master or taken by the players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.system import World
from bot.errors import NotAllowed
from bot.systems.kingdom.book import AREAS, Area, Phase, Role, Task
from bot.systems.kingdom.founding.rules import FoundKingdom
from bot.systems.kingdom.leaders.division import KeepTasks, ShareTasks, TakeShare, divided, suggested
from bot.systems.kingdom.leaders.rules import AssignLeader, EditLeader
from bot.systems.kingdom.month.course import OpenMonth
from bot.systems.kingdom.settings import ROLE_TAKING
from bot.systems.kingdom.state import Kingdom, Share
from bot.systems.kingdom.steps import DIVISION, players
from tests.systems.adventuria.arrivals import decide
from tests.systems.kingdom.drafting import draft, drawing
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    TARN,
    WREN,
    by,
    everybody,
    kingdom_of,
    leader,
    month,
    play,
    played,
    require_refused,
    scene,
    waiting,
)
from tests.systems.kingdom.scenes import tarn as state
from tests.systems.kingdom.test_sheets_at_the_table import founded as found_at_the_table
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import GAME_MASTERS, Table, press_on, text

SUGGESTED = (
    Share(Area.EDICTS, DEACON),
    Share(Area.CLAIMS, WREN),
    Share(Area.BUILDING, DEACON),
    Share(Area.TREASURY, WREN),
)


def founded() -> World:
    """Tarn just founded, with two players and no leader."""
    return played(drawing(), FoundKingdom(TARN, "Hold"))


def asked_for(kingdom: Kingdom, area: Area) -> int | None:
    """Who is asked first for an area's tasks."""
    (found,) = {next(iter(players(kingdom, task)), None) for task in AREAS[area][1]}
    return found


def test_a_kingdom_founded_with_its_people_suggests_who_could_do_what() -> None:
    assert suggested(kingdom_of(founded())) == SUGGESTED
    (step,) = (each for each in waiting(TARN, kingdom_of(founded())) if each.name == DIVISION)
    assert [each.label for each in step.choices] == [
        "Share the tasks",
        "Take edicts",
        "Take claims and improvements",
        "Take building",
        "Take treasury",
        "Leave the tasks",
    ]


def test_who_holds_a_role_keeps_its_area_and_the_rest_goes_to_who_has_least() -> None:
    both = (leader(Role.TREASURER, DEACON), leader(Role.MARSHAL, DEACON), leader(Role.RULER, DEACON))
    shares = {each.area: each.player for each in divided(draft(leaders=both), (DEACON, WREN))}
    assert shares == {Area.EDICTS: DEACON, Area.CLAIMS: DEACON, Area.BUILDING: WREN, Area.TREASURY: WREN}


def test_nothing_is_suggested_to_one_person_alone_or_where_it_is_so_already() -> None:
    assert divided(draft(), (DEACON,)) == ()
    held = (
        leader(Role.RULER, DEACON),
        leader(Role.TREASURER, WREN),
        leader(Role.COUNCILOR, DEACON),
        leader(Role.MARSHAL, WREN),
    )
    duties = {Task.HEXES: (Role.MARSHAL,), Task.TERRAIN: (Role.MARSHAL,)}
    at = played(drawing(draft(leaders=held, duties=duties)), FoundKingdom(TARN, "Hold"))
    assert not suggested(kingdom_of(at))


def test_a_game_master_shares_the_tasks_with_one_press() -> None:
    kingdom = kingdom_of(played(founded(), ShareTasks(TARN)))
    assert {area: asked_for(kingdom, area) for area in Area} == {each.area: each.player for each in SUGGESTED}
    # One role each is enough: the second area goes with the first one's.
    assert {(each.role, each.player) for each in kingdom.leaders} == {
        (Role.RULER, DEACON),
        (Role.MARSHAL, WREN),
    }
    assert not suggested(kingdom)


def test_a_player_takes_an_area_for_themself_also_one_meant_for_another() -> None:
    kingdom = kingdom_of(played(by(founded(), WREN), TakeShare(TARN, Area.EDICTS)))
    assert asked_for(kingdom, Area.EDICTS) == WREN
    # As the Ruler they are asked for whatever nobody else has: what was for them needs no answer.
    assert suggested(kingdom) == (Share(Area.BUILDING, DEACON),)
    require_refused(scene(kingdom, actor=DEACON), TakeShare(TARN, Area.EDICTS), "division.taken")


def test_the_division_is_suggested_once_and_never_again() -> None:
    kept = kingdom_of(played(founded(), KeepTasks(TARN)))
    opened = kingdom_of(played(founded(), OpenMonth(TARN)))
    later = state(division=SUGGESTED, month=month(Phase.BEFORE, number=2))
    for kingdom in (kept, opened, later):
        assert not suggested(kingdom)
        require_refused(scene(kingdom), ShareTasks(TARN), "division.over")


def test_whoever_left_meanwhile_is_given_nothing() -> None:
    without = replace(founded(), campaign=replace(CAMPAIGN, players=(DEACON,)))
    kingdom = kingdom_of(played(without, ShareTasks(TARN)))
    assert {each.player for each in kingdom.leaders} == {DEACON}


def test_nobody_is_given_a_role_that_another_holds() -> None:
    others = everybody(None, 10)
    at = played(drawing(draft(leaders=others)), FoundKingdom(TARN, "Hold"))
    require_refused(at, ShareTasks(TARN), "division.no_role")


def test_a_player_names_the_character_that_is_called_like_its_role() -> None:
    shared = by(played(founded(), ShareTasks(TARN)), WREN)
    named = played(shared, EditLeader(TARN, Role.MARSHAL, name="Rook"))
    assert kingdom_of(named).held_by(Role.MARSHAL)[0].name == "Rook"
    require_refused(named, EditLeader(TARN, Role.MARSHAL, name="Bran"), "leaders.only_game_masters_rename")
    with pytest.raises(NotAllowed):
        play(shared, EditLeader(TARN, Role.RULER, name="Bran"))
    assert kingdom_of(played(shared, AssignLeader(TARN, Role.WARDEN, "Ilse", WREN))).held_by(Role.WARDEN)


# -- at the table ---------------------------------------------------------------------------------------


async def test_the_founding_card_suggests_the_division_and_one_press_accepts_it(realms: Table) -> None:
    card = await found_at_the_table(realms)
    told = text(card)
    assert (
        f"Suggested, and asked only once: Edicts {realms.deacon.mention} · "
        f"Claims and improvements {realms.wren.mention}"
    ) in told
    assert GAME_MASTERS in buttons(card)
    before = await entries(realms)
    assert is_private(await realms.deacon.click(card, label=GAME_MASTERS))
    assert await entries(realms) == before
    await realms.restart()
    await press_on(realms.gm, card, "Share the tasks")
    await realms.settle()
    told = text(realms.last())
    assert f"**Edicts**: {realms.deacon.mention}, Ruler" in told
    assert f"**Treasury**: {realms.wren.mention}, Marshal" in told
    assert "Suggested" not in told


async def test_a_player_takes_an_area_with_one_press_or_asks_where_consent_is_wanted(realms: Table) -> None:
    card = await found_at_the_table(realms)
    await press_on(realms.wren, card, "Take treasury")
    await realms.settle()
    assert f"**Treasury**: {realms.wren.mention}, Treasurer" in text(realms.last())
    card = realms.last()
    await decide(realms, ROLE_TAKING, "consent")
    await realms.settle()
    await press_on(realms.deacon, card, "Take edicts")
    await realms.settle()
    assert realms.last().embeds[0].title == "Edicts of Tarn"
    await press_on(realms.gm, realms.last(), "Accept")
    await realms.settle()
    assert f"**Edicts**: {realms.deacon.mention}, Ruler" in text(realms.last())

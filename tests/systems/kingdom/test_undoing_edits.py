"""What an undo says of a small edit: what changes of a leader, a building or an army, not that it goes."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Ability, BuildingType, MonthStep, Role, Stage, Terrain
from bot.systems.kingdom.land.edits import DrawMap, SetHexes
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.leaders.leaving import LoseLeader, SwitchRole
from bot.systems.kingdom.leaders.rules import EditLeader
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.edicts import RaiseArmy
from bot.systems.kingdom.month.rules import CloseMonth, RollStability
from bot.systems.kingdom.towns.corrections import DamageBuilding, PlaceBuilding
from tests.systems.kingdom.months_table import DEACONS, WRENS, act, state_of, tarn, tarn_at
from tests.systems.second_kingdom.evening import buttons, entries
from tests.tables import Table, reply_of, said, text


async def undone(table: Table) -> list[str]:
    """What undoing the last entry is said to change, and is said to have changed once it is done."""
    shown = await table.gm.slash(table.channel, "undo")
    lines = said(shown).splitlines()
    await table.gm.click(reply_of(shown), custom_id=_first(reply_of(shown)))
    await table.settle()
    back = max((each for each in table.messages() if "undoes #" in text(each)), key=lambda each: each.id)
    if "What changed…" in buttons(back):
        lines += said(await table.wren.click(back, label="What changed…")).splitlines()
    return [*lines, *text(back).splitlines()]


def _first(message: Any) -> str:
    return str(message.components[0]["components"][0]["custom_id"])


async def test_an_edit_of_a_leader_goes_back_part_by_part(realms: Table) -> None:
    id_ = await tarn(realms)
    await act(realms, EditLeader(id_, Role.WARDEN, scores={Ability.CON: 18}, has_leadership=True, ranks=5))
    lines = await undone(realms)
    for line in (
        "**Warden**'s Constitution will go back from 18 to 14.",
        "**Warden**'s ranks will go back from 5 to 0.",
        "Warden will be without the Leadership feat again.",
        "**Warden**'s Constitution went back from 18 to 14.",
        "Warden is without the Leadership feat again.",
    ):
        assert line in lines
    assert not [each for each in lines if "removed" in each or "back in" in each.casefold()]


async def test_a_leader_renamed_moved_or_lost_is_the_same(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.LEADERSHIP)
    await act(realms, EditLeader(id_, Role.WARDEN, name="Oswin"))
    assert "**Oswin**'s name will go back from Oswin to Warden." in await undone(realms)
    await act(realms, SwitchRole(id_, Role.WARDEN, Role.GENERAL))
    assert "**Warden**'s role will go back from General to Warden." in await undone(realms)
    await act(realms, LoseLeader(id_, Role.WARDEN))
    assert "Warden will be alive again." in await undone(realms)
    # Who left is no leader any more: that one comes back whole.
    await act(realms, LoseLeader(id_, Role.WARDEN, at_once=True))
    assert any("will be back in **Tarn**'s leaders." in each for each in await undone(realms))


async def test_a_building_is_intact_again_where_it_stands(realms: Table) -> None:
    id_ = await tarn(realms)
    town = (await state_of(realms)).capital
    assert town is not None
    for building, place in (("house", "A1"), ("inn", "B1")):
        await act(realms, PlaceBuilding(town, building, place, "It stood there", id_, is_legal=False))
    await act(realms, DamageBuilding(town, "house", "A fire", id_))
    lines = await undone(realms)
    house = BuildingType.HOUSE.label
    assert f"{house} at A1 in Tarn Hold will be intact again." in lines
    assert f"{house} at A1 in Tarn Hold is intact again." in lines
    assert not [each for each in lines if "removed" in each or "back in" in each.casefold()]


async def test_an_army_eats_again_what_it_did(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.ARMIES)
    await act(realms, RaiseArmy(id_, "Legion", 3, "Spears of *oak*"))
    await act(realms, RaiseArmy(id_, "Legion", 2, "Shields"))
    lines = await undone(realms)
    assert "**Legion**'s Consumption will go back from 2 to 3." in lines
    # The words of a note are nobody's to repeat.
    assert "**Legion**'s note will go back to the earlier text." in lines


async def test_an_undo_shows_which_numbers_of_the_kingdom_change(realms: Table) -> None:
    id_ = await tarn(realms)
    town = (await state_of(realms)).capital
    assert town is not None
    shown = await realms.gm.slash(
        realms.channel, "settlement place", settlement="Tarn Hold", building="Jail", place="C1"
    )
    await realms.settle()
    assert "Jail" in text(realms.last()), said(shown)
    told = said(await realms.gm.slash(realms.channel, "undo"))
    assert "Jail at C1 will be removed from **Tarn Hold**'s buildings." in told
    assert "Treasury 34 → **48** BP" in told
    assert "Loyalty 5 → **3**" in told
    assert "1:C1" not in told
    assert id_ not in told


async def test_a_hex_goes_by_what_the_group_calls_it(realms: Table) -> None:
    await act(realms, DrawMap(3, 2, Terrain.FOREST, is_revealed=True))
    await act(realms, SetHexes("C1", label="Foxwood"))
    await act(realms, SetHexes("C1", terrain=Terrain.HILLS))
    lines = await undone(realms)
    assert any("terrain of C1 Foxwood will go back from Hills to Forest" in each for each in lines), lines
    assert not [each for each in lines if "2,0" in each]


async def test_dice_after_an_undo_say_so_only_where_dice_were_undone(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.STABILITY)
    await act(realms, EditLeader(id_, Role.WARDEN, ranks=5))
    await undone(realms)
    await act(realms, RollStability(id_))
    await realms.settle()
    assert "Stability" in text(realms.last())
    assert "Rolled again" not in text(realms.last())
    assert not [each for each in realms.messages(realms.secret) if "Rolled again" in text(each)]
    await undone(realms)
    await act(realms, RollStability(id_))
    await realms.settle()
    assert "Rolled again after #" in text(realms.last())


async def test_an_undo_says_where_the_month_stands_and_lists_no_finished_steps(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.CLOSE)
    await act(realms, CloseMonth(id_))
    lines = await undone(realms)
    assert lines[1] == "Month 1 will be open again, at Event."
    assert [each for each in realms.messages() if "Month 1 is open again, at Event." in text(each)]
    await realms.gm.slash(realms.channel, "redo")
    await act(realms, CloseMonth(id_))
    await act(realms, OpenMonth(id_))
    lines = await undone(realms)
    assert "Month 2 will be yet to open." in lines
    assert "Nothing else will change." in lines
    await act(realms, OpenMonth(id_))
    await act(realms, SkipTo(id_, MonthStep.EDICTS, "Not now"))
    assert "Month 2 will be at Stability check again." in await undone(realms)
    assert not any("finished steps" in text(each) for each in realms.messages())


async def test_an_undone_founding_takes_along_the_hexes_that_were_given_since(realms: Table) -> None:
    id_ = await tarn(realms)
    founding = await entries(realms) - len((*DEACONS, *WRENS))
    known = SetHexes("1,0", Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True)
    await act(realms, known)
    await act(realms, GiveHexes(id_, "1,0", "A fief"))
    shown = await realms.gm.slash(realms.channel, "undo", entry=founding)
    await realms.gm.click(reply_of(shown), custom_id=_first(reply_of(shown)))
    await realms.settle()
    assert (await state_of(realms)).stage is Stage.FOUNDING
    panel = await realms.gm.slash(realms.channel, "hex show", hex="1,0")
    assert "Tarn" not in said(panel)


async def test_a_roll_that_goes_reads_as_one(realms: Table) -> None:
    id_ = await tarn_at(realms, MonthStep.STABILITY)
    await act(realms, RollStability(id_))
    (rolled,) = (await state_of(realms)).month.rolls
    how = "successful" if rolled.is_success else "failed"
    roll = f"the {how} roll of {rolled.total} against {rolled.dc}"
    lines = await undone(realms)
    assert f"{roll} will be removed from **Tarn**'s rolls this month." in lines
    assert f"Removed from **Tarn**'s rolls this month: {roll}." in lines

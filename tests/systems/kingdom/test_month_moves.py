"""The moves of a month put together: chosen from two lists, shown together, done with one press."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count, groupby
from typing import Any

import pytest

from bot.engine.pace import WAITS
from bot.engine.people import Actor
from bot.engine.record import Choice, Step
from bot.engine.system import Scope
from bot.errors import NotAllowed, UserError
from bot.play import Request
from bot.systems.kingdom.book import Improvement, MonthStep, Terrain
from bot.systems.kingdom.kingdom_view import is_game_masters, public_controls
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.month.move_cards import HEXES, MOVES, ONLY
from bot.systems.kingdom.settings import EDICT_ORDER
from bot.systems.table.settings.rules import ChangeSetting
from tests.refusals import refuses
from tests.systems.kingdom.income_table import act, at, stage, tarn
from tests.systems.kingdom.months_table import tarn as founded
from tests.systems.kingdom.stock import shown
from tests.systems.kingdom.test_claims_at_the_table import EAST, FIRST, hill
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, press_on, reply_of, said, text


async def moves(table: Table, who: Any) -> Any:
    return reply_of(await who.slash(table.channel, "kingdom month"))


def listed(message: Any, name: str) -> Any:
    """The list of that name on a message."""
    parts = (part for row in message.components for part in row["components"])
    return next(each for each in parts if f"|{name}|" in each["custom_id"] and MOVES in each["custom_id"])


def values(message: Any, name: str, deed: str) -> list[str]:
    return [each["value"] for each in listed(message, name)["options"] if each["value"].startswith(deed)]


async def choose(who: Any, message: Any, name: str, *chosen: str) -> Any:
    return await who.select(message, values=list(chosen), custom_id=listed(message, name)["custom_id"])


async def test_moves_of_a_month_are_put_together_and_done_with_one_press(realms: Table) -> None:
    await hill(realms, MonthStep.TERRAIN)
    page = await moves(realms, realms.deacon)
    before, treasury = await entries(realms), (await tarn(realms)).treasury
    shown = await choose(realms.deacon, page, HEXES, f"improve/{EAST}/farm")
    assert is_private(shown)
    added = await choose(realms.deacon, reply_of(shown), HEXES, f"improve/{FIRST}/road")
    assert "builds a Farm in Far Hill" in said(added)
    assert "builds a Road in 10,0" in said(added)
    assert await entries(realms) == before
    # One of it, or all of it, can be taken back.
    listed_ = next(
        part for row in reply_of(added).components for part in row["components"]
        if "moves_drop" in part["custom_id"]
    )  # fmt: skip
    assert [each["label"] for each in listed_["options"]] == [
        "1. Build it: Farm Far Hill", "2. Build it: Road 10,0",
    ]  # fmt: skip
    one = await realms.deacon.select(reply_of(added), values=["1"], custom_id=listed_["custom_id"])
    assert ("Farm" in said(one), "builds a Road" in said(one)) == (True, False)
    assert "Build it" in buttons(reply_of(one))
    over = await press_on(realms.deacon, reply_of(one), "Start over")
    assert "month 1" in said(over)
    shown = await choose(realms.deacon, reply_of(over), HEXES, f"improve/{EAST}/farm")
    added = await choose(realms.deacon, reply_of(shown), HEXES, f"improve/{FIRST}/road")
    (done,) = (each for each in buttons(reply_of(added)) if each.startswith("Do all"))
    assert re.fullmatch(r"Do all 2 for \d+ BP", done)
    assert f"{done}?" in said(added)
    await press_on(realms.deacon, reply_of(added), done)
    await realms.settle()
    assert await entries(realms) == before + 2
    assert (await tarn(realms)).treasury < treasury


async def test_moves_are_their_own_persons_outlast_a_restart_and_are_on_no_plan(realms: Table) -> None:
    await hill(realms, MonthStep.TERRAIN)
    shown = await choose(realms.deacon, await moves(realms, realms.deacon), HEXES, f"improve/{EAST}/farm")
    assert "Your plan is empty." in said(await realms.deacon.slash(realms.channel, "edict plan"))
    offer = listed(reply_of(shown), HEXES)["custom_id"].rpartition("|")[2]
    with refuses("offer.not_yours"):
        await realms.bot.play.kept(Actor(realms.gm.id), offer)
    await realms.restart()
    added = await choose(realms.deacon, reply_of(shown), HEXES, f"improve/{FIRST}/road")
    assert "builds a Farm in Far Hill" in said(added)
    assert "builds a Road in 10,0" in said(added)


async def test_what_was_done_takes_no_more_moves(realms: Table) -> None:
    id_ = await hill(realms, MonthStep.TERRAIN)
    shown = await choose(realms.deacon, await moves(realms, realms.deacon), HEXES, f"improve/{EAST}/farm")
    held = listed(reply_of(shown), HEXES)["custom_id"]
    await press_on(realms.deacon, reply_of(shown), "Build it")
    await realms.settle()
    before = await entries(realms)
    offer = held.rpartition("|")[2]
    with refuses("offer.taken") as refusal:
        await realms.bot.play.kept(Actor(realms.deacon.id), offer)
    assert refusal.value.code == "offer.taken"
    assert (await entries(realms), id_ in held) == (before, True)


async def wide(table: Table) -> None:
    """Tarn with more to claim and improve than a list holds, both steps open together."""
    await act(table, ChangeSetting(EDICT_ORDER.key, "any_order", "in_order"))
    id_ = await at(table, MonthStep.HEXES)
    own, free = (" ".join(f"{q},{r}" for q in range(11, 17)) for r in (0, 1))
    await act(table, SetHexes(own, Terrain.HILLS, has_lake=True), GiveHexes(id_, own))
    await act(table, SetHexes(free, Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True))


def kind_of(value: str) -> str:
    deed, _, what = value.partition("/")
    return what.partition("/")[2] or deed


def kinds_in(message: Any, name: str) -> list[str]:
    """The kinds of a list's lines, each where it begins."""
    return [kind for kind, _ in groupby(kind_of(each["value"]) for each in listed(message, name)["options"])]


def by_kind(message: Any) -> Any:
    """The list that keeps to one kind."""
    parts = (part for row in message.components for part in row["components"])
    return next(each for each in parts if f"{ONLY}|" in each["custom_id"])


async def test_what_is_done_in_hexes_stands_by_its_kind(realms: Table) -> None:
    await wide(realms)
    page = await moves(realms, realms.deacon)
    kinds = kinds_in(page, HEXES)
    assert kinds[0] == "claim"
    assert len(set(kinds)) == len(kinds) > 3
    # The book's order.
    assert kinds[1:] == [each for each in Improvement if each in kinds]
    assert len(listed(page, HEXES)["options"]) == 25


async def test_first_the_kind_is_chosen_then_the_place(realms: Table) -> None:
    await wide(realms)
    page = await moves(realms, realms.deacon)
    only = by_kind(page)
    labels = [each["label"] for each in only["options"]]
    assert labels[:2] == ["Everything", "Claims: 7 hexes"]
    assert "Farm: 7 hexes" in labels
    farms = reply_of(await realms.deacon.select(page, values=["farm"], custom_id=only["custom_id"]))
    assert kinds_in(farms, HEXES) == ["farm"]
    assert listed(farms, HEXES)["placeholder"] == "Farm in which hexes…"
    assert "month 1: Edict" in text(farms)
    # What was chosen stays where another kind is looked for.
    shown = reply_of(await choose(realms.deacon, farms, HEXES, "improve/11,0/farm"))
    chosen = {"values": ["claim"], "custom_id": by_kind(shown)["custom_id"]}
    claims = reply_of(await realms.deacon.select(shown, **chosen))
    assert kinds_in(claims, HEXES) == ["claim"]
    assert "builds a Farm" in text(claims)
    await press_on(realms.deacon, claims, "Build it")
    await realms.settle()
    assert any("builds a Farm in 11,0" in text(each) for each in realms.messages())


async def test_the_lists_have_only_what_is_the_askers_to_decide(realms: Table) -> None:
    await hill(realms)
    assert MOVES in str((await moves(realms, realms.deacon)).components)
    assert MOVES not in str((await moves(realms, realms.wren)).components)


def pressed_on(message: Any) -> set[tuple[str, str]]:
    """Step and choice of everything that a message offers to press, in its lists too."""
    parts = [part for row in message.components for part in _plain(row)["components"]]
    ids = [part["custom_id"] for part in parts]
    ids += [option["value"] for part in parts for option in part.get("options", ())]
    found = (each.split("|") for each in ids)
    return {(args[2], args[4]) for args in found if args[0] in ("do", "ask") and len(args) == 5}


def _plain(row: Any) -> Any:
    return row if isinstance(row, dict) else row.to_dict()


async def _is_allowed(table: Table, who: Any, action: Any) -> bool:
    """Whether the rules let that person do it, whatever else speaks against it now."""
    request = Request(next(_IDS), table.guild.id, table.channel.id)
    try:
        shown = await table.bot.play.preview(Actor(who.id), request, [action])
    except NotAllowed:
        return False
    except UserError:
        return True
    return not any(isinstance(each, NotAllowed) for deed in shown.deeds for each in deed.refusals)


_IDS = count(5_000_000)
ROLES = ("gm", "deacon", "wren", "stranger")


@pytest.mark.parametrize(
    "step",
    [MonthStep.OPEN, MonthStep.STABILITY, MonthStep.HEXES, MonthStep.TAXES, MonthStep.EVENT, MonthStep.CLOSE],
)
async def test_everybodys_page_of_the_month_has_only_what_they_may_press(
    realms: Table, step: MonthStep
) -> None:
    id_ = await at(realms, step)
    request = Request(next(_IDS), realms.guild.id, realms.channel.id)
    view = await realms.bot.play.look(Actor(realms.gm.id), request, Scope(ids=(id_,), links=True))
    choices = {(s.name, c.key): c.action for s in view.records[id_].steps for c in s.choices}
    assert choices
    for role in ROLES:
        who = getattr(realms, role)
        offered = pressed_on(reply_of(await who.slash(realms.channel, "kingdom month")))
        may = {key for key, action in choices.items() if await _is_allowed(realms, who, action)}
        assert offered == may, role


async def test_a_public_card_has_game_masters_moves_behind_one_button(realms: Table) -> None:
    await at(realms, MonthStep.EVENT)
    record = await shown(stage(realms), "Tarn")
    ends = (Choice("happy", "It ended well", None), Choice("sad", "It ended badly", None))
    waits = Step("event-1", "Tarn: how it turned out", None, ends, 1, silent=WAITS)
    assert is_game_masters(waits)
    own, _ = public_controls(record)
    both, menus = public_controls(replace(record, steps=(*record.steps, waits)))
    assert [each.label for each in both] == [*(each.label for each in own), "Game master…"]
    assert not menus


# -- help ---------------------------------------------------------------------------------------------


async def test_help_begins_with_the_month_for_whoever_leads(realms: Table) -> None:
    await at(realms, MonthStep.HEXES)
    helped = await realms.deacon.slash(realms.channel, "help")
    first = str(reply_of(helped).embeds[0].description).splitlines()[0]
    assert first.startswith("**Your kingdom:** `/kingdom month`")
    assert "month" in said(await press_on(realms.deacon, reply_of(helped), "My moves"))
    await realms.stranger.slash(realms.channel, "campaign join")
    assert "Your kingdom" not in said(await realms.stranger.slash(realms.channel, "help"))


async def test_any_leader_sees_in_waiting_and_help_that_a_month_can_be_opened(realms: Table) -> None:
    await founded(realms)
    for command in ("waiting", "help"):
        told = await realms.wren.slash(realms.channel, command)
        assert "You can open month 1 of Tarn." in said(told)
        # The capital's first building comes before it.
        assert "Tarn Hold has no building yet" in said(told)
        assert {"Build…", "Open the month"} <= set(buttons(reply_of(told)))
    told = await realms.gm.slash(realms.channel, "waiting")
    assert "You can open" not in said(told)
    asked = await press_on(
        realms.wren, reply_of(await realms.wren.slash(realms.channel, "waiting")), "Open the month"
    )
    await press_on(realms.wren, reply_of(asked), "Open the month anyway")
    await realms.settle()
    assert "You can open" not in said(await realms.wren.slash(realms.channel, "waiting"))

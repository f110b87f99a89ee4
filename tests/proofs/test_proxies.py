"""Who acts for somebody away: the proxy whom they named, at all that is asked of them, and nobody else."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.declare import Person as Named
from bot.engine.people import Actor
from bot.play.views import STANDS_IN
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.settings import WHO_ROLLS
from bot.systems.table.pace.rules import GoAway
from bot.systems.table.settings.rules import ChangeSetting
from tests.harness.raw import Delivered
from tests.harness.world import Json, Person
from tests.stages import Stage, marks
from tests.systems.kingdom.stock import kingdom_at
from tests.systems.second_kingdom.playbook import challenge
from tests.systems.sovereign.stock import character, delving


async def act(stage: Stage, by: Person, action: Any) -> None:
    """Something done past Discord."""
    request = stage.request(int(stage.slash("campaign", by=by)["id"]))
    await stage.bot.play.act(Actor(by.id), request, action)
    await stage.settle()


@pytest.fixture
async def away(sqlite_stage: Stage) -> Stage:
    """Deacon is away, and the stranger, who has joined and plays nobody, acts for him."""
    await sqlite_stage.do("campaign join", by=sqlite_stage.stranger)
    # Each step of a kingdom is its leader's alone.
    await act(sqlite_stage, sqlite_stage.gm, ChangeSetting(WHO_ROLLS.key, "rolls", "anyone"))
    await act(sqlite_stage, sqlite_stage.deacon, GoAway(proxy=Named(sqlite_stage.stranger.id)))
    return sqlite_stage


async def refused(stage: Stage, payload: Json, saying: str = "") -> None:
    """It is refused, for its sender's eyes alone, and changes nothing."""
    came = await stage.feeder.deliver(payload)
    assert await stage.of(payload) == []
    assert came.answer.data["flags"] == 64
    assert saying in json.dumps(came.answer.data, ensure_ascii=False)


async def for_deacon(stage: Stage, payload: Json) -> Delivered:
    """It is the proxy's deed on Deacon's behalf, and everybody reads that."""
    came = await stage.feeder.deliver(payload)
    await stage.settle()
    entries = await stage.of(payload)
    assert entries, came.answer.data
    (entry,) = entries
    assert (entry.actor_id, entry.on_behalf_of) == (stage.stranger.id, stage.deacon.id)
    assert STANDS_IN in entry.events
    shown = [each for each in stage.server.messages.kept.values() if f"#{entry.number}" in marks(each)]
    told = f"<@{stage.stranger.id}> acts for <@{stage.deacon.id}>, as their proxy."
    assert told in json.dumps(shown, ensure_ascii=False)
    assert json.dumps(shown).count(" for <@") == 1
    return came


def beside(stage: Stage, label: str, key: str, by: Person) -> Json:
    """A press on another choice of the step at which that button stands."""
    custom_id, _ = stage.button(label)
    return stage.say.press("|".join((*custom_id.split("|")[:-1], key)), user=by)


async def test_the_proxy_presses_a_buttons_for_who_is_away_and_nobody_else_does(away: Stage) -> None:
    await challenge(away)
    await refused(away, away.press("Roll", by=away.wren))
    await for_deacon(away, away.press("Roll", by=away.stranger))


async def test_what_is_the_game_masters_is_no_proxys(away: Stage) -> None:
    await challenge(away)
    await refused(away, beside(away, "Roll", "withdraw", away.stranger))
    theirs = beside(away, "Roll", "withdraw", away.gm)
    await away.feeder.deliver(theirs)
    (entry,) = await away.of(theirs)
    assert (entry.actor_id, entry.on_behalf_of) == (away.gm.id, None)


async def test_a_game_master_who_is_the_proxy_stays_a_game_master(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await act(stage, stage.deacon, GoAway(proxy=Named(stage.gm.id)))
    await challenge(stage)
    theirs = beside(stage, "Roll", "withdraw", stage.gm)
    await stage.feeder.deliver(theirs)
    (entry,) = await stage.of(theirs)
    assert (entry.actor_id, entry.on_behalf_of) == (stage.gm.id, None)
    assert STANDS_IN not in entry.events


async def test_once_they_are_back_nobody_acts_for_them(away: Stage) -> None:
    await challenge(away)
    await act(away, away.deacon, GoAway(back=True))
    await refused(away, away.press("Roll", by=away.stranger))
    own = away.press("Roll", by=away.deacon)
    await away.feeder.deliver(own)
    (entry,) = await away.of(own)
    assert (entry.actor_id, entry.on_behalf_of) == (away.deacon.id, None)


async def listed(stage: Stage, by: Person) -> bool:
    """Whether the challenge is in the list of what waits for that person."""
    told = (await stage.do("waiting", by=by, mine=True)).answer.data
    return "Leap" in json.dumps(told)


async def test_who_stands_in_sees_what_waits_for_the_other_as_long_as_they_are_away(
    sqlite_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, context = sqlite_stage, sqlite_stage.bot.play.context
    await act(stage, stage.deacon, GoAway(until="2 days", proxy=Named(stage.wren.id)))
    await challenge(stage)
    assert await listed(stage, stage.wren)
    assert not await listed(stage, stage.stranger)

    # Nobody has said anything since, and nothing was due.
    later = context.now() + timedelta(days=3)
    object.__setattr__(context, "now", lambda: later)
    assert not await listed(stage, stage.wren)
    assert await listed(stage, stage.deacon)


async def test_the_proxy_fills_in_a_form(away: Stage) -> None:
    await delving(away, await character(away))
    opened = await away.feeder.deliver(away.press("Say what you do…", by=away.stranger))
    assert opened.answer.data["title"].endswith(", Turn 1")
    barred = await away.feeder.deliver(away.press("Say what you do…", by=away.wren))
    assert barred.answer.data["flags"] == 64
    written = {"deed": ["search"], "words": "By the altar"}
    form = away.say.modal_submit(opened.answer.data["custom_id"], written, user=away.stranger)
    await for_deacon(away, form)


async def test_the_proxy_passes_for_them(away: Stage) -> None:
    await delving(away, await character(away))
    await refused(away, away.press("Pass", by=away.wren))
    await for_deacon(away, away.press("Pass", by=away.stranger))


async def test_the_proxy_fills_in_a_leaders_form(away: Stage) -> None:
    await kingdom_at(away, MonthStep.EDICTS)
    opened = await away.feeder.deliver(away.press("Set edicts…", by=away.stranger))
    assert opened.answer.data["custom_id"].startswith("tell|")
    written = {"holiday": ["none"], "promotion": ["token"], "taxation": ["light"]}
    await for_deacon(away, away.fill("Set edicts…", by=away.stranger, **written))


async def test_once_the_leader_is_back_their_form_is_theirs(away: Stage) -> None:
    await kingdom_at(away, MonthStep.EDICTS)
    await act(away, away.deacon, GoAway(back=True))
    written = {"holiday": ["none"], "promotion": ["token"], "taxation": ["light"]}
    await refused(away, away.fill("Set edicts…", by=away.stranger, **written))


async def test_the_proxy_takes_a_leaders_step_and_what_is_final_they_leave(away: Stage) -> None:
    await kingdom_at(away, MonthStep.OPEN)
    # A month whose capital has no building yet asks first.
    await refused(away, away.press("Open the month", by=away.stranger), "can't be taken back")

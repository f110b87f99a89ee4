"""Proofs 1 and 2: one interaction, one effect, however often it comes; as many of a crowd as are allowed."""

from __future__ import annotations

import sqlalchemy as sa

from bot.storage.journal import HOUSE, EntryRow
from bot.storage.models import journal
from tests.extent import ALL
from tests.harness.inputs import COMPONENT, MODAL
from tests.harness.world import Json
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Scenario, Stage, open_stage

# How many come at once: fifty at one control of each sort, else a few more than the rules let through.
MANY, FEW = 50, 5
MANY_AT = {
    "command": "second_kingdom.OpenChallenge",
    "button": "second_kingdom.RollChallenge",
    "list": "sovereign.UnloadItem",
    "form": "second_kingdom.SetRating",
}


def sort(payload: Json) -> str:
    """Of which sort a control is, by what it sends."""
    if payload["type"] == COMPONENT:
        return "list" if payload["data"].get("values") else "button"
    return "form" if payload["type"] == MODAL else "command"


async def test_a_crowd_has_as_many_effects_as_the_rules_allow_and_what_came_again_has_none(
    stage: Stage, scenario: Scenario, scenario_name: str
) -> None:
    """The first of the crowd comes five times at once; one that was done comes again after a restart."""
    payload = await scenario.payload(stage)
    has_many = MANY_AT[sort(payload)] == scenario_name
    assert has_many or scenario_name not in MANY_AT.values()
    few = FEW if scenario.repeats >= MANY else max(FEW, scenario.repeats + 2)
    many = MANY if ALL or has_many else few
    effects = min(scenario.repeats, many)
    before = len(await _of_people(stage))
    crowd = [payload, *(stage.say.again(payload) for _ in range(many - 1))]

    came = await stage.feeder.deliver_all([payload] * 4 + crowd)
    await stage.settle()

    assert all(one.answer.status < 300 for one in came)
    accepted = [call for call in came[0].calls if call.is_callback and call.status < 300]
    assert len(accepted) == 1
    by_interaction = {entry.interaction_id: entry for entry in await _of_people(stage)}
    done = [each for each in crowd if int(each["id"]) in by_interaction]
    assert len(done) == effects
    assert len(await _of_people(stage)) == before + effects
    entry = by_interaction[int(done[0]["id"])]
    assert shown_for(stage, entry.number, entry.channel_id) <= 1
    assert await stage.live_twice() == []
    assert await stage.told_wrongly() == []

    kept = await stage.entries()
    await stage.bot.close()
    async with open_stage(stage.address, packages=GAMES_OF_TESTS, begin=False) as later:
        again = await later.feeder.deliver(done[0])
        await later.settle()

        assert await later.entries() == kept
        said = str(again.answer.data)
        assert "already done" in said
        assert f"#{entry.number}" in said
        assert again.answer.data["flags"] == 64
        assert later.server.channel_messages() == []


async def _of_people(stage: Stage) -> list[EntryRow]:
    """The entries, without what the house does of itself, such as starting a thread."""
    return [entry for entry in await stage.entries() if entry.actor_id != HOUSE]


async def test_fifty_people_pressing_one_button_roll_once(stage: Stage) -> None:
    from tests.systems.second_kingdom.playbook import challenge

    await challenge(stage)
    custom_id, message = stage.button("Roll, spend 1")
    people = [stage.deacon, *(stage.world.person(number) for number in range(10, 59))]

    await stage.feeder.deliver_all([stage.say.press(custom_id, message, user=person) for person in people])

    rolls = [entry for entry in await stage.entries() if entry.action == "RollChallenge"]
    assert [entry.actor_id for entry in rolls] == [stage.deacon.id]


async def test_conviction_never_falls_below_zero_whatever_is_pressed_at_once(stage: Stage) -> None:
    """Three points of conviction; ten cards that would each spend one, pressed in the same moment."""
    from tests.systems.second_kingdom.playbook import hero

    name = await hero(stage)
    presses = []
    for _ in range(10):
        await stage.do("sk challenge", by=stage.gm, heroes=name, action="Leap", virtue="courage", rating=4)
        presses.append(stage.press("Roll, spend 1", by=stage.deacon))

    await stage.feeder.deliver_all(presses)

    rolls = [entry for entry in await stage.entries() if entry.action == "RollChallenge"]
    assert len(rolls) == 3
    sheet = await stage.do("sk sheet", by=stage.deacon, hero=name)
    assert "Conviction **0**" in str(sheet.answer.data)


async def test_entry_numbers_and_draws_have_no_gaps_after_a_crowd(stage: Stage) -> None:
    rolls = [stage.slash("roll", by=stage.deacon, dice="2d6") for _ in range(30)]
    nonsense = [stage.slash("roll", by=stage.deacon, dice="2x6") for _ in range(30)]

    await stage.feeder.deliver_all([each for pair in zip(rolls, nonsense, strict=True) for each in pair])

    entries = await stage.entries()
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    draws = [entry.drawing for entry in entries if entry.drawing is not None]
    assert draws == list(range(1, len(draws) + 1))
    interactions = await stage.bot.database.read(
        lambda c: c.execute(sa.select(sa.func.count(sa.distinct(journal.c.interaction_id)))).scalar()
    )
    assert interactions == len(entries)


def shown_for(stage: Stage, number: int, channel: int) -> int:
    """How many messages of that channel were posted for an entry."""
    marks = [
        embed["footer"]["text"].split(" · ")[0]
        for message in stage.server.messages.kept.values()
        if int(message["channel_id"]) == channel and not message["flags"] & 64
        for embed in message["embeds"]
        if "footer" in embed
    ]
    return marks.count(f"#{number}")

"""Proof: what waits for the game masters mentions one of them, once, and never for their own act."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.engine.record import RecordId
from bot.engine.settings import Setting
from bot.play import Outcome, commit
from bot.storage.address import Address
from bot.storage.journal import ChangeRow
from bot.storage.models import changes, earlier, messages, records
from bot.storage.outbox import MessageRow
from bot.storage.records import RecordRow
from bot.systems.second_kingdom.challenges.requests import DeclineRequest
from bot.systems.table.settings.rules import GAME_MASTERS, PINGS, POSTS
from tests.announced import Opened, opened
from tests.deliveries import Scene, lose_marks, restarted, scene
from tests.faults import CALLBACK, POST, Clock
from tests.harness.inputs import components
from tests.harness.raw import Delivered
from tests.harness.world import Json, Person
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Scenario, Stage, open_stage
from tests.systems.second_kingdom.stock import challenge, hero, panel
from tests.systems.table.library_playbook import proposed
from tests.systems.table.playbook import deciding, withdraw_proposal

__all__ = ["scene"]


async def left_to_do(stage: Stage) -> list[Opened]:
    """All that anybody's entries left for the game masters to do."""

    def read(connection: sa.Connection) -> list[Opened]:
        rows = [ChangeRow(*row) for row in connection.execute(sa.select(changes))]
        kept = [RecordRow(*row) for row in connection.execute(sa.select(records))]
        return list(opened(stage.bot.play.context, rows, kept))

    return await stage.bot.database.read(read)


async def mentioned(stage: Stage) -> dict[tuple[str, int], list[str]]:
    """By entry, for whom there were messages that notified the game master when they were posted for it."""
    who = str(stage.gm.id)
    rows = await stage.bot.database.read(lambda c: c.execute(sa.select(messages)).all())
    first = sa.select(earlier.c.message_id, sa.func.min(earlier.c.entry)).group_by(earlier.c.message_id)
    posted_for = dict(await stage.bot.database.read(lambda c: list(map(tuple, c.execute(first)))))
    sent = stage.server.messages.kept | stage.server.messages.deleted
    found: dict[tuple[str, int], list[str]] = {}
    for row in sorted(MessageRow(*row) for row in rows):
        if row.message_id in sent and who in [each["id"] for each in sent[row.message_id]["mentions"]]:
            entry = posted_for.get(row.message_id, row.entry)
            found.setdefault((row.campaign_id, entry), []).append(row.audience)
    return found


def pinging(stage: Stage, person: Person | None = None) -> list[Json]:
    """Every message that ever notified that person: the game master."""
    who = str((person or stage.gm).id)
    sent = (*stage.server.messages.kept.values(), *stage.server.messages.deleted.values())
    return [message for message in sent if who in [each["id"] for each in message["mentions"]]]


def slow_down(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on each message appears before the next thing is done."""
    deliver, act = stage.feeder.deliver, stage.bot.play.act
    is_answering = False

    async def slowly(*given: Any, **options: Any) -> Delivered:
        nonlocal is_answering
        is_answering = True
        came = await deliver(*given, **options)
        is_answering = False
        await stage.settle()
        return came

    async def acted(*given: Any) -> Outcome:
        outcome = await act(*given)
        if not is_answering:
            await stage.settle()
        return outcome

    monkeypatch.setattr(stage.feeder, "deliver", slowly)
    monkeypatch.setattr(stage.bot.play, "act", acted)


async def assert_mentions_one_once_for_what_players_leave_to_game_masters(stage: Stage) -> None:
    """Of a stage that was slowed down."""
    actors = {(entry.campaign_id, entry.number): entry.actor_id for entry in await stage.entries()}
    wanted = {(each.campaign, each.entry) for each in await left_to_do(stage)}
    found = await mentioned(stage)
    assert {key: len(found.get(key, ())) for key in wanted} == {
        key: int(actors[key] != stage.gm.id) for key in wanted
    }
    assert set(found) <= wanted


async def test_every_step_would_be_announced_whoever_opened_it(
    sqlite_stage: Stage, scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most steps of the scenarios are opened by the game master: here as if it were somebody else."""
    monkeypatch.setattr(commit, "_is_done_by_game_master", lambda _session: False)
    before = {(entry.campaign_id, entry.number) for entry in await sqlite_stage.entries()}
    slow_down(sqlite_stage, monkeypatch)
    await sqlite_stage.feeder.deliver(await scenario.payload(sqlite_stage))

    left = [each for each in await left_to_do(sqlite_stage) if each[:2] not in before]
    found = await mentioned(sqlite_stage)
    wanted = {(each.campaign, each.entry) for each in left}
    assert {key: len(found.get(key, ())) for key in wanted} == dict.fromkeys(wanted, 1)
    assert set(found) <= wanted


# -- once, and what comes after -----------------------------------------------------------------------


async def asked(stage: Stage) -> None:
    """A player asks for a challenge, which waits for its rating."""
    name = await hero(stage)
    await stage.do("sk ask", by=stage.deacon, hero=name, action="Leap", virtue="courage")
    await stage.settle()


async def press_first(stage: Stage, path: str, *, by: Person) -> None:
    """Use a command, and the one button of its preview."""
    preview = (await stage.do(path, by=by)).answer.data
    (custom_id,) = [found for part in components(preview) if (found := part.get("custom_id"))]
    await stage.feeder.deliver(stage.say.press(custom_id, user=by))
    await stage.settle()


async def test_a_card_that_is_redrawn_or_brought_up_mentions_nobody_again(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await asked(stage)
    (message,) = pinging(stage)
    assert message["content"].startswith(f"<@{stage.gm.id}>")
    listed = (await stage.do("waiting", by=stage.wren)).answer.data
    (select,) = [part for part in components(listed) if "options" in part]
    values = [select["options"][0]["value"]]
    await stage.feeder.deliver(stage.say.press(select["custom_id"], values=values, user=stage.wren))
    await stage.settle()

    assert "Leap" in str(stage.server.channel_messages()[-1])
    assert stage.server.channel_messages()[-1]["id"] != message["id"]
    assert pinging(stage) == [message]


@pytest.mark.parametrize("reaches", [True, False])
async def test_a_kill_and_a_redelivery_mention_nobody_twice(scene: Scene, reaches: bool) -> None:
    """Killed before it could write down what it sent, or before Discord took anything."""
    stage = scene.stage
    lose_marks(scene)
    if not reaches:
        scene.faults.refuse(f"{CALLBACK}|{POST}", 503, 0)
    payload = stage.slash("sk ask", by=stage.deacon, hero="Evander", action="Leap", virtue="courage")
    await stage.feeder.deliver(payload)
    await stage.settle()
    assert len(pinging(stage)) == int(reaches)
    scene.faults.mend()
    scene.clock.move(hours=1)

    for _ in range(2):
        async with restarted(scene) as feeder:
            await feeder.deliver(payload)
            assert len(pinging(stage)) == 1


async def test_what_was_settled_before_its_message_appeared_mentions_nobody(scene: Scene) -> None:
    stage = scene.stage
    scene.faults.refuse(f"{CALLBACK}|{POST}", 503, 0)
    await stage.do("sk ask", by=stage.deacon, hero="Evander", action="Leap", virtue="courage")
    (waits,) = [each for each in await left_to_do(stage) if each.step == "rating"]
    await stage.bot.play.act(Actor(stage.gm.id), stage.request(99), DeclineRequest(RecordId(waits.record)))
    scene.faults.mend()
    await scene.later(hours=1)

    assert "Leap" in str(stage.server.channel_messages())
    assert pinging(stage) == []


async def test_an_undo_or_redo_by_a_game_master_mentions_nobody(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await asked(stage)
    await stage.feeder.deliver(await stage.gm_fill("Decline", reason="Not now."))
    for path in ("undo", "redo", "undo"):
        await press_first(stage, path, by=stage.gm)

    assert [entry.action for entry in await stage.entries()][-3:] == ["Undo", "Redo", "Undo"]
    assert len(pinging(stage)) == 1


async def test_an_undo_by_a_player_mentions_a_game_master_for_what_waits_again(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await stage.feeder.deliver(await withdraw_proposal(stage))
    await stage.settle()
    assert len(pinging(stage)) == 1
    await press_first(stage, "undo", by=stage.deacon)

    assert [entry.action for entry in await stage.entries()][-2:] == ["WithdrawProposal", "Undo"]
    assert len(pinging(stage)) == 2


# -- where ----------------------------------------------------------------------------------------------


async def test_what_players_may_not_see_mentions_in_the_game_masters_channel_only(stage: Stage) -> None:
    await proposed(stage)

    (message,) = pinging(stage)
    assert int(message["channel_id"]) == stage.world.channels[1].id
    assert [each["content"] for each in stage.server.channel_messages() if each["content"]] == []


async def test_without_their_channel_what_is_announced_to_all_mentions_one_there(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await stage.do("campaign unbind", by=stage.gm, channel=str(stage.world.channels[1].id))
    await proposed(stage)

    (message,) = pinging(stage)
    assert int(message["channel_id"]) == stage.world.channels[0].id
    assert "/library show" in str(message)


# -- whom -----------------------------------------------------------------------------------------------


async def with_wren(stage: Stage) -> int:
    """Wren as a second game master; how often Wren is mentioned for that."""
    await stage.do("campaign gm add", by=stage.gm, player=stage.wren)
    await stage.settle()
    return len(pinging(stage, stage.wren))


async def test_the_game_master_who_last_acted_on_it_is_mentioned(sqlite_stage: Stage) -> None:
    """Marisol asks each challenge, Wren changes its rating, and Marisol acts elsewhere before the roll."""
    stage = sqlite_stage
    made = await with_wren(stage)
    for _ in range(60):
        await challenge(stage, rating=1)
        await panel(stage)
        await stage.feeder.deliver(stage.fill("Edit", by=stage.wren, virtue=["courage"], rating="2"))
        await stage.do("roll", by=stage.gm, dice="2d6")
        await stage.feeder.deliver(stage.press("Roll", by=stage.deacon))
        await stage.settle()
        if await left_to_do(stage):
            break

    assert [each.step for each in await left_to_do(stage)] == ["consequence"]
    assert (len(pinging(stage)), len(pinging(stage, stage.wren)) - made) == (0, 1)


@pytest.mark.parametrize("last", ["gm", "wren"])
async def test_for_what_none_of_them_acted_on_it_is_who_last_acted_at_all(
    sqlite_stage: Stage, last: str
) -> None:
    stage = sqlite_stage
    made = await with_wren(stage)
    for name in ("gm", "wren", last):
        await stage.do("roll", by=getattr(stage, name), dice="2d6")
    await asked(stage)

    wanted = {"gm": (1, 0), "wren": (0, 1)}[last]
    assert (len(pinging(stage)), len(pinging(stage, stage.wren)) - made) == wanted


async def test_who_leads_by_a_role_is_known_by_what_they_did(sqlite_stage: Stage) -> None:
    """Discord tells nobody who holds a role; only who leads can ask a hero for a challenge."""
    stage = sqlite_stage
    role = stage.world.roles[0]
    await stage.do("campaign gm add", by=stage.gm, role=role)
    leader = stage.world.person(40, role)
    name = await hero(stage)
    await stage.do("sk challenge", by=leader, heroes=name, action="Climb", virtue="courage", rating=9)
    await asked(stage)

    assert (len(pinging(stage)), len(pinging(stage, leader))) == (0, 1)


async def test_all_of_them_are_people_and_roles(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await stage.do("campaign gm add", by=stage.gm, role=stage.world.roles[0])
    await stage.do("campaign gm add", by=stage.gm, player=stage.wren)
    await stage.feeder.deliver(await deciding(stage, GAME_MASTERS, "all"))
    await asked(stage)

    (message,) = pinging(stage)
    assert {each["id"] for each in message["mentions"]} == {str(stage.gm.id), str(stage.wren.id)}
    assert message["mention_roles"] == [str(stage.world.roles[0].id)]


@pytest.mark.parametrize(("setting", "value"), [(GAME_MASTERS, "never"), (PINGS, "nobody")])
async def test_a_campaign_may_want_no_mention(sqlite_stage: Stage, setting: Setting, value: str) -> None:
    stage = sqlite_stage
    await stage.feeder.deliver(await deciding(stage, setting, value))
    await asked(stage)

    assert pinging(stage) == []


async def test_in_plain_text_the_mention_stands_before_the_text(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await stage.feeder.deliver(await deciding(stage, POSTS, "text"))
    await asked(stage)

    (message,) = pinging(stage)
    assert message["content"].startswith(f"<@{stage.gm.id}>")
    assert [each["id"] for each in message["mentions"]] == [str(stage.gm.id)]


# -- once a day -----------------------------------------------------------------------------------------


@pytest.fixture
async def days(sqlite_address: Address) -> AsyncIterator[Scene]:
    """A stage whose clock a test moves."""
    clock = Clock()
    async with open_stage(sqlite_address, packages=GAMES_OF_TESTS, now=clock) as stage:
        yield Scene(stage, clock)


async def daily(scene: Scene, **by: float) -> list[Json]:
    """Let time pass and list what waits; every list that there was."""
    scene.clock.move(**by)
    stage = scene.stage
    await stage.bot.play.post_digests()
    await stage.settle()
    return [message for message in pinging(stage) if "Waiting for the game masters" in str(message)]


async def test_a_digest_mentions_all_of_them_once_a_day_and_only_for_what_is_new(days: Scene) -> None:
    scene, stage = days, days.stage
    await stage.do("campaign gm add", by=stage.gm, role=stage.world.roles[0])
    await stage.feeder.deliver(await deciding(stage, GAME_MASTERS, "digest"))
    assert await daily(scene) == []
    await asked(stage)
    await proposed(stage)
    assert pinging(stage) == []

    (message,) = await daily(scene)
    assert int(message["channel_id"]) == stage.world.channels[1].id
    assert message["mention_roles"] == [str(stage.world.roles[0].id)]
    described = message["embeds"][0]["description"]
    # What stands in the channel, and what players don't know of.
    assert described.count("• ") == 2
    assert "https://discord.com/channels/" in described

    # Nothing new: no list however long it waits; and what is new waits for its day.
    assert len(await daily(scene, hours=30)) == 1
    await asked(stage)
    assert len(await daily(scene)) == 2
    await asked(stage)
    assert len(await daily(scene, hours=23)) == 2
    # A clock set back an hour lists nothing twice.
    assert len(await daily(scene, hours=-1)) == 2
    assert len(await daily(scene, hours=2)) == 3


@pytest.mark.parametrize("reaches", [True, False])
async def test_a_kill_posts_no_digest_twice(scene: Scene, reaches: bool) -> None:
    """Killed before it could write down what it sent, or before Discord took anything."""
    stage = scene.stage
    await stage.feeder.deliver(await deciding(stage, GAME_MASTERS, "digest"))
    await asked(stage)
    lose_marks(scene)
    if not reaches:
        scene.faults.refuse(f"{CALLBACK}|{POST}", 503, 0)
    assert len(await daily(scene)) == int(reaches)
    scene.faults.mend()
    scene.clock.move(hours=1)

    for _ in range(2):
        async with restarted(scene):
            assert len(await daily(scene)) == 1


async def test_without_their_channel_a_digest_tells_what_everybody_may_know(days: Scene) -> None:
    scene, stage = days, days.stage
    await stage.do("campaign unbind", by=stage.gm, channel=str(stage.world.channels[1].id))
    await stage.feeder.deliver(await deciding(stage, GAME_MASTERS, "digest"))
    await proposed(stage)
    assert await daily(scene) == []
    await asked(stage)

    (message,) = await daily(scene)
    assert int(message["channel_id"]) == stage.world.channels[0].id
    assert message["embeds"][0]["description"].count("• ") == 1

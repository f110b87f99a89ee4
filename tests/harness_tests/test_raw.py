"""The real client, without network."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.harness.inputs import Inputs
from tests.harness.messages import Refused
from tests.harness.raw import Feeder, running
from tests.harness.server import Discord
from tests.harness.world import ADMINISTRATOR, File, Json, World
from tests.harness_tests.standin import StandIn

WORLD = World()
SAY = Inputs(WORLD)


@pytest.fixture
async def feeder() -> AsyncIterator[Feeder]:
    async with running(StandIn(), Discord(World())) as feeder:
        yield feeder


async def test_client_is_logged_in_with_its_cache_and_commands(feeder: Feeder) -> None:
    client = feeder.client
    assert client.is_ready()
    assert client.application_id == WORLD.bot.id
    guild = client.get_guild(WORLD.guild_id)
    assert guild is not None
    assert [channel.name for channel in guild.text_channels] == ["tavern", "gm-screen", "elsewhere"]
    assert guild.threads[0].parent == guild.text_channels[0]
    assert {command["name"] for command in feeder.server.commands} >= {"ping", "some"}


async def test_same_interaction_many_times_is_acknowledged_once(feeder: Feeder) -> None:
    came = await feeder.deliver(SAY.slash("ping"), times=5)
    assert came.answers.tries == 5
    assert [call.status for call in came.calls].count(200) == 1
    assert [call.reply["code"] for call in came.calls if call.status == 400] == [40060] * 4
    assert came.answer.data["content"] == "pong"
    assert isinstance(feeder.client, StandIn)
    assert len(feeder.client.effects) == 5


async def test_fifty_at_once_are_all_answered(feeder: Feeder) -> None:
    came = await feeder.deliver_all([SAY.slash("ping", user=WORLD.person(i)) for i in range(50)])
    assert {one.answer.data["content"] for one in came} == {"pong"}
    assert len(feeder.server.channel_messages()) == 50


async def test_button_press_edits_the_message_it_is_on(feeder: Feeder) -> None:
    shown = await feeder.deliver(SAY.slash("counter"))
    message = feeder.server.channel_messages()[0]
    assert message["interaction_metadata"]["id"] == str(shown.interaction)
    assert message["mentions"] == []
    pressed = await feeder.deliver(SAY.press("count:0", message))
    assert pressed.answer.payload["type"] == 7
    assert feeder.server.channel_messages()[0]["content"] == "1"
    alone = await feeder.deliver(SAY.press("count:6"))
    assert alone.answer.data["content"] == "7"


async def test_form_opens_and_its_text_arrives(feeder: Feeder) -> None:
    opened = await feeder.deliver(SAY.slash("form"))
    assert opened.answer.payload["type"] == 9
    sent = await feeder.deliver(SAY.modal_submit(opened.answer.data["custom_id"], {"name": "Ada"}))
    assert sent.answer.data["content"] == "Hello, Ada"
    assert feeder.server.channel_messages() == []


async def test_deferred_answer_is_filled_by_the_first_follow_up(feeder: Feeder) -> None:
    came = await feeder.deliver(SAY.slash("late"))
    kept = feeder.server.messages.kept.values()
    assert [(message["content"], message["flags"]) for message in kept] == [("edited", 64), ("second", 0)]
    assert came.errors == []
    assert [call.method for call in came.calls] == ["POST", "POST", "PATCH", "GET", "POST"]


async def test_posts_edits_history_and_deletion(feeder: Feeder) -> None:
    came = await feeder.deliver(SAY.slash("post", {"text": "<@4000001>"}, channel=WORLD.channels[3]))
    assert came.errors == []
    (posted,) = feeder.server.channel_messages(WORLD.channels[3])[-1:]
    assert [part["id"] for part in posted["mentions"]] == ["4000001"]
    assert [file.name for call in feeder.server.calls for file in call.files] == ["map.png"]


async def test_options_people_permissions_and_autocomplete(feeder: Feeder) -> None:
    options = {"word": "no", "count": 2, "who": WORLD.person(3)}
    admin = WORLD.person(1, permissions=ADMINISTRATOR)
    came = await feeder.deliver(SAY.slash("some echo", options, user=admin))
    assert came.answer.data["content"] == "no 2 person3 True"
    offered = await feeder.deliver(SAY.autocomplete("some echo", options, focused="word"))
    assert [choice["value"] for choice in offered.answer.data["choices"]] == ["north"]


async def test_hook_refuses_and_no_answer_is_noticed(feeder: Feeder) -> None:
    def hook(method: str, path: str, payload: Json) -> None:
        raise Refused(403, 50001, "Missing Access")

    feeder.server.hook = hook
    came = await feeder.deliver(SAY.slash("ping"))
    assert came.answers.callback is None
    with pytest.raises(AssertionError, match="never answered"):
        _ = came.answer


async def test_a_file_comes_with_a_command_and_is_handed_over(feeder: Feeder) -> None:
    payload = SAY.slash("library import", {"file": File("omens.json", b"\x00omens\xff")})
    (option,) = payload["data"]["options"][0]["options"]
    attachment = payload["data"]["resolved"]["attachments"][option["value"]]
    assert option["type"] == 11
    assert (attachment["filename"], attachment["size"]) == ("omens.json", 7)
    assert await feeder.client.http.get_from_cdn(attachment["url"]) == b"\x00omens\xff"

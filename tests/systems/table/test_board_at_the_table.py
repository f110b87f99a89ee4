"""The board: posted and pinned, drawn anew at most every five seconds, and never without need."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import discord
import pytest
import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.storage.models import outbox, records
from bot.systems.second_kingdom.heroes.people import GrantConviction
from bot.systems.table.dice.rules import RollDice
from bot.ui.places import PERMISSIONS
from tests.deliveries import Scene, live, restarted, scene
from tests.harness.inputs import components
from tests.harness.world import Json
from tests.tables import Table, answers, text

__all__ = ["scene"]

TABLE, SECRET, TAVERN = 0, 1, 2
EDITS = "PATCH /channels/[0-9]+/messages/[0-9]+"


def said(message: Json) -> str:
    """All that a message says."""
    (embed,) = message["embeds"]
    return f"{embed.get('title', '')}\n{embed.get('description', '')}"


def boards(scene: Scene, channel: int = TABLE) -> list[Json]:
    """The boards that stand in a channel and are no links to others."""
    return [each for each in live(scene.messages(channel)) if "board" in each["embeds"][0].get("title", "")]


def board(scene: Scene, channel: int = TABLE) -> Json:
    """The only one."""
    (found,) = boards(scene, channel)
    return found


async def posted(scene: Scene, channel: int = TABLE) -> None:
    """A game master posts it."""
    stage = scene.stage
    where = stage.world.channels[channel]
    await stage.feeder.deliver(stage.say.slash("campaign board", {}, user=stage.gm, channel=where))
    await stage.settle()


async def campaign(scene: Scene) -> Campaign:
    """As it stands."""
    stage = scene.stage
    return (await stage.bot.play.look(Actor(stage.gm.id), stage.request())).campaign


async def conviction(scene: Scene, amount: int) -> None:
    """Something that changes what the board says of Deacon's hero."""
    stage = scene.stage
    view = await stage.bot.play.named(Actor(stage.gm.id), stage.request(), "Evander")
    await scene.behind(GrantConviction((RecordId(view[0].id),), amount, "Luck"))


async def test_it_stands_pinned_where_it_was_posted_and_the_game_masters_have_theirs(scene: Scene) -> None:
    await posted(scene)

    for channel, title in ((TABLE, "Ashes: the board"), (SECRET, "Ashes: the game masters' board")):
        found = board(scene, channel)
        assert said(found).startswith(title)
        assert "Evander" in said(found)
        assert f"<@{scene.stage.deacon.id}> · conviction 3" in said(found)
        assert found["pinned"]
        assert [part["label"] for part in components(found) if "label" in part] == [
            "Act…",
            "Waiting for me",
            "My sheet",
            "Since you were here",
        ]
        # It names people and notifies nobody.
        assert found["content"] == ""


async def test_whose_move_it_is_comes_on_it_by_and_by_and_goes_again(scene: Scene) -> None:
    await posted(scene)

    await scene.challenge()
    assert "Leap" not in said(board(scene))
    await scene.later(seconds=6)

    told = said(board(scene))
    assert "Leap the chasm" in told
    assert "Evander, courage against rating 4 · not rolled yet" in told
    assert f"→ <@{scene.stage.deacon.id}>: " in told
    assert "· asked <t:" in told
    # Its title leads to its card.
    card = scene.messages()[-1]
    assert f"/{card['id']})" in told.partition("Leap the chasm]")[2].partition(" ")[0]

    await scene.roll()
    await scene.later(seconds=6)
    assert f"→ <@{scene.stage.deacon.id}>" not in said(board(scene))


async def test_however_much_happens_five_seconds_lie_between_two_edits(scene: Scene) -> None:
    await posted(scene)
    seen = list[datetime]()
    edits = scene.faults.count(f"PATCH /channels/[0-9]+/messages/{board(scene)['id']}")
    edits.befall = lambda: seen.append(scene.clock())
    for each in range(50):
        await conviction(scene, 1 if each % 2 else 2)
        await scene.later(seconds=0.7)

    assert len(seen) >= 5
    assert all(after - before >= timedelta(seconds=5) for before, after in pairwise(seen))
    await scene.later(seconds=6)
    assert "conviction 78" in said(board(scene))


async def test_where_nothing_changes_nothing_is_edited(scene: Scene) -> None:
    await posted(scene)
    edits = scene.faults.count(EDITS)
    for _ in range(5):
        await scene.behind(RollDice("1d6"))
        await scene.later(seconds=6)
    at_rest = edits.met
    await conviction(scene, 1)
    await scene.later(seconds=6)
    changed = edits.met
    await scene.later(seconds=60)
    # Both boards, and the hero's card, which leads to what came.
    assert (at_rest, changed, edits.met) == (0, 3, 3)


async def test_what_happens_while_it_is_drawn_is_not_lost(scene: Scene) -> None:
    await posted(scene)
    await conviction(scene, 1)
    scene.clock.move(seconds=6)
    play = scene.stage.bot.play
    due = play.due

    async def late(*without: Any) -> Any:
        found = await due(*without)
        # It is drawn from how things stood before that.
        play.due = due  # type: ignore[method-assign]
        await conviction(scene, 5)
        return found

    play.due = late  # type: ignore[method-assign, assignment]
    await scene.stage.settle()
    await scene.later(seconds=6)

    assert "conviction 9" in said(board(scene))


async def test_a_restart_costs_an_edit_at_most(scene: Scene) -> None:
    await posted(scene)
    edits = scene.faults.count(EDITS)
    await scene.behind(RollDice("1d6"))
    scene.clock.move(seconds=6)
    async with restarted(scene):
        assert edits.met <= 2
        assert len(boards(scene)) == 1


async def test_one_that_was_deleted_comes_back_once(scene: Scene) -> None:
    await posted(scene)
    gone = board(scene)
    scene.stage.server.messages.delete(int(gone["id"]))

    await conviction(scene, 1)
    await scene.later(seconds=6)
    await scene.later(seconds=60)

    back = board(scene)
    assert back["id"] != gone["id"]
    assert back["pinned"]
    assert "conviction 4" in said(back)


async def test_where_discord_takes_no_more_edits_it_stays_and_catches_up(scene: Scene) -> None:
    await posted(scene)
    kept = board(scene)
    scene.faults.refuse(EDITS, 429, 30046, times=2)

    await conviction(scene, 1)
    await scene.later(seconds=6)
    assert board(scene) == kept
    await scene.later(seconds=30)

    assert board(scene)["id"] == kept["id"]
    assert "conviction 4" in said(board(scene))


async def test_it_comes_back_where_discord_itself_is_new(scene: Scene) -> None:
    await posted(scene)
    for channel in (TABLE, SECRET):
        scene.stage.server.messages.delete(int(board(scene, channel)["id"]))

    await scene.stage.bot.play.repost_all()
    await scene.stage.settle()

    assert "Evander" in said(board(scene))
    assert "Evander" in said(board(scene, SECRET))


async def test_one_that_was_unpinned_stays_unpinned(scene: Scene) -> None:
    await posted(scene)
    kept = board(scene)
    scene.stage.server.messages.kept[int(kept["id"])]["pinned"] = False

    await conviction(scene, 1)
    await scene.later(seconds=6)

    assert board(scene)["id"] == kept["id"]
    assert not board(scene)["pinned"]


@pytest.mark.parametrize("channel", [TABLE, TAVERN])
async def test_posted_again_it_moves_and_the_one_before_links_to_it(scene: Scene, channel: int) -> None:
    await posted(scene)
    before = board(scene)
    await scene.stage.do("campaign bind", by=scene.stage.gm, channel=scene.stage.world.channels[TAVERN])
    await posted(scene, channel)
    await scene.later(seconds=6)

    now = board(scene, channel)
    assert now["id"] != before["id"]
    assert now["pinned"]
    folded = scene.stage.server.messages.kept[int(before["id"])]
    assert "The board has moved." in said(folded)
    assert f"/{now['id']})" in said(folded)
    assert not folded["pinned"]
    assert not folded["components"]
    assert len(boards(scene, SECRET)) == 1
    assert await scene.stage.live_twice() == []
    assert await scene.stage.told_wrongly() == []

    # From then on that one is kept up.
    await conviction(scene, 1)
    await scene.later(seconds=6)
    assert "conviction 4" in said(board(scene, channel))


async def test_where_it_may_not_be_pinned_it_stands_all_the_same(scene: Scene) -> None:
    scene.faults.refuse("PUT /channels/[0-9]+/messages/pins/[0-9]+", 403, 50013)

    await posted(scene)
    await scene.later(seconds=60)

    assert not board(scene).get("pinned")
    open_rows = sa.select(sa.func.count()).where(outbox.c.done_at.is_(None))
    assert not await scene.stage.bot.database.read(lambda connection: connection.scalar(open_rows))


async def test_a_pin_whose_connection_broke_is_set_later(scene: Scene) -> None:
    scene.faults.cut("PUT /channels/[0-9]+/messages/pins/[0-9]+", is_after=False, times=2)
    await posted(scene)
    await scene.later(seconds=60)
    await scene.later(seconds=60)
    assert board(scene)["pinned"]


async def test_with_its_channel_it_is_gone_and_the_game_masters_read_one_sentence(scene: Scene) -> None:
    stage = scene.stage
    await stage.do("campaign bind", by=stage.gm, channel=stage.world.channels[TAVERN])
    await posted(scene)
    place = stage.world.channels[TABLE].id
    scene.faults.refuse(f"[A-Z]+ /channels/{place}/.*", 404, 10003)

    await conviction(scene, 1)
    await scene.later(seconds=6)

    assert (await campaign(scene)).board is None
    told = scene.messages(TAVERN)[-1]
    assert "The board is gone with its channel. Post it in another one with `/campaign board`." in said(told)
    await posted(scene, TAVERN)
    assert "conviction 4" in said(board(scene, TAVERN))
    assert len(boards(scene, SECRET)) == 1


async def test_a_channel_that_is_no_more_the_game_masters_reads_no_secret_more(scene: Scene) -> None:
    stage = scene.stage
    await posted(scene)
    before = board(scene, SECRET)

    await stage.do("campaign unbind", by=stage.gm, channel=str(stage.world.channels[SECRET].id))
    await stage.do("sk npc add", by=stage.gm, name="The Thing Below")
    await scene.later(seconds=6)
    await conviction(scene, 1)
    await scene.later(seconds=6)

    left = stage.server.messages.kept[int(before["id"])]
    assert "The board was taken down." in said(left)
    assert not left["pinned"]
    assert "The Thing Below" not in str(scene.messages(SECRET))
    assert "conviction 4" in said(board(scene))


async def test_a_channel_that_is_given_up_loses_its_board_and_has_it_back_with_an_undo(scene: Scene) -> None:
    stage = scene.stage
    await stage.do("campaign bind", by=stage.gm, channel=stage.world.channels[TAVERN])
    await posted(scene, TAVERN)
    before = board(scene, TAVERN)

    place = str(stage.world.channels[TAVERN].id)
    await stage.do("campaign unbind", by=stage.gm, channel=place)
    await scene.later(seconds=6)
    assert boards(scene, TAVERN) == boards(scene, SECRET) == []
    assert "The board was taken down." in said(stage.server.messages.kept[int(before["id"])])
    assert (await campaign(scene)).board is None

    shown = (await stage.do("undo", by=stage.gm)).answer.data
    undo = next(p["custom_id"] for p in components(shown) if p.get("custom_id", "").startswith("undo|"))
    await stage.feeder.deliver(stage.say.press(undo, user=stage.gm))
    await scene.later(seconds=6)
    assert board(scene, TAVERN)["id"] == before["id"]
    assert len(boards(scene, SECRET)) == 1


async def test_what_cannot_be_read_does_not_hide_all_the_rest(scene: Scene) -> None:
    stage = scene.stage
    await posted(scene)
    await stage.do("sk new", by=stage.wren, name="Ysolde", courage=4, prudence=5, temperance=3)
    damaged = records.update().where(records.c.name == "Evander").values(state="{}")
    await stage.bot.database.write(lambda connection: connection.execute(damaged))
    await scene.later(seconds=6)

    assert "Ysolde" in said(board(scene))
    assert "Evander" not in said(board(scene))


async def test_whoever_posts_it_where_it_cannot_be_pinned_is_told_so(table: Table) -> None:
    me = table.guild.me
    assert me is not None
    for can_pin in (True, False):
        every = dict.fromkeys((*PERMISSIONS, "use_application_commands"), True)
        allowed = discord.Permissions(**every | {"pin_messages": can_pin})
        for role in me.roles:
            table.env.backend.edit_role(table.guild.id, role.id, {"permissions": allowed.value})
        await table.settle()

        came = await table.admin.slash(table.channel, "campaign board")
        told = [each for each in answers(came) if "*Pin Messages* in this channel" in text(each)]
        assert [each.ephemeral for each in told] == ([] if can_pin else [True])


async def test_it_is_taken_down_and_leaves_a_line(scene: Scene) -> None:
    stage = scene.stage
    await posted(scene)
    before = board(scene)

    came = await stage.do("campaign board", by=stage.gm, remove=True)
    await scene.later(seconds=6)

    assert f"<@{stage.gm.id}> took the campaign's board down." in said(came.answer.data)
    left = stage.server.messages.kept[int(before["id"])]
    assert "took the campaign's board down." in said(left)
    assert not left["components"]
    assert not left["pinned"]
    assert boards(scene) == boards(scene, SECRET) == []
    assert (await campaign(scene)).board is None
    again = await stage.do("campaign board", by=stage.gm, remove=True)
    assert "There's no board to take down. `/campaign board` posts one." in said(again.answer.data)


async def test_secrets_stand_on_the_game_masters_alone(scene: Scene) -> None:
    stage = scene.stage
    await posted(scene)
    await stage.do("sk npc add", by=stage.gm, name="The Thing Below")
    await stage.do("sk challenge", by=stage.gm, heroes="Evander", action="Leap", virtue="courage",
                   rating=7, hide_rating=True)  # fmt: skip
    await scene.later(seconds=6)

    assert "The Thing Below" in said(board(scene, SECRET))
    assert "against rating 7" in said(board(scene, SECRET))
    public = said(board(scene))
    assert "The Thing Below" not in public
    assert "against a hidden rating" in public
    assert "7" not in public.partition("hidden rating")[2].partition("\n")[0]

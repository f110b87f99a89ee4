"""What goes wrong around a table: places and people that go, hands that meet, long lists, wild dice."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import sqlalchemy as sa
from simcord import ChannelHandle, MemberActor
from simcord.backend.serializers import guild_create_payload

from bot.engine.people import Actor
from bot.engine.words import one_line
from bot.play.views import Request
from bot.storage.address import Address
from bot.storage.models import journal
from bot.systems.table.dice.rules import RollDice, Secrecy
from bot.systems.table.settings.rules import UNDO
from tests.harness.inputs import components
from tests.harness.world import Json
from tests.playbooks import GAMES_OF_TESTS
from tests.proofs.hostile import faults, text_options, written
from tests.proofs.samples import SAMPLES
from tests.stages import Stage, open_stage
from tests.systems.kingdom.stock import take_back
from tests.systems.second_kingdom.evening import opened
from tests.systems.second_kingdom.playbook import hero
from tests.systems.table.playbook import deciding
from tests.systems.table.test_journal import chosen
from tests.tables import Table, reply_of, said, text

CAMPAIGN: dict[str, Any] = {"game": "second_kingdom"}
LEAP: dict[str, Any] = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}


async def entries(table: Table) -> int:
    """How many entries there are."""
    query = sa.select(sa.func.count()).select_from(journal)
    return await table.bot.database.read(lambda connection: int(connection.scalar(query) or 0))


# -- places that go -----------------------------------------------------------------------------------


async def test_a_secret_whose_channel_was_deleted_is_kept_and_told_to_nobody_else(table: Table) -> None:
    table.env.backend.delete_channel(table.secret.id)
    await table.settle()
    await table.deacon.slash(table.channel, "roll", dice="1d1+41 kzsecret", secrecy="gm")
    await table.settle()
    await table.settle()

    assert "kzsecret" in said(await table.gm.slash(table.channel, "journal"))
    assert "kzsecret" not in said(await table.wren.slash(table.channel, "journal"))
    assert not any("kzsecret" in text(message) for message in table.messages())
    assert "secrets go to" not in said(await table.gm.slash(table.channel, "campaign info"))
    assert await table.bot.play.due() == []


def behind_the_screen(table: Table) -> ChannelHandle:
    """A channel that the game master and the bot read, and nobody else."""
    reads = discord.PermissionOverwrite(view_channel=True)
    closed = discord.PermissionOverwrite(view_channel=False)
    readers: dict[Any, discord.PermissionOverwrite] = {
        table.guild.default_role: closed,
        table.gm: reads,
        table.guild.me: reads,
    }
    return table.guild.create_text_channel("behind the screen", overwrites=readers)


async def test_what_was_for_a_deleted_channel_of_the_game_masters_waits_for_the_next_one(
    each_table: Table,
) -> None:
    table = each_table
    table.env.backend.delete_channel(table.secret.id)
    await table.settle()
    for number in range(2):
        # At once, before delivery finds the first one's channel gone.
        later = discord.utils.time_snowflake(table.bot.play.context.now()) + number
        request = Request(later, table.guild.id, table.channel.id)
        rolled = RollDice(f"1d1+4{number} kzsecret{number}", Secrecy.GAME_MASTERS)
        await table.bot.play.act(Actor(table.deacon.id), request, rolled)
    await table.deliver()
    await table.settle()
    shown = [text(message) for message in table.messages()]

    # That it was rolled is told to everybody, and the game masters learn what became of their channel.
    assert len([each for each in shown if "rolls in secret" in each]) == 2
    (told,) = [message for message in table.messages() if "channel was deleted" in text(message)]
    assert text(told).startswith(f"{table.gm.mention}\nThe game master's channel was deleted.")
    assert [each.id for each in told.mentions] == [table.gm.id]
    assert not any("kzsecret" in each for each in shown)
    # From now on no secret is lost: without such a channel it is refused.
    assert "the game master would read it in their channel, and this campaign has none" in said(
        await table.deacon.slash(table.channel, "roll", dice="1d1", secrecy="gm")
    )
    assert "kzsecret" not in said(await table.wren.slash(table.channel, "journal"))

    # It outlives a restart, and appears in order where they say next.
    await table.restart()
    await table.settle()
    place = behind_the_screen(table)
    await table.gm.slash(table.channel, "campaign bind", channel=place, for_game_masters=True)
    await table.settle()
    found = [text(message) for message in table.messages(place) if "kzsecret" in text(message)]
    assert ["kzsecret0" in found[0], "kzsecret1" in found[1], len(found)] == [True, True, 2]
    assert not any("kzsecret" in text(message) for message in table.messages())
    assert await table.bot.play.due() == []


async def test_a_channel_of_the_game_masters_that_was_replaced_in_time_loses_nothing(table: Table) -> None:
    place = behind_the_screen(table)
    table.env.backend.delete_channel(table.secret.id)
    await table.gm.slash(table.channel, "campaign unbind", channel=str(table.secret.id))
    await table.gm.slash(table.channel, "campaign bind", channel=place, for_game_masters=True)
    await table.settle()
    await table.deacon.slash(table.channel, "roll", dice="1d1 kzsecret", secrecy="gm")
    await table.settle()
    assert "kzsecret" in text(table.last(place))
    assert not any("channel was deleted" in text(message) for message in table.messages())


async def test_dice_and_lists_work_on_where_another_channel_was_deleted(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign bind", channel=table.tavern)
    await opened(table)
    table.env.backend.delete_channel(table.channel.id)
    await table.settle()

    assert "**42**" in said(await table.deacon.slash(table.tavern, "roll", dice="1d1+41"))
    waits = said(await table.gm.slash(table.tavern, "waiting"))
    assert "Evander: Leap the chasm" in waits
    assert "Leap the chasm" in said(await table.gm.slash(table.tavern, "campaign info"))
    # The card went with its channel: it is brought up where the campaign is still played.
    page = reply_of(await table.gm.slash(table.tavern, "waiting"))
    picks = page.components[0]["components"][0]["options"]
    await table.gm.select(page, [picks[0]["value"]], custom_id="?bring_up")
    await table.settle()
    assert "Leap the chasm" in text(table.last(table.tavern))
    assert not (await table.deacon.click(table.last(table.tavern), label="Roll")).ephemeral


async def test_a_card_from_before_the_bot_was_thrown_out_still_works(table: Table) -> None:
    await opened(table)
    card, backend = table.last(), table.env.backend
    backend.emit("GUILD_DELETE", {"id": str(table.guild.id)})
    await table.settle()
    backend.emit("GUILD_CREATE", guild_create_payload(backend, backend.guilds[table.guild.id]))
    await table.settle()
    assert "Leap the chasm" in said(await table.wren.slash(table.channel, "waiting"))
    assert "Evander" in said(await table.deacon.click(card, label="Roll"))
    await table.settle()
    assert await table.bot.play.due() == []


# -- people that go -----------------------------------------------------------------------------------


async def test_what_waits_for_a_member_who_left_goes_on_when_they_are_back(table: Table) -> None:
    await opened(table)
    card = table.last()
    table.guild.remove_member(table.deacon)
    await table.settle()
    assert table.deacon.mention in said(await table.gm.slash(table.channel, "waiting"))
    nudged = await chosen(table, "nudge")
    assert reply_of(nudged).content == ""
    assert f"{table.deacon.mention} is no longer on this server." in said(nudged)
    back = table.guild.add_member(table.deacon.user)
    assert "Evander" in said(await back.click(card, label="Roll"))


async def test_whoever_led_by_a_deleted_role_leads_no_more(table: Table) -> None:
    role = table.guild.create_role("Storytellers")
    keeper = table.guild.add_member(table.env.create_user("Keeper"), roles=[role])
    await table.gm.slash(table.channel, "campaign gm add", role=role)
    await keeper.slash(table.channel, "sk challenge", **LEAP)
    await table.settle()
    panel, before = await keeper.click(table.last(), label="Game master…"), await entries(table)
    table.env.backend.delete_role(table.guild.id, role.id)
    await table.settle()
    for refused in (
        await keeper.click(reply_of(panel), label="Withdraw"),
        await keeper.slash(table.channel, "campaign rename", name="Embers"),
        await keeper.slash(table.channel, "campaign gm remove", player=table.gm),
    ):
        assert refused.ephemeral
        assert said(refused).startswith("Only ")
    assert await entries(table) == before
    removed = await table.gm.slash(table.channel, "campaign gm add", player=table.wren)
    assert "is now a game master" in said(removed)


async def test_a_campaign_whose_last_game_master_left_the_server_is_given_another_by_an_admin(
    table: Table,
) -> None:
    table.guild.remove_member(table.gm)
    await table.settle()
    refused = await table.deacon.slash(table.channel, "campaign gm add", player=table.deacon)
    assert refused.ephemeral
    assert "Manage Server" in said(refused)
    await table.admin.slash(table.channel, "campaign gm add", player=table.deacon)
    assert "Leap" in said(await table.deacon.slash(table.channel, "sk challenge", **LEAP))


# -- hands that meet ----------------------------------------------------------------------------------


async def test_of_two_game_masters_who_decide_at_once_one_is_told(address: Address) -> None:
    async with open_stage(address) as stage:
        await stage.do("campaign gm add", by=stage.gm, player=stage.wren)
        first = await deciding(stage, UNDO, "game_masters")
        second = stage.say.by(first, stage.wren)
        delivered = await stage.feeder.deliver_all([first, second])
        made = [entry for entry in await stage.entries() if entry.action == "ChangeSetting"]
        assert len(made) == 1
        told = [str(each.answer.data) for each in delivered]
        assert sum("” is already “" in each for each in told) == 1


# -- lists too long -----------------------------------------------------------------------------------


async def test_twenty_six_campaigns_fit_no_list_and_each_is_found(table: Table) -> None:
    for number in range(26):
        room = table.guild.create_text_channel(f"room-{number}")
        await table.gm.slash(room, "campaign create", name=f"**Tale** {number:02} {'x' * 60}", **CAMPAIGN)
    for command in ("campaign info", "campaign archive", "campaign bind", "campaign unbind"):
        await one_is_found(table.gm, table, command)
    # Two may bear one name: only the list tells them apart then.
    await table.gm.slash(table.channel, "campaign rename", name=f"**Tale** 25 {'x' * 60}")
    twins = await table.gm.autocomplete(table.channel, "campaign info", "campaign", "Tale** 25")
    assert len({each["value"] for each in twins}) == 2
    refused = await table.gm.slash(table.channel, "campaign info", campaign=f"**Tale** 25 {'x' * 60}")
    assert "Pick one from the list" in said(refused)
    assert (
        "players"
        in said(await table.gm.slash(table.tavern, "campaign info", campaign=twins[0]["value"])).lower()
    )


async def one_is_found(who: MemberActor, table: Table, command: str) -> None:
    """The list folds, and what is typed unfolds it."""
    folded = await who.autocomplete(table.channel, command, "campaign", "")
    assert len(folded) == 25
    assert all(1 <= len(each["name"]) <= 100 and len(each["value"]) <= 100 for each in folded)
    (found,) = await who.autocomplete(table.channel, command, "campaign", "Tale** 25")
    assert found["name"].startswith("**Tale** 25")


async def test_thirty_things_that_wait_are_told_within_discords_limits(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        name = await hero(stage)
        for number in range(30):
            action = f"{number:02} {'wide ' * 30}"[:100]
            given = {"heroes": name, "action": action, "virtue": "courage", "rating": 4}
            await stage.do("sk challenge", by=stage.gm, **given)
        await stage.settle()
        for by in (stage.gm, stage.deacon):
            for mine in {False, by is stage.deacon}:
                page = (await stage.do("waiting", by=by, mine=mine)).answer.data
                assert "1–12 of 30" in str(page["embeds"])
        page = (await stage.do("waiting", by=stage.gm)).answer.data
        picks = [part["options"] for part in components(page) if "options" in part]
        assert [len(options) for options in picks] == [12, 12]
        await stage.do("sk sheet", by=stage.deacon)
        await stage.do("campaign info", by=stage.gm)
        await stage.do("campaign remove", by=stage.gm, player=stage.deacon)
        assert [fault for call in stage.server.calls for fault in faults(call.data)] == []


# -- dice too wild ------------------------------------------------------------------------------------

WILD = [
    "",
    " ",
    "d",
    "0d6",
    "2d0",
    "-1d6",
    "1001d6",
    "1d1001",
    "999999999999999999999d6",
    "1d6!>=1",
    "25#1000d6",
    "1d6/0",
    "1d6/(1d2-1)",
    "(" * 250 + "1d6" + ")" * 249,
    "1d6" + "+1d6" * 124 + "+",
    "9" * 500,
    "1d6*" + "*".join(["1000000"] * 10),
    "2d6kh3kl1dh1",
    "__import__('os').system('id')",
    "1d6; DROP TABLE journal",
    "１ｄ６",
    "²d³",
    "1d6\u202e",
    "\U0001f3b2",
    "NaNd6",
    "1e9d6",
    "0x10d6",
    "1d6" + "!" * 400,
    "2d6ro1ro2ro3rr1rr2rr3rr4rr5rr6",
    "x" * 500,
]


@pytest.mark.parametrize("command", ["roll", "odds", "dice save"])
async def test_wild_dice_are_refused_in_one_private_sentence_or_rolled(table: Table, command: str) -> None:
    refused = 0
    for dice in filter(None, WILD):
        given = {"dice": dice[:500]} | ({"name": "attack"} if command == "dice save" else {})
        before = await entries(table)
        result = await table.deacon.slash(table.channel, command, **given)
        answer = said(result)
        assert "on our side" not in answer
        assert len(answer) < 2000
        if result.ephemeral and command == "roll":
            assert await entries(table) == before, dice
            assert "\n" not in answer
            assert len(answer) < 300
            refused += 1
    assert refused > 20 or command != "roll"


# -- characters that no database keeps ------------------------------------------------------------------


async def test_a_character_that_the_database_refuses_is_taken_out_or_not_found(address: Address) -> None:
    async with open_stage(address, packages=GAMES_OF_TESTS) as stage:
        await no_option_fails(stage)
        for custom_id in (
            "do|a\0|b|1|c",
            "ask|a\0|b|1|c",
            "page|a\0|5",
            "undo|a\0|1|1|",
            "settings|a\0|table",
            "shelf|a\0|1",
            "supply|a\0",
        ):
            await stage.feeder.deliver(stage.say.press(custom_id, user=stage.gm))
        for chosen_id in ("?bring_up", "?nudge", "?setting|a\0", "?help"):
            await stage.feeder.deliver(stage.say.press(chosen_id, values=["a\0/b"], user=stage.gm))
        await stage.feeder.deliver(stage.say.modal_submit("tell|a|b|1|c\0", {"text": "a\0"}, user=stage.gm))
        await stage.feeder.deliver(stage.say.modal_submit("roll", {"dice": "1d6 a\0"}, user=stage.gm))
        for about in ("|0", "a\0|1"):
            omen = {"name": "a\0b", "text": "a\0b"}
            sent = stage.say.modal_submit(f"entry|lantern.omen|{about}", omen, user=stage.gm)
            await stage.feeder.deliver(sent)
        assert "on our side" not in stage.sent


async def no_option_fails(stage: Stage) -> None:
    """A NUL in every text that a command takes; what is refused leaves all as it is for the next."""
    payloads: dict[str, Json] = {}
    stage.lent = []
    for path, option in text_options(stage):
        if f"/{path}" in SAMPLES:
            if path not in payloads:
                await take_back(stage)
                payloads[path] = await SAMPLES[f"/{path}"](stage, stage.gm)
            await stage.feeder.deliver(stage.say.again(written(payloads[path], option, "a\0b")))
            if option.autocomplete:
                typing = stage.say.autocomplete(
                    path, {option.name: "a\0b"}, focused=option.name, user=stage.gm
                )
                await stage.feeder.deliver(typing)
        if path == "campaign restore":
            return


def test_half_a_character_never_arrives() -> None:
    """The library's parser refuses it, so that no text of Discord's can hold one; names would lose it."""
    with pytest.raises(ValueError, match="surrogate"):
        discord.utils._from_json(r'"\ud800"')
    assert one_line("Em\udc00bers") == "Embers"

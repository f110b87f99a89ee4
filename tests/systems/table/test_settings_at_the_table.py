"""`/campaign settings` and `/server settings`, and what each choice comes to."""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest
from simcord import MemberActor
from simcord.results import ResponseMessage

from bot.engine.campaign import Campaign
from bot.engine.deciding import one, page
from bot.engine.people import GAME_MASTER
from bot.engine.settings import Setting
from bot.storage.address import Address
from bot.systems.second_kingdom.settings import RATINGS
from bot.systems.table.settings.rules import EDITS, PINGS, POSTS, ROLLS, UNDO
from tests.playbooks import catalogue
from tests.systems.second_kingdom.evening import buttons, is_private, sheet
from tests.systems.table.test_help import HIGH, WIDE
from tests.tables import GAME_MASTERS, Table, open_table, press_on, reply_of, said, text

LEAP: dict[str, Any] = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}


def lists(message: ResponseMessage) -> dict[str, str]:
    """A message's lists: what each is called, and its custom_id."""
    parts = [part for row in message.components for part in row["components"] if part["type"] == 3]
    return {str(part["placeholder"]): str(part["custom_id"]) for part in parts}


async def choose(who: MemberActor, message: ResponseMessage, hint: str, value: str) -> Any:
    """A choice from the list of that name."""
    return await who.select(message, [value], custom_id=lists(message)[hint])


async def panel(table: Table, who: MemberActor, setting: Setting | None = None) -> ResponseMessage:
    """The panel as that person sees it, at the page of one setting where one is named."""
    shown = reply_of(await who.slash(table.channel, "campaign settings"))
    assert shown.ephemeral
    if setting is None:
        return shown
    if setting.system != "table":
        shown = reply_of(await choose(who, shown, "Choose a game", setting.system))
        if setting.key not in str(shown.components):
            shown = reply_of(await who.click(shown, label=setting.group))
    return reply_of(await choose(who, shown, "Choose a setting", setting.key))


async def decide(table: Table, setting: Setting, value: str) -> ResponseMessage:
    """A setting decided by the game master; the panel as it is then."""
    page = await panel(table, table.gm, setting)
    result = await table.gm.click(page, label=setting.option(value).label)
    await table.settle()
    return reply_of(result)


# -- the panel --------------------------------------------------------------------------------------


async def test_the_panel_shows_what_is_in_force_decides_and_tells_it(table: Table) -> None:
    # The panel shows what is in force game by game.
    shown = await panel(table, table.gm)
    assert "**Undo by players:** Yes" in text(shown)
    assert "Challenge ratings" not in text(shown)

    game = reply_of(await choose(table.gm, shown, "Choose a game", "second_kingdom"))

    assert "**Challenge ratings:** Shown" in text(game)
    assert "Undo by players" not in text(game)

    # A settings page says its rule and what each choice means.
    page = await panel(table, table.gm, UNDO)
    assert UNDO.rule in text(page)
    for option in UNDO.options:
        assert f"**{option.label}**" in text(page)
        assert option.meaning in text(page)
    assert "**Yes** *(current)*" in text(page)

    back = reply_of(await table.gm.click(page, label="Back"))

    assert "**Undo by players:** Yes" in text(back)

    # A choice redraws the panel and is told in the channel.
    page = await decide(table, UNDO, "game_masters")
    assert "**Only game masters** *(current)*" in text(page)
    told = text(table.last())
    assert "**Undo by players:** Yes → **Only game masters**" in told
    assert "Players ask a game master to undo something." in told
    assert f"Changed by {table.gm.mention}." in told
    # What was redrawn goes on deciding.
    again = await table.gm.click(page, label="Yes")
    assert "**Yes** *(current)*" in text(reply_of(again))


# -- what the choices come to -----------------------------------------------------------------------


@pytest.mark.parametrize("value", ["players", "game_masters"])
async def test_players_undo_as_decided(table: Table, value: str) -> None:
    await table.deacon.slash(table.channel, "sk set", courage=7)
    if value != UNDO.default:
        await decide(table, UNDO, value)
    answer = said(await table.deacon.slash(table.channel, "undo"))
    assert ("Undo?" in answer) == (value == "players")
    assert ("this campaign leaves undoing to them" in answer) == (value == "game_masters")
    assert "Undo?" in said(await table.gm.slash(table.channel, "undo"))


PINGED: list[str] = ["asked", "nobody"]


async def test_q4_who_is_asked_is_mentioned_and_ratings_told_as_decided(table: Table) -> None:
    # Who is asked is mentioned as decided.
    for value in PINGED:
        if value != PINGS.default:
            await decide(table, PINGS, value)
        await table.gm.slash(table.channel, "sk challenge", **LEAP)
        await table.settle()
        card = table.last()
        assert (card.content.startswith(table.deacon.mention)) == (value == "asked")
        assert bool(card.mentions) == (value == "asked")
        assert f"{table.deacon.mention} chooses and rolls" in text(card)

    # Q4 ratings are told as decided.
    for value in TOLD:
        if value != RATINGS.default:
            await decide(table, RATINGS, value)
        opened = await table.gm.slash(table.channel, "sk challenge", **LEAP)
        await table.settle()
        assert is_private(opened) == (value == "hidden")
        assert ("rating 4" in text(table.last())) == (value == "shown")
        said_so = await table.gm.slash(table.channel, "sk challenge", hide_rating=False, **LEAP)
        assert "rating 4" in said(said_so)


@pytest.mark.parametrize("value", ["cards", "text"])
async def test_public_messages_are_written_as_decided(table: Table, value: str) -> None:
    if value != POSTS.default:
        await decide(table, POSTS, value)
    await table.gm.slash(table.channel, "sk challenge", **LEAP)
    await table.settle()
    rolled = reply_of(await table.deacon.click(table.last(), label="Roll"))
    assert bool(rolled.embeds) == (value == "cards")
    assert "against rating 4" in text(rolled)
    assert "draw 1" in text(rolled)
    await table.settle()
    folded = next(each for each in table.messages() if "What came of it" in text(each))
    assert bool(folded.embeds) == (value == "cards")
    assert reply_of(await table.deacon.slash(table.channel, "sk sheet")).embeds


TOLD: list[str] = ["shown", "hidden"]


# -- changes that wait for approval -----------------------------------------------------------------


async def test_a_players_change_waits_until_it_is_approved_declined_or_taken_back(table: Table) -> None:
    # A player takes back what waits.
    await decide(table, EDITS, "approval")
    await table.deacon.slash(table.channel, "sk set", courage=7)
    preview = reply_of(await table.deacon.slash(table.channel, "undo"))
    await table.deacon.click(preview, label=buttons(preview.message)[0])
    assert "nothing is waiting" in said(await table.gm.slash(table.channel, "waiting"))

    # A players change waits until the game master approves.
    asked = await table.deacon.slash(table.channel, "sk set", courage=7)
    await table.settle()
    assert not is_private(asked)
    assert "courage 6 → 7" in said(asked)
    assert "Courage **6**" in await sheet(table)
    assert "courage 6 → 7" in said(await table.gm.slash(table.channel, "waiting"))
    refused = await table.deacon.click(table.last(), label=GAME_MASTERS)
    assert "Only a game master" in said(refused)

    await press_on(table.gm, table.last(), "Accept")
    await table.settle()

    assert "Courage **7**" in await sheet(table)
    assert f"courage 6 → 7.\nAccepted, as proposed by {table.deacon.mention}." in text(table.last())
    assert [each for each in table.messages() if "Accept" in buttons(each)] == []

    # A declined change leaves the sheet.
    await table.deacon.slash(table.channel, "sk set", counter="Wounds", value=2)
    await table.settle()
    form = await press_on(table.gm, table.last(), "Decline")
    await table.gm.submit_modal(form, {})
    await table.settle()
    assert f"declines {table.deacon.mention}'s proposal “Evander: Wounds none → 2”." in text(table.last())
    assert "Wounds" not in await sheet(table)

    # A change is stale when the sheet has changed in it.
    await table.deacon.slash(table.channel, "sk set", courage=5)
    await table.settle()
    card = table.last()
    await table.gm.slash(table.channel, "sk set", hero="Evander", courage=8)
    refused = await press_on(table.gm, card, "Accept")
    assert "would turn out differently now" in said(refused)
    assert "courage 8 → 5" in said(refused)
    assert "Courage **8**" in await sheet(table)


async def test_a_plain_roll_is_never_refused_for_a_setting_that_was_let_through(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign unbind", channel=str(table.secret.id))
    panel = await decide(table, ROLLS, "gm")
    assert "needs a game master's channel for the dice, and this campaign has none" in text(panel)
    assert not is_private(await table.deacon.slash(table.channel, "roll", dice="2d6"))

    # Asked for all the same, the option that rolls in the open is named.
    refused = await table.deacon.slash(table.channel, "roll", dice="2d6", secrecy="gm")
    assert "`/roll` with `secrecy` rolls anyway: “Everyone sees it”" in said(refused)


# -- /server settings -------------------------------------------------------------------------------


async def begin(table: Table, who: MemberActor) -> str:
    """What comes of beginning a campaign in the tavern."""
    return said(await who.slash(table.tavern, "campaign create", name="Embers", game="second_kingdom"))


async def test_who_may_begin_campaigns_is_shown_to_admins_alone(sqlite_address: Address) -> None:
    async with open_table(sqlite_address, begin=False) as table:
        shown = await table.admin.slash(table.tavern, "server settings")
        assert is_private(shown)
        assert "Right now: only members with Manage Server" in said(shown)
        # Discord offers it to nobody else, unless an admin says otherwise there; who may is asked anyway.
        (server,) = [each for each in await table.bot.tree.fetch_commands() if each.name == "server"]
        table.guild.set_command_permissions(server, {table.deacon: True})
        refused = await table.deacon.slash(table.tavern, "server settings")
        assert said(refused) == "Only a member with Manage Server can do that."


async def test_a_named_role_begins_campaigns_until_it_is_taken_back_or_deleted(table: Table) -> None:
    # A named role begins campaigns until it is taken back.
    role = table.guild.create_role("Storytellers")
    teller = table.guild.add_member(table.env.create_user("Teller"), roles=[role])
    assert "or with the role that can start campaigns here" in await begin(table, teller)

    named = await table.admin.slash(table.tavern, "server settings", founders=role)

    assert f"**members with Manage Server and <@&{role.id}>**" in said(named)
    # The server's first entry seals dice too, which this has nothing to do with; and its numbers are its own.
    assert "dice" not in said(named)
    assert "· Server" in said(named)
    shown = await table.admin.slash(table.tavern, "server settings")
    assert f"and <@&{role.id}>" in said(shown)
    assert "or with the role that can start campaigns here" in await begin(table, table.deacon)
    assert "A new campaign" in await begin(table, teller)
    await table.admin.click(reply_of(shown), label="Manage Server only")
    assert "or with the role that can start campaigns here" in await begin(table, teller)

    # Naming a role is undone by its button and by admins alone.
    role = table.guild.create_role("Storytellers")
    naming = reply_of(await table.admin.slash(table.tavern, "server settings", founders=role))
    refused = await table.deacon.click(naming, label="Undo")
    assert said(refused) == "Only a member with Manage Server can do that."
    await table.admin.click(naming, label="Undo")
    told = said(await table.admin.slash(table.tavern, "server settings"))
    assert "only members with Manage Server" in told

    # A deleted role is said to be.
    role = table.guild.create_role("Storytellers")
    await table.admin.slash(table.tavern, "server settings", founders=role)
    guild = table.bot.get_guild(table.guild.id)
    assert guild is not None
    gone = guild.get_role(role.id)
    assert gone is not None
    await gone.delete()
    await table.settle()
    told = said(await table.admin.slash(table.tavern, "server settings"))
    assert "was deleted, so only members with Manage Server can start campaigns" in told


# -- on a phone ------------------------------------------------------------------------------------


def test_every_page_of_settings_fits_a_phones_screen_and_none_is_left_out() -> None:
    systems = catalogue().systems
    campaign = Campaign("The Ashes of the North", 1, systems=tuple(systems))
    for name in (each for each in systems if systems[each].settings):
        shown = list[str]()
        numbers = range(len(page(systems, "x", campaign, name).buttons) + 1)
        for number in numbers:
            card = page(systems, "x", campaign, name, number)
            assert sum(ceil(len(line) / WIDE) for line in card.lines) <= HIGH, card.lines
            assert [int(each.args[-1]) for each in card.buttons] == [n for n in numbers if n != number]
            shown += [pick.value for pick in card.selects[-1].picks]
        assert shown == [each.key for each in systems[name].settings]


def test_a_setting_leads_back_to_the_page_it_stands_on() -> None:
    systems = catalogue().systems
    last = systems["kingdom"].settings[-1]
    campaign = Campaign("Ashes", 1, systems=("kingdom",))
    back = one(systems, "x", campaign, GAME_MASTER, last).buttons[-1]
    _, system, number = back.args
    there = page(systems, "x", campaign, system, int(number))
    assert last.key in [pick.value for pick in there.selects[-1].picks]

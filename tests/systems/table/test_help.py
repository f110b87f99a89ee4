"""`/help`: this campaign's games by what they are for, a phone's screen a page, and what one can do next."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.ui.pages import PHONE
from tests.tables import Table, confirmed, reply_of, said, text

# Letters on a phone's line, and lines on its screen beside title, buttons and list.
WIDE, HIGH = 42, 24


async def begun(table: Table, game: str, **more: str) -> None:
    """A campaign of those games, which Deacon and Wren play."""
    await table.gm.slash(
        table.channel,
        "campaign create",
        name="Ashes",
        game=game,
        game_master_channel=table.secret,
        **more,
    )
    for player in (table.deacon, table.wren):
        await player.slash(table.channel, "campaign join")
    await table.settle()


async def topics(table: Table, who: MemberActor) -> dict[str, str]:
    """The pages that are suggested: title by key."""
    found = await who.autocomplete(table.channel, "help", "topic", "")
    return {each["value"]: each["name"] for each in found}


async def pages(table: Table, who: MemberActor, topic: str) -> list[str]:
    """Every page of a topic as it is read, one after another."""
    shown = await who.slash(table.channel, "help", topic=topic)
    found = [_lines(reply_of(shown))]
    while "More…" in _buttons(reply_of(shown)):
        shown = await who.click(reply_of(shown), label="More…")
        found.append(_lines(reply_of(shown)))
    return found


def _lines(message: Any) -> str:
    return str(message.embeds[0].description)


def _buttons(message: Any) -> list[str]:
    return [part.get("label", "") for row in message.components for part in row["components"]]


def next_of(result: InteractionResult) -> list[str]:
    """The buttons of what can be done next."""
    parts = (part for row in reply_of(result).components for part in row["components"])
    return [part["label"] for part in parts if str(part.get("custom_id")).startswith("begin|")]


async def test_only_this_campaigns_games_are_listed_by_their_titles(bare: Table) -> None:
    await begun(bare, "second_kingdom")
    found = await topics(bare, bare.gm)
    assert list(found.values())[:2] == ["Start here", "The Second Kingdom"]
    assert not {"adv", "kingdom", "hex", "kingdom gm"} & set(found)
    refused = await bare.gm.slash(bare.channel, "help", topic="adv")
    assert "There's no help about “adv” here" in said(refused)
    assert "/sk new" in said(await bare.gm.slash(bare.channel, "help", topic="the second kingdom"))
    # Where there is no campaign, no game is.
    assert "/sk " not in said(await bare.gm.slash(bare.tavern, "help", topic="Everywhere"))


async def test_a_page_that_has_nothing_for_somebody_is_not_offered(bare: Table) -> None:
    await begun(bare, "kingdom", second_game="sovereign")
    masters, players = await topics(bare, bare.gm), await topics(bare, bare.deacon)
    assert "site" in masters
    assert "site" not in players
    # A game's single commands stand with it, not everywhere.
    assert "`/kingdom month`" in "".join(await pages(bare, bare.deacon, "kingdom"))
    assert "`/kingdom month`" not in "".join(await pages(bare, bare.deacon, "everywhere"))


async def test_every_page_fits_a_phones_screen(bare: Table) -> None:
    for game in ("second_kingdom", "adventuria"):
        await begun(bare, game, second_game="kingdom")
        for who in (bare.gm, bare.deacon, bare.stranger, bare.admin):
            for topic in await topics(bare, who):
                for page in await pages(bare, who, topic):
                    assert len(page) <= PHONE
                    assert sum(ceil(len(line) / WIDE) for line in page.splitlines()) <= HIGH, page
        await confirmed(bare.gm, bare.channel, "campaign archive")


def _commands(table: Table, games: set[str]) -> Iterator[str]:
    owners = table.bot.dispatcher.games
    for command in table.bot.tree.walk_commands():
        if not hasattr(command, "commands") and owners[f"/{command.qualified_name}"] in games:
            yield command.qualified_name


@pytest.mark.parametrize("game", ["adventuria", "second_kingdom"])
async def test_every_command_is_in_somebodys_help(bare: Table, game: str) -> None:
    await begun(bare, game, second_game="kingdom")
    found = ""
    for who in (bare.gm, bare.admin):
        for topic in await topics(bare, who):
            found += "\n".join(await pages(bare, who, topic))
    for name in _commands(bare, {"table", game, "kingdom"}):
        assert f"`/{name}`" in found


async def test_who_may_not_begin_a_campaign_is_told_whom_to_ask(bare: Table) -> None:
    ask = "ask a member with Manage Server or with the role that can start campaigns here"
    shown = said(await bare.deacon.slash(bare.channel, "help"))
    assert f"To start a campaign here, {ask}" in shown
    assert "use `/campaign create` in the channel" not in shown
    assert f"To start one here, {ask}." in said(await bare.deacon.slash(bare.channel, "waiting"))
    assert "use `/campaign create` in the channel" in said(await bare.admin.slash(bare.channel, "help"))
    # Before anything else is found wrong with it.
    refused = await bare.deacon.slash(bare.channel, "campaign create", name="Ashes", game="chess")
    assert (
        said(refused)
        == "Only a member with Manage Server or with the role that can start campaigns here can do that."
    )


async def test_what_a_game_master_has_done_is_no_step_any_more(bare: Table) -> None:
    await bare.gm.slash(bare.channel, "campaign create", name="Ashes", game="second_kingdom")
    shown = said(await bare.gm.slash(bare.channel, "help"))
    assert "**1.** A place for secrets" in shown
    assert "**2.** Players: " in shown
    await bare.gm.slash(bare.channel, "campaign bind", channel=bare.secret, for_game_masters=True)
    await bare.deacon.slash(bare.channel, "campaign join")
    shown = said(await bare.gm.slash(bare.channel, "help"))
    assert "A place for secrets" not in shown
    assert "**1.** A card to pin" in shown


async def test_who_begins_a_campaign_is_told_what_comes_next(bare: Table) -> None:
    created = await bare.gm.slash(
        bare.channel,
        "campaign create",
        name="Ashes",
        game="second_kingdom",
        second_game="kingdom",
        game_master_channel=bare.secret,
    )
    (offer,) = created.followups
    assert offer.ephemeral
    assert text(offer).splitlines() == [
        "**Next for you:** Found a kingdom",
        "**Maneuvers:** the library has none yet, and nobody can attack without. Add them with `/library "
        "add`, copy them with `/library copy`, or take what comes with the game: `/library list`.",
        "**Your players:** `/campaign join`, then `/sk new` or `/leader assign`.",
        "Whoever administers the server can read the secrets too: the role Managers.",
    ]
    form = await bare.gm.click(offer, label="Found a kingdom")
    await bare.gm.submit_modal(form, {"name": "Narland", "about": ""})
    await bare.settle()
    assert "Narland" in text(bare.last())


# -- what one can do next -------------------------------------------------------------------------------


async def test_a_player_without_a_hero_makes_one_from_help(bare: Table) -> None:
    await begun(bare, "second_kingdom")
    shown = await bare.deacon.slash(bare.channel, "help")
    assert said(shown).splitlines()[1] == "**Next for you:** Make a hero"
    assert next_of(shown) == ["Make a hero"]
    assert next_of(await bare.gm.slash(bare.channel, "help")) == []
    assert next_of(await bare.stranger.slash(bare.channel, "help")) == []

    await bare.restart()
    form = await bare.deacon.click(reply_of(shown), label="Make a hero")
    typed = {"name": "Evander", "courage": "six", "prudence": "5", "temperance": "3", "conviction": "3"}
    refused = await bare.deacon.submit_modal(form, typed)
    assert "“Courage” needs a whole number" in said(refused)
    again = await bare.deacon.click(reply_of(refused), label="Fix it")
    await bare.deacon.submit_modal(again, typed | {"courage": "6"})
    await bare.settle()
    assert "Courage **6**" in said(await bare.deacon.slash(bare.channel, "sk sheet"))
    assert next_of(await bare.deacon.slash(bare.channel, "help")) == []
    stale = await bare.deacon.click(reply_of(shown), label="Make a hero")
    assert "no longer works" in said(stale)


async def test_who_joins_is_offered_the_beginning_alone_and_who_watches_is_not(bare: Table) -> None:
    await begun(bare, "second_kingdom")
    joined = await bare.stranger.slash(bare.channel, "campaign join")
    assert "joins as a player" in said(joined)
    offer = joined.followups[-1]
    assert offer.ephemeral
    assert text(offer).startswith("**Next for you:** Make a hero\nNew here? **The story so far**")
    form = await bare.stranger.click(offer, label="Make a hero")
    scores = {"courage": "6", "prudence": "5", "temperance": "3", "conviction": "3"}
    await bare.stranger.submit_modal(form, {"name": "Evander", **scores})
    await bare.settle()
    assert "Courage **6**" in said(await bare.stranger.slash(bare.channel, "sk sheet"))

    watches = await bare.admin.slash(bare.channel, "campaign join", watching=True)
    assert "Next for you" not in said(watches)


async def test_who_accepts_an_invitation_is_offered_the_beginning_too(bare: Table) -> None:
    await begun(bare, "adventuria")
    asked = await bare.gm.slash(bare.channel, "campaign invite", player=bare.stranger)
    joined = await bare.stranger.click(reply_of(asked), label="Join")
    assert "**Next for you:** Make an adventurer" in said(joined)


async def test_a_player_without_an_adventurer_makes_one_from_help(bare: Table) -> None:
    await begun(bare, "adventuria")
    shown = await bare.wren.slash(bare.channel, "help")
    form = await bare.wren.click(reply_of(shown), label="Make an adventurer")
    await bare.wren.submit_modal(form, {"name": "Bran"})
    await bare.settle()
    assert "Bran" in said(await bare.wren.slash(bare.channel, "adv sheet"))
    assert next_of(await bare.wren.slash(bare.channel, "help")) == []


async def test_a_kingdom_is_founded_from_help_and_a_role_is_taken_where_that_goes(bare: Table) -> None:
    await begun(bare, "kingdom")
    assert next_of(await bare.deacon.slash(bare.channel, "help")) == []
    shown = await bare.gm.slash(bare.channel, "help")
    assert next_of(shown) == ["Found a kingdom"]
    form = await bare.gm.click(reply_of(shown), label="Found a kingdom")
    await bare.gm.submit_modal(form, {"name": "Narland", "about": ""})
    await bare.settle()
    assert "Narland" in text(bare.last())
    assert next_of(await bare.gm.slash(bare.channel, "help")) == []

    # Until a game master wants to be asked, a player takes a vacant role at once.
    offered = await bare.deacon.slash(bare.channel, "help")
    assert next_of(offered) == ["Take a role…"]
    form = await bare.deacon.click(reply_of(offered), label="Take a role…")
    await bare.deacon.submit_modal(form, {"role": ["warden"], "name": "Evander", "scores": ""})
    await bare.settle()
    leaders = said(await bare.wren.slash(bare.channel, "leader list"))
    assert f"Evander ({bare.deacon.mention})" in leaders
    assert next_of(await bare.deacon.slash(bare.channel, "help")) == []


async def test_the_home_cards_sheet_opens_the_kingdom_too(bare: Table) -> None:
    await begun(bare, "second_kingdom", second_game="kingdom")
    await bare.gm.slash(bare.channel, "kingdom found", name="Narland")
    await bare.deacon.slash(
        bare.channel, "sk new", name="Evander", courage=6, prudence=5, temperance=3, conviction=3
    )
    await bare.gm.slash(bare.channel, "campaign home")
    await bare.settle()
    sheets = said(await bare.deacon.click(bare.last(), label="My sheet"))
    assert "Evander" in sheets
    assert "Narland" in sheets
    assert "Narland" in said(await bare.gm.click(bare.last(), label="My sheet"))

"""Adventurers set out at a simulated table: their threads and homes, and what is refused."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import AsyncMock, Mock, patch

import discord
import pytest
import sqlalchemy as sa
from discord.http import HTTPClient
from simcord import ChannelHandle

from bot.engine.people import Actor
from bot.engine.system import Scope, Want
from bot.play import Request
from bot.storage.models import outbox
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.adventuria.settings import ADVENTURERS, CHOSEN, CREATION, IN_CHANNEL, SEVERAL, THREADS
from bot.systems.adventuria.sheet import commands as sheet_commands
from bot.ui.delivery import Delivery
from tests.systems.adventuria.arrivals import allow_threads, decide, fall, living, new, threads
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, first_button, pinged, reply_of, said, text

BLY = Scope(wants=(Want(ADVENTURER.name, text="Bly"),))

# -- made ---------------------------------------------------------------------------------------------


async def test_new_opens_a_thread_and_what_is_refused_opens_none(city: Table) -> None:
    # The channel reads of both dice, the sheet and the first turn.
    home = await living(city)
    assert home.name == "Ada"
    card = next(message for message in city.messages() if message.id == home.id)
    for part in (
        "Ada sets out",
        f"Played by {city.deacon.mention}",
        "Type: **Priest**, rolled a 3",
        "Alignment: **Neutral**, rolled a 2",
        "Arms **3** · Magic **3** · Craft **4** · Vitae **4**",
        "Gold **1**",
        "The first turn begins at The City.",
    ):
        assert part in text(card)
    assert (buttons(card), card.content) == ([], "")
    assert "What came of it" in text(card)
    # A thread is started from that message, and goes on; being mentioned, its player is in it.
    (goes_on,) = city.messages(home)
    assert "Ada's story goes on in a thread of its own." in text(goes_on)
    assert (buttons(goes_on)[0], pinged(goes_on)) == ("Start the turn", city.deacon.mention)

    # A refusal is one private sentence and opens no thread.
    for options, wrong in REFUSED:
        before = await entries(city)
        refused = await new(city, city.wren, **{"name": "Bly", **options})
        assert is_private(refused)
        assert wrong in said(refused)
        assert (len(threads(city)), await entries(city)) == (1, before)

    # Home can be the channel itself.
    await city.deacon.slash(city.channel, "adv home", here=True)
    assert f"told in <#{city.channel.id}> from now on" in text(city.last())
    refused = await city.deacon.slash(city.channel, "adv home", here=True)
    assert "already told here" in said(refused)
    assert is_private(refused)


async def test_new_is_told_in_the_channel_and_a_narrator_names_another(city: Table) -> None:
    assert not is_private(await new(city))

    # New for a player by a narrator names both.
    await new(city, city.gm, name="Cid", player=city.wren)
    made = next(message for message in city.messages() if message.id == threads(city)[1].id)
    assert f"Played by {city.wren.mention}" in text(made)
    assert city.last(threads(city)[1]).content.startswith(city.wren.mention)
    refused = await new(city, city.deacon, name="Bly", player=city.wren)
    assert "Only a narrator can make" in said(refused)


async def test_in_a_thread_the_adventurer_lives_there(city: Table) -> None:
    home = await living(city)
    await fall(city, home)
    made = await city.deacon.slash(home, "adv new", name="Brand")
    assert not is_private(made)
    assert "Brand sets out" in text(city.last(home))
    assert len(threads(city)) == 1


async def test_what_is_made_in_the_narrators_channel_or_a_forum_stands_where_it_is_read(city: Table) -> None:
    # In the narrators channel the thread is opened where everybody reads.
    await city.gm.slash(city.secret, "adv new", name="Ada", player=city.wren)
    await city.settle()
    assert not threads(city, city.secret)
    assert "Ada's story goes on" in text(city.last(threads(city)[0]))

    # A forum post is its home.
    forum = city.guild.create_forum_channel("adventures")
    await city.gm.slash(city.channel, "campaign bind", channel=forum)
    thread = city.env.backend.create_thread(forum.id, "The Mill", owner_id=city.gm.id, type=11)
    post = ChannelHandle(city.env, city.guild, thread)
    await city.settle()
    await city.deacon.slash(post, "adv new", name="Bly")
    assert "Bly sets out" in text(city.last(post))


async def test_where_the_bot_may_open_no_thread_the_channel_is_home_until_it_may(city: Table) -> None:
    # The channel reads nothing of it, the game master once which permission is missing.
    allow_threads(city, allowed=False)
    made = await new(city)
    await new(city, city.wren, name="Bly")
    assert not threads(city)
    assert "Bly sets out" in text(city.last())
    assert "thread" not in said(made)
    lacks = f"No thread for Ada: Waypost isn't allowed to *Create Public Threads* in <#{city.channel.id}>."
    assert [lacks in text(each) for each in city.messages(city.secret)] == [True]

    # Home moves everything to a new thread.
    allow_threads(city, allowed=True)
    await city.deacon.slash(city.channel, "adv home")
    await city.settle()
    (home,) = threads(city)
    assert f"told in <#{home.id}> from now on" in text(city.last(home))
    assert "Start the turn" in buttons(city.last(home))


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"name": "a" * 61}, "has 1 to 60 characters, not 61."),
    ({"name": "\u200b"}, "has 1 to 60 characters."),
    ({"name": "ada"}, "has an adventurer of that name already"),
    ({"type": "elf"}, "This campaign rolls type and alignment"),
    ({"alignment": "evil"}, "This campaign rolls type and alignment"),
]


async def test_q27_where_the_campaign_allows_it_type_and_alignment_are_chosen(city: Table) -> None:
    await decide(city, CREATION, CHOSEN)
    await new(city, type="elf", alignment="evil")
    card = next(text(message) for message in city.messages() if message.id == threads(city)[0].id)
    assert "Type: **Elf**, chosen" in card
    assert "Alignment: **Evil**, chosen" in card


async def test_a_campaign_may_do_without_threads(city: Table) -> None:
    await decide(city, THREADS, IN_CHANNEL)
    made = await new(city)
    assert not threads(city)
    assert buttons(reply_of(made)) == ["Start the turn", "Make camp"]
    assert not is_private(made)


async def test_without_a_game_masters_channel_a_missing_permission_is_said_where_they_play(
    city: Table,
) -> None:
    await city.gm.slash(city.channel, "campaign unbind", channel=str(city.secret.id))
    allow_threads(city, allowed=False)
    await new(city)
    assert "isn't allowed to *Create Public Threads*" in text(city.last())
    assert city.last().content.startswith(city.gm.mention)


async def test_taking_back_an_adventurer_takes_its_thread_off_too(city: Table) -> None:
    home = await living(city)
    asked = await city.gm.slash(home, "undo")
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    await city.settle()
    assert buttons(city.last(home)) == ["Redo…"]
    assert "no adventurer in this campaign" in said(await city.deacon.slash(city.channel, "adv sheet"))


async def test_what_is_taken_back_before_its_thread_is_started_gets_none_and_holds_up_nothing(
    city: Table,
) -> None:
    with patch.object(Delivery, "_start_thread", AsyncMock(return_value=OSError("cut"))):
        await new(city)
        asked = await city.gm.slash(city.channel, "undo")
        await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    await city.restart(now=lambda: datetime.now(UTC) + timedelta(minutes=1))
    await city.settle()
    assert not threads(city)
    waits = sa.select(outbox.c.kind).where(outbox.c.done_at.is_(None))
    assert await city.bot.database.read(lambda connection: connection.execute(waits).all()) == []


async def test_a_thread_wanted_is_started_once_whenever_the_process_ends(city: Table) -> None:
    # Between the message and its thread.
    with patch.object(Delivery, "_start_thread", AsyncMock(return_value=OSError("cut"))):
        await new(city)
    assert not threads(city)
    await city.restart(now=lambda: datetime.now(UTC) + timedelta(minutes=1))
    await city.settle()
    (home,) = threads(city)
    assert "Ada's story goes on" in text(city.last(home))

    # Between the thread and its entry: Discord says that the message has one.
    has_one = discord.HTTPException(Mock(status=400), {"code": 160004, "message": "There is one"})
    with patch.object(HTTPClient, "start_thread_with_message", AsyncMock(side_effect=has_one)):
        await new(city, city.wren, name="Bly")
    told = next(each for each in city.messages() if "Bly sets out" in text(each))
    assert "What came of it" in text(told)
    view = await city.bot.play.look(Actor(city.wren.id), Request(2, city.guild.id, city.channel.id), BLY)
    assert view.all(ADVENTURER.name)[0].state.home == told.id


@pytest.mark.parametrize(("status", "comes_later"), [(403, False), (503, True)])
async def test_a_thread_that_discord_refuses_is_wanted_no_more_and_one_that_failed_comes_later(
    city: Table, status: int, *, comes_later: bool
) -> None:
    no = discord.HTTPException(Mock(status=status), {"code": 0, "message": "No"})
    with patch.object(HTTPClient, "start_thread_with_message", AsyncMock(side_effect=no)):
        await new(city)
    waits = sa.select(outbox.c.kind).where(outbox.c.done_at.is_(None))
    rows = await city.bot.database.read(lambda connection: connection.execute(waits).all())
    assert [row.kind for row in rows] == ["thread"] * comes_later
    await city.restart(now=lambda: datetime.now(UTC) + timedelta(minutes=1))
    await city.settle()
    assert len(threads(city)) == comes_later


# -- homes --------------------------------------------------------------------------------------------


async def test_what_belongs_in_a_deleted_thread_appears_in_the_channel(city: Table) -> None:
    home = await living(city)
    city.env.backend.delete_channel(home.id)
    await city.deacon.slash(city.channel, "adv start")
    await city.settle()
    assert "Ada" in text(city.last())
    await city.deacon.slash(city.channel, "adv home")
    await city.settle()
    assert "from now on" in text(city.last(threads(city)[-1]))


async def test_an_archived_thread_gets_its_messages_too(city: Table) -> None:
    home = await living(city)
    thread = city.env.backend.channels[home.id]
    assert thread.thread_metadata is not None
    thread.thread_metadata.archived = True
    await city.deacon.slash(city.channel, "adv start")
    await city.settle()
    assert len(city.messages(home)) == 2


# -- Adventurers edited, fallen, retired, handed over and brought back at a simulated table -------------


# -- edited -------------------------------------------------------------------------------------------


# -- gone ---------------------------------------------------------------------------------------------


async def test_a39_who_fell_is_out_of_play_and_another_goes_on(city: Table) -> None:
    # A39 a fall is told with all that is lost and a way on.
    home = await living(city)
    card = await fall(city, home)
    assert "Ada has fallen" in text(card)
    assert "9 wounds against Vitae 4." in text(card)
    assert "Lost with Ada: 1 gold." in text(card)
    assert buttons(card) == ["New adventurer"]

    # A39 who fell is out of play.
    for command in ("adv home", "adv edit", "adv retire"):
        refused = await city.deacon.slash(home, command, adventurer="Ada")
        assert said(refused) == "“Ada” is no longer in play."
        assert is_private(refused)

    # A39 new adventurer asks a name after a restart and goes on in the thread.
    await city.restart()
    asked = await city.deacon.click(card, label="New adventurer")
    await city.deacon.submit_modal(asked, {"name": "Brand"})
    await city.settle()
    assert "Brand sets out" in text(city.last(home))
    assert len(threads(city)) == 1


async def test_falls_and_retirements_are_undone(city: Table) -> None:
    # An undone fall brings everything back.
    home = await living(city)
    await fall(city, home)
    asked = await city.gm.slash(home, "undo")
    assert "will be between turns again." in said(asked)
    assert "will be back in play" in said(asked)
    assert "none" not in said(asked)
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    await city.settle()
    assert "Gold **1**" in said(await city.deacon.slash(home, "adv sheet"))

    # Retire asks first and puts the sheet away.
    asked = await city.deacon.slash(home, "adv retire")
    assert is_private(asked)
    assert "Lost with Ada: 1 gold." in said(asked)
    await city.deacon.click(reply_of(asked), label="Retire for good")
    await city.settle()
    assert "Ada retires" in text(city.last(home))
    assert "Lost with Ada: 1 gold." in text(city.last(home))
    assert "New adventurer" in buttons(city.last(home))

    # A retirement is undone together with what followed.
    asked = await city.gm.slash(home, "undo")
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    assert "Gold **1**" in said(await city.deacon.slash(home, "adv sheet"))

    # Edit opens a form and writes name and notes anew.
    form = await city.deacon.slash(home, "adv edit")
    await city.deacon.submit_modal(form, {"name": "Adara", "about": "A scar."})
    assert "Ada is now called Adara. Adara has new notes." in text(city.last(home))

    # Nobody was told what the notes say, and an undo doesn't tell either.
    form = await city.deacon.slash(home, "adv edit")
    await city.deacon.submit_modal(form, {"name": "Adara", "about": "SECRET: the heir."})
    asked = await city.gm.slash(home, "undo")
    assert "notes will go back to the earlier text." in said(asked)
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    await city.settle()
    told = await city.gm.click(city.last(home), label="What changed…")
    assert "notes went back to the earlier text." in said(told)
    asked = await city.gm.slash(home, "undo", entry=await entries(city) - 2)
    assert "notes will go back to none." in said(asked)


# -- handed over --------------------------------------------------------------------------------------


async def test_a_handover_takes_everything_along_and_the_card_stands_in_its_thread(city: Table) -> None:
    # Whatever is done elsewhere its card stands in its own thread.
    home = await living(city)
    before = len(city.messages())
    handed = await city.gm.slash(city.channel, "campaign handover", what="Ada", to=city.wren)
    await city.settle()
    assert is_private(handed)
    assert buttons(city.last(home)) == ["Start the turn", "Make camp", "The story so far"]
    asked = await city.gm.slash(city.channel, "undo")
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    await city.settle()
    assert buttons(city.last(home)) == ["Start the turn", "Make camp", "What changed…", "Redo…"]
    assert len(city.messages()) == before

    # A handover takes the adventurer its fight and its offers along.
    await city.deacon.slash(home, "adv start")
    await city.gm.slash(home, "adv gm offer", kind="choice", options="Left; Right")
    await city.gm.slash(home, "adv fight", monster="Rat", arms=2, magic=1, vitae=2, kind="melee")
    await city.gm.slash(city.channel, "campaign handover", what="Ada", to=city.wren)
    await city.settle()
    scope = Scope(wants=tuple(Want(kind) for kind in (ADVENTURER.name, "fight", "offer")))
    request = Request(1, city.guild.id, city.channel.id)
    found = (await city.bot.play.look(Actor(city.wren.id), request, scope)).records.values()
    kinds = {each.kind: each.owner for each in found}
    assert kinds == dict.fromkeys((ADVENTURER.name, "fight", "offer"), city.wren.id)


async def test_a_handover_makes_no_second_adventurer_unless_the_campaign_allows_it(city: Table) -> None:
    await living(city)
    await new(city, city.wren, name="Bly")
    handing = {"what": "Ada", "to": city.wren}
    refused = await city.gm.slash(city.channel, "campaign handover", **handing)
    assert is_private(refused)
    assert said(refused) == (
        f"{city.wren.mention} still plays Bly, and this campaign allows one adventurer each. First "
        "retire Bly with `/act deed: retire`, or undo the entry in which Bly set out."
    )
    await decide(city, ADVENTURERS, SEVERAL)
    done = await city.gm.slash(city.channel, "campaign handover", **handing)
    assert "Ada" in said(done)
    assert "still plays" not in said(done)


async def test_an_undo_makes_no_second_adventurer_either(city: Table) -> None:
    home = await living(city)
    await fall(city, home)
    fell = await entries(city)
    await city.deacon.slash(home, "adv new", name="Bly")
    refused = await city.gm.slash(home, "undo", entry=fell)
    assert is_private(refused)
    assert f"{city.deacon.mention} still plays Bly" in said(refused)
    told = "First retire Bly with `/act deed: retire`, or undo the entry in which Bly set out."
    assert told in said(refused)
    asked = await city.deacon.slash(home, "adv retire")
    await city.deacon.click(reply_of(asked), label="Retire for good")
    asked = await city.gm.slash(home, "undo", entry=fell)
    assert "will be between turns again." in said(asked)
    assert "will be back in play" in said(asked)
    assert "none" not in said(asked)


# -- `/adv hall` and `/adv gm overview` at a simulated table: those who are gone, and how the others fare


async def gone(city: Table, *names: str) -> None:
    """Adventurers of Deacon's who fell, one after another."""
    for name in names:
        await new(city, name=name)
        await fall(city, threads(city)[-1])


def select(answer: Any) -> tuple[str, list[dict[str, Any]]]:
    """The list under an answer: its custom_id and its lines."""
    found = next(
        part for row in reply_of(answer).components for part in row["components"] if "options" in part
    )
    return found["custom_id"], found["options"]


# -- the hall -----------------------------------------------------------------------------------------


async def test_the_hall_lists_who_is_gone_in_pages_with_their_story(city: Table, monkeypatch: Any) -> None:
    # The hall lists who fell and who retired the last first.
    await gone(city, "Ada", "Bly")
    home = await living(city, name="Cid")
    asked = await city.deacon.slash(home, "adv retire")
    await city.deacon.click(reply_of(asked), label="Retire for good")
    answer = await city.wren.slash(city.channel, "adv hall")
    assert is_private(answer)
    _, lines = select(answer)
    assert [line["label"] for line in lines] == ["Cid", "Bly", "Ada"]
    assert "**Cid** · Priest" in said(answer)
    assert "retired before the first turn · 0 monsters felled" in said(answer)

    # The one picked shows its last sheet and its story.
    answer = await city.wren.slash(city.channel, "adv hall")
    custom_id, lines = select(answer)
    told = await city.wren.select(reply_of(answer), [lines[2]["value"]], custom_id=custom_id)
    story = said(told)
    assert "fallen with 9 wounds" in story
    assert "Ada sets out, played by" in story
    assert "Ada has fallen at The City: 9 wounds against Vitae" in story
    assert "Bly" not in story

    # A full hall has pages.
    monkeypatch.setattr(sheet_commands, "PAGE", 2)
    answer = await city.deacon.slash(city.channel, "adv hall")
    assert [line["label"] for line in select(answer)[1]] == ["Cid", "Bly"]
    older = await city.deacon.click(reply_of(answer), label="More…")
    assert [line["label"] for line in select(older)[1]] == ["Ada"]
    assert buttons(reply_of(older)) == ["Previous page"]


async def test_an_empty_hall_says_so_and_what_was_undone_is_no_trophy(city: Table) -> None:
    # An empty hall says so.
    await new(city)
    assert "Nobody has fallen or retired so far." in said(await city.deacon.slash(city.channel, "adv hall"))

    # An adventurer whose making was undone is no trophy.
    asked = await city.gm.slash(city.channel, "undo")
    await city.gm.click(reply_of(asked), custom_id=first_button(asked))
    assert "Nobody has fallen" in said(await city.gm.slash(city.channel, "adv hall"))

    # Overview without adventurers says how one is made.
    assert "`/adv new` makes one" in said(await city.gm.slash(city.channel, "adv gm overview"))


async def test_overview_once_everybody_has_fallen_says_where_they_are(city: Table) -> None:
    await gone(city, "Ada", "Bly")
    answer = await city.gm.slash(city.channel, "adv gm overview")
    assert "Nobody is in play; 2 in `/adv hall`." in said(answer)


async def test_a_long_story_is_paged_like_the_journal(city: Table) -> None:
    home = await living(city)
    for number in range(9):
        form = await city.deacon.slash(home, "adv edit")
        await city.deacon.submit_modal(form, {"name": f"Ada {number}", "about": ""})
    await fall(city, home)
    first = await city.deacon.slash(city.channel, "adv hall", adventurer="Ada 8")
    assert buttons(reply_of(first)) == ["Older", "All of them"]
    assert "sets out" not in said(first)
    older = await city.deacon.click(reply_of(first), label="Older")
    assert "Ada sets out" in said(older)


async def test_two_of_one_name_are_told_apart_by_the_list(city: Table) -> None:
    await gone(city, "Ada", "Ada")
    refused = await city.deacon.slash(city.channel, "adv hall", adventurer="Ada")
    assert "Several called “Ada” have fallen or retired here" in said(refused)
    (later, _) = await city.deacon.autocomplete(city.channel, "adv hall", "adventurer", "ad")
    picked = await city.deacon.slash(city.channel, "adv hall", adventurer=later["value"])
    assert "Ada has fallen" in said(picked)


# -- at a glance --------------------------------------------------------------------------------------


async def test_overview_shows_everybody_who_waits_longest_for_the_narrator_first(city: Table) -> None:
    with_narrator = await living(city, name="Ada")
    await city.wren.slash(city.channel, "adv new", name="Bly")
    await city.settle()
    await city.deacon.slash(with_narrator, "adv start")
    await city.settle()
    answer = await city.gm.slash(city.channel, "adv gm overview")
    assert is_private(answer)
    told = said(answer)
    assert "Ashes: 2 adventurers" in told
    assert told.index("**Ada**") < told.index("**Bly**")
    assert f"Priest, played by {city.deacon.mention}" in told
    assert re.search(r"0/\d wounds · 1 gold · turn 1 at The City", told)
    assert "the narrator: [Ada is at The City" in told
    assert re.search(r"0/\d wounds · 1 gold · before the first turn at The City", told)
    assert f"{city.wren.mention}: [Bly begins the next turn at The City](https://discord.com" in told


async def test_overview_says_who_camps(city: Table) -> None:
    home = await living(city)
    await city.deacon.slash(home, "adv camp")
    assert "Camping" in said(await city.gm.slash(city.channel, "adv gm overview"))

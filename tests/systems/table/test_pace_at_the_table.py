"""A campaign's pace, as people meet it: reminders, deadlines, absences, answers in advance."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from datetime import time as clock
from typing import Any

from simcord import InteractionResult

from bot.storage.address import Address
from tests.stages import open_stage
from tests.systems.second_kingdom.evening import opened
from tests.systems.second_kingdom.stock import challenge as asked
from tests.tables import Table, open_table, reply_of, said, text

MARCH = datetime(2026, 3, 2, 12, tzinfo=UTC)


@dataclass
class Timed:
    """A table, and its clock."""

    table: Table
    now: datetime = MARCH

    async def travel(self, **span: float) -> None:
        """Let time pass, an hour at once: the bot looks every minute at what is due.

        Its own loop looks where the way ends; in the hours before, the same is asked of it directly.
        """
        arrival = self.now + timedelta(**span)
        while self.now < arrival:
            self.now = min(arrival, self.now + timedelta(hours=1))
            if self.now < arrival and await self.table.bot.play.do_due():
                await self.table.deliver()
        await self.table.env.advance_time(61)
        await self.table.settle()


@asynccontextmanager
async def timed(address: Address) -> AsyncIterator[Timed]:
    """A table with a clock of its own."""
    found: list[Timed] = []
    async with open_table(address, now=lambda: found[0].now if found else MARCH) as table:
        found.append(Timed(table))
        yield found[0]


async def paced(table: Table, **options: object) -> None:
    """The game master sets the campaign's pace."""
    given = {"rhythm": "steady"} | options
    await table.gm.slash(table.channel, "campaign pace", **given)
    await table.settle()


async def nudge(table: Table) -> InteractionResult:
    """The game master nudges the first whom `/waiting` lists."""
    listed = reply_of(await table.gm.slash(table.channel, "waiting"))
    parts = (part for row in listed.components for part in row["components"])
    found = next(each for each in parts if str(each.get("custom_id", "")).startswith("?nudge"))
    done: InteractionResult = await table.gm.select(
        listed, [found["options"][0]["value"]], custom_id=found["custom_id"]
    )
    await table.settle()
    return done


async def test_without_a_pace_nobody_is_reminded(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await opened(table)
        before = len(table.messages())
        await time.travel(days=9)
        assert len(table.messages()) == before


async def test_a_player_is_reminded_given_grace_and_then_the_game_master_decides(
    sqlite_address: Address,
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table)
        await opened(table)
        asked = table.last()
        assert table.deacon.mention in asked.content
        assert "Leap the chasm" in asked.content
        assert "until <t:" in asked.content
        await time.travel(hours=25)
        first = table.last()
        assert first.id != asked.id
        assert first.content.startswith(table.deacon.mention)
        assert "is waiting for you" in text(first)
        await time.travel(hours=24)
        second = table.last()
        assert second.id != first.id
        await time.travel(hours=24)
        last = table.last()
        assert "last call" in text(last)
        await time.travel(hours=25)
        assert "didn't answer in time" in text(table.last())
        assert table.gm.mention in table.last().content
        count = len(table.messages())
        await time.travel(days=2)
        assert len(table.messages()) == count
        # That their time was over is news to who comes back; that they were reminded is none.
        told = said(await table.deacon.slash(table.channel, "recap"))
        assert "didn't answer in time" in told
        assert "this is waiting for you" not in told


async def test_pace_is_shown_and_set(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        shown = reply_of(await table.deacon.slash(table.channel, "campaign pace"))
        assert "nobody is reminded" in text(shown)
        await paced(table)
        assert "The campaign's pace" in text(table.last())


async def test_a_pace_says_what_is_new_and_what_holds_no_more(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table, weekends=False, silence=5)
        await table.gm.slash(table.channel, "campaign pace", weekends=True, grace="none", silence=0)
        told = text(table.last())
        assert "no longer: weekends don't count" in told
        assert "no longer: after 5 days of silence" in told
        assert "fights" not in told
        await table.gm.slash(table.channel, "campaign pace", zone="Berlin")
        assert "the table's time zone is Europe/Berlin" in text(table.last())
        await table.gm.slash(table.channel, "campaign pace", rhythm="off")
        told = text(table.last())
        assert "nobody is reminded, and nothing has a deadline" in told
        assert "no longer: fights" not in told


async def test_a_part_of_no_pace_is_told_too(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        for given, told in (
            ({"silence": 5}, "after 5 days of silence"),
            ({"grace": "12h"}, "12 hours of grace after each deadline"),
            ({"grace": "1d"}, "one extra day of grace"),
            ({"holidays": "2026-12-24..2026-12-26"}, "2026-12-24 to 2026-12-26 doesn't count"),
            ({"holidays": "none"}, "no longer: 2026-12-24"),
            ({"away": False}, "nobody waits for people who are away"),
            ({"missed": 3}, "3 deadlines missed in a row"),
            ({"weekends": False}, "weekends don't count"),
        ):
            await table.gm.slash(table.channel, "campaign pace", **given)
            assert told in text(table.last())


async def test_who_was_to_be_back_is_not_listed_as_away(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await table.deacon.slash(table.channel, "away", until="2 days")
        assert "**Away**" in said(await table.gm.slash(table.channel, "campaign pace"))
        await time.travel(days=4)
        assert "**Away**" not in said(await table.gm.slash(table.channel, "campaign pace"))


async def test_away_until_a_time_of_ones_own_zone_is_told_in_everybodys(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await table.deacon.slash(table.channel, "preferences reminders", zone="UTC+9")
        at = datetime.combine(table.bot.play.context.now().date() + timedelta(days=1), clock(9), UTC)
        for typed in ("tomorrow 18:00", f"<t:{int(at.timestamp())}:R>"):
            await table.deacon.slash(table.channel, "away", until=typed)
            await table.settle()
            assert f"is away until <t:{int(at.timestamp())}:f>." in text(table.last())
            await table.deacon.slash(table.channel, "away", back=True)


async def test_quiet_hours_put_a_mention_off_until_they_end(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table)
        # At noon, UTC, it is nine in the evening in Tokyo.
        await table.deacon.slash(table.channel, "preferences reminders", zone="Asia/Tokyo", quiet="20-7")
        await opened(table)
        assert table.deacon.mention not in table.last().content
        await time.travel(hours=9)
        assert table.deacon.mention not in table.last().content
        await time.travel(hours=2)
        woken = table.last()
        assert woken.content.startswith(table.deacon.mention)
        assert "is waiting for you" in text(woken)


async def test_reminders_alone_shows_what_was_chosen(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await table.deacon.slash(table.channel, "preferences reminders", zone="Asia/Tokyo", quiet="20-7")
        shown = said(await table.deacon.slash(table.channel, "preferences reminders"))
        assert "from 20:00 to 07:00 in Asia/Tokyo" in shown
        assert "Change it with" in shown


async def test_a_pace_stands_in_the_journal_without_bullets(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table)
        shown = said(await table.gm.slash(table.channel, "journal"))
        assert "The campaign's pace: fights: up to 2 reminders, 1 day apart, 2 days to answer · " in shown


async def test_who_reads_a_list_a_day_is_not_mentioned_singly(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table)
        await table.deacon.slash(table.channel, "preferences reminders", mentions="digest")
        await opened(table)
        await opened(table, action="Swim the river")
        assert table.deacon.mention not in table.last().content
        await time.travel(hours=21)
        listed = table.last()
        assert listed.content.startswith(table.deacon.mention)
        assert "Leap the chasm" in text(listed)
        assert "Swim the river" in text(listed)
        count = len(table.messages())
        await time.travel(hours=22)
        assert len(table.messages()) == count
        await time.travel(hours=2)
        assert len(table.messages()) == count + 1


async def test_whoever_is_away_is_not_waited_for_where_the_campaign_says_so(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table)
        await table.deacon.slash(table.channel, "away", until="5 days")
        await table.settle()
        assert "is away until" in text(table.last())
        await opened(table)
        assert table.deacon.mention not in table.messages()[-1].content
        await time.travel(hours=1)
        assert "was away: Evander: Leap the chasm. A game master decides." in text(table.last())
        assert table.gm.mention in table.last().content
        await table.deacon.slash(table.channel, "away", back=True)
        await table.settle()
        assert "is back" in text(table.last())


async def test_three_missed_deadlines_in_a_row_count_as_away_until_they_do_something(
    sqlite_address: Address,
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table, grace="none", remind="none", deadline="1d")
        for action in ("Leap", "Swim", "Climb"):
            await opened(table, action=action)
            await time.travel(hours=26)
        assert any("missed 3 deadlines in a row" in text(each) for each in table.messages())
        await table.deacon.slash(table.channel, "roll", dice="1d6")
        await table.settle()
        assert any("is back" in text(each) for each in table.messages()[-2:])
        shown = said(await table.deacon.slash(table.channel, "campaign pace"))
        assert "Away" not in shown


async def test_whoever_presses_ends_their_standing_order(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        preview = await table.deacon.slash(table.channel, "order", words="I hang back")
        await table.deacon.click(reply_of(preview), label="Set standing order")
        await opened(table)
        await table.deacon.click(table.last(), label="Roll")
        await table.settle()
        assert "their standing order ends" in text(table.last())
        assert "I hang back" not in said(await table.gm.slash(table.channel, "campaign pace"))


async def test_a_reminder_can_be_put_off_by_a_day(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table, rhythm="gentle")
        await opened(table)
        await time.travel(hours=49)
        off = await table.deacon.click(table.last(), label="Remind me tomorrow")
        assert "You won't be reminded of that before" in said(off)
        count = len(table.messages())
        await time.travel(hours=23)
        assert len(table.messages()) == count
        await time.travel(hours=2)
        assert len(table.messages()) == count + 1
        nobody = await table.wren.click(table.last(), label="Remind me tomorrow")
        assert "Nothing is waiting for you there anymore" in said(nobody)


async def test_a_pause_stops_all_clocks_and_gives_back_the_time_that_was_left(
    sqlite_address: Address,
) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table)
        await opened(table)
        await table.gm.slash(table.channel, "campaign pace", paused=True)
        twice = await table.gm.slash(table.channel, "campaign pace", paused=True)
        assert "It's paused already" in said(twice)
        await table.settle()
        count = len(table.messages())
        await time.travel(days=6)
        assert len(table.messages()) == count
        await table.gm.slash(table.channel, "campaign pace", paused=False)
        await time.travel(hours=23)
        assert len(table.messages()) == count + 1
        await time.travel(hours=2)
        assert "is waiting for you" in text(table.last())


async def test_a_silent_campaign_says_so_once(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table, remind="none", deadline="none", silence=5)
        await opened(table)
        await time.travel(days=5, hours=1)
        quiet = table.last()
        assert "It has been quiet here for 5 days." in text(quiet)
        assert "The story waits for" in text(quiet)
        await time.travel(days=8)
        assert table.last().id == quiet.id


async def test_after_an_outage_nobody_is_skipped_who_could_not_answer(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        await paced(table, rhythm="brisk", grace="none", silence=0)
        await opened(table)
        count = len(table.messages())
        time.now += timedelta(days=4)
        await table.env.advance_time(61)
        await table.settle()
        assert len(table.messages()) == count + 1
        assert "Waypost was away, so you have more time" in text(table.last())


async def test_in_a_direct_message_waiting_lists_every_campaign(sqlite_address: Address) -> None:
    async with open_stage(sqlite_address) as stage:
        await asked(stage)
        alone = stage.world.direct(stage.deacon)
        shown = await stage.feeder.deliver(stage.say.slash("waiting", {}, user=stage.deacon, channel=alone))
        told = shown.answer.data["embeds"][0]
        assert "1 thing is waiting for you" in told["title"]
        assert "Leap the chasm" in told["description"]
        theirs = await stage.feeder.deliver(
            stage.say.slash("waiting", {}, user=stage.wren, channel=stage.world.direct(stage.wren))
        )
        assert "Nothing is waiting for you, in any campaign." in str(theirs.answer.data)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "a zone that does not exist": ({"zone": "Mars/Olympus"}, "There's no time zone called"),
    "a reminder after the deadline": (
        {"scene": "fight", "remind": "3d", "deadline": "2d"},
        "would come after the deadline",
    ),
    "a span that is none": ({"deadline": "soon"}, "isn't a length of time"),
    "a year to answer": ({"deadline": "365d"}, "The longest is"),
    "a holiday backwards": ({"holidays": "2026-12-24..2026-12-20"}, "has to come after the first"),
    "nothing new": ({"rhythm": "off"}, "That's how it is already"),
    "a scene and nothing else": ({"scene": "fight"}, "Say what's new for it"),
}


async def test_what_makes_no_pace_is_refused_in_a_sentence(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as time:
        table = time.table
        for given, why in BAD.values():
            refused = await table.gm.slash(table.channel, "campaign pace", **given)
            assert refused.ephemeral
            assert why in said(refused)
        theirs = await table.deacon.slash(table.channel, "campaign pace", rhythm="brisk")
        assert "Only a game master" in said(theirs)
        away: dict[str, tuple[dict[str, Any], str]] = {
            "yesterday": ({"until": "2026-03-01"}, "over already"),
            "backwards": ({"from": "2026-03-10", "until": "2026-03-05"}, "can't come before"),
            "oneself": ({"proxy": table.deacon}, "Name somebody else"),
            "a stranger": ({"proxy": table.stranger}, "isn't in this campaign"),
            "somebody else": ({"player": table.wren}, "Only a game master"),
            "not away": ({"back": True}, "isn't away"),
        }
        for given, why in away.values():
            refused = await table.deacon.slash(table.channel, "away", **given)
            assert refused.ephemeral
            assert why in said(refused)


async def test_im_back_is_said_by_whoever_was_away(sqlite_address: Address) -> None:
    async with timed(sqlite_address) as at:
        table = at.table
        await table.deacon.slash(table.channel, "away", until="2 days")
        await table.settle()
        card = table.last()
        refused = await table.wren.click(card, label="I'm back")
        assert said(refused) == f"Only {table.deacon.mention} can do that."
        await table.deacon.click(card, label="I'm back")
        await table.settle()
        assert "is back." in text(table.last())

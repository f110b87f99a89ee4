"""`/recap`, its buttons, a newcomer's page and the story, as people use them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.storage.address import Address
from tests.systems.second_kingdom.evening import opened
from tests.tables import Table, open_table, press_on, reply_of, said, text

HERE = "Since you were here"


class Week:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The time."""
        return self.now

    def passes(self, days: float = 7.5) -> None:
        """So many days."""
        self.now += timedelta(days=days)


@pytest.fixture
def week() -> Week:
    """Time stands still until a week passes."""
    return Week()


@pytest.fixture
async def aged(sqlite_address: Address, week: Week) -> AsyncIterator[Table]:
    """A campaign with a game master and two players, whose time a test moves."""
    async with open_table(sqlite_address, now=week) as made:
        yield made


def labels(message: object) -> list[str]:
    """What its buttons say."""
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]  # type: ignore[attr-defined]
    return [part.get("label", "") for row in rows for part in row.get("components", ())]


async def test_who_comes_back_after_a_week_is_told_by_scene_with_links_and_what_waits(
    aged: Table, week: Week
) -> None:
    week.passes()
    await aged.gm.slash(aged.channel, "sk conviction", heroes="Ysolde", amount=2, reason="Rest")
    await opened(aged)
    await aged.gm.slash(aged.channel, "roll", dice="2d6 a storm")
    await aged.gm.slash(aged.secret, "roll", dice="1d1+770002 kzomen")
    await aged.settle()

    shown = await aged.deacon.slash(aged.channel, "recap")

    assert shown.ephemeral
    told = said(shown)
    assert "Ashes: since you were here" in told
    assert "You were here <t:" in told
    assert "**1 thing is waiting for you.** Here it is: [" in told
    assert told.index("Leap the chasm**") < told.index("**Ysolde**") < told.index("**Around the table**")
    # There is air between the scenes.
    assert "\n\n**Ysolde**\n" in told
    assert f"https://discord.com/channels/{aged.guild.id}/{aged.channel.id}/" in told
    assert "kzomen" not in told
    assert "770,003" not in told
    # The second time nothing is new; what is older can still be read.
    again = await aged.deacon.slash(aged.channel, "recap")
    assert "Nothing new happened." in said(again)
    week_ago = await aged.deacon.click(reply_of(again), label="The last week")
    assert "Leap the chasm" in said(week_ago)
    assert "kzomen" in said(await aged.gm.slash(aged.secret, "recap", since="week"))


async def test_a_card_that_mentions_who_was_away_for_a_week_bears_the_button(aged: Table, week: Week) -> None:
    await opened(aged)
    assert HERE not in labels(aged.last())
    week.passes()
    await opened(aged, action="Climb the wall")
    await aged.settle()
    card = aged.last()
    assert aged.deacon.mention in card.content
    assert HERE in labels(card)

    shown = await press_on(aged.deacon, card, HERE)
    assert shown.ephemeral
    assert "Climb the wall" in said(shown)
    # Whoever else presses it reads what is new to them; the card stays as it is.
    assert "Ashes: since you were here" in said(await press_on(aged.wren, card, HERE))
    assert HERE in labels(aged.last())
    # Once answered it asks nobody, and needs no such button any more.
    await aged.deacon.click(card, label="Roll")
    await aged.settle()
    standing = next(each for each in aged.messages() if each.id == card.id)
    assert HERE not in labels(standing)


async def test_who_was_just_here_is_offered_no_recap_on_a_card(table: Table) -> None:
    await opened(table)
    assert HERE not in labels(table.last())


async def test_pages_stay_with_the_same_entries_whatever_happens_and_outlive_the_process(
    table: Table,
) -> None:
    for number in range(12):
        await opened(table, action=f"Leap chasm {number}")
        await table.gm.slash(table.channel, "roll", dice=f"1d6 for the weather of day {number}")
    first = await table.wren.slash(table.channel, "recap", since="all")
    assert labels(reply_of(first)) == ["More…"]
    await table.restart()
    await table.gm.slash(table.channel, "roll", dice="1d6 later")

    second = await table.wren.click(reply_of(first), label="More…")

    assert reply_of(second).id == reply_of(first).id
    assert labels(reply_of(second))[0] == "Previous page"
    back = await table.wren.click(reply_of(second), label="Previous page")
    assert said(back).splitlines()[1] == said(first).splitlines()[1]


async def test_whoever_joins_reads_the_story_so_far_who_is_who_and_what_to_do(table: Table) -> None:
    await table.gm.slash(table.channel, "sk conviction", heroes="Ysolde", amount=2, reason="Rest")
    joined = await table.stranger.slash(table.channel, "campaign join")
    offer = joined.followups[-1]
    assert offer.ephemeral

    page = await table.stranger.click(offer, label="The story so far")

    told = said(page)
    assert page.ephemeral
    while "More…" in labels(reply_of(page)):
        page = await table.stranger.click(reply_of(page), label="More…")
        told += said(page)
    assert "Ashes: the story so far" in told
    assert "**How it began**" in told
    assert f"{table.gm.mention} is the game master" in told
    assert f"{table.deacon.mention} plays **Evander**" in told
    # People and what happened come first; seals of dice are no story, and where to check them is last.
    people, began, can = map(told.index, ("**Who's who**", "**How it began**", "**What you can do now**"))
    assert people < began < can < told.index("`/dice fairness`")
    assert "Dice chapter" not in told
    assert "**Next for you:** Make a hero" in told
    # That was read: nothing is new.
    assert "Nothing new happened." in said(await table.stranger.slash(table.channel, "recap"))


async def test_who_was_never_here_gets_the_newcomers_page(table: Table) -> None:
    told = said(await table.stranger.slash(table.channel, "recap"))
    assert "Ashes: the story so far" in told


async def test_whoever_is_handed_a_hero_finds_the_story_so_far_on_the_card(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign handover", what="Evander", to=table.wren)
    await table.settle()
    card = table.last()
    assert "goes from" in text(card)

    page = await table.wren.click(card, label="The story so far")

    assert page.ephemeral
    assert "Ashes: the story so far" in said(page)


async def test_game_masters_mark_the_story_and_write_its_lines(table: Table) -> None:
    await table.gm.slash(table.channel, "sk conviction", heroes="Ysolde", amount=2, reason="Rest")
    before = text(table.last())
    marked = await table.gm.slash(table.channel, "campaign story mark", entry=6, note="The long night")
    assert marked.ephemeral
    assert "#6 is part of the story: The long night" in said(marked)
    await table.settle()
    # Marks are no news for the channel; a line is.
    assert text(table.last()) == before
    await table.gm.slash(table.channel, "campaign story line", text="So they rested at the inn.", chapter=1)
    await table.settle()
    assert "📖 **Chapter 1:** So they rested at the inn." in text(table.last())

    told = said(await table.stranger.slash(table.channel, "campaign story show"))
    page = said(await table.stranger.slash(table.channel, "recap", since="new"))
    for each in (told, page):
        assert each.index("The long night") < each.index("So they rested at the inn.")
    assert "**How it began**" not in page

    for options, why in (
        ({"entry": 99}, "There's no entry #99"),
        ({"entry": 6, "note": "The long night"}, "#6 is already part of the story."),
        ({"entry": 7}, "Players can't read anything of #7"),
    ):
        assert why in said(await table.gm.slash(table.channel, "campaign story mark", **options))
    refused = await table.deacon.slash(table.channel, "campaign story mark", entry=6)
    assert "game master" in said(refused)


async def test_a_wrong_range_is_refused_in_a_sentence(table: Table) -> None:
    for options, why in (
        ({"from_entry": 4, "to_entry": 2}, "#4 comes after #2"),
        ({"from_entry": 99}, "There's no entry #99 yet: the newest is #5."),
        ({"chapter": 3}, "There's no chapter 3: the newest is chapter 1."),
        ({"chapter": 1, "from_entry": 1}, "Choose either a chapter or entries, not both."),
    ):
        assert why in said(await table.deacon.slash(table.channel, "recap", **options))


async def test_the_home_card_has_the_button(table: Table) -> None:
    await table.gm.slash(table.channel, "campaign home")
    await table.settle()
    assert labels(table.last()) == ["Act…", "My sheet", "Waiting for me", HERE, "Roll", "Help"]

"""`/adv hall` and `/adv gm overview` at a simulated table: those who are gone, and how the others fare."""

from __future__ import annotations

from typing import Any

from bot.systems.adventuria.sheet import commands as sheet_commands
from tests.systems.adventuria.arrivals import fall, living, new, threads
from tests.systems.second_kingdom.evening import buttons, is_private
from tests.tables import Table, first_button, reply_of, said


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
    assert buttons(reply_of(older)) == ["Page before"]


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
    assert f"Priest of {city.deacon.mention}" in told
    assert "0/4 wounds · 1 gold · turn 1 at The City" in told
    assert "the game master: [Ada is at The City" in told
    assert "0/4 wounds · 1 gold · before the first turn at The City" in told
    assert f"{city.wren.mention}: [Bly begins the next turn at The City](https://discord.com" in told


async def test_overview_says_who_camps(city: Table) -> None:
    home = await living(city)
    await city.deacon.slash(home, "adv camp")
    assert "Camps" in said(await city.gm.slash(city.channel, "adv gm overview"))

"""Commands made of what a game declares, at the table: the throw-away flask has no line about Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands

from bot.engine.declare import Action, Command, option
from bot.engine.people import Permit
from bot.storage.address import Address
from bot.ui.commands import DeclaredCog, handler, join, made, weight
from tests.tables import Table, open_table, reply_of, said, text


class Named(Action):
    """Do it"""

    name: str = option("Its name", max_length=40)


DISPATCHER: Any = SimpleNamespace(enter=lambda rows: None, commands={})


@pytest.fixture
async def table(sqlite_address: Address) -> AsyncIterator[Table]:
    """A campaign of The Flask; Deacon and Wren play."""
    async with open_table(sqlite_address, packages=("tests.games.flask",), begin=False) as table:
        await table.gm.slash(table.channel, "campaign create", name="Ashes", game="flask")
        for player in (table.deacon, table.wren):
            await player.slash(table.channel, "campaign join")
        yield table


async def test_an_action_is_a_command_with_its_choices_and_defaults(table: Table) -> None:
    await table.deacon.slash(table.channel, "flask fill", name="Canteen", brew="ale")
    await table.wren.slash(table.channel, "flask fill", name="Gourd")
    listed = said(await table.wren.slash(table.channel, "flask list"))
    assert "Canteen: Brown ale" in listed
    assert "Gourd: Black tea" in listed


async def test_the_record_meant_is_found_and_its_owner_asked(table: Table) -> None:
    # What is not found is refused with a sentence.
    assert "No flask here fits" in said(await table.wren.slash(table.channel, "flask drink"))
    assert "There's no flask called “Urn” here" in said(
        await table.wren.slash(table.channel, "flask drink", flask="Urn")
    )

    # The record meant is found unnamed by name and by id.
    await table.deacon.slash(table.channel, "flask fill", name="Canteen")
    assert "Drunk" in said(await table.deacon.slash(table.channel, "flask drink"))
    assert "Drunk" in said(await table.deacon.slash(table.channel, "flask drink", flask="canteen"))
    (found,) = await table.deacon.autocomplete(table.channel, "flask drink", "flask", "can")
    assert found["name"] == "Canteen"
    asked = await table.deacon.slash(table.channel, "flask drink", flask=found["value"])
    assert "Drunk out of Canteen: 1." in said(asked)
    await table.deacon.click(reply_of(asked), label="Drink")
    assert "Drunk out of Canteen: 1." in text(table.last())

    # The owner of what was found is asked of the action.
    answer = await table.wren.slash(table.channel, "flask drink", flask="Canteen")
    assert "Only" in said(answer)

    # Who may not use a command gets no suggestions and learns no names.
    assert await table.stranger.autocomplete(table.channel, "flask drink", "flask", "") == []
    assert "Canteen" not in said(await table.stranger.slash(table.channel, "flask drink", flask="Can"))
    assert "Canteen" not in said(await table.stranger.slash(table.channel, "flask list"))


# -- by hand ------------------------------------------------------------------------------------------------


async def test_what_is_handled_by_hand_gets_its_options_typed_and_suggests_what_discord_knows() -> None:
    heard: list[Any] = []

    async def places(dispatcher: Any, interaction: Any, typed: str) -> list[tuple[str, str]]:
        return [(f"#{typed}", "1")]

    async def suggest(interaction: Any, find: Any) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=name, value=value) for name, value in await find()]

    @handler("flask send", may=Permit.MEMBERS, suggests={"name": places})
    async def send(dispatcher: Any, reply: Any, options: Named) -> None:
        """Send it"""
        heard.append(options)

    async def answer(
        interaction: Any,
        handle: Callable[[Any], Awaitable[None]],
        *,
        can_defer: bool = True,
        is_look: bool = False,
    ) -> None:
        heard.append(can_defer)
        await handle(SimpleNamespace(interaction=interaction))

    (command,) = send.__declared__  # type: ignore[attr-defined]
    dispatcher: Any = SimpleNamespace(answer=answer, suggest=suggest, commands={})
    sending = made(dispatcher, command)
    somebody = SimpleNamespace(user=SimpleNamespace(id=7), namespace=SimpleNamespace())
    await sending.callback(somebody, name="Canteen")  # type: ignore[call-arg, arg-type]
    assert heard == [True, Named("Canteen")]
    (option,) = sending._params.values()
    (found,) = await option.autocomplete(somebody, "hall")  # type: ignore[misc]
    assert found.name == "#hall"


# -- limits -----------------------------------------------------------------------------------------------


def command(path: str = "flask do", options: Any = Named, summary: str = "Do it") -> Command:
    """A command that could stand in a group."""
    return Command(path, Permit.MEMBERS, options, summary)


class LongHint(Action):
    """Do it"""

    name: str = option("x" * 101)


class NoDefault(Action):
    """Do it"""

    name: str


class Twice(Action):
    """Do it"""

    name: str = option("Its name")
    other: str = option("The same", name="name")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (command(summary="x" * 101), "description has 101"),
        (command(options=LongHint), "`name`: its hint has 101"),
        (command(options=NoDefault), "neither an option nor a default: name"),
        (command(options=Twice), "several options are called name"),
        (command("a b c d"), "more than three levels"),
    ],
)
def test_what_discord_would_refuse_or_cut_stops_the_start_with_the_row_named(
    wrong: Command, said: str
) -> None:
    with pytest.raises(ValueError, match=said) as error:
        made(DISPATCHER, wrong)
    assert f"/{wrong.path}" in str(error.value)


def test_a_group_holds_25_commands_and_8000_characters() -> None:
    group = app_commands.Group(name="flask", description="The Flask")
    join(group, DISPATCHER, [command(f"flask do{number}") for number in range(25)])
    with pytest.raises(ValueError, match="/flask do25"):
        join(group, DISPATCHER, [command("flask do25")])
    inner = app_commands.Group(name="flask", description="The Flask")
    # The name, the group's own words, and those of its one option.
    assert weight(inner) == len("flask") + len("The Flask")
    many = [command(f"flask n{n} do{m}", summary="x" * 100) for n in range(4) for m in range(20)]
    with pytest.raises(ValueError, match="/flask has"):
        join(inner, DISPATCHER, many, {f"flask n{n}": "y" * 20 for n in range(4)})


def test_a_group_without_a_description_stops_the_start() -> None:
    with pytest.raises(ValueError, match="/flask inner needs a description"):
        DeclaredCog(DISPATCHER, [command("flask inner do")], {"flask": "The Flask"})
    with pytest.raises(ValueError, match="groups without a description: urn do"):
        DeclaredCog(DISPATCHER, [command("urn do")], {"flask": "The Flask"})


def test_commands_written_by_hand_and_declared_ones_share_a_group() -> None:
    group = app_commands.Group(name="flask", description="The Flask")
    inner = app_commands.Group(name="gm", description="For game masters", parent=group)
    rows: dict[str, Permit] = {}
    dispatcher: Any = SimpleNamespace(enter=rows.update, commands={})
    join(group, dispatcher, [command("flask gm do")])
    assert inner.get_command("do") is not None
    assert rows == {"/flask gm do": Permit.MEMBERS}

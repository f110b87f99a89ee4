"""One use of each command that gets through: what its declaration can't tell stands in a table, by its path.

    GIVEN: dict[str, Given] = {
        "adv end": {"adventurer": on_turn, "location": "The Bridge"},
        "adv fight": meeting,
    }

A value that is a function of the stage brings it about first, in the order of the table; so does a function
that gives all of them; None is not given. The rest is derived: a finder's record, the first of the choices,
the least number.
"""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from inspect import isawaitable
from typing import Any

from bot import systems
from bot.engine.declare import Command, Option, declared
from bot.engine.people import Permit
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Scenario, Stage

Given = Mapping[str, Any] | Callable[[Stage], Awaitable[Mapping[str, Any]]]
# What brings about a record of a kind, for a command.
Finding = Callable[[Stage, Command], Awaitable[str]]


@cache
def commands() -> dict[str, Command]:
    """Every declared command of the games, by its path."""
    found = (each for name in systems.found() for each in declared(name, Command, is_whole=True))
    return {each.path: each for each in found if not each.is_pressed}


@cache
def tables() -> tuple[dict[str, Given], dict[str, Finding]]:
    """What all games say: the table of what is given, and what brings about records of which kind."""
    given: dict[str, Given] = {}
    found: dict[str, Finding] = {}
    for name in systems.found():
        module = importlib.import_module(f"tests.systems.{name.rpartition('.')[2]}.givens")
        given |= module.GIVEN
        found |= module.FOUND
    return given, found


async def options(stage: Stage, path: str) -> dict[str, Any]:
    """What that command is given, with all that has to be there first."""
    command, (given, found) = commands()[path], tables()
    table = given.get(path, {})
    values: dict[str, Any] = {}
    declared_ = {each.name: each for each in command.offered.values()}
    if callable(table):
        values |= await table(stage)
        table = {}
    for name, each in declared_.items():
        bring = found.get(_kind(each))
        if name not in values and name not in table and bring is not None:
            values[name] = await bring(stage, command)
    for name, value in table.items():
        made = value(stage) if callable(value) else value
        values[name] = await made if isawaitable(made) else made
    values = {name: value for name, value in values.items() if value is not None}
    for name, each in declared_.items():
        if name not in values and name not in table and each.is_required:
            values[name] = _least(stage, each)
    return values


def _kind(option: Option) -> str:
    """What its finder finds, by the name of the kind, or of a finder that is none of the house's."""
    kinds = getattr(option.spec.finder, "kinds", ())
    return str(kinds[0].name) if kinds else type(option.spec.finder).__name__


def _least(stage: Stage, option: Option) -> Any:
    """A value of its type that the option takes."""
    if option.choices:
        return option.choices[0][0]
    if option.kind is bool:
        return True
    if option.kind in (int, float):
        return max(1, option.spec.least or 1)
    if option.kind is str:
        return stage.fresh_name()
    raise LookupError(f"nothing is known to give for {option.name}, a {option.kind}")


async def usage(stage: Stage, path: str, by: Person) -> Json:
    """The command, used by that person."""
    return stage.slash(path, by=by, **await options(stage, path))


def used(path: str, by: str = "", *, repeats: int = 1, is_shown: bool = False) -> Scenario:
    """The scenario of an action: its command used, and the button pressed of what it shows first.

    `is_shown` says that of a handler, whose declaration doesn't.
    """

    is_shown = is_shown or commands()[path].is_previewed

    async def payload(stage: Stage) -> Json:
        may = commands()[path].may
        who = getattr(stage, by or ("gm" if may is Permit.GAME_MASTERS else "deacon"))
        given = await usage(stage, path, who)
        return await agreed(stage, given, who) if is_shown else given

    return Scenario(payload, repeats, is_command=not is_shown)


async def agreed(stage: Stage, given: Json, who: Person) -> Json:
    """The press on the button of what a command or a form shows first. Raises LookupError for none."""
    shown = (await stage.feeder.deliver(given)).answer.data
    buttons = (str(part.get("custom_id")) for part in components(shown))
    offers = [each for each in buttons if each.startswith("offer|")]
    if not offers:
        raise LookupError(f"nothing is offered: {shown}")
    return stage.say.press(offers[0], user=who)

"""A library of a thousand pages, of which a turn reads the one it names."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, Open, PlainEvent, Result, Scope, System, Want, World


@dataclass(frozen=True, slots=True)
class Page:
    """One authored page."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Import:
    """Write many pages at once."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """Turn to a page by its name."""

    page: str


PAGE: Kind[Page] = Kind("page", Page, title=lambda s: s.name)


def write(world: World, action: Import, dice: Dice) -> Result:
    """One record a page."""
    pages = tuple(Open(world.new_id(), "page", Page(name, f"Text of {name}")) for name in action.names)
    return Result(pages, (PlainEvent("Imported", {"pages": len(pages)}),))


def read(world: World, action: Read, dice: Dice) -> Result:
    """Only the page named was loaded."""
    page = world.find(PAGE, action.page)
    return Result((), (PlainEvent("Read", {"text": page.state.text, "loaded": len(world.all(PAGE))}),))


SYSTEM = System(
    "library",
    "The library",
    kinds=(PAGE,),
    actions=(
        ActionKind(Import, write, Permit.GAME_MASTERS),
        ActionKind(Read, read, Permit.MEMBERS, lambda a: Scope(wants=(Want("page", text=a.page),))),
    ),
)

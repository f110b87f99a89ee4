"""A library of a thousand pages, of which a turn reads the one it names."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Happened, Kind, Open, Scene, Scope, System, Turn, Want


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


def write(scene: Scene, action: Import, dice: Dice) -> Turn:
    """One record a page."""
    pages = tuple(Open(scene.new_id(), "page", Page(name, f"Text of {name}")) for name in action.names)
    return Turn(pages, (Happened("Imported", {"pages": len(pages)}),))


def read(scene: Scene, action: Read, dice: Dice) -> Turn:
    """Only the page named was loaded."""
    page = scene.find(PAGE, action.page)
    return Turn((), (Happened("Read", {"text": page.state.text, "loaded": len(scene.all(PAGE))}),))


SYSTEM = System(
    "library",
    "The library",
    kinds=(PAGE,),
    actions=(
        ActionKind(Import, write, Permit.GAME_MASTERS),
        ActionKind(Read, read, Permit.MEMBERS, lambda a: Scope(wants=(Want("page", text=a.page),))),
    ),
)

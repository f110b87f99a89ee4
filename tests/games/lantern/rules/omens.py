"""Omens: what the lantern's library keeps, some of them for the game master's eyes only."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.library import Field, Shelf, Texts
from bot.engine.people import Viewer
from bot.engine.system import Kind
from bot.engine.words import one_line
from bot.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class Omen:
    """A sign in the flame, how bad it is, and whether players know of it."""

    name: str
    text: str
    number: int = 0
    is_secret: bool = False


def view(state: Omen, viewer: Viewer) -> Omen | None:
    """Nothing of a secret one for anybody but the game masters."""
    return state if viewer.is_game_master or not state.is_secret else None


OMEN: Kind[Omen] = Kind("omen", Omen, title=lambda state: state.name, view=view)


def read(texts: Texts) -> Omen:
    """The omen of those texts. Raises RuleViolation for no number from 0 to 9."""
    number = texts["number"].strip() or "0"
    if number not in set("0123456789"):
        raise RuleViolation("Number is a whole number from 0 to 9.")
    name = one_line(texts["name"])
    if not name:
        raise RuleViolation("Name has nothing to read.")
    return Omen(name, texts["text"].strip(), int(number), texts["secret"] == "yes")


def write(omen: Omen) -> dict[str, str]:
    """Its texts."""
    return {
        "name": omen.name,
        "text": omen.text,
        "number": str(omen.number),
        "secret": "yes" if omen.is_secret else "no",
    }


OMENS: Shelf[Omen] = Shelf(
    "lantern",
    OMEN,
    "omen",
    "omens",
    (
        Field("name", "Name", "Blue flame", 60),
        Field("text", "Text", max_length=1000, is_long=True),
        Field("number", "Number", "3", 2, is_optional=True),
        Field("secret", "Secret", is_optional=True, options=(("no", "No"), ("yes", "Yes"))),
    ),
    read,
    write,
)

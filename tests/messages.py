"""The catalogue of all that can be translated, as gettext knows it: `make messages` writes it.

Babel reads the calls that hold templates; declarations give theirs themselves (`bot.engine.messages`).
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from bot import systems
from bot.engine.messages import declared
from bot.engine.system import System

ROOT = Path(__file__).parents[1]
# The call, and which of its arguments is the text.
CALLS = {"T": None, "option": None, "refused": (2,)}
METHODS = [("**.py", "python")]


def games() -> list[System]:
    """Every game there is, the table among them."""
    return [importlib.import_module(name).SYSTEM for name in systems.found()]


def catalogue() -> Catalog:
    """Every template in `bot`, and every declared text of its games."""
    found = Catalog(project="Waypost", charset="utf-8")
    extracted = extract_from_dir(
        ROOT / "bot", METHODS, keywords=CALLS, comment_tags=("For translators:",), strip_comment_tags=True
    )
    for path, line, text, comments, _context in extracted:
        found.add(text, locations=[(f"bot/{path}", line)], auto_comments=comments)
    for message in declared(games()):
        found.add(message.text, locations=[(message.place, 0)])
    return found


def main(path: str) -> None:
    """Write it there."""
    file, found = Path(path), catalogue()
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as writing:
        write_po(writing, found, sort_output=True, width=0)
    print(f"{len(found)} texts in {file}")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A settlement as a text: `/settlement import`, `/settlement export`, and what an import changed."""

from __future__ import annotations

from bot.engine.card import Attachment, Card, Tone
from bot.engine.declare import Options, command, look, option
from bot.engine.drawing import draws
from bot.engine.event import sentence
from bot.engine.files import text_of
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import T, refused
from bot.play import Post
from bot.systems.kingdom.towns.cards import district_picture
from bot.systems.kingdom.towns.context import KNOWN_TOWNS
from bot.systems.kingdom.towns.files import EXAMPLE, MOST_BYTES, ReadTown, TownImported
from bot.systems.kingdom.towns.grids import write_town
from bot.ui.text import safe


@draws(TownImported, rank=7)
def _draw_town_file_cards(imported: TownImported, post: Post) -> Card | None:
    """The message about a settlement that was imported."""
    if post.subject is None:
        return None
    lines = [str(sentence(imported))]
    if imported.items:
        lost = T("{items} magic {items:item is|items are} off the market: the building is gone.")
        lines.append(lost(items=imported.items))
    picture = district_picture(post, imported.settlement, "1")
    return Card(safe(post.subject.title, 100), tuple(lines), picture=picture)


# What is longer is in the file alone.
SHOWN = 1500


def _read(name: str, data: bytes) -> tuple[str, str]:
    return name, text_of(data, EXAMPLE, MOST_BYTES)


@command("settlement import", may=Permit.GAME_MASTERS, previewed=True)
class Import(Options):
    """For game masters: import a settlement from text; shows the changes first"""

    settlement: RecordId = option(
        "Which settlement or Free City; its buildings are replaced", finder=KNOWN_TOWNS
    )
    file: tuple[str, str] | None = option(
        "A text file, as an export makes it", default=None, reads=_read, most=MOST_BYTES
    )
    text: str = option("Or the text itself, pasted here", default="")

    def to_action(self, asker: Asker) -> ReadTown:
        """What was attached or pasted. Raises RuleViolation for neither, or both."""
        record = asker.get(self.settlement)
        if self.file is not None and self.text.strip():
            raise refused("town_file.both", "Either attach a file or paste a text, not both.")
        if self.file is None and not self.text.strip():
            raise refused(
                "town_file.no_text",
                "Attach a text file as `file`, or paste the grid as `text`. `/settlement export` shows "
                "what the text looks like.",
            )
        name, text = self.file or (T("pasted text").plain(), self.text)
        return ReadTown(record.id, name, text, record.state.kingdom)


class Export(Options):
    """The settlement that is exported."""

    settlement: RecordId = option("Which settlement or Free City", finder=KNOWN_TOWNS)


@look("settlement export", may=Permit.EVERYONE)
def build_export(asker: Asker, given: Export) -> Card:
    """Get a settlement as text: a grid of codes you can edit and import"""
    record = asker.get(given.settlement)
    text = write_town(record.state)
    block = (f"```\n{text}```",) if len(text) <= SHOWN else ()
    # Letters and digits of its name.
    plain = (letter if letter.isalnum() and letter.isascii() else "-" for letter in record.title.casefold())
    name = "".join(plain).strip("-")[:40] or "settlement"
    intro = T("Its buildings as text, which `/settlement import` can read.")()
    # Small print, which shows marks as they are.
    note = T("! damaged · ~ natural · * needs nothing next to it").plain()
    file = Attachment(f"{name}.txt", text.encode())
    return Card(safe(record.title, 100), (intro, *block), tone=Tone.QUIET, note=note, file=file)

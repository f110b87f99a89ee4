"""Every command, option and setting is in the docs; the links of the docs lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.commands_page import PAGE, page
from tests.tables import Table

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
# Not a path, such as `/config.toml` in the image.
A_COMMAND = re.compile(r"`/(?!data\b|\w+[./])([a-z]+(?: [a-z]+){0,2})")


def test_the_commands_page_is_what_the_commands_say(table: Table) -> None:
    """Run `python -m tests.commands_page` where it isn't."""
    assert PAGE.read_text() == page(table.bot)


def test_every_command_named_in_the_docs_exists(table: Table) -> None:
    known = {f"{command.qualified_name}" for command in table.bot.tree.walk_commands()}
    for path in PAGES:
        for named in A_COMMAND.findall(path.read_text()):
            words = named.split()
            assert any(" ".join(words[:length]) in known for length in (3, 2, 1)), f"{path.name}: /{named}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_between_the_docs_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", path.read_text()):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_pictures_are_there_and_told_in_words(path: Path) -> None:
    for picture in re.findall(r"<img [^>]*>", path.read_text()):
        source, words = (re.search(rf'{name}="([^"]+)"', picture) for name in ("src", "alt"))
        assert source, f"{path.name}: {picture}"
        assert words, f"{path.name}: {picture}"
        assert len(words[1]) > 20, f"{path.name}: {picture}"
        assert (path.parent / source[1]).stat().st_size <= 300_000, f"{path.name}: {picture}"

"""What people write to be read keeps its form, and does nothing else."""

from __future__ import annotations

import pytest

from bot.engine.prose import PROSE_LENGTH, in_brief, prose, unmarked
from bot.engine.text import T
from bot.engine.words import divided

LANTERN = "<:lantern:123456789012345678>"


@pytest.mark.parametrize(
    "text",
    [
        "**bold**, *slanted*, _slanted_, __underlined__ and ***both***",
        "> A quote,\n> and its second line.\n\nThen words.",
        "- a list\n- of two\n\n1. first\n2. second",
        f"{LANTERN} lit",
        "5 < 6, and 3 > 2 (see below): done.",
    ],
)
def test_prose_keeps_its_form(text: str) -> None:
    assert prose(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# Heading", "\\# Heading"),
        ("> ### Heading\n- ## Heading", "> \\#\\#\\# Heading\n- \\#\\# Heading"),
        ("-# small", "\\-\\# small"),
        ("||hidden||", "\\|\\|hidden\\|\\|"),
        ("`code`", "\\`code\\`"),
        ("[here](https://evil.example)", "\\[here\\](https\\://evil.example)"),
        ("<@1> <@&1> @everyone", "<\u200b@\u200b1> <\u200b@\u200b&1> @\u200beveryone"),
        ("<:no:1>", "<\u200b:no:1>"),
        ("~~gone~~", "\\~\\~gone\\~\\~"),
        ("snake_case and 5*4", "snake\\_case and 5\\*4"),
        ("**never ended", "\\*\\*never ended"),
        ("\\*as typed\\*", "\\*as typed\\*"),
    ],
)
def test_what_else_discord_would_make_of_it_is_plain_text(text: str, shown: str) -> None:
    assert prose(text) == shown


def test_a_quote_of_the_rest_ends_with_the_text() -> None:
    assert prose("Words.\n>>> All\nof it") == "Words.\n> All\n> of it"


def test_each_line_ends_what_it_begins() -> None:
    assert prose("*She walks.\n\n> He waits.* So.") == "*She walks.*\n\n> *He waits.* So."


def test_in_brief_prose_is_one_line_that_ends_what_it_begins() -> None:
    assert in_brief("> **A long\n- list of words**", 12) == "**A long …**"
    assert in_brief("> **A long\n- list**", 40) == "**A long list**"


def test_where_no_markup_is_known_there_is_none() -> None:
    assert unmarked(f"**Bold** {LANTERN}\n> quoted *words*") == "Bold :lantern: quoted words"
    assert T("{text:prose}").plain(text="**Bold** [x]") == "Bold [x]"


def test_a_quote_behind_other_words_begins_a_line() -> None:
    said = T("**{name}:** {text:prose}")
    assert said(name="Nim", text="> Halt!") == "**Nim:** \n> Halt!"
    assert said(name="Nim", text="Halt!") == "**Nim:** Halt!"


def test_prose_is_cut_where_it_is_longer_than_any() -> None:
    assert len(prose("x" * 5000)) == PROSE_LENGTH


@pytest.mark.parametrize("text", ["**bold words** " * 300, "> " + "*slanted* words " * 300, "x" * 5000])
def test_a_long_text_goes_on_in_parts_each_of_which_ends_what_it_begins(text: str) -> None:
    written = prose(text)
    parts = divided(written, 1500, 1000)
    assert [len(part) <= room for part, room in zip(parts, [1500, *[1000] * len(parts)], strict=False)]
    assert max(map(len, parts)) <= 1500
    assert all(part.count("*") % 2 == 0 for part in parts)
    assert all(part.startswith("> ") for part in parts) == text.startswith("> ")
    assert words_of("".join(parts)) == words_of(written)


def words_of(text: str) -> str:
    """Its letters, for where it is divided marks end and begin anew."""
    return "".join(filter(str.isalnum, text))

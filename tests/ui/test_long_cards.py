"""What is longer than a part of a message goes on in the next part of it, or in a file beside it."""

from __future__ import annotations

import pytest

from bot.engine.card import Card
from bot.engine.pages import Turns
from bot.engine.prose import prose
from bot.ui.card import BODY, CONTENT, FIELD, NAMELESS, WHOLE, embed_of, message_of
from bot.ui.pages import in_pages

STORY = prose("\n\n".join(f"*Page {number}.* {'It rains on the city. ' * 20}" for number in range(8)))
TURNS = Turns("turn", ())


def words_of(*texts: str | None) -> str:
    return "".join(filter(str.isalnum, "".join(text or "" for text in texts)))


def test_a_long_story_goes_on_in_nameless_fields_before_what_is_listed() -> None:
    embed = embed_of(Card("Scene", (STORY, "Somebody waits." * 40), (("Ways", "The bridge"),)))
    *more, last = embed.fields
    assert more
    assert {each.name for each in more} == {NAMELESS}
    assert (last.name, last.value) == ("Ways", "The bridge")
    assert words_of(embed.description, *(each.value for each in more)) == words_of(
        STORY, "Somebody waits." * 40
    )


def test_long_notes_go_on_below_their_field() -> None:
    embed = embed_of(Card("Sheet", ("Level 3",), (("Notes", STORY), ("Last", "Rope"))))
    first, *more, last = embed.fields
    assert (first.name, last.name) == ("Notes", "Last")
    assert {each.name for each in more} == {NAMELESS}
    assert all(len(each.value or "") <= FIELD for each in embed.fields)
    assert words_of(first.value, *(each.value for each in more)) == words_of(STORY)


@pytest.mark.parametrize("letter", ["*", "<", "a ", "😀", "\n- "])
def test_what_is_too_long_for_any_message_is_cut_in_what_is_longest(letter: str) -> None:
    long = prose(letter * 4000)
    embed = embed_of(Card("Scene", (long, "Whose move it is."), (("Notes", long), ("Ways", "The bridge"))))
    assert len(embed) <= WHOLE
    assert len(embed.description or "") <= BODY
    assert "Whose move it is." in "".join(
        (embed.description or "", *(each.value or "" for each in embed.fields))
    )
    assert embed.fields[-1].value == "The bridge"


def test_as_text_a_long_story_is_whole_in_a_file() -> None:
    sent = message_of(Card("Scene", (prose("**Bold** [x]"), STORY), note="#7", is_plain=True))
    (file,) = sent["files"]
    whole = file.fp.read().decode()
    assert len(sent["content"]) <= CONTENT
    assert "The whole text is in message.txt." in sent["content"]
    assert words_of(STORY) in words_of(whole)
    assert "[x]" in whole
    assert "\\" not in whole


def test_a_short_text_has_no_file() -> None:
    assert "files" not in message_of(Card("Scene", ("It rains.",), is_plain=True))


@pytest.mark.parametrize("card", [Card("Sheet", (STORY,)), Card("Sheet", ("Level",), (("Notes", STORY),))])
def test_as_text_long_notes_are_turned_page_by_page(card: Card) -> None:
    pages = [in_pages(card, TURNS, page, is_plain=True) for page in range(5)]
    read = [words_of(*page.lines) for page in dict.fromkeys(pages)]
    assert words_of(STORY) in "".join(read)
    assert all(len("\n".join(page.lines)) <= CONTENT for page in pages)

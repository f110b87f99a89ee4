"""Which message is taken for one that may stand in a channel already: no other, and no later one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.play import GAME_MASTER_POST, PUBLIC_POST, Due, Post
from bot.ui.posted import IN_SIGHT, SEARCH_MARGIN, Posted, Sight, earliest, read

ME, OTHER = 1, 2


def stands(
    key: int,
    content: str = "",
    *footers: str | None,
    to: int | None = None,
    secret: bool = False,
    by: int = ME,
) -> discord.Message:
    """A message as the library gives it: what is read of it."""
    embeds = [SimpleNamespace(footer=SimpleNamespace(text=text)) for text in footers]
    about = SimpleNamespace(id=to) if to is not None else None
    flags, author = SimpleNamespace(ephemeral=secret), SimpleNamespace(id=by)
    message = SimpleNamespace(
        id=key, content=content, embeds=embeds, interaction_metadata=about, flags=flags, author=author
    )
    return cast("discord.Message", message)


def due(mark: str | None = "#7", interaction: int | None = None, after: int = 0) -> Due:
    """A post that is sought by its mark."""
    sought = Due((1,), "post", "c", 1, 1, 5, None, interaction, PUBLIC_POST, 0, after=after)
    return replace(sought, post=cast("Post", SimpleNamespace(mark=mark)) if mark is not None else None)


def posted(*messages: discord.Message) -> Posted:
    """All that was read in a channel."""
    found = Posted(0)
    for each in messages:
        found.take(each)
    return found


@pytest.mark.parametrize(
    "message",
    [
        stands(10, "", "#7 · Ashes"),
        stands(10, "", None, "#7"),
        stands(10, "Leap!\n-# #7 · Ashes"),
        stands(10, "-# #7"),
    ],
)
def test_a_post_is_known_by_the_mark_in_a_footer_or_in_its_last_line(message: discord.Message) -> None:
    assert posted(message).message(due()) == 10
    assert posted(message).message(due(mark="#8")) is None
    assert posted(message).message(due(mark=None)) is None


@pytest.mark.parametrize(
    "message", [stands(10, "-# #7 · Ashes\nLeap!"), stands(10, "", "Ashes · #7"), stands(10, "see #7")]
)
def test_what_only_mentions_a_mark_is_not_taken_for_it(message: discord.Message) -> None:
    assert posted(message).message(due()) is None


def test_of_those_with_the_mark_it_is_the_first_that_is_younger_than_what_it_is_about() -> None:
    found = posted(stands(10, "", "#7"), stands(11, "", "#7"), stands(12, "", "#7"))
    assert [found.message(due(after=after)) for after in (9, 10, 11, 12)] == [10, 11, 12, None]


def test_a_message_may_be_a_little_older_than_its_interaction_by_discords_clocks() -> None:
    asked = 9_000_000 << 22
    assert earliest(due(interaction=asked)) == asked - SEARCH_MARGIN
    assert earliest(due(after=3)) == 3
    found = posted(stands(asked - SEARCH_MARGIN, "", "#7"), stands(asked - SEARCH_MARGIN + 1, "", "#7"))
    assert found.message(due(interaction=asked)) == asked - SEARCH_MARGIN + 1


def test_an_answer_is_known_by_what_it_answered_first_and_a_private_one_never() -> None:
    found = posted(
        stands(10, "A word in private", to=99, secret=True),
        stands(11, "The roll", to=99),
        stands(12, "A word more", to=99),
    )
    sought = due(mark=None, interaction=99)
    assert found.message(sought) == 11
    assert found.message(replace(sought, interaction=98)) is None
    # The game masters' copy is no answer: it has a mark of its own.
    assert found.message(replace(sought, audience=GAME_MASTER_POST)) is None


class Client:
    """One that sees one channel, with so many messages, the newest first unless it is asked otherwise."""

    def __init__(self, *messages: discord.Message, user: int | None = ME, is_closed: bool = False) -> None:
        self.messages = messages
        self.user = SimpleNamespace(id=user) if user is not None else None
        self.is_closed = is_closed
        self.asked = 0

    def get_partial_messageable(self, channel: int, *, guild_id: int) -> Client:
        assert (channel, guild_id) == (5, 1)
        return self

    async def history(
        self, *, limit: int | None, after: discord.Object | None = None, oldest_first: bool = False
    ) -> AsyncIterator[discord.Message]:
        self.asked += 1
        if self.is_closed:
            raise discord.Forbidden(cast("Any", SimpleNamespace(status=403, reason="")), "closed")
        found = [each for each in self.messages if after is None or each.id > after.id]
        found.sort(key=lambda each: each.id, reverse=not oldest_first)
        for each in found[:limit]:
            yield each


def client(*messages: discord.Message, **options: Any) -> discord.Client:
    """That."""
    return cast("discord.Client", Client(*messages, **options))


async def test_only_the_bots_own_messages_are_read_oldest_first() -> None:
    told = [stands(key, "", "#7", by=by) for key, by in ((14, ME), (11, OTHER), (12, ME), (9, ME))]
    found = await read(client(*told), due(), 10)
    assert (found.since, found.by_mark["#7"]) == (10, [12, 14])
    # Before it is known who the bot is none is its own.
    assert (await read(client(*told, user=None), due(), 10)).by_mark == {}


async def test_a_card_is_out_of_sight_with_more_than_ten_messages_after_it() -> None:
    few = Sight(client(*map(stands, range(100, 100 + IN_SIGHT))))
    assert not await few.is_out(due(), 50)
    deep = Sight(client(*map(stands, range(100, 120))))
    assert [await deep.is_out(due(), message) for message in (108, 109, 119)] == [True, False, False]


@pytest.mark.parametrize("is_closed", [False, True])
async def test_a_channel_is_asked_once_for_all_its_cards(*, is_closed: bool) -> None:
    seen = Client(stands(100), is_closed=is_closed)
    sight = Sight(cast("discord.Client", seen))
    assert not await sight.is_out(due(), 50)
    assert not await sight.is_out(due(), 60)
    assert seen.asked == 1

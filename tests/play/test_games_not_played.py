"""A game's commands in a campaign that plays another: one sentence says so, whatever else is missing."""

from __future__ import annotations

import pytest

from tests.systems.second_kingdom.evening import entries, is_private
from tests.tables import Table, said

# Looks; what finds the asker's own record, or a kingdom; what names something that isn't there.
ASKED: tuple[tuple[str, dict[str, object], str], ...] = (
    ("adv sheet", {}, "Adventuria"),
    ("adv drop", {"what": "Rope"}, "Adventuria"),
    ("kingdom month", {}, "Kingdom"),
    ("kingdom deposit", {"gold": 4000}, "Kingdom"),
    ("hex show", {"hex": "A1"}, "Kingdom"),
    ("hex claim", {}, "Kingdom"),
)


@pytest.mark.parametrize(("path", "options", "game"), ASKED, ids=[path for path, *_ in ASKED])
async def test_a_command_of_a_game_that_is_not_played_says_so(
    table: Table, path: str, options: dict[str, object], game: str
) -> None:
    await table.offer_all()
    before = await entries(table)
    answer = await table.gm.slash(table.channel, path, **options)
    assert is_private(answer)
    assert said(answer).startswith("This campaign doesn't play"), said(answer)
    assert game.casefold() in said(answer).casefold()
    assert await entries(table) == before

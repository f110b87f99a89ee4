"""The cards of kingdoms keep Discord's limits, whatever happens in it."""

from __future__ import annotations

import pytest

from bot.engine.event import sentence
from bot.play import Post
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.cog import SCREENS
from bot.ui.card import BODY, CONTENT, MOST_BUTTONS, MOST_FIELDS, WHOLE, embed_of, text_of
from bot.ui.renderer import Renderer
from tests.systems.kingdom.posts import LONGEST

RENDERER = Renderer({SYSTEM.name: SCREENS})


@pytest.mark.parametrize("post", LONGEST.values(), ids=LONGEST)
def test_the_longest_card_is_within_discords_limits_and_nothing_of_it_is_cut(post: Post) -> None:
    card = RENDERER.card(post)
    body = "\n".join(card.lines)
    assert len(body) <= BODY
    assert len(embed_of(card)) <= WHOLE
    assert len(card.fields) <= MOST_FIELDS
    assert len(card.buttons) <= MOST_BUTTONS
    assert len(text_of(card)) <= CONTENT
    assert all(len(button.custom_id) <= 100 for button in card.buttons)


def test_every_event_is_told_in_a_line() -> None:
    events = [event for post in LONGEST.values() for event in post.entry.events]
    untold = [event for event in events if not sentence(event)]
    assert not {type(event).__name__ for event in untold}

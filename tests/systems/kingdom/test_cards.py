"""The cards of kingdoms keep Discord's limits, whatever happens in it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.event import Event
from bot.play import Post
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.cog import SCREENS
from bot.ui.card import BODY, CONTENT, MOST_BUTTONS, MOST_FIELDS, WHOLE, embed_of, text_of
from bot.ui.renderer import Renderer
from tests.systems.kingdom.builders_posts import BUILDERS
from tests.systems.kingdom.buildings_gm_posts import BUILDINGS_GM
from tests.systems.kingdom.claims_posts import CLAIMS
from tests.systems.kingdom.events_posts import EVENTS
from tests.systems.kingdom.income_posts import INCOME
from tests.systems.kingdom.items_posts import ITEMS
from tests.systems.kingdom.land_posts import LAND
from tests.systems.kingdom.leaders_posts import LEADERS
from tests.systems.kingdom.losses_posts import LOSSES
from tests.systems.kingdom.maps_posts import MAPS
from tests.systems.kingdom.months_posts import MONTHS
from tests.systems.kingdom.plans_posts import PLANS
from tests.systems.kingdom.realms_posts import REALMS
from tests.systems.kingdom.town_files_posts import TOWN_FILES
from tests.systems.kingdom.wrecking_posts import WRECKING

LONGEST: dict[str, Post] = {
    **REALMS,
    **LEADERS,
    **LAND,
    **CLAIMS,
    **LOSSES,
    **MAPS,
    **BUILDERS,
    **WRECKING,
    **BUILDINGS_GM,
    **ITEMS,
    **PLANS,
    **TOWN_FILES,
    **MONTHS,
    **INCOME,
    **EVENTS,
}
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


def test_every_event_has_a_longest_post() -> None:
    told = {type(event) for post in LONGEST.values() for event in post.entry.events}
    assert set(SYSTEM.events) <= told


def is_told(event: type[Any]) -> bool:
    """By a teller, or by itself."""
    is_own = issubclass(event, Event) and (event.says is not None or event.sentence is not Event.sentence)
    return event in SCREENS._TELLERS or is_own


def test_every_event_has_a_teller() -> None:
    assert not [event.__name__ for event in SYSTEM.events if not is_told(event)]

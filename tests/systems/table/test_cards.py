"""How the table reads: within Discord's limits, and with nobody's words let loose."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.cogs.cards import TableScreens
from bot.drawing import Gallery
from bot.engine.people import PUBLIC, Standing
from bot.engine.system import RecordId
from bot.play import Entry, Post
from bot.systems.table import SYSTEM
from bot.systems.table.rules.campaigns import CampaignCreated, MemberJoined
from bot.systems.table.rules.dice import DiceRolled
from bot.ui.card import TITLE, WHOLE
from tests.systems.table.scenes import ASHES, CAMPAIGN

BIG = 2**63 - 1
SCREENS = TableScreens({"second_kingdom": "The Second Kingdom"})
GALLERY = Gallery({SYSTEM.name: SCREENS})
LONGEST = [
    CampaignCreated("*" * 80, ("second_kingdom",), BIG, BIG, BIG),
    MemberJoined(BIG, Standing.SPECTATOR),
    DiceRolled(BIG, "100d1000-1000000", (1000,) * 100, -1_000_000, -900_000, "*" * 480),
]
TRAP = "@everyone [free](https://evil.example) **x**"


def post(event: Any) -> Post:
    """A message about that event."""
    entry = Entry(
        RecordId(ASHES), BIG, datetime(2026, 5, 1, tzinfo=UTC), BIG, BIG, SYSTEM.name, "Act", (event,), ()
    )
    return Post(CAMPAIGN, PUBLIC, entry, None, {}, f"#{BIG}")


@pytest.mark.parametrize("event", LONGEST, ids=lambda event: type(event).__name__)
def test_the_longest_card_is_within_discords_limits(event: Any) -> None:
    embed = GALLERY.card(post(event)).embed()
    assert len(embed) <= WHOLE
    assert len(embed.title or "") <= TITLE
    assert (embed.description or "").endswith(GALLERY.card(post(event)).lines[-1])


@pytest.mark.parametrize("event", LONGEST, ids=lambda event: type(event).__name__)
def test_every_event_of_the_table_has_a_line_of_its_own(event: Any) -> None:
    assert SCREENS.tell(event, post(event).entry)


def test_no_event_lacks_a_longest_card() -> None:
    assert {type(event) for event in LONGEST} == set(SYSTEM.events)


@pytest.mark.parametrize(
    "event",
    [CampaignCreated(TRAP, ("second_kingdom",), 1, 7), DiceRolled(1, "d6", (4,), 0, 4, TRAP)],
    ids=lambda event: type(event).__name__,
)
def test_nobodys_words_become_a_link_a_ping_or_markdown(event: Any) -> None:
    card = GALLERY.card(post(event))
    said = "\n".join((card.title, *card.lines))
    assert "@everyone" not in said
    assert "[free](" not in said.replace(r"\[free]", "")
    assert "**x**" not in said

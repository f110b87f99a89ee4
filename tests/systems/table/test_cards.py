"""How the table reads: within Discord's limits, and with nobody's words let loose."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.habits import Habits
from bot.engine.parts import labels, part_of
from bot.engine.people import GAME_MASTERS, PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post
from bot.systems.second_kingdom.challenges.state import Challenge
from bot.systems.second_kingdom.state import Hero
from bot.systems.table import SYSTEM
from bot.systems.table.campaigns.rules import CampaignArchived, CampaignCreated, CampaignRestored
from bot.systems.table.cards import TableScreens
from bot.systems.table.dice.rules import Handful, Rolled, RollForgotten, RollMade, RollSaved, Secrecy, Throw
from bot.systems.table.library.rules import EntriesImported
from bot.ui.card import TITLE, WHOLE, embed_of
from bot.ui.renderer import Renderer
from tests.longest import BIG, Longest
from tests.systems.table.scenes import ASHES, CAMPAIGN

RENDERER = Renderer({SYSTEM.name: TableScreens})
LONG_THROW = Throw(10**9, (Handful("999d1000", "1000>999!++ " * 1000, 10**9, is_count=True),), is_count=True)
LONG_ROLL = Rolled(BIG, "*" * 500, "*" * 480, (LONG_THROW,) * 25)
SAYS = Longest(
    {
        "name": 200, "before": 100, "after": 100, "noun": 40, "plural": 40, "reason": 300, "source": 300,
        "key": "table.setting", "title": 100, "meaning": 100, "label": 480, "dice": 500, "expression": 500,
        "CampaignCreated.name": 80, "CampaignArchived.name": 80, "CampaignRestored.name": 80,
        "RollSaved.name": 40, "RollForgotten.name": 40, "RollSaved.before": 500, "rolled": LONG_ROLL,
        "values": (1000,) * 100, "systems": ("second_kingdom",), "guild": 1,
    },
    counts={"channels": 25, "lost": 25},
    most=BIG,
)  # fmt: skip
LONGEST = [made(event) for event in SYSTEM.events for made in (SAYS.of, SAYS.least)]
TRAP = "@everyone [free](https://evil.example) **x**"


def post(event: Any) -> Post:
    """A message about that event."""
    entry = Entry(
        RecordId(ASHES), BIG, datetime(2026, 5, 1, tzinfo=UTC), BIG, BIG, SYSTEM.name, "Act", (event,), ()
    )
    return Post(CAMPAIGN, PUBLIC, entry, None, {}, f"#{BIG}")


@pytest.mark.parametrize("event", LONGEST, ids=lambda event: type(event).__name__)
def test_the_longest_card_is_within_discords_limits(event: Any) -> None:
    embed = embed_of(RENDERER.card(post(event)))
    assert len(embed) <= WHOLE
    assert len(embed.title or "") <= TITLE
    assert (embed.description or "").endswith(RENDERER.card(post(event)).lines[-1])


@pytest.mark.parametrize("event", LONGEST, ids=lambda event: type(event).__name__)
def test_every_event_of_the_table_has_a_line_of_its_own(event: Any) -> None:
    assert RENDERER.line(post(event).entry) != "Something secret."


@pytest.mark.parametrize(
    "event",
    [
        CampaignCreated(TRAP, ("second_kingdom",), 1, 7),
        CampaignArchived(TRAP),
        CampaignRestored(TRAP, (7,)),
        RollMade(Rolled(1, "d6", TRAP, (Throw(4, (Handful("d6", "4", 4),)),)), Secrecy.PUBLIC),
        RollSaved(TRAP, TRAP, TRAP),
        RollForgotten(TRAP, TRAP),
        EntriesImported(TRAP, TRAP, 1, 0, 0, TRAP, audience=GAME_MASTERS),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nobodys_words_become_a_link_a_ping_or_markdown(event: Any) -> None:
    card = RENDERER.card(post(event))
    said = "\n".join((card.title, *card.lines))
    assert "@everyone" not in said
    assert "[free](" not in said.replace(r"\[free]", "")
    assert "**x**" not in said


# -- What an undo calls the parts of a campaign, of a person's habits and of the games' records ---------


WOUNDS: dict[str, Any] = {
    "value": 3,
    "least": 0,
    "most": 10,
    "falls": False,
    "thresholds": [{"at": 5, "text": "Sta*ggered"}],
}
SHIELD: dict[str, Any] = {
    "source": "Sh*eld",
    "dodge": [0, 0],
    "parry": [0, 0],
    "block": [2, -1],
    "counters": ["block"],
}


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("name",), "Ashes *of* <@1>", ("name", "Ashes \\*of\\* <\u200b@\u200b1>")),
        (("players",), [7, 8], ("players", "<@7>, <@8>")),
        (("players",), [], ("players", None)),
        (("game_master_roles",), [9], ("game master roles", "<@&9>")),
        (("game_master_channel",), 5, ("game master's channel", "<#5>")),
        (("settings", "table.founders_role"), "6", ("role that can start campaigns", "<@&6>")),
        (("settings", "table.founders_role"), None, ("role that can start campaigns", None)),
    ],
)
def test_a_campaigns_people_and_places_are_mentioned(path: Any, value: Any, told: Any) -> None:
    assert part_of(Campaign, path, value) == told


def test_habits_are_told_in_words() -> None:
    assert part_of(Habits, ("plain",), True) == ("answers", "plain text")
    assert part_of(Habits, ("rolls", "attack"), "1d20+5") == ("saved roll attack", "1d20+5")
    assert part_of(Habits, ("rolls", "attack"), None) == ("saved roll attack", None)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("courage",), 5, ("courage", "5")),
        (("counters", "wounds"), None, ("wounds", None)),
        (("counters", "wo*nds"), WOUNDS, ("wo\\*nds", "3/10 (at 5: Sta\\*ggered)")),
        (("counters", "wounds", "value"), 0, ("wounds", "0")),
        (("counters", "wounds", "most"), None, ("wounds maximum", None)),
        (("counters", "wounds", "least"), -5, ("wounds minimum", "-5")),
        (("counters", "wounds", "falls"), True, ("wounds loss to damage", "yes")),
        (("counters", "wounds", "thresholds"), WOUNDS["thresholds"], (
            "wounds thresholds", "at 5: Sta\\*ggered")),
        (("counters", "wounds", "thresholds"), [], ("wounds thresholds", None)),
        (("defences",), [SHIELD], ("defenses", "Sh\\*eld: block +2/-1, counterattack after a block")),
        (("defences",), [], ("defenses", None)),
        (("maneuvers",), ["some-id"], ("known maneuvers", "1 maneuver")),
        (("maneuvers",), ["some-id", "another"], ("known maneuvers", "2 maneuvers")),
        (("about",), "Limps.\n*Sings.*", ("notes", "the earlier text")),
        (("portrait",), "", ("portrait", None)),
        (("player",), 7, ("player", "<@7>")),
        (("status",), "open", ("", "open again, to be rolled")),
        (("roll",), {"level": "full", "dice": [9, 8]}, ("roll", "Fully achieved (9, 8)")),
        (("notes",), [{"kind": "setback", "text": "A *rope*", "challenge": "id"}], (
            "notes of earlier challenges", "A \\*rope\\*")),
        (("is_hidden",), False, ("hiding of the rating", "no")),
    ],
)  # fmt: skip
def test_the_second_kingdoms_records_show_no_ids(path: Any, value: Any, told: Any) -> None:
    state = next(each for each in (Hero, Challenge) if path[0] in labels(each))
    assert part_of(state, path, value) == told

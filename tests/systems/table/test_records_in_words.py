"""What an undo calls the parts of a campaign, of a person's habits and of the games' records."""

from __future__ import annotations

from typing import Any

import pytest

from bot.systems.second_kingdom.challenges.rules import part
from bot.systems.table.campaigns.rules import part as campaign
from bot.systems.table.dice.rules import part as habits

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
        (("game_master_roles",), [9], ("roles whose members lead", "<@&9>")),
        (("game_master_channel",), 5, ("the game master's channel", "<#5>")),
        (("settings", "table.founders_role"), "6", ("role that may begin campaigns", "<@&6>")),
        (("settings", "table.founders_role"), None, ("role that may begin campaigns", None)),
    ],
)
def test_a_campaigns_people_and_places_are_mentioned(path: Any, value: Any, told: Any) -> None:
    assert campaign(path, value) == told


def test_habits_are_told_in_words() -> None:
    assert habits(("plain",), True) == ("answers", "plain text")
    assert habits(("rolls", "attack"), "1d20+5") == ("saved roll attack", "1d20+5")
    assert habits(("rolls", "attack"), None) == ("saved roll attack", None)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("courage",), 5, ("courage", "5")),
        (("counters", "wounds"), None, ("wounds", None)),
        (("counters", "wo*nds"), WOUNDS, ("wo\\*nds", "3/10 (at 5: Sta\\*ggered)")),
        (("counters", "wounds", "value"), 0, ("wounds", "0")),
        (("counters", "wounds", "most"), None, ("wounds: the most", None)),
        (("counters", "wounds", "least"), -5, ("wounds: the least", "-5")),
        (("counters", "wounds", "falls"), True, ("wounds: damage takes from it", "yes")),
        (("counters", "wounds", "thresholds"), WOUNDS["thresholds"], (
            "wounds: thresholds", "at 5: Sta\\*ggered")),
        (("counters", "wounds", "thresholds"), [], ("wounds: thresholds", None)),
        (("defences",), [SHIELD], ("defences", "Sh\\*eld: block +2/-1, strikes back after a block")),
        (("defences",), [], ("defences", None)),
        (("maneuvers",), ["some-id"], ("maneuvers known", "1 maneuver")),
        (("maneuvers",), ["some-id", "another"], ("maneuvers known", "2 maneuvers")),
        (("about",), "Limps.\n*Sings.*", ("notes", "Limps. \\*Sings.\\*")),
        (("portrait",), "", ("portrait", None)),
        (("player",), 7, ("player", "<@7>")),
        (("status",), "open", ("stands", "waits to be rolled")),
        (("roll",), {"level": "full", "dice": [9, 8]}, ("roll", "Fully achieved (9, 8)")),
        (("notes",), [{"kind": "setback", "text": "A *rope*", "challenge": "id"}], (
            "what earlier challenges left", "A \\*rope\\*")),
        (("is_hidden",), False, ("rating hidden", "no")),
    ],
)  # fmt: skip
def test_the_second_kingdoms_records_show_no_ids(path: Any, value: Any, told: Any) -> None:
    assert part(path, value) == told

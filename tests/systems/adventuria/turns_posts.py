"""The longest messages about turns."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    AdventurerMoved,
    CampMade,
    PageDiceRolled,
    SceneTold,
    TurnEnded,
    TurnStarted,
    WokeUp,
    steps,
)
from bot.systems.adventuria.state import Adventurer, Attribute, Stage, Thrown, Told, What
from tests.systems.adventuria.scenes import CAMPAIGN, bran

BIG = 2**63 - 1
LONG_ID, NAME, PURPOSE = RecordId("r" * 30), "*" * 60, "*" * 100
# A narrator's every line may begin with what would be a heading.
SCENE = "\n".join(["*" * 59] * 25)[:1500]
WAYS = tuple(f"{'*' * 59}{number}" for number in range(10))
MOST = 999_999
TURN = replace(
    bran(),
    name=NAME,
    player=BIG,
    location=NAME,
    turn=MOST,
    scene=SCENE,
    ways=WAYS,
    gold=MOST,
    wounds=3,
    thrown=(Thrown(PURPOSE, (6, 6)),) * 3,
)
FEW_WAYS = replace(TURN, ways=WAYS[:4])
BETWEEN = replace(TURN, stage=Stage.BETWEEN, scene="", ways=())
CAMP = replace(BETWEEN, stage=Stage.CAMP)
WORN_OFF = tuple(Told(What(each.value), before=99, after=1, by=NAME) for each in Attribute)

TOLD: dict[str, tuple[Any, Adventurer]] = {
    "started": (TurnStarted(NAME, MOST, NAME), replace(TURN, scene="", ways=())),
    "told": (SceneTold(NAME, NAME, SCENE, WAYS), TURN),
    "ways told": (SceneTold(NAME, NAME, "", WAYS), FEW_WAYS),
    "ended": (TurnEnded(NAME, MOST, NAME, NAME, ("*" * 200,) * 30, changes=WORN_OFF), BETWEEN),
    "camped": (CampMade(NAME, NAME), CAMP),
    "woken": (WokeUp(NAME, NAME), BETWEEN),
    "moved": (AdventurerMoved(NAME, NAME, NAME, PURPOSE), BETWEEN),
    "moved in a turn": (AdventurerMoved(NAME, NAME, NAME, PURPOSE), replace(TURN, ways=())),
    "rolled": (PageDiceRolled(NAME, PURPOSE, (6, 6)), TURN),
}
AT_THE_TABLE = replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG))


def shown(state: Adventurer) -> RecordView:
    """The adventurer as everybody sees it."""
    waiting = tuple(steps(LONG_ID, state))
    return RecordView(LONG_ID, SYSTEM.name, ADVENTURER.name, state.name, state, 1, state.player, waiting)


def post(event: Any, state: Adventurer, actor: int = BIG, on_behalf_of: int | None = None) -> Post:
    """A message about that event."""
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(
        RecordId("c" * 30), BIG, moment, actor, BIG, SYSTEM.name, "Act", (event,), (), BIG, 1, on_behalf_of
    )
    return Post(AT_THE_TABLE, PUBLIC, entry, shown(state), {}, f"#{BIG}")


TURNS: dict[str, Post] = {
    f"turn {name}": post(*each, actor=1, on_behalf_of=BIG) for name, each in TOLD.items()
}

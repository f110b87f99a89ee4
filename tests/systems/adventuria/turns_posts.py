"""The longest messages about turns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.prose import PROSE_LENGTH
from bot.play import Post
from bot.systems.adventuria.adventurer import (
    AdventurerMoved,
    CampMade,
    PageDiceRolled,
    SceneAnswered,
    SceneTold,
    TurnEnded,
    TurnStarted,
    WokeUp,
)
from bot.systems.adventuria.state import Adventurer, Attribute, PageRoll, Stage, Subject, Thrown, Told
from bot.systems.adventuria.turns.rules import RollAsked
from tests.systems.adventuria import posts
from tests.systems.adventuria.posts import BIG, NAME
from tests.systems.adventuria.scenes import bran

PURPOSE = "*" * 100
# A narrator's every line may begin with what would be a heading.
SCENE = "\n".join(["*" * 59] * 67)[:PROSE_LENGTH]
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
    thrown=(Thrown(PURPOSE, (6, 6), Attribute.VITAE, 99, 111),) * 3,
)
ASKED = PageRoll(PURPOSE, 2, Attribute.VITAE, 111)
FEW_WAYS = replace(TURN, ways=WAYS[:4])
BETWEEN = replace(TURN, stage=Stage.BETWEEN, scene="", ways=())
CAMP = replace(BETWEEN, stage=Stage.CAMP)
WORN_OFF = tuple(Told(Subject(each.value), before=99, after=1, by=NAME) for each in Attribute)

TOLD: dict[str, tuple[Any, Adventurer]] = {
    "started": (TurnStarted(NAME, MOST, NAME), replace(TURN, scene="", ways=())),
    "told": (SceneTold(NAME, NAME, SCENE, WAYS), TURN),
    "ways told": (SceneTold(NAME, NAME, "", WAYS), FEW_WAYS),
    "answered": (SceneAnswered(NAME, SCENE), replace(TURN, answer=SCENE)),
    "rolled after an answer": (PageDiceRolled(NAME, PURPOSE, (6, 6)), replace(TURN, answer=SCENE)),
    "ended": (TurnEnded(NAME, MOST, NAME, NAME, ("*" * 200,) * 30, changes=WORN_OFF), BETWEEN),
    "camped": (CampMade(NAME, NAME), CAMP),
    "woken": (WokeUp(NAME, NAME), BETWEEN),
    "moved": (AdventurerMoved(NAME, NAME, NAME, PURPOSE), BETWEEN),
    "moved in a turn": (AdventurerMoved(NAME, NAME, NAME, PURPOSE), replace(TURN, ways=())),
    "rolled": (PageDiceRolled(NAME, PURPOSE, (6, 6), Attribute.VITAE, 99, 111), TURN),
    "asked to roll": (RollAsked(NAME, ASKED), replace(TURN, ways=WAYS[:4], asked=ASKED)),
}


def post(event: Any, state: Adventurer, actor: int = BIG, on_behalf_of: int | None = None) -> Post:
    """A message about that event."""
    return posts.post(posts.shown(state), event, actor=actor, on_behalf_of=on_behalf_of)


TURNS: dict[str, Post] = {
    f"turn {name}": post(*each, actor=1, on_behalf_of=BIG) for name, each in TOLD.items()
}

"""How each action of The Second Kingdom comes about."""

from __future__ import annotations

from typing import Any

from bot.systems.second_kingdom.rules.attempts import (
    LetBe,
    OpenChallenge,
    RollChallenge,
    WithdrawChallenge,
    WriteConsequence,
)
from bot.systems.second_kingdom.rules.counters import SetCounter
from bot.systems.second_kingdom.rules.edits import ApproveEdit, DeclineEdit
from bot.systems.second_kingdom.rules.heroes import CreateHero, GrantConviction, SetVirtues
from bot.systems.table.rules.settings import EDITS
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.table.playbook import deciding

HERO: dict[str, Any] = {"courage": 9, "prudence": 5, "temperance": 3, "conviction": 3}


async def hero(stage: Stage) -> str:
    """A hero of Deacon's."""
    name = stage.fresh_name()
    await stage.do("sk new", by=stage.deacon, name=name, **HERO)
    return name


async def challenge(stage: Stage, *, hide: bool = False, rating: int = 9) -> str:
    """An open challenge for a hero of Deacon's."""
    name = await hero(stage)
    options: dict[str, Any] = {"action": "Leap the chasm", "virtue": "courage", "rating": rating}
    await stage.do("sk challenge", by=stage.gm, hero=name, hide_rating=hide, **options)
    return name


async def rolled(stage: Stage) -> None:
    """A challenge that ended with a setback or an advantage: tried until the dice say so."""
    for _ in range(60):
        # Nine dice leave something behind four times in five; one die, once in five.
        await challenge(stage, rating=1)
        await stage.feeder.deliver(stage.press("Roll", by=stage.deacon))
        await stage.settle()
        newest = stage.server.channel_messages()[-1]
        if newest["components"]:
            return
    raise AssertionError("sixty challenges without a setback or an advantage")


def consequence(stage: Stage) -> str:
    """The label of the newest button that writes a consequence."""
    for label in ("Write setback", "Write advantage"):
        try:
            _, message = stage.button(label)
        except LookupError:
            continue
        if (
            message is stage.server.channel_messages()[-1]
            or message["id"] == stage.server.channel_messages()[-1]["id"]
        ):
            return label
    raise LookupError("the newest message asks for no consequence")


async def create_hero(stage: Stage) -> Json:
    """A new hero."""
    return stage.slash("sk new", by=stage.deacon, name=stage.fresh_name(), **HERO)


async def set_virtues(stage: Stage) -> Json:
    """A virtue changed."""
    return stage.slash("sk set", by=stage.deacon, hero=await hero(stage), prudence=7)


async def set_counter(stage: Stage) -> Json:
    """Damage taken."""
    return stage.slash("sk set", by=stage.deacon, hero=await hero(stage), counter="Wounds", value=2)


async def edit(stage: Stage) -> None:
    """A change of Deacon's that waits, where changes are approved."""
    await stage.feeder.deliver(await deciding(stage, EDITS, "approval"))
    await stage.do("sk set", by=stage.deacon, hero=await hero(stage), prudence=7)


async def approve(stage: Stage) -> Json:
    """The game master's press."""
    await edit(stage)
    return stage.press("Approve", by=stage.gm)


async def decline(stage: Stage) -> Json:
    """The game master's press."""
    await edit(stage)
    return stage.press("Decline", by=stage.gm)


async def grant(stage: Stage) -> Json:
    """All the conviction that a hero can still hold, so that a second time is too much."""
    return stage.slash("sk conviction", by=stage.gm, hero=await hero(stage), amount=96, reason="Rest")


async def open_challenge(stage: Stage) -> Json:
    """A challenge set."""
    name = await hero(stage)
    return stage.slash("sk challenge", by=stage.gm, hero=name, action="Leap", virtue="courage", rating=4)


async def roll(stage: Stage) -> Json:
    """The player's press."""
    await challenge(stage)
    return stage.press("Roll, spend 1", by=stage.deacon)


async def withdraw(stage: Stage) -> Json:
    """The game master's press."""
    await challenge(stage)
    return stage.press("Withdraw", by=stage.gm)


async def write(stage: Stage) -> Json:
    """The game master's form."""
    await rolled(stage)
    return stage.fill(consequence(stage), by=stage.gm, text="The rope frays.")


async def let_be(stage: Stage) -> Json:
    """The game master's press."""
    await rolled(stage)
    return stage.press("Let it be", by=stage.gm)


PLAYBOOK: Playbook = {
    CreateHero: Scenario(create_hero),
    SetVirtues: Scenario(set_virtues),
    SetCounter: Scenario(set_counter),
    ApproveEdit: Scenario(approve),
    DeclineEdit: Scenario(decline),
    GrantConviction: Scenario(grant),
    OpenChallenge: Scenario(open_challenge, repeats=50),
    RollChallenge: Scenario(roll),
    WithdrawChallenge: Scenario(withdraw),
    WriteConsequence: Scenario(write),
    LetBe: Scenario(let_be),
}

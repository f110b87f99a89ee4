"""How each action about challenges comes about."""

from __future__ import annotations

from bot.systems.second_kingdom.challenges.requests import (
    AskChallenge,
    DeclineRequest,
    SetRating,
    WithdrawRequest,
)
from bot.systems.second_kingdom.challenges.rules import OpenChallenge
from bot.systems.second_kingdom.challenges.state import (
    EditChallenge,
    LetBe,
    ProposeConsequence,
    RollChallenge,
    RollChallengeFor,
    WithdrawChallenge,
    WriteConsequence,
)
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.second_kingdom.stock import challenge, hero, panel


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
    """The label of the newest button by which a player proposes a consequence."""
    for label in ("Propose setback", "Propose advantage"):
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


async def open_challenge(stage: Stage) -> Json:
    """A challenge set."""
    name = await hero(stage)
    return stage.slash("sk challenge", by=stage.gm, heroes=name, action="Leap", virtue="courage", rating=4)


async def roll(stage: Stage) -> Json:
    """The player's press."""
    await challenge(stage)
    return stage.press("Roll, spend 1", by=stage.deacon)


async def withdraw(stage: Stage) -> Json:
    """The game master's press."""
    await challenge(stage)
    await panel(stage)
    return stage.press("Withdraw", by=stage.gm)


async def write(stage: Stage) -> Json:
    """The game master's form."""
    await rolled(stage)
    label = consequence(stage).replace("Propose", "Write")
    return await stage.gm_fill(label, text="The rope frays.")


async def let_be(stage: Stage) -> Json:
    """The game master's press."""
    await rolled(stage)
    return await stage.gm_press("Let it be")


async def propose(stage: Stage) -> Json:
    """The player's form."""
    await rolled(stage)
    return stage.fill(consequence(stage), by=stage.deacon, text="The rope frays.")


async def roll_for(stage: Stage) -> Json:
    """The game master's press."""
    await challenge(stage)
    await panel(stage)
    return stage.press("Roll for them", by=stage.gm)


async def edit(stage: Stage) -> Json:
    """The game master's form."""
    await challenge(stage)
    await panel(stage)
    return stage.fill("Edit", by=stage.gm, virtue=["prudence"], rating="3")


async def ask(stage: Stage) -> Json:
    """A player asks."""
    return stage.slash("sk ask", by=stage.deacon, hero=await hero(stage), action="Leap", virtue="courage")


async def set_rating(stage: Stage) -> Json:
    """The game master's form."""
    await stage.feeder.deliver(await ask(stage))
    return await stage.gm_fill("Set rating", virtue=["courage"], rating="4", secrecy=["shown"])


async def decline(stage: Stage) -> Json:
    """The game master's form."""
    await stage.feeder.deliver(await ask(stage))
    return await stage.gm_fill("Decline", reason="Not now.")


async def take_back(stage: Stage) -> Json:
    """The asker's button."""
    await stage.feeder.deliver(await ask(stage))
    return stage.press("Withdraw", by=stage.deacon)


CHALLENGES: Playbook = {
    OpenChallenge: Scenario(open_challenge, repeats=50),
    RollChallenge: Scenario(roll),
    RollChallengeFor: Scenario(roll_for),
    EditChallenge: Scenario(edit),
    WithdrawChallenge: Scenario(withdraw),
    ProposeConsequence: Scenario(propose),
    WriteConsequence: Scenario(write),
    LetBe: Scenario(let_be),
    AskChallenge: Scenario(ask, repeats=10),
    SetRating: Scenario(set_rating),
    DeclineRequest: Scenario(decline),
    WithdrawRequest: Scenario(take_back),
}

"""How each action of an attack comes about: the command, then the steps' own buttons by their names."""

from __future__ import annotations

import sqlalchemy as sa

from bot.storage.models import waiting
from bot.systems.second_kingdom.attacks.state import (
    AllowCounter,
    ApplyDamage,
    AssignDice,
    DeclareAttack,
    LeaveStrike,
    LetPass,
    RollAttack,
    RollDefence,
    SetGuard,
    VetoAttack,
    WithdrawAttack,
)
from tests.givens import used
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.second_kingdom.stock import HERO, hero

MANEUVERS = "second_kingdom.maneuver"
# Ten is ten with whatever dice, which so lie in one way alone; a dodge of eleven at least holds against it.
SURE, OPEN = "+10 +10 +10", "0 0 0"
STRIKES = {
    "requirement": "Within reach",
    "minor": "Graze: accuracy",
    "major": "Run through: power + 2",
}
STEPS = (("roll", "roll"), ("defend", "defend"))
DODGE, BLOCK = "guard0", "guard8"


async def maneuver(stage: Stage, bonuses: str) -> str:
    """A maneuver of the library; its name."""
    name = stage.fresh_name()
    await stage.feeder.deliver(
        stage.say.modal_submit(
            f"entry|{MANEUVERS}||0", {"name": name, "bonuses": bonuses, **STRIKES}, user=stage.gm
        )
    )
    await stage.feeder.deliver(stage.press("Save", by=stage.gm))
    await stage.settle()
    return name


async def armed(stage: Stage, bonuses: str = SURE) -> dict[str, str]:
    """A hero of Deacon's who knows a maneuver, and one of Wren's who dodges well: what an attack takes."""
    attacker, target, used = await hero(stage), stage.fresh_name(), await maneuver(stage, bonuses)
    await stage.do("sk new", by=stage.wren, name=target, **HERO)
    await stage.do("sk defense", by=stage.wren, hero=target, source="Cloak", dodge="10/10")
    await stage.do("sk learn", by=stage.deacon, hero=attacker, maneuver=used)
    return {"target": target, "maneuver": used, "hero": attacker}


async def declared(stage: Stage, bonuses: str = SURE) -> str:
    """An attack of Deacon's hero on Wren's; its record."""
    await stage.do("sk attack", by=stage.deacon, **await armed(stage, bonuses))
    await stage.settle()
    custom_id, _ = stage.button("Requirement met: roll 3d10")
    return custom_id.split("|")[1]


async def waits(stage: Stage, attack: str, name: str) -> int | None:
    """The revision of an attack's step, where it waits there."""
    wanted = sa.select(waiting.c.revision).where(waiting.c.record_id == attack, waiting.c.step == name)
    return await stage.bot.database.read(lambda connection: connection.scalar(wanted))


async def step(stage: Stage, attack: str, name: str, key: str, *, by: Person) -> Json:
    """The press on a choice of an attack's step, wherever its button stands."""
    revision = await waits(stage, attack, name)
    return stage.say.press(f"do|{attack}|{name}|{revision}|{key}", user=by)


async def until(stage: Stage, name: str) -> str:
    """An attack that waits at that step; its record."""
    attack = await declared(stage, OPEN if name == "assign" else SURE)
    for each, key in STEPS:
        if each == name or (name, each) == ("assign", "defend"):
            break
        by = stage.wren if each == "defend" else stage.deacon
        await stage.feeder.deliver(await step(stage, attack, each, key, by=by))
    await stage.settle()
    return attack


async def guarded(stage: Stage, guard: str) -> str:
    """An attack after that guard: the dodge holds, the block does not."""
    attack = await until(stage, "guard")
    await stage.feeder.deliver(await step(stage, attack, "guard", guard, by=stage.wren))
    await stage.settle()
    return attack


async def roll(stage: Stage) -> Json:
    """The attacker's press."""
    return await step(stage, await declared(stage), "roll", "roll", by=stage.deacon)


async def withdraw(stage: Stage) -> Json:
    """The attacker's press."""
    return await step(stage, await declared(stage), "roll", "withdraw", by=stage.deacon)


async def veto(stage: Stage) -> Json:
    """The game master's form."""
    attack = await declared(stage)
    return stage.say.modal_submit(f"tell|{attack}|roll|1|veto", {"reason": "Out of reach"}, user=stage.gm)


async def assign(stage: Stage) -> Json:
    """The attacker's choice, in the first attack whose three dice are not all equal."""
    attack = await until(stage, "assign")
    while await waits(stage, attack, "assign") is None:
        attack = await until(stage, "assign")
    return await step(stage, attack, "assign", "assign0", by=stage.deacon)


async def defend(stage: Stage) -> Json:
    """The defender's press."""
    return await step(stage, await until(stage, "defend"), "defend", "defend", by=stage.wren)


async def guard(stage: Stage) -> Json:
    """The defender's choice."""
    return await step(stage, await until(stage, "guard"), "guard", BLOCK, by=stage.wren)


async def apply(stage: Stage) -> Json:
    """The game master's press."""
    return await step(stage, await guarded(stage, BLOCK), "apply", "apply", by=stage.gm)


async def leave(stage: Stage) -> Json:
    """The game master's press."""
    return await step(stage, await guarded(stage, BLOCK), "apply", "leave", by=stage.gm)


async def allow(stage: Stage) -> Json:
    """The game master's press."""
    return await step(stage, await guarded(stage, DODGE), "counter", "allow", by=stage.gm)


async def let_pass(stage: Stage) -> Json:
    """The game master's press."""
    return await step(stage, await guarded(stage, DODGE), "counter", "pass", by=stage.gm)


ATTACKS: Playbook = {
    DeclareAttack: used("sk attack", repeats=50),
    RollAttack: Scenario(roll),
    WithdrawAttack: Scenario(withdraw),
    VetoAttack: Scenario(veto),
    AssignDice: Scenario(assign),
    RollDefence: Scenario(defend),
    SetGuard: Scenario(guard),
    ApplyDamage: Scenario(apply),
    LeaveStrike: Scenario(leave),
    AllowCounter: Scenario(allow),
    LetPass: Scenario(let_pass),
}

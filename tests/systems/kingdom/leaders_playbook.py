"""How each action about leaders comes about."""

from __future__ import annotations

from bot.systems.kingdom.book import Role
from bot.systems.kingdom.leaders.duties import AssignTask, ChooseAttributes, SetDays, SetProxy, StandIn
from bot.systems.kingdom.leaders.rules import AssignLeader, EditLeader, LoseLeader, ResignRole, SwitchRole
from tests.givens import used
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom


async def assign(stage: Stage) -> Json:
    """The game master's command, for a role that nobody holds."""
    options = {"role": "general", "player": stage.wren, "name": "Brannoc", "abilities": "Cha 14 Str 16"}
    return stage.slash("leader assign", by=stage.gm, kingdom=await kingdom(stage), **options)


async def pressed(stage: Stage, path: str, label: str, by: Person, **options: str) -> Json:
    """A press on the button of a preview that a command shows."""
    name = await kingdom(stage)
    await stage.do(path, by=by, kingdom=name, **options)
    await stage.settle()
    return stage.press(label, by=by)


async def resign(stage: Stage) -> Json:
    """The game master's press on the preview's button."""
    return await pressed(stage, "leader resign", "Step down", stage.gm, role="warden")


async def switch(stage: Stage) -> Json:
    """The same, for a role that nobody holds."""
    return await pressed(stage, "leader switch", "Switch", stage.gm, leaves="warden", takes="general")


async def choose(stage: Stage) -> Json:
    """The form of the step that asks a new Ruler, filled in."""
    name = await kingdom(stage)
    id_ = await id_of(stage, name)
    await act(stage, LoseLeader(id_, Role.RULER))
    await act(stage, AssignLeader(id_, Role.RULER, "Ilka", stage.deacon.id))
    await stage.settle()
    return stage.fill("Choose the Ruler's attributes…", by=stage.deacon, attributes=["loyalty"])


async def who(stage: Stage) -> Json:
    """The Ruler's command."""
    options = {"task": "stability", "roles": "General, Warden", "kingdom": await kingdom(stage)}
    return stage.slash("leader who", by=stage.deacon, **options)


LEADERS: Playbook = {
    AssignLeader: Scenario(assign),
    ResignRole: Scenario(resign),
    SwitchRole: Scenario(switch),
    LoseLeader: used("leader died"),
    EditLeader: used("leader edit", "wren"),
    SetDays: used("leader duty", "wren", repeats=50),
    StandIn: used("leader stand-in", "wren"),
    ChooseAttributes: Scenario(choose),
    AssignTask: Scenario(who),
    SetProxy: used("leader proxy"),
}

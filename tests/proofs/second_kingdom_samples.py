"""For each control of The Second Kingdom: a press or form that would get through, but for who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.second_kingdom.attack_playbook import DODGE, STEPS, armed, step, until
from tests.systems.second_kingdom.playbook import npc, npc_form, opened, reveal, shaped, written
from tests.systems.second_kingdom.stock import challenge

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _guards(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"choose_guard|{await until(stage, 'guard')}", user=person)


async def _attack_asked(stage: Stage, person: Person) -> Json:
    """The button on a sheet."""
    return stage.say.press((await _attack_form(stage))[0], user=person)


async def _attack_sent(stage: Stage, person: Person) -> Json:
    """The form behind it, filled in with names."""
    form, fighters = await _attack_form(stage)
    typed = {name: fighters[name] for name in ("target", "maneuver")}
    return stage.say.modal_submit(form, typed, user=person)


async def _attack_form(stage: Stage) -> tuple[str, dict[str, str]]:
    fighters = await armed(stage)
    return await opened(stage, "sk attack", hero=fighters["hero"]), fighters


async def _guarded(stage: Stage, person: Person) -> Json:
    """A guard chosen from the list."""
    pressed = await step(stage, await until(stage, "guard"), "guard", DODGE, by=person)
    custom_id, _, key = str(pressed["data"]["custom_id"]).rpartition("|")
    return stage.say.press(f"?{custom_id}", values=[key], user=person)


async def _held(stage: Stage) -> tuple[str, str]:
    """A full defense of a hero of Wren's who knows a maneuver to strike back with: both their records."""
    fighters = await armed(stage)
    await stage.do("sk learn", by=stage.wren, hero=fighters["target"], maneuver=fighters["maneuver"])
    await stage.do("sk attack", by=stage.deacon, **fighters)
    await stage.settle()
    attack = stage.button("Requirement met: roll 3d10")[0].split("|")[1]
    for name, key in (*STEPS, ("guard", DODGE)):
        by = stage.deacon if name in ("roll", "assign") else stage.wren
        await stage.feeder.deliver(await step(stage, attack, name, key, by=by))
    allow = await step(stage, attack, "counter", "allow", by=stage.gm)
    await stage.feeder.deliver(allow)
    await stage.settle()
    panel = await stage.feeder.deliver(stage.say.press(f"counter_attack|{attack}", user=stage.wren))
    lists = (part for part in components(panel.answer.data) if part.get("options"))
    return attack, next(str(part["options"][0]["value"]) for part in lists)


async def _counter(stage: Stage, person: Person) -> Json:
    attack, _ = await _held(stage)
    return stage.say.press(f"counter_attack|{attack}", user=person)


async def _counter_chosen(stage: Stage, person: Person) -> Json:
    attack, maneuver = await _held(stage)
    return stage.say.press(f"?counter_attack|{attack}", values=[maneuver], user=person)


async def _strike_back(stage: Stage, person: Person) -> Json:
    attack, maneuver = await _held(stage)
    return stage.say.press(f"strike_back|{attack}|{maneuver}", user=person)


async def _challenges_opened(stage: Stage) -> str:
    """A new challenge's id."""
    await challenge(stage)
    await stage.settle()
    return stage.button("Roll")[0].split("|")[1]


async def _panel(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"challenge|{await _challenges_opened(stage)}", user=person)


async def _fates_reveal(stage: Stage, person: Person) -> Json:
    return stage.say.by(await reveal(stage), person)


async def _form(stage: Stage, person: Person) -> Json:
    return await npc_form(stage, person, await npc(stage, known="named"), courage="7")


async def _npc_revealed(stage: Stage, person: Person) -> Json:
    """The list below all NPCs."""
    await npc(stage)
    shown = (await stage.do("sk npc list", by=stage.gm)).answer.data
    (select,) = [part for part in components(shown) if part.get("options")]
    return stage.say.press(select["custom_id"], values=[select["options"][0]["value"]], user=person)


CONTROLS: dict[str, Sampling] = {
    "button choose_guard": _guards,
    "select do": _guarded,
    "button counter_attack": _counter,
    "select counter_attack": _counter_chosen,
    "button strike_back": _strike_back,
    "button challenge": _panel,
    "button reveal_fate": _fates_reveal,
    "select reveal_npc": _npc_revealed,
}

FORMS: dict[str, Sampling] = {
    "sk edit": written,
    "sk counter": shaped,
    "sk npc edit": _form,
    "sk attack": _attack_sent,
}
